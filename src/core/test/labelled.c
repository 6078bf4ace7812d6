#include "test/labelled.h"
#include "test/invert.h"

#include <math.h>

static vd_matched all_labelled(vd_labelled x) {
  return (vd_matched){.a = x.n - x.b - x.c, .b = x.b, .c = x.c, .d = 0};
}

/* Of m labelled rows: the share q that only the second has right, if the shares differ by
 * delta. Restricted maximum likelihood, as in Tango's test. */
static double second_share(vd_labelled x, double delta) {
  double m = x.labelled;
  double B = -x.b - x.c + (2 * m - x.b + x.c) * delta;
  double C = -x.c * delta * (1 - delta);
  double root = sqrt(fmax(B * B - 8 * m * C, 0));
  double q = B <= 0 ? (root - B) / (4 * m) : B + root > 0 ? -2 * C / (B + root) : 0;
  return fmin(fmax(q, fmax(0, -delta)), (1 - delta) / 2);
}

/* The derivative of the log likelihood by the share of rows that differ, at d0. */
static double slope(vd_labelled x, double d0, double share) {
  double delta = d0 / share, observed = (x.b - x.c) / x.labelled;
  double tau = (2 * second_share(x, delta) + delta - delta * delta) / x.labelled;
  double apart = d0 / (share * share) * (observed - delta);
  return (x.differ - x.n * share) / (share * (1 - share)) -
         (apart == 0 ? 0 : apart / tau);
}

/* The slope falls: bisection. */
static double restricted_share(vd_labelled x, double d0) {
  if (d0 == 0) return x.differ / x.n;
  double low = fabs(d0), high = 1;
  for (int i = 0; i < 200; i++) {
    double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    if (slope(x, d0, middle) > 0)
      low = middle;
    else
      high = middle;
  }
  return low + (high - low) / 2;
}

double vd_labelled_score(vd_labelled x, double d0) {
  if (x.labelled == x.differ) return vd_matched_tango_score(all_labelled(x), d0);
  double estimate = x.differ / x.n * (x.b - x.c) / x.labelled, gap = estimate - d0;
  if (fabs(d0) >= 1) return gap == 0 ? 0 : gap > 0 ? INFINITY : -INFINITY;
  double share = restricted_share(x, d0), delta = d0 / share;
  double spread = 2 * second_share(x, delta) + delta - delta * delta;
  double variance = (share * fmax(spread, 0) * x.differ / x.labelled +
                     delta * delta * share * (1 - share)) /
                    x.n;
  if (!(variance > 0)) return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : 0;
  return gap / sqrt(variance);
}

static double score_at(const void *data, double at) {
  return vd_labelled_score(*(const vd_labelled *)data, at);
}

vd_limits vd_labelled_limits(vd_labelled x, double z) {
  if (x.labelled == x.differ) return vd_matched_tango(all_labelled(x), z);
  vd_invert_curve curve = {.statistic = score_at,
                           .data = &x,
                           .difference = 1,
                           .equality = vd_labelled_score(x, 0),
                           .observed = x.differ / x.n * (x.b - x.c) / x.labelled};
  vd_limits out;
  vd_invert_limits(&curve, z, &out.low, &out.high);
  return out;
}

double vd_labelled_variance(vd_labelled x) {
  double m = x.labelled, discordant = x.b + x.c, gap = x.b - x.c;
  double share = x.differ / x.n, d = share * gap / m;
  double s2 = m > 1 ? (discordant - gap * gap / m) / (m - 1) : 0;
  double among = share * share * (1 - m / x.differ) * s2 / m;
  return among + (x.differ * discordant / m - x.n * d * d) / (x.n * x.n);
}
