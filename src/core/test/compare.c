#include "test/compare.h"
#include "test/matched.h"
#include "test/proportion.h"
#include "test/score_interval.h"

#include <Rmath.h>
#include <math.h>

static const vd_test_result no_test = {NAN, NAN, NAN, VD_STATUS_OK, 0};
static const vd_ci_result no_ci = {NAN, NAN, NAN, NAN, VD_STATUS_OK, 0};

static double rows(const vd_pair *p, int i) {
  return p->s[i] + p->f[i];
}

/* Which of the two satisfy a condition, as a sum of VD_WHO_CLASSIFIER, VD_WHO_REFERENCE.
 */
static int which(int classifier, int reference) {
  return (classifier ? VD_WHO_CLASSIFIER : 0) | (reference ? VD_WHO_REFERENCE : 0);
}

static int whole(double x) {
  return x == nearbyint(x);
}

/* -- Wald, on any scale ------------------------------------------------------ */

/* Who is at the boundary where the scale's logarithm is infinite. */
static int at_boundary(const vd_pair *p, vd_measure scale) {
  return which(vd_measure_pair_boundary(scale, p, 0),
               vd_measure_pair_boundary(scale, p, 1));
}

static int both_at_boundary(const vd_pair *p) {
  return p->f[0] + p->f[1] == 0 || p->s[0] + p->s[1] == 0;
}

static vd_status no_spread(const vd_pair *p) {
  if (vd_pair_identical(p)) return VD_STATUS_IDENTICAL;
  return both_at_boundary(p) ? VD_STATUS_BOTH_BOUNDARY : VD_STATUS_ZERO_VARIANCE;
}

/* Estimate on the linear scale (difference or logarithm) and its variance, or the
 * reason why there is none. */
static vd_status linear_contrast(const vd_pair *p, vd_measure scale, double *value,
                                 double *variance, int *who) {
  double x[2], y[2];
  *value = vd_measure_gap(scale, p);
  *variance = 0;
  *who = VD_WHO_BOTH;
  if (vd_pair_identical(p)) return VD_STATUS_IDENTICAL;
  *who = at_boundary(p, scale);
  if (*who) return both_at_boundary(p) ? VD_STATUS_BOTH_BOUNDARY : VD_STATUS_BOUNDARY;
  for (int i = 0; i < 2; i++) vd_measure_influence(scale, p, i, &x[i], &y[i]);
  *variance = vd_pair_variance(p, x, y);
  if (*variance <= 0) {
    *variance = 0;
    *who = VD_WHO_BOTH;
    return no_spread(p);
  }
  return VD_STATUS_OK;
}

static vd_test_result normal_test(double z, int squared, vd_alternative alternative) {
  vd_test_result result = no_test;
  result.statistic = squared ? z * z : z;
  result.dof = squared ? 1 : NAN;
  result.log_p = vd_log_p_normal(z, alternative);
  return result;
}

static vd_test_result undefined_test(vd_status status, int who) {
  vd_test_result result = no_test;
  result.status = status;
  result.who = who;
  return result;
}

/* A statistic that is normal, or why there is none. */
typedef struct {
  double z;
  vd_status status;
  int who;
} root;

static root no_root(vd_status status, int who) {
  return (root){NAN, status, who};
}

static root wald_root(const vd_pair *p, vd_request q) {
  double value, variance;
  int who;
  vd_status status = linear_contrast(p, q.scale, &value, &variance, &who);
  if (status != VD_STATUS_OK) return no_root(status, who);
  return (root){value / sqrt(variance), VD_STATUS_OK, 0};
}

/* -- score tests for proportions with denominators of their own --------------- */

/* Generalized score test, Leisenring et al. (2000): residuals about the pooled
 * proportion. WGS (Kosinski 2013) takes pb (1 - pb) for each classifier's own
 * mean squared residual; that changes the variance by
 * (1 - 2 pb) m0 (pi0 - pb) (1/m0^2 - 1/m1^2). Only WGS needs independent rows. */
static root score_root(const vd_pair *p, vd_request q) {
  if (vd_pair_identical(p)) return no_root(VD_STATUS_IDENTICAL, VD_WHO_BOTH);
  if (p->s[0] + p->s[1] == 0 || p->f[0] + p->f[1] == 0)
    return no_root(VD_STATUS_BOTH_BOUNDARY, VD_WHO_BOTH);
  double z = vd_score_equality(p, q.test);
  if (isnan(z)) return no_root(VD_STATUS_ZERO_VARIANCE, VD_WHO_BOTH);
  return (root){z, VD_STATUS_OK, 0};
}

/* Two independent proportions, pooled variance. Ignores that the rows are shared. */
static root naive_z_root(const vd_pair *p) {
  double m0 = rows(p, 0), m1 = rows(p, 1), m = m0 + m1;
  double pooled = (p->s[0] + p->s[1]) / m, rest = (p->f[0] + p->f[1]) / m;
  if (pooled == 0 || rest == 0) return no_root(no_spread(p), VD_WHO_BOTH);
  double se = sqrt(pooled * rest * (1 / m0 + 1 / m1));
  return (root){vd_measure_gap(VD_MEASURE_DIFFERENCE, p) / se, VD_STATUS_OK, 0};
}

/* -- McNemar's family ---------------------------------------------------------- */

static double continuity_corrected(double gap) {
  return fmax(fabs(gap) - 1, 0) * (gap < 0 ? -1 : 1);
}

double vd_log_p_discordant(vd_test test, double x, double k, vd_alternative alternative) {
  double gap = 2 * x - k;
  switch (test) {
  case VD_TEST_MIDP: return vd_log_p_sign_mid(x, k, alternative);
  case VD_TEST_MCNEMAR_CC: gap = continuity_corrected(gap); /* fallthrough */
  case VD_TEST_MCNEMAR:
    return k > 0 ? vd_log_p_normal(gap / sqrt(k), alternative) : INFINITY;
  default: return vd_log_p_sign(x, k, alternative);
  }
}

/* sum (s0 - s1) over its root of squares; without clusters (b - c) / sqrt(b + c). */
static root mcnemar_root(const vd_pair *p, vd_request q) {
  double gap = p->s[0] - p->s[1];
  double squares = (p->ss[0] - p->ss[1]) + (p->ss[2] - p->ss[1]);
  if (squares <= 0) return no_root(VD_STATUS_NO_DISCORDANT, VD_WHO_BOTH);
  if (q.test == VD_TEST_MCNEMAR_CC) gap = continuity_corrected(gap);
  return (root){gap / sqrt(squares), VD_STATUS_OK, 0};
}

static vd_test_result sign_test(const vd_pair *p, vd_request q) {
  double b = p->sf01, c = p->sf10;
  vd_test_result result = no_test;
  if (!whole(b) || !whole(c)) return undefined_test(VD_STATUS_NOT_WHOLE, VD_WHO_BOTH);
  result.statistic = b;
  result.log_p = vd_log_p_discordant(q.test, b, b + c, q.alternative);
  if (b + c == 0) { /* p is 1 */
    result.status = VD_STATUS_NO_DISCORDANT;
    result.who = VD_WHO_BOTH;
  }
  return result;
}

static root root_of(const vd_pair *p, vd_request q) {
  switch (q.test) {
  case VD_TEST_GS:
  case VD_TEST_WGS: return score_root(p, q);
  case VD_TEST_Z: return naive_z_root(p);
  case VD_TEST_WALD: return wald_root(p, q);
  default: return mcnemar_root(p, q);
  }
}

/* Whether a side has nothing to count, or all of it in one cluster. */
static vd_status lacks(const vd_pair *p, vd_request q, vd_status empty, int *who) {
  *who = which(rows(p, 0) <= 0, rows(p, 1) <= 0);
  if (*who) return empty;
  *who = which(vd_pair_one_cluster(p, 0), vd_pair_one_cluster(p, 1));
  return q.clustered && *who ? VD_STATUS_ONE_CLUSTER : VD_STATUS_OK;
}

double vd_compare_root(const vd_pair *p, vd_request q) {
  int who;
  return lacks(p, q, VD_STATUS_NO_ROWS, &who) == VD_STATUS_OK ? root_of(p, q).z : NAN;
}

vd_test_result vd_compare_test(const vd_pair *p, vd_request q, vd_status empty) {
  int who, squared = q.test == VD_TEST_WALD ? q.squared : q.test != VD_TEST_Z;
  vd_status status = lacks(p, q, empty, &who);
  if (status != VD_STATUS_OK) return undefined_test(status, who);
  if (q.test > VD_TEST_MCNEMAR_CC) return sign_test(p, q);
  root x = root_of(p, q);
  if (x.status != VD_STATUS_OK) return undefined_test(x.status, x.who);
  return normal_test(x.z, squared, q.alternative);
}

/* -- intervals ------------------------------------------------------------------ */

/* Limits value -+ quantile se on the linear scale, and back from the logarithm. */
static void wald_limits(vd_ci_result *result, double value, vd_request q) {
  double half = q.quantile * result->std_error;
  result->low = value - half;
  result->high = value + half;
  if (q.measure == VD_MEASURE_DIFFERENCE) return;
  result->low = exp(result->low);
  result->high = exp(result->high);
}

static vd_ci_result wald_interval(const vd_pair *p, vd_request q) {
  double value, variance;
  vd_ci_result result = no_ci;
  result.estimate = vd_measure_of_pair(q.measure, p);
  result.status = linear_contrast(p, q.measure, &value, &variance, &result.who);
  if (result.status == VD_STATUS_BOUNDARY || isnan(value)) return result;
  result.std_error = sqrt(variance);
  if (result.status == VD_STATUS_OK) wald_limits(&result, value, q);
  return result;
}

static vd_ci_result matched_interval(const vd_pair *p, vd_request q) {
  vd_ci_result result = wald_interval(p, q);
  vd_matched x = {p->ss[1], p->sf01, p->sf10, p->ff[1]};
  vd_limits limits;
  switch (q.ci) {
  case VD_CI_AGRESTI_MIN: limits = vd_matched_agresti_min(x, q.quantile); break;
  case VD_CI_NEWCOMBE: limits = vd_matched_newcombe(x, q.quantile); break;
  case VD_CI_TANG: limits = vd_matched_tang(x, q.quantile); break;
  case VD_CI_BONETT_PRICE:
    limits = q.measure == VD_MEASURE_RATIO ? vd_matched_bonett_price_ratio(x, q.quantile)
                                           : vd_matched_bonett_price(x, q.quantile);
    break;
  default: limits = vd_matched_tango(x, q.quantile);
  }
  result.low = limits.low;
  result.high = limits.high;
  if (!isnan(limits.low + result.std_error)) result.status = VD_STATUS_OK;
  return result;
}

/* What GS or WGS accepts. The standard error is Wald's, where there is one. */
static vd_ci_result score_interval(const vd_pair *p, vd_request q) {
  vd_ci_result result = wald_interval(p, q);
  root test = score_root(p, q);
  result.low = result.high = NAN;
  result.status = test.status;
  result.who = test.who;
  if (test.status != VD_STATUS_OK) return result;
  if (!vd_score_limits(p, q, &result.low, &result.high)) {
    result.low = result.high = NAN;
    result.status = VD_STATUS_ONE_POINT;
  }
  return result;
}

/* b / c of the discordant rows: the interval of b / (b + c) that inverts the test. */
static vd_ci_result conditional_interval(const vd_pair *p, vd_request q) {
  double b = p->sf01, c = p->sf10, n = b + c, low, high, unused;
  double alpha = 2 * pnorm(q.quantile, 0, 1, 0, 0);
  vd_ci_result result = no_ci;
  if (n == 0) {
    result.status = VD_STATUS_NO_DISCORDANT;
    result.who = VD_WHO_BOTH;
    return result;
  }
  result.estimate = b / c;
  if (b > 0 && c > 0) result.std_error = sqrt(1 / b + 1 / c);
  if (q.ci == VD_CI_EXACT) {
    vd_clopper_pearson(b, n, alpha, &low, &high);
  } else if (q.ci == VD_CI_MIDP) {
    vd_proportion_midp(b, n, alpha, &low, &high);
  } else {
    double half = q.test == VD_TEST_MCNEMAR_CC ? 0.5 : 0;
    vd_wilson(fmax(b - half, 0), n, q.quantile, &low, &unused);
    vd_wilson(fmin(b + half, n), n, q.quantile, &unused, &high);
  }
  result.low = low / (1 - low);
  result.high = high / (1 - high);
  return result;
}

static vd_ci_result interval(const vd_pair *p, vd_request q) {
  int predictive = q.test == VD_TEST_GS || q.test == VD_TEST_WGS;
  switch (q.ci) {
  case VD_CI_WALD: return wald_interval(p, q);
  case VD_CI_SCORE:
    if (!predictive && !q.clustered) return conditional_interval(p, q);
    if (!predictive)
      q.test = VD_TEST_GS; /* McNemar's for clusters, with one denominator */
    return score_interval(p, q);
  case VD_CI_EXACT:
  case VD_CI_MIDP: return conditional_interval(p, q);
  default: return matched_interval(p, q);
  }
}

/* The ends of a measure's range; a one-sided interval reaches to one of them. */
static void close_range(vd_ci_result *result, vd_request q) {
  double lowest = q.measure == VD_MEASURE_DIFFERENCE ? -1 : 0;
  double highest = q.measure == VD_MEASURE_DIFFERENCE ? 1 : INFINITY;
  if (isnan(result->low)) return;
  result->low = fmax(result->low, lowest);
  result->high = fmin(result->high, highest);
  if (q.alternative == VD_ALTERNATIVE_GREATER) result->high = highest;
  if (q.alternative == VD_ALTERNATIVE_LESS) result->low = lowest;
}

vd_ci_result vd_compare_interval(const vd_pair *p, vd_request q, vd_status empty) {
  vd_ci_result result = no_ci;
  int who = which(rows(p, 0) <= 0, rows(p, 1) <= 0);
  int lone = which(vd_pair_one_cluster(p, 0), vd_pair_one_cluster(p, 1));
  if (who) {
    result.status = empty;
    result.who = who;
    return result;
  }
  if (q.clustered && lone) {
    result.estimate = vd_measure_of_pair(q.measure, p);
    result.status = VD_STATUS_ONE_CLUSTER;
    result.who = lone;
    return result;
  }
  result = interval(p, q);
  close_range(&result, q);
  return result;
}

/* -- both ---------------------------------------------------------------------------- */

vd_comparison vd_compare_pair(const vd_pair *p, vd_request q, vd_status empty) {
  return (vd_comparison){vd_compare_test(p, q, empty), vd_compare_interval(p, q, empty)};
}

vd_comparison vd_compare_correct(vd_comparison plain, const vd_sandwich *x,
                                 int classifier, int reference, vd_request q,
                                 vd_status empty) {
  vd_pair p;
  vd_status status = vd_sandwich_pair(x, classifier, reference, &p);
  q.clustered = 0; /* one cluster is seen in the plain one */
  vd_comparison again = {undefined_test(status, VD_WHO_BOTH), no_ci};
  if (status == VD_STATUS_OK) {
    again = vd_compare_pair(&p, q, empty);
  } else {
    again.ci.estimate = plain.ci.estimate;
    again.ci.status = status;
    again.ci.who = VD_WHO_BOTH;
  }
  if (plain.test.status == VD_STATUS_OK) plain.test = again.test;
  if (plain.ci.status == VD_STATUS_OK) plain.ci = again.ci;
  return plain;
}

/* -- any metric -------------------------------------------------------------------- */

void vd_compare_estimates(const double theta[2], double v00, double v01, double v11,
                          vd_request q, vd_test_result *test, vd_ci_result *ci) {
  double value[2], slope[2];
  *test = no_test;
  *ci = no_ci;
  ci->estimate = vd_measure_estimate(q.measure, theta[0], theta[1]);
  ci->who = which(isinf(theta[0]), isinf(theta[1]));
  if (ci->who) {
    test->status = ci->status = VD_STATUS_INFINITE;
    test->who = ci->who;
    return;
  }
  ci->who = which(vd_measure_boundary(q.measure, theta[0]),
                  vd_measure_boundary(q.measure, theta[1]));
  for (int i = 0; i < 2; i++) {
    value[i] = vd_measure_scale(q.measure, theta[i]);
    slope[i] = vd_measure_slope(q.measure, theta[i]);
  }
  test->status = ci->status = ci->who ? VD_STATUS_BOUNDARY : VD_STATUS_OK;
  test->who = ci->who;
  if (ci->status != VD_STATUS_OK) return;
  if (isnan(v00 + v11)) {
    test->status = ci->status = VD_STATUS_ONE_CLUSTER;
    test->who = ci->who = VD_WHO_BOTH;
    return;
  }
  double w00 = slope[0] * slope[0] * v00, w11 = slope[1] * slope[1] * v11;
  double gap = value[0] - value[1];
  double variance = vd_snap(w00 + w11 - 2 * slope[0] * slope[1] * v01, w00 + w11);
  double least = VD_ROUNDING * (fabs(value[0]) + fabs(value[1]));
  if (variance <= least * least) {
    int equal = vd_apart(value[0], value[1]) == 0;
    ci->std_error = 0;
    if (equal) ci->estimate = vd_measure_estimate(q.measure, theta[0], theta[0]);
    test->status = ci->status =
        equal ? VD_STATUS_EQUAL_ESTIMATES : VD_STATUS_ZERO_VARIANCE;
    test->who = ci->who = VD_WHO_BOTH;
    return;
  }
  ci->std_error = sqrt(variance);
  wald_limits(ci, gap, q);
  if (q.alternative == VD_ALTERNATIVE_GREATER) ci->high = INFINITY;
  if (q.alternative == VD_ALTERNATIVE_LESS)
    ci->low = q.measure == VD_MEASURE_DIFFERENCE ? -INFINITY : 0;
  *test = normal_test(gap / ci->std_error, q.squared, q.alternative);
  if (q.dof != 0 && !isinf(q.dof)) {
    test->dof = q.dof;
    test->log_p = vd_log_p_t(test->statistic, q.dof, q.alternative);
  }
}
