/* Kruskal and Wallis (1952): ranks of all scores together, for scores that are NOT
 * paired. A score that is NAN is not there. */
#ifndef VD_KRUSKAL_H
#define VD_KRUSKAL_H

#include "scores/friedman.h"

typedef struct {
  vd_rank_test test;
  double n_scores;
  double variance; /* of all ranks */
} vd_kruskal;

/* `place` becomes the mean ranks from the best, `count` the number of scores of each
 * classifier. `work` holds 3 n k, `order` n k. */
vd_kruskal vd_kruskal_test(ptrdiff_t n, int k, const double *x, int higher, double *place,
                           double *count, double *work, ptrdiff_t *order);

/* The standard error of a difference of mean ranks: Dunn (1964), normal, or Conover
 * (1999), with (n_scores - k) degrees of freedom. */
double vd_kruskal_se(const vd_kruskal *found, int k, double n_i, double n_j, int conover);

#endif
