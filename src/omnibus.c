#include "glue.h"
#include "verdict.h"

#include "core/estimate/metrics.h"
#include "core/test/omnibus.h"
#include "core/estimate/sandwich.h"

#include <math.h>

enum { STATISTIC, DF, LOG_P, STATUS, BLAME, N_COLUMNS };
static const char *const column_names[N_COLUMNS] = {"statistic", "df", "log.p.value",
                                                    "status", "blame"};

/* One element a class; `blame` has a row for each classifier. */
static SEXP new_columns(int n_classifiers, int n) {
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < STATUS; i++) SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, n));
  SET_VECTOR_ELT(out, STATUS, Rf_allocVector(STRSXP, n));
  SET_VECTOR_ELT(out, BLAME, Rf_allocMatrix(LGLSXP, n_classifiers, n));
  UNPROTECT(1);
  return out;
}

static void put_result(SEXP out, int at, vd_omnibus_result x) {
  glue_put_number(out, STATISTIC, at, x.statistic);
  glue_put_number(out, DF, at, x.dof);
  glue_put_number(out, LOG_P, at, x.log_p);
  glue_put_name(VECTOR_ELT(out, STATUS), at, vd_status_names[x.status]);
}

static int *blame_of(SEXP out, int n_classifiers, int at) {
  return LOGICAL(VECTOR_ELT(out, BLAME)) + (R_xlen_t)at * n_classifiers;
}

static double *new_work(int n_classifiers) {
  return (double *)R_alloc(vd_omnibus_work(n_classifiers), sizeof(double));
}

/* A proportion: the request for one metric, and room. */
typedef struct {
  int successes, failures;
  vd_status empty;
  vd_omnibus_request request;
  vd_sandwich_type vcov;
  vd_pair *pair;
  double *work;
} plan;

static plan read_plan(SEXP metric, SEXP request, int n_classifiers) {
  vd_metric which = glue_metric(metric);
  SEXP test = glue_element(request, "test");
  return (plan){
      .successes = vd_metric_successes(which),
      .failures = vd_metric_failures(which),
      .empty = vd_metric_empty(which),
      .request =
          {
              .test = (vd_omnibus_test)GLUE_CHOICE(test, "test", vd_omnibus_names),
              .scale = glue_measure(glue_element(request, "scale")),
              .clustered = Rf_asLogical(glue_element(request, "clustered")),
          },
      .vcov = glue_vcov(glue_element(request, "vcov")),
      .pair = (vd_pair *)R_alloc((size_t)vd_n_pairs(n_classifiers), sizeof(vd_pair)),
      .work = new_work(n_classifiers),
  };
}

/* A metric that is a proportion, in every class of `selected` (0: all classes, counted
 * as correct or not). */
SEXP ffi_omnibus_proportions(SEXP x, SEXP metric, SEXP selected, SEXP request) {
  vd_set set = glue_set(x);
  int C = set.n_classifiers, n = (int)Rf_xlength(selected);
  SEXP out = PROTECT(new_columns(C, n));
  vd_moments *moments = glue_moments(&set, selected, R_NilValue);
  plan t = read_plan(metric, request, C);
  vd_sandwich *corrected =
      t.vcov == VD_SANDWICH_ROBUST
          ? NULL
          : glue_sandwich(&set, selected, t.successes, t.failures, moments, t.vcov);
  for (int i = 0; i < n; i++) {
    put_result(out, i,
               vd_omnibus_class(&moments[i], corrected ? &corrected[i] : NULL,
                                t.successes, t.failures, t.request, t.empty, t.pair,
                                blame_of(out, C, i), t.work));
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* Any metric, from estimates (C x n, none NA) and their covariances (C x C x n). */
SEXP ffi_omnibus_estimates(SEXP theta, SEXP vcov, SEXP scale) {
  int C = Rf_nrows(theta), n = Rf_ncols(theta);
  const double *all = glue_numbers(vcov, (R_xlen_t)C * C * n);
  SEXP out = PROTECT(new_columns(C, n));
  double *work = new_work(C);
  for (int i = 0; i < n; i++) {
    const double *value = REAL_RO(theta) + (R_xlen_t)i * C;
    const double *V = all + (R_xlen_t)i * C * C;
    put_result(out, i,
               vd_omnibus_estimates(C, value, V, glue_measure(scale), blame_of(out, C, i),
                                    work));
  }
  UNPROTECT(1);
  return out;
}
