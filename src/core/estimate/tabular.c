#include "estimate/tabular.h"

#include <math.h>

/* sum of weight x rows / n; of whole weights and counts the sum is exact */
static double mean_weight(const vd_margins *m, const double *weight, const double *rows) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < (ptrdiff_t)m->n_classes * m->n_classes; i++) {
    if (rows[i] > 0) sum += weight[i] * rows[i];
  }
  return sum / m->n;
}

static vd_status cost(const vd_margins *m, const double *weight, const double *rows,
                      double *value, vd_effects *e) {
  *value = mean_weight(m, weight, rows);
  e->alpha = -*value / m->n;
  e->cell = weight;
  e->scale = 1 / m->n;
  return VD_STATUS_OK;
}

/* 1 - Do / De, Do the mean disagreement of the rows and De that of independent labels
 * with the same margins r and p. */
static vd_status weighted_kappa(const vd_margins *m, const double *weight,
                                const double *rows, int c, double *value, vd_effects *e) {
  int K = m->n_classes;
  const double *r = m->truth, *p = m->predicted + (ptrdiff_t)c * K;
  double n = m->n, expected = 0;
  for (int a = 0; a < K; a++) {
    for (int b = 0; b < K; b++) {
      double w = weight[a + (ptrdiff_t)b * K] / n;
      expected += w * r[a] * (p[b] / n);
      e->rho[a] += w * p[b];
      e->kappa[b] += w * r[a];
    }
  }
  if (expected <= 0) return VD_STATUS_CONSTANT_MARGIN;
  double ratio = mean_weight(m, weight, rows) / expected;
  *value = 1 - ratio;
  e->alpha = -ratio / n;
  for (int k = 0; k < K; k++) {
    e->rho[k] *= ratio / expected / n;
    e->kappa[k] *= ratio / expected / n;
  }
  e->cell = weight;
  e->scale = -1 / (n * expected);
  return VD_STATUS_OK;
}

vd_status vd_tabular_overall(const vd_margins *m, vd_metric_spec spec, int c,
                             double *value, vd_effects *effects) {
  int K = m->n_classes;
  const double *rows = m->table + (ptrdiff_t)c * K * K;
  if (m->n <= 0) return VD_STATUS_NO_ROWS;
  if (spec.metric == VD_METRIC_COST) return cost(m, spec.weight, rows, value, effects);
  if (spec.metric == VD_METRIC_KAP)
    return weighted_kappa(m, spec.weight, rows, c, value, effects);
  vd_status status =
      spec.custom.evaluate(spec.custom.context, rows, K, value, effects->room);
  if (status != VD_STATUS_OK) return status;
  effects->cell = effects->room;
  effects->scale = 1;
  return VD_STATUS_OK;
}

vd_status vd_tabular_class(vd_custom custom, vd_confusion x, double *value,
                           vd_gradient *gradient) {
  const double table[4] = {x.tp, x.fp, x.fn, x.tn};
  double by[4];
  vd_status status = custom.evaluate(custom.context, table, 2, value, by);
  if (status != VD_STATUS_OK) return status;
  *gradient = (vd_gradient){.tp = by[0], .fp = by[1], .fn = by[2], .tn = by[3]};
  return VD_STATUS_OK;
}
