/* Intervals for a McNemar table: a both right, b only the classifier, c only the
 * reference, d neither. z is the normal quantile. Fagerland, Lydersen & Laake,
 * Statistical Analysis of Contingency Tables (2017), chapter 8. */
#ifndef VD_MATCHED_H
#define VD_MATCHED_H

typedef struct {
  double a, b, c, d;
} vd_matched;

typedef struct {
  double low, high;
} vd_limits;

/* Differences p1 - p2 = (b - c) / n */
vd_limits vd_matched_tango(vd_matched x, double z);        /* Tango (1998)          */
vd_limits vd_matched_agresti_min(vd_matched x, double z);  /* Agresti & Min (2005)  */
vd_limits vd_matched_bonett_price(vd_matched x, double z); /* Bonett & Price (2012) */
vd_limits vd_matched_newcombe(vd_matched x, double z);     /* Newcombe (1998) no 10 */

/* Ratios p1 / p2 = (a + b) / (a + c) */
vd_limits vd_matched_tang(vd_matched x, double z);               /* Tang et al. (2003)  */
vd_limits vd_matched_bonett_price_ratio(vd_matched x, double z); /* B. & P. (2006)      */

/* The statistics that Tango's and Tang's intervals invert, at a hypothetical difference
 * or ratio: standard normal, falling in it. Tang's is NaN where neither is ever right. */
double vd_matched_tango_score(vd_matched x, double difference);
double vd_matched_tang_score(vd_matched x, double ratio);

#endif
