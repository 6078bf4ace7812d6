#include <Rmath.h>

#include "numeric.h"
#include "numeric/auc.h"
#include "numeric/redraw.h"

static void each_part_is_drawn_as_often_as_it_has_units(void **state) {
  (void)state;
  set_seed(1, 2);
  int unit[EXAMPLE_N];
  double weight[EXAMPLE_N];
  for (int i = 0; i < EXAMPLE_N; i++) unit[i] = i;
  vd_redraw urn = {.n = EXAMPLE_N, .unit = unit, .n_units = {5, 7}, .weight = weight};
  for (int r = 0; r < 20; r++) {
    double sum[2] = {0, 0};
    vd_redraw_rows(&urn);
    for (int i = 0; i < EXAMPLE_N; i++) sum[example_event[i]] += weight[i];
    check_close(sum[1], 5, 0);
    check_close(sum[0], 7, 0);
  }
}

/* With weights of 1 it is DeLong's. */
static void variance_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[2][EXAMPLE_N];
  double u[2][EXAMPLE_N];
  for (int c = 0; c < 2; c++) {
    example_order(c, order[c]);
    example_area(&rows, example_score[c], order[c], u[c]);
  }
  check_close(vd_redraw_variance(&rows, 1, u[0], 1, NULL, 0), .01636054, 1e-6);
  check_close(sqrt(vd_redraw_variance(&rows, 1, u[0], 1, u[1], 1)), .1481174, 1e-6);
  check_close(vd_redraw_variance(&rows, 0, u[0], 1, NULL, 0), check_mean(u[0], u[0]),
              1e-14);
}

static void places_on_curves(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  example_order(0, order);
  const double rate[] = {0, 1. / 14, .5, 1}, recall[] = {.4, 1};
  double found[4];
  vd_curve_roc(&rows, example_score[0], order, rate, 4, found);
  /* .9: 1 event; .8: one of each; then .7 and .6. */
  check_close(found[0], .2, 1e-14);
  check_close(found[1], .3, 1e-14);
  check_close(found[3], 1, 1e-14);
  vd_curve_precision(&rows, example_score[0], order, recall, 2, found);
  check_close(found[0], 2. / 3, 1e-14);
  check_close(found[1], 5. / 9, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_part_is_drawn_as_often_as_it_has_units),
      cmocka_unit_test(variance_of_the_example),
      cmocka_unit_test(places_on_curves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
