#include "check.h"
#include "pairs.h"
#include "test/compare.h"
#include "test/score_interval.h"

static vd_pair any_predictive(unsigned *state) {
  unsigned size = 2 + pairs_next(state, 30);
  double x[6];
  for (int i = 0; i < 6; i++)
    x[i] = pairs_next(state, 4) == 0 ? 0 : pairs_next(state, size);
  return pairs_predictive(x, x + 3);
}

static vd_pair any_matched(unsigned *state) {
  unsigned size = 2 + pairs_next(state, 30);
  double x[4];
  for (int i = 0; i < 4; i++)
    x[i] = pairs_next(state, 4) == 0 ? 0 : pairs_next(state, size);
  return pairs_matched(x[0], x[1], x[2], x[3]);
}

static const double levels[] = {0.5, 0.2, 0.1, 0.05, 0.01, 0.001};
static const double normal[] = {0.6744897501960817, 1.2815515655446004,
                                1.6448536269514722, 1.959963984540054,
                                2.5758293035489004, 3.2905267314919255};
/* one-sided */
static const double normal1[] = {0,
                                 0.8416212335729143,
                                 1.2815515655446004,
                                 1.6448536269514722,
                                 2.3263478740408408,
                                 3.090232306167813};

/* Excludes equality just when p < level; a tie may go either way. */
static void agree(const vd_pair *p, vd_request q, double level) {
  double null = q.measure == VD_MEASURE_DIFFERENCE ? 0 : 1;
  vd_test_result test = vd_compare_test(p, q, VD_STATUS_NEVER_PREDICTED);
  vd_ci_result ci = vd_compare_interval(p, q, VD_STATUS_NEVER_PREDICTED);
  if (isnan(test.log_p) || isnan(ci.low)) return;
  double rounding = 1e-9 * fabs(log(level));
  int excludes = ci.low > null || ci.high < null;
  if (fabs(test.log_p - log(level)) < rounding) return;
  if (excludes != (test.log_p < log(level)) || ci.low > ci.high ||
      (!isnan(ci.estimate) && q.alternative == VD_ALTERNATIVE_TWO_SIDED &&
       (ci.estimate < ci.low - 1e-12 || ci.estimate > ci.high * (1 + 1e-12) + 1e-12))) {
    fail_msg("p %g at %g, interval of %g from %.17g to %.17g; s %g %g f %g %g both %g "
             "%g; test %d measure %d ci %d",
             exp(test.log_p), level, ci.estimate, ci.low, ci.high, p->s[0], p->s[1],
             p->f[0], p->f[1], p->ss[1], p->ff[1], q.test, q.measure, q.ci);
  }
}

/* Two-sided and one-sided, at a level each. */
static void at_levels(const vd_pair *p, vd_request q, int i) {
  for (int side = 0; side < 3; side++) {
    int at = (i + 2 * side) % 6;
    q.alternative = (vd_alternative)side;
    q.quantile = side == 0 ? normal[at] : normal1[at];
    agree(p, q, levels[at]);
  }
}

static void score_intervals_decide_as_the_tests(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int i = 0; i < 100000; i++) {
    vd_pair p = any_predictive(&seed);
    vd_request q = {.test = i % 2 ? VD_TEST_GS : VD_TEST_WGS,
                    .measure = (vd_measure)(i / 2 % 3),
                    .ci = VD_CI_SCORE};
    at_levels(&p, q, i / 6);
  }
}

static void matched_intervals_decide_as_the_tests(void **state) {
  (void)state;
  static const vd_request asked[] = {
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_DIFFERENCE, .ci = VD_CI_TANGO},
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_RATIO, .ci = VD_CI_TANG},
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_SCORE},
      {.test = VD_TEST_MCNEMAR_CC, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_SCORE},
      {.test = VD_TEST_EXACT, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_EXACT},
      {.test = VD_TEST_MIDP, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_MIDP},
  };
  unsigned seed = 2;
  for (int i = 0; i < 60000; i++) {
    vd_pair p = any_matched(&seed);
    at_levels(&p, asked[i % 6], i / 6);
  }
}

static vd_ci_result odds(vd_ci ci, vd_test test, double b, double c) {
  vd_pair p = pairs_matched(20, b, c, 30);
  vd_request q = {.test = test,
                  .measure = VD_MEASURE_ODDS_RATIO,
                  .ci = ci,
                  .quantile = 1.959963984540054};
  return vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
}

/* Fagerland, Lydersen & Laake (2017), chapter 8: 6 and 16 discordant rows. */
static void conditional_odds_ratio(void **state) {
  (void)state;
  static const struct {
    vd_ci ci;
    vd_test test;
    double low, high;
  } printed[] = {{VD_CI_EXACT, VD_TEST_EXACT, .1202, 1.0089},
                 {VD_CI_MIDP, VD_TEST_MIDP, .1347, .9354},
                 {VD_CI_SCORE, VD_TEST_MCNEMAR, .1514, .9287}};
  for (int i = 0; i < 3; i++) {
    vd_ci_result found = odds(printed[i].ci, printed[i].test, 6, 16);
    check_close(found.estimate, .375, 1e-15);
    assert_true(fabs(found.low - printed[i].low) < 6e-5);
    assert_true(fabs(found.high - printed[i].high) < 6e-5);
  }
  vd_ci_result all = odds(VD_CI_EXACT, VD_TEST_EXACT, 5, 0);
  assert_true(isinf(all.estimate) && isinf(all.high) && isnan(all.std_error));
  check_close(all.low, pow(0.025, 0.2) / (1 - pow(0.025, 0.2)), 1e-9);
  assert_true(odds(VD_CI_MIDP, VD_TEST_MIDP, 0, 0).status == VD_STATUS_NO_DISCORDANT);
}

/* Slope along the hypothesis of the likelihood of 7 of 10 and 8 of 20. */
static double likelihood_slope(double p0, double p1, double turn0, double turn1) {
  return turn0 * (7 / p0 - 3 / (1 - p0)) + turn1 * (8 / p1 - 12 / (1 - p1));
}

/* Where it is 0: p0 = p1 + value, or p0 = value p1. */
static double most_likely(double value, int difference) {
  double lo = difference ? fmax(0, -value) : 0;
  double hi = difference ? fmin(1, 1 - value) : fmin(1, 1 / value);
  for (int i = 0; i < 200; i++) {
    double p1 = (lo + hi) / 2, p0 = difference ? p1 + value : value * p1;
    double slope = likelihood_slope(p0, p1, difference ? 1 : value, 1);
    if (slope > 0)
      lo = p1;
    else
      hi = p1;
  }
  return lo;
}

/* Without shared rows, at precisions 7/10 and 8/20: the limits solve the equation of two
 * independent proportions, at the most likely ones that the hypothesis allows. */
static void limits_solve_the_equation(void **state) {
  (void)state;
  vd_pair p = pairs_predictive((double[]){0, 7, 8}, (double[]){0, 3, 12});
  for (int difference = 0; difference < 2; difference++) {
    vd_request q = {.test = VD_TEST_WGS,
                    .measure = difference ? VD_MEASURE_DIFFERENCE : VD_MEASURE_RATIO,
                    .ci = VD_CI_SCORE,
                    .quantile = 1.959963984540054};
    vd_ci_result found = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
    for (int i = 0; i < 2; i++) {
      double value = i ? found.high : found.low, p1 = most_likely(value, difference);
      double p0 = difference ? p1 + value : value * p1, w = difference ? 1 : value;
      double gap = difference ? 0.7 - 0.4 - value : 0.7 - value * 0.4;
      double z = gap / sqrt(p0 * (1 - p0) / 10 + w * w * p1 * (1 - p1) / 20);
      check_close(z, i ? -q.quantile : q.quantile, 1e-7);
    }
  }
}

static void undefined_as_the_test(void **state) {
  (void)state;
  vd_request q = {.test = VD_TEST_WGS,
                  .measure = VD_MEASURE_RATIO,
                  .ci = VD_CI_SCORE,
                  .quantile = 1.959963984540054};
  vd_pair same = pairs_predictive((double[]){5, 0, 0}, (double[]){3, 0, 0});
  vd_pair sure = pairs_predictive((double[]){5, 1, 2}, (double[]){0, 0, 0});
  vd_pair none = pairs_predictive((double[]){0, 0, 4}, (double[]){1, 2, 2});
  vd_ci_result found = vd_compare_interval(&same, q, VD_STATUS_NEVER_PREDICTED);
  assert_true(found.status == VD_STATUS_IDENTICAL && isnan(found.low));
  found = vd_compare_interval(&sure, q, VD_STATUS_NEVER_PREDICTED);
  assert_true(found.status == VD_STATUS_BOTH_BOUNDARY && isnan(found.high));
  found = vd_compare_interval(&none, q, VD_STATUS_NEVER_PREDICTED);
  assert_true(found.status == VD_STATUS_OK && found.estimate == 0 && found.low == 0);
  assert_true(found.high > 0 && isfinite(found.high) && isnan(found.std_error));
}

/* Three rows that only the classifier calls, all of the class, and three that only the
 * reference does, all of the rest. At a difference of 1 - e, e / 2 of the rest on either
 * side, each row is off by e / 2: z = e / sqrt(6 (e / 6)^2), which is sqrt(6) at any e.
 * So it is for each odds ratio, and WGS has no such trouble. */
static void one_point_is_no_interval(void **state) {
  (void)state;
  vd_pair p = pairs_predictive((double[]){0, 3, 0}, (double[]){0, 0, 3});
  vd_pair n = pairs_predictive((double[]){0, 0, 3}, (double[]){0, 3, 0});
  for (int measure = 0; measure < 3; measure++) {
    vd_request q = {.test = VD_TEST_GS,
                    .measure = (vd_measure)measure,
                    .ci = VD_CI_SCORE,
                    .quantile = 1.959963984540054};
    if (q.measure != VD_MEASURE_RATIO) {
      vd_ci_result one = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
      assert_true(one.status == VD_STATUS_ONE_POINT && isnan(one.low) && isnan(one.high));
      one = vd_compare_interval(&n, q, VD_STATUS_NEVER_PREDICTED);
      assert_true(one.status == VD_STATUS_ONE_POINT && isnan(one.low) && isnan(one.high));
      double inside = q.measure == VD_MEASURE_DIFFERENCE ? 0.75 : 4;
      check_close(vd_score_statistic(&p, q, inside), sqrt(6), 1e-12);
    }
    q.quantile = 2.5; /* above the square root of 6 */
    vd_ci_result all = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
    assert_true(all.status == VD_STATUS_OK && all.high > all.low);
    q.quantile = 1.959963984540054;
    q.test = VD_TEST_WGS;
    vd_ci_result wgs = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
    assert_true(wgs.status == VD_STATUS_OK && wgs.low < 1000 && wgs.high > wgs.low);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(score_intervals_decide_as_the_tests),
      cmocka_unit_test(matched_intervals_decide_as_the_tests),
      cmocka_unit_test(conditional_odds_ratio),
      cmocka_unit_test(limits_solve_the_equation),
      cmocka_unit_test(undefined_as_the_test),
      cmocka_unit_test(one_point_is_no_interval),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
