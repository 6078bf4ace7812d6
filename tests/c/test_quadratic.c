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

/* X X' of a small generator's numbers: n rows, `rank` columns. */
static void product(int n, int rank, double *x, double *a) {
  unsigned state = 7;
  for (int i = 0; i < n * rank; i++) {
    state = state * 1664525u + 1013904223u;
    x[i] = (double)(state >> 8) / (1 << 24) - 0.5;
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      a[i * n + j] = 0;
      for (int k = 0; k < rank; k++) a[i * n + j] += x[i * rank + k] * x[j * rank + k];
    }
  }
}

enum { MANY = 150 };

static int factor(int n, double *a, int *pivot, double *work) {
  int rank = 0, end = 0;
  for (int i = 0; i < n; i++) pivot[i] = i;
  while (rank == end && rank < n) {
    end = rank + VD_FACTOR_COLUMNS < n ? rank + VD_FACTOR_COLUMNS : n;
    rank = vd_factor_columns(n, a, rank, 1e-10, pivot, work);
  }
  return rank;
}

/* z = A v, so that z' A^- z = v' z, whatever the rank of A; three stretches of columns.
 */
static void a_form_by_factor(void **state) {
  (void)state;
  static const int ranks[4] = {MANY, 100, 64, 3};
  static double x[MANY * MANY], a[MANY * MANY];
  for (int i = 0; i < 4; i++) {
    double z[MANY] = {0}, work[MANY], expected = 0;
    int pivot[MANY];
    product(MANY, ranks[i], x, a);
    for (int r = 0; r < MANY; r++) {
      for (int c = 0; c < MANY; c++) z[r] += a[r * MANY + c] * (c % 7 - 3);
      expected += z[r] * (r % 7 - 3);
    }
    int rank = factor(MANY, a, pivot, work);
    assert_int_equal(rank, ranks[i]);
    vd_quadratic found = vd_factor_form(MANY, z, a, rank, pivot, work);
    check_close(found.value, expected, 1e-9);
    assert_true(found.rank == rank && found.outside < 1e-9);
    z[5] += 1;
    found = vd_factor_form(MANY, z, a, rank, pivot, work);
    assert_true(rank == MANY ? found.outside == 0 : found.outside > 0.01);
  }
}

static void no_factor(void **state) {
  (void)state;
  double a[4] = {NAN, 1, 1, NAN}, b[4] = {0}, work[2];
  int pivot[2];
  assert_int_equal(factor(2, a, pivot, work), 0);
  assert_int_equal(factor(2, b, pivot, work), 0);
  vd_quadratic found = vd_factor_form(2, (double[]){1, 2}, b, 0, pivot, work);
  assert_true(found.value == 0 && found.outside == 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_form_with_full_rank), cmocka_unit_test(a_form_with_rank_one),
      cmocka_unit_test(eigenvalues_rise),      cmocka_unit_test(no_numbers),
      cmocka_unit_test(a_form_by_factor),      cmocka_unit_test(no_factor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
