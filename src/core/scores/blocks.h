/* The tests of k classifiers on n blocks, by name. */
#ifndef VD_BLOCKS_H
#define VD_BLOCKS_H

#include "scores/anova.h"
#include "scores/friedman.h"

typedef enum {
  VD_BLOCKS_FRIEDMAN = 0, /* pairs: normal (Nemenyi, Dunn)         */
  VD_BLOCKS_IMAN,         /* Iman and Davenport; pairs: Conover's t */
  VD_BLOCKS_QUADE,
  VD_BLOCKS_ALIGNED,
  VD_BLOCKS_KRUSKAL,         /* not paired; pairs: Dunn      */
  VD_BLOCKS_KRUSKAL_CONOVER, /* the same; pairs: Conover's t */
  VD_BLOCKS_SKILLINGS_MACK,
  VD_BLOCKS_ANOVA, /* not paired                              */
  VD_BLOCKS_BLOCKED,
  VD_BLOCKS_GREENHOUSE, /* the same with fewer degrees of freedom  */
  VD_BLOCKS_HUYNH
} vd_blocks_method;

static const char *const vd_blocks_names[] = {
    [VD_BLOCKS_FRIEDMAN] = "friedman",
    [VD_BLOCKS_IMAN] = "iman_davenport",
    [VD_BLOCKS_QUADE] = "quade",
    [VD_BLOCKS_ALIGNED] = "aligned_ranks",
    [VD_BLOCKS_KRUSKAL] = "kruskal_wallis",
    [VD_BLOCKS_KRUSKAL_CONOVER] = "kruskal_conover",
    [VD_BLOCKS_SKILLINGS_MACK] = "skillings_mack",
    [VD_BLOCKS_ANOVA] = "anova",
    [VD_BLOCKS_BLOCKED] = "blocked_anova",
    [VD_BLOCKS_GREENHOUSE] = "greenhouse_geisser",
    [VD_BLOCKS_HUYNH] = "huynh_feldt",
};

typedef struct {
  vd_rank_test test;
  vd_scatter scatter;
  double untied; /* of Friedman's test: the statistic without correction for ties, else
                    NAN */
} vd_blocks;

/* NAN in x is a missing score, for Kruskal and Wallis and for Skillings and Mack only.
 * `place` (k) becomes the mean ranks from the best, or the mean scores. */
size_t vd_blocks_work(ptrdiff_t n, int k);
vd_blocks vd_blocks_test(vd_blocks_method method, ptrdiff_t n, int k, const double *x,
                         int higher, double inflation, double *place, double *work,
                         ptrdiff_t *order);

#endif
