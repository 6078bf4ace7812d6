/* Ranks of scores. A table of scores is n x k by columns: a row is a block (a data set, a
 * fold), a column a classifier.
 *
 * Scores are results of a computation, so that ties differ in their last digits (0.9 -
 * 0.8 and 0.7 - 0.6): values count as tied when they agree to 10 decimals, where the
 * largest lies between 0.1 and 1, and else to as many digits of the largest. */
#ifndef VD_RANKS_H
#define VD_RANKS_H

#include <stddef.h>

/* What is tied becomes equal when multiplied by this and rounded to a whole number. */
double vd_rank_scale(ptrdiff_t n, const double *x);

/* Ranks from the smallest (1), ties get their average; x is overwritten by whole numbers.
 * `order` holds n. */
void vd_rank_average(ptrdiff_t n, double *x, double scale, double *rank,
                     ptrdiff_t *order);

/* Within each row, from the best (1): the largest if `higher`, else the smallest. NAN
 * gets NAN and is not counted. `row` holds 2 k, `order` k. */
void vd_rank_rows(ptrdiff_t n, int k, const double *x, int higher, double *rank,
                  double *row, ptrdiff_t *order);

#endif
