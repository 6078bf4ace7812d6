#include "numeric/auc_interval.h"

#include <Rmath.h>
#include <math.h>

/* (A - t)^2 - z^2 v(t) */
static double excess(double t, double area, double z, double m, double n) {
  double k = (m + n) / 2;
  double v = t * (1 - t) * (1 + (k - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (m * n);
  return (area - t) * (area - t) - z * z * v;
}

/* Where the test begins to reject between the area and an end of the range. */
static double newcombe_end(double end, double area, double z, double m, double n) {
  double kept = area, rejected = end;
  if (area == end) return end;
  for (int i = 0; i < 200 && kept != rejected; i++) {
    double t = (kept + rejected) / 2;
    if (t == kept || t == rejected) break;
    *(excess(t, area, z, m, n) <= 0 ? &kept : &rejected) = t;
  }
  return kept;
}

vd_limits vd_area_limits(vd_area_interval kind, double area, double se, double dof,
                         double m, double n, double tail) {
  vd_limits none = {NAN, NAN};
  double z = qnorm(tail, 0, 1, 0, 0);
  if (isnan(area)) return none;
  if (kind == VD_AREA_NEWCOMBE) {
    return (vd_limits){newcombe_end(0, area, z, m, n), newcombe_end(1, area, z, m, n)};
  }
  if (kind == VD_AREA_BOUND) {
    double bound = pow(tail, 1 / fmin(m, n));
    if (area == 1) return (vd_limits){bound, 1};
    return area == 0 ? (vd_limits){0, 1 - bound} : none;
  }
  if (!(se > 0)) return none;
  double reach = qt(tail, dof, 0, 0) * se;
  if (kind == VD_AREA_T) return (vd_limits){area - reach, area + reach};
  if (kind == VD_AREA_LOG) {
    double factor = exp(reach / area);
    return (vd_limits){area / factor, area * factor};
  }
  double centre = log(area) - log1p(-area), half = reach / (area * (1 - area));
  return (vd_limits){plogis(centre - half, 0, 1, 1, 0),
                     plogis(centre + half, 0, 1, 1, 0)};
}
