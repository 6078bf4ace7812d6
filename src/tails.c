#include "glue.h"
#include "verdict.h"

#include "core/math/tails.h"

/* The logarithm of the p-value of each exact sign test, of x wins in n. */
SEXP ffi_tails_sign(SEXP x, SEXP n, SEXP alternative) {
  const R_xlen_t length = Rf_xlength(x);
  const vd_alternative side = glue_alternative(alternative);
  const double *wins = glue_numbers(x, length), *of = glue_numbers(n, length);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, length));
  const R_xlen_t chunk = glue_chunk(100);
  GLUE_CHUNKS (lo, hi, length, chunk)
    for (R_xlen_t i = lo; i < hi; i++) REAL(out)[i] = vd_log_p_sign(wins[i], of[i], side);
  UNPROTECT(1);
  return out;
}
