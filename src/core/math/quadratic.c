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
