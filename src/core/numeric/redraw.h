/* Bootstrap of numeric evidence: rows are drawn again, and the stored order is walked
 * with how often each was drawn, O(n) a replicate and no sort. One draw serves all
 * models. */
#ifndef VD_REDRAW_H
#define VD_REDRAW_H

#include "numeric/binary.h"

/* `unit` has the row of each unit, those of the first part first: the classes, or
 * (n_units[1] is 0) all together. `weight` holds a number a row. */
typedef struct {
  ptrdiff_t n;
  const int *unit;
  ptrdiff_t n_units[2];
  double *weight;
} vd_redraw;

/* How often each row is drawn, each part as often as it has units. */
void vd_redraw_rows(vd_redraw *urn);

/* The variance of slope_u u - slope_v v with these weights, each class by its own number
 * of rows or (not `between`) all by theirs; v may be NULL. */
double vd_redraw_variance(const vd_binary *rows, int between, const double *u,
                          double slope_u, const double *v, double slope_v);

/* Sensitivity at K rising false positive rates, ties joined by straight lines. */
void vd_curve_roc(const vd_binary *rows, const double *score, const int *order,
                  const double *rate, int K, double *sensitivity);

/* Precision at the highest score that reaches each of K rising recalls. */
void vd_curve_precision(const vd_binary *rows, const double *score, const int *order,
                        const double *recall, int K, double *precision);

#endif
