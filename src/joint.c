#include "glue.h"
#include "verdict.h"

#include "core/test/joint.h"
#include "core/test/omnibus.h"
#include "core/math/quadratic.h"

#include <math.h>
#include <string.h>

static vd_joint_request read_request(SEXP metric, SEXP request) {
  vd_metric which = glue_metric(metric);
  SEXP residual = glue_element(request, "residual");
  return (vd_joint_request){
      .residual =
          (vd_joint_residual)GLUE_CHOICE(residual, "residual", vd_joint_residual_names),
      .scale = glue_measure(glue_element(request, "scale")),
      .clustered = Rf_asLogical(glue_element(request, "clustered")),
      .successes = vd_metric_successes(which),
      .failures = vd_metric_failures(which),
  };
}

/* The terms of all comparisons, and their gaps (NA: undefined). */
static vd_joint_term *make_terms(const vd_moments *moments, int n_slices, const int *pair,
                                 int n_pairs, const vd_joint_request *q, double *gap) {
  size_t n = (size_t)n_slices * (size_t)n_pairs;
  vd_joint_term *out = (vd_joint_term *)R_alloc(n + 1, sizeof(vd_joint_term));
  vd_joint_terms(moments, n_slices, pair, n_pairs, q, out, gap);
  for (size_t i = 0; i < n; i++) {
    if (isnan(gap[i])) gap[i] = NA_REAL;
  }
  return out;
}

/* By cross products; V is zero. */
static void add_crossed(const vd_set *set, const vd_joint_plan *plan,
                        vd_outcomes *outcomes, double *V) {
  size_t size = (size_t)vd_joint_cross_size(set, plan);
  double *cross = (double *)R_alloc(size * size, sizeof(double));
  double *u = (double *)R_alloc(size + 1, sizeof(double));
  int *at = (int *)R_alloc(size + 1, sizeof(int));
  memset(cross, 0, sizeof(double) * size * size);
  ptrdiff_t chunk = glue_chunk((double)set->n_classifiers * set->n_classifiers);
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_joint_cross_add(set, lo, hi, plan, outcomes, cross, u, at);
  }
  ptrdiff_t pairs = glue_chunk(16.0 * plan->n_slices * plan->n_slices);
  GLUE_CHUNKS (lo, hi, (ptrdiff_t)plan->n_pairs, pairs) {
    vd_joint_from_cross(plan, set->n_classifiers, cross, (int)lo, (int)hi, V);
  }
}

static void add_directly(const vd_set *set, const vd_joint_plan *plan,
                         vd_outcomes *outcomes, double *V) {
  size_t size = (size_t)vd_joint_size(plan);
  double *u = (double *)R_alloc(size + 1, sizeof(double));
  int *at = (int *)R_alloc(size + 1, sizeof(int));
  ptrdiff_t chunk = glue_chunk((double)size * size);
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_joint_add(set, lo, hi, plan, outcomes, V, u, at);
  }
}

static void add_all(const vd_set *set, const vd_joint_plan *plan, vd_outcomes *outcomes,
                    double *V) {
  size_t size = (size_t)vd_joint_size(plan);
  int n_groups = plan->n_pairs / plan->group;
  GLUE_CHUNKS (lo, hi, (ptrdiff_t)size * n_groups, 4096) {
    memset(V + (size_t)lo * size, 0, sizeof(double) * size * (size_t)(hi - lo));
  }
  if (vd_joint_by_cross(set, plan)) {
    add_crossed(set, plan, outcomes, V);
  } else {
    add_directly(set, plan, outcomes, V);
  }
  ptrdiff_t rows = glue_chunk((double)size * n_groups);
  GLUE_CHUNKS (lo, hi, (ptrdiff_t)size, rows) vd_joint_finish(plan, (int)lo, (int)hi, V);
}

/* The gaps of all comparisons (classes slowest) and their covariances: one matrix for
 * each `group` pairs. */
SEXP ffi_joint_covariance(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP group,
                          SEXP request, SEXP counted) {
  static const char *const names[] = {"gap", "vcov"};
  vd_set set = glue_set(x);
  vd_joint_request q = read_request(metric, request);
  vd_joint_plan plan = {.n_slices = (int)Rf_xlength(selected),
                        .n_pairs = Rf_ncols(pairs),
                        .group = Rf_asInteger(group),
                        .everywhere = ((q.successes | q.failures) & VD_TN) != 0,
                        .against = (q.successes | q.failures) & (VD_FP | VD_FN)};
  if (plan.group < 1 || plan.n_pairs % plan.group != 0)
    Rf_error("internal: pairs that make no groups");
  int size = vd_joint_size(&plan), n_groups = plan.n_pairs / plan.group;
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP gap = SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, (R_xlen_t)size * n_groups));
  SEXP vcov = SET_VECTOR_ELT(out, 1, Rf_alloc3DArray(REALSXP, size, size, n_groups));
  vd_outcomes outcomes = glue_outcomes(&set, glue_slices(&set, selected), plan.n_slices);
  plan.term =
      make_terms(glue_moments(&set, selected, counted), plan.n_slices,
                 glue_pairs(pairs, set.n_classifiers), plan.n_pairs, &q, REAL(gap));
  add_all(&set, &plan, &outcomes, REAL(vcov));
  UNPROTECT(1);
  return out;
}

/* With more comparisons than this, eigenvalues take seconds. */
enum { MOST_EIGENVALUES = 400 };

static vd_omnibus_result by_factor(int n, const double *z, double *correlation) {
  double *work = (double *)R_alloc((size_t)n, sizeof(double));
  int *pivot = (int *)R_alloc((size_t)n, sizeof(int)), rank = 0, end = 0;
  for (int i = 0; i < n; i++) pivot[i] = i;
  while (rank == end && rank < n) {
    end = rank + VD_FACTOR_COLUMNS < n ? rank + VD_FACTOR_COLUMNS : n;
    rank = vd_factor_columns(n, correlation, rank, VD_OMNIBUS_LEAST, pivot, work);
    R_CheckUserInterrupt();
  }
  return vd_omnibus_factored(n, z, correlation, rank, pivot, work);
}

/* z' C^- z with C the correlation of z. */
SEXP ffi_joint_form(SEXP z, SEXP correlation) {
  static const char *const names[] = {"statistic", "df", "log.p.value", "status"};
  int n = (int)Rf_xlength(z);
  size_t size = (size_t)n * (size_t)n;
  SEXP out = PROTECT(glue_named_list(names, 4));
  double *copy = (double *)R_alloc(size, sizeof(double));
  memcpy(copy, REAL_RO(correlation), sizeof(double) * size);
  vd_omnibus_result found;
  if (n > MOST_EIGENVALUES) {
    found = by_factor(n, REAL_RO(z), copy);
  } else {
    double *work = (double *)R_alloc(vd_quadratic_work(n), sizeof(double));
    found = vd_omnibus_form(n, REAL_RO(z), copy, work);
  }
  double number[3] = {found.statistic, found.dof, found.log_p};
  for (int i = 0; i < 3; i++) {
    SET_VECTOR_ELT(out, i, Rf_ScalarReal(glue_number(number[i])));
  }
  SET_VECTOR_ELT(out, 3, Rf_mkString(vd_status_names[found.status]));
  UNPROTECT(1);
  return out;
}
