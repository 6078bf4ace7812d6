#include "glue.h"
#include "verdict.h"

#include "core/scores/paired.h"
#include "core/scores/signed_rank.h"

#include <float.h>
#include <math.h>

enum {
  ESTIMATE,
  STD_ERROR,
  STATISTIC,
  DF,
  LOG_P,
  LOW,
  HIGH,
  EFFECT,
  OF_CLASSIFIER,
  OF_REFERENCE,
  N_USED,
  UNTIED,
  N_NUMBERS,
  STATUS = N_NUMBERS,
  EXACT,
  N_COLUMNS
};

static const char *const column_names[N_COLUMNS] = {
    "estimate", "std.error", "statistic", "df", "log.p.value", "conf.low", "conf.high",
    "effect",   "theta0",    "theta1",    "n",  "untied",      "status",   "exact"};

typedef enum {
  T,
  CV5X2_T,
  CV5X2_F,
  CLUSTER_T,
  UNPAIRED_T,
  SIGN,
  WILCOXON,
  FLIP,
  DIEBOLD_MARIANO
} scores_test;

static const char *const test_names[] = {
    [T] = "t",
    [CV5X2_T] = "cv5x2_t",
    [CV5X2_F] = "cv5x2_f",
    [CLUSTER_T] = "cluster_t",
    [UNPAIRED_T] = "unpaired_t",
    [SIGN] = "sign",
    [WILCOXON] = "wilcoxon",
    [FLIP] = "sign_flip",
    [DIEBOLD_MARIANO] = "diebold_mariano",
};

static const char *const kernel_names[] = {"rectangular", "bartlett"};

/* A classifier's scores: largest in size that is finite, mean, and whether one is
 * missing. */
typedef struct {
  double size, mean;
  int gaps, infinite;
} column;

/* What is asked, and room for one pair of n units. `x` and `y` are the scores of units
 * that both have. */
typedef struct {
  scores_test test;
  vd_scores_request q;
  vd_zeros zeros;
  double ratio, draws, horizon;
  int bartlett;
  ptrdiff_t limit, n_clusters;
  int *room, *iwork;
  const int *code;
  double *xs, *ys, *d, *work;
  const double *x, *y;
} plan;

static plan read_plan(SEXP request, ptrdiff_t n, SEXP cluster) {
  plan t = {
      .test = (scores_test)GLUE_CHOICE(glue_element(request, "test"), "test", test_names),
      .q = {.null = Rf_asReal(glue_element(request, "null")),
            .level = Rf_asReal(glue_element(request, "level")),
            .alternative = glue_alternative(glue_element(request, "alternative"))},
      .zeros =
          (vd_zeros)GLUE_CHOICE(glue_element(request, "zeros"), "zeros", vd_zeros_names),
      .ratio = Rf_asReal(glue_element(request, "ratio")),
      .draws = Rf_asReal(glue_element(request, "draws")),
      .limit = (ptrdiff_t)Rf_asReal(glue_element(request, "limit")),
  };
  if (t.test == DIEBOLD_MARIANO) {
    t.horizon = glue_whole(glue_element(request, "horizon"), 1, INT_MAX);
    t.bartlett = GLUE_CHOICE(glue_element(request, "kernel"), "kernel", kernel_names);
  }
  size_t N = (size_t)n + 1, work = 1;
  for (R_xlen_t i = 0; i < Rf_xlength(cluster); i++) {
    int code = INTEGER_RO(cluster)[i];
    if (code < 1) Rf_error("internal: codes of clusters begin with 1");
    if (code > t.n_clusters) t.n_clusters = code;
  }
  if (t.test == CLUSTER_T) {
    if (Rf_xlength(cluster) != n) Rf_error("internal: clusters of other units");
    work = 2 * (size_t)t.n_clusters + 1;
  }
  if (cluster != R_NilValue) glue_codes(cluster, n, 1, INT_MAX);
  if ((t.test == CV5X2_T || t.test == CV5X2_F) && n != 10)
    Rf_error("internal: five repetitions of two folds are ten");
  if (t.test == WILCOXON) work = vd_signed_rank_work(n, t.limit);
  t.room = (int *)R_alloc(N, sizeof(int));
  t.iwork = (int *)R_alloc(N, sizeof(int));
  t.xs = (double *)R_alloc(N, sizeof(double));
  t.ys = (double *)R_alloc(N, sizeof(double));
  t.d = (double *)R_alloc(N, sizeof(double));
  t.work = (double *)R_alloc(work, sizeof(double));
  return t;
}

static double mean_of(const double *x, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) sum += x[i];
  return sum / (double)n;
}

static column *read_columns(SEXP scores, ptrdiff_t n) {
  int C = Rf_ncols(scores);
  column *out = (column *)R_alloc((size_t)C + 1, sizeof(column));
  for (int c = 0; c < C; c++) {
    const double *x = REAL_RO(scores) + c * n;
    out[c] = (column){0, mean_of(x, n), 0, 0};
    for (ptrdiff_t i = 0; i < n; i++) {
      double size = fabs(x[i]);
      if (size > out[c].size && size <= DBL_MAX) out[c].size = size;
      if (ISNAN(x[i])) out[c].gaps = 1;
      if (size > DBL_MAX) out[c].infinite = 1;
    }
  }
  return out;
}

/* The units that both have, with their differences: how many. */
static ptrdiff_t take_pair(plan *t, const double *x, const double *y, ptrdiff_t n,
                           SEXP cluster, int gaps) {
  ptrdiff_t m = 0;
  t->x = gaps ? t->xs : x;
  t->y = gaps ? t->ys : y;
  t->code = gaps || cluster == R_NilValue ? t->room : INTEGER_RO(cluster);
  if (!gaps) {
    for (ptrdiff_t i = 0; i < n; i++) t->d[i] = x[i] - y[i];
    return n;
  }
  for (ptrdiff_t i = 0; i < n; i++) {
    if (ISNAN(x[i]) || ISNAN(y[i])) continue;
    t->xs[m] = x[i];
    t->ys[m] = y[i];
    t->d[m] = x[i] - y[i];
    if (cluster != R_NilValue) t->room[m] = INTEGER_RO(cluster)[i];
    m++;
  }
  return m;
}

/* Infinite losses. Two of them are a tie; an infinite difference becomes one far beyond
 * all others, of which signs and ranks can be taken: `widest` gets the largest finite
 * one. Returns how many there are. */
static ptrdiff_t take_infinite(plan *t, ptrdiff_t n, double *widest) {
  ptrdiff_t found = 0;
  *widest = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (ISNAN(t->d[i])) t->d[i] = 0;
    if (!R_FINITE(t->d[i]))
      found++;
    else
      *widest = fmax(*widest, fabs(t->d[i]));
  }
  for (ptrdiff_t i = 0; found > 0 && i < n; i++) {
    if (!R_FINITE(t->d[i])) t->d[i] = copysign(1e6 * (1 + *widest), t->d[i]);
  }
  return found;
}

/* A difference has the digits of its own two scores: one data set in large units must not
 * make ties of the others. Returns the least size of a unit that is not 0. */
static double round_by_unit(plan *t, ptrdiff_t n) {
  double least = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    double own = fmax(fabs(t->x[i]), fabs(t->y[i]));
    if (!(own > 0) || !R_FINITE(own)) continue;
    vd_scores_round(&t->d[i], 1, own);
    if (least == 0 || own < least) least = own;
  }
  return least;
}

static vd_scores_result test_pair(const plan *t, ptrdiff_t n, double size, int *exact) {
  *exact = 0;
  switch (t->test) {
  case CV5X2_T: return vd_scores_5x2_t(t->d, size, t->q);
  case CV5X2_F: return vd_scores_5x2_f(t->d, size, t->q);
  case CLUSTER_T:
    return vd_scores_cluster_t(t->d, t->code, n, t->n_clusters, size, t->q, t->work);
  case UNPAIRED_T: return vd_scores_unpaired_t(t->x, t->y, n, size, t->q);
  case SIGN: return vd_scores_sign(t->d, n, size, t->zeros == VD_ZEROS_SPLIT, t->q);
  case WILCOXON:
    return vd_signed_rank(t->d, n, size, t->zeros, t->limit, t->q, exact, t->work,
                          t->iwork);
  case FLIP:
    *exact = n <= VD_SCORES_FLIPS;
    return vd_scores_flip(t->d, n, size, t->draws, t->q, R_CheckUserInterrupt);
  case DIEBOLD_MARIANO:
    return vd_scores_diebold_mariano(t->d, n, size, t->horizon, t->bartlett, t->q);
  default: return vd_scores_t(t->d, n, size, t->ratio, t->q);
  }
}

/* Units whose difference is not the null value, which alone can change sides. */
static double count_untied(const plan *t, ptrdiff_t n, double size) {
  double least = fmax(size, fabs(t->q.null)) * VD_SCORES_ROUNDING, count = 0;
  for (ptrdiff_t i = 0; i < n; i++) count += fabs(t->d[i] - t->q.null) > least;
  return count;
}

static void put_result(SEXP out, R_xlen_t at, const plan *t, ptrdiff_t n, double size,
                       const column *a, const column *b, vd_scores_result x, int exact) {
  int first = t->test == CV5X2_T && n > 0, gaps = a->gaps || b->gaps;
  double own = gaps ? mean_of(t->x, n) : a->mean,
         other = gaps ? mean_of(t->y, n) : b->mean;
  glue_put_number(out, ESTIMATE, at, x.estimate);
  glue_put_number(out, STD_ERROR, at, x.std_error);
  glue_put_number(out, STATISTIC, at, x.statistic);
  glue_put_number(out, DF, at, x.dof);
  glue_put_number(out, LOG_P, at, x.log_p);
  glue_put_number(out, LOW, at, x.low);
  glue_put_number(out, HIGH, at, x.high);
  glue_put_number(out, EFFECT, at, x.effect);
  glue_put_number(out, OF_CLASSIFIER, at, first ? t->x[0] : own);
  glue_put_number(out, OF_REFERENCE, at, first ? t->y[0] : other);
  glue_put_number(out, N_USED, at, (double)n);
  glue_put_number(out, UNTIED, at, count_untied(t, n, size));
  glue_put_name(VECTOR_ELT(out, STATUS), at, vd_status_names[x.status]);
  LOGICAL(VECTOR_ELT(out, EXACT))[at] = exact;
}

static SEXP new_columns(int n) {
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < N_NUMBERS; i++) SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, n));
  SET_VECTOR_ELT(out, STATUS, Rf_allocVector(STRSXP, n));
  SET_VECTOR_ELT(out, EXACT, Rf_allocVector(LGLSXP, n));
  UNPROTECT(1);
  return out;
}

static double beyond(double x, double widest) {
  return fabs(x) > widest ? copysign(INFINITY, x) : x;
}

/* Of infinite differences there is no mean; a median or a limit beyond the finite ones is
 * infinite. */
static vd_scores_result with_infinite(vd_scores_result x, const plan *t, double widest) {
  vd_scores_result none = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_INFINITE};
  if (t->test != SIGN && t->test != WILCOXON) return none;
  x.estimate = beyond(x.estimate, widest);
  x.low = beyond(x.low, widest);
  x.high = beyond(x.high, widest);
  return x;
}

/* Pairs (columns: classifier, reference) of the columns of `scores`, units x classifiers;
 * `cluster` has a code for each unit, or is NULL. */
SEXP ffi_scores_pairs(SEXP scores, SEXP pairs, SEXP request, SEXP cluster) {
  ptrdiff_t n = Rf_nrows(scores);
  int n_pairs = Rf_ncols(pairs);
  const int *pair = glue_pairs(pairs, Rf_ncols(scores));
  plan t = read_plan(request, n, cluster);
  column *columns = read_columns(scores, n);
  SEXP out = PROTECT(new_columns(n_pairs));
  if (t.test == FLIP) GetRNGstate();
  for (int j = 0; j < n_pairs; j++) {
    int a = pair[2 * j] - 1, b = pair[2 * j + 1] - 1, exact = 0;
    double size = fmax(columns[a].size, columns[b].size);
    ptrdiff_t m = take_pair(&t, REAL_RO(scores) + a * n, REAL_RO(scores) + b * n, n,
                            cluster, columns[a].gaps || columns[b].gaps);
    if (t.test == SIGN || t.test == WILCOXON) size = round_by_unit(&t, m);
    int halves = t.test == CV5X2_T || t.test == CV5X2_F;
    vd_scores_result found = {
        NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_FEW_UNITS};
    double widest = 0;
    int any = columns[a].infinite || columns[b].infinite;
    ptrdiff_t infinite = any ? take_infinite(&t, m, &widest) : 0;
    if (infinite > 0 && size == 0) size = 1;
    if (!halves || m == 10) found = test_pair(&t, m, size, &exact);
    if (infinite > 0) found = with_infinite(found, &t, widest);
    put_result(out, j, &t, m, size, &columns[a], &columns[b], found, exact);
    R_CheckUserInterrupt();
  }
  if (t.test == FLIP) PutRNGstate();
  UNPROTECT(1);
  return out;
}
