/* Any table: what is read, sorted and merged holds every count once, in order, and
 * agrees with looking every cell up. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "count/table.h"

enum { MOST_DIMS = 5, MOST_CELLS = 4096, MOST_LABELS = 9, CLASSES = 5 };

typedef struct {
  double cell[MOST_CELLS];
  int dim[MOST_DIMS], map[MOST_DIMS][MOST_LABELS];
  int word[MOST_DIMS], shift[MOST_DIMS], width[MOST_DIMS];
  bool used[MOST_DIMS * (CLASSES + 1)];
  vd_cell record[MOST_CELLS * 2];
} space;

/* Count of the cells whose classes are those of a record; all cells if NULL. */
static double look_up(const space *s, int n_dim, int n_cells, const vd_layout *classes,
                      const vd_cell *record) {
  double sum = 0;
  for (int i = 0; i < n_cells; i++) {
    int at = i;
    bool same = true;
    for (int j = 0; j < n_dim; at /= s->dim[j++]) {
      const int class = s->map[j][at % s->dim[j]];
      same &= record == NULL
                  ? class > 0
                  : class == (int)vd_key_get(classes, &record->key, j) && class > 0;
    }
    if (same) sum += s->cell[i];
  }
  return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static space s;
  memset(&s, 0, sizeof s);
  if (size < 2 + MOST_DIMS * (1 + MOST_LABELS)) return 0;
  const int n_dim = 1 + *data++ % MOST_DIMS;
  const int cut = *data++;
  int n_cells = 1;
  const int *map[MOST_DIMS];
  for (int j = 0; j < MOST_DIMS; j++) {
    s.dim[j] = 1 + *data++ % MOST_LABELS;
    if (j < n_dim && n_cells * s.dim[j] > MOST_CELLS) s.dim[j] = 1;
    if (j < n_dim) n_cells *= s.dim[j];
    for (int k = 0; k < MOST_LABELS; k++) s.map[j][k] = *data++ % (CLASSES + 1);
    map[j] = s.map[j];
    s.width[j] = vd_key_width(CLASSES + 1);
  }
  size -= 2 + MOST_DIMS * (1 + MOST_LABELS);
  for (size_t i = 0; i < size && i < (size_t)n_cells; i++) s.cell[i] = data[i] / 2.0;

  vd_table table = {{NULL, s.cell},
                    n_dim,
                    s.dim,
                    {{n_dim, 0, s.word, s.shift, s.width}, map, CLASSES, s.used}};
  vd_key_layout(&table.rule.classes);
  const vd_shape shape = {2, 1};
  uint32_t index[MOST_DIMS];
  double missing = 0, total = 0;
  size_t n = 0;
  const int half = cut < n_cells ? cut : n_cells;
  vd_table_read(&table, 0, half, index, s.record, shape, &n, &missing);
  vd_table_read(&table, half, n_cells, index, s.record, shape, &n, &missing);
  vd_pattern_sort(s.record, n, shape);
  n = vd_pattern_merge(s.record, n, shape, NULL);
  for (size_t i = 0; i < n; i++) {
    const vd_cell *record = s.record + 2 * i;
    if (i > 0 && record[-2].key >= record[0].key) abort();
    if (record[1].w != look_up(&s, n_dim, n_cells, &table.rule.classes, record)) abort();
    total += record[1].w;
  }
  if (total != look_up(&s, n_dim, n_cells, &table.rule.classes, NULL)) abort();
  for (int i = 0; i < n_cells; i++) total -= s.cell[i];
  if (total + missing != 0) abort();
  return 0;
}
