#include "glue.h"
#include "verdict.h"

#include "core/estimate/resample.h"
#include "core/test/swap.h"

#include <limits.h>
#include <string.h>

/* -- bootstrap ------------------------------------------------------------------- */

typedef struct {
  vd_resample_plan plan;
  vd_outcomes outcomes;
  vd_margins margins;
} estimation;

/* `contrasts`: 1-based quantity, 1-based other quantity or 0, scale. */
static const vd_contrast *read_contrasts(SEXP contrasts, int n, int n_quantities) {
  SEXP scale = glue_element(contrasts, "scale");
  const int *quantity =
      glue_codes(glue_element(contrasts, "quantity"), n, 1, n_quantities);
  const int *other = glue_codes(glue_element(contrasts, "other"), n, 0, n_quantities);
  vd_contrast *contrast = (vd_contrast *)R_alloc((size_t)n + 1, sizeof(vd_contrast));
  for (int j = 0; j < n; j++) {
    contrast[j] =
        (vd_contrast){quantity[j] - 1, other[j] - 1,
                      (vd_measure)GLUE_CODE(scale, j, "scale", vd_measure_names)};
  }
  return contrast;
}

static estimation read_estimation(SEXP x, const vd_set *set, SEXP quantities, SEXP zero,
                                  SEXP contrasts) {
  int n = (int)Rf_xlength(glue_element(quantities, "metric"));
  int n_contrasts = (int)Rf_xlength(glue_element(contrasts, "quantity"));
  vd_quantity *quantity = glue_quantities(quantities, set->n_classes);
  estimation e = {.margins = glue_margins(set, x, quantity, n),
                  .plan = {
                      .n_quantities = n,
                      .n_contrasts = n_contrasts,
                      .quantity = quantity,
                      .contrast = read_contrasts(contrasts, n_contrasts, n),
                      .zero = (vd_zero_division)GLUE_CHOICE(zero, "zero division",
                                                            vd_zero_division_names),
                  }};
  vd_resample_plan *plan = &e.plan;
  vd_resample_sort(set, e.margins.prevalence != NULL, plan,
                   (int *)R_alloc(vd_resample_iwork(set, n, n_contrasts), sizeof(int)));
  plan->theta = (double *)R_alloc((size_t)n + 1, sizeof(double));
  plan->gradient = (vd_gradient *)R_alloc((size_t)n + 1, sizeof(vd_gradient));
  plan->effects = glue_effects(quantity, plan->wide, plan->n_wide, set->n_classes);
  plan->work = (double *)R_alloc(vd_resample_work(n, n_contrasts) + 1, sizeof(double));
  e.outcomes = glue_outcomes(set, plan->class, plan->n_slices);
  return e;
}

static void evaluate(const vd_set *set, estimation *e, double *value, double *variance,
                     double *cubes) {
  vd_margins_count(set, &e->margins);
  vd_resample_estimate(set, &e->margins, &e->plan);
  vd_resample_contrast(&e->plan, value);
  if (!variance) return;
  vd_resample_spread(set, &e->margins, &e->plan, &e->outcomes, variance, cubes);
}

/* The contrasts as observed: value, variance, and the influences' third moments. */
SEXP ffi_resample_observed(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts) {
  static const char *const names[] = {"value", "variance", "cubes"};
  vd_set set = glue_set(x);
  estimation e = read_estimation(x, &set, quantities, zero, contrasts);
  SEXP out = PROTECT(glue_named_list(names, 3));
  for (int i = 0; i < 3; i++) {
    SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, e.plan.n_contrasts));
  }
  evaluate(&set, &e, REAL(VECTOR_ELT(out, 0)), REAL(VECTOR_ELT(out, 1)),
           REAL(VECTOR_ELT(out, 2)));
  UNPROTECT(1);
  return out;
}

/* A set of which a replicate replaces multiplicities and counts; room to draw it. */
typedef struct {
  vd_set set;
  double *weight, *count, *work;
} replicate;

static replicate new_replicate(const vd_set *set) {
  replicate r = {.set = *set};
  r.weight = (double *)R_alloc((size_t)set->n_profiles + 1, sizeof(double));
  r.count = r.weight;
  if (set->start) {
    r.count = (double *)R_alloc((size_t)set->n_patterns + 1, sizeof(double));
  }
  r.work = (double *)R_alloc(2 * (size_t)set->n_classes + 1, sizeof(double));
  r.set.multiplicity = r.weight;
  r.set.count = r.count;
  return r;
}

/* `change`: of permutations of twins, see vd_swap_twins(), or NULL: the bootstrap. */
static void draw(const vd_set *set, int stratified, const double *change, replicate *r) {
  if (change) {
    vd_swap_twins(set, change, r->weight, r->count);
  } else if (stratified) {
    vd_resample_rows(set, r->weight, r->work);
  } else {
    vd_resample_clusters(set, r->weight, r->count);
  }
}

/* Replicates of the contrasts (n_contrasts x R) and, if studentized, of their
 * variances: of the bootstrap, for which at most one number is drawn a profile and
 * replicate, in the order of the profiles, or (`changes` a matrix, not NULL) of
 * permutations of twins. */
SEXP ffi_resample_replicates(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts,
                             SEXP replicates, SEXP studentized, SEXP changes) {
  static const char *const names[] = {"value", "variance"};
  vd_set set = glue_set(x);
  estimation e = read_estimation(x, &set, quantities, zero, contrasts);
  replicate drawn = new_replicate(&set);
  int R = glue_whole(replicates, 0, INT_MAX), with_variance = Rf_asLogical(studentized);
  int n = e.plan.n_contrasts, stratified = e.margins.prevalence && !set.start;
  const double *change =
      Rf_isNull(changes) ? NULL : glue_numbers(changes, R * (set.n_profiles / 2));
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP value = SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, n, R));
  SEXP variance =
      SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, n, with_variance ? R : 0));
  double work = 0, per_replicate = (double)set.n_profiles * (5 + n);
  int runs_r = glue_runs_r(e.plan.quantity, e.plan.n_quantities);
  GetRNGstate();
  for (int r = 0; r < R; r++) {
    R_xlen_t at = (R_xlen_t)r * n;
    draw(&set, stratified, change ? change + r * (set.n_profiles / 2) : NULL, &drawn);
    if (runs_r) PutRNGstate();
    evaluate(&drawn.set, &e, REAL(value) + at, with_variance ? REAL(variance) + at : NULL,
             NULL);
    work += per_replicate;
    if (runs_r) GetRNGstate();
    if (work < GLUE_STEPS) continue;
    work = 0;
    PutRNGstate();
    R_CheckUserInterrupt();
    GetRNGstate();
  }
  PutRNGstate();
  UNPROTECT(1);
  return out;
}

/* Clusters of each profile and rows of each pattern in a random subset. */
SEXP ffi_resample_subset(SEXP x, SEXP size) {
  static const char *const names[] = {"multiplicity", "count"};
  vd_set set = glue_set(x);
  double n = Rf_asReal(size), all = 0;
  for (ptrdiff_t f = 0; f < set.n_profiles; f++) all += vd_set_profile_weight(&set, f);
  if (!(n >= 0 && n <= all)) Rf_error("internal: no such subset");
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP weight = SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, set.n_profiles));
  SEXP count = SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, set.n_patterns));
  GetRNGstate();
  vd_resample_subset(&set, n, REAL(weight), REAL(count));
  PutRNGstate();
  if (!set.start) SET_VECTOR_ELT(out, 1, weight);
  UNPROTECT(1);
  return out;
}

/* -- permutation --------------------------------------------------------------------- */

typedef struct {
  vd_request request;
  vd_pair *observed;
  int n_slices;
  vd_swap *swap;
  ptrdiff_t n_swaps;
} exchange;

static exchange read_exchange(const vd_set *set, SEXP metric, SEXP selected, SEXP pair,
                              SEXP request) {
  vd_metric which = glue_metric(metric);
  int for_it = vd_metric_successes(which), against = vd_metric_failures(which);
  const int *who = glue_codes(pair, 2, 1, set->n_classifiers);
  int a = who[0] - 1, b = who[1] - 1;
  exchange e = {.request = glue_request(request), .n_slices = (int)Rf_xlength(selected)};
  vd_moments *moments = glue_moments(set, selected, R_NilValue);
  e.observed = (vd_pair *)R_alloc((size_t)e.n_slices + 1, sizeof(vd_pair));
  for (int i = 0; i < e.n_slices; i++) {
    e.observed[i] = vd_pair_make(&moments[i], a, b, for_it, against);
  }
  double *work = (double *)R_alloc(vd_outcomes_work(set, e.n_slices) + 1, sizeof(double));
  int *iwork = (int *)R_alloc(vd_outcomes_iwork(set, e.n_slices), sizeof(int));
  vd_outcomes o = vd_outcomes_make(set, INTEGER_RO(selected), e.n_slices, work, iwork);
  e.n_swaps = vd_swap_list(set, a, b, for_it, against, &o, NULL, 0);
  e.swap = (vd_swap *)R_alloc((size_t)e.n_swaps + 1, sizeof(vd_swap));
  vd_swap_list(set, a, b, for_it, against, &o, e.swap, e.n_swaps);
  return e;
}

/* How many clusters of each profile change places, profiles x R. */
SEXP ffi_resample_changes(SEXP x, SEXP replicates) {
  vd_set set = glue_set(x);
  int R = glue_whole(replicates, 0, INT_MAX);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)set.n_profiles, R));
  GetRNGstate();
  for (int r = 0; r < R; r++) vd_swap_changes(&set, REAL(out) + r * set.n_profiles);
  PutRNGstate();
  UNPROTECT(1);
  return out;
}

/* Signed roots of the permuted statistics of one pair, slices x R. */
SEXP ffi_resample_swap(SEXP x, SEXP metric, SEXP selected, SEXP pair, SEXP request,
                       SEXP changes) {
  vd_set set = glue_set(x);
  exchange e = read_exchange(&set, metric, selected, pair, request);
  int R = Rf_ncols(changes);
  const double *change = glue_numbers(changes, R * set.n_profiles);
  vd_pair *moved = (vd_pair *)R_alloc((size_t)e.n_slices + 1, sizeof(vd_pair));
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, e.n_slices, R));
  for (int r = 0; r < R; r++) {
    memcpy(moved, e.observed, sizeof(vd_pair) * (size_t)e.n_slices);
    vd_swap_apply(e.swap, e.n_swaps, change + r * set.n_profiles, moved);
    for (int i = 0; i < e.n_slices; i++) {
      REAL(out)[(R_xlen_t)r * e.n_slices + i] = vd_swap_statistic(&moved[i], e.request);
    }
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* For each slice the observed signed root, the exact p-value (NA: more combinations
 * than `limit`) and the number of combinations (3 x slices). */
SEXP ffi_resample_exact(SEXP x, SEXP metric, SEXP selected, SEXP pair, SEXP request,
                        SEXP limit) {
  vd_set set = glue_set(x);
  exchange e = read_exchange(&set, metric, selected, pair, request);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 3, e.n_slices));
  for (int i = 0; i < e.n_slices; i++) {
    double *column = REAL(out) + 3 * (R_xlen_t)i;
    R_CheckUserInterrupt();
    column[0] = vd_swap_statistic(&e.observed[i], e.request);
    column[1] = vd_swap_exact(&set, e.swap, e.n_swaps, i, &e.observed[i], e.request,
                              Rf_asReal(limit), &column[2]);
    if (ISNAN(column[1])) column[1] = NA_REAL;
  }
  UNPROTECT(1);
  return out;
}
