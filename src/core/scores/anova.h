/* Analysis of variance of k classifiers on n blocks (the folds of a cross-validation): as
 * if their scores were independent samples (Alpaydin 2004, ch. 14), and with the blocks
 * taken out. */
#ifndef VD_ANOVA_H
#define VD_ANOVA_H

#include "scores/friedman.h"
#include "scores/posthoc.h"

/* Sums of squares: between classifiers, within them, and within them less the blocks.
 * What is no more than the rounding of the scores is 0. */
typedef struct {
  double between, within, residual;
} vd_anova;

/* `place` becomes the means of the classifiers. */
vd_anova vd_anova_sums(ptrdiff_t n, int k, const double *x, double *place);

/* The F test; `scatter` is that of the difference of two means. Statuses as above;
 * without any spread VD_STATUS_ZERO_VARIANCE, or VD_STATUS_EQUAL_SCORES with p = 1 where
 * the classifiers have the same scores. `inflation` >= 1 divides F: blocks whose training
 * sets overlap vary together (after Nadeau and Bengio 2003: 1 + n n_test / n_train). */
vd_rank_test vd_anova_test(ptrdiff_t n, int k, vd_anova sums, int blocked,
                           double inflation, vd_scatter *scatter);

/* By how much the degrees of freedom shrink when the differences of classifiers vary
 * differently: Greenhouse and Geisser (1959), Huynh and Feldt (1976). NAN with fewer
 * blocks than classifiers. `work` holds k (k + 1). */
typedef struct {
  double greenhouse_geisser, huynh_feldt;
} vd_sphericity;

vd_sphericity vd_anova_sphericity(ptrdiff_t n, int k, const double *x, double *work);

/* The same statistic with both degrees of freedom times epsilon. */
vd_rank_test vd_anova_shrink(vd_rank_test test, double epsilon);

#endif
