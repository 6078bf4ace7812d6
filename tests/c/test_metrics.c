#include "check.h"
#include "estimate/metrics.h"
#include "rows.h"

#include <string.h>

/* Metrics written out from their definitions, on the margins, to be differentiated
 * numerically. */

static double value_of(vd_metric_spec spec, const double x[4]) {
  double tp = x[0], fp = x[1], fn = x[2], tn = x[3], n = tp + fp + fn + tn;
  double recall = tp / (tp + fn), specificity = tn / (tn + fp),
         b2 = spec.beta * spec.beta;
  double po = (tp + tn) / n;
  double pe = ((tp + fn) * (tp + fp) + (tn + fp) * (tn + fn)) / n / n;
  switch (spec.metric) {
  case VD_METRIC_ACCURACY: return po;
  case VD_METRIC_ERROR: return 1 - po;
  case VD_METRIC_PRECISION: return tp / (tp + fp);
  case VD_METRIC_RECALL: return recall;
  case VD_METRIC_SPECIFICITY: return specificity;
  case VD_METRIC_NPV: return tn / (tn + fn);
  case VD_METRIC_FPR: return 1 - specificity;
  case VD_METRIC_FNR: return 1 - recall;
  case VD_METRIC_PREVALENCE: return (tp + fn) / n;
  case VD_METRIC_DETECTION_PREVALENCE: return (tp + fp) / n;
  case VD_METRIC_F_MEAS: {
    double precision = tp / (tp + fp);
    return (1 + b2) * precision * recall / (b2 * precision + recall);
  }
  case VD_METRIC_BAL_ACCURACY: return (recall + specificity) / 2;
  case VD_METRIC_J_INDEX: return recall + specificity - 1;
  case VD_METRIC_MARKEDNESS: return tp / (tp + fp) + tn / (tn + fn) - 1;
  case VD_METRIC_ROC_DIST: return hypot(1 - recall, 1 - specificity);
  case VD_METRIC_SEDI: {
    double up = log(1 - specificity) + log(1 - recall), down = log(recall * specificity);
    return (up - down) / (up + down);
  }
  case VD_METRIC_LR_PLUS: return recall / (fp / (fp + tn));
  case VD_METRIC_LR_MINUS: return fn / (tp + fn) / specificity;
  case VD_METRIC_DOR: return tp * tn / (fp * fn);
  case VD_METRIC_MCC:
    return (tp * tn - fp * fn) / sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn));
  case VD_METRIC_AC1: { /* Gwet: chance agreement 2 q (1 - q), q the mean share of yes */
    double q = (2 * tp + fn + fp) / (2 * n), by_chance = 2 * q * (1 - q);
    return (po - by_chance) / (1 - by_chance);
  }
  default: return (po - pe) / (1 - pe);
  }
}

/* Fourth-order central difference in cell `cell`. */
static double slope(vd_metric_spec spec, const double x[4], int cell) {
  double h = 1e-3, y[4], v[4];
  const double step[4] = {-2, -1, 1, 2};
  for (int i = 0; i < 4; i++) {
    memcpy(y, x, sizeof y);
    y[cell] += step[i] * h;
    v[i] = value_of(spec, y);
  }
  return (v[0] - 8 * v[1] + 8 * v[2] - v[3]) / (12 * h);
}

static void values_and_gradients_follow_the_definitions(void **state) {
  (void)state;
  const double tables[3][4] = {{30, 7, 11, 52}, {3, 40, 5, 9}, {1000, 3, 20, 1e4}};
  for (int m = 0; m < VD_METRIC_COST; m++) {
    for (int t = 0; t < 3; t++) {
      const double *x = tables[t];
      vd_metric_spec spec = {.metric = (vd_metric)m, .beta = 0.5 + t};
      double value;
      vd_gradient g;
      vd_confusion cells = {x[0], x[1], x[2], x[3]};
      assert_int_equal(vd_metric_binary(spec, cells, &value, &g), VD_STATUS_OK);
      check_close(value, value_of(spec, x), 1e-13);
      const double found[4] = {g.tp, g.fp, g.fn, g.tn};
      for (int cell = 0; cell < 4; cell++) {
        double expected = slope(spec, x, cell), scale = 1 / (x[0] + x[1] + x[2] + x[3]);
        double noise = 1e-11 * fmax(1, fabs(value)); /* of differences over 1e-3 */
        assert_true(fabs(found[cell] - expected) <
                    1e-8 * (fabs(expected) + scale) + noise);
      }
    }
  }
}

static void undefined_metrics_say_why(void **state) {
  (void)state;
  const struct {
    vd_metric metric;
    vd_confusion x;
    vd_status status;
  } cases[] = {
      {VD_METRIC_PRECISION, {0, 0, 3, 4}, VD_STATUS_NEVER_PREDICTED},
      {VD_METRIC_NPV, {3, 4, 0, 0}, VD_STATUS_ALWAYS_PREDICTED},
      {VD_METRIC_RECALL, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_FNR, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_SPECIFICITY, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_FPR, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_ACCURACY, {0, 0, 0, 0}, VD_STATUS_NO_ROWS},
      {VD_METRIC_F_MEAS, {0, 0, 0, 9}, VD_STATUS_ABSENT},
      {VD_METRIC_J_INDEX, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_BAL_ACCURACY, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_MCC, {3, 4, 0, 0}, VD_STATUS_CONSTANT_MARGIN},
      {VD_METRIC_KAP, {3, 0, 0, 0}, VD_STATUS_CONSTANT_MARGIN},
      {VD_METRIC_KAP, {0, 0, 0, 0}, VD_STATUS_NO_ROWS},
      {VD_METRIC_MCC, {0, 0, 0, 0}, VD_STATUS_NO_ROWS},
      {VD_METRIC_MARKEDNESS, {0, 0, 3, 4}, VD_STATUS_NEVER_PREDICTED},
      {VD_METRIC_MARKEDNESS, {3, 4, 0, 0}, VD_STATUS_ALWAYS_PREDICTED},
      {VD_METRIC_ROC_DIST, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_SEDI, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_SEDI, {0, 0, 3, 4}, VD_STATUS_NEVER_PREDICTED},
      {VD_METRIC_SEDI, {3, 4, 0, 0}, VD_STATUS_ALWAYS_PREDICTED},
      {VD_METRIC_LR_PLUS, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_LR_MINUS, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_LR_PLUS, {0, 0, 3, 4}, VD_STATUS_NEVER_PREDICTED},
      {VD_METRIC_LR_MINUS, {3, 4, 0, 0}, VD_STATUS_ALWAYS_PREDICTED},
      {VD_METRIC_DOR, {0, 3, 0, 4}, VD_STATUS_ABSENT},
      {VD_METRIC_DOR, {3, 0, 4, 0}, VD_STATUS_EVERYWHERE},
      {VD_METRIC_DOR, {0, 0, 3, 4}, VD_STATUS_NEVER_PREDICTED},
      {VD_METRIC_DOR, {3, 4, 0, 0}, VD_STATUS_ALWAYS_PREDICTED},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value;
    vd_gradient g;
    vd_metric_spec spec = {.metric = cases[i].metric, .beta = 1};
    assert_int_equal(vd_metric_binary(spec, cases[i].x, &value, &g), cases[i].status);
    assert_true(isnan(value));
  }
}

static void f_is_zero_where_only_true_positives_are_missing(void **state) {
  (void)state;
  double value;
  vd_gradient g;
  vd_metric_spec spec = {.metric = VD_METRIC_F_MEAS, .beta = 1};
  assert_int_equal(vd_metric_binary(spec, (vd_confusion){0, 2, 0, 5}, &value, &g),
                   VD_STATUS_OK);
  assert_true(value == 0);
}

/* Where nothing is divided by, ratios are infinite; where a logarithm has an end, SEDI
 * has its limit; no derivative belongs to either. */
static void limits_are_taken(void **state) {
  (void)state;
  const struct {
    vd_metric metric;
    vd_confusion x;
    double value;
  } cases[] = {
      {VD_METRIC_LR_PLUS, {3, 0, 4, 5}, INFINITY},
      {VD_METRIC_LR_PLUS, {0, 3, 4, 5}, 0},
      {VD_METRIC_LR_MINUS, {3, 4, 5, 0}, INFINITY},
      {VD_METRIC_LR_MINUS, {3, 4, 0, 5}, 0},
      {VD_METRIC_DOR, {3, 0, 4, 5}, INFINITY},
      {VD_METRIC_DOR, {3, 4, 0, 5}, INFINITY},
      {VD_METRIC_DOR, {0, 3, 4, 5}, 0},
      {VD_METRIC_SEDI, {3, 0, 4, 5}, 1},
      {VD_METRIC_SEDI, {3, 4, 0, 5}, 1},
      {VD_METRIC_SEDI, {0, 3, 4, 5}, -1},
      {VD_METRIC_SEDI, {3, 4, 5, 0}, -1},
      {VD_METRIC_ROC_DIST, {3, 0, 0, 5}, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double value;
    vd_gradient g;
    vd_metric_spec spec = {.metric = cases[i].metric};
    assert_int_equal(vd_metric_binary(spec, cases[i].x, &value, &g), VD_STATUS_OK);
    assert_true(value == cases[i].value);
    vd_confusion x = cases[i].x;
    if (cases[i].metric == VD_METRIC_SEDI) {
      assert_true(isnan(g.tp) && isnan(g.fp) && isnan(g.fn) && isnan(g.tn));
      continue;
    }
    assert_true(g.tp * x.tp == 0 && g.fp * x.fp == 0 && g.fn * x.fn == 0 &&
                g.tn * x.tn == 0);
  }
}

/* Averages against their definitions, with the effects against the numerical
 * derivative along one more row of each kind (truth a, prediction b). */

typedef struct {
  double truth[CLASSES], predicted[CLASSES], correct[CLASSES];
  vd_margins m;
} margins;

static void make_margins(margins *x, double table[CLASSES][CLASSES]) {
  x->m = (vd_margins){.n_classes = CLASSES,
                      .n_classifiers = 1,
                      .truth = x->truth,
                      .predicted = x->predicted,
                      .correct = x->correct};
  for (int k = 0; k < CLASSES; k++) x->truth[k] = x->predicted[k] = 0;
  for (int a = 0; a < CLASSES; a++) {
    x->correct[a] = table[a][a];
    for (int b = 0; b < CLASSES; b++) {
      x->truth[a] += table[a][b];
      x->predicted[b] += table[a][b];
      x->m.n += table[a][b];
    }
  }
}

typedef struct {
  double rho[CLASSES], kappa[CLASSES], delta[CLASSES];
  vd_effects e;
} effects;

static vd_estimate average_of(double table[CLASSES][CLASSES], vd_metric metric,
                              vd_average average, effects *out) {
  static const int kept[CLASSES] = {0, 1, 2, 3};
  margins x;
  make_margins(&x, table);
  out->e = (vd_effects){.rho = out->rho, .kappa = out->kappa, .delta = out->delta};
  return vd_metric_estimate(&x.m, (vd_metric_spec){.metric = metric, .beta = 1}, average,
                            VD_ZERO_NA, kept, CLASSES, 0, &out->e);
}

static void effects_are_derivatives(void **state) {
  (void)state;
  double table[CLASSES][CLASSES] = {
      {20, 3, 1, 2}, {4, 15, 2, 1}, {0, 5, 30, 2}, {3, 2, 2, 9}};
  const struct {
    vd_metric metric;
    vd_average average;
  } cases[] = {
      {VD_METRIC_ACCURACY, VD_AVERAGE_OVERALL},
      {VD_METRIC_ERROR, VD_AVERAGE_OVERALL},
      {VD_METRIC_MCC, VD_AVERAGE_OVERALL},
      {VD_METRIC_KAP, VD_AVERAGE_OVERALL},
      {VD_METRIC_PRECISION, VD_AVERAGE_MACRO},
      {VD_METRIC_PRECISION, VD_AVERAGE_WEIGHTED},
      {VD_METRIC_PRECISION, VD_AVERAGE_MICRO},
      {VD_METRIC_RECALL, VD_AVERAGE_MACRO},
      {VD_METRIC_RECALL, VD_AVERAGE_WEIGHTED},
      {VD_METRIC_SPECIFICITY, VD_AVERAGE_MICRO},
      {VD_METRIC_F_MEAS, VD_AVERAGE_MACRO},
      {VD_METRIC_F_MEAS, VD_AVERAGE_WEIGHTED},
      {VD_METRIC_F_MEAS, VD_AVERAGE_MICRO},
      {VD_METRIC_NPV, VD_AVERAGE_WEIGHTED},
      {VD_METRIC_J_INDEX, VD_AVERAGE_MACRO},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    effects at, ignored;
    double h = 1e-3;
    assert_int_equal(average_of(table, cases[i].metric, cases[i].average, &at).status,
                     VD_STATUS_OK);
    for (int a = 0; a < CLASSES; a++) {
      for (int b = 0; b < CLASSES; b++) {
        double v[4], keep = table[a][b];
        const double step[4] = {-2, -1, 1, 2};
        if (keep == 0) continue;
        for (int s = 0; s < 4; s++) {
          table[a][b] = keep + step[s] * h;
          v[s] = average_of(table, cases[i].metric, cases[i].average, &ignored).value;
        }
        table[a][b] = keep;
        double expected = (v[0] - 8 * v[1] + 8 * v[2] - v[3]) / (12 * h);
        double found = at.e.alpha + at.rho[a] + at.kappa[b] + (a == b ? at.delta[a] : 0);
        assert_true(fabs(found - expected) < 1e-9);
      }
    }
  }
}

static void averages_treat_undefined_classes_as_asked(void **state) {
  (void)state;
  double table[CLASSES][CLASSES] = {
      {5, 1, 0, 0}, {2, 6, 0, 0}, {1, 1, 0, 0}, {0, 1, 0, 4}};
  static const int kept[CLASSES] = {0, 1, 2, 3};
  margins x;
  effects e = {.e = {0}};
  make_margins(&x, table);
  e.e = (vd_effects){.rho = e.rho, .kappa = e.kappa, .delta = e.delta};
  const double precision[3] = {5 / 8.0, 6 / 9.0, 1};
  const double sum = precision[0] + precision[1] + precision[2];
  const struct {
    vd_zero_division zero;
    double value;
    int averaged;
  } cases[] = {{VD_ZERO_ZERO, sum / 4, 4}, {VD_ZERO_SKIP, sum / 3, 3}};
  for (int i = 0; i < 2; i++) {
    vd_estimate found =
        vd_metric_estimate(&x.m, (vd_metric_spec){.metric = VD_METRIC_PRECISION},
                           VD_AVERAGE_MACRO, cases[i].zero, kept, CLASSES, 0, &e.e);
    assert_int_equal(found.status, VD_STATUS_OK);
    assert_int_equal(found.n_averaged, cases[i].averaged);
    check_close(found.value, cases[i].value, 1e-14);
  }
  vd_estimate none =
      vd_metric_estimate(&x.m, (vd_metric_spec){.metric = VD_METRIC_PRECISION},
                         VD_AVERAGE_MACRO, VD_ZERO_NA, kept, CLASSES, 0, &e.e);
  assert_int_equal(none.status, VD_STATUS_UNDEFINED_CLASS);
  assert_int_equal(none.cause, VD_STATUS_NEVER_PREDICTED);
  assert_int_equal(none.culprit, 2);
}

static void nothing_is_estimated_from_no_rows(void **state) {
  (void)state;
  double none[CLASSES][CLASSES] = {{0}};
  effects e;
  const struct {
    vd_metric metric;
    vd_average average;
  } cases[] = {{VD_METRIC_ACCURACY, VD_AVERAGE_OVERALL},
               {VD_METRIC_ERROR, VD_AVERAGE_OVERALL},
               {VD_METRIC_MCC, VD_AVERAGE_OVERALL},
               {VD_METRIC_KAP, VD_AVERAGE_OVERALL},
               {VD_METRIC_RECALL, VD_AVERAGE_WEIGHTED}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    vd_estimate found = average_of(none, cases[i].metric, cases[i].average, &e);
    assert_int_equal(found.status, VD_STATUS_NO_ROWS);
    assert_true(isnan(found.value));
    assert_true(e.e.alpha == 0 && e.rho[0] == 0 && e.kappa[0] == 0 && e.delta[0] == 0);
  }
}

static void margins_count_the_rows(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 11);
  vd_set set = rows_independent(&r);
  double truth[CLASSES], predicted[CLASSES * CLASSIFIERS], correct[CLASSES * CLASSIFIERS];
  vd_margins m = {.truth = truth, .predicted = predicted, .correct = correct};
  vd_margins_count(&set, &m);
  assert_true(m.n == ROWS);
  for (int k = 0; k < CLASSES; k++) {
    for (int c = 0; c < CLASSIFIERS; c++) {
      vd_confusion expected = {0, 0, 0, 0}, found = vd_margins_confusion(&m, k, c);
      for (int i = 0; i < ROWS; i++) {
        int d = rows_label(&r, i, 0) == k + 1, z = rows_label(&r, i, 1 + c) == k + 1;
        expected.tp += d && z;
        expected.fp += !d && z;
        expected.fn += d && !z;
        expected.tn += !d && !z;
      }
      assert_true(found.tp == expected.tp && found.fp == expected.fp);
      assert_true(found.fn == expected.fn && found.tn == expected.tn);
    }
  }
}

static void a_class_without_rows_has_no_weight(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 12);
  vd_set set = rows_independent(&r);
  set.n_classes = CLASSES + 1;
  double truth[CLASSES + 1], weight[CLASSES + 1];
  double predicted[(CLASSES + 1) * CLASSIFIERS], correct[(CLASSES + 1) * CLASSIFIERS];
  double share[CLASSES + 1] = {0.4, 0.3, 0.2, 0.1, 0};
  vd_margins m = {.truth = truth,
                  .predicted = predicted,
                  .correct = correct,
                  .weight = weight,
                  .prevalence = share};
  vd_margins_count(&set, &m);
  assert_true(weight[CLASSES] == 0 && truth[CLASSES] == 0);
  for (int k = 0; k < CLASSES; k++) check_close(truth[k], share[k] * ROWS, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_and_gradients_follow_the_definitions),
      cmocka_unit_test(limits_are_taken),
      cmocka_unit_test(undefined_metrics_say_why),
      cmocka_unit_test(f_is_zero_where_only_true_positives_are_missing),
      cmocka_unit_test(effects_are_derivatives),
      cmocka_unit_test(averages_treat_undefined_classes_as_asked),
      cmocka_unit_test(nothing_is_estimated_from_no_rows),
      cmocka_unit_test(margins_count_the_rows),
      cmocka_unit_test(a_class_without_rows_has_no_weight),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
