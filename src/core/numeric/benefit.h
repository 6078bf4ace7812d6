/* Net benefit of all models at many thresholds, with the covariance of them all: rows are
 * counted by class and by how many thresholds two models reach, and everything else is
 * sums over these tables. O(n) a pair of models, whatever the number of thresholds. */
#ifndef VD_BENEFIT_H
#define VD_BENEFIT_H

#include "numeric/binary.h"

/* How many of T rising thresholds each p reaches. */
void vd_benefit_levels(ptrdiff_t n, const double *p, int T, const double *threshold,
                       int *level);

/* `level` is n x C. `estimate` holds C T, models fastest, V the square of that, `work`
 * 2 T T. Rows are independent. */
void vd_benefit_joint(const vd_binary *rows, int C, const int *level, int T,
                      const double *threshold, double *estimate, double *V, double *work);

#endif
