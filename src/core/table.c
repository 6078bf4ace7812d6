#include "table.h"

#include <string.h>

static void index_of(const vd_table *table, ptrdiff_t cell, int *index) {
  for (int j = 0; j < table->n_dim; j++) {
    index[j] = (int)(cell % table->dim[j]);
    cell /= table->dim[j];
  }
}

static void step(const vd_table *table, int *index) {
  for (int j = 0; j < table->n_dim; j++) {
    if (++index[j] < table->dim[j]) return;
    index[j] = 0;
  }
}

void vd_table_read(const vd_table *table, ptrdiff_t lo, ptrdiff_t hi, int *index,
                   vd_cell *record, size_t *n, double *missing) {
  const vd_weights *cells = &table->cells;
  const int n_words = table->classes.n_words;
  index_of(table, lo, index);
  for (ptrdiff_t i = lo; i < hi; i++, step(table, index)) {
    const double count = cells->whole ? cells->whole[i] : cells->real[i];
    if (count == 0) continue;
    vd_cell *to = record + *n * vd_pattern_size(n_words);
    bool complete = true;
    memset(to, 0, vd_pattern_size(n_words) * sizeof *to);
    for (int j = 0; j < table->n_dim && complete; j++) {
      const int code = table->map[j][index[j]];
      complete = code > 0;
      if (complete) vd_key_put(&table->classes, &to->key, j, (uint32_t)code);
    }
    if (complete) {
      to[n_words].w = count;
      ++*n;
    } else {
      *missing += count;
    }
  }
}
