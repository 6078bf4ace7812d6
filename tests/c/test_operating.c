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

/* Exchanged classes and negated scores give the other of the two. */
static void mirrored_is_the_other_one(void **state) {
  (void)state;
  int order[EXAMPLE_N], turned[EXAMPLE_N], other[EXAMPLE_N], event[EXAMPLE_N];
  uint64_t keys[2 * EXAMPLE_N];
  double x[EXAMPLE_N];
  vd_binary rows = example_rows(), mirror = {EXAMPLE_N, event, NULL};
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
  vd_binary none = {0, event, NULL};
  assert_int_equal(vd_operating_at(&none, x, order, .5, 0).status, VD_STATUS_NO_ROWS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sensitivity_at_specificity_of_the_example),
      cmocka_unit_test(mirrored_is_the_other_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
