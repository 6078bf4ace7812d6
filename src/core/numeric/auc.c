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
  for (ptrdiff_t i = 0; rows->weight && !rows->size && i < rows->n; i++) {
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

typedef struct {
  ptrdiff_t n;
  const int *order;
  const unsigned char *mark;
  const double *weight;
  vd_class_sizes size;
  double pairs; /* of a row with the event and one without */
} ranking;

static inline int ends_block(const ranking *x, ptrdiff_t at) {
  return at == x->n || x->mark[at] & VD_MARK_NEW;
}

/* Rows with the event at places [lo, hi). */
static inline ptrdiff_t events_in(const ranking *x, ptrdiff_t lo, ptrdiff_t hi) {
  ptrdiff_t events = 0;
  for (; lo < hi; lo++) events += x->mark[lo] & VD_MARK_EVENT;
  return events;
}

/* The walks go over blocks of ties from the lowest score up; most are one row, and are
 * taken without a branch on the class, which cannot be foreseen. */
static inline ptrdiff_t block_end(const ranking *x, ptrdiff_t lo) {
  while (!ends_block(x, ++lo)) {
  }
  return lo;
}

/* Twice the number of concordant pairs of rows. */
static double twice_concordant(const ranking *x) {
  const unsigned char *mark = x->mark;
  ptrdiff_t n = x->n, positive = 0;
  int64_t twice = 0;
  for (ptrdiff_t lo = 0; lo < n; lo++) {
    ptrdiff_t p = mark[lo] & VD_MARK_EVENT;
    if (lo + 1 == n || mark[lo + 1] & VD_MARK_NEW) {
      twice += -(int64_t)p & (2 * (lo - positive));
    } else {
      ptrdiff_t hi = block_end(x, lo);
      p = events_in(x, lo, hi);
      twice += (int64_t)p * (2 * (lo - positive) + hi - lo - p);
      lo = hi - 1;
    }
    positive += p;
  }
  return (double)twice;
}

/* What a row has of the other class on the right side, less the mean: exactly 0 where an
 * area of 0, 1/2 or 1 has no variance. */
static void contribute(const ranking *x, double area, double *u) {
  const unsigned char *mark = x->mark;
  const int *order = x->order;
  ptrdiff_t n = x->n, m = (ptrdiff_t)x->size.positive, positive = 0;
  double mean[2] = {area * x->size.positive, area * x->size.negative};
  double each = 1 / x->pairs;
  for (ptrdiff_t lo = 0; lo < n; lo++) {
    ptrdiff_t p = mark[lo] & VD_MARK_EVENT;
    if (lo + 1 == n || mark[lo + 1] & VD_MARK_NEW) {
      ptrdiff_t above = m - positive, below = lo - positive;
      ptrdiff_t right = above ^ ((above ^ below) & -p);
      u[order[lo]] = ((double)right - mean[p]) * each;
    } else {
      ptrdiff_t hi = block_end(x, lo);
      p = events_in(x, lo, hi);
      double above = (double)(m - positive) - (double)p / 2;
      double below = (double)(lo - positive) + (double)(hi - lo - p) / 2;
      double own[2] = {(above - mean[0]) * each, (below - mean[1]) * each};
      for (ptrdiff_t i = lo; i < hi; i++) u[order[i]] = own[mark[i] & VD_MARK_EVENT];
      lo = hi - 1;
    }
    positive += p;
  }
}

static double area_of_rows(const ranking *x, double *u) {
  double area = twice_concordant(x) / (2 * x->pairs);
  if (u) contribute(x, area, u);
  return area;
}

/* Of whole weights, whose sums a double holds. `u` gets what a row has of the other class
 * on the right side. */
static double walk_whole(const ranking *x, double *u) {
  static const double share[2] = {0, 1};
  double all = 0, positive = 0, twice = 0, m = x->size.positive;
  for (ptrdiff_t lo = 0, hi; lo < x->n; lo = hi) {
    double event = share[x->mark[lo] & VD_MARK_EVENT], w = x->weight[x->order[lo]];
    double p = w * event, below = all - positive, above = m - positive;
    hi = lo + 1;
    all += w;
    if (ends_block(x, hi)) {
      if (u) u[x->order[lo]] = above + event * (below - above);
    } else {
      for (; !ends_block(x, hi); hi++) {
        w = x->weight[x->order[hi]];
        all += w;
        p += w * share[x->mark[hi] & VD_MARK_EVENT];
      }
      double q = all - positive - below - p;
      double right[2] = {above - p / 2, below + q / 2};
      for (ptrdiff_t i = lo; u && i < hi; i++)
        u[x->order[i]] = right[x->mark[i] & VD_MARK_EVENT];
      twice += p * q;
    }
    twice += p * (2 * below);
    positive += p;
  }
  return twice / (2 * x->pairs);
}

/* The same of any weights. */
static double walk_weighted(const ranking *x, double *u) {
  double passed[2] = {0, 0}, sum = 0; /* without the event, with it */
  for (ptrdiff_t lo = 0, hi; lo < x->n; lo = hi) {
    double negative = passed[0], positive = passed[1];
    hi = block_end(x, lo);
    for (ptrdiff_t i = lo; i < hi; i++)
      passed[x->mark[i] & VD_MARK_EVENT] += x->weight[x->order[i]];
    double p = passed[1] - positive, q = passed[0] - negative;
    double right[2] = {x->size.positive - positive - p / 2, negative + q / 2};
    sum += p * (right[1] / x->size.negative);
    for (ptrdiff_t i = lo; u && i < hi; i++)
      u[x->order[i]] = right[x->mark[i] & VD_MARK_EVENT];
  }
  return sum / x->size.positive;
}

/* Contributions of what a walk left. */
static void centre(const vd_binary *rows, const ranking *x, double area, const int *order,
                   double *u) {
  double mean[2] = {area * x->size.positive, area * x->size.negative};
  double each = 1 / x->pairs;
  for (ptrdiff_t i = 0; i < rows->n; i++) {
    ptrdiff_t row = order ? order[i] : i;
    u[row] = (u[row] - mean[rows->event[row] != 0]) * each;
  }
}

/* `part`: of rows that are not all those before rows->n. */
static vd_numeric walk(const vd_binary *rows, const int *order, const unsigned char *mark,
                       vd_class_sizes size, int whole, int part, double *u) {
  double pairs = size.positive * size.negative, area;
  ranking x = {rows->n, order, mark, rows->weight, size, pairs};
  vd_status status = vd_binary_status(size);
  if (status != VD_STATUS_OK) return (vd_numeric){NAN, status};
  if (rows->weight) {
    area = (whole && pairs < 0x1p51 ? walk_whole : walk_weighted)(&x, u);
    if (u) centre(rows, &x, area, part ? order : NULL, u);
  } else {
    area = area_of_rows(&x, u);
  }
  return (vd_numeric){area, VD_STATUS_OK};
}

vd_numeric vd_auc(const vd_binary *rows, const int *order, const unsigned char *mark,
                  double *u) {
  int whole = are_whole(rows, NULL);
  return walk(rows, order, mark, all_sizes(rows, order, whole), whole, 0, u);
}

vd_numeric vd_auc_strata(const vd_binary *rows, const double *score, const int *order,
                         const ptrdiff_t *end, int n_strata, unsigned char *mark,
                         double *u, double *share, double *value) {
  double sum = 0, pairs = 0;
  ptrdiff_t lo = 0;
  for (int h = 0; h < n_strata; lo = end[h++]) {
    vd_binary part = {.n = end[h] - lo, .event = rows->event, .weight = rows->weight};
    const int *own = order + lo;
    vd_order_mark(part.n, score, own, part.event, mark);
    vd_class_sizes size = all_sizes(&part, own, 0);
    vd_numeric found = walk(&part, own, mark, size, are_whole(&part, own), 1, u);
    double mn = size.positive * size.negative;
    if (mn > 0) sum += mn * found.value;
    pairs += mn;
    share[h] = mn;
    value[h] = found.value;
  }
  if (pairs == 0) {
    vd_status status = vd_binary_status(vd_binary_count(rows));
    return (vd_numeric){NAN, status == VD_STATUS_OK ? VD_STATUS_ABSENT : status};
  }
  for (int h = lo = 0; h < n_strata; lo = end[h++]) {
    share[h] /= pairs;
    for (ptrdiff_t i = lo; u && i < end[h]; i++) {
      u[order[i]] = share[h] > 0 ? share[h] * u[order[i]] : 0;
    }
  }
  return (vd_numeric){sum / pairs, VD_STATUS_OK};
}

double vd_auc_ties(const vd_binary *rows, const double *score, const int *order) {
  double ties = 0;
  for (ptrdiff_t lo = 0, hi; lo < rows->n; lo = hi) {
    hi = vd_block_end(rows->n, score, order, lo);
    vd_class_sizes own = block_sizes(rows, order, lo, hi);
    ties += own.positive * own.negative;
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
  /* A step that ends at e but for rounding ends there. */
  if (s.t1 <= e + 1e-12) {
    s.h = e - (s.t0 + s.t1) / 2;
    s.d0 = s.d1 = -0.5;
  } else if (s.t0 < e - 1e-12) {
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
