/* Sensitivity at the specificity s that the rows without the event show: event if the
 * score is above their k-th smallest, k = ceil(s n - 1e-9). `mirrored`: specificity at a
 * sensitivity, classes exchanged and scores negated. A row of weight w is w rows; of a
 * sample a class is as many rows as it has, shared out by their weights.
 *
 * The bootstrap of that threshold needs no replicates: its distribution is binomial. The
 * interval is Zhou & Qin's (2005, doi:10.1002/sim.1563) BTII. */
#ifndef VD_OPERATING_H
#define VD_OPERATING_H

#include "numeric/auc_interval.h"
#include "numeric/binary.h"

typedef struct {
  double value, realised, threshold;
  double rows;      /* of which the value is a share */
  double mean, sd;  /* of the bootstrap */
  double within,    /* its variance: of the rows above the threshold, and */
      between;      /* of the threshold */
  vd_status status; /* one row of a class: a value without sd */
} vd_operating_point;

vd_operating_point vd_operating_at(const vd_binary *rows, const double *score,
                                   const int *order, double least, int mirrored);

/* The same as an estimate: its contributions have the bootstrap's variance, that of the
 * threshold in the rows that set it and that of the share in the others, and follow how a
 * row moves the bootstrap's mean, so that their products are a joint covariance of
 * several models. */
vd_numeric vd_operating_rate(const vd_binary *rows, const double *score, const int *order,
                             double least, int mirrored, double *u);

/* About the bootstrap's mean; where the value lies beyond, they reach to it. None without
 * a variance. */
vd_limits vd_operating_limits(vd_operating_point point, double tail);

#endif
