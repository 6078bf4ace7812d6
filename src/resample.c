#include "glue.h"
#include "verdict.h"

#include "core/estimate/resample.h"
#include "core/test/swap.h"

#include <string.h>

/* -- bootstrap ------------------------------------------------------------------- */

typedef struct {
  const vd_quantity *quantity;
  const vd_contrast *contrast;
  int n_quantities, n_contrasts;
  vd_zero_division zero;
  vd_effects *effects;
  double *theta, *work;
} estimation;

/* `contrasts`: 1-based quantity, 1-based other quantity or 0, scale. */
static estimation read_estimation(const vd_set *set, SEXP quantities, SEXP zero,
                                  SEXP contrasts) {
  int n = (int)Rf_xlength(glue_element(quantities, "metric"));
  SEXP quantity = glue_element(contrasts, "quantity");
  SEXP other = glue_element(contrasts, "other"), scale = glue_element(contrasts, "scale");
  int n_contrasts = (int)Rf_xlength(quantity);
  vd_contrast *contrast =
      (vd_contrast *)R_alloc((size_t)n_contrasts + 1, sizeof(vd_contrast));
  for (int j = 0; j < n_contrasts; j++) {
    contrast[j] =
        (vd_contrast){INTEGER_RO(quantity)[j] - 1, INTEGER_RO(other)[j] - 1,
                      (vd_measure)GLUE_CODE(scale, j, "scale", vd_measure_names)};
  }
  return (estimation){
      .quantity = glue_quantities(quantities),
      .contrast = contrast,
      .n_quantities = n,
      .n_contrasts = n_contrasts,
      .zero =
          (vd_zero_division)GLUE_CHOICE(zero, "zero division", vd_zero_division_names),
      .effects = glue_effects(n, set->n_classes),
      .theta = (double *)R_alloc((size_t)n + 1, sizeof(double)),
      .work = (double *)R_alloc((size_t)n + 2 * (size_t)n_contrasts + 1, sizeof(double))};
}

static void evaluate(const vd_set *set, vd_margins *margins, estimation *e, double *value,
                     double *variance, double *cubes) {
  vd_margins_count(set, margins);
  vd_resample_estimate(set, margins, e->quantity, e->n_quantities, e->zero, e->effects,
                       e->theta);
  vd_resample_contrast(e->theta, e->contrast, e->n_contrasts, value);
  if (!variance) return;
  vd_resample_spread(set, e->theta, e->effects, e->n_quantities, e->contrast,
                     e->n_contrasts, e->work, variance, cubes);
}

/* The contrasts as observed: value, variance, and the influences' third moments. */
SEXP ffi_resample_observed(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts) {
  static const char *const names[] = {"value", "variance", "cubes"};
  vd_set set = glue_set(x);
  estimation e = read_estimation(&set, quantities, zero, contrasts);
  vd_margins margins = glue_margins(&set, x);
  SEXP out = PROTECT(glue_named_list(names, 3));
  for (int i = 0; i < 3; i++) {
    SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, e.n_contrasts));
  }
  evaluate(&set, &margins, &e, REAL(VECTOR_ELT(out, 0)), REAL(VECTOR_ELT(out, 1)),
           REAL(VECTOR_ELT(out, 2)));
  UNPROTECT(1);
  return out;
}

/* Replicates of the contrasts (n_contrasts x R) and, if studentized, of their
 * variances: of the bootstrap, for which at most one number is drawn a profile and
 * replicate, in the order of the profiles, or (`changes` a matrix, not NULL) of
 * permutations of twins, see vd_swap_twins(). */
SEXP ffi_resample_replicates(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts,
                             SEXP replicates, SEXP studentized, SEXP changes) {
  static const char *const names[] = {"value", "variance"};
  vd_set set = glue_set(x), drawn = set;
  estimation e = read_estimation(&set, quantities, zero, contrasts);
  vd_margins margins = glue_margins(&set, x);
  int R = Rf_asInteger(replicates), with_variance = Rf_asLogical(studentized);
  const double *change = Rf_isNull(changes) ? NULL : REAL_RO(changes);
  double *weight = (double *)R_alloc((size_t)set.n_profiles + 1, sizeof(double));
  double *count = weight;
  drawn.multiplicity = weight;
  if (set.start) count = (double *)R_alloc((size_t)set.n_patterns + 1, sizeof(double));
  drawn.count = count;
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP value = SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, e.n_contrasts, R));
  SEXP variance = SET_VECTOR_ELT(
      out, 1, Rf_allocMatrix(REALSXP, e.n_contrasts, with_variance ? R : 0));
  double work = 0, per_replicate = (double)set.n_profiles * (5 + e.n_contrasts);
  GetRNGstate();
  for (int r = 0; r < R; r++) {
    R_xlen_t at = (R_xlen_t)r * e.n_contrasts;
    if (change) {
      vd_swap_twins(&set, change + r * (set.n_profiles / 2), weight, count);
    } else {
      vd_resample_clusters(&set, weight, count);
    }
    evaluate(&drawn, &margins, &e, REAL(value) + at,
             with_variance ? REAL(variance) + at : NULL, NULL);
    work += per_replicate;
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
  SEXP out = PROTECT(glue_named_list(names, 2));
  SEXP weight = SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, set.n_profiles));
  SEXP count = SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, set.n_patterns));
  GetRNGstate();
  vd_resample_subset(&set, Rf_asReal(size), REAL(weight), REAL(count));
  PutRNGstate();
  if (!set.start) SET_VECTOR_ELT(out, 1, weight);
  UNPROTECT(1);
  return out;
}

/* -- permutation --------------------------------------------------------------------- */

typedef struct {
  vd_question question;
  vd_pair *observed;
  int n_blocks;
  vd_swap *swap;
  ptrdiff_t n_swaps;
} exchange;

static exchange read_exchange(const vd_set *set, SEXP metric, SEXP selected, SEXP pair,
                              SEXP question) {
  vd_metric which = glue_metric(metric);
  int for_it = vd_metric_successes(which), against = vd_metric_failures(which);
  int a = INTEGER_RO(pair)[0] - 1, b = INTEGER_RO(pair)[1] - 1;
  exchange e = {.question = glue_question(question),
                .n_blocks = (int)Rf_xlength(selected)};
  vd_moments *moments = glue_moments(set, selected);
  e.observed = (vd_pair *)R_alloc((size_t)e.n_blocks + 1, sizeof(vd_pair));
  for (int i = 0; i < e.n_blocks; i++) {
    e.observed[i] = vd_pair_make(&moments[i], a, b, for_it, against);
  }
  double *work = (double *)R_alloc(vd_outcomes_work(set, e.n_blocks) + 1, sizeof(double));
  int *iwork = (int *)R_alloc(vd_outcomes_iwork(set, e.n_blocks), sizeof(int));
  vd_outcomes o = vd_outcomes_make(set, INTEGER_RO(selected), e.n_blocks, work, iwork);
  e.n_swaps = vd_swap_list(set, a, b, for_it, against, &o, NULL, 0);
  e.swap = (vd_swap *)R_alloc((size_t)e.n_swaps + 1, sizeof(vd_swap));
  vd_swap_list(set, a, b, for_it, against, &o, e.swap, e.n_swaps);
  return e;
}

/* How many clusters of each profile change places, profiles x R. */
SEXP ffi_resample_changes(SEXP x, SEXP replicates) {
  vd_set set = glue_set(x);
  int R = Rf_asInteger(replicates);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)set.n_profiles, R));
  GetRNGstate();
  for (int r = 0; r < R; r++) vd_swap_changes(&set, REAL(out) + r * set.n_profiles);
  PutRNGstate();
  UNPROTECT(1);
  return out;
}

/* Signed roots of the permuted statistics of one pair, blocks x R. */
SEXP ffi_resample_swap(SEXP x, SEXP metric, SEXP selected, SEXP pair, SEXP question,
                       SEXP changes) {
  vd_set set = glue_set(x);
  exchange e = read_exchange(&set, metric, selected, pair, question);
  int R = Rf_ncols(changes);
  vd_pair *moved = (vd_pair *)R_alloc((size_t)e.n_blocks + 1, sizeof(vd_pair));
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, e.n_blocks, R));
  for (int r = 0; r < R; r++) {
    memcpy(moved, e.observed, sizeof(vd_pair) * (size_t)e.n_blocks);
    vd_swap_apply(e.swap, e.n_swaps, REAL_RO(changes) + r * set.n_profiles, moved);
    for (int i = 0; i < e.n_blocks; i++) {
      REAL(out)[(R_xlen_t)r * e.n_blocks + i] = vd_swap_statistic(&moved[i], e.question);
    }
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* For each block the observed signed root, the exact p-value (NA: more combinations
 * than `limit`) and the number of combinations (3 x blocks). */
SEXP ffi_resample_exact(SEXP x, SEXP metric, SEXP selected, SEXP pair, SEXP question,
                        SEXP limit) {
  vd_set set = glue_set(x);
  exchange e = read_exchange(&set, metric, selected, pair, question);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 3, e.n_blocks));
  for (int i = 0; i < e.n_blocks; i++) {
    double *column = REAL(out) + 3 * (R_xlen_t)i;
    R_CheckUserInterrupt();
    column[0] = vd_swap_statistic(&e.observed[i], e.question);
    column[1] = vd_swap_exact(&set, e.swap, e.n_swaps, i, &e.observed[i], e.question,
                              Rf_asReal(limit), &column[2]);
    if (ISNAN(column[1])) column[1] = NA_REAL;
  }
  UNPROTECT(1);
  return out;
}
