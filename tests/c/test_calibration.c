#include "numeric.h"
#include "numeric/calibration.h"

static void tests_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  example_order(0, order);
  vd_calibration_test x = vd_calibration_spiegelhalter(&rows, example_score[0]);
  check_close(x.statistic, -.1758631, 1e-6);
  check_close(exp(x.log_p), .860402, 1e-6);
  x = vd_calibration_cumulative(&rows, example_score[0], order);
  check_close(x.statistic, .6195856, 1e-6);
  check_close(exp(x.log_p), .948807, 1e-6);
}

/* Abramowitz & Stegun's two series agree where both converge; the far tail is the first
 * term, 4 P(Z > t). */
static void tail_of_brownian_motion(void **state) {
  (void)state;
  check_close(vd_log_p_brownian(.8), vd_log_p_brownian(.8 - 1e-9), 1e-7);
  check_close(vd_log_p_brownian(40), log(4) - 804.608442013754, 1e-10);
  assert_true(fabs(vd_log_p_brownian(.05)) < 1e-200);
}

static void what_was_certain_and_wrong_is_refuted(void **state) {
  (void)state;
  const double p[] = {0, .3, .6}, certain[] = {0, 1, 1};
  const int event[] = {1, 0, 1}, right[] = {0, 1, 1}, order[] = {0, 1, 2};
  vd_binary rows = {3, event, NULL, NULL}, all = {3, right, NULL, NULL};
  vd_calibration_test x = vd_calibration_spiegelhalter(&rows, p);
  assert_true(x.log_p == -INFINITY && x.impossible == 1 && isfinite(x.statistic));
  x = vd_calibration_cumulative(&rows, p, order);
  assert_true(x.log_p == -INFINITY && x.impossible == 1);
  x = vd_calibration_spiegelhalter(&rows, certain);
  assert_true(x.log_p == -INFINITY && isnan(x.statistic));
  assert_true(isnan(vd_calibration_cumulative(&rows, certain, order).statistic));
  assert_int_equal(vd_calibration_spiegelhalter(&all, certain).status,
                   VD_STATUS_ZERO_VARIANCE);
  assert_int_equal(vd_calibration_cumulative(&all, certain, order).status,
                   VD_STATUS_ZERO_VARIANCE);
}

static double intercept(const vd_binary *rows, const double *p, const int *order,
                        double *u) {
  double spare[EXAMPLE_N];
  (void)order;
  return vd_calibration_logistic(rows, p, u, spare).intercept;
}

static double slope(const vd_binary *rows, const double *p, const int *order, double *u) {
  double spare[EXAMPLE_N];
  (void)order;
  return vd_calibration_logistic(rows, p, spare, u).slope;
}

static void contributions_are_derivatives(void **state) {
  (void)state;
  check_contributions(intercept);
  check_contributions(slope);
}

/* The score equations hold at the estimates. */
static void intercept_and_slope_solve_their_equations(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  for (int c = 0; c < 2; c++) {
    const double *p = example_score[c];
    vd_calibration_fit fit = vd_calibration_logistic(&rows, p, NULL, NULL);
    double one = 0, a = 0, b = 0;
    for (int i = 0; i < EXAMPLE_N; i++) {
      double x = log(p[i] / (1 - p[i]));
      double d = example_event[i] - 1 / (1 + exp(-fit.at_slope - fit.slope * x));
      one += example_event[i] - 1 / (1 + exp(-fit.intercept - x));
      a += d;
      b += d * x;
    }
    assert_true(fabs(one) < 1e-10 && fabs(a) < 1e-10 && fabs(b) < 1e-10);
    assert_true(fit.lr > 0);
  }
}

static void slopes_that_have_no_end(void **state) {
  (void)state;
  const double p[] = {.2, .4, .4, .7}, flat[] = {.4, .4, .4, .4}, sure[] = {0, .4, .4, 1};
  const int apart[] = {0, 0, 1, 1}, against[] = {1, 1, 0, 0}, all[] = {1, 1, 1, 1};
  vd_binary rows = {4, apart, NULL, NULL}, turned = {4, against, NULL, NULL},
            one = {4, all, NULL, NULL};
  assert_true(vd_calibration_logistic(&rows, p, NULL, NULL).slope == INFINITY);
  assert_true(vd_calibration_logistic(&turned, p, NULL, NULL).slope == -INFINITY);
  vd_calibration_fit fit = vd_calibration_logistic(&rows, flat, NULL, NULL);
  assert_true(isnan(fit.slope));
  check_close(fit.intercept, -log(.4 / .6), 1e-10);
  fit = vd_calibration_logistic(&rows, sure, NULL, NULL);
  assert_true(fit.status == VD_STATUS_CERTAIN && fit.certain == 2);
  assert_int_equal(vd_calibration_logistic(&one, p, NULL, NULL).status,
                   VD_STATUS_EVERYWHERE);
}

/* A likelihood whose whole step from (a, 1) overshoots. */
static void steep_slopes_are_reached(void **state) {
  (void)state;
  enum { N = 40 };
  double p[N];
  int event[N];
  for (int i = 0; i < N; i++) {
    p[i] = 1e-9 * (i + 1) / N;
    event[i] = i >= N / 2 ? i % 4 != 0 : i % 4 == 0;
  }
  vd_binary rows = {N, event, NULL, NULL};
  vd_calibration_fit fit = vd_calibration_logistic(&rows, p, NULL, NULL);
  double a = 0, b = 0;
  for (int i = 0; i < N; i++) {
    double x = log(p[i]) - log1p(-p[i]);
    double d = event[i] - 1 / (1 + exp(-fit.at_slope - fit.slope * x));
    a += d;
    b += d * (x + 22);
  }
  assert_true(fabs(a) < 1e-6 && fabs(b) < 1e-6);
}

/* With one event of two rows the intercept is in the middle, however far that is; a row
 * of weight 0 is none. */
static void tails_are_not_lost_beside_one(void **state) {
  (void)state;
  const double p[] = {1e-200, 1 - 1e-15, 0}, weight[] = {1, 1, 0};
  const int event[] = {1, 0, 0};
  vd_binary rows = {3, event, weight, NULL};
  double x[] = {log(p[0]), log(p[1]) - log1p(-p[1])};
  vd_calibration_fit fit = vd_calibration_logistic(&rows, p, NULL, NULL);
  check_close(fit.intercept, -(x[0] + x[1]) / 2, 1e-10);
  assert_true(fit.slope == -INFINITY);
}

/* Two bins: (.1 .2 .3 | .6 .9) and truth 0 0 1, 1 1. */
static void errors_in_bins(void **state) {
  (void)state;
  const double p[] = {.1, .2, .3, .6, .9, 0};
  const int event[] = {0, 0, 1, 1, 1, 0};
  double work[9];
  vd_binary rows = {6, event, NULL, NULL};
  check_close(vd_calibration_ece(&rows, p, 2, work).error, (.4 + .5) / 6, 1e-14);
  /* Errors 0 -.1 -.2 .7 and .4 .1: means .1 and .25, variances .5 / 3 and .045. */
  double expected = (4 * (.01 - .5 / 12) + 2 * (.0625 - .0225)) / 6;
  check_close(vd_calibration_ece(&rows, p, 2, work).squared, expected, 1e-14);
  /* A bin of one row has no variance, and no part: (0 .1 .2 .3 | .6 | .9). */
  check_close(vd_calibration_ece(&rows, p, 3, work).squared, 4. / 6 * (.01 - .5 / 12),
              1e-14);
  check_close(vd_calibration_ece(&rows, p, 3, work).alone, 2, 0);
  rows.n = 2;
  double two[60];
  check_close(vd_calibration_ece(&rows, p, 20, two).alone, 2, 0);
  assert_true(isnan(vd_calibration_ece(&rows, p, 20, two).squared));
}

/* Halves of six rows by mass: (0 .1 .2 | .3 .6 .9) with 0 and 3 events. */
static void groups_of_equal_mass(void **state) {
  (void)state;
  const double p[] = {.1, .2, .3, .6, .9, 0};
  const int event[] = {0, 0, 1, 1, 1, 0}, order[] = {5, 0, 1, 2, 3, 4};
  double dof;
  vd_binary rows = {6, event, NULL, NULL};
  vd_calibration_test found = vd_calibration_hosmer(&rows, p, order, 2, &dof);
  check_close(found.statistic, .09 / (.3 * .9) + 1.44 / (1.8 * .4), 1e-13);
  check_close(dof, 2, 0);
  check_close(found.log_p, -found.statistic / 2, 1e-13);
  const double sure[] = {0, 0, 1, 1, 1, 0};
  found = vd_calibration_hosmer(&rows, sure, order, 2, &dof);
  assert_int_equal(found.status, VD_STATUS_ZERO_VARIANCE);
  const double wrong[] = {0, 0, 0, 1, 1, 0};
  found = vd_calibration_hosmer(&rows, wrong, order, 2, &dof);
  assert_true(found.impossible == 1 && found.log_p == -INFINITY);
}

static void ratio_of_likelihoods(void **state) {
  (void)state;
  vd_calibration_fit fit = {.slope = 1.5, .lr = 3};
  check_close(vd_calibration_ratio(&fit).log_p, -1.5, 1e-14);
  fit.slope = NAN;
  assert_int_equal(vd_calibration_ratio(&fit).status, VD_STATUS_CONSTANT);
  fit.slope = INFINITY;
  assert_int_equal(vd_calibration_ratio(&fit).status, VD_STATUS_INFINITE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tests_of_the_example),
      cmocka_unit_test(tail_of_brownian_motion),
      cmocka_unit_test(what_was_certain_and_wrong_is_refuted),
      cmocka_unit_test(contributions_are_derivatives),
      cmocka_unit_test(intercept_and_slope_solve_their_equations),
      cmocka_unit_test(slopes_that_have_no_end),
      cmocka_unit_test(steep_slopes_are_reached),
      cmocka_unit_test(tails_are_not_lost_beside_one),
      cmocka_unit_test(errors_in_bins),
      cmocka_unit_test(groups_of_equal_mass),
      cmocka_unit_test(ratio_of_likelihoods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
