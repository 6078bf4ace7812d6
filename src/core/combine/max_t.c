#include "combine/max_t.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "math/heap.h"
#include "math/lapack.h"
#include "math/lattice.h"
#include "math/normal.h"
#include "math/tails.h"
#include "test/compare.h"

enum { TAIL = VD_MAX_T_TAIL };

/* The distribution is found when directions change it by less, or take longer. */
static const double near = 2e-5, seconds = 0.12;

/* Below, only directions know a probability relative to itself. */
static const double small = 0.005;

/* The faces of the most that may be asked for. */
static vd_faces plan(const vd_contrasts *x) {
  vd_faces faces = {.sides = x->sides,
                    .n_quantities = x->n_quantities,
                    .rank = x->n_quantities > 1 ? x->n_quantities - 1 : 1,
                    .n_tests = x->n_tests > 1 ? x->n_tests : 1};
  vd_faces_plan(&faces, seconds);
  return faces;
}

double vd_max_t_cost(const vd_contrasts *x) {
  vd_faces faces = plan(x);
  double Q = x->n_quantities;
  return 0.4e-9 * Q * Q * Q + vd_faces_seconds(&faces);
}

/* What one statistic after the other takes: the table, the correlations, and a point. */
static size_t within_room(size_t m) {
  return m <= VD_WITHIN_MOST ? vd_within_work((int)m) + m * m + m + 1 + VD_NORMAL_TABLE
                             : 0;
}

size_t vd_max_t_work(const vd_contrasts *x, int n_threads) {
  size_t Q = (size_t)x->n_quantities, m = (size_t)x->n_tests;
  vd_faces faces = plan(x);
  return 2 * Q * Q + 2 * Q + m + (VD_NODES_MOST + 3) * (size_t)VD_FACES_ALL +
         2 * (TAIL + 1) + vd_faces_room(&faces) +
         (size_t)n_threads * vd_faces_own_work(&faces) + within_room(m);
}

size_t vd_max_t_iwork(const vd_contrasts *x, int n_threads) {
  size_t m = (size_t)x->n_tests;
  vd_faces faces = plan(x);
  return 2 * m + 4 * (size_t)x->n_quantities +
         (size_t)n_threads * vd_faces_own_iwork(&faces) +
         (m <= VD_WITHIN_MOST ? vd_within_iwork((int)m) : 0);
}

vd_max_t vd_max_t_bonferroni(double n_tests, double others, int sides) {
  return (vd_max_t){.sides = sides, .n_joint = n_tests, .others = others};
}

/* -- the family -------------------------------------------------------------------- */

/* Quantities and tests in an order that does not depend on the one they come in. */
typedef struct {
  int n_quantities, *order, *place, *root; /* order: by place; root: by place, a place */
  int *first, *second;                     /* places */
  double *key, *scale, *factor, *rows;
} family;

/* Variance of a contrast, NaN where it is not known, as of a quantity with itself. */
static double contrast_variance(const vd_contrasts *x, ptrdiff_t j) {
  size_t Q = (size_t)x->n_quantities, a = (size_t)x->first[j], b = (size_t)x->second[j];
  double own = x->covariance[a + a * Q] + x->covariance[b + b * Q];
  double both = x->covariance[a + b * Q];
  if (a == b || !isfinite(own)) return NAN;
  return fmax(vd_snap(own - 2 * (isfinite(both) ? both : 0), own), 0);
}

/* Quantities by the variances of their contrasts, the largest first; those that rounding
 * alone tells apart stay as they are. */
static void set_order(family *x, const vd_contrasts *from) {
  static const double rounding = 1 - 1e-9;
  memset(x->key, 0, (size_t)x->n_quantities * sizeof(double));
  for (ptrdiff_t j = 0; j < from->n_tests; j++) {
    double variance = fmax(contrast_variance(from, j), 0);
    x->key[from->first[j]] += variance;
    x->key[from->second[j]] += variance;
  }
  for (int i = 0; i < x->n_quantities; i++) {
    int at = i;
    for (; at > 0 && x->key[x->order[at - 1]] < rounding * x->key[i]; at--) {
      x->order[at] = x->order[at - 1];
    }
    x->order[at] = i;
  }
  for (int i = 0; i < x->n_quantities; i++) x->place[x->order[i]] = i;
}

static int comes_before(const void *of, size_t a, size_t b) {
  const family *x = of;
  return x->first[a] != x->first[b] ? x->first[a] < x->first[b]
                                    : x->second[a] < x->second[b];
}

static void exchange(void *of, size_t a, size_t b) {
  const family *x = of;
  int first = x->first[a], second = x->second[a];
  double scale = x->scale[a];
  x->first[a] = x->first[b];
  x->second[a] = x->second[b];
  x->scale[a] = x->scale[b];
  x->first[b] = first;
  x->second[b] = second;
  x->scale[b] = scale;
}

/* A p-value, about that of a mid-p test on one side, where nothing differs. */
static const double no_evidence = 0.5 - 1e-9;

/* The contrasts that have a variance, each of them once; how many have none. Those that
 * have 0 and nothing against them are not counted: where nothing differs no statistic is
 * the largest. With two sides a sign does not matter. */
static ptrdiff_t take_joint(family *x, const vd_contrasts *from, ptrdiff_t *alone) {
  ptrdiff_t n = 0, kept = 0;
  *alone = 0;
  for (ptrdiff_t j = 0; j < from->n_tests; j++) {
    double variance = contrast_variance(from, j);
    if (!(variance > 0)) {
      *alone +=
          isnan(variance) || from->log_p == NULL || from->log_p[j] < log(no_evidence);
      continue;
    }
    int a = x->place[from->first[j]], b = x->place[from->second[j]];
    int turned = from->sides == 2 && a > b;
    x->first[n] = turned ? b : a;
    x->second[n] = turned ? a : b;
    x->scale[n++] = 1 / sqrt(variance);
  }
  vd_heap_sort(&(vd_heap){x, comes_before, exchange}, (size_t)n);
  for (ptrdiff_t j = 0; j < n; j++) {
    if (kept > 0 && !comes_before(x, (size_t)kept - 1, (size_t)j)) continue;
    exchange(x, (size_t)kept++, (size_t)j);
  }
  return kept;
}

/* The statistics say nothing of what moves all that are compared with each other alike:
 * quantities are taken less the first of those that contrasts link. */
static void find_roots(family *x, ptrdiff_t n) {
  for (int q = 0; q < x->n_quantities; q++) x->root[q] = q;
  for (int changed = 1; changed;) {
    changed = 0;
    for (ptrdiff_t k = 0; k < n; k++) {
      int a = x->first[k], b = x->second[k];
      int least = x->root[a] < x->root[b] ? x->root[a] : x->root[b];
      changed |= x->root[a] != least || x->root[b] != least;
      x->root[a] = x->root[b] = least;
    }
  }
}

static double known(const family *x, const vd_contrasts *from, int i, int j) {
  double v =
      from->covariance[x->order[i] + (size_t)x->order[j] * (size_t)x->n_quantities];
  return isfinite(v) ? v : 0;
}

/* Their covariance. */
static double covariance(const family *x, const vd_contrasts *from, int i, int j) {
  double v = known(x, from, i, j) - known(x, from, x->root[i], j) -
             known(x, from, i, x->root[j]) + known(x, from, x->root[i], x->root[j]);
  return vd_snap(v, known(x, from, i, i) + known(x, from, j, j));
}

/* Rows of a factor of it, by place, and its rank; pivot: Q. What is factored is of about
 * one size (by powers of 2, which round nothing), so that no scale is too small. */
static int factorize(family *x, const vd_contrasts *from, int *pivot) {
  int n = x->n_quantities, rank = 0, info;
  double tolerance = -1, *factor = x->factor, *size = x->key;
  size_t Q = (size_t)n;
  for (int i = 0; i < n; i++) {
    double variance = covariance(x, from, i, i);
    size[i] = variance > 0 ? ldexp(1, ilogb(variance) / 2) : 1;
  }
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) {
      factor[i + (size_t)j * Q] = covariance(x, from, i, j) / (size[i] * size[j]);
    }
  }
  dpstrf_("L", &n, factor, &n, pivot, &rank, &tolerance, x->rows, &info, 1);
  for (size_t i = 0; i < Q; i++) {
    int place = pivot[i] - 1;
    double *row = x->rows + (size_t)place * (size_t)rank;
    for (size_t c = 0; c < (size_t)rank; c++) {
      row[c] = c <= i ? factor[i + c * Q] * size[place] : 0;
    }
  }
  return rank;
}

/* -- one statistic after the other ------------------------------------------------- */

/* A mean, and about the error that it has. */
typedef struct {
  double value, error;
} estimate;

static double lattice_mean(vd_max_t *x, double t, int n) {
  int dimensions = vd_within_dimensions(&x->within);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    vd_lattice at = vd_lattice_at((uint32_t)i);
    x->point[0] = vd_lattice_next(&at);
    for (int d = 1; d < dimensions; d++) x->point[d] = vd_lattice_folded(&at);
    sum += vd_within_point(&x->within, x->point, t);
  }
  return sum / n;
}

/* P(any beyond t), by more points while that helps. What four times the points change,
 * now or a quarter of that before, is about the error that is left. */
static estimate within_mean(vd_max_t *x, double t) {
  enum { LEAST = 32, SOME = 512, MOST = 8192 };
  double value = lattice_mean(x, t, LEAST), error = 0;
  for (int n = 4 * LEAST; n <= SOME || (n <= MOST && error > near); n *= 4) {
    double finer = lattice_mean(x, t, n);
    error = fmax(fabs(finer - value), error / 16);
    value = finer;
  }
  return (estimate){1 - value, error};
}

/* Where each statistic has something of its own, and it helps at the node about which
 * independent ones have their median. */
static void begin_within(vd_max_t *x, double *work, int *iwork) {
  const vd_faces *faces = &x->faces;
  int n = (int)x->n_joint, r = faces->rank;
  double *correlation = work + VD_NORMAL_TABLE, *point = correlation + (ptrdiff_t)n * n;
  for (int j = 0; j < n; j++) {
    for (int k = 0; k < n; k++) {
      const double *a = faces->factor + (ptrdiff_t)faces->first[j] * r;
      const double *b = faces->factor + (ptrdiff_t)faces->second[j] * r;
      const double *c = faces->factor + (ptrdiff_t)faces->first[k] * r;
      const double *d = faces->factor + (ptrdiff_t)faces->second[k] * r;
      double sum = 0;
      for (int i = 0; i < r; i++) sum += (a[i] - b[i]) * (c[i] - d[i]);
      correlation[k + (ptrdiff_t)j * n] =
          k == j ? 1 : fmax(-1, fmin(1, sum * faces->scale[j] * faces->scale[k]));
    }
  }
  vd_normal_fill(work);
  x->point = point;
  x->within = vd_within_begin(correlation, n, x->sides, work, point + n + 1, iwork);
  double median = vd_nodes_critical(log(-expm1(log(0.5) / n)), x->sides);
  if (within_mean(x, median).error > near) x->within.n = 0;
}

/* -- directions ------------------------------------------------------------------- */

/* The distribution of the radius across a statistic, and its slopes. */
static void set_radius(vd_max_t *x) {
  int n = x->faces.rank - 1;
  x->step = (sqrt(n) + 8) / TAIL;
  for (int i = 0; i <= TAIL; i++) {
    double at = x->step * i;
    x->radius[2 * i] = n > 0 ? pchisq(at * at, n, 1, 0) : 1;
    x->radius[2 * i + 1] = n == 1           ? 2 * x->step * dnorm(at, 0, 1, 0)
                           : n > 1 && i > 0 ? 2 * at * x->step * dchisq(at * at, n, 0)
                                            : 0;
  }
}

/* P(radius < at), by a cubic with the values and slopes of both ends. */
static double radius_below(const vd_max_t *x, double at) {
  at /= x->step;
  if (!(at < TAIL)) return 1;
  int i = (int)at;
  const double *y = x->radius + 2 * (ptrdiff_t)i;
  double s = at - i, r = 1 - s;
  return y[0] + (y[2] - y[0]) * s * s * (3 - 2 * s) + s * r * (r * y[1] - s * y[3]);
}

/* P(no statistic is larger than the one at z). */
static double is_largest(const vd_max_t *x, double z, double inverse) {
  if (inverse > 0) return z > 0 ? radius_below(x, z * inverse) : 0;
  return z >= 0 ? 1 : 1 - radius_below(x, z * inverse);
}

/* Adds, by bin, what lies between two values of the largest (Gauss-Legendre). */
static void add_between(const vd_max_t *x, double lo, double hi, double *beyond) {
  static const double at[3] = {-0.7745966692414834, 0, 0.7745966692414834};
  static const double weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  for (int i = 0; i < 3; i++) {
    double z = (lo + hi) / 2 + at[i] * (hi - lo) / 2;
    double share = x->sides * (hi - lo) * weight[i] * dnorm(z, 0, 1, 0);
    for (int b = 0; b < x->n_bins; b++)
      beyond[b] += share * is_largest(x, z, x->inverse[b]);
  }
}

/* By bin, the share of what lies beyond t > 0 that is the largest (Gauss-Laguerre in
 * z^2 / 2). */
static void set_share(const vd_max_t *x, double t, double *share) {
  static const double at[6] = {0.2228466041792607, 1.188932101672623, 2.992736326059314,
                               5.775143569104511,  9.837467418382590, 15.98287398060170};
  static const double weight[6] = {0.4589646739499636,    0.4170008307721210,
                                   0.1133733820740450,    0.01039919745314907,
                                   2.610172028149321e-04, 8.985479064296212e-07};
  double all = 0;
  memset(share, 0, (size_t)x->n_bins * sizeof(double));
  for (int i = 0; i < 6; i++) {
    double z = sqrt(t * t + 2 * at[i]), own = weight[i] / z;
    all += own;
    for (int b = 0; b < x->n_bins; b++) share[b] += own * is_largest(x, z, x->inverse[b]);
  }
  for (int b = 0; b < x->n_bins; b++) share[b] /= all;
}

static double weighted(const vd_max_t *x, const double *value) {
  double sum = 0;
  for (int b = 0; b < x->n_bins; b++) sum += x->weight[b] * value[b];
  return sum;
}

/* By bin, what lies beyond the node; the logarithm of all of it. */
static double set_beyond(const vd_max_t *x, int i) {
  double *beyond = x->beyond + (ptrdiff_t)i * VD_FACES_ALL, t = x->nodes.critical[i];
  if (i < x->nodes.n - 1 && t < vd_nodes_far) {
    memcpy(beyond, beyond + VD_FACES_ALL, (size_t)x->n_bins * sizeof(double));
    add_between(x, t, x->nodes.critical[i + 1], beyond);
    return log(weighted(x, beyond));
  }
  set_share(x, t, beyond);
  double log_any = x->nodes.log_p[i] + log(weighted(x, beyond));
  for (int b = 0; b < x->n_bins; b++) beyond[b] *= exp(x->nodes.log_p[i]);
  return log_any;
}

/* A sum over bins, less its regression on that of all, which is known to be 1. */
static double regressed(const vd_max_t *x, const double *value, const double *all) {
  double n = 0, both = 0, squares = 0;
  for (int b = 0; b < x->n_bins; b++) n += x->weight[b];
  double sum = weighted(x, value), sum_all = weighted(x, all);
  for (int b = 0; b < x->n_bins; b++) {
    double apart = x->weight[b] * (all[b] - sum_all / n);
    both += apart * (value[b] - sum / n);
    squares += apart * (all[b] - sum_all / n);
  }
  return squares > 0 ? sum - both / squares * (sum_all - 1) : sum;
}

/* log P(any beyond): what is known relative to itself is the smaller, of it and the rest.
 */
static double log_regressed(const vd_max_t *x, double *beyond, const double *all) {
  double any = regressed(x, beyond, all);
  if (any < 0.5) return log(fmax(any, 0));
  for (int b = 0; b < x->n_bins; b++) beyond[b] = all[b] - beyond[b];
  return log1p(-fmin(1, fmax(0, regressed(x, beyond, all))));
}

/* log P(any beyond) at the nodes; the largest change of what is taken from there. */
static double find_any(vd_max_t *x) {
  double *all = x->beyond + (ptrdiff_t)x->nodes.n * VD_FACES_ALL, change = 0;
  double t = x->nodes.critical[0], log_any[VD_NODES_MOST];
  x->n_bins = vd_faces_take(&x->faces, x->own, x->n_threads, x->weight, x->inverse);
  for (int i = x->nodes.n - 1; i >= 0; i--) log_any[i] = set_beyond(x, i);
  memcpy(all, x->beyond, (size_t)x->n_bins * sizeof(double));
  add_between(x, x->sides == 2 ? 0 : t - 3, t, all);
  double excess = weighted(x, all) - 1;
  for (int i = 0; i < x->nodes.n; i++) {
    double *beyond = x->beyond + (ptrdiff_t)i * VD_FACES_ALL;
    if (x->nodes.critical[i] < vd_nodes_far) log_any[i] = log_regressed(x, beyond, all);
    double p = exp(log_any[i]);
    if (x->within.n == 0 || p < small)
      change = fmax(change, fabs(p - exp(x->nodes.any[i])));
    x->nodes.any[i] = log_any[i];
  }
  return x->within.n == 0 ? fmax(change, fabs(excess) / 5) : change;
}

int vd_max_t_next(vd_max_t *x) {
  vd_faces *faces = &x->faces;
  if (x->n_joint <= 1) return 0;
  if (faces->n_points > 0) {
    double change = find_any(x);
    if (change < near || faces->n_points >= faces->most_points) return 0;
  }
  vd_faces_next(faces);
  return 1;
}

void vd_max_t_walk(vd_max_t *x, ptrdiff_t face, int thread) {
  vd_faces_walk(&x->faces, face, x->own + thread);
}

/* -- the beginning ----------------------------------------------------------------- */

/* Of what was planned for all tests, as much as the joint ones can use. */
static void set_faces(vd_max_t *x, const family *joint, int rank) {
  vd_faces *faces = &x->faces;
  faces->rank = rank;
  faces->n_tests = (ptrdiff_t)x->n_joint;
  faces->first = joint->first;
  faces->second = joint->second;
  faces->scale = joint->scale;
  faces->factor = joint->rows;
  if (faces->n_faces > faces->n_tests) faces->n_faces = faces->n_tests;
  if (rank <= 2) faces->most_points = faces->n_sets = 1;
}

vd_max_t vd_max_t_begin(const vd_contrasts *from, double others, double log_p,
                        int n_threads, vd_faces_own *own, double *work, int *iwork) {
  size_t Q = (size_t)from->n_quantities, m = (size_t)from->n_tests;
  vd_max_t x = {
      .sides = from->sides, .others = others, .n_threads = n_threads, .own = own};
  family joint = {.n_quantities = from->n_quantities};
  joint.first = iwork;
  joint.second = joint.first + m;
  joint.order = joint.second + m;
  joint.place = joint.order + Q;
  joint.root = joint.place + Q;
  int *pivot = joint.root + Q;
  iwork = pivot + Q;
  joint.key = work;
  joint.scale = joint.key + Q;
  joint.factor = joint.scale + m;
  joint.rows = joint.factor + Q * Q;
  work = joint.rows + Q * Q + Q;
  set_order(&joint, from);
  ptrdiff_t alone;
  x.n_joint = (double)take_joint(&joint, from, &alone);
  x.n_alone = (double)alone;
  vd_nodes_set(&x.nodes, x.sides, log_p);
  if (x.n_joint <= 1) return x;
  find_roots(&joint, (ptrdiff_t)x.n_joint);
  x.faces = plan(from);
  x.faces.points = work;
  work += vd_faces_room(&x.faces);
  set_faces(&x, &joint, factorize(&joint, from, pivot));
  for (int i = 0; i < n_threads; i++) {
    own[i] = vd_faces_begin(&x.faces, work, iwork);
    work += vd_faces_own_work(&x.faces);
    iwork += vd_faces_own_iwork(&x.faces);
  }
  x.radius = work;
  x.weight = x.radius + 2 * (TAIL + 1);
  x.inverse = x.weight + VD_FACES_ALL;
  x.beyond = x.inverse + VD_FACES_ALL;
  set_radius(&x);
  if (m <= VD_WITHIN_MOST && x.faces.rank > 4 && x.faces.rank == (int)x.n_joint) {
    begin_within(&x, x.beyond + (VD_NODES_MOST + 1) * (size_t)VD_FACES_ALL, iwork);
  }
  return x;
}

/* -- the distribution -------------------------------------------------------------- */

/* log P(any beyond): those of the joint distribution, and those alone. */
static double with_alone(const vd_max_t *x, double log_joint, double log_p) {
  if (x->n_alone == 0) return log_joint;
  if (x->n_joint == 0) log_joint = -INFINITY;
  if (log_p < vd_nodes_small) return vd_log_add(log_joint, log(x->n_alone) + log_p);
  double none = (log_joint < 0 ? log1p(-exp(log_joint)) : -INFINITY) +
                x->n_alone * (log_p < 0 ? log1p(-exp(log_p)) : -INFINITY);
  return log(-expm1(none));
}

/* log P(any of the joint distribution beyond node i). */
static double joint_beyond(vd_max_t *x, int i) {
  if (x->n_joint <= 1) return x->nodes.log_p[i];
  if (x->within.n == 0 || exp(x->nodes.any[i]) < small) return x->nodes.any[i];
  estimate found = within_mean(x, x->nodes.critical[i]);
  return found.error > near ? x->nodes.any[i] : log(found.value);
}

void vd_max_t_finish(vd_max_t *x) {
  double above = -INFINITY;
  for (int i = x->nodes.n - 1; i >= 0; i--) {
    double log_p = x->nodes.log_p[i], joint = fmin(0, joint_beyond(x, i));
    double any = with_alone(x, fmax(joint, log_p), log_p);
    if (joint > -1e-6) x->within.n = 0; /* and nearer 1 at all nodes that follow */
    above = fmin(0, fmax(any, above));
    vd_nodes_put(&x->nodes, i, above);
  }
  vd_nodes_slopes(&x->nodes);
}

static double any_beyond(const vd_max_t *x, double log_p) {
  double tests = log(x->n_joint + x->n_alone);
  if (x->nodes.n == 0) return tests + log_p;
  if (x->n_joint <= 1) return with_alone(x, log_p, log_p);
  if (log_p >= 0) return 0;
  return fmin(fmax(vd_nodes_any(&x->nodes, log_p), log_p), tests + log_p);
}

double vd_max_t_adjust(const vd_max_t *x, double log_p) {
  if (isnan(log_p)) return NAN;
  double any = x->n_joint + x->n_alone > 0 ? any_beyond(x, log_p) : -INFINITY;
  if (x->others > 0) any = vd_log_add(any, log(x->others) + log_p);
  return fmin(0, fmax(any, log_p));
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
