#include "gee/factor.h"

#include <math.h>
#include <string.h>

size_t vd_gee_qr_work(int p) {
  return VD_GEE_BLOCK * ((size_t)p + 1);
}

static void begin_factor(vd_gee_walk *walk, double *factor, double *work) {
  size_t q = (size_t)walk->p + 1;
  memset(factor, 0, q * q * sizeof(double));
  walk->block = work;
  walk->ld = VD_GEE_BLOCK;
  vd_gee_walk_begin(walk);
}

/* a'b in eight partial sums, since one addition waits for the other. */
static double dot(const double *a, const double *b, int m) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
  int k = 0;
  for (; k + 7 < m; k += 8) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
    s4 += a[k + 4] * b[k + 4];
    s5 += a[k + 5] * b[k + 5];
    s6 += a[k + 6] * b[k + 6];
    s7 += a[k + 7] * b[k + 7];
  }
  for (; k < m; k++) s0 += a[k] * b[k];
  return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
}

/* a -= c v */
static void subtract(double *restrict a, double c, const double *v, int m) {
  int k = 0;
  for (; k + 3 < m; k += 4)
    for (int i = 0; i < 4; i++) a[k + i] -= c * v[k + i];
  for (; k < m; k++) a[k] -= c * v[k];
}

/* Takes m rows into the factor: column after column, the reflection of (diagonal element,
 * rows) onto the first axis, applied to the columns to the right. */
static void add_reflections(const vd_gee_walk *w, int m, double *factor) {
  int q = w->p + 1;
  for (int j = 0; j < q; j++) {
    double *v = w->block + (ptrdiff_t)j * w->ld, *row = factor + j;
    double squares = dot(v, v, m), first = row[(ptrdiff_t)j * q];
    if (squares == 0) continue;
    double diagonal = -copysign(sqrt(first * first + squares), first);
    row[(ptrdiff_t)j * q] = diagonal;
    first -= diagonal;
    for (int i = j + 1; i < q; i++) {
      double *a = w->block + (ptrdiff_t)i * w->ld, *top = row + (ptrdiff_t)i * q;
      double along = 2 * (first * *top + dot(v, a, m)) / (first * first + squares);
      *top -= along * first;
      subtract(a, along, v, m);
    }
  }
}

void vd_gee_qr(vd_gee_walk *walk, double *factor, double *work) {
  begin_factor(walk, factor, work);
  for (int m; (m = vd_gee_walk_next(walk)) > 0;) add_reflections(walk, m, factor);
}

/* Adds the products of the block's columns to the upper triangle of g. */
static void add_gram(const vd_gee_walk *w, int m, double *g) {
  ptrdiff_t q = w->p + 1, ld = w->ld;
  for (ptrdiff_t j = 0; j < q; j++)
    for (ptrdiff_t i = 0; i <= j; i++)
      g[i + j * q] += dot(w->block + i * ld, w->block + j * ld, m);
}

/* Upper Cholesky factor in place. The last diagonal element, a residual, may be 0. */
static bool cholesky(double *g, int q) {
  for (int j = 0; j < q; j++) {
    double *column = g + (ptrdiff_t)j * q, whole = column[j];
    for (int i = 0; i <= j; i++) {
      const double *other = g + (ptrdiff_t)i * q;
      double left = column[i];
      for (int k = 0; k < i; k++) left -= other[k] * column[k];
      if (i < j) {
        column[i] = left / other[i];
      } else {
        if (j < q - 1 && !(left > 1e-8 * whole)) return false;
        column[j] = left > 0 ? sqrt(left) : 0;
      }
    }
  }
  return true;
}

bool vd_gee_gram(vd_gee_walk *walk, double *factor, double *work) {
  begin_factor(walk, factor, work);
  for (int m; (m = vd_gee_walk_next(walk)) > 0;) add_gram(walk, m, factor);
  return cholesky(factor, walk->p + 1);
}
