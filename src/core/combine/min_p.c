#include "combine/min_p.h"
#include "math/distributions.h"

#include <math.h>

#include <Rmath.h>

/* Equal p-values may differ in their last digits. */
static const double slack = 1e-9;

static double log_p_at(double k, double trials, double sides) {
  return fmin(0, log(sides) + vd_log_pbinom(k, trials, 0.5, 1));
}

/* Of more trials than this p-values lie so close that any up to x is taken as attainable,
 * which is on the safe side. */
static const double most_trials = 2000;

/* The largest attainable p-value up to x, and the next one beyond. */
static void attain(double x, double trials, double sides, double *attained,
                   double *next) {
  if (trials > most_trials) {
    *attained = *next = x;
    return;
  }
  const double last = sides > 1 ? floor(trials / 2) : trials;
  double k = -1;
  if (x >= 0) {
    k = last;
  } else if (log_p_at(0, trials, sides) <= x + slack) {
    k = fmin(last, qbinom(x - log(sides), trials, 0.5, 1, 1));
    while (k > 0 && log_p_at(k, trials, sides) > x + slack) k--;
    while (k < last && log_p_at(k + 1, trials, sides) <= x + slack) k++;
  }
  *attained = k < 0 ? -INFINITY : log_p_at(k, trials, sides);
  *next = k < last ? log_p_at(k + 1, trials, sides) : INFINITY;
}

void vd_min_p_start(const vd_min_p_tests *tests, double *attained, double *next) {
  for (ptrdiff_t i = 0; i < tests->n; i++) {
    attained[i] = -INFINITY;
    next[i] = log_p_at(0, tests->trials[i], tests->sides);
  }
}

/* log(1 - prod(1 - min(1, sum))), and where that is too small for doubles the log of the
 * sum of all. */
static double log_any(const double *sum, ptrdiff_t n, double log_sum) {
  if (log_sum < -30) return log_sum;
  double log_none = 0;
  for (ptrdiff_t g = 0; g < n; g++) {
    if (sum[g] >= 1) return 0;
    log_none += log1p(-sum[g]);
  }
  return fmin(0, log(-expm1(log_none)));
}

void vd_min_p_adjust(const vd_min_p_tests *tests, ptrdiff_t lo, ptrdiff_t hi,
                     double *attained, double *next, double *sum, double *log_adj) {
  for (ptrdiff_t i = lo; i < hi; i++) {
    const double x = tests->log_p[i];
    if (i > 0 && log_adj[i - 1] >= 0) {
      log_adj[i] = 0;
      continue;
    }
    for (ptrdiff_t g = 0; g < tests->n_groups; g++) sum[g] = 0;
    double scaled = 0;
    for (ptrdiff_t j = i; j < tests->n; j++) {
      if (next[j] <= x + slack)
        attain(x, tests->trials[j], tests->sides, &attained[j], &next[j]);
      sum[tests->group[j]] += exp(attained[j]);
      scaled += exp(attained[j] - x);
    }
    const double found = log_any(sum, tests->n_groups, x + log(scaled));
    log_adj[i] = i > 0 ? fmax(found, log_adj[i - 1]) : found;
  }
}
