#include "estimate/measure.h"

#include <math.h>

double vd_measure_scale(vd_measure measure, double theta) {
  switch (measure) {
  case VD_MEASURE_RATIO: return log(theta);
  case VD_MEASURE_ODDS_RATIO: return log(theta) - log1p(-theta);
  default: return theta;
  }
}

double vd_measure_slope(vd_measure measure, double theta) {
  switch (measure) {
  case VD_MEASURE_RATIO: return 1 / theta;
  case VD_MEASURE_ODDS_RATIO: return 1 / (theta * (1 - theta));
  default: return 1;
  }
}

int vd_measure_boundary(vd_measure measure, double theta) {
  if (measure == VD_MEASURE_DIFFERENCE) return 0;
  return theta <= 0 || (measure == VD_MEASURE_ODDS_RATIO && theta >= 1);
}

static double over(double top, double bottom) {
  if (bottom == 0) return top > 0 ? INFINITY : NAN;
  return top / bottom;
}

double vd_measure_estimate(vd_measure measure, double a, double b) {
  switch (measure) {
  case VD_MEASURE_RATIO: return over(a, b);
  case VD_MEASURE_ODDS_RATIO: return over(a * (1 - b), b * (1 - a));
  default: return a - b;
  }
}

static double rows(const vd_pair *p, int i) {
  return p->s[i] + p->f[i];
}

/* s0 m1 - s1 m0 = s0 f1 - s1 f0 */
static double cross_difference(const vd_pair *p) {
  return p->s[0] * (p->f[1] - p->f[0]) - p->f[0] * (p->s[1] - p->s[0]);
}

static double difference(const vd_pair *p) {
  return cross_difference(p) / rows(p, 0) / rows(p, 1);
}

/* What is divided by in the ratio and in the odds ratio. */
static double denominator(vd_measure measure, const vd_pair *p) {
  return (measure == VD_MEASURE_RATIO ? rows(p, 0) : p->f[0]) * p->s[1];
}

double vd_measure_of_pair(vd_measure measure, const vd_pair *p) {
  if (measure == VD_MEASURE_DIFFERENCE) return difference(p);
  double top = p->s[0] * (measure == VD_MEASURE_RATIO ? rows(p, 1) : p->f[1]);
  return over(top, denominator(measure, p));
}

double vd_measure_gap(vd_measure measure, const vd_pair *p) {
  if (measure == VD_MEASURE_DIFFERENCE) return difference(p);
  double excess = cross_difference(p) / denominator(measure, p);
  return fabs(excess) < 0.5 ? log1p(excess) : log(vd_measure_of_pair(measure, p));
}

int vd_measure_pair_boundary(vd_measure measure, const vd_pair *p, int i) {
  if (measure == VD_MEASURE_DIFFERENCE) return 0;
  return p->s[i] <= 0 || (measure == VD_MEASURE_ODDS_RATIO && p->f[i] <= 0);
}

void vd_measure_influence(vd_measure measure, const vd_pair *p, int i, double *x,
                          double *y) {
  double s = p->s[i], f = p->f[i], m = s + f;
  switch (measure) {
  case VD_MEASURE_RATIO:
    *x = f / m / s;
    *y = 1 / m;
    break;
  case VD_MEASURE_ODDS_RATIO:
    *x = 1 / s;
    *y = 1 / f;
    break;
  default: *x = f / m / m; *y = s / m / m;
  }
}
