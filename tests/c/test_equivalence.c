#include "check.h"
#include "pairs.h"
#include "test/equivalence.h"

static vd_pair any_pair(unsigned *state, int predicted) {
  unsigned size = 2 + pairs_next(state, 30);
  double x[6];
  for (int i = 0; i < 6; i++)
    x[i] = pairs_next(state, 4) == 0 ? 0 : pairs_next(state, size);
  return predicted ? pairs_predictive(x, x + 3) : pairs_matched(x[0], x[1], x[2], x[3]);
}

static const double levels[] = {0.2, 0.1, 0.05, 0.01};
static const double normal[] = {1.2815515655446004, 1.6448536269514722, 1.959963984540054,
                                2.5758293035489004};

/* Whether the value is outside the interval just when the test rejects at half of the
 * level; a tie may go either way. */
static int agrees(const vd_pair *p, vd_request q, double value, int at) {
  q.quantile = normal[at];
  vd_ci_result ci = vd_compare_interval(p, q, VD_STATUS_NEVER_PREDICTED);
  vd_sides found = vd_equivalence_pair(p, q, value);
  double limit = log(levels[at] / 2);
  if (isnan(ci.low)) return 1;
  int low = ci.low > value, high = ci.high < value;
  int tie = fabs(found.log_above - limit) < 1e-8 || fabs(found.log_below - limit) < 1e-8;
  return tie || (low == (found.log_above < limit) && high == (found.log_below < limit));
}

static void must_agree(const vd_pair *p, vd_request q, double value, int at) {
  if (agrees(p, q, value, at)) return;
  fail_msg("value %g, s %g %g f %g %g both %g %g; test %d measure %d ci %d", value,
           p->s[0], p->s[1], p->f[0], p->f[1], p->ss[1], p->ff[1], q.test, q.measure,
           q.ci);
}

static double any_value(unsigned *state, vd_measure measure) {
  double u = (1 + pairs_next(state, 998)) / 1000.0;
  return measure == VD_MEASURE_DIFFERENCE ? 2 * u - 1 : u / (1 - u);
}

static void tests_decide_as_intervals(void **state) {
  (void)state;
  static const vd_request asked[] = {
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_DIFFERENCE, .ci = VD_CI_TANGO},
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_RATIO, .ci = VD_CI_TANG},
      {.test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_SCORE},
      {.test = VD_TEST_MCNEMAR_CC, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_SCORE},
      {.test = VD_TEST_EXACT, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_EXACT},
      {.test = VD_TEST_MIDP, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_MIDP},
      {.test = VD_TEST_WALD, .measure = VD_MEASURE_DIFFERENCE, .ci = VD_CI_WALD},
      {.test = VD_TEST_WALD, .measure = VD_MEASURE_RATIO, .ci = VD_CI_WALD},
      {.test = VD_TEST_WALD, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_WALD},
  };
  unsigned seed = 3;
  for (int i = 0; i < 90000; i++) {
    vd_pair p = any_pair(&seed, 0);
    vd_request q = asked[i % 9];
    must_agree(&p, q, any_value(&seed, q.measure), i / 9 % 4);
  }
}

static void score_tests_decide_as_intervals(void **state) {
  (void)state;
  unsigned seed = 5;
  int odd = 0;
  for (int i = 0; i < 100000; i++) {
    vd_pair p = any_pair(&seed, 1);
    vd_request q = {.measure = (vd_measure)(i / 2 % 3), .ci = VD_CI_SCORE};
    double value = any_value(&seed, q.measure);
    q.test = VD_TEST_WGS;
    if (i % 2) must_agree(&p, q, value, i / 6 % 4);
    q.test = VD_TEST_GS;
    if (i % 2 == 0) odd += !agrees(&p, q, value, i / 6 % 4);
  }
  /* With a handful of rows the statistic of GS need not fall in the value: the caller
   * looks. */
  assert_true(odd < 200);
}

/* Tango (1998): Z = 1.709, p = 0.044 that 43/44 is not less than 44/44 by more than 0.1.
 */
static void published(void **state) {
  (void)state;
  vd_pair p = pairs_matched(43, 0, 1, 0);
  vd_request q = {.test = VD_TEST_MCNEMAR, .ci = VD_CI_TANGO};
  vd_sides found = vd_equivalence_pair(&p, q, -0.1);
  assert_true(fabs(exp(found.log_above) - 0.0437658) < 1e-7);
  check_close(exp(found.log_above) + exp(found.log_below), 1, 1e-14);
}

/* McNemar's test for clusters is GS of the same denominators. */
static void clusters_as_gs(void **state) {
  (void)state;
  vd_pair p = pairs_predictive((double[]){20, 6, 9}, (double[]){14, 3, 0});
  p.f[0] = p.f[1] = 20;
  p.ff[0] = p.ff[2] = 30;
  p.s[0] = p.s[1] = 26;
  vd_request q = {
      .test = VD_TEST_MCNEMAR, .ci = VD_CI_SCORE, .clustered = 1, .quantile = 2};
  vd_sides found = vd_equivalence_pair(&p, q, 0.1);
  q.test = VD_TEST_GS;
  vd_sides same = vd_equivalence_pair(&p, q, 0.1);
  check_close(found.log_above, same.log_above, 1e-15);
  check_close(found.log_below, same.log_below, 1e-15);
}

static void without_a_test(void **state) {
  (void)state;
  vd_pair none = pairs_matched(0, 0, 0, 0), same = pairs_matched(5, 0, 0, 3);
  vd_pair alike = pairs_predictive((double[]){5, 0, 0}, (double[]){3, 0, 0});
  vd_request q = {.test = VD_TEST_MCNEMAR, .ci = VD_CI_TANGO};
  assert_true(isnan(vd_equivalence_pair(&none, q, 0.1).log_above));
  q.ci = VD_CI_NEWCOMBE;
  assert_true(isnan(vd_equivalence_pair(&same, q, 0.1).log_above));
  q.ci = VD_CI_WALD;
  assert_true(isnan(vd_equivalence_pair(&same, q, 0.1).log_below));
  q = (vd_request){
      .test = VD_TEST_EXACT, .measure = VD_MEASURE_ODDS_RATIO, .ci = VD_CI_EXACT};
  assert_true(isnan(vd_equivalence_pair(&same, q, 2).log_below));
  q = (vd_request){.test = VD_TEST_WGS, .ci = VD_CI_SCORE};
  assert_true(isnan(vd_equivalence_pair(&alike, q, 0.1).log_above));
  q = (vd_request){
      .test = VD_TEST_MCNEMAR, .measure = VD_MEASURE_RATIO, .ci = VD_CI_TANG};
  vd_pair never = pairs_matched(0, 0, 0, 9);
  assert_true(isnan(vd_equivalence_pair(&never, q, 2).log_above));
}

static void estimates(void **state) {
  (void)state;
  double theta[] = {0.5, 0.4};
  vd_request q = {.measure = VD_MEASURE_RATIO, .alternative = VD_ALTERNATIVE_LESS};
  vd_sides found = vd_equivalence_estimates(theta, 0.0025, 0, 0.0016, q, 1.25);
  check_close(found.log_above, log(0.5), 1e-12);
  found = vd_equivalence_estimates(theta, 0.0025, 0, 0.0016, q, 1);
  check_close(found.log_above, log(0.0572985223395746), 1e-12);
  found = vd_equivalence_estimates(theta, NAN, NAN, NAN, q, 1);
  assert_true(isnan(found.log_below));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tests_decide_as_intervals),
      cmocka_unit_test(score_tests_decide_as_intervals),
      cmocka_unit_test(published),
      cmocka_unit_test(clusters_as_gs),
      cmocka_unit_test(without_a_test),
      cmocka_unit_test(estimates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
