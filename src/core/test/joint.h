/* Many paired comparisons at once, classes x pairs of classifiers: their statistics and
 * the joint covariance of these, for tests of "no difference on any class".
 *
 * The numerator of every statistic is a sum over clusters of
 *
 *   u = x0 s0 - y0 f0 - x1 s1 + y1 f1
 *
 * with s and f the rows for and against the classifier (0) and the reference (1) in a
 * class (see pair.h). METHODS: the covariance of two of them is the sum of the products
 * of their u over clusters, whatever the classes and pairs. */
#ifndef VD_JOINT_H
#define VD_JOINT_H

#include "estimate/measure.h"
#include "estimate/metrics.h"
#include "estimate/outcomes.h"
#include "estimate/pair.h"
#include "estimate/set.h"

/* Residuals about the proportion pooled over the pair or over all classifiers, or the
 * influence on a scale. */
typedef enum { VD_JOINT_PAIR = 0, VD_JOINT_ALL, VD_JOINT_WALD } vd_joint_residual;

static const char *const vd_joint_residual_names[] = {
    [VD_JOINT_PAIR] = "pair", [VD_JOINT_ALL] = "all", [VD_JOINT_WALD] = "wald"};

typedef struct {
  vd_joint_residual residual;
  vd_measure scale;
  int clustered;
  int successes, failures; /* states of the metric, see moments.h */
} vd_joint_request;

/* u as what a row of each outcome adds to the classifier's and to the reference's side */
typedef struct {
  int classifier, reference;
  vd_gradient by[2];
} vd_joint_term;

/* Residuals about the pooled proportion (generalized score; for proportions with a
 * common denominator McNemar's difference), or the influence on a scale. */
void vd_joint_score(const vd_pair *p, double pooled, const vd_joint_request *q,
                    vd_joint_term *term);
void vd_joint_wald(const vd_pair *p, const vd_joint_request *q, vd_joint_term *term);

/* Whether there is anything to compare: both denominators hold rows, of more than one
 * cluster, and the scale is finite. */
int vd_joint_defined(const vd_pair *p, vd_measure scale, int clustered);

/* The terms of all comparisons, slices x pairs (1-based classifier and reference), pairs
 * varying faster, and their gaps: NaN where undefined, the term is zero then. */
void vd_joint_terms(const vd_moments *moments, int n_slices, const int *pair, int n_pairs,
                    const vd_joint_request *q, vd_joint_term *term, double *gap);

/* The comparisons: `term` has n_slices x n_pairs elements, pairs varying faster. Only
 * comparisons of one group of `group` successive pairs have a covariance. */
typedef struct {
  int n_slices, n_pairs, group;
  int everywhere; /* a cluster adds also to classes that it does not touch: true negatives
                   * count */
  const vd_joint_term *term;
} vd_joint_plan;

/* Comparisons in a group. */
static inline int vd_joint_size(const vd_joint_plan *plan) {
  return plan->n_slices * plan->group;
}

/* Adds profiles [lo, hi) to V: one matrix a group, vd_joint_size() square, classes
 * varying slower than the group's pairs. `u` and `at` hold vd_joint_size() elements
 * each. Only products of what is not zero are formed. */
void vd_joint_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi,
                  const vd_joint_plan *plan, vd_outcomes *outcomes, double *V, double *u,
                  int *at);

/* One pair of classifiers in many classes, of which a cluster adds to few: what clusters
 * of profile f add to which class stands from start[f]; the profiles that add to class i
 * from of[first[i]], with their places. Covariances are made a class at a time, so that
 * nothing grows with the square of the classes. */
typedef struct {
  int n_slices;
  ptrdiff_t *start; /* n_profiles + 1 */
  int *slice;
  double *u;
  ptrdiff_t *first; /* n_slices + 1 */
  ptrdiff_t *of;
  ptrdiff_t *profile; /* of each entry */
} vd_joint_sparse;

/* Writes starts, and as many entries as there is room for; returns how many there are.
 * The plan has one pair. `u` and `at` hold n_slices elements each. */
ptrdiff_t vd_joint_list(const vd_set *set, const vd_joint_plan *plan,
                        vd_outcomes *outcomes, vd_joint_sparse *sparse, ptrdiff_t room,
                        double *u, int *at);
void vd_joint_order(const vd_set *set, vd_joint_sparse *sparse);

void vd_joint_variances(const vd_set *set, const vd_joint_sparse *sparse,
                        double *variance);

/* The classes after `slice` that have a covariance with it and are `used`: how many,
 * which, and their correlations. `row` and `seen` hold n_slices elements each, zero at
 * first, and stay with the caller from class to class. */
int vd_joint_correlations(const vd_set *set, const vd_joint_sparse *sparse, int slice,
                          const double *variance, const int *used, double *row, int *seen,
                          int *at, double *correlation);

/* Fills in the lower triangles of rows [lo, hi) of each matrix. */
void vd_joint_finish(const vd_joint_plan *plan, int lo, int hi, double *V);

#endif
