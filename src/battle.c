#include "glue.h"
#include "verdict.h"

#include "core/scores/battle.h"

#include <limits.h>

/* Codes from 1 become codes from 0. */
static int *from_zero(SEXP x, const char *name, R_xlen_t n, int most) {
  const int *code = glue_codes(glue_element(x, name), n, 1, most);
  int *out = (int *)R_alloc((size_t)n + 1, sizeof(int));
  for (R_xlen_t i = 0; i < n; i++) out[i] = code[i] - 1;
  return out;
}

static vd_battles read_battles(SEXP x, int n_models, int ordered) {
  R_xlen_t n = Rf_xlength(glue_element(x, "score"));
  vd_battles out = {.n_models = n_models, .ordered = ordered, .n = n};
  out.first = from_zero(x, "first", n, n_models);
  out.second = from_zero(x, "second", n, n_models);
  out.score = glue_numbers(glue_element(x, "score"), n);
  out.count = glue_numbers(glue_element(x, "count"), n);
  out.unit = glue_codes(glue_element(x, "unit"), n, 0, INT_MAX);
  for (R_xlen_t i = 0; i < n; i++) {
    int fine = out.first[i] != out.second[i] && out.score[i] >= 0 && out.score[i] <= 1 &&
               out.count[i] >= 0 && R_FINITE(out.count[i]);
    if (!fine) Rf_error("internal: no battles of these");
  }
  return out;
}

static vd_status *find_statuses(const vd_battles *battles) {
  int C = battles->n_models;
  vd_status *status = (vd_status *)R_alloc((size_t)C, sizeof(vd_status));
  vd_battle_graph(battles, status, (unsigned char *)R_alloc(vd_battle_graph_work(C), 1));
  vd_battle_links(battles, status, (int *)R_alloc(vd_battle_links_work(C), sizeof(int)));
  return status;
}

/* Of each row of `x`, as below, its block, see vd_battle_blocks(). */
SEXP ffi_battle_blocks(SEXP x, SEXP n_models, SEXP ordered) {
  int C = glue_whole(n_models, 1, 10000);
  vd_battles battles = read_battles(x, C, glue_whole(ordered, 0, 1));
  SEXP out = PROTECT(Rf_allocVector(INTSXP, battles.n));
  vd_battle_blocks(&battles, find_statuses(&battles), INTEGER(out),
                   (int *)R_alloc(vd_battle_blocks_work(C), sizeof(int)));
  UNPROTECT(1);
  return out;
}

/* `x`: first, second (codes from 1), score, count, unit (0: several), a row each; with
 * n_cells not NULL also cell, up to that. The list has abilities and what being first
 * adds, their statuses, the inverse of the information, and what each cell (without: each
 * battle of a row) contributes to the abilities. */
SEXP ffi_battle_fit(SEXP x, SEXP n_models, SEXP ordered, SEXP n_cells) {
  int C = glue_whole(n_models, 1, 10000), ld = C + 1;
  vd_battles battles = read_battles(x, C, glue_whole(ordered, 0, 1));
  int in_cells = n_cells != R_NilValue;
  int units = in_cells ? glue_whole(n_cells, 0, INT_MAX) : (int)battles.n;
  const int *of = in_cells ? from_zero(x, "cell", battles.n, units) : NULL;
  vd_status *status = find_statuses(&battles);
  static const char *const names[] = {"ability", "status", "inverse", "value"};
  SEXP out = PROTECT(glue_named_list(names, 4));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, ld));
  SET_VECTOR_ELT(out, 1, Rf_allocVector(STRSXP, C));
  SET_VECTOR_ELT(out, 2, Rf_allocMatrix(REALSXP, ld, ld));
  SET_VECTOR_ELT(out, 3, Rf_allocMatrix(REALSXP, units, ld));
  double *ability = REAL(VECTOR_ELT(out, 0)), *inverse = REAL(VECTOR_ELT(out, 2));
  double *value = REAL(VECTOR_ELT(out, 3));
  vd_status found =
      vd_battle_fit(&battles, status, ability, inverse, glue_doubles(vd_battle_work(C)),
                    (int *)R_alloc((size_t)C, sizeof(int)), R_CheckUserInterrupt);
  for (R_xlen_t i = 0; i < (R_xlen_t)units * ld; i++) value[i] = 0;
  GLUE_CHUNKS (lo, hi, battles.n, glue_chunk(C)) {
    vd_battle_influence(&battles, status, ability, inverse, of, units, lo, hi, value);
    R_CheckUserInterrupt();
  }
  for (int c = 0; c < C; c++) {
    if (status[c] == VD_STATUS_OK) status[c] = found;
    glue_put_name(VECTOR_ELT(out, 1), c, vd_status_names[status[c]]);
    if (status[c] == VD_STATUS_NEVER_LOST) {
      ability[c] = R_PosInf;
    } else if (status[c] == VD_STATUS_NEVER_WON) {
      ability[c] = R_NegInf;
    } else if (status[c] != VD_STATUS_OK) {
      ability[c] = NA_REAL;
    }
  }
  if (found != VD_STATUS_OK) ability[C] = NA_REAL;
  UNPROTECT(1);
  return out;
}
