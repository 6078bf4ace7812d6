#include "counting.h"
#include "check.h"

#include <stdlib.h>
#include <string.h>

static int compare_keys(const vd_cell *a, const vd_cell *b, int n_words) {
  for (int w = 0; w < n_words; w++)
    if (a[w].key != b[w].key) return a[w].key < b[w].key ? -1 : 1;
  return 0;
}

/* Sorted, and a permutation: each record's last cell says where it came from. */
static void check_sort(const vd_cell *record, size_t n, int n_words) {
  const vd_shape shape = {(size_t)n_words + 2, n_words};
  const size_t size = n * shape.size * sizeof *record;
  vd_cell *sorted = malloc(size + 1);
  bool *seen = calloc(n + 1, sizeof *seen);
  memcpy(sorted, record, size);
  for (size_t i = 0; i < n; i++) sorted[i * shape.size + (size_t)n_words + 1].key = i;
  vd_pattern_sort(sorted, n, shape);
  for (size_t i = 0; i < n; i++) {
    const vd_cell *here = sorted + i * shape.size;
    const size_t from = (size_t)here[n_words + 1].key;
    assert_false(seen[from]);
    seen[from] = true;
    assert_int_equal(compare_keys(here, record + from * shape.size, n_words), 0);
    if (i > 0) assert_true(compare_keys(here - shape.size, here, n_words) <= 0);
  }
  free(sorted);
  free(seen);
}

static void any_records_are_sorted(void **state) {
  (void)state;
  const size_t n[] = {0, 1, 2, 25, 300, 5000};
  const uint64_t masks[] = {0, 1, 0xFF00, UINT64_C(0x8000000000000001), UINT64_MAX};
  uint64_t seed = 10;
  for (int n_words = 1; n_words <= 3; n_words++)
    for (int k = 0; k < 6; k++)
      for (int m = 0; m < 5; m++) {
        const size_t size = (size_t)n_words + 2;
        vd_cell *record = calloc(n[k] * size + 1, sizeof *record);
        for (size_t i = 0; i < n[k] * size; i++)
          record[i].key = (((uint64_t)counting_draw(&seed, UINT32_MAX) << 32) ^
                           counting_draw(&seed, UINT32_MAX)) &
                          masks[m];
        check_sort(record, n[k], n_words);
        free(record);
      }
}

/* Record i differs from the next in bit i only: every digit splits off few, so the
 * depth limit is reached and heapsort ends it. */
static void late_differences_do_not_recurse_for_ever(void **state) {
  (void)state;
  enum { WORDS = 40, BITS = 64 * WORDS, SIZE = WORDS + 2 };
  vd_cell *record = calloc((size_t)BITS * SIZE, sizeof *record);
  for (int i = 0; i < BITS; i++)
    for (int bit = 0; bit < i; bit++)
      record[(size_t)i * SIZE + (size_t)bit / 64].key |= UINT64_C(1) << (63 - bit % 64);
  for (size_t i = 0; i < BITS / 2; i++)
    for (size_t w = 0; w < WORDS; w++) {
      const vd_cell x = record[i * SIZE + w];
      record[i * SIZE + w] = record[(BITS - 1 - i) * SIZE + w];
      record[(BITS - 1 - i) * SIZE + w] = x;
    }
  check_sort(record, BITS, WORDS);
  free(record);
}

static void equal_neighbours_are_merged(void **state) {
  (void)state;
  vd_cell record[] = {{.key = 1}, {.w = 2},   {.key = 3}, {.key = 1}, {.w = 5},
                      {.key = 0}, {.key = 4}, {.w = 1},   {.key = 2}, {.key = 9},
                      {.w = 8},   {.key = 1}, {.key = 9}, {.w = 1},   {.key = 5}};
  vd_cell cell[6] = {{.n = 1}, {.n = 1}, {.n = 1}, {.n = 1}, {.n = -1}, {.n = 1}};
  vd_tally tally = {.cell = cell, .direct = true, .bits = 3, .size = 1};
  const vd_shape shape = {3, 1};
  assert_int_equal(vd_pattern_merge(record, 5, shape, &tally), 3);
  assert_true(record[0].key == 1 && record[1].w == 7);
  assert_true(record[3].key == 4 && record[4].w == 1);
  assert_true(record[6].key == 9 && record[7].w == 9);
  const int64_t number[] = {1, 3, 2, 1, -1, 3};
  for (int i = 0; i < 6; i++) assert_int_equal(cell[i].n, number[i]);
  assert_int_equal(vd_pattern_merge(record, 0, shape, NULL), 0);
}

static void classes_are_numbered_anew(void **state) {
  (void)state;
  bool used[] = {false, true, false, false, true, false, true, false, false, false};
  const vd_recoding rule = {.classes = {.n_col = 2}, .n_classes = 4, .used = used};
  const int in_use[] = {0, 1, 0, 0, 2}, levels[] = {0, 1, 2, 3, 0};
  int number[5];
  vd_pattern_number(&rule, 0, number);
  assert_memory_equal(number, in_use, sizeof number);
  vd_pattern_number(&rule, 3, number);
  assert_memory_equal(number, levels, sizeof number);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_records_are_sorted),
      cmocka_unit_test(late_differences_do_not_recurse_for_ever),
      cmocka_unit_test(equal_neighbours_are_merged),
      cmocka_unit_test(classes_are_numbered_anew),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
