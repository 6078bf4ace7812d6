#include "count/table.h"

static void index_of(const vd_table *table, ptrdiff_t cell, uint32_t *index) {
  for (int j = 0; j < table->n_dim; j++) {
    index[j] = (uint32_t)(cell % table->dim[j]);
    cell /= table->dim[j];
  }
}

static void step(const vd_table *table, uint32_t *index) {
  for (int j = 0; j < table->n_dim; j++) {
    if (++index[j] < (uint32_t)table->dim[j]) return;
    index[j] = 0;
  }
}

void vd_table_read(const vd_table *table, ptrdiff_t lo, ptrdiff_t hi, uint32_t *index,
                   vd_cell *record, vd_shape shape, size_t *n, double *missing) {
  const vd_weights *cells = &table->cells;
  index_of(table, lo, index);
  for (ptrdiff_t i = lo; i < hi; i++, step(table, index)) {
    const double count = cells->whole ? cells->whole[i] : cells->real[i];
    if (count == 0) continue;
    vd_cell *to = record + *n * shape.size;
    if (vd_pattern_key(&table->rule, index, to)) {
      to[shape.n_words].w = count;
      ++*n;
    } else {
      *missing += count;
    }
  }
}
