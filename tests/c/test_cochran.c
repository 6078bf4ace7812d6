#include "check.h"
#include "test/cochran.h"
#include "rows.h"

#include <Rmath.h>
#include <stdlib.h>

static double cell[100000];
static ptrdiff_t choice[1000];

/* The share of all arrangements with a spread of at least `observed`: each undecided row
 * in turn takes each of its choices. */
static double enumerate(int C, const int *left, int n, double *sums, double observed) {
  if (n == 0) return vd_cochran_spread(C, sums) >= observed;
  double beyond = 0, found = 0;
  for (int set = 0; set < 1 << C; set++) {
    int members = 0;
    for (int c = 0; c < C; c++) members += set >> c & 1;
    if (members != left[0]) continue;
    for (int c = 0; c < C; c++) sums[c] += set >> c & 1;
    beyond += enumerate(C, left + 1, n - 1, sums, observed);
    for (int c = 0; c < C; c++) sums[c] -= set >> c & 1;
    found++;
  }
  return beyond / found;
}

static void exact_is_complete_enumeration(void **state) {
  (void)state;
  const struct {
    int C;
    double rows[6];
  } cases[] = {{3, {9, 4, 3, 5}},
               {3, {0, 6, 0, 0}},
               {4, {1, 2, 1, 2, 0}},
               {5, {0, 1, 1, 1, 1, 2}}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    int C = cases[i].C, left[10], n = 0;
    for (int successes = 1; successes < C; successes++) {
      for (int row = 0; row < cases[i].rows[successes]; row++) left[n++] = successes;
    }
    for (double observed = 0; observed < 60; observed += 3) {
      double sums[5] = {0};
      double log_p = vd_cochran_exact(C, cases[i].rows, observed, cell, choice);
      check_close(exp(log_p), enumerate(C, left, n, sums, observed), 1e-12);
    }
  }
}

static void two_classifiers_are_mcnemar(void **state) {
  (void)state;
  const double rows[3] = {50, 22, 70};
  double log_p = vd_cochran_exact(2, rows, 10 * 10, NULL, NULL);
  check_close(exp(log_p), 0.05248, 1e-4); /* 6 and 16 */
  check_close(log_p, log(2) + pbinom(6, 22, 0.5, 1, 1), 1e-14);
  const double many[3] = {0, 4010, 0};
  log_p = vd_cochran_exact(2, many, 3990.0 * 3990, NULL, NULL);
  check_close(log_p, log(2) + pbinom(10, 4010, 0.5, 1, 1), 1e-14);
}

static void cost_grows_with_what_is_undecided(void **state) {
  (void)state;
  const double unanimous[4] = {1e9, 0, 0, 1e9}, few[4] = {0, 4, 3, 0};
  assert_true(vd_cochran_cost(3, unanimous).steps == 0);
  assert_true(vd_cochran_cost(3, few).cells == 64);
  assert_true(vd_cochran_cost(3, few).choices == 3);
  assert_true(vd_cochran_cost(3, few).steps == 7 * 3 * 64);
}

/* Means over draws: each sum is the rows by their share, and the spread's expectation is
 * C sum var(G) - var(sum G) = C sum_rows n (C - n) / C. */
static void draws_have_the_right_moments(void **state) {
  (void)state;
  enum { C = 4, DRAWS = 20000 };
  const double rows[C + 1] = {100, 30, 20, 50, 7};
  double work[2 * C + 1], sums[C] = {0}, spread = 0, squares = 0;
  set_seed(1, 2);
  for (int i = 0; i < DRAWS; i++) {
    double one = vd_cochran_draw(C, rows, work);
    for (int c = 0; c < C; c++) sums[c] += work[C + 1 + c];
    spread += one;
    squares += one * one;
  }
  double expected = 30 * 3 + 20 * 4 + 50 * 3, mean = spread / DRAWS;
  double error = sqrt((squares / DRAWS - mean * mean) / DRAWS);
  assert_true(fabs(mean - expected) < 4 * error);
  for (int c = 0; c < C; c++) {
    assert_true(fabs(sums[c] / DRAWS - (30 + 40 + 150) / 4.0) < 0.2);
  }
}

static void rows_are_counted_by_their_successes(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 21);
  vd_set set = rows_independent(&r);
  const int class = 2;
  double *work = malloc(sizeof(double) * vd_outcomes_work(&set, 1));
  int *iwork = malloc(sizeof(int) * vd_outcomes_iwork(&set, 1));
  vd_outcomes o = vd_outcomes_make(&set, &class, 1, work, iwork);
  double found[CLASSIFIERS + 1] = {0}, sums[CLASSIFIERS] = {0};
  double expected[CLASSIFIERS + 1] = {0}, by_classifier[CLASSIFIERS] = {0};
  vd_cochran_rows(&set, 0, 20, &o, VD_TN, VD_FP, found, sums); /* in chunks */
  vd_cochran_rows(&set, 20, ROWS, &o, VD_TN, VD_FP, found, sums);
  for (int i = 0; i < ROWS; i++) {
    int n = 0;
    if (rows_label(&r, i, 0) == class) continue;
    for (int c = 0; c < CLASSIFIERS; c++) {
      int success = rows_label(&r, i, 1 + c) != class;
      n += success;
      by_classifier[c] += success;
    }
    expected[n]++;
  }
  /* Nobody calls it the class: unanimous, and not looked at. */
  assert_true(found[CLASSIFIERS] == 0 && expected[CLASSIFIERS] > 0);
  for (int n = 0; n < CLASSIFIERS; n++) assert_true(found[n] == expected[n]);
  for (int c = 0; c < CLASSIFIERS; c++) {
    assert_true(sums[c] == by_classifier[c] - expected[CLASSIFIERS]);
  }
  free(work);
  free(iwork);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_is_complete_enumeration),
      cmocka_unit_test(two_classifiers_are_mcnemar),
      cmocka_unit_test(cost_grows_with_what_is_undecided),
      cmocka_unit_test(draws_have_the_right_moments),
      cmocka_unit_test(rows_are_counted_by_their_successes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
