#include "estimate/resample.h"
#include "estimate/influence.h"
#include "math/draw.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

void vd_resample_subset(const vd_set *set, double size, double *weight, double *count) {
  double left = 0;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) left += vd_set_profile_weight(set, f);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double m = vd_set_profile_weight(set, f);
    left -= m;
    weight[f] = size <= 0 ? 0 : vd_draw_hyper(m, left, size);
    size -= weight[f];
  }
  if (set->start) vd_set_patterns(set, weight, count);
}

void vd_resample_clusters(const vd_set *set, double *weight, double *count) {
  double left = 0, draws;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) left += vd_set_profile_weight(set, f);
  draws = left;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double m = vd_set_profile_weight(set, f);
    weight[f] = draws <= 0 ? 0 : m >= left ? draws : rbinom(draws, m / left);
    draws -= weight[f];
    left -= m;
  }
  if (set->start) vd_set_patterns(set, weight, count);
}

void vd_resample_estimate(const vd_set *set, const vd_margins *m,
                          const vd_quantity *quantity, int n, vd_zero_division zero,
                          vd_effects *effects, double *theta) {
  for (int i = 0; i < n; i++) {
    const vd_quantity *q = &quantity[i];
    vd_estimate found = vd_metric_estimate(m, q->spec, q->average, zero, q->kept,
                                           q->n_kept, q->classifier, &effects[i]);
    theta[i] = found.status == VD_STATUS_OK ? found.value : NAN;
    vd_effects_standardize(set, m, &effects[i]);
  }
}

static double on_scale(double theta, vd_measure scale) {
  switch (scale) {
  case VD_MEASURE_RATIO: return log(theta);
  case VD_MEASURE_ODDS_RATIO: return log(theta) - log1p(-theta);
  default: return theta;
  }
}

static double slope(double theta, vd_measure scale) {
  switch (scale) {
  case VD_MEASURE_RATIO: return 1 / theta;
  case VD_MEASURE_ODDS_RATIO: return 1 / (theta * (1 - theta));
  default: return 1;
  }
}

void vd_resample_contrast(const double *theta, const vd_contrast *contrast, int n,
                          double *value) {
  for (int j = 0; j < n; j++) {
    const vd_contrast *x = &contrast[j];
    value[j] = on_scale(theta[x->classifier], x->scale);
    if (x->reference >= 0) value[j] -= on_scale(theta[x->reference], x->scale);
  }
}

/* The influence of every quantity, summed over one cluster of profile f. */
static void cluster_influence(const vd_set *set, ptrdiff_t f, const vd_effects *effects,
                              int n, double *u) {
  memset(u, 0, sizeof(double) * (size_t)n);
  for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
    vd_influence_row(set, vd_set_profile_pattern(set, f, e),
                     vd_set_profile_rows(set, f, e), effects, n, u);
  }
}

/* Derivatives of each contrast by its two quantities. */
static void slopes(const double *theta, const vd_contrast *contrast, int n, double *out) {
  for (int j = 0; j < n; j++) {
    const vd_contrast *x = &contrast[j];
    out[2 * j] = slope(theta[x->classifier], x->scale);
    out[2 * j + 1] = x->reference < 0 ? 0 : -slope(theta[x->reference], x->scale);
  }
}

void vd_resample_spread(const vd_set *set, const double *theta, const vd_effects *effects,
                        int n_quantities, const vd_contrast *contrast, int n,
                        double *work, double *variance, double *cubes) {
  double *u = work, *by = work + n_quantities;
  memset(variance, 0, sizeof(double) * (size_t)n);
  if (cubes) memset(cubes, 0, sizeof(double) * (size_t)n);
  slopes(theta, contrast, n, by);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    double weight = vd_set_profile_weight(set, f);
    if (weight == 0) continue;
    cluster_influence(set, f, effects, n_quantities, u);
    for (int j = 0; j < n; j++) {
      int other =
          contrast[j].reference < 0 ? contrast[j].classifier : contrast[j].reference;
      double v = by[2 * j] * u[contrast[j].classifier] + by[2 * j + 1] * u[other];
      variance[j] += weight * v * v;
      if (cubes) cubes[j] += weight * v * v * v;
    }
  }
}
