#include "test/swap.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "math/tails.h"

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

static void take_outcomes(const vd_outcomes *o, int at, const double for_it[4],
                          const double against[4], int n, double *value) {
  for (int c = 0; c < n; c++) {
    value[c] = vd_outcomes_rows(o, at, c, for_it);
    value[n + c] = vd_outcomes_rows(o, at, c, against);
  }
}

static int differ(const vd_outcomes *o, int at, const double for_it[4],
                  const double against[4], int n) {
  double s = vd_outcomes_rows(o, at, 0, for_it), f = vd_outcomes_rows(o, at, 0, against);
  for (int c = 1; c < n; c++) {
    if (vd_outcomes_rows(o, at, c, for_it) != s) return 1;
    if (vd_outcomes_rows(o, at, c, against) != f) return 1;
  }
  return 0;
}

ptrdiff_t vd_swap_list(const vd_set *set, int successes, int failures,
                       vd_outcomes *outcomes, vd_swaps *swaps, ptrdiff_t room) {
  double for_it[4], against[4];
  ptrdiff_t found = 0;
  int C = swaps->n_classifiers, states = successes | failures;
  vd_outcomes_coefficients(successes, for_it);
  vd_outcomes_coefficients(failures, against);
  swaps->common = states == (VD_TP | VD_FN) || states == (VD_TN | VD_FP);
  swaps->clustered = set->start != NULL;
  for (int i = 0; i < swaps->n_slices; i++) swaps->first[i] = -1;
  for (ptrdiff_t f = 0; f < set->n_profiles; f++) {
    vd_outcomes_profile(set, f, outcomes);
    for (int i = 0; i < outcomes->n_touched; i++) {
      int at = outcomes->touched[i];
      if (!differ(outcomes, at, for_it, against, C)) continue;
      if (found < room) {
        take_outcomes(outcomes, at, for_it, against, C, swaps->value + found * 2 * C);
        swaps->swap[found] = (vd_swap){f, swaps->first[at], at};
        swaps->first[at] = found;
      }
      found++;
    }
  }
  return swaps->n_swaps = found;
}

vd_step vd_swap_step(const vd_swaps *swaps, ptrdiff_t at, int classifier, int reference) {
  const double *s = swaps->value + at * 2 * swaps->n_classifiers;
  const double *f = s + swaps->n_classifiers;
  return exchange(s[classifier], f[classifier], s[reference], f[reference]);
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

void vd_swap_changes(const double *weight, ptrdiff_t n_profiles, vd_stream *stream,
                     double *changes) {
  for (ptrdiff_t f = 0; f < n_profiles; f++) {
    changes[f] = vd_stream_coins(stream, weight[f]);
  }
}

/* -- sums by classifier
 * ------------------------------------------------------------------
 */

/* Sums by classifier, and last those by pair. Without clusters squares are what they are
 * squares of, and the first two are enough. */
enum { S, F, SS, FF, SAME, CROSS };

static size_t n_sums(const vd_swaps *swaps) {
  return swaps->clustered ? CROSS : SS;
}

size_t vd_swap_width(const vd_swaps *swaps) {
  size_t C = (size_t)swaps->n_classifiers;
  return C * n_sums(swaps) + (swaps->clustered ? swaps->common ? C : C * C : 0);
}

static void add_clusters(const vd_swaps *swaps, const double *s, double times,
                         double *to) {
  int C = swaps->n_classifiers;
  const double *f = s + C;
  double *cross = to + CROSS * C, rows = times * (s[0] + f[0]);
  for (int c = 0; c < C; c++) {
    to[S * C + c] += times * s[c];
    to[F * C + c] += times * f[c];
    to[SS * C + c] += times * s[c] * s[c];
    to[FF * C + c] += times * f[c] * f[c];
    to[SAME * C + c] += times * s[c] * f[c];
  }
  for (int a = 0; a < C; a++) {
    if (s[a] == 0) continue;
    if (swaps->common) {
      cross[a] += rows * s[a];
    } else {
      for (int b = 0; b < C; b++) cross[a * C + b] += times * s[a] * f[b];
    }
  }
}

void vd_swap_sums(const vd_swaps *swaps, const double *changes, double *sums) {
  size_t C = (size_t)swaps->n_classifiers, width = vd_swap_width(swaps);
  memset(sums, 0, sizeof(double) * width * (size_t)swaps->n_slices);
  for (ptrdiff_t i = 0; i < swaps->n_swaps; i++) {
    const vd_swap *swap = &swaps->swap[i];
    double times = changes[swap->profile], *to = sums + width * (size_t)swap->slice;
    const double *value = swaps->value + 2 * C * (size_t)i;
    if (times == 0) continue;
    if (swaps->clustered) {
      add_clusters(swaps, value, times, to);
    } else {
      for (size_t c = 0; c < 2 * C; c++) to[c] += times * value[c];
    }
  }
}

void vd_swap_apply(const vd_swaps *swaps, const double *sums, int slice, int classifier,
                   int reference, vd_pair *pair) {
  int C = swaps->n_classifiers, a = classifier, b = reference;
  const double *of = sums + vd_swap_width(swaps) * (size_t)slice, *cross = of + CROSS * C;
  vd_step x = {.s = of[S * C + b] - of[S * C + a], .f = of[F * C + b] - of[F * C + a]};
  if (!swaps->clustered) {
    x.ss = x.s;
    x.ff = x.f;
    x.cross = swaps->common ? x.s : 0;
  } else {
    x.ss = of[SS * C + b] - of[SS * C + a];
    x.ff = of[FF * C + b] - of[FF * C + a];
    x.same = of[SAME * C + b] - of[SAME * C + a];
    x.cross = swaps->common ? cross[b] - cross[a] : cross[b * C + a] - cross[a * C + b];
  }
  vd_swap_move(pair, x, 1);
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
  double gap = p->s[0] / (p->s[0] + p->f[0]) - p->s[1] / (p->s[1] + p->f[1]);
  double z = fabs(vd_compare_root(p, q));
  if (isnan(z)) return 0;
  return gap < 0 ? -z : z;
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
static int make_groups(const vd_set *set, const vd_swaps *swaps, int slice,
                       int classifier, int reference, group *groups, vd_pair *start) {
  int n = 0;
  for (ptrdiff_t i = swaps->first[slice]; i >= 0; i = swaps->swap[i].next) {
    vd_step step = vd_swap_step(swaps, i, classifier, reference);
    if (is_zero(step)) continue;
    double m = vd_set_profile_weight(set, swaps->swap[i].profile);
    int g = 0;
    while (g < n && !equal(groups[g].step, step) &&
           !equal(groups[g].step, negative(step))) {
      g++;
    }
    if (g == MOST_GROUPS) return -1;
    if (g == n) groups[n++] = (group){step, 0, 0};
    groups[g].size += m;
    if (!equal(groups[g].step, step)) vd_swap_move(start, step, m);
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

/* Below this a sum of probabilities lacks those that are too small for a number. */
static const double LEAST_SUM = 1e-280;

double vd_swap_exact(const vd_set *set, const vd_swaps *swaps, int slice, int classifier,
                     int reference, const vd_pair *observed, vd_request q, double limit,
                     double *combinations, double *log_p) {
  group groups[MOST_GROUPS];
  vd_pair p = *observed;
  double z = vd_swap_statistic(observed, q), total = 0, all = 1, log_total = -INFINITY;
  int n = make_groups(set, swaps, slice, classifier, reference, groups, &p);
  for (int g = 0; g < n; g++) all *= groups[g].size + 1;
  *combinations = n < 0 ? INFINITY : all;
  *log_p = NAN;
  if (n < 0 || all > limit) return NAN;
  do {
    if (!vd_swap_as_extreme(vd_swap_statistic(&p, q), z, q.alternative)) continue;
    double log_weight = 0;
    for (int g = 0; g < n; g++) {
      log_weight += dbinom(groups[g].times, groups[g].size, 0.5, 1);
    }
    total += exp(log_weight);
    if (total < LEAST_SUM) log_total = vd_log_add(log_total, log_weight);
  } while (advance(groups, n, &p));
  total = fmin(total, 1);
  *log_p = total < LEAST_SUM ? log_total : log(total);
  return total;
}
