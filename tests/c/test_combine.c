#include "check.h"
#include "combine/combine.h"

/* One set of at most 8 p-values. */
static vd_combined one(vd_combination method, ptrdiff_t k, const double *p, int is_log,
                       const double *weight, const double *covariance) {
  static const double ones[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  vd_p_sets sets = {.n_sets = 1,
                    .n_each = k,
                    .p = p,
                    .is_log = is_log,
                    .weight = weight ? weight : ones,
                    .covariance = covariance};
  double work[16];
  ptrdiff_t present[8];
  vd_combined found;
  vd_combine_sets(&sets, method, 0, 1, &found, work, present);
  return found;
}

/* min(3/64 1/3 .., ..): 3 p_(i) / i for 1/64, 2/64, 3/64 is 3/64 for all. */
static void smallest(void **state) {
  (void)state;
  const double p[3] = {3.0 / 64, 1.0 / 64, 2.0 / 64};
  const double q[3] = {-700, -800, -900};
  assert_true(one(VD_COMBINE_SIMES, 3, p, 0, NULL, NULL).p == 3.0 / 64);
  assert_true(one(VD_COMBINE_BONFERRONI, 3, p, 0, NULL, NULL).p == 3.0 / 64);
  assert_true(one(VD_COMBINE_BONFERRONI, 3, p, 0, NULL, NULL).statistic == 1.0 / 64);
  check_close(one(VD_COMBINE_SIMES, 3, q, 1, NULL, NULL).log_p, -900 + log(3), 1e-15);
  const double high[2] = {0.9, 0.8};
  assert_true(one(VD_COMBINE_BONFERRONI, 2, high, 0, NULL, NULL).p == 1);
  assert_true(one(VD_COMBINE_BONFERRONI, 2, high, 0, NULL, NULL).log_p == 0);
}

/* Two p-values of e^-a: P = e^-s (1 + s), s the sum of the a's; for ten of them
 * e^-s (1 + s + ... + s^9/9!). Fisher's is Lancaster's with weights of 2. */
static void fisher(void **state) {
  (void)state;
  const double p[2] = {-3, -4}, far[2] = {-3000, -4000}, weight[2] = {2, 2};
  for (int m = VD_COMBINE_FISHER; m <= VD_COMBINE_LANCASTER; m++) {
    vd_combined x = one((vd_combination)m, 2, p, 1, weight, NULL);
    check_close(x.log_p, -7 + log(8), 1e-14);
    assert_true(x.dof == 4 && x.statistic == 14 && isnan(x.mean) && isnan(x.scale));
    x = one((vd_combination)m, 2, far, 1, weight, NULL);
    check_close(x.log_p, -7000 + log(7001), 1e-14);
    assert_true(x.p == 0);
  }
  const double tiny[5] = {1e-200, 1e-100, 1e-100, 0.5, 0};
  double s = 400 * log(10) + log(2);
  double sum = 1 + s + s * s / 2 + s * s * s / 6;
  check_close(one(VD_COMBINE_FISHER, 4, tiny, 0, NULL, NULL).log_p, log(sum) - s, 1e-14);
  assert_true(one(VD_COMBINE_FISHER, 5, tiny, 0, NULL, NULL).p == 0);
}

static void satterthwaite(void **state) {
  (void)state;
  const double p[2] = {0.01, 0.2}, weight[2] = {2, 2}, S[4] = {9, 1.5, 1.5, 9};
  vd_combined x = one(VD_COMBINE_LANCASTER, 2, p, 0, weight, S);
  check_close(x.variance, 11, 1e-15);
  check_close(x.mean, 4, 1e-15);
  check_close(x.dof, 32.0 / 11, 1e-15);
  check_close(x.scale, 8.0 / 11, 1e-15);
  check_close(x.statistic, -2 * log(0.002) * 8 / 11, 1e-15);
  const double T[4] = {4, -4, -4, 4};
  assert_true(one(VD_COMBINE_LANCASTER, 2, p, 0, weight, T).status ==
              VD_STATUS_NOT_POSITIVE);
}

static void stouffer(void **state) {
  (void)state;
  const double p[2] = {0.025, 0.5}, weight[2] = {3, 4}, R[4] = {1, 0.5, 0.5, 1};
  double z = 1.959963984540054;
  check_close(one(VD_COMBINE_STOUFFER, 2, p, 0, weight, NULL).statistic, 3 * z / 5,
              1e-14);
  check_close(one(VD_COMBINE_STOUFFER, 2, p, 0, weight, R).statistic, 3 * z / sqrt(37),
              1e-14);
  const double ends[2] = {0, 1};
  assert_true(one(VD_COMBINE_STOUFFER, 2, ends, 0, weight, NULL).status ==
              VD_STATUS_CONTRADICTION);
}

/* cot(pi/4) = 1, cot(pi/3) = 1/sqrt(3), cot(3 pi/4) = -1 */
static void cauchy(void **state) {
  (void)state;
  const double p[2] = {0.25, 1.0 / 3}, opposite[2] = {0.25, 0.75}, weight[2] = {1, 3};
  double t = (1 + sqrt(3)) / 4;
  vd_combined x = one(VD_COMBINE_CAUCHY, 2, p, 0, weight, NULL);
  check_close(x.statistic, t, 1e-14);
  check_close(x.p, atan(1 / t) / acos(-1), 1e-14);
  check_close(one(VD_COMBINE_CAUCHY, 2, opposite, 0, NULL, NULL).p, 0.5, 1e-14);
  x = one(VD_COMBINE_CAUCHY, 2, opposite, 0, weight, NULL);
  check_close(x.p, 0.5 + atan(0.5) / acos(-1), 1e-14);
  const double logs[2] = {-2000, -1e-3}, ends[2] = {0, 1}, high[2] = {0.3, 1};
  check_close(one(VD_COMBINE_CAUCHY, 2, logs, 1, NULL, NULL).log_p, -2000 + log(2),
              1e-14);
  assert_true(one(VD_COMBINE_CAUCHY, 2, ends, 0, NULL, NULL).status ==
              VD_STATUS_CONTRADICTION);
  assert_true(one(VD_COMBINE_CAUCHY, 2, high, 0, NULL, NULL).p == 1);
}

static void harmonic(void **state) {
  (void)state;
  const double p[2] = {1e-200, 1e-250}, weight[2] = {1, 3};
  vd_combined x = one(VD_COMBINE_HARMONIC, 2, p, 0, weight, NULL);
  check_close(x.log_p, log(4.0 / 3) + log(1e-250), 1e-14);
  const double logs[2] = {-2000, -2000};
  check_close(one(VD_COMBINE_HARMONIC, 2, logs, 1, NULL, NULL).log_p, -2000, 1e-14);
}

static void one_p_value_stays(void **state) {
  (void)state;
  for (int m = VD_COMBINE_SIMES; m <= VD_COMBINE_CAUCHY; m++) {
    const double p = 0.123, log_p = -1e4;
    assert_true(one((vd_combination)m, 1, &p, 0, NULL, NULL).p == p);
    assert_true(one((vd_combination)m, 1, &log_p, 1, NULL, NULL).log_p == log_p);
  }
}

/* Three sets of two, one p-value or both missing. */
static void missing_ones_are_left_out(void **state) {
  (void)state;
  const double p[6] = {0.1, NAN, NAN, 0.2, 0.3, NAN}, weight[2] = {3, 5};
  const double S[4] = {6, 1, 1, 10};
  double work[4];
  vd_p_sets sets = {.n_sets = 3, .n_each = 2, .p = p, .weight = weight, .covariance = S};
  ptrdiff_t present[2];
  vd_combined found[3];
  vd_combine_sets(&sets, VD_COMBINE_LANCASTER, 0, 3, found, work, present);
  assert_true(found[0].n == 2 && found[1].n == 1 && found[2].n == 0);
  assert_true(found[1].p == 0.3 && found[2].status == VD_STATUS_NO_P &&
              isnan(found[2].p));
  check_close(found[0].variance, 18, 1e-15);
  check_close(found[1].variance, 10, 1e-15);
  const double first[2] = {0.1, 0.2};
  vd_combined same = one(VD_COMBINE_LANCASTER, 2, first, 0, weight, S);
  check_close(found[0].log_p, same.log_p, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(smallest),
      cmocka_unit_test(fisher),
      cmocka_unit_test(satterthwaite),
      cmocka_unit_test(stouffer),
      cmocka_unit_test(cauchy),
      cmocka_unit_test(harmonic),
      cmocka_unit_test(one_p_value_stays),
      cmocka_unit_test(missing_ones_are_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
