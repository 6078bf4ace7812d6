/* The covariances of transformed p-values, Cov(h_i(Z_i), h_k(Z_k)) for standard normal
 * scores Z with correlation r. h_w(Z) is the upper quantile of the chi-squared
 * distribution with w degrees of freedom, or of the normal distribution (w = 0), at the
 * p-value of Z: 2 P(N > |Z|) or P(N > Z).
 *
 * With b_n(w) = E[h_w(Z) He_n(Z)] / sqrt(n!) (Mehler)
 *   Cov = sum_n b_n(w_i) b_n(w_k) r^n;
 * for two-sided p-values only even n count. w = 1: 2 r^2. w = 2, one-sided: what Brown
 * (1975) and Kost & McDermott (2002) approximate by polynomials.
 *
 * Relative error about 1e-14 while |r| < 0.93. Beyond, for two-sided p-values, the terms
 * left out count: at most 2e-8 (w = 2), 3e-5 (w = 10), 3e-4 (w = 1000, normal). */
#ifndef VD_TRANSFORMED_H
#define VD_TRANSFORMED_H

#include <stddef.h>

/* Doubles of workspace for m distinct weights. */
size_t vd_transformed_work(int m);

/* Fills the workspace with the coefficients of the m weights, for p-values of one or two
 * sides. It then serves any number of covariances. */
void vd_transformed_prepare(int m, const double *distinct, int sides, double *work);

/* covariance (k x k, symmetric) from correlation; which[i] (0-based) of the m weights
 * `distinct` is that of i. The variances are known: 2 w, or 1. */
void vd_transformed_covariance(int k, const double *correlation, const int *which, int m,
                               const double *distinct, int sides, double *covariance,
                               double *work);

/* The sum of the covariances of n pairs of p-values with these correlations, all of the
 * first weight. */
double vd_transformed_sum(ptrdiff_t n, const double *correlation, int m,
                          const double *distinct, int sides, double *work);

#endif
