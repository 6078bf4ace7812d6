/* Two proportions on the same rows, the sufficient statistic of every paired
 * comparison of precision, NPV, recall, specificity or accuracy.
 *
 * For classifier i (0: the classifier, 1: the reference) s_i counts the rows for
 * it (say true positives) and f_i the rows against it (false positives). ss, ff
 * and sf are the cross products summed over clusters. When every row is its own
 * cluster they are cell counts; for proportions with a common denominator
 * (accuracy, recall, specificity) they then are McNemar's table:
 *   ss[1] both right, sf01 only the classifier, sf10 only the reference, ff[1] neither.
 */
#ifndef VD_PAIR_H
#define VD_PAIR_H

#include "estimate/moments.h"

typedef struct {
  double s[2], f[2];
  double ss[3], ff[3]; /* 00, 01, 11 */
  double sf00, sf01, sf10, sf11;
} vd_pair;

vd_pair vd_pair_make(const vd_moments *m, int classifier, int reference, int successes,
                     int failures);

/* The two agree on every cluster (every row, when rows are clusters). */
int vd_pair_identical(const vd_pair *p);

/* All rows that count for classifier i belong to one cluster. */
int vd_pair_one_cluster(const vd_pair *p, int i);

/* sum over clusters of (x0 s0 - y0 f0 - x1 s1 + y1 f1)^2. Written as a sum that
 * has no negative term when rows are clusters, so nothing cancels. */
double vd_pair_variance(const vd_pair *p, const double x[2], const double y[2]);

#endif
