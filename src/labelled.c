#include "glue.h"
#include "verdict.h"

#include "core/test/allocate.h"
#include "core/test/labelled.h"

/* A column of counts: rows, those that differ, labelled ones of these, b, c. */
static vd_labelled labelled_of(const double *x) {
  vd_labelled out = {x[0], x[1], x[2], x[3], x[4]};
  int fits = x[0] > 0 && x[1] > 0 && x[1] <= x[0] && x[2] > 0 && x[2] <= x[1] &&
             x[3] >= 0 && x[4] >= 0 && x[3] + x[4] <= x[2] * (1 + 1e-12);
  if (!fits) Rf_error("internal: counts of labelled rows that do not fit");
  return out;
}

static R_xlen_t n_tables(SEXP counts) {
  if (TYPEOF(counts) != REALSXP || Rf_xlength(counts) % 5)
    Rf_error("internal: no counts of labelled rows");
  return Rf_xlength(counts) / 5;
}

/* counts: 5 x tables. Limits, and Wald's variance: 3 x tables. */
SEXP ffi_labelled_limits(SEXP counts, SEXP quantile) {
  R_xlen_t n = n_tables(counts);
  double z = glue_numbers(quantile, 1)[0];
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 3, (int)n));
  for (R_xlen_t i = 0; i < n; i++) {
    vd_labelled x = labelled_of(REAL_RO(counts) + 5 * i);
    vd_limits limits = vd_labelled_limits(x, z);
    REAL(out)[3 * i] = limits.low;
    REAL(out)[3 * i + 1] = limits.high;
    REAL(out)[3 * i + 2] = vd_labelled_variance(x);
  }
  UNPROTECT(1);
  return out;
}

/* The score statistic of each table at a hypothetical difference. */
SEXP ffi_labelled_scores(SEXP counts, SEXP difference) {
  R_xlen_t n = n_tables(counts);
  double at = glue_numbers(difference, 1)[0];
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) REAL(out)
  [i] = glue_number(vd_labelled_score(labelled_of(REAL_RO(counts) + 5 * i), at));
  UNPROTECT(1);
  return out;
}

/* Rows, labels and spread of each stratum; the labels that these should have with up to
 * `budget` more. */
SEXP ffi_labelled_allocate(SEXP rows, SEXP labels, SEXP spread, SEXP cost, SEXP budget) {
  R_xlen_t n = Rf_xlength(rows);
  vd_strata x = {n, glue_numbers(rows, n), glue_numbers(spread, n),
                 glue_numbers(cost, n)};
  const double *known = glue_numbers(labels, n);
  double more = glue_numbers(budget, 1)[0];
  if (!(more >= 0 && R_FINITE(more))) Rf_error("internal: no number of labels");
  SEXP out = PROTECT(Rf_allocVector(REALSXP, n));
  for (R_xlen_t h = 0; h < n; h++) {
    if (!(x.rows[h] >= 0 && known[h] >= 0 && known[h] <= x.rows[h] && x.spread[h] >= 0 &&
          R_FINITE(x.rows[h] * x.spread[h]) && x.cost[h] > 0 && R_FINITE(x.cost[h])))
      Rf_error("internal: strata that are none");
    REAL(out)[h] = known[h];
  }
  ptrdiff_t *at = (ptrdiff_t *)R_alloc((size_t)n + 1, sizeof(ptrdiff_t));
  vd_allocate(x, more, REAL(out), at, glue_doubles((size_t)n + 1));
  UNPROTECT(1);
  return out;
}
