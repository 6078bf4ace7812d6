#include "verdict.h"
#include "core/direct.h"
#include "core/hash.h"

#include <string.h>

vd_weights glue_weights(SEXP weights) {
  vd_weights w = {NULL, NULL};
  if (TYPEOF(weights) == INTSXP) w.whole = INTEGER_RO(weights);
  if (TYPEOF(weights) == REALSXP) w.real = REAL_RO(weights);
  return w;
}

vd_layout glue_layout(int n_col) {
  vd_layout layout = {.n_col = n_col};
  layout.word = (int *)R_alloc((size_t)n_col, sizeof(int));
  layout.shift = (int *)R_alloc((size_t)n_col, sizeof(int));
  layout.width = (int *)R_alloc((size_t)n_col, sizeof(int));
  return layout;
}

static vd_rows rows_of(SEXP columns, SEXP weights) {
  const int n_col = (int)Rf_xlength(columns);
  vd_column *col = (vd_column *)R_alloc((size_t)n_col, sizeof(vd_column));
  vd_rows rows = {glue_layout(n_col), col, glue_weights(weights)};
  for (int j = 0; j < n_col; j++) {
    col[j] = glue_column(VECTOR_ELT(columns, j));
    rows.layout.width[j] = vd_key_width(col[j].n_slots);
  }
  vd_key_layout(&rows.layout);
  return rows;
}

/* Layout of rows of classes: every column has the same width. */
vd_layout glue_class_layout(int n_col, SEXP n_classes) {
  vd_layout layout = glue_layout(n_col);
  for (int j = 0; j < n_col; j++)
    layout.width[j] = vd_key_width((uint32_t)Rf_asInteger(n_classes) + 1);
  vd_key_layout(&layout);
  return layout;
}

const int **glue_maps(SEXP maps) {
  const R_xlen_t n = Rf_xlength(maps);
  const int **map = (const int **)R_alloc((size_t)n, sizeof(int *));
  for (R_xlen_t j = 0; j < n; j++) map[j] = INTEGER_RO(VECTOR_ELT(maps, j));
  return map;
}

static R_xlen_t n_rows_of(SEXP columns) {
  return Rf_xlength(VECTOR_ELT(VECTOR_ELT(columns, 0), 0));
}

/* A zeroed raw vector of counters, and the tally that uses it. */
static SEXP new_tally(const vd_rows *rows, int bits, vd_tally *tally) {
  const bool direct = rows->layout.n_words == 1 && vd_key_bits(&rows->layout) <= VD_DIRECT_BITS;
  vd_tally t = {.direct = direct,
                .bits = direct ? vd_key_bits(&rows->layout) : bits,
                .n_words = direct ? 0 : rows->layout.n_words};
  const size_t place = (size_t)(t.n_words + 1) * sizeof(vd_cell);
  const R_xlen_t size = (R_xlen_t)(place * (direct ? vd_direct_copies(t.bits) : 1)) << t.bits;
  SEXP raw = Rf_allocVector(RAWSXP, size);
  memset(RAW(raw), 0, (size_t)size);
  t.cell = (vd_cell *)RAW(raw);
  *tally = t;
  return raw;
}

/* Counts all rows; the counters end up in the raw vector returned. */
static SEXP count_rows(const vd_rows *rows, R_xlen_t n, uint64_t *key, vd_tally *tally) {
  PROTECT_INDEX index;
  int bits = 12;
  SEXP raw = new_tally(rows, bits, tally);
  PROTECT_WITH_INDEX(raw, &index);
  const R_xlen_t stretch = glue_stretch(rows->layout.n_col);
  for (R_xlen_t lo = 0; lo < n;) {
    ptrdiff_t hi = n - lo < stretch ? n : lo + stretch;
    if (tally->direct) {
      vd_direct_add(rows, lo, hi, tally);
    } else if (vd_hash_add(rows, lo, hi, tally, key, &hi) == VD_FULL) {
      vd_tally larger;
      bits += bits < 20 ? 2 : 1;
      SEXP room = PROTECT(new_tally(rows, bits, &larger));
      vd_hash_copy(tally, &larger);
      *tally = larger;
      UNPROTECT(1);
      REPROTECT(raw = room, index);
    }
    lo = hi;
    R_CheckUserInterrupt();
  }
  if (tally->direct) vd_direct_join(tally, vd_count_weighted(&rows->weights));
  UNPROTECT(1);
  return raw;
}

static SEXP pattern_of_rows(const vd_rows *rows, R_xlen_t n, const vd_tally *tally,
                            uint64_t *key) {
  SEXP out = PROTECT(Rf_allocVector(INTSXP, n));
  const R_xlen_t stretch = glue_stretch(rows->layout.n_col);
  int *pattern = INTEGER(out);
  for (R_xlen_t lo = 0; lo < n; lo += stretch) {
    const R_xlen_t hi = n - lo < stretch ? n : lo + stretch;
    if (tally->direct)
      vd_direct_patterns(rows, lo, hi, tally, pattern);
    else
      vd_hash_patterns(rows, lo, hi, tally, key, pattern);
    if (vd_count_weighted(&rows->weights))
      vd_count_drop_zero(&rows->weights, lo, hi, pattern);
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* A raw vector with place for n records. */
SEXP glue_records(size_t n, const vd_layout *classes) {
  const size_t size = vd_pattern_size(classes->n_words) * sizeof(vd_cell);
  return Rf_allocVector(RAWSXP, (R_xlen_t)(n * size));
}

/* Sorts and merges the records and sets elements 0 and 1 of `out`: patterns, count. */
void glue_patterns(SEXP out, vd_cell *record, size_t n, const vd_layout *classes,
                   vd_tally *tally) {
  vd_pattern_sort(record, n, classes->n_words);
  n = vd_pattern_merge(record, n, classes->n_words, tally);
  if (n > INT_MAX) Rf_error("internal: more than 2^31 patterns");
  SEXP patterns = Rf_allocMatrix(INTSXP, (int)n, classes->n_col);
  SET_VECTOR_ELT(out, 0, patterns);
  SEXP count = Rf_allocVector(REALSXP, (R_xlen_t)n);
  SET_VECTOR_ELT(out, 1, count);
  vd_pattern_unpack(record, n, classes, INTEGER(patterns), REAL(count));
}

/* list(patterns, count, count of rows with a missing label, pattern of each row) */
SEXP ffi_count_patterns(SEXP columns, SEXP maps, SEXP n_classes, SEXP weights,
                        SEXP by_row) {
  const R_xlen_t n = n_rows_of(columns);
  const vd_rows rows = rows_of(columns, weights);
  const vd_recoding how = {rows.layout, glue_class_layout(rows.layout.n_col, n_classes),
                           glue_maps(maps), vd_count_weighted(&rows.weights)};
  uint64_t *key =
      (uint64_t *)R_alloc((size_t)rows.layout.n_words * VD_BLOCK, sizeof(uint64_t));
  vd_tally tally;
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 4));
  SEXP counters = PROTECT(count_rows(&rows, n, key, &tally));
  SEXP records = PROTECT(glue_records(vd_count_used(&tally), &how.classes));
  vd_cell *record = (vd_cell *)RAW(records);
  double missing = 0;
  const size_t used = vd_pattern_recode(&how, &tally, key, record, &missing);
  glue_patterns(out, record, used, &how.classes, &tally);
  SET_VECTOR_ELT(out, 2, Rf_ScalarReal(missing));
  if (Rf_asLogical(by_row)) SET_VECTOR_ELT(out, 3, pattern_of_rows(&rows, n, &tally, key));
  (void)counters;
  UNPROTECT(3);
  return out;
}

/* Rows without a class: c(rows with any, then rows of each column); zero-weight
 * rows are left out. */
SEXP ffi_count_missing(SEXP columns, SEXP maps, SEXP weights) {
  const R_xlen_t n = n_rows_of(columns);
  const vd_rows rows = rows_of(columns, weights);
  const int **map = glue_maps(maps);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 1 + (R_xlen_t)rows.layout.n_col));
  memset(REAL(out), 0, (1 + (size_t)rows.layout.n_col) * sizeof(double));
  const R_xlen_t stretch = glue_stretch(rows.layout.n_col);
  for (R_xlen_t lo = 0; lo < n; lo += stretch) {
    vd_count_missing(&rows, map, lo, n - lo < stretch ? n : lo + stretch, REAL(out));
    R_CheckUserInterrupt();
  }
  UNPROTECT(1);
  return out;
}

/* c(first unusable row or 0, number of zeros, sum) */
SEXP ffi_count_weights(SEXP weights) {
  const vd_weights w = glue_weights(weights);
  const R_xlen_t n = Rf_xlength(weights), stretch = glue_stretch(1);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 3));
  double zero = 0, sum = 0;
  ptrdiff_t bad = -1;
  for (R_xlen_t lo = 0; lo < n && bad < 0; lo += stretch) {
    bad = vd_count_check_weights(&w, lo, n - lo < stretch ? n : lo + stretch, &zero, &sum);
    R_CheckUserInterrupt();
  }
  REAL(out)[0] = (double)bad + 1;
  REAL(out)[1] = zero;
  REAL(out)[2] = sum;
  UNPROTECT(1);
  return out;
}
