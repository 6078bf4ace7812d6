/* Barnard's exact unconditional test of two proportions of different rows, tables ordered
 * by the pooled z statistic: Suissa & Shuster (1985). Counts are whole. */
#ifndef VD_BARNARD_H
#define VD_BARNARD_H

#include "test/independent.h"

/* Tables whose statistic is at least as extreme. Sample 0 of this is the smaller; of
 * sample 1 at most `low` and at least `high` successes are extreme. */
typedef struct {
  double n[2];
  double *low, *high; /* n[0] + 1 each, the caller's */
  int all;            /* every table is as extreme */
} vd_barnard;

/* Doubles that `low` and `high` take together. */
double vd_barnard_room(const vd_independent *x);
void vd_barnard_region(const vd_independent *x, vd_alternative alternative, double *room,
                       vd_barnard *region);
/* log of the probability of the region where both samples have success probability p;
 * O(n[0]). */
double vd_barnard_log_size(const vd_barnard *region, double p);
/* The log p-value: the largest of these, by a grid over p, finer where n is large, and
 * golden sections about its peaks. `pause` is called before each one: it may jump. */
double vd_barnard_log_p(const vd_barnard *region, void (*pause)(void));

#endif
