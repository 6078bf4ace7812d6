#include "numeric/order.h"

#include <string.h>

/* A word is a key of PASSES digits and a row. */
enum { BITS = 11, DIGITS = 1 << BITS, PASSES = 3, ROW_BITS = 64 - PASSES * BITS };

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

/* Keys in the bits that differ at all, the first 33 of them, and the row in the other 31:
 * words that are sorted by their keys in three passes. How many bits were left out. */
static int make_words(ptrdiff_t n, const double *score, uint64_t *word,
                      uint32_t (*place)[DIGITS]) {
  const uint64_t KEYS = (UINT64_C(1) << (PASSES * BITS)) - 1;
  uint64_t differ = 0, first = key_of(score[0]);
  int below = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    word[i] = key_of(score[i]);
    differ |= word[i] ^ first;
  }
  while (differ >> below > KEYS) below++;
  for (ptrdiff_t i = 0; i < n; i++) {
    uint64_t key = word[i] >> below & KEYS;
    for (int digit = 0; digit < PASSES; digit++)
      place[digit][key >> (digit * BITS) & (DIGITS - 1)]++;
    word[i] = key << ROW_BITS | (uint64_t)i;
  }
  return below;
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

/* Rows whose first bits agree, in the order of all bits, by insertion. 0 where that would
 * move more rows than a few times all. */
static int settle(ptrdiff_t n, const double *score, int *order) {
  ptrdiff_t left = 4 * n;
  for (ptrdiff_t i = 1; i < n; i++) {
    int row = order[i];
    ptrdiff_t at = i;
    for (; at > 0 && score[row] < score[order[at - 1]]; at--, left--)
      order[at] = order[at - 1];
    order[at] = row;
    if (left < 0) return 0;
  }
  return 1;
}

void vd_order_scores(ptrdiff_t n, const double *score, int *order, uint64_t *keys,
                     int *other) {
  uint32_t place[PASSES][DIGITS] = {{0}};
  uint64_t *word = keys, *to = keys + n;
  if (n == 0) return;
  int below = make_words(n, score, word, place);
  for (int digit = 0; digit < PASSES; digit++) {
    if (!pass_words(n, ROW_BITS + digit * BITS, place[digit], word, to)) continue;
    uint64_t *moved = word;
    word = to;
    to = moved;
  }
  for (ptrdiff_t i = 0; i < n; i++)
    order[i] = (int)(word[i] & ((UINT64_C(1) << ROW_BITS) - 1));
  if (below > 0 && !settle(n, score, order)) sort_whole(n, score, order, keys, other);
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

int vd_order_holds(ptrdiff_t n, const double *score, const int *order) {
  for (ptrdiff_t i = 0; i < n; i++) {
    if (order[i] < 0 || order[i] >= n) return 0;
    if (i == 0) continue;
    double last = score[order[i - 1]], value = score[order[i]];
    if (!(last < value || (last == value && order[i - 1] < order[i]))) return 0;
  }
  return n == 0 || score[order[0]] == score[order[0]];
}
