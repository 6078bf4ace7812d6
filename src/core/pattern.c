#include "pattern.h"

#include <string.h>

enum {
  FEW = 32,  /* records left to insertion sort        */
  DEEP = 24, /* splits after which heapsort takes over */
  DIGITS = 256
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

static unsigned digit_of(const vd_cell *record, int byte) {
  return (unsigned)(record[byte / 8].key >> (56 - 8 * (byte % 8))) & (DIGITS - 1);
}

/* Puts each record into the bucket of its digit; end[d] is the end of bucket d. */
static void permute(vd_cell *record, int byte, const size_t *count, size_t *end, shape s) {
  size_t next[DIGITS];
  size_t total = 0;
  for (int d = 0; d < DIGITS; d++) {
    next[d] = total;
    end[d] = total += count[d];
  }
  for (unsigned d = 0; d < DIGITS; d++)
    while (next[d] < end[d]) {
      vd_cell *here = record + next[d] * s.size;
      const unsigned home = digit_of(here, byte);
      if (home != d) swap(here, record + next[home] * s.size, s);
      next[home]++;
    }
}

static void radix_sort(vd_cell *record, size_t n, int byte, int depth, shape s) {
  size_t count[DIGITS], end[DIGITS];
  for (;; byte++) {
    if (n <= FEW) {
      insertion_sort(record, n, s);
      return;
    }
    if (byte == 8 * s.n_words) return;
    if (depth == DEEP) {
      heap_sort(record, n, s);
      return;
    }
    memset(count, 0, sizeof count);
    for (size_t i = 0; i < n; i++) count[digit_of(record + i * s.size, byte)]++;
    if (count[digit_of(record, byte)] < n) break;
  }
  permute(record, byte, count, end, s);
  for (int d = 0; d < DIGITS; d++)
    if (count[d] > 1)
      radix_sort(record + (end[d] - count[d]) * s.size, count[d], byte + 1, depth + 1, s);
}

void vd_pattern_sort(vd_cell *record, size_t n, int n_words) {
  const shape s = {vd_pattern_size(n_words), n_words};
  radix_sort(record, n, 0, 0, s);
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
