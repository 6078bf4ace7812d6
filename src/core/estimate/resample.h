/* The bootstrap of observations: one multinomial draw over the profiles a replicate,
 * whatever the number of rows; every metric, classifier and class is then evaluated on
 * the same replicate. Efron & Tibshirani (1993).
 *
 * A cluster has an influence on few of the comparisons of single classes: on those of
 * the classes that its rows have or are given. The others share what rows of any other
 * class add, so only touched classes are visited: O(rows x C^2), whatever their number.
 */
#ifndef VD_RESAMPLE_H
#define VD_RESAMPLE_H

#include "estimate/measure.h"
#include "estimate/metrics.h"
#include "estimate/outcomes.h"
#include "estimate/set.h"
#include "math/stream.h"

/* Two quantities on a linear scale (difference, or difference of logarithms or
 * logits); reference < 0: the quantity `classifier` by itself. */
typedef struct {
  int classifier, reference;
  vd_measure scale;
} vd_contrast;

/* What is evaluated on each replicate. A contrast is narrow when both quantities are of
 * the same single class, and wide otherwise; all are wide at known prevalences, where
 * rows of any class count, each class by its weight. */
typedef struct {
  int n_quantities, n_contrasts, n_classifiers;
  const vd_quantity *quantity;
  const vd_contrast *contrast;
  vd_zero_division zero;

  int n_slices; /* classes of narrow contrasts */
  int *class;   /* their 1-based codes */
  int *of;      /* quantities by class: those of slice i from of_first[i] */
  int *of_first;
  int *order; /* contrasts by class: those of slice i from first[b], then the wide ones */
  int *first;
  int *side, *who;  /* their two quantities and classifiers, in this order */
  int n_wide;       /* quantities of wide contrasts */
  int *wide, *slot; /* and the place of each among them, or -1 */

  double *theta;         /* the estimates, NaN where undefined */
  vd_gradient *gradient; /* of quantities of narrow contrasts */
  vd_effects *effects;   /* of wide quantities: n_wide, with room for all classes */
  double *work;
  double *rows; /* influences of a row of each pattern, n_wide each; or NULL, no room */
  const vd_outcomes_kept *kept; /* in `class`; or NULL: made anew */
} vd_resample_plan;

/* Integers that the plan needs; doubles in `work`. */
size_t vd_resample_iwork(const vd_set *set, int n_quantities, int n_contrasts);
size_t vd_resample_work(int n_quantities, int n_contrasts);

/* Fills in what follows `zero`, up to `slot`, from what stands before. `iwork` starts at
 * anything; it must stay. */
void vd_resample_sort(const vd_set *set, int weighted, vd_resample_plan *plan,
                      int *iwork);

/* How many of as many clusters as there are, drawn with replacement, are of each profile.
 * Where profiles have few clusters they are drawn one by one: `end` then are the sums of
 * multiplicities up to each profile, and `guide` where to start to look. Otherwise, or
 * with end NULL, a profile after the other has a binomial number. */
typedef struct {
  double *end;
  int *guide;
} vd_resample_urn;

/* Whether clusters are drawn one by one; then fills in the urn, n_profiles long each. */
int vd_resample_singly(const vd_set *set);
void vd_resample_fill(const vd_set *set, vd_resample_urn *urn);

/* Numbers by profile and, where profiles are not patterns, the rows of each pattern. */
void vd_resample_clusters(const vd_set *set, const vd_resample_urn *urn,
                          vd_stream *stream, double *weight, double *count);

/* The same for independent rows within each true class, which keeps its number: the
 * shares of the classes are given, not estimated. `work` holds 2 n_classes doubles. */
void vd_resample_rows(const vd_set *set, vd_stream *stream, double *weight, double *work);

/* `size` clusters drawn without replacement (size at most their number, which must fit
 * an int, as rhyper() wants it). */
void vd_resample_subset(const vd_set *set, double size, double *weight, double *count);

/* The estimates of all quantities with their gradients and effects. At known prevalences
 * a replicate without rows of some class says nothing of what is predicted there: what
 * depends on it is undefined. */
void vd_resample_estimate(const vd_set *set, const vd_margins *m, vd_resample_plan *plan);

/* The contrasts' values, +-Inf or NaN at the boundary of the scale. */
void vd_resample_contrast(const vd_resample_plan *plan, double *value);

/* Their variances from the influences of the quantities, and the sums of the cubes of
 * the clusters' influences (NULL if not wanted), which give the acceleration of BCa.
 * `margins` are those of the set, `outcomes` those of plan->class. */
void vd_resample_spread(const vd_set *set, const vd_margins *margins,
                        const vd_resample_plan *plan, vd_outcomes *outcomes,
                        double *variance, double *cubes);

#endif
