#include "check.h"
#include "scores/ranks.h"

static void ties_differ_in_their_last_digits(void **state) {
  (void)state;
  double x[] = {.4 - .3, .9 - .8, .2, .05}, rank[4];
  ptrdiff_t order[4];
  assert_true(x[0] != x[1]);
  vd_rank_average(4, x, vd_rank_scale(4, x), rank, order);
  const double expected[] = {2.5, 2.5, 4, 1};
  for (int i = 0; i < 4; i++) assert_true(rank[i] == expected[i]);
}

static void scale_is_that_of_the_largest(void **state) {
  (void)state;
  const double x[] = {0, -.3}, large[] = {-5e6, 2}, zero[] = {0, 0}, tiny[] = {1e-308};
  check_close(vd_rank_scale(2, x), 1e10, 1e-15);
  check_close(vd_rank_scale(2, large), 1e3, 1e-15);
  assert_true(vd_rank_scale(2, zero) == 1);
  check_close(vd_rank_scale(1, tiny), 1e300, 1e-13);
}

static void many_are_sorted(void **state) {
  (void)state;
  enum { N = 1000 };
  static double x[N], rank[N];
  static ptrdiff_t order[N];
  for (int i = 0; i < N; i++) x[i] = (i * 37 % N) / 2; /* every value twice */
  double scale = vd_rank_scale(N, x);
  vd_rank_average(N, x, scale, rank, order);
  for (int i = 0; i < N; i++) assert_true(rank[i] == 2 * ((i * 37 % N) / 2) + 1.5);
}

static void rows_are_ranked_from_the_best(void **state) {
  (void)state;
  const double x[] = {.8, .5, NAN, .9, .5, .3, .7, NAN, .2}; /* 3 x 3 */
  double rank[9], row[6];
  ptrdiff_t order[3];
  vd_rank_rows(3, 3, x, 1, rank, row, order);
  const double expected[] = {2, 1.5, 0, 1, 1.5, 1, 3, 0, 2};
  for (int i = 0; i < 9; i++) {
    if (isnan(x[i]))
      assert_true(isnan(rank[i]));
    else
      assert_true(rank[i] == expected[i]);
  }
  vd_rank_rows(3, 3, x, 0, rank, row, order);
  assert_true(rank[0] == 2 && rank[3] == 3 && rank[6] == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ties_differ_in_their_last_digits),
      cmocka_unit_test(scale_is_that_of_the_largest),
      cmocka_unit_test(many_are_sorted),
      cmocka_unit_test(rows_are_ranked_from_the_best),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
