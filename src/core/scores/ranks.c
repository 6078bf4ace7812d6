#include "scores/ranks.h"

#include <Rmath.h>
#include <math.h>

#include "math/heap.h"

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

typedef struct {
  const double *x;
  ptrdiff_t *order;
} ordering;

static int before(const void *of, size_t a, size_t b) {
  const ordering *o = of;
  return o->x[o->order[a]] < o->x[o->order[b]];
}

static void swap(void *of, size_t a, size_t b) {
  const ordering *o = of;
  const ptrdiff_t moved = o->order[a];
  o->order[a] = o->order[b];
  o->order[b] = moved;
}

void vd_rank_average(ptrdiff_t n, double *x, double scale, double *rank,
                     ptrdiff_t *order) {
  for (ptrdiff_t i = 0; i < n; i++) {
    x[i] = nearbyint(x[i] * scale);
    order[i] = i;
  }
  ordering all = {x, order};
  const vd_heap heap = {&all, before, swap};
  vd_heap_sort(&heap, (size_t)n);
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
