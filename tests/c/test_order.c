#include "numeric.h"

#include <stdlib.h>

static int holds(ptrdiff_t n, const double *score, const int *order) {
  static const int event[5000] = {0};
  static unsigned char mark[5000];
  return vd_order_within(n, order) && vd_order_mark(n, score, order, event, mark);
}

static void order_is_stable_and_knows_signs(void **state) {
  (void)state;
  const double x[] = {0.0, -INFINITY, 1e300, -0.0, -2, 5e-324, INFINITY, -2};
  const int expected[] = {1, 4, 7, 0, 3, 5, 2, 6};
  int order[8], other[8];
  uint64_t keys[16];
  vd_order_scores(8, x, order, keys, other);
  assert_memory_equal(order, expected, sizeof expected);
  assert_true(holds(8, x, order));
}

static void many_rows_are_ordered(void **state) {
  (void)state;
  enum { N = 5000 };
  static double x[N];
  static int order[N], other[N];
  static uint64_t keys[2 * N];
  for (int i = 0; i < N; i++) x[i] = sin(i) * pow(10, i % 7 - 3);
  vd_order_scores(N, x, order, keys, other);
  assert_true(holds(N, x, order));
  for (int i = 0; i < N; i++) x[i] = i % 3; /* ties stay as they were */
  vd_order_scores(N, x, order, keys, other);
  for (int i = 1; i < N; i++) {
    assert_true(x[order[i - 1]] < x[order[i]] || order[i - 1] < order[i]);
  }
  for (int i = 0; i < N; i++) x[i] = 0.25;
  vd_order_scores(N, x, order, keys, other);
  for (int i = 0; i < N; i++) assert_int_equal(order[i], i);
  vd_order_scores(0, x, order, keys, other);
}

/* Most agree in all bits but the last: three passes are not enough. */
static void the_last_bits_count(void **state) {
  (void)state;
  enum { N = 4000 };
  static double x[N];
  static int order[N], other[N];
  static uint64_t keys[2 * N];
  for (int i = 0; i < N; i++) x[i] = 1 + 0x1p-52 * ((i * 7919) % N);
  x[17] = -1e300;
  vd_order_scores(N, x, order, keys, other);
  assert_true(holds(N, x, order));
  for (int i = 0; i < N; i++) x[i] = i % 40 < 39 ? sin(i) : sin(i - 1) * (1 + 0x1p-52);
  x[5] = -1e300;
  vd_order_scores(N, x, order, keys, other);
  assert_true(holds(N, x, order));
}

static double two_values(int i) {
  return i * 7919 % 13 < 6;
}
static double falling(int i) {
  return -i;
}
static double denormal(int i) {
  return 5e-324 * (i * 7919 % 4999) * (i % 2 ? 1 : -1);
}
static double any_size(int i) {
  return ldexp(i % 2 ? 1 : -1, i * 7919 % 2000 - 1000);
}
static double one_far(int i) {
  return i == 77 ? 1e300 : i * 7919 % 4999 * 1e-12;
}
static double one_endless(int i) {
  return i == 77 ? INFINITY : i == 78 ? -INFINITY : sin(i);
}
static double both_zeros(int i) {
  return i % 3 ? 0.0 : -0.0;
}
static double largest_whole(int i) {
  return 0x1p53 - i * 7919 % 4999;
}

/* An order in which scores rise, and ties are by row, is the only one. */
static void whatever_the_scores_they_are_ordered(void **state) {
  (void)state;
  enum { N = 5000 };
  static double x[N];
  static int order[N], other[N];
  static uint64_t keys[2 * N];
  double (*const score[])(int) = {two_values, falling,     denormal,   any_size,
                                  one_far,    one_endless, both_zeros, largest_whole};
  for (size_t k = 0; k < sizeof score / sizeof *score; k++) {
    for (int n = 1; n <= N; n = n < 4 ? n + 1 : 7 * n) {
      for (int i = 0; i < n; i++) x[i] = score[k](i);
      vd_order_scores(n, x, order, keys, other);
      assert_true(holds(n, x, order));
    }
  }
}

static void blocks_are_ties(void **state) {
  (void)state;
  const double x[] = {2, 1, 2, 3};
  const int order[] = {1, 0, 2, 3};
  assert_int_equal(vd_block_end(4, x, order, 0), 1);
  assert_int_equal(vd_block_end(4, x, order, 1), 3);
  assert_int_equal(vd_block_start(x, order, 4), 3);
  assert_int_equal(vd_block_start(x, order, 3), 1);
  assert_int_equal(vd_block_start(x, order, 1), 0);
}

static void an_order_of_other_scores_is_seen(void **state) {
  (void)state;
  const double x[] = {2, 1, 3};
  const int wrong[] = {0, 1, 2}, twice[] = {1, 1, 2}, beyond[] = {1, 0, 3};
  const double tied[] = {1, 1, 3}, none[] = {NAN};
  const int swapped[] = {1, 0, 2}, first[] = {0};
  assert_false(holds(3, x, wrong));
  assert_false(holds(3, x, twice));
  assert_false(holds(3, x, beyond));
  assert_false(holds(3, tied, swapped));
  assert_false(holds(1, none, first));
}

static void strata_keep_the_order(void **state) {
  (void)state;
  const int order[] = {3, 1, 0, 2}, stratum[] = {2, 1, 2, 3};
  int within[4];
  ptrdiff_t end[3];
  vd_order_strata(4, order, (const int[]){2, 1, 2, 1}, 2, within, end);
  assert_memory_equal(within, order, sizeof order);
  assert_int_equal(end[0], 2);
  vd_order_strata(4, order, stratum, 3, within, end);
  const int expected[] = {1, 0, 2, 3};
  assert_memory_equal(within, expected, sizeof expected);
  assert_int_equal(end[1], 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_is_stable_and_knows_signs),
      cmocka_unit_test(many_rows_are_ordered),
      cmocka_unit_test(the_last_bits_count),
      cmocka_unit_test(whatever_the_scores_they_are_ordered),
      cmocka_unit_test(blocks_are_ties),
      cmocka_unit_test(an_order_of_other_scores_is_seen),
      cmocka_unit_test(strata_keep_the_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
