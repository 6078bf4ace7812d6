#include "check.h"
#include "math/quadratic.h"

static void a_form_with_full_rank(void **state) {
  (void)state;
  double a[4] = {2, 1, 1, 2}, work[70];
  assert_true(vd_quadratic_work(2) == sizeof work / sizeof *work);
  /* (1, 2) A^-1 (1, 2)' = (2 - 4 + 8) / 3 */
  vd_quadratic found = vd_quadratic_form(2, (double[]){1, 2}, a, 1e-12, work);
  check_close(found.value, 2, 1e-14);
  assert_true(found.rank == 2 && found.outside == 0);
}

/* A = v v' with v = (3, 4): z along v has a value, across it none. */
static void a_form_with_rank_one(void **state) {
  (void)state;
  double a[4] = {9, 12, 12, 16}, work[70];
  vd_quadratic found = vd_quadratic_form(2, (double[]){3, 4}, a, 1e-12, work);
  check_close(found.value, 1, 1e-14);
  assert_true(found.rank == 1 && found.outside < 1e-14);
  double b[4] = {9, 12, 12, 16};
  found = vd_quadratic_form(2, (double[]){-4, 3}, b, 1e-12, work);
  assert_true(fabs(found.value) < 1e-14);
  check_close(found.outside, 5, 1e-14);
}

static void eigenvalues_rise(void **state) {
  (void)state;
  double a[4] = {2, 1, 1, 2}, value[2], work[68];
  assert_true(vd_eigen(2, a, value, work));
  check_close(value[0], 1, 1e-14);
  check_close(value[1], 3, 1e-14);
  check_close(fabs(vd_dot(a, (double[]){1, -1}, 2)), 1.4142135623730951, 1e-14);
}

/* LAPACK does not take what is no number. */
static void no_numbers(void **state) {
  (void)state;
  double a[4] = {NAN, 1, 1, NAN}, work[70];
  vd_quadratic found = vd_quadratic_form(2, (double[]){1, 2}, a, 1e-12, work);
  assert_true(isnan(found.value) || found.rank == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_form_with_full_rank),
      cmocka_unit_test(a_form_with_rank_one),
      cmocka_unit_test(eigenvalues_rise),
      cmocka_unit_test(no_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
