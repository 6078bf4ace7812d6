#include "count/direct.h"

#include <string.h>

enum {
  GROUP = 16,    /* rows packed at a time: their numbers fit the vector registers */
  COPY_BITS = 2, /* of a counter, side by side: those in use fit the nearest cache */
  COPIES = 1 << COPY_BITS,
  COPIED_BITS = 12
};

/* A column as the inner loop sees it: codes in place, or slots in a buffer, and where
 * they stand in the packed row. */
typedef struct {
  const int *code;
  uint32_t base, n_slots;
  int shift;
} strip;

typedef struct {
  strip col[VD_DIRECT_BITS]; /* a column has at least one bit */
  int n_col;
} strips;

/* The top bit of this is set for a slot that is none: u >= n_slots. */
static inline uint32_t stray(uint32_t u, uint32_t n_slots) {
  return u | (n_slots - 1 - u);
}

/* Appends a column to the indices, unchecked; the top bit of what is returned tells
 * whether a code is out of range. */
static inline uint32_t append_one(const strip *s, ptrdiff_t i, uint32_t *restrict index) {
  const int *restrict a = s->code + i;
  const strip x = *s;
  uint32_t strays = 0;
  for (int k = 0; k < GROUP; k++) {
    const uint32_t u = (uint32_t)a[k] - x.base;
    strays |= stray(u, x.n_slots);
    index[k] |= u << x.shift;
  }
  return strays;
}

/* The first three columns at once (the truth and two classifiers are the usual case). */
static inline uint32_t start_three(const strip *s, ptrdiff_t i,
                                   uint32_t *restrict index) {
  const int *restrict a = s[0].code + i, *restrict b = s[1].code + i,
                      *restrict c = s[2].code + i;
  const strip x = s[0], y = s[1], z = s[2];
  uint32_t strays = 0;
  for (int k = 0; k < GROUP; k++) {
    const uint32_t u = (uint32_t)a[k] - x.base;
    const uint32_t v = (uint32_t)b[k] - y.base;
    const uint32_t w = (uint32_t)c[k] - z.base;
    strays |= stray(u, x.n_slots) | stray(v, y.n_slots) | stray(w, z.n_slots);
    index[k] = u << x.shift | v << y.shift | w << z.shift;
  }
  return strays;
}

static uint32_t row_index(const strips *s, ptrdiff_t i) {
  uint32_t index = 0;
  for (int j = 0; j < s->n_col; j++) {
    const strip *x = s->col + j;
    index |= vd_column_slot(x->code[i], x->base, x->n_slots) << x->shift;
  }
  return index;
}

/* Rows with a label missing are few: their group is done again, one by one. */
static void checked_index(const strips *s, ptrdiff_t i, uint32_t *index) {
  for (int k = 0; k < GROUP; k++) index[k] = row_index(s, i + k);
}

static inline void group_index(const strips *s, ptrdiff_t i, uint32_t *restrict index) {
  uint32_t strays = 0;
  int j = 0;
  memset(index, 0, GROUP * sizeof *index);
  if (s->n_col >= 3) {
    strays = start_three(s->col, i, index);
    j = 3;
  }
  for (; j < s->n_col; j++) strays |= append_one(s->col + j, i, index);
  if (strays >> 31) checked_index(s, i, index);
}

/* Where the first copies of each counter stand. */
typedef struct {
  vd_cell *at[COPIES];
} copies;

static inline void count_group(copies to, const uint32_t *index) {
  for (int k = 0; k < GROUP; k += COPIES) {
    to.at[0][index[k]].n++;
    to.at[1][index[k + 1]].n++;
    to.at[2][index[k + 2]].n++;
    to.at[3][index[k + 3]].n++;
  }
}

/* Counts whole groups and returns the rows done. */
static ptrdiff_t add_groups(const strips *s, ptrdiff_t n, copies to) {
  uint32_t index[GROUP];
  ptrdiff_t i = 0;
  for (; i + GROUP <= n; i += GROUP) {
    group_index(s, i, index);
    count_group(to, index);
  }
  return i;
}

static void add_rows(const strips *s, ptrdiff_t n, int bits, vd_cell *cell) {
  const size_t step = vd_direct_copies(bits) == COPIES;
  const copies to = {{cell, cell + step, cell + 2 * step, cell + 3 * step}};
  ptrdiff_t i = add_groups(s, n, to);
  for (; i < n; i++) cell[row_index(s, i)].n++;
}

static void add_weights(const strips *s, ptrdiff_t n, const double *w, vd_cell *cell) {
  uint32_t index[GROUP];
  ptrdiff_t i = 0;
  for (; i + GROUP <= n; i += GROUP) {
    group_index(s, i, index);
    for (int k = 0; k < GROUP; k++) cell[index[k]].w += w[i + k];
  }
  for (; i < n; i++) cell[row_index(s, i)].w += w[i];
}

/* The pattern numbers are positive, -1 stands for a missing label. */
static void find_patterns(const strips *s, ptrdiff_t n, const vd_cell *cell,
                          int *pattern) {
  uint32_t index[GROUP];
  ptrdiff_t i = 0;
  for (; i + GROUP <= n; i += GROUP) {
    group_index(s, i, index);
    for (int k = 0; k < GROUP; k++) {
      const int64_t number = cell[index[k]].n;
      pattern[i + k] = number > 0 ? (int)number : 0;
    }
  }
  for (; i < n; i++) {
    const int64_t number = cell[row_index(s, i)].n;
    pattern[i] = number > 0 ? (int)number : 0;
  }
}

/* Strips of rows from lo on, packed rows `apart` bits to the left. Columns that are not
 * codes pass through `buffer`, and *n is cut to the rows it holds. */
static strips strips_of(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t *n, int apart,
                        uint32_t (*buffer)[VD_CHUNK]) {
  strips s = {.n_col = rows->layout.n_col};
  for (int j = 0; j < s.n_col; j++)
    if (rows->col[j].type != VD_COLUMN_CODE) *n = vd_count_chunk(lo, lo + *n);
  for (int j = 0; j < s.n_col; j++) {
    const vd_column *x = &rows->col[j];
    strip *to = &s.col[j];
    to->shift = rows->layout.shift[j] + apart;
    to->n_slots = x->n_slots;
    if (x->type == VD_COLUMN_CODE) {
      to->code = (const int *)x->data + lo;
      to->base = (uint32_t)x->base;
    } else {
      vd_column_slots(x, lo, *n, buffer[j]);
      to->code = (const int *)buffer[j];
    }
  }
  return s;
}

size_t vd_direct_copies(int bits) {
  return bits <= COPIED_BITS ? COPIES : 1;
}

void vd_direct_add(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi, vd_tally *tally) {
  const bool weighted = vd_count_weighted(&rows->weights);
  const bool copied = !weighted && vd_direct_copies(tally->bits) == COPIES;
  uint32_t buffer[VD_DIRECT_BITS][VD_CHUNK];
  double w[VD_CHUNK];
  for (ptrdiff_t n; lo < hi; lo += n) {
    n = weighted ? vd_count_chunk(lo, hi) : hi - lo;
    const strips s = strips_of(rows, lo, &n, copied ? COPY_BITS : 0, buffer);
    if (weighted) {
      vd_count_weights(&rows->weights, lo, n, w);
      add_weights(&s, n, w, tally->cell);
    } else {
      add_rows(&s, n, tally->bits, tally->cell);
    }
  }
}

/* Weights have one copy. */
void vd_direct_join(vd_tally *tally, bool weighted) {
  const size_t places = (size_t)1 << tally->bits;
  const size_t n = weighted ? 1 : vd_direct_copies(tally->bits);
  if (n == 1) return;
  for (size_t i = 0; i < places; i++) {
    int64_t sum = 0;
    for (size_t c = 0; c < n; c++) sum += tally->cell[i * n + c].n;
    tally->cell[i].n = sum;
  }
}

void vd_direct_merge(const vd_tally *other, vd_tally *tally) {
  for (size_t i = 0; i < (size_t)1 << tally->bits; i++) {
    tally->cell[i].n += other->cell[i].n;
  }
}

void vd_direct_patterns(const vd_rows *rows, ptrdiff_t lo, ptrdiff_t hi,
                        const vd_tally *tally, int *pattern) {
  uint32_t buffer[VD_DIRECT_BITS][VD_CHUNK];
  for (ptrdiff_t n; lo < hi; lo += n) {
    n = hi - lo;
    const strips s = strips_of(rows, lo, &n, 0, buffer);
    find_patterns(&s, n, tally->cell, pattern + lo);
  }
}
