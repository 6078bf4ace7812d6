#include "scores/skillings_mack.h"

#include <math.h>

#include "math/quadratic.h"

size_t vd_skillings_mack_work(int k) {
  return (size_t)k * ((size_t)k + 1) + vd_quadratic_work(k);
}

/* Adds the centred ranks of one row, weighted by sqrt(12 / (m + 1)), m the number of its
 * scores, to `sum` and their covariance under random orders to `V`: variance v = sum of
 * squares / (m - 1), of two -v / m. Returns the sum of squares. */
static double add_row(ptrdiff_t n, int k, const double *rank, double *sum, double *V) {
  int m = 0;
  double squares = 0;
  for (int j = 0; j < k; j++) m += !isnan(rank[j * n]);
  if (m < 2) return 0;
  double centre = (m + 1) / 2.0, weight = 12.0 / (m + 1);
  for (int j = 0; j < k; j++) {
    if (isnan(rank[j * n])) continue;
    double r = rank[j * n] - centre;
    squares += r * r;
    sum[j] += sqrt(weight) * r;
  }
  double apart = weight * squares / (m - 1.0) / m;
  for (int j = 0; j < k; j++) {
    if (isnan(rank[j * n])) continue;
    for (int i = 0; i < k; i++) {
      if (!isnan(rank[i * n])) V[i + j * k] += i == j ? (m - 1) * apart : -apart;
    }
  }
  return squares;
}

vd_rank_test vd_skillings_mack(ptrdiff_t n, int k, const double *rank, double *work) {
  double *sum = work, *V = work + k, *rest = V + (size_t)k * (size_t)k;
  double squares = 0, largest = 0;
  for (int i = 0; i < k * (k + 1); i++) work[i] = 0;
  for (ptrdiff_t i = 0; i < n; i++) squares += add_row(n, k, rank + i, sum, V);
  if (squares == 0) return vd_rank_all_tied(k - 1, NAN);
  if (n == 1) return (vd_rank_test){NAN, k - 1, NAN, 0, VD_STATUS_FEW_UNITS};
  for (int j = 0; j < k; j++) largest = fmax(largest, V[j + j * k]);
  vd_quadratic found = vd_quadratic_form(k, sum, V, 1e-10 * k * largest, rest);
  if (found.rank < k - 1) {
    return (vd_rank_test){NAN, found.rank, NAN, NAN, VD_STATUS_NOT_LINKED};
  }
  return vd_rank_chisq(found.value, found.rank);
}
