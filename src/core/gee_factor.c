#include "gee_factor.h"

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

/* a'b in four partial sums, since one addition waits for the other. */
static double dot(const double *a, const double *b, int m) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int k = 0;
  for (; k + 3 < m; k += 4) {
    s0 += a[k] * b[k];
    s1 += a[k + 1] * b[k + 1];
    s2 += a[k + 2] * b[k + 2];
    s3 += a[k + 3] * b[k + 3];
  }
  for (; k < m; k++) s0 += a[k] * b[k];
  return (s0 + s1) + (s2 + s3);
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
      for (int k = 0; k < m; k++) a[k] -= along * v[k];
    }
  }
}

void vd_gee_qr(vd_gee_walk *walk, double *factor, double *work) {
  begin_factor(walk, factor, work);
  for (int m; (m = vd_gee_walk_next(walk)) > 0;) add_reflections(walk, m, factor);
}

/* Products of columns a and a2 with b and b2, in eight partial sums. */
static void products(const double *a, const double *a2, const double *b, const double *b2,
                     int m, double sum[4]) {
  double s[8] = {0};
  int k = 0;
  for (; k + 1 < m; k += 2) {
    s[0] += a[k] * b[k];
    s[1] += a[k] * b2[k];
    s[2] += a2[k] * b[k];
    s[3] += a2[k] * b2[k];
    s[4] += a[k + 1] * b[k + 1];
    s[5] += a[k + 1] * b2[k + 1];
    s[6] += a2[k + 1] * b[k + 1];
    s[7] += a2[k + 1] * b2[k + 1];
  }
  if (k < m) {
    s[0] += a[k] * b[k];
    s[1] += a[k] * b2[k];
    s[2] += a2[k] * b[k];
    s[3] += a2[k] * b2[k];
  }
  for (int i = 0; i < 4; i++) sum[i] = s[i] + s[i + 4];
}

/* Adds the products of the block's columns to the upper triangle of g, two columns with
 * two; of an odd number the last stands in for its missing neighbour. */
static void add_gram(const vd_gee_walk *w, int m, double *g) {
  ptrdiff_t q = w->p + 1, ld = w->ld;
  for (ptrdiff_t j = 0; j < q; j += 2) {
    ptrdiff_t j2 = j + 1 < q ? j + 1 : j;
    for (ptrdiff_t i = 0; i <= j; i += 2) {
      ptrdiff_t i2 = i + 1 < q ? i + 1 : i;
      double sum[4];
      products(w->block + i * ld, w->block + i2 * ld, w->block + j * ld,
               w->block + j2 * ld, m, sum);
      g[i + j * q] += sum[0];
      if (j2 > j) g[i + j2 * q] += sum[1];
      if (i < j) g[i2 + j * q] += sum[2];
      if (j2 > j) g[i2 + j2 * q] += sum[3];
    }
  }
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
