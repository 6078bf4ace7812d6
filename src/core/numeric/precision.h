/* Average precision (no interpolation): the mean over rows with the event of the share of
 * events among all rows with at least their score. Its contributions u may be NULL. */
#ifndef VD_PRECISION_H
#define VD_PRECISION_H

#include "numeric/binary.h"

vd_numeric vd_precision_average(const vd_binary *rows, const double *score,
                                const int *order, double *u);

#endif
