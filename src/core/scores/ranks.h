/* Ranks of scores. A table of scores is n x k by columns: a row is a block (a data set, a
 * fold), a column a classifier.
 *
 * Scores are results of a computation, so that ties differ in their last digits (0.9 -
 * 0.8 and 0.7 - 0.6): values are tied when they agree to ten digits of what they were
 * computed from. Of a score these are its own digits, and at most 13 decimals; of a range
 * or an aligned score those of the scores of its row. A large score elsewhere makes no
 * ties. */
#ifndef VD_RANKS_H
#define VD_RANKS_H

#include <stddef.h>

/* How far values that were computed from numbers of this size lie apart at most where
 * they are tied. */
double vd_rank_slack(double size);

/* The largest of k absolute values, of which one is every `step`-th. */
double vd_rank_largest(ptrdiff_t k, const double *x, ptrdiff_t step);

/* Ranks from the smallest (1), ties get their average: what lies no more than `slack`
 * above the smallest of its group, the larger of the two. `order` holds n. */
void vd_rank_average(ptrdiff_t n, const double *x, const double *slack, double *rank,
                     ptrdiff_t *order);

/* The same of scores; `slack` (n) is written. */
void vd_rank_scores(ptrdiff_t n, const double *x, double *slack, double *rank,
                    ptrdiff_t *order);

/* Within each row, from the best (1): the largest if `higher`, else the smallest. NAN
 * gets NAN and is not counted. `row` holds 3 k, `order` k. */
void vd_rank_rows(ptrdiff_t n, int k, const double *x, int higher, double *rank,
                  double *row, ptrdiff_t *order);

#endif
