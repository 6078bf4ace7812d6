#include "scores/paired.h"

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>

#include "math/distributions.h"
#include "math/stream.h"
#include "math/tolerance.h"

static const vd_scores_result nothing = {NAN, NAN, NAN, NAN,         NAN,
                                         NAN, NAN, NAN, VD_STATUS_OK};

static vd_scores_result failed(double estimate, vd_status status) {
  vd_scores_result out = nothing;
  out.estimate = estimate;
  out.status = status;
  return out;
}

void vd_scores_round(double *d, ptrdiff_t n, double size) {
  double unit = pow(10, 10 - floor(log10(size)));
  if (size <= 0 || isinf(unit) || unit == 0) return;
  for (ptrdiff_t i = 0; i < n; i++) {
    if (isfinite(d[i] * unit)) d[i] = nearbyint(d[i] * unit) / unit;
  }
}

int vd_scores_by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* -- mean and spread ----------------------------------------------------------- */

typedef struct {
  double mean, squares, widest; /* about the mean; the largest difference from the null */
} moments;

/* Sums that do not wait for one another. */
enum { LANES = 4 };

static double total(const double *lane) {
  return lane[0] + lane[1] + (lane[2] + lane[3]);
}

/* The second pass corrects the first, and neither is taken twice: of many items all pairs
 * take seconds. */
static moments moments_of(const double *d, ptrdiff_t n, double null) {
  double sum[LANES] = {0}, rest[LANES] = {0}, squares[LANES] = {0}, widest = 0;
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    for (int l = 0; l < LANES && i + l < n; l++) {
      double way = fabs(d[i + l] - null);
      sum[l] += d[i + l];
      widest = way > widest ? way : widest;
    }
  }
  double mean = total(sum) / (double)n;
  for (ptrdiff_t i = 0; i < n; i += LANES) {
    for (int l = 0; l < LANES && i + l < n; l++) {
      double off = d[i + l] - mean;
      rest[l] += off;
      squares[l] += off * off;
    }
  }
  double lost = total(rest), about = total(squares) - lost * lost / (double)n;
  return (moments){mean + lost / (double)n, fmax(0, about), widest};
}

static double sd_of(moments m, ptrdiff_t n) {
  return sqrt(m.squares / (double)(n - 1));
}

static int is_flat(const double *d, ptrdiff_t n, double size, vd_scores_request q,
                   moments *m, vd_scores_result *out) {
  double least = fmax(size, fabs(q.null)) * VD_SCORES_ROUNDING;
  if (n < 1) {
    *out = failed(NAN, VD_STATUS_FEW_UNITS);
    return 1;
  }
  *m = moments_of(d, n, q.null);
  m->mean = vd_snap(m->mean, size);
  if (m->widest <= least) {
    *out = (vd_scores_result){
        q.null, 0, NAN, NAN, 0, q.null, q.null, NAN, VD_STATUS_EQUAL_SCORES};
    return 1;
  }
  if (n > 1 && sd_of(*m, n) <= least) {
    *out = failed(m->mean, VD_STATUS_ZERO_VARIANCE);
    return 1;
  }
  return 0;
}

int vd_scores_equal(const double *d, ptrdiff_t n, double size, vd_scores_request q,
                    vd_scores_result *out) {
  moments m;
  return is_flat(d, n, size, q, &m, out) && out->status != VD_STATUS_ZERO_VARIANCE;
}

/* A t test of an estimate with its interval. */
static vd_scores_result student(double estimate, double se, double dof,
                                vd_scores_request q) {
  vd_scores_result out = nothing;
  int two = q.alternative == VD_ALTERNATIVE_TWO_SIDED;
  double reach = qt(two ? q.level / 2 : q.level, dof, 0, 0) * se;
  out.estimate = estimate;
  out.std_error = se;
  out.dof = dof;
  out.statistic = (estimate - q.null) / se;
  out.log_p = vd_log_p_t(out.statistic, dof, q.alternative);
  out.low = q.alternative == VD_ALTERNATIVE_LESS ? -INFINITY : estimate - reach;
  out.high = q.alternative == VD_ALTERNATIVE_GREATER ? INFINITY : estimate + reach;
  return out;
}

vd_scores_result vd_scores_t(const double *d, ptrdiff_t n, double size, double ratio,
                             vd_scores_request q) {
  vd_scores_result out;
  moments m;
  if (is_flat(d, n, size, q, &m, &out)) return out;
  if (n < 2) return failed(m.mean, VD_STATUS_FEW_UNITS);
  double sd = sd_of(m, n);
  out = student(m.mean, sqrt(1 / (double)n + ratio) * sd, (double)(n - 1), q);
  out.effect = (m.mean - q.null) / sd;
  return out;
}

vd_scores_result vd_scores_cluster_t(const double *d, const int *cluster, ptrdiff_t n,
                                     ptrdiff_t n_clusters, double size,
                                     vd_scores_request q, double *work) {
  double *sum = work, *members = work + n_clusters;
  vd_scores_result out;
  moments m;
  if (is_flat(d, n, size, q, &m, &out)) return out;
  double mean = m.mean, N = (double)n, largest = 0;
  for (ptrdiff_t g = 0; g < n_clusters; g++) sum[g] = members[g] = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    sum[cluster[i] - 1] += d[i] - mean;
    members[cluster[i] - 1]++;
  }
  double variance = 0, p2 = 0, q1 = 0, q2 = 0;
  for (ptrdiff_t g = 0; g < n_clusters; g++) {
    double p = members[g] / N, weight = p * p / (1 - p);
    if (members[g] == N) return failed(mean, VD_STATUS_ONE_CLUSTER);
    largest = fmax(largest, fabs(sum[g]));
    variance += sum[g] / N * (sum[g] / N) / (1 - p);
    p2 += p * p;
    q1 += weight;
    q2 += weight * weight;
  }
  if (largest <= size * VD_SCORES_ROUNDING * N)
    return failed(mean, VD_STATUS_ZERO_VARIANCE);
  out = student(mean, sqrt(variance), 1 / (p2 + q1 * q1 - q2), q);
  out.effect = (mean - q.null) / sd_of(m, n);
  return out;
}

vd_scores_result vd_scores_unpaired_t(const double *x, const double *y, ptrdiff_t n,
                                      double size, vd_scores_request q) {
  if (n < 2) return failed(NAN, VD_STATUS_FEW_UNITS);
  moments a = moments_of(x, n, 0), b = moments_of(y, n, 0);
  double gap = vd_snap(a.mean - b.mean, size), dof = 2 * (double)(n - 1),
         sd = sqrt((a.squares + b.squares) / dof);
  if (sd <= size * VD_SCORES_ROUNDING) return failed(gap, VD_STATUS_ZERO_VARIANCE);
  vd_scores_result out = student(gap, sqrt(2 / (double)n) * sd, dof, q);
  out.effect = (gap - q.null) / sd;
  return out;
}

/* Sum over t of (d_t - mean) (d_{t - lag} - mean). */
static double lagged(const double *d, ptrdiff_t n, double mean, ptrdiff_t lag) {
  double sum = 0;
  for (ptrdiff_t i = lag; i < n; i++) sum += (d[i] - mean) * (d[i - lag] - mean);
  return sum;
}

vd_scores_result vd_scores_diebold_mariano(const double *d, ptrdiff_t n, double size,
                                           double horizon, int bartlett,
                                           vd_scores_request q) {
  vd_scores_result out;
  moments m;
  if (is_flat(d, n, size, q, &m, &out)) return out;
  double N = (double)n, sum = m.squares;
  double shrink = (N + 1 - 2 * horizon + horizon * (horizon - 1) / N) / N;
  if (n < 2 || horizon >= N || shrink <= 0) return failed(m.mean, VD_STATUS_FEW_UNITS);
  for (ptrdiff_t lag = 1; lag < (ptrdiff_t)horizon; lag++) {
    double weight = bartlett ? 1 - (double)lag / horizon : 1;
    sum += 2 * weight * lagged(d, n, m.mean, lag);
  }
  if (sum <= 0) return failed(m.mean, VD_STATUS_NEGATIVE_VARIANCE);
  out = student(m.mean, sqrt(sum / shrink) / N, N - 1, q);
  out.effect = (m.mean - q.null) / sd_of(m, n);
  return out;
}

/* -- 5 x 2 --------------------------------------------------------------------- */

/* Sum of the five variances s_i^2. */
static double sum_5x2(const double *d) {
  double sum = 0;
  for (int i = 0; i < 10; i += 2) sum += (d[i] - d[i + 1]) * (d[i] - d[i + 1]) / 2;
  return sum;
}

static int flat_5x2(const double *d, double size, vd_scores_request q, moments *m,
                    vd_scores_result *out) {
  if (is_flat(d, 10, size, q, m, out)) return 1;
  if (sqrt(sum_5x2(d)) > size * VD_SCORES_ROUNDING) return 0;
  *out = failed(m->mean, VD_STATUS_ZERO_VARIANCE);
  return 1;
}

vd_scores_result vd_scores_5x2_t(const double *d, double size, vd_scores_request q) {
  vd_scores_result out;
  moments m;
  if (flat_5x2(d, size, q, &m, &out)) {
    if (out.status == VD_STATUS_ZERO_VARIANCE) out.estimate = d[0];
    return out;
  }
  out = student(d[0], sqrt(sum_5x2(d) / 5), 5, q);
  out.effect = (m.mean - q.null) / sd_of(m, 10);
  return out;
}

vd_scores_result vd_scores_5x2_f(const double *d, double size, vd_scores_request q) {
  vd_scores_result out;
  moments m;
  if (flat_5x2(d, size, q, &m, &out)) return out;
  out = nothing;
  double twice = 2 * sum_5x2(d), gap = m.mean - q.null;
  out.estimate = m.mean;
  out.statistic = (m.squares + 10 * gap * gap) / twice;
  out.log_p = vd_log_p_f(out.statistic, 10, 5);
  out.effect = gap / sd_of(m, 10);
  /* Not rejected: sum (d - x)^2 = squares + 10 (mean - x)^2 <= F twice */
  double room = qf(q.level, 10, 5, 0, 0) * twice - m.squares;
  if (room < 0) {
    out.status = VD_STATUS_NO_LIMITS;
  } else {
    out.low = m.mean - sqrt(room / 10);
    out.high = m.mean + sqrt(room / 10);
  }
  return out;
}

/* -- signs --------------------------------------------------------------------- */

void vd_scores_reconcile(vd_scores_result *x, vd_scores_request q) {
  if (x->log_p < log(q.level)) return;
  x->low = fmin(x->low, q.null);
  x->high = fmax(x->high, q.null);
}

/* The most losses (of n, without ties) with which the test rejects; -1 for none. */
static double most_losses(ptrdiff_t n, vd_scores_request q) {
  int two = q.alternative == VD_ALTERNATIVE_TWO_SIDED;
  double alpha = log(two ? q.level / 2 : q.level), N = (double)n;
  double c = qbinom(alpha, N, 0.5, 1, 1) - 1;
  while (c >= 0 && vd_log_pbinom(c, N, 0.5, 1) >= alpha) c--;
  while (vd_log_pbinom(c + 1, N, 0.5, 1) < alpha) c++;
  return c;
}

vd_scores_result vd_scores_sign(double *d, ptrdiff_t n, double size, int split,
                                vd_scores_request q) {
  vd_scores_result out = nothing;
  double wins = 0, losses = 0, half;
  vd_scores_round(d, n, size);
  if (vd_scores_equal(d, n, size, q, &out)) return out;
  out = nothing;
  qsort(d, (size_t)n, sizeof *d, vd_scores_by_size);
  for (ptrdiff_t i = 0; i < n; i++) {
    wins += d[i] > q.null;
    losses += d[i] < q.null;
  }
  ptrdiff_t c = (ptrdiff_t)most_losses(n, q);
  out.estimate = (d[(n - 1) / 2] + d[n / 2]) / 2;
  half = split ? floor(((double)n - wins - losses) / 2) : 0;
  out.statistic = wins + half;
  out.log_p = vd_log_p_sign(wins + half, wins + losses + 2 * half, q.alternative);
  out.effect = (wins + ((double)n - wins - losses) / 2) / (double)n;
  out.low = c < 0 || q.alternative == VD_ALTERNATIVE_LESS ? -INFINITY : d[c];
  out.high = c < 0 || q.alternative == VD_ALTERNATIVE_GREATER ? INFINITY : d[n - 1 - c];
  vd_scores_reconcile(&out, q);
  return out;
}

/* As extreme as the sum seen, up to rounding. */
static int is_extreme(double sum, double seen, double slack, vd_alternative alternative) {
  switch (alternative) {
  case VD_ALTERNATIVE_GREATER: return sum >= seen - slack;
  case VD_ALTERNATIVE_LESS: return sum <= seen + slack;
  default: return fabs(sum) >= fabs(seen) - slack;
  }
}

/* All signs in the order of a Gray code: each step flips one. */
static double count_flips(const double *e, ptrdiff_t n, double seen, double slack,
                          vd_alternative alternative) {
  double sum = 0, extreme = 0;
  unsigned long signs = 0, total = 1ul << n;
  for (ptrdiff_t i = 0; i < n; i++) sum += e[i];
  for (unsigned long step = 0; step < total; step++) {
    if (step > 0) {
      int bit = 0;
      while (!(step >> bit & 1)) bit++;
      signs ^= 1ul << bit;
      sum += signs >> bit & 1 ? -2 * e[bit] : 2 * e[bit];
    }
    extreme += is_extreme(sum, seen, slack, alternative);
  }
  return extreme / (double)total;
}

enum {
  GROUP = 64,      /* items whose signs are the bits of one draw */
  SHARES = 8,      /* of a group: all sums of eight items are tabulated */
  TOGETHER = 1024, /* draws that use the tables, and the numbers of one stream */
};

/* sum[bits]: of `size` items, those whose bit is set with the other sign. */
static void tabulate_signs(const double *d, ptrdiff_t size, double null, double *sum) {
  sum[0] = 0;
  for (ptrdiff_t i = 0; i < size; i++) sum[0] += d[i] - null;
  for (int bits = 1; bits < 256; bits++) {
    int lowest = 0;
    while (!(bits >> lowest & 1)) lowest++;
    double twice = lowest < size ? 2 * (d[lowest] - null) : 0;
    sum[bits] = sum[bits & (bits - 1)] - twice;
  }
}

/* `sum[r]` += a group of items with random signs, for each of `draws` draws. */
static void add_group(const double *d, ptrdiff_t size, double null, vd_stream *stream,
                      int draws, double *sum) {
  double table[SHARES][256];
  for (ptrdiff_t j = 0; j < SHARES; j++) {
    ptrdiff_t rest = size - 8 * j;
    tabulate_signs(d + 8 * (rest > 0 ? j : 0),
                   rest < 0   ? 0
                   : rest < 8 ? rest
                              : 8,
                   null, table[j]);
  }
  for (int r = 0; r < draws; r++) {
    uint64_t bits = vd_stream_bits(stream);
    double low = table[0][bits & 255] + table[1][bits >> 8 & 255];
    double high = table[2][bits >> 16 & 255] + table[3][bits >> 24 & 255];
    low += table[4][bits >> 32 & 255] + table[5][bits >> 40 & 255];
    high += table[6][bits >> 48 & 255] + table[7][bits >> 56];
    sum[r] += low + high;
  }
}

static double draw_flips(const double *d, ptrdiff_t n, double null, double draws,
                         double seen, double slack, vd_alternative alternative,
                         void (*pause)(void)) {
  double extreme = 1, seed = vd_stream_seed(), sum[TOGETHER];
  for (double from = 0; from < draws; from += TOGETHER) {
    int size = (int)fmin(TOGETHER, draws - from);
    vd_stream stream = vd_stream_make(seed, from);
    for (int r = 0; r < size; r++) sum[r] = 0;
    for (ptrdiff_t i = 0; i < n; i += GROUP) {
      add_group(d + i, n - i < GROUP ? n - i : GROUP, null, &stream, size, sum);
      if (pause && i % (GROUP * 1000) == 0) pause();
    }
    for (int r = 0; r < size; r++)
      extreme += is_extreme(sum[r], seen, slack, alternative);
  }
  return extreme / (draws + 1);
}

vd_scores_result vd_scores_flip(const double *d, ptrdiff_t n, double size, double draws,
                                vd_scores_request q, void (*pause)(void)) {
  vd_scores_result out;
  moments m;
  if (is_flat(d, n, size, q, &m, &out) && out.status != VD_STATUS_ZERO_VARIANCE)
    return out;
  double seen = 0, total = 0, e[VD_SCORES_FLIPS], p;
  for (ptrdiff_t i = 0; i < n; i++) {
    seen += d[i] - q.null;
    total += fabs(d[i] - q.null);
    if (n <= VD_SCORES_FLIPS) e[i] = d[i] - q.null;
  }
  double slack = 1e-9 * total;
  p = n <= VD_SCORES_FLIPS
          ? count_flips(e, n, seen, slack, q.alternative)
          : draw_flips(d, n, q.null, draws, seen, slack, q.alternative, pause);
  out = failed(m.mean, VD_STATUS_NO_LIMITS);
  out.log_p = log(p);
  out.effect = m.squares > 0 ? (m.mean - q.null) / sd_of(m, n) : NAN;
  return out;
}
