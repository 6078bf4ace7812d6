#include "test/score_interval.h"

#include <math.h>

/* A hypothesis: weight[0] p0 = weight[1] p1 + shift, with the restricted estimates. */
typedef struct {
  double weight[2], shift, p[2];
} hypothesis;

static double rows(const vd_pair *p, int i) {
  return p->s[i] + p->f[i];
}

static double clip(double x, double low, double high) {
  return fmin(fmax(x, low), high);
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
  double m0 = rows(p, 0), m = m0 + rows(p, 1), s = p->s[0] + p->s[1];
  double p1 = clip((s - m0 * delta) / m, fmax(0, -delta), fmin(1, 1 - delta));
  return (hypothesis){{1, 1}, delta, {clip(p1 + delta, 0, 1), p1}};
}

/* u is the share of the ratio: ratio / (1 + ratio). (1 - u) p0 = u p1. */
static hypothesis of_ratio(const vd_pair *p, double u) {
  double m0 = rows(p, 0), m1 = rows(p, 1), s = p->s[0] + p->s[1];
  double each = s / (u * m0 + (1 - u) * m1);
  each = fmin(each, 1 / fmax(u, 1 - u));
  return (hypothesis){{1 - u, u}, 0, {fmin(u * each, 1), fmin((1 - u) * each, 1)}};
}

/* u is the share of the odds ratio. (1 - u) p0 (1 - p1) = u p1 (1 - p0). */
static hypothesis of_odds_ratio(const vd_pair *p, double u) {
  double m0 = rows(p, 0), m1 = rows(p, 1), s = p->s[0] + p->s[1];
  double a = (2 * u - 1) * m1, c = s * (1 - u);
  double b = (1 - u) * m1 + u * m0 - s * (2 * u - 1);
  double root = sqrt(fmax(b * b + 4 * a * c, 0));
  double p1 = b >= 0 ? (b + root > 0 ? 2 * c / (b + root) : 0) : (root - b) / (2 * a);
  p1 = clip(p1, fmax(0, (s - m0) / m1), fmin(1, s / m1));
  double p0 = clip((s - m1 * p1) / m0, 0, 1);
  return (hypothesis){{1, 1}, p0 - p1, {p0, p1}};
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

/* Ends of a search with the statistic there, less the level: above 0 at lo, not at hi. */
typedef struct {
  double lo, hi, above, below;
} bracket;

/* Looks at `at`, if it is between the ends, or next to the one it falls on. */
static void look(const vd_pair *p, vd_request q, double level, double at, bracket *b) {
  if (!(at > b->lo)) at = nextafter(b->lo, b->hi);
  if (!(at < b->hi)) at = nextafter(b->hi, b->lo);
  double z = score_at(p, q, at) - level;
  if (z > 0) {
    b->lo = at;
    b->above = z;
  } else {
    b->hi = at;
    b->below = z;
  }
}

static double middle(const bracket *b) {
  return b->lo + (b->hi - b->lo) / 2;
}

/* Where the chord from the end nearer to the level meets it, `times` as far. */
static double chord(const bracket *b, double times) {
  int near_lo = b->above < -b->below;
  double slope = (b->below - b->above) / (b->hi - b->lo);
  double at =
      near_lo ? b->lo - times * b->above / slope : b->hi - times * b->below / slope;
  return at > b->lo && at < b->hi ? at : near_lo ? b->lo : b->hi;
}

static int apart(const bracket *b) {
  double at = middle(b);
  return at > b->lo && at < b->hi;
}

/* Where the statistic, falling, passes `level`: the last point above it and the first
 * that is not, neighbouring doubles. A chord comes close to the root from one end, and
 * one of twice the length closes in from the other; where both do little, the middle
 * does. Halves come first, as of few rows the statistic may pass the level more than
 * once. */
static void cross(const vd_pair *p, vd_request q, double level, bracket *b) {
  for (int i = 0; i < 4 && apart(b); i++) look(p, q, level, middle(b), b);
  for (int i = 0; i < 200 && apart(b); i++) {
    double width = b->hi - b->lo;
    if (isfinite(b->above) && isfinite(b->below)) {
      look(p, q, level, chord(b, 1), b);
      if (apart(b)) look(p, q, level, chord(b, 2), b);
    }
    if (apart(b) && b->hi - b->lo > width / 2) look(p, q, level, middle(b), b);
  }
}

/* The share, or the difference, that the data show. */
static double observed(const vd_pair *p, vd_measure measure) {
  double m0 = rows(p, 0), m1 = rows(p, 1), top = p->s[0], bottom = p->s[1];
  if (measure == VD_MEASURE_DIFFERENCE) return p->s[0] / m0 - p->s[1] / m1;
  top *= measure == VD_MEASURE_RATIO ? m1 : p->f[1];
  bottom *= measure == VD_MEASURE_RATIO ? m0 : p->f[0];
  return top / (top + bottom);
}

/* One limit. The search goes between the value of equality, where the test decides, the
 * estimate and the ends of the range, so that limit and decision cannot disagree. */
static double limit(const vd_pair *p, vd_request q, double level, int lower) {
  int difference = q.measure == VD_MEASURE_DIFFERENCE;
  double at[4] = {difference ? -1 : 0, difference ? 0 : 0.5, observed(p, q.measure), 1};
  double z[4] = {0, vd_score_equality(p, q.test), 0, 0};
  if (at[2] < at[1]) {
    at[1] = at[2];
    at[2] = difference ? 0 : 0.5;
    z[2] = z[1];
    z[1] = 0;
  }
  z[0] = score_at(p, q, at[0]);
  z[3] = score_at(p, q, at[3]);
  for (int i = 2; i >= 0; i--) {
    int passes =
        lower ? z[i] > level && z[i + 1] <= level : z[i] >= level && z[i + 1] < level;
    if (!passes) continue;
    bracket b = {at[i], at[i + 1], z[i] - level, z[i + 1] - level};
    cross(p, q, level, &b);
    return lower ? b.hi : b.lo;
  }
  return lower ? at[0] : at[3];
}

void vd_score_limits(const vd_pair *p, vd_request q, double *low, double *high) {
  *low = limit(p, q, q.quantile, 1);
  *high = limit(p, q, -q.quantile, 0);
  if (q.measure == VD_MEASURE_DIFFERENCE) return;
  *low = *low / (1 - *low);
  *high = *high / (1 - *high);
}
