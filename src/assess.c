#include "glue.h"
#include "verdict.h"

#include <R.h>
#include <Rinternals.h>

#include "core/test/proportion.h"

enum { WILSON, CLOPPER_PEARSON, AGRESTI_COULL, MIDP, NORMAL, LOGIT, LOG };

static const char *const interval_names[] = {[WILSON] = "wilson",
                                             [CLOPPER_PEARSON] = "clopper_pearson",
                                             [AGRESTI_COULL] = "agresti_coull",
                                             [MIDP] = "midp",
                                             [NORMAL] = "normal",
                                             [LOGIT] = "logit",
                                             [LOG] = "log"};

/* Limits (2 x n) for each estimate, from x successes in n or from its standard
 * error; alpha is the total error, z the quantile at 1 - alpha / 2, one for all or of
 * each. NA stays NA. */
SEXP ffi_assess_intervals(SEXP interval, SEXP estimate, SEXP se, SEXP x, SEXP n,
                          SEXP alpha_, SEXP z_) {
  R_xlen_t length = Rf_xlength(estimate);
  int rule = GLUE_CHOICE(interval, "interval", interval_names);
  double alpha = Rf_asReal(alpha_);
  R_xlen_t own = Rf_xlength(z_) != 1;
  const double *quantile = glue_numbers(z_, own ? length : 1);
  const double *count = glue_numbers(x, length), *total = glue_numbers(n, length);
  const double *spread = glue_numbers(se, length);
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, 2, (int)length));
  for (R_xlen_t i = 0; i < length; i++) {
    double *limits = REAL(out) + 2 * i, p = REAL_RO(estimate)[i];
    double successes = count[i], trials = total[i], error = spread[i];
    double z = quantile[own ? i : 0];
    limits[0] = limits[1] = NA_REAL;
    if (ISNAN(p)) continue;
    switch (rule) {
    case WILSON: vd_wilson(successes, trials, z, limits, limits + 1); break;
    case CLOPPER_PEARSON:
      vd_clopper_pearson(successes, trials, alpha, limits, limits + 1);
      break;
    case AGRESTI_COULL: vd_agresti_coull(successes, trials, z, limits, limits + 1); break;
    case MIDP: vd_proportion_midp(successes, trials, alpha, limits, limits + 1); break;
    case LOGIT: vd_proportion_logit(p, error, z, limits, limits + 1); break;
    case LOG: vd_positive_log(p, error, z, limits, limits + 1); break;
    default: limits[0] = p - z * error; limits[1] = p + z * error;
    }
  }
  UNPROTECT(1);
  return out;
}

/* Is each estimate the value `null`? By the test that the interval inverts, with the
 * degrees of freedom of each standard error. */
SEXP ffi_assess_tests(SEXP interval, SEXP estimate, SEXP se, SEXP x, SEXP n, SEXP null,
                      SEXP alternative, SEXP df) {
  R_xlen_t length = Rf_xlength(estimate);
  static const char *const names[] = {"statistic", "log.p.value"};
  int how = GLUE_CHOICE(interval, "interval", interval_names);
  vd_alternative side = glue_alternative(alternative);
  double p0 = Rf_asReal(null);
  const double *dof = glue_numbers(df, length), *spread = glue_numbers(se, length);
  const double *count = glue_numbers(x, length), *total = glue_numbers(n, length);
  SEXP out = PROTECT(glue_named_list(names, 2));
  for (int i = 0; i < 2; i++) SET_VECTOR_ELT(out, i, Rf_allocVector(REALSXP, length));
  for (R_xlen_t i = 0; i < length; i++) {
    double p = REAL_RO(estimate)[i], error = spread[i], z = NAN, log_p = NAN;
    double successes = count[i], trials = total[i];
    if (!ISNAN(p)) {
      switch (how) {
      case CLOPPER_PEARSON:
        log_p = vd_proportion_log_p_exact(successes, trials, p0, side);
        break;
      case MIDP: log_p = vd_proportion_log_p_midp(successes, trials, p0, side); break;
      case NORMAL: z = error > 0 ? (p - p0) / error : NAN; break;
      case LOGIT: z = vd_proportion_logit_z(p, error, p0); break;
      case LOG: z = vd_positive_log_z(p, error, p0); break;
      default: z = vd_proportion_z(successes, trials, p0);
      }
      if (!isnan(z)) log_p = vd_log_p_t(z, dof[i], side);
    }
    glue_put_number(out, 0, i, z);
    glue_put_number(out, 1, i, log_p);
  }
  UNPROTECT(1);
  return out;
}
