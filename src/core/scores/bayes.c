#include "scores/bayes.h"

#include <Rmath.h>
#include <math.h>

/* -- correlated t ------------------------------------------------------------------ */

vd_bayes_t vd_bayes_correlated(const double *d, ptrdiff_t n, double rho) {
  double mean = 0, squares = 0;
  for (ptrdiff_t i = 0; i < n; i++) mean += d[i] / (double)n;
  for (ptrdiff_t i = 0; i < n; i++) squares += (d[i] - mean) * (d[i] - mean);
  double variance = squares / (double)(n - 1) * (1 / (double)n + rho / (1 - rho));
  return (vd_bayes_t){mean, sqrt(variance), (double)(n - 1)};
}

void vd_bayes_t_split(vd_bayes_t posterior, double rope, double cell[VD_CELLS]) {
  double at = posterior.location;
  if (posterior.scale > 0) {
    double low = (-rope - at) / posterior.scale, high = (rope - at) / posterior.scale;
    cell[VD_LEFT] = pt(low, posterior.dof, 1, 0);
    cell[VD_RIGHT] = pt(high, posterior.dof, 0, 0);
    /* From the side where both are small. */
    cell[VD_ROPE] = at > 0 ? pt(high, posterior.dof, 1, 0) - cell[VD_LEFT]
                           : pt(low, posterior.dof, 0, 0) - cell[VD_RIGHT];
    if (rope == 0) cell[VD_ROPE] = 0;
    return;
  }
  int side = at < -rope ? VD_LEFT : at > rope ? VD_RIGHT : VD_ROPE;
  for (int k = 0; k < VD_CELLS; k++) cell[k] = k == side;
  if (rope == 0 && side == VD_ROPE) {
    cell[VD_LEFT] = cell[VD_RIGHT] = 0.5;
    cell[VD_ROPE] = 0;
  }
}

/* -- sign test --------------------------------------------------------------------- */

void vd_bayes_count(const double *d, ptrdiff_t n, double rope, double slack,
                    double cell[VD_CELLS]) {
  for (int k = 0; k < VD_CELLS; k++) cell[k] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    int side = d[i] < -rope - slack ? VD_LEFT : d[i] > rope + slack ? VD_RIGHT : VD_ROPE;
    cell[side]++;
  }
}

/* The logarithm of a gamma variable is within these limits but for about exp(-40). */
static double log_gamma_low(double alpha) {
  return log(alpha) - 40 / alpha - sqrt(80 / alpha);
}

static double log_gamma_high(double alpha) {
  return log(alpha) + log1p(40 / alpha + sqrt(80 / alpha));
}

/* Shares are independent gamma variables over their sum, so the largest share is the
 * largest variable: the integral of one density times the distribution functions of the
 * others. Over the logarithm of the variable the integrand is smooth and vanishes at both
 * ends, where the trapezoidal rule converges faster than any power of its step. */
static double beats_others(const double alpha[VD_CELLS], int k, double most) {
  double low = log_gamma_low(most), high = log_gamma_high(alpha[k]);
  if (low >= high) return 0;
  int steps = (int)ceil((high - low) * sqrt(1 + most) / 0.1);
  double width = (high - low) / steps, sum = 0;
  for (int i = 0; i <= steps; i++) {
    double x = exp(low + i * width), term = dgamma(x, alpha[k], 1, 0) * x;
    for (int other = 0; other < VD_CELLS; other++) {
      if (other != k && alpha[other] > 0) term *= pgamma(x, alpha[other], 1, 1, 0);
    }
    sum += term;
  }
  return sum * width;
}

void vd_bayes_largest(const double alpha[VD_CELLS], double cell[VD_CELLS]) {
  double most = 0, total = 0;
  for (int k = 0; k < VD_CELLS; k++) most = fmax(most, alpha[k]);
  for (int k = 0; k < VD_CELLS; k++) {
    cell[k] = alpha[k] > 0 ? beats_others(alpha, k, most) : 0;
    total += cell[k];
  }
  for (int k = 0; k < VD_CELLS; k++) cell[k] /= total;
}

/* -- signed rank ------------------------------------------------------------------- */

size_t vd_bayes_pairs_work(ptrdiff_t n) {
  return 2 * ((size_t)n + 1) + 1;
}

size_t vd_bayes_pairs_index(ptrdiff_t n) {
  return 4 * ((size_t)n + 1);
}

/* The sorted differences with the pseudo-difference 0 among them. */
static double value(const double *d, ptrdiff_t zero, ptrdiff_t i) {
  return i < zero ? d[i] : i == zero ? 0 : d[i - 1];
}

vd_bayes_pairs vd_bayes_pairs_make(const double *d, ptrdiff_t n, double prior,
                                   double rope, double slack, double *work,
                                   ptrdiff_t *index) {
  ptrdiff_t m = n + 1, zero = 0;
  ptrdiff_t *above = index, *not_below = index + m;
  ptrdiff_t *below = index + 2 * m, *not_above = index + 3 * m;
  while (zero < n && d[zero] < 0) zero++;
  /* As one of a pair grows, the other may be smaller: each end only moves down. */
  ptrdiff_t a = m, b = m, c = m, e = m;
  for (ptrdiff_t i = 0; i < m; i++) {
    double z = value(d, zero, i);
    while (a > 0 && z + value(d, zero, a - 1) > 2 * rope + slack) a--;
    while (b > 0 && z + value(d, zero, b - 1) >= 2 * rope - slack) b--;
    while (c > 0 && z + value(d, zero, c - 1) >= -2 * rope - slack) c--;
    while (e > 0 && z + value(d, zero, e - 1) > -2 * rope + slack) e--;
    above[i] = a;
    not_below[i] = b;
    below[i] = c;
    not_above[i] = e;
  }
  return (vd_bayes_pairs){m,         prior, above, not_below, below,
                          not_above, zero,  work,  work + m};
}

void vd_bayes_pairs_draw(const vd_bayes_pairs *p, double cell[VD_CELLS]) {
  double left = 0, right = 0, total = 0;
  p->sum[0] = 0;
  for (ptrdiff_t i = 0; i < p->n; i++) {
    p->weight[i] = i != p->zero ? exp_rand() : p->prior > 0 ? rgamma(p->prior, 1) : 0;
    total += p->weight[i];
    p->sum[i + 1] = total;
  }
  /* Pairs whose mean is at an end of the region: half in it, half beyond. */
  for (ptrdiff_t i = 0; i < p->n; i++) {
    right += p->weight[i] * (2 * total - p->sum[p->above[i]] - p->sum[p->not_below[i]]);
    left += p->weight[i] * (p->sum[p->below[i]] + p->sum[p->not_above[i]]);
  }
  double half = 0.5 / (total * total);
  cell[VD_LEFT] = left * half;
  cell[VD_RIGHT] = right * half;
  cell[VD_ROPE] = fmax(0, 1 - cell[VD_LEFT] - cell[VD_RIGHT]);
}

void vd_bayes_vote(const double cell[VD_CELLS], double count[VD_CELLS]) {
  double most = fmax(cell[0], fmax(cell[1], cell[2]));
  int n = 0;
  for (int k = 0; k < VD_CELLS; k++) n += cell[k] == most;
  for (int k = 0; k < VD_CELLS; k++) count[k] += cell[k] == most ? 1.0 / n : 0;
}
