/* Are the probabilities of one model right? Rows are taken as independent given p. */
#ifndef VD_CALIBRATION_H
#define VD_CALIBRATION_H

#include "numeric/binary.h"

typedef struct {
  double statistic, log_p;
  double impossible; /* rows that p excluded: certain and wrong */
  vd_status status;
} vd_calibration_test;

/* Spiegelhalter (1986, doi:10.1002/sim.4780050506): the Brier score against what it would
 * be if p were right, normal, two-sided. */
vd_calibration_test vd_calibration_spiegelhalter(const vd_binary *rows, const double *p);

/* Arrieta-Ibarra et al. (2022, JMLR 23(351)): the largest deviation from zero of the
 * cumulative sum of truth minus p in the order of p, no bins. */
vd_calibration_test vd_calibration_cumulative(const vd_binary *rows, const double *p,
                                              const int *order);

/* log P(max |B| >= t), B Brownian motion on [0, 1]. */
double vd_log_p_brownian(double t);

/* Cox (1958, doi:10.1093/biomet/45.3-4.562): logit P(event) = a + b logit p by maximum
 * likelihood; the intercept beside it has b = 1. Contributions of the rows to the three
 * are u_slope, u_joint (a) and u_intercept; lr compares (0, 1). VD_STATUS_CERTAIN: some
 * p is 0 or 1; VD_STATUS_INFINITE: the likelihood has no maximum. */
typedef struct {
  double intercept, slope, at_slope; /* b = 1; b; a beside b */
  double lr;
  double certain; /* rows with p of 0 or 1 */
  vd_status status;
} vd_calibration_fit;

vd_calibration_fit vd_calibration_logistic(const vd_binary *rows, const double *p,
                                           double *u_intercept, double *u_slope);

/* The likelihood ratio test of (0, 1), 2 degrees of freedom, from the fit. */
vd_calibration_test vd_calibration_ratio(const vd_calibration_fit *fit);

/* Hosmer & Lemeshow (1980, doi:10.1080/03610928008827941) on test data: groups of equal
 * mass, ties together, as many degrees of freedom as groups. For comparison only. */
vd_calibration_test vd_calibration_hosmer(const vd_binary *rows, const double *p,
                                          const int *order, int groups, double *dof);

/* Expected calibration error over `bins` bins of equal width, (0, 1 / bins], ...; `work`
 * holds three times as many. It depends on them and on n, and is a description. `squared`
 * is the mean squared error of the bins less what chance adds to it (mean 0 if p is
 * right; Kumar et al. 2019, arXiv 1909.10155): NaN if there is nothing but bins of one
 * row, which have no part in it. `alone` is how many they are. */
typedef struct {
  double error, squared, alone;
} vd_calibration_bins;

vd_calibration_bins vd_calibration_ece(const vd_binary *rows, const double *p, int bins,
                                       double *work);

#endif
