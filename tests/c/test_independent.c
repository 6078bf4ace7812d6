#include "check.h"
#include "test/barnard.h"
#include "test/independent.h"

static const double z95 = 1.959963984540054;

static vd_independent table(double s0, double n0, double s1, double n1) {
  return (vd_independent){{s0, s1}, {n0 - s0, n1 - s1}};
}

static double barnard(vd_independent x, vd_alternative alternative) {
  double room[200];
  vd_barnard region;
  assert_true(vd_barnard_room(&x) <= 200);
  vd_barnard_region(&x, alternative, room, &region);
  return exp(vd_barnard_log_p(&region, NULL));
}

/* Newcombe (1998), table II, method 10. */
static void newcombe_is_his(void **state) {
  (void)state;
  vd_independent x = table(56, 70, 48, 80);
  vd_independent_question q = {VD_INDEPENDENT_CI_NEWCOMBE, VD_MEASURE_DIFFERENCE,
                               VD_ALTERNATIVE_TWO_SIDED, z95};
  double low, high;
  vd_independent_limits(&x, q, &low, &high);
  assert_true(fabs(low - .0524) < 5e-5 && fabs(high - .3339) < 5e-5);
}

/* ratesci 1.1.1, scoreci(56, 70, 48, 80): see tests/testthat/fixtures. */
static void score_limits_are_ratescis(void **state) {
  (void)state;
  const double expected[2][3][2] = {
      {{.052829713, .338172940}, {1.07904712, 1.67214536}, {0, 0}},
      {{.053333849, .337729464}, {1.07982151, 1.67080558}, {0, 0}}};
  vd_independent x = table(56, 70, 48, 80);
  for (int ci = 0; ci < 2; ci++) {
    for (int measure = 0; measure < 2; measure++) {
      vd_independent_question q = {(vd_independent_ci)ci, (vd_measure)measure,
                                   VD_ALTERNATIVE_TWO_SIDED, z95};
      double low, high;
      vd_independent_limits(&x, q, &low, &high);
      check_close(low, expected[ci][measure][0], 1e-7);
      check_close(high, expected[ci][measure][1], 1e-7);
    }
  }
}

static void one_sided_limits_end_at_the_range(void **state) {
  (void)state;
  vd_independent x = table(5, 10, 0, 20);
  double low, high;
  for (int measure = 0; measure < 3; measure++) {
    vd_independent_question q = {VD_INDEPENDENT_CI_MN, (vd_measure)measure,
                                 VD_ALTERNATIVE_GREATER, z95};
    vd_independent_limits(&x, q, &low, &high);
    assert_true(low > (measure == 0 ? 0 : 1) && high == (measure == 0 ? 1 : INFINITY));
    q.alternative = VD_ALTERNATIVE_LESS;
    vd_independent_limits(&x, q, &low, &high);
    assert_true(low == (measure == 0 ? -1 : 0));
  }
}

/* fisher.test() in R for 7/34 and 1/34; beyond doubles the tail is 1 / choose(6000,
 * 3000). */
static void fisher_is_rs(void **state) {
  (void)state;
  vd_independent x = table(7, 34, 1, 34);
  check_close(exp(vd_independent_fisher(&x, VD_ALTERNATIVE_TWO_SIDED)), 0.0544001305,
              1e-8);
  x = table(3000, 3000, 0, 3000);
  double far = -lgamma(6001) + 2 * lgamma(3001);
  check_close(vd_independent_fisher(&x, VD_ALTERNATIVE_GREATER), far, 1e-10);
  x = table(3, 3, 5, 5);
  assert_true(vd_independent_fisher(&x, VD_ALTERNATIVE_TWO_SIDED) == 0);
}

/* contingencytables 3.1.1: 0.02811. One table is extreme in 1/1 against 0/1: p (1 - p).
 */
static void barnard_is_the_largest(void **state) {
  (void)state;
  assert_true(fabs(barnard(table(7, 34, 1, 34), VD_ALTERNATIVE_TWO_SIDED) - .02811) <
              5e-6);
  check_close(barnard(table(1, 1, 0, 1), VD_ALTERNATIVE_GREATER), 0.25, 1e-12);
  check_close(barnard(table(1, 1, 0, 1), VD_ALTERNATIVE_TWO_SIDED), 0.5, 1e-12);
  check_close(barnard(table(0, 1, 1, 1), VD_ALTERNATIVE_LESS), 0.25, 1e-12);
  check_close(barnard(table(3, 3, 0, 1), VD_ALTERNATIVE_GREATER),
              barnard(table(0, 1, 3, 3), VD_ALTERNATIVE_LESS), 1e-12);
  assert_true(barnard(table(2, 2, 3, 3), VD_ALTERNATIVE_TWO_SIDED) == 1);
}

static void no_variance_is_nan(void **state) {
  (void)state;
  vd_independent x = table(0, 4, 0, 6);
  assert_true(isnan(vd_independent_z(&x, VD_INDEPENDENT_SCORE)));
  vd_independent_question q = {VD_INDEPENDENT_CI_MN, VD_MEASURE_RATIO,
                               VD_ALTERNATIVE_TWO_SIDED, z95};
  double low, high;
  vd_independent_limits(&x, q, &low, &high);
  assert_true(low == 0 && high == INFINITY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(newcombe_is_his),
      cmocka_unit_test(score_limits_are_ratescis),
      cmocka_unit_test(one_sided_limits_end_at_the_range),
      cmocka_unit_test(fisher_is_rs),
      cmocka_unit_test(barnard_is_the_largest),
      cmocka_unit_test(no_variance_is_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
