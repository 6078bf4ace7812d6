#include "glue_view.h"

#include <R.h>
#include <R_ext/Altrep.h>
#include <string.h>

/* data1: the matrix, data2: list(the first column and how many, a copy for who writes or
 * NULL). */
static R_altrep_class_t view_class;

static SEXP copy_of(SEXP x) {
  return VECTOR_ELT(R_altrep_data2(x), 1);
}

static int column_of(SEXP x) {
  return INTEGER_RO(VECTOR_ELT(R_altrep_data2(x), 0))[0];
}

static int columns_of(SEXP x) {
  return INTEGER_RO(VECTOR_ELT(R_altrep_data2(x), 0))[1];
}

static R_xlen_t length_of(SEXP x) {
  return (R_xlen_t)Rf_nrows(R_altrep_data1(x)) * columns_of(x);
}

static const void *read_view(SEXP x) {
  if (copy_of(x) != R_NilValue) return REAL_RO(copy_of(x));
  SEXP matrix = R_altrep_data1(x);
  return REAL_RO(matrix) + (R_xlen_t)Rf_nrows(matrix) * column_of(x);
}

/* The matrix is another's: who wants to write gets a copy. */
static void *open_view(SEXP x, Rboolean writes) {
  if (writes && copy_of(x) == R_NilValue) {
    SEXP copy = PROTECT(Rf_allocVector(REALSXP, length_of(x)));
    if (length_of(x) > 0)
      memcpy(REAL(copy), read_view(x), (size_t)length_of(x) * sizeof(double));
    SET_VECTOR_ELT(R_altrep_data2(x), 1, copy);
    UNPROTECT(1);
  }
  return (void *)read_view(x);
}

static double number_of(SEXP x, R_xlen_t i) {
  return ((const double *)read_view(x))[i];
}

void glue_view_register(DllInfo *dll) {
  view_class = R_make_altreal_class("column", "verdict", dll);
  R_set_altrep_Length_method(view_class, length_of);
  R_set_altvec_Dataptr_method(view_class, open_view);
  R_set_altvec_Dataptr_or_null_method(view_class, read_view);
  R_set_altreal_Elt_method(view_class, number_of);
}

static SEXP new_view(SEXP matrix, int column, int columns) {
  SEXP own = PROTECT(Rf_allocVector(VECSXP, 2));
  SET_VECTOR_ELT(own, 0, Rf_allocVector(INTSXP, 2));
  INTEGER(VECTOR_ELT(own, 0))[0] = column;
  INTEGER(VECTOR_ELT(own, 0))[1] = columns;
  SEXP out = R_new_altrep(view_class, matrix, own);
  UNPROTECT(1);
  return out;
}

SEXP glue_view(SEXP matrix, int column) {
  return new_view(matrix, column, 1);
}

SEXP glue_bare(SEXP matrix) {
  SEXP out = PROTECT(new_view(matrix, 0, Rf_ncols(matrix)));
  Rf_setAttrib(out, R_DimSymbol, Rf_getAttrib(matrix, R_DimSymbol));
  UNPROTECT(1);
  return out;
}

SEXP glue_viewed(SEXP columns) {
  int C = (int)Rf_xlength(columns);
  SEXP matrix = NULL;
  for (int c = 0; c < C; c++) {
    SEXP x = VECTOR_ELT(columns, c);
    if (!ALTREP(x) || !R_altrep_inherits(x, view_class)) return NULL;
    if (c == 0) matrix = R_altrep_data1(x);
    if (R_altrep_data1(x) != matrix || column_of(x) != c || copy_of(x) != R_NilValue)
      return NULL;
  }
  return matrix && Rf_ncols(matrix) == C ? matrix : NULL;
}
