/* Strata, such as folds whose models have scales of their own: what ranks is compared
 * within them, so that the rows of a stratum vary about what they are there. A row counts
 * n / (n - 1) with n the independent units (rows, or clusters) of its class in its own
 * stratum: of areas DeLong's covariance of each stratum, added up.
 *
 * One unit says nothing of how the units of its class vary. A stratum with such a class
 * is a unit as a whole, which varies about the estimate over all strata: its square over
 * 1 - its share, as of a cluster in CR2 (Bell & McCaffrey 2002). That is right where the
 * strata do not differ, and more than enough where they do. Its rows, or clusters, share
 * it evenly, so that it varies together with what else is known of them. */
#ifndef VD_STRATA_H
#define VD_STRATA_H

#include "numeric/units.h"

typedef struct {
  int n, n_classes;
  int least;       /* the first class: 0 of the event and the rest, 1 of several */
  double few;      /* so many units of a class make a stratum one unit */
  const int *of;   /* the stratum of each row, from 1 */
  const int *code; /* its class */
  double *size;    /* n (n_classes + 1): units of each stratum, then of each class */
  int *begins;     /* whether a row is the first of its unit in its stratum */
  int *lone;       /* whether a stratum is one unit */
  double *share;   /* of an estimate: how much each stratum counts, */
  double *value;   /* and what it is there */
} vd_strata;

/* Counts. `seen` holds n_classes + 1 places for
 * each cluster; `within` and `end` are those of vd_order_strata() by any order. */
void vd_strata_prepare(vd_strata *strata, const vd_units *units, const int *within,
                       const ptrdiff_t *end, int *seen);

/* From contributions of rows within strata to those of independent units, whose cross
 * products are a covariance: `between` classes, each with its own size, or of all rows of
 * a stratum. `mean` is the estimate over all. */
vd_status vd_strata_scale(const vd_strata *strata, const vd_units *units, int between,
                          double mean, double *u);

#endif
