/* .Call entries of the topic gee. A model comes as the list of gee_problem() in R. */
#include "glue.h"
#include "verdict.h"

#include <limits.h>
#include <string.h>

#include "core/gee/gee.h"
#include "core/gee/meat.h"

static const double *numbers_or_null(SEXP x, R_xlen_t n) {
  return x == R_NilValue ? NULL : glue_numbers(x, n);
}

/* The rows of each cluster: their numbers, and where each cluster ends among them. */
static vd_clusters read_groups(SEXP order, SEXP end, int n) {
  R_xlen_t rows = Rf_xlength(order), clusters = Rf_xlength(end);
  vd_clusters groups = {rows, clusters, glue_codes(order, rows, 1, n),
                        glue_codes(end, clusters, 0, (int)rows)};
  int fine = clusters > 0 && groups.end[clusters - 1] == rows;
  for (R_xlen_t g = 1; fine && g < clusters; g++) {
    fine = groups.end[g] >= groups.end[g - 1];
  }
  if (!fine) Rf_error("internal: clusters of other rows");
  return groups;
}

static vd_gee_model read_model(SEXP list) {
  SEXP x = glue_element(list, "x"), link = glue_element(list, "link");
  int n = Rf_nrows(x);
  SEXP corstr = glue_element(list, "corstr");
  vd_gee_model model = {
      .n = n,
      .p = Rf_ncols(x),
      .x = REAL(x),
      .y = glue_numbers(glue_element(list, "y"), n),
      .weight = numbers_or_null(glue_element(list, "weight"), n),
      .offset = numbers_or_null(glue_element(list, "offset"), n),
      .groups = read_groups(glue_element(list, "order"), glue_element(list, "end"), n),
      .link = (vd_link)GLUE_CHOICE(link, "link", vd_link_names),
      .corstr = (vd_corstr)GLUE_CHOICE(corstr, "corstr", vd_corstr_names),
      .scale = Rf_asReal(glue_element(list, "scale")),
      .less_p = Rf_asLogical(glue_element(list, "less_p")) == TRUE,
      .tolerance = Rf_asReal(glue_element(list, "tolerance")),
  };
  return model;
}

/* Memory for a fit; beta, step, eta and factor go back to R. */
static vd_gee_fit new_fit(const vd_gee_model *model, SEXP beta, SEXP step, SEXP eta,
                          SEXP factor) {
  size_t n = (size_t)model->n, p = (size_t)model->p;
  vd_gee_fit fit = {.beta = REAL(beta), .step = REAL(step), .eta = REAL(eta)};
  fit.factor = REAL(factor);
  memset(fit.step, 0, p * sizeof(double));
  fit.trial = glue_doubles(n);
  fit.root = glue_doubles(n);
  fit.residual = glue_doubles(n);
  fit.candidate = glue_doubles(p);
  fit.carry = glue_doubles(p + 1);
  fit.work = glue_doubles(vd_gee_qr_work(model->p));
  return fit;
}

/* list(meat, direction, directions), for a type of covariance */
static SEXP sandwich(const vd_gee_model *model, const vd_gee_fit *fit, double alpha,
                     double scale, SEXP type) {
  int p = model->p;
  vd_gee_vcov vcov = (vd_gee_vcov)GLUE_CHOICE(type, "covariance", vd_gee_vcov_names);
  const char *names[] = {"meat", "direction", "directions", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SEXP meat = PROTECT(Rf_allocMatrix(REALSXP, p, p));
  SEXP direction = PROTECT(Rf_allocMatrix(REALSXP, p, p));
  vd_gee_sandwich parts = {REAL(meat), REAL(direction), 0};
  vd_gee_walk walk;
  vd_gee_walk_at(model, fit, alpha, true, &walk);
  vd_gee_meat(&walk, fit->factor, vcov, glue_doubles(vd_gee_meat_work(p)), &parts);
  if (!vd_gee_meat_finish(vcov, &model->groups, scale, p, parts.meat)) {
    for (int i = 0; i < p * p; i++) parts.meat[i] = NA_REAL;
  }
  SET_VECTOR_ELT(out, 0, meat);
  SET_VECTOR_ELT(out, 1, direction);
  SET_VECTOR_ELT(out, 2, Rf_ScalarInteger(parts.directions));
  UNPROTECT(3);
  return out;
}

/* The triangular factor of the rows of x, times scale, and the vector last. */
SEXP ffi_gee_qr(SEXP x, SEXP scale, SEXP last) {
  int p = Rf_ncols(x), n = Rf_nrows(x);
  const double *times = glue_numbers(scale, n), *residual = glue_numbers(last, n);
  SEXP factor = PROTECT(Rf_allocMatrix(REALSXP, p + 1, p + 1));
  vd_gee_walk walk = {.n = n, .p = p, .x = REAL(x), .scale = times};
  walk.residual = residual;
  walk.groups = (vd_clusters){n, 0, NULL, NULL};
  walk.carry = glue_doubles((size_t)p + 1);
  double *work = glue_doubles(vd_gee_qr_work(p));
  if (!vd_gee_gram(&walk, REAL(factor), work)) vd_gee_qr(&walk, REAL(factor), work);
  UNPROTECT(1);
  return factor;
}

SEXP ffi_gee_fit(SEXP list, SEXP start, SEXP max_iterations, SEXP vcov) {
  vd_gee_model model = read_model(list);
  glue_numbers(start, model.p);
  const char *names[] = {"beta",     "step",    "eta",    "factor",     "phi",
                         "alpha",    "size",    "column", "iterations", "status",
                         "sandwich", "towards", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SEXP beta = PROTECT(Rf_duplicate(start));
  SEXP step = PROTECT(Rf_allocVector(REALSXP, model.p));
  SEXP eta = PROTECT(Rf_allocVector(REALSXP, model.n));
  SEXP factor = PROTECT(Rf_allocMatrix(REALSXP, model.p + 1, model.p + 1));
  vd_gee_fit fit = new_fit(&model, beta, step, eta, factor);
  int most = Rf_asInteger(max_iterations);
  vd_gee_status status = vd_gee_start(&model, &fit);
  while (status == VD_GEE_GOING && fit.iterations < most) {
    R_CheckUserInterrupt();
    status = vd_gee_iterate(&model, &fit);
  }
  if (fit.eta != REAL(eta)) memcpy(REAL(eta), fit.eta, (size_t)model.n * sizeof(double));
  SET_VECTOR_ELT(out, 0, beta);
  SET_VECTOR_ELT(out, 1, step);
  SET_VECTOR_ELT(out, 2, eta);
  SET_VECTOR_ELT(out, 3, factor);
  SET_VECTOR_ELT(out, 4, Rf_ScalarReal(fit.phi));
  SET_VECTOR_ELT(out, 5, Rf_ScalarReal(fit.alpha));
  SET_VECTOR_ELT(out, 6, Rf_ScalarReal(fit.size));
  SET_VECTOR_ELT(out, 7, Rf_ScalarInteger(fit.column + 1));
  SET_VECTOR_ELT(out, 8, Rf_ScalarInteger(fit.iterations));
  SET_VECTOR_ELT(out, 9, Rf_mkString(vd_gee_status_names[status]));
  if (status == VD_GEE_CONVERGED) {
    double alpha = model.corstr == VD_EXCHANGEABLE && !ISNAN(fit.alpha) ? fit.alpha : 0;
    SET_VECTOR_ELT(out, 10, sandwich(&model, &fit, alpha, fit.phi, vcov));
  }
  if (status == VD_GEE_SEPARATED) {
    SEXP towards = SET_VECTOR_ELT(out, 11, Rf_allocVector(INTSXP, model.n));
    vd_gee_towards(&model, &fit, INTEGER(towards));
  }
  UNPROTECT(5);
  return out;
}

/* The parts of the sandwich at given coefficients and scale: list(factor, sandwich). */
SEXP ffi_gee_sandwich(SEXP list, SEXP at, SEXP correlation, SEXP vcov) {
  vd_gee_model model = read_model(list);
  glue_numbers(at, model.p);
  const char *names[] = {"factor", "sandwich", ""};
  SEXP out = PROTECT(Rf_mkNamed(VECSXP, names));
  SEXP beta = PROTECT(Rf_duplicate(at));
  SEXP step = PROTECT(Rf_allocVector(REALSXP, model.p));
  SEXP eta = PROTECT(Rf_allocVector(REALSXP, model.n));
  SEXP factor = PROTECT(Rf_allocMatrix(REALSXP, model.p + 1, model.p + 1));
  vd_gee_fit fit = new_fit(&model, beta, step, eta, factor);
  double alpha = Rf_asReal(correlation);
  vd_gee_start(&model, &fit);
  vd_gee_walk walk;
  vd_gee_walk_at(&model, &fit, alpha, false, &walk);
  vd_gee_qr(&walk, fit.factor, fit.work);
  SET_VECTOR_ELT(out, 0, factor);
  SET_VECTOR_ELT(out, 1, sandwich(&model, &fit, alpha, model.scale, vcov));
  UNPROTECT(5);
  return out;
}
