#include "glue.h"
#include "verdict.h"

#include "core/test/barnard.h"
#include "core/test/independent.h"

#include <math.h>

enum { STATISTIC, LOG_P, LOW, HIGH, N_COLUMNS };

static const char *const column_names[N_COLUMNS] = {"statistic", "log.p.value",
                                                    "conf.low", "conf.high"};

static double barnard(const vd_independent *x, vd_alternative alternative) {
  const void *top = vmaxget();
  vd_barnard region;
  double *room = (double *)R_alloc((size_t)vd_barnard_room(x), sizeof(double));
  vd_barnard_region(x, alternative, room, &region);
  double log_p = vd_barnard_log_p(&region, R_CheckUserInterrupt);
  vmaxset(top);
  return log_p;
}

static void put_test(SEXP out, R_xlen_t at, const vd_independent *x,
                     vd_independent_test test, vd_alternative alternative) {
  double *z = REAL(VECTOR_ELT(out, STATISTIC)) + at,
         *log_p = REAL(VECTOR_ELT(out, LOG_P)) + at;
  switch (test) {
  case VD_INDEPENDENT_FISHER:
    *z = NA_REAL;
    *log_p = vd_independent_fisher(x, alternative);
    break;
  case VD_INDEPENDENT_BARNARD:
    *z = glue_number(vd_independent_z(x, VD_INDEPENDENT_POOLED));
    *log_p = barnard(x, alternative);
    break;
  default:
    *z = glue_number(vd_independent_z(x, test));
    *log_p = ISNA(*z) ? NA_REAL : vd_log_p_normal(*z, alternative);
  }
}

/* Successes and trials of classifiers and references, row by row, NA where there is
 * nothing to compare; `question` is list(test, interval, measure, alternative, quantile).
 */
SEXP ffi_independent_compare(SEXP s0, SEXP n0, SEXP s1, SEXP n1, SEXP question) {
  R_xlen_t n = Rf_xlength(s0);
  const double *won[2] = {glue_numbers(s0, n), glue_numbers(s1, n)};
  const double *of[2] = {glue_numbers(n0, n), glue_numbers(n1, n)};
  SEXP alternative = glue_element(question, "alternative");
  vd_independent_test test = (vd_independent_test)GLUE_CHOICE(
      glue_element(question, "test"), "test", vd_independent_test_names);
  vd_independent_question q = {
      .ci = (vd_independent_ci)GLUE_CHOICE(glue_element(question, "interval"), "interval",
                                           vd_independent_ci_names),
      .measure = glue_measure(glue_element(question, "measure")),
      .alternative = glue_alternative(alternative),
      .quantile = Rf_asReal(glue_element(question, "quantile")),
  };
  SEXP out = PROTECT(glue_named_list(column_names, N_COLUMNS));
  for (int i = 0; i < N_COLUMNS; i++) SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, n));
  for (R_xlen_t i = 0; i < n; i++) {
    double s[2] = {won[0][i], won[1][i]}, m[2] = {of[0][i], of[1][i]};
    vd_independent x = {{s[0], s[1]}, {m[0] - s[0], m[1] - s[1]}};
    double low = NAN, high = NAN;
    if (i % 10000 == 9999) R_CheckUserInterrupt();
    if (m[0] > 0 && m[1] > 0) { /* not where they are NA */
      int fine = s[0] >= 0 && s[0] <= m[0] && s[1] >= 0 && s[1] <= m[1];
      if (!fine) Rf_error("internal: more successes than trials");
      put_test(out, i, &x, test, q.alternative);
      vd_independent_limits(&x, q, &low, &high);
    } else {
      REAL(VECTOR_ELT(out, STATISTIC))[i] = REAL(VECTOR_ELT(out, LOG_P))[i] = NA_REAL;
    }
    glue_put_number(out, LOW, i, low);
    glue_put_number(out, HIGH, i, high);
  }
  UNPROTECT(1);
  return out;
}
