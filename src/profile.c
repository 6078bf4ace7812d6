#include "verdict.h"
#include "core/profile.h"

#include <string.h>

static void *zeroed(size_t n, size_t size) {
  void *memory = R_alloc(n > 0 ? n : 1, (int)size);
  memset(memory, 0, n * size);
  return memory;
}

/* Counts and gathers; returns the first row without an id, or -1. */
static ptrdiff_t gather(const vd_members *rows, R_xlen_t n, vd_clusters *to) {
  const R_xlen_t stretch = glue_stretch(1);
  for (R_xlen_t lo = 0; lo < n; lo += stretch) {
    const ptrdiff_t bad =
        vd_profile_sizes(rows, lo, n - lo < stretch ? n : lo + stretch, to);
    if (bad >= 0) return bad;
    R_CheckUserInterrupt();
  }
  const size_t used = (size_t)vd_profile_starts(to);
  to->pattern = zeroed(used, sizeof(int));
  if (vd_count_weighted(&rows->weights)) to->weight = zeroed(used, sizeof(double));
  for (R_xlen_t lo = 0; lo < n; lo += stretch) {
    vd_profile_gather(rows, lo, n - lo < stretch ? n : lo + stretch, to);
    R_CheckUserInterrupt();
  }
  return -1;
}

static vd_profiles fold(vd_clusters *clusters) {
  const size_t n = (size_t)clusters->n_clusters;
  vd_profiles p = {.bits = 1};
  while (((size_t)1 << p.bits) < 2 * n) p.bits++;
  p.table = zeroed((size_t)1 << p.bits, sizeof(uint64_t));
  p.cluster = zeroed(n, sizeof(ptrdiff_t));
  p.multiplicity = zeroed(n, sizeof(double));
  const ptrdiff_t stretch = 1 << 14;
  for (ptrdiff_t lo = 0; lo < clusters->n_clusters; lo += stretch) {
    const ptrdiff_t hi = clusters->n_clusters - lo < stretch ? clusters->n_clusters : lo + stretch;
    vd_profile_fold(clusters, lo, hi, &p);
    R_CheckUserInterrupt();
  }
  vd_profile_sort(clusters, &p, zeroed((size_t)p.n, sizeof(ptrdiff_t)),
                  zeroed((size_t)p.n, sizeof(double)));
  return p;
}

/* list(start, pattern, count, multiplicity); or the first row without an id */
SEXP ffi_profile_build(SEXP id, SEXP map, SEXP pattern, SEXP weights) {
  const vd_column column = glue_column(id);
  const vd_members rows = {&column, Rf_isNull(map) ? NULL : INTEGER_RO(map),
                           INTEGER_RO(pattern), glue_weights(weights)};
  vd_clusters clusters = {.n_clusters = (ptrdiff_t)column.n_slots - 1};
  clusters.start = zeroed((size_t)column.n_slots, sizeof(ptrdiff_t));
  const ptrdiff_t bad = gather(&rows, Rf_xlength(pattern), &clusters);
  if (bad >= 0) return Rf_ScalarReal((double)bad + 1);

  const vd_profiles profiles = fold(&clusters);
  const R_xlen_t runs = vd_profile_runs(&clusters, &profiles);
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 4));
  SEXP start = Rf_allocVector(REALSXP, profiles.n + 1);
  SET_VECTOR_ELT(out, 0, start);
  SEXP of = Rf_allocVector(INTSXP, runs);
  SET_VECTOR_ELT(out, 1, of);
  SEXP count = Rf_allocVector(REALSXP, runs);
  SET_VECTOR_ELT(out, 2, count);
  SEXP multiplicity = Rf_allocVector(REALSXP, profiles.n);
  SET_VECTOR_ELT(out, 3, multiplicity);
  vd_profile_write(&clusters, &profiles, REAL(start), INTEGER(of), REAL(count));
  memcpy(REAL(multiplicity), profiles.multiplicity, (size_t)profiles.n * sizeof(double));
  UNPROTECT(1);
  return out;
}
