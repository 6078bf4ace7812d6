#include "count/count.h"

#include <math.h>

ptrdiff_t vd_count_chunk(ptrdiff_t lo, ptrdiff_t hi) {
  return hi - lo < VD_CHUNK ? hi - lo : VD_CHUNK;
}

bool vd_count_weighted(const vd_weights *w) {
  return w->whole != NULL || w->real != NULL;
}

void vd_count_weights(const vd_weights *w, ptrdiff_t lo, ptrdiff_t n, double *out) {
  for (ptrdiff_t i = 0; i < n; i++)
    out[i] = w->whole ? w->whole[lo + i] : w->real[lo + i];
}

ptrdiff_t vd_count_check_weights(const vd_weights *w, ptrdiff_t lo, ptrdiff_t hi,
                                 double *zero, double *sum) {
  for (ptrdiff_t i = lo; i < hi; i++) {
    const double x = w->whole ? w->whole[i] : w->real[i];
    if (!(x >= 0) || isinf(x)) return i;
    *zero += x == 0;
    *sum += x;
  }
  return -1;
}

void vd_count_drop_zero(const vd_weights *w, ptrdiff_t lo, ptrdiff_t hi, int *pattern) {
  for (ptrdiff_t i = lo; i < hi; i++)
    if ((w->whole ? w->whole[i] : w->real[i]) == 0) pattern[i] = 0;
}

vd_cell *vd_count_cell(const vd_tally *tally, size_t position) {
  return tally->cell + (position + 1) * tally->size - 1;
}

size_t vd_count_used(const vd_tally *tally) {
  const size_t places = (size_t)1 << tally->bits;
  size_t used = 0;
  for (size_t i = 0; i < places; i++) used += vd_count_cell(tally, i)->key != 0;
  return used;
}

void vd_count_key(const vd_tally *tally, size_t position, uint64_t *key) {
  if (tally->direct) {
    key[0] = position;
    return;
  }
  const vd_cell *entry = tally->cell + position * tally->size;
  for (int w = 0; w < tally->n_words; w++) key[w] = entry[w].key;
}

void vd_count_missing(const vd_rows *rows, const int *const *map, ptrdiff_t lo,
                      ptrdiff_t hi, double *missing) {
  const bool weighted = vd_count_weighted(&rows->weights);
  uint32_t slot[VD_CHUNK];
  double w[VD_CHUNK];
  for (; lo < hi; lo += VD_CHUNK) {
    const ptrdiff_t n = vd_count_chunk(lo, hi);
    bool any[VD_CHUNK] = {false};
    if (weighted) vd_count_weights(&rows->weights, lo, n, w);
    for (int j = 0; j < rows->layout.n_col; j++) {
      vd_column_slots(&rows->col[j], lo, n, slot);
      for (ptrdiff_t i = 0; i < n; i++) {
        if (map[j][slot[i]] != 0 || (weighted && w[i] == 0)) continue;
        missing[1 + j]++;
        any[i] = true;
      }
    }
    for (ptrdiff_t i = 0; i < n; i++) missing[0] += any[i];
  }
}
