#include "test/composite.h"

#include <math.h>

#include "math/heap.h"
#include "math/tolerance.h"
#include "test/invert.h"

/* -- cells ------------------------------------------------------------------------------
 */

size_t vd_composite_room(const vd_set *set) {
  return (size_t)set->n_patterns + 2 * (size_t)set->n_classes;
}

static int before(const void *of, size_t a, size_t b) {
  const vd_composite_cell *x = (const vd_composite_cell *)of + a;
  const vd_composite_cell *y = (const vd_composite_cell *)of + b;
  if (x->stratum != y->stratum) return x->stratum < y->stratum;
  if (x->value[0] != y->value[0]) return x->value[0] < y->value[0];
  return x->value[1] < y->value[1];
}

static void swap(void *of, size_t a, size_t b) {
  vd_composite_cell *cell = of, kept = cell[a];
  cell[a] = cell[b];
  cell[b] = kept;
}

/* What could have occurred in a class and speaks most for one and against the other. */
static void add_extremes(vd_composite *x, const vd_effects *at, int truth) {
  double least = vd_effects_at(at, truth, 0), most = least;
  for (int b = 1; b < at->n_classes; b++) {
    double u = vd_effects_at(at, truth, b);
    least = fmin(least, u);
    most = fmax(most, u);
  }
  int both = !x->alone;
  x->cell[x->n_cells++] =
      (vd_composite_cell){.stratum = truth, .value = {most, both * least}};
  x->cell[x->n_cells++] =
      (vd_composite_cell){.stratum = truth, .value = {least, both * most}};
}

/* Equal neighbours become one. */
static void merge(vd_composite *x) {
  size_t n = 0;
  for (size_t i = 0; i < x->n_cells; i++) {
    if (n > 0 && !before(x->cell, n - 1, i)) {
      vd_composite_cell *into = &x->cell[n - 1];
      into->count += x->cell[i].count;
      for (int c = 0; c < 2; c++) into->own[c] += x->cell[i].own[c];
      for (int c = 0; c < 3; c++) into->square[c] += x->cell[i].square[c];
    } else {
      x->cell[n++] = x->cell[i];
    }
  }
  x->n_cells = n;
}

static size_t stratum_end(const vd_composite *x, size_t from) {
  size_t to = from;
  while (to < x->n_cells && x->cell[to].stratum == x->cell[from].stratum) to++;
  return to;
}

static double rows_of(const vd_composite *x, size_t from, size_t to) {
  double n = 0;
  for (size_t i = from; i < to; i++) n += x->cell[i].count;
  return n;
}

void vd_composite_fill(vd_composite *x, const vd_set *set, const vd_effects *at,
                       const vd_effects *const own[2], int strata) {
  x->n_cells = 0;
  x->alone = own[1] == NULL;
  x->enlarge = !x->alone && strata != VD_STRATA_ONE;
  for (ptrdiff_t i = 0; i < set->n_patterns; i++) {
    double count = set->count[i];
    if (count == 0) continue;
    vd_composite_cell cell = {.stratum = vd_label(set, i, 0) - 1, .count = count};
    for (int c = 0; c < 2 && own[c]; c++) {
      int predicted = vd_label(set, i, 1 + own[c]->classifier) - 1;
      cell.value[c] = vd_effects_at(at, cell.stratum, predicted);
      cell.own[c] = count * vd_effects_at(own[c], cell.stratum, predicted);
    }
    for (int c = 0; c < 3; c++)
      cell.square[c] = cell.own[c / 2] * cell.own[(c + 1) / 2] / count;
    x->cell[x->n_cells++] = cell;
  }
  vd_heap heap = {x->cell, before, swap};
  vd_heap_sort(&heap, x->n_cells);
  merge(x);
  size_t n = x->n_cells;
  for (size_t i = 0; i < n; i++) {
    if (i == 0 || x->cell[i].stratum != x->cell[i - 1].stratum)
      add_extremes(x, at, x->cell[i].stratum);
  }
  for (size_t i = 0; strata != VD_STRATA_CLASSES && i < x->n_cells; i++) {
    x->cell[i].stratum = x->cell[i].stratum == strata;
  }
  vd_heap_sort(&heap, x->n_cells);
  merge(x);
  for (size_t from = 0, to; from < x->n_cells; from = to) {
    to = stratum_end(x, from);
    double rows = rows_of(x, from, to);
    for (size_t i = from; i < to; i++) {
      x->cell[i].value[0] *= rows;
      x->cell[i].value[1] *= rows;
    }
  }
}

/* -- the most likely shares -------------------------------------------------------------
 */

/* A hypothesis: weight[0] theta0 - weight[1] theta1 = shift. */
typedef struct {
  double weight[2], shift;
  int ratio;
} hypothesis;

static double score_of(const vd_composite_cell *cell, const double w[2]) {
  return w[0] * cell->value[0] - w[1] * cell->value[1];
}

/* The shares of a stratum are n / (d + e) with e = lambda (score - the extreme one),
 * where d makes their sum 1: 1 / sum is concave in d, so that Newton's steps come from
 * below. If the sum is below 1 at d = 0, the rest is at the extreme, which nobody saw. */
static double divisor(const vd_composite_cell *cell, size_t n, const double w[2],
                      double lambda, double extreme) {
  double d = 0;
  for (size_t i = 0; i < n; i++) {
    if (lambda * (score_of(&cell[i], w) - extreme) <= 0) d += cell[i].count;
  }
  for (int step = 0; step < 100; step++) {
    double sum = 0, slope = 0;
    for (size_t i = 0; i < n; i++) {
      if (cell[i].count == 0) continue;
      double below = d + lambda * (score_of(&cell[i], w) - extreme);
      sum += cell[i].count / below;
      slope += cell[i].count / below / below;
    }
    double more = sum * (sum - 1) / slope;
    if (!(more > 1e-15 * d)) break;
    d += more;
  }
  return d;
}

/* Sum over the strata of the mean score, and of its variance. */
typedef struct {
  double mean, variance;
} moments;

/* About the score of the most rows, next to which the extreme one may be huge: what was
 * not seen has a share of its own. */
static moments stratum_moments(const vd_composite_cell *cell, size_t n, double rows,
                               const double w[2], double lambda) {
  size_t most = 0;
  double extreme = score_of(&cell[0], w);
  for (size_t i = 1; i < n; i++) {
    double score = score_of(&cell[i], w);
    if (lambda * score < lambda * extreme) extreme = score;
    if (cell[i].count > cell[most].count) most = i;
  }
  double usual = score_of(&cell[most], w), d = divisor(cell, n, w, lambda, extreme);
  double unseen = d == 0, mean = 0, square = 0;
  for (size_t i = 0; i < n; i++) {
    if (cell[i].count == 0) continue;
    double score = score_of(&cell[i], w);
    double share = cell[i].count / (d + lambda * (score - extreme));
    if (d == 0) unseen -= share;
    mean += share * (score - usual);
    square += share * (score - usual) * (score - usual);
  }
  double rest = fmax(unseen, 0) * (extreme - usual);
  mean += rest;
  square += rest * (extreme - usual);
  return (moments){usual + mean, fmax(square - mean * mean, 0) / rows};
}

/* One row alone counts twice. */
static double enlarged(const vd_composite *x, double rows) {
  if (!x->enlarge) return 1;
  return rows > 1 ? rows / (rows - 1) : 2;
}

static moments at_multiplier(const vd_composite *x, const double w[2], double lambda) {
  moments sum = {0, 0};
  for (size_t from = 0, to; from < x->n_cells; from = to) {
    to = stratum_end(x, from);
    double rows = rows_of(x, from, to);
    moments of = stratum_moments(x->cell + from, to - from, rows, w, lambda);
    sum.mean += of.mean;
    sum.variance += of.variance * enlarged(x, rows);
  }
  return sum;
}

/* The variance that the classes' shares add, where the metrics depend on them. */
static double between(const vd_composite *x, const double w[2]) {
  double sum = 0;
  for (size_t from = 0, to; from < x->n_cells; from = to) {
    to = stratum_end(x, from);
    double total = 0;
    for (size_t i = from; i < to; i++)
      total += w[0] * x->cell[i].own[0] - w[1] * x->cell[i].own[1];
    sum += total * total / rows_of(x, from, to);
  }
  return sum;
}

/* The variance that is lost as both are scored by the influences at their mean, as far as
 * the rows show it: none where the metric is a mean of recalls. */
static double lost(const vd_composite *x, const double w[2], double shared) {
  double sum = 0;
  for (size_t from = 0, to; from < x->n_cells; from = to) {
    to = stratum_end(x, from);
    double total = 0, square = 0, rows = rows_of(x, from, to);
    for (size_t i = from; i < to; i++) {
      const vd_composite_cell *cell = &x->cell[i];
      total += w[0] * cell->own[0] - w[1] * cell->own[1];
      square += w[0] * w[0] * cell->square[0] - 2 * w[0] * w[1] * cell->square[1] +
                w[1] * w[1] * cell->square[2];
    }
    sum += (square - total * total / rows) * enlarged(x, rows);
  }
  return fmax(vd_snap(sum - shared, sum), 0);
}

/* The sum of the strata's least (sign 1) or greatest (sign -1) scores. */
static double farthest(const vd_composite *x, const double w[2], int sign) {
  double sum = 0;
  for (size_t from = 0, to; from < x->n_cells; from = to) {
    to = stratum_end(x, from);
    double end = INFINITY;
    for (size_t i = from; i < to; i++) end = fmin(end, sign * score_of(&x->cell[i], w));
    sum += sign * end;
  }
  return sum;
}

/* Between two multipliers that are as near as they can be. */
static moments between_ends(moments near, moments far, double target) {
  double way = (near.mean - target) / (near.mean - far.mean);
  if (!(way < 1)) return far;
  return (moments){target, near.variance + way * (far.variance - near.variance)};
}

/* The moments where the mean, which falls in lambda, is `target`: by false position, with
 * the weight of an end that stays halved. Where that is slow, as where the ends are of
 * different magnitude, in the geometric middle. */
static moments constrained(const vd_composite *x, const double w[2], double target,
                           moments now) {
  int sign = now.mean > target ? 1 : -1, last = 0;
  double near = 0, of_near = sign * (now.mean - target), of_far = of_near;
  double far = now.variance > 0 ? of_near / now.variance : 1;
  moments at_near = now, at_far = now;
  for (int i = 0; i < 500 && of_far > 0; i++, far *= 4) {
    at_far = at_multiplier(x, w, sign * far);
    of_far = sign * (at_far.mean - target);
    if (isnan(of_far)) return at_near;
    if (of_far <= 0) break;
    near = far;
    of_near = of_far;
    at_near = at_far;
  }
  double wide = far - near;
  for (int i = 1; i < 200 && of_far < 0 && far - near > 1e-13 * far; i++) {
    double at = far - of_far * (far - near) / (of_far - of_near);
    if (i % 4 == 0) {
      if (far - near > wide / 16) at = near > 0 ? sqrt(near) * sqrt(far) : far / 1024;
      wide = far - near;
    }
    now = at_multiplier(x, w, sign * at);
    double of_at = sign * (now.mean - target);
    int side = of_at > 0 ? 1 : -1;
    if (side > 0) {
      near = at;
      of_near = of_at;
      at_near = now;
      if (last == side) of_far /= 2;
    } else {
      far = at;
      of_far = of_at;
      at_far = now;
      if (last == side) of_near /= 2;
    }
    last = side;
  }
  return between_ends(at_near, at_far, target);
}

static double gap_of(const vd_composite *x, hypothesis h) {
  return h.weight[0] * x->theta[0] - h.weight[1] * x->theta[1] - h.shift;
}

/* What is left between a hypothesis and the farthest that the influences reach: 0 and
 * less beyond it. `mean`: of what was seen. */
static double room(const vd_composite *x, hypothesis h, double mean) {
  double gap = gap_of(x, h);
  int sign = gap > 0 ? 1 : -1;
  return sign * vd_apart(mean - gap, farthest(x, h.weight, sign));
}

static hypothesis ratio_at(double share) {
  return (hypothesis){.weight = {1 - share, share}, .ratio = 1};
}

/* The last ratio, on the way from the one that was seen, which the influences reach. */
static hypothesis last_ratio(const vd_composite *x, hypothesis beyond) {
  double in = x->theta[0] / (x->theta[0] + x->theta[1]), out = beyond.weight[1];
  for (int i = 0; i < 60; i++) {
    double share = in + (out - in) / 2;
    hypothesis h = ratio_at(share);
    if (room(x, h, at_multiplier(x, h.weight, 0).mean) > 0) {
      in = share;
    } else {
      out = share;
    }
  }
  return ratio_at(in);
}

/* Whether metrics within their range can fulfil it. */
static int possible(const vd_composite *x, hypothesis h) {
  double low = h.weight[0] * x->lower - h.weight[1] * x->upper;
  double high = h.weight[0] * x->upper - h.weight[1] * x->lower;
  return h.shift > low && h.shift < high;
}

/* Beyond what the influences reach, but not the metrics, the statistic stays. */
static double statistic(const vd_composite *x, hypothesis h) {
  double gap = gap_of(x, h), refuted = gap > 0 ? INFINITY : -INFINITY;
  if (gap == 0) return 0;
  moments now = at_multiplier(x, h.weight, 0);
  double left = room(x, h, now.mean);
  if (h.ratio && left <= 0) {
    h = last_ratio(x, h);
    gap = gap_of(x, h);
    now = at_multiplier(x, h.weight, 0);
    left = room(x, h, now.mean);
    if (left <= 0) return refuted;
  }
  double more = between(x, h.weight) + lost(x, h.weight, now.variance);
  if (left <= 0) {
    double reach = now.mean - farthest(x, h.weight, gap > 0 ? 1 : -1);
    if (reach == 0 || !(more > 0) || !possible(x, h)) return refuted;
    return reach / sqrt(more);
  }
  moments there = constrained(x, h.weight, now.mean - gap, now);
  return gap / sqrt(there.variance + more);
}

/* -- limits -----------------------------------------------------------------------------
 */

typedef struct {
  const vd_composite *of;
  vd_measure measure;
} asked;

static double span(const vd_composite *x) {
  return x->upper - x->lower;
}

/* Differences by their part of the range, ratios by their share, as vd_invert_limits()
 * has them; the values of one classifier from -1 to 1. */
static double statistic_at(const void *data, double at) {
  const asked *a = data;
  const vd_composite *x = a->of;
  if (a->measure == VD_MEASURE_RATIO) return statistic(x, ratio_at(at));
  double shift = x->alone ? x->lower + (at + 1) / 2 * span(x) : at * span(x);
  return statistic(x, (hypothesis){.weight = {1, !x->alone}, .shift = shift});
}

double vd_composite_score(const vd_composite *x, vd_measure measure, double value) {
  if (measure == VD_MEASURE_RATIO) {
    return statistic(x, ratio_at(value / (1 + value)));
  }
  return statistic(x, (hypothesis){.weight = {1, !x->alone}, .shift = value});
}

void vd_composite_limits(const vd_composite *x, vd_measure measure, double quantile,
                         double *low, double *high) {
  asked a = {x, measure};
  int ratio = measure == VD_MEASURE_RATIO;
  *low = *high = NAN;
  if (ratio && !(x->theta[0] + x->theta[1] > 0)) return;
  vd_invert_curve c = {statistic_at, &a, !ratio, 0, 0};
  c.equality = statistic_at(&a, ratio ? 0.5 : 0);
  c.observed = ratio      ? x->theta[0] / (x->theta[0] + x->theta[1])
               : x->alone ? 2 * (x->theta[0] - x->lower) / span(x) - 1
                          : (x->theta[0] - x->theta[1]) / span(x);
  vd_invert_limits(&c, quantile, low, high);
  if (ratio) return;
  *low = x->alone ? x->lower + (*low + 1) / 2 * span(x) : *low * span(x);
  *high = x->alone ? x->lower + (*high + 1) / 2 * span(x) : *high * span(x);
}
