#include "test/independent.h"

#include <Rmath.h>
#include <math.h>

#include "test/invert.h"
#include "test/proportion.h"

static double rows(const vd_independent *x, int i) {
  return x->s[i] + x->f[i];
}

static double share(const vd_independent *x, int i) {
  return x->s[i] / rows(x, i);
}

/* p0 - p1 from exact counts: no cancellation where they are equal. */
static double difference(const vd_independent *x) {
  return (x->s[0] * x->f[1] - x->s[1] * x->f[0]) / (rows(x, 0) * rows(x, 1));
}

static double clip(double x, double low, double high) {
  return fmin(fmax(x, low), high);
}

/* Miettinen & Nurminen's variance is N / (N - 1) times the usual one. */
static double shrink(const vd_independent *x, int corrected) {
  double n = rows(x, 0) + rows(x, 1);
  return corrected ? sqrt((n - 1) / n) : 1;
}

static double over(double gap, double variance) {
  if (variance > 0) return gap / sqrt(variance);
  return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : 0;
}

double vd_independent_z(const vd_independent *x, vd_independent_test test) {
  double n0 = rows(x, 0), n1 = rows(x, 1), n = n0 + n1;
  double s = x->s[0] + x->s[1], f = x->f[0] + x->f[1];
  double variance = s / n * (f / n) * (1 / n0 + 1 / n1);
  if (variance <= 0) return NAN;
  return difference(x) / sqrt(variance) * shrink(x, test == VD_INDEPENDENT_SCORE);
}

/* -- the score statistic at any value of the measure ----------------------------------
 */

static double of_difference(const vd_independent *x, double delta) {
  double p[2];
  vd_invert_difference(x->s, x->f, delta, p);
  double variance = p[0] * (1 - p[0]) / rows(x, 0) + p[1] * (1 - p[1]) / rows(x, 1);
  return over(difference(x) - delta, variance);
}

/* u is the share of the ratio, ratio / (1 + ratio): (1 - u) p0 = u p1. */
static double of_ratio(const vd_independent *x, double u) {
  double n0 = rows(x, 0), n1 = rows(x, 1), p[2];
  vd_invert_ratio(x->s, x->f, u, p);
  double variance =
      (1 - u) * (1 - u) * p[0] * (1 - p[0]) / n0 + u * u * p[1] * (1 - p[1]) / n1;
  return over((1 - u) * share(x, 0) - u * share(x, 1), variance);
}

/* u is the share of the odds ratio: (1 - u) p0 (1 - p1) = u p1 (1 - p0). */
static double of_odds_ratio(const vd_independent *x, double u) {
  double n0 = rows(x, 0), n1 = rows(x, 1), p[2];
  vd_invert_odds(n0, n1, x->s[0] + x->s[1], u, p);
  double information = 1 / (1 / (n0 * p[0] * (1 - p[0])) + 1 / (n1 * p[1] * (1 - p[1])));
  return over(x->s[0] - n0 * p[0], information);
}

static double score_at(const vd_independent *x, vd_measure measure, int corrected,
                       double at) {
  double z = measure == VD_MEASURE_DIFFERENCE ? of_difference(x, at)
             : measure == VD_MEASURE_RATIO    ? of_ratio(x, at)
                                              : of_odds_ratio(x, at);
  return z * shrink(x, corrected);
}

/* -- intervals ----------------------------------------------------------------------- */

typedef struct {
  const vd_independent *x;
  vd_measure measure;
  int corrected;
} curve;

static double at_value(const void *data, double at) {
  const curve *c = data;
  return score_at(c->x, c->measure, c->corrected, at);
}

/* The difference, or the share of the ratio, that the data show. */
static double observed(const vd_independent *x, vd_measure measure) {
  if (measure == VD_MEASURE_DIFFERENCE) return difference(x);
  double top = x->s[0], bottom = x->s[1];
  top *= measure == VD_MEASURE_RATIO ? rows(x, 1) : x->f[1];
  bottom *= measure == VD_MEASURE_RATIO ? rows(x, 0) : x->f[0];
  return top / (top + bottom);
}

static void score_limits(curve c, double quantile, double *low, double *high) {
  double z =
      vd_independent_z(c.x, c.corrected ? VD_INDEPENDENT_SCORE : VD_INDEPENDENT_POOLED);
  int plain = c.measure == VD_MEASURE_DIFFERENCE;
  *low = plain ? -1 : 0;
  *high = plain ? 1 : INFINITY;
  /* both all right or all wrong: no ratio is excluded where it is 0 / 0 */
  int known = !isnan(z) || plain || (c.measure == VD_MEASURE_RATIO && c.x->s[0] > 0);
  if (!known) return;
  vd_invert_curve inverted = {at_value, &c, plain, isnan(z) ? 0 : z,
                              observed(c.x, c.measure)};
  vd_invert_limits(&inverted, quantile, low, high);
}

static void newcombe(const vd_independent *x, double z, double *low, double *high) {
  double l[2], u[2], d = difference(x);
  for (int i = 0; i < 2; i++) vd_wilson(x->s[i], rows(x, i), z, l + i, u + i);
  *low = d - hypot(share(x, 0) - l[0], u[1] - share(x, 1));
  *high = d + hypot(u[0] - share(x, 0), share(x, 1) - l[1]);
}

void vd_independent_limits(const vd_independent *x, vd_independent_question q,
                           double *low, double *high) {
  int plain = q.measure == VD_MEASURE_DIFFERENCE;
  if (q.ci == VD_INDEPENDENT_CI_NEWCOMBE) {
    newcombe(x, q.quantile, low, high);
  } else {
    score_limits((curve){x, q.measure, q.ci == VD_INDEPENDENT_CI_MN}, q.quantile, low,
                 high);
  }
  if (q.alternative == VD_ALTERNATIVE_LESS) *low = plain ? -1 : 0;
  if (q.alternative == VD_ALTERNATIVE_GREATER) *high = plain ? 1 : INFINITY;
}

/* -- exact tests -----------------------------------------------------------------------
 */

/* Two-sided, R's rule: tables within this factor count as equally probable. */
static const double tie = 1e-7;

/* The last k from the far end on, walking to the mode, that is no more probable than the
 * table seen; -1 where there is none. */
static double far_tail(double n0, double n1, double s, double end, double mode,
                       double most) {
  double step = end < mode ? 1 : -1, in = -1, out = fabs(mode - end) + 1;
  while (out - in > 1) {
    double mid = floor((in + out) / 2);
    if (dhyper(end + step * mid, n0, n1, s, 1) <= most) {
      in = mid;
    } else {
      out = mid;
    }
  }
  return in < 0 ? -1 : end + step * in;
}

double vd_independent_fisher(const vd_independent *x, vd_alternative alternative) {
  double n0 = rows(x, 0), n1 = rows(x, 1), s = x->s[0] + x->s[1], k = x->s[0];
  double below = phyper(k, n0, n1, s, 1, 1), above = phyper(k - 1, n0, n1, s, 0, 1);
  if (alternative == VD_ALTERNATIVE_GREATER) return fmin(above, 0);
  if (alternative == VD_ALTERNATIVE_LESS) return fmin(below, 0);
  double lo = fmax(0, s - n1), hi = fmin(s, n0);
  double mode = clip(floor((s + 1) * (n0 + 1) / (n0 + n1 + 2)), lo, hi);
  double most = dhyper(k, n0, n1, s, 1) + tie;
  if (most >= dhyper(mode, n0, n1, s, 1)) return 0;
  int upper = k > mode;
  double far = far_tail(n0, n1, s, upper ? lo : hi, mode, most);
  double own = upper ? above : below;
  if (far < 0) return fmin(own, 0);
  double other = upper ? phyper(far, n0, n1, s, 1, 1) : phyper(far - 1, n0, n1, s, 0, 1);
  return fmin(vd_log_add(own, other), 0);
}
