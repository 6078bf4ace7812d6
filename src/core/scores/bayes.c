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

/* -- classifiers with a common distribution ----------------------------------------- */

/* The logit of the share that is lost: where its density begins, and the step. To the
 * left of its mode, `turn`, it falls as exp((n + 1) / 2 at), to the right of 0 as
 * exp(-at). */
typedef struct {
  double low, step;
} grid;

enum { FAR = 40 };

static grid of_level(const vd_bayes_level *x) {
  double turn = 0;
  if (x->between > 0) {
    double many = fmax(1, (x->residual_dof - 2) / (x->n + 1));
    turn = fmin(0, log(x->within) - log(x->between) - log(many));
  }
  return (grid){turn - 4 - 2 * FAR / (x->n + 1), 0.25 / sqrt(1 + x->n / 8)};
}

ptrdiff_t vd_bayes_level_nodes(const vd_bayes_level *x) {
  grid g = of_level(x);
  return (ptrdiff_t)ceil((FAR - g.low) / g.step) + 1;
}

void vd_bayes_level_fill(const vd_bayes_level *x, vd_bayes_nodes *nodes) {
  grid g = of_level(x);
  double most = -INFINITY, sum = 0, dof = x->residual_dof + x->n - 1;
  nodes->n = vd_bayes_level_nodes(x);
  nodes->dof = dof;
  for (ptrdiff_t i = 0; i < nodes->n; i++) {
    double at = g.low + (double)i * g.step;
    double log_lost = plogis(at, 0, 1, 1, 1), log_kept = plogis(at, 0, 1, 0, 1);
    double squares = x->within + exp(log_lost) * x->between;
    nodes->weight[i] = (x->n + 1) / 2 * log_lost + log_kept - dof / 2 * log(squares);
    nodes->share[i] = exp(log_kept);
    nodes->scale[i] = sqrt(2 * nodes->share[i] * x->factor * squares / dof);
    most = fmax(most, nodes->weight[i]);
  }
  for (ptrdiff_t i = 0; i < nodes->n; i++) {
    nodes->weight[i] = exp(nodes->weight[i] - most);
    sum += nodes->weight[i];
  }
  for (ptrdiff_t i = 0; i < nodes->n; i++) nodes->weight[i] /= sum;
}

void vd_bayes_nodes_split(const vd_bayes_nodes *x, double gap, double rope,
                          double cell[VD_CELLS]) {
  for (int k = 0; k < VD_CELLS; k++) cell[k] = 0;
  for (ptrdiff_t i = 0; i < x->n; i++) {
    double of[VD_CELLS];
    vd_bayes_t_split((vd_bayes_t){x->share[i] * gap, x->scale[i], x->dof}, rope, of);
    for (int k = 0; k < VD_CELLS; k++) cell[k] += x->weight[i] * of[k];
  }
}

static double below(const vd_bayes_nodes *x, double gap, double at) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < x->n; i++) {
    sum += x->weight[i] * pt((at - x->share[i] * gap) / x->scale[i], x->dof, 1, 0);
  }
  return sum;
}

double vd_bayes_nodes_quantile(const vd_bayes_nodes *x, double gap, double p) {
  double widest = 0;
  for (ptrdiff_t i = 0; i < x->n; i++) widest = fmax(widest, x->scale[i]);
  widest *= fabs(qt(p, x->dof, 1, 0));
  double low = fmin(gap, 0) - widest, high = fmax(gap, 0) + widest;
  while (high - low > 1e-14 * (fabs(high) + fabs(low)) && high > low) {
    double mid = low + (high - low) / 2;
    if (mid <= low || mid >= high) break;
    if (below(x, gap, mid) < p) {
      low = mid;
    } else {
      high = mid;
    }
  }
  return low + (high - low) / 2;
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
static double beats_at(const double alpha[VD_CELLS], int k, double log_x) {
  double x = exp(log_x), term = dgamma(x, alpha[k], 1, 0) * x;
  for (int other = 0; other < VD_CELLS; other++) {
    if (other != k && alpha[other] > 0) term *= pgamma(x, alpha[other], 1, 1, 0);
  }
  return term;
}

/* Beyond `numbers` x itself is too small; from `far` downwards the integrand is a power
 * of x but for exp(-40), and the terms of the rule are a geometric series. */
static double beats_others(const double alpha[VD_CELLS], int k, double most) {
  const double numbers = -708, far = -40;
  double low = log_gamma_low(most), high = log_gamma_high(alpha[k]), sum = 0;
  int deep = low < numbers;
  if (deep) low = far;
  if (low >= high || !isfinite(high)) return 0;
  int steps = (int)ceil((high - low) * sqrt(1 + most) / 0.1);
  double width = (high - low) / steps;
  for (int i = 0; i <= steps; i++) sum += beats_at(alpha, k, low + i * width);
  if (deep) {
    double power = alpha[VD_LEFT] + alpha[VD_ROPE] + alpha[VD_RIGHT];
    sum += beats_at(alpha, k, far) / expm1(power * width);
  }
  return sum * width;
}

void vd_bayes_largest(const double alpha[VD_CELLS], double cell[VD_CELLS]) {
  double most = 0, total = 0;
  for (int k = 0; k < VD_CELLS; k++) most = fmax(most, alpha[k]);
  if (most == 0) {
    cell[VD_LEFT] = cell[VD_RIGHT] = 0.5;
    cell[VD_ROPE] = 0;
    return;
  }
  for (int k = 0; k < VD_CELLS; k++) {
    cell[k] = alpha[k] > 0 ? beats_others(alpha, k, most) : 0;
    total += cell[k];
  }
  /* Too large or too small for the rule: the shares of the largest parameters. */
  for (int k = 0; k < VD_CELLS && !(total > 0); k++) cell[k] = alpha[k] == most;
  if (!(total > 0)) total = cell[VD_LEFT] + cell[VD_ROPE] + cell[VD_RIGHT];
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
  /* Shares of one: what rounding makes of equal ones is equal. */
  double most = fmax(cell[0], fmax(cell[1], cell[2])) - 1e-12;
  int n = 0;
  for (int k = 0; k < VD_CELLS; k++) n += cell[k] >= most;
  for (int k = 0; k < VD_CELLS; k++) count[k] += cell[k] >= most ? 1.0 / n : 0;
}
