#include "check.h"
#include "test/labelled.h"

static const double z95 = 1.959963984540054;

static void check_interval(vd_labelled x, double low, double high) {
  vd_limits found = vd_labelled_limits(x, z95);
  check_close(found.low, low, 1e-5);
  check_close(found.high, high, 1e-5);
}

/* Maxima of the likelihood, found elsewhere. */
static void limits_invert_the_likelihood(void **state) {
  (void)state;
  check_interval((vd_labelled){300, 54, 32, 19, 13}, -.0290419, .0947191);
  check_interval((vd_labelled){300, 54, 20, 9, 6}, -.0420737, .0927964);
  check_interval((vd_labelled){300, 54, 20, 12, 0}, .0641148, .1587258);
  check_interval((vd_labelled){300, 54, 20, 20, 0}, .1260721, .2274332);
}

/* Of PropCIs. */
static void all_labelled_are_tango(void **state) {
  (void)state;
  const vd_labelled x = {161, 40, 40, 6, 16};
  check_interval(x, -.1240234, -.0054334);
  check_close(vd_labelled_score(x, 0), -10 / sqrt(22), 1e-12);
}

static void at_the_ends_the_score_is_infinite(void **state) {
  (void)state;
  const vd_labelled x = {300, 54, 20, 12, 0}, none = {300, 54, 20, 0, 0};
  assert_true(vd_labelled_score(x, 1) == -INFINITY &&
              vd_labelled_score(x, -1) == INFINITY);
  assert_true(vd_labelled_score(none, 0) == 0);
  assert_true(vd_labelled_score(x, 0) > 0);
  const vd_labelled whole = {54, 54, 20, 20, 0};
  assert_true(vd_labelled_score(whole, 1) == 0);
}

static void variance_has_both_parts(void **state) {
  (void)state;
  const vd_labelled x = {300, 54, 32, 19, 13};
  const double s2 = (32 - 36. / 32) / 31, d = .03375;
  check_close(vd_labelled_variance(x),
              .18 * .18 * (1 - 32. / 54) * s2 / 32 + (54 - 300 * d * d) / 9e4, 1e-12);
  const vd_labelled one = {300, 54, 1, 1, 0};
  assert_true(vd_labelled_variance(one) > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(limits_invert_the_likelihood),
      cmocka_unit_test(all_labelled_are_tango),
      cmocka_unit_test(at_the_ends_the_score_is_infinite),
      cmocka_unit_test(variance_has_both_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
