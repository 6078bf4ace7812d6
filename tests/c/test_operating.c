#include "numeric.h"
#include "numeric/operating.h"

static void sensitivity_at_specificity_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  example_order(0, order);
  vd_operating_point x = vd_operating_at(&rows, example_score[0], order, .75, 0);
  check_close(x.value, .8, 1e-15);
  check_close(x.threshold, .5, 1e-15);
  check_close(x.realised, 6. / 7, 1e-15);
  check_close(x.mean, .6473799, 1e-6);
  check_close(x.sd, .3221671, 1e-6);
  vd_limits limits = vd_operating_limits(x, .025);
  check_close(limits.low, .22626, 1e-4);
  check_close(limits.high, .94043, 1e-5);
}

/* .1 + .2 + .3 > .3 + .2 + .1: all events are enough, in whichever order they add up. */
static void fractional_weights_add_up_but_for_rounding(void **state) {
  (void)state;
  const int event[] = {1, 1, 1, 0}, order[] = {3, 0, 1, 2};
  const double weight[] = {.1, .2, .3, 1}, score[] = {1, 2, 3, 0};
  vd_binary rows = {4, event, weight, NULL};
  vd_operating_point x = vd_operating_at(&rows, score, order, .99, 1);
  check_close(x.threshold, 1, 0);
  check_close(x.value, 1, 0);
}

/* Exchanged classes and negated scores give the other of the two. */
static void mirrored_is_the_other_one(void **state) {
  (void)state;
  int order[EXAMPLE_N], turned[EXAMPLE_N], other[EXAMPLE_N], event[EXAMPLE_N];
  uint64_t keys[2 * EXAMPLE_N];
  double x[EXAMPLE_N];
  vd_binary rows = example_rows(), mirror = {EXAMPLE_N, event, NULL, NULL};
  for (int c = 0; c < 2; c++) {
    for (int i = 0; i < EXAMPLE_N; i++) {
      event[i] = !example_event[i];
      x[i] = -example_score[c][i];
    }
    example_order(c, order);
    vd_order_scores(EXAMPLE_N, x, turned, keys, other);
    vd_operating_point a = vd_operating_at(&rows, example_score[c], order, .6, 1);
    vd_operating_point b = vd_operating_at(&mirror, x, turned, .6, 0);
    check_close(a.value, b.value, 1e-15);
    check_close(a.threshold, -b.threshold, 1e-15);
    check_close(a.realised, b.realised, 1e-15);
    check_close(a.mean, b.mean, 1e-14);
    check_close(a.sd, b.sd, 1e-12);
  }
  vd_binary none = {0, event, NULL, NULL};
  assert_int_equal(vd_operating_at(&none, x, order, .5, 0).status, VD_STATUS_NO_ROWS);
}

/* The variance of the bootstrap, from the products of the contributions; the threshold's
 * part is that of the rows that set it. */
static void contributions_have_the_variance_of_the_bootstrap(void **state) {
  (void)state;
  int order[EXAMPLE_N];
  vd_binary rows = example_rows();
  for (int c = 0; c < 2; c++) {
    example_order(c, order);
    for (int mirrored = 0; mirrored < 2; mirrored++) {
      for (double least = .05; least < 1; least += .1) {
        double u[EXAMPLE_N], sum[2] = {0, 0}, squares[2] = {0, 0};
        vd_operating_point x =
            vd_operating_at(&rows, example_score[c], order, least, mirrored);
        vd_numeric found =
            vd_operating_rate(&rows, example_score[c], order, least, mirrored, u);
        check_close(found.value, x.value, 0);
        for (int i = 0; i < EXAMPLE_N; i++) {
          sum[example_event[i]] += u[i];
          squares[example_event[i]] += u[i] * u[i];
        }
        check_close(1 + squares[mirrored], 1 + x.between, 1e-12);
        check_close(1 + squares[!mirrored], 1 + x.within, 1e-12);
        check_close(1 + sum[0], 1, 1e-12);
        check_close(1 + sum[1], 1, 1e-12);
      }
    }
  }
  vd_binary one = {5, example_event, NULL, NULL};
  double u[EXAMPLE_N];
  assert_int_equal(vd_operating_rate(&one, example_score[0], order, .5, 0, u).status,
                   VD_STATUS_EVERYWHERE);
}

/* A row of weight 2 is two rows, one of weight 0 is none. */
static void weights_are_numbers_of_rows(void **state) {
  (void)state;
  double weight[EXAMPLE_N], score[EXAMPLE_N];
  int event[EXAMPLE_N], order[EXAMPLE_N], n = 0, other[EXAMPLE_N];
  uint64_t keys[2 * EXAMPLE_N];
  for (int i = 0; i < 6; i++) {
    weight[2 * i] = i % 3 == 2 ? 0 : 1 + i % 2;
    weight[2 * i + 1] = 0;
    for (int w = 0; w < weight[2 * i]; w++) {
      event[n] = example_event[2 * i];
      score[n++] = example_score[1][2 * i];
    }
  }
  vd_binary weighed = {EXAMPLE_N, example_event, weight, NULL},
            plain = {n, event, NULL, NULL};
  for (int mirrored = 0; mirrored < 2; mirrored++) {
    example_order(1, order);
    vd_operating_point a =
        vd_operating_at(&weighed, example_score[1], order, .7, mirrored);
    vd_order_scores(n, score, order, keys, other);
    vd_operating_point b = vd_operating_at(&plain, score, order, .7, mirrored);
    check_close(a.value, b.value, 1e-15);
    check_close(a.realised, b.realised, 1e-15);
    check_close(a.mean, b.mean, 1e-14);
    check_close(a.sd, b.sd, 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sensitivity_at_specificity_of_the_example),
      cmocka_unit_test(contributions_have_the_variance_of_the_bootstrap),
      cmocka_unit_test(weights_are_numbers_of_rows),
      cmocka_unit_test(fractional_weights_add_up_but_for_rounding),
      cmocka_unit_test(mirrored_is_the_other_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
