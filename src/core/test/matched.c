#include "test/matched.h"
#include "test/proportion.h"

#include <math.h>

static double total(vd_matched x) {
  return x.a + x.b + x.c + x.d;
}

static vd_limits clip(double low, double high) {
  return (vd_limits){fmax(low, -1), fmin(high, 1)};
}

/* The larger root of A q^2 + B q + C with the subtraction that cancels avoided. */
static double larger_root(double A, double B, double C) {
  double root = sqrt(fmax(B * B - 4 * A * C, 0));
  if (B <= 0) return (-B + root) / (2 * A);
  return -2 * C / (B + root);
}

/* A score statistic that falls from + to - as its argument rises from lo to hi
 * crosses `level` once. Bisection down to neighbouring doubles. */
typedef double (*score_function)(vd_matched x, double at);

static double crossing(score_function score, vd_matched x, double level, double lo,
                       double hi) {
  for (int i = 0; i < 2000; i++) {
    double mid = lo + (hi - lo) / 2;
    if (mid <= lo || mid >= hi) break;
    if (score(x, mid) > level) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  return lo + (hi - lo) / 2;
}

/* The nuisance p21 at its restricted maximum likelihood estimate. */
double vd_matched_tango_score(vd_matched x, double delta) {
  double n = total(x);
  double B = -x.b - x.c + (2 * n - x.b + x.c) * delta;
  double C = -x.c * delta * (1 - delta);
  double q = larger_root(2 * n, B, C);
  double variance = n * (2 * q + delta * (1 - delta));
  double gap = x.b - x.c - n * delta;
  if (variance <= 0) return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : 0;
  return gap / sqrt(variance);
}

vd_limits vd_matched_tango(vd_matched x, double z) {
  double n = total(x), zz = z * z;
  double edge = zz / (n + zz), estimate = (x.b - x.c) / n;
  if (x.b + x.c == 0) return (vd_limits){-edge, edge};
  if (x.b == n) return (vd_limits){(n - zz) / (n + zz), 1};
  if (x.c == n) return (vd_limits){-1, -(n - zz) / (n + zz)};
  return (vd_limits){crossing(vd_matched_tango_score, x, z, -1, estimate),
                     crossing(vd_matched_tango_score, x, -z, estimate, 1)};
}

vd_limits vd_matched_agresti_min(vd_matched x, double z) {
  double n = total(x) + 2, b = x.b + 0.5, c = x.c + 0.5;
  double centre = (b - c) / n;
  double half = z * sqrt(b + c - (b - c) * (b - c) / n) / n;
  return clip(centre - half, centre + half);
}

vd_limits vd_matched_bonett_price(vd_matched x, double z) {
  double n = total(x) + 2, pb = (x.b + 1) / n, pc = (x.c + 1) / n;
  double half = z * sqrt((pb + pc - (pb - pc) * (pb - pc)) / n);
  return clip(pb - pc - half, pb - pc + half);
}

/* Newcombe's square-and-add interval with the corrected phi coefficient. */
vd_limits vd_matched_newcombe(vd_matched x, double z) {
  double n = total(x), row = x.a + x.b, column = x.a + x.c;
  double p1 = row / n, p2 = column / n, difference = (x.b - x.c) / n;
  vd_limits w1, w2;
  vd_wilson(row, n, z, &w1.low, &w1.high);
  vd_wilson(column, n, z, &w2.low, &w2.high);
  double root = sqrt(row) * sqrt(x.c + x.d) * sqrt(column) * sqrt(x.b + x.d);
  double h = x.a * x.d - x.b * x.c, psi = 0;
  if (root > 0) psi = h > n / 2 ? (h - n / 2) / root : h < 0 ? h / root : 0;
  double l1 = p1 - w1.low, u1 = w1.high - p1, l2 = p2 - w2.low, u2 = w2.high - p2;
  double down = l1 * l1 - 2 * psi * l1 * u2 + u2 * u2;
  double up = u1 * u1 - 2 * psi * u1 * l2 + l2 * l2;
  return clip(difference - sqrt(fmax(down, 0)), difference + sqrt(fmax(up, 0)));
}

double vd_matched_tang_score(vd_matched x, double phi) {
  double n = total(x);
  double some = x.a + x.b + x.c, first = x.a + x.b, second = x.a + x.c;
  if (some == 0) return NAN;
  /* Here q is c / (n (1 + phi)), but for rounding. */
  if (first == 0) return -sqrt(second * phi);
  if (second == 0) return sqrt(first / phi);
  double B = second * phi * phi - (x.a + x.b + 2 * x.c);
  double C = x.c * (1 - phi) * some / n;
  double q = larger_root(n * (1 + phi), B, C);
  double variance = n * (1 + phi) * q + some * (phi - 1);
  double gap = first - phi * second;
  if (variance <= 0) return gap > 0 ? INFINITY : gap < 0 ? -INFINITY : 0;
  return gap / sqrt(variance);
}

static double tang_score(vd_matched x, double log_phi) {
  return vd_matched_tang_score(x, exp(log_phi));
}

vd_limits vd_matched_tang(vd_matched x, double z) {
  double first = x.a + x.b, second = x.a + x.c, far = 700;
  if (first == 0 && second == 0) return (vd_limits){NAN, NAN};
  if (first == 0) return (vd_limits){0, z * z / second};
  if (second == 0) return (vd_limits){first / (z * z), INFINITY};
  double middle = log(first / second);
  return (vd_limits){exp(crossing(tang_score, x, z, -far, middle)),
                     exp(crossing(tang_score, x, -z, middle, far))};
}

/* Hybrid of two Wilson intervals on the rows where either is right. */
vd_limits vd_matched_bonett_price_ratio(vd_matched x, double z) {
  double n = x.a + x.b + x.c, first = x.a + x.b, second = x.a + x.c;
  if (n == 0) return (vd_limits){NAN, NAN};
  double A = sqrt((x.b + x.c + 2) / ((first + 1) * (second + 1)));
  double B1 = sqrt((1 - (first + 1) / (n + 2)) / (first + 1));
  double B2 = sqrt((1 - (second + 1) / (n + 2)) / (second + 1));
  double shrunk = z * A / (B1 + B2);
  vd_limits w1, w2;
  vd_wilson(first, n, shrunk, &w1.low, &w1.high);
  vd_wilson(second, n, shrunk, &w2.low, &w2.high);
  return (vd_limits){w1.low / w2.high, w2.low > 0 ? w1.high / w2.low : INFINITY};
}
