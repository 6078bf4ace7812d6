/* Power of tests for two classifiers on the same rows: exact for McNemar's family, and
 * by simulation for every test of a pair of proportions. */
#ifndef VD_POWER_H
#define VD_POWER_H

#include "estimate/metrics.h"
#include "estimate/pair.h"
#include "test/compare.h"

/* A test of McNemar's family that rejects when its p-value is at most exp(log_alpha);
 * VD_TEST_SIGN is VD_TEST_EXACT. */
typedef struct {
  vd_test test;
  vd_alternative alternative;
  double log_alpha;
} vd_power_rule;

/* The least x at which the rule rejects when x of k discordant rows are the
 * classifier's (two-sided: x >= k / 2, the other side mirrors it; less: the
 * reference's rows), k + 1 if there is none. least[k - lo] for k = lo, ..., hi.
 * From k to k + 1 it rises by 0 or 1, since the tail at (k + 1, x) is the mean of
 * those at (k, x) and (k, x - 1); so O(1) p-values for each k. */
void vd_power_least(vd_power_rule rule, double lo, double hi, double *least);

/* Probability of rejection given k discordant rows, each the classifier's with
 * probability `share`: given[k - lo]. It may be the same array as `least`. */
void vd_power_given(vd_alternative alternative, double share, double lo, double hi,
                    const double *least, double *given);

/* Numbers of discordant rows of n that leave out less than 2e-17 of probability. */
void vd_power_range(double n, double discordant, double *lo, double *hi);

/* Unconditional power: sum over k of Bin(k; n, discordant) given[k - lo]. `given` must
 * hold the range of n. O(sqrt(n)). */
double vd_power_discordant(double n, double discordant, double lo, const double *given);

/* -- simulation ------------------------------------------------------------------ */

/* Eight cells: rows of the class, then rows of others; within these called positive by
 * both, only by the classifier, only by the reference, by neither. */
enum { VD_POWER_CELLS = 8 };

vd_pair vd_power_pair(const double cell[VD_POWER_CELLS], int successes, int failures);

typedef struct {
  vd_request request;
  vd_metric metric; /* a proportion */
} vd_power_test;

/* One multinomial draw of n rows, by binomials from the first cell to the last. */
void vd_power_draw(const double probability[VD_POWER_CELLS], double n,
                   double count[VD_POWER_CELLS]);

/* Adds to rejected[i] the trials, of those asked for, in which test i has a p-value of at
 * most exp(log_alpha), and to undefined[i] those in which it has none. All tests see
 * the same draws. */
void vd_power_simulate(const double probability[VD_POWER_CELLS], double n, int trials,
                       const vd_power_test *test, int n_tests, double log_alpha,
                       double *rejected, double *undefined);

#endif
