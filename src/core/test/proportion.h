/* Intervals for one proportion x / n, 0 <= x <= n, n > 0; z is the normal
 * quantile, alpha the total error. Counts need not be whole. Limits are exact at
 * the ends: 0 when x = 0, 1 when x = n. Brown, Cai & DasGupta (2001). */
#ifndef VD_PROPORTION_H
#define VD_PROPORTION_H

#include "math/tails.h"

void vd_wilson(double x, double n, double z, double *low, double *high);
void vd_agresti_coull(double x, double n, double z, double *low, double *high);
void vd_clopper_pearson(double x, double n, double alpha, double *low, double *high);
void vd_proportion_midp(double x, double n, double alpha, double *low, double *high);

/* From an estimate in [0, 1] and its standard error. Not defined at 0 and 1: it
 * returns 0 there and leaves the limits alone. */
int vd_proportion_logit(double p, double se, double z, double *low, double *high);

/* The same of an estimate in [0, inf) by its logarithm, not defined at the ends. */
int vd_positive_log(double value, double se, double z, double *low, double *high);

/* Is the proportion p0? z with the variance under p0, whose interval is Wilson's: NaN
 * where nothing varies. Log p-values of the exact and the mid-p test, two-sided twice the
 * smaller tail, whose intervals are Clopper's and Pearson's and the mid-p one. */
double vd_proportion_z(double x, double n, double p0);
double vd_proportion_logit_z(double p, double se, double p0);
double vd_positive_log_z(double value, double se, double null);
double vd_proportion_log_p_exact(double x, double n, double p0,
                                 vd_alternative alternative);
double vd_proportion_log_p_midp(double x, double n, double p0,
                                vd_alternative alternative);

#endif
