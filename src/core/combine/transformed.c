#include "combine/transformed.h"

#include <Rmath.h>
#include <math.h>

#include "math/distributions.h"

enum { N_TERMS = 256, N_NODES = 1600 };

/* The nodes with their weights; for each weight h at the nodes and b_n; for each two what
 * the series leaves out (NaN: not yet known). */
enum { PER_WEIGHT = N_NODES + N_TERMS };

size_t vd_transformed_work(int m) {
  return 2 * N_NODES + (size_t)m * PER_WEIGHT + (size_t)m * (size_t)m;
}

/* Nodes z and weights of E[f(Z)] by the trapezoidal rule, on the real line (one-sided)
 * or, for even f, after z = exp(t - exp(-t)) on the positive half, where h may be as
 * rough as |z|^(2/w) at 0. */
static void make_nodes(int sides, double *z, double *weight) {
  for (int i = 0; i < N_NODES; i++) {
    double at = (i + 0.5) / N_NODES;
    if (sides == 1) {
      z[i] = 26 * at - 13;
      weight[i] = dnorm(z[i], 0, 1, 0) * 26 / N_NODES;
    } else {
      double t = 7.1 * at - 4.5, e = exp(-t);
      z[i] = exp(t - e);
      weight[i] = 2 * dnorm(z[i], 0, 1, 0) * z[i] * (1 + e) * 7.1 / N_NODES;
    }
  }
}

static double quantile_at(double z, int sides, double w) {
  double log_p = pnorm(z, 0, 1, 0, 1), log_rest = pnorm(z, 0, 1, 1, 1);
  if (sides == 2) {
    log_p += M_LN2;
    log_rest = pchisq(z * z, 1, 1, 1);
  }
  return w > 0 ? vd_upper_chisq(log_p, log_rest, w) : vd_upper_normal(log_p, log_rest);
}

/* h at the nodes, then its coefficients b_n for n = sides, 2 sides, ... The polynomials
 * divided by sqrt(n!) follow P_{n+1} = (z P_n - sqrt(n) P_{n-1}) / sqrt(n + 1). */
static void tabulate(int sides, double w, const double *z, const double *weight,
                     double *h) {
  double *b = h + N_NODES, up[2 * N_TERMS + 1], down[2 * N_TERMS + 1];
  for (int n = 0; n < N_TERMS; n++) b[n] = 0;
  for (int n = 1; n <= sides * N_TERMS; n++) {
    up[n] = 1 / sqrt(n + 1);
    down[n] = sqrt(n) / sqrt(n + 1);
  }
  for (int i = 0; i < N_NODES; i++) {
    h[i] = quantile_at(z[i], sides, w);
    double before = 1, now = z[i], term = weight[i] * h[i];
    for (int n = 1; n <= sides * N_TERMS; n++) {
      if (n % sides == 0) b[n / sides - 1] += term * now;
      double next = z[i] * up[n] * now - down[n] * before;
      before = now;
      now = next;
    }
  }
}

/* Cov at r = 1 less the sum of the terms: what the series leaves out there. */
static double left_out(const double *weight, const double *first, const double *second) {
  double product = 0, mean1 = 0, mean2 = 0;
  for (int i = 0; i < N_NODES; i++) {
    product += weight[i] * first[i] * second[i];
    mean1 += weight[i] * first[i];
    mean2 += weight[i] * second[i];
  }
  double rest = product - mean1 * mean2;
  for (int n = 0; n < N_TERMS; n++) rest -= first[N_NODES + n] * second[N_NODES + n];
  return rest;
}

/* Terms decay like n^-decay; what is left out of them at x < 1, as a share of that at
 * x = 1: (decay - 1) integral_1^inf u^-decay x^(N u) du, by the midpoint rule after
 * u = v^(-1 / (decay - 1)). */
static double share_left(double x, double decay) {
  enum { STEPS = 64 };
  double share = 0;
  for (int i = 0; i < STEPS; i++) {
    share += pow(x, N_TERMS * pow((i + 0.5) / STEPS, -1 / (decay - 1)));
  }
  return share / STEPS;
}

static double roughness(double w) {
  return w > 0 ? 1 / w : 0;
}

void vd_transformed_prepare(int m, const double *distinct, int sides, double *work) {
  double *z = work, *weight = z + N_NODES, *table = weight + N_NODES;
  make_nodes(sides, z, weight);
  for (int i = 0; i < m; i++) {
    tabulate(sides, distinct[i], z, weight, table + (size_t)i * PER_WEIGHT);
  }
  double *left = table + (size_t)m * PER_WEIGHT;
  for (size_t i = 0; i < (size_t)m * (size_t)m; i++) left[i] = NAN;
}

/* Of weights a and b (positions). */
static double covariance_at(double r, int sides, int m, int a, int b,
                            const double *distinct, double *work) {
  static const double negligible = 1e-18;
  double *weight = work + N_NODES, *table = weight + N_NODES;
  const double *first = table + (size_t)a * PER_WEIGHT;
  const double *second = table + (size_t)b * PER_WEIGHT;
  double x = sides == 2 ? r * r : r, power = x, total = 0;
  for (int n = 0; n < N_TERMS && fabs(power) > negligible; n++, power *= x) {
    total += first[N_NODES + n] * second[N_NODES + n] * power;
  }
  if (sides == 1 || power <= negligible) return total;
  double *left = table + (size_t)m * PER_WEIGHT + (size_t)a * (size_t)m + b;
  if (isnan(*left)) *left = left_out(weight, first, second);
  double decay = 1.5 + roughness(distinct[a]) + roughness(distinct[b]);
  return total + *left * share_left(x, decay);
}

void vd_transformed_covariance(int k, const double *correlation, const int *which, int m,
                               const double *distinct, int sides, double *covariance,
                               double *work) {
  for (int i = 0; i < k; i++) {
    double w = distinct[which[i]];
    covariance[i + (size_t)i * k] = w > 0 ? 2 * w : 1;
    for (int j = 0; j < i; j++) {
      covariance[i + (size_t)j * k] = covariance[j + (size_t)i * k] = covariance_at(
          correlation[i + (size_t)j * k], sides, m, which[i], which[j], distinct, work);
    }
  }
}

double vd_transformed_sum(ptrdiff_t n, const double *correlation, int m,
                          const double *distinct, int sides, double *work) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    sum += covariance_at(correlation[i], sides, m, 0, 0, distinct, work);
  }
  return sum;
}
