#include "check.h"
#include "scores/exhaustive.h"

#include <string.h>

static int n_pauses = 0;

static void count_pause(void) {
  n_pauses++;
}

/* Shaffer (1986): S(4) = 0 1 2 3 6, S(5) = 0 1 2 3 4 6 10. */
static void counts_that_are_possible(void **state) {
  (void)state;
  unsigned char work[6 * 11];
  int most[11];
  const int four[] = {0, 1, 2, 3, 3, 3, 6}, five[] = {0, 1, 2, 3, 4, 4, 6, 6, 6, 6, 10};
  vd_exhaustive_counts(4, most, work, count_pause);
  assert_memory_equal(most, four, sizeof four);
  vd_exhaustive_counts(5, most, work, count_pause);
  assert_memory_equal(most, five, sizeof five);
  assert_int_equal(n_pauses, 4 + 5);
}

static int count_partitions(int k) {
  double log_p[66] = {0}, adjusted[66] = {0};
  vd_partition partition;
  int n = 1;
  vd_exhaustive_start(k, log_p, &partition);
  while (vd_exhaustive_adjust(log_p, &partition, 1, adjusted)) n++;
  return n;
}

/* Bell's numbers; the partition into single classifiers is no set of pairs. */
static void all_partitions_are_met(void **state) {
  (void)state;
  assert_int_equal(count_partitions(2), 2);
  assert_int_equal(count_partitions(4), 14 + 1);
  assert_int_equal(count_partitions(6), 202 + 1);
  assert_int_equal(count_partitions(9), 21146 + 1);
}

/* scmamp 0.3.2, and enumeration: 12 13 23 14 24 34 */
static void four_classifiers(void **state) {
  (void)state;
  const double p[] = {.002, .01, .03, .04, .6, .2};
  const double expected[] = {.012, .03, .09, .06, .6, .2};
  double log_p[6], adjusted[6];
  vd_partition partition;
  for (int i = 0; i < 6; i++) {
    log_p[i] = log(p[i]);
    adjusted[i] = -INFINITY;
  }
  vd_exhaustive_start(4, log_p, &partition);
  while (vd_exhaustive_adjust(log_p, &partition, 3, adjusted)) {
  }
  for (int i = 0; i < 6; i++) check_close(exp(adjusted[i]), expected[i], 1e-13);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_that_are_possible),
      cmocka_unit_test(all_partitions_are_met),
      cmocka_unit_test(four_classifiers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
