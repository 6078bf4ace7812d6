#include "scores/signed_rank.h"

#include <Rmath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Beyond this many differences Walsh averages are searched, not listed. */
#define LISTED 200

/* The ranks of a shifted sample that are not of zeros. */
typedef struct {
  ptrdiff_t n;      /* how many                       */
  int *twice;       /* the ranks, doubled: whole      */
  double plus, all; /* doubled sums: of positive, all */
  double squares;   /* of the ranks themselves        */
  double shared;    /* doubled, what zeros add to each side */
} ranks;

size_t vd_signed_rank_work(ptrdiff_t n, ptrdiff_t exact_limit) {
  size_t N = (size_t)n, walsh = n <= LISTED ? N * (N + 1) / 2 : 0;
  return 1 + walsh + (n <= exact_limit ? N * (N + 1) + 1 : 0);
}

size_t vd_signed_rank_iwork(ptrdiff_t n) {
  return (size_t)n;
}

/* Ranks of |d - shift| for sorted d, from both sides of the shift outwards: no sorting.
 * What differs by the rounding of a difference and the shift is tied. */
static ranks rank_about(const double *d, ptrdiff_t n, double shift, vd_zeros zeros,
                        int *twice) {
  ranks out = {0, twice, 0, 0, 0, 0};
  ptrdiff_t left = 0, right, base = 0;
  double grain = VD_SCORES_ROUNDING * fabs(shift);
  while (left < n && d[left] - shift < -grain) left++;
  right = left;
  while (right < n && d[right] - shift <= grain) right++;
  if (zeros != VD_ZEROS_WILCOXON) base = right - left;
  if (zeros == VD_ZEROS_SPLIT) {
    base -= base % 2;
    out.shared = (double)base * ((double)base + 1) / 2;
  }
  left--;
  while (left >= 0 || right < n) {
    double below = left >= 0 ? shift - d[left] : INFINITY;
    double above = right < n ? d[right] - shift : INFINITY;
    double way = fmin(below, above), most = way + VD_SCORES_ROUNDING * way + grain;
    int minus = 0, plus = 0;
    for (; left >= 0 && shift - d[left] <= most; left--) minus++;
    for (; right < n && d[right] - shift <= most; right++) plus++;
    if (minus + plus == 0) break; /* what is no number has no rank */
    int tied = minus + plus, rank = (int)(2 * base) + tied + 1;
    for (int i = 0; i < tied; i++) twice[out.n++] = rank;
    out.plus += (double)plus * rank;
    out.all += (double)tied * rank;
    out.squares += (double)tied * rank * rank / 4;
    base += tied;
  }
  return out;
}

/* P(W+ = s / 2) for each doubled sum s under random signs. */
static void count_sums(const ranks *r, double *mass) {
  ptrdiff_t top = 0;
  mass[0] = 1;
  for (ptrdiff_t i = 0; i < r->n; i++) {
    ptrdiff_t step = r->twice[i];
    memset(mass + top + 1, 0, (size_t)step * sizeof *mass);
    for (ptrdiff_t s = top; s >= 0; s--) {
      mass[s] /= 2;
      mass[s + step] += mass[s];
    }
    top += step;
  }
}

/* P(W+ <= s / 2) */
static double lower_tail(const double *mass, double s) {
  double sum = 0;
  for (ptrdiff_t i = 0; (double)i <= s; i++) sum += mass[i];
  return sum;
}

/* Doubled, the smaller of W+ and W-, or the one that a one-sided test wants small. */
static double small_sum(const ranks *r, vd_alternative alternative) {
  double minus = r->all - r->plus;
  switch (alternative) {
  case VD_ALTERNATIVE_GREATER: return minus;
  case VD_ALTERNATIVE_LESS: return r->plus;
  default: return fmin(minus, r->plus);
  }
}

static double log_p_exact(const ranks *r, vd_alternative alternative, double *mass) {
  count_sums(r, mass);
  double tail = lower_tail(mass, small_sum(r, alternative));
  return fmin(0, log(alternative == VD_ALTERNATIVE_TWO_SIDED ? 2 * tail : tail));
}

static double z_of(const ranks *r) {
  return (r->plus - r->all / 2) / 2 / sqrt(r->squares / 4);
}

/* -- Walsh averages ------------------------------------------------------------ */

static ptrdiff_t list_walsh(const double *d, ptrdiff_t n, double *walsh) {
  ptrdiff_t m = 0;
  for (ptrdiff_t i = 0; i < n; i++) {
    for (ptrdiff_t j = i; j < n; j++) walsh[m++] = (d[i] + d[j]) / 2;
  }
  qsort(walsh, (size_t)m, sizeof *walsh, vd_scores_by_size);
  return m;
}

/* How many averages of sorted d are at most x. */
static double walsh_below(const double *d, ptrdiff_t n, double x) {
  double count = 0;
  ptrdiff_t j = n - 1;
  for (ptrdiff_t i = 0; i < n; i++) {
    while (j >= i && (d[i] + d[j]) / 2 > x) j--;
    if (j < i) break;
    count += (double)(j - i + 1);
  }
  return count;
}

/* The k-th smallest average (from 1), by bisection between the ends. */
static double search_walsh(const double *d, ptrdiff_t n, double k) {
  double low = d[0], high = d[n - 1];
  if (walsh_below(d, n, low) >= k) return low;
  for (int step = 0; step < 100; step++) {
    double middle = low + (high - low) / 2;
    if (middle <= low || middle >= high) break;
    if (walsh_below(d, n, middle) >= k) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high;
}

typedef struct {
  const double *d, *walsh; /* walsh: NULL where they are not listed */
  ptrdiff_t n;
  double m; /* number of averages */
} sample;

/* The k-th smallest (from 1), infinite beyond the ends. */
static double walsh_at(const sample *x, double k) {
  if (k < 1) return -INFINITY;
  if (k > x->m) return INFINITY;
  return x->walsh ? x->walsh[(ptrdiff_t)k - 1] : search_walsh(x->d, x->n, k);
}

static double middle_walsh(const sample *x) {
  double half = floor((x->m + 1) / 2);
  double low = walsh_at(x, half);
  return fmod(x->m, 2) == 1 ? low : (low + walsh_at(x, half + 1)) / 2;
}

/* -- the interval -------------------------------------------------------------- */

static int has_ties(const double *d, ptrdiff_t n) {
  for (ptrdiff_t i = 1; i < n; i++) {
    if (d[i] == d[i - 1]) return 1;
  }
  return 0;
}

/* The most (of W- for a lower limit) with which a shift is still rejected, -1 for none:
 * without ties the same for every shift. */
static double reject_at_most(ptrdiff_t n, double alpha, int exact, double *mass,
                             int *twice) {
  double N = (double)n, mean = N * (N + 1) / 4;
  if (!exact) {
    double reach = qnorm(alpha, 0, 1, 0, 0) * sqrt(N * (N + 1) * (2 * N + 1) / 24);
    return ceil(mean - reach) - 1;
  }
  ranks r = {n, twice, 0, 0, 0, 0};
  for (ptrdiff_t i = 0; i < n; i++) twice[i] = 2 * (int)(i + 1);
  count_sums(&r, mass);
  double tail = 0, c = -1;
  while (tail + mass[2 * (ptrdiff_t)(c + 1)] < alpha) tail += mass[2 * (ptrdiff_t)(++c)];
  return c;
}

/* Whether a shift just above the k-th average is rejected from its side: with ties each
 * shift has its own distribution. */
static int is_rejected(const sample *x, double k, int upper, double alpha, vd_zeros zeros,
                       double *mass, int *twice) {
  double from = walsh_at(x, k), to = from;
  for (double next = k + 1; to <= from && next <= x->m + 1; next++)
    to = walsh_at(x, next);
  double size = fmax(fabs(x->d[0]), fabs(x->d[x->n - 1])), beyond = size > 0 ? size : 1;
  double shift = isinf(from) ? to - beyond : isinf(to) ? from + beyond : (from + to) / 2;
  if (!isfinite(shift)) return 0;
  ranks r = rank_about(x->d, x->n, shift, zeros, twice);
  count_sums(&r, mass);
  return lower_tail(mass, upper ? r.plus : r.all - r.plus) < alpha;
}

/* By bisection over the averages: the lower limit is that above which a shift is first
 * not rejected, the upper one that above which all are. */
static double tied_limit(const sample *x, int upper, double alpha, vd_zeros zeros,
                         double *mass, int *twice) {
  double low = 0, high = x->m; /* above none, above all */
  int at_low = is_rejected(x, low, upper, alpha, zeros, mass, twice);
  int at_high = is_rejected(x, high, upper, alpha, zeros, mass, twice);
  if (upper ? !at_high : !at_low) return upper ? INFINITY : -INFINITY;
  while (high - low > 1) {
    double middle = floor((low + high) / 2);
    if (is_rejected(x, middle, upper, alpha, zeros, mass, twice) == upper) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return walsh_at(x, high);
}

static void find_limits(vd_scores_result *out, const sample *x, vd_zeros zeros, int exact,
                        vd_scores_request q, double *mass, int *twice) {
  double alpha = q.alternative == VD_ALTERNATIVE_TWO_SIDED ? q.level / 2 : q.level;
  int tied = exact && has_ties(x->d, x->n);
  double c = tied ? 0 : reject_at_most(x->n, alpha, exact, mass, twice);
  out->low = -INFINITY;
  out->high = INFINITY;
  if (q.alternative != VD_ALTERNATIVE_LESS)
    out->low = tied ? tied_limit(x, 0, alpha, zeros, mass, twice) : walsh_at(x, c + 1);
  if (q.alternative != VD_ALTERNATIVE_GREATER)
    out->high =
        tied ? tied_limit(x, 1, alpha, zeros, mass, twice) : walsh_at(x, x->m - c);
  if (!tied && c < 0) {
    out->low = -INFINITY;
    out->high = INFINITY;
  }
}

/* Averages of differences miss each other by what vd_scores_round() changed. */
static double meet(double limit, double estimate, double size) {
  double own = fmax(size, fabs(estimate));
  return fabs(limit - estimate) <= 1e-10 * own ? estimate : limit;
}

vd_scores_result vd_signed_rank(double *d, ptrdiff_t n, double size, vd_zeros zeros,
                                ptrdiff_t exact_limit, vd_scores_request q, int *exact,
                                double *work, int *iwork) {
  vd_scores_result out;
  *exact = 1;
  vd_scores_round(d, n, size);
  if (vd_scores_equal(d, n, size, q, &out)) return out;
  qsort(d, (size_t)n, sizeof *d, vd_scores_by_size);
  double *walsh = work, *mass;
  sample x = {d, NULL, n, (double)n * ((double)n + 1) / 2};
  if (n <= LISTED) {
    mass = walsh + list_walsh(d, n, walsh);
    x.walsh = walsh;
  } else {
    mass = work;
  }
  ranks some = rank_about(d, n, q.null, VD_ZEROS_WILCOXON, iwork);
  ranks r = rank_about(d, n, q.null, zeros, iwork);
  *exact = n <= exact_limit;
  out = (vd_scores_result){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, VD_STATUS_OK};
  out.estimate = middle_walsh(&x);
  out.statistic = *exact ? (r.plus + r.shared) / 2 : z_of(&r);
  out.effect = (2 * some.plus - some.all) / some.all;
  out.log_p = *exact ? log_p_exact(&r, q.alternative, mass)
                     : vd_log_p_normal(out.statistic, q.alternative);
  find_limits(&out, &x, zeros, *exact, q, mass, iwork);
  out.low = meet(out.low, out.estimate, size);
  out.high = meet(out.high, out.estimate, size);
  vd_scores_reconcile(&out, q);
  return out;
}
