/* Are k classifiers alike on n blocks (data sets)? Tests on ranks within the blocks.
 * Demsar (2006) 3.2.2; Conover (1999) 5.8. */
#ifndef VD_FRIEDMAN_H
#define VD_FRIEDMAN_H

#include <stddef.h>

#include "math/status.h"
#include "scores/posthoc.h"

/* A statistic with its chi-squared (df2 is NAN) or F distribution. Status: VD_STATUS_OK,
 * or why the p-value is what it is although there is one (see the functions). */
typedef struct {
  double statistic, df1, df2, log_p;
  vd_status status;
} vd_rank_test;

/* A chi-squared or an F statistic by its upper tail. */
vd_rank_test vd_rank_chisq(double statistic, double df);
vd_rank_test vd_rank_f(double statistic, double df1, double df2);

/* Everything tied: statistic 0, p = 1, VD_STATUS_ALL_TIED. */
vd_rank_test vd_rank_all_tied(double df1, double df2);

/* Statistic infinite, p = the chance that all blocks order the classifiers as the first
 * one does, VD_STATUS_AGREEMENT. */
vd_rank_test vd_rank_agreement(ptrdiff_t n, int k, const double *rank);

/* From ranks within rows: sums of the columns, and their spread sum (R_j - n (k + 1) /
 * 2)^2 beside what it would be if all rows agreed, n sum (r_ij - (k + 1) / 2)^2. Exact,
 * as centred ranks are multiples of a quarter. */
typedef struct {
  double between, most;
} vd_rank_spread;

vd_rank_spread vd_friedman_spread(ptrdiff_t n, int k, const double *rank, double *sum);

/* Friedman's chi-squared, corrected for ties, and as Demsar and others have it, which
 * with ties is too small. With one block p = 1, VD_STATUS_FEW_UNITS. */
vd_rank_test vd_friedman_chisq(ptrdiff_t n, int k, vd_rank_spread s);
double vd_friedman_untied(ptrdiff_t n, int k, vd_rank_spread s);

/* Iman and Davenport (1980): the F test of the same ranks. */
vd_rank_test vd_friedman_f(ptrdiff_t n, int k, const double *rank, vd_rank_spread s);

/* For pairs of mean ranks: Nemenyi's standard error, normal, without a correction for
 * ties; and Conover's (1999), the t test that belongs to the F test. */
vd_scatter vd_friedman_z(ptrdiff_t n, int k);
vd_scatter vd_friedman_t(ptrdiff_t n, int k, vd_rank_spread s);

#endif
