#include "check.h"
#include "test/compare.h"

/* Eight cells of one class: S11 S10 S01 S00 | R11 R10 R01 R00, first digit system 0.
 * Proportions that count `for_it` against `against`; rows are clusters. */
static vd_pair pair_of(const double x[8], int for_it, int against) {
  enum { D = 6 };
  double sum[D] = {0}, cross[D * D] = {0};
  for (int i = 0; i < 8; i++) {
    int d = i < 4, z0 = i % 4 < 2, z1 = i % 2 == 0;
    double w[D] = {d && z0, d && z1, !d && z0, !d && z1, d, 1};
    for (int r = 0; r < D; r++) {
      sum[r] += x[i] * w[r];
      for (int c = 0; c < D; c++) cross[r * D + c] += x[i] * w[r] * w[c];
    }
  }
  vd_moments m = {.n_classifiers = 2, .sum = sum, .cross = cross};
  return vd_pair_make(&m, 1, 0, for_it, against);
}

/* Paired1 of the R package DTComPair 1.2.6. */
static const double paired1[8] = {319, 78, 22, 32, 31, 53, 22, 155};

static vd_request ask(vd_test test, vd_measure measure) {
  return (vd_request){.test = test,
                      .scale = measure,
                      .measure = measure,
                      .quantile = 1.959963984540054,
                      .squared = 1};
}

static vd_test_result test_of(const vd_pair *p, vd_test test, vd_measure measure) {
  return vd_compare_test(p, ask(test, measure), VD_STATUS_NEVER_PREDICTED);
}

static vd_ci_result interval_of(const vd_pair *p, vd_measure measure, vd_ci ci) {
  vd_request q = ask(VD_TEST_WALD, measure);
  q.ci = ci;
  return vd_compare_interval(p, q, VD_STATUS_NEVER_PREDICTED);
}

static void predictive_values_of_paired1(void **state) {
  (void)state;
  vd_pair ppv = pair_of(paired1, VD_TP, VD_FP), npv = pair_of(paired1, VD_TN, VD_FN);
  check_close(test_of(&ppv, VD_TEST_GS, VD_MEASURE_RATIO).statistic, 5.711241, 1e-6);
  check_close(test_of(&ppv, VD_TEST_WGS, VD_MEASURE_RATIO).statistic, 5.465887, 1e-6);
  check_close(test_of(&npv, VD_TEST_GS, VD_MEASURE_RATIO).statistic, 17.78567, 1e-6);
  check_close(test_of(&npv, VD_TEST_WGS, VD_MEASURE_RATIO).statistic, 16.53540, 1e-6);
  check_close(test_of(&ppv, VD_TEST_WALD, VD_MEASURE_ODDS_RATIO).statistic, 5.41110,
              1e-6);
}

static void intervals_of_paired1(void **state) {
  (void)state;
  vd_pair ppv = pair_of(paired1, VD_TP, VD_FP);
  vd_ci_result odds = interval_of(&ppv, VD_MEASURE_ODDS_RATIO, VD_CI_WALD);
  check_close(odds.estimate, 1.3613, 1e-4);
  check_close(odds.std_error, .132609, 1e-5);
  check_close(odds.low, 1.0498, 1e-4);
  check_close(odds.high, 1.7654, 1e-4);
  vd_ci_result ratio = interval_of(&ppv, VD_MEASURE_RATIO, VD_CI_WALD);
  check_close(ratio.estimate, 1.048607, 1e-6);
  check_close(ratio.std_error, .0199125, 1e-5);
  check_close(ratio.low, 1.00847, 1e-5);
  check_close(ratio.high, 1.09034, 1e-5);
}

static void matched_tests_of_paired1(void **state) {
  (void)state;
  vd_pair recall = pair_of(paired1, VD_TP, VD_FN), spec = pair_of(paired1, VD_TN, VD_FP);
  check_close(test_of(&recall, VD_TEST_MCNEMAR, VD_MEASURE_DIFFERENCE).statistic, 31.36,
              1e-12);
  check_close(test_of(&spec, VD_TEST_MCNEMAR, VD_MEASURE_DIFFERENCE).statistic,
              31.0 * 31 / 75, 1e-12);
  check_close(test_of(&recall, VD_TEST_MCNEMAR_CC, VD_MEASURE_DIFFERENCE).statistic,
              30.25, 1e-12);
  check_close(interval_of(&recall, VD_MEASURE_RATIO, VD_CI_WALD).low, .81438, 1e-5);
  check_close(interval_of(&recall, VD_MEASURE_RATIO, VD_CI_WALD).high, .90594, 1e-5);
  vd_test_result exact = test_of(&recall, VD_TEST_EXACT, VD_MEASURE_DIFFERENCE);
  assert_true(exact.statistic == 22);
  check_close(exp(exact.log_p), 1.6e-8, 0.05);
}

static void naive_z_is_the_pooled_test(void **state) {
  (void)state;
  vd_pair ppv = pair_of(paired1, VD_TP, VD_FP);
  vd_test_result z = test_of(&ppv, VD_TEST_Z, VD_MEASURE_DIFFERENCE);
  check_close(fabs(z.statistic), 1.625, 1e-3);
  check_close(exp(z.log_p), .104, 5e-3);
}

static void undefined_tests_say_why(void **state) {
  (void)state;
  const struct {
    double x[8];
    vd_test test;
    vd_measure measure;
    vd_status status;
    int who;
  } cases[] = {
      {{0, 5, 0, 5, 0, 3, 0, 9},
       VD_TEST_GS,
       VD_MEASURE_RATIO,
       VD_STATUS_NEVER_PREDICTED,
       VD_WHO_CLASSIFIER},
      {{0, 0, 5, 5, 0, 0, 3, 9},
       VD_TEST_GS,
       VD_MEASURE_RATIO,
       VD_STATUS_NEVER_PREDICTED,
       VD_WHO_REFERENCE},
      {{0, 0, 0, 5, 0, 0, 0, 9},
       VD_TEST_WGS,
       VD_MEASURE_RATIO,
       VD_STATUS_NEVER_PREDICTED,
       VD_WHO_BOTH},
      {{9, 0, 0, 5, 3, 0, 0, 9},
       VD_TEST_GS,
       VD_MEASURE_RATIO,
       VD_STATUS_IDENTICAL,
       VD_WHO_BOTH},
      {{9, 0, 0, 5, 3, 0, 0, 9},
       VD_TEST_WALD,
       VD_MEASURE_RATIO,
       VD_STATUS_IDENTICAL,
       VD_WHO_BOTH},
      {{9, 1, 2, 5, 0, 0, 0, 9},
       VD_TEST_GS,
       VD_MEASURE_RATIO,
       VD_STATUS_BOTH_BOUNDARY,
       VD_WHO_BOTH},
      {{9, 1, 2, 5, 0, 0, 0, 9},
       VD_TEST_Z,
       VD_MEASURE_RATIO,
       VD_STATUS_BOTH_BOUNDARY,
       VD_WHO_BOTH},
      {{9, 1, 2, 5, 0, 0, 0, 9},
       VD_TEST_WALD,
       VD_MEASURE_DIFFERENCE,
       VD_STATUS_BOTH_BOUNDARY,
       0},
      {{9, 1, 2, 5, 0, 0, 3, 9},
       VD_TEST_WALD,
       VD_MEASURE_ODDS_RATIO,
       VD_STATUS_BOUNDARY,
       VD_WHO_REFERENCE},
      {{0, 5, 0, 5, 1, 0, 3, 9},
       VD_TEST_WALD,
       VD_MEASURE_RATIO,
       VD_STATUS_BOUNDARY,
       VD_WHO_CLASSIFIER},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    vd_pair p = pair_of(cases[i].x, VD_TP, VD_FP);
    vd_test_result found = test_of(&p, cases[i].test, cases[i].measure);
    assert_int_equal(found.status, cases[i].status);
    if (cases[i].who) assert_int_equal(found.who, cases[i].who);
    assert_true(isnan(found.log_p) && isnan(found.statistic));
  }
}

static void no_discordant_row(void **state) {
  (void)state;
  const double x[8] = {9, 0, 0, 5, 3, 0, 0, 9};
  vd_pair p = pair_of(x, VD_TP, VD_FN);
  assert_int_equal(test_of(&p, VD_TEST_MCNEMAR, VD_MEASURE_DIFFERENCE).status,
                   VD_STATUS_NO_DISCORDANT);
  const vd_test exact[] = {VD_TEST_EXACT, VD_TEST_MIDP};
  for (int i = 0; i < 2; i++) {
    vd_test_result found = test_of(&p, exact[i], VD_MEASURE_DIFFERENCE);
    assert_true(found.log_p == 0);
    assert_int_equal(found.status, VD_STATUS_NO_DISCORDANT);
  }
  vd_ci_result tango = interval_of(&p, VD_MEASURE_DIFFERENCE, VD_CI_TANGO);
  assert_true(tango.estimate == 0 && tango.std_error == 0 && tango.low == -tango.high);
}

/* Score tests stay finite where a precision is 1 and the other 0. */
static void score_tests_at_the_boundary(void **state) {
  (void)state;
  const double x[8] = {0, 4, 0, 3, 0, 0, 5, 9};
  vd_pair p = pair_of(x, VD_TP, VD_FP);
  check_close(test_of(&p, VD_TEST_WGS, VD_MEASURE_RATIO).statistic, 9, 1e-12);
  assert_true(test_of(&p, VD_TEST_GS, VD_MEASURE_RATIO).statistic > 0);
}

/* Without overlap WGS is Pearson's chi-squared of two proportions: here 2 x 2 with
 * rows 6/4 and 3/9, 22 (54 - 12)^2 / (10 * 12 * 9 * 13). */
static void wgs_without_overlap_is_pearson(void **state) {
  (void)state;
  const double x[8] = {0, 6, 3, 1, 0, 4, 9, 20};
  vd_pair p = pair_of(x, VD_TP, VD_FP);
  double pearson = 22 * (6 * 9 - 4 * 3) * (6 * 9 - 4 * 3) / (10.0 * 12 * 9 * 13);
  check_close(test_of(&p, VD_TEST_WGS, VD_MEASURE_RATIO).statistic, pearson, 1e-12);
}

static void fractions_have_no_exact_test(void **state) {
  (void)state;
  const double x[8] = {9, 1.5, 2, 5, 3, 1, 2, 9};
  vd_pair p = pair_of(x, VD_TP, VD_FN);
  assert_int_equal(test_of(&p, VD_TEST_EXACT, VD_MEASURE_DIFFERENCE).status,
                   VD_STATUS_NOT_WHOLE);
  assert_int_equal(test_of(&p, VD_TEST_MCNEMAR, VD_MEASURE_DIFFERENCE).status,
                   VD_STATUS_OK);
}

static void one_cluster_has_no_variance(void **state) {
  (void)state;
  vd_pair p = {{4, 3}, {2, 1}, {16, 12, 9}, {4, 2, 1}, 8, 4, 6, 3};
  vd_request q = ask(VD_TEST_GS, VD_MEASURE_RATIO);
  q.clustered = 1;
  vd_test_result test = vd_compare_test(&p, q, VD_STATUS_NEVER_PREDICTED);
  vd_ci_result ci = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
  assert_int_equal(test.status, VD_STATUS_ONE_CLUSTER);
  assert_int_equal(ci.status, VD_STATUS_ONE_CLUSTER);
  check_close(ci.estimate, (4 / 6.0) / (3 / 4.0), 1e-14);
}

static void one_sided_intervals_reach_the_end(void **state) {
  (void)state;
  vd_pair p = pair_of(paired1, VD_TP, VD_FP);
  vd_request q = ask(VD_TEST_WALD, VD_MEASURE_DIFFERENCE);
  q.alternative = VD_ALTERNATIVE_GREATER;
  assert_true(vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED).high == 1);
  q.alternative = VD_ALTERNATIVE_LESS;
  assert_true(vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED).low == -1);
  q.measure = VD_MEASURE_RATIO;
  assert_true(vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED).low == 0);
}

/* Cross products four times as large: only a test that the plain ones allow is done with
 * them, and none when they are no numbers. */
static void corrected_variances(void **state) {
  (void)state;
  vd_pair p = pair_of(paired1, VD_TP, VD_FP);
  double s[2] = {p.s[0], p.s[1]}, f[2] = {p.f[0], p.f[1]};
  double ss[4] = {4 * p.ss[0], 4 * p.ss[1], 4 * p.ss[1], 4 * p.ss[2]};
  double ff[4] = {4 * p.ff[0], 4 * p.ff[1], 4 * p.ff[1], 4 * p.ff[2]};
  double sf[4] = {4 * p.sf00, 4 * p.sf01, 4 * p.sf10, 4 * p.sf11};
  vd_sandwich x = {.n_classifiers = 2, .s = s, .f = f, .ss = ss, .sf = sf, .ff = ff};
  vd_request q = ask(VD_TEST_WALD, VD_MEASURE_DIFFERENCE);
  vd_comparison plain = vd_compare_pair(&p, q, VD_STATUS_NEVER_PREDICTED);
  vd_comparison found = vd_compare_correct(plain, &x, 0, 1, q, VD_STATUS_NEVER_PREDICTED);
  check_close(found.ci.std_error, 2 * plain.ci.std_error, 1e-13);
  check_close(found.test.statistic, plain.test.statistic / (q.squared ? 4 : 2), 1e-13);
  vd_comparison none = plain;
  none.test.status = none.ci.status = VD_STATUS_IDENTICAL;
  found = vd_compare_correct(none, &x, 0, 1, q, VD_STATUS_NEVER_PREDICTED);
  assert_int_equal(found.test.status, VD_STATUS_IDENTICAL);
  assert_int_equal(found.ci.status, VD_STATUS_IDENTICAL);
  for (int lone = 0; lone < 2; lone++) {
    if (lone) ss[3] = INFINITY;
    x.status = lone ? VD_STATUS_OK : VD_STATUS_FEW_CLUSTERS;
    found = vd_compare_correct(plain, &x, 0, 1, q, VD_STATUS_NEVER_PREDICTED);
    assert_int_equal(found.test.status, VD_STATUS_FEW_CLUSTERS);
    assert_int_equal(found.ci.status, VD_STATUS_FEW_CLUSTERS);
    assert_true(isnan(found.ci.low) && found.ci.estimate == plain.ci.estimate);
  }
}

/* Estimates with a covariance: the same numbers as the proportions give. */
static void estimates_agree_with_proportions(void **state) {
  (void)state;
  vd_pair p = pair_of(paired1, VD_TP, VD_FP);
  double m0 = p.s[0] + p.f[0], m1 = p.s[1] + p.f[1];
  double theta[2] = {p.s[0] / m0, p.s[1] / m1};
  double x0[2] = {p.f[0] / m0 / m0, 0}, y0[2] = {p.s[0] / m0 / m0, 0};
  double x1[2] = {0, p.f[1] / m1 / m1}, y1[2] = {0, p.s[1] / m1 / m1};
  double x[2] = {x0[0], x1[1]}, y[2] = {y0[0], y1[1]};
  double v00 = vd_pair_variance(&p, x0, y0), v11 = vd_pair_variance(&p, x1, y1);
  double v01 = (v00 + v11 - vd_pair_variance(&p, x, y)) / 2;
  for (int scale = VD_MEASURE_DIFFERENCE; scale <= VD_MEASURE_ODDS_RATIO; scale++) {
    vd_request q = ask(VD_TEST_WALD, (vd_measure)scale);
    vd_test_result test;
    vd_ci_result ci, direct = vd_compare_interval(&p, q, VD_STATUS_NEVER_PREDICTED);
    vd_compare_estimates(theta, v00, v01, v11, q, &test, &ci);
    check_close(test.statistic, test_of(&p, VD_TEST_WALD, (vd_measure)scale).statistic,
                1e-10);
    check_close(ci.estimate, direct.estimate, 1e-12);
    check_close(ci.low, direct.low, 1e-10);
    check_close(ci.high, direct.high, 1e-10);
  }
}

static void estimates_without_spread(void **state) {
  (void)state;
  vd_request q = ask(VD_TEST_WALD, VD_MEASURE_DIFFERENCE);
  vd_test_result test;
  vd_ci_result ci;
  double same[2] = {0.7, 0.7}, apart[2] = {1, 0.7}, end[2] = {1, 0};
  vd_compare_estimates(same, 0.01, 0.01, 0.01, q, &test, &ci);
  assert_int_equal(test.status, VD_STATUS_EQUAL_ESTIMATES);
  vd_compare_estimates(apart, 0, 0, 0, q, &test, &ci);
  assert_int_equal(test.status, VD_STATUS_ZERO_VARIANCE);
  vd_compare_estimates(apart, NAN, NAN, NAN, q, &test, &ci);
  assert_int_equal(test.status, VD_STATUS_ONE_CLUSTER);
  q.measure = VD_MEASURE_RATIO;
  vd_compare_estimates(end, 0.01, 0, 0.01, q, &test, &ci);
  assert_int_equal(test.status, VD_STATUS_BOUNDARY);
  assert_true(isinf(ci.estimate) && test.who == VD_WHO_REFERENCE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(predictive_values_of_paired1),
      cmocka_unit_test(intervals_of_paired1),
      cmocka_unit_test(matched_tests_of_paired1),
      cmocka_unit_test(naive_z_is_the_pooled_test),
      cmocka_unit_test(undefined_tests_say_why),
      cmocka_unit_test(no_discordant_row),
      cmocka_unit_test(score_tests_at_the_boundary),
      cmocka_unit_test(wgs_without_overlap_is_pearson),
      cmocka_unit_test(fractions_have_no_exact_test),
      cmocka_unit_test(one_cluster_has_no_variance),
      cmocka_unit_test(one_sided_intervals_reach_the_end),
      cmocka_unit_test(corrected_variances),
      cmocka_unit_test(estimates_agree_with_proportions),
      cmocka_unit_test(estimates_without_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
