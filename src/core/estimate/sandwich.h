/* Small-sample corrections of the robust (sandwich) variance, for proportions of
 * several classifiers in one class: the marginal model with one parameter a classifier
 * and independence working correlation.
 *
 * There the leverage of a cluster is block diagonal, t_gc / m_c with t_gc the rows of
 * classifier c that count in cluster g and m_c all of them. So the corrections of the
 * general model have a closed form: scale what a cluster contributes for c by
 * 1 / (1 - t_gc / m_c) (Mancl & DeRouen 2001, CR3) or its root (Kauermann & Carroll
 * 2001, here also CR2). The result is not a variance but the cross products that go into
 * it, corrected; so every scale (difference, ratio, odds ratio) has the correction. */
#ifndef VD_SANDWICH_H
#define VD_SANDWICH_H

#include "estimate/outcomes.h"
#include "estimate/pair.h"
#include "estimate/set.h"
#include "math/status.h"

typedef enum {
  VD_SANDWICH_ROBUST = 0,
  VD_SANDWICH_DF, /* G / (G - p)                       */
  VD_SANDWICH_KAUERMANN_CARROLL,
  VD_SANDWICH_MANCL_DEROUEN,
  VD_SANDWICH_MOREL /* Morel, Bokossa & Neerchal (2003)  */
} vd_sandwich_type;

static const char *const vd_sandwich_names[] = {
    [VD_SANDWICH_ROBUST] = "robust",
    [VD_SANDWICH_DF] = "df",
    [VD_SANDWICH_KAUERMANN_CARROLL] = "kauermann_carroll",
    [VD_SANDWICH_MANCL_DEROUEN] = "mancl_derouen",
    [VD_SANDWICH_MOREL] = "morel_bokossa_neerchal",
};

typedef struct {
  int n_classifiers;
  double successes[4], failures[4]; /* coefficients, vd_outcomes_coefficients() */
  double *s, *f;        /* C: successes and failures, m = s + f              */
  double *ss, *sf, *ff; /* C x C: sums over clusters; sf of c's s and d's f  */
  double clusters;      /* with a row that counts for any classifier         */
} vd_sandwich;

/* Adds profiles [lo, hi) for the one class of `o`. Coefficients, s and f are given, the
 * rest starts at zero; `work` holds 2C doubles. Entries of a classifier whose rows are
 * all in one cluster become infinite or NaN. O(entries x C + profiles x C^2). */
void vd_sandwich_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     vd_sandwich_type type, vd_sandwich *out, double *work);

/* The corrections that concern all clusters together. VD_STATUS_FEW_CLUSTERS: too few for
 * them.
 */
vd_status vd_sandwich_finish(vd_sandwich_type type, vd_sandwich *out);

/* To be used where the uncorrected pair (vd_pair_make) shows nothing amiss. */
vd_pair vd_sandwich_pair(const vd_sandwich *x, int classifier, int reference);

/* Whether a corrected pair has numbers: no cluster, or less than one, is all there is. */
int vd_sandwich_usable(const vd_pair *p);

#endif
