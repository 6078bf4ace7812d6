#include "check.h"
#include "estimate/moments.h"
#include "test/omnibus.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { C = CLASSIFIERS, PAIRS = C * (C - 1) / 2, DIM = 2 * C + 2 };

static double work[200];
static int blame[C];

/* The moments of one class of the drawn rows, and all pairs of classifiers in it. */
static vd_moments counted;

static void pairs_of(const vd_set *set, int class, int successes, int failures,
                     vd_pair *pair) {
  static double sum[DIM], cross[DIM * DIM];
  double totals[2] = {0, 0};
  double *room = malloc(sizeof(double) * vd_moments_work(set, 1));
  int *iroom = malloc(sizeof(int) * vd_moments_iwork(set, 1));
  counted = (vd_moments){.sum = sum, .cross = cross};
  vd_moments_clear(&counted, 1, C);
  vd_moments_add(set, 0, set->n_profiles, &class, 1, &counted, totals, room, iroom);
  vd_moments_finish(&counted, 1, totals);
  for (int c = 0; c < C; c++) {
    for (int d = c + 1; d < C; d++) {
      pair[vd_pair_at(C, c, d)] = vd_pair_make(&counted, c, d, successes, failures);
    }
  }
  free(room);
  free(iroom);
}

static vd_omnibus_result test_of(const vd_pair *pair, vd_omnibus_test test,
                                 vd_measure scale) {
  vd_omnibus_request q = {test, scale, 0};
  return vd_omnibus_proportions(C, pair, q, VD_STATUS_NEVER_PREDICTED, blame, work);
}

/* x' S^-1 x for two differences. */
static double form2(const double x[2], const double S[4]) {
  double det = S[0] * S[3] - S[1] * S[2];
  return (x[0] * x[0] * S[3] - 2 * x[0] * x[1] * S[1] + x[1] * x[1] * S[0]) / det;
}

/* What a row adds to the contrast of classifier `who` with classifier 0. */
typedef struct {
  int class, who;
  double pooled, m[C];
} contrast;

static double residual(const rows *r, int i, const void *what) {
  const contrast *k = what;
  double value = 0, outcome = (rows_label(r, i, 0) == k->class) - k->pooled;
  if (rows_label(r, i, 1 + k->who) == k->class) value += outcome / k->m[k->who];
  if (rows_label(r, i, 1) == k->class) value -= outcome / k->m[0];
  return value;
}

/* Row by row, and cluster by cluster. */
static void score_test_from_rows(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 11);
  for (int clustered = 0; clustered < 2; clustered++) {
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    for (int class = 1; class <= CLASSES; class ++) {
      vd_pair pair[PAIRS];
      double s[C] = {0}, all = 0, right = 0, S[4], gap[2];
      contrast k[2] = {{.class = class, .who = 1}, {.class = class, .who = 2}};
      for (int i = 0; i < ROWS; i++) {
        for (int c = 0; c < C; c++) {
          int called = rows_label(&r, i, 1 + c) == class;
          k[0].m[c] += called;
          s[c] += called && rows_label(&r, i, 0) == class;
        }
      }
      for (int c = 0; c < C; c++) {
        all += k[0].m[c];
        right += s[c];
      }
      for (int a = 0; a < 2; a++) {
        for (int c = 0; c < C; c++) k[a].m[c] = k[0].m[c];
        k[a].pooled = right / all;
        gap[a] = s[a + 1] / k[0].m[a + 1] - s[0] / k[0].m[0];
      }
      for (int a = 0; a < 4; a++) {
        S[a] = rows_cross(&r, clustered, residual, &k[a / 2], residual, &k[a % 2]);
      }
      pairs_of(&set, class, VD_TP, VD_FP, pair);
      vd_omnibus_result found = test_of(pair, VD_OMNIBUS_SCORE, VD_MEASURE_DIFFERENCE);
      assert_int_equal(found.status, VD_STATUS_OK);
      assert_true(found.dof == 2);
      check_close(found.statistic, form2(gap, S), 1e-10);
      check_close(found.log_p, -found.statistic / 2, 1e-12); /* chi-squared with 2 df */
    }
  }
}

/* Wald on any scale from estimates and their covariance, by two routes. */
static void proportions_agree_with_estimates(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 12);
  vd_set set = rows_independent(&r);
  vd_pair pair[PAIRS];
  pairs_of(&set, 2, VD_TP, VD_FP, pair);
  double theta[C], V[C * C];
  for (int c = 0; c < C; c++) {
    const vd_pair *p = &pair[vd_pair_at(C, 0, c ? c : 1)];
    int i = c > 0;
    double x[2] = {0, 0}, y[2] = {0, 0}, m = p->s[i] + p->f[i];
    theta[c] = p->s[i] / m;
    vd_measure_influence(VD_MEASURE_DIFFERENCE, p, i, &x[i], &y[i]);
    V[c * C + c] = vd_pair_variance(p, x, y);
  }
  for (int c = 0; c < C; c++) {
    for (int d = c + 1; d < C; d++) {
      const vd_pair *p = &pair[vd_pair_at(C, c, d)];
      double x[2], y[2];
      for (int i = 0; i < 2; i++)
        vd_measure_influence(VD_MEASURE_DIFFERENCE, p, i, &x[i], &y[i]);
      double spread = vd_pair_variance(p, x, y);
      V[c * C + d] = V[d * C + c] = (V[c * C + c] + V[d * C + d] - spread) / 2;
    }
  }
  for (int scale = VD_MEASURE_DIFFERENCE; scale <= VD_MEASURE_ODDS_RATIO; scale++) {
    vd_omnibus_result direct = test_of(pair, VD_OMNIBUS_WALD, (vd_measure)scale);
    vd_omnibus_result general =
        vd_omnibus_estimates(C, theta, V, (vd_measure)scale, blame, work);
    assert_true(direct.dof == 2 && general.dof == 2);
    check_close(direct.statistic, general.statistic, 1e-9);
  }
}

static void cochran_from_rows(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 13);
  vd_set set = rows_independent(&r);
  vd_pair pair[PAIRS];
  pairs_of(&set, VD_CORRECT, VD_TP | VD_TN, VD_FP | VD_FN, pair);
  double G[C] = {0}, sum = 0, squares = 0, rows_squared = 0;
  for (int i = 0; i < ROWS; i++) {
    double L = 0;
    for (int c = 0; c < C; c++) {
      int right = rows_label(&r, i, 1 + c) == rows_label(&r, i, 0);
      G[c] += right;
      L += right;
    }
    rows_squared += L * L;
    sum += L;
  }
  for (int c = 0; c < C; c++) squares += G[c] * G[c];
  vd_omnibus_result found = test_of(pair, VD_OMNIBUS_COCHRAN, VD_MEASURE_DIFFERENCE);
  check_close(found.statistic,
              (C - 1) * (C * squares - sum * sum) / (C * sum - rows_squared), 1e-13);
  assert_true(found.dof == C - 1);
}

/* The differences of 1 and of 2 from 0, by hand. */
static void the_form_and_its_rank(void **state) {
  (void)state;
  const double gap[2] = {2, 2};
  /* var(1 - 0) = var(2 - 0) = 4, var(1 - 2) = 4: covariance 2, S^-1 = (4 -2; -2 4) / 12
   */
  const double full[3] = {4, 4, 4};
  vd_omnibus_result found = vd_omnibus_differences(3, gap, full, work);
  assert_true(found.dof == 2);
  check_close(found.statistic, 4 * (4.0 - 2 - 2 + 4) / 12, 1e-14);
  /* 1 and 2 never differ: one degree of freedom, 2^2 / 4 */
  const double tied[3] = {4, 4, 0};
  found = vd_omnibus_differences(3, gap, tied, work);
  assert_true(found.dof == 1);
  check_close(found.statistic, 1, 1e-14);
  /* 0 and 1 never differ */
  const double other[3] = {0, 4, 4}, one[2] = {0, -2};
  found = vd_omnibus_differences(3, one, other, work);
  assert_true(found.dof == 1);
  check_close(found.statistic, 1, 1e-14);
}

static void no_variance(void **state) {
  (void)state;
  const double none[3] = {0, 0, 0}, apart[2] = {2, 2}, same[2] = {0, 0};
  assert_int_equal(vd_omnibus_differences(3, apart, none, work).status,
                   VD_STATUS_ZERO_VARIANCE);
  assert_int_equal(vd_omnibus_differences(3, same, none, work).status,
                   VD_STATUS_EQUAL_ESTIMATES);
  /* 1 and 2 differ, their difference has no variance */
  const double tied[3] = {4, 4, 0}, split[2] = {2, 1};
  assert_int_equal(vd_omnibus_differences(3, split, tied, work).status,
                   VD_STATUS_ZERO_VARIANCE);
}

/* Cells of one class: successes and failures of three classifiers. */
static vd_pair bare(double s0, double f0, double s1, double f1) {
  return (vd_pair){.s = {s0, s1}, .f = {f0, f1}, .ss = {s0, 0, s1}, .ff = {f0, 0, f1}};
}

static void undefined_tests_say_why_and_who(void **state) {
  (void)state;
  vd_pair never[3] = {bare(3, 2, 0, 0), bare(3, 2, 4, 1), bare(0, 0, 4, 1)};
  assert_int_equal(test_of(never, VD_OMNIBUS_SCORE, 0).status, VD_STATUS_NEVER_PREDICTED);
  assert_true(!blame[0] && blame[1] && !blame[2]);
  vd_pair perfect[3] = {bare(3, 2, 3, 0), bare(3, 2, 4, 0), bare(3, 0, 4, 0)};
  assert_int_equal(test_of(perfect, VD_OMNIBUS_WALD, VD_MEASURE_ODDS_RATIO).status,
                   VD_STATUS_BOUNDARY);
  assert_true(!blame[0] && blame[1] && blame[2]);
  assert_int_equal(test_of(perfect, VD_OMNIBUS_WALD, VD_MEASURE_RATIO).status,
                   VD_STATUS_OK);
  assert_int_equal(test_of(perfect, VD_OMNIBUS_SCORE, 0).status, VD_STATUS_OK);
  vd_pair all[3] = {bare(3, 0, 3, 0), bare(3, 0, 4, 0), bare(3, 0, 4, 0)};
  assert_int_equal(test_of(all, VD_OMNIBUS_SCORE, 0).status, VD_STATUS_BOTH_BOUNDARY);
  assert_int_equal(test_of(all, VD_OMNIBUS_WALD, VD_MEASURE_DIFFERENCE).status,
                   VD_STATUS_BOTH_BOUNDARY);
  assert_int_equal(test_of(all, VD_OMNIBUS_COCHRAN, 0).status, VD_STATUS_NO_DISCORDANT);
  vd_pair equal = {.s = {3, 3}, .f = {2, 2}, .ss = {3, 3, 3}, .ff = {2, 2, 2}};
  vd_pair same[3] = {equal, equal, equal};
  assert_int_equal(test_of(same, VD_OMNIBUS_SCORE, 0).status, VD_STATUS_IDENTICAL);
}

/* Every cluster has as many successes as failures, so nothing varies. */
static void no_spread_between_clusters(void **state) {
  (void)state;
  vd_pair level = {.s = {3, 4},
                   .f = {3, 4},
                   .ss = {5, 6, 8},
                   .ff = {5, 6, 8},
                   .sf00 = 5,
                   .sf01 = 6,
                   .sf10 = 6,
                   .sf11 = 8};
  vd_pair pair[3] = {level, level, level};
  pair[2] = (vd_pair){.s = {4, 4},
                      .f = {4, 4},
                      .ss = {8, 8, 8},
                      .ff = {8, 8, 8},
                      .sf00 = 8,
                      .sf01 = 8,
                      .sf10 = 8,
                      .sf11 = 8};
  assert_int_equal(test_of(pair, VD_OMNIBUS_WALD, VD_MEASURE_ODDS_RATIO).status,
                   VD_STATUS_ZERO_VARIANCE);
}

static void one_cluster(void **state) {
  (void)state;
  vd_pair lone = {
      .s = {4, 3}, .f = {2, 1}, .ss = {16, 12, 5}, .ff = {4, 2, 1}, .sf00 = 8};
  vd_pair pair[3] = {lone, lone, lone};
  vd_omnibus_request q = {VD_OMNIBUS_SCORE, VD_MEASURE_DIFFERENCE, 1};
  vd_omnibus_result found =
      vd_omnibus_proportions(C, pair, q, VD_STATUS_NEVER_PREDICTED, blame, work);
  assert_int_equal(found.status, VD_STATUS_ONE_CLUSTER);
  assert_true(blame[0] && !blame[1] && !blame[2]);
}

/* The class's own cross products times four leave a quarter of the statistic. */
static void corrected_variances(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 12);
  vd_set set = rows_independent(&r);
  vd_pair pair[3], p[3];
  double s[C], f[C], product[3][C * C];
  pairs_of(&set, 2, VD_TP, VD_FP, pair);
  for (int c = 0; c < C; c++) {
    const vd_pair *own = &pair[vd_pair_at(C, 0, c ? c : 1)];
    int i = c > 0, at = c * C + c;
    s[c] = own->s[i];
    f[c] = own->f[i];
    product[0][at] = 4 * own->ss[2 * i];
    product[1][at] = 4 * (i ? own->sf11 : own->sf00);
    product[2][at] = 4 * own->ff[2 * i];
    for (int d = c + 1; d < C; d++) {
      const vd_pair *both = &pair[vd_pair_at(C, c, d)];
      product[0][c * C + d] = 4 * both->ss[1];
      product[1][c * C + d] = 4 * both->sf01;
      product[1][d * C + c] = 4 * both->sf10;
      product[2][c * C + d] = 4 * both->ff[1];
    }
  }
  vd_sandwich x = {C,          {0},        {0},        s, f,
                   product[0], product[1], product[2], 9, VD_STATUS_OK};
  vd_omnibus_request q = {VD_OMNIBUS_WALD, VD_MEASURE_DIFFERENCE, 0};
  vd_omnibus_result plain = vd_omnibus_class(&counted, NULL, VD_TP, VD_FP, q,
                                             VD_STATUS_NO_ROWS, p, blame, work);
  assert_true(plain.statistic ==
              test_of(pair, VD_OMNIBUS_WALD, VD_MEASURE_DIFFERENCE).statistic);
  vd_omnibus_result found =
      vd_omnibus_class(&counted, &x, VD_TP, VD_FP, q, VD_STATUS_NO_ROWS, p, blame, work);
  check_close(found.statistic, plain.statistic / 4, 1e-12);
  x.ss[C + 1] = INFINITY;
  found =
      vd_omnibus_class(&counted, &x, VD_TP, VD_FP, q, VD_STATUS_NO_ROWS, p, blame, work);
  assert_int_equal(found.status, VD_STATUS_FEW_CLUSTERS);
  x.status = VD_STATUS_FEW_CLUSTERS;
  found =
      vd_omnibus_class(&counted, &x, VD_TP, VD_FP, q, VD_STATUS_NO_ROWS, p, blame, work);
  assert_int_equal(found.status, VD_STATUS_FEW_CLUSTERS);
  memset(counted.sum, 0, sizeof(double) * (2 * C + 2));
  found =
      vd_omnibus_class(&counted, &x, VD_TP, VD_FP, q, VD_STATUS_NO_ROWS, p, blame, work);
  assert_int_equal(found.status, VD_STATUS_NO_ROWS);
}

static void estimates_at_the_end_of_the_scale(void **state) {
  (void)state;
  const double theta[3] = {0.5, 1, 0.7}, V[9] = {.01, 0, 0, 0, .01, 0, 0, 0, .01};
  assert_int_equal(
      vd_omnibus_estimates(3, theta, V, VD_MEASURE_ODDS_RATIO, blame, work).status,
      VD_STATUS_BOUNDARY);
  assert_true(!blame[0] && blame[1] && !blame[2]);
  assert_int_equal(
      vd_omnibus_estimates(3, theta, V, VD_MEASURE_RATIO, blame, work).status,
      VD_STATUS_OK);
  const double lone[9] = {.01, 0, 0, 0, .01, 0, 0, 0, NAN};
  assert_int_equal(
      vd_omnibus_estimates(3, theta, lone, VD_MEASURE_DIFFERENCE, blame, work).status,
      VD_STATUS_ONE_CLUSTER);
  assert_true(!blame[0] && !blame[1] && blame[2]);
  const double same[9] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, level[3] = {0.5, 0.5, 0.5};
  assert_int_equal(
      vd_omnibus_estimates(3, level, same, VD_MEASURE_DIFFERENCE, blame, work).status,
      VD_STATUS_EQUAL_ESTIMATES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(score_test_from_rows),
      cmocka_unit_test(proportions_agree_with_estimates),
      cmocka_unit_test(cochran_from_rows),
      cmocka_unit_test(the_form_and_its_rank),
      cmocka_unit_test(no_variance),
      cmocka_unit_test(undefined_tests_say_why_and_who),
      cmocka_unit_test(no_spread_between_clusters),
      cmocka_unit_test(one_cluster),
      cmocka_unit_test(corrected_variances),
      cmocka_unit_test(estimates_at_the_end_of_the_scale),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
