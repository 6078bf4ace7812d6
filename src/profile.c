#include "glue.h"
#include "verdict.h"
#include "core/count/profile.h"

#include <limits.h>
#include <string.h>

static void *zeroed(size_t n, size_t size) {
  void *memory = R_alloc(n > 0 ? n : 1, (int)size);
  memset(memory, 0, n * size);
  return memory;
}

/* Fingerprints of all clusters; returns the first row without an id, or -1. */
static ptrdiff_t mark(const vd_members *rows, R_xlen_t n, vd_fingerprint *print) {
  const R_xlen_t chunk = glue_row_chunk(1);
  GLUE_CHUNKS (lo, hi, n, chunk) {
    const ptrdiff_t missing = vd_profile_mark(rows, lo, hi, print);
    if (missing >= 0) return missing;
  }
  return -1;
}

/* Of ids 1, 2, ..., from R; NULL: one each. */
static double *clusters_of(SEXP times, size_t n_ids) {
  if (times == R_NilValue) return NULL;
  if (TYPEOF(times) != REALSXP || (size_t)Rf_xlength(times) + 1 != n_ids)
    Rf_error("internal: times of %s", Rf_type2char(TYPEOF(times)));
  double *copy = zeroed(n_ids, sizeof(double));
  memcpy(copy + 1, REAL_RO(times), (n_ids - 1) * sizeof(double));
  return copy;
}

static size_t fold(const vd_fingerprint *print, size_t n_ids, uint32_t *like,
                   double *times) {
  int bits = 1;
  while (bits < 33 && ((size_t)1 << bits) < 2 * n_ids) bits++;
  uint32_t *table = zeroed((size_t)1 << bits, sizeof(uint32_t));
  return vd_profile_fold(print, n_ids, table, bits, like, times);
}

static void gather(const vd_members *rows, R_xlen_t n, const uint32_t *profile_of,
                   vd_profiles *to) {
  const R_xlen_t chunk = glue_row_chunk(1);
  GLUE_CHUNKS (lo, hi, n, chunk) vd_profile_gather(rows, lo, hi, profile_of, to);
}

static SEXP wrap(const vd_profiles *profiles, R_xlen_t runs) {
  const R_xlen_t n = profiles->n;
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 4));
  SEXP start = Rf_allocVector(REALSXP, n + 1);
  SET_VECTOR_ELT(out, 0, start);
  SEXP pattern = Rf_allocVector(INTSXP, runs);
  SET_VECTOR_ELT(out, 1, pattern);
  SEXP count = Rf_allocVector(REALSXP, runs);
  SET_VECTOR_ELT(out, 2, count);
  SEXP multiplicity = Rf_allocVector(REALSXP, n);
  SET_VECTOR_ELT(out, 3, multiplicity);
  vd_profile_runs(profiles, REAL(start), INTEGER(pattern), REAL(count));
  for (R_xlen_t f = 0; f < n; f++)
    REAL(multiplicity)[f] = profiles->record[f * VD_PROFILE_SIZE + VD_PROFILE_WORDS].w;
  UNPROTECT(1);
  return out;
}

/* list(start, pattern, count, multiplicity); or the first row without an id. Where it
 * stands for several clusters, times[i] says for how many id i does. */
SEXP ffi_profile_build(SEXP id, SEXP map, SEXP pattern, SEXP n_patterns, SEXP weights,
                       SEXP times) {
  const vd_column column = glue_column(id);
  const int *patterns = glue_integers(pattern, "patterns");
  if (Rf_xlength(glue_element(id, "x")) != Rf_xlength(pattern) ||
      (weights != R_NilValue && Rf_xlength(weights) != Rf_xlength(pattern)) ||
      (map != R_NilValue && Rf_xlength(map) != (R_xlen_t)column.n_slots))
    Rf_error("internal: ids, patterns and weights of different lengths");
  const size_t n_ids = column.n_slots;
  double *clusters = clusters_of(times, n_ids);
  const R_xlen_t n = Rf_xlength(pattern), last = glue_whole(n_patterns, 0, INT_MAX - 1);
  glue_codes(pattern, n, 0, (int)last);
  if (map != R_NilValue) glue_codes(map, column.n_slots, 0, (int)column.n_slots - 1);
  vd_fingerprint *marks = zeroed((size_t)last + 1, sizeof(vd_fingerprint));
  vd_profile_marks(last, marks);
  const vd_members rows = {&column, Rf_isNull(map) ? NULL : glue_integers(map, "a map"),
                           patterns, glue_weights(weights), marks};

  vd_fingerprint *print = zeroed(n_ids, sizeof(vd_fingerprint));
  const ptrdiff_t missing = mark(&rows, n, print);
  if (missing >= 0) return Rf_ScalarReal((double)missing + 1);

  uint32_t *like = zeroed(n_ids, sizeof(uint32_t));
  vd_profiles profiles = {.n = (ptrdiff_t)fold(print, n_ids, like, clusters)};
  profiles.record = zeroed((size_t)profiles.n * VD_PROFILE_SIZE, sizeof(vd_cell));
  profiles.start = zeroed((size_t)profiles.n + 2, sizeof(ptrdiff_t));
  const size_t members =
      (size_t)vd_profile_collect(print, n_ids, like, clusters, &profiles);
  profiles.pattern = (int *)R_alloc(members, sizeof(int));
  if (vd_count_weighted(&rows.weights))
    profiles.count = (double *)R_alloc(members, sizeof(double));
  gather(&rows, n, like, &profiles);
  return wrap(&profiles, vd_profile_sort(&profiles));
}
