/* P-values, each as its natural log so that none is ever rounded to zero. */
#ifndef VD_TAILS_H
#define VD_TAILS_H

typedef enum {
  VD_ALTERNATIVE_TWO_SIDED = 0,
  VD_ALTERNATIVE_GREATER,
  VD_ALTERNATIVE_LESS
} vd_alternative;

static const char *const vd_alternative_names[] = {
    [VD_ALTERNATIVE_TWO_SIDED] = "two.sided",
    [VD_ALTERNATIVE_GREATER] = "greater",
    [VD_ALTERNATIVE_LESS] = "less",
};

double vd_log_p_normal(double z, vd_alternative alternative);

/* Student's t; infinite degrees of freedom: normal. */
double vd_log_p_t(double t, double dof, vd_alternative alternative);

/* Sign test of x successes in n trials at 1/2, exact: two-sided
 * min(1, 2 P(X <= min(x, n - x))). No trial: p = 1. */
double vd_log_p_sign(double x, double n, vd_alternative alternative);

/* The same with half the probability of the observed count (Lancaster's mid-p);
 * two-sided at x = n - x: 1 - P(X = x)/2, and 1 when there is no trial (Fagerland,
 * Lydersen & Laake 2013, supplement). */
double vd_log_p_sign_mid(double x, double n, vd_alternative alternative);

/* log(exp(a) + exp(b)) */
double vd_log_add(double a, double b);

#endif
