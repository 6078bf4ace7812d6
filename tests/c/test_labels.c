#include "check.h"
#include "count/labels.h"

#include <string.h>

enum { BITS = 6, PLACES = 1 << BITS };

static void codes_follow_first_appearance(void **state) {
  (void)state;
  uint64_t keys[PLACES] = {0};
  uint32_t codes[PLACES] = {0};
  double first[PLACES / 2];
  vd_dictionary d = {keys, codes, BITS, 0};
  const uint64_t rows[] = {7, 7, 0, UINT64_MAX, 0, 7, 12};
  ptrdiff_t reached;
  assert_int_equal(vd_labels_add(&d, rows, 7, 100, first, &reached), VD_STATUS_OK);
  assert_int_equal(reached, 7);
  assert_int_equal(d.n, 4);
  assert_int_equal(vd_labels_find(&d, 7), 1);
  assert_int_equal(vd_labels_find(&d, 0), 2);
  assert_int_equal(vd_labels_find(&d, UINT64_MAX), 3);
  assert_int_equal(vd_labels_find(&d, 12), 4);
  assert_int_equal(vd_labels_find(&d, 13), 0);
  const double expected[] = {100, 102, 103, 106};
  assert_memory_equal(first, expected, sizeof expected);
}

/* Keys that share a home, at the end of the table, wrap around to its start. */
static void collisions_wrap_around(void **state) {
  (void)state;
  uint64_t keys[PLACES] = {0}, same[5];
  uint32_t codes[PLACES] = {0};
  double first[PLACES / 2];
  vd_dictionary empty = {keys, codes, BITS, 0}, d = empty;
  ptrdiff_t found = 0, reached;
  for (uint64_t key = 1; found < 5; key++)
    if (vd_labels_place(&empty, key) == PLACES - 1) same[found++] = key;
  assert_int_equal(vd_labels_add(&d, same, 5, 0, first, &reached), VD_STATUS_OK);
  for (uint32_t i = 0; i < 5; i++) assert_int_equal(vd_labels_find(&d, same[i]), i + 1);
  assert_int_equal(codes[0], 2);
}

static void a_full_dictionary_grows(void **state) {
  (void)state;
  uint64_t small_keys[4] = {0}, keys[PLACES] = {0};
  uint32_t small_codes[4] = {0}, codes[PLACES] = {0};
  double first[PLACES / 2];
  vd_dictionary small = {small_keys, small_codes, 2, 0}, large = {keys, codes, BITS, 0};
  const uint64_t rows[] = {5, 6, 5, 8, 9};
  ptrdiff_t reached;
  assert_int_equal(vd_labels_add(&small, rows, 5, 0, first, &reached), VD_STATUS_FULL);
  assert_int_equal(reached, 3);
  vd_labels_copy(&small, &large);
  assert_int_equal(vd_labels_add(&large, rows + 3, 2, 3, first, &reached), VD_STATUS_OK);
  assert_int_equal(large.n, 4);
  for (uint32_t i = 0; i < 2; i++) assert_int_equal(vd_labels_find(&large, 5 + i), 1 + i);
  for (uint32_t i = 0; i < 2; i++) assert_int_equal(vd_labels_find(&large, 8 + i), 3 + i);
  const double expected[] = {0, 1, 3, 4};
  assert_memory_equal(first, expected, sizeof expected);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(codes_follow_first_appearance),
      cmocka_unit_test(collisions_wrap_around),
      cmocka_unit_test(a_full_dictionary_grows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
