#include "glue_numeric.h"

#include "core/numeric/order.h"

#include <math.h>

static SEXP part_of(SEXP x, const char *name, int type, R_xlen_t length) {
  SEXP part = glue_optional(x, name);
  return TYPEOF(part) == type && Rf_xlength(part) == length ? part : NULL;
}

static const char *read_codes(SEXP x, const char *name, ptrdiff_t n, const int **code,
                              int *largest) {
  *code = NULL;
  *largest = 0;
  if (glue_optional(x, name) == R_NilValue) return NULL;
  SEXP part = part_of(x, name, INTSXP, n);
  if (!part) return "clusters or strata of other rows";
  *code = INTEGER_RO(part);
  for (ptrdiff_t i = 0; i < n; i++) {
    if ((*code)[i] < 1 || (*code)[i] > n) return "clusters or strata of other rows";
    if ((*code)[i] > *largest) *largest = (*code)[i];
  }
  return NULL;
}

/* Only the weights of a sample need not be numbers of rows. */
static const char *check_whole(SEXP x, const double *weight, ptrdiff_t n) {
  if (glue_optional(x, "sampled") != R_NilValue) return NULL;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (weight[i] != nearbyint(weight[i])) return "weights that are no numbers of rows";
  }
  return NULL;
}

static const char *read_rows(SEXP x, numeric_set *set, ptrdiff_t n) {
  SEXP truth = part_of(x, "truth", INTSXP, n);
  if (!truth) return "a truth of other rows";
  int least = set->n_classes > 0, most = least ? set->n_classes : 1;
  const int *code = INTEGER_RO(truth);
  int outside = 0;
  for (ptrdiff_t i = 0; i < n; i++) outside |= (code[i] < least) | (code[i] > most);
  if (outside) return "a truth that is none of its classes";
  set->rows = (vd_binary){.n = n, .event = code};
  if (glue_optional(x, "weight") == R_NilValue) return NULL;
  SEXP weight = part_of(x, "weight", REALSXP, n);
  for (ptrdiff_t i = 0; weight && i < n; i++) {
    if (!(REAL_RO(weight)[i] > 0 && R_FINITE(REAL_RO(weight)[i]))) weight = NULL;
  }
  if (!weight) return "weights that are not positive numbers";
  set->rows.weight = REAL_RO(weight);
  return check_whole(x, set->rows.weight, n);
}

static const char other_order[] = "an order of other scores";

int glue_mark(const numeric_set *set, int model, unsigned char *mark) {
  ptrdiff_t n = set->rows.n;
  const int *order = set->order + model * n;
  return vd_order_within(n, order) &&
         vd_order_mark(n, set->scores + model * n, order, set->rows.event, mark);
}

/* Whether all scores are in their order, with its marks: of several classes
 * these are of no use, and written over. */
static const char *check_order(numeric_set *set) {
  ptrdiff_t n = set->rows.n;
  size_t columns = set->n_classes > 0 ? 1 : (size_t)set->n_models;
  unsigned char *mark = (unsigned char *)R_alloc((size_t)n * columns + 1, 1);
  for (int c = 0; c < set->n_models; c++)
    if (!glue_mark(set, c, set->n_classes > 0 ? mark : mark + c * n)) return other_order;
  set->mark = mark;
  return NULL;
}

/* Returns what is wrong with it, or NULL. */
static const char *read_numeric(SEXP x, numeric_set *set) {
  SEXP scores = glue_optional(x, "scores"), order = glue_optional(x, "order");
  int n_clusters = 0;
  if (TYPEOF(scores) != REALSXP || !Rf_isMatrix(scores))
    return "no scores where they should be";
  ptrdiff_t n = Rf_nrows(scores);
  SEXP classes = glue_optional(x, "classes");
  set->n_classes = TYPEOF(classes) == STRSXP ? (int)Rf_xlength(classes) : 0;
  set->n_models = Rf_ncols(scores);
  if (set->n_classes > 0 && set->n_models % set->n_classes)
    return "other columns than classes";
  set->scores = REAL_RO(scores);
  if (TYPEOF(order) != INTSXP || Rf_xlength(order) != Rf_xlength(scores))
    return other_order;
  set->order = INTEGER_RO(order);
  const char *fault = read_rows(x, set, n);
  if (!fault) fault = read_codes(x, "cluster", n, &set->units.cluster, &n_clusters);
  if (!fault) fault = read_codes(x, "stratum", n, &set->stratum, &set->n_strata);
  if (fault) return fault;
  set->units.n_clusters = n_clusters;
  set->units.sampled = set->rows.sampled = glue_optional(x, "sampled") != R_NilValue;
  return NULL;
}

void glue_numeric(SEXP x, numeric_set *set, int walks) {
  const char *fault = read_numeric(x, set);
  if (!fault && walks) fault = check_order(set);
  if (fault) glue_abort_changed(fault, "probability_set");
}

void glue_abort_order(void) {
  glue_abort_changed(other_order, "probability_set");
}

void glue_binary(SEXP x, numeric_set *set) {
  glue_numeric(x, set, 1);
  if (set->n_classes > 0) Rf_error("internal: more classes than the event and the rest");
}

SEXP glue_numeric_columns(const char *const *names, int n, int rows) {
  SEXP out = PROTECT(glue_named_list(names, n));
  for (int i = 0; i < n - 1; i++) SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, rows));
  SET_VECTOR_ELT(out, n - 1, Rf_allocVector(STRSXP, rows));
  UNPROTECT(1);
  return out;
}
