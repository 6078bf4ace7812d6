#include "test/barnard.h"
#include "math/distributions.h"

#include <Rmath.h>
#include <math.h>
#include <stddef.h>

/* Square of the pooled z, without the factor N that all tables share; signed. */
static double order(double s0, double n0, double s1, double n1) {
  double s = s0 + s1, f = n0 + n1 - s;
  double cross = s0 * (n1 - s1) - s1 * (n0 - s0);
  return s == 0 || f == 0 ? 0 : cross * fabs(cross) / s / f;
}

double vd_barnard_room(const vd_independent *x) {
  return 2 * (fmin((x->s[0] + x->f[0]), (x->s[1] + x->f[1])) + 1);
}

/* Successes of sample 1 that, with s0 of sample 0, are extreme on the side where sample 0
 * is higher: at most the returned number, -1 for none. The statistic falls in s1. */
static double last_above(double s0, const double n[2], double least) {
  double in = -1, out = n[1] + 1;
  while (out - in > 1) {
    double mid = floor((in + out) / 2);
    if (order(s0, n[0], mid, n[1]) >= least) {
      in = mid;
    } else {
      out = mid;
    }
  }
  return in;
}

void vd_barnard_region(const vd_independent *x, vd_alternative alternative, double *room,
                       vd_barnard *region) {
  int small = (x->s[1] + x->f[1]) < (x->s[0] + x->f[0]);
  region->n[0] = x->s[small] + x->f[small];
  region->n[1] = x->s[!small] + x->f[!small];
  region->low = room;
  region->high = room + (size_t)region->n[0] + 1;
  double z = order(x->s[small], region->n[0], x->s[!small], region->n[1]);
  if (alternative == VD_ALTERNATIVE_TWO_SIDED) z = fabs(z);
  int less = alternative == VD_ALTERNATIVE_LESS;
  if (small) less = !less; /* the samples have changed places */
  double least = (alternative != VD_ALTERNATIVE_TWO_SIDED && less ? -z : z);
  least -= 1e-10 * fabs(least);
  region->all = least <= 0;
  for (double s = 0; s <= region->n[0]; s++) {
    ptrdiff_t at = (ptrdiff_t)s;
    int two = alternative == VD_ALTERNATIVE_TWO_SIDED;
    region->low[at] = two || !less ? last_above(s, region->n, least) : -1;
    /* the mirror image: failures in the place of successes */
    double mirror = two || less ? last_above(region->n[0] - s, region->n, least) : -1;
    region->high[at] = region->n[1] - mirror;
  }
}

double vd_barnard_log_size(const vd_barnard *region, double p) {
  if (region->all) return 0;
  double n0 = region->n[0], n1 = region->n[1], total = -INFINITY;
  for (double s = 0; s <= n0; s++) {
    ptrdiff_t at = (ptrdiff_t)s;
    double weight = dbinom(s, n0, p, 1);
    if (weight < total - 45) continue; /* adds nothing to a double */
    if (region->low[at] >= 0) {
      total = vd_log_add(total, weight + vd_log_pbinom(region->low[at], n1, p, 1));
    }
    if (region->high[at] <= n1) {
      total = vd_log_add(total, weight + vd_log_pbinom(region->high[at] - 1, n1, p, 0));
    }
  }
  return fmin(total, 0);
}

/* Success probabilities on the scale on which the binomial distribution has one width. */
static double log_size_at(const vd_barnard *region, double angle, void (*pause)(void)) {
  if (pause) pause();
  double root = sin(angle);
  return vd_barnard_log_size(region, root * root);
}

/* The peak between lo and hi, by golden sections. */
static double peak(const vd_barnard *region, double lo, double hi, void (*pause)(void)) {
  const double golden = 0.6180339887498949;
  double a = hi - golden * (hi - lo), b = lo + golden * (hi - lo);
  double at_a = log_size_at(region, a, pause), at_b = log_size_at(region, b, pause);
  for (int i = 0; i < 30 && fabs(at_a - at_b) > 1e-13; i++) {
    if (at_a < at_b) {
      lo = a;
      a = b;
      at_a = at_b;
      b = lo + golden * (hi - lo);
      at_b = log_size_at(region, b, pause);
    } else {
      hi = b;
      b = a;
      at_b = at_a;
      a = hi - golden * (hi - lo);
      at_a = log_size_at(region, a, pause);
    }
  }
  return fmax(at_a, at_b);
}

double vd_barnard_log_p(const vd_barnard *region, void (*pause)(void)) {
  if (region->all) return 0;
  int steps = 60 + (int)(10 * sqrt(region->n[0] + region->n[1]));
  double width = M_PI_2 / steps, best = -INFINITY, before = -INFINITY, last = -INFINITY;
  for (int i = 1; i <= steps; i++) {
    double now = i < steps ? log_size_at(region, i * width, pause) : -INFINITY;
    /* a peak of the grid that may be the highest */
    if (last >= before && last >= now && last > best - 0.1) {
      best = fmax(best, peak(region, (i - 2) * width, i * width, pause));
    }
    best = fmax(best, now);
    before = last;
    last = now;
  }
  return best;
}
