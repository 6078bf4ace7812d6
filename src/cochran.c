#include "glue.h"
#include "verdict.h"

#include "core/test/cochran.h"
#include "core/estimate/metrics.h"

#include <R_ext/Random.h>
#include <limits.h>
#include <math.h>

/* Beyond this many additions (a tenth of a second or so), or this many cells, the
 * distribution is sampled. */
static const double MAX_STEPS = 1e8, MAX_CELLS = 2e6;

/* In every class of `selected`: rows by the number of classifiers that succeed on them
 * ((C + 1) x n), and by the classifier (C x n), leaving out some unanimous ones. */
SEXP ffi_cochran_rows(SEXP x, SEXP metric, SEXP selected) {
  static const char *const names[] = {"rows", "sums"};
  vd_set set = glue_set(x);
  vd_metric which = glue_metric(metric);
  int C = set.n_classifiers, n = (int)Rf_xlength(selected);
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP rows = SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, C + 1, n));
  SEXP sums = SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, C, n));
  for (R_xlen_t i = 0; i < Rf_xlength(rows); i++) REAL(rows)[i] = 0;
  for (R_xlen_t i = 0; i < Rf_xlength(sums); i++) REAL(sums)[i] = 0;
  vd_outcomes outcomes = glue_outcomes(&set, glue_slices(&set, selected), n);
  ptrdiff_t chunk = glue_chunk((double)C * C);
  GLUE_CHUNKS (lo, hi, set.n_patterns, chunk) {
    vd_cochran_rows(&set, lo, hi, &outcomes, vd_metric_successes(which),
                    vd_metric_failures(which), REAL(rows), REAL(sums));
  }
  UNPROTECT(1);
  return out;
}

static double log_p_exact(int C, const double *rows, double observed,
                          vd_cochran_size size) {
  double *cell = (double *)R_alloc((size_t)size.cells + 1, sizeof(double));
  ptrdiff_t *choice = (ptrdiff_t *)R_alloc((size_t)size.choices + 1, sizeof(ptrdiff_t));
  return vd_cochran_exact(C, rows, observed, cell, choice);
}

/* (b + 1) / (draws + 1), b the draws that are as far out as what was observed. */
static double log_p_drawn(int C, const double *rows, double observed, double draws) {
  double *work = (double *)R_alloc(2 * (size_t)C + 1, sizeof(double)), beyond = 0;
  double chunk = (double)glue_chunk((double)C * C);
  GetRNGstate();
  for (double done = 0; done < draws; done++) {
    beyond += vd_cochran_draw(C, rows, work) >= observed;
    if (fmod(done + 1, chunk) == 0) {
      glue_interrupt_drawing();
    }
  }
  PutRNGstate();
  return log((beyond + 1) / (draws + 1));
}

/* The permutation test from ffi_cochran_rows(): log p-values, and which are exact. */
SEXP ffi_cochran_permute(SEXP rows, SEXP sums, SEXP draws) {
  static const char *const names[] = {"log.p.value", "exact"};
  int C = Rf_nrows(sums), n = Rf_ncols(sums), most = glue_whole(draws, 0, INT_MAX);
  const double *table = glue_numbers(rows, (R_xlen_t)n * (C + 1));
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP log_p = SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, n));
  SEXP exact = SET_VECTOR_ELT(out, 1, Rf_allocVector(LGLSXP, n));
  for (int i = 0; i < n; i++) {
    const void *top = vmaxget();
    const double *of = table + (R_xlen_t)i * (C + 1);
    double observed = vd_cochran_spread(C, REAL_RO(sums) + (R_xlen_t)i * C);
    vd_cochran_size size = vd_cochran_cost(C, of);
    LOGICAL(exact)[i] = size.steps <= MAX_STEPS && size.cells <= MAX_CELLS;
    REAL(log_p)
    [i] = LOGICAL_RO(exact)[i] ? log_p_exact(C, of, observed, size)
                               : log_p_drawn(C, of, observed, most);
    vmaxset(top);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}
