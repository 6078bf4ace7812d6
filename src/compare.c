#include "glue.h"
#include "verdict.h"

#include "core/test/compare.h"
#include "core/estimate/metrics.h"

#include <math.h>

enum {
  ESTIMATE,
  STD_ERROR,
  LOW,
  HIGH,
  STATISTIC,
  DF,
  LOG_P,
  OF_CLASSIFIER,
  OF_REFERENCE,
  N_NUMBERS,
  TEST_STATUS = N_NUMBERS,
  TEST_WHO,
  CI_STATUS,
  CI_WHO,
  N_COLUMNS
};

static const char *const column_names[N_COLUMNS] = {
    "estimate", "std.error",   "conf.low", "conf.high", "statistic",
    "df",       "log.p.value", "theta0",   "theta1",    "test_status",
    "test_who", "ci_status",   "ci_who"};

static SEXP new_columns(R_xlen_t n) {
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < N_COLUMNS; i++) {
    SET_VECTOR_ELT(out, i, Rf_allocVector(i < N_NUMBERS ? REALSXP : STRSXP, n));
  }
  UNPROTECT(1);
  return out;
}

static void put_results(SEXP out, R_xlen_t at, vd_test_result test, vd_ci_result ci,
                        double theta0, double theta1) {
  glue_put_number(out, ESTIMATE, at, ci.estimate);
  glue_put_number(out, STD_ERROR, at, ci.std_error);
  glue_put_number(out, LOW, at, ci.low);
  glue_put_number(out, HIGH, at, ci.high);
  glue_put_number(out, STATISTIC, at, test.statistic);
  glue_put_number(out, DF, at, test.dof);
  glue_put_number(out, LOG_P, at, test.log_p);
  glue_put_number(out, OF_CLASSIFIER, at, theta0);
  glue_put_number(out, OF_REFERENCE, at, theta1);
  glue_put_name(VECTOR_ELT(out, TEST_STATUS), at, vd_status_names[test.status]);
  glue_put_name(VECTOR_ELT(out, TEST_WHO), at, vd_who_names[test.who]);
  glue_put_name(VECTOR_ELT(out, CI_STATUS), at, vd_status_names[ci.status]);
  glue_put_name(VECTOR_ELT(out, CI_WHO), at, vd_who_names[ci.who]);
}

static double share(const vd_pair *p, int i) {
  return p->s[i] / (p->s[i] + p->f[i]);
}

/* A metric that is a proportion: every pair (column of `pairs`: classifier,
 * reference) within every class of `selected` (0: all classes, counted as correct
 * or not). Classes vary slowest. */
SEXP ffi_compare_proportions(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                             SEXP counted) {
  vd_set set = glue_set(x);
  vd_request q = glue_request(request);
  vd_metric which = glue_metric(metric);
  int n = (int)Rf_xlength(selected), n_pairs = Rf_ncols(pairs);
  int successes = vd_metric_successes(which), failures = vd_metric_failures(which);
  const int *pair = glue_pairs(pairs, set.n_classifiers);
  vd_status empty = vd_metric_empty(which);
  vd_sandwich_type type = glue_vcov(glue_element(request, "vcov"));
  SEXP out = PROTECT(new_columns((R_xlen_t)n * n_pairs));
  vd_moments *moments = glue_moments(&set, selected, counted);
  vd_sandwich *corrected =
      type == VD_SANDWICH_ROBUST
          ? NULL
          : glue_sandwich(&set, selected, successes, failures, moments, type);
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n_pairs; j++) {
      int c = pair[2 * j] - 1, d = pair[2 * j + 1] - 1;
      vd_pair p = vd_pair_make(&moments[i], c, d, successes, failures);
      vd_comparison found = vd_compare_pair(&p, q, empty);
      if (corrected) found = vd_compare_correct(found, &corrected[i], c, d, q, empty);
      put_results(out, (R_xlen_t)i * n_pairs + j, found.test, found.ci, share(&p, 0),
                  share(&p, 1));
    }
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* Any metric, from estimates (C x B) and their covariances (C x C x B). NA
 * estimates are left to the caller, who knows why. */
SEXP ffi_compare_estimates(SEXP theta, SEXP vcov, SEXP pairs, SEXP request) {
  vd_request q = glue_request(request);
  int C = Rf_nrows(theta), n = Rf_ncols(theta), n_pairs = Rf_ncols(pairs);
  const int *pair = glue_pairs(pairs, C);
  const double *all = glue_numbers(vcov, (R_xlen_t)C * C * n);
  SEXP out = PROTECT(new_columns((R_xlen_t)n * n_pairs));
  for (int i = 0; i < n; i++) {
    const double *value = REAL_RO(theta) + (R_xlen_t)i * C;
    const double *V = all + (R_xlen_t)i * C * C;
    for (int j = 0; j < n_pairs; j++) {
      int a = pair[2 * j] - 1, b = pair[2 * j + 1] - 1;
      double both[2] = {value[a], value[b]};
      vd_test_result test = {NAN, NAN, NAN, VD_STATUS_NO_ROWS, VD_WHO_BOTH};
      vd_ci_result ci = {NAN, NAN, NAN, NAN, VD_STATUS_NO_ROWS, VD_WHO_BOTH};
      if (!ISNAN(both[0]) && !ISNAN(both[1])) {
        vd_compare_estimates(both, V[a + a * C], V[a + b * C], V[b + b * C],
                             glue_request_row(q, request, (R_xlen_t)i * n_pairs + j),
                             &test, &ci);
      }
      put_results(out, (R_xlen_t)i * n_pairs + j, test, ci, both[0], both[1]);
    }
  }
  UNPROTECT(1);
  return out;
}
