/* Areas under the ROC curve of one model: rows in `order` by increasing score, the higher
 * score speaks for the event. Ties are equal doubles; `mark` is that of vd_order_mark().
 * The contributions u, one a row, may be NULL where they are not wanted.
 *
 * DeLong et al. (1988, doi:10.2307/2531595); one walk over the order, as Sun & Xu (2014,
 * doi:10.1109/LSP.2014.2337313) reach it by midranks. Twice the number of concordant
 * pairs is whole, and exact below 2^53, so that equal and perfect rankings are equal and
 * perfect in every bit. */
#ifndef VD_AUC_H
#define VD_AUC_H

#include "numeric/binary.h"

vd_numeric vd_auc(const vd_binary *rows, const int *order, const unsigned char *mark,
                  double *u);

/* Within strata: the mean of their areas by their numbers of pairs. `order` and `end` are
 * those of vd_order_strata(); a stratum of one class has no part. `mark` is free, n;
 * `share` and `value` get those of each stratum. */
vd_numeric vd_auc_strata(const vd_binary *rows, const double *score, const int *order,
                         const ptrdiff_t *end, int n_strata, unsigned char *mark,
                         double *u, double *share, double *value);

/* Pairs of a row with the event and one without that have the same score. */
double vd_auc_ties(const vd_binary *rows, const double *score, const int *order);

/* Area under the curve over false positive rates from 0 to `most`, ties joined by
 * straight lines, and its derivatives there (Dodd & Pepe 2003,
 * doi:10.1111/1541-0420.00071). By sensitivity: `mirrored`, over true positive rates from
 * 1 - `most` to 1, which is that of exchanged classes and negated scores. */
vd_numeric vd_auc_partial(const vd_binary *rows, const double *score, const int *order,
                          double most, int mirrored, double *u);

#endif
