/* The LAPACK and BLAS routines that the core calls, as Fortran names them. Only routines
 * that R's own LAPACK has. Each character argument brings its length, passed by value
 * after all others (gfortran since 8; R >= 3.6.2 does the same). */
#ifndef VD_LAPACK_H
#define VD_LAPACK_H

#include <stddef.h>

/* eigenvalues and vectors of a symmetric matrix */
void dsyev_(const char *jobz, const char *uplo, const int *n, double *a, const int *lda,
            double *w, double *work, const int *lwork, int *info, size_t, size_t);
/* C = alpha A A' + beta C, or A' A */
void dsyrk_(const char *uplo, const char *trans, const int *n, const int *k,
            const double *alpha, const double *a, const int *lda, const double *beta,
            double *c, const int *ldc, size_t, size_t);
/* Cholesky factor with pivots, and the rank; tol < 0: n times the precision times the
 * largest variance */
void dpstrf_(const char *uplo, const int *n, double *a, const int *lda, int *pivot,
             int *rank, const double *tol, double *work, int *info, size_t);
/* C = alpha A B + beta C */
void dgemm_(const char *transa, const char *transb, const int *m, const int *n,
            const int *k, const double *alpha, const double *a, const int *lda,
            const double *b, const int *ldb, const double *beta, double *c,
            const int *ldc, size_t, size_t);
/* B = alpha A B, A triangular */
void dtrmm_(const char *side, const char *uplo, const char *transa, const char *diag,
            const int *m, const int *n, const double *alpha, const double *a,
            const int *lda, double *b, const int *ldb, size_t, size_t, size_t, size_t);
/* solves a triangular system for one right-hand side */
void dtrsv_(const char *uplo, const char *trans, const char *diag, const int *n,
            const double *a, const int *lda, double *x, const int *incx, size_t, size_t,
            size_t);
/* solves a triangular system for many, from the left or from the right */
void dtrsm_(const char *side, const char *uplo, const char *trans, const char *diag,
            const int *m, const int *n, const double *alpha, const double *a,
            const int *lda, double *b, const int *ldb, size_t, size_t, size_t, size_t);

#endif
