#include "numeric.h"
#include "numeric/classes.h"

enum { K = 3, H = 2 };

static const int code[EXAMPLE_N] = {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 1, 2};
static const int stratum[EXAMPLE_N] = {1, 1, 1, 2, 2, 2, 1, 1, 2, 2, 1, 2};
static double score[K * EXAMPLE_N];
static int order[K * EXAMPLE_N];

static void make_scores(void) {
  for (int i = 0; i < EXAMPLE_N; i++) {
    double sum = 0;
    for (int k = 0; k < K; k++) {
      score[k * EXAMPLE_N + i] = 1 + (i * (3 + k)) % 5 + 2 * (code[i] == k + 1);
      sum += score[k * EXAMPLE_N + i];
    }
    for (int k = 0; k < K; k++) score[k * EXAMPLE_N + i] /= sum;
  }
  for (int k = 0; k < K; k++) {
    uint64_t keys[2 * EXAMPLE_N];
    int other[EXAMPLE_N];
    vd_order_scores(EXAMPLE_N, score + k * EXAMPLE_N, order + k * EXAMPLE_N, keys, other);
  }
}

static vd_numeric value_of(vd_classes_measure measure, const double *weight, int strata,
                           double *u) {
  static double cell[K * H], size[K], work[EXAMPLE_N], own[EXAMPLE_N], share[K],
      mean[K * H];
  static int event[EXAMPLE_N], within[EXAMPLE_N];
  static ptrdiff_t end[H];
  static unsigned char mark[EXAMPLE_N];
  static double units_of[H * (K + 1)], part[H], at[H];
  static int lone[H], begins[EXAMPLE_N];
  vd_binary binary = {EXAMPLE_N, code, weight, NULL};
  vd_units units = {.rows = &binary};
  vd_strata within_strata = {.n = H,
                             .n_classes = K,
                             .least = 1,
                             .few = 1,
                             .of = stratum,
                             .code = code,
                             .size = units_of,
                             .begins = begins,
                             .lone = lone,
                             .share = part,
                             .value = at};
  vd_order_strata(EXAMPLE_N, order, stratum, H, within, end);
  vd_strata_prepare(&within_strata, &units, within, end, NULL);
  vd_classes rows = {EXAMPLE_N, K,      strata ? H : 1,
                     code,      weight, strata ? &within_strata : NULL,
                     &units,    cell,   size};
  vd_classes_count(&rows);
  vd_classes_model model = {&rows, score, order, 0};
  vd_classes_room room = {event, within, work, own, share, mean, end, mark};

  return vd_classes_of(&model, measure, u, &room);
}

/* Those of the areas within strata are taken within classes and strata, so that only
 * without them all are derivatives. */
static void contributions_are_derivatives(void **state) {
  (void)state;
  make_scores();
  const double STEP = 1e-5;
  for (vd_classes_measure m = 0; m <= VD_CLASSES_RPS_SKILL; m++) {
    double weight[EXAMPLE_N], u[EXAMPLE_N], spare[EXAMPLE_N], sum = 0;
    memcpy(weight, example_weight, sizeof weight);
    assert_int_equal(value_of(m, weight, 0, u).status, VD_STATUS_OK);
    for (int i = 0; i < EXAMPLE_N; i++) {
      sum += weight[i] * u[i];
      weight[i] = example_weight[i] + STEP;
      double above = value_of(m, weight, 0, spare).value;
      weight[i] = example_weight[i] - STEP;
      double below = value_of(m, weight, 0, spare).value;
      weight[i] = example_weight[i];
      check_close(1 + u[i], 1 + (above - below) / (2 * STEP), 1e-8);
    }
    assert_true(fabs(sum) < 1e-13);
    assert_int_equal(vd_classes_between(m), m <= VD_CLASSES_HAND_TILL);
  }
}

static void within_strata_contributions_add_up_to_nothing_in_each(void **state) {
  (void)state;
  make_scores();
  double u[EXAMPLE_N], sum[K * H] = {0};
  assert_int_equal(value_of(VD_CLASSES_HAND_TILL, example_weight, 1, u).status,
                   VD_STATUS_OK);
  for (int i = 0; i < EXAMPLE_N; i++) {
    sum[(stratum[i] - 1) * K + code[i] - 1] += example_weight[i] * u[i];
  }
  for (int at = 0; at < K * H; at++) assert_true(fabs(sum[at]) < 1e-13);
  assert_int_equal(value_of(VD_CLASSES_MACRO, NULL, 1, u).status, VD_STATUS_OK);
}

/* Rows of three classes by exact fractions: a forecast of (1/2, 1/4, 1/4). */
static void the_ranked_score_counts_how_far_off_a_class_is(void **state) {
  (void)state;
  double own[K * EXAMPLE_N], u[EXAMPLE_N], cell[K], size[K];
  const double p[K] = {.5, .25, .25}, loss[K] = {5. / 16, 5. / 16, 13. / 16};
  double mean = 0, worst = 0, share[K] = {0};
  for (int i = 0; i < EXAMPLE_N; i++) {
    for (int k = 0; k < K; k++) own[k * EXAMPLE_N + i] = p[k];
    mean += loss[code[i] - 1] / EXAMPLE_N;
    share[code[i] - 1] += 1. / EXAMPLE_N;
  }
  worst = share[0] * (1 - share[0]) + share[2] * (1 - share[2]);
  vd_classes rows = {EXAMPLE_N, K, 1, code, NULL, NULL, NULL, cell, size};
  vd_classes_count(&rows);
  vd_classes_model model = {&rows, own, NULL, 0};
  check_close(vd_classes_of(&model, VD_CLASSES_RPS, u, NULL).value, mean, 1e-14);
  check_close(u[0], (5. / 16 - mean) / EXAMPLE_N, 1e-14);
  check_close(vd_classes_of(&model, VD_CLASSES_RPS_SKILL, u, NULL).value,
              1 - mean / worst, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(contributions_are_derivatives),
      cmocka_unit_test(the_ranked_score_counts_how_far_off_a_class_is),
      cmocka_unit_test(within_strata_contributions_add_up_to_nothing_in_each),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
