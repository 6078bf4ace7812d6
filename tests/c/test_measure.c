#include "check.h"
#include "estimate/measure.h"

static const vd_measure all[3] = {VD_MEASURE_DIFFERENCE, VD_MEASURE_RATIO,
                                  VD_MEASURE_ODDS_RATIO};

static void scales_and_slopes(void **state) {
  (void)state;
  check_close(vd_measure_scale(VD_MEASURE_DIFFERENCE, 0.2), 0.2, 1e-15);
  check_close(vd_measure_scale(VD_MEASURE_RATIO, 0.2), -1.6094379124341003, 1e-15);
  check_close(vd_measure_scale(VD_MEASURE_ODDS_RATIO, 0.2), -1.3862943611198906, 1e-15);
  check_close(vd_measure_slope(VD_MEASURE_DIFFERENCE, 0.2), 1, 1e-15);
  check_close(vd_measure_slope(VD_MEASURE_RATIO, 0.2), 5, 1e-15);
  check_close(vd_measure_slope(VD_MEASURE_ODDS_RATIO, 0.2), 6.25, 1e-15);
}

static void where_they_end(void **state) {
  (void)state;
  for (int i = 0; i < 3; i++) {
    assert_int_equal(vd_measure_boundary(all[i], 0), i > 0);
    assert_int_equal(vd_measure_boundary(all[i], 0.5), 0);
    assert_int_equal(vd_measure_boundary(all[i], 1), i == 2);
    vd_pair none = {.s = {3, 0}, .f = {0, 2}};
    assert_int_equal(vd_measure_pair_boundary(all[i], &none, 0), i == 2);
    assert_int_equal(vd_measure_pair_boundary(all[i], &none, 1), i > 0);
  }
}

/* 3 of 4 against 1 of 5. */
static void of_a_pair(void **state) {
  (void)state;
  vd_pair p = {.s = {3, 1}, .f = {1, 4}};
  static const double expected[3] = {0.55, 3.75, 12};
  for (int i = 0; i < 3; i++) {
    double value = vd_measure_of_pair(all[i], &p);
    check_close(value, expected[i], 1e-14);
    check_close(vd_measure_estimate(all[i], 0.75, 0.2), expected[i], 1e-14);
    check_close(vd_measure_gap(all[i], &p), i == 0 ? value : log(value), 1e-14);
  }
  p.s[1] = 0;
  assert_true(isinf(vd_measure_of_pair(VD_MEASURE_RATIO, &p)));
  assert_true(isinf(vd_measure_estimate(VD_MEASURE_ODDS_RATIO, 1, 0.2)));
  assert_true(isnan(vd_measure_estimate(VD_MEASURE_RATIO, 0, 0)));
}

/* Of 1e12 rows the two differ on three: nothing cancels. */
static void small_gaps(void **state) {
  (void)state;
  vd_pair p = {.s = {4e11 + 3, 4e11}, .f = {6e11 - 3, 6e11}};
  check_close(vd_measure_gap(VD_MEASURE_DIFFERENCE, &p), 3e-12, 1e-14);
  check_close(vd_measure_gap(VD_MEASURE_RATIO, &p), 7.5e-12, 1e-11);
  check_close(vd_measure_gap(VD_MEASURE_ODDS_RATIO, &p), 1.25e-11, 1e-10);
}

/* The influence of a proportion on a scale: slope times (f, s) / m^2. */
static void influences(void **state) {
  (void)state;
  vd_pair p = {.s = {3, 1}, .f = {1, 4}};
  static const double theta[2] = {0.75, 0.2}, m[2] = {4, 5};
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) {
      double x, y, slope = vd_measure_slope(all[i], theta[j]);
      vd_measure_influence(all[i], &p, j, &x, &y);
      check_close(x, slope * (1 - theta[j]) / m[j], 1e-14);
      check_close(y, slope * theta[j] / m[j], 1e-14);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(scales_and_slopes), cmocka_unit_test(where_they_end),
      cmocka_unit_test(of_a_pair),         cmocka_unit_test(small_gaps),
      cmocka_unit_test(influences),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
