/* Permutation of two classifiers within clusters. Under the null hypothesis that
 * their labels are exchangeable given the truth, every cluster's two label columns
 * may change places with probability 1/2. A profile of m clusters changes a binomial
 * number of times, and each change moves the class's vd_pair by a fixed step; sums
 * over both (ss[1], ff[1]) do not move. METHODS: Janssen (1997), Chung & Romano
 * (2013): the studentized statistic is permuted. */
#ifndef VD_SWAP_H
#define VD_SWAP_H

#include "test/compare.h"
#include "estimate/outcomes.h"
#include "estimate/pair.h"
#include "estimate/set.h"
#include "math/stream.h"

/* What one change of places adds to the classifier's side and takes from the
 * reference's. */
typedef struct {
  double s, f, ss, ff, same, cross;
} vd_step;

/* What a cluster of one profile has of one class: the successes and failures of every
 * classifier, from which the steps of all pairs follow. */
typedef struct {
  ptrdiff_t profile;
  ptrdiff_t next; /* entry of the same class, or -1 */
  int slice;      /* position of the class in `selected` */
} vd_swap;

/* `common`: successes and failures of a cluster add up to the same number for every
 * classifier. Without clusters they are 0 or 1. */
typedef struct {
  int n_classifiers, n_slices, common, clustered;
  ptrdiff_t n_swaps;
  vd_swap *swap;
  double *value;    /* 2 n_classifiers a swap: successes, failures */
  ptrdiff_t *first; /* entry of each class, or -1 */
} vd_swaps;

/* Fills in what some two classifiers do not share, up to the `room` in swap and value,
 * and the links; returns how many there are, so that a first call with room 0 asks. */
ptrdiff_t vd_swap_list(const vd_set *set, int successes, int failures,
                       vd_outcomes *outcomes, vd_swaps *swaps, ptrdiff_t room);

/* What one change of a swap's places means to a pair. */
vd_step vd_swap_step(const vd_swaps *swaps, ptrdiff_t at, int classifier, int reference);

/* Moves a pair by `times` changes of places. */
void vd_swap_move(vd_pair *p, vd_step step, double times);

/* One random replicate: how many clusters of each profile change places. Used for all
 * pairs, classes and metrics, it leaves their joint distribution as it is. */
void vd_swap_changes(const double *weight, ptrdiff_t n_profiles, vd_stream *stream,
                     double *changes);

/* What these changes add to and take from a pair are sums by classifier, one pass for all
 * pairs (but of products of one's successes with the other's failures, where these have
 * clusters and denominators of their own). vd_swap_width() doubles a class. */
size_t vd_swap_width(const vd_swaps *swaps);
void vd_swap_sums(const vd_swaps *swaps, const double *changes, double *sums);
void vd_swap_apply(const vd_swaps *swaps, const double *sums, int slice, int classifier,
                   int reference, vd_pair *pair);

/* The same for metrics that have no step: profile f + n of a set of 2n profiles is
 * profile f with the two classifiers exchanged. Distributes the clusters of each between
 * the two, and counts the rows of each pattern. */
void vd_swap_twins(const vd_set *set, const double *changes, double *weight,
                   double *count);

/* The exact distribution for one slice by complete enumeration: equal steps are
 * merged into groups, and every combination of changes is visited with its binomial
 * probability. Returns the p-value of |z*| >= |z| (two-sided), z* >= z or z* <= z, or
 * NaN when there are more than `limit` combinations. An undefined statistic counts as
 * 0. Writes the number of combinations, and the logarithm of the p-value, which is known
 * where that is too small for a number. */
double vd_swap_exact(const vd_set *set, const vd_swaps *swaps, int slice, int classifier,
                     int reference, const vd_pair *observed, vd_request q, double limit,
                     double *combinations, double *log_p);

/* The signed root of the statistic that is permuted; 0 where it is undefined. */
double vd_swap_statistic(const vd_pair *p, vd_request q);

/* z* at least as extreme as z, up to rounding. */
int vd_swap_as_extreme(double permuted, double observed, vd_alternative alternative);

#endif
