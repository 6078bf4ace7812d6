#include "gee/walk.h"

#include <math.h>
#include <string.h>

/* c_m and 1 / sqrt(v_m). */
static void innovation(double alpha, int m, double *share, double *unit) {
  double base = 1 + (m - 1) * alpha;
  *share = m > 0 ? alpha / base : 0;
  *unit = m > 0 ? sqrt(base / ((1 - alpha) * (base + alpha))) : 1;
}

void vd_gee_walk_begin(vd_gee_walk *walk) {
  for (int m = 0; m < VD_GEE_BLOCK; m++)
    innovation(walk->alpha, m, walk->share + m, walk->unit + m);
  walk->next = 0;
  walk->cluster = 0;
  memset(walk->carry, 0, (size_t)(walk->p + 1) * sizeof(double));
}

/* Rows of the next block, as stored. */
static int take_rows(vd_gee_walk *w) {
  ptrdiff_t left = w->groups.rows - w->next;
  int m = left < VD_GEE_BLOCK ? (int)left : VD_GEE_BLOCK;
  for (int k = 0; k < m; k++) w->row[k] = (int)(w->next + k);
  w->next += m;
  return m;
}

/* Rows of the next block, by cluster: while the next cluster fits, or a part of one that
 * fits no block. */
static int take_clusters(vd_gee_walk *w) {
  const vd_clusters *groups = &w->groups;
  int m = 0;
  while (w->cluster < groups->clusters) {
    ptrdiff_t start = w->cluster > 0 ? groups->end[w->cluster - 1] : 0;
    ptrdiff_t left = groups->end[w->cluster] - w->next;
    int room = VD_GEE_BLOCK - m;
    if (left > room && m > 0) break;
    int take = left < room ? (int)left : room;
    for (int k = 0; k < take; k++) {
      w->row[m + k] = groups->order[w->next + k] - 1;
      w->before[m + k] = (int)(w->next + k - start);
    }
    m += take;
    w->next += take;
    if (take == left) w->cluster++;
  }
  return m;
}

/* One column of the block: rows of `from`, times scale. Sorted data need no look-up, and
 * go four by four, which instructions on two numbers can do. */
static void take_column(const vd_gee_walk *w, const double *from, const double *scale,
                        bool in_turn, int m, double *restrict column) {
  int k = 0;
  if (in_turn) {
    from += w->row[0];
    for (; k + 3 < m; k += 4)
      for (int i = 0; i < 4; i++) column[k + i] = scale[k + i] * from[k + i];
    for (; k < m; k++) column[k] = scale[k] * from[k];
  } else {
    for (; k < m; k++) column[k] = scale[k] * from[w->row[k]];
  }
}

/* Replaces two columns by their innovations, since the sum of one waits for itself. */
static void innovate(const vd_gee_walk *w, const double *share, const double *unit, int m,
                     double *restrict a, double *restrict b, double sum[2]) {
  double s = sum[0], t = sum[1];
  for (int k = 0; k < m; k++) {
    double u = a[k], v = b[k];
    if (w->before[k] == 0) s = t = 0;
    a[k] = (u - share[k] * s) * unit[k];
    b[k] = (v - share[k] * t) * unit[k];
    s += u;
    t += v;
  }
  sum[0] = s;
  sum[1] = t;
}

/* Replaces the columns of the block by innovations; the sums go on in the next block. */
static void decorrelate(vd_gee_walk *w, int m) {
  double share[VD_GEE_BLOCK], unit[VD_GEE_BLOCK], nothing[VD_GEE_BLOCK] = {0};
  for (int k = 0; k < m; k++) {
    int before = w->before[k];
    if (before < VD_GEE_BLOCK) {
      share[k] = w->share[before];
      unit[k] = w->unit[before];
    } else {
      innovation(w->alpha, before, share + k, unit + k);
    }
  }
  for (int j = 0; j <= w->p; j += 2) {
    bool two = j < w->p;
    double *column = w->block + (ptrdiff_t)j * w->ld;
    double sum[2] = {w->carry[j], two ? w->carry[j + 1] : 0};
    innovate(w, share, unit, m, column, two ? column + w->ld : nothing, sum);
    w->carry[j] = sum[0];
    if (two) w->carry[j + 1] = sum[1];
  }
}

int vd_gee_walk_next(vd_gee_walk *w) {
  int m = w->groups.order ? take_clusters(w) : take_rows(w);
  bool in_turn = true;
  for (int k = 0; k < m; k++) in_turn = in_turn && w->row[k] == w->row[0] + k;
  double scale[VD_GEE_BLOCK], one[VD_GEE_BLOCK];
  for (int k = 0; k < m; k++) {
    scale[k] = w->scale[w->row[k]];
    one[k] = 1;
  }
  for (int j = 0; j < w->p; j++)
    take_column(w, w->x + (ptrdiff_t)j * w->n, scale, in_turn, m,
                w->block + (ptrdiff_t)j * w->ld);
  take_column(w, w->residual, one, in_turn, m, w->block + (ptrdiff_t)w->p * w->ld);
  if (w->alpha != 0) decorrelate(w, m);
  return m;
}
