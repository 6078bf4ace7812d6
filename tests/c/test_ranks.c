#include "check.h"
#include "scores/ranks.h"

static void ties_differ_in_their_last_digits(void **state) {
  (void)state;
  double x[] = {.4 - .3, .9 - .8, .2, .05}, slack[4], rank[4];
  ptrdiff_t order[4];
  assert_true(x[0] != x[1]);
  vd_rank_scores(4, x, slack, rank, order);
  const double expected[] = {2.5, 2.5, 4, 1};
  for (int i = 0; i < 4; i++) assert_true(rank[i] == expected[i]);
}

/* Neither a large value nor an infinite one; what is near 0 has 13 decimals, or those of
 * the largest. */
static void digits_are_those_of_the_value(void **state) {
  (void)state;
  const double x[] = {1e11, INFINITY, .3, .3 + 1e-12, .31, 1 - .9999999, 1e-7, -INFINITY};
  const double tiny[] = {0, 2e-308, 1e-308, 0};
  const double expected[] = {7, 8, 4.5, 4.5, 6, 2.5, 2.5, 1}, low[] = {1.5, 4, 3, 1.5};
  double slack[8], rank[8];
  ptrdiff_t order[8];
  vd_rank_scores(8, x, slack, rank, order);
  for (int i = 0; i < 8; i++) assert_true(rank[i] == expected[i]);
  vd_rank_scores(4, tiny, slack, rank, order);
  for (int i = 0; i < 4; i++) assert_true(rank[i] == low[i]);
}

static void many_are_sorted(void **state) {
  (void)state;
  enum { N = 1000 };
  static double x[N], slack[N], rank[N];
  static ptrdiff_t order[N];
  for (int i = 0; i < N; i++) x[i] = (i * 37 % N) / 2; /* every value twice */
  vd_rank_scores(N, x, slack, rank, order);
  for (int i = 0; i < N; i++) assert_true(rank[i] == 2 * ((i * 37 % N) / 2) + 1.5);
}

static void rows_are_ranked_from_the_best(void **state) {
  (void)state;
  const double x[] = {.8, .5, NAN, .9, .5, .3, .7, NAN, .2}; /* 3 x 3 */
  double rank[9], row[9];
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
      cmocka_unit_test(digits_are_those_of_the_value),
      cmocka_unit_test(many_are_sorted),
      cmocka_unit_test(rows_are_ranked_from_the_best),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
