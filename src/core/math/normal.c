#include "math/normal.h"

#include <Rmath.h>
#include <math.h>

/* Steps to a unit, and of one side; of the quantiles, which are from the table between
 * the two ends. */
enum { STEPS = 32, SIDE = 8 * STEPS, QUANTILES = 4096 };
static const double end = 1.0 / 64;

void vd_normal_fill(double *table) {
  for (int i = 0; i <= 2 * SIDE; i++) {
    double z = (double)(i - SIDE) / STEPS;
    table[2 * i] = pnorm(z, 0, 1, 1, 0);
    table[2 * i + 1] = dnorm(z, 0, 1, 0) / STEPS;
  }
  double *quantile = table + 2 * (2 * SIDE + 1);
  for (int i = 0; i <= QUANTILES; i++) {
    double p = (double)i / QUANTILES;
    quantile[i] = p < end / 2 || p > 1 - end / 2 ? 0 : qnorm(p, 0, 1, 1, 0);
  }
}

/* A cubic with the values and slopes of both ends. */
double vd_normal_below(const double *table, double z) {
  double at = z * STEPS + SIDE;
  if (!(at > 0)) return 0;
  if (at >= 2 * SIDE) return 1;
  int i = (int)at;
  const double *y = table + 2 * i;
  double s = at - i, r = 1 - s;
  return y[0] + (y[2] - y[0]) * s * s * (3 - 2 * s) + s * r * (r * y[1] - s * y[3]);
}

double vd_normal_at(const double *table, double p) {
  if (p < end || p > 1 - end) return qnorm(p, 0, 1, 1, 0);
  const double *quantile = table + 2 * (2 * SIDE + 1);
  double at = p * QUANTILES;
  int i = (int)at;
  return quantile[i] + (at - i) * (quantile[i + 1] - quantile[i]);
}
