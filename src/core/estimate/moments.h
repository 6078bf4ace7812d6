/* Per class, the sums and cross products over clusters of
 *
 *   a_c  rows of the class that classifier c predicts as the class (TP)
 *   b_c  rows of other classes that c predicts as the class        (FP)
 *   t    rows of the class                                         (TP + FN)
 *   n    rows
 *
 * They are sufficient for every one-against-the-rest comparison, with clusters
 * or without: without, the cross products are the co-positive counts S_cd and
 * R_cd of two classifiers. */
#ifndef VD_MOMENTS_H
#define VD_MOMENTS_H

#include "estimate/outcomes.h"
#include "estimate/set.h"

typedef struct {
  int n_classifiers;
  double *sum;   /* 2C + 2: a_1..a_C, b_1..b_C, t, n */
  double *cross; /* (2C + 2)^2, symmetric, both halves filled */
} vd_moments;

static inline int vd_moments_dim(int n_classifiers) {
  return 2 * n_classifiers + 2;
}

/* Workspace that vd_moments_add() needs, in doubles and in ints. */
size_t vd_moments_work(const vd_set *set, int n_selected);
size_t vd_moments_iwork(const vd_set *set, int n_selected);

/* Counts the moments of the classes in `selected` (1-based, or VD_CORRECT; each at
 * most once) into out[0..n_selected-1]: clear, add chunks of profiles [lo, hi),
 * finish. totals[2] starts at zero. Only products of what is not zero are formed:
 * O(entries x C^2), whatever the number of classes. */
void vd_moments_clear(vd_moments *out, int n_selected, int n_classifiers);
void vd_moments_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, const int *selected,
                    int n_selected, vd_moments *out, double totals[2], double *work,
                    int *iwork);
void vd_moments_finish(vd_moments *out, int n_selected, const double totals[2]);

/* Rows of classifier c in any of `states` (a sum of the constants above). */
double vd_states_sum(const vd_moments *m, int c, int states);

/* Sum over clusters of (rows of c in `states`) x (rows of d in `others`). */
double vd_states_cross(const vd_moments *m, int c, int states, int d, int others);

#endif
