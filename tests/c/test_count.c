#include "counting.h"
#include "check.h"

#include <limits.h>

static void unusable_weights_are_found(void **state) {
  (void)state;
  const double bad[] = {-1, NAN, INFINITY, -INFINITY, -1e-300};
  for (int k = 0; k < 5; k++) {
    const double real[] = {1, 0, bad[k], 2};
    const vd_weights w = {NULL, real};
    double zero = 0, sum = 0;
    assert_int_equal(vd_count_check_weights(&w, 0, 4, &zero, &sum), 2);
    assert_int_equal(vd_count_check_weights(&w, 3, 4, &zero, &sum), -1);
    assert_true(zero == 1 && sum == 3);
  }
  const int whole[] = {3, 0, INT_MAX, INT_MIN};
  const vd_weights w = {whole, NULL};
  double zero = 0, sum = 0;
  assert_int_equal(vd_count_check_weights(&w, 0, 3, &zero, &sum), -1);
  assert_true(zero == 1 && sum == 3 + (double)INT_MAX);
  assert_int_equal(vd_count_check_weights(&w, 0, 4, &zero, &sum), 3);
}

static void weights_of_either_type_are_read(void **state) {
  (void)state;
  const int whole[] = {1, 2, 0};
  const double real[] = {0.5, 0, 7};
  const vd_weights none = {NULL, NULL}, ints = {whole, NULL}, doubles = {NULL, real};
  double out[2];
  assert_false(vd_count_weighted(&none));
  assert_true(vd_count_weighted(&ints) && vd_count_weighted(&doubles));
  vd_count_weights(&ints, 1, 2, out);
  assert_true(out[0] == 2 && out[1] == 0);
  vd_count_weights(&doubles, 1, 2, out);
  assert_true(out[0] == 0 && out[1] == 7);
  int pattern[] = {4, 5, 6};
  vd_count_drop_zero(&ints, 0, 3, pattern);
  vd_count_drop_zero(&doubles, 0, 3, pattern);
  assert_true(pattern[0] == 4 && pattern[1] == 0 && pattern[2] == 0);
}

static void missing_labels_are_counted_by_column(void **state) {
  (void)state;
  enum { N = 2 * VD_CHUNK + 3 };
  int a[N], b[N];
  double weight[N], expected[3] = {0}, missing[3] = {0}, unweighted[3] = {0};
  uint64_t seed = 3;
  const int map[] = {0, 1, 0, 2}, *maps[] = {map, map};
  for (int i = 0; i < N; i++) {
    a[i] = (int)counting_draw(&seed, 4);
    b[i] = (int)counting_draw(&seed, 6);
    weight[i] = counting_draw(&seed, 3);
    const int none_a = map[a[i]] == 0, none_b = b[i] > 3 || map[b[i]] == 0;
    unweighted[0] += none_a || none_b;
    if (weight[i] == 0) continue;
    expected[0] += none_a || none_b;
    expected[1] += none_a;
    expected[2] += none_b;
  }
  const vd_column col[] = {counting_codes(a, 0, 3), counting_codes(b, 0, 3)};
  vd_rows rows = {{.n_col = 2}, col, {NULL, weight}};
  vd_count_missing(&rows, maps, 0, 5, missing);
  vd_count_missing(&rows, maps, 5, N, missing);
  assert_memory_equal(missing, expected, sizeof missing);
  rows.weights.real = NULL;
  missing[0] = 0;
  vd_count_missing(&rows, maps, 0, N, missing);
  assert_true(missing[0] == unweighted[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unusable_weights_are_found),
      cmocka_unit_test(weights_of_either_type_are_read),
      cmocka_unit_test(missing_labels_are_counted_by_column),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
