/* What two numbers are compared by, and the scale on which that is a difference: as they
 * are, their logarithms or their logits. For a metric's value, and for a proportion of
 * which the counts are known (vd_pair). */
#ifndef VD_MEASURE_H
#define VD_MEASURE_H

#include "estimate/pair.h"

typedef enum {
  VD_MEASURE_DIFFERENCE = 0,
  VD_MEASURE_RATIO,
  VD_MEASURE_ODDS_RATIO
} vd_measure;

static const char *const vd_measure_names[] = {
    [VD_MEASURE_DIFFERENCE] = "difference",
    [VD_MEASURE_RATIO] = "ratio",
    [VD_MEASURE_ODDS_RATIO] = "odds_ratio",
};

/* The scale at theta, and its slope there. */
double vd_measure_scale(vd_measure measure, double theta);
double vd_measure_slope(vd_measure measure, double theta);

/* Whether the scale is infinite, or its slope is, at theta; values of ratios and odds
 * ratios lie within [0, 1]. */
int vd_measure_boundary(vd_measure measure, double theta);

/* a compared with b: Inf or NaN where there is nothing to divide by. */
double vd_measure_estimate(vd_measure measure, double a, double b);

/* The same for the proportions of a pair, from differences of counts, which are exact:
 * of 1e12 rows the two may differ on three. Gap: on the scale, where that is finite. */
double vd_measure_of_pair(vd_measure measure, const vd_pair *p);
double vd_measure_gap(vd_measure measure, const vd_pair *p);

/* Whether the scale is infinite for proportion i of a pair. */
int vd_measure_pair_boundary(vd_measure measure, const vd_pair *p, int i);

/* The coefficients of the successes and failures of proportion i in its influence:
 * difference (f, s) / m^2, log ratio (1/s - 1/m, 1/m), log odds (1/s, 1/f). */
void vd_measure_influence(vd_measure measure, const vd_pair *p, int i, double *x,
                          double *y);

#endif
