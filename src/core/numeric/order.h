/* The order of a model's scores, found once: whatever needs ranks walks it. */
#ifndef VD_ORDER_H
#define VD_ORDER_H

#include <stddef.h>
#include <stdint.h>

/* Rows (from 0) by increasing score, stable; no score is NaN, and -0 is 0. A radix sort
 * of the bits, O(n): 11 bits a pass, and a pass in which all agree is left out. Two
 * passes (of more than a million rows three) over the first bits in which scores differ,
 * and insertion by the rest, are nearly always enough; where many agree in these and
 * differ later it takes a third pass, or all bits are sorted. `keys` holds 2 n, `other`
 * n < 2^31. */
void vd_order_scores(ptrdiff_t n, const double *score, int *order, uint64_t *keys,
                     int *other);

/* The end of the block of ties that begins at place `lo`. */
static inline ptrdiff_t vd_block_end(ptrdiff_t n, const double *score, const int *order,
                                     ptrdiff_t lo) {
  double value = score[order[lo]];
  while (++lo < n && score[order[lo]] == value) {
  }
  return lo;
}

/* The beginning of the block of ties that ends before place `hi`. */
static inline ptrdiff_t vd_block_start(const double *score, const int *order,
                                       ptrdiff_t hi) {
  double value = score[order[--hi]];
  while (hi > 0 && score[order[hi - 1]] == value) hi--;
  return hi;
}

/* Stratum after stratum (codes from 1), each in the order of the scores; `end` gets the
 * place after the last row of each. */
void vd_order_strata(ptrdiff_t n, const int *order, const int *stratum, int n_strata,
                     int *within, ptrdiff_t *end);

/* What a walk asks of each place of an order: whether its row has the event, and whether
 * its score is another than that of the place before. */
enum { VD_MARK_EVENT = 1, VD_MARK_NEW = 2 };

/* Whether the rows are of n. */
int vd_order_within(ptrdiff_t n, const int *order);

/* Returns whether `order` has scores that rise, without NaN, and ties by increasing row:
 * then no row can be there twice. */
int vd_order_mark(ptrdiff_t n, const double *score, const int *order, const int *event,
                  unsigned char *mark);

#endif
