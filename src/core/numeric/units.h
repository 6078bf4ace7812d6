/* From contributions of rows to those of independent units, scaled so that the joint
 * covariance of any estimates is the sum of their products. Rows are units, or clusters
 * of rows are.
 *
 * Means          rows: W / (W - 1), the t test exactly; clusters: G / (G - 1) (cr1),
 *                1 / (1 - share of the cluster) (cr2), or nothing (cr0).
 * Between classes (areas under ROC curves): each class by its own number of rows, DeLong
 *                exactly; clusters: Obuchowski (1997, doi:10.2307/2533958), whose three
 *                factors f10, f01 (clusters with a row of the class) and f (all) are
 * those of three kinds of unit: the cluster, with f; its rows with the event, f10 - f,
 * and those without, f01 - f, which are never negative. So all share one positive
 * semidefinite matrix.
 *
 * Rows that were `sampled` with unequal probabilities are clusters of one row: the square
 * of its weight counts, not the weight, and a class has as many units as rows. */
#ifndef VD_UNITS_H
#define VD_UNITS_H

#include "numeric/binary.h"

typedef enum { VD_UNITS_CR0, VD_UNITS_CR1, VD_UNITS_CR2 } vd_units_form;

static const char *const vd_units_form_names[] = {
    [VD_UNITS_CR0] = "cr0",
    [VD_UNITS_CR1] = "cr1",
    [VD_UNITS_CR2] = "cr2",
};

typedef struct {
  const vd_binary *rows;
  const int *cluster; /* codes from 1; NULL: rows are units */
  ptrdiff_t n_clusters;
  vd_units_form form;
  vd_class_sizes size; /* rows, or clusters that have any, of each class */
  double total;        /* weight of all rows */
  double *share;       /* of each cluster */
  int sampled;         /* weights are of a sample, not how many rows each row is */
  int means;           /* of means alone, to which a cluster is one kind of unit */
} vd_units;

/* Counts; `share` holds n_clusters, `seen` 2 n_clusters. */
void vd_units_prepare(vd_units *units, int *seen);

/* Rows of the matrix of contributions. */
ptrdiff_t vd_units_rows(const vd_units *units);

/* What rows contribute to: a mean, or an estimate between classes; one that ranks, and
 * is a mean where a class has more than a few rows; or contributions that are those of
 * units already (strata.h). */
typedef enum {
  VD_UNITS_MEAN,
  VD_UNITS_BETWEEN,
  VD_UNITS_RANKED,
  VD_UNITS_SCALED
} vd_units_kind;

/* `out` gets those of u. In place where rows are units.
 * VD_STATUS_ONE_CLUSTER and the like where no variance can be known. */
vd_status vd_units_fill(const vd_units *units, vd_units_kind kind, const double *u,
                        double *out);

/* Cross products of q columns of contributions of n rows: over all, and over the rows
 * with the event. `pause` (may be NULL) is called before each column: it may jump. */
void vd_units_cross(ptrdiff_t n, int q, const double *units, const int *event,
                    double *all, double *with, void (*pause)(void));

/* Degrees of freedom of a contrast. Between classes of rows Welch's, by the parts of its
 * variance that come from the rows with the event and from those without. */
double vd_units_dof(const vd_units *units, vd_units_kind kind, double with,
                    double without);

#endif
