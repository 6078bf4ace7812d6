#include "check.h"
#include "combine/max_t.h"

#include <stdlib.h>

typedef struct {
  vd_max_t found;
  double *work;
  int *iwork;
} adjustment;

static adjustment adjust(const vd_contrasts *x, double others, double log_p) {
  adjustment a = {.work = malloc(vd_max_t_work(x) * sizeof(double)),
                  .iwork = malloc(vd_max_t_iwork(x) * sizeof(int))};
  a.found = vd_max_t_begin(x, others, log_p, a.work, a.iwork);
  ptrdiff_t half = a.found.n_draws / 2;
  vd_max_t_draw(&a.found, 0, half);
  vd_max_t_draw(&a.found, half, a.found.n_draws);
  vd_max_t_finish(&a.found);
  return a;
}

static void done(adjustment a) {
  free(a.work);
  free(a.iwork);
}

static const int first[3] = {0, 2, 4}, second[3] = {1, 3, 5};

/* Sidak: 1 - (1 - p)^3 */
static void independent(void **state) {
  (void)state;
  double V[36] = {0};
  for (int i = 0; i < 6; i++) V[7 * i] = i + 1;
  for (int sides = 1; sides <= 2; sides++) {
    vd_contrasts x = {6, V, 3, first, second, sides};
    adjustment a = adjust(&x, 0, -50);
    check_close(exp(vd_max_t_adjust(&a.found, log(0.05))), 1 - pow(0.95, 3), 2e-3);
    check_close(vd_max_t_adjust(&a.found, -2000), log(3) - 2000, 1e-12);
    assert_true(vd_max_t_adjust(&a.found, 0) == 0);
    assert_true(isnan(vd_max_t_adjust(&a.found, NAN)));
    check_close(exp(vd_max_t_local(&a.found, log(0.05))), 1 - pow(0.95, 1.0 / 3), 2e-3);
    done(a);
  }
}

/* No variance, or none that is known. */
static void alone(void **state) {
  (void)state;
  double V[36] = {0};
  V[35] = NAN;
  V[0] = V[7] = 1;
  vd_contrasts x = {6, V, 3, first, second, 2};
  adjustment a = adjust(&x, 2, -5);
  assert_true(a.found.n_alone == 2 && a.found.n_joint == 1);
  check_close(exp(vd_max_t_adjust(&a.found, log(0.01))), 1 - pow(0.99, 3) + 0.02, 1e-12);
  check_close(vd_max_t_adjust(&a.found, -100), log(5) - 100, 1e-12);
  done(a);
}

/* One quantity of three unknown: the others are factored without it (Sidak again). */
static void partly_known(void **state) {
  (void)state;
  double V[36] = {0};
  for (int i = 0; i < 6; i++) V[7 * i] = i + 1;
  for (int i = 0; i < 6; i++) V[5 + 6 * i] = V[30 + i] = NAN;
  vd_contrasts x = {6, V, 3, first, second, 2};
  adjustment a = adjust(&x, 0, -50);
  assert_true(a.found.n_alone == 1 && a.found.n_joint == 2);
  check_close(exp(vd_max_t_adjust(&a.found, log(0.05))), 1 - pow(0.95, 3), 2e-3);
  done(a);
}

static void bonferroni(void **state) {
  (void)state;
  vd_max_t x = vd_max_t_bonferroni(3, 2, 2);
  check_close(vd_max_t_adjust(&x, -9), log(5) - 9, 1e-14);
  check_close(vd_max_t_local(&x, log(0.05)), log(0.01), 1e-14);
  vd_max_t none = vd_max_t_bonferroni(0, 0, 2);
  check_close(vd_max_t_local(&none, log(0.05)), log(0.05), 1e-14);
}

/* Many contrasts of few quantities, more than there are draws, of rank 2: all
 * differences of three. */
static void many(void **state) {
  (void)state;
  enum { M = 30000 };
  double V[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int *a = malloc(M * sizeof(int)), *b = malloc(M * sizeof(int));
  for (int j = 0; j < M; j++) {
    a[j] = j % 3;
    b[j] = (j + 1) % 3;
  }
  vd_contrasts x = {3, V, M, a, b, 2};
  assert_true(vd_max_t_cost(&x) > 0);
  adjustment found = adjust(&x, 0, -5);
  /* Tukey's studentized range of 3: ptukey(3.3144932, 3, Inf) = 0.95 */
  double p = 0.0190934922; /* 2 pnorm(-3.3144932 / sqrt(2)) */
  check_close(exp(vd_max_t_adjust(&found.found, log(p))), 0.05, 0.03);
  done(found);
  free(a);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(independent),  cmocka_unit_test(alone),
      cmocka_unit_test(partly_known), cmocka_unit_test(bonferroni),
      cmocka_unit_test(many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
