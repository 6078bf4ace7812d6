/* Average precision (no interpolation): the mean over rows with the event of the share of
 * events among all rows with at least their score. Its contributions u may be NULL. */
#ifndef VD_PRECISION_H
#define VD_PRECISION_H

#include "numeric/binary.h"

vd_numeric vd_precision_average(const vd_binary *rows, const double *score,
                                const int *order, double *u);

/* The area below the precision-recall curve that is interpolated between blocks as Davis
 * & Goadrich (2006, doi:10.1145/1143844.1143874) and Keilwagen et al. (2014,
 * doi:10.1371/journal.pone.0092209) do: to match others. Nothing is known of its error.
 */
vd_numeric vd_precision_interpolated(const vd_binary *rows, const double *score,
                                     const int *order);

#endif
