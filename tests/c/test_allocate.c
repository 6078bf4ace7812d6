#include "check.h"
#include "test/allocate.h"

static double left_over(vd_strata x, const double *labels) {
  double v = 0;
  for (ptrdiff_t h = 0; h < x.n; h++)
    v += pow(x.rows[h] * x.spread[h], 2) * (1 / labels[h] - 1 / x.rows[h]);
  return v;
}

/* Of all ways to give 12 labels to three strata, two at least each. */
static void no_other_way_is_better(void **state) {
  (void)state;
  const double rows[] = {40, 9, 25}, spread[] = {0.5, 0.4, 0.1};
  vd_strata x = {3, rows, spread};
  double labels[3] = {0, 0, 0}, gain[3], best = INFINITY;
  ptrdiff_t at[3];
  check_close(vd_allocate(x, 12, labels, at, gain), 12, 0);
  for (int i = 2; i <= 8; i++)
    for (int j = 2; i + j <= 10; j++)
      best = fmin(best, left_over(x, (double[]){i, j, 12 - i - j}));
  check_close(left_over(x, labels), best, 1e-12);
}

static void what_is_of_no_use_is_left(void **state) {
  (void)state;
  const double rows[] = {3, 1, 5}, spread[] = {0.5, 0.5, 0};
  vd_strata x = {3, rows, spread};
  double labels[3] = {0, 0, 0}, gain[3];
  ptrdiff_t at[3];
  check_close(vd_allocate(x, 10, labels, at, gain), 4, 0);
  assert_true(labels[0] == 3 && labels[1] == 1 && labels[2] == 0);
  double few[3] = {0, 0, 0};
  check_close(vd_allocate(x, 1, few, at, gain), 1, 0);
  assert_true(few[0] == 1 && few[1] == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_other_way_is_better),
      cmocka_unit_test(what_is_of_no_use_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
