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
  VD_SANDWICH_CR1,  /* G / (G - 1)                       */
  VD_SANDWICH_CR1S, /* G / (G - 1) (n - 1) / (n - p)     */
  VD_SANDWICH_DF,   /* G / (G - p)                       */
  VD_SANDWICH_KAUERMANN_CARROLL,
  VD_SANDWICH_MANCL_DEROUEN,
  VD_SANDWICH_MOREL /* Morel, Bokossa & Neerchal (2003)  */
} vd_sandwich_type;

static const char *const vd_sandwich_names[] = {
    [VD_SANDWICH_ROBUST] = "robust",
    [VD_SANDWICH_CR1] = "cr1",
    [VD_SANDWICH_CR1S] = "cr1s",
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
  vd_status status;     /* of vd_sandwich_finish()                           */
} vd_sandwich;

/* Adds profiles [lo, hi) for the n classes of `o`, out[i] for that at position i; all
 * with the same coefficients. These, s and f are given, the rest starts at zero; `work`
 * holds 2C doubles, `who` C integers. Entries of a classifier whose rows are all in one
 * cluster become infinite or NaN. Only what is not zero is formed: O(entries x C^2)
 * whatever n, but O(profiles x n x C^2) where true negatives count. */
void vd_sandwich_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     vd_sandwich_type type, int n, vd_sandwich *out, double *work,
                     int *who);

/* The corrections that concern all clusters together. VD_STATUS_FEW_CLUSTERS: too few for
 * them.
 */
vd_status vd_sandwich_finish(vd_sandwich_type type, vd_sandwich *out);

/* The corrected pair, to be used where the uncorrected (vd_pair_make) shows nothing
 * amiss. VD_STATUS_FEW_CLUSTERS: it has no numbers, as no cluster, or less than one, is
 * all there is. */
vd_status vd_sandwich_pair(const vd_sandwich *x, int classifier, int reference,
                           vd_pair *p);

#endif
