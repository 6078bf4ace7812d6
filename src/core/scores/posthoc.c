#include "scores/posthoc.h"

#include <Rmath.h>
#include <math.h>

#include "math/distributions.h"
#include "math/range.h"
#include "math/tolerance.h"
#include "scores/paired.h"

static vd_contrast of_estimate(double estimate, double se, vd_scatter scatter,
                               vd_alternative alternative) {
  vd_contrast found = {estimate, se, NAN, NAN};
  if (scatter.status == VD_STATUS_OK) {
    found.statistic = estimate / se;
    found.log_p = vd_log_p_t(found.statistic, scatter.dof, alternative);
  } else if (scatter.status == VD_STATUS_EQUAL_SCORES ||
             scatter.status == VD_STATUS_ALL_TIED) {
    found.log_p = 0;
  }
  return found;
}

vd_contrast vd_posthoc_contrast(int k, const double *place, vd_scatter scatter,
                                const double *weight, vd_alternative alternative) {
  double estimate = 0, size = 0, squares = 0;
  for (int j = 0; j < k; j++) {
    estimate += weight[j] * place[j];
    size += fabs(weight[j] * place[j]);
    squares += weight[j] * weight[j];
  }
  return of_estimate(vd_snap(estimate, size), scatter.se * sqrt(squares / 2), scatter,
                     alternative);
}

vd_contrast vd_posthoc_pair(const double *place, vd_scatter scatter, int a, int b,
                            vd_alternative alternative) {
  double gap = vd_snap(place[a] - place[b], fabs(place[a]) + fabs(place[b]));
  return of_estimate(gap, scatter.se, scatter, alternative);
}

vd_contrast vd_posthoc_linear(int k, const double *theta, const double *V, double dof,
                              const double *weight, vd_alternative alternative) {
  double estimate = 0, size = 0, variance = 0, terms = 0;
  for (int i = 0; i < k; i++) {
    if (weight[i] == 0) continue;
    estimate += weight[i] * theta[i];
    size += fabs(weight[i] * theta[i]);
    for (int j = 0; j < k; j++) {
      if (weight[j] == 0) continue;
      double part = weight[i] * weight[j] * V[i + j * k];
      variance += part;
      terms += fabs(part);
    }
  }
  estimate = vd_snap(estimate, size);
  variance = vd_snap(variance, terms);
  vd_scatter scatter = {.dof = dof, .status = VD_STATUS_OK};
  if (!(variance > 0)) {
    scatter.status =
        estimate == 0 && variance <= 0 ? VD_STATUS_EQUAL_SCORES : VD_STATUS_ZERO_VARIANCE;
  }
  double se = variance < 0 ? 0 : sqrt(variance);
  return of_estimate(estimate, se, scatter, alternative);
}

double vd_posthoc_log_p(double statistic, int k, double dof, vd_together together) {
  if (together == VD_TOGETHER_RANGE) {
    return vd_log_p_range(M_SQRT2 * fabs(statistic), k, dof);
  }
  if (together == VD_TOGETHER_SCHEFFE) {
    return vd_log_p_f(statistic * statistic / (k - 1), k - 1, dof);
  }
  return vd_log_p_t(statistic, dof, VD_ALTERNATIVE_TWO_SIDED);
}

double vd_posthoc_critical(double log_alpha, int k, double dof, vd_together together) {
  if (together == VD_TOGETHER_RANGE) return vd_upper_range(log_alpha, k, dof) / M_SQRT2;
  if (together == VD_TOGETHER_SCHEFFE) {
    return sqrt((k - 1) * qf(log_alpha, k - 1, dof, 0, 1));
  }
  return qt(log_alpha - M_LN2, dof, 0, 1);
}

void vd_posthoc_ranges(int k, const double *place, vd_scatter scatter,
                       const ptrdiff_t *order, double *log_p) {
  for (int size = k; size >= 2; size--) {
    for (int a = 0, b = size - 1; b < k; a++, b++) {
      double q = M_SQRT2 * (place[order[b]] - place[order[a]]) / scatter.se;
      double p = vd_log_p_range(q, size, scatter.dof);
      if (a > 0) p = fmax(p, log_p[a - 1 + b * k]);
      if (b < k - 1) p = fmax(p, log_p[a + (b + 1) * k]);
      log_p[a + b * k] = p;
    }
  }
}

double vd_posthoc_win(ptrdiff_t n, const double *rank, int a, int b) {
  const double *first = rank + a * n, *second = rank + b * n;
  ptrdiff_t twice = 0; /* a tie is half a unit won */
  for (ptrdiff_t i = 0; i < n; i++) {
    twice += (first[i] < second[i]) + (first[i] <= second[i]);
  }
  return (double)twice / 2 / (double)n;
}

double vd_posthoc_gap(ptrdiff_t n, const double *x, int a, int b) {
  double mean = 0, squares = 0, largest = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    mean += (x[i + a * n] - x[i + b * n]) / (double)n;
    largest = fmax(largest, fmax(fabs(x[i + a * n]), fabs(x[i + b * n])));
  }
  for (ptrdiff_t i = 0; i < n; i++) {
    double rest = x[i + a * n] - x[i + b * n] - mean;
    squares += rest * rest;
  }
  double spread = sqrt(squares / (double)(n - 1));
  return spread > VD_SCORES_ROUNDING * largest ? vd_snap(mean, largest) / spread : NAN;
}
