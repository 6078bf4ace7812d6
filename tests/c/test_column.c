#include "counting.h"
#include "check.h"

#include <limits.h>

/* NA, zero, negative and too large codes have slot 0. */
static void malformed_codes_have_no_slot(void **state) {
  (void)state;
  const int data[] = {1, 3, INT_MIN, 0, -1, 4, INT_MAX, 2};
  const uint32_t expected[] = {1, 3, 0, 0, 0, 0, 0, 2};
  uint32_t slot[8];
  const vd_column col = counting_codes(data, 0, 3);
  vd_column_slots(&col, 0, 8, slot);
  assert_memory_equal(slot, expected, sizeof expected);
  vd_column_slots(&col, 6, 2, slot);
  assert_memory_equal(slot, expected + 6, 2 * sizeof *slot);
}

static void integers_count_from_their_base(void **state) {
  (void)state;
  const int data[] = {-3, -2, -1, 0, INT_MIN, -4, 1, INT_MAX - 1, INT_MAX, INT_MIN + 1};
  const uint32_t low[] = {1, 2, 3, 4, 0, 0, 0, 0, 0, 0};
  const uint32_t high[] = {0, 0, 0, 0, 0, 0, 0, 1, 2, 0};
  uint32_t slot[10];
  vd_column col = counting_codes(data, -4, 4);
  vd_column_slots(&col, 0, 10, slot);
  assert_memory_equal(slot, low, sizeof low);
  col = counting_codes(data, INT_MAX - 2, 2);
  vd_column_slots(&col, 0, 10, slot);
  assert_memory_equal(slot, high, sizeof high);
}

static void whole_doubles_count_from_their_base(void **state) {
  (void)state;
  const double data[] = {-1, 0, 1, NAN, INFINITY, -INFINITY, 1e300, -0.0, -2, 2};
  const uint32_t expected[] = {1, 2, 3, 0, 0, 0, 0, 2, 0, 0};
  uint32_t slot[10];
  const vd_column col = {.type = VD_COLUMN_WHOLE, .data = data, .base = -2, .n_slots = 4};
  vd_column_slots(&col, 0, 10, slot);
  assert_memory_equal(slot, expected, sizeof expected);
}

static void keys_tell_labels_apart(void **state) {
  (void)state;
  const double zero[] = {0.0, -0.0, NAN, -NAN, 1};
  const int whole[] = {INT_MIN, INT_MAX, -1, 0, 1};
  const void *address[] = {NULL, zero, whole, zero, NULL};
  const uint32_t of_zero[] = {1, 1, 2, 2, 3}, of_whole[] = {1, 2, 3, 4, 5};
  const uint32_t of_address[] = {1, 2, 3, 2, 1};
  const struct {
    vd_column_type type;
    const void *data;
    const uint32_t *expected;
  } cases[] = {{VD_COLUMN_KEY_DOUBLE, zero, of_zero},
               {VD_COLUMN_KEY_INT, whole, of_whole},
               {VD_COLUMN_KEY_POINTER, address, of_address}};
  for (int k = 0; k < 3; k++) {
    vd_column col = {.type = cases[k].type, .data = cases[k].data};
    uint32_t slot[5];
    counting_dictionary(&col, 5);
    vd_column_slots(&col, 0, 5, slot);
    assert_memory_equal(slot, cases[k].expected, sizeof slot);
    counting_drop_dictionary(&col);
  }
}

static void ranges_leave_out_missing_values(void **state) {
  (void)state;
  const int whole[] = {INT_MIN, 5, -7, INT_MIN, INT_MAX};
  int low = INT_MAX, high = INT_MIN;
  vd_column_range_int(whole, 0, 4, &low, &high);
  assert_int_equal(low, -7);
  assert_int_equal(high, 5);
  vd_column_range_int(whole, 4, 5, &low, &high);
  assert_int_equal(high, INT_MAX);
  low = INT_MAX, high = INT_MIN;
  vd_column_range_int(whole, 3, 4, &low, &high);
  assert_true(low > high);

  const double real[] = {NAN, 2, -1e15, 2.5, INFINITY};
  double least = INFINITY, most = -INFINITY;
  assert_int_equal(vd_column_range_double(real, 0, 3, &least, &most), -1);
  assert_true(least == -1e15 && most == 2);
  assert_int_equal(vd_column_range_double(real, 0, 5, &least, &most), 3);
  assert_int_equal(vd_column_range_double(real, 4, 5, &least, &most), 4);
}

/* A chunk of full length takes the vectorised way. */
static void full_blocks_are_like_short_ones(void **state) {
  (void)state;
  int data[VD_CHUNK];
  uint32_t all[VD_CHUNK], one;
  uint64_t seed = 1;
  for (int i = 0; i < VD_CHUNK; i++) data[i] = (int)counting_draw(&seed, 40) - 10;
  const vd_column col = counting_codes(data, 2, 20);
  vd_column_slots(&col, 0, VD_CHUNK, all);
  for (int i = 0; i < VD_CHUNK; i++) {
    vd_column_slots(&col, i, 1, &one);
    assert_int_equal(all[i], one);
    assert_int_equal(one, data[i] >= 3 && data[i] <= 22 ? data[i] - 2 : 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(malformed_codes_have_no_slot),
      cmocka_unit_test(integers_count_from_their_base),
      cmocka_unit_test(whole_doubles_count_from_their_base),
      cmocka_unit_test(keys_tell_labels_apart),
      cmocka_unit_test(ranges_leave_out_missing_values),
      cmocka_unit_test(full_blocks_are_like_short_ones),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
