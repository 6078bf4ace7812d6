#include "scores/blocks.h"

#include <math.h>

#include "scores/kruskal.h"
#include "scores/quade.h"
#include "scores/ranks.h"
#include "scores/skillings_mack.h"

size_t vd_blocks_work(ptrdiff_t n, int k) {
  size_t cells = (size_t)n * (size_t)k;
  return 3 * cells + 2 * (size_t)n + 2 * (size_t)k + (size_t)k * ((size_t)k + 1) +
         vd_skillings_mack_work(k);
}

static vd_blocks friedman(vd_blocks_method method, ptrdiff_t n, int k, const double *rank,
                          double *place) {
  vd_rank_spread s = vd_friedman_spread(n, k, rank, place);
  for (int j = 0; j < k; j++) place[j] /= (double)n;
  if (method == VD_BLOCKS_IMAN) {
    return (vd_blocks){vd_friedman_f(n, k, rank, s), vd_friedman_t(n, k, s), NAN};
  }
  return (vd_blocks){vd_friedman_chisq(n, k, s), vd_friedman_z(n, k),
                     vd_friedman_untied(n, k, s)};
}

static void known_means(ptrdiff_t n, int k, const double *rank, double *place) {
  for (int j = 0; j < k; j++) {
    double sum = 0, known = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      if (isnan(rank[i + j * n])) continue;
      sum += rank[i + j * n];
      known++;
    }
    place[j] = sum / known;
  }
}

static vd_blocks kruskal(vd_blocks_method method, ptrdiff_t n, int k, const double *x,
                         int higher, double *place, double *work, ptrdiff_t *order) {
  int conover = method == VD_BLOCKS_KRUSKAL_CONOVER;
  vd_kruskal found = vd_kruskal_test(n, k, x, higher, place, work, work + k, order);
  vd_scatter scatter = {vd_kruskal_se(&found, k, (double)n, (double)n, conover),
                        conover ? found.n_scores - k : INFINITY, VD_STATUS_OK};
  if (!(scatter.dof > 0)) {
    scatter.status = VD_STATUS_FEW_UNITS;
  } else if (!(found.variance > 0)) {
    scatter.status = VD_STATUS_ALL_TIED;
  } else if (!(scatter.se > 0)) {
    scatter.status = VD_STATUS_ZERO_VARIANCE;
  }
  return (vd_blocks){found.test, scatter, NAN};
}

static vd_blocks anova(vd_blocks_method method, ptrdiff_t n, int k, const double *x,
                       double inflation, double *place, double *work) {
  vd_blocks found = {.untied = NAN};
  vd_anova sums = vd_anova_sums(n, k, x, place);
  int blocked = method != VD_BLOCKS_ANOVA;
  found.test = vd_anova_test(n, k, sums, blocked, inflation, &found.scatter);
  if (found.test.status != VD_STATUS_OK || method == VD_BLOCKS_ANOVA ||
      method == VD_BLOCKS_BLOCKED) {
    return found;
  }
  vd_sphericity epsilon = vd_anova_sphericity(n, k, x, work);
  if (isnan(epsilon.greenhouse_geisser)) {
    found.test.log_p = NAN;
    found.test.status = VD_STATUS_FEW_UNITS;
  } else {
    found.test = vd_anova_shrink(found.test, method == VD_BLOCKS_HUYNH
                                                 ? epsilon.huynh_feldt
                                                 : epsilon.greenhouse_geisser);
  }
  return found;
}

vd_blocks vd_blocks_test(vd_blocks_method method, ptrdiff_t n, int k, const double *x,
                         int higher, double inflation, double *place, double *work,
                         ptrdiff_t *order) {
  if (method >= VD_BLOCKS_ANOVA) return anova(method, n, k, x, inflation, place, work);
  vd_blocks found = {.untied = NAN};
  if (method == VD_BLOCKS_KRUSKAL || method == VD_BLOCKS_KRUSKAL_CONOVER) {
    return kruskal(method, n, k, x, higher, place, work, order);
  }
  if (method == VD_BLOCKS_ALIGNED) {
    found.test = vd_aligned_test(n, k, x, higher, place, &found.scatter, work, order);
    return found;
  }
  double *rank = work, *rest = work + n * k;
  vd_rank_rows(n, k, x, higher, rank, rest, order);
  if (method == VD_BLOCKS_QUADE) {
    found.test = vd_quade_test(n, k, x, rank, place, &found.scatter, rest, order);
    return found;
  }
  if (method == VD_BLOCKS_SKILLINGS_MACK) {
    known_means(n, k, rank, place);
    found.test = vd_skillings_mack(n, k, rank, rest);
    found.scatter = (vd_scatter){NAN, NAN, VD_STATUS_NO_LIMITS};
    return found;
  }
  return friedman(method, n, k, rank, place);
}
