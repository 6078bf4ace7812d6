/* Areas under the ROC curves of several models on the same rows, without weights, and
 * their joint covariance by DeLong, DeLong & Clarke-Pearson (1988, doi:10.2307/2531595):
 * as vd_auc(), vd_units_fill() and vd_units_cross() find them, with four bytes a row and
 * model in the place of eight, and one look at each. */
#ifndef VD_AREAS_H
#define VD_AREAS_H

#include "numeric/binary.h"

/* Rows of which both are taken at once. */
enum { VD_AREAS_BLOCK = 512 };

/* Twice what each row has of the other class on the right side, a tie being half of one;
 * returns the sum over the rows with the event. `order` and `mark` as of vd_auc(). */
int64_t vd_areas_places(const vd_binary *rows, const int *order,
                        const unsigned char *mark, ptrdiff_t positive, uint32_t *twice);

/* Of q models with their places in columns of `twice`: covariance of the areas over all
 * rows, and what the rows with the event add. Of each class there are two rows or more.
 * `room` holds q VD_AREAS_BLOCK. */
void vd_areas_cross(const vd_binary *rows, vd_class_sizes size, int q,
                    const uint32_t *twice, const double *area, double *all, double *with,
                    double *room);

#endif
