/* Which classifiers differ? Tests of pairs and contrasts, from a place of each of k
 * classifiers (a mean, a mean rank) and the standard error that any two differences
 * share. */
#ifndef VD_POSTHOC_H
#define VD_POSTHOC_H

#include <stddef.h>

#include "math/status.h"
#include "math/tails.h"

typedef struct {
  double se;        /* of the difference of two places     */
  double dof;       /* INFINITY: normal                    */
  vd_status status; /* why there is no standard error      */
} vd_scatter;

/* What makes the p-values of all pairs, or of all contrasts, hold together. */
typedef enum {
  VD_TOGETHER_NONE = 0,
  VD_TOGETHER_RANGE,        /* the studentized range: Tukey, Nemenyi            */
  VD_TOGETHER_NEWMAN_KEULS, /* the range of as many as lie between, step by step */
  VD_TOGETHER_SCHEFFE       /* any contrast, also one that the data suggested   */
} vd_together;

static const char *const vd_together_names[] = {
    [VD_TOGETHER_NONE] = "none",
    [VD_TOGETHER_RANGE] = "range",
    [VD_TOGETHER_NEWMAN_KEULS] = "newman_keuls",
    [VD_TOGETHER_SCHEFFE] = "scheffe",
};

/* sum w_j place_j with sum w_j = 0, over its standard error. */
typedef struct {
  double estimate, se, statistic, log_p;
} vd_contrast;

vd_contrast vd_posthoc_contrast(int k, const double *place, vd_scatter scatter,
                                const double *weight, vd_alternative alternative);
vd_contrast vd_posthoc_pair(const double *place, vd_scatter scatter, int a, int b,
                            vd_alternative alternative);

/* The same of estimates theta with covariance V (k x k): what has no weight need not be
 * known. Of no variance the p-value is 1 where the estimate is 0, and NAN elsewhere. */
vd_contrast vd_posthoc_linear(int k, const double *theta, const double *V, double dof,
                              const double *weight, vd_alternative alternative);

/* The two-sided p-value of a statistic among all pairs (range) or contrasts (Scheffe). */
double vd_posthoc_log_p(double statistic, int k, double dof, vd_together together);

/* The difference in standard errors that is just significant: |statistic| at `log_alpha`.
 */
double vd_posthoc_critical(double log_alpha, int k, double dof, vd_together together);

/* Newman and Keuls: for the places in rising `order`, log p of the range from the a-th to
 * the b-th in log_p[a + b k], a < b, never below that of a range around it. */
void vd_posthoc_ranges(int k, const double *place, vd_scatter scatter,
                       const ptrdiff_t *order, double *log_p);

/* Sizes of effect of columns a and b: the share of the n units on which a has the better
 * (smaller) rank, ties half; the mean difference over its standard deviation, NAN where
 * that is no more than rounding. */
double vd_posthoc_win(ptrdiff_t n, const double *rank, int a, int b);
double vd_posthoc_gap(ptrdiff_t n, const double *x, int a, int b);

#endif
