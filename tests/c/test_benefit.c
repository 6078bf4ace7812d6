#include "numeric.h"
#include "numeric/benefit.h"
#include "numeric/loss.h"

enum { T = 3, K = 2 * T };

static void levels_are_thresholds_reached(void **state) {
  (void)state;
  const double p[] = {0, .1, .3, .5, 1}, threshold[] = {0, .3, .5};
  const int expected[] = {1, 1, 2, 3, 3};
  int level[5];
  vd_benefit_levels(5, p, T, threshold, level);
  assert_memory_equal(level, expected, sizeof expected);
}

/* Against sums over the rows. */
static void benefits_vary_together(void **state) {
  (void)state;
  const double threshold[T] = {.15, .3, .75};
  double estimate[K], V[K * K], work[2 * T * T], v[K][EXAMPLE_N], total = 0;
  int level[2 * EXAMPLE_N];
  vd_binary rows = {EXAMPLE_N, example_event, example_weight, NULL};
  for (int i = 0; i < EXAMPLE_N; i++) total += example_weight[i];
  for (int c = 0; c < 2; c++) {
    vd_benefit_levels(EXAMPLE_N, example_score[c], T, threshold, level + c * EXAMPLE_N);
  }
  vd_benefit_joint(&rows, 2, level, T, threshold, estimate, V, work);
  for (int i = 0; i < K; i++) {
    vd_loss_benefit(&rows, example_score[i % 2], threshold[i / 2], v[i]);
    check_close(estimate[i], vd_mean(&rows, v[i]).value, 1e-13);
  }
  for (int i = 0; i < K; i++) {
    for (int j = 0; j < K; j++) {
      double sum = 0;
      for (int r = 0; r < EXAMPLE_N; r++) sum += example_weight[r] * v[i][r] * v[j][r];
      check_close(V[i + j * K], sum * total / (total - 1), 1e-11);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_thresholds_reached),
      cmocka_unit_test(benefits_vary_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
