#include "check.h"
#include "math/draw.h"

#include <Rmath.h>
#include <math.h>

enum { DRAWS = 20000 };

/* Mean, variance and the share up to the mean of many draws, against the distribution's.
 */
static void check_draws(double m, double other, double size) {
  double N = m + other, mean = size * (m / N), sum = 0, squares = 0, below = 0;
  double variance = mean * (other / N) * ((N - size) / (N - 1));
  for (int i = 0; i < DRAWS; i++) {
    double x = vd_draw_hyper(m, other, size);
    assert_true(x == floor(x) && x >= fmax(0, size - other) && x <= fmin(m, size));
    sum += x - mean;
    squares += (x - mean) * (x - mean);
    below += x <= mean;
  }
  double expected = 0, most = floor(mean), far = 12 * sqrt(variance) + 30;
  double step = fmax(1, floor(sqrt(variance) / 500));
  for (double x = most; x >= 0 && x > most - far; x -= step)
    expected += step * dhyper(x - floor(step / 2), m, other, size, 0);
  double noise = 4.5 / sqrt(DRAWS);
  assert_true(fabs(sum / DRAWS) < noise * sqrt(variance));
  assert_true(fabs(squares / DRAWS / variance - 1) < noise * sqrt(2 + 1 / variance));
  assert_true(fabs(below / DRAWS - expected) < noise / 2 + 2e-3);
}

static void large_populations_are_drawn_from(void **state) {
  (void)state;
  set_seed(1, 2);
  check_draws(20, 30, 25);
  check_draws(1.6e9, 8e8, 5);
  check_draws(3e9, 4e9, 1e6);
  check_draws(4e9, 3e9, 1e6);
  check_draws(3e9, 4e9, 6.9e9);
  check_draws(1e15, 2e15, 1.4e15);
  check_draws(5e9, 1e12, 1000);
  check_draws(1e12, 5e9, 1000);
  check_draws(300, 1e13, 4e11);
  check_draws(1000, 3e9, 1.5e9);
}

static void nothing_to_choose_is_no_chance(void **state) {
  (void)state;
  assert_true(vd_draw_hyper(0, 5e9, 3e9) == 0);
  assert_true(vd_draw_hyper(5e9, 0, 3e9) == 3e9);
  assert_true(vd_draw_hyper(5e9, 4e9, 9e9) == 5e9);
  assert_true(vd_draw_hyper(5e9, 4e9, 0) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(large_populations_are_drawn_from),
      cmocka_unit_test(nothing_to_choose_is_no_chance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
