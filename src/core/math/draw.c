#include "math/draw.h"

#include <Rmath.h>
#include <limits.h>
#include <math.h>

static double by_inversion(double m, double other, double size) {
  double u = unif_rand(), x = 0, last = fmin(m, size);
  for (double p; x < last && u > (p = dhyper(x, m, other, size, 0)); x++) u -= p;
  return x;
}

/* m <= other and 2 size <= m + other. */
static double by_ratio(double m, double other, double size) {
  const double WIDE = 2 * M_SQRT2 * exp(-0.5), MORE = 3 - 2 * sqrt(3 / M_E);
  double N = m + other, share = m / N, mean = size * share;
  double variance = mean * (1 - share) * ((N - size) / (N - 1));
  double width = WIDE * sqrt(variance + 0.5) + MORE;
  double top = dhyper(floor((size + 1) * ((m + 1) / (N + 2))), m, other, size, 1);
  for (;;) {
    double u = unif_rand(), v = unif_rand();
    double x = floor(mean + 0.5 + width * (v - 0.5) / u);
    if (x < 0 || x > fmin(m, size)) continue;
    if (2 * log(u) <= dhyper(x, m, other, size, 1) - top) return x;
  }
}

double vd_draw_hyper(double m, double other, double size) {
  if (m + other < INT_MAX) return rhyper(m, other, size); /* its sums are ints */
  if (m > other) return size - vd_draw_hyper(other, m, size);
  if (size > m + other - size) return m - vd_draw_hyper(m, other, m + other - size);
  return size * (m / (m + other)) < 10 ? by_inversion(m, other, size)
                                       : by_ratio(m, other, size);
}
