#include "check.h"
#include "scores/bayes.h"

#include <Rmath.h>
#include <string.h>

/* .84 .81 .86 .79 .88 minus .80 .80 .83 .78 .82, over the folds of one data set. */
static const double folds[5] = {.04, .01, .03, .01, .06};
/* x - y over eight data sets. */
static const double sets[8] = {.02, 0, .03, -.01, .04, .05, 0, .06};

static void sort(double *x, int n) {
  for (int i = 1; i < n; i++) {
    double held = x[i];
    int j = i;
    for (; j > 0 && x[j - 1] > held; j--) x[j] = x[j - 1];
    x[j] = held;
  }
}

static void correlated_t_is_baycomp(void **state) {
  (void)state;
  double cell[VD_CELLS];
  vd_bayes_t posterior = vd_bayes_correlated(folds, 5, 0.2);
  check_close(posterior.location, .03, 1e-12);
  check_close(posterior.dof, 4, 0);
  check_close(posterior.scale * posterior.scale, .00045 * (0.2 + 0.25), 1e-12);
  vd_bayes_t_split(posterior, 0.01, cell);
  check_close(cell[VD_LEFT], .024136, 3e-5);
  check_close(cell[VD_ROPE], .092162, 1e-5);
  check_close(cell[VD_RIGHT], .883702, 1e-6);
  /* The corrected t test's p-value, one-sided. */
  vd_bayes_t_split(posterior, 0, cell);
  check_close(cell[VD_LEFT], .102700 / 2, 1e-5);
  assert_true(cell[VD_ROPE] == 0);
  check_close(cell[VD_LEFT] + cell[VD_RIGHT], 1, 1e-15);
}

static void small_probabilities_keep_their_digits(void **state) {
  (void)state;
  double right[VD_CELLS], left[VD_CELLS];
  for (double at = -30; at <= 30; at += 7.5) {
    vd_bayes_t_split((vd_bayes_t){at, 0.5, 9}, 0.1, right);
    vd_bayes_t_split((vd_bayes_t){-at, 0.5, 9}, 0.1, left);
    for (int k = 0; k < VD_CELLS; k++)
      check_close(right[k], left[VD_CELLS - 1 - k], 1e-13);
    check_close(right[0] + right[1] + right[2], 1, 1e-13);
    check_close(right[VD_RIGHT], pt((0.1 - at) / 0.5, 9, 0, 0), 1e-14);
  }
}

static void without_spread_it_is_a_point(void **state) {
  (void)state;
  const double expected[][VD_CELLS] = {{1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {0, 0, 1}};
  const double at[] = {-.2, -.1, .1, .2};
  double cell[VD_CELLS];
  for (int i = 0; i < 4; i++) {
    vd_bayes_t_split((vd_bayes_t){at[i], 0, 4}, 0.1, cell);
    for (int k = 0; k < VD_CELLS; k++) assert_true(cell[k] == expected[i][k]);
  }
  vd_bayes_t_split((vd_bayes_t){0, 0, 4}, 0, cell);
  assert_true(cell[VD_LEFT] == 0.5 && cell[VD_ROPE] == 0 && cell[VD_RIGHT] == 0.5);
}

static void sign_test_is_the_integral(void **state) {
  (void)state;
  double alpha[VD_CELLS], cell[VD_CELLS];
  vd_bayes_count(sets, 8, .004, 1e-12, alpha);
  assert_true(alpha[VD_LEFT] == 1 && alpha[VD_ROPE] == 2 && alpha[VD_RIGHT] == 5);
  alpha[VD_ROPE] += 1;
  vd_bayes_largest(alpha, cell);
  check_close(cell[VD_LEFT], .019076, 5e-5);
  check_close(cell[VD_ROPE], .220904, 5e-6);
  check_close(cell[VD_RIGHT], .760020, 2e-6);
  /* .65 - .66 < -.01 in doubles */
  const double end[1] = {.65 - .66};
  vd_bayes_count(end, 1, .01, 1e-12, alpha);
  assert_true(alpha[VD_ROPE] == 1);
}

/* Two shares: a beta distribution. Three equal ones: a third each. Whole parameters: each
 * of the others' distribution functions is a finite sum. */
static void sign_test_has_known_values(void **state) {
  (void)state;
  const double pairs[][2] = {{1, 1},     {3, 5},       {0.5, 0.5},
                             {0.4, 60},  {1e4, 10100}, {2, 1e6},
                             {.05, .03}, {.03, 1e-9},  {1e-300, 2e-300}};
  double cell[VD_CELLS];
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    const double alpha[VD_CELLS] = {pairs[i][0], 0, pairs[i][1]};
    vd_bayes_largest(alpha, cell);
    double expected = pbeta(0.5, alpha[2], alpha[0], 1, 0);
    assert_true(fabs(cell[VD_LEFT] - expected) < 1e-10);
    check_close(cell[VD_RIGHT], pbeta(0.5, alpha[2], alpha[0], 0, 0), 1e-10);
    assert_true(cell[VD_ROPE] == 0);
  }
  const double equal[] = {0.4, 1, 17, 1e5, .05, 1e-8, 1e-310, 1e32};
  for (int i = 0; i < 8; i++) {
    const double alpha[VD_CELLS] = {equal[i], equal[i], equal[i]};
    vd_bayes_largest(alpha, cell);
    for (int k = 0; k < VD_CELLS; k++) check_close(cell[k], 1.0 / 3, 1e-12);
  }
  /* int x exp(-x) (1 - exp(-x))^2 dx = 1 - 2/4 + 1/9 */
  const double alpha[VD_CELLS] = {1, 2, 1};
  vd_bayes_largest(alpha, cell);
  check_close(cell[VD_ROPE], 11.0 / 18, 1e-12);
  check_close(cell[VD_LEFT], 7.0 / 36, 1e-12);
  const double only[VD_CELLS] = {0, 0, 3};
  vd_bayes_largest(only, cell);
  assert_true(cell[VD_RIGHT] == 1);
}

/* All pairs, one by one. */
static void enumerate(const double *d, ptrdiff_t n, const vd_bayes_pairs *p, double rope,
                      double cell[VD_CELLS]) {
  double z[64], total = 0;
  for (ptrdiff_t i = 0; i <= n; i++) {
    z[i] = i < p->zero ? d[i] : i == p->zero ? 0 : d[i - 1];
    total += p->weight[i];
  }
  memset(cell, 0, VD_CELLS * sizeof *cell);
  for (ptrdiff_t i = 0; i <= n; i++) {
    for (ptrdiff_t j = 0; j <= n; j++) {
      double w = p->weight[i] * p->weight[j] / (total * total), sum = z[i] + z[j];
      double high = fabs(sum - 2 * rope) < 1e-9 ? 0.5 : sum > 2 * rope;
      double low = fabs(sum + 2 * rope) < 1e-9 ? 0.5 : sum < -2 * rope;
      cell[VD_RIGHT] += w * high;
      cell[VD_LEFT] += w * low;
      cell[VD_ROPE] += w * (1 - high - low);
    }
  }
}

static void signed_ranks_are_all_pairs(void **state) {
  (void)state;
  double d[40], work[200], found[VD_CELLS], expected[VD_CELLS];
  ptrdiff_t index[200];
  set_seed(3, 4);
  for (int round = 0; round < 200; round++) {
    int n = 1 + round % 40;
    double at = norm_rand();
    for (int i = 0; i < n; i++) d[i] = nearbyint(5 * (at + norm_rand())) / 5;
    sort(d, n);
    double rope = 0.1 * (round % 5), prior = round % 3 ? 0.5 : 0;
    vd_bayes_pairs p = vd_bayes_pairs_make(d, n, prior, rope, 1e-10, work, index);
    vd_bayes_pairs_draw(&p, found);
    enumerate(d, n, &p, rope, expected);
    for (int k = 0; k < VD_CELLS; k++) assert_true(fabs(found[k] - expected[k]) < 1e-12);
  }
}

/* baycomp, 200,000 draws: .0070 .0108 .9823 */
static void signed_rank_is_baycomp(void **state) {
  (void)state;
  enum { DRAWS = 200000 };
  double d[8], work[19], cell[VD_CELLS], count[VD_CELLS] = {0};
  ptrdiff_t index[36];
  memcpy(d, sets, sizeof d);
  sort(d, 8);
  set_seed(1, 2);
  assert_true(vd_bayes_pairs_work(8) == 19 && vd_bayes_pairs_index(8) == 36);
  vd_bayes_pairs p = vd_bayes_pairs_make(d, 8, 0.5, .004, 1e-12, work, index);
  for (int i = 0; i < DRAWS; i++) {
    vd_bayes_pairs_draw(&p, cell);
    vd_bayes_vote(cell, count);
  }
  const double expected[VD_CELLS] = {.0070, .0108, .9823};
  for (int k = 0; k < VD_CELLS; k++) {
    assert_true(fabs(count[k] / DRAWS - expected[k]) < 5 * .0003);
  }
}

static void ties_share_a_vote(void **state) {
  (void)state;
  double count[VD_CELLS] = {0};
  vd_bayes_vote((double[]){.2, .3, .5}, count);
  vd_bayes_vote((double[]){.5, 0, .5}, count);
  vd_bayes_vote((double[]){1, 1, 1}, count);
  check_close(count[VD_LEFT], 0.5 + 1.0 / 3, 1e-15);
  check_close(count[VD_ROPE], 1.0 / 3, 1e-15);
  check_close(count[VD_RIGHT], 1.5 + 1.0 / 3, 1e-15);
  /* Nothing but ties. */
  double work[7], cell[VD_CELLS];
  ptrdiff_t index[12];
  const double zero[2] = {0, 0};
  vd_bayes_pairs p = vd_bayes_pairs_make(zero, 2, 0.5, 0, 1e-12, work, index);
  vd_bayes_pairs_draw(&p, cell);
  assert_true(cell[VD_LEFT] == cell[VD_RIGHT] && cell[VD_ROPE] < 1e-12);
}

/* What is lost of a difference is a beta variable, cut off: 1 - E[share]. */
static void shares_are_a_beta_distribution(void **state) {
  (void)state;
  enum { ROOM = 20000 };
  static double weight[ROOM], share[ROOM], scale[ROOM];
  const vd_bayes_level levels[] = {{7, 40, 5, 44, 1.0 / 12},
                                   {1e-9, 3, 3, 38, 0.05},
                                   {1e9, 2, 30, 290, 0.1},
                                   {60, 1e-6, 3, 8, 0.3},
                                   {500, 900, 900, 9000, 0.1}};
  for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
    const vd_bayes_level *x = &levels[i];
    vd_bayes_nodes nodes = {.weight = weight, .share = share, .scale = scale};
    assert_true(vd_bayes_level_nodes(x) < ROOM);
    vd_bayes_level_fill(x, &nodes);
    double sum = 0, lost = 0, a = (x->n + 1) / 2, b = x->residual_dof / 2 - 1;
    for (ptrdiff_t k = 0; k < nodes.n; k++) {
      sum += weight[k];
      lost += weight[k] * (1 - share[k]);
    }
    check_close(sum, 1, 1e-12);
    check_close(nodes.dof, x->residual_dof + x->n - 1, 0);
    double end = x->between / (x->within + x->between);
    double log_lost = log(x->within) - log(x->between) + lbeta(a + 1, b - 1) -
                      lbeta(a, b) + pbeta(end, a + 1, b - 1, 1, 1) -
                      pbeta(end, a, b, 1, 1);
    assert_true(fabs(lost - exp(log_lost)) < 1e-8 * exp(log_lost) + 1e-15);
  }
}

/* Nothing between: the share has density proportional to (1 - share)^((n - 1) / 2), and a
 * gap of 0 is as probably on either side. */
static void equal_means_are_on_no_side(void **state) {
  (void)state;
  static double weight[2000], share[2000], scale[2000];
  const vd_bayes_level x = {0, 12, 4, 27, 0.1};
  vd_bayes_nodes nodes = {.weight = weight, .share = share, .scale = scale};
  vd_bayes_level_fill(&x, &nodes);
  double kept = 0, cell[VD_CELLS];
  for (ptrdiff_t k = 0; k < nodes.n; k++) kept += weight[k] * share[k];
  check_close(kept, 1 / 3.5, 1e-10); /* the mean of beta(1, 2.5) */
  vd_bayes_nodes_split(&nodes, 0, 0.05, cell);
  check_close(cell[VD_LEFT], cell[VD_RIGHT], 1e-12);
  check_close(cell[0] + cell[1] + cell[2], 1, 1e-12);
  assert_true(fabs(vd_bayes_nodes_quantile(&nodes, 0, 0.5)) < 1e-9);
  double high = vd_bayes_nodes_quantile(&nodes, 0.3, 0.975);
  vd_bayes_nodes_split(&nodes, 0.3, high, cell);
  check_close(cell[VD_RIGHT], 0.025, 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(correlated_t_is_baycomp),
      cmocka_unit_test(small_probabilities_keep_their_digits),
      cmocka_unit_test(without_spread_it_is_a_point),
      cmocka_unit_test(sign_test_is_the_integral),
      cmocka_unit_test(sign_test_has_known_values),
      cmocka_unit_test(signed_ranks_are_all_pairs),
      cmocka_unit_test(signed_rank_is_baycomp),
      cmocka_unit_test(ties_share_a_vote),
      cmocka_unit_test(shares_are_a_beta_distribution),
      cmocka_unit_test(equal_means_are_on_no_side),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
