#include "glue.h"
#include "verdict.h"

#include "core/scores/bayes.h"

#include <R_ext/Random.h>
#include <R_ext/Utils.h>
#include <limits.h>

static SEXP three(const double cell[VD_CELLS], double divisor) {
  SEXP out = Rf_allocVector(REALSXP, VD_CELLS);
  for (int k = 0; k < VD_CELLS; k++) REAL(out)[k] = cell[k] / divisor;
  return out;
}

/* Probabilities of the three cells, and the posterior's location, scale and df. */
SEXP ffi_bayes_correlated(SEXP d, SEXP rho, SEXP rope) {
  static const char *const names[] = {"probability", "location", "scale", "df"};
  double cell[VD_CELLS];
  vd_bayes_t posterior = vd_bayes_correlated(REAL_RO(d), Rf_xlength(d), Rf_asReal(rho));
  vd_bayes_t_split(posterior, Rf_asReal(rope), cell);
  SEXP out = PROTECT(glue_named_list(names, 4));
  SET_VECTOR_ELT(out, 0, three(cell, 1));
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(posterior.location));
  SET_VECTOR_ELT(out, 2, Rf_ScalarReal(posterior.scale));
  SET_VECTOR_ELT(out, 3, Rf_ScalarReal(posterior.dof));
  UNPROTECT(1);
  return out;
}

/* Of pairs of classifiers with these differences of means: probabilities (3 x pairs),
 * credible limits (2 x pairs), and the nodes of the posterior. `level`: between, within,
 * number of classifiers, degrees of freedom and factor, as in vd_bayes_level. */
SEXP ffi_bayes_hierarchical(SEXP gap, SEXP level, SEXP rope, SEXP confidence) {
  static const char *const names[] = {"probability", "limits", "share",
                                      "scale",       "weight", "df"};
  const double *given = glue_numbers(level, 5),
               *gaps = glue_numbers(gap, Rf_xlength(gap));
  R_xlen_t n = Rf_xlength(gap);
  double half = (1 - Rf_asReal(confidence)) / 2;
  vd_bayes_level x = {given[0], given[1], given[2], given[3], given[4]};
  int fine = isfinite(x.between) && x.between >= 0 && isfinite(x.within) &&
             x.within > 0 && x.n >= 2 && x.n < 1e9 && x.residual_dof > 0 &&
             isfinite(x.residual_dof) && x.factor > 0 && isfinite(x.factor) && half > 0 &&
             half < 0.5;
  if (!fine) Rf_error("internal: no model of these");
  R_xlen_t size = vd_bayes_level_nodes(&x);
  SEXP out = PROTECT(glue_named_list(names, 6));
  double *cell = REAL(SET_VECTOR_ELT(out, 0, Rf_allocMatrix(REALSXP, VD_CELLS, (int)n)));
  double *limit = REAL(SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, 2, (int)n)));
  vd_bayes_nodes nodes = {
      .share = REAL(SET_VECTOR_ELT(out, 2, Rf_allocVector(REALSXP, size))),
      .scale = REAL(SET_VECTOR_ELT(out, 3, Rf_allocVector(REALSXP, size))),
      .weight = REAL(SET_VECTOR_ELT(out, 4, Rf_allocVector(REALSXP, size)))};
  vd_bayes_level_fill(&x, &nodes);
  SET_VECTOR_ELT(out, 5, Rf_ScalarReal(nodes.dof));
  for (R_xlen_t i = 0; i < n; i++) {
    if (i % 64 == 63) R_CheckUserInterrupt();
    vd_bayes_nodes_split(&nodes, gaps[i], Rf_asReal(rope), cell + VD_CELLS * i);
    limit[2 * i] = vd_bayes_nodes_quantile(&nodes, gaps[i], half);
    limit[2 * i + 1] = vd_bayes_nodes_quantile(&nodes, gaps[i], 1 - half);
  }
  UNPROTECT(1);
  return out;
}

/* `prior`: one number a cell. Probabilities, and the posterior's parameters. */
SEXP ffi_bayes_sign(SEXP d, SEXP prior, SEXP rope, SEXP slack) {
  static const char *const names[] = {"probability", "alpha"};
  double alpha[VD_CELLS], cell[VD_CELLS];
  vd_bayes_count(REAL_RO(d), Rf_xlength(d), Rf_asReal(rope), Rf_asReal(slack), alpha);
  for (int k = 0; k < VD_CELLS; k++) alpha[k] += glue_numbers(prior, VD_CELLS)[k];
  /* Without a region the ties decide nothing. */
  double rest = alpha[VD_ROPE];
  if (Rf_asReal(rope) == 0) alpha[VD_ROPE] = 0;
  vd_bayes_largest(alpha, cell);
  alpha[VD_ROPE] = rest;
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, three(cell, 1));
  SET_VECTOR_ELT(out, 1, three(alpha, 1));
  UNPROTECT(1);
  return out;
}

/* Shares of the draws in which each cell is the largest, the mean of the draws, and the
 * first `keep` of them. */
SEXP ffi_bayes_signed_rank(SEXP d, SEXP prior, SEXP rope, SEXP slack, SEXP draws,
                           SEXP keep) {
  static const char *const names[] = {"probability", "draws", "share"};
  R_xlen_t n = Rf_xlength(d);
  int R = glue_whole(draws, 0, INT_MAX), kept = glue_whole(keep, 0, R);
  double *work = (double *)R_alloc(vd_bayes_pairs_work(n), sizeof(double));
  ptrdiff_t *index = (ptrdiff_t *)R_alloc(vd_bayes_pairs_index(n), sizeof(ptrdiff_t));
  vd_bayes_pairs pairs = vd_bayes_pairs_make(
      REAL_RO(d), n, Rf_asReal(prior), Rf_asReal(rope), Rf_asReal(slack), work, index);
  double count[VD_CELLS] = {0}, sum[VD_CELLS] = {0}, cell[VD_CELLS], steps = 0;
  SEXP out = PROTECT(glue_named_list(names, 3));
  SEXP drawn = SET_VECTOR_ELT(out, 1, Rf_allocMatrix(REALSXP, VD_CELLS, kept));
  GetRNGstate();
  for (int r = 0; r < R; r++) {
    vd_bayes_pairs_draw(&pairs, cell);
    vd_bayes_vote(cell, count);
    for (int k = 0; k < VD_CELLS; k++) sum[k] += cell[k];
    for (int k = 0; r < kept && k < VD_CELLS; k++)
      REAL(drawn)[VD_CELLS * r + k] = cell[k];
    steps += 8 * (double)n;
    if (steps < GLUE_STEPS) continue;
    steps = 0;
    glue_interrupt_drawing();
  }
  PutRNGstate();
  SET_VECTOR_ELT(out, 0, three(count, R));
  SET_VECTOR_ELT(out, 2, three(sum, R));
  UNPROTECT(1);
  return out;
}
