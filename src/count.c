#include "glue.h"
#include "verdict.h"
#include "core/count/direct.h"
#include "core/count/hash.h"

#include <limits.h>
#include <string.h>

vd_weights glue_weights(SEXP weights) {
  vd_weights w = {NULL, NULL};
  if (TYPEOF(weights) == INTSXP) w.whole = INTEGER_RO(weights);
  if (TYPEOF(weights) == REALSXP) w.real = REAL_RO(weights);
  if (!w.whole && !w.real && weights != R_NilValue)
    Rf_error("internal: weights of type %s", Rf_type2char(TYPEOF(weights)));
  return w;
}

const int *glue_integers(SEXP x, const char *what) {
  if (TYPEOF(x) != INTSXP)
    Rf_error("internal: %s of type %s", what, Rf_type2char(TYPEOF(x)));
  return INTEGER_RO(x);
}

vd_layout glue_layout(int n_col) {
  vd_layout layout = {.n_col = n_col};
  layout.word = (int *)R_alloc((size_t)n_col, sizeof(int));
  layout.shift = (int *)R_alloc((size_t)n_col, sizeof(int));
  layout.width = (int *)R_alloc((size_t)n_col, sizeof(int));
  return layout;
}

static vd_rows rows_of(SEXP columns, SEXP weights, R_xlen_t n) {
  const int n_col = (int)Rf_xlength(columns);
  if (weights != R_NilValue && Rf_xlength(weights) != n)
    Rf_error("internal: weights of other rows");
  vd_column *col = (vd_column *)R_alloc((size_t)n_col, sizeof(vd_column));
  vd_rows rows = {glue_layout(n_col), col, glue_weights(weights)};
  for (int j = 0; j < n_col; j++) {
    if (Rf_xlength(glue_element(VECTOR_ELT(columns, j), "x")) != n)
      Rf_error("internal: columns of other rows");
    col[j] = glue_column(VECTOR_ELT(columns, j));
    rows.layout.width[j] = vd_key_width(col[j].n_slots);
  }
  vd_key_layout(&rows.layout);
  return rows;
}

const int **glue_maps(SEXP maps, R_xlen_t n, int n_classes) {
  if (TYPEOF(maps) != VECSXP || Rf_xlength(maps) != n)
    Rf_error("internal: maps of other columns");
  const int **map = (const int **)R_alloc((size_t)n + 1, sizeof(int *));
  for (R_xlen_t j = 0; j < n; j++) {
    SEXP one = VECTOR_ELT(maps, j);
    map[j] = glue_codes(one, Rf_xlength(one), 0, n_classes);
  }
  return map;
}

/* A map has a place for every slot. */
static void check_maps(SEXP maps, const vd_rows *rows) {
  for (int j = 0; j < rows->layout.n_col; j++) {
    if (Rf_xlength(VECTOR_ELT(maps, j)) != (R_xlen_t)rows->col[j].n_slots)
      Rf_error("internal: maps of other labels");
  }
}

/* Classes are as wide in every column. */
vd_recoding glue_recoding(SEXP maps, SEXP n_classes, R_xlen_t n_columns) {
  if (n_columns < 1) Rf_error("internal: no columns");
  const int n_col = (int)n_columns, most = glue_whole(n_classes, 0, INT_MAX - 1);
  vd_recoding rule = {glue_layout(n_col), glue_maps(maps, n_col, most), most, NULL};
  const size_t n = (size_t)n_col * ((size_t)rule.n_classes + 1);
  rule.used = (bool *)R_alloc(n, sizeof(bool));
  memset(rule.used, 0, n * sizeof(bool));
  for (int j = 0; j < n_col; j++)
    rule.classes.width[j] = vd_key_width((uint32_t)rule.n_classes + 1);
  vd_key_layout(&rule.classes);
  return rule;
}

static R_xlen_t n_rows_of(SEXP columns) {
  if (TYPEOF(columns) != VECSXP || Rf_xlength(columns) < 1)
    Rf_error("internal: no columns");
  return Rf_xlength(glue_element(VECTOR_ELT(columns, 0), "x"));
}

/* A zeroed raw vector of counters, `times` over if they are direct, and the tally that
 * uses the first of them. */
static SEXP new_tally(const vd_layout *slots, int bits, size_t size, int times,
                      vd_tally *tally) {
  const bool direct = slots->n_words == 1 && vd_key_bits(slots) <= VD_DIRECT_BITS;
  vd_tally t = {.direct = direct,
                .bits = direct ? vd_key_bits(slots) : bits,
                .n_words = direct ? 0 : slots->n_words,
                .size = direct ? 1 : size};
  const size_t copies = direct ? vd_direct_copies(t.bits) : 1;
  const R_xlen_t bytes =
      (R_xlen_t)(t.size * sizeof(vd_cell) * copies * (size_t)(direct ? times : 1))
      << t.bits;
  SEXP raw = Rf_allocVector(RAWSXP, bytes);
  memset(RAW(raw), 0, (size_t)bytes);
  t.cell = (vd_cell *)RAW(raw);
  *tally = t;
  return raw;
}

/* Each thread counts stretches of every chunk with counters of its own: counts of whole
 * rows add up to the same in any order. */
static void count_directly(const vd_rows *rows, R_xlen_t n, int threads,
                           vd_tally *tally) {
  const size_t cells = vd_direct_copies(tally->bits) << tally->bits;
  const bool weighted = vd_count_weighted(&rows->weights);
  vd_tally *own = (vd_tally *)R_alloc((size_t)threads, sizeof(vd_tally));
  for (int t = 0; t < threads; t++) {
    own[t] = *tally;
    own[t].cell += cells * (size_t)t;
  }
  const R_xlen_t stretch = glue_row_chunk(rows->layout.n_col);
  const int stretches = threads > 1 ? threads * GLUE_SHARES : 1;
  GLUE_CHUNKS (lo, hi, n, stretch * stretches) {
    GLUE_PARALLEL(threads, stretches)
    for (int i = 0; i < stretches; i++) {
      const ptrdiff_t from = lo + i * stretch, to = from + stretch;
      if (from < hi) vd_direct_add(rows, from, to < hi ? to : hi, &own[glue_thread()]);
    }
  }
  for (int t = 0; t < threads; t++) {
    vd_direct_join(&own[t], weighted);
    if (t > 0) vd_direct_merge(&own[t], tally);
  }
}

/* Counts all rows; the counters end up in the raw vector returned. A hash table has
 * entries of `size` cells. */
static SEXP count_rows(const vd_rows *rows, R_xlen_t n, size_t size, int threads,
                       uint64_t *key, vd_tally *tally) {
  PROTECT_INDEX index;
  SEXP raw = new_tally(&rows->layout, 12, size, threads, tally);
  PROTECT_WITH_INDEX(raw, &index);
  if (tally->direct) {
    count_directly(rows, n, threads, tally);
    UNPROTECT(1);
    return raw;
  }
  const R_xlen_t chunk = glue_row_chunk(rows->layout.n_col);
  GLUE_CHUNKS (lo, hi, n, chunk) {
    if (vd_hash_add(rows, lo, hi, tally, key, &hi) == VD_STATUS_FULL) {
      vd_tally larger;
      SEXP room = PROTECT(new_tally(&rows->layout, tally->bits + 2, size, 1, &larger));
      vd_hash_copy(tally, &larger);
      *tally = larger;
      UNPROTECT(1);
      REPROTECT(raw = room, index);
    }
  }
  UNPROTECT(1);
  return raw;
}

static SEXP pattern_of_rows(const vd_rows *rows, R_xlen_t n, const vd_tally *tally,
                            uint64_t *key) {
  SEXP out = PROTECT(Rf_allocVector(INTSXP, n));
  const R_xlen_t chunk = glue_row_chunk(rows->layout.n_col);
  int *pattern = INTEGER(out);
  GLUE_CHUNKS (lo, hi, n, chunk) {
    if (tally->direct)
      vd_direct_patterns(rows, lo, hi, tally, pattern);
    else
      vd_hash_patterns(rows, lo, hi, tally, key, pattern);
    if (vd_count_weighted(&rows->weights))
      vd_count_drop_zero(&rows->weights, lo, hi, pattern);
  }
  UNPROTECT(1);
  return out;
}

/* Sorts and merges the records and sets the elements 0, 1, 2 of `out`: patterns,
 * counts, and whether class k occurs in column j. */
void glue_patterns(SEXP out, vd_cell *record, size_t n, vd_shape shape,
                   const vd_recoding *rule, SEXP n_levels, vd_tally *tally) {
  const int n_col = rule->classes.n_col, n_classes = rule->n_classes;
  int *number = (int *)R_alloc((size_t)n_classes + 1, sizeof(int));
  vd_pattern_number(rule, glue_whole(n_levels, 0, n_classes), number);
  vd_pattern_sort(record, n, shape);
  n = vd_pattern_merge(record, n, shape, tally);
  if (n > INT_MAX) Rf_error("internal: more than 2^31 patterns");
  SEXP patterns = Rf_allocMatrix(INTSXP, (int)n, n_col);
  SET_VECTOR_ELT(out, 0, patterns);
  SEXP count = Rf_allocVector(REALSXP, (R_xlen_t)n);
  SET_VECTOR_ELT(out, 1, count);
  SEXP occurs = Rf_allocMatrix(LGLSXP, n_classes, n_col);
  SET_VECTOR_ELT(out, 2, occurs);
  vd_pattern_unpack(record, n, shape, &rule->classes, number, INTEGER(patterns),
                    REAL(count));
  for (R_xlen_t j = 0; j < n_col; j++)
    for (R_xlen_t k = 0; k < n_classes; k++)
      LOGICAL(occurs)[j * n_classes + k] = rule->used[j * (n_classes + 1) + k + 1];
}

/* list(patterns, count, occurs, count of rows with a missing label, pattern of each
 * row). Unless the rows' patterns are wanted, a hash table turns into the records. */
SEXP ffi_count_patterns(SEXP columns, SEXP maps, SEXP n_classes, SEXP n_levels,
                        SEXP weights, SEXP by_row, SEXP threads) {
  const R_xlen_t n = n_rows_of(columns);
  const vd_rows rows = rows_of(columns, weights, n);
  const vd_recoding rule = glue_recoding(maps, n_classes, rows.layout.n_col);
  check_maps(maps, &rows);
  const bool tracked = Rf_asLogical(by_row);
  const int n_slots = rows.layout.n_words, n_words = rule.classes.n_words;
  const vd_shape shape = {(size_t)n_words + 1 + tracked, n_words};
  const size_t size = (size_t)(n_slots > n_words ? n_slots : n_words) + 1;
  uint64_t *key = (uint64_t *)R_alloc((size_t)n_slots * VD_CHUNK, sizeof(uint64_t));
  uint32_t *slot = (uint32_t *)R_alloc((size_t)rows.layout.n_col, sizeof(uint32_t));
  vd_tally tally;
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 5));
  /* Sums of weights depend on their order. */
  const int n_threads = vd_count_weighted(&rows.weights)
                            ? 1
                            : glue_threads(glue_whole(threads, 1, GLUE_MOST_THREADS),
                                           (double)n * rows.layout.n_col, (double)n);
  SEXP records = PROTECT(count_rows(&rows, n, size, n_threads, key, &tally));
  if (tracked || tally.direct) {
    const size_t bytes = vd_count_used(&tally) * shape.size * sizeof(vd_cell);
    records = Rf_allocVector(RAWSXP, (R_xlen_t)bytes);
  }
  PROTECT(records);

  vd_cell *record = (vd_cell *)RAW(records);
  double missing = 0;
  const size_t used =
      vd_pattern_recode(&rule, &rows.layout, vd_count_weighted(&rows.weights), &tally,
                        key, slot, record, shape, &missing);
  glue_patterns(out, record, used, shape, &rule, n_levels, tracked ? &tally : NULL);
  SET_VECTOR_ELT(out, 3, Rf_ScalarReal(missing));
  if (tracked) SET_VECTOR_ELT(out, 4, pattern_of_rows(&rows, n, &tally, key));
  UNPROTECT(3);
  return out;
}

/* Rows without a class: c(rows with any, then rows of each column); zero-weight
 * rows are left out. */
SEXP ffi_count_missing(SEXP columns, SEXP maps, SEXP weights) {
  const R_xlen_t n = n_rows_of(columns);
  const vd_rows rows = rows_of(columns, weights, n);
  const int **map = glue_maps(maps, rows.layout.n_col, INT_MAX);
  check_maps(maps, &rows);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 1 + (R_xlen_t)rows.layout.n_col));
  memset(REAL(out), 0, (1 + (size_t)rows.layout.n_col) * sizeof(double));
  const R_xlen_t chunk = glue_row_chunk(rows.layout.n_col);
  GLUE_CHUNKS (lo, hi, n, chunk) vd_count_missing(&rows, map, lo, hi, REAL(out));
  UNPROTECT(1);
  return out;
}

/* c(first unusable row or 0, number of zeros, sum) */
SEXP ffi_count_weights(SEXP weights) {
  const vd_weights w = glue_weights(weights);
  const R_xlen_t n = Rf_xlength(weights), chunk = glue_row_chunk(1);
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 3));
  double zero = 0, sum = 0;
  ptrdiff_t bad = -1;
  GLUE_CHUNKS (lo, hi, n, chunk) {
    bad = vd_count_check_weights(&w, lo, hi, &zero, &sum);
    if (bad >= 0) break;
  }
  REAL(out)[0] = (double)bad + 1;
  REAL(out)[1] = zero;
  REAL(out)[2] = sum;
  UNPROTECT(1);
  return out;
}
