#include "test/power.h"

#include <Rmath.h>
#include <math.h>

/* -- McNemar's family, exactly ---------------------------------------------------- */

/* Ties with alpha that rounding of the logarithm would break. */
static const double rounding = 1e-12;

/* Where the rejected x may begin. */
static double lowest(vd_power_rule rule, double k) {
  return rule.alternative == VD_ALTERNATIVE_TWO_SIDED ? ceil(k / 2) : 0;
}

static int rejects(vd_power_rule rule, double x, double k) {
  return x > k || vd_log_p_discordant(rule.test, x, k, rule.alternative) <=
                      rule.log_alpha + rounding;
}

static double bisect_least(vd_power_rule rule, double k) {
  double no = lowest(rule, k) - 1, yes = k + 1;
  while (yes - no > 1) {
    double middle = floor((no + yes) / 2);
    if (rejects(rule, middle, k)) {
      yes = middle;
    } else {
      no = middle;
    }
  }
  return yes;
}

void vd_power_least(vd_power_rule rule, double lo, double hi, double *least) {
  if (rule.alternative == VD_ALTERNATIVE_LESS) rule.alternative = VD_ALTERNATIVE_GREATER;
  double x = bisect_least(rule, lo);
  for (double k = lo; k <= hi; k++) {
    x = fmax(x, lowest(rule, k));
    while (!rejects(rule, x, k)) x++;
    least[(size_t)(k - lo)] = x;
  }
}

void vd_power_given(vd_alternative alternative, double share, double lo, double hi,
                    const double *least, double *given) {
  for (double k = lo; k <= hi; k++) {
    double x = least[(size_t)(k - lo)], p = 0;
    if (alternative != VD_ALTERNATIVE_LESS) p += pbinom(x - 1, k, share, 0, 0);
    if (alternative != VD_ALTERNATIVE_GREATER) p += pbinom(k - x, k, share, 1, 0);
    given[(size_t)(k - lo)] = fmin(p, 1);
  }
}

void vd_power_range(double n, double discordant, double *lo, double *hi) {
  *lo = qbinom(1e-17, n, discordant, 1, 0);
  *hi = qbinom(1e-17, n, discordant, 0, 0);
}

double vd_power_discordant(double n, double discordant, double lo, const double *given) {
  double first, last, sum = 0;
  vd_power_range(n, discordant, &first, &last);
  double odds = discordant / (1 - discordant),
         mode = fmin(floor((n + 1) * discordant), n);
  double top = dbinom(mode, n, discordant, 0), p = top;
  for (double k = mode; k <= last; k++) {
    sum += p * given[(size_t)(k - lo)];
    p *= (n - k) / (k + 1) * odds;
  }
  p = top;
  for (double k = mode; k > first; k--) {
    p *= k / ((n - k + 1) * odds);
    sum += p * given[(size_t)(k - 1 - lo)];
  }
  return fmin(sum, 1);
}

/* -- simulation --------------------------------------------------------------------- */

/* The outcome of each classifier in each cell. */
static const int outcome[2][VD_POWER_CELLS] = {
    {VD_TP, VD_TP, VD_FN, VD_FN, VD_FP, VD_FP, VD_TN, VD_TN},
    {VD_TP, VD_FN, VD_TP, VD_FN, VD_FP, VD_TN, VD_FP, VD_TN}};

vd_pair vd_power_pair(const double cell[VD_POWER_CELLS], int successes, int failures) {
  vd_pair p = {.sf00 = 0};
  for (int i = 0; i < VD_POWER_CELLS; i++) {
    double w = cell[i];
    int s0 = (outcome[0][i] & successes) != 0, f0 = (outcome[0][i] & failures) != 0;
    int s1 = (outcome[1][i] & successes) != 0, f1 = (outcome[1][i] & failures) != 0;
    p.s[0] += s0 * w;
    p.s[1] += s1 * w;
    p.f[0] += f0 * w;
    p.f[1] += f1 * w;
    p.ss[1] += s0 * s1 * w;
    p.ff[1] += f0 * f1 * w;
    p.sf01 += s0 * f1 * w;
    p.sf10 += s1 * f0 * w;
  }
  for (int i = 0; i < 2; i++) {
    p.ss[2 * i] = p.s[i];
    p.ff[2 * i] = p.f[i];
  }
  return p;
}

void vd_power_draw(const double probability[VD_POWER_CELLS], double n,
                   double count[VD_POWER_CELLS]) {
  double rest = 0;
  for (int i = 0; i < VD_POWER_CELLS; i++) rest += probability[i];
  for (int i = 0; i < VD_POWER_CELLS; i++) {
    double p = probability[i];
    count[i] = p <= 0 || n <= 0 ? 0 : p >= rest ? n : rbinom(n, p / rest);
    n -= count[i];
    rest -= p;
  }
}

void vd_power_simulate(const double probability[VD_POWER_CELLS], double n, int trials,
                       const vd_power_test *test, int n_tests, double log_alpha,
                       double *rejected, double *undefined) {
  double count[VD_POWER_CELLS];
  for (int t = 0; t < trials; t++) {
    vd_power_draw(probability, n, count);
    for (int i = 0; i < n_tests; i++) {
      vd_metric metric = test[i].metric;
      vd_pair pair =
          vd_power_pair(count, vd_metric_successes(metric), vd_metric_failures(metric));
      vd_test_result found =
          vd_compare_test(&pair, test[i].request, vd_metric_empty(metric));
      if (isnan(found.log_p)) {
        undefined[i]++;
      } else if (found.log_p <= log_alpha + rounding) {
        rejected[i]++;
      }
    }
  }
}
