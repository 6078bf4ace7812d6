#include "counting.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { N = 2600, IDS = 400, PATTERNS = 5 };

typedef struct {
  vd_profiles profiles;
  ptrdiff_t runs;
  double *start; /* profile f has the runs start[f - 1], ..., start[f] - 1 */
  int *pattern;
  double *count;
  ptrdiff_t missing;
} built;

static void *zeroed(size_t n, size_t size) {
  void *memory = calloc(n > 0 ? n : 1, size);
  if (memory == NULL) abort();
  return memory;
}

static built build_times(const int *id, const int *map, int n_ids, const int *pattern,
                         ptrdiff_t n, vd_weights weights, double *times) {
  const vd_column col = counting_codes(id, 0, n_ids);
  const size_t places = (size_t)n_ids + 1;
  vd_fingerprint *marks = zeroed(PATTERNS + 1, sizeof *marks),
                 *print = zeroed(places, sizeof *print);
  uint32_t *like = zeroed(places, sizeof *like), *table = zeroed(1 << 10, sizeof *table);
  vd_profile_marks(PATTERNS, marks);
  const vd_members rows = {&col, map, pattern, weights, marks};
  built b = {.missing = vd_profile_mark(&rows, 0, n / 2, print)};
  if (b.missing < 0) b.missing = vd_profile_mark(&rows, n / 2, n, print);
  if (b.missing < 0) {
    b.profiles.n = (ptrdiff_t)vd_profile_fold(print, places, table, 10, like, times);
    b.profiles.record = zeroed((size_t)b.profiles.n * VD_PROFILE_SIZE, sizeof(vd_cell));
    b.profiles.start = zeroed((size_t)b.profiles.n + 2, sizeof(ptrdiff_t));
    const size_t size =
        (size_t)vd_profile_collect(print, places, like, times, &b.profiles);
    b.profiles.pattern = zeroed(size, sizeof(int));
    if (vd_count_weighted(&weights)) b.profiles.count = zeroed(size, sizeof(double));
    vd_profile_gather(&rows, 0, n / 3, like, &b.profiles);
    vd_profile_gather(&rows, n / 3, n, like, &b.profiles);
    b.runs = vd_profile_sort(&b.profiles);
    b.start = zeroed((size_t)b.profiles.n + 1, sizeof(double));
    b.pattern = zeroed((size_t)b.runs, sizeof(int));
    b.count = zeroed((size_t)b.runs, sizeof(double));
    vd_profile_runs(&b.profiles, b.start, b.pattern, b.count);
  }
  free(marks);
  free(print);
  free(like);
  free(table);
  return b;
}

static built build(const int *id, const int *map, int n_ids, const int *pattern,
                   ptrdiff_t n, vd_weights weights) {
  return build_times(id, map, n_ids, pattern, n, weights, NULL);
}

static void drop(built *b) {
  free(b->profiles.record);
  free(b->profiles.start);
  free(b->profiles.pattern);
  free(b->profiles.count);
  free(b->start);
  free(b->pattern);
  free(b->count);
}

static ptrdiff_t first_run(const built *b, ptrdiff_t f) {
  return (ptrdiff_t)b->start[f - 1];
}

static double multiplicity(const built *b, ptrdiff_t f) {
  return b->profiles.record[(f - 1) * VD_PROFILE_SIZE + VD_PROFILE_WORDS].w;
}

/* Does profile f hold these sums by pattern? */
static bool holds(const built *b, ptrdiff_t f, const double *sum) {
  double own[PATTERNS + 1] = {0};
  for (ptrdiff_t i = first_run(b, f); i < first_run(b, f + 1); i++)
    own[b->pattern[i]] += b->count[i];
  return memcmp(own, sum, sizeof own) == 0;
}

/* Each cluster is in exactly one profile, each profile stands for as many clusters
 * as it says, and its runs are sorted and apart. */
static void check(const built *b, const int *id, const int *pattern, const double *w,
                  ptrdiff_t n) {
  double sum[IDS + 1][PATTERNS + 1] = {{0}};
  bool used[IDS + 1] = {false};
  for (ptrdiff_t i = 0; i < n; i++) {
    if (pattern[i] == 0) continue;
    sum[id[i]][pattern[i]] += w ? w[i] : 1;
    used[id[i]] = true;
  }
  double *found = zeroed((size_t)b->profiles.n + 1, sizeof *found);
  for (int c = 1; c <= IDS; c++) {
    int matches = 0;
    for (ptrdiff_t f = 1; f <= b->profiles.n && used[c]; f++) {
      if (!holds(b, f, sum[c])) continue;
      matches++;
      found[f]++;
    }
    assert_int_equal(matches, used[c]);
  }
  for (ptrdiff_t f = 1; f <= b->profiles.n; f++) {
    assert_true(found[f] == multiplicity(b, f));
    for (ptrdiff_t i = first_run(b, f) + 1; i < first_run(b, f + 1); i++)
      assert_true(b->pattern[i - 1] < b->pattern[i]);
  }
  assert_int_equal(first_run(b, 1), 0);
  assert_int_equal(first_run(b, b->profiles.n + 1), b->runs);
  free(found);
}

static void same(const built *a, const built *b) {
  assert_int_equal(a->profiles.n, b->profiles.n);
  assert_int_equal(a->runs, b->runs);
  for (ptrdiff_t f = 1; f <= a->profiles.n; f++) {
    assert_int_equal(first_run(a, f), first_run(b, f));
    assert_true(multiplicity(a, f) == multiplicity(b, f));
  }
  assert_memory_equal(a->pattern, b->pattern, (size_t)a->runs * sizeof(int));
  assert_memory_equal(a->count, b->count, (size_t)a->runs * sizeof(double));
}

static int ids[N], patterns[N];
static double weights[N];

/* Id 1 has more rows than are sorted by rank; some rows are left out. */
static void draw(uint64_t seed) {
  for (int i = 0; i < N; i++) {
    ids[i] = counting_draw(&seed, 20) == 0 ? 1 : 1 + (int)counting_draw(&seed, IDS);
    patterns[i] = (int)counting_draw(&seed, PATTERNS + 1);
    weights[i] = counting_draw(&seed, 3);
  }
}

static void shuffle(uint64_t seed) {
  for (int i = N - 1; i > 0; i--) {
    const int j = (int)counting_draw(&seed, (uint32_t)i + 1);
    const int id = ids[i], pattern = patterns[i];
    const double w = weights[i];
    ids[i] = ids[j], patterns[i] = patterns[j], weights[i] = weights[j];
    ids[j] = id, patterns[j] = pattern, weights[j] = w;
  }
}

static void clusters_become_profiles(void **state) {
  (void)state;
  const vd_weights none = {NULL, NULL};
  for (uint64_t seed = 0; seed < 5; seed++) {
    draw(seed);
    built b = build(ids, NULL, IDS, patterns, N, none);
    check(&b, ids, patterns, NULL, N);
    shuffle(seed);
    built again = build(ids, NULL, IDS, patterns, N, none);
    same(&b, &again);
    drop(&b);
    drop(&again);
  }
}

/* A row of weight 2 is two rows. */
static void whole_weights_are_rows(void **state) {
  (void)state;
  draw(11);
  static int long_ids[2 * N], long_patterns[2 * N];
  ptrdiff_t n = 0;
  for (int i = 0; i < N; i++) {
    if (weights[i] == 0) patterns[i] = 0;
    for (int k = 0; k < weights[i]; k++, n++) {
      long_ids[n] = ids[i];
      long_patterns[n] = patterns[i];
    }
  }
  const vd_weights none = {NULL, NULL}, real = {NULL, weights};
  built weighted = build(ids, NULL, IDS, patterns, N, real);
  built repeated = build(long_ids, NULL, IDS, long_patterns, n, none);
  same(&weighted, &repeated);
  check(&weighted, ids, patterns, weights, N);
  drop(&weighted);
  drop(&repeated);
}

/* An id that stands for three clusters is three ids with the same rows. */
static void an_id_may_stand_for_several(void **state) {
  (void)state;
  enum { FEW = 120, ROWS = 240 };
  static int each_id[3 * ROWS], each_pattern[3 * ROWS];
  double times[FEW + 1] = {0};
  draw(14);
  ptrdiff_t n = 0;
  for (int id = 1; id <= FEW; id++) times[id] = 1 + id % 3;
  for (int i = 0; i < ROWS; i++) {
    ids[i] = 1 + (ids[i] - 1) % FEW;
    for (int k = 0; k < times[ids[i]]; k++, n++) {
      each_id[n] = ids[i] + k * FEW;
      each_pattern[n] = patterns[i];
    }
  }
  const vd_weights none = {NULL, NULL};
  built each = build(each_id, NULL, 3 * FEW, each_pattern, n, none);
  built b = build_times(ids, NULL, FEW, patterns, ROWS, none, times);
  same(&b, &each);
  drop(&b);
  drop(&each);
}

static void fractional_weights_are_kept_apart(void **state) {
  (void)state;
  const int id[] = {1, 2, 3, 4, 4}, pattern[] = {2, 2, 2, 2, 2};
  const double w[] = {0.5, 0.5, 1e17, 0.25, 0.75};
  const vd_weights real = {NULL, w};
  built b = build(id, NULL, 4, pattern, 5, real);
  assert_int_equal(b.profiles.n, 3);
  check(&b, id, pattern, w, 5);
  drop(&b);
  draw(12);
  for (int i = 0; i < N; i++) weights[i] = 0.1 + weights[i] / 3;
  const vd_weights all = {NULL, weights};
  built one = build(ids, NULL, IDS, patterns, N, all);
  shuffle(13);
  built two = build(ids, NULL, IDS, patterns, N, all);
  same(&one, &two);
  drop(&one);
  drop(&two);
}

static void maps_join_ids(void **state) {
  (void)state;
  const int id[] = {1, 2, 3, 1}, map[] = {0, 1, 2, 1}, joined[] = {1, 2, 1, 1};
  const int pattern[] = {1, 2, 3, 1};
  const vd_weights none = {NULL, NULL};
  built b = build(id, map, 3, pattern, 4, none);
  assert_int_equal(b.profiles.n, 2);
  check(&b, joined, pattern, NULL, 4);
  drop(&b);
}

static void a_missing_id_is_found(void **state) {
  (void)state;
  const int map[] = {0, 1, 0, 2};
  const int id[] = {1, 0, 3, 2, 9}, pattern[] = {1, 0, 1, 1, 1};
  const vd_weights none = {NULL, NULL};
  built b = build(id, NULL, 3, pattern, 5, none);
  assert_int_equal(b.missing, 4);
  drop(&b);
  b = build(id, map, 3, pattern, 5, none);
  assert_int_equal(b.missing, 3);
  drop(&b);
  b = build(id, NULL, 3, pattern, 4, none);
  assert_int_equal(b.missing, -1);
  drop(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clusters_become_profiles),
      cmocka_unit_test(whole_weights_are_rows),
      cmocka_unit_test(an_id_may_stand_for_several),
      cmocka_unit_test(fractional_weights_are_kept_apart),
      cmocka_unit_test(maps_join_ids),
      cmocka_unit_test(a_missing_id_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
