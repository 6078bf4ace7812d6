#include "check.h"
#include "math/range.h"

#include <Rmath.h>

/* With two it is Student's t. */
static void two_are_student(void **state) {
  (void)state;
  const double dofs[] = {1, 2, 4.5, 30, 1000, INFINITY};
  for (size_t i = 0; i < sizeof dofs / sizeof *dofs; i++) {
    for (double q = 0.01; q < 1000; q *= 1.9) {
      double expected = M_LN2 + pt(q / M_SQRT2, dofs[i], 0, 1);
      double found = vd_log_p_range(q, 2, dofs[i]);
      assert_true(fabs(found - expected) <= 1e-11 * fmax(1, fabs(expected)));
    }
  }
}

/* Demsar (2006), table 5: q_alpha / sqrt 2. */
static void quantiles_are_published(void **state) {
  (void)state;
  const double at_05[] = {1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  const double at_10[] = {1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920};
  for (int k = 2; k <= 10; k++) {
    double q = vd_upper_range(log(0.05), k, INFINITY) / M_SQRT2;
    assert_true(fabs(q - at_05[k - 2]) < 0.0011);
    q = vd_upper_range(log(0.1), k, INFINITY) / M_SQRT2;
    assert_true(fabs(q - at_10[k - 2]) < 0.0011);
  }
  /* Tables of the studentized range: 0.05, 3 and 10 means, 10 and 20 df; 0.01, 5 and 2 df
   */
  assert_true(fabs(vd_upper_range(log(0.05), 3, 10) - 3.877) < 0.0006);
  assert_true(fabs(vd_upper_range(log(0.05), 10, 20) - 5.008) < 0.0006);
  assert_true(fabs(vd_upper_range(log(0.01), 5, 20) - 5.29) < 0.006);
}

static void quantiles_invert(void **state) {
  (void)state;
  const double dofs[] = {3, 40, INFINITY};
  for (int i = 0; i < 3; i++) {
    for (double p = 0.999; p > 1e-12; p *= 0.02) {
      double q = vd_upper_range(log(p), 7, dofs[i]);
      check_close(vd_log_p_range(q, 7, dofs[i]), log(p), 1e-9);
    }
  }
  check_close(vd_upper_range(log(0.05), 2, 9), M_SQRT2 * qt(0.025, 9, 0, 0), 1e-9);
}

/* Far out one pair alone is beyond: k (k - 1) / 2 times the tail of one. */
static void tails_have_no_end(void **state) {
  (void)state;
  double one = M_LN2 + pnorm(60 / M_SQRT2, 0, 1, 0, 1);
  check_close(vd_log_p_range(60, 6, INFINITY), log(15) + one, 1e-12);
  assert_true(vd_log_p_range(1e4, 6, INFINITY) < -1e7);
}

static void ends(void **state) {
  (void)state;
  assert_true(vd_log_p_range(0, 3, 5) == 0);
  assert_true(vd_log_p_range(-1, 3, INFINITY) == 0);
  assert_true(vd_log_p_range(INFINITY, 3, 5) == -INFINITY);
  assert_true(isnan(vd_log_p_range(NAN, 3, 5)));
  assert_true(vd_upper_range(0, 3, 5) == 0);
  assert_true(isnan(vd_upper_range(NAN, 3, 5)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(two_are_student),
      cmocka_unit_test(quantiles_are_published),
      cmocka_unit_test(quantiles_invert),
      cmocka_unit_test(tails_have_no_end),
      cmocka_unit_test(ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
