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

vd_status glue_sandwich(const vd_set *set, int class, int successes, int failures,
                        const vd_moments *moments, vd_sandwich_type type,
                        vd_sandwich *out) {
  size_t C = (size_t)set->n_classifiers;
  double *work = zeros(2 * C);
  vd_outcomes outcomes = glue_outcomes(set, &class, 1);
  *out = (vd_sandwich){.n_classifiers = set->n_classifiers,
                       .s = zeros(C),
                       .f = zeros(C),
                       .ss = zeros(C * C),
                       .sf = zeros(C * C),
                       .ff = zeros(C * C)};
  vd_outcomes_coefficients(successes, out->successes);
  vd_outcomes_coefficients(failures, out->failures);
  for (int c = 0; c < set->n_classifiers; c++) {
    out->s[c] = vd_states_sum(moments, c, successes);
    out->f[c] = vd_states_sum(moments, c, failures);
  }
  ptrdiff_t block = glue_block((double)C * (double)C);
  for (ptrdiff_t lo = 0; lo < set->n_profiles; lo += block) {
    ptrdiff_t hi = lo + block < set->n_profiles ? lo + block : set->n_profiles;
    vd_sandwich_add(set, lo, hi, &outcomes, type, out, work);
    R_CheckUserInterrupt();
  }
  return vd_sandwich_finish(type, out);
}
