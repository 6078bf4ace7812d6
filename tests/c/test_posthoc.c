#include "blocks.h"
#include "check.h"
#include "scores/anova.h"
#include "scores/posthoc.h"

#include <Rmath.h>

static double place[3];

static vd_scatter blocked(void) {
  vd_scatter scatter;
  vd_anova sums = vd_anova_sums(4, 3, folds, place);
  vd_anova_test(4, 3, sums, 1, 1, &scatter);
  return scatter;
}

/* TukeyHSD() and agricolae 1.3-7, multcomp 1.4-22, emmeans 1.8.4 */
static void after_blocked_anova(void **state) {
  (void)state;
  vd_scatter scatter = blocked();
  vd_contrast found = vd_posthoc_pair(place, scatter, 1, 0, VD_ALTERNATIVE_TWO_SIDED);
  check_close(found.estimate, .0325, 1e-12);
  check_close(exp(vd_posthoc_log_p(found.statistic, 3, 6, VD_TOGETHER_RANGE)), .010658,
              1e-4);
  double critical = vd_posthoc_critical(log(.05), 3, 6, VD_TOGETHER_RANGE);
  check_close(critical * found.se, .022582, 1e-4);
  check_close(vd_posthoc_critical(log(.05), 2, 6, VD_TOGETHER_RANGE) * found.se, .018009,
              1e-4);
  const double weight[] = {-.5, 1, -.5};
  found = vd_posthoc_contrast(3, place, scatter, weight, VD_ALTERNATIVE_TWO_SIDED);
  check_close(found.se, .006374, 1e-4);
  check_close(found.statistic, 5.099020, 1e-6);
  check_close(exp(found.log_p), .002224, 1e-3);
  check_close(exp(vd_posthoc_log_p(found.statistic, 3, 6, VD_TOGETHER_SCHEFFE)), .0066,
              2e-3);
  critical = vd_posthoc_critical(log(.05), 3, 6, VD_TOGETHER_SCHEFFE);
  check_close(critical * critical / 2, qf(.05, 2, 6, 0, 0), 1e-12);
  critical = vd_posthoc_critical(log(.05), 3, 6, VD_TOGETHER_NONE);
  check_close(critical, qt(.025, 6, 0, 0), 1e-12);
  check_close(vd_posthoc_log_p(2, 3, 6, VD_TOGETHER_NONE), M_LN2 + pt(2, 6, 0, 1), 1e-12);
}

/* Means .805 .8375 .805: the range of all three decides for the pairs at its ends. */
static void newman_keuls_steps_down(void **state) {
  (void)state;
  vd_scatter scatter = blocked();
  const ptrdiff_t order[] = {2, 0, 1};
  double log_p[9];
  vd_posthoc_ranges(3, place, scatter, order, log_p);
  check_close(exp(log_p[0 + 2 * 3]), .010658, 1e-4);
  assert_true(log_p[1 + 2 * 3] ==
              log_p[0 + 2 * 3]); /* the smaller range cannot have less */
  assert_true(exp(log_p[0 + 1 * 3]) > .9);
}

static void without_scatter(void **state) {
  (void)state;
  const double means[] = {1, 1};
  const vd_scatter none = {NAN, 3, VD_STATUS_ZERO_VARIANCE};
  const vd_scatter same = {NAN, 3, VD_STATUS_EQUAL_SCORES},
                   tied = {NAN, 3, VD_STATUS_ALL_TIED};
  assert_true(isnan(vd_posthoc_pair(means, none, 0, 1, VD_ALTERNATIVE_LESS).log_p));
  assert_true(vd_posthoc_pair(means, same, 0, 1, VD_ALTERNATIVE_LESS).log_p == 0);
  assert_true(vd_posthoc_pair(means, tied, 0, 1, VD_ALTERNATIVE_LESS).log_p == 0);
}

/* .5 (a + b) - c of estimates with a covariance: 1.5 of variance .01 where they are
 * independent. */
static void of_a_covariance(void **state) {
  (void)state;
  const double theta[] = {.5, .6, .7}, weight[] = {.5, .5, -1}, pair[] = {1, 0, -1};
  const double V[] = {.01, 0, 0, 0, .01, 0, 0, 0, .01},
               same[] = {.01, .01, .01, .01, .01, .01, .01, .01, .01},
               lacking[] = {.01, NAN, .004, NAN, NAN, NAN, .004, NAN, .01};
  vd_contrast found =
      vd_posthoc_linear(3, theta, V, INFINITY, weight, VD_ALTERNATIVE_TWO_SIDED);
  check_close(found.estimate, -.15, 1e-14);
  check_close(found.se, sqrt(.015), 1e-14);
  check_close(found.log_p, M_LN2 + pnorm(.15 / sqrt(.015), 0, 1, 0, 1), 1e-12);
  found = vd_posthoc_linear(3, theta, V, 4, weight, VD_ALTERNATIVE_LESS);
  check_close(exp(found.log_p), pt(-.15 / sqrt(.015), 4, 1, 0), 1e-12);
  found = vd_posthoc_linear(3, theta, lacking, INFINITY, pair, VD_ALTERNATIVE_TWO_SIDED);
  check_close(found.se, sqrt(.012), 1e-14);
  found = vd_posthoc_linear(3, theta, same, INFINITY, pair, VD_ALTERNATIVE_TWO_SIDED);
  assert_true(found.se == 0 && isnan(found.log_p));
  const double equal[] = {.5, .5, .5};
  found = vd_posthoc_linear(3, equal, same, INFINITY, pair, VD_ALTERNATIVE_TWO_SIDED);
  assert_true(found.log_p == 0);
  /* an unknown variance is not 0 */
  found =
      vd_posthoc_linear(3, equal, lacking, INFINITY, weight, VD_ALTERNATIVE_TWO_SIDED);
  assert_true(found.estimate == 0 && isnan(found.se) && isnan(found.log_p));
}

static void sizes_of_effect(void **state) {
  (void)state;
  const double rank[] = {1, 2, 1.5, 2, 1, 1.5}, x[] = {3, 5, 4, 1, 2, 3},
               flat[] = {2, 3, 1, 2};
  check_close(vd_posthoc_win(3, rank, 0, 1), .5, 1e-15);
  check_close(vd_posthoc_gap(3, x, 0, 1), 2 / 1.0, 1e-14); /* gaps 2, 3, 1 */
  assert_true(isnan(vd_posthoc_gap(2, flat, 0, 1)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(after_blocked_anova), cmocka_unit_test(newman_keuls_steps_down),
      cmocka_unit_test(without_scatter),     cmocka_unit_test(of_a_covariance),
      cmocka_unit_test(sizes_of_effect),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
