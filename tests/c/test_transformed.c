#include "check.h"
#include "combine/transformed.h"

#include <stdlib.h>

static double covariance(double r, double w1, double w2, int sides) {
  const double R[4] = {1, r, r, 1}, distinct[2] = {w1, w2};
  const int which[2] = {0, 1};
  double found[4], *work = malloc(vd_transformed_work(2) * sizeof(double));
  vd_transformed_prepare(2, distinct, sides, work);
  vd_transformed_covariance(2, R, which, 2, distinct, sides, found, work);
  free(work);
  assert_true(found[0] == (w1 > 0 ? 2 * w1 : 1));
  assert_true(found[1] == found[2]);
  return found[1];
}

/* Two-sided with one degree of freedom: Cov(Z1^2, Z2^2) = 2 r^2. */
static void squares(void **state) {
  (void)state;
  check_close(covariance(0.3, 1, 1, 2), 0.18, 1e-12);
  check_close(covariance(-0.999, 1, 1, 2), 2 * 0.999 * 0.999, 1e-12);
}

/* 40-digit double integrals (mpmath 1.3.0). */
static void double_integrals(void **state) {
  (void)state;
  check_close(covariance(0.5, 2, 2, 2), 0.9801712456612925, 1e-12);
  check_close(covariance(0.5, 2, 2, 1), 1.812300080824472, 1e-12);
  check_close(covariance(-0.7, 2, 4, 1), -3.0270553757276817, 1e-12);
  check_close(covariance(0.8, 1, 4, 2), covariance(0.8, 4, 1, 2), 1e-12);
}

/* r = 1 is one integral: 2 w; r = -1, one-sided w = 2: 4 (1 - pi^2 / 6). Normal
 * quantiles of one-sided p-values are the scores themselves. */
static void ends(void **state) {
  (void)state;
  check_close(covariance(1, 7, 7, 2), 14, 1e-12);
  check_close(covariance(1, 7, 7, 1), 14, 1e-12);
  check_close(covariance(-1, 2, 2, 1), 4 - 2 * acos(-1) * acos(-1) / 3, 1e-12);
  check_close(covariance(-0.6, 0, 0, 1), -0.6, 1e-12);
  assert_true(covariance(0, 3, 5, 2) == 0);
}

/* 5000 terms of the series. */
static void near_one(void **state) {
  (void)state;
  check_close(covariance(0.99, 2, 2, 2), 3.91546497373642, 1e-9);
  check_close(covariance(0.999, 10, 10, 2), 19.9080097367913, 4e-5);
  check_close(covariance(0.999, 0, 0, 2), 0.986489260341116, 3e-4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(squares),
      cmocka_unit_test(double_integrals),
      cmocka_unit_test(ends),
      cmocka_unit_test(near_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
