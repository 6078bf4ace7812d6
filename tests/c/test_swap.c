#include "check.h"
#include "rows.h"
#include "test/swap.h"

enum { DIM = 2 * CLASSIFIERS + 2 };

static vd_pair pair_of_class(const vd_set *set, int class, int a, int b) {
  int selected[1] = {class}, iwork[64];
  double sum[DIM], cross[DIM * DIM], work[DIM], totals[2] = {0, 0};
  vd_moments m = {.sum = sum, .cross = cross};
  vd_moments_clear(&m, 1, CLASSIFIERS);
  vd_moments_add(set, 0, set->n_profiles, selected, 1, &m, totals, work, iwork);
  vd_moments_finish(&m, 1, totals);
  return vd_pair_make(&m, a, b, VD_TP, VD_FP);
}

static ptrdiff_t swaps_of_class(const vd_set *set, int class, vd_swap *swap) {
  int selected[1] = {class}, iwork[64];
  double work[DIM];
  vd_outcomes o = vd_outcomes_make(set, selected, 1, work, iwork);
  ptrdiff_t asked = vd_swap_list(set, 0, 1, VD_TP, VD_FP, &o, NULL, 0);
  assert_true(vd_swap_list(set, 0, 1, VD_TP, VD_FP, &o, swap, ROWS) == asked);
  return asked;
}

static void check_equal(const vd_pair *p, const vd_pair *q) {
  for (int i = 0; i < 2; i++) assert_true(p->s[i] == q->s[i] && p->f[i] == q->f[i]);
  for (int i = 0; i < 3; i++) assert_true(p->ss[i] == q->ss[i] && p->ff[i] == q->ff[i]);
  assert_true(p->sf00 == q->sf00 && p->sf01 == q->sf01);
  assert_true(p->sf10 == q->sf10 && p->sf11 == q->sf11);
}

/* Moving a cluster is the same as exchanging its labels and counting again. */
static void a_step_exchanges_one_cluster(void **state) {
  (void)state;
  for (int clustered = 0; clustered < 2; clustered++) {
    rows r;
    rows_draw(&r, 31);
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    vd_swap swap[ROWS];
    ptrdiff_t n = swaps_of_class(&set, 2, swap);
    assert_true(n > 3);
    for (ptrdiff_t i = 0; i < n; i++) {
      rows changed = r;
      for (ptrdiff_t e = 0; e < vd_set_profile_size(&set, swap[i].profile); e++) {
        ptrdiff_t row = vd_set_profile_pattern(&set, swap[i].profile, e);
        changed.label[row + ROWS] = r.label[row + 2 * ROWS];
        changed.label[row + 2 * ROWS] = r.label[row + ROWS];
      }
      vd_set after = clustered ? rows_clustered(&changed) : rows_independent(&changed);
      vd_pair moved = pair_of_class(&set, 2, 0, 1),
              counted = pair_of_class(&after, 2, 0, 1);
      vd_swap_move(&moved, swap[i].step, 1);
      check_equal(&moved, &counted);
    }
  }
}

/* Exchanging everything exchanges the classifiers. */
static void all_steps_exchange_the_classifiers(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 32);
  vd_set set = rows_clustered(&r);
  vd_swap swap[ROWS];
  ptrdiff_t n = swaps_of_class(&set, 3, swap);
  vd_pair p = pair_of_class(&set, 3, 0, 1), other = pair_of_class(&set, 3, 1, 0);
  for (ptrdiff_t i = 0; i < n; i++) vd_swap_move(&p, swap[i].step, 1);
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
  int selected[1] = {VD_CORRECT}, iwork[64];
  double work[DIM], combinations;
  vd_outcomes o = vd_outcomes_make(&set, selected, 1, work, iwork);
  vd_swap swap[ROWS];
  ptrdiff_t n = vd_swap_list(&set, 0, 1, VD_TP, VD_FN, &o, swap, ROWS);
  assert_int_equal(n, 9);
  vd_pair p = {{7, 2}, {53, 58}, {7, 0, 2}, {53, 51, 58}, 0, 7, 2, 0};
  vd_request q = {.test = VD_TEST_MCNEMAR};
  double p_value = vd_swap_exact(&set, swap, n, 0, &p, q, 100, &combinations);
  assert_true(combinations == 10);
  check_close(p_value, 2 * (1 + 9 + 36) / 512.0, 1e-12);
  q.alternative = VD_ALTERNATIVE_GREATER;
  check_close(vd_swap_exact(&set, swap, n, 0, &p, q, 100, &combinations), 46 / 512.0,
              1e-12);
  q.alternative = VD_ALTERNATIVE_LESS;
  check_close(vd_swap_exact(&set, swap, n, 0, &p, q, 100, &combinations),
              (512 - 10) / 512.0, 1e-12);
  assert_true(isnan(vd_swap_exact(&set, swap, n, 0, &p, q, 9, &combinations)));
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
  vd_swap_changes(&set, changes);
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
  vd_swap swap[ROWS];
  ptrdiff_t n = swaps_of_class(&set, 2, swap);
  vd_pair p = pair_of_class(&set, 2, 0, 1), counted = pair_of_class(&twins, 2, 0, 1);
  vd_swap_apply(swap, n, changes, &p);
  check_equal(&p, &counted);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_exchanges_one_cluster),
      cmocka_unit_test(all_steps_exchange_the_classifiers),
      cmocka_unit_test(changes_by_step_and_by_twins_agree),
      cmocka_unit_test(enumeration_of_a_matched_table_is_the_sign_test),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
