/* The bootstrap of observations: one multinomial draw over the profiles a replicate,
 * whatever the number of rows; every metric, classifier and class is then evaluated on
 * the same replicate. Efron & Tibshirani (1993). */
#ifndef VD_RESAMPLE_H
#define VD_RESAMPLE_H

#include "estimate/measure.h"
#include "estimate/metrics.h"
#include "estimate/set.h"

/* Two quantities on a linear scale (difference, or difference of logarithms or
 * logits); reference < 0: the quantity `classifier` by itself. */
typedef struct {
  int classifier, reference;
  vd_measure scale;
} vd_contrast;

/* As many clusters as there are, drawn with replacement: their numbers by profile and,
 * where profiles are not patterns, the rows of each pattern. */
void vd_resample_clusters(const vd_set *set, double *weight, double *count);

/* `size` clusters drawn without replacement (size at most their number, which must fit
 * an int, as rhyper() wants it). */
void vd_resample_subset(const vd_set *set, double size, double *weight, double *count);

/* The estimates of all quantities, NaN where undefined, and their effects. */
void vd_resample_estimate(const vd_set *set, const vd_margins *m,
                          const vd_quantity *quantity, int n, vd_zero_division zero,
                          vd_effects *effects, double *theta);

/* The contrasts' values, +-Inf or NaN at the boundary of the scale. */
void vd_resample_contrast(const double *theta, const vd_contrast *contrast, int n,
                          double *value);

/* Their variances from the influences of the quantities, and the sums of the cubes of
 * the clusters' influences (NULL if not wanted), which give the acceleration of BCa.
 * `work` holds n_quantities + 2 n doubles. */
void vd_resample_spread(const vd_set *set, const double *theta, const vd_effects *effects,
                        int n_quantities, const vd_contrast *contrast, int n,
                        double *work, double *variance, double *cubes);

#endif
