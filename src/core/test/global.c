#include "test/global.h"

#include <math.h>

void vd_global_score(const vd_pair *p, double pooled, vd_global_term *term) {
  for (int i = 0; i < 2; i++) {
    double m = p->s[i] + p->f[i];
    term->x[i] = (1 - pooled) / m;
    term->y[i] = pooled / m;
  }
}

void vd_global_wald(const vd_pair *p, vd_measure scale, vd_global_term *term) {
  for (int i = 0; i < 2; i++) vd_compare_influence(p, i, scale, &term->x[i], &term->y[i]);
}

int vd_global_defined(const vd_pair *p, vd_measure scale, int clustered) {
  for (int i = 0; i < 2; i++) {
    if (p->s[i] + p->f[i] <= 0) return 0;
    if (clustered && vd_pair_one_cluster(p, i)) return 0;
    if (scale != VD_MEASURE_DIFFERENCE && p->s[i] <= 0) return 0;
    if (scale == VD_MEASURE_ODDS_RATIO && p->f[i] <= 0) return 0;
  }
  return 1;
}

/* What the cluster adds to one comparison. */
static double contribution(const vd_global_plan *plan, const vd_outcomes *o, int block,
                           const vd_global_term *t) {
  double s0 = t->x[0] * vd_outcomes_rows(o, block, t->classifier, plan->for_it);
  double f0 = t->y[0] * vd_outcomes_rows(o, block, t->classifier, plan->against);
  double s1 = t->x[1] * vd_outcomes_rows(o, block, t->reference, plan->for_it);
  double f1 = t->y[1] * vd_outcomes_rows(o, block, t->reference, plan->against);
  double sum = (s0 - s1) - (f0 - f1), size = s0 + s1 + f0 + f1;
  return vd_snap(sum, size);
}

/* Classes that a cluster may count for: those that it touches, or, where the rows of
 * other classes count (true negatives), all. */
static int counts_everywhere(const vd_global_plan *plan) {
  return plan->for_it[3] != 0 || plan->against[3] != 0;
}

/* The comparisons of one group that the cluster adds to, and what; returns their
 * number. */
static int collect(const vd_global_plan *plan, const vd_outcomes *o, int first, double *u,
                   int *at) {
  int all = counts_everywhere(plan), n = 0;
  int n_blocks = all ? plan->n_blocks : o->n_touched;
  for (int b = 0; b < n_blocks; b++) {
    int block = all ? b : o->touched[b];
    for (int j = 0; j < plan->group; j++) {
      const vd_global_term *t = &plan->term[block * plan->n_pairs + first + j];
      double value = contribution(plan, o, block, t);
      if (value == 0) continue;
      u[n] = value;
      at[n++] = block * plan->group + j;
    }
  }
  return n;
}

static void add_products(int n, const double *u, const int *at, double weight, int size,
                         double *V) {
  for (int i = 0; i < n; i++) {
    for (int j = i; j < n; j++) {
      int row = at[i] < at[j] ? at[i] : at[j], column = at[i] < at[j] ? at[j] : at[i];
      V[(size_t)row * (size_t)size + (size_t)column] += weight * u[i] * u[j];
    }
  }
}

void vd_global_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi,
                   const vd_global_plan *plan, vd_outcomes *outcomes, double *V,
                   double *u, int *at) {
  int size = vd_global_size(plan);
  for (ptrdiff_t f = lo; f < hi; f++) {
    double weight = vd_set_profile_weight(set, f), *own = V;
    vd_outcomes_profile(set, f, outcomes);
    for (int first = 0; first < plan->n_pairs; first += plan->group) {
      int n = collect(plan, outcomes, first, u, at);
      add_products(n, u, at, weight, size, own);
      own += (size_t)size * (size_t)size;
    }
  }
}

void vd_global_finish(const vd_global_plan *plan, double *V) {
  size_t n = (size_t)vd_global_size(plan);
  for (int first = 0; first < plan->n_pairs; first += plan->group) {
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j < i; j++) V[i * n + j] = V[j * n + i];
    }
    V += n * n;
  }
}
