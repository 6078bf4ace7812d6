/* How many more labels each stratum should get, so that the variance of what they are for
 * falls the most. Wright (2012): one at a time where it falls most is exactly optimal. */
#ifndef VD_TEST_ALLOCATE_H
#define VD_TEST_ALLOCATE_H

#include <stddef.h>

typedef struct {
  ptrdiff_t n;          /* strata                                              */
  const double *rows;   /* rows of each                                        */
  const double *spread; /* standard deviation within: 0, labels are of no use */
  const double *cost;   /* of a label                                          */
} vd_strata;

/* Adds labels that cost up to `budget` to those that each stratum has, `labels`, none
 * above its rows: first one in each that matters, then two, those that matter most first.
 * `at` is workspace of n, `gain` of n. Returns what those that were of use cost. */
double vd_allocate(vd_strata x, double budget, double *labels, ptrdiff_t *at,
                   double *gain);

#endif
