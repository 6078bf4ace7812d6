#include "numeric.h"
#include "numeric/loss.h"

static double brier(const vd_binary *rows, const double *p, const int *order, double *u) {
  (void)order;
  vd_loss_brier(rows, p, u);
  return vd_mean(rows, u).value;
}

static double log_loss(const vd_binary *rows, const double *p, const int *order,
                       double *u) {
  (void)order;
  vd_loss_log(rows, p, u);
  return vd_mean(rows, u).value;
}

static double benefit(const vd_binary *rows, const double *p, const int *order,
                      double *u) {
  (void)order;
  vd_loss_benefit(rows, p, .5, u);
  return vd_mean(rows, u).value;
}

static double skill(const vd_binary *rows, const double *p, const int *order, double *u) {
  (void)order;
  vd_loss_brier(rows, p, u);
  return vd_loss_skill(rows, vd_mean(rows, u), 0, u).value;
}

static double log_skill(const vd_binary *rows, const double *p, const int *order,
                        double *u) {
  (void)order;
  vd_loss_log(rows, p, u);
  return vd_loss_skill(rows, vd_mean(rows, u), 1, u).value;
}

static void contributions_are_derivatives(void **state) {
  (void)state;
  check_contributions(brier);
  check_contributions(log_loss);
  check_contributions(benefit);
  check_contributions(skill);
  check_contributions(log_skill);
}

static void losses_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double a[EXAMPLE_N], b[EXAMPLE_N], gap[EXAMPLE_N];
  check_close(brier(&rows, example_score[0], NULL, a), .1658333, 1e-6);
  check_close(brier(&rows, example_score[1], NULL, b), .1504167, 1e-6);
  for (int i = 0; i < EXAMPLE_N; i++) gap[i] = a[i] - b[i];
  check_close(sqrt(check_mean(gap, gap)), .06263533, 1e-6);
  check_close(log_loss(&rows, example_score[0], NULL, a), .5003273, 1e-6);
  check_close(skill(&rows, example_score[0], NULL, a), .3177143, 1e-6);
  check_close(log_skill(&rows, example_score[0], NULL, a), .2633506, 1e-6);
  check_close(benefit(&rows, example_score[0], NULL, a), 1. / 6, 1e-14);
  check_close(sqrt(check_mean(a, a)), .2071939, 1e-6);
  check_close(benefit(&rows, example_score[1], NULL, b), 1. / 12, 1e-14);
  for (int i = 0; i < EXAMPLE_N; i++) gap[i] = a[i] - b[i];
  check_close(sqrt(check_mean(gap, gap)), .1486471, 1e-6);
  vd_loss_excess(&rows, example_score[0], a);
  check_close(vd_mean(&rows, a).value, (5 - 5.7) / 12, 1e-14);
}

static void an_impossible_event_costs_everything(void **state) {
  (void)state;
  const double p[] = {0, 1, .5};
  const int event[] = {1, 1, 0}, right[] = {0, 1, 0};
  double u[3];
  vd_binary rows = {3, event, NULL, NULL}, certain = {2, right, NULL, NULL},
            none = {0, event, NULL, NULL};
  vd_loss_log(&rows, p, u);
  vd_numeric found = vd_mean(&rows, u);
  assert_true(isinf(found.value) && found.status == VD_STATUS_INFINITE && isnan(u[2]));
  assert_true(isinf(vd_loss_skill(&rows, found, 1, u).value));
  vd_loss_log(&certain, p, u);
  assert_true(vd_mean(&certain, u).value == 0);
  assert_int_equal(vd_mean(&none, u).status, VD_STATUS_NO_ROWS);
  assert_int_equal(vd_loss_skill(&none, found, 1, u).status, VD_STATUS_NO_ROWS);
}

static double observed(const vd_binary *rows, const double *score, const int *order,
                       double *u) {
  (void)order;
  return vd_loss_observed(rows, score, u).value;
}

static void observed_over_expected_has_its_derivatives(void **state) {
  (void)state;
  check_contributions(observed);
  const double none[EXAMPLE_N] = {0};
  double u[EXAMPLE_N];
  vd_binary rows = example_rows(), empty = {0, example_event, NULL, NULL},
            others = {7, example_event + 5, NULL, NULL};
  assert_int_equal(vd_loss_observed(&rows, none, u).status, VD_STATUS_INFINITE);
  assert_int_equal(vd_loss_observed(&empty, none, u).status, VD_STATUS_NO_ROWS);
  assert_int_equal(vd_loss_observed(&others, none, u).status, VD_STATUS_ABSENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(observed_over_expected_has_its_derivatives),
      cmocka_unit_test(contributions_are_derivatives),
      cmocka_unit_test(losses_of_the_example),
      cmocka_unit_test(an_impossible_event_costs_everything),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
