#include "math/distributions.h"

#include <Rmath.h>
#include <math.h>

double vd_log_rest(double log_p) {
  return log_p > -M_LN2 ? log(-expm1(log_p)) : log1p(-exp(log_p));
}

/* Newton's method on log P(X > z), which is concave in z, from a start that is good to
 * a few digits. */
static double far_normal(double log_p) {
  double z = sqrt(-2 * log_p - log(-4 * M_PI * log_p));
  for (int i = 0; i < 5; i++) {
    double log_tail = pnorm(z, 0, 1, 0, 1);
    z += (log_tail - log_p) / exp(dnorm(z, 0, 1, 1) - log_tail);
  }
  return z;
}

double vd_upper_normal(double log_p, double log_rest) {
  if (log_p > log_rest) return -vd_upper_normal(log_rest, log_p);
  if (log_p == -INFINITY) return INFINITY;
  return log_p > -600 ? qnorm(exp(log_p), 0, 1, 0, 0) : far_normal(log_p);
}

/* qgamma() and a step of Newton's method: by itself it has 8 digits at p = 1e-14. */
double vd_upper_chisq(double log_p, double log_rest, double dof) {
  if (log_p == -INFINITY) return INFINITY;
  if (log_rest == -INFINITY) return 0;
  if (dof == 2) return -2 * log_p;
  if (log_p > log_rest) return qgamma(log_rest, dof / 2, 2, 1, 1);
  double x = qgamma(log_p, dof / 2, 2, 0, 1);
  double log_tail = pgamma(x, dof / 2, 2, 0, 1);
  return x + (log_tail - log_p) / exp(dgamma(x, dof / 2, 2, 1) - log_tail);
}

/* The log of the ratio of P(X < p) to p (1 - p) times the density, X beta and p far below
 * its mode: the sum of (a + b)_j / (a)_(j + 1) p^j, all of whose terms are positive. */
static double log_far_ratio(double p, double a, double b) {
  double term = 1, total = 1;
  for (double j = 0; term > 1e-17 * total; j++) {
    term *= (a + b + j) / (a + 1 + j) * p;
    total += term;
  }
  return log(total / a);
}

double vd_log_pbeta(double p, double a, double b, int lower) {
  double tail = pbeta(p, a, b, lower, 0);
  if (tail > 0.5) return log1p(-pbeta(p, a, b, !lower, 0));
  if (tail > 1e-290 || p <= 0 || p >= 1) return log(tail);
  return dbeta(p, a, b, 1) + log(p) + log1p(-p) +
         (lower ? log_far_ratio(p, a, b) : log_far_ratio(1 - p, b, a));
}

double vd_log_pbinom(double x, double n, double p, int lower) {
  if (x < 0) return lower ? -INFINITY : 0;
  if (x >= n) return lower ? 0 : -INFINITY;
  return vd_log_pbeta(p, x + 1, n - x, !lower);
}

double vd_log_p_f(double x, double dof1, double dof2) {
  if (!(x > 0)) return x <= 0 ? 0 : NAN;
  double ratio = dof1 / dof2 * x;
  if (!isfinite(ratio)) return isnan(ratio) ? NAN : -INFINITY;
  if (!isfinite(dof2)) return vd_log_p_chisq(dof1 * x, dof1);
  return ratio > 1 ? vd_log_pbeta(1 / (1 + ratio), dof2 / 2, dof1 / 2, 1)
                   : vd_log_pbeta(ratio / (1 + ratio), dof1 / 2, dof2 / 2, 0);
}

/* Few even degrees of freedom: exp(-y) sum_{j < dof/2} y^j / j!, y = x / 2, some ten
 * times as fast. Neither the sum nor p may leave the range of doubles. */
double vd_log_p_chisq(double x, double dof) {
  double y = x / 2, terms = dof / 2;
  if (terms > 40 || terms != nearbyint(terms) || y > 1e6) return pchisq(x, dof, 0, 1);
  double term = 1, total = 1;
  for (int j = 1; j < terms; j++) {
    term *= y / j;
    total += term;
  }
  double log_p = log(total) - y;
  return log_p > -0.1 ? pchisq(x, dof, 0, 1) : log_p;
}

/* -- Landau ---------------------------------------------------------------------- */

/* The integral of the density over (x, inf),
 *   1/pi integral_0^inf exp(-s - (2/pi) t log t) sin(2 t) / s ds,  t = s / x,
 * by the trapezoidal rule after s = exp(u - exp(-u)). For x not too near 0. */
static double landau_far(double x) {
  static const double step = 1.0 / 8;
  double sum = 0, log_x = log(x);
  for (int i = -29; i <= 30; i++) {
    double u = i * step, e = exp(-u), t = exp(u - e) / x;
    sum += exp(-t * x - M_2_PI * t * (u - e - log_x)) * sin(2 * t) * (1 + e);
  }
  return sum * step / M_PI;
}

/* Nolan (1997), alpha = beta = 1: P(L > x) is 1/pi times the integral over (0, pi) of
 * 1 - exp(-exp(-pi x / 2) V(a)), V(a) = (2/pi) a / sin(a) exp(-a / tan(a)), here by the
 * trapezoidal rule after a = pi / (1 + exp(-2 sinh(u))). The less smooth, the larger x.
 */
static double landau_near(double x) {
  static const double step = 1.0 / 32;
  double sum = 0;
  for (int i = -128; i <= 128; i++) {
    double u = i * step, e = exp(-2 * sinh(u));
    double a = M_PI / (1 + e), rest = M_PI * e / (1 + e); /* a + rest = pi */
    double sine = sin(a < rest ? a : rest);
    double log_v = log(M_2_PI * a / sine) - a * cos(a) / sine;
    sum += -expm1(-exp(log_v - M_PI_2 * x)) * cosh(u) * a * rest;
  }
  return sum * step * M_2_PI / M_PI;
}

double vd_log_p_landau(double x) {
  return log(x > 0.5 ? landau_far(x) : landau_near(x));
}
