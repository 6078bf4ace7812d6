#include "glue.h"
#include "verdict.h"

#include <math.h>
#include <string.h>

/* Where the element is, or -1. */
static R_xlen_t position(SEXP list, const char *name) {
  if (TYPEOF(list) != VECSXP) return -1;
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

vd_metric glue_metric(SEXP name) {
  return (vd_metric)GLUE_CHOICE(name, "metric", vd_metric_names);
}

vd_measure glue_measure(SEXP name) {
  return (vd_measure)GLUE_CHOICE(name, "measure", vd_measure_names);
}

vd_alternative glue_alternative(SEXP name) {
  return (vd_alternative)GLUE_CHOICE(name, "alternative", vd_alternative_names);
}

vd_sandwich_type glue_vcov(SEXP name) {
  return (vd_sandwich_type)GLUE_CHOICE(name, "vcov", vd_sandwich_names);
}

vd_request glue_request(SEXP request) {
  SEXP test = glue_element(request, "test"), ci = glue_element(request, "interval");
  SEXP alternative = glue_element(request, "alternative");
  return (vd_request){
      .test = (vd_test)GLUE_CHOICE(test, "test", vd_test_names),
      .scale = glue_measure(glue_element(request, "scale")),
      .measure = glue_measure(glue_element(request, "measure")),
      .ci = (vd_ci)GLUE_CHOICE(ci, "interval", vd_ci_names),
      .alternative = glue_alternative(alternative),
      .quantile = Rf_asReal(glue_element(request, "quantile")),
      .clustered = Rf_asLogical(glue_element(request, "clustered")),
      .squared = Rf_asLogical(glue_element(request, "squared")),
  };
}

const double *glue_numbers(SEXP x, R_xlen_t n) {
  if (TYPEOF(x) != REALSXP || Rf_xlength(x) != n)
    Rf_error("internal: no column of doubles");
  return REAL_RO(x);
}

const int *glue_codes(SEXP x, R_xlen_t n, int least, int most) {
  int fine = TYPEOF(x) == INTSXP && Rf_xlength(x) == n;
  for (R_xlen_t i = 0; fine && i < n; i++) {
    fine = INTEGER_RO(x)[i] >= least && INTEGER_RO(x)[i] <= most;
  }
  if (!fine) Rf_error("internal: no codes of these");
  return INTEGER_RO(x);
}

int glue_whole(SEXP x, int least, int most) {
  double value = Rf_xlength(x) == 1 ? Rf_asReal(x) : NAN;
  if (!(value >= least && value <= most)) Rf_error("internal: no number of these");
  return (int)value;
}

vd_request glue_request_row(vd_request q, SEXP request, R_xlen_t row) {
  SEXP dof = glue_optional(request, "df");
  if (dof == R_NilValue) return q;
  R_xlen_t n = Rf_xlength(dof);
  if (row >= n) Rf_error("internal: no degrees of freedom");
  q.dof = glue_numbers(dof, n)[row];
  q.quantile = glue_numbers(glue_element(request, "quantile"), n)[row];
  return q;
}

const int *glue_pairs(SEXP pairs, R_xlen_t n) {
  R_xlen_t length = Rf_xlength(pairs);
  int fine = TYPEOF(pairs) == INTSXP && Rf_nrows(pairs) == 2 && length % 2 == 0;
  for (R_xlen_t i = 0; fine && i < length; i++) {
    fine = INTEGER_RO(pairs)[i] >= 1 && INTEGER_RO(pairs)[i] <= n;
  }
  if (!fine) Rf_error("internal: no pairs of these");
  return INTEGER_RO(pairs);
}

double *glue_doubles(size_t n) {
  return (double *)R_alloc(n > 0 ? n : 1, sizeof(double));
}

void glue_put_name(SEXP column, R_xlen_t at, const char *name) {
  SET_STRING_ELT(column, at, Rf_mkChar(name));
}

double glue_number(double x) {
  return isnan(x) ? NA_REAL : x;
}

void glue_put_number(SEXP out, int column, R_xlen_t at, double value) {
  REAL(VECTOR_ELT(out, column))[at] = glue_number(value);
}

/* An element of this type, and of this length unless that is negative; or NULL. */
static SEXP checked(SEXP list, const char *name, SEXPTYPE type, R_xlen_t length) {
  SEXP x = glue_optional(list, name);
  if ((SEXPTYPE)TYPEOF(x) != type || (length >= 0 && Rf_xlength(x) != length))
    return NULL;
  return x;
}

static const char *read_profiles(SEXP profiles, vd_set *set, R_xlen_t *n_entries) {
  SEXP multiplicity = checked(profiles, "multiplicity", REALSXP, -1);
  SEXP pattern = checked(profiles, "pattern", INTSXP, -1);
  if (!multiplicity || !pattern) return "no profiles where profiles should be";
  set->n_profiles = (ptrdiff_t)Rf_xlength(multiplicity);
  *n_entries = Rf_xlength(pattern);
  SEXP start = checked(profiles, "start", REALSXP, Rf_xlength(multiplicity) + 1);
  SEXP count = checked(profiles, "count", REALSXP, *n_entries);
  if (!start || !count) return "profiles of different lengths";
  set->start = REAL_RO(start);
  set->pattern = INTEGER_RO(pattern);
  set->within = REAL_RO(count);
  set->multiplicity = REAL_RO(multiplicity);
  return NULL;
}

static const char *read_prevalence(SEXP x, int n_classes) {
  if (glue_optional(x, "prevalence") == R_NilValue) return NULL;
  SEXP prevalence = checked(x, "prevalence", REALSXP, n_classes);
  if (!prevalence) return "prevalences that are not those of its classes";
  for (int k = 0; k < n_classes; k++) {
    double share = REAL_RO(prevalence)[k];
    if (!(share >= 0 && share <= 1)) return "a prevalence that is no share";
  }
  return NULL;
}

/* Returns what is wrong with it, or NULL. */
static const char *read_set(SEXP x, vd_set *set) {
  SEXP classes = checked(x, "classes", STRSXP, -1), count;
  SEXP classifiers = checked(x, "classifiers", STRSXP, -1);
  SEXP patterns = checked(x, "patterns", INTSXP, -1),
       profiles = glue_optional(x, "profiles");
  R_xlen_t n_entries = 0;
  if (!classes || !classifiers || !patterns || !Rf_isMatrix(patterns))
    return "no classes, classifiers or patterns where they should be";
  if (Rf_xlength(classifiers) < 1 || Rf_ncols(patterns) != Rf_xlength(classifiers) + 1)
    return "other classifiers than it was counted with";
  count = checked(x, "count", REALSXP, Rf_nrows(patterns));
  if (!count) return "other counts than patterns";
  *set = (vd_set){.n_classes = (int)Rf_xlength(classes),
                  .n_classifiers = (int)Rf_xlength(classifiers),
                  .n_patterns = Rf_nrows(patterns),
                  .label = INTEGER_RO(patterns),
                  .count = REAL_RO(count),
                  .n_profiles = Rf_nrows(patterns)};
  const char *fault = read_prevalence(x, set->n_classes);
  if (!fault && profiles != R_NilValue) fault = read_profiles(profiles, set, &n_entries);
  if (fault) return fault;
  const void *top = vmaxget();
  double *work = (double *)R_alloc((size_t)set->n_patterns + 1, sizeof(double));
  fault = vd_set_fault(set, n_entries, work);
  vmaxset(top);
  return fault;
}

SEXP ffi_set_fault(SEXP x) {
  vd_set set;
  const char *fault = read_set(x, &set);
  return fault ? Rf_mkString(fault) : R_NilValue;
}

/* The condition is R's: abort_changed_set(). */
void glue_abort_changed(const char *fault, const char *maker) {
  SEXP package = PROTECT(Rf_mkString("verdict")), words = PROTECT(Rf_mkString(fault));
  SEXP home = PROTECT(R_FindNamespace(package)), by = PROTECT(Rf_mkString(maker));
  SEXP call = PROTECT(Rf_lang3(Rf_install("abort_changed_set"), words, by));
  Rf_eval(call, home);
  UNPROTECT(5); /* LCOV_EXCL_LINE: the call is an error */
} /* LCOV_EXCL_LINE: nor does it end here */

vd_set glue_set(SEXP x) {
  vd_set set = {0};
  const char *fault = read_set(x, &set);
  if (fault) glue_abort_changed(fault, "prediction_set");
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

ptrdiff_t glue_chunk_end(ptrdiff_t lo, ptrdiff_t n, ptrdiff_t size) {
  R_CheckUserInterrupt();
  return n - lo < size ? n : lo + size;
}

void glue_interrupt_drawing(void) {
  PutRNGstate();
  R_CheckUserInterrupt();
  GetRNGstate();
}

int glue_threads(int allowed, double steps, double n) {
#ifdef _OPENMP
  double most = steps / (2 * GLUE_STEPS) < n ? steps / (2 * GLUE_STEPS) : n;
  if (allowed > omp_get_thread_limit()) allowed = omp_get_thread_limit();
  return most < 2 ? 1 : most < allowed ? (int)most : allowed;
#else
  (void)allowed, (void)steps, (void)n;
  return 1;
#endif
}

/* The processors, as OpenMP sees them; 1 without it. */
SEXP ffi_processors(void) {
#ifdef _OPENMP
  int n = omp_get_num_procs(), most = omp_get_thread_limit();
  return Rf_ScalarInteger(n < most ? n : most);
#else
  return Rf_ScalarInteger(1);
#endif
}

ptrdiff_t glue_chunk(double steps_per_profile) {
  double chunk = GLUE_STEPS / (steps_per_profile > 1 ? steps_per_profile : 1);
  return chunk > 1 ? (ptrdiff_t)chunk : 1;
}
