#include "check.h"
#include "combine/min_p.h"

/* Adjusted p-values of exact two-sided tests, in order, each in a group of its own. */
static void adjusted(ptrdiff_t n, const double *p, const double *trials, double sides,
                     const int *group, ptrdiff_t n_groups, double *out) {
  double log_p[4], attained[4], next[4], sum[4];
  for (ptrdiff_t i = 0; i < n; i++) log_p[i] = log(p[i]);
  vd_min_p_tests tests = {.n = n,
                          .n_groups = n_groups,
                          .log_p = log_p,
                          .trials = trials,
                          .group = group,
                          .sides = sides};
  vd_min_p_start(&tests, attained, next);
  vd_min_p_adjust(&tests, 0, n, attained, next, sum, out);
  for (ptrdiff_t i = 0; i < n; i++) out[i] = exp(out[i]);
}

/* 12 against 4, 1 against 6, 6 against 7: two-sided binomial p 2 * 2517 / 2^16, 16 / 2^7
 * and 1. Of 7 trials 2 / 2^7 is the largest attainable up to the first; of 13 it is
 * 2 * (1 + 13 + 78 + 286) / 2^13 = 0.0923 beyond, 184 / 2^13 below. */
static void steps_down_by_what_is_attainable(void **state) {
  (void)state;
  const double p[] = {5034.0 / 65536, 16.0 / 128, 1}, trials[] = {16, 7, 13};
  const int group[] = {0, 1, 2};
  double out[3];
  adjusted(3, p, trials, 2, group, 3, out);
  const double first = 1 - (1 - p[0]) * (1 - 2.0 / 128) * (1 - 184.0 / 8192);
  const double second = 1 - (1 - p[1]) * (1 - 756.0 / 8192);
  check_close(out[0], first, 1e-12);
  check_close(out[1], second, 1e-12);
  check_close(out[2], 1, 1e-12);
}

/* Tests too small ever to be as extreme cost nothing; those of one group add up. */
static void small_and_dependent(void **state) {
  (void)state;
  const double p[] = {1.0 / 1024, 1.0 / 8, 1}, trials[] = {10, 3, 0};
  const int apart[] = {0, 1, 2}, one[] = {0, 0, 0};
  double out[3];
  adjusted(3, p, trials, 1, apart, 3, out);
  check_close(out[0], 1.0 / 1024, 1e-12);
  check_close(out[1], 1.0 / 8, 1e-12);
  const double same[] = {1.0 / 8, 1.0 / 8}, three[] = {3, 3};
  adjusted(2, same, three, 1, one, 1, out);
  check_close(out[0], 0.25, 1e-12);
  check_close(out[1], 0.25, 1e-12);
}

/* Of very many trials all values up to p are taken as attainable: Sidak's adjustment; and
 * logarithms stay where p is 0 as a double. */
static void many_trials_and_tiny_p(void **state) {
  (void)state;
  const double p[] = {0.01, 0.2}, trials[] = {5000, 6000};
  const int group[] = {0, 1};
  double out[2];
  adjusted(2, p, trials, 2, group, 2, out);
  check_close(out[0], 1 - 0.99 * 0.99, 1e-12);
  check_close(out[1], 0.2, 1e-12);
  const double log_p[] = {-2000, -1500};
  vd_min_p_tests tests = {.n = 2,
                          .n_groups = 2,
                          .log_p = log_p,
                          .trials = trials,
                          .group = group,
                          .sides = 2};
  double attained[2], next[2], sum[2], log_adj[2];
  vd_min_p_start(&tests, attained, next);
  vd_min_p_adjust(&tests, 0, 2, attained, next, sum, log_adj);
  check_close(log_adj[0], -2000 + log(2), 1e-12);
  check_close(log_adj[1], -1500, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_down_by_what_is_attainable),
      cmocka_unit_test(small_and_dependent),
      cmocka_unit_test(many_trials_and_tiny_p),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
