#include "check.h"
#include "test/proportion.h"

static const double z95 = 1.959963984540054;

/* Tan, Steinbach & Kumar (2005), section 4.6.1: accuracy 0.8, three decimals. */
static void wilson_follows_the_textbook(void **state) {
  (void)state;
  const double table[6][3] = {{20, .584, .919},  {50, .670, .888},   {100, .711, .867},
                              {500, .763, .833}, {1000, .774, .824}, {5000, .789, .811}};
  for (int i = 0; i < 6; i++) {
    double low, high;
    vd_wilson(0.8 * table[i][0], table[i][0], z95, &low, &high);
    assert_true(fabs(low - table[i][1]) < 6e-4 && fabs(high - table[i][2]) < 6e-4);
  }
}

/* 17 of 20: binom.test() in R for Clopper-Pearson, contingencytables for the others. */
static void seventeen_of_twenty(void **state) {
  (void)state;
  double low, high;
  vd_clopper_pearson(17, 20, 0.05, &low, &high);
  assert_true(fabs(low - .6211) < 5e-5 && fabs(high - .9679) < 5e-5);
  vd_proportion_midp(17, 20, 0.05, &low, &high);
  assert_true(fabs(low - .6439) < 5e-5 && fabs(high - .9604) < 5e-5);
  vd_agresti_coull(17, 20, z95, &low, &high);
  assert_true(fabs(low - .6312) < 5e-5 && fabs(high - .9561) < 5e-5);
}

static void ends_are_exact(void **state) {
  (void)state;
  double low, high;
  vd_wilson(0, 7, z95, &low, &high);
  assert_true(low == 0 && high < 1);
  vd_wilson(7, 7, z95, &low, &high);
  assert_true(high == 1 && low > 0);
  vd_clopper_pearson(0, 7, 0.05, &low, &high);
  assert_true(low == 0);
  check_close(high, 1 - pow(0.025, 1 / 7.0), 1e-12);
  vd_clopper_pearson(7, 7, 0.05, &low, &high);
  assert_true(high == 1);
  /* P(X = 0) / 2 = alpha / 2 */
  vd_proportion_midp(0, 7, 0.05, &low, &high);
  assert_true(low == 0);
  check_close(high, 1 - pow(0.05, 1 / 7.0), 1e-12);
  vd_proportion_midp(7, 7, 0.05, &low, &high);
  check_close(low, pow(0.05, 1 / 7.0), 1e-12);
  assert_true(high == 1);
  /* So few rows that either end could be anything. */
  vd_proportion_midp(6e-6, 1.2e-5, 0.05, &low, &high);
  assert_true(low == 0 && high == 1);
  vd_agresti_coull(0, 3, z95, &low, &high);
  assert_true(low == 0);
}

static void from_a_standard_error(void **state) {
  (void)state;
  double low = -9, high = -9;
  assert_true(vd_proportion_logit(0.5, 0.1, 2, &low, &high));
  check_close(low, 1 / (1 + exp(0.8)), 1e-14);
  check_close(high, 1 / (1 + exp(-0.8)), 1e-14);
  assert_false(vd_proportion_logit(1, 0.1, 2, &low, &high));
  assert_false(vd_proportion_logit(0, 0.1, 2, &low, &high));
  assert_true(vd_positive_log(4, 2, 2, &low, &high));
  check_close(low, 4 / exp(1), 1e-14);
  check_close(high, 4 * exp(1), 1e-14);
  assert_false(vd_positive_log(0, 0.1, 2, &low, &high));
  assert_false(vd_positive_log(INFINITY, 0.1, 2, &low, &high));
}

/* 20 of 100 against 0.15: binom.test() and prop.test() in R; the ends exactly. */
static void a_value_is_tested(void **state) {
  (void)state;
  check_close(exp(vd_proportion_log_p_exact(20, 100, 0.15, VD_ALTERNATIVE_GREATER)),
              0.1065442565, 1e-9);
  check_close(vd_proportion_z(20, 100, 0.15), 5 / sqrt(12.75), 1e-14);
  assert_true(vd_proportion_log_p_exact(3, 9, 0, VD_ALTERNATIVE_GREATER) == -INFINITY);
  assert_true(vd_proportion_log_p_exact(9, 9, 1, VD_ALTERNATIVE_LESS) == 0);
  assert_true(vd_proportion_log_p_exact(0, 9, 0, VD_ALTERNATIVE_GREATER) == 0);
  assert_true(vd_proportion_z(1, 9, 0) == INFINITY && isnan(vd_proportion_z(0, 9, 0)));
  /* one trial: P(X > 0) + P(X = 0) / 2 */
  check_close(exp(vd_proportion_log_p_midp(0, 1, 0.3, VD_ALTERNATIVE_GREATER)), 0.65,
              1e-14);
  check_close(exp(vd_proportion_log_p_midp(0, 1, 0.3, VD_ALTERNATIVE_LESS)), 0.35, 1e-14);
  check_close(vd_proportion_logit_z(0.5, 0.25, 0.2), log(4), 1e-14);
  assert_true(isnan(vd_proportion_logit_z(1, 0.1, 0.5)));
  check_close(vd_positive_log_z(4, 2, 1), 2 * log(4), 1e-14);
  assert_true(isnan(vd_positive_log_z(4, 0, 1)) && isnan(vd_positive_log_z(0, 1, 1)));
  assert_true(isnan(vd_positive_log_z(4, 2, 0)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wilson_follows_the_textbook),
      cmocka_unit_test(seventeen_of_twenty),
      cmocka_unit_test(ends_are_exact),
      cmocka_unit_test(from_a_standard_error),
      cmocka_unit_test(a_value_is_tested),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
