#include "check.h"
#include "math/tails.h"

#include <Rmath.h>

/* Exact: 176/1024 for 7 of 10; (1 + C(1002,1) + C(1002,2)) / 2^1002 for 1000 of 1002. */
static void sign_test_is_exact(void **state) {
  (void)state;
  check_close(vd_log_p_sign(7, 10, VD_ALTERNATIVE_GREATER), log(176.0 / 1024), 1e-13);
  check_close(vd_log_p_sign(7, 10, VD_ALTERNATIVE_LESS), log((1024 - 176.0 + 120) / 1024),
              1e-13);
  check_close(vd_log_p_sign(7, 10, VD_ALTERNATIVE_TWO_SIDED), log(352.0 / 1024), 1e-13);
  check_close(vd_log_p_sign(3, 10, VD_ALTERNATIVE_TWO_SIDED), log(352.0 / 1024), 1e-13);
  double count = 1 + 1002 + 1002 * 1001 / 2.0;
  check_close(vd_log_p_sign(1000, 1002, VD_ALTERNATIVE_GREATER),
              log(count) - 1002 * log(2), 1e-13);
  assert_true(vd_log_p_sign(5, 10, VD_ALTERNATIVE_TWO_SIDED) == 0);
  assert_true(vd_log_p_sign(0, 0, VD_ALTERNATIVE_TWO_SIDED) == 0);
  assert_true(vd_log_p_sign(0, 0, VD_ALTERNATIVE_GREATER) == 0);
}

static void mid_p_takes_half_of_the_observed(void **state) {
  (void)state;
  check_close(vd_log_p_sign_mid(7, 10, VD_ALTERNATIVE_GREATER), log((56 + 60) / 1024.0),
              1e-13);
  check_close(vd_log_p_sign_mid(3, 10, VD_ALTERNATIVE_LESS), log((56 + 60) / 1024.0),
              1e-13);
  check_close(vd_log_p_sign_mid(7, 10, VD_ALTERNATIVE_TWO_SIDED),
              log(2 * (56 + 60) / 1024.0), 1e-13);
  check_close(vd_log_p_sign_mid(5, 10, VD_ALTERNATIVE_TWO_SIDED), log(1 - 126 / 1024.0),
              1e-13);
  check_close(vd_log_p_sign_mid(1, 1, VD_ALTERNATIVE_TWO_SIDED), log(0.5), 1e-13);
  assert_true(vd_log_p_sign_mid(0, 0, VD_ALTERNATIVE_TWO_SIDED) == 0);
}

/* Far tail: log P(Z > z) ~ -z^2/2 - log(z sqrt(2 pi)) - 1/z^2 */
static void normal_tails_do_not_vanish(void **state) {
  (void)state;
  double z = 60, expected = -z * z / 2 - log(z * sqrt(2 * acos(-1))) - 1 / (z * z);
  check_close(vd_log_p_normal(z, VD_ALTERNATIVE_GREATER), expected, 1e-9);
  check_close(vd_log_p_normal(-z, VD_ALTERNATIVE_LESS), expected, 1e-9);
  check_close(vd_log_p_normal(-z, VD_ALTERNATIVE_TWO_SIDED), expected + log(2), 1e-9);
  assert_true(vd_log_p_normal(0, VD_ALTERNATIVE_TWO_SIDED) == 0);
  check_close(vd_log_p_normal(1.959963984540054, VD_ALTERNATIVE_TWO_SIDED), log(0.05),
              1e-12);
}

static void logs_add(void **state) {
  (void)state;
  check_close(vd_log_add(log(0.25), log(0.5)), log(0.75), 1e-15);
  check_close(vd_log_add(-2000, -2000), -2000 + log(2), 1e-15);
  assert_true(vd_log_add(-INFINITY, -3) == -3);
  assert_true(vd_log_add(-INFINITY, -INFINITY) == -INFINITY);
}

static void student(void **state) {
  (void)state;
  check_close(vd_log_p_t(2, 5, VD_ALTERNATIVE_GREATER), pt(2, 5, 0, 1), 1e-15);
  check_close(vd_log_p_t(2, 5, VD_ALTERNATIVE_LESS), pt(2, 5, 1, 1), 1e-15);
  check_close(vd_log_p_t(-2, 5, VD_ALTERNATIVE_TWO_SIDED), M_LN2 + pt(2, 5, 0, 1), 1e-15);
  assert_true(vd_log_p_t(0, 5, VD_ALTERNATIVE_TWO_SIDED) == 0);
  check_close(vd_log_p_t(2, INFINITY, VD_ALTERNATIVE_LESS), pnorm(2, 0, 1, 1, 1), 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(student),
      cmocka_unit_test(sign_test_is_exact),
      cmocka_unit_test(mid_p_takes_half_of_the_observed),
      cmocka_unit_test(normal_tails_do_not_vanish),
      cmocka_unit_test(logs_add),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
