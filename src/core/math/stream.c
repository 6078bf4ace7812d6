#include "math/stream.h"

#include <Rmath.h>
#include <math.h>

/* Every generator of R has 24 bits. */
double vd_stream_seed(void) {
  double high = floor(unif_rand() * 0x1p24), middle = floor(unif_rand() * 0x1p24);
  return high * 0x1p29 + middle * 0x1p5 + floor(unif_rand() * 0x1p5);
}

static uint64_t mix(uint64_t *state) {
  uint64_t z = *state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

vd_stream vd_stream_make(double seed, double number) {
  vd_stream x;
  uint64_t first = (uint64_t)seed, second = (uint64_t)number;
  uint64_t state = mix(&first) ^ mix(&second) * 0xd1342543de82ef95u;
  for (int i = 0; i < 4; i++) x.s[i] = mix(&state);
  return x;
}

/* -- binomial ------------------------------------------------------------------------ */

static double ones(uint64_t bits) {
  bits -= bits >> 1 & 0x5555555555555555u;
  bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
  bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
  return (double)(bits * 0x0101010101010101u >> 56);
}

enum { MOST_COINS = 1024 }; /* tossed one by one */

double vd_stream_coins(vd_stream *x, double n) {
  double heads = 0;
  if (n > MOST_COINS) return vd_stream_binomial(x, n, 0.5);
  for (; n >= 64; n -= 64) heads += ones(vd_stream_bits(x));
  if (n > 0) heads += ones(vd_stream_bits(x) >> (64 - (int)n));
  return heads;
}

/* p at most 1/2, n p below 10: terms by their ratio. Beyond `last` there is next to
 * nothing, and rounding may leave a rest of u. */
static double by_inversion(vd_stream *x, double n, double p) {
  double odds = p / (1 - p), last = fmin(n, 110);
  double term = exp(n * log1p(-p)), u = vd_stream_unif(x), k = 0;
  for (; u > term && k < last; k++) {
    u -= term;
    term *= odds * ((n - k) / (k + 1));
  }
  return k;
}

/* log k! - ((k + 1/2) log(k + 1) - (k + 1) + log(2 pi) / 2) */
static double stirling_rest(double k) {
  static const double small[10] = {
      0.08106146679532726,  0.04134069595540929, 0.02767792568499834, 0.02079067210376509,
      0.01664469118982119,  0.01387612882307075, 0.01189670994589177, 0.01041126526197209,
      0.009255462182712733, 0.008330563433362871};
  if (k < 10) return small[(int)k];
  double square = (k + 1) * (k + 1);
  return (1. / 12 - (1. / 360 - 1. / 1260 / square) / square) / (k + 1);
}

/* log of the probability of k over that of the mode m. */
static double log_height(double n, double odds, double m, double k) {
  double at_mode = log1p((odds * (n - m + 1) - (m + 1)) / (m + 1));
  double at_k = log1p((odds * (n - k + 1) - (k + 1)) / (k + 1));
  return (n + 1) * log1p((k - m) / (n - k + 1)) - (m + 0.5) * at_mode + (k + 0.5) * at_k +
         stirling_rest(m) + stirling_rest(n - m) - stirling_rest(k) -
         stirling_rest(n - k);
}

/* p at most 1/2, n p at least 10. */
static double by_rejection(vd_stream *x, double n, double p) {
  double sd = sqrt(n * p * (1 - p)), b = 1.15 + 2.53 * sd;
  double a = -0.0873 + 0.0248 * b + 0.01 * p, centre = n * p + 0.5;
  double sure = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * sd, m = floor((n + 1) * p);
  for (;;) {
    double u = vd_stream_unif(x) - 0.5, v = vd_stream_unif(x), us = 0.5 - fabs(u);
    double k = floor((2 * a / us + b) * u + centre);
    if (us >= 0.07 && v <= sure) return k;
    if (k < 0 || k > n) continue;
    if (log(v * alpha / (a / (us * us) + b)) <= log_height(n, p / (1 - p), m, k)) {
      return k;
    }
  }
}

double vd_stream_binomial(vd_stream *x, double n, double p) {
  if (n <= 0 || p <= 0) return 0;
  if (p >= 1) return n;
  if (p > 0.5) return n - vd_stream_binomial(x, n, 1 - p);
  return n * p < 10 ? by_inversion(x, n, p) : by_rejection(x, n, p);
}
