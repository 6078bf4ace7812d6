#include "glue_numeric.h"
#include "verdict.h"

#include "core/numeric/calibration.h"
#include "core/numeric/isotonic.h"

#include <limits.h>

/* -- tests ------------------------------------------------------------------------ */

typedef enum {
  TEST_CUMULATIVE,
  TEST_SPIEGELHALTER,
  TEST_RATIO,
  TEST_HOSMER
} calibration_test;

static const char *const calibration_test_names[] = {
    [TEST_CUMULATIVE] = "cumulative",
    [TEST_SPIEGELHALTER] = "spiegelhalter",
    [TEST_RATIO] = "likelihood_ratio",
    [TEST_HOSMER] = "hosmer_lemeshow",
};

/* Of model c. */
static vd_calibration_test test_of(calibration_test kind, const numeric_set *set, int c,
                                   int groups, double *dof) {
  const vd_binary *rows = &set->rows;
  const double *p = set->scores + c * rows->n;
  const int *order = set->order + c * rows->n;
  *dof = kind == TEST_RATIO ? 2 : NA_REAL;
  switch (kind) {
  case TEST_SPIEGELHALTER: return vd_calibration_spiegelhalter(rows, p);
  case TEST_HOSMER: return vd_calibration_hosmer(rows, p, order, groups, dof);
  case TEST_RATIO: {
    vd_calibration_fit fit = vd_calibration_logistic(rows, p, NULL, NULL);
    return vd_calibration_ratio(&fit);
  }
  case TEST_CUMULATIVE: break;
  }
  return vd_calibration_cumulative(rows, p, order);
}

/* -- isotonic regression ------------------------------------------------------------ */

/* Of one model: levels of p and the steps that they are pooled to. */
typedef struct {
  ptrdiff_t L, steps;
  vd_level *level;
  double *value, *weight;
  ptrdiff_t *last;
} isotonic;

static isotonic new_isotonic(ptrdiff_t n) {
  size_t N = (size_t)n + 1;
  return (isotonic){.level = (vd_level *)R_alloc(N, sizeof(vd_level)),
                    .value = glue_doubles(N),
                    .weight = glue_doubles(N),
                    .last = (ptrdiff_t *)R_alloc(N, sizeof(ptrdiff_t))};
}

static void pool(isotonic *x) {
  x->steps = vd_isotonic_pool(x->L, x->level, x->value, x->weight, x->last);
}

static void fit(const numeric_set *set, int c, isotonic *x) {
  ptrdiff_t from = c * set->rows.n;
  x->L = vd_isotonic_levels(&set->rows, set->scores + from, set->order + from, x->level);
  pool(x);
}

static vd_isotonic_parts parts_of(const isotonic *x, int logarithmic) {
  return vd_isotonic_decompose(x->L, x->level, x->value, x->last, logarithmic);
}

/* Of each model: a test of calibration, the parts of its score, and the error in bins. */
SEXP ffi_calibration_tests(SEXP x, SEXP test, SEXP logarithmic, SEXP bins, SEXP groups) {
  static const char *const names[] = {"statistic",      "df",          "log.p.value",
                                      "impossible",     "score",       "miscalibration",
                                      "discrimination", "uncertainty", "ece",
                                      "ece_squared",    "alone",       "status"};
  numeric_set set = {0};
  glue_binary(x, &set);
  calibration_test kind =
      (calibration_test)GLUE_CHOICE(test, "test", calibration_test_names);
  int n_bins = glue_whole(bins, 1, INT_MAX / 4),
      n_groups = glue_whole(groups, 1, INT_MAX);
  double *work = glue_doubles(3 * (size_t)n_bins);
  isotonic regression = new_isotonic(set.rows.n);
  SEXP out = PROTECT(glue_numeric_columns(names, 12, set.n_models));
  for (int c = 0; c < set.n_models; c++) {
    double dof;
    vd_calibration_test found = test_of(kind, &set, c, n_groups, &dof);
    fit(&set, c, &regression);
    vd_isotonic_parts parts = parts_of(&regression, Rf_asLogical(logarithmic));
    vd_calibration_bins binned =
        vd_calibration_ece(&set.rows, set.scores + c * set.rows.n, n_bins, work);
    const double numbers[] = {found.statistic,      dof,
                              found.log_p,          found.impossible,
                              parts.score,          parts.miscalibration,
                              parts.discrimination, parts.uncertainty,
                              binned.error,         binned.squared,
                              binned.alone};
    for (int k = 0; k < 11; k++) glue_put_number(out, k, c, numbers[k]);
    glue_put_name(VECTOR_ELT(out, 11), c, vd_status_names[found.status]);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* The fitted value at each of some levels, from 0. */
static void values_at(const isotonic *x, const int *at, int n, double *out) {
  for (ptrdiff_t g = 0, s = 0; g < n; g++) {
    while (x->last[s] <= at[g]) s++;
    out[g] = x->value[s];
  }
}

/* The isotonic regression of one model at every level of p: p, weight, events, value. */
SEXP ffi_calibration_curve(SEXP x, SEXP classifier) {
  static const char *const names[] = {"p", "weight", "events", "value"};
  numeric_set set = {0};
  glue_binary(x, &set);
  isotonic regression = new_isotonic(set.rows.n);
  fit(&set, glue_whole(classifier, 1, set.n_models) - 1, &regression);
  SEXP out = PROTECT(glue_named_list(names, 4));
  for (int k = 0; k < 4; k++)
    SET_VECTOR_ELT(out, k, Rf_allocVector(REALSXP, regression.L));
  for (ptrdiff_t l = 0, s = 0; l < regression.L; l++) {
    if (l == regression.last[s]) s++;
    REAL(VECTOR_ELT(out, 0))[l] = regression.level[l].p;
    REAL(VECTOR_ELT(out, 1))[l] = regression.level[l].weight;
    REAL(VECTOR_ELT(out, 2))[l] = regression.level[l].events;
    REAL(VECTOR_ELT(out, 3))[l] = regression.value[s];
  }
  UNPROTECT(1);
  return out;
}

/* The same if the probabilities were right, R times: values at some rising levels (from
 * 1), a row a replicate, and miscalibration. */
SEXP ffi_calibration_drawn(SEXP x, SEXP classifier, SEXP at, SEXP replicates,
                           SEXP logarithmic) {
  static const char *const names[] = {"value", "miscalibration"};
  numeric_set set = {0};
  glue_binary(x, &set);
  isotonic regression = new_isotonic(set.rows.n);
  fit(&set, glue_whole(classifier, 1, set.n_models) - 1, &regression);
  int n = (int)Rf_xlength(at), R = glue_whole(replicates, 1, INT_MAX);
  const int *asked = glue_codes(at, n, 1, (int)regression.L);
  int *level = (int *)R_alloc((size_t)n + 1, sizeof(int));
  double *drawn = glue_doubles((size_t)n + 1);
  for (int g = 0; g < n; g++) {
    level[g] = asked[g] - 1;
    if (g > 0 && level[g] <= level[g - 1]) Rf_error("internal: levels that do not rise");
  }
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, R, n));
  SET_VECTOR_ELT(out, 1, Rf_allocVector(REALSXP, R));
  GetRNGstate();
  for (int r = 0; r < R; r++) {
    vd_isotonic_draw(regression.L, regression.level);
    pool(&regression);
    values_at(&regression, level, n, drawn);
    for (int g = 0; g < n; g++) REAL(VECTOR_ELT(out, 0))[r + (R_xlen_t)g * R] = drawn[g];
    REAL(VECTOR_ELT(out, 1))
    [r] = parts_of(&regression, Rf_asLogical(logarithmic)).miscalibration;
    glue_interrupt_drawing();
  }
  PutRNGstate();
  UNPROTECT(1);
  return out;
}
