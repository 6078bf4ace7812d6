#include "check.h"
#include "test/matched.h"

static const double z95 = 1.959963984540054;
static const vd_matched airway = {59, 6, 16, 80};

#define check_limits(limits, low_, high_, digits)                                        \
  do {                                                                                   \
    vd_limits l_ = (limits);                                                             \
    assert_true(fabs(l_.low - (low_)) < (digits) && fabs(l_.high - (high_)) < (digits)); \
  } while (0)

/* Fagerland, Lydersen & Laake (2014), airway hyper-responsiveness; four decimals of
 * the R packages contingencytables and PropCIs. */
static void published_intervals(void **state) {
  (void)state;
  check_limits(vd_matched_tango(airway, z95), -.1240, -.0054, 6e-5);
  check_limits(vd_matched_agresti_min(airway, z95), -.1182, -.0045, 6e-5);
  check_limits(vd_matched_bonett_price(airway, z95), -.1195, -.0032, 6e-5);
  check_limits(vd_matched_newcombe(airway, z95), -.1186, -.0046, 6e-5);
  check_limits(vd_matched_tang(airway, z95), .7476, .9876, 6e-5);
  check_limits(vd_matched_bonett_price_ratio(airway, z95), .7579, .9910, 6e-5);
}

/* Changing places turns the interval round. */
static void intervals_turn_round(void **state) {
  (void)state;
  const vd_matched turned = {59, 16, 6, 80};
  vd_limits there = vd_matched_tango(airway, z95), back = vd_matched_tango(turned, z95);
  check_close(there.low, -back.high, 1e-12);
  check_close(there.high, -back.low, 1e-12);
  there = vd_matched_newcombe(airway, z95), back = vd_matched_newcombe(turned, z95);
  check_close(there.low, -back.high, 1e-12);
  there = vd_matched_tang(airway, z95), back = vd_matched_tang(turned, z95);
  check_close(there.low, 1 / back.high, 1e-10);
  check_close(there.high, 1 / back.low, 1e-10);
}

static void tango_at_the_edges(void **state) {
  (void)state;
  double zz = z95 * z95;
  check_limits(vd_matched_tango((vd_matched){7, 0, 0, 3}, z95), -zz / (10 + zz),
               zz / (10 + zz), 1e-14);
  check_limits(vd_matched_tango((vd_matched){0, 9, 0, 0}, z95), (9 - zz) / (9 + zz), 1,
               1e-14);
  check_limits(vd_matched_tango((vd_matched){0, 0, 9, 0}, z95), -1, -(9 - zz) / (9 + zz),
               1e-14);
}

/* With no row right for the reference the ratio has no upper limit. */
static void ratios_at_the_edges(void **state) {
  (void)state;
  vd_limits l = vd_matched_tang((vd_matched){0, 5, 0, 9}, z95);
  assert_true(isinf(l.high));
  check_close(l.low, 5 / (z95 * z95), 1e-14);
  l = vd_matched_tang((vd_matched){0, 0, 5, 9}, z95);
  assert_true(l.low == 0);
  check_close(l.high, z95 * z95 / 5, 1e-14);
  assert_true(isnan(vd_matched_tang((vd_matched){0, 0, 0, 9}, z95).low));
  assert_true(isnan(vd_matched_bonett_price_ratio((vd_matched){0, 0, 0, 9}, z95).low));
  l = vd_matched_bonett_price_ratio((vd_matched){0, 5, 0, 9}, z95);
  assert_true(l.low > 1 && isinf(l.high));
}

/* A billion rows: the limits agree with the large-sample interval. */
static void large_counts(void **state) {
  (void)state;
  const vd_matched x = {5e8, 1.1e8, 1e8, 2.9e8};
  double n = 1e9, d = (x.b - x.c) / n;
  double half = z95 * sqrt((x.b + x.c) / n - d * d) / sqrt(n);
  check_limits(vd_matched_tango(x, z95), d - half, d + half, 1e-9);
  check_limits(vd_matched_newcombe(x, z95), d - half, d + half, 1e-8);
}

static void clipped_to_the_range(void **state) {
  (void)state;
  assert_true(vd_matched_agresti_min((vd_matched){0, 1, 0, 0}, z95).high <= 1);
  assert_true(vd_matched_bonett_price((vd_matched){0, 0, 1, 0}, z95).low >= -1);
  assert_true(vd_matched_newcombe((vd_matched){3, 0, 0, 0}, z95).high <= 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_intervals), cmocka_unit_test(intervals_turn_round),
      cmocka_unit_test(tango_at_the_edges),  cmocka_unit_test(ratios_at_the_edges),
      cmocka_unit_test(large_counts),        cmocka_unit_test(clipped_to_the_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
