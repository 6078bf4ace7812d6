#include "glue.h"
#include "verdict.h"

#include "core/test/equivalence.h"
#include "core/estimate/metrics.h"

#include <math.h>

/* Logarithms of one-sided p-values at the two ends of a margin. */
static const char *const column_names[] = {"above_low", "below_low", "above_high",
                                           "below_high"};

enum { N_COLUMNS = sizeof(column_names) / sizeof *column_names };

static SEXP new_columns(R_xlen_t n) {
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < N_COLUMNS; i++) {
    SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, n));
    for (R_xlen_t j = 0; j < n; j++) REAL(VECTOR_ELT(out, i))[j] = NA_REAL;
  }
  UNPROTECT(1);
  return out;
}

static void put_sides(SEXP out, int end, R_xlen_t at, vd_sides sides) {
  glue_put_number(out, 2 * end, at, sides.log_above);
  glue_put_number(out, 2 * end + 1, at, sides.log_below);
}

/* As ffi_compare_proportions(); margin: its two ends, of which infinite ones are not
 * tested. */
SEXP ffi_equivalence_proportions(SEXP x, SEXP metric, SEXP selected, SEXP pairs,
                                 SEXP request, SEXP counted, SEXP margin) {
  vd_set set = glue_set(x);
  vd_request q = glue_request(request);
  vd_metric which = glue_metric(metric);
  int n = (int)Rf_xlength(selected), n_pairs = Rf_ncols(pairs);
  int successes = vd_metric_successes(which), failures = vd_metric_failures(which);
  const int *pair = glue_pairs(pairs, set.n_classifiers);
  vd_sandwich_type type = glue_vcov(glue_element(request, "vcov"));
  const double *ends = glue_numbers(margin, 2);
  SEXP out = PROTECT(new_columns((R_xlen_t)n * n_pairs));
  vd_moments *moments = glue_moments(&set, selected, counted);
  vd_sandwich *corrected =
      type == VD_SANDWICH_ROBUST
          ? NULL
          : glue_sandwich(&set, selected, successes, failures, moments, type);
  if (corrected) q.clustered = 0; /* one cluster has no interval, which the caller sees */
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n_pairs; j++) {
      int c = pair[2 * j] - 1, d = pair[2 * j + 1] - 1;
      vd_pair p = vd_pair_make(&moments[i], c, d, successes, failures);
      if (corrected && vd_sandwich_pair(&corrected[i], c, d, &p) != VD_STATUS_OK)
        continue;
      for (int end = 0; end < 2; end++) {
        double value = ends[end];
        if (!isfinite(value)) continue;
        put_sides(out, end, (R_xlen_t)i * n_pairs + j, vd_equivalence_pair(&p, q, value));
      }
    }
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* As ffi_compare_estimates(). */
SEXP ffi_equivalence_estimates(SEXP theta, SEXP vcov, SEXP pairs, SEXP request,
                               SEXP margin) {
  vd_request q = glue_request(request);
  int C = Rf_nrows(theta), n = Rf_ncols(theta), n_pairs = Rf_ncols(pairs);
  const int *pair = glue_pairs(pairs, C);
  const double *ends = glue_numbers(margin, 2);
  const double *all = glue_numbers(vcov, (R_xlen_t)C * C * n);
  SEXP out = PROTECT(new_columns((R_xlen_t)n * n_pairs));
  for (int i = 0; i < n; i++) {
    const double *value = REAL_RO(theta) + (R_xlen_t)i * C;
    const double *V = all + (R_xlen_t)i * C * C;
    for (int j = 0; j < n_pairs; j++) {
      int a = pair[2 * j] - 1, b = pair[2 * j + 1] - 1;
      double both[2] = {value[a], value[b]};
      if (ISNAN(both[0]) || ISNAN(both[1])) continue;
      for (int end = 0; end < 2; end++) {
        double at = ends[end];
        if (!isfinite(at)) continue;
        put_sides(out, end, (R_xlen_t)i * n_pairs + j,
                  vd_equivalence_estimates(
                      both, V[a + a * C], V[a + b * C], V[b + b * C],
                      glue_request_row(q, request, (R_xlen_t)i * n_pairs + j), at));
      }
    }
  }
  UNPROTECT(1);
  return out;
}
