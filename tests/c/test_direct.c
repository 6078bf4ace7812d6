#include "counting.h"
#include "check.h"

#include <limits.h>
#include <stdlib.h>

enum { N = 2100, LABELS = 3, MOST = 9 };

static int code[MOST][N];
static double real[MOST][N], weight[N];
static int whole_weight[N];

static void draw(uint64_t seed) {
  for (int j = 0; j < MOST; j++)
    for (int i = 0; i < N; i++) {
      code[j][i] = (int)counting_draw(&seed, LABELS + 2);
      real[j][i] = code[j][i] + 0.0;
    }
  for (int i = 0; i < N; i++) {
    whole_weight[i] = (int)counting_draw(&seed, 4);
    weight[i] = whole_weight[i] / 8.0;
  }
}

/* Label 3 of odd columns is class 4, none of column 0's is class 2. */
static const int map_even[] = {0, 1, 3, 4}, map_odd[] = {0, 3, 2, 4};

static counting columns(int n_col, ptrdiff_t n, vd_column *col, const int **map) {
  for (int j = 0; j < n_col; j++) {
    col[j] = counting_codes(code[j], 0, LABELS);
    map[j] = j % 2 ? map_odd : map_even;
  }
  const counting in = {.n_rows = n,
                       .n_col = n_col,
                       .n_classes = 4,
                       .col = col,
                       .map = map,
                       .tracked = true};
  return in;
}

static void check(const counting *in) {
  counted fast = counting_run(in), slow = counting_naive(in);
  assert_true(counting_same(&fast, &slow, in));
  counting_free(&fast);
  counting_free(&slow);
}

/* Every number of columns (taken by threes), rows that are no multiple of a group. */
static void counts_are_those_of_brute_force(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *map[MOST];
  draw(4);
  for (int n_col = 1; n_col <= MOST; n_col++)
    for (ptrdiff_t n = 1; n < 60; n += 1 + n / 8) {
      const counting in = columns(n_col, n, col, map);
      check(&in);
    }
}

/* Groups of rows that are all in order, and one stray code of every kind among them. */
static void one_stray_code_is_found(void **state) {
  (void)state;
  static const int odd[] = {0, -1, LABELS + 1, INT_MIN, INT_MAX, 1 << 20};
  enum { ODD = sizeof odd / sizeof *odd };
  vd_column col[MOST];
  const int *map[MOST];
  draw(8);
  for (int j = 0; j < MOST; j++)
    for (int i = 0; i < N; i++) code[j][i] = 1 + (i * (j + 3) / 2) % LABELS;
  for (int n_col = 1; n_col <= 4; n_col++) {
    counting in = columns(n_col, 70, col, map);
    check(&in);
    for (int j = 0; j < n_col; j++)
      for (int k = 0; k < ODD; k++) {
        const int before = code[j][35];
        code[j][35] = odd[k];
        check(&in);
        code[j][35] = before;
      }
  }
}

static void codes_may_have_a_base(void **state) {
  (void)state;
  static const int base[] = {-2, 41, INT_MIN + 1, INT_MAX - LABELS};
  vd_column col[MOST];
  const int *map[MOST];
  for (int b = 0; b < 4; b++) {
    draw(9);
    for (int i = 0; i < N; i++) code[1][i] = base[b] + 1 + i % LABELS;
    code[1][20] = base[b];
    counting in = columns(3, 100, col, map);
    col[1] = counting_codes(code[1], base[b], LABELS);
    check(&in);
  }
}

static void other_columns_pass_through_blocks(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *map[MOST];
  draw(5);
  counting in = columns(3, N, col, map);
  col[1].type = VD_COLUMN_WHOLE;
  col[1].data = real[1];
  col[2].type = VD_COLUMN_KEY_DOUBLE;
  col[2].data = real[2];
  counting_dictionary(&col[2], N);
  const int map_key[] = {0, 1, 2, 3, 4, 0};
  map[2] = map_key;
  check(&in);
  counting_drop_dictionary(&col[2]);
}

static void weights_add_up(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *map[MOST];
  draw(6);
  counting in = columns(3, N, col, map);
  in.weights.real = weight;
  check(&in);
  in.weights.real = NULL;
  in.weights.whole = whole_weight;
  check(&in);
}

/* A table too large for copies. */
static void many_cells_have_one_counter(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *map[MOST];
  draw(7);
  const counting in = columns(MOST, 700, col, map);
  assert_true(vd_direct_copies(VD_DIRECT_BITS) == 1);
  check(&in);
}

static void levels_asked_for_are_kept(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *map[MOST];
  draw(8);
  counting in = columns(2, N, col, map);
  in.n_levels = 4;
  check(&in);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_are_those_of_brute_force),
      cmocka_unit_test(one_stray_code_is_found),
      cmocka_unit_test(codes_may_have_a_base),
      cmocka_unit_test(other_columns_pass_through_blocks),
      cmocka_unit_test(weights_add_up),
      cmocka_unit_test(many_cells_have_one_counter),
      cmocka_unit_test(levels_asked_for_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
