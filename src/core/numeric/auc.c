#include "numeric/auc.h"

#include <math.h>

#include "numeric/order.h"

/* Weights of the rows at places [lo, hi) by class. */
static vd_class_sizes block_sizes(const vd_binary *rows, const int *order, ptrdiff_t lo,
                                  ptrdiff_t hi) {
  vd_class_sizes size = {0, 0};
  for (; lo < hi; lo++) {
    double w = vd_row_weight(rows, order[lo]);
    *(rows->event[order[lo]] ? &size.positive : &size.negative) += w;
  }
  return size;
}

/* Sums over all rows in the order of the scores, as the walk makes them: at the end of
 * the walk they are the same in every bit, whatever the weights. */
static vd_class_sizes all_sizes(const vd_binary *rows, const double *score,
                                const int *order) {
  vd_class_sizes size = {0, 0};
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, score, order, lo);
    vd_class_sizes block = block_sizes(rows, order, lo, hi);
    size.positive += block.positive;
    size.negative += block.negative;
  }
  return size;
}

vd_numeric vd_auc(const vd_binary *rows, const double *score, const int *order,
                  double *u) {
  vd_class_sizes size = all_sizes(rows, score, order), below = {0, 0};
  vd_status status = vd_binary_status(size);
  double m = size.positive, n = size.negative, twice = 0, sum = 0;
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, score, order, lo);
    vd_class_sizes block = block_sizes(rows, order, lo, hi);
    double above_share = (below.negative + block.negative / 2) / n;
    double below_share = (m - below.positive - block.positive / 2) / m;
    sum += block.positive * above_share;
    twice += block.positive * (2 * below.negative + block.negative);
    for (ptrdiff_t i = lo; u && i < hi; i++) {
      u[order[i]] = rows->event[order[i]] ? above_share : below_share;
    }
    below.positive += block.positive;
    below.negative += block.negative;
  }
  double auc = rows->weight ? sum / m : twice / (2 * m * n);
  for (ptrdiff_t i = 0; u && i < rows->n; i++) {
    int row = order[i];
    u[row] = (u[row] - auc) / (rows->event[row] ? m : n);
  }
  return (vd_numeric){auc, VD_STATUS_OK};
}

vd_numeric vd_auc_strata(const vd_binary *rows, const double *score, const int *order,
                         const ptrdiff_t *end, int n_strata, double *u) {
  double sum = 0, pairs = 0;
  ptrdiff_t lo = 0;
  for (int h = 0; h < n_strata; lo = end[h++]) {
    vd_binary part = {end[h] - lo, rows->event, rows->weight};
    vd_class_sizes size = all_sizes(&part, score, order + lo);
    vd_numeric found = vd_auc(&part, score, order + lo, u);
    double mn = size.positive * size.negative;
    if (mn > 0) sum += mn * found.value;
    pairs += mn;
  }
  if (pairs == 0) return (vd_numeric){NAN, vd_binary_status(vd_binary_count(rows))};
  for (int h = lo = 0; u && h < n_strata; lo = end[h++]) {
    vd_binary part = {end[h] - lo, rows->event, rows->weight};
    vd_class_sizes size = all_sizes(&part, score, order + lo);
    double share = size.positive * size.negative / pairs;
    for (ptrdiff_t i = lo; i < end[h]; i++) {
      u[order[i]] = share > 0 ? share * u[order[i]] : 0;
    }
  }
  return (vd_numeric){sum / pairs, VD_STATUS_OK};
}

double vd_auc_ties(const vd_binary *rows, const double *score, const int *order) {
  double ties = 0;
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, score, order, lo);
    vd_class_sizes block = block_sizes(rows, order, lo, hi);
    ties += block.positive * block.negative;
  }
  return ties;
}

/* A step of the curve, from the highest scores down (mirrored: up): its height is how far
 * the rates of the other class still have to go, on average over the block. */
typedef struct {
  ptrdiff_t lo, hi;
  double p, q; /* weights of the two classes */
  double h;    /* height that counts for a row of the first */
  double d0, d1, t0, t1;
} step;

typedef struct {
  const vd_binary *rows;
  const double *score;
  const int *order;
  double m, n, most;
  int mirrored;
} curve;

static step next_step(const curve *c, ptrdiff_t done, double passed) {
  step s = {.lo = done};
  ptrdiff_t N = c->rows->n;
  if (c->mirrored) {
    s.hi = vd_block_end(N, c->score, c->order, done);
  } else {
    s.hi = N - done;
    s.lo = vd_block_start(c->score, c->order, s.hi);
  }
  vd_class_sizes size = block_sizes(c->rows, c->order, s.lo, s.hi);
  s.p = c->mirrored ? size.negative : size.positive;
  s.q = c->mirrored ? size.positive : size.negative;
  s.t0 = passed / c->n;
  s.t1 = (passed + s.q) / c->n;
  double e = c->most, r = (e - s.t0) / (s.t1 - s.t0);
  if (s.t1 <= e) {
    s.h = e - (s.t0 + s.t1) / 2;
    s.d0 = s.d1 = -0.5;
  } else if (s.t0 < e) {
    s.h = (e - s.t0) * r / 2;
    s.d0 = -r + r * r / 2;
    s.d1 = -r * r / 2;
  }
  return s;
}

/* The derivative by the place of a row of the second class is a sum over the steps at or
 * below it; below[] and upto[] become running sums from the other end. */
static void partial_contributions(const curve *c, double area, double *u) {
  ptrdiff_t N = c->rows->n;
  double passed = 0, all0 = 0, all1 = 0, moved = 0;
  for (ptrdiff_t done = 0; done < N;) {
    step s = next_step(c, done, passed);
    all0 += s.p / c->m * s.d0;
    all1 += s.p / c->m * s.d1;
    moved += s.p / c->m * (s.d0 * s.t0 + s.d1 * s.t1);
    passed += s.q;
    done += s.hi - s.lo;
  }
  double gone0 = 0, gone1 = 0;
  passed = 0;
  for (ptrdiff_t done = 0; done < N;) {
    step s = next_step(c, done, passed);
    gone0 += s.p / c->m * s.d0;
    double second = (all0 - gone0 + all1 - gone1 - moved) / c->n;
    gone1 += s.p / c->m * s.d1;
    for (ptrdiff_t i = s.lo; i < s.hi; i++) {
      int row = c->order[i], is_first = c->rows->event[row] != c->mirrored;
      u[row] = is_first ? (s.h - area) / c->m : second;
    }
    passed += s.q;
    done += s.hi - s.lo;
  }
}

vd_numeric vd_auc_partial(const vd_binary *rows, const double *score, const int *order,
                          double most, int mirrored, double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  vd_status status = vd_binary_status(size);
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  curve c = {.rows = rows,
             .score = score,
             .order = order,
             .m = mirrored ? size.negative : size.positive,
             .n = mirrored ? size.positive : size.negative,
             .most = most,
             .mirrored = mirrored};
  double area = 0, passed = 0;
  for (ptrdiff_t done = 0; done < rows->n;) {
    step s = next_step(&c, done, passed);
    area += s.p / c.m * s.h;
    passed += s.q;
    done += s.hi - s.lo;
  }
  if (u) partial_contributions(&c, area, u);
  return (vd_numeric){area, VD_STATUS_OK};
}
