#include "counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *zeroed(size_t n, size_t size) {
  void *memory = calloc(n > 0 ? n : 1, size);
  if (memory == NULL) abort();
  return memory;
}

uint32_t counting_draw(uint64_t *state, uint32_t n) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)((*state >> 33) % n);
}

vd_column counting_codes(const int *data, int base, int n_labels) {
  const vd_column col = {.type = VD_COLUMN_CODE,
                         .data = data,
                         .base = base,
                         .n_slots = (uint32_t)n_labels + 1};
  return col;
}

static vd_dictionary new_dictionary(int bits) {
  const vd_dictionary d = {zeroed((size_t)1 << bits, sizeof(uint64_t)),
                           zeroed((size_t)1 << bits, sizeof(uint32_t)), bits, 0};
  return d;
}

void counting_dictionary(vd_column *col, ptrdiff_t n_rows) {
  vd_dictionary d = new_dictionary(1);
  double *first = zeroed((size_t)n_rows + 2, sizeof(double));
  for (ptrdiff_t lo = 0, reached; lo < n_rows; lo += reached) {
    uint64_t key[VD_CHUNK];
    const ptrdiff_t n = vd_count_chunk(lo, n_rows);
    vd_column_keys(col, lo, n, key);
    if (vd_labels_add(&d, key, n, (double)lo, first, &reached) == VD_STATUS_FULL) {
      vd_dictionary larger = new_dictionary(d.bits + 1);
      vd_labels_copy(&d, &larger);
      free(d.key);
      free(d.code);
      d = larger;
    }
  }
  free(first);
  col->dict = d;
  col->n_slots = d.n + 1;
}

void counting_drop_dictionary(vd_column *col) {
  free(col->dict.key);
  free(col->dict.code);
}

static vd_layout new_layout(int n_col) {
  const vd_layout layout = {.n_col = n_col,
                            .word = zeroed((size_t)n_col, sizeof(int)),
                            .shift = zeroed((size_t)n_col, sizeof(int)),
                            .width = zeroed((size_t)n_col, sizeof(int))};
  return layout;
}

static void drop_layout(vd_layout *layout) {
  free(layout->word);
  free(layout->shift);
  free(layout->width);
}

static vd_rows rows_of(const counting *in) {
  vd_rows rows = {new_layout(in->n_col), in->col, in->weights};
  for (int j = 0; j < in->n_col; j++)
    rows.layout.width[j] = vd_key_width(in->col[j].n_slots);
  vd_key_layout(&rows.layout);
  return rows;
}

static vd_recoding recoding_of(const counting *in) {
  vd_recoding rule = {
      new_layout(in->n_col), in->map, in->n_classes,
      zeroed((size_t)in->n_col * ((size_t)in->n_classes + 1), sizeof(bool))};
  for (int j = 0; j < in->n_col; j++)
    rule.classes.width[j] = vd_key_width((uint32_t)in->n_classes + 1);
  vd_key_layout(&rule.classes);
  return rule;
}

static vd_tally new_tally(bool direct, int bits, int n_words, size_t size) {
  vd_tally t = {.direct = direct, .bits = bits, .n_words = n_words, .size = size};
  t.cell = zeroed((direct ? vd_direct_copies(bits) : 1) * size << bits, sizeof(vd_cell));
  return t;
}

static vd_tally tally_of(const counting *in, const vd_rows *rows, size_t size,
                         uint64_t *key) {
  const vd_layout *slots = &rows->layout;
  if (!in->no_direct && slots->n_words == 1 && vd_key_bits(slots) <= VD_DIRECT_BITS) {
    vd_tally t = new_tally(true, vd_key_bits(slots), 0, 1);
    vd_direct_add(rows, 0, in->n_rows / 3, &t);
    vd_direct_add(rows, in->n_rows / 3, in->n_rows, &t);
    vd_direct_join(&t, vd_count_weighted(&in->weights));
    return t;
  }
  vd_tally t = new_tally(false, in->first_bits, slots->n_words, size);
  for (ptrdiff_t lo = 0; lo < in->n_rows;)
    if (vd_hash_add(rows, lo, in->n_rows, &t, key, &lo) == VD_STATUS_FULL) {
      vd_tally larger = new_tally(false, t.bits + 1, t.n_words, size);
      vd_hash_copy(&t, &larger);
      free(t.cell);
      t = larger;
    }
  return t;
}

static void find_rows(const counting *in, const vd_rows *rows, const vd_tally *t,
                      uint64_t *key, counted *out) {
  out->of_row = zeroed((size_t)in->n_rows, sizeof(int));
  if (t->direct)
    vd_direct_patterns(rows, 0, in->n_rows, t, out->of_row);
  else
    vd_hash_patterns(rows, 0, in->n_rows, t, key, out->of_row);
  if (vd_count_weighted(&in->weights))
    vd_count_drop_zero(&in->weights, 0, in->n_rows, out->of_row);
}

counted counting_run(const counting *in) {
  vd_rows rows = rows_of(in);
  vd_recoding rule = recoding_of(in);
  const int n_words = rule.classes.n_words;
  const int words = rows.layout.n_words > n_words ? rows.layout.n_words : n_words;
  const vd_shape shape = {(size_t)n_words + 1 + in->tracked, n_words};
  uint64_t *key = zeroed((size_t)words * VD_CHUNK, sizeof(uint64_t));
  uint32_t *slot = zeroed((size_t)in->n_col, sizeof(uint32_t));
  int *number = zeroed((size_t)in->n_classes + 1, sizeof(int));
  counted out = {.used = rule.used};

  vd_tally t = tally_of(in, &rows, (size_t)words + 1, key);
  const bool apart = in->tracked || t.direct;
  vd_cell *record =
      apart ? zeroed(vd_count_used(&t) * shape.size, sizeof(vd_cell)) : t.cell;
  size_t n = vd_pattern_recode(&rule, &rows.layout, vd_count_weighted(&in->weights), &t,
                               key, slot, record, shape, &out.missing);
  vd_pattern_sort(record, n, shape);
  n = vd_pattern_merge(record, n, shape, in->tracked ? &t : NULL);
  vd_pattern_number(&rule, in->n_levels, number);
  out.n = (ptrdiff_t)n;
  out.pattern = zeroed(n * (size_t)in->n_col, sizeof(int));
  out.count = zeroed(n, sizeof(double));
  vd_pattern_unpack(record, n, shape, &rule.classes, number, out.pattern, out.count);
  if (in->tracked) find_rows(in, &rows, &t, key, &out);

  if (apart) free(record);
  free(t.cell);
  free(number);
  free(slot);
  free(key);
  drop_layout(&rule.classes);
  drop_layout(&rows.layout);
  return out;
}

/* ---- by brute force ---- */

static double weight_of(const counting *in, ptrdiff_t i) {
  if (in->weights.whole) return in->weights.whole[i];
  return in->weights.real ? in->weights.real[i] : 1;
}

static int class_of(const counting *in, ptrdiff_t i, int j) {
  uint32_t slot;
  vd_column_slots(&in->col[j], i, 1, &slot);
  return in->map[j][slot];
}

static int compare_rows(const int *a, const int *b, int n_col) {
  for (int j = 0; j < n_col; j++)
    if (a[j] != b[j]) return a[j] < b[j] ? -1 : 1;
  return 0;
}

/* Patterns row-major, by insertion into the sorted list. */
static void insert(int *list, double *count, ptrdiff_t *n, const int *row, int n_col,
                   double w) {
  const size_t size = (size_t)n_col * sizeof(int);
  ptrdiff_t at = 0;
  while (at < *n && compare_rows(list + at * n_col, row, n_col) < 0) at++;
  if (at == *n || compare_rows(list + at * n_col, row, n_col) != 0) {
    memmove(list + (at + 1) * n_col, list + at * n_col, (size_t)(*n - at) * size);
    memmove(count + at + 1, count + at, (size_t)(*n - at) * sizeof(double));
    memcpy(list + at * n_col, row, size);
    count[at] = 0;
    ++*n;
  }
  count[at] += w;
}

counted counting_naive(const counting *in) {
  const size_t n_col = (size_t)in->n_col, n_rows = (size_t)in->n_rows;
  const size_t stride = (size_t)in->n_classes + 1;
  counted out = {.count = zeroed(n_rows, sizeof(double)),
                 .used = zeroed(n_col * stride, sizeof(bool)),
                 .of_row = zeroed(n_rows, sizeof(int))};
  int *list = zeroed(n_rows * n_col, sizeof(int)),
      *rows = zeroed(n_rows * n_col, sizeof(int));
  int *number = zeroed(stride, sizeof(int)), last = 0;
  for (ptrdiff_t i = 0; i < in->n_rows; i++) {
    int *row = rows + i * in->n_col, complete = 1;
    for (int j = 0; j < in->n_col; j++) complete &= (row[j] = class_of(in, i, j)) > 0;
    if (weight_of(in, i) == 0) row[0] = -1;
    if (row[0] < 0) continue;
    if (!complete) {
      out.missing += weight_of(in, i);
      row[0] = -1;
      continue;
    }
    insert(list, out.count, &out.n, row, in->n_col, weight_of(in, i));
    for (size_t j = 0; j < n_col; j++) out.used[j * stride + (size_t)row[j]] = true;
  }
  for (size_t k = 1; k < stride; k++) {
    bool keep = in->n_levels > 0 && k <= (size_t)in->n_levels;
    for (size_t j = 0; j < n_col && in->n_levels == 0; j++)
      keep |= out.used[j * stride + k];
    number[k] = keep ? ++last : 0;
  }
  for (ptrdiff_t i = 0; i < in->n_rows; i++)
    for (ptrdiff_t p = 0; p < out.n && rows[i * in->n_col] >= 0; p++)
      if (compare_rows(rows + i * in->n_col, list + p * in->n_col, in->n_col) == 0)
        out.of_row[i] = (int)p + 1;
  out.pattern = zeroed((size_t)out.n * n_col, sizeof(int));
  for (ptrdiff_t p = 0; p < out.n; p++)
    for (int j = 0; j < in->n_col; j++)
      out.pattern[p + j * out.n] = number[list[p * in->n_col + j]];
  free(list);
  free(rows);
  free(number);
  return out;
}

void counting_free(counted *x) {
  free(x->pattern);
  free(x->count);
  free(x->of_row);
  free(x->used);
}

static bool close(double a, double b) {
  return fabs(a - b) <= 1e-12 * fabs(b);
}

bool counting_same(const counted *a, const counted *b, const counting *in) {
  const size_t used = (size_t)in->n_col * ((size_t)in->n_classes + 1);
  bool same = a->n == b->n && close(a->missing, b->missing);
  for (ptrdiff_t i = 0; same && i < a->n * in->n_col; i++)
    same = a->pattern[i] == b->pattern[i];
  for (ptrdiff_t i = 0; same && i < a->n; i++) same = close(a->count[i], b->count[i]);
  for (ptrdiff_t i = 0; same && a->of_row && b->of_row && i < in->n_rows; i++)
    same = a->of_row[i] == b->of_row[i];
  return same && memcmp(a->used, b->used, used * sizeof(bool)) == 0;
}
