#include "counting.h"
#include "count/table.h"
#include "check.h"

enum { DIMS = 3, CELLS = 2 * 3 * 2 };

/* Columns of 2, 3 and 2 labels; the third label of the second has no class. */
static const int dim[DIMS] = {2, 3, 2};
static const int map0[] = {1, 2}, map1[] = {2, 1, 0}, map2[] = {1, 3};
static const int *const maps[] = {map0, map1, map2};

typedef struct {
  int word[DIMS], shift[DIMS], width[DIMS];
  bool used[DIMS * 4];
  vd_cell record[CELLS * 2];
} space;

static vd_table new_table(space *s, vd_weights cells) {
  vd_table t = {
      cells, DIMS, dim, {{DIMS, 0, s->word, s->shift, s->width}, maps, 3, s->used}};
  for (int j = 0; j < DIMS; j++) s->width[j] = vd_key_width(4);
  vd_key_layout(&t.rule.classes);
  return t;
}

static void cells_are_read_in_order(void **state) {
  (void)state;
  const double real[CELLS] = {0.5, 0, 3, 4, 5, 0, 7, 8, 0, 10, 0, 12};
  const int whole[CELLS] = {2, 0, 3, 4, 5, 0, 7, 8, 0, 10, 0, 12};
  const int expected[][DIMS] = {{1, 2, 1}, {1, 1, 1}, {2, 1, 1},
                                {1, 2, 3}, {2, 2, 3}, {2, 1, 3}};
  const double counts[] = {0.5, 3, 4, 7, 8, 10};
  for (int type = 0; type < 2; type++)
    for (ptrdiff_t cut = 0; cut <= CELLS; cut++) {
      space s = {.used = {false}};
      const vd_weights cells = {type ? whole : NULL, type ? NULL : real};
      const vd_table t = new_table(&s, cells);
      const vd_shape shape = {2, 1};
      uint32_t index[DIMS];
      double missing = 0;
      size_t n = 0;
      vd_table_read(&t, 0, cut, index, s.record, shape, &n, &missing);
      vd_table_read(&t, cut, CELLS, index, s.record, shape, &n, &missing);
      assert_int_equal(n, 6);
      assert_true(missing == 17);
      for (size_t i = 0; i < n; i++) {
        for (int j = 0; j < DIMS; j++)
          assert_int_equal(vd_key_get(&t.rule.classes, &s.record[2 * i].key, j),
                           expected[i][j]);
        assert_true(s.record[2 * i + 1].w == (i == 0 && type ? 2 : counts[i]));
      }
      const bool used[DIMS * 4] = {0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 0, 1};
      assert_memory_equal(s.used, used, sizeof used);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cells_are_read_in_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
