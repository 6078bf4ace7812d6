/* What rounding leaves of a sum whose true value is zero, relative to its terms. */
#ifndef VD_TOLERANCE_H
#define VD_TOLERANCE_H

#include <math.h>

#define VD_ROUNDING 1e-14

/* A sum of terms of this total size, 0 where it is no more than their rounding. */
static inline double vd_snap(double sum, double size) {
  return fabs(sum) <= VD_ROUNDING * size ? 0 : sum;
}

#endif
