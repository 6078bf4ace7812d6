/* The permutation distribution behind Cochran's Q: given how many of the C classifiers
 * succeed on a row, all choices of them are equally likely, independently by row.
 *
 * Given the rows, Q is an increasing function of the spread of the column sums,
 * sum_{c<d} (G_c - G_d)^2. Rows on which all classifiers do the same leave it alone. */
#ifndef VD_COCHRAN_H
#define VD_COCHRAN_H

#include "estimate/outcomes.h"
#include "estimate/set.h"

/* From patterns [lo, hi), not clustered, for each class of `o`: adds to rows[L],
 * L = 0..C, the rows on which L classifiers have an outcome among `successes`, of those
 * that are in `successes` or `failures` for all classifiers alike; and to sums[c],
 * c = 0..C-1, those on which c does. Rows that neither are of the class nor called it by
 * any classifier are left out, being unanimous. O(rows x C). */
void vd_cochran_rows(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     int successes, int failures, double *rows, double *sums);

double vd_cochran_spread(int n_classifiers, const double *sums);

/* Exact distribution of the column sums by convolution, one row after the other, over a
 * grid of (rows + 1)^(C - 1) cells (the last column follows from the others). */
typedef struct {
  double cells;   /* doubles of workspace               */
  double choices; /* ptrdiff_t of workspace             */
  double steps;   /* additions, about a nanosecond each */
} vd_cochran_size;

vd_cochran_size vd_cochran_cost(int n_classifiers, const double *rows);

/* log P(spread >= observed). For two classifiers this is the exact McNemar test, and
 * needs no workspace. */
double vd_cochran_exact(int n_classifiers, const double *rows, double observed,
                        double *cell, ptrdiff_t *choice);

/* The spread in one random draw, by O(C^2) binomials (from R's generator) however many
 * rows there are. `work` holds 2C + 1 doubles. */
double vd_cochran_draw(int n_classifiers, const double *rows, double *work);

#endif
