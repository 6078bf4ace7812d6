#include "test/invert.h"

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
