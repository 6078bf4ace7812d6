/* Symmetric matrices by their eigenvectors, and quadratic forms z' A^- z. */
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

#endif
