#include "numeric/redraw.h"

#include <Rmath.h>
#include <math.h>

#include "numeric/order.h"

/* Some draws at a time: the loop that asks for random numbers does nothing else. */
enum { AT_ONCE = 256 };

static void draw_units(const int *unit, ptrdiff_t n, double *weight) {
  double place[AT_ONCE];
  double size = (double)n;
  for (ptrdiff_t left = n; left > 0; left -= AT_ONCE) {
    int some = left < AT_ONCE ? (int)left : AT_ONCE;
    for (int k = 0; k < some; k++) place[k] = unif_rand() * size;
    for (int k = 0; k < some; k++) weight[unit[(ptrdiff_t)place[k]]]++;
  }
}

void vd_redraw_rows(vd_redraw *urn) {
  for (ptrdiff_t i = 0; i < urn->n; i++) urn->weight[i] = 0;
  draw_units(urn->unit, urn->n_units[0], urn->weight);
  draw_units(urn->unit + urn->n_units[0], urn->n_units[1], urn->weight);
}

double vd_redraw_variance(const vd_binary *rows, int between, const double *u,
                          double slope_u, const double *v, double slope_v) {
  double with = 0, without = 0;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    double w = vd_row_weight(rows, i);
    double d = slope_u * u[i] - (v ? slope_v * v[i] : 0);
    double add = vd_where(w != 0, w * d * d);
    int event = rows->event[i] != 0;
    with += vd_where(event, add);
    without += vd_where(!event, add);
  }
  vd_class_sizes size = vd_binary_count(rows);
  double m = size.positive, n = size.negative, W = m + n;
  if (!between) return (without + with) * W / (W - 1);
  return without * n / (n - 1) + with * m / (m - 1);
}

/* Weights of both classes from the highest score down to a block. */
typedef struct {
  ptrdiff_t lo;
  double T, F;
} descent;

static int next_block(const vd_binary *rows, const double *score, const int *order,
                      descent *x) {
  if (x->lo == 0) return 0;
  ptrdiff_t hi = x->lo;
  x->lo = vd_block_start(score, order, hi);
  for (ptrdiff_t i = x->lo; i < hi; i++) {
    *(rows->event[order[i]] ? &x->T : &x->F) += vd_row_weight(rows, order[i]);
  }
  return 1;
}

void vd_curve_roc(const vd_binary *rows, const double *score, const int *order,
                  const double *rate, int K, double *sensitivity) {
  vd_class_sizes size = vd_binary_count(rows);
  descent x = {.lo = rows->n};
  double m = size.positive, n = size.negative, s0 = 0, t0 = 0;
  int k = 0;
  while (next_block(rows, score, order, &x)) {
    double s1 = x.T / m, t1 = x.F / n;
    for (; k < K && rate[k] < t1; k++) {
      sensitivity[k] = s0 + (s1 - s0) * (rate[k] - t0) / (t1 - t0);
    }
    s0 = s1;
    t0 = t1;
  }
  for (; k < K; k++) sensitivity[k] = m > 0 && n > 0 ? 1 : NAN;
}

void vd_curve_precision(const vd_binary *rows, const double *score, const int *order,
                        const double *recall, int K, double *precision) {
  double m = vd_binary_count(rows).positive;
  descent x = {.lo = rows->n};
  int k = 0;
  while (next_block(rows, score, order, &x)) {
    for (; k < K && x.T > 0 && recall[k] <= x.T / m + 1e-12; k++) {
      precision[k] = x.T / (x.T + x.F);
    }
  }
  for (; k < K; k++) precision[k] = NAN;
}
