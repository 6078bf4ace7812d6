/* Single-step adjustment by the largest of many correlated normal statistics (max-T).
 *
 * The statistics are the contrasts of quantities with a joint covariance, standardized:
 * Z_j = (x_a - x_b) / sd_j. P(any beyond t) is a mean over directions (faces.h), less its
 * regression on what they give for t that all are beyond, which is known to be 1. More
 * directions are taken until it changes no more, or time is out. Where each statistic has
 * something of its own, one after the other may also be drawn within its bounds
 * (within.h). All is found at nodes of t, between which log(-log(1 - p)) is interpolated;
 * no random number, and the same answer always, whatever the order of the quantities and
 * tests (but for those that nothing tells apart). */
#ifndef VD_MAX_T_H
#define VD_MAX_T_H

#include <stddef.h>

#include "combine/faces.h"
#include "combine/nodes.h"
#include "combine/within.h"

enum { VD_MAX_T_TAIL = 256 };

typedef struct {
  int n_quantities;
  const double *covariance; /* n_quantities^2; NaN where undefined */
  ptrdiff_t n_tests;
  const int *first, *second; /* 0-based; the statistic is of first minus second */
  int sides;                 /* 1 or 2 */
  const double *log_p;       /* of the tests; NULL: none is surely 1 */
} vd_contrasts;

/* The distribution of the largest. All that vd_max_t_adjust() needs is in here; the
 * pointers are the workspace of the walk. */
typedef struct {
  int sides;
  double n_joint; /* statistics whose correlations are known                      */
  double n_alone; /* unknown variance, or none and p < 1/2: as if independent      */
  double others;  /* further tests of the family, allowed for by Bonferroni       */
  vd_nodes nodes; /* none: nothing is known of the correlations (Bonferroni)         */

  int n_threads, n_bins;
  vd_faces faces;
  vd_faces_own *own;
  double *radius, step;              /* its distribution, and the slopes of that */
  double *weight, *inverse, *beyond; /* by bin of the faces (beyond: and by node) */
  double *table, *point;             /* of vd_normal_fill(); coordinates */
  vd_within within;                  /* n: 0 where it does not help */
} vd_max_t;

/* Doubles and ints of workspace. own: n_threads. */
size_t vd_max_t_work(const vd_contrasts *x, int n_threads);
size_t vd_max_t_iwork(const vd_contrasts *x, int n_threads);

/* Seconds, about, at most. */
double vd_max_t_cost(const vd_contrasts *x);

/* Bonferroni: for n tests and `others`. */
vd_max_t vd_max_t_bonferroni(double n_tests, double others, int sides);

/* Factors the covariance and sets the nodes, down to log_p. While vd_max_t_next() says
 * so, faces 0 to faces.n_faces - 1 are to be walked, in any order, by threads that are
 * numbered; then the distribution. */
vd_max_t vd_max_t_begin(const vd_contrasts *x, double others, double log_p, int n_threads,
                        vd_faces_own *own, double *work, int *iwork);
int vd_max_t_next(vd_max_t *x);
void vd_max_t_walk(vd_max_t *x, ptrdiff_t face, int thread);
void vd_max_t_finish(vd_max_t *x);

/* The logarithm of the adjusted p-value: between p and (n + others) p, and monotone. */
double vd_max_t_adjust(const vd_max_t *x, double log_p);

/* The largest log p whose adjusted p-value does not exceed the level. */
double vd_max_t_local(const vd_max_t *x, double log_level);

#endif
