#include "pattern.h"

#include <string.h>

enum {
  FEW = 24,         /* records left to insertion sort          */
  DEEP = 24,        /* splits after which heapsort takes over  */
  FIRST_WIDTH = 11, /* bits of the first digit                 */
  WIDTH = 8         /* bits of the others: the stack is finite */
};

size_t vd_pattern_recode(const vd_recoding *how, const vd_tally *tally, uint64_t *key,
                         vd_cell *record, double *missing) {
  const size_t places = (size_t)1 << tally->bits;
  const int n_words = how->classes.n_words;
  size_t n = 0;
  for (size_t at = 0; at < places; at++) {
    vd_cell *cell = vd_count_cell(tally, at);
    if (cell->key == 0) continue;
    const double count = how->weighted ? cell->w : (double)cell->n;
    vd_cell *to = record + n * vd_pattern_size(n_words);
    bool complete = true;
    vd_count_key(tally, at, key);
    memset(to, 0, (size_t)n_words * sizeof *to);
    for (int j = 0; j < how->slots.n_col && complete; j++) {
      const int code = how->map[j][vd_key_get(&how->slots, key, j)];
      complete = code > 0;
      if (complete) vd_key_put(&how->classes, &to->key, j, (uint32_t)code);
    }
    if (complete) {
      to[n_words].w = count;
      to[n_words + 1].key = at;
      n++;
    } else {
      cell->n = -1;
      *missing += count;
    }
  }
  return n;
}

typedef struct {
  size_t size; /* cells of a record */
  int n_words;
} shape;

static int compare(const vd_cell *a, const vd_cell *b, shape s) {
  for (int w = 0; w < s.n_words; w++)
    if (a[w].key != b[w].key) return a[w].key < b[w].key ? -1 : 1;
  return 0;
}

static void swap(vd_cell *a, vd_cell *b, shape s) {
  for (size_t k = 0; k < s.size; k++) {
    const vd_cell x = a[k];
    a[k] = b[k];
    b[k] = x;
  }
}

static void insertion_sort(vd_cell *record, size_t n, shape s) {
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0; j--) {
      vd_cell *here = record + j * s.size;
      if (compare(here - s.size, here, s) <= 0) break;
      swap(here - s.size, here, s);
    }
}

static void sift_down(vd_cell *record, size_t root, size_t n, shape s) {
  for (size_t child; (child = 2 * root + 1) < n; root = child) {
    vd_cell *c = record + child * s.size;
    if (child + 1 < n && compare(c, c + s.size, s) < 0) {
      child++;
      c += s.size;
    }
    if (compare(record + root * s.size, c, s) >= 0) return;
    swap(record + root * s.size, c, s);
  }
}

static void heap_sort(vd_cell *record, size_t n, shape s) {
  for (size_t i = n / 2; i-- > 0;) sift_down(record, i, n, s);
  for (size_t i = n; i-- > 1;) {
    swap(record, record + i * s.size, s);
    sift_down(record, 0, i, s);
  }
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
 * and afterwards where it ends. */
static void permute(vd_cell *record, digit d, size_t *begin, const size_t *end, shape s) {
  for (size_t bucket = 0; bucket <= d.mask; bucket++)
    while (begin[bucket] < end[bucket]) {
      vd_cell *here = record + begin[bucket] * s.size;
      const size_t home = digit_of(here, d);
      if (home != bucket) swap(here, record + begin[home] * s.size, s);
      begin[home]++;
    }
}

/* First bit, from the left, in which records differ; 64 * n_words if all are equal.
 * Bits before `at` are known to agree. */
static int first_difference(const vd_cell *record, size_t n, int at, shape s) {
  for (int w = at / 64; w < s.n_words; w++) {
    uint64_t difference = 0;
    for (size_t i = 1; i < n; i++) difference |= record[i * s.size + (size_t)w].key ^ record[w].key;
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

static void radix_sort(vd_cell *record, size_t n, int at, int depth, shape s);

/* One digit of at most max_width bits, then what shares it. */
static void split(vd_cell *record, size_t n, int at, int depth, int max_width, size_t *begin,
                  size_t *end, shape s) {
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

static void radix_sort(vd_cell *record, size_t n, int at, int depth, shape s) {
  size_t begin[1 << WIDTH], end[1 << WIDTH];
  if (n <= FEW)
    insertion_sort(record, n, s);
  else if (depth == DEEP)
    heap_sort(record, n, s);
  else
    split(record, n, at, depth, WIDTH, begin, end, s);
}

void vd_pattern_sort(vd_cell *record, size_t n, int n_words) {
  const shape s = {vd_pattern_size(n_words), n_words};
  size_t begin[1 << FIRST_WIDTH], end[1 << FIRST_WIDTH];
  if (n > 1) split(record, n, 0, 0, FIRST_WIDTH, begin, end, s);
}

size_t vd_pattern_merge(vd_cell *record, size_t n, int n_words, vd_tally *tally) {
  const shape s = {vd_pattern_size(n_words), n_words};
  size_t last = 0;
  for (size_t i = 0; i < n; i++) {
    const vd_cell *from = record + i * s.size;
    const uint64_t position = from[n_words + 1].key;
    if (i > 0 && compare(record + last * s.size, from, s) == 0) {
      record[last * s.size + (size_t)n_words].w += from[n_words].w;
    } else {
      last += i > 0;
      if (last < i) memcpy(record + last * s.size, from, s.size * sizeof *from);
    }
    if (tally != NULL) vd_count_cell(tally, position)->n = (int64_t)last + 1;
  }
  return n > 0 ? last + 1 : 0;
}

void vd_pattern_unpack(const vd_cell *record, size_t n, const vd_layout *classes,
                       int *pattern, double *count) {
  const size_t size = vd_pattern_size(classes->n_words);
  for (size_t i = 0; i < n; i++) {
    const vd_cell *from = record + i * size;
    for (int j = 0; j < classes->n_col; j++)
      pattern[i + (size_t)j * n] = (int)vd_key_get(classes, &from->key, j);
    count[i] = from[classes->n_words].w;
  }
}
