#include "check.h"
#include "math/distributions.h"

#include <Rmath.h>

/* At every p the quantile gives p back. */
static void normal_quantiles_have_their_tail(void **state) {
  (void)state;
  const double logs[] = {-1e-10, -0.3, -0.8, -20, -599, -601, -1e4, -1e8};
  for (size_t i = 0; i < sizeof logs / sizeof *logs; i++) {
    double z = vd_upper_normal(logs[i], vd_log_rest(logs[i]));
    check_close(pnorm(z, 0, 1, 0, 1), logs[i], logs[i] > -0.1 ? 1e-9 : 1e-14);
  }
  check_close(vd_upper_normal(log(0.025), log(0.975)), 1.959963984540054, 1e-14);
  assert_true(vd_upper_normal(-INFINITY, 0) == INFINITY);
  assert_true(vd_upper_normal(0, -INFINITY) == -INFINITY);
}

/* Two degrees of freedom: x = -2 log p. Four: p = exp(-x/2) (1 + x/2). */
static void chi_squared_quantiles_have_their_tail(void **state) {
  (void)state;
  const double x[] = {1e-3, 1, 50, 62, 66, 70, 1400, 1e5};
  for (size_t i = 0; i < sizeof x / sizeof *x; i++) {
    double log_p = -x[i] / 2 + log1p(x[i] / 2);
    double tolerance = x[i] < 0.1 ? 1e-9 : 1e-13; /* log_p near 0 has lost digits */
    check_close(vd_upper_chisq(log_p, vd_log_rest(log_p), 4), x[i], tolerance);
    assert_true(vd_upper_chisq(-x[i] / 2, NAN, 2) == x[i]);
  }
  assert_true(vd_upper_chisq(-INFINITY, 0, 3) == INFINITY);
  assert_true(vd_upper_chisq(0, -INFINITY, 3) == 0);
}

static void the_rest_is_one_minus_p(void **state) {
  (void)state;
  check_close(vd_log_rest(-1e-20), log(1e-20), 1e-15);
  check_close(vd_log_rest(-50), -exp(-50), 1e-15);
  check_close(vd_log_rest(log(0.5)), log(0.5), 1e-15);
}

/* Against pgamma() where both are good; far out exp(-x/2) (1 + x/2). */
static void chi_squared_tails(void **state) {
  (void)state;
  const double dof[] = {1, 2, 3, 20, 80, 82, 1000};
  for (size_t i = 0; i < sizeof dof / sizeof *dof; i++) {
    for (double x = 1e-3; x < 3e6; x *= 3) {
      check_close(vd_log_p_chisq(x, dof[i]), pchisq(x, dof[i], 0, 1), 1e-12);
    }
  }
  check_close(vd_log_p_chisq(1e5, 4), -5e4 + log1p(5e4), 1e-15);
  assert_true(vd_log_p_chisq(0, 2) == 0 && vd_log_p_chisq(INFINITY, 2) == -INFINITY);
}

/* Inversion of the characteristic function exp(-|t| (1 + 2i/pi sign(t) log|t|)) by
 * Gil-Pelaez' formula, mpmath 1.3.0 with 30 digits; 2 / (pi x) far out. */
static void landau_tails(void **state) {
  (void)state;
  const double known[][2] = {{-3, 0.999999999999634208},    {-1, 0.90383903895936826642},
                             {0, 0.63476129848762520263},   {0.2, 0.58414766134624191871},
                             {0.4, 0.53751488394782181429}, {0.5, 0.51576074807674864506},
                             {1, 0.42213324035804765236},   {2, 0.29589213795579121638},
                             {20, 0.034471914125629782577}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    check_close(exp(vd_log_p_landau(known[i][0])), known[i][1], 1e-13);
  }
  check_close(exp(vd_log_p_landau(1e4)), 6.3697608841288959e-05, 1e-13); /* FMStable */
  check_close(vd_log_p_landau(1e280), log(2 / M_PI) - log(1e280), 1e-14);
  check_close(exp(vd_log_p_landau(-20)), 1, 1e-14);
}

/* Sums of binomial coefficients in whole numbers (Python). pbinom() itself has 3 digits
 * there, or gives -Infinity. */
static void binomial_tails_do_not_vanish(void **state) {
  (void)state;
  check_close(vd_log_pbinom(36, 10705, 0.5, 1), -7181.891016034915, 1e-13);
  check_close(vd_log_pbinom(10705 - 37, 10705, 0.5, 0), -7181.891016034915, 1e-13);
  check_close(vd_log_pbinom(37, 21888840, 0.5, 1), -15171661.707332337, 1e-13);
  check_close(vd_log_pbinom(30, 9000, 0.1, 1), -815.6880780690735, 1e-13);
  check_close(vd_log_pbinom(3, 10, 0.5, 1), log(176.0 / 1024), 1e-13);
  check_close(vd_log_pbinom(9, 10, 0.5, 1), log1p(-1.0 / 1024), 1e-13);
  assert_true(vd_log_pbinom(-1, 10, 0.5, 1) == -INFINITY);
  assert_true(vd_log_pbinom(-1, 10, 0.5, 0) == 0);
  assert_true(vd_log_pbinom(10, 10, 0.5, 1) == 0);
  assert_true(vd_log_pbinom(10, 10, 0.5, 0) == -INFINITY);
  assert_true(vd_log_pbeta(0, 2, 3, 1) == -INFINITY);
}

/* Sums of fractions for even degrees of freedom (Python). pf() itself is -Infinity at the
 * first, and wrong from the third digit at the second. */
static void f_tails_do_not_vanish(void **state) {
  (void)state;
  check_close(vd_log_p_f(40, 60, 5000), -856.92149886619588, 1e-13);
  check_close(vd_log_p_f(900, 40, 600), -1163.9231404747663, 1e-13);
  check_close(vd_log_p_f(100, 20, 1000), -509.72723619764741, 1e-13);
  check_close(vd_log_p_f(2.5, 4, 6), -1.8864350847858649, 1e-13);
  check_close(vd_log_p_f(0.1, 6, 8), -0.0058008374770083761, 1e-13);
  check_close(vd_log_p_f(3, 5, INFINITY), pchisq(15, 5, 0, 1), 1e-13);
  assert_true(vd_log_p_f(0, 2, 3) == 0 && vd_log_p_f(INFINITY, 2, 3) == -INFINITY);
  assert_true(isnan(vd_log_p_f(NAN, 2, 3)) && isnan(vd_log_p_f(1, 2, NAN)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_quantiles_have_their_tail),
      cmocka_unit_test(chi_squared_quantiles_have_their_tail),
      cmocka_unit_test(the_rest_is_one_minus_p),
      cmocka_unit_test(chi_squared_tails),
      cmocka_unit_test(landau_tails),
      cmocka_unit_test(binomial_tails_do_not_vanish),
      cmocka_unit_test(f_tails_do_not_vanish),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
