#include "math/tails.h"
#include "math/distributions.h"

#include <Rmath.h>
#include <math.h>

double vd_log_add(double a, double b) {
  double high = a > b ? a : b, low = a > b ? b : a;
  if (high == -INFINITY) return -INFINITY;
  return high + log1p(exp(low - high));
}

double vd_log_p_normal(double z, vd_alternative alternative) {
  switch (alternative) {
  case VD_ALTERNATIVE_GREATER: return pnorm(z, 0, 1, 0, 1);
  case VD_ALTERNATIVE_LESS: return pnorm(z, 0, 1, 1, 1);
  default: {
    double log_p = M_LN2 + pnorm(-fabs(z), 0, 1, 1, 1);
    return log_p < 0 ? log_p : 0;
  }
  }
}

double vd_log_p_t(double t, double dof, vd_alternative alternative) {
  if (isinf(dof)) return vd_log_p_normal(t, alternative);
  if (alternative == VD_ALTERNATIVE_GREATER) return pt(t, dof, 0, 1);
  if (alternative == VD_ALTERNATIVE_LESS) return pt(t, dof, 1, 1);
  double log_p = M_LN2 + pt(-fabs(t), dof, 1, 1);
  return log_p < 0 ? log_p : 0;
}

double vd_log_p_sign(double x, double n, vd_alternative alternative) {
  if (alternative == VD_ALTERNATIVE_GREATER) return vd_log_pbinom(x - 1, n, 0.5, 0);
  if (alternative == VD_ALTERNATIVE_LESS) return vd_log_pbinom(x, n, 0.5, 1);
  double log_p = M_LN2 + vd_log_pbinom(fmin(x, n - x), n, 0.5, 1);
  return log_p < 0 ? log_p : 0;
}

/* log(P(X < x) + P(X = x) / 2) */
static double log_lower_mid(double x, double n) {
  return vd_log_add(vd_log_pbinom(x - 1, n, 0.5, 1), dbinom(x, n, 0.5, 1) - M_LN2);
}

double vd_log_p_sign_mid(double x, double n, vd_alternative alternative) {
  if (alternative == VD_ALTERNATIVE_GREATER) return log_lower_mid(n - x, n);
  if (alternative == VD_ALTERNATIVE_LESS) return log_lower_mid(x, n);
  if (n == 0) return 0;
  if (2 * x == n) return log1p(-dbinom(x, n, 0.5, 0) / 2);
  double log_p = M_LN2 + log_lower_mid(fmin(x, n - x), n);
  return log_p < 0 ? log_p : 0;
}
