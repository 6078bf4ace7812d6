#include "glue.h"
#include "verdict.h"

#include "core/math/distributions.h"
#include "core/math/tails.h"

/* The logarithm of the upper tail of F at each statistic. */
SEXP ffi_tails_f(SEXP x, SEXP dof1, SEXP dof2) {
  const R_xlen_t length = Rf_xlength(x);
  const double *at = glue_numbers(x, length), *above = glue_numbers(dof1, length),
               *below = glue_numbers(dof2, length);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, length));
  for (R_xlen_t i = 0; i < length; i++)
    REAL(out)[i] = vd_log_p_f(at[i], above[i], below[i]);
  UNPROTECT(1);
  return out;
}

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
