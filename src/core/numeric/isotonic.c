#include "numeric/isotonic.h"

#include <math.h>

#include "numeric/order.h"

ptrdiff_t vd_isotonic_fit(const vd_binary *rows, const double *p, const int *order,
                          double *value, double *weight, ptrdiff_t *end) {
  ptrdiff_t levels = 0;
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, p, order, lo);
    double w = 0, events = 0;
    for (ptrdiff_t i = lo; i < hi; i++) {
      double one = vd_row_weight(rows, order[i]);
      w += one;
      events += one * rows->event[order[i]];
    }
    value[levels] = events / w;
    weight[levels] = w;
    end[levels++] = hi;
    /* Levels that do not rise become one. */
    for (; levels > 1 && value[levels - 2] >= value[levels - 1]; levels--) {
      ptrdiff_t a = levels - 2, b = levels - 1;
      double both = weight[a] + weight[b];
      value[a] = (weight[a] * value[a] + weight[b] * value[b]) / both;
      weight[a] = both;
      end[a] = end[b];
    }
  }
  return levels;
}

/* 0 log 0 = 0, so that what is fitted to the rows has a finite score. */
static double score_of(int event, double p, int logarithmic) {
  double d = event - p;
  if (!logarithmic) return d * d;
  return event ? -log(p) : -log1p(-p);
}

vd_isotonic_parts vd_isotonic_decompose(const vd_binary *rows, const double *p,
                                        const double *fitted, int logarithmic) {
  vd_class_sizes size = vd_binary_count(rows);
  double W = size.positive + size.negative, r = size.positive / W;
  double given = 0, refitted = 0, constant = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    given += w * score_of(rows->event[i], p[i], logarithmic);
    refitted += w * score_of(rows->event[i], fitted[i], logarithmic);
    constant += w * score_of(rows->event[i], r, logarithmic);
  }
  return (vd_isotonic_parts){given / W, (given - refitted) / W, (constant - refitted) / W,
                             constant / W};
}
