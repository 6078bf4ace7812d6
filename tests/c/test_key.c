#include "counting.h"
#include "check.h"

#include <string.h>

static void widths_hold_the_slots(void **state) {
  (void)state;
  const uint32_t n[] = {1, 2, 3, 4, 5, 256, 257, UINT32_MAX};
  const int width[] = {1, 1, 2, 2, 3, 8, 9, 32};
  for (int i = 0; i < 8; i++) assert_int_equal(vd_key_width(n[i]), width[i]);
}

/* No column straddles two words, and what is put is got. */
static void a_key_gives_back_its_columns(void **state) {
  (void)state;
  enum { MOST = 70 };
  uint64_t seed = 2;
  for (int n_col = 1; n_col <= MOST; n_col++) {
    int word[MOST], shift[MOST], width[MOST];
    uint32_t value[MOST];
    uint64_t key[MOST] = {0};
    vd_layout layout = {n_col, 0, word, shift, width};
    for (int j = 0; j < n_col; j++) width[j] = 1 + (int)counting_draw(&seed, 32);
    vd_key_layout(&layout);
    for (int j = 0; j < n_col; j++) {
      assert_in_range(shift[j] + width[j], 1, 64);
      assert_in_range(word[j], 0, layout.n_words - 1);
      value[j] =
          (uint32_t)(counting_draw(&seed, UINT32_MAX) & ((UINT64_C(1) << width[j]) - 1));
      vd_key_put(&layout, key, j, value[j]);
    }
    for (int j = 0; j < n_col; j++)
      assert_int_equal(vd_key_get(&layout, key, j), value[j]);
  }
}

static void keys_compare_as_rows_do(void **state) {
  (void)state;
  int word[3], shift[3], width[3] = {30, 30, 30};
  vd_layout layout = {3, 0, word, shift, width};
  vd_key_layout(&layout);
  assert_int_equal(layout.n_words, 2);
  const uint32_t rows[][3] = {{1, 9, 9}, {2, 0, 9}, {2, 1, 0}, {2, 1, 1}};
  uint64_t keys[4][2] = {{0}};
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) vd_key_put(&layout, keys[i], j, rows[i][j]);
  for (int i = 0; i < 3; i++)
    assert_true(keys[i][0] < keys[i + 1][0] ||
                (keys[i][0] == keys[i + 1][0] && keys[i][1] < keys[i + 1][1]));
}

static void packing_reads_every_column(void **state) {
  (void)state;
  const int a[] = {1, 2, 3}, b[] = {3, 1, 9};
  const vd_column col[] = {counting_codes(a, 0, 3), counting_codes(b, 0, 3)};
  int word[2], shift[2], width[2] = {2, 32};
  uint64_t key[2 * VD_CHUNK];
  vd_layout layout = {2, 0, word, shift, width};
  vd_key_layout(&layout);
  assert_int_equal(vd_key_bits(&layout), 34);
  vd_key_pack(&layout, col, 1, 2, key);
  assert_int_equal(key[0], (UINT64_C(2) << 32) + 1);
  assert_int_equal(key[1], UINT64_C(3) << 32);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(widths_hold_the_slots),
      cmocka_unit_test(a_key_gives_back_its_columns),
      cmocka_unit_test(keys_compare_as_rows_do),
      cmocka_unit_test(packing_reads_every_column),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
