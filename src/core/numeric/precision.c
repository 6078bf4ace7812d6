#include "numeric/precision.h"

#include <math.h>

#include "numeric/order.h"

/* The rows from the best down to a block: T events and F others, of which the block has p
 * and q. */
typedef struct {
  ptrdiff_t lo, hi;
  double p, q, T, F;
} reach;

static int next_reach(const vd_binary *rows, const double *score, const int *order,
                      reach *x) {
  if (x->lo == 0) return 0;
  x->hi = x->lo;
  x->lo = vd_block_start(score, order, x->hi);
  x->p = x->q = 0;
  for (ptrdiff_t i = x->lo; i < x->hi; i++) {
    double w = vd_row_weight(rows, order[i]);
    *(rows->event[order[i]] ? &x->p : &x->q) += w;
  }
  x->T += x->p;
  x->F += x->q;
  return 1;
}

static vd_status precision_status(const vd_binary *rows, double *m) {
  vd_class_sizes size = vd_binary_count(rows);
  *m = size.positive;
  return vd_binary_status(size);
}

vd_numeric vd_precision_average(const vd_binary *rows, const double *score,
                                const int *order, double *u) {
  double m, sum = 0, lost = 0, gained = 0;
  vd_status status = precision_status(rows, &m);
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  reach x = {.lo = rows->n};
  while (next_reach(rows, score, order, &x)) {
    double N = x.T + x.F;
    if (N == 0) continue; /* rows of weight 0 */
    sum += x.p * x.T / N;
    gained += x.p * x.F / (N * N);
    lost += x.p * x.T / (N * N);
  }
  if (gained == 0) { /* no other row scores as high as an event: perfect in every bit */
    for (ptrdiff_t i = 0; u && i < rows->n; i++) u[i] = 0;
    return (vd_numeric){1, VD_STATUS_OK};
  }
  double average = sum / m;
  x = (reach){.lo = rows->n};
  while (u && next_reach(rows, score, order, &x)) {
    double N = x.T + x.F;
    if (N == 0) {
      for (ptrdiff_t i = x.lo; i < x.hi; i++) u[order[i]] = 0;
      continue;
    }
    for (ptrdiff_t i = x.lo; i < x.hi; i++) {
      u[order[i]] = rows->event[order[i]] ? (x.T / N - average + gained) / m : -lost / m;
    }
    gained -= x.p * x.F / (N * N);
    lost -= x.p * x.T / (N * N);
  }
  return (vd_numeric){average, VD_STATUS_OK};
}

/* The integral over p events of (T0 + x) / (T0 + F0 + (1 + q / p) x). */
static double block_area(const reach *x) {
  double r = 1 + x->q / x->p, T0 = x->T - x->p, c = (T0 + x->F - x->q) / r;
  if (c <= 0) return x->p / r;
  return (x->p + (T0 - c) * log1p(x->p / c)) / r;
}

vd_numeric vd_precision_interpolated(const vd_binary *rows, const double *score,
                                     const int *order) {
  double m, sum = 0;
  vd_status status = precision_status(rows, &m);
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  reach x = {.lo = rows->n};
  while (next_reach(rows, score, order, &x)) {
    if (x.p > 0) sum += block_area(&x);
  }
  return (vd_numeric){sum / m, VD_STATUS_NO_ERROR};
}
