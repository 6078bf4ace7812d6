#include "estimate/moments.h"

#include "math/tolerance.h"

#include <string.h>

size_t vd_moments_work(const vd_set *set, int n_selected) {
  return vd_outcomes_work(set, n_selected);
}

size_t vd_moments_iwork(const vd_set *set, int n_selected) {
  return vd_outcomes_iwork(set, n_selected) + 2 * (size_t)set->n_classifiers + 1;
}

/* Adds weight * w w' for w = (a, b, t, n), skipping zeros; upper triangle. */
static void add_products(const double *w, int width, double n, double weight,
                         int *nonzero, vd_moments *m) {
  int dim = width + 1, k = 0;
  for (int i = 0; i < width; i++) {
    if (w[i] != 0) nonzero[k++] = i;
  }
  for (int i = 0; i < k; i++) {
    double wi = weight * w[nonzero[i]];
    double *row = m->cross + (size_t)nonzero[i] * (size_t)dim;
    m->sum[nonzero[i]] += wi;
    for (int j = i; j < k; j++) row[nonzero[j]] += wi * w[nonzero[j]];
    row[dim - 1] += wi * n;
  }
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
  vd_outcomes o = vd_outcomes_make(set, selected, n_selected, work, iwork);
  int *nonzero = iwork + vd_outcomes_iwork(set, n_selected);
  for (ptrdiff_t f = lo; f < hi; f++) {
    double weight = vd_set_profile_weight(set, f);
    vd_outcomes_profile(set, f, &o);
    for (int i = 0; i < o.n_touched; i++) {
      int at = o.touched[i];
      add_products(vd_outcomes_of(&o, at), o.width, o.n, weight, nonzero, &out[at]);
    }
    totals[0] += weight * o.n;
    totals[1] += weight * o.n * o.n;
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

static void positions(const vd_moments *m, int c, int at[4]) {
  at[0] = c;
  at[1] = m->n_classifiers + c;
  at[2] = 2 * m->n_classifiers;
  at[3] = at[2] + 1;
}

double vd_states_sum(const vd_moments *m, int c, int states) {
  double coef[4], total = 0;
  int at[4];
  vd_outcomes_coefficients(states, coef);
  positions(m, c, at);
  for (int i = 0; i < 4; i++) total += coef[i] * m->sum[at[i]];
  return vd_snap_count(total, m->sum[at[3]]);
}

double vd_states_cross(const vd_moments *m, int c, int states, int d, int others) {
  double left[4], right[4], total = 0;
  int at[4], to[4], dim = vd_moments_dim(m->n_classifiers);
  vd_outcomes_coefficients(states, left);
  vd_outcomes_coefficients(others, right);
  positions(m, c, at);
  positions(m, d, to);
  for (int i = 0; i < 4; i++) {
    if (left[i] == 0) continue;
    for (int j = 0; j < 4; j++) {
      total += left[i] * right[j] * m->cross[(size_t)at[i] * dim + to[j]];
    }
  }
  return vd_snap_count(total, m->cross[(size_t)dim * dim - 1]);
}
