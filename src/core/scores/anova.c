#include "scores/anova.h"

#include <Rmath.h>
#include <math.h>

#include "scores/paired.h"

static double row_mean(ptrdiff_t n, int k, const double *x, ptrdiff_t i) {
  double mean = 0;
  for (int j = 0; j < k; j++) mean += x[i + j * n] / k;
  return mean;
}

vd_anova vd_anova_sums(ptrdiff_t n, int k, const double *x, double *place) {
  vd_anova sums = {0, 0, 0};
  double grand = 0, largest = 0;
  for (int j = 0; j < k; j++) {
    place[j] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      place[j] += x[i + j * n] / (double)n;
      largest = fmax(largest, fabs(x[i + j * n]));
    }
    grand += place[j] / k;
  }
  for (int j = 0; j < k; j++) {
    sums.between += (double)n * (place[j] - grand) * (place[j] - grand);
  }
  for (ptrdiff_t i = 0; i < n; i++) {
    double block = row_mean(n, k, x, i) - grand;
    for (int j = 0; j < k; j++) {
      double rest = x[i + j * n] - place[j];
      sums.within += rest * rest;
      sums.residual += (rest - block) * (rest - block);
    }
  }
  double nothing = VD_SCORES_ROUNDING * largest,
         least = nothing * nothing * (double)n * k;
  if (sums.between <= least) sums.between = 0;
  if (sums.within <= least) sums.within = 0;
  if (sums.residual <= least) sums.residual = 0;
  return sums;
}

vd_rank_test vd_anova_test(ptrdiff_t n, int k, vd_anova sums, int blocked,
                           double inflation, vd_scatter *scatter) {
  double df1 = k - 1, df2 = (blocked ? k - 1 : k) * (double)(n - 1);
  double rest = blocked ? sums.residual : sums.within;
  *scatter = (vd_scatter){NAN, df2, VD_STATUS_OK};
  if (n < 2) {
    scatter->status = VD_STATUS_FEW_UNITS;
    return (vd_rank_test){NAN, df1, df2, NAN, VD_STATUS_FEW_UNITS};
  }
  if (rest == 0) {
    int same = sums.between == 0;
    scatter->status = same ? VD_STATUS_EQUAL_SCORES : VD_STATUS_ZERO_VARIANCE;
    if (same) scatter->se = 0;
    return (vd_rank_test){NAN, df1, df2, same ? 0 : NAN, scatter->status};
  }
  double mean_square = rest / df2;
  scatter->se = sqrt(2 * mean_square * inflation / (double)n);
  return vd_rank_f(sums.between / df1 / mean_square / inflation, df1, df2);
}

/* Covariances of the columns, V, in units of the largest variance: their squares are
 * taken. */
static void covariance(ptrdiff_t n, int k, const double *x, double *V, double *mean) {
  for (int j = 0; j < k; j++) {
    mean[j] = 0;
    for (ptrdiff_t i = 0; i < n; i++) mean[j] += x[i + j * n] / (double)n;
  }
  for (int a = 0; a < k; a++) {
    for (int b = 0; b <= a; b++) {
      double sum = 0;
      for (ptrdiff_t i = 0; i < n; i++) {
        sum += (x[i + a * n] - mean[a]) * (x[i + b * n] - mean[b]);
      }
      V[a + b * k] = V[b + a * k] = sum / (double)(n - 1);
    }
  }
  double largest = 0;
  for (int a = 0; a < k; a++) largest = fmax(largest, V[a + a * k]);
  for (int i = 0; i < k * k; i++) V[i] /= largest;
}

/* V with the means of its rows and columns taken out: its trace, and that of its square.
 */
vd_sphericity vd_anova_sphericity(ptrdiff_t n, int k, const double *x, double *work) {
  double *V = work, *mean = work + k * k;
  if (n < k) return (vd_sphericity){NAN, NAN};
  covariance(n, k, x, V, mean);
  double grand = 0, trace = 0, squares = 0;
  for (int a = 0; a < k; a++) {
    mean[a] = 0;
    for (int b = 0; b < k; b++) mean[a] += V[a + b * k] / k;
    grand += mean[a] / k;
  }
  for (int a = 0; a < k; a++) {
    for (int b = 0; b < k; b++) {
      double e = V[a + b * k] - mean[a] - mean[b] + grand;
      squares += e * e;
      if (a == b) trace += e;
    }
  }
  double N = (double)n, df = k - 1;
  double gg = fmin(1, fmax(1 / df, trace * trace / (df * squares)));
  double rest = df * (N - 1 - df * gg);
  return (vd_sphericity){gg, rest > 0 ? fmin(1, (N * df * gg - 2) / rest) : 1};
}

vd_rank_test vd_anova_shrink(vd_rank_test test, double epsilon) {
  return vd_rank_f(test.statistic, test.df1 * epsilon, test.df2 * epsilon);
}
