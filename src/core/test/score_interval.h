/* Intervals that invert the generalized score tests of two proportions with denominators
 * of their own (GS, WGS), for their difference, ratio and odds ratio. Under a
 * hypothetical value the two have the most likely estimates that meet it, were they of
 * different rows (Miettinen & Nurminen 1985); at equality that is the pooled proportion,
 * and the statistic the test's own. Estimates that keep the number of successes, which
 * is simpler, let relative intervals miss high values of .05, where .025 was meant. */
#ifndef VD_SCORE_INTERVAL_H
#define VD_SCORE_INTERVAL_H

#include "estimate/pair.h"
#include "test/compare.h"

/* z of the test of equality (q.test: VD_TEST_GS or VD_TEST_WGS), positive for a higher
 * proportion of the classifier. Needs rows of both, not identical, not both at the same
 * boundary. NaN where the variance is not positive. */
double vd_score_equality(const vd_pair *p, vd_test test);

/* The values of the measure that the test does not reject, two-sided: |z| <= quantile.
 * Excludes equality just when |z| of the test of equality is larger. Returns 0 if that is
 * a single point, which is no interval. */
int vd_score_limits(const vd_pair *p, vd_request q, double *low, double *high);

/* z of the test that the measure has a value inside its range. */
double vd_score_statistic(const vd_pair *p, vd_request q, double value);

#endif
