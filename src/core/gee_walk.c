#include "gee_walk.h"

#include <math.h>
#include <string.h>

#include "lapack.h"

void vd_gee_walk_begin(vd_gee_walk *walk) {
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

/* Replaces column j of the block by innovations; the sum goes on in the next block. */
static void decorrelate(const vd_gee_walk *w, int j, int m, const double *c,
                        const double *sd) {
  double *column = w->block + (ptrdiff_t)j * w->ld, sum = w->carry[j];
  for (int k = 0; k < m; k++) {
    double value = column[k];
    if (w->before[k] == 0) sum = 0;
    column[k] = (value - c[k] * sum) / sd[k];
    sum += value;
  }
  w->carry[j] = sum;
}

int vd_gee_walk_next(vd_gee_walk *w) {
  int m = w->groups.order ? take_clusters(w) : take_rows(w);
  double scale[VD_GEE_BLOCK];
  for (int k = 0; k < m; k++) scale[k] = w->scale[w->row[k]];
  for (int j = 0; j < w->p; j++) {
    const double *x = w->x + (ptrdiff_t)j * w->n;
    double *column = w->block + (ptrdiff_t)j * w->ld;
    for (int k = 0; k < m; k++) column[k] = scale[k] * x[w->row[k]];
  }
  double *last = w->block + (ptrdiff_t)w->p * w->ld;
  for (int k = 0; k < m; k++) last[k] = w->residual[w->row[k]];
  if (w->alpha == 0) return m;

  double c[VD_GEE_BLOCK], sd[VD_GEE_BLOCK];
  for (int k = 0; k < m; k++) {
    int before = w->before[k];
    double base = 1 + (before - 1) * w->alpha;
    c[k] = before ? w->alpha / base : 0;
    sd[k] = before ? sqrt((1 - w->alpha) * (base + w->alpha) / base) : 1;
  }
  for (int j = 0; j <= w->p; j++) decorrelate(w, j, m, c, sd);
  return m;
}

/* Optimal workspace of dgeqrf is columns times its block size, at most 64. */
enum { QR_BLOCK = 64 };

size_t vd_gee_qr_work(int p) {
  size_t q = (size_t)p + 1;
  return (q + VD_GEE_BLOCK) * q + q + QR_BLOCK * q;
}

void vd_gee_qr(vd_gee_walk *walk, double *factor, double *work) {
  int q = walk->p + 1, ld = q + VD_GEE_BLOCK, lwork = QR_BLOCK * q, info = 0;
  double *stack = work, *tau = stack + (size_t)ld * (size_t)q, *rest = tau + q;
  memset(stack, 0, (size_t)ld * (size_t)q * sizeof(double));
  walk->block = stack + q;
  walk->ld = ld;
  vd_gee_walk_begin(walk);
  for (int m; (m = vd_gee_walk_next(walk)) > 0;) {
    int rows = q + m;
    dgeqrf_(&rows, &q, stack, &ld, tau, rest, &lwork, &info);
    for (int j = 0; j < q; j++)
      memset(stack + (size_t)j * (size_t)ld + j + 1, 0,
             (size_t)(q - 1 - j) * sizeof(double));
  }
  for (int j = 0; j < q; j++)
    memcpy(factor + (size_t)j * (size_t)q, stack + (size_t)j * (size_t)ld,
           (size_t)q * sizeof(double));
}
