#include "gee/meat.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/lapack.h"
#include "math/morel.h"
#include "math/quadratic.h"

/* From here on a leverage is 1 but for rounding. */
static const double FULL = 1 - 1e-9;

/* The sums over a cluster, and room for its eigenvectors. */
typedef struct {
  int p;
  const double *factor;
  vd_gee_vcov type;
  double *share;  /* p: p times the diagonal of H^-1                               */
  double *score;  /* p                                                             */
  double *gram;   /* p x p, upper triangle: products of the columns                */
  double *vector; /* p x p: eigenvectors, of the products of rows or of columns    */
  double *value;  /* p                                                             */
  double *turned; /* p                                                             */
  double *work;   /* vd_eigen_work(p)                                              */
} cluster_sums;

size_t vd_gee_meat_work(int p) {
  size_t q = (size_t)p;
  return VD_GEE_BLOCK * (q + 1) + 2 * q * q + 4 * q + vd_eigen_work(p);
}

static cluster_sums lay_out(int p, const double *factor, vd_gee_vcov type,
                            double *memory) {
  size_t size = (size_t)p;
  cluster_sums s = {.p = p, .factor = factor, .type = type};
  s.score = memory;
  s.gram = s.score + size;
  s.vector = s.gram + size * size;
  s.value = s.vector + size * size;
  s.turned = s.value + size;
  s.share = s.turned + size;
  s.work = s.share + size;
  memset(memory, 0, (size + size * size) * sizeof(double));
  return s;
}

/* The rows of R^-1 have these sums of squares. */
static void set_share(cluster_sums *s) {
  const int q = s->p + 1, inc = 1;
  double *column = s->turned;
  memset(s->share, 0, (size_t)s->p * sizeof(double));
  for (int k = 0; k < s->p; k++) {
    memset(column, 0, (size_t)s->p * sizeof(double));
    column[k] = 1;
    dtrsv_("U", "N", "N", &s->p, s->factor, &q, column, &inc, 1, 1, 1);
    for (int j = 0; j < s->p; j++) s->share[j] += s->p * column[j] * column[j];
  }
}

static void add_score(const double *rows, int ld, int m, cluster_sums *s) {
  const double *residual = rows + (ptrdiff_t)s->p * ld;
  for (int j = 0; j < s->p; j++)
    s->score[j] += vd_dot(rows + (ptrdiff_t)j * ld, residual, m);
}

static void add_gram(const double *rows, int ld, int m, cluster_sums *s) {
  const double one = 1;
  dsyrk_("U", "T", &s->p, &m, &one, rows, &ld, &one, s->gram, &s->p, 1, 1);
}

static bool looks_at_leverage(vd_gee_vcov type) {
  return type == VD_GEE_KAUERMANN_CARROLL || type == VD_GEE_MANCL_DEROUEN;
}

static double corrected(vd_gee_vcov type, double leverage) {
  double left = 1 - leverage;
  if (!looks_at_leverage(type)) return 1;
  if (leverage >= FULL) return 0;
  return type == VD_GEE_MANCL_DEROUEN ? 1 / left : 1 / sqrt(left);
}

/* u = W f(values) W' u, W the eigenvectors of the k x k matrix in s->vector. */
static void correct(cluster_sums *s, int k, double *u) {
  vd_eigen(k, s->vector, s->value, s->work);
  for (int i = 0; i < k; i++) {
    double along = vd_dot(s->vector + (ptrdiff_t)i * k, u, k);
    s->turned[i] = corrected(s->type, s->value[i]) * along;
  }
  memset(u, 0, (size_t)k * sizeof(double));
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) u[j] += s->vector[(ptrdiff_t)i * k + j] * s->turned[i];
}

/* Room for one more direction, or NULL if this leverage is below 1. */
static double *next_direction(const cluster_sums *s, int i, vd_gee_sandwich *out) {
  if (s->value[i] < FULL || out->directions == s->p) return NULL;
  return out->direction + (ptrdiff_t)out->directions++ * s->p;
}

/* A cluster of m <= p rows, through the products of its rows. */
static void correct_by_rows(double *rows, int ld, int m, cluster_sums *s,
                            vd_gee_sandwich *out) {
  const double one = 1, zero = 0;
  dsyrk_("U", "N", &m, &s->p, &one, rows, &ld, &zero, s->vector, &m, 1, 1);
  correct(s, m, rows + (ptrdiff_t)s->p * ld);
  add_score(rows, ld, m, s);
  for (int i = 0; i < m; i++) {
    double *to = next_direction(s, i, out);
    for (int j = 0; to && j < s->p; j++)
      to[j] = vd_dot(rows + (ptrdiff_t)j * ld, s->vector + (ptrdiff_t)i * m, m);
  }
}

/* Any cluster, through the products of its columns, which gram holds. */
static void correct_by_columns(cluster_sums *s, vd_gee_sandwich *out) {
  size_t p = (size_t)s->p;
  memcpy(s->vector, s->gram, p * p * sizeof(double));
  correct(s, s->p, s->score);
  for (int i = 0; i < s->p; i++) {
    double *to = next_direction(s, i, out);
    if (to) memcpy(to, s->vector + (size_t)i * p, p * sizeof(double));
  }
}

/* No leverage of the cluster is larger: the trace of B_g, by x' H^-1 x <=
 * p sum_j x_j^2 (H^-1)_jj; `share` holds p (H^-1)_jj. */
static double leverage_bound(const double *rows, int ld, int m, const cluster_sums *s) {
  double sum = 0;
  for (int j = 0; j < s->p; j++) {
    const double *column = rows + (ptrdiff_t)j * ld;
    sum += s->share[j] * vd_dot(column, column, m);
  }
  return sum;
}

/* q = R^-T x, for m rows. */
static void turn_rows(double *rows, int ld, int m, const cluster_sums *s) {
  const double one = 1;
  const int q = s->p + 1;
  dtrsm_("R", "U", "N", "N", &m, &s->p, &one, s->factor, &q, rows, &ld, 1, 1, 1, 1);
}

/* Takes m rows of a cluster, all of them if `whole`, and corrects after the last. */
static void take(double *rows, int ld, int m, bool whole, bool last, cluster_sums *s,
                 vd_gee_sandwich *out) {
  const int q = s->p + 1, inc = 1;
  bool plain = !looks_at_leverage(s->type);
  if (whole && plain && leverage_bound(rows, ld, m, s) < FULL) {
    add_score(rows, ld, m, s);
    dtrsv_("U", "T", "N", &s->p, s->factor, &q, s->score, &inc, 1, 1, 1);
    return;
  }
  turn_rows(rows, ld, m, s);
  if (whole && m <= s->p) {
    correct_by_rows(rows, ld, m, s, out);
    return;
  }
  add_score(rows, ld, m, s);
  add_gram(rows, ld, m, s);
  if (last) correct_by_columns(s, out);
}

/* Adds the finished cluster to the upper triangle of the meat, and clears it. */
static void finish(cluster_sums *s, double *meat) {
  size_t p = (size_t)s->p;
  for (size_t j = 0; j < p; j++)
    for (size_t i = 0; i <= j; i++) meat[j * p + i] += s->score[i] * s->score[j];
  memset(s->score, 0, (p + p * p) * sizeof(double));
}

void vd_gee_meat(vd_gee_walk *walk, const double *factor, vd_gee_vcov type, double *work,
                 vd_gee_sandwich *out) {
  int p = walk->p;
  cluster_sums s = lay_out(p, factor, type, work + VD_GEE_BLOCK * (size_t)(p + 1));
  set_share(&s);
  walk->block = work;
  walk->ld = VD_GEE_BLOCK;
  memset(out->meat, 0, (size_t)p * (size_t)p * sizeof(double));
  out->directions = 0;
  vd_gee_walk_begin(walk);
  ptrdiff_t g = 0, at = 0;
  for (int m; (m = vd_gee_walk_next(walk)) > 0;) {
    for (int k = 0, rows; k < m; k += rows, at += rows) {
      ptrdiff_t left = walk->groups.end[g] - at;
      rows = left < m - k ? (int)left : m - k;
      bool last = rows == left, whole = last && walk->before[k] == 0;
      take(walk->block + k, walk->ld, rows, whole, last, &s, out);
      if (!last) continue;
      finish(&s, out->meat);
      g++;
    }
  }
  for (int j = 0; j < p; j++)
    for (int i = j + 1; i < p; i++) out->meat[j * p + i] = out->meat[i * p + j];
}

/* meat = factor meat + share I */
static void mix(double factor, double share, int p, double *meat) {
  for (int i = 0; i < p * p; i++) meat[i] *= factor;
  for (int j = 0; j < p; j++) meat[j * p + j] += share;
}

bool vd_gee_meat_finish(vd_gee_vcov type, const vd_clusters *groups, double scale, int p,
                        double *meat) {
  double G = (double)groups->clusters, trace = 0;
  vd_morel by;
  switch (type) {
  case VD_GEE_DF: mix(G / (G - p), 0, p, meat); return G > p;
  case VD_GEE_MODEL: mix(0, scale, p, meat); return true;
  case VD_GEE_MOREL:
    for (int j = 0; j < p; j++) trace += meat[j * p + j];
    if (!vd_morel_make((double)groups->rows, G, p, trace, &by)) return false;
    mix(by.factor, by.share, p, meat);
    return true;
  default: return true;
  }
}
