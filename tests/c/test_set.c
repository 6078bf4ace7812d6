/* vd_set_fault() names what is wrong with a set that was changed by hand. */
#include "check.h"
#include "rows.h"

static rows data;

static vd_set clustered(void) {
  rows_draw(&data, 1);
  return rows_clustered(&data);
}

static void whole_sets_have_no_fault(void **state) {
  (void)state;
  double count[ROWS];
  vd_set set = clustered(), plain = rows_independent(&data);
  assert_null(vd_set_fault(&plain, 0, count));
  vd_set_patterns(&set, set.multiplicity, data.count);
  assert_null(vd_set_fault(&set, ROWS, count));
}

static void expect_fault(vd_set set, ptrdiff_t n_entries) {
  double count[ROWS];
  assert_non_null(vd_set_fault(&set, n_entries, count));
}

static void each_fault_is_found(void **state) {
  (void)state;
  vd_set set = clustered();
  vd_set_patterns(&set, set.multiplicity, data.count);
  expect_fault(set, ROWS - 1);
  data.label[3] = CLASSES + 1;
  expect_fault(set, ROWS);
  set = clustered();
  data.count[0] = NAN;
  expect_fault(set, ROWS);
  set = clustered();
  vd_set_patterns(&set, set.multiplicity, data.count);
  data.start[1] = ROWS + 1;
  expect_fault(set, ROWS);
  set = clustered();
  vd_set_patterns(&set, set.multiplicity, data.count);
  data.pattern[0] = 0;
  expect_fault(set, ROWS);
  set = clustered();
  vd_set_patterns(&set, set.multiplicity, data.count);
  data.within[0] = -1;
  expect_fault(set, ROWS);
  set = clustered();
  vd_set_patterns(&set, set.multiplicity, data.count);
  data.count[0] += 1;
  expect_fault(set, ROWS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(whole_sets_have_no_fault),
      cmocka_unit_test(each_fault_is_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
