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
      size[0] += new_units(units, row, h, own);
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

/* Of each stratum that is one unit its first row of a class that has few. */
static void find_lone(const vd_strata *x, ptrdiff_t n) {
  for (int h = 0; h < x->n; h++) x->lone[h] = -1;
  for (ptrdiff_t i = n - 1; i >= 0; i--) {
    ptrdiff_t h = x->of[i] - 1;
    double most = is_all(x->share[h]) ? 1 : x->few;
    if (size_of(x, i, x->code[i] - x->least + 1) <= most) x->lone[h] = i;
  }
}

vd_status vd_strata_scale(const vd_strata *x, const vd_units *units, int between,
                          double mean, double *u) {
  ptrdiff_t rows = units->rows->n;
  find_lone(x, rows);
  for (ptrdiff_t i = 0; i < rows; i++) {
    double n = size_of(x, i, between ? x->code[i] - x->least + 1 : 0);
    u[i] *= x->lone[x->of[i] - 1] < 0 ? sqrt(n / (n - 1)) : 0;
  }
  for (int h = 0; h < x->n; h++) {
    double share = x->share[h];
    if (x->lone[h] < 0 || share == 0) continue;
    if (is_all(share)) {
      return units->cluster ? VD_STATUS_FEW_CLUSTERS : VD_STATUS_ONE_OF_CLASS;
    }
    double w = vd_row_weight(units->rows, x->lone[h]);
    u[x->lone[h]] = share * vd_apart(x->value[h], mean) / sqrt(1 - share) /
                    (units->cluster || units->sampled ? w : sqrt(w));
  }
  return VD_STATUS_OK;
}
