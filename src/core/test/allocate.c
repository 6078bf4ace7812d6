#include "test/allocate.h"

#include <math.h>

/* Ties by order. */
static int before(const double *gain, ptrdiff_t a, ptrdiff_t b) {
  return gain[a] > gain[b] || (gain[a] == gain[b] && a < b);
}

/* A heap of strata, the largest gain first. */
static void sift_down(ptrdiff_t *at, const double *gain, ptrdiff_t i, ptrdiff_t n) {
  for (ptrdiff_t child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && before(gain, at[child + 1], at[child])) child++;
    if (before(gain, at[i], at[child])) return;
    ptrdiff_t one = at[i];
    at[i] = at[child];
    at[child] = one;
  }
}

static void make_heap(ptrdiff_t *at, const double *gain, ptrdiff_t n) {
  for (ptrdiff_t i = n / 2; i-- > 0;) sift_down(at, gain, i, n);
}

/* What one more label takes off the variance of a stratum with n of them, for its cost.
 */
static double next_gain(const vd_strata *x, ptrdiff_t h, double n) {
  double size = x->rows[h] * x->spread[h];
  return n < x->rows[h] ? size * size / (n * (n + 1) * x->cost[h]) : 0;
}

/* At least so many labels in every stratum that matters, or all of its rows. */
static double begin(const vd_strata *x, double least, double budget, double *labels,
                    ptrdiff_t *at, double *gain) {
  double left = budget;
  ptrdiff_t n = 0;
  for (ptrdiff_t h = 0; h < x->n; h++) {
    gain[h] = x->rows[h] * x->spread[h] / sqrt(x->cost[h]);
    if (gain[h] > 0 && labels[h] < fmin(least, x->rows[h])) at[n++] = h;
  }
  make_heap(at, gain, n);
  while (n > 0 && left > 0) {
    ptrdiff_t h = at[0];
    double wanted =
        fmin(fmin(least, x->rows[h]) - labels[h], floor(left / x->cost[h] * (1 + 1e-12)));
    labels[h] += wanted;
    left = fmax(0, left - wanted * x->cost[h]);
    at[0] = at[--n];
    sift_down(at, gain, 0, n);
  }
  return left;
}

double vd_allocate(vd_strata x, double budget, double *labels, ptrdiff_t *at,
                   double *gain) {
  double left = begin(&x, 1, budget, labels, at, gain);
  left = begin(&x, 2, left, labels, at, gain);
  ptrdiff_t n = 0;
  for (ptrdiff_t h = 0; h < x.n; h++) {
    gain[h] = labels[h] > 0 ? next_gain(&x, h, labels[h]) : 0;
    if (gain[h] > 0) at[n++] = h;
  }
  make_heap(at, gain, n);
  while (left > 0 && n > 0 && gain[at[0]] > 0) {
    ptrdiff_t h = at[0];
    if (x.cost[h] <= left * (1 + 1e-12)) {
      labels[h]++;
      left = fmax(0, left - x.cost[h]);
      gain[h] = next_gain(&x, h, labels[h]);
    } else {
      gain[h] = 0;
    }
    sift_down(at, gain, 0, n);
  }
  return budget - left;
}
