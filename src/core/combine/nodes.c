#include "combine/nodes.h"

#include <Rmath.h>
#include <math.h>

#include "math/distributions.h"
#include "math/tails.h"

static double upper_quantile(double log_p) {
  return vd_upper_normal(log_p, vd_log_rest(log_p));
}

/* log P(one statistic beyond t), and the t of it. */
static double beyond(double t, int sides) {
  return pnorm(t, 0, 1, 0, 1) + (sides == 2 ? M_LN2 : 0);
}

double vd_nodes_critical(double log_p, int sides) {
  return upper_quantile(sides == 2 ? log_p - M_LN2 : log_p);
}

/* log(-log(1 - p)) by log p. For a small p it is log p. */
static double cloglog(double log_p) {
  if (log_p < vd_nodes_small) return log_p;
  return log(-vd_log_rest(log_p));
}

static double from_cloglog(double y) {
  return y < vd_nodes_small ? y : vd_log_rest(-exp(y));
}

/* cloglog of what no double tells from 1. */
static const double certain = 3.6;

/* From p = 0.9999 on, evenly, then further and further apart; close together about 0,
 * where other directions begin (and where two-sided p is 1). */
void vd_nodes_set(vd_nodes *x, int sides, double log_p) {
  static const double growth = 1.3, least = 0.0005;
  double last = fmax(vd_nodes_critical(fmax(log_p, -1e6), sides), 2.5);
  double t = vd_nodes_critical(log(0.9999), sides);
  for (int i = 0; i < VD_NODES_MOST; i++) {
    x->critical[i] = t;
    x->log_p[i] = beyond(t, sides);
    x->at[i] = cloglog(x->log_p[i]);
    x->n = i + 1;
    if (t > last) break;
    double width = t < 0     ? fmax(fmin(-t / 2, 0.15), least)
                   : t < 1   ? fmax(fmin(t, 0.06), least)
                   : t < 2.2 ? 0.15
                   : t < 3   ? 0.27
                             : 0.45;
    double next = t < vd_nodes_far ? t + width : t * growth;
    t = t < 0 && next > -least ? 0 : next;
  }
}

void vd_nodes_put(vd_nodes *x, int i, double log_any) {
  x->any[i] = fmin(cloglog(log_any), certain);
}

/* The slope at i of the polynomial through nodes lo to hi. */
static double slope_through(const vd_nodes *x, int i, int lo, int hi) {
  const double *at = x->at;
  double slope = 0;
  for (int j = lo; j <= hi; j++) {
    if (j == i) continue;
    double weight = 1 / (at[j] - at[i]);
    for (int k = lo; k <= hi; k++) {
      if (k != i && k != j) weight *= (at[i] - at[k]) / (at[j] - at[k]);
    }
    slope += weight * (x->any[j] - x->any[i]);
  }
  return slope;
}

/* Slopes of a monotone piecewise cubic: of polynomials through up to five nodes, limited
 * (Fritsch & Carlson 1980, with the sufficient bound of three times the lesser secant).
 */
void vd_nodes_slopes(vd_nodes *x) {
  const double *at = x->at, *y = x->any;
  int last = x->n - 1;
  for (int i = 0; i <= last; i++) {
    int before = i > 0 ? i - 1 : 0, after = i < last ? i : last - 1;
    double left = (y[before + 1] - y[before]) / (at[before + 1] - at[before]);
    double right = (y[after + 1] - y[after]) / (at[after + 1] - at[after]);
    double slope = slope_through(x, i, i > 2 ? i - 2 : 0, i < last - 2 ? i + 2 : last);
    x->slope[i] = fmin(fmax(slope, 0), 3 * fmin(left, right));
  }
}

/* The cubic between nodes i and i + 1, which fall. */
static double between(const vd_nodes *x, int i, double at) {
  double h = x->at[i + 1] - x->at[i], s = (at - x->at[i]) / h;
  double first = x->any[i], last = x->any[i + 1];
  double bend = s * s * (3 - 2 * s);
  return first + (last - first) * bend +
         h * s * (1 - s) * ((1 - s) * x->slope[i] - s * x->slope[i + 1]);
}

double vd_nodes_any(const vd_nodes *x, double log_p) {
  int lo = 0, hi = x->n - 1;
  double at = cloglog(log_p), found;
  if (at >= x->at[0]) {
    found = x->any[0] + x->slope[0] * (at - x->at[0]);
  } else if (at <= x->at[hi]) {
    found = x->any[hi] + (at - x->at[hi]);
  } else {
    while (hi - lo > 1) {
      int mid = (lo + hi) / 2;
      if (at > x->at[mid]) {
        hi = mid;
      } else {
        lo = mid;
      }
    }
    found = between(x, lo, at);
  }
  return found >= certain ? 0 : from_cloglog(found);
}
