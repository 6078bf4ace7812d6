#include "check.h"
#include "estimate/moments.h"
#include "rows.h"

#include <string.h>

enum { DIM = 2 * CLASSIFIERS + 2, SELECTED = CLASSES + 1 };

typedef struct {
  vd_moments of[SELECTED];
  double sum[SELECTED][DIM], cross[SELECTED][DIM * DIM];
} counted;

/* Counts classes 1..K and then VD_CORRECT, in chunks of three profiles. */
static void count(const vd_set *set, counted *out) {
  int selected[SELECTED] = {1, 2, 3, 4, VD_CORRECT};
  double work[SELECTED * DIM], totals[2] = {0, 0};
  int iwork[256];
  assert_true(vd_moments_work(set, SELECTED) <= sizeof work / sizeof *work);
  assert_true(vd_moments_iwork(set, SELECTED) <= sizeof iwork / sizeof *iwork);
  for (int k = 0; k < SELECTED; k++) {
    out->of[k].sum = out->sum[k];
    out->of[k].cross = out->cross[k];
  }
  vd_moments_clear(out->of, SELECTED, CLASSIFIERS);
  for (ptrdiff_t lo = 0; lo < set->n_profiles; lo += 3) {
    ptrdiff_t hi = lo + 3 < set->n_profiles ? lo + 3 : set->n_profiles;
    vd_moments_add(set, lo, hi, selected, SELECTED, out->of, totals, work, iwork);
  }
  vd_moments_finish(out->of, SELECTED, totals);
}

typedef struct {
  int class, classifier, states;
} outcome;

/* 1 when the row is in one of the states for this class and classifier. */
static double in_states(const rows *r, int i, const void *what) {
  const outcome *o = what;
  int truth = rows_label(r, i, 0), predicted = rows_label(r, i, 1 + o->classifier);
  int d = truth == o->class, z = predicted == o->class;
  if (o->class == VD_CORRECT) d = 1, z = truth == predicted;
  int state = d ? (z ? VD_TP : VD_FN) : (z ? VD_FP : VD_TN);
  return (o->states & state) != 0;
}

static double one(const rows *r, int i, const void *what) {
  (void)r, (void)i, (void)what;
  return 1;
}

static void check_against_rows(int clustered, unsigned seed) {
  rows r;
  counted found;
  rows_draw(&r, seed);
  vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
  count(&set, &found);
  for (int k = 0; k < SELECTED; k++) {
    int class = k < CLASSES ? k + 1 : VD_CORRECT;
    for (int c = 0; c < CLASSIFIERS; c++) {
      for (int states = 1; states < 16; states++) {
        outcome first = {class, c, states};
        double rows_in = 0;
        for (int i = 0; i < ROWS; i++) rows_in += in_states(&r, i, &first);
        assert_true(vd_states_sum(&found.of[k], c, states) == rows_in);
        for (int d = 0; d < CLASSIFIERS; d++) {
          outcome second = {class, d, 16 - states};
          double expected =
              rows_cross(&r, clustered, in_states, &first, in_states, &second);
          assert_true(vd_states_cross(&found.of[k], c, states, d, 16 - states) ==
                      expected);
        }
      }
    }
    double all = rows_cross(&r, clustered, one, NULL, one, NULL);
    assert_true(found.cross[k][DIM * DIM - 1] == all);
  }
}

static void moments_are_sums_over_rows(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 5; seed++) check_against_rows(0, seed);
}

static void moments_are_sums_over_clusters(void **state) {
  (void)state;
  for (unsigned seed = 1; seed <= 5; seed++) check_against_rows(1, seed);
}

/* Weights of 0.1 leave rounding where the true count is zero. */
static void fractions_leave_no_rounding(void **state) {
  (void)state;
  rows r;
  counted found;
  rows_draw(&r, 7);
  for (int i = 0; i < ROWS; i++) {
    r.count[i] = 0.1 + i % 3 / 10.0;
    r.label[i + ROWS] = r.label[i + 2 * ROWS];
  }
  vd_set set = rows_independent(&r);
  count(&set, &found);
  for (int k = 0; k < SELECTED; k++) {
    assert_true(vd_states_cross(&found.of[k], 0, VD_TP, 1, VD_FN) == 0);
    assert_true(vd_states_cross(&found.of[k], 0, VD_TN, 1, VD_FP) == 0);
  }
}

static void a_class_not_selected_is_passed_over(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 3);
  vd_set set = rows_independent(&r);
  int selected[1] = {2}, iwork[64];
  double sum[DIM], cross[DIM * DIM], work[DIM], totals[2] = {0, 0};
  vd_moments m = {.sum = sum, .cross = cross};
  counted all;
  count(&set, &all);
  vd_moments_clear(&m, 1, CLASSIFIERS);
  vd_moments_add(&set, 0, ROWS, selected, 1, &m, totals, work, iwork);
  vd_moments_finish(&m, 1, totals);
  assert_memory_equal(sum, all.sum[1], sizeof sum);
  assert_memory_equal(cross, all.cross[1], sizeof cross);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_are_sums_over_rows),
      cmocka_unit_test(moments_are_sums_over_clusters),
      cmocka_unit_test(fractions_leave_no_rounding),
      cmocka_unit_test(a_class_not_selected_is_passed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
