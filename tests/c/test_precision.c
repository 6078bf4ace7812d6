#include "numeric.h"
#include "numeric/precision.h"

static double average(const vd_binary *rows, const double *score, const int *order,
                      double *u) {
  return vd_precision_average(rows, score, order, u).value;
}

static void average_precision_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  const double value[] = {.7544444, .925}, se[] = {.1823223, .07866066};
  for (int c = 0; c < 2; c++) {
    int order[EXAMPLE_N];
    double u[EXAMPLE_N];
    example_order(c, order);
    check_close(average(&rows, example_score[c], order, u), value[c], 1e-7);
    check_close(sqrt(check_mean(u, u)), se[c], 1e-6);
    check_close(average(&rows, example_score[c], order, NULL), value[c], 1e-7);
  }
}

static void contributions_are_derivatives(void **state) {
  (void)state;
  check_contributions(average);
}

/* One block of ties: the share of events. */
static void a_constant_score_has_the_prevalence(void **state) {
  (void)state;
  const double x[] = {1, 1, 1, 1};
  const int event[] = {1, 0, 0, 0}, order[] = {0, 1, 2, 3}, none[] = {0, 0, 0, 0};
  vd_binary rows = {4, event, NULL, NULL}, without = {4, none, NULL, NULL};
  assert_true(average(&rows, x, order, NULL) == .25);
  assert_int_equal(vd_precision_average(&without, x, order, NULL).status,
                   VD_STATUS_ABSENT);
}

/* METHODS, with PRROC; a score that separates has area 1; none without events. */
static void the_interpolated_area_is_that_of_its_peers(void **state) {
  (void)state;
  vd_binary rows = example_rows(),
            weighed = {EXAMPLE_N, example_event, example_weight, NULL};
  const double value[] = {.7653312, .9198812};
  int order[EXAMPLE_N];
  for (int c = 0; c < 2; c++) {
    example_order(c, order);
    vd_numeric found = vd_precision_interpolated(&rows, example_score[c], order);
    check_close(found.value, value[c], 1e-7);
    assert_int_equal(found.status, VD_STATUS_NO_ERROR);
    assert_true(vd_precision_interpolated(&weighed, example_score[c], order).value < 1);
  }
  const double x[] = {1, 2, 3}, flat[] = {1, 1, 1};
  const int event[] = {0, 1, 1}, up[] = {0, 1, 2}, none[] = {0, 0, 0};
  vd_binary best = {3, event, NULL, NULL}, without = {3, none, NULL, NULL};
  check_close(vd_precision_interpolated(&best, x, up).value, 1, 1e-15);
  check_close(vd_precision_interpolated(&best, flat, up).value, 2. / 3, 1e-15);
  assert_int_equal(vd_precision_interpolated(&without, x, up).status, VD_STATUS_ABSENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(average_precision_of_the_example),
      cmocka_unit_test(contributions_are_derivatives),
      cmocka_unit_test(the_interpolated_area_is_that_of_its_peers),
      cmocka_unit_test(a_constant_score_has_the_prevalence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
