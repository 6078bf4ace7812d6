/* What topics have in common of estimates: memory for the core, filled over the profiles.
 */
#include "glue.h"

static double *zeros(size_t n) {
  double *x = glue_doubles(n);
  for (size_t i = 0; i < n; i++) x[i] = 0;
  return x;
}

vd_margins glue_margins(const vd_set *set, SEXP x, const vd_quantity *quantity,
                        R_xlen_t n) {
  size_t K = (size_t)set->n_classes, C = (size_t)set->n_classifiers + 1;
  SEXP prevalence = glue_optional(x, "prevalence");
  vd_margins m = {.truth = glue_doubles(K),
                  .predicted = glue_doubles(K * C),
                  .correct = glue_doubles(K * C)};
  for (R_xlen_t i = 0; i < n && !m.table; i++) {
    if (quantity[i].average == VD_AVERAGE_OVERALL &&
        vd_metric_is_tabular(quantity[i].spec))
      m.table = glue_doubles(K * K * C);
  }
  if (prevalence != R_NilValue) {
    m.prevalence = REAL_RO(prevalence);
    m.weight = glue_doubles(K);
  }
  vd_margins_count(set, &m);
  return m;
}

/* Asks the R function in `context`: NA is no value, and derivatives may then be missing.
 * What it may return is checked in R (see metric-custom.R). */
static vd_status evaluate_in_r(void *context, const double *table, int size,
                               double *value, double *gradient) {
  R_xlen_t n = (R_xlen_t)size * size;
  SEXP counts = PROTECT(Rf_allocMatrix(REALSXP, size, size));
  for (R_xlen_t i = 0; i < n; i++) REAL(counts)[i] = table[i];
  SEXP call = PROTECT(Rf_lang2((SEXP)context, counts));
  SEXP found = PROTECT(Rf_eval(call, R_GlobalEnv));
  if (TYPEOF(found) != REALSXP || Rf_xlength(found) != n + 1)
    Rf_error("internal: a metric without its derivatives");
  *value = REAL(found)[0];
  for (R_xlen_t i = 0; i < n; i++) gradient[i] = REAL(found)[1 + i];
  UNPROTECT(3);
  return ISNAN(*value) ? VD_STATUS_NO_VALUE : VD_STATUS_OK;
}

static void read_option(SEXP option, int n_classes, vd_metric_spec *spec) {
  int runs_r = Rf_isFunction(option), weighs = spec->metric == VD_METRIC_COST;
  if (runs_r != (spec->metric == VD_METRIC_CUSTOM) || (weighs && option == R_NilValue))
    Rf_error("internal: another metric than its option");
  if (runs_r) {
    spec->custom = (vd_custom){evaluate_in_r, option};
  } else if (option != R_NilValue) {
    if (TYPEOF(option) != REALSXP ||
        Rf_xlength(option) != (R_xlen_t)n_classes * n_classes)
      Rf_error("internal: weights of other classes");
    spec->weight = REAL_RO(option);
  }
}

vd_quantity *glue_quantities(SEXP quantities, int n_classes) {
  SEXP metric = glue_element(quantities, "metric");
  SEXP beta = glue_element(quantities, "beta");
  SEXP option = glue_element(quantities, "option");
  SEXP average = glue_element(quantities, "average");
  SEXP classifier = glue_element(quantities, "classifier");
  SEXP kept = glue_element(quantities, "kept");
  R_xlen_t n = Rf_xlength(metric);
  if (TYPEOF(beta) != REALSXP || Rf_xlength(beta) != n)
    Rf_error("internal: no beta of each metric");
  vd_quantity *out = (vd_quantity *)R_alloc((size_t)n + 1, sizeof(vd_quantity));
  for (R_xlen_t i = 0; i < n; i++) {
    SEXP of = VECTOR_ELT(kept, i);
    int n_kept = (int)Rf_xlength(of);
    int *classes = (int *)R_alloc((size_t)n_kept + 1, sizeof(int));
    for (int k = 0; k < n_kept; k++) classes[k] = INTEGER_RO(of)[k] - 1;
    vd_metric_spec spec = {.metric =
                               (vd_metric)GLUE_CODE(metric, i, "metric", vd_metric_names),
                           .beta = REAL_RO(beta)[i]};
    read_option(VECTOR_ELT(option, i), n_classes, &spec);
    out[i] = (vd_quantity){
        .spec = spec,
        .average = (vd_average)GLUE_CODE(average, i, "average", vd_average_names),
        .classifier = INTEGER_RO(classifier)[i] - 1,
        .kept = classes,
        .n_kept = n_kept};
  }
  return out;
}

int glue_runs_r(const vd_quantity *quantity, R_xlen_t n) {
  for (R_xlen_t i = 0; i < n; i++) {
    if (quantity[i].spec.custom.evaluate) return 1;
  }
  return 0;
}

vd_effects *glue_effects(const vd_quantity *quantity, const int *which, R_xlen_t n,
                         int n_classes) {
  size_t K = (size_t)n_classes;
  vd_effects *out = (vd_effects *)R_alloc((size_t)n + 1, sizeof(vd_effects));
  for (R_xlen_t i = 0; i < n; i++) {
    const vd_quantity *q = &quantity[which ? which[i] : i];
    out[i] = (vd_effects){
        .rho = glue_doubles(K), .kappa = glue_doubles(K), .delta = glue_doubles(K)};
    if (q->spec.custom.evaluate && q->average == VD_AVERAGE_OVERALL)
      out[i].room = glue_doubles(K * K);
  }
  return out;
}

const int *glue_slices(const vd_set *set, SEXP selected) {
  if (TYPEOF(selected) != INTSXP) Rf_error("internal: classes that are no integers");
  for (R_xlen_t i = 0; i < Rf_xlength(selected); i++) {
    int class = INTEGER_RO(selected)[i];
    if (class != VD_CORRECT && (class < 1 || class > set->n_classes))
      Rf_error("internal: no such class");
  }
  return INTEGER_RO(selected);
}

/* The moments in a stretch of doubles, a column a class. */
static vd_moments *moments_at(double *numbers, int n, int n_classifiers) {
  size_t dim = (size_t)vd_moments_dim(n_classifiers);
  vd_moments *out = (vd_moments *)R_alloc((size_t)n + 1, sizeof(vd_moments));
  for (int i = 0; i < n; i++, numbers += dim * (dim + 1)) {
    out[i] = (vd_moments){n_classifiers, numbers, numbers + dim};
  }
  return out;
}

vd_moments *glue_count_moments(const vd_set *set, SEXP selected, double *numbers) {
  int n = (int)Rf_xlength(selected), C = set->n_classifiers;
  const int *class = glue_slices(set, selected);
  vd_moments *out = moments_at(numbers, n, C);
  double *work = glue_doubles(vd_moments_work(set, n)), totals[2] = {0, 0};
  int *iwork = (int *)R_alloc(vd_moments_iwork(set, n), sizeof(int));
  vd_moments_clear(out, n, C);
  ptrdiff_t chunk = glue_chunk((double)C * C);
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_moments_add(set, lo, hi, class, n, out, totals, work, iwork);
  }
  vd_moments_finish(out, n, totals);
  return out;
}

size_t glue_moments_size(const vd_set *set) {
  size_t dim = (size_t)vd_moments_dim(set->n_classifiers);
  return dim * (dim + 1);
}

vd_moments *glue_moments(const vd_set *set, SEXP selected, SEXP counted) {
  size_t size = glue_moments_size(set), n = (size_t)Rf_xlength(selected);
  glue_slices(set, selected);
  if (counted == R_NilValue)
    return glue_count_moments(set, selected, glue_doubles(size * n));
  if (TYPEOF(counted) != REALSXP || (size_t)Rf_xlength(counted) != size * n)
    Rf_error("internal: moments of another set");
  return moments_at(REAL(counted), (int)n, set->n_classifiers);
}

vd_outcomes glue_outcomes(const vd_set *set, const int *selected, int n_selected) {
  double *work = zeros(vd_outcomes_work(set, n_selected));
  int *iwork = (int *)R_alloc(vd_outcomes_iwork(set, n_selected), sizeof(int));
  return vd_outcomes_make(set, selected, n_selected, work, iwork);
}

static vd_sandwich new_sandwich(int n_classifiers, int successes, int failures,
                                const vd_moments *moments) {
  size_t C = (size_t)n_classifiers;
  vd_sandwich x = {.n_classifiers = n_classifiers,
                   .s = zeros(C),
                   .f = zeros(C),
                   .ss = zeros(C * C),
                   .sf = zeros(C * C),
                   .ff = zeros(C * C)};
  vd_outcomes_coefficients(successes, x.successes);
  vd_outcomes_coefficients(failures, x.failures);
  for (int c = 0; c < n_classifiers; c++) {
    x.s[c] = vd_states_sum(moments, c, successes);
    x.f[c] = vd_states_sum(moments, c, failures);
  }
  return x;
}

vd_sandwich *glue_sandwich(const vd_set *set, SEXP selected, int successes, int failures,
                           const vd_moments *moments, vd_sandwich_type type) {
  int n = (int)Rf_xlength(selected), C = set->n_classifiers;
  vd_sandwich *out = (vd_sandwich *)R_alloc((size_t)n + 1, sizeof(vd_sandwich));
  double *work = zeros(2 * (size_t)C);
  int *who = (int *)R_alloc((size_t)C, sizeof(int));
  vd_outcomes outcomes = glue_outcomes(set, INTEGER_RO(selected), n);
  for (int i = 0; i < n; i++) {
    out[i] = new_sandwich(C, successes, failures, &moments[i]);
  }
  ptrdiff_t chunk = glue_chunk((double)n * C * C);
  if (n == 0) return out;
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_sandwich_add(set, lo, hi, &outcomes, type, n, out, work, who);
  }
  for (int i = 0; i < n; i++) out[i].status = vd_sandwich_finish(type, &out[i]);
  return out;
}
