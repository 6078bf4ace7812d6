#include "glue.h"
#include "verdict.h"

#include "core/combine/max_t.h"

#include <limits.h>
#include <math.h>

static vd_contrasts contrasts_of(SEXP log_p, SEXP vcov, SEXP pairs, int sides) {
  ptrdiff_t n = Rf_ncols(pairs), k = Rf_nrows(vcov);
  const double *covariance = glue_numbers(vcov, k * k);
  const int *pair = glue_pairs(pairs, Rf_nrows(vcov));
  int *at = (int *)R_alloc(2 * (size_t)n + 1, sizeof(int));
  for (ptrdiff_t j = 0; j < n; j++) {
    at[j] = pair[2 * j] - 1;
    at[n + j] = pair[2 * j + 1] - 1;
  }
  return (vd_contrasts){.n_quantities = Rf_nrows(vcov),
                        .covariance = covariance,
                        .n_tests = n,
                        .first = at,
                        .second = at + n,
                        .sides = sides,
                        .log_p = glue_numbers(log_p, n)};
}

/* Whatever the number of threads, sums are of whole numbers: the same in any order. */
static vd_max_t distribution(const vd_contrasts *x, double others, double log_p,
                             int allowed) {
  int threads = glue_threads(allowed, 2e9 * vd_max_t_cost(x), (double)x->n_tests);
  vd_faces_own *own = (vd_faces_own *)R_alloc((size_t)threads, sizeof(vd_faces_own));
  double *work = (double *)R_alloc(vd_max_t_work(x, threads), sizeof(double));
  int *iwork = (int *)R_alloc(vd_max_t_iwork(x, threads), sizeof(int));
  vd_max_t found = vd_max_t_begin(x, others, log_p, threads, own, work, iwork);
  while (vd_max_t_next(&found)) {
    ptrdiff_t n = found.faces.n_faces;
    double steps = vd_faces_steps(&found.faces);
    int now = glue_threads(threads, 2 * steps * (double)n, (double)n);
    GLUE_CHUNKS (lo, hi, n, now * glue_chunk(steps / 8)) {
      GLUE_PARALLEL(now, hi - lo)
      for (ptrdiff_t face = lo; face < hi; face++)
        vd_max_t_walk(&found, face, glue_thread());
    }
  }
  vd_max_t_finish(&found);
  return found;
}

/* Logarithms of p-values, the least of these and `least`. */
static double least_log_p(SEXP log_p, R_xlen_t n, double least) {
  const double *p = glue_numbers(log_p, n);
  for (R_xlen_t j = 0; j < n; j++) {
    if (!(p[j] <= 0)) Rf_error("internal: no logarithm of a p-value");
    least = fmin(least, p[j]);
  }
  return least;
}

static void put_adjusted(SEXP out, const vd_max_t *found, SEXP log_p) {
  for (R_xlen_t j = 0; j < Rf_xlength(log_p); j++) {
    REAL(out)[j] = vd_max_t_adjust(found, REAL_RO(log_p)[j]);
  }
}

/* log_p: no NA. pairs: 2 x tests, 1-based. The adjusted logarithms and the local level's,
 * and of `further` p-values what they would be adjusted to in this family; Bonferroni
 * when the joint distribution would take more than `seconds`. */
SEXP ffi_max_t_adjust(SEXP log_p, SEXP vcov, SEXP pairs, SEXP sides, SEXP others,
                      SEXP log_level, SEXP seconds, SEXP further, SEXP threads) {
  static const char *const names[] = {"log.adj.p", "log.local", "joint", "further"};
  R_xlen_t n = Rf_xlength(log_p), n_further = Rf_xlength(further);
  vd_contrasts x = contrasts_of(log_p, vcov, pairs, glue_whole(sides, 1, 2));
  double level = least_log_p(log_level, 1, 0), more = glue_whole(others, 0, INT_MAX);
  int joint = vd_max_t_cost(&x) <= Rf_asReal(seconds);
  double least = least_log_p(further, n_further, least_log_p(log_p, x.n_tests, level));
  least = fmin(least, level - log((double)n + more + 1));
  int allowed = glue_whole(threads, 1, GLUE_MOST_THREADS);
  vd_max_t found = joint ? distribution(&x, more, least, allowed)
                         : vd_max_t_bonferroni((double)n, more, x.sides);
  double local = vd_max_t_local(&found, level);
  SEXP out = PROTECT(glue_named_list(names, 4));
  SET_VECTOR_ELT(out, 0, Rf_allocVector(REALSXP, n));
  SET_VECTOR_ELT(out, 1, Rf_ScalarReal(local));
  SET_VECTOR_ELT(out, 2, Rf_ScalarLogical(joint));
  SET_VECTOR_ELT(out, 3, Rf_allocVector(REALSXP, n_further));
  put_adjusted(VECTOR_ELT(out, 0), &found, log_p);
  put_adjusted(VECTOR_ELT(out, 3), &found, further);
  UNPROTECT(1);
  return out;
}
