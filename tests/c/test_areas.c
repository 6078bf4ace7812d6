#include "numeric.h"
#include "numeric/areas.h"
#include "numeric/units.h"

/* Two models on n rows: areas by counting pairs, covariance by its definition. */
static void agree(ptrdiff_t n, const int *event, const double *const *score) {
  enum { MOST = 1100 };
  static int order[MOST], other[MOST];
  static uint64_t keys[2 * MOST];
  static unsigned char mark[MOST];
  static uint32_t twice[2 * MOST];
  static double place[2][MOST], room[2 * VD_AREAS_BLOCK];
  vd_binary rows = {n, event, NULL, NULL};
  vd_class_sizes size = vd_binary_count(&rows);
  double area[2], all[4], with[4];
  for (int c = 0; c < 2; c++) {
    vd_order_scores(n, score[c], order, keys, other);
    assert_true(vd_order_mark(n, score[c], order, event, mark));
    int64_t found =
        vd_areas_places(&rows, order, mark, (ptrdiff_t)size.positive, twice + c * n);
    int64_t sum = 0;
    for (ptrdiff_t i = 0; i < n; i++) {
      int64_t right = 0;
      for (ptrdiff_t j = 0; j < n; j++) {
        if (event[j] == event[i]) continue;
        double high = score[c][event[i] ? i : j], low = score[c][event[i] ? j : i];
        right += high > low ? 2 : high == low;
      }
      assert_true(twice[c * n + i] == right);
      sum += event[i] ? right : 0;
      place[c][i] = (double)right / 2 / (event[i] ? size.negative : size.positive);
    }
    assert_true(found == sum);
    area[c] = (double)sum / (2 * size.positive * size.negative);
  }
  memset(all, 0, sizeof all);
  memset(with, 0, sizeof with);
  for (ptrdiff_t lo = 0; lo < n; lo += 400)
    vd_areas_cross(&rows, size, 2, twice, area, lo, n < lo + 400 ? n : lo + 400, all,
                   with, room);
  vd_areas_finish(2, all, with);
  for (int c = 0; c < 2; c++) {
    for (int d = 0; d < 2; d++) {
      double of[2] = {0, 0}, m[2] = {size.negative, size.positive};
      for (ptrdiff_t i = 0; i < n; i++)
        of[event[i]] += (place[c][i] - area[c]) * (place[d][i] - area[d]);
      for (int k = 0; k < 2; k++) of[k] /= m[k] * (m[k] - 1);
      check_close(with[2 * c + d], of[1], 1e-11);
      check_close(all[2 * c + d], of[0] + of[1], 1e-11);
    }
  }
}

static void places_and_covariance_are_by_definition(void **state) {
  (void)state;
  enum { N = 1100 };
  static int event[N];
  static double plain[N], tied[N];
  static const double odd[] = {-INFINITY, -1e300, -1, -5e-324, -0.0,    0,
                               5e-324,    .5,     1,  1e300,   INFINITY};
  for (int i = 0; i < N; i++) {
    event[i] = i * 5 % 7 < 2;
    plain[i] = (i * 7919 % 4001) / 4001. + event[i] * .2;
    tied[i] = odd[i * 31 % 11];
  }
  const double *score[2] = {plain, tied};
  for (ptrdiff_t n = 13; n <= N; n += n < 100 ? 1 : 97) agree(n, event, score);
  agree(N, event, score);
  agree(2 * (ptrdiff_t)VD_AREAS_BLOCK, event, score);
  for (int i = 0; i < N; i++) plain[i] = i, tied[i] = 3;
  agree(N, event, score);
  for (int i = 0; i < N; i++) plain[i] = -i, tied[i] = event[i];
  agree(N, event, score);
}

static void perfect_and_constant_scores_have_no_variance(void **state) {
  (void)state;
  enum { N = 700 };
  static int event[N], order[N], other[N];
  static double score[N], room[VD_AREAS_BLOCK];
  static uint64_t keys[2 * N];
  static unsigned char mark[N];
  static uint32_t twice[N];
  for (int i = 0; i < N; i++) event[i] = i % 3 == 0;
  vd_binary rows = {N, event, NULL, NULL};
  vd_class_sizes size = vd_binary_count(&rows);
  for (int kind = 0; kind < 3; kind++) {
    for (int i = 0; i < N; i++)
      score[i] = kind == 0 ? 7 : kind == 1 ? event[i] * N + i : -event[i] * N - i;
    vd_order_scores(N, score, order, keys, other);
    assert_true(vd_order_mark(N, score, order, event, mark));
    int64_t sum = vd_areas_places(&rows, order, mark, (ptrdiff_t)size.positive, twice);
    double area = (double)sum / (2 * size.positive * size.negative);
    double all = 0, with = 0;
    assert_true(area == (kind == 0 ? .5 : kind == 1 ? 1 : 0));
    vd_areas_cross(&rows, size, 1, twice, &area, 0, N, &all, &with, room);
    vd_areas_finish(1, &all, &with);
    assert_true(all == 0 && with == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_and_covariance_are_by_definition),
      cmocka_unit_test(perfect_and_constant_scores_have_no_variance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
