#include "check.h"
#include "rows.h"
#include "test/swap.h"

enum { DIM = 2 * CLASSIFIERS + 2 };

static vd_pair pair_of(const vd_set *set, int class, int a, int b, int successes,
                       int failures) {
  int selected[1] = {class}, iwork[64];
  double sum[DIM], cross[DIM * DIM], work[DIM], totals[2] = {0, 0};
  vd_moments m = {.sum = sum, .cross = cross};
  vd_moments_clear(&m, 1, CLASSIFIERS);
  vd_moments_add(set, 0, set->n_profiles, selected, 1, &m, totals, work, iwork);
  vd_moments_finish(&m, 1, totals);
  return vd_pair_make(&m, a, b, successes, failures);
}

static vd_pair pair_of_class(const vd_set *set, int class, int a, int b) {
  return pair_of(set, class, a, b, VD_TP, VD_FP);
}

typedef struct {
  vd_swaps swaps;
  vd_swap swap[ROWS];
  double value[2 * CLASSIFIERS * ROWS];
  ptrdiff_t first[1];
} listed;

static void list_of(const vd_set *set, int class, int successes, int failures,
                    listed *x) {
  int selected[1] = {class}, iwork[64];
  double work[DIM];
  vd_outcomes o = vd_outcomes_make(set, selected, 1, work, iwork);
  x->swaps = (vd_swaps){.n_classifiers = CLASSIFIERS,
                        .n_slices = 1,
                        .swap = x->swap,
                        .value = x->value,
                        .first = x->first};
  ptrdiff_t asked = vd_swap_list(set, successes, failures, &o, &x->swaps, 0);
  assert_true(vd_swap_list(set, successes, failures, &o, &x->swaps, ROWS) == asked);
}

static void check_equal(const vd_pair *p, const vd_pair *q) {
  for (int i = 0; i < 2; i++) assert_true(p->s[i] == q->s[i] && p->f[i] == q->f[i]);
  for (int i = 0; i < 3; i++) assert_true(p->ss[i] == q->ss[i] && p->ff[i] == q->ff[i]);
  assert_true(p->sf00 == q->sf00 && p->sf01 == q->sf01);
  assert_true(p->sf10 == q->sf10 && p->sf11 == q->sf11);
}

/* Two classifiers change places in the profiles that `changes` has, and rows are counted
 * again. */
static rows exchanged(const rows *r, const vd_set *set, const double *changes, int a,
                      int b) {
  rows out = *r;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    if (changes[f] == 0) continue;
    for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
      ptrdiff_t row = vd_set_profile_pattern(set, f, e);
      out.label[row + (1 + a) * ROWS] = r->label[row + (1 + b) * ROWS];
      out.label[row + (1 + b) * ROWS] = r->label[row + (1 + a) * ROWS];
    }
  }
  return out;
}

/* Moving a cluster is the same as exchanging its labels and counting again. */
static void a_step_exchanges_one_cluster(void **state) {
  (void)state;
  for (int clustered = 0; clustered < 2; clustered++) {
    rows r;
    rows_draw(&r, 31);
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    listed x;
    list_of(&set, 2, VD_TP, VD_FP, &x);
    assert_true(x.swaps.n_swaps > 3);
    for (ptrdiff_t i = 0; i < x.swaps.n_swaps; i++) {
      double one[ROWS] = {0};
      one[x.swap[i].profile] = 1;
      rows changed = exchanged(&r, &set, one, 0, 1);
      vd_set after = clustered ? rows_clustered(&changed) : rows_independent(&changed);
      vd_pair moved = pair_of_class(&set, 2, 0, 1),
              counted = pair_of_class(&after, 2, 0, 1);
      vd_swap_move(&moved, vd_swap_step(&x.swaps, i, 0, 1), 1);
      check_equal(&moved, &counted);
    }
  }
}

/* The sums by classifier give every pair what counting its exchanged rows again gives,
 * with the same changes for all. */
static void sums_by_classifier_move_every_pair(void **state) {
  (void)state;
  static const int metric[5][3] = {{2, VD_TP, VD_FP},
                                   {2, VD_TN, VD_FN},
                                   {3, VD_TP, VD_FN},
                                   {1, VD_TN, VD_FP},
                                   {VD_CORRECT, VD_TP, VD_FN}};
  double sums[CLASSIFIERS * (5 + CLASSIFIERS)], changes[ROWS], one[ROWS];
  for (int i = 0; i < ROWS; i++) one[i] = 1;
  for (int trial = 0; trial < 40; trial++) {
    rows r;
    rows_draw(&r, 35 + (unsigned)trial);
    vd_set set = trial % 2 ? rows_clustered(&r) : rows_independent(&r);
    const int *of = metric[trial % 5];
    vd_stream stream = vd_stream_make(35, trial);
    listed x;
    list_of(&set, of[0], of[1], of[2], &x);
    vd_swap_changes(one, set.n_profiles, &stream, changes);
    assert_true(vd_swap_width(&x.swaps) * sizeof *sums <= sizeof sums);
    vd_swap_sums(&x.swaps, changes, sums);
    for (int a = 0; a < CLASSIFIERS; a++) {
      for (int b = 0; b < CLASSIFIERS; b++) {
        if (a == b) continue;
        rows changed = exchanged(&r, &set, changes, a, b);
        vd_set after = trial % 2 ? rows_clustered(&changed) : rows_independent(&changed);
        vd_pair moved = pair_of(&set, of[0], a, b, of[1], of[2]),
                counted = pair_of(&after, of[0], a, b, of[1], of[2]);
        vd_swap_apply(&x.swaps, sums, 0, a, b, &moved);
        check_equal(&moved, &counted);
      }
    }
  }
}

/* Exchanging everything exchanges the classifiers. */
static void all_steps_exchange_the_classifiers(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 32);
  vd_set set = rows_clustered(&r);
  listed x;
  list_of(&set, 3, VD_TP, VD_FP, &x);
  vd_pair p = pair_of_class(&set, 3, 0, 1), other = pair_of_class(&set, 3, 1, 0);
  for (ptrdiff_t i = x.first[0]; i >= 0; i = x.swap[i].next) {
    vd_swap_move(&p, vd_swap_step(&x.swaps, i, 0, 1), 1);
  }
  check_equal(&p, &other);
}

/* Three discordant rows of each kind in McNemar's table: the exact test. */
static void enumeration_of_a_matched_table_is_the_sign_test(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 33);
  for (int i = 0; i < ROWS; i++) {
    int truth = rows_label(&r, i, 0), wrong = truth % CLASSES + 1;
    r.label[i + ROWS] = i < 7 ? truth : wrong;
    r.label[i + 2 * ROWS] = i < 7 ? wrong : i < 9 ? truth : wrong;
  }
  vd_set set = rows_independent(&r);
  double combinations, log_p;
  listed x;
  list_of(&set, VD_CORRECT, VD_TP, VD_FN, &x);
  vd_pair p = {{7, 2}, {53, 58}, {7, 0, 2}, {53, 51, 58}, 0, 7, 2, 0};
  vd_request q = {.test = VD_TEST_MCNEMAR};
  double p_value =
      vd_swap_exact(&set, &x.swaps, 0, 0, 1, &p, q, 100, &combinations, &log_p);
  assert_true(combinations == 10);
  check_close(p_value, 2 * (1 + 9 + 36) / 512.0, 1e-12);
  q.alternative = VD_ALTERNATIVE_GREATER;
  check_close(vd_swap_exact(&set, &x.swaps, 0, 0, 1, &p, q, 100, &combinations, &log_p),
              46 / 512.0, 1e-12);
  q.alternative = VD_ALTERNATIVE_LESS;
  check_close(vd_swap_exact(&set, &x.swaps, 0, 0, 1, &p, q, 100, &combinations, &log_p),
              (512 - 10) / 512.0, 1e-12);
  assert_true(
      isnan(vd_swap_exact(&set, &x.swaps, 0, 0, 1, &p, q, 9, &combinations, &log_p)));
}

/* Changes of places by step and by twins give the same margins. */
static void changes_by_step_and_by_twins_agree(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 34);
  vd_set set = rows_clustered(&r);
  double changes[CLUSTERS], count[2 * ROWS], weight[2 * CLUSTERS],
      start[2 * CLUSTERS + 1];
  double within[2 * ROWS], multiplicity[2 * CLUSTERS];
  int label[2 * ROWS * (1 + CLASSIFIERS)], pattern[2 * ROWS];
  double one[CLUSTERS];
  for (int f = 0; f < CLUSTERS; f++) one[f] = 1;
  vd_stream stream = vd_stream_make(34, 1);
  vd_swap_changes(one, CLUSTERS, &stream, changes);
  for (int f = 0; f < CLUSTERS; f++) assert_true(changes[f] == 0 || changes[f] == 1);
  for (int i = 0; i < ROWS; i++) {
    for (int t = 0; t < 2; t++) {
      int at = i + t * ROWS;
      label[at] = rows_label(&r, i, 0);
      label[at + 2 * ROWS] = rows_label(&r, i, 1 + t);
      label[at + 4 * ROWS] = rows_label(&r, i, 2 - t);
      label[at + 6 * ROWS] = rows_label(&r, i, 3);
      pattern[at] = set.pattern[i] + t * ROWS;
      within[at] = set.within[i];
    }
  }
  for (int f = 0; f <= 2 * CLUSTERS; f++) {
    start[f] = set.start[f % CLUSTERS] + (f >= CLUSTERS) * (double)ROWS;
  }
  start[2 * CLUSTERS] = 2 * ROWS;
  for (int f = 0; f < 2 * CLUSTERS; f++) multiplicity[f] = f < CLUSTERS;
  vd_set twins = {.n_classes = CLASSES,
                  .n_classifiers = CLASSIFIERS,
                  .n_patterns = 2 * ROWS,
                  .label = label,
                  .count = count,
                  .n_profiles = 2 * CLUSTERS,
                  .start = start,
                  .pattern = pattern,
                  .within = within,
                  .multiplicity = multiplicity};
  vd_swap_twins(&twins, changes, weight, count);
  twins.multiplicity = weight;
  listed x;
  list_of(&set, 2, VD_TP, VD_FP, &x);
  double sums[CLASSIFIERS * (5 + CLASSIFIERS)];
  vd_pair p = pair_of_class(&set, 2, 0, 1), counted = pair_of_class(&twins, 2, 0, 1);
  vd_swap_sums(&x.swaps, changes, sums);
  vd_swap_apply(&x.swaps, sums, 0, 0, 1, &p);
  check_equal(&p, &counted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_exchanges_one_cluster),
      cmocka_unit_test(sums_by_classifier_move_every_pair),
      cmocka_unit_test(all_steps_exchange_the_classifiers),
      cmocka_unit_test(changes_by_step_and_by_twins_agree),
      cmocka_unit_test(enumeration_of_a_matched_table_is_the_sign_test),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
