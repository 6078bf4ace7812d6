#include "check.h"
#include "test/power.h"

#include <Rmath.h>
#include <stdlib.h>

static double *doubles(double n) {
  return (double *)malloc((size_t)n * sizeof(double));
}

static double power(vd_test test, vd_alternative alternative, double alpha, double n,
                    double only_first, double only_second) {
  vd_power_rule rule = {test, alternative, log(alpha)};
  double lo, hi, discordant = only_first + only_second;
  vd_power_range(n, discordant, &lo, &hi);
  double *given = doubles(hi - lo + 1);
  vd_power_least(rule, lo, hi, given);
  vd_power_given(alternative, only_first / discordant, lo, hi, given, given);
  double found = vd_power_discordant(n, discordant, lo, given);
  free(given);
  return found;
}

/* The peer: powerPaired2x2() of exact2x2 1.7.0, which enumerates. */
static void follows_exact2x2(void **state) {
  (void)state;
  const vd_alternative two = VD_ALTERNATIVE_TWO_SIDED, greater = VD_ALTERNATIVE_GREATER;
  check_close(power(VD_TEST_EXACT, two, .05, 100, .2, .08), .5558844704, 1e-9);
  check_close(power(VD_TEST_MIDP, two, .05, 100, .2, .08), .6197115176, 1e-9);
  check_close(power(VD_TEST_SIGN, greater, .05, 100, .2, .08), .6917598027, 1e-9);
  check_close(power(VD_TEST_EXACT, greater, .05, 60, .15, .05), .4304745561, 1e-9);
  check_close(power(VD_TEST_MIDP, greater, .05, 60, .15, .05), .5315420297, 1e-9);
  check_close(power(VD_TEST_EXACT, two, .05, 30, .3, .7), .5888159631, 1e-9);
  check_close(power(VD_TEST_EXACT, two, .05, 1000, .12, .08), .7916433514, 1e-9);
}

/* The rejection region of every test, enumerated from its p-value for every x. */
static void regions_are_those_of_the_p_values(void **state) {
  (void)state;
  const vd_test tests[] = {VD_TEST_EXACT, VD_TEST_MIDP, VD_TEST_SIGN};
  const double alphas[] = {1e-6, 0.01, 0.05, 0.0625, 0.4, 0.9};
  double least[81];
  for (int t = 0; t < 3; t++) {
    for (int a = 0; a < 6; a++) {
      for (int two = 0; two < 2; two++) {
        vd_alternative alternative =
            two ? VD_ALTERNATIVE_TWO_SIDED : VD_ALTERNATIVE_GREATER;
        vd_power_rule rule = {tests[t], alternative, log(alphas[a])};
        vd_power_least(rule, 0, 80, least);
        for (int k = 0; k <= 80; k++) {
          for (int x = two ? (k + 1) / 2 : 0; x <= k; x++) {
            double log_p = tests[t] == VD_TEST_MIDP ? vd_log_p_sign_mid(x, k, alternative)
                                                    : vd_log_p_sign(x, k, alternative);
            assert_int_equal(x >= least[k], exp(log_p) <= alphas[a] * (1 + 1e-11));
          }
        }
      }
    }
  }
}

/* (2x - k)^2 / k against the 0.95 quantile of chi-squared, 3.841459 in any table. */
static void asymptotic_regions(void **state) {
  (void)state;
  double least[201];
  for (int corrected = 0; corrected < 2; corrected++) {
    vd_power_rule rule = {corrected ? VD_TEST_MCNEMAR_CC : VD_TEST_MCNEMAR,
                          VD_ALTERNATIVE_TWO_SIDED, log(0.05)};
    vd_power_least(rule, 0, 200, least);
    assert_true(least[0] == 1); /* no discordant row: never */
    for (int k = 1; k <= 200; k++) {
      for (int x = (k + 1) / 2; x <= k; x++) {
        double gap = fmax(2 * x - k - corrected, 0);
        assert_int_equal(x >= least[k], gap * gap / k >= 3.841458820694124);
      }
    }
  }
}

/* Sturm's simulation, exactly: one system guesses among K classes, the other is right in
 * a share r more. METHODS-PAIRED 13.4; fractions. */
static double sturm(double n, double r, double K) {
  double g = r + (1 - r) / K;
  return power(VD_TEST_SIGN, VD_ALTERNATIVE_GREATER, 0.05, n, g * (1 - 1 / K),
               (1 - g) / K);
}

static void sturms_curve(void **state) {
  (void)state;
  assert_true(fabs(sturm(100, 0, 10) - .0318) < 5e-5);
  assert_true(fabs(sturm(300, 0, 10) - .0381) < 5e-5);
  assert_true(fabs(sturm(1000, 0, 10) - .0430) < 5e-5);
  assert_true(fabs(sturm(300, .05, 10) - .466546) < 5e-7);
  assert_true(fabs(sturm(750, .03, 10) - .469242) < 5e-7);
  double largest = 0;
  for (double n = 10; n <= 2000; n += 10) largest = fmax(largest, sturm(n, 0, 10));
  assert_true(fabs(largest - .0447) < 5e-5);
  assert_true(sturm(329, .05, 10) < 0.5 && sturm(330, .05, 10) >= 0.5);
  assert_true(sturm(817, .03, 10) < 0.5 && sturm(818, .03, 10) >= 0.5);
}

/* A stronger rival has the power of `less`; nothing to reject with, and everything. */
static void mirrored_and_extreme(void **state) {
  (void)state;
  for (int test = VD_TEST_MCNEMAR; test <= VD_TEST_SIGN; test++) {
    check_close(power((vd_test)test, VD_ALTERNATIVE_LESS, 0.05, 60, .05, .15),
                power((vd_test)test, VD_ALTERNATIVE_GREATER, 0.05, 60, .15, .05), 1e-13);
  }
  assert_true(power(VD_TEST_EXACT, VD_ALTERNATIVE_TWO_SIDED, 0.05, 5, .5, .5) == 0);
  check_close(power(VD_TEST_EXACT, VD_ALTERNATIVE_GREATER, 0.05, 5, 1, 0), 1, 1e-15);
  check_close(power(VD_TEST_EXACT, VD_ALTERNATIVE_TWO_SIDED, 0.05, 6, .5, .5), 2.0 / 64,
              1e-13);
  check_close(power(VD_TEST_EXACT, VD_ALTERNATIVE_TWO_SIDED, 0.99, 3, 0, 1), 1, 1e-15);
}

/* Paired1 of DTComPair: diseased 319, 22, 78, 32; the others 31, 22, 53, 155 (both, only
 * the first, only the second, neither), with the values of pv.gs() and pv.wgs(). */
static void cells_make_a_pair(void **state) {
  (void)state;
  const double cell[VD_POWER_CELLS] = {319, 78, 22, 32, 31, 53, 22, 155};
  vd_pair p = vd_power_pair(cell, vd_metric_successes(VD_METRIC_PRECISION),
                            vd_metric_failures(VD_METRIC_PRECISION));
  vd_request gs = {.test = VD_TEST_GS}, wgs = {.test = VD_TEST_WGS};
  check_close(vd_compare_test(&p, gs, VD_STATUS_NO_ROWS).statistic, 5.711241, 1e-6);
  check_close(vd_compare_test(&p, wgs, VD_STATUS_NO_ROWS).statistic, 5.465887, 1e-6);
  p = vd_power_pair(cell, vd_metric_successes(VD_METRIC_NPV),
                    vd_metric_failures(VD_METRIC_NPV));
  check_close(vd_compare_test(&p, gs, VD_STATUS_NO_ROWS).statistic, 17.78567, 1e-6);
  p = vd_power_pair(cell, vd_metric_successes(VD_METRIC_RECALL),
                    vd_metric_failures(VD_METRIC_RECALL));
  vd_request mcnemar = {.test = VD_TEST_MCNEMAR};
  check_close(vd_compare_test(&p, mcnemar, VD_STATUS_ABSENT).statistic, 31.36, 1e-12);
  p = vd_power_pair(cell, vd_metric_successes(VD_METRIC_SPECIFICITY),
                    vd_metric_failures(VD_METRIC_SPECIFICITY));
  check_close(vd_compare_test(&p, mcnemar, VD_STATUS_EVERYWHERE).statistic, 12.8133,
              1e-5);
}

static void draws_add_up(void **state) {
  (void)state;
  set_seed(1, 2);
  const double some[VD_POWER_CELLS] = {0, .2, 0, .3, .1, .4, 0, 0};
  double count[VD_POWER_CELLS], sum[VD_POWER_CELLS] = {0};
  for (int t = 0; t < 4000; t++) {
    double n = 0;
    vd_power_draw(some, 50, count);
    for (int i = 0; i < VD_POWER_CELLS; i++) {
      assert_true(count[i] >= 0 && (some[i] > 0 || count[i] == 0));
      n += count[i];
      sum[i] += count[i];
    }
    assert_true(n == 50);
  }
  for (int i = 0; i < VD_POWER_CELLS; i++) { /* five standard errors */
    double se = sqrt(some[i] * (1 - some[i]) / 200000);
    assert_true(fabs(sum[i] / 200000 - some[i]) <= 5 * se);
  }
}

/* Simulated against exact, five standard errors; where both are wrong always there is
 * nothing to test. */
static void simulation_meets_the_exact_power(void **state) {
  (void)state;
  set_seed(3, 4);
  const double cell[VD_POWER_CELLS] = {.5, .2, .08, .22};
  const vd_test tests[] = {VD_TEST_MCNEMAR, VD_TEST_MCNEMAR_CC, VD_TEST_EXACT,
                           VD_TEST_MIDP};
  vd_power_test asked[5];
  double rejected[5] = {0}, undefined[5] = {0};
  for (int i = 0; i < 4; i++) {
    asked[i] = (vd_power_test){{.test = tests[i]}, VD_METRIC_RECALL};
  }
  asked[4] = (vd_power_test){{.test = VD_TEST_GS}, VD_METRIC_SPECIFICITY};
  vd_power_simulate(cell, 100, 20000, asked, 5, log(0.05), rejected, undefined);
  for (int i = 0; i < 4; i++) {
    double exact = power(tests[i], VD_ALTERNATIVE_TWO_SIDED, 0.05, 100, .2, .08);
    assert_true(fabs(rejected[i] / 20000 - exact) <
                5 * sqrt(exact * (1 - exact) / 20000));
    assert_true(undefined[i] == 0);
  }
  assert_true(rejected[4] == 0 && undefined[4] == 20000);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(follows_exact2x2),
      cmocka_unit_test(regions_are_those_of_the_p_values),
      cmocka_unit_test(asymptotic_regions),
      cmocka_unit_test(sturms_curve),
      cmocka_unit_test(mirrored_and_extreme),
      cmocka_unit_test(cells_make_a_pair),
      cmocka_unit_test(draws_add_up),
      cmocka_unit_test(simulation_meets_the_exact_power),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
