/* What all models are judged on: rows with a binary truth. A row of weight w counts as w
 * rows. An estimate theta(w) does not change when all weights are multiplied; its
 * contributions u_i = d theta / d w_i have sum_i w_i u_i = 0, and every variance is a sum
 * of their products (units.h). */
#ifndef VD_BINARY_H
#define VD_BINARY_H

#include <stddef.h>

#include "math/status.h"

typedef struct {
  ptrdiff_t n;
  const int *event;     /* 1: the event, 0: not */
  const double *weight; /* NULL: 1 each; positive */
} vd_binary;

/* An estimate, NaN with the reason. */
typedef struct {
  double value;
  vd_status status;
} vd_numeric;

static inline double vd_row_weight(const vd_binary *rows, ptrdiff_t i) {
  return rows->weight ? rows->weight[i] : 1;
}

/* Rows with the event and without. */
typedef struct {
  double positive, negative;
} vd_class_sizes;

vd_class_sizes vd_binary_count(const vd_binary *rows);

/* OK, or which class has no row. */
vd_status vd_binary_status(vd_class_sizes size);

#endif
