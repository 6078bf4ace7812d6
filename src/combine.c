#include "glue.h"
#include "verdict.h"

#include "core/combine/combine.h"
#include "core/combine/transformed.h"

enum { STATISTIC, DF, P, LOG_P, MEAN, VARIANCE, SCALE, N, STATUS, N_COLUMNS };

static const char *const column_names[N_COLUMNS] = {"statistic",   "df",   "p.value",
                                                    "log.p.value", "mean", "variance",
                                                    "scale",       "n",    "status"};

static void put_results(SEXP out, R_xlen_t lo, R_xlen_t hi, const vd_combined *found) {
  double *column[STATUS];
  for (int i = 0; i < STATUS; i++) column[i] = REAL(VECTOR_ELT(out, i));
  for (R_xlen_t i = lo; i < hi; i++) {
    const vd_combined *x = &found[i - lo];
    column[STATISTIC][i] = glue_number(x->statistic);
    column[DF][i] = glue_number(x->dof);
    column[P][i] = glue_number(x->p);
    column[LOG_P][i] = glue_number(x->log_p);
    column[MEAN][i] = glue_number(x->mean);
    column[VARIANCE][i] = glue_number(x->variance);
    column[SCALE][i] = glue_number(x->scale);
    column[N][i] = (double)x->n;
    glue_put_name(VECTOR_ELT(out, STATUS), i, vd_status_names[x->status]);
  }
}

/* p: one set a row, NA where there is no p-value; covariance may be NULL. */
SEXP ffi_combine_sets(SEXP p, SEXP is_log, SEXP method, SEXP weights, SEXP covariance) {
  vd_combination rule =
      (vd_combination)GLUE_CHOICE(method, "combination", vd_combination_names);
  R_xlen_t n_each = Rf_ncols(p), n_sets = Rf_nrows(p);
  vd_p_sets sets = {.n_sets = n_sets,
                    .n_each = n_each,
                    .p = REAL_RO(p),
                    .is_log = Rf_asLogical(is_log),
                    .weight = glue_numbers(weights, n_each),
                    .covariance = Rf_isNull(covariance)
                                      ? NULL
                                      : glue_numbers(covariance, n_each * n_each)};
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < N_COLUMNS; i++) {
    SET_VECTOR_ELT(out, i, Rf_allocVector(i == STATUS ? STRSXP : REALSXP, n_sets));
  }
  R_xlen_t chunk = glue_chunk(10.0 * (double)n_each);
  vd_combined *found = (vd_combined *)R_alloc((size_t)chunk, sizeof(vd_combined));
  double *work = (double *)R_alloc(2 * (size_t)n_each, sizeof(double));
  ptrdiff_t *present = (ptrdiff_t *)R_alloc((size_t)n_each, sizeof(ptrdiff_t));
  GLUE_CHUNKS (lo, hi, n_sets, chunk) {
    vd_combine_sets(&sets, rule, lo, hi, found, work, present);
    put_results(out, lo, hi, found);
  }
  UNPROTECT(1);
  return out;
}

/* The quantiles of a matrix of p-values, one weight (0: normal) a column. */
SEXP ffi_combine_quantiles(SEXP p, SEXP weights) {
  R_xlen_t n = Rf_nrows(p), k = Rf_ncols(p);
  const double *of = glue_numbers(weights, k);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, Rf_nrows(p), Rf_ncols(p)));
  for (R_xlen_t j = 0; j < k; j++) {
    R_CheckUserInterrupt();
    for (R_xlen_t i = j * n; i < (j + 1) * n; i++) {
      REAL(out)[i] = vd_combine_quantile(REAL_RO(p)[i], 0, of[j]);
    }
  }
  UNPROTECT(1);
  return out;
}

/* Degrees of freedom of quantiles: 0 (normal) or more. */
static void check_weights(SEXP weights) {
  for (R_xlen_t i = 0; i < Rf_xlength(weights); i++) {
    double w = REAL_RO(weights)[i];
    if (!(w >= 0 && R_FINITE(w))) Rf_error("internal: weights that are none");
  }
}

/* which: the 1-based position among the distinct weights (0: normal) of each row. */
SEXP ffi_combine_covariance(SEXP correlation, SEXP which, SEXP distinct, SEXP sides) {
  int k = Rf_nrows(correlation), m = (int)Rf_xlength(distinct);
  int side = glue_whole(sides, 1, 2);
  const int *position = glue_codes(which, k, 1, m);
  const double *of = glue_numbers(correlation, (R_xlen_t)k * k);
  check_weights(distinct);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, k, k));
  double *work = (double *)R_alloc(vd_transformed_work(m), sizeof(double));
  int *at = (int *)R_alloc((size_t)k, sizeof(int));
  for (int i = 0; i < k; i++) at[i] = position[i] - 1;
  vd_transformed_prepare(m, REAL_RO(distinct), side, work);
  vd_transformed_covariance(k, of, at, m, REAL_RO(distinct), side, REAL(out), work);
  UNPROTECT(1);
  return out;
}

/* The same method for many groups of p-values, one a column of `p` (logarithms; NaN: not
 * there), whose scores have the correlations of a slice of `correlation`. `weight` is
 * that of all (0: normal quantiles). Logarithms of the combined p-values. */
SEXP ffi_combine_groups(SEXP p, SEXP correlation, SEXP method, SEXP weight, SEXP sides) {
  vd_combination rule =
      (vd_combination)GLUE_CHOICE(method, "combination", vd_combination_names);
  int k = Rf_nrows(p), n_groups = Rf_ncols(p), side = glue_whole(sides, 1, 2);
  size_t size = (size_t)k * (size_t)k;
  const double *of = glue_numbers(correlation, (R_xlen_t)size * n_groups);
  check_weights(weight);
  double w = Rf_asReal(weight), dof = rule == VD_COMBINE_STOUFFER ? 0 : w;
  double *table = (double *)R_alloc(vd_transformed_work(1), sizeof(double));
  double *covariance = (double *)R_alloc(size + 1, sizeof(double));
  double *work = (double *)R_alloc(3 * (size_t)k + 1, sizeof(double));
  double *weights = work + 2 * k;
  int *which = (int *)R_alloc((size_t)k + 1, sizeof(int));
  ptrdiff_t *present = (ptrdiff_t *)R_alloc((size_t)k + 1, sizeof(ptrdiff_t));
  for (int i = 0; i < k; i++) {
    weights[i] = w;
    which[i] = 0;
  }
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n_groups));
  if (k > 1)
    vd_transformed_prepare(1, &dof, side, table); // one p-value covaries with none
  for (int g = 0; g < n_groups; g++) {
    vd_combined found;
    vd_p_sets sets = {.n_sets = 1,
                      .n_each = k,
                      .p = REAL_RO(p) + (R_xlen_t)g * k,
                      .is_log = 1,
                      .weight = weights,
                      .covariance = covariance};
    vd_transformed_covariance(k, of + (R_xlen_t)(size * (size_t)g), which, 1, &dof, side,
                              covariance, table);
    vd_combine_sets(&sets, rule, 0, 1, &found, work, present);
    REAL(out)[g] = glue_number(found.log_p);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}
