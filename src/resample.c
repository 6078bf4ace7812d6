#include "glue.h"
#include "verdict.h"

#include "core/estimate/resample.h"
#include "core/math/stream.h"
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

/* What replicates need again and again takes at most so many doubles. */
enum { MOST_KEPT = 20000000 };

/* Outcomes of all profiles in the plan's classes; NULL: too many. */
static const vd_outcomes_kept *keep_outcomes(const vd_set *set, vd_outcomes *o) {
  ptrdiff_t n = set->n_profiles;
  vd_outcomes_kept *kept = (vd_outcomes_kept *)R_alloc(1, sizeof(vd_outcomes_kept));
  kept->start = (ptrdiff_t *)R_alloc((size_t)n + 1, sizeof(ptrdiff_t));
  kept->n = glue_doubles((size_t)n + 1);
  ptrdiff_t found = vd_outcomes_keep(set, o, kept, 0);
  if (found > MOST_KEPT / o->width) return NULL;
  kept->position = (int *)R_alloc((size_t)found + 1, sizeof(int));
  kept->value = glue_doubles((size_t)found * (size_t)o->width + 1);
  vd_outcomes_keep(set, o, kept, found);
  return kept;
}

static void keep_rows(const vd_set *set, estimation *e) {
  double size = (double)e->plan.n_wide * (double)set->n_patterns;
  if (set->start && size <= MOST_KEPT) e->plan.rows = glue_doubles((size_t)size + 1);
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
  vd_resample_urn urn;
  double *weight, *count, *work;
} replicate;

/* A thread's own. */
typedef struct {
  estimation e;
  replicate drawn;
} worker;

static vd_resample_urn new_urn(const vd_set *set) {
  vd_resample_urn urn = {NULL, NULL};
  if (!vd_resample_singly(set)) return urn;
  urn.end = glue_doubles((size_t)set->n_profiles);
  urn.guide = (int *)R_alloc((size_t)set->n_profiles, sizeof(int));
  vd_resample_fill(set, &urn);
  return urn;
}

static replicate new_replicate(const vd_set *set, vd_resample_urn urn) {
  replicate r = {.set = *set, .urn = urn};
  r.weight = glue_doubles((size_t)set->n_profiles + 1);
  r.count = set->start ? glue_doubles((size_t)set->n_patterns + 1) : r.weight;
  r.work = glue_doubles(2 * (size_t)set->n_classes + (size_t)set->n_profiles + 1);
  r.set.multiplicity = r.weight;
  r.set.count = r.count;
  return r;
}

/* Which replicates: `draws` has the seed, how many there were before, and the number of
 * threads. */
typedef struct {
  double seed, first;
  int threads;
} numbers;

static numbers read_numbers(SEXP draws) {
  const double *x = glue_numbers(draws, 3);
  if (!(x[0] >= 0 && x[0] < 0x1p53 && x[1] >= 0 && x[1] < 0x1p53 && x[2] >= 1 &&
        x[2] <= GLUE_MOST_THREADS))
    Rf_error("internal: no stream of random numbers");
  return (numbers){x[0], x[1], (int)x[2]};
}

/* 53 bits of R's generator, for all replicates of a call. */
SEXP ffi_resample_seed(void) {
  GetRNGstate();
  double seed = vd_stream_seed();
  PutRNGstate();
  return Rf_ScalarReal(seed);
}

typedef enum { BOOTSTRAP, WITHIN_CLASSES, EXCHANGE } resampling;

static void draw(const vd_set *set, resampling how, vd_stream stream, replicate *r) {
  switch (how) {
  case EXCHANGE:
    vd_swap_changes(set->multiplicity, set->n_profiles / 2, &stream, r->work);
    vd_swap_twins(set, r->work, r->weight, r->count);
    return;
  case WITHIN_CLASSES: vd_resample_rows(set, &stream, r->weight, r->work); return;
  default: vd_resample_clusters(set, &r->urn, &stream, r->weight, r->count);
  }
}

/* Replicates of the contrasts (n_contrasts x R) and, if studentized, of their variances:
 * of the bootstrap, or (`exchanged`) of permutations of twins. A replicate has random
 * numbers of its own, so that it is the same whoever computes it. */
SEXP ffi_resample_replicates(SEXP x, SEXP quantities, SEXP zero, SEXP contrasts,
                             SEXP replicates, SEXP studentized, SEXP exchanged,
                             SEXP draws) {
  static const char *const names[] = {"value", "variance"};
  vd_set set = glue_set(x);
  numbers from = read_numbers(draws);
  vd_resample_urn urn = new_urn(&set);
  int R = glue_whole(replicates, 0, INT_MAX), with_variance = Rf_asLogical(studentized);
  worker first = {read_estimation(x, &set, quantities, zero, contrasts),
                  new_replicate(&set, urn)};
  int n = first.e.plan.n_contrasts;
  if (first.e.plan.n_slices > 0) {
    first.e.plan.kept = keep_outcomes(&set, &first.e.outcomes);
  }
  keep_rows(&set, &first.e);
  int runs_r = glue_runs_r(first.e.plan.quantity, first.e.plan.n_quantities);
  resampling how = Rf_asLogical(exchanged) == TRUE            ? EXCHANGE
                   : first.e.margins.prevalence && !set.start ? WITHIN_CLASSES
                                                              : BOOTSTRAP;
  if (how == EXCHANGE && !set.start) Rf_error("internal: no twins");
  double steps = (double)set.n_profiles * (5 + n);
  int threads = runs_r ? 1 : glue_threads(from.threads, 10 * steps * R, R);
  worker *workers = (worker *)R_alloc((size_t)threads, sizeof(worker));
  workers[0] = first;
  for (int t = 1; t < threads; t++) {
    workers[t] = (worker){read_estimation(x, &set, quantities, zero, contrasts),
                          new_replicate(&set, urn)};
    workers[t].e.plan.kept = first.e.plan.kept;
    keep_rows(&set, &workers[t].e);
  }
  SEXP out = PROTECT(glue_named_list(names, 2));
  double *value = REAL(SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, n, R)));
  double *variance =
      REAL(SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, n, with_variance ? R : 0)));
  ptrdiff_t together = threads * glue_chunk(steps / 8);
  GLUE_CHUNKS (lo, hi, R, together) {
    GLUE_PARALLEL(threads, hi - lo)
    for (ptrdiff_t r = lo; r < hi; r++) {
      worker *w = &workers[glue_thread()];
      draw(&set, how, vd_stream_make(from.seed, from.first + (double)r), &w->drawn);
      evaluate(&w->drawn.set, &w->e, value + r * n,
               with_variance ? variance + r * n : NULL, NULL);
    }
  }
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

/* Pairs of classifiers within slices: `observed` has the pairs of a slice side by side.
 */
typedef struct {
  vd_request request;
  int n_slices, n_pairs;
  const int *pair; /* 1-based, two a pair */
  vd_pair *observed;
  vd_swaps swaps;
} exchange;

static vd_swaps read_swaps(const vd_set *set, const int *selected, int n_slices,
                           int for_it, int against) {
  vd_swaps swaps = {.n_classifiers = set->n_classifiers, .n_slices = n_slices};
  vd_outcomes o = glue_outcomes(set, selected, n_slices);
  swaps.first = (ptrdiff_t *)R_alloc((size_t)n_slices + 1, sizeof(ptrdiff_t));
  ptrdiff_t n = vd_swap_list(set, for_it, against, &o, &swaps, 0);
  swaps.swap = (vd_swap *)R_alloc((size_t)n + 1, sizeof(vd_swap));
  swaps.value = glue_doubles(2 * (size_t)set->n_classifiers * (size_t)n + 1);
  vd_swap_list(set, for_it, against, &o, &swaps, n);
  return swaps;
}

static exchange read_exchange(const vd_set *set, SEXP metric, SEXP selected, SEXP pairs,
                              SEXP request) {
  vd_metric which = glue_metric(metric);
  int for_it = vd_metric_successes(which), against = vd_metric_failures(which);
  exchange e = {.request = glue_request(request),
                .n_slices = (int)Rf_xlength(selected),
                .n_pairs = Rf_ncols(pairs)};
  e.pair = glue_codes(pairs, 2 * (R_xlen_t)e.n_pairs, 1, set->n_classifiers);
  size_t size = (size_t)e.n_slices * (size_t)e.n_pairs;
  vd_moments *moments = glue_moments(set, selected, R_NilValue);
  e.observed = (vd_pair *)R_alloc(size + 1, sizeof(vd_pair));
  vd_pair *to = e.observed;
  for (int i = 0; i < e.n_slices; i++) {
    for (int j = 0; j < e.n_pairs; j++) {
      *to++ = vd_pair_make(&moments[i], e.pair[2 * j] - 1, e.pair[2 * j + 1] - 1, for_it,
                           against);
    }
  }
  e.swaps = read_swaps(set, INTEGER_RO(selected), e.n_slices, for_it, against);
  return e;
}

/* One replicate: the sums by classifier, and from them the statistic of every pair. */
static void permute(const exchange *e, const double *changes, double *sums, double *out) {
  const vd_pair *observed = e->observed;
  vd_swap_sums(&e->swaps, changes, sums);
  for (int i = 0; i < e->n_slices; i++) {
    for (int j = 0; j < e->n_pairs; j++) {
      vd_pair p = *observed++;
      vd_swap_apply(&e->swaps, sums, i, e->pair[2 * j] - 1, e->pair[2 * j + 1] - 1, &p);
      *out++ = vd_swap_statistic(&p, e->request);
    }
  }
}

/* Signed roots of the permuted statistics, (pairs within slices) x R. */
SEXP ffi_resample_swap(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                       SEXP replicates, SEXP draws) {
  vd_set set = glue_set(x);
  numbers from = read_numbers(draws);
  exchange e = read_exchange(&set, metric, selected, pairs, request);
  int R = glue_whole(replicates, 0, INT_MAX);
  R_xlen_t n = (R_xlen_t)e.n_slices * e.n_pairs;
  size_t n_changes = (size_t)set.n_profiles;
  size_t n_sums = vd_swap_width(&e.swaps) * (size_t)e.n_slices;
  double steps = 2 * (double)e.swaps.n_swaps * set.n_classifiers +
                 (double)set.n_profiles + 10 * (double)n;
  int threads = glue_threads(from.threads, 10 * steps * R, R);
  double *changes = glue_doubles(n_changes * (size_t)threads + 1);
  double *sums = glue_doubles(n_sums * (size_t)threads + 1);
  const double *weight = set.start ? set.multiplicity : set.count;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)n, R));
  double *z = REAL(out);
  ptrdiff_t together = threads * glue_chunk(steps / 8);
  GLUE_CHUNKS (lo, hi, R, together) {
    GLUE_PARALLEL(threads, hi - lo)
    for (ptrdiff_t r = lo; r < hi; r++) {
      size_t t = (size_t)glue_thread();
      vd_stream stream = vd_stream_make(from.seed, from.first + (double)r);
      vd_swap_changes(weight, set.n_profiles, &stream, changes + t * n_changes);
      permute(&e, changes + t * n_changes, sums + t * n_sums, z + r * n);
    }
  }
  UNPROTECT(1);
  return out;
}

/* For each pair within each slice the observed signed root, the exact p-value (NA: more
 * combinations than `limit`), the number of combinations and log p (4 x pairs within
 * slices). */
SEXP ffi_resample_exact(SEXP x, SEXP metric, SEXP selected, SEXP pairs, SEXP request,
                        SEXP limit) {
  vd_set set = glue_set(x);
  exchange e = read_exchange(&set, metric, selected, pairs, request);
  R_xlen_t n = (R_xlen_t)e.n_slices * e.n_pairs;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 4, (int)n));
  for (R_xlen_t i = 0; i < n; i++) {
    double *column = REAL(out) + 4 * i;
    const int *who = e.pair + 2 * (i % e.n_pairs);
    R_CheckUserInterrupt();
    column[0] = vd_swap_statistic(&e.observed[i], e.request);
    column[1] = vd_swap_exact(&set, &e.swaps, (int)(i / e.n_pairs), who[0] - 1,
                              who[1] - 1, &e.observed[i], e.request, Rf_asReal(limit),
                              &column[2], &column[3]);
    if (ISNAN(column[1])) column[1] = column[3] = NA_REAL;
  }
  UNPROTECT(1);
  return out;
}
