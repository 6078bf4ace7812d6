#include "numeric/auc.h"

#include <math.h>
#include <stdint.h>

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

/* Of whole weights all sums are exact, in any order. */
static int are_whole(const vd_binary *rows, const int *order) {
  for (ptrdiff_t i = 0; rows->weight && i < rows->n; i++) {
    double w = rows->weight[order ? order[i] : i];
    if (!(w < 0x1p53) || w != (double)(int64_t)w) return 0;
  }
  return 1;
}

/* Sums over all rows in the order of the scores, as the walk makes them: at the end of
 * the walk they are the same in every bit, whatever the weights. */
static vd_class_sizes all_sizes(const vd_binary *rows, const int *order, int whole) {
  if (whole) return vd_binary_count(rows);
  double size[2] = {0, 0};
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    size[rows->event[order[i]] != 0] += vd_row_weight(rows, order[i]);
  }
  return (vd_class_sizes){size[1], size[0]};
}

/* Blocks of ties, from the lowest score up: of one that follows `negative` and `positive`
 * and has q and p more the concordant pairs are added to, and what of the other class its
 * rows have on the right side. */
typedef struct {
  double m, n, twice, sum;
  int exact;
} vd_pairs;

static inline void add_block(vd_pairs *pairs, double negative, double positive, double q,
                             double p, double right[2]) {
  right[0] = pairs->m - positive - p / 2;
  right[1] = negative + q / 2;
  if (pairs->exact)
    pairs->twice += p * (2 * negative + q);
  else
    pairs->sum += p * (right[1] / pairs->n);
}

/* Rows lie anywhere in memory: what will be needed is asked for some places before. */
enum { AHEAD = 24 };

static inline void fetch(const vd_binary *rows, const double *score, int row, double *u) {
#ifdef __GNUC__
  __builtin_prefetch(score + row);
  __builtin_prefetch(rows->event + row);
  if (u) __builtin_prefetch(u + row, 1);
#endif
}

/* Without a branch on the class, which cannot be foreseen. */
static void walk_rows(const vd_binary *rows, const double *score, const int *order,
                      vd_pairs *pairs, double *u) {
  ptrdiff_t N = rows->n, positive = 0;
  double right[2];
  for (ptrdiff_t lo = 0, hi; lo < N; lo = hi) {
    double value = score[order[lo]];
    ptrdiff_t before = positive;
    if (lo + AHEAD < N) fetch(rows, score, order[lo + AHEAD], u);
    for (hi = lo; hi < N && score[order[hi]] == value; hi++)
      positive += rows->event[order[hi]] != 0;
    ptrdiff_t p = positive - before;
    add_block(pairs, (double)(lo - before), (double)before, (double)(hi - lo - p),
              (double)p, right);
    for (ptrdiff_t i = lo; u && i < hi; i++)
      u[order[i]] = right[rows->event[order[i]] != 0];
  }
}

static void walk_weighted(const vd_binary *rows, const double *score, const int *order,
                          vd_pairs *pairs, double *u) {
  double passed[2] = {0, 0}, right[2]; /* without the event, with it */
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    double negative = passed[0], positive = passed[1];
    double value = score[order[lo]];
    for (hi = lo; hi < rows->n && score[order[hi]] == value; hi++)
      passed[rows->event[order[hi]] != 0] += rows->weight[order[hi]];
    add_block(pairs, negative, positive, passed[0] - negative, passed[1] - positive,
              right);
    for (ptrdiff_t i = lo; u && i < hi; i++)
      u[order[i]] = right[rows->event[order[i]] != 0];
  }
}

/* `u` gets how much of the other class a row has on the right side. */
static vd_numeric walk(const vd_binary *rows, const double *score, const int *order,
                       vd_class_sizes size, int whole, double *u) {
  vd_status status = vd_binary_status(size);
  double m = size.positive, n = size.negative;
  vd_pairs pairs = {m, n, 0, 0, whole && m * n < 0x1p51};
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  (rows->weight ? walk_weighted : walk_rows)(rows, score, order, &pairs, u);
  return (vd_numeric){pairs.exact ? pairs.twice / (2 * m * n) : pairs.sum / m,
                      VD_STATUS_OK};
}

/* What walk() left as contributions: exactly 0 where an area of 0, 1/2 or 1 has no
 * variance. */
static void centre(const vd_binary *rows, const int *order, vd_class_sizes size,
                   double area, double *u) {
  double mean[2] = {area * size.positive, area * size.negative};
  double pairs = size.positive * size.negative;
  for (ptrdiff_t i = 0; u && i < rows->n; i++) {
    ptrdiff_t row = order ? order[i] : i;
    u[row] = (u[row] - mean[rows->event[row] != 0]) / pairs;
  }
}

vd_numeric vd_auc(const vd_binary *rows, const double *score, const int *order,
                  double *u) {
  int whole = are_whole(rows, NULL);
  vd_class_sizes size = all_sizes(rows, order, whole);
  vd_numeric found = walk(rows, score, order, size, whole, u);
  if (found.status == VD_STATUS_OK) centre(rows, NULL, size, found.value, u);
  return found;
}

vd_numeric vd_auc_strata(const vd_binary *rows, const double *score, const int *order,
                         const ptrdiff_t *end, int n_strata, double *u) {
  double sum = 0, pairs = 0;
  ptrdiff_t lo = 0;
  for (int h = 0; h < n_strata; lo = end[h++]) {
    vd_binary part = {end[h] - lo, rows->event, rows->weight};
    vd_class_sizes size = all_sizes(&part, order + lo, 0);
    vd_numeric found =
        walk(&part, score, order + lo, size, are_whole(&part, order + lo), u);
    double mn = size.positive * size.negative;
    if (mn > 0) {
      centre(&part, order + lo, size, found.value, u);
      sum += mn * found.value;
    }
    pairs += mn;
  }
  if (pairs == 0) return (vd_numeric){NAN, vd_binary_status(vd_binary_count(rows))};
  for (int h = lo = 0; u && h < n_strata; lo = end[h++]) {
    vd_binary part = {end[h] - lo, rows->event, rows->weight};
    vd_class_sizes size = all_sizes(&part, order + lo, 0);
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
