#include "numeric/order.h"

#include <math.h>
#include <string.h>

/* Digits of a key; the words of a key and a row are sorted by PASSES of them at most. */
enum { BITS = 11, DIGITS = 1 << BITS, PASSES = 3 };

/* Unsigned numbers in the order of the doubles: the sign bit of positive ones is set, of
 * negative ones all bits are turned. Adding zero turns -0 into 0. */
static uint64_t key_of(double x) {
  const uint64_t SIGN = UINT64_C(1) << 63;
  uint64_t bits;
  x += 0.0;
  memcpy(&bits, &x, sizeof bits);
  return bits & SIGN ? ~bits : bits | SIGN;
}

/* One digit: from (key, order) to (to_key, to). 0 where all rows have the same digit, and
 * nothing was moved. */
static int pass(ptrdiff_t n, int shift, const uint64_t *key, const int *order,
                uint64_t *to_key, int *to) {
  ptrdiff_t place[DIGITS] = {0}, before = 0;
  for (ptrdiff_t i = 0; i < n; i++) place[key[i] >> shift & (DIGITS - 1)]++;
  if (place[key[0] >> shift & (DIGITS - 1)] == n) return 0;
  for (int d = 0; d < DIGITS; d++) {
    ptrdiff_t rows = place[d];
    place[d] = before;
    before += rows;
  }
  for (ptrdiff_t i = 0; i < n; i++) {
    ptrdiff_t at = place[key[i] >> shift & (DIGITS - 1)]++;
    to_key[at] = key[i];
    to[at] = order[i];
  }
  return 1;
}

/* All bits of the keys, six passes. */
static void sort_whole(ptrdiff_t n, const double *score, int *order, uint64_t *keys,
                       int *other) {
  uint64_t *key = keys, *to_key = keys + n;
  int *from = order, *to = other;
  for (ptrdiff_t i = 0; i < n; i++) {
    key[i] = key_of(score[i]);
    order[i] = (int)i;
  }
  for (int shift = 0; n > 0 && shift < 64; shift += BITS) {
    if (!pass(n, shift, key, from, to_key, to)) continue;
    uint64_t *moved_key = key;
    int *moved = from;
    key = to_key;
    to_key = moved_key;
    from = to;
    to = moved;
  }
  if (from != order) memcpy(order, from, (size_t)n * sizeof *order);
}

/* Words of the bits in which keys differ at all, first those that say most, and of the
 * row in the last `rows` bits; the digits of the words are counted. Whether bits were
 * left out. */
static int make_words(ptrdiff_t n, const double *score, int rows, int passes,
                      uint64_t *word, uint32_t (*place)[DIGITS]) {
  const uint64_t ROW = (UINT64_C(1) << rows) - 1;
  uint64_t differ = 0, first = key_of(score[0]);
  int above = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    word[i] = key_of(score[i]);
    differ |= word[i] ^ first;
  }
  while (above < 63 && !(differ << above >> 63)) above++;
  for (ptrdiff_t i = 0; i < n; i++) {
    uint64_t key = word[i] << above;
    for (int digit = 0; digit < passes; digit++)
      place[digit][key >> (64 - (digit + 1) * BITS) & (DIGITS - 1)]++;
    word[i] = (key & ~ROW) | (uint64_t)i;
  }
  return (differ << above & ROW) != 0;
}

/* One digit of words from `word` to `to`. 0 where all have the same, and nothing was
 * moved. */
static int pass_words(ptrdiff_t n, int shift, uint32_t *place, const uint64_t *word,
                      uint64_t *to) {
  uint32_t before = 0;
  if ((ptrdiff_t)place[word[0] >> shift & (DIGITS - 1)] == n) return 0;
  for (int d = 0; d < DIGITS; d++) {
    uint32_t rows = place[d];
    place[d] = before;
    before += rows;
  }
  for (ptrdiff_t i = 0; i < n; i++)
    to[place[word[i] >> shift & (DIGITS - 1)]++] = word[i];
  return 1;
}

/* Words whose first digits agree, by all their bits, by insertion. 0 where that would
 * move more than a few times all. */
static int settle_words(ptrdiff_t n, uint64_t *word) {
  ptrdiff_t left = 4 * n;
  for (ptrdiff_t i = 1; i < n; i++) {
    uint64_t own = word[i];
    ptrdiff_t at = i;
    for (; at > 0 && own < word[at - 1]; at--, left--) word[at] = word[at - 1];
    word[at] = own;
    if (left < 0) return 0;
  }
  return 1;
}

/* The rows of sorted words; those whose keys agree by their scores. 0 as before. */
static int settle_rows(ptrdiff_t n, const double *score, int rows, const uint64_t *word,
                       int *order) {
  const uint64_t ROW = (UINT64_C(1) << rows) - 1;
  ptrdiff_t left = 4 * n;
  for (ptrdiff_t i = 0; i < n; i++) {
    int row = (int)(word[i] & ROW);
    ptrdiff_t at = i;
    if (i > 0 && (word[i] ^ word[i - 1]) <= ROW) {
      for (; at > 0 && score[row] < score[order[at - 1]]; at--, left--)
        order[at] = order[at - 1];
    }
    order[at] = row;
    if (left < 0) return 0;
  }
  return 1;
}

static int sort_words(ptrdiff_t n, const double *score, int passes, uint64_t *word,
                      uint64_t *to, int *order) {
  uint32_t place[PASSES][DIGITS] = {{0}};
  int rows = 1;
  while (n >> rows > 0) rows++;
  int left_out = make_words(n, score, rows, passes, word, place);
  for (int digit = passes - 1; digit >= 0; digit--) {
    if (!pass_words(n, 64 - (digit + 1) * BITS, place[digit], word, to)) continue;
    uint64_t *moved = word;
    word = to;
    to = moved;
  }
  if (!settle_words(n, word)) return 0;
  if (left_out) return settle_rows(n, score, rows, word, order);
  for (ptrdiff_t i = 0; i < n; i++)
    order[i] = (int)(word[i] & ((UINT64_C(1) << rows) - 1));
  return 1;
}

void vd_order_scores(ptrdiff_t n, const double *score, int *order, uint64_t *keys,
                     int *other) {
  enum { MANY = 1 << 20 };
  if (n == 0) return;
  for (int passes = n <= MANY ? PASSES - 1 : PASSES; passes <= PASSES; passes++)
    if (sort_words(n, score, passes, keys, keys + n, order)) return;
  sort_whole(n, score, order, keys, other);
}

void vd_order_strata(ptrdiff_t n, const int *order, const int *stratum, int n_strata,
                     int *within, ptrdiff_t *end) {
  ptrdiff_t before = 0;
  for (int h = 0; h < n_strata; h++) end[h] = 0;
  for (ptrdiff_t i = 0; i < n; i++) end[stratum[i] - 1]++;
  for (int h = 0; h < n_strata; h++) {
    ptrdiff_t rows = end[h];
    end[h] = before;
    before += rows;
  }
  for (ptrdiff_t i = 0; i < n; i++) within[end[stratum[order[i]] - 1]++] = order[i];
}

int vd_order_within(ptrdiff_t n, const int *order) {
  unsigned outside = 0, most = (unsigned)n;
  for (ptrdiff_t i = 0; i < n; i++) outside |= (unsigned)order[i] >= most;
  return !outside;
}

/* Rows lie anywhere in memory: what will be needed is asked for some places before. */
static inline void fetch(const double *score, const int *event, int row) {
#ifdef __GNUC__
  __builtin_prefetch(score + row);
  __builtin_prefetch(event + row);
#endif
}

int vd_order_mark(ptrdiff_t n, const double *score, const int *order, const int *event,
                  unsigned char *mark) {
  enum { AHEAD = 24 };
  double last = NAN;
  int before = -1, wrong = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (i + AHEAD < n) fetch(score, event, order[i + AHEAD]);
    int row = order[i], tied = score[row] == last;
    wrong |=
        i > 0 ? !(last < score[row] || (tied && before < row)) : score[row] != score[row];
    mark[i] =
        (unsigned char)((event[row] != 0 ? VD_MARK_EVENT : 0) | (tied ? 0 : VD_MARK_NEW));
    last = score[row];
    before = row;
  }
  return !wrong;
}
