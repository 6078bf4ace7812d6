/* Areas under the ROC curves of models whose scores are normal in either class, and how
 * they vary together: for planning. The scores of events have `ratio` times the standard
 * deviation of the others; any two models' scores are correlated by r[1] among events and
 * r[0] among the others. Obuchowski & McClish (1997,
 * doi:10.1002/(SICI)1097-0258(19970715)16:13<1529::AID-SIM565>3.0.CO;2-H) approximate the
 * same. */
#ifndef VD_BINORMAL_H
#define VD_BINORMAL_H

/* P(X <= h and Y <= k) of standard normal variables with the correlation r, -1 < r < 1.
 */
double vd_normal_both(double h, double k, double r);

/* The covariances of the areas a and b of rows with the event (s[1]), times their number,
 * and of rows without (s[0]); `same`: of one model with itself. */
void vd_binormal_parts(double a, double b, int same, const double *r, double ratio,
                       double *s);

#endif
