#include "math/range.h"

#include <Rmath.h>
#include <math.h>

#include "math/tails.h"

/* Sums of exp(x) with the largest x taken out. */
typedef struct {
  double largest, sum;
} log_sum;

static void add_log(log_sum *total, double x) {
  if (x == -INFINITY) return;
  if (x <= total->largest) {
    total->sum += exp(x - total->largest);
  } else {
    total->sum = total->sum * exp(total->largest - x) + 1;
    total->largest = x;
  }
}

static double log_of(log_sum total) {
  return total.largest + log(total.sum);
}

/* The smallest of k normals is at x and another is beyond x + r:
 * k phi(x) (a^(k-1) - (a - u)^(k-1)), a = P(X > x), u = P(X > x + r), without the
 * cancellation of that difference. The mass lies around x = -r / 2. */
static double log_p_known(double r, int k) {
  const double STEP = 0.25, WIDTH = 10;
  if (r <= 0) return 0;
  log_sum total = {-INFINITY, 0};
  for (double d = -WIDTH; d <= WIDTH; d += STEP) {
    double x = d - r / 2, a = pnorm(x, 0, 1, 0, 1), u = pnorm(x + r, 0, 1, 0, 1);
    double apart =
        u - a < -40 ? log(k - 1) + u - a : log(-expm1((k - 1) * log1p(-exp(u - a))));
    add_log(&total, dnorm(x, 0, 1, 1) + (k - 1) * a + apart);
  }
  return fmin(log_of(total) + log((double)k * STEP), 0);
}

/* Over t = log(s), s the estimated standard deviation: its density there is proportional
 * to exp(dof (t - exp(2 t) / 2)). The mass lies around `peak` if q is large, around 0 if
 * it is small; w below the peak it is less by dof (w - (1 - exp(-2 w)) / 2) >= dof w^2 /
 * (1 + w). */
double vd_log_p_range(double q, int k, double dof) {
  const double FAR = 36;
  if (isnan(q) || isnan(dof)) return q + dof;
  if (q <= 0) return 0;
  if (q == INFINITY) return -INFINITY;
  if (dof == INFINITY) return log_p_known(q, k);
  double peak = -log1p(q * q / 2 / dof) / 2, far = FAR / dof;
  double step = fmin(0.5 / sqrt(2 * dof), 0.1) / (k > 50 ? 2 : 1);
  double constant = M_LN2 + dof / 2 * log(dof / 2) - lgammafn(dof / 2);
  log_sum total = {-INFINITY, 0};
  for (double t = peak - (far + sqrt(far * far + 4 * far)) / 2;; t += step) {
    double s = exp(t), density = constant + dof * (t - s * s / 2);
    double part = density + log_p_known(q * s, k);
    if (t > peak && part < total.largest - FAR) break;
    add_log(&total, part);
  }
  return fmin(log_of(total) + log(step), 0);
}

/* By bisection of the secant, from the two bounds of Bonferroni: one pair alone, and all
 * k (k - 1) / 2 as if they never exceeded together. */
double vd_upper_range(double log_p, int k, double dof) {
  if (isnan(log_p) || isnan(dof)) return log_p + dof;
  if (log_p >= 0) return 0;
  double one = log_p - M_LN2, all = one - log((double)k * (k - 1) / 2);
  double low = M_SQRT2 * qt(one, dof, 0, 1), high = M_SQRT2 * qt(all, dof, 0, 1);
  double below = vd_log_p_range(low, k, dof) - log_p;
  double above = vd_log_p_range(high, k, dof) - log_p;
  int side = 0;
  for (int i = 0; i < 60 && high - low > 1e-12 * high && below > 0 && above < 0; i++) {
    double q = low + (high - low) * below / (below - above);
    double found = vd_log_p_range(q, k, dof) - log_p;
    if (fabs(found) < 1e-13) return q;
    if (found > 0) {
      low = q, below = found;
      if (side == 1) above /= 2;
      side = 1;
    } else {
      high = q, above = found;
      if (side == -1) below /= 2;
      side = -1;
    }
  }
  return below <= 0   ? low
         : above >= 0 ? high
                      : low + (high - low) * below / (below - above);
}
