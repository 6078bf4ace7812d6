#include "glue.h"
#include "verdict.h"
#include "core/count/table.h"

#include <limits.h>

/* A cell for every combination, and in the maps a place for every label. */
static void check_cells(SEXP cells, SEXP maps, const vd_table *table) {
  double n = 1;
  int fine = table->n_dim > 0;
  for (int j = 0; j < table->n_dim; j++) {
    n *= table->dim[j];
    fine = fine && Rf_xlength(VECTOR_ELT(maps, j)) >= table->dim[j];
  }
  if (!fine || n != (double)Rf_xlength(cells))
    Rf_error("internal: cells of another table");
}

/* list(patterns, count, occurs, count of cells with a missing label) */
SEXP ffi_table_read(SEXP cells, SEXP dim, SEXP maps, SEXP n_classes, SEXP n_levels) {
  const int n_dim = (int)Rf_xlength(dim);
  const vd_table table = {glue_weights(cells), n_dim, glue_codes(dim, n_dim, 1, INT_MAX),
                          glue_recoding(maps, n_classes, n_dim)};
  check_cells(cells, maps, &table);
  const int n_words = table.rule.classes.n_words;
  const vd_shape shape = {(size_t)n_words + 1, n_words};
  const R_xlen_t n = Rf_xlength(cells), chunk = glue_row_chunk(n_dim);
  double zero = 0, sum = 0, missing = 0;
  if (vd_count_check_weights(&table.cells, 0, n, &zero, &sum) >= 0)
    Rf_error("internal: a cell that is no count");

  const size_t bytes = (size_t)((double)n - zero) * shape.size * sizeof(vd_cell);
  uint32_t *index = (uint32_t *)R_alloc((size_t)n_dim, sizeof(uint32_t));
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 4));
  SEXP records = PROTECT(Rf_allocVector(RAWSXP, (R_xlen_t)bytes));
  vd_cell *record = (vd_cell *)RAW(records);
  size_t used = 0;
  GLUE_CHUNKS (lo, hi, n, chunk) {
    vd_table_read(&table, lo, hi, index, record, shape, &used, &missing);
  }
  glue_patterns(out, record, used, shape, &table.rule, n_levels, NULL);
  SET_VECTOR_ELT(out, 3, Rf_ScalarReal(missing));
  UNPROTECT(2);
  return out;
}
