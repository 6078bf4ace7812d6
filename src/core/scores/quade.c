#include "scores/quade.h"

#include <math.h>

#include "math/tolerance.h"
#include "scores/ranks.h"

static double range_of(ptrdiff_t n, int k, const double *x, ptrdiff_t i) {
  double low = x[i], high = x[i];
  for (int j = 1; j < k; j++) {
    low = fmin(low, x[i + j * n]);
    high = fmax(high, x[i + j * n]);
  }
  return high - low;
}

vd_rank_test vd_quade_test(ptrdiff_t n, int k, const double *x, const double *rank,
                           double *place, vd_scatter *scatter, double *work,
                           ptrdiff_t *order) {
  double *range = work, *weight = range + n, *slack = weight + n, N = (double)n;
  double total = 0, between = 0, centre = (k + 1) / 2.0, df2 = (k - 1) * (N - 1);
  for (ptrdiff_t i = 0; i < n; i++) {
    range[i] = range_of(n, k, x, i);
    slack[i] = vd_rank_slack(vd_rank_largest(k, x + i, n));
  }
  vd_rank_average(n, range, slack, weight, order);
  for (int j = 0; j < k; j++) {
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      double s = weight[i] * (rank[i + j * n] - centre);
      sum += s;
      total += s * s;
    }
    between += sum * sum / N;
    place[j] = centre + sum / (N * (N + 1) / 2);
  }
  double within = vd_snap(total - between, total);
  *scatter = (vd_scatter){NAN, df2, VD_STATUS_OK};
  if (n == 1)
    scatter->status = VD_STATUS_FEW_UNITS;
  else if (total == 0)
    scatter->status = VD_STATUS_ALL_TIED;
  else if (within == 0)
    scatter->status = VD_STATUS_AGREEMENT;
  else
    scatter->se = sqrt(2 * N * within / df2) / (N * (N + 1) / 2);
  if (total == 0) return vd_rank_all_tied(k - 1, df2);
  if (n == 1) return (vd_rank_test){NAN, k - 1, df2, 0, VD_STATUS_FEW_UNITS};
  if (within == 0) return vd_rank_agreement(n, k, rank);
  return vd_rank_f((N - 1) * between / within, k - 1, df2);
}

/* The scores less the means of their rows. */
static void align(ptrdiff_t n, int k, const double *x, int higher, double *aligned,
                  double *slack) {
  for (ptrdiff_t i = 0; i < n; i++) {
    double mean = 0, own = vd_rank_slack(vd_rank_largest(k, x + i, n));
    for (int j = 0; j < k; j++) mean += x[i + j * n] / k;
    for (int j = 0; j < k; j++) {
      double rest = x[i + j * n] - mean;
      aligned[i + j * n] = higher ? -rest : rest;
      slack[i + j * n] = own;
    }
  }
}

vd_rank_test vd_aligned_test(ptrdiff_t n, int k, const double *x, int higher,
                             double *place, vd_scatter *scatter, double *work,
                             ptrdiff_t *order) {
  ptrdiff_t M = n * k;
  double *aligned = work, *rank = aligned + M, *slack = rank + M, N = (double)n;
  double centre = ((double)M + 1) / 2, between = 0, within = 0;
  align(n, k, x, higher, aligned, slack);
  vd_rank_average(M, aligned, slack, rank, order);
  for (int j = 0; j < k; j++) {
    double sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) sum += rank[i + j * n] - centre;
    between += sum * sum;
    place[j] = centre + sum / N;
  }
  for (ptrdiff_t i = 0; i < n; i++) {
    double mean = 0;
    for (int j = 0; j < k; j++) mean += rank[i + j * n] / k;
    for (int j = 0; j < k; j++) {
      within += (rank[i + j * n] - mean) * (rank[i + j * n] - mean);
    }
  }
  *scatter = (vd_scatter){sqrt(k * (k * N + 1) / 6), INFINITY, VD_STATUS_OK};
  if (within == 0) return vd_rank_all_tied(k - 1, NAN);
  vd_rank_test found = vd_rank_chisq((k - 1) * (between / within), k - 1);
  if (n == 1) {
    found.log_p = 0;
    found.status = VD_STATUS_FEW_UNITS;
    *scatter = (vd_scatter){NAN, INFINITY, VD_STATUS_FEW_UNITS};
  }
  return found;
}
