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

/* The logits of the rows, and the smallest and largest p of each class, [0] without the
 * event; how many rows are certain. */
typedef struct {
  double mean, sd, least, most;
  double low[2], high[2], certain;
} logits;

static logits ranges_of(const vd_binary *rows, const double *p) {
  logits x = {0, 0, 0, 0, {INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    int e = rows->event[i];
    if (vd_row_weight(rows, i) == 0) continue;
    x.low[e] = fmin(x.low[e], p[i]);
    x.high[e] = fmax(x.high[e], p[i]);
    if (p[i] == 0 || p[i] == 1) x.certain += vd_row_weight(rows, i);
  }
  x.least = logit(fmin(x.low[0], x.low[1]));
  x.most = logit(fmax(x.high[0], x.high[1]));
  return x;
}

static void standardise(const vd_binary *rows, const double *p, logits *x) {
  double total = 0, sum = 0, squares = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    total += w;
    if (w > 0) sum += w * logit(p[i]);
  }
  x->mean = sum / total;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    if (w > 0) squares += w * pow(logit(p[i]) - x->mean, 2);
  }
  x->sd = sqrt(squares / total);
}

/* Of eta the probability of what is less likely, which is not lost beside 1. */
static double smaller_tail(double eta) {
  double e = exp(-fabs(eta));
  return e / (1 + e);
}

static double residual(int event, double eta) {
  double tail = smaller_tail(eta);
  if (event) return eta > 0 ? tail : 1 - tail;
  return eta > 0 ? tail - 1 : -tail;
}

static double log_chance(int event, double eta) {
  return fmin(0, event ? eta : -eta) - log1p(exp(-fabs(eta)));
}

/* Events beyond those expected at the intercept a, and the information. Whole rows are
 * counted apart from tails, which may be as small as doubles go. */
static double excess_at(const vd_binary *rows, const double *p, double a, double *info) {
  double whole = 0, tails = 0;
  *info = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    if (w == 0) continue;
    double eta = a + logit(p[i]), tail = smaller_tail(eta);
    whole += w * (rows->event[i] - (eta > 0));
    tails += w * (eta > 0 ? tail : -tail);
    *info += w * tail * (1 - tail);
  }
  return whole + tails;
}

enum { STEPS = 200 };

/* The excess falls in a; it is zero between the ends, which give all rows the share of
 * events, or more, or less. Newton's steps, and bisection where these leave the ends or
 * do not become shorter. */
static double find_intercept(const vd_binary *rows, const double *p, const logits *x,
                             double odds, double *info) {
  double low = log(odds) - x->most, high = log(odds) - x->least;
  double a = fmin(high, fmax(low, 0)), before = high - low;
  for (int i = 0; i < STEPS; i++) {
    double excess = excess_at(rows, p, a, info), step = excess / *info;
    if (excess == 0) break;
    if (excess > 0) low = a;
    if (excess < 0) high = a;
    if (!(a + step >= low && a + step <= high) || !(2 * fabs(step) <= fabs(before))) {
      step = (low + high) / 2 - a;
    }
    before = step;
    a += step;
    if (fabs(step) <= 1e-14 * (1 + fabs(a))) break;
  }
  excess_at(rows, p, a, info);
  return a;
}

/* Sums over the rows at (a, b) of standardised logits t: log likelihood, its gradient,
 * and information, b and its parts about the centre c of t. */
typedef struct {
  double c, value, g0, g1, h00, h01, h11;
} likelihood;

static likelihood likelihood_at(const vd_binary *rows, const double *p, const logits *x,
                                double a, double b, double c) {
  likelihood l = {c, 0, 0, 0, 0, 0, 0};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    if (w == 0) continue;
    double t = (logit(p[i]) - x->mean) / x->sd, eta = a + b * t;
    double tail = smaller_tail(eta), v = w * tail * (1 - tail);
    double d = w * residual(rows->event[i], eta);
    l.value += w * log_chance(rows->event[i], eta);
    l.g0 += d;
    l.g1 += d * (t - c);
    l.h00 += v;
    l.h01 += v * (t - c);
    l.h11 += v * (t - c) * (t - c);
  }
  return l;
}

/* The mean of t by information, and the information on b. */
static double middle_of(const likelihood *l) {
  return l->c + l->h01 / l->h00;
}

static double steepness(const likelihood *l) {
  return l->h11 - l->h01 * l->h01 / l->h00;
}

/* Newton's steps from a flat curve, halved until the likelihood rises. */
static likelihood climb(const vd_binary *rows, const double *p, const logits *x,
                        double *a, double *b) {
  likelihood now = likelihood_at(rows, p, x, *a, *b, 0);
  for (int i = 0; i < STEPS && steepness(&now) > 0; i++) {
    double middle = middle_of(&now), part = 1;
    double db = (now.g1 - now.g0 * now.h01 / now.h00) / steepness(&now);
    double da = now.g0 / now.h00 - middle * db;
    likelihood next = likelihood_at(rows, p, x, *a + da, *b + db, middle);
    while (!(next.value >= now.value - 1e-13 * fabs(now.value)) && part > 1e-10) {
      part /= 2;
      next = likelihood_at(rows, p, x, *a + part * da, *b + part * db, middle);
    }
    *a += part * da;
    *b += part * db;
    now = next;
    if (fabs(part * da) <= 1e-13 * (1 + fabs(*a)) &&
        fabs(part * db) <= 1e-13 * (1 + fabs(*b)))
      break;
  }
  return likelihood_at(rows, p, x, *a, *b, middle_of(&now));
}

static double ratio_to_right(const vd_binary *rows, const double *p,
                             const likelihood *best) {
  double right = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    if (w > 0) right += w * log_chance(rows->event[i], logit(p[i]));
  }
  return fmax(0, 2 * (best->value - right));
}

static void fit_slope(const vd_binary *rows, const double *p, const logits *x,
                      double odds, vd_calibration_fit *fit, double *u) {
  double a = log(odds), b = 0;
  likelihood best = climb(rows, p, x, &a, &b);
  fit->slope = b / x->sd;
  fit->at_slope = a - fit->slope * x->mean;
  fit->lr = ratio_to_right(rows, p, &best);
  double middle = middle_of(&best), spread = x->sd * steepness(&best);
  for (ptrdiff_t i = 0; u && i < rows->n; i++) {
    double t = (logit(p[i]) - x->mean) / x->sd;
    u[i] = residual(rows->event[i], a + b * t) * (t - middle) / spread;
  }
}

static double slope_without_end(const logits *x) {
  if (fmax(x->high[0], x->high[1]) == fmin(x->low[0], x->low[1]) || x->sd == 0)
    return NAN;
  if (x->high[0] <= x->low[1]) return INFINITY;
  return x->high[1] <= x->low[0] ? -INFINITY : 0;
}

vd_calibration_fit vd_calibration_logistic(const vd_binary *rows, const double *p,
                                           double *u_intercept, double *u_slope) {
  vd_calibration_fit fit = {NAN, NAN, NAN, NAN, 0, VD_STATUS_OK};
  logits x = ranges_of(rows, p);
  vd_class_sizes size = vd_binary_count(rows);
  double odds = size.positive / size.negative, info;
  fit.certain = x.certain;
  fit.status = vd_binary_status(size);
  if (fit.status == VD_STATUS_OK && x.certain > 0) fit.status = VD_STATUS_CERTAIN;
  if (fit.status != VD_STATUS_OK) return fit;
  fit.intercept = find_intercept(rows, p, &x, odds, &info);
  for (ptrdiff_t i = 0; u_intercept && i < rows->n; i++) {
    u_intercept[i] = residual(rows->event[i], fit.intercept + logit(p[i])) / info;
    u_slope[i] = 0;
  }
  standardise(rows, p, &x);
  fit.at_slope = fit.intercept;
  fit.slope = slope_without_end(&x);
  if (fit.slope == 0) fit_slope(rows, p, &x, odds, &fit, u_slope);
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

/* b / bins < p <= (b + 1) / bins; the first has 0 too. The product may round across an
 * edge. */
static int bin_of(double p, int bins) {
  int b = (int)fmax(0, ceil(p * bins) - 1);
  if (b > 0 && p <= (double)b / bins) return b - 1;
  return b + 1 < bins && p > (double)(b + 1) / bins ? b + 1 : b;
}

vd_calibration_bins vd_calibration_ece(const vd_binary *rows, const double *p, int bins,
                                       double *work) {
  double total = 0, *sum = work, *squares = work + bins, *weight = work + 2 * bins;
  vd_calibration_bins out = {0, 0, 0};
  for (int b = 0; b < 3 * bins; b++) work[b] = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    int b = bin_of(p[i], bins);
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
    } else {
      out.alone += n;
    }
  }
  if (out.alone == total) out.squared = NAN;
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
