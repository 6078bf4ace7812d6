/* Two classifiers scored on the same units: t tests and their like of the differences.
 * Formulas: Nadeau & Bengio (2003), Bouckaert & Frank (2004), Dietterich (1998), Alpaydin
 * (1999); clusters of unequal size: Bell & McCaffrey (2002) for a mean, in closed form.
 */
#ifndef VD_SCORES_PAIRED_H
#define VD_SCORES_PAIRED_H

#include <stddef.h>

#include "math/status.h"
#include "math/tails.h"

typedef struct {
  double estimate, std_error, statistic, dof, log_p, low, high;
  double effect; /* size of the effect, which one depends on the test */
  vd_status status;
} vd_scores_result;

typedef struct {
  double null;  /* the difference under the null hypothesis */
  double level; /* 1 minus the confidence of the interval   */
  vd_alternative alternative;
} vd_scores_request;

/* What rounding leaves of a difference of scores, relative to the largest of them. */
#define VD_SCORES_ROUNDING 1e-12

/* Student's t of n differences, whose mean has the variance (1 / n + ratio) S^2: ratio is
 * n_test / n_train of overlapping training data, 0 for independent units. Effect: mean
 * over S. */
vd_scores_result vd_scores_t(const double *d, ptrdiff_t n, double size, double ratio,
                             vd_scores_request q);

/* Ten differences, the two of a replication side by side. The t test judges the first of
 * them alone; the interval of F is where it does not reject, and there may be none. */
vd_scores_result vd_scores_5x2_t(const double *d, double size, vd_scores_request q);
vd_scores_result vd_scores_5x2_f(const double *d, double size, vd_scores_request q);

/* The mean of n differences in clusters (codes from 1 to n_clusters): CR2 variance with
 * its own degrees of freedom. `work` holds 2 n_clusters. */
vd_scores_result vd_scores_cluster_t(const double *d, const int *cluster, ptrdiff_t n,
                                     ptrdiff_t n_clusters, double size,
                                     vd_scores_request q, double *work);

/* As if the scores of the two were of different units: pooled two-sample t. Effect:
 * Cohen's d. */
vd_scores_result vd_scores_unpaired_t(const double *x, const double *y, ptrdiff_t n,
                                      double size, vd_scores_request q);

/* The sign test, exact, without ties, or with half of them to each side (`split`; an odd
 * one is dropped). The estimate is the median, its interval that of the test. Effect:
 * share of wins, ties counting half. `d` is sorted. */
vd_scores_result vd_scores_sign(double *d, ptrdiff_t n, double size, int split,
                                vd_scores_request q);

/* Signs of the differences flipped at random: all 2^n ways up to n = VD_SCORES_FLIPS,
 * else `draws` of them, p = (1 + as extreme) / (draws + 1). No interval. `pause` (may be
 * NULL) is called now and then. */
#define VD_SCORES_FLIPS 20
vd_scores_result vd_scores_flip(const double *d, ptrdiff_t n, double size, double draws,
                                vd_scores_request q, void (*pause)(void));

/* Differences in the order of time, of forecasts `horizon` steps ahead: their mean by the
 * long-run variance, from autocovariances up to the lag horizon - 1 (`bartlett`: weighted
 * down to 0), with Harvey et al.'s (1997, doi:10.1016/S0169-2070(96)00719-4) correction
 * and Student's t (Diebold & Mariano 1995, doi:10.1080/07350015.1995.10524599).
 * VD_STATUS_NEGATIVE_VARIANCE where the sum is none. Effect: mean over S. */
vd_scores_result vd_scores_diebold_mariano(const double *d, ptrdiff_t n, double size,
                                           double horizon, int bartlett,
                                           vd_scores_request q);

/* 1 where the differences are all the null value, and `out` says all there is to say, or
 * there is none. */
int vd_scores_equal(const double *d, ptrdiff_t n, double size, vd_scores_request q,
                    vd_scores_result *out);

/* To eleven digits of the largest score, so that ties are ties. */
void vd_scores_round(double *d, ptrdiff_t n, double size);

/* Widens an interval by the null value where the test does not reject it. */
void vd_scores_reconcile(vd_scores_result *x, vd_scores_request q);

int vd_scores_by_size(const void *a,
                      const void *b); /* for qsort(): doubles, increasing */

#endif
