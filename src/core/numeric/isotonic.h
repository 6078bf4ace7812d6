/* Isotonic regression of the truth on p, and what a score says of calibration by it: CORP
 * (Dimitriadis et al. 2021, doi:10.1073/pnas.2016191118). */
#ifndef VD_ISOTONIC_H
#define VD_ISOTONIC_H

#include "numeric/binary.h"

/* Rows with the same p. */
typedef struct {
  double p, weight, events;
  ptrdiff_t end; /* the place in the order after the last of them */
} vd_level;

/* By increasing p; `level` holds n, how many there are is returned. */
ptrdiff_t vd_isotonic_levels(const vd_binary *rows, const double *p, const int *order,
                             vd_level *level);

/* Pools adjacent violators of L levels, O(L). Steps of the function in increasing order:
 * value, weight, and which level is the first after it. Each holds L; how many steps is
 * returned. */
ptrdiff_t vd_isotonic_pool(ptrdiff_t L, const vd_level *level, double *value,
                           double *weight, ptrdiff_t *last);

/* The events that there would be if p were right: of each level a binomial number. */
void vd_isotonic_draw(ptrdiff_t L, vd_level *level);

/* S(p) = miscalibration - discrimination + uncertainty, by the Brier score or
 * (`logarithmic`) the log loss, of the levels and the steps pooled from them. */
typedef struct {
  double score, miscalibration, discrimination, uncertainty;
} vd_isotonic_parts;

vd_isotonic_parts vd_isotonic_decompose(ptrdiff_t L, const vd_level *level,
                                        const double *value, const ptrdiff_t *last,
                                        int logarithmic);

#endif
