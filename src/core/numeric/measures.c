#include "numeric/measures.h"

#include <math.h>

#include "numeric/auc.h"
#include "numeric/calibration.h"
#include "numeric/loss.h"
#include "numeric/operating.h"
#include "numeric/precision.h"

int vd_numeric_between(vd_numeric_measure measure) {
  return measure <= VD_NUMERIC_SPECIFICITY;
}

int vd_numeric_ranks(vd_numeric_measure measure) {
  return measure <= VD_NUMERIC_INTERPOLATED;
}

vd_units_kind vd_numeric_kind(vd_numeric_measure measure) {
  if (vd_numeric_between(measure)) return VD_UNITS_BETWEEN;
  return vd_numeric_ranks(measure) ? VD_UNITS_RANKED : VD_UNITS_MEAN;
}

double vd_numeric_few(vd_numeric_measure measure) {
  return measure <= VD_NUMERIC_STANDARDISED_TPR || !vd_numeric_ranks(measure) ? 1 : 9;
}

int vd_numeric_clips(vd_numeric_measure measure) {
  switch (measure) {
  case VD_NUMERIC_LOG_LOSS:
  case VD_NUMERIC_LOG_SKILL:
  case VD_NUMERIC_LOG_SKILL_FORECAST:
  case VD_NUMERIC_INTERCEPT:
  case VD_NUMERIC_SLOPE: return 1;
  default: return 0;
  }
}

/* Contributions that are all 0 but for rounding: nothing below this of what one row of a
 * class has of its mean is more than that. */
static void settle(const vd_model *x, double *u) {
  vd_class_sizes size = vd_binary_count(x->rows);
  for (ptrdiff_t i = 0; i < x->rows->n; i++) {
    double rows = x->rows->event[i] ? size.positive : size.negative;
    if (fabs(u[i]) * rows < 1e-12) u[i] = 0;
  }
}

/* Over a range of rates: what is up to its end less what is up to its beginning. */
static vd_numeric partial(const vd_model *x, double most, int mirrored, double *u,
                          double *work) {
  vd_numeric out = vd_auc_partial(x->rows, x->score, x->order, most, mirrored, u);
  if (out.status != VD_STATUS_OK) return out;
  if (x->from > 0) {
    out.value -=
        vd_auc_partial(x->rows, x->score, x->order, x->from, mirrored, work).value;
    for (ptrdiff_t i = 0; i < x->rows->n; i++) u[i] -= work[i];
  }
  settle(x, u);
  return out;
}

/* The area of a useless score is that below the diagonal. */
static vd_numeric standardised(const vd_model *x, double most, int mirrored, double *u,
                               double *work) {
  vd_numeric out = partial(x, most, mirrored, u, work);
  double from = fmax(0, x->from);
  double least = (most * most - from * from) / 2, room = most - from - least;
  out.value = (1 + (out.value - least) / room) / 2;
  for (ptrdiff_t i = 0; out.status == VD_STATUS_OK && i < x->rows->n; i++) {
    u[i] /= 2 * room;
  }
  return out;
}

static vd_numeric regression(const vd_model *x, int slope, double *u, double *work) {
  vd_calibration_fit fit =
      vd_calibration_logistic(x->rows, x->score, slope ? work : u, slope ? u : work);
  if (fit.status == VD_STATUS_OK && slope && !isfinite(fit.slope)) {
    fit.status = isnan(fit.slope) ? VD_STATUS_CONSTANT : VD_STATUS_INFINITE;
  }
  return (vd_numeric){slope ? fit.slope : fit.intercept, fit.status};
}

int vd_numeric_losses(const vd_model *x, vd_numeric_measure measure, double option,
                      double *loss) {
  switch (measure) {
  case VD_NUMERIC_BRIER: vd_loss_brier(x->rows, x->score, loss); return 1;
  case VD_NUMERIC_LOG_LOSS: vd_loss_log(x->rows, x->score, loss); return 1;
  case VD_NUMERIC_BENEFIT: vd_loss_benefit(x->rows, x->score, option, loss); return 1;
  case VD_NUMERIC_LARGE: vd_loss_excess(x->rows, x->score, loss); return 1;
  default: return 0;
  }
}

static vd_numeric skill(const vd_model *x, vd_numeric_measure loss, int by_forecast,
                        double *u, double *work) {
  int logarithmic = loss == VD_NUMERIC_LOG_LOSS;
  vd_numeric_losses(x, loss, 0, u);
  vd_numeric mean = vd_mean(x->rows, u);
  if (by_forecast)
    return vd_loss_skill_forecast(x->rows, mean, logarithmic, x->from, u, work);
  if (x->from > 0) return vd_loss_skill_known(x->rows, mean, x->from, u);
  return vd_loss_skill(x->rows, mean, logarithmic, u);
}

static vd_numeric benefit(const vd_model *x, double threshold, double *u) {
  vd_loss_benefit(x->rows, x->score, threshold, u);
  return vd_loss_standardised(x->rows, vd_mean(x->rows, u), u);
}

/* How much a stratum counts: its pairs, or the rows of which the value is a share. */
static double stratum_share(vd_numeric_measure measure, vd_class_sizes size) {
  switch (measure) {
  case VD_NUMERIC_SPECIFICITY: return size.negative;
  case VD_NUMERIC_SENSITIVITY:
  case VD_NUMERIC_PRECISION:
  case VD_NUMERIC_INTERPOLATED: return size.positive;
  default: return size.positive * size.negative;
  }
}

static vd_numeric mean_of_strata(const vd_model *x, vd_numeric_measure measure,
                                 double option, double *u) {
  const vd_strata_room *room = &x->room;
  vd_numeric out = {0, vd_binary_status(vd_binary_count(x->rows))};
  double total = 0;
  if (out.status != VD_STATUS_OK) return (vd_numeric){NAN, out.status};
  for (ptrdiff_t i = 0; i < x->rows->n; i++) u[i] = 0;
  for (ptrdiff_t h = 0, lo = 0; h < x->strata->n; lo = x->end[h++]) {
    ptrdiff_t n = x->end[h] - lo;
    x->strata->share[h] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      int row = x->within[lo + i];
      room->event[i] = x->rows->event[row];
      room->score[i] = x->score[row];
      room->weight[i] = vd_row_weight(x->rows, row);
      room->order[i] = (int)i;
    }
    vd_binary rows = {.n = n,
                      .event = room->event,
                      .weight = room->weight,
                      .sampled = x->rows->sampled};
    vd_class_sizes size = vd_binary_count(&rows);
    if (vd_binary_status(size) != VD_STATUS_OK) continue;
    vd_model part = {
        .rows = &rows, .score = room->score, .order = room->order, .from = x->from};
    vd_numeric one = vd_numeric_of(&part, measure, option, room->u, room->work);
    double share = stratum_share(measure, size);
    out.value += share * one.value;
    out.status = one.status;
    total += share;
    x->strata->share[h] = share;
    x->strata->value[h] = one.value;
    for (ptrdiff_t i = 0; i < n; i++) u[x->within[lo + i]] = share * room->u[i];
  }
  if (total == 0) return (vd_numeric){NAN, VD_STATUS_ABSENT};
  for (int h = 0; h < x->strata->n; h++) x->strata->share[h] /= total;
  for (ptrdiff_t i = 0; i < x->rows->n; i++) u[i] /= total;
  return (vd_numeric){out.value / total, out.status};
}

static vd_numeric in_strata(const vd_model *x, vd_numeric_measure measure, double option,
                            double *u) {
  const vd_strata *strata = x->strata;
  vd_numeric out = measure == VD_NUMERIC_AUC
                       ? vd_auc_strata(x->rows, x->score, x->within, x->end, strata->n,
                                       x->room.mark, u, strata->share, strata->value)
                       : mean_of_strata(x, measure, option, u);
  if (out.status == VD_STATUS_OK)
    out.status =
        vd_strata_scale(strata, x->units, vd_numeric_between(measure), out.value, u);
  return out;
}

vd_numeric vd_numeric_of(const vd_model *x, vd_numeric_measure measure, double option,
                         double *u, double *work) {
  if (x->strata && vd_numeric_ranks(measure)) return in_strata(x, measure, option, u);
  switch (measure) {
  case VD_NUMERIC_AUC: return vd_auc(x->rows, x->order, x->mark, u);
  case VD_NUMERIC_PARTIAL: return partial(x, option, 0, u, work);
  case VD_NUMERIC_STANDARDISED: return standardised(x, option, 0, u, work);
  case VD_NUMERIC_PARTIAL_TPR: return partial(x, option, 1, u, work);
  case VD_NUMERIC_STANDARDISED_TPR: return standardised(x, option, 1, u, work);
  case VD_NUMERIC_SENSITIVITY:
    return vd_operating_rate(x->rows, x->score, x->order, option, 0, u);
  case VD_NUMERIC_SPECIFICITY:
    return vd_operating_rate(x->rows, x->score, x->order, option, 1, u);
  case VD_NUMERIC_PRECISION: return vd_precision_average(x->rows, x->score, x->order, u);
  case VD_NUMERIC_INTERPOLATED:
    return vd_precision_interpolated(x->rows, x->score, x->order);
  case VD_NUMERIC_OBSERVED: return vd_loss_observed(x->rows, x->score, u);
  case VD_NUMERIC_INTERCEPT: return regression(x, 0, u, work);
  case VD_NUMERIC_SLOPE: return regression(x, 1, u, work);
  case VD_NUMERIC_BRIER_SKILL: return skill(x, VD_NUMERIC_BRIER, 0, u, work);
  case VD_NUMERIC_LOG_SKILL: return skill(x, VD_NUMERIC_LOG_LOSS, 0, u, work);
  case VD_NUMERIC_BRIER_SKILL_FORECAST: return skill(x, VD_NUMERIC_BRIER, 1, u, work);
  case VD_NUMERIC_LOG_SKILL_FORECAST: return skill(x, VD_NUMERIC_LOG_LOSS, 1, u, work);
  case VD_NUMERIC_STANDARDISED_BENEFIT: return benefit(x, option, u);
  default: break;
  }
  vd_numeric_losses(x, measure, option, u);
  return vd_mean(x->rows, u);
}
