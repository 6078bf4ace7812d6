/* Areas under the ROC curves of several models on the same rows, without weights, and
 * their joint covariance by DeLong, DeLong & Clarke-Pearson (1988, doi:10.2307/2531595):
 * as vd_auc(), vd_units_fill() and vd_units_cross() find them, with four bytes a row and
 * model in the place of eight, and one look at each. */
#ifndef VD_AREAS_H
#define VD_AREAS_H

#include "numeric/binary.h"

/* Rows that are taken at once, and rows whose products are added up by themselves:
 * whoever finds them, and in whatever order, the sum of the stretches is the same. */
enum { VD_AREAS_BLOCK = 512, VD_AREAS_STRETCH = 128 * VD_AREAS_BLOCK };

/* Twice what each row has of the other class on the right side, a tie being half of one;
 * returns the sum over the rows with the event. `order` and `mark` as of vd_auc(). */
int64_t vd_areas_places(const vd_binary *rows, const int *order,
                        const unsigned char *mark, ptrdiff_t positive, uint32_t *twice);

/* Of q models with their places in columns of `twice`, of which there are two rows or
 * more of each class: what rows [lo, hi) add to the covariance of the areas, those with
 * the event to `with` and the others to `without`, in the lower triangle. `room` holds q
 * VD_AREAS_BLOCK. */
void vd_areas_cross(const vd_binary *rows, vd_class_sizes size, int q,
                    const uint32_t *twice, const double *area, ptrdiff_t lo, ptrdiff_t hi,
                    double *without, double *with, double *room);

/* The covariance over all rows in the place of `without`, and what the rows with the
 * event add, whole. */
void vd_areas_finish(int q, double *without, double *with);

#endif
