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
    PutRNGstate();
    R_CheckUserInterrupt();
    GetRNGstate();
  }
  PutRNGstate();
  SET_VECTOR_ELT(out, 0, three(count, R));
  SET_VECTOR_ELT(out, 2, three(sum, R));
  UNPROTECT(1);
  return out;
}
