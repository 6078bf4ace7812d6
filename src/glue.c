#include "glue.h"

#include <string.h>

/* Where the element is, or -1. */
static R_xlen_t position(SEXP list, const char *name) {
  SEXP names = Rf_getAttrib(list, R_NamesSymbol);
  for (R_xlen_t i = 0; i < Rf_xlength(names); i++) {
    if (strcmp(CHAR(STRING_ELT(names, i)), name) == 0) return i;
  }
  return -1;
}

SEXP glue_element(SEXP list, const char *name) {
  R_xlen_t at = position(list, name);
  if (at < 0) Rf_error("internal: no element '%s'", name);
  return VECTOR_ELT(list, at);
}

SEXP glue_optional(SEXP list, const char *name) {
  R_xlen_t at = position(list, name);
  return at < 0 ? R_NilValue : VECTOR_ELT(list, at);
}

int glue_code(SEXP x, R_xlen_t i, const char *what, const char *const *names, int n) {
  if (TYPEOF(x) != STRSXP || Rf_xlength(x) <= i)
    Rf_error("internal: no name of a %s", what);
  const char *name = CHAR(STRING_ELT(x, i));
  for (int code = 0; code < n; code++) {
    if (strcmp(name, names[code]) == 0) return code;
  }
  Rf_error("internal: unknown %s \"%s\"", what, name);
}

void glue_put_name(SEXP column, R_xlen_t at, const char *name) {
  SET_STRING_ELT(column, at, Rf_mkChar(name));
}

vd_set glue_set(SEXP x) {
  SEXP patterns = glue_element(x, "patterns");
  SEXP profiles = glue_element(x, "profiles");
  vd_set set = {
      .n_classes = (int)Rf_xlength(glue_element(x, "classes")),
      .n_classifiers = (int)Rf_xlength(glue_element(x, "classifiers")),
      .n_patterns = Rf_nrows(patterns),
      .label = INTEGER_RO(patterns),
      .count = REAL_RO(glue_element(x, "count")),
      .n_profiles = Rf_nrows(patterns),
  };
  if (profiles == R_NilValue) return set;
  set.start = REAL_RO(glue_element(profiles, "start"));
  set.pattern = INTEGER_RO(glue_element(profiles, "pattern"));
  set.within = REAL_RO(glue_element(profiles, "count"));
  set.multiplicity = REAL_RO(glue_element(profiles, "multiplicity"));
  set.n_profiles = (ptrdiff_t)Rf_xlength(glue_element(profiles, "multiplicity"));
  return set;
}

SEXP glue_named_list(const char *const *names, int n) {
  SEXP list = PROTECT(Rf_allocVector(VECSXP, n));
  SEXP labels = PROTECT(Rf_allocVector(STRSXP, n));
  for (int i = 0; i < n; i++) SET_STRING_ELT(labels, i, Rf_mkChar(names[i]));
  Rf_setAttrib(list, R_NamesSymbol, labels);
  UNPROTECT(2);
  return list;
}

ptrdiff_t glue_block(double steps_per_profile) {
  double block = GLUE_STEPS / (steps_per_profile > 1 ? steps_per_profile : 1);
  return block > 1 ? (ptrdiff_t)block : 1;
}
