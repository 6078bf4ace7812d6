#include "glue.h"
#include "verdict.h"

#include "core/estimate/influence.h"
#include "core/estimate/metrics.h"

#include <string.h>

static double *doubles(size_t n) {
  return (double *)R_alloc(n > 0 ? n : 1, sizeof(double));
}

static void add_influence(const vd_set *set, const vd_effects *effects, int q,
                          double *V) {
  ptrdiff_t chunk = glue_chunk((double)q * q);
  double *work = doubles(3 * (size_t)q);
  int *iwork = (int *)R_alloc((size_t)q + 1, sizeof(int));
  for (size_t i = 0; i < (size_t)q * (size_t)q; i++) V[i] = 0;
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_influence_add(set, lo, hi, effects, q, V, work, iwork);
  }
  vd_influence_finish(V, q);
}

/* Counted once, for all that is made of them. */
SEXP ffi_metrics_moments(SEXP x, SEXP selected) {
  vd_set set = glue_set(x);
  SEXP out = PROTECT(
      Rf_allocMatrix(REALSXP, (int)glue_moments_size(&set), (int)Rf_xlength(selected)));
  glue_count_moments(&set, selected, REAL(out));
  UNPROTECT(1);
  return out;
}

/* One matrix column a slice (a class, an average, or all classes together). */
enum { ESTIMATE, STATUS, CAUSE, CULPRIT, AVERAGED, N_ESTIMATE };
static const char *const estimate_names[N_ESTIMATE] = {"estimate", "status", "cause",
                                                       "culprit", "averaged"};

static SEXP new_estimates(int n_rows, int n_columns) {
  SEXP out = PROTECT(glue_named_list(estimate_names, N_ESTIMATE));
  SET_VECTOR_ELT(out, ESTIMATE, Rf_allocMatrix(REALSXP, n_rows, n_columns));
  for (int i = STATUS; i < N_ESTIMATE; i++) {
    SEXPTYPE type = i < CULPRIT ? STRSXP : INTSXP;
    SET_VECTOR_ELT(out, i, Rf_allocMatrix(type, n_rows, n_columns));
  }
  UNPROTECT(1);
  return out;
}

static void put_estimate(SEXP out, R_xlen_t at, vd_estimate x) {
  REAL(VECTOR_ELT(out, ESTIMATE))[at] = x.status == VD_STATUS_OK ? x.value : NA_REAL;
  glue_put_name(VECTOR_ELT(out, STATUS), at, vd_status_names[x.status]);
  glue_put_name(VECTOR_ELT(out, CAUSE), at, vd_status_names[x.cause]);
  INTEGER(VECTOR_ELT(out, CULPRIT))[at] = x.culprit + 1;
  INTEGER(VECTOR_ELT(out, AVERAGED))[at] = x.n_averaged;
}

/* The outcomes of one class; for VD_CORRECT only correct (tp) and wrong (fn). */
static vd_confusion outcomes(const vd_moments *m, int c) {
  return (vd_confusion){vd_states_sum(m, c, VD_TP), vd_states_sum(m, c, VD_FP),
                        vd_states_sum(m, c, VD_FN), vd_states_sum(m, c, VD_TN)};
}

enum { CLASS_ESTIMATES, CLASS_VCOV, CLASS_SUCCESSES, CLASS_TRIALS, N_CLASS };
static const char *const class_names[N_CLASS] = {"estimates", "vcov", "successes",
                                                 "trials"};

/* Per class in `selected` (1-based; 0: all rows, correct or not): estimates and, for
 * metrics that are proportions, successes and trials (C x n); vcov (C x C x n). */
SEXP ffi_metrics_classes(SEXP x, SEXP metric, SEXP beta, SEXP selected, SEXP moments) {
  vd_set set = glue_set(x);
  vd_metric_spec spec = {.metric = glue_metric(metric), .beta = Rf_asReal(beta)};
  int C = set.n_classifiers, n = (int)Rf_xlength(selected);
  int for_it = vd_metric_successes(spec.metric),
      against = vd_metric_failures(spec.metric), part[2][2],
      n_parts = set.start ? vd_metric_parts(spec.metric, part) : 0;
  SEXP out = PROTECT(glue_named_list(class_names, N_CLASS));
  SEXP estimates = SET_VECTOR_ELT(out, CLASS_ESTIMATES, new_estimates(C, n));
  SEXP vcov = SET_VECTOR_ELT(out, CLASS_VCOV, Rf_alloc3DArray(REALSXP, C, C, n));
  SEXP successes = SET_VECTOR_ELT(out, CLASS_SUCCESSES, Rf_allocMatrix(REALSXP, C, n));
  SEXP trials = SET_VECTOR_ELT(out, CLASS_TRIALS, Rf_allocMatrix(REALSXP, C, n));
  vd_moments *counted = glue_moments(&set, selected, moments);
  vd_gradient *gradient = (vd_gradient *)R_alloc((size_t)C, sizeof(vd_gradient));
  for (int i = 0; i < n; i++) {
    R_CheckUserInterrupt();
    for (int c = 0; c < C; c++) {
      R_xlen_t at = c + (R_xlen_t)i * C;
      vd_estimate e = {.culprit = INTEGER_RO(selected)[i] - 1, .n_averaged = 1};
      e.status = e.cause =
          vd_metric_binary(spec, outcomes(&counted[i], c), &e.value, &gradient[c]);
      put_estimate(estimates, at, e);
      REAL(successes)[at] = vd_states_sum(&counted[i], c, for_it);
      REAL(trials)[at] = vd_states_sum(&counted[i], c, for_it | against);
    }
    double *V = REAL(vcov) + (R_xlen_t)i * C * C;
    vd_influence_class(&counted[i], gradient, V);
    for (int p = 0; p < n_parts; p++) {
      vd_influence_lone(&counted[i], part[p][0], part[p][1], NA_REAL, V);
    }
  }
  UNPROTECT(1);
  return out;
}

/* The effects of the quantities, whose estimates are put into `estimates`. */
static vd_effects *estimate_quantities(const vd_set *set, SEXP x, SEXP quantities,
                                       SEXP zero, SEXP estimates) {
  vd_zero_division policy =
      (vd_zero_division)GLUE_CHOICE(zero, "zero division", vd_zero_division_names);
  vd_quantity *quantity = glue_quantities(quantities, set->n_classes);
  int n = Rf_nrows(VECTOR_ELT(estimates, ESTIMATE));
  vd_margins margins = glue_margins(set, x, quantity, n);
  vd_effects *effects = glue_effects(quantity, NULL, n, set->n_classes);
  for (int i = 0; i < n; i++) {
    const vd_quantity *q = &quantity[i];
    put_estimate(estimates, i,
                 vd_metric_estimate(&margins, q->spec, q->average, policy, q->kept,
                                    q->n_kept, q->classifier, &effects[i]));
    vd_effects_standardize(set, &margins, &effects[i]);
  }
  return effects;
}

/* Estimates of the quantities, and the influence of each profile on them, a column a
 * profile. */
SEXP ffi_metrics_influence(SEXP x, SEXP quantities, SEXP zero) {
  vd_set set = glue_set(x);
  int n = (int)Rf_xlength(glue_element(quantities, "metric"));
  SEXP estimates = PROTECT(new_estimates(n, 1));
  SEXP value = PROTECT(Rf_allocMatrix(REALSXP, n, (int)set.n_profiles));
  vd_effects *effects = estimate_quantities(&set, x, quantities, zero, estimates);
  double *work = doubles(3 * (size_t)n);
  GLUE_CHUNKS (lo, hi, set.n_profiles, glue_chunk(n)) {
    for (ptrdiff_t f = lo; f < hi; f++) {
      vd_influence_profile(&set, f, effects, n, work);
      memcpy(REAL(value) + f * n, work, sizeof(double) * (size_t)n);
    }
  }
  static const char *const names[] = {"estimates", "value"};
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, estimates);
  SET_VECTOR_ELT(out, 1, value);
  UNPROTECT(3);
  return out;
}

/* Estimates and joint covariance of the quantities (see joint_metrics() in R). */
SEXP ffi_metrics_joint(SEXP x, SEXP quantities, SEXP zero) {
  vd_set set = glue_set(x);
  int n = (int)Rf_xlength(glue_element(quantities, "metric"));
  SEXP estimates = PROTECT(new_estimates(n, 1));
  SEXP vcov = PROTECT(Rf_allocMatrix(REALSXP, n, n));
  vd_effects *effects = estimate_quantities(&set, x, quantities, zero, estimates);
  add_influence(&set, effects, n, REAL(vcov));
  static const char *const names[] = {"estimates", "vcov"};
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, estimates);
  SET_VECTOR_ELT(out, 1, vcov);
  UNPROTECT(3);
  return out;
}
