#include "glue.h"

#include "core/estimate/sandwich.h"

static double *zeros(size_t n) {
  double *x = (double *)R_alloc(n, sizeof(double));
  for (size_t i = 0; i < n; i++) x[i] = 0;
  return x;
}

vd_outcomes glue_outcomes(const vd_set *set, const int *selected, int n_selected) {
  double *work = zeros(vd_outcomes_work(set, n_selected));
  int *iwork = (int *)R_alloc(vd_outcomes_iwork(set, n_selected), sizeof(int));
  return vd_outcomes_make(set, selected, n_selected, work, iwork);
}

static vd_sandwich new_sandwich(int n_classifiers, int successes, int failures,
                                const vd_moments *moments) {
  size_t C = (size_t)n_classifiers;
  vd_sandwich x = {.n_classifiers = n_classifiers,
                   .s = zeros(C),
                   .f = zeros(C),
                   .ss = zeros(C * C),
                   .sf = zeros(C * C),
                   .ff = zeros(C * C)};
  vd_outcomes_coefficients(successes, x.successes);
  vd_outcomes_coefficients(failures, x.failures);
  for (int c = 0; c < n_classifiers; c++) {
    x.s[c] = vd_states_sum(moments, c, successes);
    x.f[c] = vd_states_sum(moments, c, failures);
  }
  return x;
}

vd_sandwich *glue_sandwich(const vd_set *set, SEXP selected, int successes, int failures,
                           const vd_moments *moments, vd_sandwich_type type) {
  int n = (int)Rf_xlength(selected), C = set->n_classifiers;
  vd_sandwich *out = (vd_sandwich *)R_alloc((size_t)n + 1, sizeof(vd_sandwich));
  double *work = zeros(2 * (size_t)C);
  int *who = (int *)R_alloc((size_t)C, sizeof(int));
  vd_outcomes outcomes = glue_outcomes(set, INTEGER_RO(selected), n);
  for (int i = 0; i < n; i++) {
    out[i] = new_sandwich(C, successes, failures, &moments[i]);
  }
  ptrdiff_t block = glue_block((double)n * C * C);
  for (ptrdiff_t lo = 0; n > 0 && lo < set->n_profiles; lo += block) {
    ptrdiff_t hi = lo + block < set->n_profiles ? lo + block : set->n_profiles;
    vd_sandwich_add(set, lo, hi, &outcomes, type, n, out, work, who);
    R_CheckUserInterrupt();
  }
  for (int i = 0; i < n; i++) out[i].status = vd_sandwich_finish(type, &out[i]);
  return out;
}
