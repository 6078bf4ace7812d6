/* The normal distribution from a table, for means over many points: a few nanoseconds
 * where Rmath takes tens. */
#ifndef VD_NORMAL_H
#define VD_NORMAL_H

enum { VD_NORMAL_TABLE = 2 * 513 + 4097 };

/* table: VD_NORMAL_TABLE doubles. */
void vd_normal_fill(double *table);

/* P(Z < z), absolute error 1e-8. */
double vd_normal_below(const double *table, double z);

/* z with P(Z < z) = p for p within (0, 1), absolute error 1e-4. */
double vd_normal_at(const double *table, double p);

#endif
