#include "estimate/metrics.h"
#include "estimate/tabular.h"
#include "math/tolerance.h"

#include <math.h>
#include <string.h>

/* Proportions: outcomes that count for and against. The order is vd_metric's. */
static const int successes[VD_N_METRICS] = {VD_TP | VD_TN, VD_FP | VD_FN, VD_TP, VD_TP,
                                            VD_TN,         VD_TN,         VD_FP, VD_FN,
                                            VD_TP | VD_FN, VD_TP | VD_FP};
static const int failures[VD_N_METRICS] = {VD_FP | VD_FN, VD_TP | VD_TN, VD_FP, VD_FN,
                                           VD_FP,         VD_FN,         VD_TN, VD_TP,
                                           VD_FP | VD_TN, VD_FN | VD_TN};

int vd_metric_successes(vd_metric metric) {
  return successes[metric];
}

int vd_metric_failures(vd_metric metric) {
  return failures[metric];
}

/* F is the share of its true positives in all that counts, if not one of rows. */
int vd_metric_parts(vd_metric metric, int part[2][2]) {
  static const int of_truth[2][2] = {{VD_TP, VD_FN}, {VD_TN, VD_FP}},
                   of_calls[2][2] = {{VD_TP, VD_FP}, {VD_TN, VD_FN}};
  switch (metric) {
  case VD_METRIC_BAL_ACCURACY:
  case VD_METRIC_J_INDEX:
  case VD_METRIC_SEDI:
  case VD_METRIC_ROC_DIST:
  case VD_METRIC_LR_PLUS:
  case VD_METRIC_LR_MINUS:
  case VD_METRIC_DOR: memcpy(part, of_truth, sizeof of_truth); return 2;
  case VD_METRIC_MARKEDNESS: memcpy(part, of_calls, sizeof of_calls); return 2;
  case VD_METRIC_F_MEAS: part[0][0] = VD_TP, part[0][1] = VD_FP | VD_FN; return 1;
  default: part[0][0] = successes[metric], part[0][1] = failures[metric];
  }
  return part[0][0] != 0;
}

vd_status vd_metric_empty(vd_metric metric) {
  switch (successes[metric] | failures[metric]) {
  case VD_TP | VD_FP: return VD_STATUS_NEVER_PREDICTED;
  case VD_TN | VD_FN: return VD_STATUS_ALWAYS_PREDICTED;
  case VD_TP | VD_FN: return VD_STATUS_ABSENT;
  case VD_TN | VD_FP: return VD_STATUS_EVERYWHERE;
  default: return VD_STATUS_NO_ROWS;
  }
}

int vd_metric_is_tabular(vd_metric_spec spec) {
  return spec.metric == VD_METRIC_COST || spec.metric == VD_METRIC_CUSTOM ||
         (spec.metric == VD_METRIC_KAP && spec.weight);
}

static double in_states(vd_confusion x, int states) {
  return (states & VD_TP ? x.tp : 0) + (states & VD_FP ? x.fp : 0) +
         (states & VD_FN ? x.fn : 0) + (states & VD_TN ? x.tn : 0);
}

static void add_to_states(vd_gradient *g, int states, double value) {
  if (states & VD_TP) g->tp += value;
  if (states & VD_FP) g->fp += value;
  if (states & VD_FN) g->fn += value;
  if (states & VD_TN) g->tn += value;
}

/* s / (s + f): gradient f / m^2 on the successes, -s / m^2 on the failures. */
static vd_status proportion(vd_metric metric, vd_confusion x, double *value,
                            vd_gradient *g) {
  int for_it = successes[metric], against = failures[metric];
  double s = in_states(x, for_it), f = in_states(x, against), m = s + f;
  if (m <= 0) return vd_metric_empty(metric);
  *value = s / m;
  add_to_states(g, for_it, f / m / m);
  add_to_states(g, against, -s / m / m);
  return VD_STATUS_OK;
}

/* TP / (TP + b FN + (1 - b) FP), b = beta^2 / (1 + beta^2), which may be 0 or 1; 0, not
 * undefined, when TP = 0 and the class occurs in the truth or in the predictions. */
static vd_status f_meas(double beta, vd_confusion x, double *value, vd_gradient *g) {
  double b2 = beta * beta, missed = 1 / (1 + 1 / b2), false_call = 1 / (1 + b2);
  double loss = missed * x.fn + false_call * x.fp, total = x.tp + loss;
  if (x.tp + x.fn + x.fp <= 0) return VD_STATUS_ABSENT;
  if (total <= 0) return x.fn > 0 ? VD_STATUS_NEVER_PREDICTED : VD_STATUS_ABSENT;
  *value = x.tp / total;
  g->tp = loss / total / total;
  g->fp = -false_call * x.tp / total / total;
  g->fn = -missed * x.tp / total / total;
  return VD_STATUS_OK;
}

/* Two proportions, with gradients. */
static vd_status two_proportions(vd_metric first, vd_metric second, vd_confusion x,
                                 double p[2], vd_gradient g[2]) {
  memset(g, 0, 2 * sizeof *g);
  vd_status status = proportion(first, x, &p[0], &g[0]);
  return status != VD_STATUS_OK ? status : proportion(second, x, &p[1], &g[1]);
}

/* a times the first gradient plus b times the second. */
static vd_gradient mix(double a, double b, const vd_gradient g[2]) {
  return (vd_gradient){.tp = a * g[0].tp + b * g[1].tp,
                       .fp = a * g[0].fp + b * g[1].fp,
                       .fn = a * g[0].fn + b * g[1].fn,
                       .tn = a * g[0].tn + b * g[1].tn};
}

/* scale * (p + q) - shift */
static vd_status sum_of_proportions(vd_metric first, vd_metric second, double scale,
                                    double shift, vd_confusion x, double *value,
                                    vd_gradient *g) {
  double p[2];
  vd_gradient by[2];
  vd_status status = two_proportions(first, second, x, p, by);
  if (status != VD_STATUS_OK) return status;
  *value = scale * (p[0] + p[1]) - shift;
  *g = mix(scale, scale, by);
  return VD_STATUS_OK;
}

/* sqrt(FNR^2 + FPR^2), without a derivative where it is 0. */
static vd_status roc_distance(vd_confusion x, double *value, vd_gradient *g) {
  double p[2];
  vd_gradient by[2];
  vd_status status = two_proportions(VD_METRIC_FNR, VD_METRIC_FPR, x, p, by);
  if (status != VD_STATUS_OK) return status;
  *value = hypot(p[0], p[1]);
  if (*value > 0) *g = mix(p[0] / *value, p[1] / *value, by);
  return VD_STATUS_OK;
}

/* Symmetric extremal dependence index (Ferro & Stephenson 2011) of hit rate H and false
 * alarm rate F, (ln F - ln H - ln(1-F) + ln(1-H)) / (ln F + ln H + ln(1-F) + ln(1-H)).
 * At the ends of their range its limit, 1 or -1; where H = F there, it has none. */
static vd_status sedi(vd_confusion x, double *value, vd_gradient *g) {
  double p[2];
  vd_gradient by[2];
  vd_status status = two_proportions(VD_METRIC_RECALL, VD_METRIC_FPR, x, p, by);
  if (status != VD_STATUS_OK) return status;
  int good = x.fn <= 0 || x.fp <= 0, bad = x.tp <= 0 || x.tn <= 0;
  if (good && bad)
    return x.tp <= 0 ? VD_STATUS_NEVER_PREDICTED : VD_STATUS_ALWAYS_PREDICTED;
  if (good || bad) { /* a limit, however far from it one row more would be */
    *value = good ? 1 : -1;
    *g = mix(NAN, NAN, by);
    return VD_STATUS_OK;
  }
  double H = p[0], not_H = x.fn / (x.tp + x.fn), F = p[1], not_F = x.tn / (x.fp + x.tn);
  double even = log(F) + log(not_H), odd = log(H) + log(not_F), total = even + odd;
  double s = *value = (even - odd) / total;
  double by_H = -1 / H - 1 / not_H - s * (1 / H - 1 / not_H);
  double by_F = 1 / F + 1 / not_F - s * (1 / F - 1 / not_F);
  *g = mix(by_H / total, by_F / total, by);
  return VD_STATUS_OK;
}

/* (num / rows) / (den / others): LR+ = recall / FPR, LR- = FNR / specificity. Infinite,
 * without derivatives, where nothing is divided by. */
static vd_status likelihood_ratio(int plus, vd_confusion x, double *value,
                                  vd_gradient *g) {
  double rows = x.tp + x.fn, others = x.fp + x.tn;
  double num = plus ? x.tp : x.fn, den = plus ? x.fp : x.tn;
  if (rows <= 0) return VD_STATUS_ABSENT;
  if (others <= 0) return VD_STATUS_EVERYWHERE;
  if (num <= 0 && den <= 0)
    return plus ? VD_STATUS_NEVER_PREDICTED : VD_STATUS_ALWAYS_PREDICTED;
  *value = den > 0 ? num / rows * (others / den) : INFINITY;
  if (den <= 0) return VD_STATUS_OK;
  double by_num = (rows - num) / rows / rows * (others / den);
  double by_miss = -num / rows / rows * (others / den);
  double by_den = -(num / rows) * ((others - den) / den / den);
  double by_rest = num / rows / den;
  *g = plus ? (vd_gradient){.tp = by_num, .fn = by_miss, .fp = by_den, .tn = by_rest}
            : (vd_gradient){.fn = by_num, .tp = by_miss, .tn = by_den, .fp = by_rest};
  return VD_STATUS_OK;
}

/* TP TN / (FP FN). */
static vd_status diagnostic_odds_ratio(vd_confusion x, double *value, vd_gradient *g) {
  int top = x.tp > 0 && x.tn > 0, bottom = x.fp > 0 && x.fn > 0;
  if (!top && !bottom) {
    if (x.tp + x.fn <= 0) return VD_STATUS_ABSENT;
    if (x.fp + x.tn <= 0) return VD_STATUS_EVERYWHERE;
    return x.tp + x.fp <= 0 ? VD_STATUS_NEVER_PREDICTED : VD_STATUS_ALWAYS_PREDICTED;
  }
  *value = bottom ? x.tp / x.fp * (x.tn / x.fn) : INFINITY;
  if (!bottom) return VD_STATUS_OK;
  g->tp = 1 / x.fp * (x.tn / x.fn);
  g->tn = x.tp / x.fp / x.fn;
  g->fp = -*value / x.fp;
  g->fn = -*value / x.fn;
  return VD_STATUS_OK;
}

/* The 2 x 2 table as a two-class problem: margins of class and rest. */
static vd_margins two_class_margins(vd_confusion x, double cells[6]) {
  cells[0] = x.tp + x.fn;
  cells[1] = x.fp + x.tn;
  cells[2] = x.tp + x.fp;
  cells[3] = x.fn + x.tn;
  cells[4] = x.tp;
  cells[5] = x.tn;
  return (vd_margins){.n_classes = 2,
                      .n_classifiers = 1,
                      .n = cells[0] + cells[1],
                      .truth = cells,
                      .predicted = cells + 2,
                      .correct = cells + 4};
}

/* n t - r p of a class with r rows, p predicted and t of them right, without the
 * cancellation of two large products. */
static double excess(double n, double r, double p, double t) {
  return t * (n - r - p + t) - (r - t) * (p - t);
}

/* Matthews' correlation in Gorodkin's form R_K,
 *   A / sqrt(B E), A = N sum t - sum r m, B = N^2 - sum m^2, E = N^2 - sum r^2. */
static vd_status mcc(const vd_margins *m, int c, double *value, vd_effects *e) {
  int K = m->n_classes;
  const double *r = m->truth, *p = m->predicted + (ptrdiff_t)c * K;
  const double *t = m->correct + (ptrdiff_t)c * K;
  double n = m->n, right = 0, a = 0, b = 0, d = 0;
  for (int k = 0; k < K; k++) {
    right += t[k];
    a += excess(n, r[k], p[k], t[k]);
    b += p[k] * (n - p[k]);
    d += r[k] * (n - r[k]);
  }
  if (n <= 0) return VD_STATUS_NO_ROWS;
  if (b <= 0 || d <= 0) return VD_STATUS_CONSTANT_MARGIN;
  double root = sqrt(b) * sqrt(d), f = fmax(-1, fmin(1, a / root));
  *value = f;
  e->alpha = right / root - f * (n / b + n / d);
  for (int k = 0; k < K; k++) {
    e->rho[k] = f * r[k] / d - p[k] / root;
    e->kappa[k] = f * p[k] / b - r[k] / root;
    e->delta[k] = n / root;
  }
  return VD_STATUS_OK;
}

/* Cohen's kappa (po - pe) / (1 - pe). */
static vd_status kap(const vd_margins *m, int c, double *value, vd_effects *e) {
  int K = m->n_classes;
  const double *r = m->truth, *p = m->predicted + (ptrdiff_t)c * K;
  const double *t = m->correct + (ptrdiff_t)c * K;
  double n = m->n, po = 0, pe = 0, not_pe = 0, beyond = 0;
  if (n <= 0) return VD_STATUS_NO_ROWS;
  for (int k = 0; k < K; k++) {
    po += t[k] / n;
    pe += r[k] / n * (p[k] / n);
    not_pe += r[k] / n * ((n - p[k]) / n);
    beyond += excess(n, r[k], p[k], t[k]) / n / n;
  }
  if (not_pe <= 0) return VD_STATUS_CONSTANT_MARGIN;
  double per_po = 1 / not_pe / n, per_pe = (1 - po) / (not_pe * not_pe) / n;
  *value = fmin(1, beyond / not_pe);
  e->alpha = 2 * pe * per_pe - po * per_po;
  for (int k = 0; k < K; k++) {
    e->rho[k] = -per_pe * p[k] / n;
    e->kappa[k] = -per_pe * r[k] / n;
    e->delta[k] = per_po;
  }
  return VD_STATUS_OK;
}

/* Gwet's AC1 (pa - pe) / (1 - pe), pe = sum q (1 - q) / (K - 1) of the mean margins q. */
static vd_status ac1(const vd_margins *m, int c, double *value, vd_effects *e) {
  int K = m->n_classes;
  const double *r = m->truth, *p = m->predicted + (ptrdiff_t)c * K;
  const double *t = m->correct + (ptrdiff_t)c * K;
  double n = m->n, pa = 0, pe = 0, slope = 0;
  if (n <= 0) return VD_STATUS_NO_ROWS;
  if (K < 2) return VD_STATUS_CONSTANT_MARGIN;
  for (int k = 0; k < K; k++) {
    double q = (r[k] + p[k]) / (2 * n);
    pa += t[k] / n;
    pe += q * (1 - q) / (K - 1);
    slope += q * (1 - 2 * q) / (K - 1);
  }
  double per_pa = 1 / (1 - pe) / n, per_pe = (1 - pa) / ((1 - pe) * (1 - pe)) / n;
  *value = (pa - pe) / (1 - pe);
  e->alpha = slope * per_pe - pa * per_pa;
  for (int k = 0; k < K; k++) {
    double q = (r[k] + p[k]) / (2 * n);
    e->rho[k] = e->kappa[k] = -per_pe * (1 - 2 * q) / (K - 1) / 2;
    e->delta[k] = per_pa;
  }
  return VD_STATUS_OK;
}

double vd_effects_at(const vd_effects *e, int truth, int predicted) {
  double cell =
      e->cell ? e->scale * e->cell[truth + (ptrdiff_t)predicted * e->n_classes] : 0;
  double terms[5] = {e->alpha, e->rho[truth], e->kappa[predicted],
                     truth == predicted ? e->delta[truth] : 0, cell};
  double sum = 0, size = 0;
  for (int i = 0; i < 5; i++) {
    sum += terms[i];
    size += fabs(terms[i]);
  }
  return vd_snap(sum, size);
}

typedef vd_status (*overall_metric)(const vd_margins *, int, double *, vd_effects *);

/* Metrics over all classes that are no proportion; NULL for the others. */
static overall_metric of_margins(vd_metric metric) {
  switch (metric) {
  case VD_METRIC_MCC: return mcc;
  case VD_METRIC_KAP: return kap;
  case VD_METRIC_AC1: return ac1;
  default: return NULL;
  }
}

/* A metric over all classes, applied to the 2 x 2 table. Index 0 is the class. */
static vd_status as_two_class(overall_metric metric, vd_confusion x, double *value,
                              vd_gradient *g) {
  double cells[6], rho[2] = {0}, kappa[2] = {0}, delta[2] = {0};
  vd_effects e = {.rho = rho, .kappa = kappa, .delta = delta};
  vd_margins m = two_class_margins(x, cells);
  vd_status status = metric(&m, 0, value, &e);
  if (status != VD_STATUS_OK) return status;
  g->tp = vd_effects_at(&e, 0, 0);
  g->fn = vd_effects_at(&e, 0, 1);
  g->fp = vd_effects_at(&e, 1, 0);
  g->tn = vd_effects_at(&e, 1, 1);
  return VD_STATUS_OK;
}

vd_status vd_metric_binary(vd_metric_spec spec, vd_confusion x, double *value,
                           vd_gradient *gradient) {
  memset(gradient, 0, sizeof *gradient);
  *value = NAN;
  switch (spec.metric) {
  case VD_METRIC_F_MEAS: return f_meas(spec.beta, x, value, gradient);
  case VD_METRIC_BAL_ACCURACY:
    return sum_of_proportions(VD_METRIC_RECALL, VD_METRIC_SPECIFICITY, 0.5, 0, x, value,
                              gradient);
  case VD_METRIC_J_INDEX:
    return sum_of_proportions(VD_METRIC_RECALL, VD_METRIC_SPECIFICITY, 1, 1, x, value,
                              gradient);
  case VD_METRIC_MARKEDNESS:
    return sum_of_proportions(VD_METRIC_PRECISION, VD_METRIC_NPV, 1, 1, x, value,
                              gradient);
  case VD_METRIC_ROC_DIST: return roc_distance(x, value, gradient);
  case VD_METRIC_SEDI: return sedi(x, value, gradient);
  case VD_METRIC_MCC: return as_two_class(mcc, x, value, gradient);
  case VD_METRIC_KAP: return as_two_class(kap, x, value, gradient);
  case VD_METRIC_AC1: return as_two_class(ac1, x, value, gradient);
  case VD_METRIC_LR_PLUS: return likelihood_ratio(1, x, value, gradient);
  case VD_METRIC_LR_MINUS: return likelihood_ratio(0, x, value, gradient);
  case VD_METRIC_DOR: return diagnostic_odds_ratio(x, value, gradient);
  case VD_METRIC_CUSTOM: return vd_tabular_class(spec.custom, x, value, gradient);
  default: return proportion(spec.metric, x, value, gradient);
  }
}

/* Weights that give class a the share q_a; 0 for a class without rows. */
static void weigh_classes(const vd_set *set, vd_margins *m) {
  double n = 0;
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    m->truth[vd_label(set, i, 0) - 1] += set->count[i];
    n += set->count[i];
  }
  for (int k = 0; k < m->n_classes; k++) {
    m->weight[k] = m->truth[k] > 0 ? m->prevalence[k] * n / m->truth[k] : 0;
    m->truth[k] = 0;
  }
}

void vd_margins_count(const vd_set *set, vd_margins *out) {
  int K = out->n_classes = set->n_classes;
  int C = out->n_classifiers = set->n_classifiers;
  memset(out->truth, 0, sizeof(double) * (size_t)K);
  memset(out->predicted, 0, sizeof(double) * (size_t)K * (size_t)C);
  memset(out->correct, 0, sizeof(double) * (size_t)K * (size_t)C);
  if (out->table)
    memset(out->table, 0, sizeof(double) * (size_t)K * (size_t)K * (size_t)C);
  out->n = 0;
  if (out->prevalence) weigh_classes(set, out);
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    if (set->count[i] == 0) continue;
    int truth = vd_label(set, i, 0) - 1;
    double rows = set->count[i] * (out->prevalence ? out->weight[truth] : 1);
    out->n += rows;
    out->truth[truth] += rows;
    for (int c = 0; c < C; c++) {
      ptrdiff_t at = vd_label(set, i, 1 + c) - 1 + (ptrdiff_t)c * K;
      out->predicted[at] += rows;
      if (at - (ptrdiff_t)c * K == truth) out->correct[at] += rows;
      if (out->table) out->table[truth + at * K] += rows;
    }
  }
}

void vd_effects_standardize(const vd_set *set, const vd_margins *m, vd_effects *effects) {
  if (!m->prevalence) return;
  int K = m->n_classes;
  effects->weight = m->weight;
  effects->alpha = 0;
  memset(effects->rho, 0, sizeof(double) * (size_t)K);
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    if (set->count[i] == 0) continue;
    int a = vd_label(set, i, 0) - 1, b = vd_label(set, i, 1 + effects->classifier) - 1;
    double value = effects->kappa[b] + (a == b ? effects->delta[a] : 0);
    if (effects->cell) value += effects->scale * effects->cell[a + (ptrdiff_t)b * K];
    effects->rho[a] -= set->count[i] * m->weight[a] * value / m->truth[a];
  }
}

vd_confusion vd_margins_confusion(const vd_margins *m, int class, int c) {
  ptrdiff_t at = class + (ptrdiff_t)c * m->n_classes;
  double tp = m->correct[at], fp = vd_snap_count(m->predicted[at] - tp, m->n);
  double fn = vd_snap_count(m->truth[class] - tp, m->n);
  double tn = vd_snap_count(m->n - tp - fp - fn, m->n);
  return (vd_confusion){.tp = tp, .fp = fp, .fn = fn, .tn = tn};
}

/* Adds weight times the influence of one class's gradient. */
static void add_class(vd_effects *e, int class, double weight, vd_gradient g) {
  e->alpha += weight * g.tn;
  e->rho[class] += weight * (g.fn - g.tn);
  e->kappa[class] += weight * (g.fp - g.tn);
  e->delta[class] += weight * ((g.tp - g.fp) - (g.fn - g.tn));
}

static void clear_effects(vd_effects *e, int n_classes) {
  e->alpha = 0;
  e->cell = NULL;
  e->scale = 0;
  e->n_classes = n_classes;
  memset(e->rho, 0, sizeof(double) * (size_t)n_classes);
  memset(e->kappa, 0, sizeof(double) * (size_t)n_classes);
  memset(e->delta, 0, sizeof(double) * (size_t)n_classes);
}

static vd_estimate overall(const vd_margins *m, vd_metric_spec spec, int c,
                           vd_effects *effects) {
  vd_estimate result = {.value = NAN, .culprit = -1};
  if (vd_metric_is_tabular(spec)) {
    result.status = vd_tabular_overall(m, spec, c, &result.value, effects);
    return result;
  }
  overall_metric metric = of_margins(spec.metric);
  if (metric) {
    result.status = metric(m, c, &result.value, effects);
    return result;
  }
  double right = 0;
  for (int k = 0; k < m->n_classes; k++) {
    right += m->correct[k + (ptrdiff_t)c * m->n_classes];
  }
  if (m->n <= 0) {
    result.status = VD_STATUS_NO_ROWS;
    return result;
  }
  double sign = spec.metric == VD_METRIC_ERROR ? -1 : 1;
  double wrong = vd_snap_count(m->n - right, m->n);
  if (wrong == 0) right = m->n;
  result.value = (sign > 0 ? right : wrong) / m->n;
  effects->alpha = -sign * right / m->n / m->n;
  for (int k = 0; k < m->n_classes; k++) effects->delta[k] = sign / m->n;
  return result;
}

/* Pools the outcomes over the kept classes. */
static vd_estimate micro(const vd_margins *m, vd_metric_spec spec, const int *kept,
                         int n_kept, int c, vd_effects *effects) {
  vd_confusion pooled = {0};
  for (int i = 0; i < n_kept; i++) {
    vd_confusion x = vd_margins_confusion(m, kept[i], c);
    pooled.tp += x.tp;
    pooled.fp += x.fp;
    pooled.fn += x.fn;
    pooled.tn += x.tn;
  }
  vd_gradient g;
  vd_estimate result = {.culprit = -1, .n_averaged = n_kept};
  result.status = vd_metric_binary(spec, pooled, &result.value, &g);
  if (result.status != VD_STATUS_OK) return result;
  for (int i = 0; i < n_kept; i++) add_class(effects, kept[i], 1, g);
  return result;
}

/* One class's part in a mean. An undefined metric counts as 0 under VD_ZERO_ZERO;
 * any other status than VD_STATUS_OK leaves the class out. */
static vd_status class_term(const vd_margins *m, vd_metric_spec spec,
                            vd_zero_division zero, int class, int c, double *value,
                            vd_gradient *g) {
  vd_status status = vd_metric_binary(spec, vd_margins_confusion(m, class, c), value, g);
  if (status == VD_STATUS_OK || zero != VD_ZERO_ZERO) return status;
  *value = 0;
  return VD_STATUS_OK;
}

/* sum_k w_k X_k / sum_k w_k, with w_k = r_k (weighted, and then w_k varies too)
 * or 1. Classes of weight zero do not enter. */
static vd_estimate mean_of_classes(const vd_margins *m, vd_metric_spec spec,
                                   vd_average average, vd_zero_division zero,
                                   const int *kept, int n_kept, int c,
                                   vd_effects *effects) {
  vd_estimate result = {.value = NAN, .culprit = -1};
  double total = 0, sum = 0, value;
  vd_gradient g;
  for (int i = 0; i < n_kept; i++) {
    double weight = average == VD_AVERAGE_WEIGHTED ? m->truth[kept[i]] : 1;
    if (weight == 0) continue;
    vd_status status = class_term(m, spec, zero, kept[i], c, &value, &g);
    if (status != VD_STATUS_OK && zero == VD_ZERO_NA) {
      clear_effects(effects, m->n_classes);
      result.status =
          average == VD_AVERAGE_PER_CLASS ? status : VD_STATUS_UNDEFINED_CLASS;
      result.cause = status;
      result.culprit = kept[i];
      return result;
    }
    if (status != VD_STATUS_OK) continue;
    add_class(effects, kept[i], weight, g);
    total += weight;
    sum += weight * value;
    result.n_averaged++;
  }
  if (total <= 0) {
    clear_effects(effects, m->n_classes);
    result.status = VD_STATUS_NO_ROWS;
    return result;
  }
  result.value = sum / total;
  effects->alpha /= total;
  for (int k = 0; k < m->n_classes; k++) {
    effects->rho[k] /= total;
    effects->kappa[k] /= total;
    effects->delta[k] /= total;
  }
  for (int i = 0; average == VD_AVERAGE_WEIGHTED && i < n_kept; i++) {
    if (class_term(m, spec, zero, kept[i], c, &value, &g) == VD_STATUS_OK) {
      effects->rho[kept[i]] += (value - result.value) / total;
    }
  }
  return result;
}

vd_estimate vd_metric_estimate(const vd_margins *m, vd_metric_spec spec,
                               vd_average average, vd_zero_division zero, const int *kept,
                               int n_kept, int c, vd_effects *effects) {
  effects->classifier = c;
  effects->weight = NULL;
  clear_effects(effects, m->n_classes);
  if (average == VD_AVERAGE_PER_CLASS) zero = VD_ZERO_NA; /* it is a rule of averages */
  switch (average) {
  case VD_AVERAGE_OVERALL: return overall(m, spec, c, effects);
  case VD_AVERAGE_MICRO: return micro(m, spec, kept, n_kept, c, effects);
  default: return mean_of_classes(m, spec, average, zero, kept, n_kept, c, effects);
  }
}
