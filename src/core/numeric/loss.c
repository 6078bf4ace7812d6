#include "numeric/loss.h"

#include <math.h>

#include "math/tolerance.h"

void vd_loss_brier(const vd_binary *rows, const double *p, double *loss) {
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double d = p[i] - rows->event[i];
    loss[i] = d * d;
  }
}

void vd_loss_log(const vd_binary *rows, const double *p, double *loss) {
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    loss[i] = rows->event[i] ? -log(p[i]) : -log1p(-p[i]);
  }
}

void vd_loss_clip(ptrdiff_t n, const double *p, double clip, double *kept) {
  for (ptrdiff_t i = 0; i < n; i++) kept[i] = fmin(fmax(p[i], clip), 1 - clip);
}

void vd_loss_benefit(const vd_binary *rows, const double *p, double threshold,
                     double *benefit) {
  double harm = threshold / (1 - threshold);
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    if (p[i] < threshold)
      benefit[i] = 0;
    else
      benefit[i] = rows->event[i] ? 1 : -harm;
  }
}

void vd_loss_excess(const vd_binary *rows, const double *p, double *excess) {
  for (ptrdiff_t i = 0; i < rows->n; i++) excess[i] = rows->event[i] - p[i];
}

/* The second pass corrects the first. Losses that all are the same but for rounding do
 * not vary. */
vd_numeric vd_mean(const vd_binary *rows, double *x) {
  static const double rounding = 1e-12;
  double sum = 0, rest = 0, total = 0, most = 0, apart = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    sum += w * x[i];
    total += w;
  }
  if (total == 0) return (vd_numeric){NAN, VD_STATUS_NO_ROWS};
  double mean = sum / total;
  if (isinf(mean)) {
    for (ptrdiff_t i = 0; i < rows->n; i++) x[i] = NAN;
    return (vd_numeric){mean, VD_STATUS_INFINITE};
  }
  for (ptrdiff_t i = 0; i < rows->n; i++) rest += vd_row_weight(rows, i) * (x[i] - mean);
  mean += rest / total;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    most = fmax(most, fabs(x[i]));
    x[i] -= mean;
    apart = fmax(apart, fabs(x[i]));
    x[i] /= total;
  }
  if (apart <= rounding * most) memset(x, 0, (size_t)rows->n * sizeof *x);
  return (vd_numeric){mean, VD_STATUS_OK};
}

vd_numeric vd_loss_skill(const vd_binary *rows, vd_numeric loss, int logarithmic,
                         double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  double W = size.positive + size.negative, r = size.positive / W;
  vd_status status = vd_binary_status(size);
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  double worst = logarithmic ? -r * log(r) - (1 - r) * log1p(-r) : r * (1 - r);
  double slope = logarithmic ? -(log(r) - log1p(-r)) / W : (1 - 2 * r) / W;
  double ratio = loss.value / worst;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    u[i] = vd_apart(ratio * slope * (rows->event[i] - r), u[i]) / worst;
  }
  return (vd_numeric){vd_apart(1, ratio), loss.status};
}

vd_numeric vd_loss_skill_known(const vd_binary *rows, vd_numeric loss, double reference,
                               double *u) {
  for (ptrdiff_t i = 0; i < rows->n; i++) u[i] /= -reference;
  return (vd_numeric){vd_apart(1, loss.value / reference), loss.status};
}

vd_numeric vd_loss_skill_forecast(const vd_binary *rows, vd_numeric loss, int logarithmic,
                                  double forecast, double *u, double *work) {
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double missed = rows->event[i] - forecast;
    work[i] = !logarithmic     ? missed * missed
              : rows->event[i] ? -log(forecast)
                               : -log1p(-forecast);
  }
  vd_numeric worst = vd_mean(rows, work);
  double ratio = loss.value / worst.value;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    u[i] = vd_apart(ratio * work[i], u[i]) / worst.value;
  }
  return (vd_numeric){vd_apart(1, ratio), loss.status};
}

vd_numeric vd_loss_standardised(const vd_binary *rows, vd_numeric benefit, double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  double W = size.positive + size.negative, r = size.positive / W;
  if (size.positive == 0)
    return (vd_numeric){NAN, W == 0 ? VD_STATUS_NO_ROWS : VD_STATUS_ABSENT};
  double value = benefit.value / r;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    u[i] = vd_apart(u[i], value * (rows->event[i] - r) / W) / r;
  }
  return (vd_numeric){value, benefit.status};
}

vd_numeric vd_loss_observed(const vd_binary *rows, const double *p, double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  double W = size.positive + size.negative, sum = 0;
  if (size.positive == 0)
    return (vd_numeric){NAN, W == 0 ? VD_STATUS_NO_ROWS : VD_STATUS_ABSENT};
  for (ptrdiff_t i = 0; i < rows->n; i++) sum += vd_row_weight(rows, i) * p[i];
  if (sum == 0) return (vd_numeric){INFINITY, VD_STATUS_INFINITE};
  double ratio = size.positive / sum;
  for (ptrdiff_t i = 0; i < rows->n; i++)
    u[i] = vd_apart(rows->event[i], ratio * p[i]) / sum;
  return (vd_numeric){ratio, VD_STATUS_OK};
}
