/* Wilcoxon's signed-rank test with ties and zeros: exact by counting sums of the ranks
 * that are there (dynamic programming over doubled ranks, no 2^n), else by the normal
 * approximation with their own variance. The estimate is Hodges and Lehmann's, its
 * interval that of the test. */
#ifndef VD_SCORES_SIGNED_RANK_H
#define VD_SCORES_SIGNED_RANK_H

#include "scores/paired.h"

typedef enum {
  VD_ZEROS_PRATT = 0, /* ranked with the others, their ranks then dropped (Pratt 1959) */
  VD_ZEROS_WILCOXON,  /* dropped before ranking (Wilcoxon 1945)                       */
  VD_ZEROS_SPLIT /* half of their ranks to each side, an odd one dropped (Demsar 2006) */
} vd_zeros;

static const char *const vd_zeros_names[] = {
    [VD_ZEROS_PRATT] = "pratt",
    [VD_ZEROS_WILCOXON] = "wilcoxon",
    [VD_ZEROS_SPLIT] = "split",
};

/* Doubles and ints of work for n differences. */
size_t vd_signed_rank_work(ptrdiff_t n, ptrdiff_t exact_limit);
size_t vd_signed_rank_iwork(ptrdiff_t n);

/* `d` is sorted. Exact up to `exact_limit` differences, zeros among them: `exact` says
 * whether it was. `statistic` is W+ where exact, else z; effect: rank-biserial
 * correlation. */
vd_scores_result vd_signed_rank(double *d, ptrdiff_t n, double size, vd_zeros zeros,
                                ptrdiff_t exact_limit, vd_scores_request q, int *exact,
                                double *work, int *iwork);

#endif
