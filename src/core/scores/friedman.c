#include "scores/friedman.h"

#include <Rmath.h>
#include <math.h>

#include "math/distributions.h"

vd_rank_test vd_rank_chisq(double statistic, double df) {
  return (vd_rank_test){statistic, df, NAN, vd_log_p_chisq(statistic, df), VD_STATUS_OK};
}

vd_rank_test vd_rank_f(double statistic, double df1, double df2) {
  return (vd_rank_test){statistic, df1, df2, vd_log_p_f(statistic, df1, df2),
                        VD_STATUS_OK};
}

vd_rank_test vd_rank_all_tied(double df1, double df2) {
  return (vd_rank_test){0, df1, df2, 0, VD_STATUS_ALL_TIED};
}

/* A row of ranks has k! / prod t! orders, t the sizes of its ties. A tie of t holds t
 * times the same rank, and log t! is the sum of log 1, ..., log t. */
vd_rank_test vd_rank_agreement(ptrdiff_t n, int k, const double *rank) {
  double log_orders = lgammafn(k + 1.0);
  for (int j = 0; j < k; j++) {
    int tied = 1;
    for (int i = 0; i < j; i++) tied += rank[i * n] == rank[j * n];
    log_orders -= log(tied);
  }
  double log_p = -(double)(n - 1) * log_orders;
  return (vd_rank_test){INFINITY, k - 1, (k - 1) * (double)(n - 1), log_p,
                        VD_STATUS_AGREEMENT};
}

vd_rank_spread vd_friedman_spread(ptrdiff_t n, int k, const double *rank, double *sum) {
  vd_rank_spread s = {0, 0};
  double centre = (k + 1) / 2.0;
  for (int j = 0; j < k; j++) {
    double total = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      double r = rank[i + j * n] - centre;
      total += r;
      s.most += r * r;
    }
    sum[j] = total + (double)n * centre;
    s.between += total * total;
  }
  s.most *= (double)n;
  return s;
}

vd_rank_test vd_friedman_chisq(ptrdiff_t n, int k, vd_rank_spread s) {
  if (s.most == 0) return vd_rank_all_tied(k - 1, NAN);
  vd_rank_test found = vd_rank_chisq((k - 1) * (double)n * (s.between / s.most), k - 1);
  if (n == 1) {
    found.log_p = 0;
    found.status = VD_STATUS_FEW_UNITS;
  }
  return found;
}

double vd_friedman_untied(ptrdiff_t n, int k, vd_rank_spread s) {
  return 12 * s.between / ((double)n * k * (k + 1));
}

vd_rank_test vd_friedman_f(ptrdiff_t n, int k, const double *rank, vd_rank_spread s) {
  double df2 = (k - 1) * (double)(n - 1);
  if (s.most == 0) return vd_rank_all_tied(k - 1, df2);
  if (n == 1) {
    return (vd_rank_test){NAN, k - 1, df2, 0, VD_STATUS_FEW_UNITS};
  }
  if (s.between == s.most) return vd_rank_agreement(n, k, rank);
  return vd_rank_f((double)(n - 1) * s.between / (s.most - s.between), k - 1, df2);
}

vd_scatter vd_friedman_z(ptrdiff_t n, int k) {
  if (n == 1) return (vd_scatter){NAN, INFINITY, VD_STATUS_FEW_UNITS};
  return (vd_scatter){sqrt(k * (k + 1) / (6 * (double)n)), INFINITY, VD_STATUS_OK};
}

vd_scatter vd_friedman_t(ptrdiff_t n, int k, vd_rank_spread s) {
  double df = (k - 1) * (double)(n - 1);
  if (n == 1) return (vd_scatter){NAN, df, VD_STATUS_FEW_UNITS};
  if (s.most == 0) return (vd_scatter){NAN, df, VD_STATUS_ALL_TIED};
  if (s.between == s.most) return (vd_scatter){NAN, df, VD_STATUS_AGREEMENT};
  return (vd_scatter){sqrt(2 * (s.most - s.between) / df) / (double)n, df, VD_STATUS_OK};
}
