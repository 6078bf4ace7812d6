#include "glue.h"
#include "glue_view.h"
#include "verdict.h"

#include <limits.h>
#include <string.h>

R_xlen_t glue_row_chunk(R_xlen_t work) {
  const R_xlen_t chunks = (1 << 20) / VD_CHUNK / (work > 0 ? work : 1);
  return VD_CHUNK * (chunks > 0 ? chunks : 1);
}

static const void *data_of(SEXP x) {
  switch (TYPEOF(x)) {
  case INTSXP: return INTEGER_RO(x);
  case LGLSXP: return LOGICAL_RO(x);
  case REALSXP: return REAL_RO(x);
  case STRSXP: return STRING_PTR_RO(x);
  default: Rf_error("internal: a column of type %s", Rf_type2char(TYPEOF(x)));
  }
}

/* A dictionary lives in a raw vector between calls: keys, then codes. */
static vd_dictionary dictionary_in(SEXP raw, int bits) {
  vd_dictionary d = {.bits = bits};
  R_xlen_t slot = sizeof(uint64_t) + sizeof(uint32_t);
  if (TYPEOF(raw) != RAWSXP || Rf_xlength(raw) != slot << bits)
    Rf_error("internal: no dictionary");
  d.key = (uint64_t *)RAW(raw);
  d.code = (uint32_t *)(d.key + ((size_t)1 << bits));
  return d;
}

static SEXP new_dictionary(int bits) {
  const R_xlen_t size = (R_xlen_t)(sizeof(uint64_t) + sizeof(uint32_t)) << bits;
  SEXP raw = Rf_allocVector(RAWSXP, size);
  memset(RAW(raw), 0, (size_t)size);
  return raw;
}

/* list(x, storage, base, n_labels, bits, dictionary), see read_column() in R */
vd_column glue_column(SEXP column) {
  SEXP storage = glue_element(column, "storage");
  vd_column col = {
      .type = (vd_column_type)GLUE_CHOICE(storage, "storage", vd_column_names),
      .data = data_of(glue_element(column, "x")),
      .base = Rf_asInteger(glue_element(column, "base")),
      .n_slots = 1 + (uint32_t)glue_whole(glue_element(column, "n_labels"), 0, INT_MAX)};
  if (col.type >= VD_COLUMN_KEY_INT)
    col.dict = dictionary_in(glue_element(column, "dictionary"),
                             glue_whole(glue_element(column, "bits"), 1, 31));
  return col;
}

/* c(min, max, first row that is no whole number or 0); min > max if all NA */
SEXP ffi_column_range(SEXP x) {
  SEXP out = PROTECT(Rf_allocVector(REALSXP, 3));
  const R_xlen_t n = Rf_xlength(x), chunk = glue_row_chunk(1);
  const void *data = data_of(x);
  int min_int = INT_MAX, max_int = INT_MIN;
  double min = INFINITY, max = -INFINITY;
  ptrdiff_t bad = -1;
  GLUE_CHUNKS (lo, hi, n, chunk) {
    if (bad >= 0) break;
    if (TYPEOF(x) == REALSXP)
      bad = vd_column_range_double(data, lo, hi, &min, &max);
    else
      vd_column_range_int(data, lo, hi, &min_int, &max_int);
  }
  if (TYPEOF(x) != REALSXP && min_int <= max_int) {
    min = min_int;
    max = max_int;
  }
  REAL(out)[0] = min;
  REAL(out)[1] = max;
  REAL(out)[2] = (double)bad + 1;
  UNPROTECT(1);
  return out;
}

/* Of a matrix of doubles a vector each, without attributes. */
SEXP ffi_column_split(SEXP x) {
  if (TYPEOF(x) != REALSXP || !Rf_isMatrix(x)) Rf_error("internal: no matrix of doubles");
  int C = Rf_ncols(x);
  SEXP out = PROTECT(Rf_allocVector(VECSXP, C));
  for (int c = 0; c < C; c++) SET_VECTOR_ELT(out, c, glue_view(x, c));
  UNPROTECT(1);
  return out;
}

/* Vectors of doubles of one length as the columns of a matrix without names; all that a
 * matrix was split into are not copied. */
SEXP ffi_column_bind(SEXP columns) {
  SEXP whole = glue_viewed(columns);
  if (whole) return glue_bare(whole);
  int C = (int)Rf_xlength(columns);
  R_xlen_t n = C > 0 ? Rf_xlength(VECTOR_ELT(columns, 0)) : 0;
  if (n > INT_MAX) Rf_error("internal: more rows than a matrix has");
  SEXP out = PROTECT(Rf_allocMatrix(REALSXP, (int)n, C));
  for (int c = 0; c < C; c++) {
    const double *from = glue_numbers(VECTOR_ELT(columns, c), n);
    if (n > 0) memcpy(REAL(out) + c * n, from, (size_t)n * sizeof *from);
  }
  UNPROTECT(1);
  return out;
}

/* list(bits, dictionary, first: rows where the labels appear first) */
SEXP ffi_column_labels(SEXP x) {
  PROTECT_INDEX at_raw, at_first;
  int bits = 8;
  SEXP raw = new_dictionary(bits), first, out;
  PROTECT_WITH_INDEX(raw, &at_raw);
  first = Rf_allocVector(REALSXP, (R_xlen_t)1 << (bits - 1));
  PROTECT_WITH_INDEX(first, &at_first);

  const vd_column col = {.type = TYPEOF(x) == STRSXP    ? VD_COLUMN_KEY_POINTER
                                 : TYPEOF(x) == REALSXP ? VD_COLUMN_KEY_DOUBLE
                                                        : VD_COLUMN_KEY_INT,
                         .data = data_of(x)};
  vd_dictionary dict = dictionary_in(raw, bits);
  const R_xlen_t n = Rf_xlength(x);
  uint64_t key[VD_CHUNK];
  R_xlen_t checked = 0;
  for (R_xlen_t lo = 0; lo < n;) {
    const ptrdiff_t length = n - lo < VD_CHUNK ? n - lo : VD_CHUNK;
    ptrdiff_t reached;
    vd_column_keys(&col, lo, length, key);
    if (vd_labels_add(&dict, key, length, (double)lo + 1, REAL(first), &reached) ==
        VD_STATUS_FULL) {
      if (bits == 31) Rf_error("internal: more than 2^30 labels");
      bits += 2;
      if (bits > 31) bits = 31;
      SEXP larger = PROTECT(new_dictionary(bits));
      vd_dictionary to = dictionary_in(larger, bits);
      vd_labels_copy(&dict, &to);
      dict = to;
      UNPROTECT(1);
      REPROTECT(raw = larger, at_raw);
      REPROTECT(first = Rf_xlengthgets(first, (R_xlen_t)1 << (bits - 1)), at_first);
    }
    lo += reached;
    if (lo - checked < glue_row_chunk(1)) continue;
    checked = lo;
    R_CheckUserInterrupt();
  }

  static const char *const names[] = {"bits", "dictionary", "first"};
  out = PROTECT(glue_named_list(names, 3));
  SET_VECTOR_ELT(out, 0, Rf_ScalarInteger(bits));
  SET_VECTOR_ELT(out, 1, raw);
  SET_VECTOR_ELT(out, 2, Rf_xlengthgets(first, dict.n));
  UNPROTECT(3);
  return out;
}
