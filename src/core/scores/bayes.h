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

/* Classifiers with a common distribution at the top (Gelman, Hill & Yajima 2012): on unit
 * i classifier c scores b_i + a_c + e_ic, where e_ic is normal with variance s^2 and a_c
 * with variance t^2. The mean of a classifier's e_ic has variance s^2 factor. The share
 * t^2 / (t^2 + s^2 factor) that is kept of a difference is uniform before the data
 * (Strawderman 1971), s^2 has density 1 / s^2. Given the share, a difference has
 * Student's t distribution, and the share's own density is known: what is asked is one
 * sum over nodes of its logit. */
typedef struct {
  double between; /* sum of squares of the means about their mean, over the factor */
  double within;  /* residual sum of squares, above 0                              */
  double n;       /* classifiers                                                   */
  double residual_dof, factor;
} vd_bayes_level;

/* Nodes, and what each is: its weight (they add up to 1), the share, and the scale of a
 * difference, whose location is the share of the difference of the means; dof is that of
 * all. */
typedef struct {
  ptrdiff_t n;
  double dof;
  double *weight, *share, *scale;
} vd_bayes_nodes;

ptrdiff_t vd_bayes_level_nodes(const vd_bayes_level *x);
void vd_bayes_level_fill(const vd_bayes_level *x, vd_bayes_nodes *nodes);

void vd_bayes_nodes_split(const vd_bayes_nodes *x, double gap, double rope,
                          double cell[VD_CELLS]);

/* Below which the difference is with probability p. */
double vd_bayes_nodes_quantile(const vd_bayes_nodes *x, double gap, double p);

/* How many differences there are in each cell; one within `slack` of an end is in the
 * region. */
void vd_bayes_count(const double *d, ptrdiff_t n, double rope, double slack,
                    double cell[VD_CELLS]);

/* Sign test (Benavoli et al. 2014): the probability of each cell to be the largest of
 * shares that have a Dirichlet distribution with these parameters. A parameter of zero is
 * a share of zero; where all are, the sides have a half each. By quadrature, with an
 * error below 1e-10. */
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
