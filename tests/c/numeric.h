/* The example of twelve rows that the tests of numeric evidence share, and derivatives of
 * an estimate by the weights of its rows, from nothing but its values. */
#ifndef NUMERIC_H
#define NUMERIC_H

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "numeric/auc.h"
#include "numeric/order.h"
#include "numeric/binary.h"

enum { EXAMPLE_N = 12 };

static const int example_event[EXAMPLE_N] = {1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0};
static const int example_cluster[EXAMPLE_N] = {1, 1, 2, 3, 3, 1, 2, 2, 3, 4, 4, 5};
static const double example_score[2][EXAMPLE_N] = {
    {.9, .8, .7, .6, .3, .8, .5, .4, .3, .2, .1, .1},
    {.95, .9, .4, .8, .75, .6, .5, .3, .7, .2, .3, .1}};
static const double example_weight[EXAMPLE_N] = {1, 2, .5,  1.5, 3,    1,
                                                 2, 1, .25, 4,   1.25, 1};

static inline vd_binary example_rows(void) {
  return (vd_binary){EXAMPLE_N, example_event, NULL, NULL};
}

static inline void example_order(int c, int *order) {
  uint64_t keys[2 * EXAMPLE_N];
  int other[EXAMPLE_N];
  vd_order_scores(EXAMPLE_N, example_score[c], order, keys, other);
}

/* Of at most 5,000 rows. */
static inline const unsigned char *example_mark(const vd_binary *rows,
                                                const double *score, const int *order) {
  static unsigned char mark[5000];
  assert_true(vd_order_mark(rows->n, score, order, rows->event, mark));
  return mark;
}

static inline vd_numeric example_area(const vd_binary *rows, const double *score,
                                      const int *order, double *u) {
  return vd_auc(rows, order, example_mark(rows, score, order), u);
}

typedef double (*example_estimate)(const vd_binary *rows, const double *score,
                                   const int *order, double *u);

/* The contributions are the derivatives in the weights, and sum to zero. */
static inline void check_contributions(example_estimate estimate) {
  const double STEP = 1e-5;
  for (int c = 0; c < 2; c++) {
    int order[EXAMPLE_N];
    double weight[EXAMPLE_N], u[EXAMPLE_N], spare[EXAMPLE_N], sum = 0;
    example_order(c, order);
    memcpy(weight, example_weight, sizeof weight);
    vd_binary rows = {EXAMPLE_N, example_event, weight, NULL};
    estimate(&rows, example_score[c], order, u);
    for (int i = 0; i < EXAMPLE_N; i++) {
      sum += weight[i] * u[i];
      weight[i] = example_weight[i] + STEP;
      double above = estimate(&rows, example_score[c], order, spare);
      weight[i] = example_weight[i] - STEP;
      double below = estimate(&rows, example_score[c], order, spare);
      weight[i] = example_weight[i];
      check_close(1 + u[i], 1 + (above - below) / (2 * STEP), 1e-8);
    }
    assert_true(fabs(sum) < 1e-13);
  }
}

/* Their sum of products, each class by its own number of rows. */
static inline double check_between(const double *u, const double *v) {
  double with = 0, without = 0;
  for (int i = 0; i < EXAMPLE_N; i++)
    *(example_event[i] ? &with : &without) += u[i] * v[i];
  return with * 5 / 4 + without * 7 / 6;
}

static inline double check_mean(const double *u, const double *v) {
  double sum = 0;
  for (int i = 0; i < EXAMPLE_N; i++) sum += u[i] * v[i];
  return sum * EXAMPLE_N / (EXAMPLE_N - 1);
}

#endif
