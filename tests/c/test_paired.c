#include "check.h"
#include "scores/paired.h"

static const double e1[] = {.04, .01, .03, .01, .06};
static const double halves[] = {.03, .02, .02, .00, .03, .04, .01, .04, .03, .01};

static vd_scores_request asked(vd_alternative alternative) {
  return (vd_scores_request){0, .05, alternative};
}

/* R's t.test(); correctR 0.3.1 for the corrected one. */
static void the_t_tests_are_their_peers(void **state) {
  (void)state;
  vd_scores_result x = vd_scores_t(e1, 5, .9, 0, asked(VD_ALTERNATIVE_TWO_SIDED));
  check_close(x.statistic, 3.16227766016838, 1e-12);
  check_close(exp(x.log_p), .0341094231674097, 1e-10);
  check_close(x.low, .0036603290074475, 1e-9);
  check_close(x.effect, .03 / sqrt(.00045), 1e-12);
  x = vd_scores_t(e1, 5, .9, .25, asked(VD_ALTERNATIVE_TWO_SIDED));
  check_close(x.statistic, 2.108185, 1e-6);
  check_close(exp(x.log_p), .102700, 1e-5);
  x = vd_scores_t(e1, 5, .9, 0, asked(VD_ALTERNATIVE_GREATER));
  check_close(exp(x.log_p), .0341094231674097 / 2, 1e-10);
  assert_true(x.high == INFINITY && x.low > 0);
  x = vd_scores_t(e1, 5, .9, 0, asked(VD_ALTERNATIVE_LESS));
  check_close(exp(x.log_p), 1 - .0341094231674097 / 2, 1e-10);
  assert_true(x.low == -INFINITY && x.high > .03);
}

/* mlxtend */
static void the_5x2_tests_are_their_peers(void **state) {
  (void)state;
  vd_scores_result x = vd_scores_5x2_t(halves, .5, asked(VD_ALTERNATIVE_TWO_SIDED));
  check_close(x.statistic, 2.176429, 1e-6);
  check_close(exp(x.log_p), .081479, 1e-5);
  x = vd_scores_5x2_f(halves, .5, asked(VD_ALTERNATIVE_TWO_SIDED));
  check_close(x.statistic, 3.631579, 1e-6);
  check_close(exp(x.log_p), .083661, 1e-5);
  assert_true(x.low < 0 && x.high > 0);
}

static void an_interval_of_f_may_be_empty(void **state) {
  (void)state;
  double d[10];
  for (int i = 0; i < 10; i++) d[i] = (i / 2 % 2 ? -.1 : .1) + .001 * (i % 2);
  vd_scores_result x = vd_scores_5x2_f(d, 1, asked(VD_ALTERNATIVE_TWO_SIDED));
  assert_true(x.status == VD_STATUS_NO_LIMITS && isnan(x.low) && x.log_p < log(.05));
}

/* A mean of clusters of one is a mean; one cluster has no variance. */
static void clusters_of_one_are_students(void **state) {
  (void)state;
  int each[] = {3, 1, 5, 2, 4}, one[] = {1, 1, 1, 1, 1}, two[] = {1, 1, 2, 2, 2};
  double work[10];
  vd_scores_request q = asked(VD_ALTERNATIVE_TWO_SIDED);
  vd_scores_result x = vd_scores_cluster_t(e1, each, 5, 5, .9, q, work);
  vd_scores_result t = vd_scores_t(e1, 5, .9, 0, q);
  check_close(x.log_p, t.log_p, 1e-12);
  check_close(x.dof, 4, 1e-12);
  x = vd_scores_cluster_t(e1, one, 5, 1, .9, q, work);
  assert_int_equal(x.status, VD_STATUS_ONE_CLUSTER);
  double level[] = {.02, .04, .02, .03, .04};
  x = vd_scores_cluster_t(level, two, 5, 2, .9, q, work);
  assert_int_equal(x.status, VD_STATUS_ZERO_VARIANCE);
  double same[] = {0, 0, 0, 0, 0};
  x = vd_scores_cluster_t(same, two, 5, 2, .9, q, work);
  assert_int_equal(x.status, VD_STATUS_EQUAL_SCORES);
}

/* R's t.test(var.equal = TRUE), and Cohen's d of effectsize 0.8.3 */
static void unpaired_scores_have_cohens_d(void **state) {
  (void)state;
  const double x[] = {.81, .77, .92, .65, .70, .88, .74, .83},
               y[] = {.79, .77, .89, .66, .66, .83, .74, .77}, flat[] = {1, 1, 1};
  vd_scores_request q = asked(VD_ALTERNATIVE_TWO_SIDED);
  check_close(vd_scores_unpaired_t(x, y, 8, .92, q).effect, .279983, 1e-5);
  assert_int_equal(vd_scores_unpaired_t(x, y, 1, .92, q).status, VD_STATUS_FEW_UNITS);
  assert_int_equal(vd_scores_unpaired_t(flat, flat, 3, 1, q).status,
                   VD_STATUS_ZERO_VARIANCE);
}

static void degenerate_differences_have_a_status(void **state) {
  (void)state;
  vd_scores_request q = asked(VD_ALTERNATIVE_TWO_SIDED);
  double zero[10] = {0}, constant[10], pairs[10];
  for (int i = 0; i < 10; i++) {
    constant[i] = .1;
    pairs[i] = i / 2 / 10.;
  }
  vd_scores_result x = vd_scores_t(zero, 5, .9, 0, q);
  assert_true(x.status == VD_STATUS_EQUAL_SCORES && x.log_p == 0 && x.low == 0);
  assert_int_equal(vd_scores_t(constant, 5, .9, 0, q).status, VD_STATUS_ZERO_VARIANCE);
  assert_int_equal(vd_scores_t(constant, 1, .9, 0, q).status, VD_STATUS_FEW_UNITS);
  assert_int_equal(vd_scores_t(constant, 0, .9, 0, q).status, VD_STATUS_FEW_UNITS);
  assert_int_equal(vd_scores_5x2_t(zero, .9, q).status, VD_STATUS_EQUAL_SCORES);
  assert_int_equal(vd_scores_5x2_f(pairs, .9, q).status, VD_STATUS_ZERO_VARIANCE);
  assert_int_equal(vd_scores_sign(zero, 5, .9, 0, q).status, VD_STATUS_EQUAL_SCORES);
  assert_int_equal(vd_scores_flip(zero, 5, .9, 99, q, NULL).status,
                   VD_STATUS_EQUAL_SCORES);
  assert_true(isnan(vd_scores_flip(constant, 1, .9, 99, q, NULL).effect));
}

/* R's binom.test(), order statistics. */
static void the_sign_test_has_order_statistics(void **state) {
  (void)state;
  double d[12];
  for (int i = 0; i < 12; i++) d[i] = 12 - i;
  vd_scores_result x = vd_scores_sign(d, 12, 12, 0, asked(VD_ALTERNATIVE_TWO_SIDED));
  assert_true(x.low == 3 && x.high == 10 && x.estimate == 6.5 && x.effect == 1);
  check_close(exp(x.log_p), 2 / 4096., 1e-12);
  x = vd_scores_sign(d, 12, 12, 0, asked(VD_ALTERNATIVE_LESS));
  assert_true(x.low == -INFINITY && x.high == 10);
  check_close(exp(x.log_p), 1, 1e-12);
  x = vd_scores_sign(d, 12, 12, 0, asked(VD_ALTERNATIVE_GREATER));
  assert_true(x.low == 3 && x.high == INFINITY);
  double few[] = {1, 2};
  x = vd_scores_sign(few, 2, 2, 0, asked(VD_ALTERNATIVE_TWO_SIDED));
  assert_true(x.low == -INFINITY && x.high == INFINITY);
  /* ties are dropped for the test: the interval is widened to what it does not reject */
  double tied[] = {-1, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7};
  x = vd_scores_sign(tied, 14, 7, 0, asked(VD_ALTERNATIVE_TWO_SIDED));
  assert_true(x.low <= 0 && x.high >= 0);
}

static int heard;

static void hear(void) {
  heard++;
}

static void flips_are_all_ways_or_draws(void **state) {
  (void)state;
  vd_scores_result x =
      vd_scores_flip(e1, 5, .9, 99, asked(VD_ALTERNATIVE_TWO_SIDED), NULL);
  check_close(exp(x.log_p), .0625, 1e-12);
  check_close(
      exp(vd_scores_flip(e1, 5, .9, 99, asked(VD_ALTERNATIVE_GREATER), NULL).log_p),
      1 / 32., 1e-12);
  check_close(exp(vd_scores_flip(e1, 5, .9, 99, asked(VD_ALTERNATIVE_LESS), NULL).log_p),
              1, 1e-12);
  double many[30];
  for (int i = 0; i < 30; i++) many[i] = .1 + .01 * (i % 7);
  x = vd_scores_flip(many, 30, 1, 200, asked(VD_ALTERNATIVE_TWO_SIDED), hear);
  check_close(exp(x.log_p), 1 / 201., 1e-12);
  assert_true(heard > 0);
  vd_scores_flip(many, 30, 1, 200, asked(VD_ALTERNATIVE_TWO_SIDED), NULL);
}

static void rounding_is_relative(void **state) {
  (void)state;
  double d[] = {.9 - .8, .7 - .6}, tiny[] = {1e-320, 0};
  vd_scores_round(d, 2, .9);
  assert_true(d[0] == d[1]);
  vd_scores_round(tiny, 2, 1e-320);
  assert_true(tiny[0] == 1e-320);
  vd_scores_round(tiny, 2, 0);
  double large[] = {10, -1e-298};
  vd_scores_round(large, 2, 2e-298);
  assert_true(large[0] == 10 && large[1] == -1e-298);
}

/* By exact sums: autocovariances 2, -.8, -.6 of 1 2 3 4 5 put as 3 5 1 4 2. */
static void time_order_adds_autocovariances(void **state) {
  (void)state;
  const double d[] = {3, 5, 1, 4, 2};
  vd_scores_request q = asked(VD_ALTERNATIVE_TWO_SIDED);
  vd_scores_result x = vd_scores_diebold_mariano(d, 5, 5, 1, 0, q);
  check_close(x.statistic, 3 / sqrt(2. / 5) * sqrt(4. / 5), 1e-12);
  check_close(x.dof, 4, 0);
  check_close(x.effect, 3 / sqrt(2.5), 1e-12);
  double g1 = (0 * 2 + 2 * -2 - 2 * 1 + 1 * -1) / 5.;
  x = vd_scores_diebold_mariano(d, 5, 5, 2, 1, q);
  check_close(x.std_error, sqrt((2 + g1) / 5 / ((6 - 4 + 2. / 5) / 5)), 1e-12);
  x = vd_scores_diebold_mariano(d, 5, 5, 2, 0, q);
  assert_int_equal(x.status, VD_STATUS_NEGATIVE_VARIANCE);
  check_close(x.estimate, 3, 0);
  assert_int_equal(vd_scores_diebold_mariano(d, 5, 5, 5, 1, q).status,
                   VD_STATUS_FEW_UNITS);
  assert_int_equal(vd_scores_diebold_mariano(d, 1, 5, 1, 0, q).status,
                   VD_STATUS_FEW_UNITS);
  const double same[] = {0, 0, 0};
  assert_int_equal(vd_scores_diebold_mariano(same, 3, 5, 1, 0, q).status,
                   VD_STATUS_EQUAL_SCORES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_t_tests_are_their_peers),
      cmocka_unit_test(the_5x2_tests_are_their_peers),
      cmocka_unit_test(an_interval_of_f_may_be_empty),
      cmocka_unit_test(time_order_adds_autocovariances),
      cmocka_unit_test(clusters_of_one_are_students),
      cmocka_unit_test(unpaired_scores_have_cohens_d),
      cmocka_unit_test(degenerate_differences_have_a_status),
      cmocka_unit_test(the_sign_test_has_order_statistics),
      cmocka_unit_test(flips_are_all_ways_or_draws),
      cmocka_unit_test(rounding_is_relative),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
