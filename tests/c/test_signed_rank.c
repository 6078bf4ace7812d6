#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "scores/signed_rank.h"

enum { MOST = 600 };

/* x - y of eight data sets, two of them tied. */
static const double e3[] = {.02, 0, .03, -.01, .04, .05, 0, .06};

static vd_scores_result test(const double *d, ptrdiff_t n, vd_zeros zeros,
                             ptrdiff_t limit, vd_alternative alternative, int *exact) {
  static double copy[MOST], *work;
  static int iwork[MOST];
  vd_scores_request q = {0, .05, alternative};
  memcpy(copy, d, (size_t)n * sizeof *d);
  assert_true(vd_signed_rank_iwork(n) <= MOST);
  work = (double *)malloc(vd_signed_rank_work(n, limit) * sizeof *work);
  vd_scores_result found =
      vd_signed_rank(copy, n, 1, zeros, limit, q, exact, work, iwork);
  free(work);
  return found;
}

/* coin 1.4-2 and scipy 1.10.1 */
static void ties_and_zeros_are_their_peers(void **state) {
  (void)state;
  int exact;
  vd_scores_result x = test(e3, 8, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  check_close(exp(x.log_p), .0625, 1e-12);
  assert_true(exact && x.statistic == 30);
  check_close(x.effect, .904762, 1e-5);
  x = test(e3, 8, VD_ZEROS_WILCOXON, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  check_close(exp(x.log_p), .0625, 1e-12);
  x = test(e3, 8, VD_ZEROS_PRATT, 0, VD_ALTERNATIVE_TWO_SIDED, &exact);
  assert_false(exact);
  check_close(x.statistic, 1.913979, 1e-6);
  x = test(e3, 8, VD_ZEROS_WILCOXON, 0, VD_ALTERNATIVE_TWO_SIDED, &exact);
  check_close(x.statistic, 1.991741, 1e-6);
}

/* Sums of 1 to 6: P(W+ >= 20) = 2 / 64, and R's psignrank() of 50. */
static void without_ties_it_is_psignrank(void **state) {
  (void)state;
  int exact;
  double d[50];
  for (int i = 0; i < 50; i++) d[i] = (i + 1) / 64. * (i < 15 ? -1 : 1);
  vd_scores_result x = test(d, 50, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_GREATER, &exact);
  assert_true(x.statistic == 1155);
  check_close(exp(x.log_p), 2.289095491e-8, 1e-9);
  assert_true(x.high == INFINITY && x.low > 0);
  x = test(d, 50, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_LESS, &exact);
  assert_true(x.low == -INFINITY && x.high > x.estimate);
  double few[] = {1, 2, -3};
  x = test(few, 3, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  assert_true(x.low == -INFINITY && x.high == INFINITY && x.estimate == .25);
}

static void all_alike_is_a_sign_test(void **state) {
  (void)state;
  int exact;
  double d[] = {.1, .1, .1, .1, .1, .1, .1, .1}, zero[] = {0, 0};
  vd_scores_result x = test(d, 8, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  check_close(exp(x.log_p), 2 / 256., 1e-12);
  check_close(x.low, .1, 1e-12);
  check_close(x.high, .1, 1e-12);
  x = test(d, 3, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  assert_true(x.low == -INFINITY && x.high == INFINITY);
  x = test(zero, 2, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  assert_int_equal(x.status, VD_STATUS_EQUAL_SCORES);
}

/* Searching Walsh averages finds what listing them does. */
static void searched_averages_are_the_listed(void **state) {
  (void)state;
  int exact;
  double d[MOST];
  for (int i = 0; i < 300; i++) d[i] = sin(i * 1.7) + .1;
  vd_scores_result x =
      test(d, 300, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  static double all[300 * 301 / 2];
  ptrdiff_t m = 0;
  for (int i = 0; i < 300; i++) {
    for (int j = i; j < 300; j++) all[m++] = (d[i] + d[j]) / 2;
  }
  qsort(all, (size_t)m, sizeof *all, vd_scores_by_size);
  check_close(x.estimate, (all[m / 2 - 1] + all[m / 2]) / 2, 1e-8);
  assert_true(!exact && x.low < x.estimate && x.estimate < x.high);
  for (int i = 0; i < 300; i++) d[i] = 1;
  d[299] = 2;
  x = test(d, 300, VD_ZEROS_PRATT, 200, VD_ALTERNATIVE_TWO_SIDED, &exact);
  check_close(x.estimate, 1, 1e-12);
  check_close(x.low, 1, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ties_and_zeros_are_their_peers),
      cmocka_unit_test(without_ties_it_is_psignrank),
      cmocka_unit_test(all_alike_is_a_sign_test),
      cmocka_unit_test(searched_averages_are_the_listed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
