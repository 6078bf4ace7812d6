#include "glue.h"
#include "verdict.h"

#include "core/combine/combine.h"
#include "core/combine/transformed.h"
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

static void add_all(const vd_set *set, const vd_joint_plan *plan, vd_outcomes *outcomes,
                    double *V) {
  size_t size = (size_t)vd_joint_size(plan);
  int n_groups = plan->n_pairs / plan->group;
  double *u = (double *)R_alloc(size + 1, sizeof(double));
  int *at = (int *)R_alloc(size + 1, sizeof(int));
  GLUE_CHUNKS (lo, hi, (ptrdiff_t)size * n_groups, 4096) {
    memset(V + (size_t)lo * size, 0, sizeof(double) * size * (size_t)(hi - lo));
  }
  ptrdiff_t chunk = glue_chunk((double)size * size);
  GLUE_CHUNKS (lo, hi, set->n_profiles, chunk) {
    vd_joint_add(set, lo, hi, plan, outcomes, V, u, at);
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
                        .everywhere = ((q.successes | q.failures) & VD_TN) != 0};
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

/* -- one pair after the other, in many classes
 * -------------------------------------------
 */

/* Truth and two classifiers. */
static vd_set pair_of_set(const vd_set *set, const vd_joint_term *term, int *label) {
  const int column[3] = {0, 1 + term->classifier, 1 + term->reference};
  vd_set pair = *set;
  for (int j = 0; j < 3; j++) {
    memcpy(label + j * set->n_patterns, set->label + column[j] * set->n_patterns,
           sizeof(int) * (size_t)set->n_patterns);
  }
  pair.n_classifiers = 2;
  pair.label = label;
  return pair;
}

/* Room for the work of one pair. */
typedef struct {
  vd_joint_term *term;
  int *label, *at, *seen, *used;
  double *row, *u, *variance, *correlation, *table, *p, *work, *weight;
  ptrdiff_t *present;
} room;

static room new_room(const vd_set *set, int n_slices) {
  size_t n = (size_t)n_slices + 1;
  room w = {.term = (vd_joint_term *)R_alloc(n, sizeof(vd_joint_term)),
            .label = (int *)R_alloc(3 * (size_t)set->n_patterns + 1, sizeof(int)),
            .at = (int *)R_alloc(3 * n, sizeof(int)),
            .row = glue_doubles(8 * n),
            .table = glue_doubles(vd_transformed_work(1)),
            .present = (ptrdiff_t *)R_alloc(n, sizeof(ptrdiff_t))};
  w.seen = w.at + n;
  w.used = w.seen + n;
  w.u = w.row + n;
  w.variance = w.u + n;
  w.correlation = w.variance + n;
  w.p = w.correlation + n;
  w.weight = w.p + n;
  w.work = w.weight + n;
  for (size_t i = 0; i < n; i++) {
    w.row[i] = 0;
    w.seen[i] = 0;
    w.weight[i] = 2;
  }
  return w;
}

static vd_joint_sparse list_pair(const vd_set *set, const vd_joint_plan *plan,
                                 vd_outcomes *outcomes, const room *w) {
  vd_joint_sparse s = {.n_slices = plan->n_slices};
  s.start = (ptrdiff_t *)R_alloc((size_t)set->n_profiles + 1, sizeof(ptrdiff_t));
  s.first = (ptrdiff_t *)R_alloc((size_t)plan->n_slices + 1, sizeof(ptrdiff_t));
  ptrdiff_t n = vd_joint_list(set, plan, outcomes, &s, 0, w->u, w->at);
  s.slice = (int *)R_alloc((size_t)n + 1, sizeof(int));
  s.u = glue_doubles((size_t)n + 1);
  s.of = (ptrdiff_t *)R_alloc((size_t)n + 1, sizeof(ptrdiff_t));
  s.profile = (ptrdiff_t *)R_alloc((size_t)n + 1, sizeof(ptrdiff_t));
  vd_joint_list(set, plan, outcomes, &s, n, w->u, w->at);
  vd_joint_order(set, &s);
  vd_joint_variances(set, &s, w->variance);
  return s;
}

/* log p of the classes of a pair that have one and whose statistic varies, combined. */
static double combine_pair(const vd_set *set, const vd_joint_sparse *s, const room *w,
                           int sides) {
  const double dof = 2;
  double shared = 0;
  vd_combined found;
  for (int i = 0; i < s->n_slices; i++) {
    if (!w->used[i]) continue;
    int n = vd_joint_correlations(set, s, i, w->variance, w->used, w->row, w->seen, w->at,
                                  w->correlation);
    shared += vd_transformed_sum(n, w->correlation, 1, &dof, sides, w->table);
    if (i % 1000 == 0) R_CheckUserInterrupt();
  }
  vd_p_sets sets = {.n_sets = 1,
                    .n_each = s->n_slices,
                    .p = w->p,
                    .is_log = 1,
                    .weight = w->weight,
                    .shared = &shared};
  vd_combine_sets(&sets, VD_COMBINE_LANCASTER, 0, 1, &found, w->work, w->present);
  return found.log_p;
}

/* Which classes of each pair a test of all of them uses (classes x pairs), and its log p
 * by Dai's method, of `log_p` (the same shape, NA: left out). NULL where true negatives
 * count: a row then adds to all classes. */
SEXP ffi_joint_pairs(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                     SEXP counted, SEXP log_p, SEXP sides) {
  static const char *const names[] = {"used", "log.p"};
  const double dof = 2;
  vd_set set = glue_set(x);
  vd_joint_request q = read_request(metric, request);
  int n = (int)Rf_xlength(selected), n_pairs = Rf_ncols(pairs),
      n_sides = glue_whole(sides, 1, 2);
  const int *slices = glue_slices(&set, selected);
  if (n > 1 && ((q.successes | q.failures) & VD_TN)) return R_NilValue;
  const double *p = glue_numbers(log_p, (R_xlen_t)n * n_pairs);
  double *gap = glue_doubles((size_t)n * (size_t)n_pairs + 1);
  const vd_joint_term *term =
      make_terms(glue_moments(&set, selected, counted), n,
                 glue_pairs(pairs, set.n_classifiers), n_pairs, &q, gap);
  SEXP out = PROTECT(glue_named_list(names, 2));
  int *used = LOGICAL(SET_VECTOR_ELT(out, 0, Rf_allocMatrix(LGLSXP, n, n_pairs)));
  double *combined = REAL(SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, n_pairs)));
  room w = new_room(&set, n);
  vd_transformed_prepare(1, &dof, n_sides, w.table);
  for (int j = 0; j < n_pairs; j++, used += n, p += n) {
    const void *top = vmaxget();
    vd_set two = pair_of_set(&set, &term[j], w.label);
    vd_joint_plan plan = {.n_slices = n,
                          .n_pairs = 1,
                          .group = 1,
                          .everywhere = ((q.successes | q.failures) & VD_TN) != 0,
                          .term = w.term};
    for (int i = 0; i < n; i++) {
      w.term[i] = term[(size_t)i * (size_t)n_pairs + (size_t)j];
      w.term[i].classifier = 0;
      w.term[i].reference = 1;
    }
    vd_outcomes outcomes = glue_outcomes(&two, slices, n);
    vd_joint_sparse s = list_pair(&two, &plan, &outcomes, &w);
    for (int i = 0; i < n; i++) {
      double own = gap[(size_t)i * (size_t)n_pairs + (size_t)j];
      int varies = !ISNAN(own) && w.variance[i] > 0;
      used[i] = w.used[i] = !ISNAN(p[i]) && (n == 1 || varies);
      w.p[i] = w.used[i] ? p[i] : NAN;
    }
    combined[j] = glue_number(combine_pair(&two, &s, &w, n_sides));
    vmaxset(top);
    R_CheckUserInterrupt();
  }
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
