#include "test/omnibus.h"

#include <Rmath.h>
#include <math.h>

#include "math/quadratic.h"

/* An eigenvalue of the differences' correlation matrix below this is a zero but for
 * rounding, which leaves about C 1e-16. The smallest that means anything is about one
 * over the number of rows on which classifiers differ. A pivot of its factor likewise. */
static const double NO_SPREAD = VD_OMNIBUS_LEAST;

/* What rounding leaves of a standardized difference that is zero. */
static const double NO_GAP = 1e-6;

static const vd_omnibus_result no_result = {NAN, NAN, NAN, VD_STATUS_OK};

size_t vd_omnibus_work(int n_classifiers) {
  size_t C = (size_t)n_classifiers;
  return 4 * C + C * C / 2 + C * C + vd_quadratic_work(n_classifiers);
}

static vd_omnibus_result undefined(vd_status status) {
  vd_omnibus_result result = no_result;
  result.status = status;
  return result;
}

static vd_omnibus_result chi_squared(double statistic, double dof) {
  return (vd_omnibus_result){statistic, dof, pchisq(statistic, dof, 0, 1), VD_STATUS_OK};
}

/* -- the quadratic form -------------------------------------------------------- */

static double spread_of(const double *spread, int C, int c, int d) {
  if (c == d) return 0;
  return spread[c < d ? vd_pair_at(C, c, d) : vd_pair_at(C, d, c)];
}

/* The differences from classifier 0, standardized (z), and their correlations, from
 * cov(x, y) = (var x + var y - var(x - y)) / 2; zeros where a difference does not vary.
 * 0 when an estimate differs without variance. */
static int standardize(int C, const double *gap, const double *spread, double *z,
                       double *correlation) {
  for (int c = 1; c < C; c++) {
    double own = spread_of(spread, C, 0, c);
    if (own <= 0 && gap[c - 1] != 0) return 0;
    z[c - 1] = own > 0 ? gap[c - 1] / sqrt(own) : 0;
    for (int d = 1; d < C; d++) {
      double other = spread_of(spread, C, 0, d),
             *cell = &correlation[(c - 1) * (C - 1) + d - 1];
      double twice = own + other - spread_of(spread, C, c, d);
      *cell = own > 0 && other > 0 ? twice / 2 / sqrt(own) / sqrt(other) : 0;
    }
  }
  return 1;
}

static vd_omnibus_result of_form(int n, const double *z, vd_quadratic found) {
  double longest = sqrt(vd_dot(z, z, n));
  if (isnan(found.value) || found.outside > NO_GAP * (1 + longest))
    return undefined(VD_STATUS_ZERO_VARIANCE);
  return found.rank > 0 ? chi_squared(found.value, found.rank)
                        : undefined(VD_STATUS_EQUAL_ESTIMATES);
}

vd_omnibus_result vd_omnibus_form(int n, const double *z, double *correlation,
                                  double *work) {
  return of_form(n, z, vd_quadratic_form(n, z, correlation, NO_SPREAD, work));
}

vd_omnibus_result vd_omnibus_factored(int n, const double *z, const double *factor,
                                      int rank, const int *pivot, double *work) {
  return of_form(n, z, vd_factor_form(n, z, factor, rank, pivot, work));
}

vd_omnibus_result vd_omnibus_differences(int n_classifiers, const double *gap,
                                         const double *spread, double *work) {
  int n = n_classifiers - 1;
  double *z = work, *form = z + n, *correlation = form + vd_quadratic_work(n);
  if (!standardize(n_classifiers, gap, spread, z, correlation))
    return undefined(VD_STATUS_ZERO_VARIANCE);
  return vd_omnibus_form(n, z, correlation, form);
}

/* -- proportions --------------------------------------------------------------- */

typedef struct {
  int C;
  const vd_pair *pair;
  double *s, *f;        /* C: successes and failures */
  double *gap, *spread; /* differences from classifier 0; variances of all, by pair */
  double *work;
} proportions;

static proportions collect(int C, const vd_pair *pair, double *work) {
  proportions x = {C, pair, work, work + C, work + 2 * C, work + 3 * C, NULL};
  x.work = x.spread + vd_n_pairs(C);
  for (int c = 0; c < C; c++) {
    const vd_pair *p = &pair[vd_pair_at(C, 0, c > 0 ? c : 1)];
    x.s[c] = p->s[c > 0];
    x.f[c] = p->f[c > 0];
  }
  return x;
}

/* Marks the classifiers without a test. */
static vd_status find_undefined(const proportions *x, int clustered, vd_status empty,
                                int *blame) {
  int n_empty = 0, n_lone = 0;
  for (int c = 0; c < x->C; c++) n_empty += blame[c] = x->s[c] + x->f[c] <= 0;
  if (n_empty) return empty;
  for (int c = 0; c < x->C && clustered; c++) {
    const vd_pair *p = &x->pair[vd_pair_at(x->C, 0, c > 0 ? c : 1)];
    n_lone += blame[c] = vd_pair_one_cluster(p, c > 0);
  }
  return n_lone ? VD_STATUS_ONE_CLUSTER : VD_STATUS_OK;
}

static double sum(const double *x, int n) {
  double total = 0;
  for (int i = 0; i < n; i++) total += x[i];
  return total;
}

/* All proportions are 0, or all are 1. */
static int all_at_boundary(const proportions *x) {
  return sum(x->s, x->C) == 0 || sum(x->f, x->C) == 0;
}

static vd_status find_boundary(const proportions *x, vd_measure scale, int *blame) {
  int n = 0;
  for (int c = 0; c < x->C; c++) {
    const vd_pair *p = &x->pair[vd_pair_at(x->C, 0, c > 0 ? c : 1)];
    n += blame[c] = vd_measure_pair_boundary(scale, p, c > 0);
  }
  if (n == 0) return VD_STATUS_OK;
  return all_at_boundary(x) ? VD_STATUS_BOTH_BOUNDARY : VD_STATUS_BOUNDARY;
}

/* Equal for reasons that no test can say anything about. */
static vd_status find_equal(const proportions *x) {
  int same = 1;
  for (int i = 0; i < vd_n_pairs(x->C); i++)
    same = same && vd_pair_identical(&x->pair[i]);
  if (same) return VD_STATUS_IDENTICAL;
  return all_at_boundary(x) ? VD_STATUS_BOTH_BOUNDARY : VD_STATUS_OK;
}

static vd_omnibus_result of_differences(const proportions *x, vd_measure scale) {
  for (int c = 1; c < x->C; c++) x->gap[c - 1] = -vd_measure_gap(scale, &x->pair[c - 1]);
  vd_omnibus_result result = vd_omnibus_differences(x->C, x->gap, x->spread, x->work);
  if (result.status == VD_STATUS_EQUAL_ESTIMATES) result.status = VD_STATUS_ZERO_VARIANCE;
  return result;
}

/* Variances from residuals about the proportion pooled over all C. For C = 2 this is
 * the generalized score test; with a common denominator McNemar's, or Durkalski's. */
static vd_omnibus_result score_test(const proportions *x) {
  double s = sum(x->s, x->C), f = sum(x->f, x->C);
  double pooled = s / (s + f), rest = f / (s + f);
  for (int i = 0; i < vd_n_pairs(x->C); i++) {
    const vd_pair *p = &x->pair[i];
    double m0 = p->s[0] + p->f[0], m1 = p->s[1] + p->f[1];
    double for_it[2] = {rest / m0, rest / m1}, against[2] = {pooled / m0, pooled / m1};
    x->spread[i] = vd_pair_identical(p) ? 0 : vd_pair_variance(p, for_it, against);
  }
  return of_differences(x, VD_MEASURE_DIFFERENCE);
}

static vd_omnibus_result wald_test(const proportions *x, vd_measure scale) {
  for (int i = 0; i < vd_n_pairs(x->C); i++) {
    const vd_pair *p = &x->pair[i];
    double for_it[2], against[2];
    for (int j = 0; j < 2; j++)
      vd_measure_influence(scale, p, j, &for_it[j], &against[j]);
    x->spread[i] = vd_pair_identical(p) ? 0 : vd_pair_variance(p, for_it, against);
  }
  return of_differences(x, scale);
}

/* By pairs: with column sums G_c, and b_cd rows on which c succeeds and d does not,
 * C sum G^2 - (sum G)^2 = sum_{c<d} (G_c - G_d)^2 and, with row sums L_i,
 * C sum L - sum L^2 = sum_{c<d} (b_cd + b_dc): whole numbers, no cancellation. */
static vd_omnibus_result cochran_test(const proportions *x) {
  double between = 0, discordant = 0;
  for (int i = 0; i < vd_n_pairs(x->C); i++) {
    double gap = x->pair[i].s[0] - x->pair[i].s[1];
    between += gap * gap;
    discordant += x->pair[i].sf01 + x->pair[i].sf10;
  }
  if (discordant <= 0) return undefined(VD_STATUS_NO_DISCORDANT);
  return chi_squared((x->C - 1) * between / discordant, x->C - 1);
}

vd_omnibus_result vd_omnibus_proportions(int n_classifiers, const vd_pair *pair,
                                         vd_omnibus_request q, vd_status empty,
                                         int *blame, double *work) {
  proportions x = collect(n_classifiers, pair, work);
  vd_status status = find_undefined(&x, q.clustered, empty, blame);
  if (status != VD_STATUS_OK) return undefined(status);
  if (q.test == VD_OMNIBUS_COCHRAN) return cochran_test(&x);
  if (q.test == VD_OMNIBUS_WALD) status = find_boundary(&x, q.scale, blame);
  if (status == VD_STATUS_OK) status = find_equal(&x);
  if (status != VD_STATUS_OK) return undefined(status);
  return q.test == VD_OMNIBUS_SCORE ? score_test(&x) : wald_test(&x, q.scale);
}

static vd_status corrected_pairs(const vd_sandwich *x, vd_pair *pair) {
  int C = x->n_classifiers;
  vd_status status = VD_STATUS_OK;
  for (int c = 0; c < C; c++) {
    for (int d = c + 1; d < C && status == VD_STATUS_OK; d++) {
      status = vd_sandwich_pair(x, c, d, &pair[vd_pair_at(C, c, d)]);
    }
  }
  return status;
}

vd_omnibus_result vd_omnibus_class(const vd_moments *m, const vd_sandwich *corrected,
                                   int successes, int failures, vd_omnibus_request q,
                                   vd_status empty, vd_pair *pair, int *blame,
                                   double *work) {
  int C = m->n_classifiers;
  for (int c = 0; c < C; c++) {
    for (int d = c + 1; d < C; d++) {
      pair[vd_pair_at(C, c, d)] = vd_pair_make(m, c, d, successes, failures);
    }
  }
  vd_omnibus_result result = vd_omnibus_proportions(C, pair, q, empty, blame, work);
  if (!corrected || result.status != VD_STATUS_OK) return result;
  vd_status status = corrected_pairs(corrected, pair);
  if (status != VD_STATUS_OK) return undefined(status);
  q.clustered = 0; /* one cluster is seen above */
  return vd_omnibus_proportions(C, pair, q, empty, blame, work);
}

/* -- any metric ---------------------------------------------------------------- */

vd_omnibus_result vd_omnibus_estimates(int n_classifiers, const double *theta,
                                       const double *V, vd_measure scale, int *blame,
                                       double *work) {
  int C = n_classifiers, n_flat = 0, n_lone = 0;
  double *value = work, *slope = value + C, *gap = slope + C, *spread = gap + C;
  for (int c = 0; c < C; c++) {
    n_flat += blame[c] = vd_measure_boundary(scale, theta[c]);
    value[c] = vd_measure_scale(scale, theta[c]);
    slope[c] = vd_measure_slope(scale, theta[c]);
  }
  int n_infinite = 0;
  for (int c = 0; c < C; c++) n_infinite += isinf(theta[c]) != 0;
  for (int c = 0; n_infinite && c < C; c++) blame[c] = isinf(theta[c]) != 0;
  if (n_infinite) return undefined(VD_STATUS_INFINITE);
  if (n_flat) return undefined(VD_STATUS_BOUNDARY);
  for (int c = 0; c < C; c++) n_lone += blame[c] = isnan(V[c * C + c]);
  if (n_lone) return undefined(VD_STATUS_ONE_CLUSTER);
  for (int c = 1; c < C; c++) gap[c - 1] = value[c] - value[0];
  for (int c = 0; c < C; c++) {
    for (int d = c + 1; d < C; d++) {
      double own =
          slope[c] * slope[c] * V[c * C + c] + slope[d] * slope[d] * V[d * C + d];
      double variance = own - 2 * slope[c] * slope[d] * V[c * C + d];
      spread[vd_pair_at(C, c, d)] = fmax(vd_snap(variance, own), 0);
    }
  }
  return vd_omnibus_differences(C, gap, spread, spread + vd_n_pairs(C));
}
