#include "test/cochran.h"

#include <Rmath.h>
#include <math.h>
#include <string.h>

#include "math/tails.h"

/* One row of a class that it touches. */
static void add_row(const vd_outcomes *o, int position, int C, const double success[4],
                    double count, double *rows, double *sums) {
  int n = 0;
  for (int c = 0; c < C; c++) {
    if (vd_outcomes_rows(o, position, c, success) == 0) continue;
    sums[c] += count;
    n++;
  }
  rows[n] += count;
}

void vd_cochran_rows(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     int successes, int failures, double *rows, double *sums) {
  int C = set->n_classifiers;
  double success[4], any[4];
  vd_outcomes_coefficients(successes, success);
  vd_outcomes_coefficients(successes | failures, any);
  for (ptrdiff_t i = lo; i < hi; i++) {
    vd_outcomes_profile(set, i, o);
    for (int k = 0; k < o->n_touched; k++) {
      int at = o->touched[k];
      if (vd_outcomes_rows(o, at, 0, any) == 0) continue;
      add_row(o, at, C, success, set->count[i], rows + (ptrdiff_t)at * (C + 1),
              sums + (ptrdiff_t)at * C);
    }
  }
}

double vd_cochran_spread(int n_classifiers, const double *sums) {
  double spread = 0;
  for (int c = 0; c < n_classifiers; c++) {
    for (int d = 0; d < c; d++) spread += (sums[c] - sums[d]) * (sums[c] - sums[d]);
  }
  return spread;
}

/* -- exact --------------------------------------------------------------------- */

static double n_undecided(int C, const double *rows) {
  double n = 0;
  for (int successes = 1; successes < C; successes++) n += rows[successes];
  return n;
}

vd_cochran_size vd_cochran_cost(int n_classifiers, const double *rows) {
  int C = n_classifiers;
  vd_cochran_size size = {0, 0, 0};
  if (C == 2) return size;
  size.cells = pow(n_undecided(C, rows) + 1, C - 1);
  size.choices = choose(C, C / 2);
  for (int n = 1; n < C; n++) size.steps += rows[n] * choose(C, n) * size.cells;
  return size;
}

/* What each choice of n out of C columns adds to the index of a cell: column c counts
 * base^c, the last nothing. Returns their number; the last has the largest. */
static int list_choices(int C, int n, ptrdiff_t base, ptrdiff_t *choice) {
  int found = 0;
  for (unsigned long set = 0; set < 1UL << C; set++) {
    ptrdiff_t shift = 0, unit = 1;
    int members = 0;
    for (int c = 0; c < C; c++, unit *= base) {
      if (!(set >> c & 1)) continue;
      members++;
      if (c < C - 1) shift += unit;
    }
    if (members == n) choice[found++] = shift;
  }
  return found;
}

/* One more row. Every source lies at or below its target, so a downward sweep can
 * overwrite. */
static void convolve(double *cell, ptrdiff_t last, const ptrdiff_t *choice,
                     int n_choices) {
  for (ptrdiff_t at = last; at >= 0; at--) {
    double sum = 0;
    for (int k = 0; k < n_choices; k++) {
      if (at >= choice[k]) sum += cell[at - choice[k]];
    }
    cell[at] = sum / n_choices;
  }
}

/* The spread at a cell, as C sum G^2 - (sum G)^2. */
static double spread_at(ptrdiff_t at, int C, ptrdiff_t base, double total) {
  double squares = 0, rest = total;
  for (int c = 0; c < C - 1; c++, at /= base) {
    double G = (double)(at % base);
    squares += G * G;
    rest -= G;
  }
  return C * (squares + rest * rest) - total * total;
}

/* The difference of two sums makes the spread, the rows are their total. */
static double log_p_of_two(double rows, double spread) {
  return vd_log_p_sign((rows - sqrt(spread)) / 2, rows, VD_ALTERNATIVE_TWO_SIDED);
}

double vd_cochran_exact(int n_classifiers, const double *rows, double observed,
                        double *cell, ptrdiff_t *choice) {
  int C = n_classifiers;
  if (C == 2) return log_p_of_two(rows[1], observed);
  ptrdiff_t base = (ptrdiff_t)n_undecided(C, rows) + 1, last = 0;
  double total = 0, p = 0;
  memset(cell, 0, sizeof(double) * (size_t)pow((double)base, C - 1));
  cell[0] = 1;
  for (int n = 1; n < C; n++) {
    if (rows[n] == 0) continue;
    int n_choices = list_choices(C, n, base, choice);
    ptrdiff_t farthest = 0;
    for (int k = 0; k < n_choices; k++) {
      if (choice[k] > farthest) farthest = choice[k];
    }
    for (double row = 0; row < rows[n]; row++) {
      last += farthest;
      convolve(cell, last, choice, n_choices);
    }
    total += n * rows[n];
  }
  for (ptrdiff_t at = 0; at <= last; at++) {
    if (cell[at] > 0 && spread_at(at, C, base, total) >= observed) p += cell[at];
  }
  return fmin(log(p), 0);
}

/* -- Monte Carlo --------------------------------------------------------------- */

/* Column by column: of the rows that have n successes left for k columns, each has one
 * in the next column with probability n / k. */
double vd_cochran_draw(int n_classifiers, const double *rows, double *work) {
  int C = n_classifiers;
  double *left = work, *sums = left + C + 1;
  for (int n = 0; n <= C; n++) left[n] = n < C ? rows[n] : 0;
  for (int k = C; k > 0; k--) {
    sums[k - 1] = 0;
    for (int n = 1; n <= k; n++) {
      double taken = n == k ? left[n] : rbinom(left[n], (double)n / k);
      left[n] -= taken;
      left[n - 1] += taken;
      sums[k - 1] += taken;
    }
  }
  return vd_cochran_spread(C, sums);
}
