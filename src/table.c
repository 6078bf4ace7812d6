#include "verdict.h"
#include "core/table.h"

/* list(patterns, count, count of cells with a missing label) */
SEXP ffi_table_read(SEXP cells, SEXP dim, SEXP maps, SEXP n_classes) {
  const int n_dim = (int)Rf_xlength(dim);
  const vd_table table = {glue_weights(cells), n_dim, INTEGER_RO(dim), glue_maps(maps),
                          glue_class_layout(n_dim, n_classes)};
  const R_xlen_t n = Rf_xlength(cells), stretch = glue_stretch(n_dim);
  double zero = 0, sum = 0, missing = 0;
  if (vd_count_check_weights(&table.cells, 0, n, &zero, &sum) >= 0)
    Rf_error("internal: a cell that is no count");

  int *index = (int *)R_alloc((size_t)n_dim, sizeof(int));
  SEXP out = PROTECT(Rf_allocVector(VECSXP, 3));
  SEXP records = PROTECT(glue_records((size_t)((double)n - zero), &table.classes));
  vd_cell *record = (vd_cell *)RAW(records);
  size_t used = 0;
  for (R_xlen_t lo = 0; lo < n; lo += stretch) {
    vd_table_read(&table, lo, n - lo < stretch ? n : lo + stretch, index, record, &used,
                  &missing);
    R_CheckUserInterrupt();
  }
  glue_patterns(out, record, used, &table.classes, NULL);
  SET_VECTOR_ELT(out, 2, Rf_ScalarReal(missing));
  UNPROTECT(2);
  return out;
}
