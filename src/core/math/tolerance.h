/* What rounding leaves of a sum whose true value is zero, relative to its terms. */
#ifndef VD_TOLERANCE_H
#define VD_TOLERANCE_H

#include <math.h>

#define VD_ROUNDING 1e-14

/* A sum of terms of this total size, 0 where it is no more than their rounding. What is
 * infinite is that. */
static inline double vd_snap(double sum, double size) {
  return isfinite(sum) && fabs(sum) <= VD_ROUNDING * size ? 0 : sum;
}

/* a - b, 0 where they are the same but for rounding. */
static inline double vd_apart(double a, double b) {
  return vd_snap(a - b, fabs(a) + fabs(b));
}

/* A difference of counts of which each is a sum over many rows, `total` over all: whole
 * numbers are exact and pass, sums of fractional weights have the rounding of them all.
 */
static inline double vd_snap_count(double difference, double total) {
  if (difference == nearbyint(difference)) return difference;
  return fabs(difference) <= 100 * VD_ROUNDING * total ? 0 : difference;
}

#endif
