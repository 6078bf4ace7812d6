/* Score tests and intervals of a metric that rests on several proportions: an average
 * over classes, F, kappa. The metric is taken as the sum of its influences, those at the
 * mean of the two confusion matrices; for averages of recall this is exact. The truth is
 * held fixed, so that the rows of each class are draws of their own. Under "the
 * difference is D" the shares of the rows are the most likely ones that give it, among
 * all that could occur, seen or not; the statistic is the difference less D over its
 * standard error under these shares. Where all rows are one sample this is Tango's
 * (1998), of one classifier Wilson's (1927); such shares are those of Miettinen and
 * Nurminen (1985) and, in general, of Owen (1990). Where each class is a sample and two
 * classifiers are compared, a class's variance is times rows / (rows - 1), as theirs, and
 * what is lost as both are scored at their mean is added. */
#ifndef VD_COMPOSITE_H
#define VD_COMPOSITE_H

#include "estimate/measure.h"
#include "estimate/metrics.h"

/* Rows that are alike: `value`, the influence of one on each metric times the rows of its
 * stratum; `own`, the sums of their influences at each one's own confusion matrix, and
 * `square`, of the products of these. No rows, where they could occur but did not. */
typedef struct {
  int stratum; /* the true class, until strata are put together */
  double count, value[2], own[2], square[3];
} vd_composite_cell;

typedef struct {
  vd_composite_cell *cell; /* room for vd_composite_room() of them */
  size_t n_cells;          /* strata follow each other */
  double theta[2];         /* the metric's values; by itself the second is 0 */
  int alone;
  int enlarge;         /* whether variances of strata are times rows / (rows - 1) */
  double lower, upper; /* the metric's range */
} vd_composite;

size_t vd_composite_room(const vd_set *set);

/* What the strata are: all rows as one, the true classes, or one class (0-based) and the
 * rest, to which a metric of that class is the same. */
enum { VD_STRATA_ONE = -2, VD_STRATA_CLASSES = -1 };

/* Rows are scored by the effects `at`; `own`: those of the classifier and of the
 * reference, which is NULL for a classifier by itself. */
void vd_composite_fill(vd_composite *x, const vd_set *set, const vd_effects *at,
                       const vd_effects *const own[2], int strata);

/* The statistic of "the difference (ratio; by itself the metric) is `value`": standard
 * normal, falling in `value`. 0 where the two are as alike as they are said to be, and
 * infinite where no shares could give the value. */
double vd_composite_score(const vd_composite *x, vd_measure measure, double value);

/* NaN for the ratio of two zeros. */
void vd_composite_limits(const vd_composite *x, vd_measure measure, double quantile,
                         double *low, double *high);

#endif
