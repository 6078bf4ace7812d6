#include "test/swap.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

/* More groups than this are never enumerated. */
enum { MOST_GROUPS = 24 };

/* Exchanging (s0, f0) and (s1, f1) of one cluster. */
static vd_step exchange(double s0, double f0, double s1, double f1) {
  return (vd_step){.s = s1 - s0,
                   .f = f1 - f0,
                   .ss = s1 * s1 - s0 * s0,
                   .ff = f1 * f1 - f0 * f0,
                   .same = s1 * f1 - s0 * f0,
                   .cross = s1 * f0 - s0 * f1};
}

static int is_zero(vd_step x) {
  return x.s == 0 && x.f == 0 && x.ss == 0 && x.ff == 0 && x.same == 0 && x.cross == 0;
}

ptrdiff_t vd_swap_list(const vd_set *set, int classifier, int reference, int successes,
                       int failures, vd_outcomes *outcomes, vd_swap *swap,
                       ptrdiff_t room) {
  double for_it[4], against[4];
  ptrdiff_t found = 0;
  vd_outcomes_coefficients(successes, for_it);
  vd_outcomes_coefficients(failures, against);
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    vd_outcomes_profile(set, f, outcomes);
    for (int i = 0; i < outcomes->n_touched; i++) {
      int at = outcomes->touched[i];
      vd_step step = exchange(vd_outcomes_rows(outcomes, at, classifier, for_it),
                              vd_outcomes_rows(outcomes, at, classifier, against),
                              vd_outcomes_rows(outcomes, at, reference, for_it),
                              vd_outcomes_rows(outcomes, at, reference, against));
      if (is_zero(step)) continue;
      if (found < room) swap[found] = (vd_swap){f, at, step};
      found++;
    }
  }
  return found;
}

void vd_swap_move(vd_pair *p, vd_step x, double times) {
  p->s[0] += times * x.s;
  p->s[1] -= times * x.s;
  p->f[0] += times * x.f;
  p->f[1] -= times * x.f;
  p->ss[0] += times * x.ss;
  p->ss[2] -= times * x.ss;
  p->ff[0] += times * x.ff;
  p->ff[2] -= times * x.ff;
  p->sf00 += times * x.same;
  p->sf11 -= times * x.same;
  p->sf01 += times * x.cross;
  p->sf10 -= times * x.cross;
}

void vd_swap_changes(const vd_set *set, double *changes) {
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    changes[f] = rbinom(vd_set_profile_weight(set, f), 0.5);
  }
}

void vd_swap_apply(const vd_swap *swap, ptrdiff_t n_swaps, const double *changes,
                   vd_pair *pair) {
  for (ptrdiff_t i = 0; i < n_swaps; i++) {
    double times = changes[swap[i].profile];
    if (times > 0) vd_swap_move(&pair[swap[i].slice], swap[i].step, times);
  }
}

void vd_swap_twins(const vd_set *set, const double *changes, double *weight,
                   double *count) {
  ptrdiff_t n = set->n_profiles / 2;
  for (ptrdiff_t f = 0; f < n; f++) {
    weight[n + f] = changes[f];
    weight[f] = set->multiplicity[f] - changes[f];
  }
  vd_set_patterns(set, weight, count);
}

double vd_swap_statistic(const vd_pair *p, vd_request q) {
  vd_test_result test = vd_compare_test(p, q, VD_STATUS_NO_ROWS);
  double gap = p->s[0] / (p->s[0] + p->f[0]) - p->s[1] / (p->s[1] + p->f[1]);
  if (test.status != VD_STATUS_OK) return 0;
  return gap < 0 ? -sqrt(test.statistic) : sqrt(test.statistic);
}

int vd_swap_as_extreme(double permuted, double observed, vd_alternative alternative) {
  double slack = 1e-9 * fmax(1, fabs(observed));
  if (alternative == VD_ALTERNATIVE_GREATER) return permuted >= observed - slack;
  if (alternative == VD_ALTERNATIVE_LESS) return permuted <= observed + slack;
  return fabs(permuted) >= fabs(observed) - slack;
}

typedef struct {
  vd_step step;
  double size, times;
} group;

static vd_step negative(vd_step x) {
  return (vd_step){-x.s, -x.f, -x.ss, -x.ff, -x.same, -x.cross};
}

static int equal(vd_step x, vd_step y) {
  return x.s == y.s && x.f == y.f && x.ss == y.ss && x.ff == y.ff && x.same == y.same &&
         x.cross == y.cross;
}

/* A step and its opposite are one group: all m opposite clusters are moved first, and
 * each of their changes then undoes one. */
static int make_groups(const vd_set *set, const vd_swap *swap, ptrdiff_t n_swaps,
                       int slice, group *groups, vd_pair *start) {
  int n = 0;
  for (ptrdiff_t i = 0; i < n_swaps; i++) {
    if (swap[i].slice != slice) continue;
    double m = vd_set_profile_weight(set, swap[i].profile);
    int g = 0;
    while (g < n && !equal(groups[g].step, swap[i].step) &&
           !equal(groups[g].step, negative(swap[i].step))) {
      g++;
    }
    if (g == MOST_GROUPS) return -1;
    if (g == n) groups[n++] = (group){swap[i].step, 0, 0};
    groups[g].size += m;
    if (!equal(groups[g].step, swap[i].step)) vd_swap_move(start, swap[i].step, m);
  }
  return n;
}

/* Steps the odometer; 0 when all combinations have been seen. */
static int advance(group *groups, int n, vd_pair *p) {
  for (int g = 0; g < n; g++) {
    if (groups[g].times < groups[g].size) {
      groups[g].times++;
      vd_swap_move(p, groups[g].step, 1);
      return 1;
    }
    vd_swap_move(p, groups[g].step, -groups[g].size);
    groups[g].times = 0;
  }
  return 0;
}

double vd_swap_exact(const vd_set *set, const vd_swap *swap, ptrdiff_t n_swaps, int slice,
                     const vd_pair *observed, vd_request q, double limit,
                     double *combinations) {
  group groups[MOST_GROUPS];
  vd_pair p = *observed;
  double z = vd_swap_statistic(observed, q), total = 0, all = 1;
  int n = make_groups(set, swap, n_swaps, slice, groups, &p);
  for (int g = 0; g < n; g++) all *= groups[g].size + 1;
  *combinations = n < 0 ? INFINITY : all;
  if (n < 0 || all > limit) return NAN;
  do {
    if (!vd_swap_as_extreme(vd_swap_statistic(&p, q), z, q.alternative)) continue;
    double log_weight = 0;
    for (int g = 0; g < n; g++) {
      log_weight += dbinom(groups[g].times, groups[g].size, 0.5, 1);
    }
    total += exp(log_weight);
  } while (advance(groups, n, &p));
  return fmin(total, 1);
}
