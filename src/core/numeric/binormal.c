#include "numeric/binormal.h"

#include <Rmath.h>
#include <math.h>

/* The derivative by the correlation is the density (Plackett 1954), taken at the sine of
 * an angle; by Simpson's rule. */
double vd_normal_both(double h, double k, double r) {
  enum { STEPS = 400 };
  double end = asin(r), step = end / STEPS, sum = 0;
  for (int i = 0; i <= STEPS; i++) {
    double sine = sin(i * step), rest = 1 - sine * sine;
    double density = exp(-(h * h + k * k - 2 * h * k * sine) / (2 * rest));
    sum += (i == 0 || i == STEPS ? 1 : i % 2 ? 4 : 2) * density;
  }
  double independent = pnorm(h, 0, 1, 1, 0) * pnorm(k, 0, 1, 1, 0);
  return independent + sum * step / 3 / (2 * M_PI);
}

void vd_binormal_parts(double a, double b, int same, const double *r, double ratio,
                       double *s) {
  double d = qnorm(a, 0, 1, 1, 0), e = qnorm(b, 0, 1, 1, 0), square = ratio * ratio;
  double share[2] = {1 / (1 + square), square / (1 + square)};
  for (int of = 0; of < 2; of++) {
    double correlation = (same ? 1 : r[of]) * share[of];
    s[of] = vd_normal_both(d, e, correlation) - a * b;
  }
}
