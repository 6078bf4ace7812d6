#include "count/profile.h"

#include <math.h>
#include <string.h>

#include "math/heap.h"

enum {
  FEW = 32,  /* rows sorted by rank                           */
  AHEAD = 16 /* rows between asking for a print and using it  */
};

/* Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA
 * 2014: the mixing function of SplitMix64. */
static uint64_t mix(uint64_t x) {
  x += UINT64_C(0x9E3779B97F4A7C15);
  x = (x ^ (x >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
  x = (x ^ (x >> 27)) * UINT64_C(0x94D049BB133111EB);
  return x ^ (x >> 31);
}

/* One row, whose 88 bits come from two numbers. */
static vd_fingerprint print_of(uint64_t a, uint64_t b) {
  const vd_fingerprint x = {{a << VD_PRINT_ROWS | 1, b}};
  return x;
}

void vd_profile_marks(ptrdiff_t n, vd_fingerprint *mark) {
  for (ptrdiff_t p = 0; p <= n; p++) {
    const uint64_t a = mix((uint64_t)p);
    mark[p] = print_of(a >> VD_PRINT_ROWS, mix(~a));
  }
}

static void add(vd_fingerprint *to, vd_fingerprint x) {
  to->word[0] += x.word[0];
  to->word[1] += x.word[1];
}

/* A row of whole weight adds the bits of its pattern so many times. Any other
 * weight makes bits of its own: such clusters are equal if their pairs of pattern
 * and weight are. */
static vd_fingerprint weighted_mark(vd_fingerprint mark, double w) {
  const uint64_t a = mark.word[0] >> VD_PRINT_ROWS, b = mark.word[1];
  if (w == floor(w) && w < 0x1p53) return print_of((uint64_t)w * a, (uint64_t)w * b);
  const vd_cell bits = {.w = w};
  const uint64_t c = mix(b ^ mix(bits.key));
  return print_of(c, mix(~c));
}

/* id[i] = 0 for rows without a pattern; tells whether any other row has no id. */
static inline bool leave_out(const int *restrict pattern, ptrdiff_t n,
                             uint32_t *restrict id) {
  uint32_t missing = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    const uint32_t used = pattern[i] == 0 ? 0 : UINT32_MAX;
    missing |= used & (id[i] == 0 ? 1 : 0);
    id[i] &= used;
  }
  return missing != 0;
}

static void all_ids(const vd_members *rows, ptrdiff_t lo, ptrdiff_t n, uint32_t *id) {
  vd_column_slots(rows->id, lo, n, id);
  if (rows->map == NULL) return;
  for (ptrdiff_t i = 0; i < n; i++) id[i] = (uint32_t)rows->map[id[i]];
}

/* Ids of one chunk, 0 for rows left out. Returns the first row that is not left out
 * and has no id, or -1. */
static ptrdiff_t used_ids(const vd_members *rows, ptrdiff_t lo, ptrdiff_t n,
                          uint32_t *id) {
  const int *pattern = rows->pattern + lo;
  all_ids(rows, lo, n, id);
  const bool missing =
      n == VD_CHUNK ? leave_out(pattern, VD_CHUNK, id) : leave_out(pattern, n, id);
  if (!missing) return -1;
  ptrdiff_t i = 0;
  while (id[i] != 0 || pattern[i] == 0) i++;
  return lo + i;
}

static void mark_rows(const int *restrict pattern, const uint32_t *restrict id,
                      ptrdiff_t n, const vd_fingerprint *restrict mark,
                      vd_fingerprint *restrict print) {
  for (ptrdiff_t i = 0; i < n; i++) {
    if (i + AHEAD < n) VD_PREFETCH(print + id[i + AHEAD]);
    add(print + id[i], mark[pattern[i]]);
  }
}

static void mark_weighted(const int *pattern, const uint32_t *id, const double *w,
                          ptrdiff_t n, const vd_fingerprint *mark,
                          vd_fingerprint *print) {
  for (ptrdiff_t i = 0; i < n; i++)
    add(print + id[i], weighted_mark(mark[pattern[i]], w[i]));
}

ptrdiff_t vd_profile_mark(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                          vd_fingerprint *print) {
  uint32_t id[VD_CHUNK];
  double w[VD_CHUNK];
  for (; lo < hi; lo += VD_CHUNK) {
    const ptrdiff_t n = vd_count_chunk(lo, hi);
    const ptrdiff_t missing = used_ids(rows, lo, n, id);
    if (missing >= 0) return missing;
    if (vd_count_weighted(&rows->weights)) {
      vd_count_weights(&rows->weights, lo, n, w);
      mark_weighted(rows->pattern + lo, id, w, n, rows->mark, print);
    } else {
      mark_rows(rows->pattern + lo, id, n, rows->mark, print);
    }
  }
  return -1;
}

static bool same(vd_fingerprint a, vd_fingerprint b) {
  return a.word[1] == b.word[1] &&
         a.word[0] >> VD_PRINT_ROWS == b.word[0] >> VD_PRINT_ROWS;
}

/* Fingerprints are their own hash. */
size_t vd_profile_fold(const vd_fingerprint *print, size_t n_ids, uint32_t *table,
                       int bits, uint32_t *like, double *times) {
  const size_t mask = ((size_t)1 << bits) - 1;
  size_t profiles = 0;
  for (size_t id = 1; id < n_ids; id++) {
    if (vd_fingerprint_rows(print[id]) == 0) continue;
    size_t at = (size_t)(print[id].word[1] >> (64 - bits));
    while (table[at] != 0 && !same(print[table[at]], print[id])) at = (at + 1) & mask;
    if (table[at] == 0) {
      table[at] = (uint32_t)id;
      profiles++;
    } else if (times != NULL) {
      times[table[at]] += times[id];
    }
    like[table[at]]++;
  }
  return profiles;
}

ptrdiff_t vd_profile_collect(const vd_fingerprint *print, size_t n_ids, uint32_t *like,
                             const double *times, vd_profiles *to) {
  vd_cell *record = to->record;
  ptrdiff_t total = 0;
  for (size_t id = 1; id < n_ids; id++) {
    if (like[id] == 0) continue;
    record[0].key = print[id].word[1];
    record[1].key = print[id].word[0] >> VD_PRINT_ROWS;
    record[VD_PROFILE_WORDS].w = times != NULL ? times[id] : like[id];
    record[VD_PROFILE_WORDS + 1].key = id;
    record += VD_PROFILE_SIZE;
  }
  const vd_shape shape = {VD_PROFILE_SIZE, VD_PROFILE_WORDS};
  vd_pattern_sort(to->record, (size_t)to->n, shape);
  for (ptrdiff_t f = 1; f <= to->n; f++) {
    const uint64_t id = to->record[f * VD_PROFILE_SIZE - 1].key;
    like[id] = (uint32_t)f;
    to->start[f] = total;
    total += vd_fingerprint_rows(print[id]);
  }
  return total;
}

/* The rows wanted, often few, are picked out without branches first. */
void vd_profile_gather(const vd_members *rows, ptrdiff_t lo, ptrdiff_t hi,
                       const uint32_t *profile_of, vd_profiles *to) {
  const bool weighted = vd_count_weighted(&rows->weights);
  uint32_t id[VD_CHUNK], profile[VD_CHUNK];
  int row[VD_CHUNK];
  double w[VD_CHUNK];
  for (; lo < hi; lo += VD_CHUNK) {
    const ptrdiff_t n = vd_count_chunk(lo, hi);
    ptrdiff_t wanted = 0;
    used_ids(rows, lo, n, id);
    if (weighted) vd_count_weights(&rows->weights, lo, n, w);
    for (ptrdiff_t i = 0; i < n; i++) {
      const uint32_t f = profile_of[id[i]];
      profile[wanted] = f;
      row[wanted] = (int)i;
      wanted += f != 0;
    }
    for (ptrdiff_t k = 0; k < wanted; k++) {
      if (k + AHEAD < wanted) VD_PREFETCH(to->start + profile[k + AHEAD]);
      if (k + AHEAD / 2 < wanted)
        VD_PREFETCH(to->pattern + to->start[profile[k + AHEAD / 2]]);
      const ptrdiff_t at = to->start[profile[k]]++;
      to->pattern[at] = rows->pattern[lo + row[k]];
      if (weighted) to->count[at] = w[row[k]];
    }
  }
}

/* Rows of one profile; count may be NULL. */
typedef struct {
  int *pattern;
  double *count;
  ptrdiff_t n;
} members;

static int before(const void *of, size_t a, size_t b) {
  const members *m = of;
  if (m->pattern[a] != m->pattern[b]) return m->pattern[a] < m->pattern[b];
  return m->count != NULL && m->count[a] < m->count[b];
}

static void swap(void *of, size_t a, size_t b) {
  const members *m = of;
  const int p = m->pattern[a];
  m->pattern[a] = m->pattern[b];
  m->pattern[b] = p;
  if (m->count == NULL) return;
  const double x = m->count[a];
  m->count[a] = m->count[b];
  m->count[b] = x;
}

/* Each number goes to its rank: without branches, which in random data cost more
 * than the comparisons that they save. */
static void rank_sort(int *x, ptrdiff_t n) {
  int sorted[FEW];
  for (ptrdiff_t i = 0; i < n; i++) {
    ptrdiff_t rank = 0;
    for (ptrdiff_t j = 0; j < i; j++) rank += x[j] <= x[i];
    for (ptrdiff_t j = i + 1; j < n; j++) rank += x[j] < x[i];
    sorted[rank] = x[i];
  }
  memcpy(x, sorted, (size_t)n * sizeof *x);
}

/* By pattern, then count, so that the counts of a run add up to the same number
 * whatever the order of the rows. */
static void sort_members(members m) {
  if (m.n <= FEW && m.count == NULL) {
    rank_sort(m.pattern, m.n);
    return;
  }
  const vd_heap heap = {&m, before, swap};
  vd_heap_sort(&heap, (size_t)m.n);
}

/* Equal neighbours make one run. */
static ptrdiff_t count_runs(const int *pattern, ptrdiff_t n) {
  ptrdiff_t runs = n > 0;
  for (ptrdiff_t i = 1; i < n; i++) runs += pattern[i] != pattern[i - 1];
  return runs;
}

ptrdiff_t vd_profile_sort(vd_profiles *profiles) {
  ptrdiff_t runs = 0, from = 0;
  for (ptrdiff_t f = 1; f <= profiles->n; f++) {
    const ptrdiff_t end = profiles->start[f];
    double *count = profiles->count == NULL ? NULL : profiles->count + from;
    const members m = {profiles->pattern + from, count, end - from};
    sort_members(m);
    runs += count_runs(m.pattern, m.n);
    from = end;
  }
  return runs;
}

void vd_profile_runs(const vd_profiles *profiles, double *start, int *pattern,
                     double *count) {
  ptrdiff_t runs = 0, i = 0;
  for (ptrdiff_t f = 1; f <= profiles->n; f++) {
    const ptrdiff_t end = profiles->start[f], first = runs;
    start[f - 1] = (double)first;
    for (; i < end; i++) {
      const double w = profiles->count == NULL ? 1 : profiles->count[i];
      if (runs > first && pattern[runs - 1] == profiles->pattern[i]) {
        count[runs - 1] += w;
      } else {
        pattern[runs] = profiles->pattern[i];
        count[runs++] = w;
      }
    }
  }
  start[profiles->n] = (double)runs;
}
