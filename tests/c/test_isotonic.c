#include <Rmath.h>

#include "numeric.h"
#include "numeric/isotonic.h"

typedef struct {
  ptrdiff_t L, steps, last[EXAMPLE_N];
  vd_level level[EXAMPLE_N];
  double value[EXAMPLE_N], weight[EXAMPLE_N];
} regression;

static void fit_example(regression *x) {
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  example_order(0, order);
  x->L = vd_isotonic_levels(&rows, example_score[0], order, x->level);
  x->steps = vd_isotonic_pool(x->L, x->level, x->value, x->weight, x->last);
}

static void steps_of_the_example(void **state) {
  (void)state;
  regression x;
  fit_example(&x);
  assert_int_equal(x.L, 9);
  assert_int_equal(x.steps, 4);
  const double value[] = {0, .25, .75, 1}, weight[] = {3, 4, 4, 1};
  const ptrdiff_t last[] = {2, 5, 8, 9};
  for (int i = 0; i < 4; i++) {
    check_close(x.value[i], value[i], 1e-15);
    check_close(x.weight[i], weight[i], 1e-15);
    assert_int_equal(x.last[i], last[i]);
  }
}

static void parts_of_the_score(void **state) {
  (void)state;
  regression r;
  fit_example(&r);
  vd_isotonic_parts x = vd_isotonic_decompose(r.L, r.level, r.value, r.last, 0);
  check_close(x.miscalibration, .04083333, 1e-6);
  check_close(x.discrimination, .1180556, 1e-6);
  check_close(x.uncertainty, 35. / 144, 1e-14);
  check_close(x.score, x.miscalibration - x.discrimination + x.uncertainty, 1e-14);
  x = vd_isotonic_decompose(r.L, r.level, r.value, r.last, 1);
  check_close(x.score, .5003273, 1e-6);
  check_close(x.uncertainty, -(5 * log(5. / 12) + 7 * log(7. / 12)) / 12, 1e-14);
  assert_true(isfinite(x.discrimination));
}

/* Of probabilities 0 and 1 nothing is left to chance; the rest lies between. */
static void events_that_are_drawn(void **state) {
  (void)state;
  set_seed(1, 2);
  vd_level level[] = {{0, 3, 0, 3}, {.5, 1, 0, 4}, {.5, 1000, 0, 5}, {1, 2, 0, 6}};
  vd_isotonic_draw(4, level);
  assert_true(level[0].events == 0 && level[3].events == 2);
  assert_true(level[1].events == 0 || level[1].events == 1);
  assert_true(level[2].events > 400 && level[2].events < 600);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_of_the_example),
      cmocka_unit_test(parts_of_the_score),
      cmocka_unit_test(events_that_are_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
