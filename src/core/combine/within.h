/* P(all of n standard normal statistics are within t): |Z_j| < t, or Z_j < t.
 *
 * One statistic after the other given those before, each drawn within its bounds (Genz
 * 1992; of statistics that others determine, the bounds of these: Genz & Kwong 2000).
 * What they share comes first: a factor f with Cov(f, Z_j) = load_j, which all are given.
 * Where they depend on each other by one factor only, as equally correlated ones do, the
 * mean is one integral over f. */
#ifndef VD_WITHIN_H
#define VD_WITHIN_H

#include <stddef.h>

/* More take too long. */
enum { VD_WITHIN_MOST = 128 };

typedef struct {
  int n, rank, sides, has_factor;
  const double *table; /* of vd_normal_fill() */
  double *row;   /* n x n, by rows: what statistic k is made of, beside the factor  */
  double *load;  /* of statistic k on the factor */
  double *value; /* of what they are made of, in a point */
  int *from;     /* rank + 1: statistics from[c] to from[c + 1] - 1 bound value c */
  int *used;     /* whether any statistic after these needs value c */
} vd_within;

size_t vd_within_work(int n);
size_t vd_within_iwork(int n);

/* correlation: n x n, is overwritten. table: filled. */
vd_within vd_within_begin(double *correlation, int n, int sides, const double *table,
                          double *work, int *iwork);

/* How many coordinates a point has. */
int vd_within_dimensions(const vd_within *x);

/* Of a point with coordinates within (0, 1); its mean over all points is the probability.
 */
double vd_within_point(vd_within *x, const double *point, double t);

#endif
