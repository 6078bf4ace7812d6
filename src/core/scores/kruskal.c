#include "scores/kruskal.h"

#include <math.h>

#include "math/tolerance.h"
#include "scores/ranks.h"

/* The scores that are there, one column after the other. Returns their number. */
static ptrdiff_t gather(ptrdiff_t n, int k, const double *x, int higher, double *value,
                        double *count) {
  ptrdiff_t known = 0;
  for (int j = 0; j < k; j++) {
    count[j] = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      double score = x[i + j * n];
      if (isnan(score)) continue;
      value[known++] = higher ? -score : score;
      count[j]++;
    }
  }
  return known;
}

vd_kruskal vd_kruskal_test(ptrdiff_t n, int k, const double *x, int higher, double *place,
                           double *count, double *work, ptrdiff_t *order) {
  double *value = work, *rank = value + n * k, *slack = rank + n * k;
  ptrdiff_t M = gather(n, k, x, higher, value, count), at = 0;
  vd_rank_scores(M, value, slack, rank, order);
  double centre = ((double)M + 1) / 2, between = 0, total = 0;
  for (int j = 0; j < k; j++) {
    double sum = 0;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)count[j]; i++, at++) {
      sum += rank[at] - centre;
      total += (rank[at] - centre) * (rank[at] - centre);
    }
    place[j] = centre + sum / count[j];
    if (count[j] > 0) between += sum * sum / count[j];
  }
  vd_kruskal found = {vd_rank_all_tied(k - 1, NAN), (double)M, total / ((double)M - 1)};
  if (total > 0) found.test = vd_rank_chisq(between / found.variance, k - 1);
  return found;
}

double vd_kruskal_se(const vd_kruskal *found, int k, double n_i, double n_j,
                     int conover) {
  double variance = found->variance, M = found->n_scores;
  if (conover) variance *= vd_snap(M - 1 - found->test.statistic, M - 1) / (M - k);
  return sqrt(variance * (1 / n_i + 1 / n_j));
}
