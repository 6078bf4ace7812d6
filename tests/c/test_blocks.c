#include "blocks.h"
#include "check.h"
#include "scores/blocks.h"
#include "scores/kruskal.h"

#include <Rmath.h>
#include <stdlib.h>

static double place[10];

static vd_blocks run(vd_blocks_method method, ptrdiff_t n, int k, const double *x,
                     int higher, double inflation) {
  double *work = malloc(sizeof(double) * vd_blocks_work(n, k));
  ptrdiff_t *order = malloc(sizeof(ptrdiff_t) * (size_t)(n * k));
  vd_blocks found =
      vd_blocks_test(method, n, k, x, higher, inflation, place, work, order);
  free(work);
  free(order);
  return found;
}

static void check_test(vd_blocks found, double statistic, double df1, double df2,
                       double p) {
  assert_int_equal(found.test.status, VD_STATUS_OK);
  check_close(found.test.statistic, statistic, 1e-6);
  check_close(found.test.df1, df1, 1e-4);
  if (isnan(df2))
    assert_true(isnan(found.test.df2));
  else
    check_close(found.test.df2, df2, 1e-4);
  check_close(exp(found.test.log_p), p, 1e-3);
}

/* friedman.test(), quade.test(), kruskal.test() of R 4.2.2; PMCMRplus 1.9.10 */
static void data_sets(void **state) {
  (void)state;
  vd_blocks found = run(VD_BLOCKS_FRIEDMAN, 6, 3, datasets, 1, 1);
  check_test(found, 8.434783, 2, NAN, .014737);
  check_close(found.untied, 8.083333, 1e-6);
  check_close(found.scatter.se, sqrt(3 * 4 / 36.0), 1e-14);
  check_test(run(VD_BLOCKS_IMAN, 6, 3, datasets, 1, 1), 11.829268, 2, 10, .002315);
  check_test(run(VD_BLOCKS_QUADE, 6, 3, datasets, 1, 1), 9.193548, 2, 10, .005425);
  check_test(run(VD_BLOCKS_ALIGNED, 6, 3, datasets, 1, 1), 8.622974, 2, NAN, .013414);
  check_test(run(VD_BLOCKS_KRUSKAL, 6, 3, datasets, 1, 1), .554348, 2, NAN, .7579);
  check_test(run(VD_BLOCKS_SKILLINGS_MACK, 6, 3, datasets, 1, 1), 8.434783, 2, NAN,
             .014737);
}

/* Errors 1 - s have the same statistics as scores s. */
static void direction_does_not_matter(void **state) {
  (void)state;
  double errors[18];
  for (int i = 0; i < 18; i++) errors[i] = 1 - datasets[i];
  for (int method = 0; method <= VD_BLOCKS_HUYNH; method++) {
    vd_blocks scores = run((vd_blocks_method)method, 6, 3, datasets, 1, 1);
    double first = place[0];
    vd_blocks other = run((vd_blocks_method)method, 6, 3, errors, 0, 1);
    check_close(other.test.log_p, scores.test.log_p, 1e-9);
    check_close(place[0], method < VD_BLOCKS_ANOVA ? first : 1 - first, 1e-12);
  }
}

/* aov(), anova.mlm() of R 4.2.2 */
static void folds_as_blocks(void **state) {
  (void)state;
  check_test(run(VD_BLOCKS_ANOVA, 4, 3, folds, 1, 1), 1.396694, 2, 9, .29629);
  vd_blocks found = run(VD_BLOCKS_BLOCKED, 4, 3, folds, 1, 1);
  check_test(found, 13, 2, 6, .006592);
  check_close(found.scatter.se, sqrt(2 * .000108333333 / 4), 1e-6);
  check_test(run(VD_BLOCKS_GREENHOUSE, 4, 3, folds, 1, 1), 13, 2 * .5571, 6 * .5571,
             .029927);
  check_test(run(VD_BLOCKS_HUYNH, 4, 3, folds, 1, 1), 13, 1.30303, 3.909091, .021532);
  vd_blocks overlap = run(VD_BLOCKS_BLOCKED, 4, 3, folds, 1, 1 + 4 / 3.0);
  check_close(overlap.test.statistic, 13 / (1 + 4 / 3.0), 1e-12);
  vd_blocks few = run(VD_BLOCKS_GREENHOUSE, 2, 3, datasets, 1, 1);
  assert_int_equal(few.test.status, VD_STATUS_FEW_UNITS);
  assert_true(isnan(few.test.log_p));
}

/* Skillings.Mack 1.10 on a table without ties and with two missing scores. */
static void missing_scores(void **state) {
  (void)state;
  const double x[] = {.81, .70, .90, .66, NAN, .79, .72, .88,
                      .60, .75, .84, NAN, .93, .68, .80}; /* 5 x 3 */
  vd_blocks found = run(VD_BLOCKS_SKILLINGS_MACK, 5, 3, x, 1, 1);
  check_test(found, 5.964230485, 2, NAN, .05068550827);
  check_close(place[0], 2, 1e-14);
  const double apart[] = {1, 2, NAN, NAN, 2, 3, NAN, NAN, NAN, NAN, 1, 2, NAN, NAN, 2, 1};
  found = run(VD_BLOCKS_SKILLINGS_MACK, 4, 4, apart, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_NOT_LINKED);
  const double alone[] = {1, NAN, NAN, 2};
  found = run(VD_BLOCKS_SKILLINGS_MACK, 2, 2, alone, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_ALL_TIED);
}

static void nothing_to_tell_apart(void **state) {
  (void)state;
  const double same[] = {.5, .6, .7, .5, .6, .7, .5, .6, .7};
  for (int method = 0; method < VD_BLOCKS_KRUSKAL; method++) {
    vd_blocks found = run((vd_blocks_method)method, 3, 3, same, 1, 1);
    assert_int_equal(found.test.status, VD_STATUS_ALL_TIED);
    assert_true(found.test.log_p == 0 && found.test.statistic == 0);
  }
  assert_int_equal(run(VD_BLOCKS_IMAN, 3, 3, same, 1, 1).scatter.status,
                   VD_STATUS_ALL_TIED);
  assert_int_equal(run(VD_BLOCKS_QUADE, 3, 3, same, 1, 1).scatter.status,
                   VD_STATUS_ALL_TIED);
  vd_blocks found = run(VD_BLOCKS_BLOCKED, 3, 3, same, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_EQUAL_SCORES);
  assert_true(found.test.log_p == 0);
  const double equal[] = {.5, .5, .5, .5};
  found = run(VD_BLOCKS_KRUSKAL, 2, 2, equal, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_ALL_TIED);
  assert_int_equal(found.scatter.status, VD_STATUS_ALL_TIED);
  const double shifted[] = {.5, .6, .7, .8, .9, 1};
  found = run(VD_BLOCKS_BLOCKED, 3, 2, shifted, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_ZERO_VARIANCE);
  assert_true(isnan(found.test.log_p));
}

/* All rows rank alike: p = (1/k!)^(n - 1), with a tie of two half as many orders. */
static void perfect_agreement(void **state) {
  (void)state;
  const double x[] = {3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1};
  vd_blocks found = run(VD_BLOCKS_IMAN, 4, 3, x, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_AGREEMENT);
  assert_int_equal(found.scatter.status, VD_STATUS_AGREEMENT);
  check_close(found.test.log_p, -3 * log(6), 1e-14);
  assert_true(found.test.statistic == INFINITY);
  found = run(VD_BLOCKS_QUADE, 4, 3, x, 1, 1);
  assert_int_equal(found.test.status, VD_STATUS_AGREEMENT);
  assert_int_equal(found.scatter.status, VD_STATUS_AGREEMENT);
  const double tied[] = {2, 2, 2, 2, 1, 1};
  check_close(run(VD_BLOCKS_IMAN, 2, 3, tied, 1, 1).test.log_p, -log(3), 1e-14);
}

static void one_block(void **state) {
  (void)state;
  const double x[] = {3, 2, 1};
  const vd_blocks_method methods[] = {VD_BLOCKS_FRIEDMAN, VD_BLOCKS_IMAN, VD_BLOCKS_QUADE,
                                      VD_BLOCKS_ALIGNED};
  for (int i = 0; i < 4; i++) {
    vd_blocks found = run(methods[i], 1, 3, x, 1, 1);
    assert_int_equal(found.test.status, VD_STATUS_FEW_UNITS);
    assert_true(found.test.log_p == 0);
  }
  assert_int_equal(run(VD_BLOCKS_IMAN, 1, 3, x, 1, 1).scatter.status,
                   VD_STATUS_FEW_UNITS);
  assert_int_equal(run(VD_BLOCKS_BLOCKED, 1, 3, x, 1, 1).scatter.status,
                   VD_STATUS_FEW_UNITS);
}

/* PMCMRplus kwAllPairsConoverTest, on the data sets */
static void conover_after_kruskal(void **state) {
  (void)state;
  double mean[3], count[3], work[54];
  ptrdiff_t order[18];
  vd_kruskal found = vd_kruskal_test(6, 3, datasets, 1, mean, count, work, order);
  double se = vd_kruskal_se(&found, 3, 6, 6, 1);
  double t = fabs(mean[1] - mean[2]) / se;
  check_close(2 * pt(t, 15, 0, 0), .495701, 1e-5);
  vd_blocks block = run(VD_BLOCKS_KRUSKAL_CONOVER, 6, 3, datasets, 1, 1);
  check_close(block.scatter.se, se, 1e-14);
  assert_true(block.scatter.dof == 15 && block.scatter.status == VD_STATUS_OK);
  const double apart[] = {1, 1, 2, 2, 3, 3}, tied[] = {1, 1, 1, 1, 1, 1};
  block = run(VD_BLOCKS_KRUSKAL_CONOVER, 2, 3, apart, 1, 1);
  assert_true(block.scatter.se == 0 && block.scatter.status == VD_STATUS_ZERO_VARIANCE);
  block = run(VD_BLOCKS_KRUSKAL_CONOVER, 2, 3, tied, 1, 1);
  assert_true(block.scatter.status == VD_STATUS_ALL_TIED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(data_sets),
      cmocka_unit_test(direction_does_not_matter),
      cmocka_unit_test(folds_as_blocks),
      cmocka_unit_test(missing_scores),
      cmocka_unit_test(nothing_to_tell_apart),
      cmocka_unit_test(perfect_agreement),
      cmocka_unit_test(one_block),
      cmocka_unit_test(conover_after_kruskal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
