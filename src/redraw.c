#include "glue_numeric.h"
#include "verdict.h"

#include "core/estimate/measure.h"
#include "core/numeric/measures.h"
#include "core/numeric/redraw.h"

#include <limits.h>
#include <math.h>

/* The rows of a set, those with the event first where classes are drawn apart; a row of
 * weight w is w units. */
static vd_redraw new_urn(const numeric_set *set, int by_class) {
  ptrdiff_t n = set->rows.n, at = 0;
  vd_class_sizes size = vd_binary_count(&set->rows);
  double total = size.positive + size.negative;
  if (total > INT_MAX) Rf_error("internal: too many units to draw");
  int *unit = (int *)R_alloc((size_t)total + 1, sizeof(int));
  vd_redraw urn = {.n = n, .unit = unit, .weight = glue_doubles((size_t)n + 1)};
  for (int event = 1; event >= 0; event--) {
    for (ptrdiff_t i = 0; i < n; i++) {
      if (set->rows.event[i] != event) continue;
      double weight = vd_row_weight(&set->rows, i);
      if (weight != nearbyint(weight)) Rf_error("internal: rows that are no units");
      for (double w = weight; w > 0; w--) unit[at++] = (int)i;
    }
    if (event == 1) urn.n_units[0] = at;
  }
  urn.n_units[1] = at - urn.n_units[0];
  if (!by_class) urn.n_units[0] = at, urn.n_units[1] = 0;
  return urn;
}

static const char *const curve_names[] = {"roc", "precision_recall"};

/* A curve of one classifier at rising places: as observed, and R times drawn again (a
 * row a replicate). */
SEXP ffi_redraw_curve(SEXP x, SEXP classifier, SEXP kind, SEXP places, SEXP replicates) {
  static const char *const names[] = {"value", "drawn"};
  numeric_set set = {0};
  glue_binary(x, &set);
  ptrdiff_t from = (glue_whole(classifier, 1, set.n_models) - 1) * set.rows.n;
  int precision = GLUE_CHOICE(kind, "curve", curve_names), K = (int)Rf_xlength(places);
  int R = glue_whole(replicates, 1, INT_MAX);
  const double *at = glue_numbers(places, K);
  vd_redraw urn = new_urn(&set, !precision);
  vd_binary rows = set.rows;
  double *found = glue_doubles((size_t)K + 1);
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, K));
  SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, R, K));
  GetRNGstate();
  for (int r = -1; r < R; r++) {
    if (r >= 0) {
      vd_redraw_rows(&urn);
      rows.weight = urn.weight;
    }
    (precision ? vd_curve_precision : vd_curve_roc)(&rows, set.scores + from,
                                                    set.order + from, at, K, found);
    for (int k = 0; k < K; k++) {
      if (r < 0)
        REAL(VECTOR_ELT(out, 0))[k] = glue_number(found[k]);
      else
        REAL(VECTOR_ELT(out, 1))[r + (R_xlen_t)k * R] = glue_number(found[k]);
    }
    glue_interrupt_drawing();
  }
  PutRNGstate();
  UNPROTECT(1);
  return out;
}

/* Estimates and contributions of all quantities with the weights that were drawn. */
static void estimate(const numeric_set *set, const vd_binary *rows, SEXP quantities,
                     const int *measure, double *theta, double *u, double *work) {
  const int *classifier = INTEGER_RO(glue_element(quantities, "classifier"));
  const double *option = REAL_RO(glue_element(quantities, "option"));
  int Q = (int)Rf_xlength(glue_element(quantities, "measure"));
  const double *begin = glue_numbers(glue_element(quantities, "from"), Q);
  for (int q = 0; q < Q; q++) {
    ptrdiff_t from = (classifier[q] - 1) * rows->n;
    vd_model model = {.rows = rows,
                      .score = set->scores + from,
                      .order = set->order + from,
                      .mark = set->mark + from,
                      .from = begin[q]};
    vd_numeric found = vd_numeric_of(&model, (vd_numeric_measure)measure[q], option[q],
                                     u + q * rows->n, work);
    theta[q] = found.status == VD_STATUS_OK ? found.value : NA_REAL;
  }
}

/* Rows walked between two looks for an interrupt: some milliseconds. */
static const double INTERRUPTED = 1e6;

/* Contrasts of quantities, list(quantity, other, scale), R times drawn again: value and
 * variance, a row a contrast. */
SEXP ffi_redraw_contrasts(SEXP x, SEXP quantities, SEXP contrasts, SEXP replicates) {
  static const char *const names[] = {"value", "variance"};
  numeric_set set = {0};
  glue_binary(x, &set);
  SEXP asked = glue_element(quantities, "measure"),
       scale = glue_element(contrasts, "scale");
  int Q = (int)Rf_xlength(asked), C = (int)Rf_xlength(scale), between = 1;
  int R = glue_whole(replicates, 1, INT_MAX);
  ptrdiff_t n = set.rows.n;
  int *measure = (int *)R_alloc((size_t)Q + 1, sizeof(int));
  glue_codes(glue_element(quantities, "classifier"), Q, 1, set.n_models);
  const int *a = glue_codes(glue_element(contrasts, "quantity"), C, 1, Q);
  const int *b = glue_codes(glue_element(contrasts, "other"), C, 0, Q);
  for (int q = 0; q < Q; q++) {
    measure[q] = GLUE_CODE(asked, q, "measure", vd_numeric_measure_names);
    between = between && vd_numeric_between((vd_numeric_measure)measure[q]);
  }
  vd_measure *on = (vd_measure *)R_alloc((size_t)C + 1, sizeof(vd_measure));
  for (int c = 0; c < C; c++)
    on[c] = (vd_measure)GLUE_CODE(scale, c, "scale", vd_measure_names);
  vd_redraw urn = new_urn(&set, between);
  vd_class_sizes size = {(double)urn.n_units[0], (double)urn.n_units[1]};
  vd_binary rows = {.n = n,
                    .event = set.rows.event,
                    .weight = urn.weight,
                    .size = between ? &size : NULL};
  int often = 1 + (int)(INTERRUPTED / (double)n / (Q + 1));
  double *theta = glue_doubles((size_t)Q + 1), *work = glue_doubles((size_t)n + 1);
  double *u = glue_doubles((size_t)Q * (size_t)n + 1);
  SEXP out = PROTECT(glue_named_list(names, 2));
  for (int i = 0; i < 2; i++) SET_VECTOR_ELT(out, i, Rf_allocMatrix(REALSXP, C, R));
  GetRNGstate();
  for (int r = 0; r < R; r++) {
    vd_redraw_rows(&urn);
    estimate(&set, &rows, quantities, measure, theta, u, work);
    for (int c = 0; c < C; c++) {
      double first = theta[a[c] - 1], second = b[c] ? theta[b[c] - 1] : 0;
      double value = vd_measure_scale(on[c], first);
      double slope = b[c] ? vd_measure_slope(on[c], second) : 0;
      if (b[c]) value -= vd_measure_scale(on[c], second);
      const double *v = b[c] ? u + (b[c] - 1) * n : NULL;
      R_xlen_t at = c + (R_xlen_t)r * C;
      REAL(VECTOR_ELT(out, 0))[at] = R_FINITE(value) ? value : NA_REAL;
      REAL(VECTOR_ELT(out, 1))
      [at] = glue_number(vd_redraw_variance(&rows, between, u + (a[c] - 1) * n,
                                            vd_measure_slope(on[c], first), v, slope));
    }
    if (r % often == 0) glue_interrupt_drawing();
  }
  PutRNGstate();
  UNPROTECT(1);
  return out;
}
