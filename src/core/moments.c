#include "moments.h"

#include <math.h>
#include <string.h>

/* For every selected class a slot of 2C + 1 values (a, b, t); `slot_of[class]`
 * finds it, `touched` lists those that the current profile fills. */
typedef struct {
  int width;     /* 2C + 1 */
  double *value; /* slots x width */
  int *nonzero;  /* 2C + 2 */
  int *slot_of;  /* n_classes + 1 -> index into out, or -1 */
  int *touched;  /* indexes into out */
  int n_touched;
  int *is_touched; /* n_selected */
} scratch;

size_t vd_moments_work(const vd_set *set, int n_selected) {
  return (size_t)n_selected * (2 * (size_t)set->n_classifiers + 1);
}

size_t vd_moments_iwork(const vd_set *set, int n_selected) {
  return 2 * (size_t)set->n_classifiers + 2 + (size_t)set->n_classes + 1 +
         2 * (size_t)n_selected;
}

static double *slot(scratch *s, int class) {
  int index = s->slot_of[class];
  if (index < 0) return NULL;
  if (!s->is_touched[index]) {
    s->is_touched[index] = 1;
    s->touched[s->n_touched++] = index;
    memset(s->value + (size_t)index * s->width, 0, sizeof(double) * (size_t)s->width);
  }
  return s->value + (size_t)index * s->width;
}

/* Adds `rows` rows of one pattern to the slots of the classes it names. */
static void add_pattern(const vd_set *set, scratch *s, ptrdiff_t pattern, double rows) {
  int n_classifiers = set->n_classifiers;
  int truth = vd_label(set, pattern, 0);
  double *correct = slot(s, VD_CORRECT);
  double *own = slot(s, truth);
  if (correct) correct[2 * n_classifiers] += rows;
  if (own) own[2 * n_classifiers] += rows;
  for (int c = 0; c < n_classifiers; c++) {
    int predicted = vd_label(set, pattern, 1 + c);
    if (predicted == truth) {
      if (own) own[c] += rows;
      if (correct) correct[c] += rows;
    } else {
      double *other = slot(s, predicted);
      if (other) other[n_classifiers + c] += rows;
    }
  }
}

/* Adds weight * w w' for w = (slot, n), skipping zeros; upper triangle. */
static void add_products(scratch *s, int index, double n, double weight, vd_moments *m) {
  const double *w = s->value + (size_t)index * s->width;
  int dim = s->width + 1, k = 0;
  for (int i = 0; i < s->width; i++) {
    if (w[i] != 0) s->nonzero[k++] = i;
  }
  for (int i = 0; i < k; i++) {
    double wi = weight * w[s->nonzero[i]];
    double *row = m->cross + (size_t)s->nonzero[i] * dim;
    m->sum[s->nonzero[i]] += wi;
    for (int j = i; j < k; j++) row[s->nonzero[j]] += wi * w[s->nonzero[j]];
    row[dim - 1] += wi * n;
  }
}

static scratch scratch_make(const vd_set *set, const int *selected, int n_selected,
                            double *work, int *iwork) {
  scratch s = {.width = 2 * set->n_classifiers + 1, .value = work};
  s.nonzero = iwork;
  s.slot_of = s.nonzero + s.width + 1;
  s.touched = s.slot_of + set->n_classes + 1;
  s.is_touched = s.touched + n_selected;
  for (int k = 0; k <= set->n_classes; k++) s.slot_of[k] = -1;
  for (int i = 0; i < n_selected; i++) {
    s.slot_of[selected[i]] = i;
    s.is_touched[i] = 0;
  }
  return s;
}

void vd_moments_clear(vd_moments *out, int n_selected, int n_classifiers) {
  size_t dim = (size_t)vd_moments_dim(n_classifiers);
  for (int i = 0; i < n_selected; i++) {
    out[i].n_classifiers = n_classifiers;
    memset(out[i].sum, 0, sizeof(double) * dim);
    memset(out[i].cross, 0, sizeof(double) * dim * dim);
  }
}

void vd_moments_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, const int *selected,
                    int n_selected, vd_moments *out, double totals[2], double *work,
                    int *iwork) {
  scratch s = scratch_make(set, selected, n_selected, work, iwork);
  for (ptrdiff_t f = lo; f < hi; f++) {
    double n = 0, weight = vd_profile_weight(set, f);
    s.n_touched = 0;
    for (ptrdiff_t e = 0; e < vd_profile_size(set, f); e++) {
      double rows = vd_profile_rows(set, f, e);
      add_pattern(set, &s, vd_profile_pattern(set, f, e), rows);
      n += rows;
    }
    for (int i = 0; i < s.n_touched; i++) {
      add_products(&s, s.touched[i], n, weight, &out[s.touched[i]]);
      s.is_touched[s.touched[i]] = 0;
    }
    totals[0] += weight * n;
    totals[1] += weight * n * n;
  }
}

void vd_moments_finish(vd_moments *out, int n_selected, const double totals[2]) {
  for (int i = 0; i < n_selected; i++) {
    int dim = vd_moments_dim(out[i].n_classifiers);
    out[i].sum[dim - 1] = totals[0];
    out[i].cross[(size_t)dim * dim - 1] = totals[1];
    for (int r = 0; r < dim; r++) {
      for (int c = 0; c < r; c++) {
        out[i].cross[(size_t)r * dim + c] = out[i].cross[(size_t)c * dim + r];
      }
    }
  }
}

/* A state as a sum of w's: TP = a, FP = b, FN = t - a, TN = n - t - b. Adding
 * states adds the coefficients of (a_c, b_c, t, n), all -1, 0 or 1, so that whole
 * counts stay exact. */
static void coefficients(int states, double coef[4]) {
  int tp = (states & VD_TP) != 0, fp = (states & VD_FP) != 0;
  int fn = (states & VD_FN) != 0, tn = (states & VD_TN) != 0;
  coef[0] = tp - fn;
  coef[1] = fp - tn;
  coef[2] = fn - tn;
  coef[3] = tn;
}

static void positions(const vd_moments *m, int c, int at[4]) {
  at[0] = c;
  at[1] = m->n_classifiers + c;
  at[2] = 2 * m->n_classifiers;
  at[3] = at[2] + 1;
}

/* Fractional weights leave a rounding error where the true difference is zero.
 * Whole numbers are exact and pass unchanged. */
static double snap(double value, double scale) {
  if (value == nearbyint(value)) return value;
  return fabs(value) <= 1e-12 * scale ? 0 : value;
}

double vd_states_sum(const vd_moments *m, int c, int states) {
  double coef[4], total = 0;
  int at[4];
  coefficients(states, coef);
  positions(m, c, at);
  for (int i = 0; i < 4; i++) total += coef[i] * m->sum[at[i]];
  return snap(total, m->sum[at[3]]);
}

double vd_states_cross(const vd_moments *m, int c, int states, int d, int others) {
  double left[4], right[4], total = 0;
  int at[4], to[4], dim = vd_moments_dim(m->n_classifiers);
  coefficients(states, left);
  coefficients(others, right);
  positions(m, c, at);
  positions(m, d, to);
  for (int i = 0; i < 4; i++) {
    if (left[i] == 0) continue;
    for (int j = 0; j < 4; j++) {
      total += left[i] * right[j] * m->cross[(size_t)at[i] * dim + to[j]];
    }
  }
  return snap(total, m->cross[(size_t)dim * dim - 1]);
}
