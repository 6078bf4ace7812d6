#include "scores/ranks.h"

#include <Rmath.h>
#include <math.h>

double vd_rank_scale(ptrdiff_t n, const double *x) {
  const int DIGITS = 10, MOST = 300;
  double largest = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (fabs(x[i]) > largest) largest = fabs(x[i]);
  }
  if (largest == 0) return 1;
  int decimals = DIGITS - (int)ceil(log10(largest));
  return R_pow_di(10, decimals < MOST ? decimals : MOST);
}

static void sift(const double *x, ptrdiff_t *order, ptrdiff_t root, ptrdiff_t n) {
  ptrdiff_t moved = order[root];
  for (ptrdiff_t child = 2 * root + 1; child < n; child = 2 * root + 1) {
    if (child + 1 < n && x[order[child + 1]] > x[order[child]]) child++;
    if (x[moved] >= x[order[child]]) break;
    order[root] = order[child];
    root = child;
  }
  order[root] = moved;
}

static void heap_sort(ptrdiff_t n, const double *x, ptrdiff_t *order) {
  for (ptrdiff_t root = n / 2 - 1; root >= 0; root--) sift(x, order, root, n);
  for (ptrdiff_t last = n - 1; last > 0; last--) {
    ptrdiff_t largest = order[0];
    order[0] = order[last];
    order[last] = largest;
    sift(x, order, 0, last);
  }
}

static void insertion_sort(ptrdiff_t n, const double *x, ptrdiff_t *order) {
  for (ptrdiff_t i = 1; i < n; i++) {
    ptrdiff_t moved = order[i], to = i;
    for (; to > 0 && x[order[to - 1]] > x[moved]; to--) order[to] = order[to - 1];
    order[to] = moved;
  }
}

void vd_rank_average(ptrdiff_t n, double *x, double scale, double *rank,
                     ptrdiff_t *order) {
  const ptrdiff_t FEW = 32;
  for (ptrdiff_t i = 0; i < n; i++) {
    x[i] = nearbyint(x[i] * scale);
    order[i] = i;
  }
  n <= FEW ? insertion_sort(n, x, order) : heap_sort(n, x, order);
  for (ptrdiff_t i = 0, end; i < n; i = end) {
    for (end = i + 1; end < n && x[order[end]] == x[order[i]];) end++;
    for (ptrdiff_t j = i; j < end; j++) rank[order[j]] = (double)(i + 1 + end) / 2;
  }
}

void vd_rank_rows(ptrdiff_t n, int k, const double *x, int higher, double *rank,
                  double *row, ptrdiff_t *order) {
  double *ranked = row + k;
  for (ptrdiff_t i = 0; i < n; i++) {
    ptrdiff_t known = 0;
    for (int j = 0; j < k; j++) {
      double value = x[i + j * n];
      if (!isnan(value)) row[known++] = higher ? -value : value;
    }
    vd_rank_average(known, row, vd_rank_scale(known, row), ranked, order);
    for (int j = k - 1; j >= 0; j--) {
      rank[i + j * n] = isnan(x[i + j * n]) ? NAN : ranked[--known];
    }
  }
}
