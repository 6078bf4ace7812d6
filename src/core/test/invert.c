#include "test/invert.h"

#include <Rmath.h>
#include <math.h>

/* Ends of a search with the statistic there, less the level: above 0 at lo, not at hi. */
typedef struct {
  double lo, hi, above, below;
} bracket;

/* Looks at `at`, if it is between the ends, or next to the one it falls on. */
static void look(const vd_invert_curve *c, double level, double at, bracket *b) {
  if (!(at > b->lo)) at = nextafter(b->lo, b->hi);
  if (!(at < b->hi)) at = nextafter(b->hi, b->lo);
  double z = c->statistic(c->data, at) - level;
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
static void cross(const vd_invert_curve *c, double level, bracket *b) {
  for (int i = 0; i < 4 && apart(b); i++) look(c, level, middle(b), b);
  for (int i = 0; i < 200 && apart(b); i++) {
    double width = b->hi - b->lo;
    if (isfinite(b->above) && isfinite(b->below)) {
      look(c, level, chord(b, 1), b);
      if (apart(b)) look(c, level, chord(b, 2), b);
    }
    if (apart(b) && b->hi - b->lo > width / 2) look(c, level, middle(b), b);
  }
}

/* One limit. The search goes between the value of equality, where the test decides, the
 * estimate and the ends of the range, so that limit and decision cannot disagree. */
static double limit(const vd_invert_curve *c, double level, int lower) {
  int difference = c->difference;
  double at[4] = {difference ? -1 : 0, difference ? 0 : 0.5, c->observed, 1};
  double z[4] = {0, c->equality, 0, 0};
  if (at[2] < at[1]) {
    at[1] = at[2];
    at[2] = difference ? 0 : 0.5;
    z[2] = z[1];
    z[1] = 0;
  }
  z[0] = c->statistic(c->data, at[0]);
  z[3] = c->statistic(c->data, at[3]);
  for (int i = 2; i >= 0; i--) {
    int passes =
        lower ? z[i] > level && z[i + 1] <= level : z[i] >= level && z[i + 1] < level;
    if (!passes) continue;
    bracket b = {at[i], at[i + 1], z[i] - level, z[i + 1] - level};
    cross(c, level, &b);
    return lower ? b.hi : b.lo;
  }
  return lower ? at[0] : at[3];
}

void vd_invert_limits(const vd_invert_curve *c, double quantile, double *low,
                      double *high) {
  *low = limit(c, quantile, 1);
  *high = limit(c, -quantile, 0);
  if (c->difference) return;
  *low = *low / (1 - *low);
  *high = *high / (1 - *high);
}

static double clip(double x, double low, double high) {
  return fmin(fmax(x, low), high);
}

void vd_invert_odds(double n0, double n1, double s, double u, double p[2]) {
  double a = (2 * u - 1) * n1, c = s * (1 - u);
  double b = (1 - u) * n1 + u * n0 - s * (2 * u - 1);
  double root = sqrt(fmax(b * b + 4 * a * c, 0));
  double p1 = b >= 0 ? (b + root > 0 ? 2 * c / (b + root) : 0) : (root - b) / (2 * a);
  p[1] = clip(p1, fmax(0, (s - n0) / n1), fmin(1, s / n1));
  p[0] = clip((s - n1 * p[1]) / n0, 0, 1);
}

typedef struct {
  const double *s, *f;
} counts;

static double rows(const counts *x, int i) {
  return x->s[i] + x->f[i];
}

/* Slope of the log-likelihood in p1 where p0 = p1 + delta; it falls in p1. */
static double slope(const counts *x, double delta, double p1) {
  double p0 = p1 + delta, out = 0;
  if (x->s[0] > 0) out += x->s[0] / fmax(p0, 0);
  if (x->f[0] > 0) out -= x->f[0] / fmax(1 - p0, 0);
  if (x->s[1] > 0) out += x->s[1] / p1;
  if (x->f[1] > 0) out -= x->f[1] / (1 - p1);
  return out;
}

static double curvature(const counts *x, double p0, double p1) {
  return x->s[0] / (p0 * p0) + x->f[0] / ((1 - p0) * (1 - p0)) + x->s[1] / (p1 * p1) +
         x->f[1] / ((1 - p1) * (1 - p1));
}

/* Farrington & Manning's solution of the cubic equation for p1. */
static double cubic(const counts *x, double delta) {
  double n0 = rows(x, 0), n1 = rows(x, 1), n = n0 + n1, s = x->s[0] + x->s[1];
  double b = ((n0 + 2 * n1) * delta - n - s) / (3 * n);
  double c = ((n1 * delta - n - 2 * x->s[1]) * delta + s) / n;
  double d = x->s[1] * delta * (1 - delta) / n;
  double v = b * b * b - b * c / 2 + d / 2;
  double u = sqrt(fmax(b * b - c / 3, 0));
  if (v < 0) u = -u;
  double angle = u == 0 ? 0 : acos(clip(v / (u * u * u), -1, 1));
  return 2 * u * cos((M_PI + angle) / 3) - b;
}

/* The most likely p1 where p0 = p1 + delta. The closed form loses half its digits where
 * two roots of the cubic meet: Newton's steps on the likelihood give them back. */
static double restricted(const counts *x, double delta) {
  double lo = fmax(0, -delta), hi = fmin(1, 1 - delta);
  if (lo >= hi || slope(x, delta, lo) <= 0) return lo;
  if (slope(x, delta, hi) >= 0) return hi;
  double p = cubic(x, delta);
  if (!(p > lo && p < hi)) p = lo + (hi - lo) / 2;
  for (int i = 0; i < 60; i++) {
    double g = slope(x, delta, p);
    if (g > 0) {
      lo = p;
    } else {
      hi = p;
    }
    double next = p + g / curvature(x, p + delta, p);
    if (!(next > lo && next < hi)) next = lo + (hi - lo) / 2;
    if (fabs(next - p) <= 1e-15 * p) break;
    p = next;
  }
  return p;
}

void vd_invert_difference(const double s[2], const double f[2], double delta,
                          double p[2]) {
  counts x = {s, f};
  p[1] = restricted(&x, delta);
  p[0] = clip(p[1] + delta, 0, 1);
}

void vd_invert_ratio(const double s[2], const double f[2], double u, double p[2]) {
  double n0 = s[0] + f[0], n1 = s[1] + f[1], all = s[0] + s[1];
  double b = u * (s[1] + n0) + (1 - u) * (s[0] + n1);
  double root = sqrt(fmax(b * b - 4 * (n0 + n1) * all * u * (1 - u), 0));
  double each = 2 * all / (b + root);
  p[0] = fmin(u * each, 1);
  p[1] = fmin((1 - u) * each, 1);
}
