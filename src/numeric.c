#include "glue_numeric.h"
#include "verdict.h"

#include <math.h>
#include <string.h>

#include "core/numeric/areas.h"
#include "core/numeric/auc.h"
#include "core/numeric/auc_interval.h"
#include "core/numeric/benefit.h"
#include "core/numeric/classes.h"
#include "core/numeric/loss.h"
#include "core/numeric/measures.h"
#include "core/numeric/operating.h"
#include "core/numeric/order.h"
#include "core/numeric/units.h"

/* The order of each column of a matrix of scores without NaN: rows from 0. */
SEXP ffi_numeric_order(SEXP scores, SEXP allowed) {
  ptrdiff_t n = Rf_nrows(scores);
  int C = Rf_ncols(scores);
  int threads = glue_threads(Rf_asInteger(allowed), 20 * (double)n * C, C);
  size_t N = (size_t)n + 1, T = (size_t)threads;
  SEXP out = PROTECT(Rf_allocMatrix(INTSXP, (int)n, C));
  const double *score = REAL_RO(scores);
  int *order = INTEGER(out), *others = (int *)R_alloc(N * T, sizeof(int));
  uint64_t *keys = (uint64_t *)R_alloc(2 * N * T, sizeof(uint64_t));
  GLUE_CHUNKS (lo, hi, C, threads) {
    GLUE_PARALLEL(threads, hi - lo)
    for (ptrdiff_t c = lo; c < hi; c++) {
      size_t own = (size_t)glue_thread() * N;
      vd_order_scores(n, score + c * n, order + c * n, keys + 2 * own, others + own);
    }
  }
  UNPROTECT(1);
  return out;
}

static void prepare_units(numeric_set *set, SEXP form) {
  size_t G = (size_t)set->units.n_clusters;
  set->units.rows = &set->rows;
  set->units.form =
      (vd_units_form)GLUE_CHOICE(form, "form of units", vd_units_form_names);
  set->units.share = glue_doubles(G + 1);
  vd_units_prepare(&set->units, (int *)R_alloc(2 * G + 1, sizeof(int)));
}

static void use_model(const numeric_set *set, int c, int *within, ptrdiff_t *end,
                      vd_model *model) {
  ptrdiff_t n = set->rows.n;
  if (c < 0 || c >= set->n_models) Rf_error("internal: no such classifier");
  *model = (vd_model){.rows = &set->rows,
                      .score = set->scores + c * n,
                      .order = set->order + c * n,
                      .mark = set->mark + c * n,
                      .within = within,
                      .end = end,
                      .units = &set->units};
  if (set->stratum)
    vd_order_strata(n, model->order, set->stratum, set->n_strata, within, end);
}

/* Whether any quantity is of probabilities that are kept away from 0 and 1. */
static int any_clips(SEXP measure, const double *clip) {
  for (int k = 0; k < Rf_xlength(measure); k++) {
    vd_numeric_measure which =
        (vd_numeric_measure)GLUE_CODE(measure, k, "measure", vd_numeric_measure_names);
    if (vd_numeric_clips(which) && clip[k] > 0) return 1;
  }
  return 0;
}

/* The scores, or a copy that is kept away from 0 and 1. */
static const double *kept_scores(const double *score, ptrdiff_t n, int clips, double clip,
                                 double *room) {
  if (!clips || !(clip > 0)) return score;
  vd_loss_clip(n, score, clip, room);
  return room;
}

/* Strata of units that are counted; NULL without. */
static vd_strata *prepare_strata(const numeric_set *set) {
  if (!set->stratum) return NULL;
  size_t N = (size_t)set->rows.n + 1, H = (size_t)set->n_strata;
  size_t K = set->n_classes > 0 ? (size_t)set->n_classes : 2;
  vd_strata *strata = (vd_strata *)R_alloc(1, sizeof *strata);
  *strata = (vd_strata){.n = set->n_strata,
                        .n_classes = (int)K,
                        .least = set->n_classes > 0,
                        .few = 1,
                        .of = set->stratum,
                        .code = set->rows.event,
                        .size = glue_doubles(H * (K + 1)),
                        .begins = (int *)R_alloc(N, sizeof(int)),
                        .lone = (int *)R_alloc(H, sizeof(int)),
                        .share = glue_doubles(H),
                        .value = glue_doubles(H)};
  int *within = (int *)R_alloc(N, sizeof(int));
  ptrdiff_t *end = (ptrdiff_t *)R_alloc(H, sizeof(ptrdiff_t));
  size_t seen = (size_t)set->units.n_clusters * (K + 1) + 1;
  vd_order_strata(set->rows.n, set->order, set->stratum, set->n_strata, within, end);
  vd_strata_prepare(strata, &set->units, within, end, (int *)R_alloc(seen, sizeof(int)));
  return strata;
}

static vd_strata_room strata_room(const numeric_set *set) {
  size_t N = set->stratum ? (size_t)set->rows.n + 1 : 0;
  if (N == 0) return (vd_strata_room){0};
  return (vd_strata_room){.event = (int *)R_alloc(N, sizeof(int)),
                          .order = (int *)R_alloc(N, sizeof(int)),
                          .score = glue_doubles(N),
                          .weight = glue_doubles(N),
                          .u = glue_doubles(N),
                          .work = glue_doubles(N),
                          .mark = (unsigned char *)R_alloc(N, 1)};
}

/* One column of contributions, NaN where they say nothing. Those of rows may be there
 * already, as `u`. */
static vd_status fill(const numeric_set *set, vd_numeric found, vd_units_kind kind,
                      int raw, const double *u, double *out) {
  ptrdiff_t n = raw ? set->rows.n : vd_units_rows(&set->units);
  vd_status status = found.status;
  if (status == VD_STATUS_OK && !raw) {
    status = vd_units_fill(&set->units, kind, u, out);
  } else if (status == VD_STATUS_OK && u != out) {
    memcpy(out, u, (size_t)n * sizeof *out);
  }
  for (ptrdiff_t i = 0; status != VD_STATUS_OK && i < n; i++) out[i] = NA_REAL;
  return status;
}

/* Of each quantity, list(measure, option, classifier): estimate, why it or its variance
 * is unknown, and a column of contributions: of the rows where they are `raw`, else of
 * units, scaled so that their cross products are the covariance. */
SEXP ffi_numeric_estimates(SEXP x, SEXP quantities, SEXP form, SEXP raw) {
  static const char *const names[] = {"estimate", "status", "units"};
  numeric_set set = {0};
  vd_model model;
  glue_binary(x, &set);
  vd_class_sizes size = vd_binary_count(&set.rows);
  if (!set.rows.weight) set.rows.size = &size;
  prepare_units(&set, form);
  SEXP measure = glue_element(quantities, "measure");
  SEXP option = glue_element(quantities, "option");
  SEXP classifier = glue_element(quantities, "classifier");
  SEXP from = glue_optional(quantities, "from");
  int K = (int)Rf_xlength(measure), rowwise = Rf_asLogical(raw);
  set.units.means = glue_optional(quantities, "means") != R_NilValue;
  for (int k = 0; k < K; k++) {
    vd_numeric_measure which =
        (vd_numeric_measure)GLUE_CODE(measure, k, "measure", vd_numeric_measure_names);
    if (vd_numeric_kind(which) != VD_UNITS_MEAN) set.units.means = 0;
  }
  size_t N = (size_t)set.rows.n + 1;
  ptrdiff_t units = rowwise ? set.rows.n : vd_units_rows(&set.units);
  int by_row = rowwise || !set.units.cluster;
  const double *clip = glue_numbers(option, K);
  double *kept = any_clips(measure, clip) ? glue_doubles(N) : NULL;
  double *work = glue_doubles(N);
  double *room_of_rows = by_row ? NULL : glue_doubles(N);
  int *within = (int *)R_alloc(set.stratum ? N : 1, sizeof(int));
  ptrdiff_t *end = (ptrdiff_t *)R_alloc((size_t)set.n_strata + 1, sizeof(ptrdiff_t));
  vd_strata_room room = strata_room(&set);
  vd_strata *strata = prepare_strata(&set);
  for (int k = 0; strata && k < K; k++)
    strata->few =
        fmax(strata->few, vd_numeric_few((vd_numeric_measure)GLUE_CODE(
                              measure, k, "measure", vd_numeric_measure_names)));
  SEXP out = PROTECT(glue_named_list(names, 3));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, K));
  SET_VECTOR_ELT(out, 1, Rf_allocVector(STRSXP, K));
  SET_VECTOR_ELT(out, 2, Rf_allocMatrix(REALSXP, (int)units, K));
  for (int k = 0; k < K; k++) {
    vd_numeric_measure which =
        (vd_numeric_measure)GLUE_CODE(measure, k, "measure", vd_numeric_measure_names);
    use_model(&set, INTEGER_RO(classifier)[k] - 1, within, end, &model);
    model.room = room;
    model.strata = strata;
    if (from != R_NilValue) model.from = glue_numbers(from, K)[k];
    double own = clip[k];
    model.score =
        kept_scores(model.score, set.rows.n, vd_numeric_clips(which), own, kept);
    double *column = REAL(VECTOR_ELT(out, 2)) + k * units;
    double *u = by_row ? column : room_of_rows;
    vd_numeric found = vd_numeric_of(&model, which, own, u, work);
    vd_units_kind kind =
        strata && vd_numeric_ranks(which) ? VD_UNITS_SCALED : vd_numeric_kind(which);
    vd_status status = fill(&set, found, kind, rowwise, u, column);
    REAL(VECTOR_ELT(out, 0))[k] = glue_number(found.value);
    glue_put_name(VECTOR_ELT(out, 1), k, vd_status_names[status]);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* Places of every model, whose areas are found on the way. */
static uint32_t *find_places(const numeric_set *set, vd_class_sizes size, int allowed,
                             double *area) {
  ptrdiff_t n = set->rows.n, C = set->n_models;
  size_t N = (size_t)n + 1;
  int threads = glue_threads(allowed, 20 * (double)n * (double)C, (double)C), changed = 0;
  uint32_t *twice = (uint32_t *)R_alloc(N * (size_t)C, sizeof *twice);
  unsigned char *mark = (unsigned char *)R_alloc(N * (size_t)threads, 1);
  GLUE_CHUNKS (lo, hi, C, threads) {
    GLUE_PARALLEL(threads, hi - lo)
    for (ptrdiff_t c = lo; c < hi; c++) {
      unsigned char *own = mark + (size_t)glue_thread() * N;
      area[c] = NAN;
      if (!glue_mark(set, (int)c, own)) continue;
      int64_t sum = vd_areas_places(&set->rows, set->order + c * n, own,
                                    (ptrdiff_t)size.positive, twice + c * n);
      area[c] = (double)sum / (2 * (size.positive * size.negative));
    }
    for (ptrdiff_t c = lo; c < hi; c++) changed |= isnan(area[c]);
    if (changed) glue_abort_order();
  }
  return twice;
}

/* Their covariance, by stretches of rows. */
static void find_covariance(const numeric_set *set, vd_class_sizes size, int allowed,
                            const uint32_t *twice, const double *area, double *all,
                            double *with) {
  enum { STRETCH = VD_AREAS_STRETCH };
  ptrdiff_t n = set->rows.n, stretches = (n + STRETCH - 1) / STRETCH;
  int q = set->n_models;
  size_t cells = (size_t)q * (size_t)q, room = (size_t)q * VD_AREAS_BLOCK;
  double pairs = (double)q * (q + 1) / 2;
  int threads = glue_threads(allowed, (double)n * (q + pairs), (double)stretches);
  double *part = glue_doubles(2 * cells * (size_t)threads);
  double *rooms = glue_doubles(room * (size_t)threads);
  memset(all, 0, cells * sizeof *all);
  memset(with, 0, cells * sizeof *with);
  GLUE_CHUNKS (lo, hi, stretches, threads) {
    memset(part, 0, 2 * cells * (size_t)(hi - lo) * sizeof *part);
    GLUE_PARALLEL(threads, hi - lo)
    for (ptrdiff_t s = lo; s < hi; s++) {
      double *own = part + 2 * cells * (size_t)(s - lo);
      ptrdiff_t from = s * STRETCH, to = n - from < STRETCH ? n : from + STRETCH;
      vd_areas_cross(&set->rows, size, q, twice, area, from, to, own, own + cells,
                     rooms + room * (size_t)glue_thread());
    }
    for (ptrdiff_t s = lo; s < hi; s++) {
      const double *own = part + 2 * cells * (size_t)(s - lo);
      for (size_t k = 0; k < cells; k++) {
        all[k] += own[k];
        with[k] += own[k + cells];
      }
    }
  }
  vd_areas_finish(q, all, with);
}

/* Areas of all models and their covariance, as ffi_numeric_estimates() and
 * ffi_numeric_cross() find them, the same on any number of threads; NULL but for
 * independent rows without weights, two or more of each class. */
SEXP ffi_numeric_areas(SEXP x, SEXP threads) {
  static const char *const names[] = {"estimate", "vcov", "with"};
  numeric_set set = {0};
  int allowed = glue_whole(threads, 1, GLUE_MOST_THREADS);
  glue_numeric(x, &set, 0);
  vd_class_sizes size = vd_binary_count(&set.rows);
  if (set.n_classes > 0 || set.rows.weight || set.units.cluster || set.stratum ||
      size.positive < 2 || size.negative < 2)
    return R_NilValue;
  int q = set.n_models;
  SEXP out = PROTECT(glue_named_list(names, 3));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, q));
  for (int i = 1; i < 3; i++) SET_VECTOR_ELT(out, i, Rf_allocMatrix(REALSXP, q, q));
  double *area = REAL(VECTOR_ELT(out, 0));
  const uint32_t *twice = find_places(&set, size, allowed, area);
  find_covariance(&set, size, allowed, twice, area, REAL(VECTOR_ELT(out, 1)),
                  REAL(VECTOR_ELT(out, 2)));
  UNPROTECT(1);
  return out;
}

/* What each row adds to a measure that is a mean of such, a column a classifier. */
SEXP ffi_numeric_losses(SEXP x, SEXP measure, SEXP option) {
  numeric_set set = {0};
  glue_numeric(x, &set, 0);
  ptrdiff_t n = set.rows.n;
  int K = set.n_classes > 0 ? set.n_classes : 1, found = 1;
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)n, set.n_models / K));
  vd_classes rows = {.n = n, .n_classes = K, .code = set.rows.event};
  double *kept = glue_doubles((size_t)n * (size_t)K + 1), clip = Rf_asReal(option);
  for (int c = 0; c < set.n_models / K; c++) {
    const double *score = set.scores + c * n * K;
    double *loss = REAL(out) + c * n;
    if (set.n_classes > 0) {
      vd_classes_measure which =
          (vd_classes_measure)GLUE_CHOICE(measure, "measure", vd_classes_measure_names);
      score = kept_scores(score, n * K, vd_classes_clips(which), clip, kept);
      vd_classes_model model = {&rows, score, NULL, 0};
      found = vd_classes_losses(&model, which, loss);
    } else {
      vd_numeric_measure which =
          (vd_numeric_measure)GLUE_CHOICE(measure, "measure", vd_numeric_measure_names);
      score = kept_scores(score, n, vd_numeric_clips(which), clip, kept);
      vd_model model = {.rows = &set.rows, .score = score};
      found = vd_numeric_losses(&model, which, clip, loss);
    }
    if (!found) Rf_error("internal: a measure that is no mean of losses");
  }
  UNPROTECT(1);
  return out;
}

/* Covariance of columns of contributions of rows, and what the rows with the event add.
 */
SEXP ffi_numeric_cross(SEXP units, SEXP truth) {
  static const char *const names[] = {"vcov", "with"};
  if (TYPEOF(units) != REALSXP || !Rf_isMatrix(units) || TYPEOF(truth) != INTSXP ||
      Rf_xlength(truth) != Rf_nrows(units))
    Rf_error("internal: contributions of other rows");
  int q = Rf_ncols(units);
  SEXP out = PROTECT(glue_named_list(names, 2));
  for (int i = 0; i < 2; i++) SET_VECTOR_ELT(out, i, Rf_allocMatrix(REALSXP, q, q));
  vd_units_cross(Rf_nrows(units), q, REAL_RO(units), INTEGER_RO(truth),
                 REAL(VECTOR_ELT(out, 0)), REAL(VECTOR_ELT(out, 1)),
                 R_CheckUserInterrupt);
  UNPROTECT(1);
  return out;
}

/* Degrees of freedom of contrasts of one measure, by the parts of their variances that
 * come from each class. */
SEXP ffi_numeric_dof(SEXP x, SEXP measure, SEXP form, SEXP with, SEXP without) {
  numeric_set set = {0};
  glue_numeric(x, &set, 0);
  prepare_units(&set, form);
  vd_units_kind kind = vd_numeric_kind(
      (vd_numeric_measure)GLUE_CHOICE(measure, "measure", vd_numeric_measure_names));
  R_xlen_t K = Rf_xlength(with);
  if (Rf_xlength(without) != K) Rf_error("internal: parts of other variances");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, K));
  for (R_xlen_t k = 0; k < K; k++) {
    double dof = vd_units_dof(&set.units, kind, REAL_RO(with)[k], REAL_RO(without)[k]);
    REAL(out)[k] = glue_number(dof);
  }
  UNPROTECT(1);
  return out;
}

/* Weights of the rows of each class. */
SEXP ffi_numeric_sizes(SEXP x) {
  static const char *const names[] = {"positive", "negative"};
  numeric_set set = {0};
  glue_numeric(x, &set, 0);
  vd_class_sizes size = vd_binary_count(&set.rows);
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, Rf_ScalarReal(size.positive));
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(size.negative));
  UNPROTECT(1);
  return out;
}

/* Weights of the pairs, one of each class and within strata, that have the same score:
 * one a classifier. */
SEXP ffi_numeric_ties(SEXP x) {
  numeric_set set = {0};
  vd_model model;
  glue_numeric(x, &set, 1);
  size_t H = (size_t)set.n_strata;
  int *within = (int *)R_alloc(set.stratum ? (size_t)set.rows.n + 1 : 1, sizeof(int));
  ptrdiff_t *end = (ptrdiff_t *)R_alloc(H + 1, sizeof(ptrdiff_t));
  SEXP out = PROTECT(Rf_allocVector(REALSXP, set.n_models));
  for (int c = 0; c < set.n_models; c++) {
    use_model(&set, c, within, end, &model);
    double ties = 0;
    if (!set.stratum) ties = vd_auc_ties(&set.rows, model.score, model.order);
    for (size_t h = 0; set.stratum && h < H; h++) {
      ptrdiff_t lo = h > 0 ? end[h - 1] : 0;
      vd_binary part = {
          .n = end[h] - lo, .event = set.rows.event, .weight = set.rows.weight};
      ties += vd_auc_ties(&part, model.score, within + lo);
    }
    REAL(out)[c] = ties;
  }
  UNPROTECT(1);
  return out;
}

/* Nothing, where a set is as it was counted, its orders too; else an error. */
SEXP ffi_numeric_check(SEXP x) {
  numeric_set set = {0};
  glue_numeric(x, &set, 1);
  return R_NilValue;
}

/* Limits of areas, a row each: low, high. */
SEXP ffi_numeric_limits(SEXP kind, SEXP area, SEXP se, SEXP dof, SEXP sizes, SEXP tail) {
  int n = (int)Rf_xlength(area);
  if (Rf_xlength(se) != n || Rf_xlength(dof) != n || Rf_xlength(kind) != n ||
      Rf_xlength(sizes) != 2)
    Rf_error("internal: limits of other areas");
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, n, 2));
  for (int i = 0; i < n; i++) {
    vd_limits found = vd_area_limits(
        (vd_area_interval)GLUE_CODE(kind, i, "interval", vd_area_interval_names),
        REAL_RO(area)[i], REAL_RO(se)[i], REAL_RO(dof)[i], REAL_RO(sizes)[0],
        REAL_RO(sizes)[1], Rf_asReal(tail));
    REAL(out)[i] = glue_number(found.low);
    REAL(out)[i + n] = glue_number(found.high);
  }
  UNPROTECT(1);
  return out;
}

/* The other share where one is reached, of each model, with its limits. */
SEXP ffi_numeric_points(SEXP x, SEXP least, SEXP mirrored, SEXP tail) {
  static const char *const names[] = {"estimate",  "realised", "threshold", "expected",
                                      "std.error", "conf.low", "conf.high", "status"};
  numeric_set set = {0};
  glue_numeric(x, &set, 1);
  SEXP out = PROTECT(glue_numeric_columns(names, 8, set.n_models));
  for (int c = 0; c < set.n_models; c++) {
    ptrdiff_t from = c * set.rows.n;
    vd_operating_point found =
        vd_operating_at(&set.rows, set.scores + from, set.order + from, Rf_asReal(least),
                        Rf_asLogical(mirrored));
    vd_limits limits = vd_operating_limits(found, Rf_asReal(tail));
    glue_put_number(out, 0, c, found.value);
    glue_put_number(out, 1, c, found.realised);
    glue_put_number(out, 2, c, found.threshold);
    glue_put_number(out, 3, c, found.mean);
    glue_put_number(out, 4, c, found.sd);
    glue_put_number(out, 5, c, limits.low);
    glue_put_number(out, 6, c, limits.high);
    glue_put_name(VECTOR_ELT(out, 7), c, vd_status_names[found.status]);
  }
  UNPROTECT(1);
  return out;
}

/* Net benefit of all models at rising thresholds, models fastest, with its covariance. */
SEXP ffi_numeric_benefit(SEXP x, SEXP threshold) {
  static const char *const names[] = {"estimate", "vcov"};
  numeric_set set = {0};
  glue_numeric(x, &set, 0);
  int T = (int)Rf_xlength(threshold), C = set.n_models;
  ptrdiff_t n = set.rows.n;
  int *level = (int *)R_alloc((size_t)n * (size_t)C + 1, sizeof(int));
  double *work = glue_doubles(2 * (size_t)T * (size_t)T);
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, C * T));
  SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, C * T, C * T));
  for (int c = 0; c < C; c++) {
    vd_benefit_levels(n, set.scores + c * n, T, REAL_RO(threshold), level + c * n);
    R_CheckUserInterrupt();
  }
  vd_benefit_joint(&set.rows, C, level, T, REAL_RO(threshold), REAL(VECTOR_ELT(out, 0)),
                   REAL(VECTOR_ELT(out, 1)), work);
  UNPROTECT(1);
  return out;
}

/* Rows of several classes, as the core sees them. */
static vd_classes class_rows(const numeric_set *set) {
  size_t K = (size_t)set->n_classes, H = set->stratum ? (size_t)set->n_strata : 1;
  vd_classes rows = {.n = set->rows.n,
                     .n_classes = set->n_classes,
                     .n_strata = (int)H,
                     .code = set->rows.event,
                     .weight = set->rows.weight,
                     .strata = prepare_strata(set),
                     .units = &set->units,
                     .cell = glue_doubles(K * H + 1),
                     .size = glue_doubles(K + 1)};
  vd_classes_count(&rows);
  return rows;
}

static vd_classes_room class_room(const vd_classes *rows) {
  size_t N = (size_t)rows->n + 1, H = (size_t)rows->n_strata, K = (size_t)rows->n_classes;
  return (vd_classes_room){.event = (int *)R_alloc(N, sizeof(int)),
                           .within = (int *)R_alloc(N, sizeof(int)),
                           .weight = glue_doubles(N),
                           .u = glue_doubles(N),
                           .share = glue_doubles(K),
                           .mean = glue_doubles(K * H),
                           .end = (ptrdiff_t *)R_alloc(H + 1, sizeof(ptrdiff_t)),
                           .mark = (unsigned char *)R_alloc(N, 1)};
}

/* As ffi_numeric_estimates(), of what models say of all classes together. */
SEXP ffi_numeric_classes(SEXP x, SEXP quantities, SEXP form, SEXP raw) {
  static const char *const names[] = {"estimate", "status", "units"};
  numeric_set set = {0};
  glue_numeric(x, &set, 1);
  if (set.n_classes < 2) Rf_error("internal: no classes");
  SEXP measure = glue_element(quantities, "measure");
  SEXP classifier = glue_element(quantities, "classifier");
  prepare_units(&set, form);
  vd_classes rows = class_rows(&set);
  vd_classes_room room = class_room(&rows);
  ptrdiff_t n = rows.n, width = n * rows.n_classes;
  double *count = glue_doubles((size_t)rows.n_classes), *u = glue_doubles((size_t)n + 1);
  vd_classes_units(&rows, &set.units, count,
                   (int *)R_alloc((size_t)set.units.n_clusters + 1, sizeof(int)));
  int Q = (int)Rf_xlength(measure), rowwise = Rf_asLogical(raw);
  const double *option = glue_numbers(glue_element(quantities, "option"), Q);
  const double *from = glue_numbers(glue_element(quantities, "from"), Q);
  double *kept = glue_doubles((size_t)width + 1);
  ptrdiff_t units = rowwise ? n : vd_units_rows(&set.units);
  SEXP out = PROTECT(glue_named_list(names, 3));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, Q));
  SET_VECTOR_ELT(out, 1, Rf_allocVector(STRSXP, Q));
  SET_VECTOR_ELT(out, 2, Rf_allocMatrix(REALSXP, (int)units, Q));
  for (int q = 0; q < Q; q++) {
    vd_classes_measure which =
        (vd_classes_measure)GLUE_CODE(measure, q, "measure", vd_classes_measure_names);
    int c = INTEGER_RO(classifier)[q] - 1;
    if (c < 0 || (c + 1) * rows.n_classes > set.n_models)
      Rf_error("internal: no such classifier");
    const double *score = kept_scores(set.scores + c * width, width,
                                      vd_classes_clips(which), option[q], kept);
    vd_classes_model model = {&rows, score, set.order + c * width, from[q]};
    vd_numeric found = vd_classes_of(&model, which, u, &room);
    double *own = REAL(VECTOR_ELT(out, 2)) + q * units;
    vd_status status;
    int between = vd_classes_between(which);
    if (found.status == VD_STATUS_OK && !rowwise && between && !rows.strata) {
      status = vd_classes_fill(&rows, &set.units, count, u, own);
      for (ptrdiff_t i = 0; status != VD_STATUS_OK && i < units; i++) own[i] = NA_REAL;
    } else {
      status =
          fill(&set, found, between ? VD_UNITS_SCALED : VD_UNITS_MEAN, rowwise, u, own);
    }
    REAL(VECTOR_ELT(out, 0))[q] = glue_number(found.value);
    glue_put_name(VECTOR_ELT(out, 1), q, vd_status_names[status]);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}
