#include "glue.h"
#include "verdict.h"

#include "core/math/status.h"
#include "core/scores/blocks.h"
#include "core/scores/friedman_exact.h"
#include "core/scores/ranks.h"

#include <R_ext/Random.h>
#include <limits.h>
#include <math.h>

static SEXP number(double x) {
  return Rf_ScalarReal(glue_number(x));
}

/* A test of all columns of the matrix x: its numbers, the place of each classifier, and
 * the standard error and degrees of freedom that pairs of them share. */
SEXP ffi_blocks_test(SEXP x, SEXP higher, SEXP method, SEXP inflation) {
  static const char *const names[] = {"statistic", "df",     "df2",   "log.p.value",
                                      "status",    "untied", "place", "se",
                                      "dof",       "reason"};
  ptrdiff_t n = Rf_nrows(x);
  int k = Rf_ncols(x);
  if (n < 1 || k < 2) Rf_error("internal: no ranks of one");
  SEXP out = PROTECT(glue_named_list(names, 10));
  SEXP place = SET_VECTOR_ELT(out, 6, Rf_allocVector(REALSXP, k));
  double *work = (double *)R_alloc(vd_blocks_work(n, k), sizeof(double));
  ptrdiff_t *order = (ptrdiff_t *)R_alloc((size_t)(n * k), sizeof(ptrdiff_t));
  vd_blocks found = vd_blocks_test(
      (vd_blocks_method)GLUE_CHOICE(method, "test", vd_blocks_names), n, k, REAL_RO(x),
      Rf_asLogical(higher), Rf_asReal(inflation), REAL(place), work, order);
  const double value[] = {found.test.statistic, found.test.df1, found.test.df2,
                          found.test.log_p};
  for (int i = 0; i < 4; i++) SET_VECTOR_ELT(out, i, number(value[i]));
  SET_VECTOR_ELT(out, 4, Rf_mkString(vd_status_names[found.test.status]));
  SET_VECTOR_ELT(out, 5, number(found.untied));
  SET_VECTOR_ELT(out, 7, number(found.scatter.se));
  SET_VECTOR_ELT(out, 8, number(found.scatter.dof));
  SET_VECTOR_ELT(out, 9, Rf_mkString(vd_status_names[found.scatter.status]));
  UNPROTECT(1);
  return out;
}

/* -- Friedman's permutation distribution --------------------------------------- */

/* Additions to vectors of sums (a second or so), and slots of a table. */
static const double MAX_STEPS = 2e7;
enum { MAX_SLOTS = 1 << 19, SLOT_CHUNK = 1 << 10 };

static vd_rank_states new_states(void) {
  return (vd_rank_states){(uint64_t *)R_alloc(MAX_SLOTS, sizeof(uint64_t)),
                          (double *)R_alloc(MAX_SLOTS, sizeof(double)), MAX_SLOTS, 0};
}

/* log P(as far out as `sum`), NAN when it takes too long or too much room. */
static double log_p_exact(ptrdiff_t n, int k, const double *rank, const double *sum) {
  int bits = vd_friedman_bits(n, k), row[VD_FRIEDMAN_MOST];
  if (bits == 0) return NAN;
  vd_rank_states from = new_states(), to = new_states();
  double steps = 0;
  vd_friedman_row(n, k, rank, row);
  vd_friedman_start(k, bits, row, &from);
  for (ptrdiff_t i = 1; i < n; i++) {
    vd_friedman_row(n, k, rank + i, row);
    steps += (double)from.used * vd_friedman_orders(k, row) + MAX_SLOTS / 64.0;
    if (steps > MAX_STEPS) return NAN;
    vd_friedman_clear(&to);
    for (size_t lo = 0; lo < MAX_SLOTS; lo += SLOT_CHUNK) {
      if (vd_friedman_add(k, bits, (int)i, row, &from, lo, lo + SLOT_CHUNK, &to) !=
          VD_STATUS_OK) {
        return NAN; /* LCOV_EXCL_LINE: the steps run out before the slots do */
      }
    }
    R_CheckUserInterrupt();
    vd_rank_states kept = from;
    from = to;
    to = kept;
  }
  return vd_friedman_log_tail(n, k, bits, sum, &from);
}

static double p_drawn(ptrdiff_t n, int k, const double *rank, const double *sum,
                      double draws) {
  double *rows = (double *)R_alloc((size_t)(n * k), sizeof(double));
  double *drawn = (double *)R_alloc((size_t)k, sizeof(double));
  double observed = 0, beyond = 0, chunk = (double)glue_chunk((double)n * k);
  for (ptrdiff_t i = 0; i < n; i++) {
    for (int j = 0; j < k; j++) rows[i * k + j] = rank[i + j * n];
  }
  for (int j = 0; j < k; j++) observed += sum[j] * sum[j];
  GetRNGstate();
  for (double done = 0; done < draws; done++) {
    beyond += vd_friedman_draw(n, k, rows, drawn) >= observed;
    if (fmod(done + 1, chunk) == 0) {
      glue_interrupt_drawing();
    }
  }
  PutRNGstate();
  return (beyond + 1) / (draws + 1);
}

/* Friedman's test against its permutation distribution. */
SEXP ffi_blocks_permute(SEXP x, SEXP higher, SEXP draws) {
  static const char *const names[] = {"log.p.value", "exact"};
  ptrdiff_t n = Rf_nrows(x);
  int k = Rf_ncols(x), most = glue_whole(draws, 0, INT_MAX);
  if (n < 1 || k < 2) Rf_error("internal: no ranks of one");
  double *rank = (double *)R_alloc((size_t)(n * k), sizeof(double));
  double *work = (double *)R_alloc(3 * (size_t)k, sizeof(double));
  ptrdiff_t *order = (ptrdiff_t *)R_alloc((size_t)k, sizeof(ptrdiff_t));
  vd_rank_rows(n, k, REAL_RO(x), Rf_asLogical(higher), rank, work, order);
  vd_friedman_spread(n, k, rank, work);
  double log_p = log_p_exact(n, k, rank, work);
  int exact = !isnan(log_p);
  if (!exact) log_p = log(p_drawn(n, k, rank, work, most));
  SEXP out = PROTECT(glue_named_list(names, 2));
  SET_VECTOR_ELT(out, 0, Rf_ScalarReal(log_p));
  SET_VECTOR_ELT(out, 1, Rf_ScalarLogical(exact));
  UNPROTECT(1);
  return out;
}
