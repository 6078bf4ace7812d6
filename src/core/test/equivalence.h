/* Tests that what compares two classifiers is above, or below, a value such as the end of
 * a margin: the score tests of Tango (1998) for differences and of Tang, Tang & Chan
 * (2003) for ratios, those of GS and WGS, the conditional ones of the odds ratio, and
 * Wald's. Each is the test that the interval of the request inverts: the limits are
 * beyond the value just where it rejects. */
#ifndef VD_EQUIVALENCE_H
#define VD_EQUIVALENCE_H

#include "estimate/pair.h"
#include "test/compare.h"

/* Logarithms of one-sided p-values; NaN where there is no such test. */
typedef struct {
  double log_above, log_below;
} vd_sides;

/* `value`: of q.measure, inside its range. q.ci says which test; intervals that invert
 * none (Newcombe's) have none. The alternative of the request is left out of account. */
vd_sides vd_equivalence_pair(const vd_pair *p, vd_request q, double value);

/* Any metric, as vd_compare_estimates(). */
vd_sides vd_equivalence_estimates(const double theta[2], double v00, double v01,
                                  double v11, vd_request q, double value);

#endif
