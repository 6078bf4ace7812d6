#include "counting.h"
#include "check.h"

#include <stdlib.h>

enum { N = 1500, MOST = 12, LABELS = 2000 };

static int code[MOST][N], map[LABELS + 2], whole_weight[N];
static double weight[N];

/* `distinct` labels spread over the range; some codes are out of it. */
static counting columns(int n_col, uint32_t distinct, vd_column *col, const int **maps) {
  uint64_t seed = 9;
  const uint32_t step = LABELS / distinct;
  for (int k = 1; k <= LABELS; k++) map[k] = k % 7 == 3 ? k - 1 : k;
  map[1] = 0;
  for (int j = 0; j < n_col; j++) {
    for (int i = 0; i < N; i++)
      code[j][i] = (int)(counting_draw(&seed, distinct + 1) * step) + (i % 500 == 0);
    col[j] = counting_codes(code[j], 0, LABELS);
    maps[j] = map;
  }
  for (int i = 0; i < N; i++) {
    whole_weight[i] = (int)counting_draw(&seed, 3);
    weight[i] = whole_weight[i] / 4.0;
  }
  const counting in = {.n_rows = N,
                       .n_col = n_col,
                       .n_classes = LABELS,
                       .col = col,
                       .map = maps,
                       .first_bits = 4,
                       .no_direct = true};
  return in;
}

static void check(counting in) {
  counted slow = counting_naive(&in);
  for (int tracked = 0; tracked < 2; tracked++) {
    in.tracked = tracked;
    counted fast = counting_run(&in);
    assert_true(counting_same(&fast, &slow, &in));
    counting_free(&fast);
  }
  counting_free(&slow);
}

/* One to three words; hardly any or nearly only different rows; growing. */
static void counts_are_those_of_brute_force(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *maps[MOST];
  const uint32_t distinct[] = {1, 3, 400};
  for (int k = 0; k < 3; k++)
    for (int n_col = 1; n_col <= MOST; n_col += 4)
      check(columns(n_col, distinct[k], col, maps));
}

static void weights_add_up(void **state) {
  (void)state;
  vd_column col[MOST];
  const int *maps[MOST];
  counting in = columns(7, 20, col, maps);
  in.weights.whole = whole_weight;
  check(in);
  in.weights.whole = NULL;
  in.weights.real = weight;
  check(in);
}

static void rows_of_weight_zero_take_no_entry(void **state) {
  (void)state;
  vd_column col[1];
  const int *maps[1];
  counting in = columns(1, 400, col, maps);
  for (int i = 0; i < N; i++) weight[i] = 0;
  in.weights.real = weight;
  counted fast = counting_run(&in);
  assert_int_equal(fast.n, 0);
  counting_free(&fast);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_are_those_of_brute_force),
      cmocka_unit_test(weights_add_up),
      cmocka_unit_test(rows_of_weight_zero_take_no_entry),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
