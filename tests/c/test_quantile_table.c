#include "check.h"
#include "math/distributions.h"
#include "combine/quantile_table.h"

#include <Rmath.h>

static void tables_are_as_good_as_the_quantile(void **state) {
  (void)state;
  const double dof[] = {0.25, 1.5, 4, 33, 1e4};
  double table[VD_TABLE_SIZE];
  for (size_t i = 0; i < sizeof dof / sizeof *dof; i++) {
    vd_quantile_table_fill(dof[i], table);
    for (double z = -4; vd_quantile_table_covers(z); z += 0.0371) {
      double x = vd_upper_chisq(pnorm(z, 0, 1, 0, 1), pnorm(z, 0, 1, 1, 1), dof[i]);
      double error = fabs(vd_quantile_table_at(table, z) - x);
      assert_true(error < 1e-12 * sqrt(2 * dof[i]) + 1e-15 * x);
    }
  }
}

static void what_is_covered(void **state) {
  (void)state;
  assert_true(vd_quantile_table_covers(-4) && vd_quantile_table_covers(7.999));
  assert_false(vd_quantile_table_covers(-4.001) || vd_quantile_table_covers(8));
  assert_false(vd_quantile_table_covers(INFINITY) || vd_quantile_table_covers(NAN));
}

static void the_landau_table_is_as_good_as_the_tail(void **state) {
  (void)state;
  double table[VD_TABLE_SIZE];
  vd_landau_table_fill(table);
  for (double x = -10; x < 1e5; x += 0.003 * (1 + fabs(x))) {
    assert_true(fabs(vd_landau_table_at(table, x) - vd_log_p_landau(x)) < 1e-12);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tables_are_as_good_as_the_quantile),
      cmocka_unit_test(what_is_covered),
      cmocka_unit_test(the_landau_table_is_as_good_as_the_tail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
