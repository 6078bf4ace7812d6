/* Rank tests that compare the blocks with each other, too. `work` and `order` are the
 * caller's. */
#ifndef VD_QUADE_H
#define VD_QUADE_H

#include "scores/friedman.h"
#include "scores/posthoc.h"

/* Quade (1979): ranks within blocks, weighted by the rank of the block's range. `place`
 * becomes the weighted mean ranks. `work` holds 3 n, `order` n. */
vd_rank_test vd_quade_test(ptrdiff_t n, int k, const double *x, const double *rank,
                           double *place, vd_scatter *scatter, double *work,
                           ptrdiff_t *order);

/* Hodges and Lehmann (1962): ranks of all scores together, after the mean of its block is
 * taken from each. `place` becomes the mean ranks. `work` holds 3 n k, `order` n k. */
vd_rank_test vd_aligned_test(ptrdiff_t n, int k, const double *x, int higher,
                             double *place, vd_scatter *scatter, double *work,
                             ptrdiff_t *order);

#endif
