#include "glue.h"
#include "verdict.h"

#include "core/scores/exhaustive.h"

#include <math.h>

/* How many of all pairs of k classifiers, at most 0, 1, ..., can be true together. */
SEXP ffi_exhaustive_counts(SEXP k) {
  int n = Rf_asInteger(k);
  if (n < 1 || n > 10000) Rf_error("internal: no number of classifiers");
  size_t m = (size_t)n * ((size_t)n - 1) / 2;
  SEXP out = PROTECT(Rf_allocVector(INTSXP, (R_xlen_t)m + 1));
  unsigned char *work = (unsigned char *)R_alloc(((size_t)n + 1) * (m + 1), 1);
  vd_exhaustive_counts(n, INTEGER(out), work, R_CheckUserInterrupt);
  UNPROTECT(1);
  return out;
}

/* Bergmann and Hommel, on logarithms. */
SEXP ffi_exhaustive_adjust(SEXP log_p, SEXP k) {
  const ptrdiff_t CHUNK = 100000;
  R_xlen_t n = Rf_xlength(log_p);
  int n_classifiers = Rf_asInteger(k);
  vd_partition partition;
  if (n_classifiers < 1 || n_classifiers > VD_EXHAUSTIVE_MOST ||
      n != n_classifiers * (n_classifiers - 1) / 2)
    Rf_error("internal: other p-values than those of all pairs");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) REAL(out)[i] = -INFINITY;
  vd_exhaustive_start(n_classifiers, REAL_RO(log_p), &partition);
  while (vd_exhaustive_adjust(REAL_RO(log_p), &partition, CHUNK, REAL(out))) {
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}
