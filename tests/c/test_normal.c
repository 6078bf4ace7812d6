#include <Rmath.h>

#include "check.h"
#include "math/normal.h"

/* By Rmath's. */
static void table(void **state) {
  (void)state;
  double known[VD_NORMAL_TABLE];
  vd_normal_fill(known);
  for (double z = -8.5; z < 8.6; z += 0.0137) {
    assert_true(fabs(vd_normal_below(known, z) - pnorm(z, 0, 1, 1, 0)) < 1e-8);
  }
  for (double p = 1e-12; p < 1; p += 0.00037) {
    assert_true(fabs(vd_normal_at(known, p) - qnorm(p, 0, 1, 1, 0)) < 1e-4);
  }
  assert_true(vd_normal_below(known, -INFINITY) == 0);
  assert_true(vd_normal_below(known, INFINITY) == 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(table)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
