#include "numeric/areas.h"

#include <math.h>

#include "numeric/order.h"

typedef struct {
  const int *order;
  const unsigned char *mark;
  ptrdiff_t n, positive, before; /* with the event: of all, and at lower scores */
} places;

/* Rows at places [lo, hi), which tie; how many have the event. */
static ptrdiff_t place_block(const places *x, ptrdiff_t lo, ptrdiff_t hi,
                             uint32_t *twice) {
  ptrdiff_t p = 0;
  for (ptrdiff_t i = lo; i < hi; i++) p += x->mark[i] & VD_MARK_EVENT;
  uint32_t own[2] = {(uint32_t)(2 * (x->positive - x->before) - p),
                     (uint32_t)(2 * (lo - x->before) + hi - lo - p)};
  for (ptrdiff_t i = lo; i < hi; i++)
    twice[x->order[i]] = own[x->mark[i] & VD_MARK_EVENT];
  return p;
}

/* Most blocks are one row, and are taken without a branch on the class, which cannot be
 * foreseen. */
int64_t vd_areas_places(const vd_binary *rows, const int *order,
                        const unsigned char *mark, ptrdiff_t positive, uint32_t *twice) {
  places x = {order, mark, rows->n, positive, 0};
  int64_t sum = 0;
  for (ptrdiff_t lo = 0, hi; lo < x.n; lo = hi) {
    ptrdiff_t p = mark[lo] & VD_MARK_EVENT;
    hi = lo + 1;
    if (hi == x.n || mark[hi] & VD_MARK_NEW) {
      ptrdiff_t above = 2 * (positive - x.before), below = 2 * (lo - x.before);
      twice[order[lo]] = (uint32_t)(above ^ ((above ^ below) & -p));
      sum += below & -p;
    } else {
      while (hi < x.n && !(mark[hi] & VD_MARK_NEW)) hi++;
      p = place_block(&x, lo, hi, twice);
      sum += (int64_t)p * (2 * (lo - x.before) + hi - lo - p);
    }
    x.before += p;
  }
  return sum;
}

/* Rows [lo, lo + n), those with the event first; how many these are. */
static int part_rows(const vd_binary *rows, ptrdiff_t lo, int n, int *row) {
  int positive = 0, place[2] = {0, 0};
  for (int i = 0; i < n; i++) positive += rows->event[lo + i] != 0;
  place[0] = positive;
  for (int i = 0; i < n; i++) row[place[rows->event[lo + i] != 0]++] = i;
  return positive;
}

/* Four sums at once, so that none waits for another. */
static double dot(int n, const double *u, const double *v) {
  double sum[4] = {0, 0, 0, 0};
  int i = 0;
  for (; i + 3 < n; i += 4)
    for (int k = 0; k < 4; k++) sum[k] += u[i + k] * v[i + k];
  for (; i < n; i++) sum[0] += u[i] * v[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void vd_areas_cross(const vd_binary *rows, vd_class_sizes size, int q,
                    const uint32_t *twice, const double *area, ptrdiff_t lo, ptrdiff_t hi,
                    double *without, double *with, double *room) {
  int row[VD_AREAS_BLOCK] = {0};
  double each = 1 / (size.positive * size.negative);
  double factor[2] = {sqrt(size.negative / (size.negative - 1)),
                      sqrt(size.positive / (size.positive - 1))};
  for (; lo < hi; lo += VD_AREAS_BLOCK) {
    int n = hi - lo < VD_AREAS_BLOCK ? (int)(hi - lo) : VD_AREAS_BLOCK;
    int p = part_rows(rows, lo, n, row);
    for (ptrdiff_t c = 0; c < q; c++) {
      const uint32_t *own = twice + c * rows->n + lo;
      double *u = room + c * VD_AREAS_BLOCK;
      double mean[2] = {area[c] * size.positive, area[c] * size.negative};
      for (int i = 0; i < n; i++)
        u[i] = (own[row[i]] / 2. - mean[i < p]) * each * factor[i < p];
      for (ptrdiff_t d = 0; d <= c; d++) {
        const double *v = room + d * VD_AREAS_BLOCK;
        with[c * q + d] += dot(p, u, v);
        without[c * q + d] += dot(n - p, u + p, v + p);
      }
    }
  }
}

void vd_areas_finish(int q, double *without, double *with) {
  for (ptrdiff_t c = 0; c < q; c++) {
    for (ptrdiff_t d = 0; d <= c; d++) {
      without[c * q + d] += with[c * q + d];
      without[d * q + c] = without[c * q + d];
      with[d * q + c] = with[c * q + d];
    }
  }
}
