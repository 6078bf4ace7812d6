#include "glue.h"
#include "verdict.h"

#include "core/numeric/binormal.h"

/* list(events, others): covariances of areas by the rows of either class, times their
 * numbers. `correlation` c(of events, of others). */
SEXP ffi_binormal_parts(SEXP area, SEXP correlation, SEXP ratio) {
  static const char *const names[] = {"events", "others"};
  int n = (int)Rf_xlength(area);
  const double *a = glue_numbers(area, n), *given = glue_numbers(correlation, 2);
  const double r[2] = {given[1], given[0]};
  SEXP out = PROTECT(glue_named_list(names, 2));
  for (int i = 0; i < 2; i++) SET_VECTOR_ELT(out, i, Rf_allocMatrix(REALSXP, n, n));
  for (int i = 0; i < n * n; i++) {
    double s[2];
    vd_binormal_parts(a[i % n], a[i / n], i % n == i / n, r, Rf_asReal(ratio), s);
    REAL(VECTOR_ELT(out, 0))[i] = glue_number(s[1]);
    REAL(VECTOR_ELT(out, 1))[i] = glue_number(s[0]);
  }
  UNPROTECT(1);
  return out;
}
