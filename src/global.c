#include "glue.h"
#include "verdict.h"

#include "core/test/global.h"
#include "core/test/omnibus.h"

#include <math.h>
#include <string.h>

/* What is asked: residuals about the proportion pooled over the pair, or over all
 * classifiers, or a Wald statistic on a scale. */
typedef enum { OF_PAIR = 0, OF_ALL, WALD } residual;

static const char *const residual_names[] = {
    [OF_PAIR] = "pair", [OF_ALL] = "all", [WALD] = "wald"};

typedef struct {
  residual type;
  vd_measure scale;
  int clustered;
} task;

static task read_task(SEXP question) {
  SEXP type = glue_element(question, "residual");
  return (task){
      .type = (residual)GLUE_CHOICE(type, "residual", residual_names),
      .scale = glue_measure(glue_element(question, "scale")),
      .clustered = Rf_asLogical(glue_element(question, "clustered")),
  };
}

static double pooled_over_all(const vd_moments *m, int successes, int failures) {
  double s = 0, f = 0;
  for (int c = 0; c < m->n_classifiers; c++) {
    s += vd_states_sum(m, c, successes);
    f += vd_states_sum(m, c, failures);
  }
  return s / (s + f);
}

static double pooled_over_pair(const vd_pair *p) {
  double s = p->s[0] + p->s[1];
  return s / (s + p->f[0] + p->f[1]);
}

/* The terms of all comparisons, and their gaps (NA: undefined, its term is zero). */
static vd_global_term *make_terms(const vd_moments *moments, int n_blocks, SEXP pairs,
                                  int successes, int failures, task t, double *gap) {
  int n_pairs = Rf_ncols(pairs);
  const int *pair = INTEGER_RO(pairs);
  size_t n = (size_t)n_blocks * (size_t)n_pairs;
  vd_global_term *out = (vd_global_term *)R_alloc(n + 1, sizeof(vd_global_term));
  for (int i = 0; i < n_blocks; i++) {
    double pooled =
        t.type == OF_ALL ? pooled_over_all(&moments[i], successes, failures) : 0;
    for (int j = 0; j < n_pairs; j++, out++, gap++) {
      int c = pair[2 * j] - 1, d = pair[2 * j + 1] - 1;
      vd_pair p = vd_pair_make(&moments[i], c, d, successes, failures);
      *out = (vd_global_term){.classifier = c, .reference = d};
      *gap = NA_REAL;
      if (!vd_global_defined(&p, t.scale, t.clustered)) continue;
      *gap = vd_compare_gap(&p, t.scale);
      if (t.type == OF_PAIR) pooled = pooled_over_pair(&p);
      if (t.type == WALD) {
        vd_global_wald(&p, t.scale, out);
      } else {
        vd_global_score(&p, pooled, out);
      }
    }
  }
  return out - n;
}

static void add_all(const vd_set *set, const vd_global_plan *plan, vd_outcomes *outcomes,
                    double *V) {
  size_t size = (size_t)vd_global_size(plan);
  int n_groups = plan->n_pairs / plan->group;
  for (size_t at = 0; at < size * n_groups; at++) {
    memset(V + at * size, 0, sizeof(double) * size);
    if (at % 4096 == 0) R_CheckUserInterrupt();
  }
  double *u = (double *)R_alloc(size + 1, sizeof(double));
  int *at = (int *)R_alloc(size + 1, sizeof(int));
  ptrdiff_t block = glue_block((double)size * size);
  for (ptrdiff_t lo = 0; lo < set->n_profiles; lo += block) {
    ptrdiff_t hi = lo + block < set->n_profiles ? lo + block : set->n_profiles;
    vd_global_add(set, lo, hi, plan, outcomes, V, u, at);
    R_CheckUserInterrupt();
  }
  int rows = (int)glue_block((double)size * n_groups);
  for (int lo = 0; lo < (int)size; lo += rows) {
    vd_global_finish(plan, lo, lo + rows < (int)size ? lo + rows : (int)size, V);
    R_CheckUserInterrupt();
  }
}

/* The gaps of all comparisons (classes slowest) and their covariances: one matrix for
 * each `group` pairs. */
SEXP ffi_global_covariance(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP group,
                           SEXP question) {
  static const char *const names[] = {"gap", "vcov"};
  vd_set set = glue_set(x);
  vd_metric which = glue_metric(metric);
  int successes = vd_metric_successes(which), failures = vd_metric_failures(which);
  vd_global_plan plan = {.n_blocks = (int)Rf_xlength(selected),
                         .n_pairs = Rf_ncols(pairs),
                         .group = Rf_asInteger(group)};
  int size = vd_global_size(&plan), n_groups = plan.n_pairs / plan.group;
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP gap = SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, (R_xlen_t)size * n_groups));
  SEXP vcov = SET_VECTOR_ELT(out, 1, Rf_alloc3DArray(REALSXP, size, size, n_groups));
  vd_outcomes outcomes = glue_outcomes(&set, INTEGER_RO(selected), plan.n_blocks);
  vd_outcomes_coefficients(successes, plan.for_it);
  vd_outcomes_coefficients(failures, plan.against);
  plan.term = make_terms(glue_moments(&set, selected), plan.n_blocks, pairs, successes,
                         failures, read_task(question), REAL(gap));
  add_all(&set, &plan, &outcomes, REAL(vcov));
  UNPROTECT(1);
  return out;
}

/* z' C^- z with C the correlation of z. */
SEXP ffi_global_form(SEXP z, SEXP correlation) {
  static const char *const names[] = {"statistic", "df", "log.p.value", "status"};
  int n = (int)Rf_xlength(z);
  SEXP out = PROTECT(glue_named_list(names, 4));
  double *vector = (double *)R_alloc((size_t)n * (size_t)n, sizeof(double));
  double *work = (double *)R_alloc(vd_omnibus_form_work(n), sizeof(double));
  for (R_xlen_t i = 0; i < Rf_xlength(correlation); i++)
    vector[i] = REAL_RO(correlation)[i];
  vd_omnibus_result found = vd_omnibus_form(n, REAL_RO(z), vector, work);
  double number[3] = {found.statistic, found.dof, found.log_p};
  for (int i = 0; i < 3; i++) {
    SET_VECTOR_ELT(out, i, Rf_ScalarReal(isnan(number[i]) ? NA_REAL : number[i]));
  }
  SET_VECTOR_ELT(out, 3, Rf_mkString(vd_status_names[found.status]));
  UNPROTECT(1);
  return out;
}
