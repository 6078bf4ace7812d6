#include "test/score_interval.h"

#include <math.h>

#include "test/invert.h"

/* A hypothesis: weight[0] p0 = weight[1] p1 + shift, with the restricted estimates. */
typedef struct {
  double weight[2], shift, p[2];
} hypothesis;

static double rows(const vd_pair *p, int i) {
  return p->s[i] + p->f[i];
}

/* w0 p0hat - w1 p1hat less its value, over its root mean square about the restricted
 * estimates. WGS takes p (1 - p) for each one's own mean squared residual. */
static double statistic(const vd_pair *pair, vd_test test, hypothesis h) {
  double x[2], y[2], excess = 0, gap = -h.shift;
  for (int i = 0; i < 2; i++) {
    double m = rows(pair, i), w = h.weight[i];
    double own = (pair->s[i] * (1 - h.p[i]) - pair->f[i] * h.p[i]) / m;
    x[i] = w * (1 - h.p[i]) / m;
    y[i] = w * h.p[i] / m;
    excess += w * w * own * (1 - 2 * h.p[i]) / m;
    gap += (i == 0 ? w : -w) * pair->s[i] / m;
  }
  double variance = vd_pair_variance(pair, x, y);
  if (test == VD_TEST_WGS) variance -= excess;
  if (variance > 0) return gap / sqrt(variance);
  return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : 0;
}

static hypothesis of_difference(const vd_pair *p, double delta) {
  hypothesis h = {{1, 1}, delta, {0, 0}};
  vd_invert_difference(p->s, p->f, delta, h.p);
  return h;
}

/* u is the share of the ratio: ratio / (1 + ratio). (1 - u) p0 = u p1. */
static hypothesis of_ratio(const vd_pair *p, double u) {
  hypothesis h = {{1 - u, u}, 0, {0, 0}};
  vd_invert_ratio(p->s, p->f, u, h.p);
  return h;
}

/* u is the share of the odds ratio. (1 - u) p0 (1 - p1) = u p1 (1 - p0). */
static hypothesis of_odds_ratio(const vd_pair *p, double u) {
  double both[2];
  vd_invert_odds(rows(p, 0), rows(p, 1), p->s[0] + p->s[1], u, both);
  return (hypothesis){{1, 1}, both[0] - both[1], {both[0], both[1]}};
}

double vd_score_equality(const vd_pair *p, vd_test test) {
  double m0 = rows(p, 0), m1 = rows(p, 1), m = m0 + m1;
  double pooled = (p->s[0] + p->s[1]) / m, rest = (p->f[0] + p->f[1]) / m;
  double x[2] = {rest / m0, rest / m1}, y[2] = {pooled / m0, pooled / m1};
  double variance = vd_pair_variance(p, x, y),
         gap = vd_measure_gap(VD_MEASURE_DIFFERENCE, p);
  if (test == VD_TEST_WGS) variance -= (rest - pooled) * gap * (1 / m0 - 1 / m1);
  return variance > 0 ? gap / sqrt(variance) : NAN;
}

static double score_at(const vd_pair *p, vd_request q, double at) {
  switch (q.measure) {
  case VD_MEASURE_RATIO: return statistic(p, q.test, of_ratio(p, at));
  case VD_MEASURE_ODDS_RATIO: return statistic(p, q.test, of_odds_ratio(p, at));
  default: return statistic(p, q.test, of_difference(p, at));
  }
}

double vd_score_statistic(const vd_pair *p, vd_request q, double value) {
  return score_at(p, q, q.measure == VD_MEASURE_DIFFERENCE ? value : value / (1 + value));
}

/* The share, or the difference, that the data show. */
static double observed(const vd_pair *p, vd_measure measure) {
  double m0 = rows(p, 0), m1 = rows(p, 1), top = p->s[0], bottom = p->s[1];
  if (measure == VD_MEASURE_DIFFERENCE) return p->s[0] / m0 - p->s[1] / m1;
  top *= measure == VD_MEASURE_RATIO ? m1 : p->f[1];
  bottom *= measure == VD_MEASURE_RATIO ? m0 : p->f[0];
  return top / (top + bottom);
}

typedef struct {
  const vd_pair *pair;
  vd_request request;
} asked;

static double statistic_at(const void *data, double at) {
  const asked *a = data;
  return score_at(a->pair, a->request, at);
}

/* Where k rows, all that one calls, are wrong (or both are at the ends of the range) the
 * statistic of GS tends to sqrt(k) towards the end of the range, where it is 0: it
 * rejects everything but that end, however many rows there are. */
static int is_one_point(vd_measure measure, double low, double high) {
  static const double slack = 1e-12;
  if (measure == VD_MEASURE_DIFFERENCE) return low > 1 - slack || high < slack - 1;
  return low > 1 / slack || high < slack;
}

int vd_score_limits(const vd_pair *p, vd_request q, double *low, double *high) {
  asked a = {p, q};
  vd_invert_curve c = {statistic_at, &a, q.measure == VD_MEASURE_DIFFERENCE,
                       vd_score_equality(p, q.test), observed(p, q.measure)};
  vd_invert_limits(&c, q.quantile, low, high);
  return !is_one_point(q.measure, *low, *high);
}
