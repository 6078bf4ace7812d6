#include "test/proportion.h"
#include "math/distributions.h"

#include <Rmath.h>
#include <math.h>

static void ends(double x, double n, double *low, double *high) {
  if (x <= 0) *low = 0;
  if (x >= n) *high = 1;
}

void vd_wilson(double x, double n, double z, double *low, double *high) {
  double zz = z * z, centre = (x + zz / 2) / (n + zz);
  double half = z * sqrt(x * (n - x) / n + zz / 4) / (n + zz);
  *low = centre - half;
  *high = centre + half;
  ends(x, n, low, high);
}

void vd_agresti_coull(double x, double n, double z, double *low, double *high) {
  double total = n + z * z, p = (x + z * z / 2) / total;
  double half = z * sqrt(p * (1 - p) / total);
  *low = fmax(p - half, 0);
  *high = fmin(p + half, 1);
}

void vd_clopper_pearson(double x, double n, double alpha, double *low, double *high) {
  *low = x > 0 ? qbeta(alpha / 2, x, n - x + 1, 1, 0) : 0;
  *high = x < n ? qbeta(alpha / 2, x + 1, n - x, 0, 0) : 1;
}

/* P(X > x) + P(X = x) / 2 for X ~ Bin(n, p), by the beta integral, so that counts
 * need not be whole; rises with p. */
static double upper_mid(double x, double n, double p) {
  double above = x < n ? pbeta(p, x + 1, n - x, 1, 0) : 0;
  double from = x > 0 ? pbeta(p, x, n - x + 1, 1, 0) : 1;
  return (above + from) / 2;
}

static double lower_mid(double x, double n, double p) {
  double below = x > 0 ? pbeta(p, x, n - x + 1, 0, 0) : 0;
  double upto = x < n ? pbeta(p, x + 1, n - x, 0, 0) : 1;
  return (below + upto) / 2;
}

typedef double (*tail_function)(double x, double n, double p);

/* A limit below this is 0: pbeta() loses its way further down, where counts of less than
 * a row lead. */
static const double NEGLIGIBLE = 1e-200;

/* tail - target has one sign change in (lo, hi); `rising` tells its direction. */
static double solve(tail_function tail, int rising, double x, double n, double target,
                    double lo, double hi) {
  for (int i = 0; i < 2000; i++) {
    double mid = lo + (hi - lo) / 2;
    if (mid <= lo || mid >= hi) break;
    if (hi < NEGLIGIBLE) return 0;
    if ((tail(x, n, mid) < target) == rising) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  return lo + (hi - lo) / 2;
}

void vd_proportion_midp(double x, double n, double alpha, double *low, double *high) {
  double p = x / n;
  *low = x > 0 ? solve(upper_mid, 1, x, n, alpha / 2, 0, p) : 0;
  *high = x < n ? solve(lower_mid, 0, x, n, alpha / 2, p, 1) : 1;
}

int vd_proportion_logit(double p, double se, double z, double *low, double *high) {
  if (!(p > 0 && p < 1)) return 0;
  double centre = log(p) - log1p(-p), half = z * se / (p * (1 - p));
  *low = plogis(centre - half, 0, 1, 1, 0);
  *high = plogis(centre + half, 0, 1, 1, 0);
  return 1;
}

int vd_positive_log(double value, double se, double z, double *low, double *high) {
  if (!(value > 0 && isfinite(value))) return 0;
  *low = value * exp(-z * (se / value));
  *high = value * exp(z * (se / value));
  return 1;
}

double vd_proportion_z(double x, double n, double p0) {
  double gap = x - n * p0, variance = n * p0 * (1 - p0);
  if (variance > 0) return gap / sqrt(variance);
  return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : NAN;
}

/* log P(X >= x), for any x >= 0 by the beta distribution */
static double log_at_least(double x, double n, double p0) {
  if (x <= 0) return 0;
  return x > n ? -INFINITY : vd_log_pbeta(p0, x, n - x + 1, 1);
}

static double log_at_most(double x, double n, double p0) {
  if (x >= n) return 0;
  return x < 0 ? -INFINITY : vd_log_pbeta(p0, x + 1, n - x, 0);
}

static double log_p_of_tails(double above, double below, vd_alternative alternative) {
  if (alternative == VD_ALTERNATIVE_GREATER) return above;
  if (alternative == VD_ALTERNATIVE_LESS) return below;
  return fmin(M_LN2 + fmin(above, below), 0);
}

double vd_proportion_log_p_exact(double x, double n, double p0,
                                 vd_alternative alternative) {
  return log_p_of_tails(log_at_least(x, n, p0), log_at_most(x, n, p0), alternative);
}

double vd_proportion_log_p_midp(double x, double n, double p0,
                                vd_alternative alternative) {
  double above = vd_log_add(log_at_least(x, n, p0), log_at_least(x + 1, n, p0)) - M_LN2;
  double below = vd_log_add(log_at_most(x, n, p0), log_at_most(x - 1, n, p0)) - M_LN2;
  return log_p_of_tails(above, below, alternative);
}

double vd_proportion_logit_z(double p, double se, double p0) {
  if (p <= 0 || p >= 1 || p0 <= 0 || p0 >= 1 || !(se > 0)) return NAN;
  return (log(p / (1 - p)) - log(p0 / (1 - p0))) * p * (1 - p) / se;
}

double vd_positive_log_z(double value, double se, double null) {
  if (!(value > 0 && isfinite(value)) || !(null > 0) || !(se > 0)) return NAN;
  return log(value / null) * value / se;
}
