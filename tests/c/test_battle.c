#include "check.h"
#include "scores/battle.h"

#include <math.h>

enum { C = 3, LD = C + 1 };

/* Each pair both ways round, and the first won. */
static const int first[] = {0, 1, 0, 2, 1, 2};
static const int second[] = {1, 0, 2, 0, 2, 1};
static const double won[] = {1, 1, 1, 1, 1, 1};

static int heard;

static void hear(void) {
  heard++;
}

static vd_status fit(const double *count, int ordered, double *ability, double *inverse,
                     vd_status *status) {
  vd_battles x = {C, ordered, 6, first, second, won, count, NULL};
  unsigned char graph[C * C + 2 * C];
  double work[LD * LD + 2 * LD];
  int place[C];
  assert_true(vd_battle_graph_work(C) == sizeof graph);
  assert_true(vd_battle_work(C) * sizeof(double) == sizeof work);
  vd_battle_graph(&x, status, graph);
  return vd_battle_fit(&x, status, ability, inverse, work, place, hear);
}

/* The first model beat the second 3 to 1 and the third 2 to 1, the second the third 3
 * to 1. */
static void abilities_of_the_example(void **state) {
  (void)state;
  vd_status status[C];
  double ability[LD], inverse[LD * LD];
  const double count[] = {3, 1, 2, 1, 3, 1};
  assert_int_equal(fit(count, 0, ability, inverse, status), VD_STATUS_OK);
  check_close(ability[0], -ability[2], 1e-12);
  check_close(ability[1], 0, 1e-12);
  /* its wins are as many as expected */
  double p = 1 / (1 + exp(-ability[0])), q = 1 / (1 + exp(-2 * ability[0]));
  check_close(4 * p + 3 * q, 5, 1e-9);
  check_close(ability[0], .6575841, 1e-6);
  check_close(sqrt(inverse[0]), .5700014, 1e-6);
  check_close(sqrt(inverse[1 + LD]), .4971153, 1e-6);
  check_close(sqrt(inverse[2 + 2 * LD]), .5700014, 1e-6);
  double row = 0;
  for (int c = 0; c < C; c++) row += inverse[c];
  check_close(row, 0, 1e-12);
  assert_true(heard > 0);
}

static void graph_decides_who_is_finite(void **state) {
  (void)state;
  vd_status status[C];
  double ability[LD], inverse[LD * LD];
  const double never[] = {3, 1, 2, 0, 3, 0};
  fit(never, 0, ability, inverse, status);
  assert_int_equal(status[2], VD_STATUS_NEVER_WON);
  assert_int_equal(status[0], VD_STATUS_OK);
  check_close(ability[0] - ability[1], log(3), 1e-9);
  const double always[] = {2, 0, 3, 0, 3, 1};
  fit(always, 0, ability, inverse, status);
  assert_int_equal(status[0], VD_STATUS_NEVER_LOST);
  check_close(ability[1] - ability[2], log(3), 1e-9);
  const double chain[] = {1, 0, 0, 0, 1, 0};
  fit(chain, 0, ability, inverse, status);
  assert_int_equal(status[0], VD_STATUS_NEVER_LOST);
  assert_int_equal(status[1], VD_STATUS_OK);
  assert_int_equal(status[2], VD_STATUS_NEVER_WON);
  const double absent[] = {1, 1, 0, 0, 0, 0};
  fit(absent, 0, ability, inverse, status);
  assert_int_equal(status[2], VD_STATUS_NO_ROWS);
  const double none[] = {0, 0, 0, 0, 0, 0};
  fit(none, 0, ability, inverse, status);
  assert_int_equal(status[0], VD_STATUS_NO_ROWS);
}

static void being_first_can_be_told_apart(void **state) {
  (void)state;
  vd_status status[C];
  double ability[LD], inverse[LD * LD];
  /* every model was first and second; here only the first ever wins */
  const double count[] = {3, 1, 2, 1, 3, 1};
  assert_int_equal(fit(count, 1, ability, inverse, status), VD_STATUS_INFINITE_ORDER);
}

static void contributions_sum_to_nothing(void **state) {
  (void)state;
  vd_status status[C];
  double ability[LD], inverse[LD * LD], value[6 * LD] = {0}, grouped[2 * LD] = {0};
  const double count[] = {3, 1, 2, 1, 3, 1};
  const int group[] = {0, 1, 0, 1, 0, 1};
  vd_battles x = {C, 0, 6, first, second, won, count, NULL};
  fit(count, 0, ability, inverse, status);
  vd_battle_influence(&x, status, ability, inverse, NULL, 6, 0, 6, value);
  vd_battle_influence(&x, status, ability, inverse, group, 2, 0, 6, grouped);
  for (int c = 0; c < LD; c++) {
    double sum[2] = {0};
    for (int i = 0; i < 6; i++) sum[group[i]] += count[i] * value[i + 6 * c];
    check_close(sum[0] + sum[1], 0, 1e-9);
    check_close(sum[0] - grouped[2 * c], 0, 1e-9);
    check_close(sum[1] - grouped[2 * c + 1], 0, 1e-9);
  }
}

/* A triangle of which one model met two others, and one of these a model that never won.
 */
static void blocks_are_parted_by_models(void **state) {
  (void)state;
  enum { MODELS = 6, ROWS = 6 };
  const int a[ROWS] = {0, 1, 2, 2, 2, 4}, b[ROWS] = {1, 2, 0, 3, 4, 5};
  const double tie[ROWS] = {.5, .5, .5, .5, .5, 1}, one[ROWS] = {1, 1, 1, 1, 1, 1};
  vd_status status[MODELS];
  unsigned char graph[MODELS * MODELS + 2 * MODELS];
  int work[MODELS * (MODELS + 5)], block[ROWS];
  assert_true(vd_battle_blocks_work(MODELS) * sizeof(int) == sizeof work);
  for (int ordered = 0; ordered < 2; ordered++) {
    vd_battles x = {MODELS, ordered, ROWS, a, b, tie, one, NULL};
    vd_battle_graph(&x, status, graph);
    assert_int_equal(status[5], VD_STATUS_NEVER_WON);
    vd_battle_blocks(&x, status, block, work);
    assert_int_equal(block[0], block[1]);
    assert_int_equal(block[0], block[2]);
    assert_int_equal(block[3] == block[0], ordered);
    assert_int_equal(block[4] == block[0], ordered);
    assert_int_equal(block[4] == block[3], ordered);
    assert_true(block[0] > 0 && block[3] > 0 && block[4] > 0);
    assert_int_equal(block[5], 0);
  }
}

/* Two triangles of ties that one unit links, and a model that hangs on the first by two.
 */
static void one_unit_is_no_link(void **state) {
  (void)state;
  enum { MODELS = 7, ROWS = 9 };
  const int a[ROWS] = {0, 1, 2, 3, 4, 5, 2, 0, 0}, b[ROWS] = {1, 2, 0, 4, 5, 3, 3, 6, 6};
  const double tie[ROWS] = {.5, .5, .5, .5, .5, .5, .5, .5, .5};
  const double one[ROWS] = {1, 1, 1, 1, 1, 1, 1, 1, 1};
  int unit[ROWS] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  vd_status status[MODELS];
  unsigned char graph[MODELS * MODELS + 2 * MODELS];
  int work[MODELS * (MODELS + 4)];
  vd_battles x = {MODELS, 0, ROWS, a, b, tie, one, unit};
  assert_true(vd_battle_links_work(MODELS) * sizeof(int) == sizeof work);
  for (int round = 0; round < 4; round++) {
    const int linked[][MODELS] = {
        {1, 1, 1, 0, 0, 0, 1}, /* as it stands */
        {1, 1, 1, 1, 1, 1, 1}, /* the link is of several */
        {1, 1, 1, 1, 1, 1, 0}, /* the last two rows are one unit */
        {0, 0, 0, 0, 0, 0, 0}, /* as large as each other without the last model */
    };
    unit[6] = round == 1 || round == 2 ? 0 : 7;
    unit[8] = round < 2 ? 9 : 8;
    vd_battle_graph(&x, status, graph);
    for (int i = 0; i < MODELS; i++) assert_int_equal(status[i], VD_STATUS_OK);
    vd_battle_links(&x, status, work);
    for (int i = 0; i < MODELS; i++) {
      assert_int_equal(status[i], linked[round][i] ? VD_STATUS_OK : VD_STATUS_ONE_LINK);
    }
  }
  /* A chain of wins leaves one between the first and the last. */
  const double chain[ROWS] = {1, 1};
  vd_battles few = {3, 0, 2, a, b, chain, one, unit};
  vd_battle_graph(&few, status, graph);
  vd_battle_links(&few, status, work);
  assert_int_equal(status[0], VD_STATUS_NEVER_LOST);
  assert_int_equal(status[1], VD_STATUS_ALONE);
  assert_int_equal(status[2], VD_STATUS_NEVER_WON);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(abilities_of_the_example),
      cmocka_unit_test(graph_decides_who_is_finite),
      cmocka_unit_test(being_first_can_be_told_apart),
      cmocka_unit_test(contributions_sum_to_nothing),
      cmocka_unit_test(blocks_are_parted_by_models),
      cmocka_unit_test(one_unit_is_no_link),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
