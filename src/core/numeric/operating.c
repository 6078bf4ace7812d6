#include "numeric/operating.h"

#include <Rmath.h>
#include <math.h>

#include "math/tolerance.h"
#include "numeric/order.h"

/* Blocks of ties from the lowest score up; mirrored: from the highest down. `passed` are
 * the rows of the class that sets the threshold, `over` those of the other above it. */
typedef struct {
  ptrdiff_t lo, hi, done;
  double passed, over, value;
} cut;

static int next_cut(const vd_binary *rows, const double *score, const int *order,
                    int mirrored, cut *x) {
  if (x->done == rows->n) return 0;
  if (mirrored) {
    x->hi = rows->n - x->done;
    x->lo = vd_block_start(score, order, x->hi);
  } else {
    x->lo = x->done;
    x->hi = vd_block_end(rows->n, score, order, x->lo);
  }
  x->done += x->hi - x->lo;
  x->value = score[order[x->lo]];
  for (ptrdiff_t i = x->lo; i < x->hi; i++) {
    double w = vd_row_weight(rows, order[i]);
    if (rows->event[order[i]] == mirrored)
      x->passed += w;
    else
      x->over -= w;
  }
  return 1;
}

/* P(at least k of n rows drawn are among those passed); far from k it is 0 or 1. */
static double reaches(double k, double n, double passed) {
  double far = 4.5 * sqrt(n) + 10;
  if (passed < k - far) return 0;
  if (passed > k + far) return 1;
  return pbinom(k - 1, nearbyint(n), fmin(1, passed / n), 0, 0);
}

/* Variances of shares that are no more than the rounding of their sums. */
static const double ROUNDING = 1e-14;

vd_operating_point vd_operating_at(const vd_binary *rows, const double *score,
                                   const int *order, double least, int mirrored) {
  vd_operating_point out = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_OK};
  vd_class_sizes size = vd_binary_count(rows);
  double n = mirrored ? size.positive : size.negative;
  double m = mirrored ? size.negative : size.positive;
  out.status = vd_binary_status(size);
  if (out.status != VD_STATUS_OK) return out;
  double k = fmax(1, ceil(least * n - 1e-9)), before = 0, sum = 0, squares = 0;
  cut x = {.over = m};
  out.within = 0;
  while (next_cut(rows, score, order, mirrored, &x)) {
    double upto = reaches(k, n, x.passed), share = fmax(0, x.over / m);
    double mass = upto - before;
    int has_all = vd_snap_count(x.passed - n, n) >= 0;
    if ((has_all || x.passed >= k) && isnan(out.value)) {
      out.value = share;
      out.realised = x.passed / n;
      out.threshold = x.value;
    }
    sum += mass * share;
    squares += mass * share * share;
    out.within += mass * share * (1 - share) / m;
    before = upto;
  }
  out.rows = m;
  out.mean = sum;
  out.between = fmax(0, squares - sum * sum);
  if (out.within + out.between < ROUNDING) out.within = out.between = 0;
  out.sd = sqrt(out.within + out.between);
  if (fmin(n, m) <= 1) {
    out.sd = NAN;
    out.status = VD_STATUS_ONE_OF_CLASS;
  }
  return out;
}

/* What one class adds: deviations of the rows from their mean, stretched to a variance.
 */
typedef struct {
  double total, mean, squares; /* about the mean */
} spread;

static void add_to(spread *x, double w, double value) {
  if (w == 0) return;
  double away = value - x->mean;
  x->total += w;
  x->mean += away * w / x->total;
  x->squares += w * away * (value - x->mean);
}

static int is_flat(const spread *x) {
  return !(x->squares > 1e-12 * x->total);
}

static double stretched(const spread *x, double variance, double value) {
  return is_flat(x) ? 0 : (value - x->mean) * sqrt(variance / x->squares);
}

/* By whether a row lies above the threshold or, where all of a class lie on one side, by
 * how likely it is that a threshold drawn again does. */
static void contributions(const vd_binary *rows, const double *score, const int *order,
                          double least, int mirrored, const vd_operating_point *at,
                          double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  double n = mirrored ? size.positive : size.negative;
  double k = fmax(1, ceil(least * n - 1e-9));
  spread hard[2] = {{0, 0, 0}, {0, 0, 0}}, soft[2] = {{0, 0, 0}, {0, 0, 0}};
  for (int fill = 0; fill < 2; fill++) {
    double before = 0;
    cut x = {.over = 0};
    while (next_cut(rows, score, order, mirrored, &x)) {
      double upto = reaches(k, n, x.passed);
      int above = mirrored ? x.value < at->threshold : x.value > at->threshold;
      for (ptrdiff_t i = x.lo; i < x.hi; i++) {
        int row = order[i], sets = rows->event[row] == mirrored;
        double w = vd_row_weight(rows, row), chance = sets ? -upto : before;
        double side = sets ? !above : above;
        if (fill) {
          double variance = sets ? at->between : at->within;
          u[row] = is_flat(hard + sets) ? stretched(soft + sets, variance, chance)
                                        : stretched(hard + sets, variance, side);
        } else {
          add_to(hard + sets, w, side);
          add_to(soft + sets, w, chance);
        }
      }
      before = upto;
    }
  }
}

vd_numeric vd_operating_rate(const vd_binary *rows, const double *score, const int *order,
                             double least, int mirrored, double *u) {
  vd_operating_point at = vd_operating_at(rows, score, order, least, mirrored);
  if (isnan(at.value)) return (vd_numeric){NAN, at.status};
  contributions(rows, score, order, least, mirrored, &at, u);
  return (vd_numeric){at.value, VD_STATUS_OK};
}

vd_limits vd_operating_limits(vd_operating_point x, double tail) {
  if (!(x.sd > 0)) return (vd_limits){NAN, NAN};
  double z = qnorm(tail, 0, 1, 0, 0), n = x.rows + z * z;
  double centre = (x.rows * x.mean + z * z / 2) / n, reach = z * x.rows * x.sd / n;
  double low = fmin(centre - reach, x.value), high = fmax(centre + reach, x.value);
  return (vd_limits){fmax(0, low), fmin(1, high)};
}
