#include "glue.h"
#include "verdict.h"

#include "core/scores/posthoc.h"
#include "core/scores/ranks.h"

#include <limits.h>
#include <math.h>

static vd_scatter read_scatter(SEXP list) {
  SEXP reason = glue_element(list, "reason");
  return (vd_scatter){Rf_asReal(glue_element(list, "se")),
                      Rf_asReal(glue_element(list, "dof")),
                      (vd_status)GLUE_CHOICE(reason, "status", vd_status_names)};
}

enum { N_COLUMNS = 4 };
static const char *const column_names[N_COLUMNS] = {"estimate", "std.error", "statistic",
                                                    "log.p.value"};

static SEXP new_columns(R_xlen_t n) {
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int c = 0; c < N_COLUMNS; c++) SET_VECTOR_ELT(out, c, Rf_allocVector(REALSXP, n));
  UNPROTECT(1);
  return out;
}

static void put(SEXP out, R_xlen_t i, vd_contrast found) {
  const double value[] = {found.estimate, found.se, found.statistic, found.log_p};
  for (int c = 0; c < N_COLUMNS; c++) glue_put_number(out, c, i, value[c]);
}

/* Contrasts (columns of `weights`) of the places that ffi_blocks_test() found. */
SEXP ffi_posthoc_contrasts(SEXP found, SEXP weights, SEXP alternative) {
  SEXP place = glue_element(found, "place");
  int k = Rf_nrows(weights);
  R_xlen_t n = Rf_ncols(weights);
  vd_scatter scatter = read_scatter(found);
  vd_alternative side = glue_alternative(alternative);
  const double *at = glue_numbers(place, k);
  SEXP out = PROTECT(new_columns(n));
  for (R_xlen_t i = 0; i < n; i++) {
    put(out, i, vd_posthoc_contrast(k, at, scatter, REAL_RO(weights) + i * k, side));
  }
  UNPROTECT(1);
  return out;
}

/* Contrasts of estimates with a covariance and degrees of freedom (Inf: normal). */
SEXP ffi_posthoc_linear(SEXP theta, SEXP vcov, SEXP dof, SEXP weights, SEXP alternative) {
  int k = Rf_nrows(weights);
  R_xlen_t n = Rf_ncols(weights);
  if (XLENGTH(theta) != k || XLENGTH(vcov) != (R_xlen_t)k * k) {
    Rf_error("internal: contrasts of other estimates");
  }
  vd_alternative side = glue_alternative(alternative);
  SEXP out = PROTECT(new_columns(n));
  for (R_xlen_t i = 0; i < n; i++) {
    put(out, i,
        vd_posthoc_linear(k, REAL_RO(theta), REAL_RO(vcov), Rf_asReal(dof),
                          REAL_RO(weights) + i * k, side));
  }
  UNPROTECT(1);
  return out;
}

/* The same for pairs, columns of two 1-based positions. */
SEXP ffi_posthoc_pairs(SEXP found, SEXP pairs, SEXP alternative) {
  SEXP place = glue_element(found, "place");
  const int *pair = glue_pairs(pairs, Rf_xlength(place));
  R_xlen_t n = Rf_ncols(pairs);
  vd_scatter scatter = read_scatter(found);
  vd_alternative side = glue_alternative(alternative);
  SEXP out = PROTECT(new_columns(n));
  for (R_xlen_t i = 0; i < n; i++) {
    put(out, i,
        vd_posthoc_pair(REAL_RO(place), scatter, pair[2 * i] - 1, pair[2 * i + 1] - 1,
                        side));
  }
  UNPROTECT(1);
  return out;
}

/* Sizes of effect of pairs of columns of x: differences over their standard deviation,
 * or, of `ranks`, shares of units won. */
SEXP ffi_posthoc_effects(SEXP x, SEXP pairs, SEXP ranks, SEXP higher) {
  ptrdiff_t n = Rf_nrows(x);
  int k = Rf_ncols(x), won = Rf_asLogical(ranks);
  const int *pair = glue_pairs(pairs, k);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, Rf_ncols(pairs)));
  double *rank = (double *)R_alloc((size_t)(n * k) + 1, sizeof(double));
  double *row = (double *)R_alloc(3 * (size_t)k, sizeof(double));
  ptrdiff_t *order = (ptrdiff_t *)R_alloc((size_t)k, sizeof(ptrdiff_t));
  if (won) vd_rank_rows(n, k, REAL_RO(x), Rf_asLogical(higher), rank, row, order);
  for (R_xlen_t i = 0; i < Rf_xlength(out); i++) {
    int a = pair[2 * i] - 1, b = pair[2 * i + 1] - 1;
    double effect =
        won ? vd_posthoc_win(n, rank, a, b) : vd_posthoc_gap(n, REAL_RO(x), a, b);
    REAL(out)[i] = glue_number(effect);
  }
  UNPROTECT(1);
  return out;
}

/* Two-sided log p of statistics among all pairs or contrasts of k places. */
SEXP ffi_posthoc_together(SEXP statistic, SEXP k, SEXP dof, SEXP together) {
  vd_together how = (vd_together)GLUE_CHOICE(together, "family", vd_together_names);
  R_xlen_t n = Rf_xlength(statistic);
  int places = glue_whole(k, 1, INT_MAX);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) {
    REAL(out)
    [i] = vd_posthoc_log_p(REAL_RO(statistic)[i], places, Rf_asReal(dof), how);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* The statistic that is just significant. */
SEXP ffi_posthoc_critical(SEXP log_alpha, SEXP k, SEXP dof, SEXP together) {
  vd_together how = (vd_together)GLUE_CHOICE(together, "family", vd_together_names);
  return Rf_ScalarReal(vd_posthoc_critical(
      Rf_asReal(log_alpha), glue_whole(k, 1, INT_MAX), Rf_asReal(dof), how));
}

/* Newman and Keuls: log p of every pair, a symmetric matrix. */
SEXP ffi_posthoc_ranges(SEXP found) {
  SEXP place = glue_element(found, "place");
  int k = (int)Rf_xlength(place);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, k, k));
  ptrdiff_t *order = (ptrdiff_t *)R_alloc((size_t)k, sizeof(ptrdiff_t));
  double *slack = (double *)R_alloc((size_t)k, sizeof(double));
  double *rank = (double *)R_alloc((size_t)k, sizeof(double));
  double *log_p = (double *)R_alloc((size_t)k * (size_t)k, sizeof(double));
  vd_rank_scores(k, REAL_RO(place), slack, rank, order);
  vd_posthoc_ranges(k, REAL_RO(place), read_scatter(found), order, log_p);
  for (int a = 0; a < k; a++) {
    REAL(out)[order[a] + order[a] * k] = 0;
    for (int b = a + 1; b < k; b++) {
      REAL(out)[order[a] + order[b] * k] = log_p[a + b * k];
      REAL(out)[order[b] + order[a] * k] = log_p[a + b * k];
    }
  }
  UNPROTECT(1);
  return out;
}
