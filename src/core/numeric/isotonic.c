#include "numeric/isotonic.h"

#include <Rmath.h>
#include <math.h>

#include "numeric/order.h"

ptrdiff_t vd_isotonic_levels(const vd_binary *rows, const double *p, const int *order,
                             vd_level *level) {
  ptrdiff_t L = 0;
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, p, order, lo);
    vd_level found = {.p = p[order[lo]], .end = hi};
    for (ptrdiff_t i = lo; i < hi; i++) {
      double w = vd_row_weight(rows, order[i]);
      found.weight += w;
      found.events += w * rows->event[order[i]];
    }
    level[L++] = found;
  }
  return L;
}

ptrdiff_t vd_isotonic_pool(ptrdiff_t L, const vd_level *level, double *value,
                           double *weight, ptrdiff_t *last) {
  ptrdiff_t steps = 0;
  for (ptrdiff_t l = 0; l < L; l++) {
    value[steps] = level[l].events / level[l].weight;
    weight[steps] = level[l].weight;
    last[steps++] = l + 1;
    /* Steps that do not rise become one. */
    for (; steps > 1 && value[steps - 2] >= value[steps - 1]; steps--) {
      ptrdiff_t a = steps - 2, b = steps - 1;
      double both = weight[a] + weight[b];
      value[a] = (weight[a] * value[a] + weight[b] * value[b]) / both;
      weight[a] = both;
      last[a] = last[b];
    }
  }
  return steps;
}

void vd_isotonic_draw(ptrdiff_t L, vd_level *level) {
  for (ptrdiff_t l = 0; l < L; l++) {
    level[l].events = level[l].weight == 1 ? unif_rand() < level[l].p
                                           : rbinom(level[l].weight, level[l].p);
  }
}

/* Of `events` of the rows with probability q and the `rest`; 0 log 0 = 0, so that what is
 * fitted to the rows has a finite score. */
static double score_of(double events, double rest, double q, int logarithmic) {
  double with = logarithmic ? -log(q) : (1 - q) * (1 - q);
  double without = logarithmic ? -log1p(-q) : q * q;
  return (events > 0 ? events * with : 0) + (rest > 0 ? rest * without : 0);
}

vd_isotonic_parts vd_isotonic_decompose(ptrdiff_t L, const vd_level *level,
                                        const double *value, const ptrdiff_t *last,
                                        int logarithmic) {
  double W = 0, events = 0, given = 0, refitted = 0;
  for (ptrdiff_t l = 0, s = 0; l < L; l++) {
    double rest = level[l].weight - level[l].events;
    if (l == last[s]) s++;
    W += level[l].weight;
    events += level[l].events;
    given += score_of(level[l].events, rest, level[l].p, logarithmic);
    /* A pooled mean may miss 0 and 1 by rounding. */
    refitted += score_of(level[l].events, rest, fmin(1, fmax(0, value[s])), logarithmic);
  }
  double constant = score_of(events, W - events, events / W, logarithmic);
  return (vd_isotonic_parts){given / W, (given - refitted) / W, (constant - refitted) / W,
                             constant / W};
}
