/* Bayesian comparison of two classifiers by the differences of their scores, with a
 * region of practical equivalence [-rope, rope]: how probable is each of the three
 * answers? */
#ifndef VD_BAYES_H
#define VD_BAYES_H

#include <stddef.h>

/* Left of the region, in it, right of it. */
enum { VD_LEFT, VD_ROPE, VD_RIGHT, VD_CELLS };

/* Correlated t test (Corani & Benavoli 2015): the posterior of the mean of n >= 2
 * differences of which any two have correlation `rho` < 1 is Student's t with `dof`,
 * `location` and `scale`. */
typedef struct {
  double location, scale, dof;
} vd_bayes_t;

vd_bayes_t vd_bayes_correlated(const double *d, ptrdiff_t n, double rho);

/* A scale of zero is a point mass, of which each half counts at an end of the region. */
void vd_bayes_t_split(vd_bayes_t posterior, double rope, double cell[VD_CELLS]);

/* How many differences there are in each cell; one within `slack` of an end is in the
 * region. */
void vd_bayes_count(const double *d, ptrdiff_t n, double rope, double slack,
                    double cell[VD_CELLS]);

/* Sign test (Benavoli et al. 2014): the probability of each cell to be the largest of
 * shares that have a Dirichlet distribution with these parameters. A parameter of zero is
 * a share of zero; the sum is positive. By quadrature, with an error below 1e-10. */
void vd_bayes_largest(const double alpha[VD_CELLS], double cell[VD_CELLS]);

/* Signed-rank test (Benavoli et al. 2014): shares of the weighted pairs of differences,
 * with themselves, whose mean is in each cell; the weights have a Dirichlet distribution
 * with `prior` at zero and 1 at each difference. `d` is sorted; `work` holds
 * vd_bayes_pairs_work(n) doubles, `index` vd_bayes_pairs_index(n) integers. */
typedef struct {
  ptrdiff_t n;
  double prior;
  const ptrdiff_t *above, *not_below; /* pairs with i whose sum is > (>=) 2 rope  */
  const ptrdiff_t *below, *not_above; /* pairs with i whose sum is < (<=) -2 rope */
  ptrdiff_t zero;                     /* where the prior's pseudo-difference stands */
  double *weight, *sum;
} vd_bayes_pairs;

size_t vd_bayes_pairs_work(ptrdiff_t n);
size_t vd_bayes_pairs_index(ptrdiff_t n);
vd_bayes_pairs vd_bayes_pairs_make(const double *d, ptrdiff_t n, double prior,
                                   double rope, double slack, double *work,
                                   ptrdiff_t *index);

/* One draw, from Rmath's generator. */
void vd_bayes_pairs_draw(const vd_bayes_pairs *p, double cell[VD_CELLS]);

/* Adds 1 to the count of the largest, or equal parts to those that tie. */
void vd_bayes_vote(const double cell[VD_CELLS], double count[VD_CELLS]);

#endif
