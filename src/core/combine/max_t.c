#include "combine/max_t.h"

#include <Rmath.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "math/distributions.h"
#include "math/lapack.h"
#include "math/normal.h"
#include "math/tails.h"
#include "test/compare.h"

/* Draws of one block share a call of BLAS. */
enum { BLOCK = 32 };

/* Equally likely values of a statistic beyond t. */
enum { STRATA = 1024 };

/* Coordinates from Richtmyer's sequence; in more, some of its roots lie too close. */
enum { SMOOTH = VD_MAX_T_SMOOTH };

/* Steps of the tail of a radius, and of the largest statistic from -1 to 1. */
enum { TAIL = 2048, BINS = 16384 };

/* Below, a probability is added up as it is small; above, independence is multiplied. */
static const double small_log = -30;

/* Above, the mean of 1 / N says less than the radius does. */
static const double large_log = -0.69;

/* Above, one statistic after the other says more than either, of however many. */
static const double large_any = 0.85;

static double nanoseconds(double quantities, double tests) {
  return 0.3 * quantities * quantities + 25 * quantities + 9 * tests + 300;
}

enum { FEW = 16384, DIRECTIONS = 3 * FEW };

/* As many as 0.16 s take, and for few tests as many as are useful. Directions alone take
 * less. */
static ptrdiff_t draws(double quantities, double tests) {
  double n = 1.6e8 / nanoseconds(quantities, tests);
  return (ptrdiff_t)fmin(fmax(n, 1024), FEW);
}

double vd_max_t_cost(const vd_contrasts *x) {
  double Q = x->n_quantities, m = (double)x->n_tests;
  return 1e-9 * (0.4 * Q * Q * Q + (double)draws(Q, m) * nanoseconds(Q, m));
}

/* What one statistic after the other takes: the correlations, and a point. */
static size_t within_room(size_t m) {
  return m <= VD_WITHIN_MOST ? vd_within_work((int)m) + m * m + m + 1 : 0;
}

size_t vd_max_t_work(const vd_contrasts *x) {
  size_t Q = (size_t)x->n_quantities, m = (size_t)x->n_tests;
  return Q * Q + (5 + VD_MAX_T_MAIN) * m + (4 + 2 * VD_MAX_T_MAIN) * Q + Q * BLOCK +
         (size_t)VD_MAX_T_NODES * STRATA + BLOCK + TAIL + 1 + 2 * BINS + VD_NORMAL_TABLE +
         within_room(m);
}

size_t vd_max_t_iwork(const vd_contrasts *x) {
  size_t m = (size_t)x->n_tests;
  return 4 * m + 2 * (size_t)x->n_quantities +
         (m <= VD_WITHIN_MOST ? vd_within_iwork((int)m) : 0);
}

vd_max_t vd_max_t_bonferroni(double n_tests, double others, int sides) {
  return (vd_max_t){.sides = sides, .n_joint = n_tests, .others = others};
}

enum { FIRST, SECOND, FIRST_ROW, SECOND_ROW };

/* -- the covariance -------------------------------------------------------------- */

/* Variance of a contrast, or 0 where there is none. */
static double contrast_variance(const vd_contrasts *x, ptrdiff_t j) {
  size_t Q = (size_t)x->n_quantities, a = (size_t)x->first[j], b = (size_t)x->second[j];
  double own = x->covariance[a + a * Q] + x->covariance[b + b * Q];
  double variance = own - 2 * x->covariance[a + b * Q];
  return isfinite(own) ? fmax(vd_snap(variance, own), 0) : 0;
}

/* The statistics say nothing of what moves all that are compared with each other alike:
 * quantities are taken less the first of those that contrasts link. root[q]: which that
 * is; pivot is free. */
static void find_roots(const vd_max_t *x, int *root) {
  for (int q = 0; q < x->n_quantities; q++) root[q] = q;
  for (int changed = 1; changed;) {
    changed = 0;
    for (ptrdiff_t k = 0; k < (ptrdiff_t)x->n_joint; k++) {
      int a = x->at[FIRST][k], b = x->at[SECOND][k];
      int least = root[a] < root[b] ? root[a] : root[b];
      changed |= root[a] != least || root[b] != least;
      root[a] = root[b] = least;
    }
  }
}

static double known(const vd_max_t *x, int i, int j) {
  double v = x->covariance[i + (size_t)j * (size_t)x->n_quantities];
  return isfinite(v) ? v : 0;
}

/* Lower factor of their covariance by Cholesky with pivots: row i belongs to
 * pivot[i] - 1. */
static int factorize(vd_max_t *x) {
  int n = x->n_quantities, rank = 0, info, *root = x->pivot;
  double tolerance = -1, *factor = x->factor;
  size_t Q = (size_t)n;
  find_roots(x, root);
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      double v = known(x, i, j) - known(x, root[i], j) - known(x, i, root[j]) +
                 known(x, root[i], root[j]);
      factor[i + (size_t)j * Q] = vd_snap(v, known(x, i, i) + known(x, j, j));
    }
  }
  dpstrf_("L", &n, factor, &n, x->pivot, &rank, &tolerance, x->value, &info, 1);
  for (size_t j = 1; j < Q; j++) memset(factor + j * Q, 0, j * sizeof(double));
  return rank;
}

/* Richtmyer's sequence: multiples of the roots of the primes. */
static void richtmyer(double *step) {
  int prime = 1;
  for (int i = 0; i < SMOOTH; i++) {
    for (int composite = 1; composite;) {
      prime++;
      composite = 0;
      for (int d = 2; d * d <= prime && !composite; d++) composite = prime % d == 0;
    }
    step[i] = sqrt(prime);
  }
}

static double upper_quantile(double log_p) {
  return vd_upper_normal(log_p, vd_log_rest(log_p));
}

/* log P(one statistic beyond t), and the t of it. */
static double beyond(double t, int sides) {
  return pnorm(t, 0, 1, 0, 1) + (sides == 2 ? M_LN2 : 0);
}

static double critical_value(double log_p, int sides) {
  return upper_quantile(sides == 2 ? log_p - M_LN2 : log_p);
}

/* log(-log(1 - p)) by log p: in it n independent tests are a shift by log n. For a small
 * p it is log p. */
static double cloglog(double log_p) {
  if (log_p < small_log) return log_p;
  return log(-vd_log_rest(log_p));
}

static double from_cloglog(double y) {
  return y < small_log ? y : vd_log_rest(-exp(y));
}

/* cloglog of what no double tells from 1. */
static const double certain = 3.6;

/* From p = 0.9999 on, evenly, then further and further apart. */
static void set_nodes(vd_max_t *x, double log_p) {
  static const double growth = 1.3, far = 5.5;
  double last = fmax(critical_value(fmax(log_p, -1e6), x->sides), 2.5);
  double t = critical_value(log(0.9999), x->sides);
  for (int i = 0; i < VD_MAX_T_NODES; i++) {
    x->critical[i] = t;
    x->log_p[i] = beyond(t, x->sides);
    x->at_node[i] = cloglog(x->log_p[i]);
    x->mean[i] = x->square[i] = 0;
    x->n_nodes = i + 1;
    if (t > last) break;
    /* Two-sided p is 1 at t = 0. */
    double near = fmax(fmin(t, 0.06), 0.0005);
    double width = t < 0 ? 0.15 : t < 1 ? near : t < 2.2 ? 0.15 : t < 3 ? 0.27 : 0.45;
    t = t < far ? t + width : t * growth;
  }
}

/* The contrasts that have a variance; their quantities' rows in the factor. */
static void take_joint(vd_max_t *x, const vd_contrasts *contrasts, int *iwork) {
  ptrdiff_t m = contrasts->n_tests, n = 0;
  for (int i = 0; i < 4; i++) x->at[i] = iwork + i * m;
  x->pivot = iwork + 4 * m;
  x->row = x->pivot + x->n_quantities;
  for (ptrdiff_t j = 0; j < m; j++) {
    double variance = contrast_variance(contrasts, j);
    if (variance == 0) continue;
    x->at[FIRST][n] = contrasts->first[j];
    x->at[SECOND][n] = contrasts->second[j];
    x->sd[n] = sqrt(variance);
    x->scale[n] = 1 / x->sd[n];
    n++;
  }
  x->n_joint = (double)n;
  x->n_alone = (double)(m - n);
}

/* variance (c == d) or covariance of two linear forms of the quantities; product = V d */
static double form(const double *c, const double *product, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += c[i] * product[i];
  return sum;
}

/* V c, where c is not zero. */
static void times_covariance(const vd_max_t *x, const double *c, double *product) {
  size_t Q = (size_t)x->n_quantities;
  memset(product, 0, Q * sizeof(double));
  for (size_t j = 0; j < Q; j++) {
    if (c[j] == 0) continue;
    for (size_t i = 0; i < Q; i++) product[i] += c[j] * x->covariance[i + j * Q];
  }
}

/* Makes form i of unit variance and uncorrelated with those before, and finds its
 * correlations with the statistics; 0 when nothing is left of it. */
static int settle_form(vd_max_t *x, int i, double *product) {
  int Q = x->n_quantities;
  double *c = x->form + (size_t)i * (size_t)Q;
  times_covariance(x, c, product);
  double before = form(c, product, Q);
  for (int h = 0; h < i; h++) {
    const double *other = x->form + (size_t)h * (size_t)Q;
    double shared = form(other, product, Q);
    for (int j = 0; j < Q; j++) c[j] -= shared * other[j];
  }
  times_covariance(x, c, product);
  double variance = form(c, product, Q);
  if (!(variance > 1e-8 * before)) return 0;
  for (int j = 0; j < Q; j++) {
    c[j] /= sqrt(variance);
    product[j] /= sqrt(variance);
  }
  memcpy(x->along_form + (size_t)i * (size_t)Q, product, (size_t)Q * sizeof(double));
  for (ptrdiff_t k = 0; k < (ptrdiff_t)x->n_joint; k++) {
    x->load[k + (ptrdiff_t)x->n_joint * i] =
        (product[x->at[FIRST][k]] - product[x->at[SECOND][k]]) / x->sd[k];
  }
  return 1;
}

/* The main directions in which the statistics move together (orthogonal iteration). They
 * get the first, most even coordinates of the sequence. */
static void main_forms(vd_max_t *x, double *product) {
  enum { ROUNDS = 10 };
  ptrdiff_t n = (ptrdiff_t)x->n_joint;
  size_t Q = (size_t)x->n_quantities;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < VD_MAX_T_MAIN; i++) {
      double *c = x->form + (size_t)i * Q;
      double *load = x->load + n * i;
      memset(c, 0, Q * sizeof(double));
      for (ptrdiff_t k = 0; k < n; k++) {
        double weight = round == 0 ? cos((double)(k * (i + 1))) : load[k];
        c[x->at[FIRST][k]] += weight / x->sd[k];
        c[x->at[SECOND][k]] -= weight / x->sd[k];
      }
    }
    x->n_main = 0;
    while (x->n_main < VD_MAX_T_MAIN && settle_form(x, x->n_main, product)) x->n_main++;
    for (ptrdiff_t k = n * x->n_main; k < n * VD_MAX_T_MAIN; k++) x->load[k] = 0;
  }
}

/* The correlations of all with j, and the covariances of the quantities with it. */
static void correlate(vd_max_t *x, ptrdiff_t j) {
  size_t Q = (size_t)x->n_quantities;
  const double *a = x->covariance + Q * (size_t)x->at[FIRST][j];
  const double *b = x->covariance + Q * (size_t)x->at[SECOND][j];
  for (ptrdiff_t k = 0; k < (ptrdiff_t)x->n_joint; k++) {
    int c = x->at[FIRST][k], d = x->at[SECOND][k];
    double r = ((a[c] - b[c]) - (a[d] - b[d])) / (x->sd[k] * x->sd[j]);
    x->correlation[k] = fmin(fmax(r, -1), 1);
  }
  for (size_t q = 0; q < Q; q++) x->along[q] = (a[q] - b[q]) / x->sd[j];
  x->last = j;
}

/* In the order that the point's coordinates come in. */
static void begin_within(vd_max_t *x, int *iwork) {
  int n = (int)x->n_joint;
  x->point = x->table + VD_NORMAL_TABLE;
  double *correlation = x->point + n + 1;
  for (int j = 0; j < n; j++) {
    correlate(x, j);
    memcpy(correlation + (size_t)j * (size_t)n, x->correlation,
           (size_t)n * sizeof(double));
  }
  x->within = vd_within_begin(correlation, n, x->sides, x->table,
                              correlation + (size_t)n * (size_t)n, iwork);
}

static void set_strata(vd_max_t *x) {
  for (int g = 0; g < x->n_nodes; g++) {
    double t = x->critical[g], log_p = beyond(t, 1);
    if (x->log_p[g] > large_log) continue;
    for (int i = 0; i < STRATA; i++) {
      double share = (i + 0.5) / STRATA;
      double z = log_p > small_log ? qnorm(share * exp(log_p), 0, 1, 0, 0)
                                   : upper_quantile(log(share) + log_p);
      x->beyond[(size_t)g * STRATA + (size_t)i] = fmax(z, t);
    }
  }
}

/* P(the radius of `rank` normal numbers beyond), evenly up to where it is 0. */
static void set_tail(vd_max_t *x) {
  x->tail_step = (sqrt(x->rank) + 7) / TAIL;
  for (int i = 0; i <= TAIL; i++) {
    double radius = x->tail_step * i;
    x->tail[i] = pchisq(radius * radius, x->rank, 0, 0);
  }
}

vd_max_t vd_max_t_begin(const vd_contrasts *contrasts, double others, double log_p,
                        double *work, int *iwork) {
  size_t Q = (size_t)contrasts->n_quantities, m = (size_t)contrasts->n_tests;
  vd_max_t x = {.sides = contrasts->sides,
                .others = others,
                .covariance = contrasts->covariance,
                .n_quantities = contrasts->n_quantities,
                .last = -1};
  x.factor = work;
  x.sd = x.factor + Q * Q;
  x.scale = x.sd + m;
  x.correlation = x.scale + m;
  x.near = x.correlation + m;
  x.load = x.near + 2 * m;
  x.form = x.load + VD_MAX_T_MAIN * m;
  x.along_form = x.form + VD_MAX_T_MAIN * Q;
  x.along = x.along_form + VD_MAX_T_MAIN * Q;
  x.rest = x.along + Q;
  x.value = x.rest + Q;
  take_joint(&x, contrasts, iwork);
  set_nodes(&x, log_p);
  ptrdiff_t n = (ptrdiff_t)x.n_joint;
  if (n <= 1) return x;
  x.rank = factorize(&x);
  for (int i = 0; i < x.n_quantities; i++) x.row[x.pivot[i] - 1] = i;
  for (ptrdiff_t j = 0; j < n; j++) {
    x.at[FIRST_ROW][j] = x.row[x.at[FIRST][j]];
    x.at[SECOND_ROW][j] = x.row[x.at[SECOND][j]];
  }
  x.beyond = x.value + Q * BLOCK;
  x.radius = x.beyond + (size_t)VD_MAX_T_NODES * STRATA;
  x.tail = x.radius + BLOCK;
  x.directions = x.tail + TAIL + 1;
  x.largest = x.directions + BINS;
  memset(x.directions, 0, 2 * BINS * sizeof(double));
  x.table = x.largest + BINS;
  vd_normal_fill(x.table);
  set_strata(&x);
  set_tail(&x);
  main_forms(&x, x.value);
  if (m <= VD_WITHIN_MOST) begin_within(&x, x.row + x.n_quantities);
  richtmyer(x.step);
  x.n_shares = draws((double)Q, (double)n);
  x.n_draws = x.n_shares == FEW ? DIRECTIONS : x.n_shares;
  if (x.n_shares > n) x.n_shares -= x.n_shares % n;
  return x;
}

/* -- the mean --------------------------------------------------------------------- */

/* Coordinate d of point i, within (0, 1). Beyond the smooth ones mixed bits (Steele, Lea
 * & Flood 2014). */
static double coordinate(const vd_max_t *x, int d, ptrdiff_t i) {
  if (d < SMOOTH) {
    double at = ((double)i + 0.5) * x->step[d];
    return fmin(fmax(at - floor(at), 1e-12), 1 - 1e-12);
  }
  uint64_t bits = ((uint64_t)d << 32 | (uint64_t)i) * UINT64_C(0x9e3779b97f4a7c15);
  bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
  return ((double)((bits ^ bits >> 31) >> 12) + 0.5) / 4503599627370496.0;
}

/* Folded at its middle a coordinate gives smooth functions better means (Hickernell
 * 2002).
 */
static double folded_normal(const vd_max_t *x, int d, ptrdiff_t i) {
  double at = fabs(2 * coordinate(x, d, i) - 1);
  return vd_normal_at(x->table, fmin(fmax(at, 1e-12), 1 - 1e-12));
}

/* n draws of the quantities, a column each, from point lo on; rows as in the factor. */
static void draw_values(vd_max_t *x, ptrdiff_t lo, int n) {
  static const double one = 1, zero = 0;
  int Q = x->n_quantities, below = Q - x->rank;
  for (int i = 0; i < n; i++) {
    double squares = 0;
    for (int d = 0; d < x->rank; d++) {
      double z = folded_normal(x, d + 1 + VD_MAX_T_MAIN, lo + i);
      x->value[d + (size_t)i * Q] = z;
      squares += z * z;
    }
    x->radius[i] = sqrt(squares);
  }
  if (below > 0) {
    dgemm_("N", "N", &below, &n, &x->rank, &one, x->factor + x->rank, &Q, x->value, &Q,
           &zero, x->value + x->rank, &Q, 1, 1);
  }
  dtrmm_("L", "L", "N", "N", &x->rank, &n, &one, x->factor, &Q, x->value, &Q, 1, 1, 1, 1);
}

/* Keeps the statistics that may be beyond t, with either sign of the others' part, when
 * that of j is z. As z - t falls with t, the rest are not beyond at any larger t either.
 */
static ptrdiff_t keep_near(double *near, ptrdiff_t n, int sides, double z, double t) {
  double least = t - 1e-9 * (1 + t);
  ptrdiff_t kept = 0;
  for (ptrdiff_t k = 0; k < n; k++) {
    double own = near[2 * k], other = near[2 * k + 1];
    near[2 * kept] = own;
    near[2 * kept + 1] = other;
    kept += (sides == 2 ? fabs(own) : own) * z + fabs(other) >= least;
  }
  return kept;
}

/* 1 / N for z at j and the others' part that does not depend on j, of either sign, by the
 * n statistics that may be beyond. `own`: of j. */
static double share(const double *near, ptrdiff_t n, int sides, double own, double z,
                    double t) {
  ptrdiff_t plus = 0, minus = 0;
  for (ptrdiff_t k = 0; k < n; k++) {
    double mean = near[2 * k] * z, other = near[2 * k + 1];
    double high = mean + other, low = mean - other;
    plus += (sides == 2 ? fabs(high) : high) >= t;
    minus += (sides == 2 ? fabs(low) : low) >= t;
  }
  /* j itself is beyond, whatever rounding says */
  plus += !(z + own >= t);
  minus += !(z - own >= t);
  return 0.5 / (double)plus + 0.5 / (double)minus;
}

/* The inverse of I - bb' (power 1) or of its root (power 1/2) times v, within the space
 * in which that can be inverted. */
static void invert(const double *b, int n, double power, double *v) {
  double bb = 0, bv = 0;
  for (int i = 0; i < n; i++) {
    bb += b[i] * b[i];
    bv += b[i] * v[i];
  }
  if (bb == 0) return;
  double stretch = 1 - bb > 1e-8 ? pow(1 - bb, -power) : 0;
  for (int i = 0; i < n; i++) v[i] += (stretch - 1) * b[i] * bv / bb;
}

/* P(the largest statistic is beyond t), where it is `largest` at radius 1. */
static double beyond_radius(const vd_max_t *x, double largest, double t) {
  if (largest == 0 || (largest > 0) != (t > 0)) return largest >= 0 && t <= 0;
  double at = t / largest / x->tail_step;
  int i = at < TAIL ? (int)at : TAIL - 1;
  double tail = at < TAIL ? x->tail[i] + (at - i) * (x->tail[i + 1] - x->tail[i]) : 0;
  return t > 0 ? tail : 1 - tail;
}

static void add_direction(vd_max_t *x, double score, double radius) {
  double largest = radius > 0 ? score / radius : 0;
  int bin = (int)((largest + 1) * (BINS / 2));
  bin = bin < 0 ? 0 : bin < BINS ? bin : BINS - 1;
  x->directions[bin]++;
  x->largest[bin] += largest;
}

/* Statistic k where the quantities are `value`. */
static double contrast(const vd_max_t *x, const double *value, ptrdiff_t k) {
  return (value[x->at[FIRST_ROW][k]] - value[x->at[SECOND_ROW][k]]) * x->scale[k];
}

/* The direction of this draw, and the opposite one. */
static void add_directions(vd_max_t *x, const double *value, double radius) {
  double high = contrast(x, value, 0), low = high;
  for (ptrdiff_t k = 1; k < (ptrdiff_t)x->n_joint; k++) {
    double score = contrast(x, value, k); /* fmax() is a call, and this is most */
    high = score > high ? score : high;
    low = score < low ? score : low;
  }
  if (x->sides == 2) {
    add_direction(x, fmax(high, -low), radius);
  } else {
    add_direction(x, high, radius);
    add_direction(x, -low, radius);
  }
}

/* x->rest: the quantities without what statistic j says of them. Given j the main forms
 * have the covariance I - bb'; in place of what they are in this draw comes what the
 * first coordinates say. */
static void set_rest(vd_max_t *x, ptrdiff_t j, ptrdiff_t i, const double *value) {
  int Q = x->n_quantities;
  double b[VD_MAX_T_MAIN], fresh[VD_MAX_T_MAIN], shift[VD_MAX_T_MAIN];
  double own = contrast(x, value, j);
  for (int h = 0; h < x->n_main; h++) {
    const double *c = x->form + (size_t)h * (size_t)Q;
    b[h] = x->load[j + (ptrdiff_t)x->n_joint * h];
    shift[h] = -b[h] * own;
    for (int q = 0; q < Q; q++) shift[h] += c[q] * value[x->row[q]];
    fresh[h] = vd_normal_at(x->table, coordinate(x, 1 + h, i));
  }
  invert(b, x->n_main, 1, shift);
  invert(b, x->n_main, 0.5, fresh);
  for (int h = 0; h < x->n_main; h++) {
    shift[h] = fresh[h] - shift[h];
    own += b[h] * shift[h];
  }
  for (int q = 0; q < Q; q++) {
    double rest = value[x->row[q]] - own * x->along[q];
    for (int h = 0; h < x->n_main; h++) rest += shift[h] * x->along_form[q + h * Q];
    x->rest[x->row[q]] = rest;
  }
}

/* As keep_near(), of all statistics. */
static ptrdiff_t take_near(vd_max_t *x, double z, double t) {
  double least = t - 1e-9 * (1 + t), *near = x->near;
  ptrdiff_t kept = 0;
  for (ptrdiff_t k = 0; k < (ptrdiff_t)x->n_joint; k++) {
    double own = x->correlation[k], other = contrast(x, x->rest, k);
    near[2 * kept] = own;
    near[2 * kept + 1] = other;
    kept += (x->sides == 2 ? fabs(own) : own) * z + fabs(other) >= least;
  }
  return kept;
}

static void add_draw(vd_max_t *x, ptrdiff_t i, const double *value, double radius) {
  static const double golden = 0.6180339887498949;
  ptrdiff_t n = (ptrdiff_t)x->n_joint;
  double turn = golden * (double)i;
  add_directions(x, value, radius);
  if (i >= x->n_shares) return;
  ptrdiff_t j = x->n_shares >= n ? i / (x->n_shares / n)
                                 : (ptrdiff_t)((double)n * (turn - floor(turn)));
  if (j != x->last) correlate(x, j);
  set_rest(x, j, i, value);
  size_t stratum = (size_t)(coordinate(x, 0, i) * STRATA);
  double own = contrast(x, x->rest, j);
  for (int g = x->first_node; g < x->n_nodes; g++) {
    double z = x->beyond[(size_t)g * STRATA + stratum], t = x->critical[g];
    n = g == x->first_node ? take_near(x, z, t) : keep_near(x->near, n, x->sides, z, t);
    double one = share(x->near, n, x->sides, own, z, t);
    x->mean[g] += one;
    x->square[g] += one * one;
  }
}

/* The bins that have directions, and the mean in each. */
static void pack_directions(vd_max_t *x) {
  x->n_bins = 0;
  for (int i = 0; i < BINS; i++) {
    if (x->directions[i] == 0) continue;
    x->largest[x->n_bins] = x->largest[i] / x->directions[i];
    x->directions[x->n_bins++] = x->directions[i];
  }
}

/* Mean and variance of P(the largest statistic beyond t) over all directions. */
static double radial_mean(const vd_max_t *x, double t, double *variance) {
  double n = 0, sum = 0, squares = 0;
  for (int i = 0; i < x->n_bins; i++) {
    double p = beyond_radius(x, x->largest[i], t), part = x->directions[i] * p;
    n += x->directions[i];
    sum += part;
    squares += part * p;
  }
  *variance = fmax(0, squares / n - (sum / n) * (sum / n));
  return sum / n;
}

/* Nodes at which any statistic is surely beyond, as directions of a few draws say, need
 * no mean of 1 / N: the radius alone says it. */
static void skip_certain(vd_max_t *x) {
  enum { PILOT = 8 * BLOCK };
  double spread;
  for (ptrdiff_t at = 0; at < PILOT; at += BLOCK) {
    draw_values(x, at, BLOCK);
    for (int i = 0; i < BLOCK; i++) {
      add_directions(x, x->value + (size_t)i * (size_t)x->n_quantities, x->radius[i]);
    }
  }
  pack_directions(x);
  for (x->first_node = 0; x->first_node < x->n_nodes; x->first_node++) {
    int g = x->first_node;
    if (x->log_p[g] <= large_log && 1 - radial_mean(x, x->critical[g], &spread) > 1e-6)
      break;
  }
  memset(x->directions, 0, 2 * BINS * sizeof(double));
}

void vd_max_t_draw(vd_max_t *x, ptrdiff_t lo, ptrdiff_t hi) {
  if (lo == 0 && hi > 0) skip_certain(x);
  for (ptrdiff_t at = lo; at < hi; at += BLOCK) {
    int n = hi - at < BLOCK ? (int)(hi - at) : BLOCK;
    draw_values(x, at, n);
    for (int i = 0; i < n; i++) {
      add_draw(x, at + i, x->value + (size_t)i * (size_t)x->n_quantities, x->radius[i]);
    }
  }
}

/* -- the distribution -------------------------------------------------------------- */

/* log P(any beyond): those of the joint distribution, and those alone. */
static double with_alone(const vd_max_t *x, double log_joint, double log_p) {
  if (x->n_alone == 0) return log_joint;
  if (x->n_joint == 0) log_joint = -INFINITY;
  if (log_p < small_log) return vd_log_add(log_joint, log(x->n_alone) + log_p);
  double none = (log_joint < 0 ? log1p(-exp(log_joint)) : -INFINITY) +
                x->n_alone * (log_p < 0 ? log1p(-exp(log_p)) : -INFINITY);
  return log(-expm1(none));
}

/* The slope at i of the polynomial through nodes lo to hi. */
static double slope_through(const vd_max_t *x, int i, int lo, int hi) {
  const double *at = x->at_node;
  double slope = 0;
  for (int j = lo; j <= hi; j++) {
    if (j == i) continue;
    double weight = 1 / (at[j] - at[i]);
    for (int k = lo; k <= hi; k++) {
      if (k != i && k != j) weight *= (at[i] - at[k]) / (at[j] - at[k]);
    }
    slope += weight * (x->any[j] - x->any[i]);
  }
  return slope;
}

/* Slopes of a monotone piecewise cubic: of polynomials through up to five nodes, limited
 * (Fritsch & Carlson 1980, with the sufficient bound of three times the lesser secant).
 */
static void set_slopes(vd_max_t *x) {
  const double *at = x->at_node, *y = x->any;
  int last = x->n_nodes - 1;
  for (int i = 0; i <= last; i++) {
    int before = i > 0 ? i - 1 : 0, after = i < last ? i : last - 1;
    double left = (y[before + 1] - y[before]) / (at[before + 1] - at[before]);
    double right = (y[after + 1] - y[after]) / (at[after + 1] - at[after]);
    double slope = slope_through(x, i, i > 2 ? i - 2 : 0, i < last - 2 ? i + 2 : last);
    x->slope[i] = fmin(fmax(slope, 0), 3 * fmin(left, right));
  }
}

static double variance(double sum, double squares, double n) {
  return fmax(0, squares / n - (sum / n) * (sum / n));
}

/* A mean, and the variance that it has. */
typedef struct {
  double value, variance;
} estimate;

/* The mean of n points, of which the first coordinate takes n even steps (Hammersley's
 * points, but for the sequence). */
static double even_mean(vd_max_t *x, double t, int n) {
  int dimensions = vd_within_dimensions(&x->within);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    x->point[0] = (i + 0.5) / n;
    for (int d = 1; d < dimensions; d++) {
      x->point[d] = fabs(2 * coordinate(x, d, i) - 1);
    }
    sum += vd_within_point(&x->within, x->point, t);
  }
  return sum / n;
}

/* P(any beyond t) one statistic after the other; more points while that helps, of many
 * tests only where all else says little. What four times the points change, now or a
 * quarter of that before, is about the error that is left. */
static estimate within_mean(vd_max_t *x, double t, int is_large) {
  enum { LEAST = 32, SOME = 512, MOST = 8192, FEW_TESTS = 24 };
  static const double near = 2e-5;
  double value = even_mean(x, t, LEAST), error = 0;
  int many = x->within.n > FEW_TESTS && !is_large;
  int most = !many ? MOST : x->within.has_factor ? MOST / 4 : SOME;
  for (int n = 4 * LEAST; n <= SOME || (n <= most && error > near); n *= 4) {
    double finer = even_mean(x, t, n);
    error = fmax(fabs(finer - value), error / 4);
    value = finer;
  }
  int unfinished = most == SOME && error > near;
  return (estimate){1 - value, unfinished ? INFINITY : error * error / 4};
}

/* Each counts by the other's variance. */
static estimate together(estimate a, estimate b) {
  double both = a.variance + b.variance;
  double weight = both == INFINITY ? b.variance == INFINITY
                  : both > 0       ? b.variance / both
                                   : 1;
  return (estimate){weight * a.value + (1 - weight) * b.value, weight * a.variance};
}

/* log P(any of the joint distribution beyond node i). In the tail the mean over all radii
 * has seen nothing. */
static double joint_beyond(vd_max_t *x, int i) {
  double S = (double)x->n_shares, D = (double)x->n_draws, log_p = x->log_p[i], spread;
  if (x->n_joint <= 1) return log_p;
  double log_share = log(x->n_joint * x->mean[i] / S) + log_p;
  if (log_p <= small_log) return log_share;
  estimate found = {radial_mean(x, x->critical[i], &spread), 0};
  found.variance = spread / D;
  if (i >= x->first_node) {
    if (found.value < 0.02) return log_share;
    double scale = x->n_joint * exp(log_p);
    double share = scale * scale * variance(x->mean[i], x->square[i], S) / S;
    found = together((estimate){exp(log_share), share}, found);
  }
  if (x->within.n > 0 && found.value > 0.02) {
    found = together(found, within_mean(x, x->critical[i], found.value > large_any));
  }
  return log(found.value);
}

void vd_max_t_finish(vd_max_t *x) {
  double above = -INFINITY;
  if (x->n_joint > 1) pack_directions(x);
  for (int i = x->n_nodes - 1; i >= 0; i--) {
    double log_p = x->log_p[i], joint = fmin(0, joint_beyond(x, i));
    double any = with_alone(x, fmax(joint, log_p), log_p);
    if (joint > -1e-6) x->within.n = 0; /* and nearer 1 at all nodes that follow */
    above = fmin(0, fmax(any, above));
    x->any[i] = fmin(cloglog(above), certain);
  }
  set_slopes(x);
}

/* The cubic between nodes i and i + 1, which fall. */
static double between(const vd_max_t *x, int i, double at) {
  double h = x->at_node[i + 1] - x->at_node[i], s = (at - x->at_node[i]) / h;
  double first = x->any[i], last = x->any[i + 1];
  double bend = s * s * (3 - 2 * s);
  return first + (last - first) * bend +
         h * s * (1 - s) * ((1 - s) * x->slope[i] - s * x->slope[i + 1]);
}

static double any_beyond(const vd_max_t *x, double log_p) {
  int n = x->n_nodes, lo = 0, hi = n - 1;
  double tests = log(x->n_joint + x->n_alone);
  if (n == 0) return tests + log_p;
  if (x->n_joint <= 1) return with_alone(x, log_p, log_p);
  if (log_p >= 0) return 0;
  double at = cloglog(log_p), found;
  if (at >= x->at_node[0]) {
    found = x->any[0] + x->slope[0] * (at - x->at_node[0]);
  } else if (at <= x->at_node[n - 1]) {
    found = x->any[n - 1] + (at - x->at_node[n - 1]);
  } else {
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (at > x->at_node[mid]) {
        hi = mid;
      } else {
        lo = mid;
      }
    }
    found = between(x, lo, at);
  }
  if (found >= certain) return fmin(0, tests + log_p);
  return fmin(fmax(from_cloglog(found), log_p), tests + log_p);
}

double vd_max_t_adjust(const vd_max_t *x, double log_p) {
  if (isnan(log_p)) return NAN;
  double any = x->n_joint + x->n_alone > 0 ? any_beyond(x, log_p) : -INFINITY;
  if (x->others > 0) any = vd_log_add(any, log(x->others) + log_p);
  return fmin(0, any);
}

double vd_max_t_local(const vd_max_t *x, double log_level) {
  double all = fmax(1, x->n_joint + x->n_alone + x->others);
  double lo = log_level - log(all) - 1e-12 * (1 + fabs(log_level)), hi = log_level;
  if (vd_max_t_adjust(x, hi) <= log_level) return hi;
  for (;;) {
    double mid = lo + (hi - lo) / 2;
    if (mid <= lo || mid >= hi) return lo;
    if (vd_max_t_adjust(x, mid) <= log_level) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
}
