#include "numeric.h"
#include "numeric/auc.h"
#include "numeric/auc_interval.h"

static void area_and_covariance_are_delongs(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double u[2][EXAMPLE_N], value[2];
  for (int c = 0; c < 2; c++) {
    int order[EXAMPLE_N];
    example_order(c, order);
    vd_numeric found = example_area(&rows, example_score[c], order, u[c]);
    assert_int_equal(found.status, VD_STATUS_OK);
    value[c] = found.value;
  }
  check_close(value[0], 29. / 35, 1e-15);
  check_close(value[1], 32. / 35, 1e-15);
  /* pROC and precrec agree on these */
  check_close(check_between(u[0], u[0]), .01636054, 1e-6);
  check_close(check_between(u[1], u[1]), .008979592, 1e-6);
  check_close(check_between(u[0], u[1]), .001700680, 1e-6);
}

static void area_is_the_share_of_concordant_pairs(void **state) {
  (void)state;
  enum { N = 300 };
  static double x[N], w[N];
  static int event[N], order[N], other[N];
  static uint64_t keys[2 * N];
  for (int i = 0; i < N; i++) {
    event[i] = i % 3 == 0;
    x[i] = (i * 7919 % 41) / 8. + event[i];
    w[i] = 1 + i % 4;
  }
  vd_order_scores(N, x, order, keys, other);
  vd_binary rows = {N, event, w, NULL};
  double concordant = 0, pairs = 0, ties = 0;
  for (int i = 0; i < N; i++) {
    for (int j = 0; event[i] && j < N; j++) {
      if (event[j]) continue;
      double pair = w[i] * w[j];
      pairs += pair;
      ties += x[i] == x[j] ? pair : 0;
      concordant += x[i] > x[j] ? pair : x[i] == x[j] ? pair / 2 : 0;
    }
  }
  check_close(example_area(&rows, x, order, NULL).value, concordant / pairs, 1e-14);
  assert_true(vd_auc_ties(&rows, x, order) == ties);
}

static double area(const vd_binary *rows, const double *score, const int *order,
                   double *u) {
  return example_area(rows, score, order, u).value;
}

static double up_to_20(const vd_binary *rows, const double *score, const int *order,
                       double *u) {
  return vd_auc_partial(rows, score, order, .2, 0, u).value;
}

static double up_to_35(const vd_binary *rows, const double *score, const int *order,
                       double *u) {
  return vd_auc_partial(rows, score, order, .35, 0, u).value;
}

static double sensitive(const vd_binary *rows, const double *score, const int *order,
                        double *u) {
  return vd_auc_partial(rows, score, order, .45, 1, u).value;
}

static double in_strata(const vd_binary *rows, const double *score, const int *order,
                        double *u) {
  int within[EXAMPLE_N];
  ptrdiff_t end[3];
  unsigned char mark[EXAMPLE_N];
  double share[3], value[3];
  const int stratum[EXAMPLE_N] = {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 3};
  vd_order_strata(EXAMPLE_N, order, stratum, 3, within, end);
  return vd_auc_strata(rows, score, within, end, 3, mark, u, share, value).value;
}

static void contributions_are_derivatives(void **state) {
  (void)state;
  check_contributions(area);
  check_contributions(up_to_20);
  check_contributions(up_to_35);
  check_contributions(sensitive);
}

static void strata_are_averaged_by_their_pairs(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  double u[EXAMPLE_N], sum = 0;
  example_order(0, order);
  /* 7.5 of 9 pairs, 4.5 of 6, and none */
  check_close(in_strata(&rows, example_score[0], order, u), .8, 1e-15);
  for (int i = 0; i < EXAMPLE_N; i++) sum += u[i];
  assert_true(fabs(sum) < 1e-15 && u[11] == 0);
  const int alone[EXAMPLE_N] = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2};
  int within[EXAMPLE_N];
  ptrdiff_t end[2];
  unsigned char mark[EXAMPLE_N];
  double share[2], value[2];
  vd_order_strata(EXAMPLE_N, order, alone, 2, within, end);
  vd_numeric found =
      vd_auc_strata(&rows, example_score[0], within, end, 2, mark, u, share, value);
  assert_true(isnan(found.value));
  assert_int_equal(found.status, VD_STATUS_ABSENT);
}

static void partial_area_is_that_of_the_polyline(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double u[2][EXAMPLE_N], value[2];
  for (int c = 0; c < 2; c++) {
    int order[EXAMPLE_N];
    example_order(c, order);
    value[c] = vd_auc_partial(&rows, example_score[c], order, .3, 0, u[c]).value;
    check_close(vd_auc_partial(&rows, example_score[c], order, 1, 0, NULL).value,
                example_area(&rows, example_score[c], order, NULL).value, 1e-15);
    check_close(vd_auc_partial(&rows, example_score[c], order, 1, 1, NULL).value,
                example_area(&rows, example_score[c], order, NULL).value, 1e-15);
  }
  check_close(value[0], .1685714, 1e-6);
  check_close(value[1], .24, 1e-14);
  check_close(sqrt(check_between(u[0], u[0])), .08706085, 1e-6);
  check_close(sqrt(check_between(u[1], u[1])), .06, 1e-13);
  double gap[EXAMPLE_N];
  for (int i = 0; i < EXAMPLE_N; i++) gap[i] = u[0][i] - u[1][i];
  check_close(sqrt(check_between(gap, gap)), .1040996, 1e-6);
}

static void one_class_has_no_area(void **state) {
  (void)state;
  const double x[] = {1, 2};
  const int all[] = {1, 1}, none[] = {0, 0}, order[] = {0, 1};
  vd_binary with = {2, all, NULL, NULL}, without = {2, none, NULL, NULL},
            empty = {0, none, NULL, NULL};
  assert_int_equal(example_area(&with, x, order, NULL).status, VD_STATUS_EVERYWHERE);
  assert_int_equal(example_area(&without, x, order, NULL).status, VD_STATUS_ABSENT);
  assert_int_equal(example_area(&empty, x, order, NULL).status, VD_STATUS_NO_ROWS);
  assert_int_equal(vd_auc_partial(&with, x, order, .2, 0, NULL).status,
                   VD_STATUS_EVERYWHERE);
}

/* Sums of such weights have no end in binary. */
static void perfect_separation_is_perfect(void **state) {
  (void)state;
  const double x[] = {1, 3, 4, 2, 5, 1.5}, w[] = {.1, .7, .3, .2, .9, .6};
  const int event[] = {0, 1, 1, 0, 1, 0}, order[] = {0, 5, 3, 1, 2, 4};
  const double y[] = {5, 3, 2, 4, 1, 6};
  const int reversed[] = {4, 2, 1, 3, 0, 5};
  double u[6];
  vd_binary rows = {6, event, w, NULL};
  assert_true(example_area(&rows, x, order, u).value == 1);
  for (int i = 0; i < 6; i++) assert_true(u[i] == 0);
  assert_true(example_area(&rows, y, reversed, u).value == 0);
  for (int i = 0; i < 6; i++) assert_true(u[i] == 0);
}

static void limits_are_those_of_the_methods(void **state) {
  (void)state;
  /* 2.5 % on each side; infinite degrees: normal */
  vd_limits a =
      vd_area_limits(VD_AREA_LOGIT, 29. / 35, sqrt(.01636054), INFINITY, 5, 7, .025);
  check_close(a.low, .45279, 1e-4);
  check_close(a.high, .96579, 1e-4);
  a = vd_area_limits(VD_AREA_LOG, 2, .5, INFINITY, 5, 7, .025);
  check_close(a.high, 2 * exp(1.959963984540054 / 4), 1e-12);
  check_close(a.low * a.high, 4, 1e-12);
  a = vd_area_limits(VD_AREA_NEWCOMBE, 29. / 35, NAN, NAN, 5, 7, .025);
  check_close(a.low, .48396, 1e-5);
  check_close(a.high, .95700, 1e-5);
  a = vd_area_limits(VD_AREA_NEWCOMBE, 1, 0, NAN, 12, 12, .025);
  check_close(a.low, .83183, 1e-5);
  assert_true(a.high == 1);
  a = vd_area_limits(VD_AREA_BOUND, 1, 0, NAN, 12, 12, .025);
  check_close(a.low, .73535, 1e-5);
  a = vd_area_limits(VD_AREA_BOUND, 0, 0, NAN, 12, 12, .025);
  check_close(a.high, 1 - .73535, 1e-4);
  a = vd_area_limits(VD_AREA_T, .9, .1, INFINITY, 5, 7, .025);
  check_close(a.low, .9 - .1 * 1.959963984540054, 1e-12);
  check_close(a.high, .9 + .1 * 1.959963984540054, 1e-12);
  assert_true(isnan(vd_area_limits(VD_AREA_BOUND, .9, .1, 5, 5, 7, .025).low));
  assert_true(isnan(vd_area_limits(VD_AREA_LOGIT, 1, 0, 5, 5, 7, .025).low));
  assert_true(isnan(vd_area_limits(VD_AREA_LOGIT, NAN, 0, 5, 5, 7, .025).low));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(area_and_covariance_are_delongs),
      cmocka_unit_test(area_is_the_share_of_concordant_pairs),
      cmocka_unit_test(contributions_are_derivatives),
      cmocka_unit_test(strata_are_averaged_by_their_pairs),
      cmocka_unit_test(partial_area_is_that_of_the_polyline),
      cmocka_unit_test(one_class_has_no_area),
      cmocka_unit_test(perfect_separation_is_perfect),
      cmocka_unit_test(limits_are_those_of_the_methods),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
