/* Step-down min-P of exact binomial tests (McNemar's) in independent groups: the chance
 * that the smallest p-value of those not yet rejected is as small, by the p-values that
 * each can attain. A test with too few discordant rows ever to be as small costs nothing
 * (Tarone, Biometrics 46 (1990) 515-522; Westfall & Wolfinger, The American Statistician
 * 51 (1997) 3-8). Tests within a group depend in any way: there the bound is their sum.
 *
 * Cost n^2 comparisons, and a binomial quantile each time a test attains more. */
#ifndef VD_MIN_P_H
#define VD_MIN_P_H

#include <stddef.h>

typedef struct {
  ptrdiff_t n, n_groups;
  const double *log_p;  /* ascending                                       */
  const double *trials; /* discordant rows                                 */
  const int *group;     /* 0 to n_groups - 1                               */
  double sides;         /* 1 or 2                                          */
} vd_min_p_tests;

/* Adjusted logarithms of tests lo to hi - 1, in order, each at least the one before.
 * `attained` and `next` (n each) hold from one call to the next what each test can
 * attain, set up by vd_min_p_start(); `sum` is for n_groups. */
void vd_min_p_start(const vd_min_p_tests *tests, double *attained, double *next);
void vd_min_p_adjust(const vd_min_p_tests *tests, ptrdiff_t lo, ptrdiff_t hi,
                     double *attained, double *next, double *sum, double *log_adj);

#endif
