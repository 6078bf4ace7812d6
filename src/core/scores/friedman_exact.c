#include "scores/friedman_exact.h"

#include <Rmath.h>
#include <float.h>
#include <math.h>
#include <string.h>

static const uint64_t EMPTY = UINT64_MAX;
enum { SCALE = 1000 };

int vd_friedman_bits(ptrdiff_t n, int k) {
  if (k > VD_FRIEDMAN_MOST) return 0;
  int bits = 1;
  while (ldexp(1, bits) <= 2.0 * (k - 1) * (double)n) bits++;
  return bits * (k - 1) < 64 ? bits : 0;
}

static void sort(int k, int *x) {
  for (int i = 1; i < k; i++) {
    int moved = x[i], to = i;
    for (; to > 0 && x[to - 1] > moved; to--) x[to] = x[to - 1];
    x[to] = moved;
  }
}

void vd_friedman_row(ptrdiff_t n, int k, const double *rank, int *row) {
  for (int j = 0; j < k; j++) row[j] = (int)(2 * rank[j * n]) - 2;
  sort(k, row);
}

double vd_friedman_orders(int k, const int *row) {
  double orders = 1;
  for (int j = 0, tied = 0; j < k; j++) {
    tied = j > 0 && row[j] == row[j - 1] ? tied + 1 : 1;
    orders *= (double)(j + 1) / tied;
  }
  return nearbyint(orders);
}

/* The next larger order; 0 after the last. */
static int next_order(int k, int *x) {
  int i = k - 2, j = k - 1;
  while (i >= 0 && x[i] >= x[i + 1]) i--;
  if (i < 0) return 0;
  while (x[j] <= x[i]) j--;
  int kept = x[i];
  x[i] = x[j], x[j] = kept;
  for (int a = i + 1, b = k - 1; a < b; a++, b--) kept = x[a], x[a] = x[b], x[b] = kept;
  return 1;
}

/* The last sum follows from the others. */
static uint64_t pack(int k, int bits, const int *sum) {
  uint64_t key = 0;
  for (int j = 0; j < k - 1; j++) key = key << bits | (uint64_t)sum[j];
  return key;
}

static void unpack(int k, int bits, uint64_t key, int total, int *sum) {
  uint64_t mask = ((uint64_t)1 << bits) - 1;
  sum[k - 1] = total;
  for (int j = k - 2; j >= 0; j--, key >>= bits) {
    sum[j] = (int)(key & mask);
    sum[k - 1] -= sum[j];
  }
}

void vd_friedman_clear(vd_rank_states *states) {
  for (size_t i = 0; i < states->size; i++) states->key[i] = EMPTY;
  states->used = 0;
}

/* 0 when the table is three quarters full. */
static int put(vd_rank_states *to, uint64_t key, double p) {
  size_t at = (size_t)(key * UINT64_C(0x9E3779B97F4A7C15) >> 20) & (to->size - 1);
  while (to->key[at] != EMPTY && to->key[at] != key) at = (at + 1) & (to->size - 1);
  if (to->key[at] == key) {
    to->p[at] += p;
    return 1;
  }
  if (to->used >= to->size / 4 * 3) return 0;
  to->used++;
  to->key[at] = key;
  to->p[at] = p;
  return 1;
}

void vd_friedman_start(int k, int bits, const int *row, vd_rank_states *to) {
  vd_friedman_clear(to);
  put(to, pack(k, bits, row), ldexp(1, SCALE));
}

/* 0 when there is no room. */
static int add_orders(int k, int bits, const int *row, const int *sum, double p,
                      vd_rank_states *to) {
  int order[VD_FRIEDMAN_MOST], found[VD_FRIEDMAN_MOST] = {0};
  memcpy(order, row, sizeof *row * (size_t)k);
  do {
    for (int j = 0; j < k; j++) found[j] = sum[j] + order[j];
    sort(k, found);
    if (!put(to, pack(k, bits, found), p)) return 0;
  } while (next_order(k, order));
  return 1;
}

vd_status vd_friedman_add(int k, int bits, int n_before, const int *row,
                          const vd_rank_states *from, size_t lo, size_t hi,
                          vd_rank_states *to) {
  /* Doubled ranks from 0 add up to k (k - 1) in a row, whatever its ties. */
  int sum[VD_FRIEDMAN_MOST], total = n_before * k * (k - 1);
  double orders = vd_friedman_orders(k, row);
  for (size_t at = lo; at < hi; at++) {
    if (from->key[at] == EMPTY) continue;
    unpack(k, bits, from->key[at], total, sum);
    if (!add_orders(k, bits, row, sum, from->p[at] / orders, to)) return VD_STATUS_FULL;
  }
  return VD_STATUS_OK;
}

double vd_friedman_log_tail(ptrdiff_t n, int k, int bits, const double *sum,
                            const vd_rank_states *states) {
  int found[VD_FRIEDMAN_MOST], total = (int)n * k * (k - 1);
  double observed = 0, tail = 0;
  for (int j = 0; j < k; j++) {
    double s = 2 * (sum[j] - (double)n);
    observed += s * s;
  }
  for (size_t at = 0; at < states->size; at++) {
    double squares = 0;
    if (states->key[at] == EMPTY) continue;
    unpack(k, bits, states->key[at], total, found);
    for (int j = 0; j < k; j++) squares += (double)found[j] * found[j];
    if (squares >= observed) tail += states->p[at];
  }
  double p = fmin(ldexp(tail, -SCALE), 1);
  return p >= DBL_MIN ? log(p) : log(tail) - SCALE * M_LN2;
}

double vd_friedman_draw(ptrdiff_t n, int k, double *rank, double *sum) {
  double squares = 0;
  for (int j = 0; j < k; j++) sum[j] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    double *row = rank + i * k;
    for (int j = k - 1; j >= 0; j--) {
      int at = (int)(unif_rand() * (j + 1));
      double kept = row[at];
      row[at] = row[j];
      row[j] = kept;
      sum[j] += kept;
    }
  }
  for (int j = 0; j < k; j++) squares += sum[j] * sum[j];
  return squares;
}
