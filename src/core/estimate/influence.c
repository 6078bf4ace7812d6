#include "estimate/influence.h"
#include "estimate/pair.h"

#include <math.h>
#include <string.h>

void vd_influence_row(const vd_set *set, ptrdiff_t pattern, double rows,
                      const vd_effects *effects, int q, double *u) {
  int a = vd_label(set, pattern, 0) - 1;
  for (int i = 0; i < q; i++) {
    const vd_effects *x = &effects[i];
    int b = vd_label(set, pattern, 1 + x->classifier) - 1;
    if (x->alpha == 0 && x->rho[a] == 0 && x->kappa[b] == 0 &&
        (a != b || x->delta[a] == 0) && !x->cell)
      continue;
    double value = vd_effects_at(x, a, b);
    if (x->weight) value *= x->weight[a];
    u[i] += rows * value;
  }
}

void vd_influence_cluster(const vd_set *set, ptrdiff_t f, const vd_effects *effects,
                          int q, double *u) {
  double *size = u + q, *row = size + q;
  memset(u, 0, sizeof(double) * 3 * (size_t)q);
  for (ptrdiff_t e = 0; e < vd_set_profile_size(set, f); e++) {
    memset(row, 0, sizeof(double) * (size_t)q);
    vd_influence_row(set, vd_set_profile_pattern(set, f, e),
                     vd_set_profile_rows(set, f, e), effects, q, row);
    for (int i = 0; i < q; i++) {
      u[i] += row[i];
      size[i] += fabs(row[i]);
    }
  }
  for (int i = 0; i < q; i++) u[i] = vd_snap(u[i], size[i]);
}

void vd_influence_profile(const vd_set *set, ptrdiff_t f, const vd_effects *effects,
                          int q, double *u) {
  if (set->start) {
    vd_influence_cluster(set, f, effects, q, u);
  } else {
    memset(u, 0, sizeof(double) * (size_t)q);
    vd_influence_row(set, f, 1, effects, q, u);
  }
}

static void add_dense(const double *u, int q, double weight, double *V) {
  for (int i = 0; i < q; i++) {
    double wi = weight * u[i], *row = V + (size_t)i * (size_t)q;
    if (wi == 0) continue;
    for (int j = i; j < q; j++) row[j] += wi * u[j];
  }
}

/* u, packed: n of its q elements, at `at`. */
static void add_sparse(const double *u, const int *at, int n, int q, double weight,
                       double *V) {
  for (int i = 0; i < n; i++) {
    double wi = weight * u[i], *row = V + (size_t)at[i] * (size_t)q;
    for (int j = i; j < n; j++) row[at[j]] += wi * u[j];
  }
}

/* A row says something of few classes, so most influences on metrics by class are 0. */
void vd_influence_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi,
                      const vd_effects *effects, int q, double *V, double *work,
                      int *iwork) {
  double *u = work, *packed = work + q;
  for (ptrdiff_t f = lo; f < hi; f++) {
    double weight = vd_set_profile_weight(set, f);
    int n = 0;
    vd_influence_profile(set, f, effects, q, work);
    for (int i = 0; i < q; i++) {
      if (u[i] == 0) continue;
      packed[n] = u[i];
      iwork[n++] = i;
    }
    if (n > q / 2) {
      add_dense(u, q, weight, V);
    } else {
      add_sparse(packed, iwork, n, q, weight, V);
    }
  }
}

void vd_influence_finish(double *V, int q) {
  for (int i = 0; i < q; i++) {
    for (int j = 0; j < i; j++) V[(size_t)i * q + j] = V[(size_t)j * q + i];
  }
}

static double bilinear(const vd_moments *m, int c, const vd_gradient *g, int d,
                       const vd_gradient *h) {
  static const int state[4] = {VD_TP, VD_FP, VD_FN, VD_TN};
  const double left[4] = {g->tp, g->fp, g->fn, g->tn};
  const double right[4] = {h->tp, h->fp, h->fn, h->tn};
  double total = 0, size = 0;
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 4; j++) {
      if (left[i] == 0 || right[j] == 0) continue;
      double term = left[i] * right[j] * vd_states_cross(m, c, state[i], d, state[j]);
      total += term;
      size += fabs(term);
    }
  }
  return vd_snap(total, size);
}

void vd_influence_class(const vd_moments *m, const vd_gradient *gradient, double *V) {
  int C = m->n_classifiers;
  for (int c = 0; c < C; c++) {
    for (int d = c; d < C; d++) {
      V[c * C + d] = V[d * C + c] = bilinear(m, c, &gradient[c], d, &gradient[d]);
    }
  }
}

void vd_influence_lone(const vd_moments *m, int successes, int failures, double unknown,
                       double *V) {
  int C = m->n_classifiers;
  for (int c = 0; c < C; c++) {
    vd_pair p = vd_pair_make(m, c, c, successes, failures);
    if (!vd_pair_one_cluster(&p, 0)) continue;
    for (int d = 0; d < C; d++) V[c * C + d] = V[d * C + c] = unknown;
  }
}
