#include "numeric.h"
#include "numeric/isotonic.h"

static ptrdiff_t fit_example(double *fitted) {
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  double value[EXAMPLE_N], weight[EXAMPLE_N];
  ptrdiff_t end[EXAMPLE_N], i = 0;
  example_order(0, order);
  ptrdiff_t levels = vd_isotonic_fit(&rows, example_score[0], order, value, weight, end);
  for (ptrdiff_t l = 0; l < levels; l++) {
    for (; i < end[l]; i++) fitted[order[i]] = value[l];
  }
  return levels;
}

static void steps_of_the_example(void **state) {
  (void)state;
  double fitted[EXAMPLE_N];
  assert_int_equal(fit_example(fitted), 4);
  const double expected[] = {1, .75, .75, .75, .25, .75, .25, .25, .25, 0, 0, 0};
  for (int i = 0; i < EXAMPLE_N; i++) check_close(fitted[i], expected[i], 1e-15);
}

static void parts_of_the_score(void **state) {
  (void)state;
  double fitted[EXAMPLE_N];
  vd_binary rows = example_rows();
  fit_example(fitted);
  vd_isotonic_parts x = vd_isotonic_decompose(&rows, example_score[0], fitted, 0);
  check_close(x.miscalibration, .04083333, 1e-6);
  check_close(x.discrimination, .1180556, 1e-6);
  check_close(x.uncertainty, 35. / 144, 1e-14);
  check_close(x.score, x.miscalibration - x.discrimination + x.uncertainty, 1e-14);
  x = vd_isotonic_decompose(&rows, example_score[0], fitted, 1);
  check_close(x.score, .5003273, 1e-6);
  check_close(x.uncertainty, -(5 * log(5. / 12) + 7 * log(7. / 12)) / 12, 1e-14);
  assert_true(isfinite(x.discrimination));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_of_the_example),
      cmocka_unit_test(parts_of_the_score),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
