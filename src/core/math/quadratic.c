#include "math/quadratic.h"

#include <math.h>

#include "math/lapack.h"

enum { EIGEN_WORK = 34 }; /* of dsyev: (its block size 32 + 2) columns */

double vd_dot(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

size_t vd_eigen_work(int n) {
  return EIGEN_WORK * (size_t)n;
}

int vd_eigen(int n, double *a, double *value, double *work) {
  int lwork = EIGEN_WORK * n, info = 0;
  dsyev_("V", "U", &n, a, &n, value, work, &lwork, &info, 1, 1);
  return info == 0;
}

size_t vd_quadratic_work(int n) {
  return (size_t)n + vd_eigen_work(n);
}

vd_quadratic vd_quadratic_form(int n, const double *z, double *a, double least,
                               double *work) {
  double *value = work;
  if (!vd_eigen(n, a, value, value + n)) return (vd_quadratic){NAN, 0, 0};
  vd_quadratic found = {0, 0, 0};
  for (int i = 0; i < n; i++) {
    double along = vd_dot(a + (size_t)i * (size_t)n, z, n);
    if (value[i] > least) {
      found.value += along * along / value[i];
      found.rank++;
    } else {
      found.outside = fmax(found.outside, fabs(along));
    }
  }
  return found;
}

/* -- by a factor ------------------------------------------------------------------------
 */

/* The element of the lower triangle that stands for (i, j). */
static double *at(double *a, int n, int i, int j) {
  int row = i > j ? i : j, column = i > j ? j : i;
  return a + (size_t)column * (size_t)n + (size_t)row;
}

static void swap(double *x, double *y) {
  double kept = *x;
  *x = *y;
  *y = kept;
}

/* Rows and columns j < k change places. */
static void exchange(int n, double *a, int j, int k, int *pivot, double *squares) {
  int kept = pivot[j];
  pivot[j] = pivot[k];
  pivot[k] = kept;
  swap(&squares[j], &squares[k]);
  swap(at(a, n, j, j), at(a, n, k, k));
  for (int i = 0; i < n; i++) {
    if (i != j && i != k) swap(at(a, n, i, j), at(a, n, i, k));
  }
}

/* Of the columns from j on, the one with the most variance left. */
static int largest(int n, double *a, int j, const double *squares) {
  int best = j;
  double most = -INFINITY;
  for (int i = j; i < n; i++) {
    double left = *at(a, n, i, i) - squares[i];
    if (left > most) {
      most = left;
      best = i;
    }
  }
  return best;
}

int vd_factor_columns(int n, double *a, int from, double least, int *pivot,
                      double *work) {
  int end = n - from < VD_FACTOR_COLUMNS ? n : from + VD_FACTOR_COLUMNS;
  for (int i = from; i < n; i++) work[i] = 0;
  for (int j = from; j < end; j++) {
    int k = largest(n, a, j, work);
    if (!(*at(a, n, k, k) - work[k] > least)) return j;
    if (k != j) exchange(n, a, j, k, pivot, work);
    double *column = a + (size_t)j * (size_t)n;
    for (int i = from; i < j; i++) {
      const double *before = a + (size_t)i * (size_t)n;
      for (int row = j + 1; row < n; row++) column[row] -= before[j] * before[row];
    }
    column[j] = sqrt(column[j] - work[j]);
    for (int row = j + 1; row < n; row++) {
      column[row] /= column[j];
      work[row] += column[row] * column[row];
    }
  }
  int left = n - end, width = end - from;
  if (left > 0) {
    const double minus = -1, one = 1;
    dsyrk_("L", "N", &left, &width, &minus, at(a, n, end, from), &n, &one,
           at(a, n, end, end), &n, 1, 1);
  }
  return end;
}

vd_quadratic vd_factor_form(int n, const double *z, const double *a, int rank,
                            const int *pivot, double *work) {
  vd_quadratic found = {0, rank, 0};
  for (int i = 0; i < n; i++) work[i] = z[pivot[i]];
  for (int j = 0; j < rank; j++) {
    const double *column = a + (size_t)j * (size_t)n;
    work[j] /= column[j];
    found.value += work[j] * work[j];
    for (int i = j + 1; i < n; i++) work[i] -= work[j] * column[i];
  }
  for (int i = rank; i < n; i++) found.outside = fmax(found.outside, fabs(work[i]));
  return found;
}
