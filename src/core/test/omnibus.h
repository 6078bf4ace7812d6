/* Are all C classifiers equal? Tests with up to C - 1 degrees of freedom.
 *
 * For estimates theta_c with joint covariance V and any full set of contrasts L the
 * statistic is (L theta)' (L V L')^- (L theta), whatever the contrasts (METHODS: joint
 * Wald test; generalized score test when V is taken under the null). It needs V only
 * through the variances of the C (C - 1) / 2 differences, which are computed as such,
 * without the cancellation in V_cc + V_dd - 2 V_cd. */
#ifndef VD_OMNIBUS_H
#define VD_OMNIBUS_H

#include "test/compare.h"
#include "estimate/moments.h"
#include "estimate/pair.h"
#include "estimate/sandwich.h"

/* Pairs (c, d) with c < d are stored one after the other, d varying faster. */
static inline int vd_n_pairs(int n_classifiers) {
  return n_classifiers * (n_classifiers - 1) / 2;
}

static inline int vd_pair_at(int n_classifiers, int c, int d) {
  return c * (2 * n_classifiers - c - 1) / 2 + d - c - 1;
}

typedef enum {
  VD_OMNIBUS_SCORE = 0, /* Leisenring, Alonzo & Pepe (2000) for C classifiers */
  VD_OMNIBUS_WALD,      /* on the scale asked for                             */
  VD_OMNIBUS_COCHRAN    /* Cochran (1950): common denominator, independent rows */
} vd_omnibus_test;

static const char *const vd_omnibus_names[] = {
    [VD_OMNIBUS_SCORE] = "gs",
    [VD_OMNIBUS_WALD] = "wald",
    [VD_OMNIBUS_COCHRAN] = "cochran",
};

typedef struct {
  vd_omnibus_test test;
  vd_measure scale; /* of VD_OMNIBUS_WALD */
  int clustered;
} vd_omnibus_request;

typedef struct {
  double statistic, dof, log_p;
  vd_status status;
} vd_omnibus_result;

/* Doubles of workspace for the functions below. */
size_t vd_omnibus_work(int n_classifiers);

/* A proportion in one class, from all pairs of classifiers. `empty` is the status of
 * an empty denominator; blame[c] (C ints) is set to 1 for the classifiers that a status
 * is about, else to 0. */
vd_omnibus_result vd_omnibus_proportions(int n_classifiers, const vd_pair *pair,
                                         vd_omnibus_request q, vd_status empty,
                                         int *blame, double *work);

/* The same in one class, from its moments. With `corrected` (else NULL) a test that the
 * plain variance allows is done again with the corrected one. `pair` holds
 * vd_n_pairs(C). */
vd_omnibus_result vd_omnibus_class(const vd_moments *m, const vd_sandwich *corrected,
                                   int successes, int failures, vd_omnibus_request q,
                                   vd_status empty, vd_pair *pair, int *blame,
                                   double *work);

/* Any metric: Wald, from estimates (none NAN) and their covariance (C x C; NAN where one
 * cluster has no variance). */
vd_omnibus_result vd_omnibus_estimates(int n_classifiers, const double *theta,
                                       const double *V, vd_measure scale, int *blame,
                                       double *work);

/* The statistic itself, from the C - 1 differences from classifier 0 and the variances
 * of all differences (by pair). Differences of zero without variance are dropped: dof is
 * the rank. */
vd_omnibus_result vd_omnibus_differences(int n_classifiers, const double *gap,
                                         const double *spread, double *work);

/* z' R^- z for standardized differences z with correlations R (n x n, overwritten):
 * chi-squared with the rank of R as dof. VD_STATUS_EQUAL_ESTIMATES when R is zero,
 * VD_STATUS_ZERO_VARIANCE when z does not lie in its range. `work` holds
 * vd_quadratic_work(n) doubles. */
vd_omnibus_result vd_omnibus_form(int n, const double *z, double *correlation,
                                  double *work);

/* The same, of correlations so many that they are factored a stretch of columns at a time
 * (math/quadratic.h) with VD_OMNIBUS_LEAST. `work` holds n doubles. */
#define VD_OMNIBUS_LEAST 1e-12
vd_omnibus_result vd_omnibus_factored(int n, const double *z, const double *factor,
                                      int rank, const int *pivot, double *work);

#endif
