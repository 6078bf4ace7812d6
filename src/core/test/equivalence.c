#include "test/equivalence.h"
#include "math/distributions.h"
#include "test/matched.h"
#include "test/score_interval.h"

#include <Rmath.h>
#include <math.h>

static const vd_sides no_sides = {NAN, NAN};

static vd_sides t_sides(double t, double dof) {
  if (isnan(t)) return no_sides;
  return (vd_sides){vd_log_p_t(t, dof, VD_ALTERNATIVE_GREATER),
                    vd_log_p_t(t, dof, VD_ALTERNATIVE_LESS)};
}

static vd_sides normal_sides(double z) {
  return t_sides(z, INFINITY);
}

/* -- Wald ---------------------------------------------------------------------------- */

static vd_sides wald_sides(vd_ci_result ci, double gap, vd_request q, double value) {
  if (ci.status != VD_STATUS_OK) return no_sides;
  double null = q.measure == VD_MEASURE_DIFFERENCE ? value : log(value);
  return t_sides((gap - null) / ci.std_error, q.dof == 0 ? INFINITY : q.dof);
}

static vd_sides wald_of_pair(const vd_pair *p, vd_request q, double value) {
  q.ci = VD_CI_WALD;
  vd_ci_result ci = vd_compare_interval(p, q, VD_STATUS_NO_ROWS);
  if (ci.status != VD_STATUS_OK) return no_sides;
  return wald_sides(ci, vd_measure_gap(q.measure, p), q, value);
}

/* -- the odds ratio of the discordant rows ----------------------------------------------
 */

/* b of n is binomial with probability value / (1 + value). */
static vd_sides exact_sides(double b, double n, double value, int mid) {
  double odds = value / (1 + value);
  double above = vd_log_pbinom(b - 1, n, odds, 0), below = vd_log_pbinom(b, n, odds, 1);
  if (!mid) return (vd_sides){above, below};
  double half = dbinom(b, n, odds, 1) - M_LN2;
  return (vd_sides){vd_log_add(vd_log_pbinom(b, n, odds, 0), half),
                    vd_log_add(vd_log_pbinom(b - 1, n, odds, 1), half)};
}

/* As Wilson's interval; with a continuity correction as the ends of the data. */
static vd_sides wilson_sides(double b, double n, double value, double half) {
  double odds = value / (1 + value), sd = sqrt(n * odds / (1 + value));
  return (vd_sides){
      normal_sides((fmax(b - half, 0) - n * odds) / sd).log_above,
      normal_sides((fmin(b + half, n) - n * odds) / sd).log_below,
  };
}

static vd_sides conditional_sides(const vd_pair *p, vd_request q, double value) {
  double b = p->sf01, n = b + p->sf10;
  if (n == 0) return no_sides;
  if (q.ci == VD_CI_SCORE)
    return wilson_sides(b, n, value, q.test == VD_TEST_MCNEMAR_CC ? 0.5 : 0);
  return exact_sides(b, n, value, q.ci == VD_CI_MIDP);
}

/* -- score tests
 * ------------------------------------------------------------------------- */

static vd_sides score_sides(const vd_pair *p, vd_request q, double value) {
  int predictive = q.test == VD_TEST_GS || q.test == VD_TEST_WGS;
  if (!predictive && !q.clustered) return conditional_sides(p, q, value);
  if (!predictive) q.test = VD_TEST_GS; /* McNemar's for clusters */
  vd_ci_result ci = vd_compare_interval(p, q, VD_STATUS_NO_ROWS);
  if (isnan(ci.low) && ci.status != VD_STATUS_ONE_POINT) return no_sides;
  return normal_sides(vd_score_statistic(p, q, value));
}

vd_sides vd_equivalence_pair(const vd_pair *p, vd_request q, double value) {
  vd_matched x = {p->ss[1], p->sf01, p->sf10, p->ff[1]};
  if (p->s[0] + p->f[0] <= 0 || p->s[1] + p->f[1] <= 0) return no_sides;
  switch (q.ci) {
  case VD_CI_WALD: return wald_of_pair(p, q, value);
  case VD_CI_TANGO: return normal_sides(vd_matched_tango_score(x, value));
  case VD_CI_TANG: return normal_sides(vd_matched_tang_score(x, value));
  case VD_CI_SCORE: return score_sides(p, q, value);
  case VD_CI_EXACT:
  case VD_CI_MIDP: return conditional_sides(p, q, value);
  default: return no_sides;
  }
}

vd_sides vd_equivalence_estimates(const double theta[2], double v00, double v01,
                                  double v11, vd_request q, double value) {
  vd_test_result test;
  vd_ci_result ci;
  q.alternative = VD_ALTERNATIVE_TWO_SIDED;
  vd_compare_estimates(theta, v00, v01, v11, q, &test, &ci);
  double gap =
      vd_measure_scale(q.measure, theta[0]) - vd_measure_scale(q.measure, theta[1]);
  return wald_sides(ci, gap, q, value);
}
