#include "combine/combine.h"

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "math/distributions.h"

static const vd_combined no_result = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, 0, VD_STATUS_OK};

/* exp() of this is still far from the largest double. */
static const double LARGE_LOG = 600;

/* A variance below this share of that of independent quantiles is rounding. */
static const double NO_VARIANCE = 1e-12;

static vd_combined from_log(double statistic, double log_p) {
  vd_combined result = no_result;
  result.statistic = statistic;
  result.p = exp(log_p);
  result.log_p = log_p;
  return result;
}

static vd_combined undefined(vd_status status) {
  vd_combined result = no_result;
  result.status = status;
  return result;
}

static double sum(const double *x, ptrdiff_t n) {
  double total = 0;
  for (ptrdiff_t i = 0; i < n; i++) total += x[i];
  return total;
}

/* -- by the smallest --------------------------------------------------------------- */

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* min over the first `last` of k p_(i) / i, for p itself without a detour by logs. */
static vd_combined ranked(ptrdiff_t k, double *p, int is_log, ptrdiff_t last) {
  double least = INFINITY, n = (double)k;
  qsort(p, (size_t)k, sizeof *p, ascending);
  for (ptrdiff_t i = 0; i < last; i++) {
    double rank = (double)(i + 1);
    double scaled = is_log ? p[i] + log(n / rank) : p[i] * n / rank;
    if (scaled < least) least = scaled;
  }
  vd_combined result = no_result;
  result.log_p = fmin(is_log ? least : log(least), 0);
  result.p = fmin(is_log ? exp(least) : least, 1);
  result.statistic = last == 1 ? (is_log ? exp(p[0]) : p[0]) : result.p;
  return result;
}

/* -- sums of quantiles --------------------------------------------------------------- */

/* -2 log of the product: a logarithm only where the product would underflow. */
static double fisher_statistic(ptrdiff_t k, const double *p, int is_log) {
  static const double small = 1e-150;
  double product = 1, total = 0;
  if (is_log) return -2 * sum(p, k);
  for (ptrdiff_t i = 0; i < k; i++) {
    if (p[i] < small) {
      total += log(p[i]);
      continue;
    }
    product *= p[i];
    if (product < small) {
      total += log(product);
      product = 1;
    }
  }
  return -2 * (total + log(product));
}

static vd_combined fisher(ptrdiff_t k, const double *p, int is_log) {
  double statistic = fisher_statistic(k, p, is_log), dof = 2 * (double)k;
  vd_combined result = from_log(statistic, vd_log_p_chisq(statistic, dof));
  result.dof = dof;
  return result;
}

double vd_combine_quantile(double p, int is_log, double dof) {
  if (dof == 2) return -2 * (is_log ? p : log(p));
  if (dof == 0 && !is_log) return qnorm(p, 0, 1, 0, 0);
  if (dof == 1 && !is_log) return R_pow_di(qnorm(p / 2, 0, 1, 0, 0), 2);
  double log_p = is_log ? p : log(p), log_rest = is_log ? vd_log_rest(p) : log1p(-p);
  return dof == 0 ? vd_upper_normal(log_p, log_rest)
                  : vd_upper_chisq(log_p, log_rest, dof);
}

/* variance NaN: independent */
static vd_combined lancaster(ptrdiff_t k, const double *x, const double *weight,
                             double variance) {
  double mean = sum(weight, k);
  if (variance <= NO_VARIANCE * mean) return undefined(VD_STATUS_NOT_POSITIVE);
  double scale = isnan(variance) ? 1 : 2 * mean / variance, dof = scale * mean;
  double total = scale * sum(x, k);
  vd_combined result = from_log(total, vd_log_p_chisq(total, dof));
  result.dof = dof;
  if (isnan(variance)) return result;
  result.mean = mean;
  result.variance = variance;
  result.scale = scale;
  return result;
}

static vd_combined stouffer(ptrdiff_t k, const double *z, const double *weight,
                            double variance) {
  double total = 0, squares = 0;
  for (ptrdiff_t i = 0; i < k; i++) {
    total += weight[i] * z[i];
    squares += weight[i] * weight[i];
  }
  if (variance <= NO_VARIANCE * squares) return undefined(VD_STATUS_NOT_POSITIVE);
  if (isnan(total)) return undefined(VD_STATUS_CONTRADICTION);
  total /= sqrt(isnan(variance) ? squares : variance);
  vd_combined result = from_log(total, pnorm(total, 0, 1, 0, 1));
  if (isnan(variance)) return result;
  result.mean = 0;
  result.variance = variance;
  return result;
}

/* -- heavy tails --------------------------------------------------------------------- */

/* A sum of terms sign * exp(log_term), kept as sum * exp(top). */
typedef struct {
  double top, sum;
} log_sum;

static void add_term(log_sum *s, double log_term, double sign) {
  if (log_term > s->top) {
    s->sum *= exp(s->top - log_term);
    s->top = log_term;
  }
  s->sum += sign * exp(log_term - s->top);
}

/* log(1/h) of the harmonic mean h; by logarithms only where p or 1/h would leave the
 * range of doubles. */
static double log_inverse_mean(ptrdiff_t k, const double *p, int is_log,
                               const double *weight) {
  double direct = 0, total = sum(weight, k);
  for (ptrdiff_t i = 0; i < k && !is_log; i++) direct += weight[i] / p[i];
  if (!is_log && isfinite(direct)) return log(direct / total);
  log_sum s = {-INFINITY, 0};
  for (ptrdiff_t i = 0; i < k; i++) {
    double log_p = is_log ? p[i] : log(p[i]);
    if (log_p == -INFINITY) return INFINITY;
    add_term(&s, log(weight[i]) - log_p, 1);
  }
  return s.top + log(s.sum) - log(total);
}

/* 1/h is in the limit Landau distributed, with location log k + 1 - gamma - log(2/pi)
 * and scale pi/2. */
static vd_combined harmonic(ptrdiff_t k, const double *p, int is_log,
                            const double *weight) {
  static const double shift = 0.874367040387922; /* 1 + digamma(1) - log(2/pi) */
  double log_inverse = log_inverse_mean(k, p, is_log, weight), h = exp(-log_inverse);
  if (log_inverse > LARGE_LOG) return from_log(h, -log_inverse);
  double x = (1 / h - log((double)k) - shift) / M_PI_2;
  return from_log(h, vd_log_p_landau(x));
}

/* log cot(pi p) for p in (0, 1/2], given log p too */
static double log_cotangent(double p, double log_p) {
  return log_p < -LARGE_LOG ? -log_p - log(M_PI) : -log(tan(M_PI * p));
}

/* The upper tail of Cauchy's distribution at sign * exp(log_t). */
static vd_combined cauchy_tail(double log_t, double sign) {
  double nearer = atan(exp(-log_t)) / M_PI;
  if (sign < 0) return from_log(-exp(log_t), log1p(-nearer));
  return from_log(exp(log_t), log_t > LARGE_LOG ? -log_t - log(M_PI) : log(nearer));
}

/* The weighted sum of cotangents, not finite where p or the sum leave the range. */
static double cotangents(ptrdiff_t k, const double *p, const double *weight) {
  double total = 0;
  for (ptrdiff_t i = 0; i < k; i++) {
    total +=
        p[i] > 0.5 ? -weight[i] / tan(M_PI * (1 - p[i])) : weight[i] / tan(M_PI * p[i]);
  }
  return total;
}

static vd_combined cauchy(ptrdiff_t k, const double *p, int is_log,
                          const double *weight) {
  int zeros = 0, ones = 0;
  double direct = is_log ? NAN : cotangents(k, p, weight), total = sum(weight, k);
  if (isfinite(direct)) return cauchy_tail(log(fabs(direct)) - log(total), direct);
  log_sum s = {-INFINITY, 0};
  for (ptrdiff_t i = 0; i < k; i++) {
    double q = is_log ? exp(p[i]) : p[i], log_q = is_log ? p[i] : log(q), sign = 1;
    if (q > 0.5) {
      q = is_log ? -expm1(p[i]) : 1 - q;
      log_q = log(q);
      sign = -1;
    }
    if (log_q == -INFINITY) {
      zeros += sign > 0;
      ones += sign < 0;
    } else {
      add_term(&s, log(weight[i]) + log_cotangent(q, log_q), sign);
    }
  }
  if (zeros && ones) return undefined(VD_STATUS_CONTRADICTION);
  if (zeros) return from_log(INFINITY, -INFINITY);
  if (ones) return from_log(-INFINITY, 0);
  return cauchy_tail(s.top + log(fabs(s.sum)) - log(total), s.sum);
}

/* -- many sets -------------------------------------------------------------------------
 */

/* x: the p-values, or for sums of quantiles these. */
static vd_combined combine(const vd_p_sets *sets, vd_combination method, ptrdiff_t k,
                           double *x, const double *weight, double variance) {
  int is_log = sets->is_log;
  if (k == 0) return undefined(VD_STATUS_NO_P);
  switch (method) {
  case VD_COMBINE_SIMES: return ranked(k, x, is_log, k);
  case VD_COMBINE_BONFERRONI: return ranked(k, x, is_log, 1);
  case VD_COMBINE_FISHER: return fisher(k, x, is_log);
  case VD_COMBINE_LANCASTER: return lancaster(k, x, weight, variance);
  case VD_COMBINE_STOUFFER: return stouffer(k, x, weight, variance);
  case VD_COMBINE_HARMONIC: return harmonic(k, x, is_log, weight);
  default: return cauchy(k, x, is_log, weight);
  }
}

/* The sums of the covariances are known. */
static double variance_with(const vd_p_sets *sets, double shared, ptrdiff_t k,
                            const ptrdiff_t *present) {
  double own = 0;
  for (ptrdiff_t i = 0; i < k; i++) own += 2 * sets->weight[present[i]];
  return own + 2 * shared;
}

/* Of the sum of the quantiles that are present. */
static double variance_of(const vd_p_sets *sets, vd_combination method, ptrdiff_t k,
                          const ptrdiff_t *present) {
  int weighted = method == VD_COMBINE_STOUFFER;
  double own = 0, shared = 0;
  if (!sets->covariance) return NAN;
  for (ptrdiff_t i = 0; i < k; i++) {
    double w = sets->weight[present[i]];
    const double *row = sets->covariance + present[i] * sets->n_each;
    own += weighted ? w * w : 2 * w;
    for (ptrdiff_t j = 0; j < i; j++) {
      shared += row[present[j]] * (weighted ? w * sets->weight[present[j]] : 1);
    }
  }
  return own + 2 * shared;
}

/* What the method works on, from one p-value. */
static double prepared(const vd_p_sets *sets, vd_combination method, ptrdiff_t j,
                       double p) {
  switch (method) {
  case VD_COMBINE_LANCASTER: return vd_combine_quantile(p, sets->is_log, sets->weight[j]);
  case VD_COMBINE_STOUFFER: return vd_combine_quantile(p, sets->is_log, 0);
  default: return p;
  }
}

void vd_combine_sets(const vd_p_sets *sets, vd_combination method, ptrdiff_t lo,
                     ptrdiff_t hi, vd_combined *out, double *work, ptrdiff_t *present) {
  ptrdiff_t n = sets->n_each;
  double *x = work, *weight = work + n;
  for (ptrdiff_t j = 0; j < n; j++) present[j] = j;
  double complete = variance_of(sets, method, n, present);
  for (ptrdiff_t i = lo; i < hi; i++) {
    ptrdiff_t k = 0;
    double p = NAN;
    for (ptrdiff_t j = 0; j < n; j++) {
      double value = sets->p[i + j * sets->n_sets];
      if (isnan(value)) continue;
      p = value;
      x[k] = prepared(sets, method, j, p);
      weight[k] = sets->weight[j];
      present[k++] = j;
    }
    double variance = sets->shared ? variance_with(sets, sets->shared[i], k, present)
                      : k == n     ? complete
                                   : variance_of(sets, method, k, present);
    vd_combined *result = &out[i - lo];
    *result = combine(sets, method, k, x, weight, variance);
    result->n = k;
    if (k != 1 || result->status != VD_STATUS_OK) continue;
    result->p = sets->is_log ? exp(p) : p;
    result->log_p = sets->is_log ? p : log(p);
  }
}
