#include "glue.h"
#include "verdict.h"

#include "core/test/power.h"

#include <limits.h>
#include <string.h>

static vd_test test_at(SEXP names, R_xlen_t i) {
  return (vd_test)GLUE_CODE(names, i, "test", vd_test_names);
}

/* Numbers of rows. */
static void check_sizes(SEXP n) {
  for (R_xlen_t i = 0; i < Rf_xlength(n); i++) {
    double size = REAL_RO(n)[i];
    if (!(size >= 0 && size <= INT_MAX)) Rf_error("internal: no number of rows");
  }
}

/* Exact power for each of the numbers of rows `n` (increasing): rates c(only the
 * classifier, only the reference). Numbers whose ranges overlap share one table. */
SEXP ffi_power_discordant(SEXP n, SEXP rates, SEXP test, SEXP alternative, SEXP alpha) {
  vd_power_rule rule = {test_at(test, 0), glue_alternative(alternative),
                        log(Rf_asReal(alpha))};
  double b = glue_numbers(rates, 2)[0], c = REAL_RO(rates)[1];
  double discordant = fmin(b + c, 1);
  if (!(b >= 0 && c >= 0)) Rf_error("internal: rates that are none");
  check_sizes(n);
  double share = b + c > 0 ? b / (b + c) : 0.5;
  R_xlen_t m = Rf_xlength(n);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, m));
  for (R_xlen_t i = 0; i < m;) {
    const void *top = vmaxget();
    double lo, hi, next_lo, next_hi;
    R_xlen_t end = i + 1;
    vd_power_range(REAL_RO(n)[i], discordant, &lo, &hi);
    for (; end < m; end++) {
      vd_power_range(REAL_RO(n)[end], discordant, &next_lo, &next_hi);
      if (next_lo > hi) break;
      hi = next_hi;
    }
    double *given = (double *)R_alloc((size_t)(hi - lo) + 1, sizeof(double));
    vd_power_least(rule, lo, hi, given);
    R_CheckUserInterrupt();
    vd_power_given(rule.alternative, share, lo, hi, given, given);
    for (; i < end; i++) {
      R_CheckUserInterrupt();
      REAL(out)[i] = vd_power_discordant(REAL_RO(n)[i], discordant, lo, given);
    }
    vmaxset(top);
  }
  UNPROTECT(1);
  return out;
}

/* For each number of discordant rows how many, at least half, one classifier must win for
 * the test to reject at alpha; one more than there are if none is enough. */
SEXP ffi_power_least(SEXP n, SEXP test, SEXP alpha) {
  vd_power_rule rule = {test_at(test, 0), VD_ALTERNATIVE_TWO_SIDED,
                        log(Rf_asReal(alpha))};
  R_xlen_t m = Rf_xlength(n);
  const double *size = glue_numbers(n, m);
  check_sizes(n);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, m));
  for (R_xlen_t i = 0; i < m; i++) vd_power_least(rule, size[i], size[i], REAL(out) + i);
  UNPROTECT(1);
  return out;
}

static vd_power_test *read_tests(SEXP test, SEXP scale, SEXP metric, SEXP alternative) {
  R_xlen_t n = Rf_xlength(test);
  vd_power_test *out = (vd_power_test *)R_alloc((size_t)n + 1, sizeof(vd_power_test));
  for (R_xlen_t i = 0; i < n; i++) {
    vd_request request = {
        .test = test_at(test, i),
        .scale = (vd_measure)GLUE_CODE(scale, i, "measure", vd_measure_names),
        .alternative = glue_alternative(alternative)};
    out[i] = (vd_power_test){request, glue_metric(metric)};
  }
  return out;
}

/* Column j of `cells` (8 x m) with n[j] rows, `trials` times: how often each test (Wald's
 * on its scale) rejected, and how often it had no value (tests x m each). */
SEXP ffi_power_simulate(SEXP cells, SEXP n, SEXP trials, SEXP test, SEXP scale,
                        SEXP metric, SEXP alternative, SEXP alpha) {
  int n_tests = (int)Rf_xlength(test), m = (int)Rf_xlength(n);
  int n_trials = glue_whole(trials, 0, INT_MAX);
  const double *cell = glue_numbers(cells, (R_xlen_t)m * VD_POWER_CELLS);
  check_sizes(n);
  double log_alpha = log(Rf_asReal(alpha));
  static const char *const names[] = {"rejected", "undefined"};
  SEXP out = PROTECT(glue_named_list(names, 2));
  for (int i = 0; i < 2; i++) {
    SEXP count = Rf_allocMatrix(REALSXP, n_tests, m);
    SET_VECTOR_ELT(out, i, count);
    memset(REAL(count), 0, sizeof(double) * (size_t)n_tests * (size_t)m);
  }
  vd_power_test *tests = read_tests(test, scale, metric, alternative);
  ptrdiff_t chunk = glue_chunk(50.0 * (1 + n_tests));
  for (int j = 0; j < m; j++) {
    R_xlen_t at = (R_xlen_t)j * n_tests;
    GLUE_CHUNKS (lo, hi, n_trials, chunk) {
      GetRNGstate();
      vd_power_simulate(cell + (R_xlen_t)j * VD_POWER_CELLS, REAL_RO(n)[j],
                        (int)(hi - lo), tests, n_tests, log_alpha,
                        REAL(VECTOR_ELT(out, 0)) + at, REAL(VECTOR_ELT(out, 1)) + at);
      PutRNGstate();
    }
  }
  UNPROTECT(1);
  return out;
}
