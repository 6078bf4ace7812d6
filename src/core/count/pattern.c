#include "count/pattern.h"

#include <string.h>

#include "math/heap.h"

enum {
  FEW = 24,         /* records left to insertion sort          */
  DEEP = 24,        /* splits after which heapsort takes over  */
  FIRST_WIDTH = 11, /* bits of the first digit                 */
  WIDTH = 8         /* bits of the others: the stack is finite */
};

bool vd_pattern_key(const vd_recoding *rule, const uint32_t *slot, vd_cell *record) {
  const size_t stride = (size_t)rule->n_classes + 1;
  const int n_col = rule->classes.n_col;
  bool none = false;
  for (int w = 0; w < rule->classes.n_words; w++) record[w].key = 0;
  for (int j = 0; j < n_col; j++) {
    const int class = rule->map[j][slot[j]];
    none |= class == 0;
    vd_key_put(&rule->classes, &record->key, j, (uint32_t) class);
  }
  if (none) return false;
  for (int j = 0; j < n_col; j++)
    rule->used[(size_t)j * stride + (size_t)rule->map[j][slot[j]]] = true;
  return true;
}

size_t vd_pattern_recode(const vd_recoding *rule, const vd_layout *slots, bool weighted,
                         const vd_tally *tally, uint64_t *key, uint32_t *slot,
                         vd_cell *record, vd_shape shape, double *missing) {
  const size_t places = (size_t)1 << tally->bits, n_words = (size_t)shape.n_words;
  size_t n = 0;
  for (size_t at = 0; at < places; at++) {
    vd_cell *cell = vd_count_cell(tally, at);
    if (cell->key == 0) continue;
    const double count = weighted ? cell->w : (double)cell->n;
    vd_cell *to = record + n * shape.size;
    vd_count_key(tally, at, key);
    for (int j = 0; j < slots->n_col; j++) slot[j] = vd_key_get(slots, key, j);
    if (!vd_pattern_key(rule, slot, to)) {
      cell->n = -1;
      *missing += count;
      continue;
    }
    to[n_words].w = count;
    if (shape.size > n_words + 1) to[n_words + 1].key = at;
    n++;
  }
  return n;
}

static int compare(const vd_cell *a, const vd_cell *b, vd_shape s) {
  for (int w = 0; w < s.n_words; w++)
    if (a[w].key != b[w].key) return a[w].key < b[w].key ? -1 : 1;
  return 0;
}

static void swap(vd_cell *a, vd_cell *b, vd_shape s) {
  for (size_t k = 0; k < s.size; k++) {
    const vd_cell x = a[k];
    a[k] = b[k];
    b[k] = x;
  }
}

static void insertion_sort(vd_cell *record, size_t n, vd_shape s) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0; j--) {
      vd_cell *here = record + j * s.size;
      if (compare(here - s.size, here, s) <= 0) break;
      swap(here - s.size, here, s);
    }
}

typedef struct {
  vd_cell *record;
  vd_shape shape;
} records;

static int before(const void *of, size_t a, size_t b) {
  const records *r = of;
  const size_t size = r->shape.size;
  return compare(r->record + a * size, r->record + b * size, r->shape) < 0;
}

static void exchange(void *of, size_t a, size_t b) {
  const records *r = of;
  swap(r->record + a * r->shape.size, r->record + b * r->shape.size, r->shape);
}

static void heap_sort(vd_cell *record, size_t n, vd_shape s) {
  records r = {record, s};
  const vd_heap heap = {&r, before, exchange};
  vd_heap_sort(&heap, n);
}

/* A digit: `width` bits from bit `at` (from the left) of the key on, in one word. */
typedef struct {
  size_t word;
  int shift;
  uint64_t mask;
} digit;

static digit digit_at(int at, int width) {
  const digit d = {(size_t)at / 64, 64 - at % 64 - width, (UINT64_C(1) << width) - 1};
  return d;
}

static size_t digit_of(const vd_cell *record, digit d) {
  return (size_t)((record[d.word].key >> d.shift) & d.mask);
}

/* Puts each record into the bucket of its digit; begin[b] is where bucket b begins,
 * and afterwards where it ends. Every swap puts one record in place. What comes in its
 * stead is looked at in the next round: swaps do not wait for each other then
 * (Skarupke's variant of the American flag sort). */
static void permute(vd_cell *record, digit d, size_t *begin, const size_t *end,
                    vd_shape s) {
  for (bool left = true; left;) {
    left = false;
    for (size_t bucket = 0; bucket <= d.mask; bucket++) {
      for (size_t i = begin[bucket]; i < end[bucket]; i++) {
        vd_cell *here = record + i * s.size;
        swap(here, record + begin[digit_of(here, d)]++ * s.size, s);
      }
      left |= begin[bucket] < end[bucket];
    }
  }
}

/* First bit, from the left, in which records differ; 64 * n_words if all are equal.
 * Bits before `at` are known to agree. */
static int first_difference(const vd_cell *record, size_t n, int at, vd_shape s) {
  for (int w = at / 64; w < s.n_words; w++) {
    uint64_t difference = 0;
    for (size_t i = 1; i < n; i++)
      difference |= record[i * s.size + (size_t)w].key ^ record[w].key;
    if (difference == 0) continue;
    at = 64 * w;
    for (; difference >> 63 == 0; difference <<= 1) at++;
    return at;
  }
  return 64 * s.n_words;
}

/* Four to eight records are to share a digit, if the words allow. */
static int digit_width(size_t n, int at, int max) {
  int width = 1;
  while (width < max && (n >> (width + 3)) > 0) width++;
  return width < 64 - at % 64 ? width : 64 - at % 64;
}

static void radix_sort(vd_cell *record, size_t n, int at, int depth, vd_shape s);

/* One digit of at most max_width bits, then what shares it. */
static void split(vd_cell *record, size_t n, int at, int depth, int max_width,
                  size_t *begin, size_t *end, vd_shape s) {
  at = first_difference(record, n, at, s);
  if (at == 64 * s.n_words) return;
  const int width = digit_width(n, at, max_width);
  const digit d = digit_at(at, width);
  memset(end, 0, (d.mask + 1) * sizeof *end);
  for (size_t i = 0; i < n; i++) end[digit_of(record + i * s.size, d)]++;
  size_t total = 0;
  for (size_t bucket = 0; bucket <= d.mask; bucket++) {
    begin[bucket] = total;
    end[bucket] = total += end[bucket];
  }
  permute(record, d, begin, end, s);
  for (size_t bucket = 0, from = 0; bucket <= d.mask; from = end[bucket++])
    if (end[bucket] - from > 1)
      radix_sort(record + from * s.size, end[bucket] - from, at + width, depth + 1, s);
}

static void radix_sort(vd_cell *record, size_t n, int at, int depth, vd_shape s) {
  size_t begin[1 << WIDTH], end[1 << WIDTH];
  if (n <= FEW)
    insertion_sort(record, n, s);
  else if (depth == DEEP)
    heap_sort(record, n, s);
  else
    split(record, n, at, depth, WIDTH, begin, end, s);
}

void vd_pattern_sort(vd_cell *record, size_t n, vd_shape shape) {
  size_t begin[1 << FIRST_WIDTH], end[1 << FIRST_WIDTH];
  if (n > 1) split(record, n, 0, 0, FIRST_WIDTH, begin, end, shape);
}

size_t vd_pattern_merge(vd_cell *record, size_t n, vd_shape shape, vd_tally *tally) {
  size_t last = 0;
  for (size_t i = 0; i < n; i++) {
    const vd_cell *from = record + i * shape.size;
    vd_cell *to = record + last * shape.size;
    const size_t position = tally != NULL ? (size_t)from[shape.n_words + 1].key : 0;
    if (i > 0 && compare(to, from, shape) == 0)
      to[shape.n_words].w += from[shape.n_words].w;
    else if (i > 0 && ++last < i)
      memcpy(to + shape.size, from, shape.size * sizeof *from);
    if (tally != NULL) vd_count_cell(tally, position)->n = (int64_t)last + 1;
  }
  return n > 0 ? last + 1 : 0;
}

void vd_pattern_number(const vd_recoding *rule, int n_levels, int *number) {
  const size_t n_classes = (size_t)rule->n_classes;
  int last = 0;
  for (size_t class = 0; class <= n_classes; class ++) {
    bool keep = n_levels > 0 && class > 0 && class <= (size_t)n_levels;
    for (int j = 0; j < rule->classes.n_col && n_levels == 0; j++)
      keep |= rule->used[(size_t)j * (n_classes + 1) + class];
    number[class] = keep ? ++last : 0;
  }
}

void vd_pattern_unpack(const vd_cell *record, size_t n, vd_shape shape,
                       const vd_layout *classes, const int *number, int *pattern,
                       double *count) {
  for (size_t i = 0; i < n; i++) {
    const vd_cell *from = record + i * shape.size;
    for (int j = 0; j < classes->n_col; j++)
      pattern[i + (size_t)j * n] = number[vd_key_get(classes, &from->key, j)];
    count[i] = from[shape.n_words].w;
  }
}
