/* Single-step adjustment by the largest of many correlated normal statistics (max-T).
 *
 * The statistics are the contrasts of quantities with a joint covariance, standardized:
 * Z_j = (x_a - x_b) / sd_j. With N(t) the number of them beyond t and J uniform,
 *   P(any beyond t) = m P(Z beyond t) E[1 / N(t) | Z_J beyond t]
 * (Naiman & Priebe 2001; Adler, Blanchet & Liu 2012), so that the relative error does not
 * grow with t. The mean is taken over a fixed sequence (Richtmyer's, with both signs), at
 * nodes of t between which log(-log(1 - p)) is interpolated: no random number, and the
 * same answer always. Where p is large, 1 / N says little: there the statistics are a
 * radius times the value in a direction, and the mean is taken of P(radius beyond) over
 * directions; and, but of very many tests, one statistic after the other is drawn within
 * its bounds (within.h). */
#ifndef VD_MAX_T_H
#define VD_MAX_T_H

#include <stddef.h>

#include "combine/within.h"

enum { VD_MAX_T_NODES = 72, VD_MAX_T_SMOOTH = 40, VD_MAX_T_MAIN = 3 };

typedef struct {
  int n_quantities;
  const double *covariance; /* n_quantities^2; NaN where undefined */
  ptrdiff_t n_tests;
  const int *first, *second; /* 0-based; the statistic is of first minus second */
  int sides;                 /* 1 or 2 */
} vd_contrasts;

/* The distribution of the largest. All that vd_max_t_adjust() needs is in here; the
 * pointers are the workspace of vd_max_t_draw(). */
typedef struct {
  int sides;
  double n_joint; /* statistics whose correlations are known                      */
  double n_alone; /* no variance: taken as independent of all others              */
  double others;  /* further tests of the family, allowed for by Bonferroni       */
  int n_nodes;    /* 0: nothing is known of the correlations (Bonferroni)         */
  double log_p[VD_MAX_T_NODES];   /* of one statistic beyond the node, decreasing */
  double at_node[VD_MAX_T_NODES]; /* the same as log(-log(1 - p))                 */
  double any[VD_MAX_T_NODES];     /* of any, likewise                             */
  double slope[VD_MAX_T_NODES];   /* of any on at_node                            */

  const double *covariance;
  int n_quantities, rank, n_main, n_bins, *at[4], *pivot, *row;
  int first_node;                    /* of those of which the mean of 1 / N is taken */
  ptrdiff_t n_draws, n_shares, last; /* n_shares: draws that both means are taken over */
  double critical[VD_MAX_T_NODES], step[VD_MAX_T_SMOOTH], tail_step;
  double mean[VD_MAX_T_NODES], square[VD_MAX_T_NODES]; /* of 1 / N            */
  double *factor, *sd, *scale, *correlation, *load, *form, *value, *beyond, *radius,
      *tail;
  double *along, *along_form, *rest; /* by quantity: covariances with j and with the
                                        main forms, and what is left of it */
  double *near; /* by statistic: its correlation with j, and what is left of it */
  double *table, *point;        /* of vd_normal_fill(); coordinates */
  vd_within within;             /* n: 0 where there are too many */
  double *directions, *largest; /* how many, and the sum of the largest statistics at
                                   radius 1, by that statistic */
} vd_max_t;

/* Doubles and ints of workspace. */
size_t vd_max_t_work(const vd_contrasts *x);
size_t vd_max_t_iwork(const vd_contrasts *x);

/* Seconds, about. */
double vd_max_t_cost(const vd_contrasts *x);

/* Bonferroni: for n tests and `others`. */
vd_max_t vd_max_t_bonferroni(double n_tests, double others, int sides);

/* Factors the covariance and sets the nodes, down to log_p; then draws
 * [lo, hi) of n_draws, in any blocks; then the distribution. */
vd_max_t vd_max_t_begin(const vd_contrasts *x, double others, double log_p, double *work,
                        int *iwork);
void vd_max_t_draw(vd_max_t *x, ptrdiff_t lo, ptrdiff_t hi);
void vd_max_t_finish(vd_max_t *x);

/* The logarithm of the adjusted p-value: between p and (n + others) p, and monotone. */
double vd_max_t_adjust(const vd_max_t *x, double log_p);

/* The largest log p whose adjusted p-value does not exceed the level. */
double vd_max_t_local(const vd_max_t *x, double log_level);

#endif
