#include "numeric/strata.h"

#include <math.h>

#include "math/tolerance.h"

/* How many units row i adds to the class at a place of `seen` (0: all), stratum h. */
static double new_units(const vd_units *units, ptrdiff_t i, int h, int *seen) {
  if (!units->cluster) return units->sampled ? 1 : vd_row_weight(units->rows, i);
  if (*seen == h + 1) return 0;
  *seen = h + 1;
  return 1;
}

void vd_strata_prepare(vd_strata *x, const vd_units *units, const int *within,
                       const ptrdiff_t *end, int *seen) {
  int width = x->n_classes + 1;
  for (ptrdiff_t at = 0; at < units->n_clusters * width; at++) seen[at] = 0;
  for (int h = 0; h < x->n; h++) {
    double *size = x->size + (ptrdiff_t)h * width;
    for (int k = 0; k < width; k++) size[k] = 0;
    for (ptrdiff_t i = h > 0 ? end[h - 1] : 0; i < end[h]; i++) {
      int row = within[i], k = x->code[row] - x->least + 1;
      int *own =
          units->cluster ? seen + (ptrdiff_t)(units->cluster[row] - 1) * width : seen;
      double begun = new_units(units, row, h, own);
      x->begins[row] = begun > 0;
      size[0] += begun;
      size[k] += new_units(units, row, h, own + k);
    }
  }
}

static double size_of(const vd_strata *x, ptrdiff_t i, int k) {
  return x->size[(x->of[i] - 1) * (ptrdiff_t)(x->n_classes + 1) + k];
}

/* All of the estimate: there is nothing to compare the stratum with. */
static int is_all(double share) {
  return share > 1 - VD_ROUNDING;
}

/* A stratum is one unit where some class has few. */
static void find_lone(const vd_strata *x, ptrdiff_t n) {
  for (int h = 0; h < x->n; h++) x->lone[h] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    ptrdiff_t h = x->of[i] - 1;
    double most = is_all(x->share[h]) ? 1 : x->few;
    if (size_of(x, i, x->code[i] - x->least + 1) <= most) x->lone[h] = 1;
  }
}

/* What each unit of a stratum that is one adds: all the same, their squares the
 * stratum's.
 */
static double part_of_lone(const vd_strata *x, int h, double mean) {
  double share = x->share[h], units = x->size[(ptrdiff_t)h * (x->n_classes + 1)];
  if (share == 0) return 0;
  return share * vd_apart(x->value[h], mean) / sqrt((1 - share) * units);
}

vd_status vd_strata_scale(const vd_strata *x, const vd_units *units, int between,
                          double mean, double *u) {
  find_lone(x, units->rows->n);
  for (int h = 0; h < x->n; h++) {
    if (x->lone[h] && is_all(x->share[h]))
      return units->cluster ? VD_STATUS_FEW_CLUSTERS : VD_STATUS_ONE_OF_CLASS;
  }
  for (ptrdiff_t i = 0; i < units->rows->n; i++) {
    int h = x->of[i] - 1;
    if (x->lone[h]) {
      double w = units->cluster || units->sampled ? vd_row_weight(units->rows, i) : 1;
      u[i] = x->begins[i] ? part_of_lone(x, h, mean) / w : 0;
    } else {
      double n = size_of(x, i, between ? x->code[i] - x->least + 1 : 0);
      u[i] *= sqrt(n / (n - 1));
    }
  }
  return VD_STATUS_OK;
}
