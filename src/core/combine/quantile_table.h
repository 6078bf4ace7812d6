/* Upper chi-squared quantiles at many p-values: tabulated against the normal quantile
 * z, of which they are a smooth function, in pieces of half a unit by polynomials
 * through 12 Chebyshev nodes. About ten times as fast as the quantile itself; absolute
 * error below 1e-12 sqrt(2 dof). */
#ifndef VD_QUANTILE_TABLE_H
#define VD_QUANTILE_TABLE_H

enum { VD_TABLE_PIECES = 24, VD_TABLE_TERMS = 12 };
enum { VD_TABLE_SIZE = VD_TABLE_PIECES * VD_TABLE_TERMS };

/* A table pays from about as many p-values as it has entries. Not for fewer than 1/4
 * degrees of freedom, where polynomials are not accurate. */
void vd_quantile_table_fill(double dof, double *table);

/* Whether p (or its logarithm) with this normal quantile is covered. */
int vd_quantile_table_covers(double z);
double vd_quantile_table_at(const double *table, double z);

/* The same for vd_log_p_landau(x), against asinh(x + 2) in the place of z, since it
 * bends most near x = -2; absolute error below 1e-12. */
void vd_landau_table_fill(double *table);
double vd_landau_table_at(const double *table, double x);

#endif
