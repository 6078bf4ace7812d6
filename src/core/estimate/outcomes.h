/* What one cluster contributes to each class: for the selected classes that it
 * touches, a_1..a_C, b_1..b_C and t (see moments.h), and its rows n. */
#ifndef VD_OUTCOMES_H
#define VD_OUTCOMES_H

#include "estimate/set.h"

/* Stands for a class: "the row is classified correctly", counted over all rows
 * (a_c = correct rows of c, t = n). Accuracy is the recall of it. */
#define VD_CORRECT 0

typedef struct {
  int width; /* 2C + 1: a, b, t */
  int n_touched;
  int *touched;  /* positions in `selected` */
  double n;      /* rows of the cluster */
  double *value; /* width doubles for each position in `selected` */
  int *position; /* of each class (and VD_CORRECT) in `selected`, or -1 */
  int *is_touched;
} vd_outcomes;

/* Workspace, in doubles and in ints. */
size_t vd_outcomes_work(const vd_set *set, int n_selected);
size_t vd_outcomes_iwork(const vd_set *set, int n_selected);

/* `selected`: 1-based classes or VD_CORRECT, each at most once. */
vd_outcomes vd_outcomes_make(const vd_set *set, const int *selected, int n_selected,
                             double *work, int *iwork);

/* Fills `o` with the outcomes of one cluster of profile f: O(rows of f x C). */
void vd_outcomes_profile(const vd_set *set, ptrdiff_t f, vd_outcomes *o);

static inline const double *vd_outcomes_of(const vd_outcomes *o, int position) {
  return o->value + (size_t)position * (size_t)o->width;
}

/* The outcomes of all profiles, for who visits them again and again: those of profile f
 * stand from start[f]. */
typedef struct {
  int width;
  ptrdiff_t *start; /* n_profiles + 1 */
  double *n;        /* rows of a cluster of each profile */
  int *position;
  double *value; /* width doubles each */
} vd_outcomes_kept;

/* Writes starts and rows, and as many of the others as there is room for; returns how
 * many there are. */
ptrdiff_t vd_outcomes_keep(const vd_set *set, vd_outcomes *o, vd_outcomes_kept *kept,
                           ptrdiff_t room);

/* The four outcomes of one row for one class and classifier. */
enum { VD_TP = 1, VD_FP = 2, VD_FN = 4, VD_TN = 8 };

/* Rows in `states` (a sum of the constants above) as a sum over (a_c, b_c, t, n):
 * TP = a, FP = b, FN = t - a, TN = n - t - b. The coefficients are -1, 0 or 1, so
 * whole counts stay exact. */
void vd_outcomes_coefficients(int states, double coefficient[4]);

/* The cluster's rows of classifier c in the states of these coefficients. */
double vd_outcomes_rows(const vd_outcomes *o, int position, int c,
                        const double coefficient[4]);

#endif
