/* The permutation distribution behind Friedman's test: within each row all orders of its
 * ranks, ties as they are, are equally likely. The statistic grows with the sum of
 * squares of the column sums.
 *
 * Exact: by convolution, one row after the other, over the vectors of column sums. They
 * are exchangeable, so that only sorted vectors are kept. Ranks are doubled, hence whole.
 */
#ifndef VD_FRIEDMAN_EXACT_H
#define VD_FRIEDMAN_EXACT_H

#include <stddef.h>
#include <stdint.h>

#include "math/status.h"

enum { VD_FRIEDMAN_MOST = 10 }; /* classifiers */

/* Vectors of column sums with their probabilities, in a hash table of 2^k slots. */
typedef struct {
  uint64_t *key;
  double *p;
  size_t size, used;
} vd_rank_states;

/* Bits of a key for a column; 0 if a vector does not fit into a key. */
int vd_friedman_bits(ptrdiff_t n, int k);

/* The sorted ranks of a row, doubled, from 0. */
void vd_friedman_row(ptrdiff_t n, int k, const double *rank, int *row);

/* In how many orders they can come. */
double vd_friedman_orders(int k, const int *row);

void vd_friedman_clear(vd_rank_states *states);

/* The first row, in the order that it has. Probabilities are kept 2^1000-fold: of 2000
 * rows they are numbers still. */
void vd_friedman_start(int k, int bits, const int *row, vd_rank_states *to);

/* Adds a row to the vectors in slots [lo, hi) of `from`, which are of `n_before` rows.
 * VD_STATUS_FULL: no room in `to`. */
vd_status vd_friedman_add(int k, int bits, int n_before, const int *row,
                          const vd_rank_states *from, size_t lo, size_t hi,
                          vd_rank_states *to);

/* log P(sum of squares >= that of `sum`), the column sums of all n ranks. */
double vd_friedman_log_tail(ptrdiff_t n, int k, int bits, const double *sum,
                            const vd_rank_states *states);

/* The sum of squares of the column sums in one random draw. `rank` is k x n (a row of the
 * table is together) and is shuffled; `sum` holds k. */
double vd_friedman_draw(ptrdiff_t n, int k, double *rank, double *sum);

#endif
