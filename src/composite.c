#include "glue.h"
#include "verdict.h"

#include "core/test/composite.h"

#include <math.h>

/* What is asked of quantities, as vd_composite has them. */
typedef struct {
  vd_set set;
  vd_quantity *quantity;
  vd_zero_division policy;
  vd_margins margins;
  vd_effects *effects, *shared;
  double *value;
  const int *position; /* 1-based, a column each: classifier and reference, or one row */
  int n_rows, n_columns, by_class;
  vd_composite composite;
} question;

static double estimate(const question *a, R_xlen_t i, int classifier,
                       vd_effects *effects) {
  const vd_quantity *q = &a->quantity[i];
  return vd_metric_estimate(&a->margins, q->spec, q->average, a->policy, q->kept,
                            q->n_kept, classifier, effects)
      .value;
}

/* The mean of the confusion matrices of two classifiers, after those of all. */
static void average_margins(const question *a, int c, int d) {
  ptrdiff_t K = a->set.n_classes, last = a->set.n_classifiers;
  double *const column[] = {a->margins.predicted, a->margins.correct, a->margins.table};
  const ptrdiff_t size[] = {K, K, K * K};
  for (int i = 0; i < 3 && column[i]; i++) {
    const double *one = column[i] + c * size[i], *two = column[i] + d * size[i];
    double *mean = column[i] + last * size[i];
    for (ptrdiff_t k = 0; k < size[i]; k++) mean[k] = (one[k] + two[k]) / 2;
  }
}

static question read_question(SEXP x, SEXP quantities, SEXP zero, SEXP positions,
                              SEXP range, SEXP by_class) {
  question a = {.set = glue_set(x), .by_class = Rf_asLogical(by_class)};
  a.policy = (vd_zero_division)GLUE_CHOICE(zero, "zero division", vd_zero_division_names);
  a.quantity = glue_quantities(quantities, a.set.n_classes);
  R_xlen_t n = Rf_xlength(glue_element(quantities, "metric"));
  a.margins = glue_margins(&a.set, x, a.quantity, n);
  a.effects = glue_effects(a.quantity, NULL, n, a.set.n_classes);
  a.shared = glue_effects(a.quantity, NULL, 1, a.set.n_classes);
  a.value = glue_doubles((size_t)n);
  for (R_xlen_t i = 0; i < n; i++) {
    a.value[i] = estimate(&a, i, a.quantity[i].classifier, &a.effects[i]);
  }
  a.position = glue_codes(positions, Rf_xlength(positions), 1, (int)n);
  a.n_rows = Rf_nrows(positions) == 2 ? 2 : 1;
  a.n_columns = Rf_ncols(positions);
  const double *ends = glue_numbers(range, 2);
  a.composite = (vd_composite){.lower = ends[0], .upper = ends[1]};
  a.composite.cell =
      (vd_composite_cell *)R_alloc(vd_composite_room(&a.set), sizeof(vd_composite_cell));
  return a;
}

/* The j-th of them; 0 where a value is missing. */
static int prepare(question *a, int j) {
  const vd_effects *own[2] = {NULL, NULL}, *at = NULL;
  for (int i = 0; i < a->n_rows; i++) {
    int place = a->position[a->n_rows * j + i] - 1;
    at = own[i] = &a->effects[place];
    a->composite.theta[i] = a->value[place];
    if (!isfinite(a->value[place])) return 0;
  }
  if (a->n_rows > 1) {
    average_margins(a, own[0]->classifier, own[1]->classifier);
    estimate(a, a->position[2 * j] - 1, a->set.n_classifiers, a->shared);
    at = a->shared;
  }
  const vd_quantity *q = &a->quantity[a->position[a->n_rows * j] - 1];
  int strata = !a->by_class                         ? VD_STRATA_ONE
               : q->average == VD_AVERAGE_PER_CLASS ? q->kept[0]
                                                    : VD_STRATA_CLASSES;
  vd_composite_fill(&a->composite, &a->set, at, own, strata);
  R_CheckUserInterrupt();
  return 1;
}

/* The statistic of "it is `value`" of each column of positions. */
SEXP ffi_composite_scores(SEXP x, SEXP quantities, SEXP zero, SEXP positions, SEXP range,
                          SEXP by_class, SEXP measure, SEXP value) {
  question a = read_question(x, quantities, zero, positions, range, by_class);
  vd_measure scale = glue_measure(measure);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, a.n_columns));
  for (int j = 0; j < a.n_columns; j++) {
    REAL(out)
    [j] = prepare(&a, j) ? vd_composite_score(&a.composite, scale, Rf_asReal(value))
                         : NA_REAL;
  }
  UNPROTECT(1);
  return out;
}

/* Limits, 2 x columns. */
SEXP ffi_composite_limits(SEXP x, SEXP quantities, SEXP zero, SEXP positions, SEXP range,
                          SEXP by_class, SEXP measure, SEXP quantile) {
  question a = read_question(x, quantities, zero, positions, range, by_class);
  vd_measure scale = glue_measure(measure);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, a.n_columns));
  for (int j = 0; j < a.n_columns; j++) {
    double *limits = REAL(out) + 2 * (size_t)j;
    limits[0] = limits[1] = NA_REAL;
    if (!prepare(&a, j)) continue;
    vd_composite_limits(&a.composite, scale, Rf_asReal(quantile), limits, limits + 1);
    for (int i = 0; i < 2; i++) limits[i] = glue_number(limits[i]);
  }
  UNPROTECT(1);
  return out;
}
