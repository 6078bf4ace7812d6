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

#endif
