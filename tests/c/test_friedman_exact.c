#include "blocks.h"
#include "check.h"
#include "scores/friedman_exact.h"
#include "scores/ranks.h"

#include <Rmath.h>

enum { SLOTS = 1 << 12 };
static uint64_t key[2][SLOTS];
static double p[2][SLOTS];

static double exact(ptrdiff_t n, int k, const double *rank, const double *sum) {
  vd_rank_states from = {key[0], p[0], SLOTS, 0}, to = {key[1], p[1], SLOTS, 0};
  int row[VD_FRIEDMAN_MOST], bits = vd_friedman_bits(n, k);
  vd_friedman_row(n, k, rank, row);
  vd_friedman_start(k, bits, row, &from);
  for (ptrdiff_t i = 1; i < n; i++) {
    vd_friedman_row(n, k, rank + i, row);
    vd_friedman_clear(&to);
    assert_int_equal(vd_friedman_add(k, bits, (int)i, row, &from, 0, SLOTS, &to),
                     VD_STATUS_OK);
    vd_rank_states kept = from;
    from = to, to = kept;
  }
  return exp(vd_friedman_log_tail(n, k, bits, sum, &from));
}

/* Over all orders of all rows but the first. */
static void enumerate(ptrdiff_t n, const double *rank, ptrdiff_t i, const double *sum,
                      double observed, double *beyond, double *all) {
  static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  if (i == n) {
    double squares = 0;
    for (int j = 0; j < 3; j++) squares += sum[j] * sum[j];
    *beyond += squares >= observed;
    *all += 1;
    return;
  }
  for (int o = 0; o < 6; o++) {
    double next[3];
    for (int j = 0; j < 3; j++) next[j] = sum[j] + rank[i + orders[o][j] * n];
    enumerate(n, rank, i + 1, next, observed, beyond, all);
  }
}

static void exact_is_complete_enumeration(void **state) {
  (void)state;
  double rank[18], row[9], sum[3] = {0}, first[3], observed = 0, beyond = 0, all = 0;
  ptrdiff_t order[3];
  vd_rank_rows(6, 3, datasets, 1, rank, row, order);
  for (int j = 0; j < 3; j++) {
    for (int i = 0; i < 6; i++) sum[j] += rank[i + 6 * j];
    first[j] = rank[6 * j];
    observed += sum[j] * sum[j];
  }
  enumerate(6, rank, 1, first, observed, &beyond, &all);
  check_close(exact(6, 3, rank, sum), beyond / all, 1e-13);
}

/* Published tables (Hollander and Wolfe): k = 3, n = 5, S = 6.4 and 8.4; k = 4, n =
 * 3, 7.4. */
static void tables_are_met(void **state) {
  (void)state;
  double rank[15], of_four[12];
  for (int i = 0; i < 5; i++) {
    for (int j = 0; j < 3; j++) rank[i + 5 * j] = j + 1;
  }
  const double sums[] = {6, 10, 14}, more[] = {5, 11, 14};
  check_close(exact(5, 3, rank, sums), 0.0394, 2e-3);
  check_close(exact(5, 3, rank, more), 0.0085, 1e-2);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) of_four[i + 3 * j] = j + 1;
  }
  const double four[] = {4, 6, 8, 12};
  check_close(exact(3, 4, of_four, four), 0.054, 1e-2);
}

static void limits(void **state) {
  (void)state;
  assert_int_equal(vd_friedman_bits(5, 11), 0);
  assert_int_equal(vd_friedman_bits(1000000, 5), 0);
  assert_true(vd_friedman_bits(50, 3) > 0);
  const int row[] = {0, 2, 4, 6, 8}, tied[] = {1, 1, 4, 6, 8};
  assert_true(vd_friedman_orders(5, row) == 120 && vd_friedman_orders(5, tied) == 60);
  vd_rank_states from = {key[0], p[0], SLOTS, 0}, small = {key[1], p[1], 16, 0};
  vd_friedman_start(5, 6, row, &from);
  vd_friedman_clear(&small);
  assert_int_equal(vd_friedman_add(5, 6, 1, row, &from, 0, SLOTS, &small),
                   VD_STATUS_FULL);
}

/* The share of draws is the exact p-value within its error. */
static void draws_follow_the_distribution(void **state) {
  (void)state;
  enum { DRAWS = 20000 };
  double rank[18], row[9], rows[18], sum[3] = {0}, drawn[3], observed = 0, beyond = 0;
  ptrdiff_t order[3];
  vd_rank_rows(6, 3, datasets, 1, rank, row, order);
  for (int i = 0; i < 18; i++) {
    sum[i / 6] += rank[i];
    rows[i % 6 * 3 + i / 6] = rank[i];
  }
  for (int j = 0; j < 3; j++) observed += sum[j] * sum[j];
  set_seed(1, 2);
  for (int i = 0; i < DRAWS; i++)
    beyond += vd_friedman_draw(6, 3, rows, drawn) >= observed;
  double expected = exact(6, 3, rank, sum);
  assert_true(fabs(beyond / DRAWS - expected) < 4 * sqrt(expected / DRAWS));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_is_complete_enumeration),
      cmocka_unit_test(tables_are_met),
      cmocka_unit_test(limits),
      cmocka_unit_test(draws_follow_the_distribution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
