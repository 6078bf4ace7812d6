#include "glue.h"
#include "verdict.h"

#include "core/estimate/influence.h"
#include "core/estimate/metrics.h"

static double *doubles(size_t n) {
  return (double *)R_alloc(n > 0 ? n : 1, sizeof(double));
}

vd_margins glue_margins(const vd_set *set, SEXP x) {
  size_t K = (size_t)set->n_classes, C = (size_t)set->n_classifiers;
  SEXP prevalence = glue_optional(x, "prevalence");
  vd_margins m = {
      .truth = doubles(K), .predicted = doubles(K * C), .correct = doubles(K * C)};
  if (prevalence != R_NilValue) {
    m.prevalence = REAL_RO(prevalence);
    m.weight = doubles(K);
  }
  vd_margins_count(set, &m);
  return m;
}

static vd_effects new_effects(int n_classes) {
  size_t K = (size_t)n_classes;
  return (vd_effects){.rho = doubles(K), .kappa = doubles(K), .delta = doubles(K)};
}

static void add_influence(const vd_set *set, const vd_effects *effects, int q,
                          double *V) {
  ptrdiff_t block = glue_block((double)q * q);
  double *work = doubles(3 * (size_t)q);
  int *iwork = (int *)R_alloc((size_t)q + 1, sizeof(int));
  for (size_t i = 0; i < (size_t)q * (size_t)q; i++) V[i] = 0;
  for (ptrdiff_t lo = 0; lo < set->n_profiles; lo += block) {
    ptrdiff_t hi = lo + block < set->n_profiles ? lo + block : set->n_profiles;
    vd_influence_add(set, lo, hi, effects, q, V, work, iwork);
    R_CheckUserInterrupt();
  }
  vd_influence_finish(V, q);
}

/* The moments in a block of doubles, a column a class. */
static vd_moments *moments_at(double *numbers, int n, int n_classifiers) {
  size_t dim = (size_t)vd_moments_dim(n_classifiers);
  vd_moments *out = (vd_moments *)R_alloc((size_t)n + 1, sizeof(vd_moments));
  for (int i = 0; i < n; i++, numbers += dim * (dim + 1)) {
    out[i] = (vd_moments){n_classifiers, numbers, numbers + dim};
  }
  return out;
}

static vd_moments *count_moments(const vd_set *set, SEXP selected, double *numbers) {
  int n = (int)Rf_xlength(selected), C = set->n_classifiers;
  vd_moments *out = moments_at(numbers, n, C);
  double *work = doubles(vd_moments_work(set, n)), totals[2] = {0, 0};
  int *iwork = (int *)R_alloc(vd_moments_iwork(set, n), sizeof(int));
  vd_moments_clear(out, n, C);
  ptrdiff_t block = glue_block((double)C * C);
  for (ptrdiff_t lo = 0; lo < set->n_profiles; lo += block) {
    ptrdiff_t hi = lo + block < set->n_profiles ? lo + block : set->n_profiles;
    vd_moments_add(set, lo, hi, INTEGER_RO(selected), n, out, totals, work, iwork);
    R_CheckUserInterrupt();
  }
  vd_moments_finish(out, n, totals);
  return out;
}

static size_t moments_size(const vd_set *set) {
  size_t dim = (size_t)vd_moments_dim(set->n_classifiers);
  return dim * (dim + 1);
}

/* Counted once, for all that is made of them. */
SEXP ffi_metrics_moments(SEXP x, SEXP selected) {
  vd_set set = glue_set(x);
  SEXP out = PROTECT(
      Rf_allocMatrix(REALSXP, (int)moments_size(&set), (int)Rf_xlength(selected)));
  count_moments(&set, selected, REAL(out));
  UNPROTECT(1);
  return out;
}

vd_moments *glue_moments(const vd_set *set, SEXP selected, SEXP counted) {
  size_t size = moments_size(set), n = (size_t)Rf_xlength(selected);
  if (counted == R_NilValue) return count_moments(set, selected, doubles(size * n));
  if (TYPEOF(counted) != REALSXP || (size_t)Rf_xlength(counted) != size * n)
    Rf_error("internal: moments of another set");
  return moments_at(REAL(counted), (int)n, set->n_classifiers);
}

/* One matrix column a block (a class, an average, or all classes together). */
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
  vd_metric_spec spec = {glue_metric(metric), Rf_asReal(beta)};
  int C = set.n_classifiers, n = (int)Rf_xlength(selected);
  int for_it = vd_metric_successes(spec.metric),
      against = vd_metric_failures(spec.metric);
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
    vd_influence_class(&counted[i], gradient, REAL(vcov) + (R_xlen_t)i * C * C);
  }
  UNPROTECT(1);
  return out;
}

vd_metric glue_metric(SEXP name) {
  return (vd_metric)GLUE_CHOICE(name, "metric", vd_metric_names);
}

vd_quantity *glue_quantities(SEXP quantities) {
  SEXP metric = glue_element(quantities, "metric");
  SEXP beta = glue_element(quantities, "beta");
  SEXP average = glue_element(quantities, "average");
  SEXP classifier = glue_element(quantities, "classifier");
  SEXP kept = glue_element(quantities, "kept");
  R_xlen_t n = Rf_xlength(metric);
  vd_quantity *out = (vd_quantity *)R_alloc((size_t)n + 1, sizeof(vd_quantity));
  for (R_xlen_t i = 0; i < n; i++) {
    SEXP of = VECTOR_ELT(kept, i);
    int n_kept = (int)Rf_xlength(of);
    int *classes = (int *)R_alloc((size_t)n_kept + 1, sizeof(int));
    for (int k = 0; k < n_kept; k++) classes[k] = INTEGER_RO(of)[k] - 1;
    vd_metric_spec spec = {(vd_metric)GLUE_CODE(metric, i, "metric", vd_metric_names),
                           REAL_RO(beta)[i]};
    out[i] = (vd_quantity){
        .spec = spec,
        .average = (vd_average)GLUE_CODE(average, i, "average", vd_average_names),
        .classifier = INTEGER_RO(classifier)[i] - 1,
        .kept = classes,
        .n_kept = n_kept};
  }
  return out;
}

vd_effects *glue_effects(R_xlen_t n, int n_classes) {
  vd_effects *out = (vd_effects *)R_alloc((size_t)n + 1, sizeof(vd_effects));
  for (R_xlen_t i = 0; i < n; i++) out[i] = new_effects(n_classes);
  return out;
}

/* Estimates and joint covariance of the quantities (see joint_metrics() in R). */
SEXP ffi_metrics_joint(SEXP x, SEXP quantities, SEXP zero) {
  vd_set set = glue_set(x);
  vd_zero_division policy =
      (vd_zero_division)GLUE_CHOICE(zero, "zero division", vd_zero_division_names);
  vd_quantity *quantity = glue_quantities(quantities);
  int n = (int)Rf_xlength(glue_element(quantities, "metric"));
  SEXP estimates = PROTECT(new_estimates(n, 1));
  SEXP vcov = PROTECT(Rf_allocMatrix(REALSXP, n, n));
  vd_margins margins = glue_margins(&set, x);
  vd_effects *effects = glue_effects(n, set.n_classes);
  for (int i = 0; i < n; i++) {
    const vd_quantity *q = &quantity[i];
    put_estimate(estimates, i,
                 vd_metric_estimate(&margins, q->spec, q->average, policy, q->kept,
                                    q->n_kept, q->classifier, &effects[i]));
    vd_effects_standardize(&set, &margins, &effects[i]);
  }
  add_influence(&set, effects, n, REAL(vcov));
  static const char *const names[] = {"estimates", "vcov"};
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, estimates);
  SET_VECTOR_ELT(out, 1, vcov);
  UNPROTECT(3);
  return out;
}
