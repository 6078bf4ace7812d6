#include "numeric.h"
#include "numeric/measures.h"

static vd_numeric value_of(const vd_binary *rows, vd_numeric_measure measure,
                           double option, double *u) {
  int order[EXAMPLE_N];
  double work[EXAMPLE_N];
  example_order(0, order);
  vd_model model = {.rows = rows,
                    .score = example_score[0],
                    .order = order,
                    .mark = example_mark(rows, example_score[0], order)};
  int forecast = measure == VD_NUMERIC_BRIER_SKILL_FORECAST ||
                 measure == VD_NUMERIC_LOG_SKILL_FORECAST;
  if (forecast) model.from = .3;
  return vd_numeric_of(&model, measure, option, u, work);
}

static void measures_of_the_example(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double u[EXAMPLE_N];
  const double expected[] = {[VD_NUMERIC_AUC] = 29. / 35,
                             [VD_NUMERIC_PARTIAL] = .1685714,
                             [VD_NUMERIC_STANDARDISED] = .7422969,
                             [VD_NUMERIC_SENSITIVITY] = 1,
                             [VD_NUMERIC_SPECIFICITY] = 6. / 7,
                             [VD_NUMERIC_PARTIAL_TPR] = 1.3 / 7,
                             [VD_NUMERIC_STANDARDISED_TPR] =
                                 .5 + (1.3 / 7 - .045) / (.3 - .045) / 2,
                             [VD_NUMERIC_PRECISION] = .7544444,
                             [VD_NUMERIC_BRIER] = .1658333,
                             [VD_NUMERIC_LOG_LOSS] = .5003273,
                             [VD_NUMERIC_BRIER_SKILL] = .3177143,
                             [VD_NUMERIC_LOG_SKILL] = .2633506,
                             [VD_NUMERIC_BRIER_SKILL_FORECAST] = 1 - 1.99 / 3.08,
                             [VD_NUMERIC_LOG_SKILL_FORECAST] = .2950315,
                             [VD_NUMERIC_STANDARDISED_BENEFIT] = .4,
                             [VD_NUMERIC_BENEFIT] = 1. / 6,
                             [VD_NUMERIC_LARGE] = -.7 / 12,
                             [VD_NUMERIC_OBSERVED] = 5 / 5.7,
                             [VD_NUMERIC_INTERPOLATED] = .7653312};
  for (vd_numeric_measure measure = 0; measure <= VD_NUMERIC_OBSERVED; measure++) {
    int acts =
        measure == VD_NUMERIC_BENEFIT || measure == VD_NUMERIC_STANDARDISED_BENEFIT;
    double option = acts ? .5 : .3;
    check_close(value_of(&rows, measure, option, u).value, expected[measure], 1e-6);
    assert_int_equal(vd_numeric_between(measure), measure <= VD_NUMERIC_SPECIFICITY);
  }
  value_of(&rows, VD_NUMERIC_STANDARDISED, .3, u);
  check_close(sqrt(check_between(u, u)), .08706085 / (2 * (.3 - .045)), 1e-6);
  assert_int_equal(value_of(&rows, VD_NUMERIC_SLOPE, 0, u).status, VD_STATUS_OK);
  assert_int_equal(value_of(&rows, VD_NUMERIC_INTERCEPT, 0, u).status, VD_STATUS_OK);
}

static void one_stratum_is_none(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  ptrdiff_t end[] = {EXAMPLE_N};
  double size[3], share[1], at[1];
  int stratum[EXAMPLE_N], begins[EXAMPLE_N], lone[1];
  for (int i = 0; i < EXAMPLE_N; i++) stratum[i] = 1;
  double u[EXAMPLE_N], work[EXAMPLE_N];
  unsigned char mark[EXAMPLE_N];
  example_order(0, order);
  vd_units units = {.rows = &rows};
  vd_strata strata = {.n = 1,
                      .n_classes = 2,
                      .few = 1,
                      .of = stratum,
                      .code = example_event,
                      .size = size,
                      .begins = begins,
                      .lone = lone,
                      .share = share,
                      .value = at};
  vd_strata_prepare(&strata, &units, order, end, NULL);
  vd_model model = {.rows = &rows,
                    .score = example_score[0],
                    .order = order,
                    .within = order,
                    .end = end,
                    .strata = &strata,
                    .units = &units,
                    .room.mark = mark};
  check_close(vd_numeric_of(&model, VD_NUMERIC_AUC, 0, u, work).value, 29. / 35, 1e-15);
  int event[EXAMPLE_N], places[EXAMPLE_N];
  double score[EXAMPLE_N], weight[EXAMPLE_N], own[EXAMPLE_N], spare[EXAMPLE_N];
  model.room = (vd_strata_room){event, places, score, weight, own, spare, mark};
  check_close(vd_numeric_of(&model, VD_NUMERIC_PRECISION, 0, u, work).value, .7544444,
              1e-6);
  check_close(vd_numeric_of(&model, VD_NUMERIC_PARTIAL, .3, u, work).value, .1685714,
              1e-6);
}

static void a_slope_without_end_says_so(void **state) {
  (void)state;
  const double p[] = {.2, .7}, flat[] = {.4, .4};
  const int event[] = {0, 1}, order[] = {0, 1};
  double u[2], work[2];
  vd_binary rows = {2, event, NULL, NULL};
  vd_model model = {.rows = &rows, .score = p, .order = order};
  assert_int_equal(vd_numeric_of(&model, VD_NUMERIC_SLOPE, 0, u, work).status,
                   VD_STATUS_INFINITE);
  model.score = flat;
  assert_int_equal(vd_numeric_of(&model, VD_NUMERIC_SLOPE, 0, u, work).status,
                   VD_STATUS_CONSTANT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(measures_of_the_example),
      cmocka_unit_test(one_stratum_is_none),
      cmocka_unit_test(a_slope_without_end_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
