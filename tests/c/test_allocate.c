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
  const double cost[] = {1, 1, 1};
  vd_strata x = {3, rows, spread, cost};
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
  const double cost[] = {1, 1, 1};
  vd_strata x = {3, rows, spread, cost};
  double labels[3] = {0, 0, 0}, gain[3];
  ptrdiff_t at[3];
  check_close(vd_allocate(x, 10, labels, at, gain), 4, 0);
  assert_true(labels[0] == 3 && labels[1] == 1 && labels[2] == 0);
  double few[3] = {0, 0, 0};
  check_close(vd_allocate(x, 1, few, at, gain), 1, 0);
  assert_true(few[0] == 1 && few[1] == 0);
}

/* Of all that 20 buys where a label of the first stratum costs 2 and of the second 1. */
static void dear_labels_are_fewer(void **state) {
  (void)state;
  const double rows[] = {40, 40}, spread[] = {0.5, 0.5}, cost[] = {2, 1};
  vd_strata x = {2, rows, spread, cost};
  double labels[2] = {0, 0}, gain[2], best = INFINITY;
  ptrdiff_t at[2];
  double spent = vd_allocate(x, 20, labels, at, gain);
  check_close(spent, 2 * labels[0] + labels[1], 1e-12);
  for (int i = 2; i <= 9; i++) best = fmin(best, left_over(x, (double[]){i, 20 - 2 * i}));
  check_close(left_over(x, labels), best, 1e-12);
  double none[2] = {0, 0};
  check_close(vd_allocate(x, 0.5, none, at, gain), 0, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_other_way_is_better),
      cmocka_unit_test(what_is_of_no_use_is_left),
      cmocka_unit_test(dear_labels_are_fewer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
