#include "check.h"
#include "estimate/metrics.h"
#include "estimate/tabular.h"
#include "rows.h"

#include <string.h>

enum { CELLS = CLASSES * CLASSES };

typedef struct {
  double truth[CLASSES], predicted[CLASSES * CLASSIFIERS], correct[CLASSES * CLASSIFIERS];
  double table[CELLS * CLASSIFIERS], weight[CLASSES];
  vd_margins m;
} margins;

static void count(const vd_set *set, const double *prevalence, margins *x) {
  x->m = (vd_margins){.truth = x->truth,
                      .predicted = x->predicted,
                      .correct = x->correct,
                      .table = x->table,
                      .prevalence = prevalence,
                      .weight = x->weight};
  vd_margins_count(set, &x->m);
}

typedef struct {
  double rho[CLASSES], kappa[CLASSES], delta[CLASSES], room[CELLS];
  vd_effects e;
} effects;

static vd_estimate estimate(const vd_margins *m, vd_metric_spec spec, vd_average average,
                            int c, effects *out) {
  static const int kept[CLASSES] = {1, 0, 2, 3};
  out->e = (vd_effects){
      .rho = out->rho, .kappa = out->kappa, .delta = out->delta, .room = out->room};
  return vd_metric_estimate(m, spec, average, VD_ZERO_NA, kept,
                            average == VD_AVERAGE_PER_CLASS ? 1 : CLASSES, c, &out->e);
}

/* The share of the diagonal, as a user would write it. */
static vd_status share_correct(void *context, const double *table, int size,
                               double *value, double *gradient) {
  double n = 0, right = 0;
  ++*(int *)context;
  for (int i = 0; i < size * size; i++) {
    n += table[i];
    right += i % (size + 1) == 0 ? table[i] : 0;
  }
  for (int i = 0; i < size * size; i++) {
    gradient[i] = ((i % (size + 1) == 0) - right / n) / n;
  }
  *value = right / n;
  return VD_STATUS_OK;
}

static vd_status no_value(void *context, const double *table, int size, double *value,
                          double *gradient) {
  (void)context, (void)table, (void)size, (void)gradient;
  *value = NAN;
  return VD_STATUS_NO_VALUE;
}

static void check_same(const effects *a, const effects *b) {
  for (int truth = 0; truth < CLASSES; truth++) {
    for (int label = 0; label < CLASSES; label++) {
      check_close(vd_effects_at(&a->e, truth, label) + 1,
                  vd_effects_at(&b->e, truth, label) + 1, 1e-14);
    }
  }
}

/* Costs of 1 are the error rate, and the share of the diagonal is accuracy; at given
 * prevalences too. */
static void known_metrics_come_out(void **state) {
  (void)state;
  static const double shares[CLASSES] = {0.1, 0.2, 0.3, 0.4};
  rows r;
  rows_draw(&r, 3);
  vd_set set = rows_independent(&r);
  double costs[CELLS];
  int calls = 0;
  for (int i = 0; i < CELLS; i++) costs[i] = i % (CLASSES + 1) != 0;
  vd_metric_spec specs[2][2] = {
      {{.metric = VD_METRIC_ERROR}, {.metric = VD_METRIC_COST, .weight = costs}},
      {{.metric = VD_METRIC_ACCURACY},
       {.metric = VD_METRIC_CUSTOM, .custom = {share_correct, &calls}}}};
  for (int weighted = 0; weighted < 2; weighted++) {
    margins x;
    count(&set, weighted ? shares : NULL, &x);
    for (int c = 0; c < CLASSIFIERS; c++) {
      for (int i = 0; i < 2; i++) {
        effects known, found;
        double value = estimate(&x.m, specs[i][0], VD_AVERAGE_OVERALL, c, &known).value;
        vd_estimate again = estimate(&x.m, specs[i][1], VD_AVERAGE_OVERALL, c, &found);
        assert_int_equal(again.status, VD_STATUS_OK);
        check_close(again.value, value, 1e-14);
        vd_effects_standardize(&set, &x.m, &known.e);
        vd_effects_standardize(&set, &x.m, &found.e);
        check_same(&found, &known);
      }
    }
  }
  assert_int_equal(calls, 2 * CLASSIFIERS);
}

static void a_class_is_the_first_of_two(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 4);
  vd_set set = rows_independent(&r);
  margins x;
  effects known, found;
  int calls = 0;
  count(&set, NULL, &x);
  vd_metric_spec accuracy = {.metric = VD_METRIC_ACCURACY};
  vd_metric_spec own = {.metric = VD_METRIC_CUSTOM, .custom = {share_correct, &calls}};
  for (int c = 0; c < CLASSIFIERS; c++) {
    double value = estimate(&x.m, accuracy, VD_AVERAGE_PER_CLASS, c, &known).value;
    check_close(estimate(&x.m, own, VD_AVERAGE_PER_CLASS, c, &found).value, value, 1e-14);
    check_same(&found, &known);
  }
}

/* 1 - Do / De, and its derivatives by the cells. */
static double naive_kappa(const double *table, const double *weight) {
  double n = 0, r[CLASSES] = {0}, p[CLASSES] = {0}, observed = 0, expected = 0;
  for (int i = 0; i < CELLS; i++) {
    n += table[i];
    r[i % CLASSES] += table[i];
    p[i / CLASSES] += table[i];
    observed += weight[i] * table[i];
  }
  for (int i = 0; i < CELLS; i++) expected += weight[i] * r[i % CLASSES] * p[i / CLASSES];
  return 1 - observed * n / expected;
}

static void kappa_weighs_disagreement(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 5);
  vd_set set = rows_independent(&r);
  margins x;
  effects found;
  double weight[CELLS], table[CELLS];
  for (int i = 0; i < CELLS; i++) weight[i] = fabs(i % CLASSES - i / CLASSES);
  count(&set, NULL, &x);
  vd_metric_spec spec = {.metric = VD_METRIC_KAP, .weight = weight};
  for (int c = 0; c < CLASSIFIERS; c++) {
    memcpy(table, x.table + c * CELLS, sizeof table);
    check_close(estimate(&x.m, spec, VD_AVERAGE_OVERALL, c, &found).value,
                naive_kappa(table, weight), 1e-13);
    for (int i = 0; i < CELLS; i++) {
      double keep = table[i], h = 1e-4, v[2];
      for (int s = 0; s < 2; s++) {
        table[i] = keep + (s ? h : -h);
        v[s] = naive_kappa(table, weight);
      }
      table[i] = keep;
      double at = vd_effects_at(&found.e, i % CLASSES, i / CLASSES);
      assert_true(fabs(at - (v[1] - v[0]) / (2 * h)) < 1e-9);
    }
  }
}

static void what_has_no_value_says_so(void **state) {
  (void)state;
  double table[CELLS] = {4}, truth[CLASSES] = {4}, predicted[CLASSES] = {4},
         correct[CLASSES] = {4}, weight[CELLS] = {0, 1};
  vd_margins m = {.n_classes = CLASSES,
                  .n_classifiers = 1,
                  .n = 4,
                  .truth = truth,
                  .predicted = predicted,
                  .correct = correct,
                  .table = table};
  effects e;
  vd_metric_spec kappa = {.metric = VD_METRIC_KAP, .weight = weight};
  vd_metric_spec own = {.metric = VD_METRIC_CUSTOM, .custom = {no_value, NULL}};
  assert_int_equal(estimate(&m, kappa, VD_AVERAGE_OVERALL, 0, &e).status,
                   VD_STATUS_CONSTANT_MARGIN);
  assert_int_equal(estimate(&m, own, VD_AVERAGE_OVERALL, 0, &e).status,
                   VD_STATUS_NO_VALUE);
  assert_int_equal(estimate(&m, own, VD_AVERAGE_PER_CLASS, 0, &e).status,
                   VD_STATUS_NO_VALUE);
  m.n = 0;
  assert_int_equal(estimate(&m, own, VD_AVERAGE_OVERALL, 0, &e).status,
                   VD_STATUS_NO_ROWS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_metrics_come_out),
      cmocka_unit_test(a_class_is_the_first_of_two),
      cmocka_unit_test(kappa_weighs_disagreement),
      cmocka_unit_test(what_has_no_value_says_so),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
