#include "glue.h"
#include "verdict.h"

#include "core/scores/paired.h"
#include "core/scores/signed_rank.h"

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
  N_NUMBERS,
  STATUS = N_NUMBERS,
  EXACT,
  N_COLUMNS
};

static const char *const column_names[N_COLUMNS] = {
    "estimate", "std.error", "statistic", "df", "log.p.value", "conf.low", "conf.high",
    "effect",   "theta0",    "theta1",    "n",  "status",      "exact"};

typedef enum {
  T,
  CV5X2_T,
  CV5X2_F,
  CLUSTER_T,
  UNPAIRED_T,
  SIGN,
  WILCOXON,
  FLIP
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
};

/* What is asked, and room for one pair of n units. */
typedef struct {
  scores_test test;
  vd_scores_request q;
  vd_zeros zeros;
  double ratio, draws;
  ptrdiff_t limit, n_clusters;
  int *code, *iwork;
  double *x, *y, *d, *work;
} plan;

static plan read_plan(SEXP request, ptrdiff_t n, SEXP cluster) {
  plan t = {
      .test = (scores_test)GLUE_CHOICE(glue_element(request, "test"), "test", test_names),
      .q = {.null = Rf_asReal(glue_element(request, "null")),
            .level = Rf_asReal(glue_element(request, "level")),
            .alternative =
                (vd_alternative)GLUE_CHOICE(glue_element(request, "alternative"),
                                            "alternative", vd_alternative_names)},
      .zeros =
          (vd_zeros)GLUE_CHOICE(glue_element(request, "zeros"), "zeros", vd_zeros_names),
      .ratio = Rf_asReal(glue_element(request, "ratio")),
      .draws = Rf_asReal(glue_element(request, "draws")),
      .limit = (ptrdiff_t)Rf_asReal(glue_element(request, "limit")),
  };
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
  if (t.test == WILCOXON) work = vd_signed_rank_work(n, t.limit);
  t.code = (int *)R_alloc(N, sizeof(int));
  t.iwork = (int *)R_alloc(N, sizeof(int));
  t.x = (double *)R_alloc(N, sizeof(double));
  t.y = (double *)R_alloc(N, sizeof(double));
  t.d = (double *)R_alloc(N, sizeof(double));
  t.work = (double *)R_alloc(work, sizeof(double));
  return t;
}

/* The units that both have, with their differences. */
static ptrdiff_t take_pair(plan *t, const double *x, const double *y, ptrdiff_t n,
                           SEXP cluster, double *size) {
  ptrdiff_t m = 0;
  double largest = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    double a = x[i], b = y[i], most = fmax(fabs(a), fabs(b));
    if (ISNAN(a) || ISNAN(b)) continue;
    largest = most > largest ? most : largest;
    t->x[m] = a;
    t->y[m] = b;
    t->d[m] = a - b;
    if (t->test == CLUSTER_T) t->code[m] = INTEGER_RO(cluster)[i];
    m++;
  }
  *size = largest;
  return m;
}

static void hear(void) {
  R_CheckUserInterrupt();
}

static vd_scores_result test_pair(const plan *t, ptrdiff_t n, double size, int *exact) {
  *exact = 0;
  switch (t->test) {
  case CV5X2_T: return vd_scores_5x2_t(t->d, size, t->q);
  case CV5X2_F: return vd_scores_5x2_f(t->d, size, t->q);
  case CLUSTER_T:
    return vd_scores_cluster_t(t->d, t->code, n, t->n_clusters, size, t->q, t->work);
  case UNPAIRED_T: return vd_scores_unpaired_t(t->x, t->y, n, size, t->q);
  case SIGN: return vd_scores_sign(t->d, n, size, t->q);
  case WILCOXON:
    return vd_signed_rank(t->d, n, size, t->zeros, t->limit, t->q, exact, t->work,
                          t->iwork);
  case FLIP:
    *exact = n <= VD_SCORES_FLIPS;
    return vd_scores_flip(t->d, n, size, t->draws, t->q, hear);
  default: return vd_scores_t(t->d, n, size, t->ratio, t->q);
  }
}

static double mean_of(const double *x, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) sum += x[i];
  return sum / (double)n;
}

static void put_number(SEXP out, int column, R_xlen_t at, double value) {
  REAL(VECTOR_ELT(out, column))[at] = isnan(value) ? NA_REAL : value;
}

static void put_result(SEXP out, R_xlen_t at, const plan *t, ptrdiff_t n,
                       vd_scores_result x, int exact) {
  int first = t->test == CV5X2_T && n > 0;
  put_number(out, ESTIMATE, at, x.estimate);
  put_number(out, STD_ERROR, at, x.std_error);
  put_number(out, STATISTIC, at, x.statistic);
  put_number(out, DF, at, x.dof);
  put_number(out, LOG_P, at, x.log_p);
  put_number(out, LOW, at, x.low);
  put_number(out, HIGH, at, x.high);
  put_number(out, EFFECT, at, x.effect);
  put_number(out, OF_CLASSIFIER, at, first ? t->x[0] : mean_of(t->x, n));
  put_number(out, OF_REFERENCE, at, first ? t->y[0] : mean_of(t->y, n));
  put_number(out, N_USED, at, (double)n);
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

/* Pairs (columns: classifier, reference) of the columns of `scores`, units x classifiers;
 * `cluster` has a code for each unit, or is NULL. */
SEXP ffi_scores_pairs(SEXP scores, SEXP pairs, SEXP request, SEXP cluster) {
  ptrdiff_t n = Rf_nrows(scores);
  int n_pairs = Rf_ncols(pairs), C = Rf_ncols(scores);
  plan t = read_plan(request, n, cluster);
  SEXP out = PROTECT(new_columns(n_pairs));
  if (t.test == FLIP) GetRNGstate();
  for (int j = 0; j < n_pairs; j++) {
    int a = INTEGER_RO(pairs)[2 * j] - 1, b = INTEGER_RO(pairs)[2 * j + 1] - 1, exact = 0;
    if (a < 0 || b < 0 || a >= C || b >= C) Rf_error("internal: no such classifier");
    double size;
    ptrdiff_t m = take_pair(&t, REAL_RO(scores) + a * n, REAL_RO(scores) + b * n, n,
                            cluster, &size);
    int halves = t.test == CV5X2_T || t.test == CV5X2_F;
    vd_scores_result found = {
        NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_FEW_UNITS};
    if (!halves || m == 10) found = test_pair(&t, m, size, &exact);
    put_result(out, j, &t, m, found, exact);
    R_CheckUserInterrupt();
  }
  if (t.test == FLIP) PutRNGstate();
  UNPROTECT(1);
  return out;
}
