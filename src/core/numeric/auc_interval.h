/* Limits of an estimate with the standard error se, and of an area under the ROC curve by
 * the numbers of the two classes.
 *
 * t        Student's
 * logit    on the logit scale with Student's t
 * log      of a ratio, on the log scale
 * newcombe Newcombe (2006, doi:10.1002/sim.2324), method 5: the areas that a score test
 *          with Hanley & McNeil's variance, both classes of their mean size, does not
 *          reject; it holds near 0 and 1, and at 1
 * bound    exact where the separation is perfect: that needs min(m, n) independent
 *          concordant pairs */
#ifndef VD_AUC_INTERVAL_H
#define VD_AUC_INTERVAL_H

typedef enum {
  VD_AREA_T,
  VD_AREA_LOGIT,
  VD_AREA_LOG,
  VD_AREA_NEWCOMBE,
  VD_AREA_BOUND
} vd_area_interval;

static const char *const vd_area_interval_names[] = {
    [VD_AREA_T] = "t",
    [VD_AREA_LOGIT] = "logit",
    [VD_AREA_LOG] = "log",
    [VD_AREA_NEWCOMBE] = "newcombe",
    [VD_AREA_BOUND] = "separation_bound",
};

typedef struct {
  double low, high;
} vd_limits;

/* `tail` is the probability on each side that is asked for; se 0 gives no limits for the
 * first two, an area other than 0 and 1 none for the last. */
vd_limits vd_area_limits(vd_area_interval kind, double area, double se, double dof,
                         double m, double n, double tail);

#endif
