#include "numeric/order.h"

#include <math.h>
#include <string.h>

enum { BITS = 11, DIGITS = 1 << BITS };

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

void vd_order_scores(ptrdiff_t n, const double *score, int *order, uint64_t *keys,
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

int vd_order_holds(ptrdiff_t n, const double *score, const int *order, int *seen) {
  unsigned char *mark = (unsigned char *)seen;
  double last = -INFINITY;
  memset(mark, 0, (size_t)n);
  for (ptrdiff_t i = 0; i < n; i++) {
    if (order[i] < 0 || order[i] >= n || mark[order[i]]) return 0;
    double value = score[order[i]];
    mark[order[i]] = 1;
    if (!(last <= value)) return 0;
    last = value;
  }
  return 1;
}
