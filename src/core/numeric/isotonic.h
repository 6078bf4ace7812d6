/* Isotonic regression of the truth on p, and what a score says of calibration by it: CORP
 * (Dimitriadis et al. 2021, doi:10.1073/pnas.2016191118). */
#ifndef VD_ISOTONIC_H
#define VD_ISOTONIC_H

#include "numeric/binary.h"

/* Equal p are pooled first, then adjacent violators, O(n). Levels of the step function in
 * increasing order: its value, the weight of its rows, and the place in the order after
 * its last row. Each holds n; how many levels is returned. */
ptrdiff_t vd_isotonic_fit(const vd_binary *rows, const double *p, const int *order,
                          double *value, double *weight, ptrdiff_t *end);

/* S(p) = miscalibration - discrimination + uncertainty, by the Brier score or
 * (`logarithmic`) the log loss; `fitted` holds the isotonic value of every row. */
typedef struct {
  double score, miscalibration, discrimination, uncertainty;
} vd_isotonic_parts;

vd_isotonic_parts vd_isotonic_decompose(const vd_binary *rows, const double *p,
                                        const double *fitted, int logarithmic);

#endif
