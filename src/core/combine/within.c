#include "combine/within.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "math/normal.h"

/* Smaller coefficients are rounding. */
static const double nothing = 1e-9;

/* No factor is further from 0. */
static const double far = 6;

size_t vd_within_work(int n) {
  return 2 * (size_t)n * (size_t)n + 5 * (size_t)n;
}

size_t vd_within_iwork(int n) {
  return 4 * (size_t)n + 1;
}

int vd_within_dimensions(const vd_within *x) {
  return x->rank + x->has_factor;
}

/* What is left of the correlations (their squares) when a factor with these loads is
 * taken out. */
static double left_over(const double *r, const double *load, int n) {
  double sum = 0;
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < j; k++) {
      double left = r[k + (size_t)j * (size_t)n] - load[j] * load[k];
      sum += left * left;
    }
  }
  return sum;
}

/* The loads that leave least, one after the other in rounds. */
static void find_loads(const double *r, double *load, int n) {
  enum { ROUNDS = 60 };
  /* From the row that says most, which also gives the signs. */
  int best = 0;
  double most = -1;
  for (int j = 0; j < n; j++) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += fabs(r[k + (size_t)j * (size_t)n]);
    if (sum > most + nothing) {
      most = sum;
      best = j;
    }
  }
  for (int j = 0; j < n; j++) {
    double own = r[j + (size_t)best * (size_t)n];
    load[j] = copysign(sqrt(fmin(fabs(own), 0.9)), own);
  }
  for (int round = 0; round < ROUNDS; round++) {
    double squares = 0, change = 0;
    for (int j = 0; j < n; j++) squares += load[j] * load[j];
    for (int j = 0; j < n; j++) {
      double sum = 0, rest = squares - load[j] * load[j];
      if (!(rest > 0)) return;
      for (int k = 0; k < n; k++) sum += r[k + (size_t)j * (size_t)n] * load[k];
      double found = fmax(-1, fmin(1, (sum - load[j]) / rest));
      change = fmax(change, fabs(found - load[j]));
      squares = rest + found * found;
      load[j] = found;
    }
    if (change < 1e-12) return;
  }
}

/* The first of the largest; what rounding tells apart is the same. */
static int pivot_of(const double *left, const int *pivot, int from, int n) {
  int best = from;
  for (int i = from + 1; i < n; i++) {
    if (left[pivot[i]] > left[pivot[best]] + nothing) best = i;
  }
  return best;
}

/* Lower factor by Cholesky with pivots; row i belongs to statistic pivot[i]. left: n. */
static int factorize(const double *a, double *lower, int n, int *pivot, double *left) {
  size_t N = (size_t)n;
  memset(lower, 0, N * N * sizeof(double));
  for (int i = 0; i < n; i++) {
    pivot[i] = i;
    left[i] = a[(size_t)i * (N + 1)];
  }
  for (int c = 0; c < n; c++) {
    int best = pivot_of(left, pivot, c, n), p = pivot[best];
    if (!(left[p] > nothing)) return c;
    /* The order of the others stays. */
    memmove(pivot + c + 1, pivot + c, (size_t)(best - c) * sizeof(int));
    pivot[c] = p;
    for (int d = 0; d < c; d++) {
      double *column = lower + (size_t)d * N, own = column[best];
      memmove(column + c + 1, column + c, (size_t)(best - c) * sizeof(double));
      column[c] = own;
    }
    double root = sqrt(left[p]);
    lower[c + (size_t)c * N] = root;
    for (int i = c + 1; i < n; i++) {
      double sum = a[(size_t)pivot[i] + (size_t)p * N];
      for (int d = 0; d < c; d++)
        sum -= lower[i + (size_t)d * N] * lower[c + (size_t)d * N];
      lower[i + (size_t)c * N] = sum / root;
      left[pivot[i]] -= sum / root * (sum / root);
    }
  }
  return n;
}

/* Loads that a factor can have: v of length 1 at most in what the statistics are made of.
 */
static void settle_loads(double *load, const double *lower, const int *pivot, int rank,
                         int n, double *v) {
  double squares = 0;
  for (int i = 0; i < rank; i++) {
    double sum = load[pivot[i]];
    for (int c = 0; c < i; c++) sum -= lower[i + (size_t)c * (size_t)n] * v[c];
    v[i] = sum / lower[i + (size_t)i * (size_t)n];
    squares += v[i] * v[i];
  }
  double shrink = squares > 1 ? 1 / sqrt(squares) : 1;
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int c = 0; c < rank && c <= i; c++)
      sum += lower[i + (size_t)c * (size_t)n] * v[c];
    load[pivot[i]] = sum * shrink;
  }
}

/* Whether a factor says enough, and leaves each statistic something of its own. */
static int useful(const double *r, const double *load, int n) {
  static const double enough = 0.5, own = 0.02;
  double none[VD_WITHIN_MOST] = {0};
  for (int j = 0; j < n; j++) {
    if (1 - load[j] * load[j] < own) return 0;
  }
  return left_over(r, load, n) < enough * left_over(r, none, n);
}

static int last_column(const double *lower, int i, int rank, int n) {
  int c = i < rank ? i : rank - 1;
  while (c > 0 && fabs(lower[i + (size_t)c * (size_t)n]) < nothing) c--;
  return c;
}

/* Statistics by the last of what they are made of. */
static void take_rows(vd_within *x, const double *lower, const int *pivot,
                      const double *load) {
  int n = x->n, k = 0;
  memset(x->used, 0, (size_t)n * sizeof(int));
  for (int c = 0; c < x->rank; c++) {
    x->from[c] = k;
    for (int i = c; i < n; i++) {
      if (last_column(lower, i, x->rank, n) != c) continue;
      double *row = x->row + (size_t)k * (size_t)n;
      for (int d = 0; d <= c; d++) {
        double own = lower[i + (size_t)d * (size_t)n];
        row[d] = d == c || fabs(own) >= nothing ? own : 0;
        if (d < c && row[d] != 0) x->used[d] = 1;
      }
      x->load[k++] = load[pivot[i]];
    }
  }
  x->from[x->rank] = k;
}

vd_within vd_within_begin(double *correlation, int n, int sides, const double *table,
                          double *work, int *iwork) {
  size_t N = (size_t)n;
  vd_within x = {.n = n, .sides = sides, .table = table};
  double *lower = work, *load, *v;
  x.row = lower + N * N;
  x.load = x.row + N * N;
  x.value = x.load + N;
  load = x.value + N;
  v = load + N;
  int *pivot = iwork;
  x.from = pivot + n;
  x.used = x.from + n + 1;
  x.rank = factorize(correlation, lower, n, pivot, v);
  find_loads(correlation, load, n);
  settle_loads(load, lower, pivot, x.rank, n, v);
  x.has_factor = useful(correlation, load, n);
  for (size_t j = 0; x.has_factor && j < N; j++) {
    for (size_t k = 0; k < N; k++) correlation[k + j * N] -= load[j] * load[k];
  }
  /* Where what is left determines some of them, only few factors leave room for all. */
  if (x.has_factor && (x.rank = factorize(correlation, lower, n, pivot, v)) < n) {
    for (size_t j = 0; j < N; j++) {
      for (size_t k = 0; k < N; k++) correlation[k + j * N] += load[j] * load[k];
    }
    x.rank = factorize(correlation, lower, n, pivot, v);
    x.has_factor = 0;
  }
  if (!x.has_factor) memset(load, 0, N * sizeof(double));
  take_rows(&x, lower, pivot, load);
  memset(x.value, 0, N * sizeof(double));
  return x;
}

double vd_within_point(vd_within *x, const double *point, double t) {
  double all = 1, f = 0;
  if (x->has_factor) {
    f = far * (2 * *point++ - 1);
    all = 2 * far * exp(-f * f / 2) * M_1_SQRT_2PI;
  }
  for (int c = 0; c < x->rank; c++) {
    double low = -INFINITY, high = INFINITY;
    for (int k = x->from[c]; k < x->from[c + 1]; k++) {
      const double *row = x->row + (size_t)k * (size_t)x->n;
      double sum = f * x->load[k];
      for (int d = 0; d < c; d++) sum += row[d] * x->value[d];
      double above = (t - sum) / row[c];
      double below = x->sides == 2 ? (-t - sum) / row[c] : -INFINITY;
      if (row[c] < 0) {
        double turned = x->sides == 2 ? below : INFINITY;
        below = above;
        above = turned;
      }
      low = below > low ? below : low;
      high = above < high ? above : high;
    }
    double at = vd_normal_below(x->table, low);
    double width = vd_normal_below(x->table, high) - at;
    if (!(width > 0)) return 0;
    all *= width;
    if (x->used[c]) {
      double p = at + point[c] * width;
      x->value[c] = vd_normal_at(x->table, fmin(fmax(p, 1e-12), 1 - 1e-12));
    }
  }
  return all;
}
