#include "glue.h"
#include "verdict.h"

#include "core/combine/min_p.h"

/* Adjusted logarithms of ascending log p-values of exact tests, of so many trials, in
 * groups 1, 2, ... */
SEXP ffi_min_p_adjust(SEXP log_p, SEXP trials, SEXP group, SEXP n_groups, SEXP sides) {
  const R_xlen_t n = Rf_xlength(log_p);
  const int most = glue_whole(n_groups, 0, INT_MAX - 1);
  const int *code = glue_codes(group, n, 1, most);
  int *from_zero = (int *)R_alloc((size_t)n + 1, sizeof(int));
  for (R_xlen_t i = 0; i < n; i++) from_zero[i] = code[i] - 1;
  const vd_min_p_tests tests = {.n = n,
                                .n_groups = most,
                                .log_p = glue_numbers(log_p, n),
                                .trials = glue_numbers(trials, n),
                                .group = from_zero,
                                .sides = glue_whole(sides, 1, 2)};
  for (R_xlen_t i = 0; i < n; i++) {
    const double m = tests.trials[i];
    if (!(m >= 0 && m <= 9007199254740992.0) || !(tests.log_p[i] <= 0) ||
        (i > 0 && tests.log_p[i] < tests.log_p[i - 1]))
      Rf_error("internal: tests that are none");
  }
  double *attained = (double *)R_alloc((size_t)n + 1, sizeof(double));
  double *next = (double *)R_alloc((size_t)n + 1, sizeof(double));
  double *sum = (double *)R_alloc((size_t)most + 1, sizeof(double));
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  vd_min_p_start(&tests, attained, next);
  const R_xlen_t chunk = glue_chunk(10.0 * (double)(n + 1));
  GLUE_CHUNKS (lo, hi, n, chunk)
    vd_min_p_adjust(&tests, lo, hi, attained, next, sum, REAL(out));
  UNPROTECT(1);
  return out;
}
