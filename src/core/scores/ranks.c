#include "scores/ranks.h"

#include <float.h>
#include <math.h>

#include "math/heap.h"

double vd_rank_slack(double size) {
  return 0.5e-10 * fmin(size, DBL_MAX);
}

double vd_rank_largest(ptrdiff_t k, const double *x, ptrdiff_t step) {
  double largest = 0;
  for (ptrdiff_t i = 0; i < k; i++) largest = fmax(largest, fabs(x[i * step]));
  return largest;
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

void vd_rank_average(ptrdiff_t n, const double *x, const double *slack, double *rank,
                     ptrdiff_t *order) {
  for (ptrdiff_t i = 0; i < n; i++) order[i] = i;
  ordering all = {x, order};
  const vd_heap heap = {&all, before, swap};
  vd_heap_sort(&heap, (size_t)n);
  for (ptrdiff_t i = 0, end; i < n; i = end) {
    const ptrdiff_t first = order[i];
    for (end = i + 1; end < n; end++) {
      const ptrdiff_t next = order[end];
      double most = fmax(slack[first], slack[next]);
      if (x[next] != x[first] && x[next] - x[first] > most) break;
    }
    for (ptrdiff_t j = i; j < end; j++) rank[order[j]] = (double)(i + 1 + end) / 2;
  }
}

/* What is near 0 may be the rest of a difference from 1, and has its decimals. */
void vd_rank_scores(ptrdiff_t n, const double *x, double *slack, double *rank,
                    ptrdiff_t *order) {
  double least = 0.001 * fmin(1, vd_rank_largest(n, x, 1));
  for (ptrdiff_t i = 0; i < n; i++) slack[i] = vd_rank_slack(fmax(least, fabs(x[i])));
  vd_rank_average(n, x, slack, rank, order);
}

void vd_rank_rows(ptrdiff_t n, int k, const double *x, int higher, double *rank,
                  double *row, ptrdiff_t *order) {
  double *ranked = row + k, *slack = ranked + k;
  for (ptrdiff_t i = 0; i < n; i++) {
    ptrdiff_t known = 0;
    for (int j = 0; j < k; j++) {
      double value = x[i + j * n];
      if (!isnan(value)) row[known++] = higher ? -value : value;
    }
    vd_rank_scores(known, row, slack, ranked, order);
    for (int j = k - 1; j >= 0; j--) {
      rank[i + j * n] = isnan(x[i + j * n]) ? NAN : ranked[--known];
    }
  }
}
