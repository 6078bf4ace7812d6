#include "test/joint.h"
#include "estimate/influence.h"

#include <math.h>

/* x for each row in `successes`, -y for each in `failures`. */
static vd_gradient by_states(int successes, double x, int failures, double y) {
  double by[4];
  for (int i = 0, state = VD_TP; i < 4; i++, state *= 2) {
    by[i] = (successes & state ? x : 0) - (failures & state ? y : 0);
  }
  return (vd_gradient){by[0], by[1], by[2], by[3]};
}

void vd_joint_score(const vd_pair *p, double pooled, const vd_joint_request *q,
                    vd_joint_term *term) {
  for (int i = 0; i < 2; i++) {
    double m = p->s[i] + p->f[i];
    term->by[i] = by_states(q->successes, (1 - pooled) / m, q->failures, pooled / m);
  }
}

void vd_joint_wald(const vd_pair *p, const vd_joint_request *q, vd_joint_term *term) {
  for (int i = 0; i < 2; i++) {
    double x, y;
    vd_measure_influence(q->scale, p, i, &x, &y);
    term->by[i] = by_states(q->successes, x, q->failures, y);
  }
}

int vd_joint_defined(const vd_pair *p, vd_measure scale, int clustered) {
  for (int i = 0; i < 2; i++) {
    if (p->s[i] + p->f[i] <= 0) return 0;
    if (clustered && vd_pair_one_cluster(p, i)) return 0;
    if (vd_measure_pair_boundary(scale, p, i)) return 0;
  }
  return 1;
}

static double pooled_over_all(const vd_moments *m, const vd_joint_request *q) {
  double s = 0, f = 0;
  for (int c = 0; c < m->n_classifiers; c++) {
    s += vd_states_sum(m, c, q->successes);
    f += vd_states_sum(m, c, q->failures);
  }
  return s / (s + f);
}

static double pooled_over_pair(const vd_pair *p) {
  double s = p->s[0] + p->s[1];
  return s / (s + p->f[0] + p->f[1]);
}

/* One term and its gap. `pooled` is over all classifiers. */
static double make_term(const vd_moments *m, double pooled, const vd_joint_request *q,
                        vd_joint_term *term) {
  vd_pair p =
      vd_pair_make(m, term->classifier, term->reference, q->successes, q->failures);
  if (!vd_joint_defined(&p, q->scale, q->clustered)) return NAN;
  if (q->residual == VD_JOINT_WALD) {
    vd_joint_wald(&p, q, term);
  } else {
    if (q->residual == VD_JOINT_PAIR) pooled = pooled_over_pair(&p);
    vd_joint_score(&p, pooled, q, term);
  }
  return vd_measure_gap(q->scale, &p);
}

void vd_joint_terms(const vd_moments *moments, int n_slices, const int *pair, int n_pairs,
                    const vd_joint_request *q, vd_joint_term *term, double *gap) {
  for (int i = 0; i < n_slices; i++) {
    double pooled = q->residual == VD_JOINT_ALL ? pooled_over_all(&moments[i], q) : 0;
    for (int j = 0; j < n_pairs; j++, term++, gap++) {
      *term = (vd_joint_term){.classifier = pair[2 * j] - 1,
                              .reference = pair[2 * j + 1] - 1};
      *gap = make_term(&moments[i], pooled, q, term);
    }
  }
}

/* What the cluster adds to one comparison. */
static double contribution(const vd_outcomes *o, int slice, const vd_joint_term *t) {
  double size[2];
  double u = vd_influence_outcomes(o, slice, t->classifier, &t->by[0], &size[0]);
  double v = vd_influence_outcomes(o, slice, t->reference, &t->by[1], &size[1]);
  return vd_snap(u - v, size[0] + size[1]);
}

/* The comparisons of one group that the cluster adds to, and what; returns their
 * number. */
static int collect(const vd_joint_plan *plan, const vd_outcomes *o, int first, double *u,
                   int *at) {
  int n = 0, n_slices = plan->everywhere ? plan->n_slices : o->n_touched;
  for (int i = 0; i < n_slices; i++) {
    int slice = plan->everywhere ? i : o->touched[i];
    for (int j = 0; j < plan->group; j++) {
      const vd_joint_term *t = &plan->term[slice * plan->n_pairs + first + j];
      double value = contribution(o, slice, t);
      if (value == 0) continue;
      u[n] = value;
      at[n++] = slice * plan->group + j;
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

void vd_joint_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi,
                  const vd_joint_plan *plan, vd_outcomes *outcomes, double *V, double *u,
                  int *at) {
  int size = vd_joint_size(plan);
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

/* -- one pair in many classes ------------------------------------------------------- */

ptrdiff_t vd_joint_list(const vd_set *set, const vd_joint_plan *plan,
                        vd_outcomes *outcomes, vd_joint_sparse *sparse, ptrdiff_t room,
                        double *u, int *at) {
  ptrdiff_t found = 0;
  sparse->start[0] = 0;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    vd_outcomes_profile(set, f, outcomes);
    int n = collect(plan, outcomes, 0, u, at);
    for (int i = 0; i < n; i++, found++) {
      if (found >= room) continue;
      sparse->slice[found] = at[i];
      sparse->u[found] = u[i];
      sparse->profile[found] = f;
    }
    sparse->start[f + 1] = found;
  }
  return found;
}

void vd_joint_order(const vd_set *set, vd_joint_sparse *sparse) {
  ptrdiff_t n = sparse->start[set->n_profiles], *first = sparse->first;
  for (int i = 0; i <= sparse->n_slices; i++) first[i] = 0;
  for (ptrdiff_t e = 0; e < n; e++) first[sparse->slice[e] + 1]++;
  for (int i = 0; i < sparse->n_slices; i++) first[i + 1] += first[i];
  for (ptrdiff_t e = 0; e < n; e++) sparse->of[first[sparse->slice[e]]++] = e;
  for (int i = sparse->n_slices; i > 0; i--) first[i] = first[i - 1];
  first[0] = 0;
}

void vd_joint_variances(const vd_set *set, const vd_joint_sparse *sparse,
                        double *variance) {
  for (int i = 0; i < sparse->n_slices; i++) {
    variance[i] = 0;
    for (ptrdiff_t e = sparse->first[i]; e < sparse->first[i + 1]; e++) {
      ptrdiff_t own = sparse->of[e];
      double weight = vd_set_profile_weight(set, sparse->profile[own]);
      variance[i] += weight * sparse->u[own] * sparse->u[own];
    }
  }
}

int vd_joint_correlations(const vd_set *set, const vd_joint_sparse *sparse, int slice,
                          const double *variance, const int *used, double *row, int *seen,
                          int *at, double *correlation) {
  int n = 0;
  for (ptrdiff_t e = sparse->first[slice]; e < sparse->first[slice + 1]; e++) {
    ptrdiff_t own = sparse->of[e], f = sparse->profile[own];
    double weighted = vd_set_profile_weight(set, f) * sparse->u[own];
    for (ptrdiff_t j = sparse->start[f]; j < sparse->start[f + 1]; j++) {
      int other = sparse->slice[j];
      if (other <= slice || !used[other]) continue;
      if (!seen[other]) at[n++] = other;
      seen[other] = 1;
      row[other] += weighted * sparse->u[j];
    }
  }
  for (int i = 0; i < n; i++) {
    double r = row[at[i]] / (sqrt(variance[slice]) * sqrt(variance[at[i]]));
    correlation[i] = fmax(-1, fmin(1, r));
    row[at[i]] = seen[at[i]] = 0;
  }
  return n;
}

void vd_joint_finish(const vd_joint_plan *plan, int lo, int hi, double *V) {
  enum { TILE = 64 }; /* what is read down a column stays in the cache */
  size_t n = (size_t)vd_joint_size(plan);
  for (int first = 0; first < plan->n_pairs; first += plan->group, V += n * n) {
    for (int left = 0; left < hi; left += TILE) {
      for (int i = lo; i < hi; i++) {
        int end = left + TILE < i ? left + TILE : i;
        for (int j = left; j < end; j++) {
          V[(size_t)i * n + (size_t)j] = V[(size_t)j * n + (size_t)i];
        }
      }
    }
  }
}
