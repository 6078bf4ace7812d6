#include "numeric/calibration.h"

#include <Rmath.h>
#include <math.h>

#include "math/tails.h"
#include "numeric/order.h"

/* -- tests ----------------------------------------------------------------------- */

static double count_impossible(const vd_binary *rows, const double *p) {
  double count = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    if (p[i] == !rows->event[i]) count += vd_row_weight(rows, i);
  }
  return count;
}

static vd_calibration_test refuted(double statistic, double impossible) {
  return (vd_calibration_test){statistic, -INFINITY, impossible, VD_STATUS_OK};
}

vd_calibration_test vd_calibration_spiegelhalter(const vd_binary *rows, const double *p) {
  vd_calibration_test none = {NAN, NAN, 0, VD_STATUS_ZERO_VARIANCE};
  double sum = 0, variance = 0, impossible = count_impossible(rows, p);
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i), tilt = 1 - 2 * p[i];
    sum += w * (rows->event[i] - p[i]) * tilt;
    variance += w * tilt * tilt * p[i] * (1 - p[i]);
  }
  double z = sum / sqrt(variance);
  if (impossible > 0) return refuted(variance > 0 ? z : NAN, impossible);
  if (variance == 0) return none;
  return (vd_calibration_test){z, vd_log_p_normal(z, VD_ALTERNATIVE_TWO_SIDED), 0,
                               VD_STATUS_OK};
}

/* Two series for the same: many terms for small t in one, few in the other. */
double vd_log_p_brownian(double t) {
  double sum = 0, sign = 1;
  if (t < 0.8) {
    for (int j = 0; j < 20; j++, sign = -sign) {
      double k = 2 * j + 1;
      sum += sign / k * exp(-k * k * M_PI * M_PI / (8 * t * t));
    }
    return log1p(-4 / M_PI * sum);
  }
  double first = pnorm(t, 0, 1, 0, 1);
  for (int j = 0; j < 20; j++, sign = -sign) {
    sum += sign * exp(pnorm((2 * j + 1) * t, 0, 1, 0, 1) - first);
  }
  return log(4) + first + log(sum);
}

vd_calibration_test vd_calibration_cumulative(const vd_binary *rows, const double *p,
                                              const int *order) {
  vd_calibration_test none = {NAN, NAN, 0, VD_STATUS_ZERO_VARIANCE};
  double sum = 0, most = 0, variance = 0, impossible = count_impossible(rows, p);
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, p, order, lo);
    for (ptrdiff_t i = lo; i < hi; i++) {
      int row = order[i];
      double w = vd_row_weight(rows, row);
      sum += w * (rows->event[row] - p[row]);
      variance += w * p[row] * (1 - p[row]);
    }
    most = fmax(most, fabs(sum));
  }
  double t = most / sqrt(variance);
  if (impossible > 0) return refuted(variance > 0 ? t : NAN, impossible);
  if (variance == 0) return none;
  return (vd_calibration_test){t, vd_log_p_brownian(t), 0, VD_STATUS_OK};
}

/* -- intercept and slope --------------------------------------------------------- */

static double logit(double p) {
  return log(p) - log1p(-p);
}

/* Sums over the rows at (a, b): log likelihood, its gradient, and the information. */
typedef struct {
  double value, g0, g1, h00, h01, h11;
} likelihood;

static likelihood likelihood_at(const vd_binary *rows, const double *p, double a,
                                double b) {
  likelihood l = {0, 0, 0, 0, 0, 0};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double x = logit(p[i]), eta = a + b * x, w = vd_row_weight(rows, i);
    double mu = plogis(eta, 0, 1, 1, 0), v = w * mu * (1 - mu);
    double d = w * (rows->event[i] - mu);
    l.value += w * plogis(eta, 0, 1, rows->event[i], 1);
    l.g0 += d;
    l.g1 += d * x;
    l.h00 += v;
    l.h01 += v * x;
    l.h11 += v * x * x;
  }
  return l;
}

enum { STEPS = 100 };

/* Newton's steps, halved until the likelihood rises; with `free_slope` both, else the
 * intercept alone. */
static likelihood climb(const vd_binary *rows, const double *p, int free_slope, double *a,
                        double *b) {
  likelihood now = likelihood_at(rows, p, *a, *b);
  for (int i = 0; i < STEPS; i++) {
    double det = now.h00 * now.h11 - now.h01 * now.h01;
    double da = now.g0 / now.h00, db = 0, part = 1;
    if (free_slope) {
      da = (now.h11 * now.g0 - now.h01 * now.g1) / det;
      db = (now.h00 * now.g1 - now.h01 * now.g0) / det;
    }
    likelihood next = likelihood_at(rows, p, *a + da, *b + db);
    while (!(next.value >= now.value - 1e-13 * fabs(now.value)) && part > 1e-10) {
      part /= 2;
      next = likelihood_at(rows, p, *a + part * da, *b + part * db);
    }
    *a += part * da;
    *b += part * db;
    now = next;
    if (fabs(part * da) <= 1e-12 * (1 + fabs(*a)) &&
        fabs(part * db) <= 1e-12 * (1 + fabs(*b)))
      break;
  }
  return now;
}

/* The smallest and largest p of each class, [0] without the event. */
typedef struct {
  double low[2], high[2], certain;
} ranges;

static ranges ranges_of(const vd_binary *rows, const double *p) {
  ranges r = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    int e = rows->event[i];
    r.low[e] = fmin(r.low[e], p[i]);
    r.high[e] = fmax(r.high[e], p[i]);
    if (p[i] == 0 || p[i] == 1) r.certain += vd_row_weight(rows, i);
  }
  return r;
}

static void fit_contributions(const vd_binary *rows, const double *p,
                              const vd_calibration_fit *fit, const likelihood *one,
                              const likelihood *both, double *u_intercept,
                              double *u_slope) {
  double det = both->h00 * both->h11 - both->h01 * both->h01;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double x = logit(p[i]), y = rows->event[i];
    double d = y - plogis(fit->at_slope + fit->slope * x, 0, 1, 1, 0);
    u_intercept[i] = (y - plogis(fit->intercept + x, 0, 1, 1, 0)) / one->h00;
    u_slope[i] = d * (both->h00 * x - both->h01) / det;
  }
}

vd_calibration_fit vd_calibration_logistic(const vd_binary *rows, const double *p,
                                           double *u_intercept, double *u_slope) {
  vd_calibration_fit fit = {NAN, NAN, NAN, NAN, 0, VD_STATUS_OK};
  ranges r = ranges_of(rows, p);
  fit.certain = r.certain;
  fit.status = vd_binary_status(vd_binary_count(rows));
  if (fit.status == VD_STATUS_OK && r.certain > 0) fit.status = VD_STATUS_CERTAIN;
  if (fit.status != VD_STATUS_OK) return fit;
  fit.intercept = 0;
  double one_slope = 1;
  likelihood one = climb(rows, p, 0, &fit.intercept, &one_slope);
  fit.at_slope = fit.intercept;
  fit.slope = 1;
  likelihood both = one;
  if (fmax(r.high[0], r.high[1]) == fmin(r.low[0], r.low[1])) {
    fit.slope = NAN;
  } else if (r.high[0] <= r.low[1]) {
    fit.slope = INFINITY;
  } else if (r.high[1] <= r.low[0]) {
    fit.slope = -INFINITY;
  } else {
    both = climb(rows, p, 1, &fit.at_slope, &fit.slope);
    fit.lr = 2 * (both.value - likelihood_at(rows, p, 0, 1).value);
  }
  if (u_intercept) fit_contributions(rows, p, &fit, &one, &both, u_intercept, u_slope);
  return fit;
}

vd_calibration_test vd_calibration_ratio(const vd_calibration_fit *fit) {
  vd_status status = fit->status;
  if (status == VD_STATUS_OK && isnan(fit->slope)) status = VD_STATUS_CONSTANT;
  if (status == VD_STATUS_OK && isinf(fit->slope)) status = VD_STATUS_INFINITE;
  if (status != VD_STATUS_OK) return (vd_calibration_test){NAN, NAN, 0, status};
  return (vd_calibration_test){fit->lr, pchisq(fit->lr, 2, 0, 1), 0, VD_STATUS_OK};
}

/* -- bins ------------------------------------------------------------------------ */

vd_calibration_bins vd_calibration_ece(const vd_binary *rows, const double *p, int bins,
                                       double *work) {
  double total = 0, *sum = work, *squares = work + bins, *weight = work + 2 * bins;
  vd_calibration_bins out = {0, 0};
  for (int b = 0; b < 3 * bins; b++) work[b] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    int b = (int)fmax(0, ceil(p[i] * bins) - 1);
    double w = vd_row_weight(rows, i), d = rows->event[i] - p[i];
    sum[b] += w * d;
    squares[b] += w * d * d;
    weight[b] += w;
    total += w;
  }
  for (int b = 0; b < bins; b++) {
    double n = weight[b], mean = n > 0 ? sum[b] / n : 0;
    out.error += fabs(sum[b]) / total;
    if (n > 1) {
      double variance = fmax(0, squares[b] - n * mean * mean) / (n - 1);
      out.squared += n / total * (mean * mean - variance / n);
    }
  }
  return out;
}

/* Events seen and expected in a group that ends with the block of ties in which the next
 * share of the rows is full. */
typedef struct {
  double seen, expected, weight;
} group;

vd_calibration_test vd_calibration_hosmer(const vd_binary *rows, const double *p,
                                          const int *order, int groups, double *dof) {
  vd_class_sizes size = vd_binary_count(rows);
  double total = size.positive + size.negative, done = 0, sum = 0;
  double impossible = count_impossible(rows, p);
  group g = {0, 0, 0};
  int b = 1;
  *dof = 0;
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, p, order, lo);
    for (ptrdiff_t i = lo; i < hi; i++) {
      double w = vd_row_weight(rows, order[i]);
      g.seen += w * rows->event[order[i]];
      g.expected += w * p[order[i]];
      g.weight += w;
      done += w;
    }
    if (done < ceil(b * total / groups - 1e-9)) continue;
    while (b < groups && done >= ceil(b * total / groups - 1e-9)) b++;
    double variance = g.expected * (1 - g.expected / g.weight), d = g.seen - g.expected;
    if (variance > 0) {
      sum += d * d / variance;
      (*dof)++;
    }
    g = (group){0, 0, 0};
  }
  if (impossible > 0) return refuted(*dof > 0 ? sum : NAN, impossible);
  if (*dof == 0) return (vd_calibration_test){NAN, NAN, 0, VD_STATUS_ZERO_VARIANCE};
  return (vd_calibration_test){sum, pchisq(sum, *dof, 0, 1), 0, VD_STATUS_OK};
}
