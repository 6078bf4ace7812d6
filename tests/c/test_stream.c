#include "check.h"
#include "math/stream.h"

#include <Rmath.h>
#include <math.h>

enum { DRAWS = 40000, CELLS = 12 };

/* Chi-squared of the draws in cells of about equal probability, which Rmath knows. */
static double fit(double n, double p, int coins) {
  double bound[CELLS], expected[CELLS], seen[CELLS] = {0}, statistic = 0;
  int cells = 0;
  for (int i = 1; i <= CELLS; i++) {
    double to = i == CELLS ? n : qbinom(i / (double)CELLS, n, p, 1, 0);
    if (cells > 0 && to <= bound[cells - 1]) continue;
    double below = cells > 0 ? pbinom(bound[cells - 1], n, p, 1, 0) : 0;
    expected[cells] = (pbinom(to, n, p, 1, 0) - below) * DRAWS;
    bound[cells++] = to;
  }
  vd_stream x = vd_stream_make(n, p * 1000);
  for (int i = 0; i < DRAWS; i++) {
    double k = coins ? vd_stream_coins(&x, n) : vd_stream_binomial(&x, n, p);
    assert_true(k >= 0 && k <= n && k == floor(k));
    int cell = 0;
    while (k > bound[cell]) cell++;
    seen[cell]++;
  }
  for (int i = 0; i < cells; i++) {
    double gap = seen[i] - expected[i];
    if (expected[i] > 5) statistic += gap * gap / expected[i];
  }
  return cells > 1 ? pchisq(statistic, cells - 1, 0, 0) : 1;
}

static void binomial_numbers_have_their_distribution(void **state) {
  (void)state;
  const double n[] = {1, 2, 7, 40, 100, 1000, 65537, 1e9, 3e12};
  const double p[] = {0.5, 0.01, 0.1, 0.3, 0.7, 0.999};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
    for (size_t j = 0; j < sizeof p / sizeof *p; j++) {
      if (fit(n[i], p[j], 0) < 1e-4) fail_msg("n = %g, p = %g", n[i], p[j]);
    }
  }
  assert_true(fit(1e9, 3e-9, 0) > 1e-4);
}

static void coins_are_fair(void **state) {
  (void)state;
  const double n[] = {1, 2, 63, 64, 65, 128, 1000, 1024, 1025, 1e7};
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) {
    if (fit(n[i], 0.5, 1) < 1e-4) fail_msg("n = %g", n[i]);
  }
}

static void nothing_to_choose_is_no_chance(void **state) {
  (void)state;
  vd_stream x = vd_stream_make(1, 1);
  assert_true(vd_stream_binomial(&x, 0, 0.5) == 0);
  assert_true(vd_stream_binomial(&x, 9, 0) == 0);
  assert_true(vd_stream_binomial(&x, 9, 1) == 9);
  assert_true(vd_stream_coins(&x, 0) == 0);
}

/* The first numbers of the reference implementation from the state 1, 2, 3, 4. */
static void bits_are_those_of_the_reference(void **state) {
  (void)state;
  vd_stream x = {{1, 2, 3, 4}};
  const uint64_t expected[] = {11520u, 0u, 1509978240u, 1215971899390074240u};
  for (int i = 0; i < 4; i++) assert_true(vd_stream_bits(&x) == expected[i]);
}

static void streams_differ_and_repeat(void **state) {
  (void)state;
  set_seed(1, 2);
  double seed = vd_stream_seed(), other = vd_stream_seed();
  assert_true(seed != other && seed >= 0 && seed < 0x1p53 && seed == floor(seed));
  vd_stream a = vd_stream_make(seed, 7), b = vd_stream_make(seed, 7);
  vd_stream c = vd_stream_make(seed, 8), d = vd_stream_make(other, 7);
  for (int i = 0; i < 100; i++) {
    uint64_t bits = vd_stream_bits(&a);
    assert_true(bits == vd_stream_bits(&b));
    assert_true(bits != vd_stream_bits(&c) && bits != vd_stream_bits(&d));
    double u = vd_stream_unif(&a);
    assert_true(u > 0 && u < 1 && u == vd_stream_unif(&b));
    vd_stream_unif(&c);
    vd_stream_unif(&d);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(binomial_numbers_have_their_distribution),
      cmocka_unit_test(coins_are_fair),
      cmocka_unit_test(nothing_to_choose_is_no_chance),
      cmocka_unit_test(bits_are_those_of_the_reference),
      cmocka_unit_test(streams_differ_and_repeat),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
