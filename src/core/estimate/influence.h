/* The joint covariance of any set of metrics, classifiers and classes from their
 * influences: V = sum over profiles of multiplicity * U U', U the influence
 * summed over the rows of a cluster. */
#ifndef VD_INFLUENCE_H
#define VD_INFLUENCE_H

#include "estimate/metrics.h"
#include "estimate/moments.h"
#include "estimate/outcomes.h"
#include "estimate/set.h"
#include "math/tolerance.h"

/* Adds the influence of `rows` rows of a pattern on each of q quantities to u. */
void vd_influence_row(const vd_set *set, ptrdiff_t pattern, double rows,
                      const vd_effects *effects, int q, double *u);

/* A cluster's influence on a metric of classifier c in one class, the gradient times the
 * cluster's outcomes, and the sum of its terms without their signs. Influences sum to 0,
 * so those of a cluster that holds every row that matters cancel: what rounding leaves of
 * them is no variance, see vd_snap(). */
static inline double vd_influence_values(const double *rows, int width, double n, int c,
                                         const vd_gradient *g, double *size) {
  const double *wrong = rows + width / 2;
  double t = rows[width - 1];
  double tp = g->tp * rows[c], fp = g->fp * wrong[c];
  double fn = g->fn * (t - rows[c]), tn = g->tn * (n - t - wrong[c]);
  *size = fabs(tp) + fabs(fp) + fabs(fn) + fabs(tn);
  return (tp + fp) + (fn + tn);
}

static inline double vd_influence_outcomes(const vd_outcomes *o, int position, int c,
                                           const vd_gradient *g, double *size) {
  if (!o->is_touched[position]) {
    *size = fabs(g->tn) * o->n;
    return g->tn * o->n;
  }
  return vd_influence_values(vd_outcomes_of(o, position), o->width, o->n, c, g, size);
}

/* The influences of one cluster of profile f: u has room for 3 q, q influences, then q
 * sums of what their rows add without the signs; the rest is workspace. */
void vd_influence_cluster(const vd_set *set, ptrdiff_t f, const vd_effects *effects,
                          int q, double *u);

/* The influences of profile f, as vd_influence_cluster(); without clusters it is a row.
 */
void vd_influence_profile(const vd_set *set, ptrdiff_t f, const vd_effects *effects,
                          int q, double *u);

/* Adds profiles [lo, hi) to the upper triangle of V (q x q, row-major). `work` holds
 * 3 q doubles, `iwork` q. O(entries x q + profiles x n^2), n the quantities on which a
 * profile has an influence. */
void vd_influence_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi,
                      const vd_effects *effects, int q, double *V, double *work,
                      int *iwork);
void vd_influence_finish(double *V, int q);

/* The same for one metric of one class, all C classifiers, from the class's
 * moments: V_cd = g_c' M_cd g_d with M_cd the cross products of the four outcomes.
 * V is C x C. */
void vd_influence_class(const vd_moments *m, const vd_gradient *gradient, double *V);

/* In clusters a proportion whose rows all belong to one has no variance that could be
 * known: puts `unknown` into its row and column of V. */
void vd_influence_lone(const vd_moments *m, int successes, int failures, double unknown,
                       double *V);

#endif
