/* What all models are judged on: rows with a binary truth. A row of weight w counts as w
 * rows. An estimate theta(w) does not change when all weights are multiplied; its
 * contributions u_i = d theta / d w_i have sum_i w_i u_i = 0, and every variance is a sum
 * of their products (units.h). */
#ifndef VD_BINARY_H
#define VD_BINARY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "math/status.h"

/* x where `yes` is 1, where it is 0 nothing: without a branch, since classes cannot be
 * foreseen. */
static inline double vd_where(int yes, double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  bits &= -(uint64_t)yes;
  memcpy(&x, &bits, sizeof bits);
  return x;
}

/* Rows with the event and without. */
typedef struct {
  double positive, negative;
} vd_class_sizes;

typedef struct {
  ptrdiff_t n;
  const int *event;           /* 1: the event, 0: not */
  const double *weight;       /* NULL: 1 each; positive */
  const vd_class_sizes *size; /* their sums where known, of whole weights; or NULL */
  int sampled;                /* weights are of a sample: they count no rows */
} vd_binary;

/* An estimate, NaN with the reason. */
typedef struct {
  double value;
  vd_status status;
} vd_numeric;

static inline double vd_row_weight(const vd_binary *rows, ptrdiff_t i) {
  return rows->weight ? rows->weight[i] : 1;
}

vd_class_sizes vd_binary_count(const vd_binary *rows);

/* OK, or which class has no row. */
vd_status vd_binary_status(vd_class_sizes size);

#endif
