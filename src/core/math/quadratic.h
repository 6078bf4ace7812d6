/* Symmetric matrices by their eigenvectors, and quadratic forms z' A^- z; large ones by a
 * triangular factor, which takes a tenth of the time. */
#ifndef VD_QUADRATIC_H
#define VD_QUADRATIC_H

#include <stddef.h>

double vd_dot(const double *a, const double *b, int n);

/* The n x n matrix `a` becomes its eigenvectors, one a column; their eigenvalues rise.
 * `work` holds vd_eigen_work(n) doubles. Returns 0 when LAPACK gives up. */
size_t vd_eigen_work(int n);
int vd_eigen(int n, double *a, double *value, double *work);

typedef struct {
  double value;
  int rank;
  double outside; /* the longest part of z along an eigenvector without a value */
} vd_quadratic;

/* `a` is overwritten; eigenvalues up to `least` count as zero. `work` holds
 * vd_quadratic_work(n) doubles. The value is NaN when there are no eigenvalues. */
size_t vd_quadratic_work(int n);
vd_quadratic vd_quadratic_form(int n, const double *z, double *a, double least,
                               double *work);

/* The factor L of A = L L' with pivots, a stretch of columns at a time, so that the
 * caller may stop in between: start with `from` 0 and pivot 0, ..., n - 1, go on with
 * what is returned. Fewer columns than VD_FACTOR_COLUMNS (or than were left): no pivot is
 * above `least`, and that is the rank. Of `a` only the lower triangle is used. `work`
 * holds n doubles. */
enum { VD_FACTOR_COLUMNS = 64 };
int vd_factor_columns(int n, double *a, int from, double least, int *pivot, double *work);

/* The form from the factor; `outside` is the longest part of z that the rows of the
 * factor's rank do not determine. `work` holds n doubles. */
vd_quadratic vd_factor_form(int n, const double *z, const double *a, int rank,
                            const int *pivot, double *work);

#endif
