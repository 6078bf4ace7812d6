#ifndef VERDICT_TEST_INVERT_H
#define VERDICT_TEST_INVERT_H

/* Confidence limits of a measure by inverting a test of it. */

/* The statistic of "the measure is `at`", which falls in `at`. A difference goes from -1
 * to 1, and 0 is equality; a ratio is given by its share, ratio / (1 + ratio), from 0 to
 * 1, and 1/2 is equality. `equality` is the statistic there, as the test has it, and
 * `observed` what the data show. */
typedef struct {
  double (*statistic)(const void *data, double at);
  const void *data;
  int difference;
  double equality, observed;
} vd_invert_curve;

/* The limits, differences or ratios, where the statistic passes quantile and -quantile.
 */
void vd_invert_limits(const vd_invert_curve *c, double quantile, double *low,
                      double *high);

/* The most likely p0 and p1 when n0 and n1 trials have s successes in all and their odds
 * ratio has the share u: (1 - u) p0 (1 - p1) = u p1 (1 - p0). */
void vd_invert_odds(double n0, double n1, double s, double u, double p[2]);

/* The most likely p where p0 = p1 + delta, or where (1 - u) p0 = u p1, of s successes and
 * f failures each (Miettinen & Nurminen 1985). */
void vd_invert_difference(const double s[2], const double f[2], double delta,
                          double p[2]);
void vd_invert_ratio(const double s[2], const double f[2], double u, double p[2]);

#endif
