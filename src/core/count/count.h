/* Counting equal rows in one pass: what direct.h and hash.h share.
 *
 * When a packed row has at most VD_DIRECT_BITS bits it is itself the address of
 * its counter (direct.h). Otherwise counters live in a hash table (hash.h) that
 * the caller enlarges when told so. Either way nothing is allocated per row.
 * Counts are 64-bit integers, or doubles when the rows have weights. */
#ifndef VD_COUNT_H
#define VD_COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "count/key.h"
#include "math/status.h"

/* Asks for memory that will be written soon. */
#if defined(__GNUC__)
#define VD_PREFETCH(address) __builtin_prefetch(address, 1)
#else
#define VD_PREFETCH(address) ((void)0)
#endif

typedef union {
  uint64_t key; /* of a hash entry; of a count, 0 when it is zero */
  int64_t n;    /* rows                                           */
  double w;     /* sum of weights                                 */
} vd_cell;

/* Weights are int or double, both NULL for none; none is negative or NaN. */
typedef struct {
  const int *whole;
  const double *real;
} vd_weights;

/* The rows to count. */
typedef struct {
  vd_layout layout;
  const vd_column *col; /* [layout.n_col] */
  vd_weights weights;
} vd_rows;

/* The counters, zeroed to begin with. Direct: cell[key]. Hash: entries of n_words
 * keys and, in their last cell, a count; an entry is empty when its count is 0. */
typedef struct {
  vd_cell *cell;
  bool direct;
  int bits;      /* 1 << bits places               */
  int n_words;   /* of a key; 0 when direct        */
  size_t size;   /* cells of an entry              */
  size_t n_used; /* entries of a hash table in use */
} vd_tally;

/* min(hi - lo, VD_CHUNK) */
ptrdiff_t vd_count_chunk(ptrdiff_t lo, ptrdiff_t hi);

bool vd_count_weighted(const vd_weights *w);

/* Weights of rows lo, ..., lo + n - 1 as doubles. */
void vd_count_weights(const vd_weights *w, ptrdiff_t lo, ptrdiff_t n, double *out);

/* First row in [lo, hi) whose weight is negative, infinite or NaN (or, as an
 * integer, NA), or -1. Adds to *zero the weights that are 0, to *sum the sum. */
ptrdiff_t vd_count_check_weights(const vd_weights *w, ptrdiff_t lo, ptrdiff_t hi,
                                 double *zero, double *sum);

/* Takes their pattern from rows of weight 0: pattern[i] = 0. */
void vd_count_drop_zero(const vd_weights *w, ptrdiff_t lo, ptrdiff_t hi, int *pattern);

/* Cells in use. */
size_t vd_count_used(const vd_tally *tally);

/* Key (n_words) and counter of the cell at a position. */
void vd_count_key(const vd_tally *tally, size_t position, uint64_t *key);
vd_cell *vd_count_cell(const vd_tally *tally, size_t position);

/* Rows in [lo, hi) with a slot that has no class (map[j][slot] == 0): adds those
 * with any to missing[0], those of column j to missing[1 + j]. Rows of weight 0
 * are passed over. */
void vd_count_missing(const vd_rows *rows, const int *const *map, ptrdiff_t lo,
                      ptrdiff_t hi, double *missing);

#endif
