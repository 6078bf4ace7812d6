#include "numeric.h"
#include "numeric/auc.h"
#include "numeric/loss.h"
#include "numeric/units.h"

enum { GROUPS = 5 };

static double products(const double *x, const double *y, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

static void area(int c, double *u) {
  vd_binary rows = example_rows();
  int order[EXAMPLE_N];
  example_order(c, order);
  example_area(&rows, example_score[c], order, u);
}

static void rows_as_units(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  vd_units units = {.rows = &rows};
  double a[EXAMPLE_N], b[EXAMPLE_N], gap[EXAMPLE_N];
  vd_units_prepare(&units, NULL);
  assert_int_equal(vd_units_rows(&units), EXAMPLE_N);
  area(0, a);
  area(1, b);
  assert_int_equal(vd_units_fill(&units, 1, a, a), VD_STATUS_OK);
  vd_units_fill(&units, 1, b, b);
  check_close(products(a, b, EXAMPLE_N), .001700680, 1e-6);
  for (int i = 0; i < EXAMPLE_N; i++) gap[i] = a[i] - b[i];
  check_close(
      vd_units_dof(&units, 1, products(gap, gap, 5), products(gap + 5, gap + 5, 7)),
      6.875736, 1e-6);
  vd_loss_brier(&rows, example_score[0], a);
  vd_mean(&rows, a);
  vd_units_fill(&units, 0, a, a);
  check_close(vd_units_dof(&units, 0, 0, 0), 11, 1e-15);
}

/* Equal weights of a sample are none, whatever their size; of others the squares count.
 */
static void sampled_rows_as_units(void **state) {
  (void)state;
  double half[EXAMPLE_N], a[EXAMPLE_N], b[EXAMPLE_N];
  for (int i = 0; i < EXAMPLE_N; i++) half[i] = .5;
  vd_binary rows = example_rows();
  rows.weight = half;
  vd_units units = {.rows = &rows, .form = VD_UNITS_CR2, .sampled = 1};
  vd_units_prepare(&units, NULL);
  assert_int_equal(vd_units_rows(&units), EXAMPLE_N);
  area(0, a);
  area(1, b);
  for (int i = 0; i < EXAMPLE_N; i++) {
    a[i] *= 2;
    b[i] *= 2;
  }
  vd_units_fill(&units, 1, a, a);
  vd_units_fill(&units, 1, b, b);
  check_close(products(a, b, EXAMPLE_N), .001700680, 1e-6);
  check_close(vd_units_dof(&units, 0, 0, 0), 11, 1e-12);
  units.form = VD_UNITS_CR1;
  check_close(vd_units_dof(&units, 0, 0, 0), 11, 1e-12);
}

static void clusters_as_units(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double share[GROUPS], u[EXAMPLE_N], a[3 * GROUPS], b[3 * GROUPS];
  int seen[2 * GROUPS];
  vd_units units = {&rows, example_cluster, GROUPS, VD_UNITS_CR2, {0, 0}, 0, share};
  vd_units_prepare(&units, seen);
  assert_int_equal(vd_units_rows(&units), 3 * GROUPS);
  area(0, u);
  vd_units_fill(&units, 1, u, a);
  area(1, u);
  vd_units_fill(&units, 1, u, b);
  /* Obuchowski's formula, computed elsewhere */
  check_close(products(a, a, 3 * GROUPS), .009063474, 1e-6);
  check_close(products(b, b, 3 * GROUPS), .01010479, 1e-6);
  check_close(products(a, b, 3 * GROUPS), .0003553519, 1e-6);
  check_close(vd_units_dof(&units, 1, 0, 0), 2, 1e-15);
}

static void means_of_clusters(void **state) {
  (void)state;
  vd_binary rows = example_rows();
  double share[GROUPS], u[EXAMPLE_N], other[EXAMPLE_N], x[3 * GROUPS];
  int seen[2 * GROUPS];
  vd_loss_brier(&rows, example_score[0], u);
  vd_loss_brier(&rows, example_score[1], other);
  for (int i = 0; i < EXAMPLE_N; i++) u[i] -= other[i];
  vd_mean(&rows, u);
  const double se[] = {.03691545 * sqrt(4. / 5), .03691545, .03797139};
  const double dof[] = {4, 4, 3.510638};
  for (int form = 0; form < 3; form++) {
    vd_units units = {&rows, example_cluster, GROUPS, form, {0, 0}, 0, share};
    vd_units_prepare(&units, seen);
    assert_int_equal(vd_units_fill(&units, 0, u, x), VD_STATUS_OK);
    check_close(sqrt(products(x, x, 3 * GROUPS)), se[form], 1e-6);
    check_close(vd_units_dof(&units, 0, 0, 0), dof[form], 1e-6);
    /* By themselves they need no more than one value a cluster. */
    units.means = 1;
    double alone[GROUPS];
    assert_int_equal(vd_units_rows(&units), GROUPS);
    assert_int_equal(vd_units_fill(&units, 0, u, alone), VD_STATUS_OK);
    check_close(sqrt(products(alone, alone, GROUPS)), se[form], 1e-6);
  }
}

static void too_few_units(void **state) {
  (void)state;
  const int event[] = {1, 0, 0}, one[] = {1, 1, 1}, two[] = {1, 1, 2};
  double share[2], u[] = {0, 0, 0}, x[6];
  int seen[4];
  vd_binary rows = {3, event, NULL, NULL}, row = {1, event, NULL, NULL};
  vd_units a = {&rows, NULL, 0, VD_UNITS_CR2, {0, 0}, 0, NULL};
  vd_units_prepare(&a, NULL);
  assert_int_equal(vd_units_fill(&a, 1, u, x), VD_STATUS_ONE_OF_CLASS);
  assert_int_equal(vd_units_fill(&a, 0, u, x), VD_STATUS_OK);
  vd_units b = {&rows, one, 1, VD_UNITS_CR2, {0, 0}, 0, share};
  vd_units_prepare(&b, seen);
  assert_int_equal(vd_units_fill(&b, 0, u, x), VD_STATUS_ONE_CLUSTER);
  vd_units c = {&rows, two, 2, VD_UNITS_CR2, {0, 0}, 0, share};
  vd_units_prepare(&c, seen);
  assert_int_equal(vd_units_fill(&c, 1, u, x), VD_STATUS_FEW_CLUSTERS);
  vd_units d = {&row, NULL, 0, VD_UNITS_CR2, {0, 0}, 0, NULL};
  vd_units_prepare(&d, NULL);
  assert_int_equal(vd_units_fill(&d, 0, u, x), VD_STATUS_FEW_UNITS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_as_units),     cmocka_unit_test(sampled_rows_as_units),
      cmocka_unit_test(clusters_as_units), cmocka_unit_test(means_of_clusters),
      cmocka_unit_test(too_few_units),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
