#include "numeric/operating.h"

#include <Rmath.h>
#include <math.h>

#include "math/tolerance.h"
#include "numeric/order.h"

/* What a weight of one is, in rows of its class. */
static vd_class_sizes unit_rows(const vd_binary *rows, vd_class_sizes size) {
  ptrdiff_t events = 0;
  if (!rows->sampled) return (vd_class_sizes){1, 1};
  for (ptrdiff_t i = 0; i < rows->n; i++) events += rows->event[i] != 0;
  return (vd_class_sizes){(double)events / size.positive,
                          (double)(rows->n - events) / size.negative};
}

/* Blocks of ties from the lowest score up; mirrored: from the highest down. `passed` are
 * the rows of the class that sets the threshold, `over` those of the other above it, of
 * `n` and `m`; `unit` of the other and of that class. */
typedef struct {
  ptrdiff_t lo, hi, done;
  double passed, over, value, n, m, unit[2];
} cut;

static cut first_cut(const vd_binary *rows, vd_class_sizes size, int mirrored) {
  vd_class_sizes unit = unit_rows(rows, size);
  double events = size.positive * unit.positive, others = size.negative * unit.negative;
  if (mirrored)
    return (cut){
        .n = events, .m = others, .over = others, .unit = {unit.negative, unit.positive}};
  return (cut){
      .n = others, .m = events, .over = events, .unit = {unit.positive, unit.negative}};
}

static double row_weight(const vd_binary *rows, const cut *x, int row, int sets) {
  return vd_row_weight(rows, row) * x->unit[sets];
}

/* The rows that have to pass, one at least. */
static double rows_to_pass(double least, double n) {
  return fmax(1, ceil(least * n - 1e-9));
}

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
    int sets = rows->event[order[i]] == mirrored;
    double w = row_weight(rows, x, order[i], sets);
    if (sets)
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
  out.status = vd_binary_status(size);
  if (out.status != VD_STATUS_OK) return out;
  cut x = first_cut(rows, size, mirrored);
  double n = x.n, m = x.m;
  double k = rows_to_pass(least, n), before = 0, sum = 0, squares = 0;
  out.within = 0;
  while (next_cut(rows, score, order, mirrored, &x)) {
    double upto = reaches(k, n, x.passed), share = fmax(0, x.over / m);
    double mass = upto - before;
    int has_all = vd_snap_count(x.passed - n, n) >= 0;
    int enough = x.passed > 0 && x.passed >= least * n - 1e-9;
    if ((has_all || enough) && isnan(out.value)) {
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

/* Of one class, about their means: how far each row moves the bootstrap's mean, and the
 * chance of a threshold at the row. */
typedef struct {
  double total, moves, falls, moves2, cross, falls2;
} spread;

static void add_to(spread *x, double w, double moves, double falls) {
  if (w == 0) return;
  double away = moves - x->moves, off = falls - x->falls;
  x->total += w;
  x->moves += away * w / x->total;
  x->falls += off * w / x->total;
  x->moves2 += w * away * (moves - x->moves);
  x->cross += w * away * (falls - x->falls);
  x->falls2 += w * off * (falls - x->falls);
}

/* Whether squares about a mean are more than its rounding. */
static int varies(double squares, double total, double mean) {
  return squares > 1e-12 * total * mean * mean;
}

/* Contributions of a class whose rows have this variance: the linear part, by what a row
 * moves, and the rest by the chance of a threshold there, which changes from row to row
 * as the rest does. */
static double contribution(const spread *x, double variance, double moves, double falls) {
  double linear = moves - x->moves, factor = 0;
  int moved = varies(x->moves2, x->total, x->moves);
  if (moved) factor = x->cross / x->moves2;
  double fine = falls - x->falls - factor * linear;
  double rest = variance - x->moves2 / (x->total * x->total);
  double squares = x->falls2 - factor * x->cross;
  if (rest > 0 && squares > 1e-9 * x->falls2 && varies(squares, x->total, x->falls))
    return (moved ? linear / x->total : 0) + fine * sqrt(rest / squares);
  return moved ? linear * sqrt(variance / x->moves2) : 0;
}

/* The slope of reaches() in passed / n. */
static double reach_slope(double k, double n, double passed) {
  double far = 4.5 * sqrt(n) + 10;
  if (fabs(passed - k) > far || passed >= n) return 0;
  return dbeta(passed / n, k, nearbyint(n) - k + 1, 0);
}

/* A row of the class that sets the threshold moves the share by the others above it, each
 * by the slope of its chance to be above the threshold; one of the others by that
 * chance. */
static void contributions(const vd_binary *rows, const double *score, const int *order,
                          double least, int mirrored, const vd_operating_point *at,
                          double *u) {
  vd_class_sizes size = vd_binary_count(rows);
  spread of[2] = {{0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0}};
  for (int fill = 0; fill < 2; fill++) {
    double before = 0, mass = 0, below = 0;
    cut x = first_cut(rows, size, mirrored);
    double k = rows_to_pass(least, x.n);
    while (1) {
      double over = x.over, passed = x.passed, slope = reach_slope(k, x.n, passed);
      if (!next_cut(rows, score, order, mirrored, &x)) break;
      double upto = reaches(k, x.n, x.passed);
      below += slope * (over - x.over) / x.m;
      if (x.passed > passed) mass = upto - before;
      for (ptrdiff_t i = x.lo; i < x.hi; i++) {
        int row = order[i], sets = rows->event[row] == mirrored;
        double moves = sets ? -below : before;
        if (fill)
          u[row] = contribution(of + sets, sets ? at->between : at->within, moves, mass) *
                   x.unit[sets];
        else
          add_to(of + sets, row_weight(rows, &x, row, sets), moves, mass);
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
