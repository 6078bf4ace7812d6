#include "combine/quantile_table.h"

#include <Rmath.h>
#include <math.h>

#include "math/distributions.h"

static const double LOWEST = -4, WIDTH = 0.5;

int vd_quantile_table_covers(double z) {
  return z >= LOWEST && z < LOWEST + WIDTH * VD_TABLE_PIECES;
}

/* Chebyshev coefficients of the polynomial through the values at the nodes
 * cos(pi (i + 1/2) / n) of [-1, 1]. */
static void interpolate(const double *value, double *coef) {
  const int n = VD_TABLE_TERMS;
  for (int j = 0; j < n; j++) {
    coef[j] = 0;
    for (int i = 0; i < n; i++) coef[j] += value[i] * cos(M_PI * j * (i + 0.5) / n);
    coef[j] *= (j == 0 ? 1.0 : 2.0) / n;
  }
}

static double node(int piece, int i) {
  double middle = LOWEST + WIDTH * (piece + 0.5);
  return middle + WIDTH / 2 * cos(M_PI * (i + 0.5) / VD_TABLE_TERMS);
}

void vd_quantile_table_fill(double dof, double *table) {
  for (int piece = 0; piece < VD_TABLE_PIECES; piece++) {
    double value[VD_TABLE_TERMS];
    for (int i = 0; i < VD_TABLE_TERMS; i++) {
      double z = node(piece, i);
      value[i] = vd_upper_chisq(pnorm(z, 0, 1, 0, 1), pnorm(z, 0, 1, 1, 1), dof);
    }
    interpolate(value, table + piece * VD_TABLE_TERMS);
  }
}

/* From x = -4.2, below which the tail is 1, to 17,000. */
static const double BEND = 2, SHIFT = -2.5;

void vd_landau_table_fill(double *table) {
  for (int piece = 0; piece < VD_TABLE_PIECES; piece++) {
    double value[VD_TABLE_TERMS];
    for (int i = 0; i < VD_TABLE_TERMS; i++) {
      value[i] = vd_log_p_landau(sinh(node(piece, i) - SHIFT) - BEND);
    }
    interpolate(value, table + piece * VD_TABLE_TERMS);
  }
}

double vd_landau_table_at(const double *table, double x) {
  double z = asinh(x + BEND) + SHIFT;
  return vd_quantile_table_covers(z) ? vd_quantile_table_at(table, z)
                                     : vd_log_p_landau(x);
}

/* Clenshaw's summation. */
double vd_quantile_table_at(const double *table, double z) {
  double at = (z - LOWEST) / WIDTH;
  int piece = (int)at;
  const double *coef = table + piece * VD_TABLE_TERMS;
  double x = 2 * (at - piece) - 1, later = 0, last = 0;
  for (int j = VD_TABLE_TERMS - 1; j > 0; j--) {
    double next = coef[j] + 2 * x * last - later;
    later = last;
    last = next;
  }
  return coef[0] + x * last - later;
}
