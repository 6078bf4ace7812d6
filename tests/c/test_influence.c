#include "check.h"
#include "estimate/influence.h"
#include "rows.h"

#include <string.h>

enum { Q = 3 * CLASSIFIERS, DIM = 2 * CLASSIFIERS + 2 };

typedef struct {
  double rho[CLASSES], kappa[CLASSES], delta[CLASSES];
} terms;

static vd_margins count_margins(const vd_set *set, double *memory) {
  vd_margins m = {.truth = memory,
                  .predicted = memory + CLASSES,
                  .correct = memory + CLASSES * (1 + CLASSIFIERS)};
  vd_margins_count(set, &m);
  return m;
}

/* A row's influence, from the effects. */
static double part(const rows *r, int i, const void *what) {
  const vd_effects *e = what;
  int a = rows_label(r, i, 0) - 1, b = rows_label(r, i, 1 + e->classifier) - 1;
  return e->alpha + e->rho[a] + e->kappa[b] + (a == b ? e->delta[a] : 0);
}

/* Macro F, kappa and precision of class 2, for every classifier. */
static void make_effects(const vd_margins *m, terms *t, vd_effects *e) {
  static const int all[CLASSES] = {0, 1, 2, 3}, second[1] = {1};
  for (int c = 0; c < CLASSIFIERS; c++) {
    for (int j = 0; j < 3; j++) {
      int q = 3 * c + j;
      e[q] = (vd_effects){.rho = t[q].rho, .kappa = t[q].kappa, .delta = t[q].delta};
    }
    vd_metric_spec f = {.metric = VD_METRIC_F_MEAS, .beta = 1},
                   kappa = {.metric = VD_METRIC_KAP},
                   precision = {.metric = VD_METRIC_PRECISION};
    vd_metric_estimate(m, f, VD_AVERAGE_MACRO, VD_ZERO_NA, all, CLASSES, c, &e[3 * c]);
    vd_metric_estimate(m, kappa, VD_AVERAGE_OVERALL, VD_ZERO_NA, all, CLASSES, c,
                       &e[3 * c + 1]);
    vd_metric_estimate(m, precision, VD_AVERAGE_PER_CLASS, VD_ZERO_NA, second, 1, c,
                       &e[3 * c + 2]);
  }
}

static void check_covariance(int clustered) {
  rows r;
  double memory[CLASSES * (1 + 2 * CLASSIFIERS)], V[Q * Q] = {0}, u[3 * Q];
  int at[Q];
  terms t[Q];
  vd_effects e[Q];
  rows_draw(&r, 5);
  vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
  vd_margins m = count_margins(&set, memory);
  make_effects(&m, t, e);
  for (ptrdiff_t lo = 0; lo < set.n_profiles; lo += 4) {
    ptrdiff_t hi = lo + 4 < set.n_profiles ? lo + 4 : set.n_profiles;
    vd_influence_add(&set, lo, hi, e, Q, V, u, at);
  }
  vd_influence_finish(V, Q);
  for (int i = 0; i < Q; i++) {
    for (int j = 0; j < Q; j++) {
      double expected = rows_cross(&r, clustered, part, &e[i], part, &e[j]);
      assert_true(fabs(V[i * Q + j] - expected) < 1e-15);
    }
  }
}

static void covariance_is_a_sum_over_rows(void **state) {
  (void)state;
  check_covariance(0);
}

static void covariance_is_a_sum_over_clusters(void **state) {
  (void)state;
  check_covariance(1);
}

/* Influences sum to zero over the rows: metrics are homogeneous of degree 0. */
static void influences_sum_to_zero(void **state) {
  (void)state;
  rows r;
  double memory[CLASSES * (1 + 2 * CLASSIFIERS)];
  terms t[Q];
  vd_effects e[Q];
  rows_draw(&r, 9);
  vd_set set = rows_independent(&r);
  vd_margins m = count_margins(&set, memory);
  make_effects(&m, t, e);
  for (int q = 0; q < Q; q++) {
    double sum = 0;
    for (int i = 0; i < ROWS; i++) sum += part(&r, i, &e[q]);
    assert_true(fabs(sum) < 1e-14);
  }
}

/* The class's moments give the same covariance as the rows. */
static void moments_give_the_same_covariance(void **state) {
  (void)state;
  for (int clustered = 0; clustered < 2; clustered++) {
    rows r;
    rows_draw(&r, 21);
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    int class[1] = {2}, iwork[64];
    double sum[DIM], cross[DIM * DIM], work[DIM], totals[2] = {0, 0};
    double memory[CLASSES * (1 + 2 * CLASSIFIERS)], u[3 * CLASSIFIERS];
    int at[CLASSIFIERS];
    vd_moments moments = {.sum = sum, .cross = cross};
    vd_moments_clear(&moments, 1, CLASSIFIERS);
    vd_moments_add(&set, 0, set.n_profiles, class, 1, &moments, totals, work, iwork);
    vd_moments_finish(&moments, 1, totals);
    vd_margins m = count_margins(&set, memory);
    for (int metric = 0; metric < VD_METRIC_COST; metric++) {
      static const int second[1] = {1};
      double value, V[CLASSIFIERS * CLASSIFIERS], W[CLASSIFIERS * CLASSIFIERS] = {0};
      vd_gradient g[CLASSIFIERS];
      terms t[CLASSIFIERS];
      vd_effects e[CLASSIFIERS];
      vd_metric_spec spec = {.metric = (vd_metric)metric, .beta = 2};
      for (int c = 0; c < CLASSIFIERS; c++) {
        e[c] = (vd_effects){.rho = t[c].rho, .kappa = t[c].kappa, .delta = t[c].delta};
        vd_metric_binary(spec, vd_margins_confusion(&m, 1, c), &value, &g[c]);
        vd_metric_estimate(&m, spec, VD_AVERAGE_PER_CLASS, VD_ZERO_NA, second, 1, c,
                           &e[c]);
      }
      vd_influence_class(&moments, g, V);
      vd_influence_add(&set, 0, set.n_profiles, e, CLASSIFIERS, W, u, at);
      vd_influence_finish(W, CLASSIFIERS);
      for (int i = 0; i < CLASSIFIERS * CLASSIFIERS; i++) {
        assert_true(fabs(V[i] - W[i]) < 1e-15 + 1e-13 * fabs(W[i]));
      }
    }
  }
}

/* Of two classifiers the first has all its calls in one cluster, the second in two. */
static void a_proportion_of_one_cluster_has_no_variance(void **state) {
  (void)state;
  int label[] = {1, 2, 2, 1, 1, 1,
                 1, 1, 2, 1, 2, 1}; /* truth, first, second; 4 patterns */
  double count[] = {1, 1, 1, 1}, start[] = {0, 2, 4}, within[] = {1, 1, 1, 1};
  double multiplicity[] = {1, 1};
  int pattern[] = {1, 2, 3, 4}, class[1] = {1}, iwork[16];
  label[6] = label[7] = 2; /* the second cluster is not called class 1 by the first */
  vd_set set = {2, 2, 4, label, count, 2, start, pattern, within, multiplicity};
  double sum[6], cross[36], work[16], totals[2] = {0, 0}, V[4] = {1, 1, 1, 1};
  vd_moments moments = {.sum = sum, .cross = cross};
  vd_moments_clear(&moments, 1, 2);
  vd_moments_add(&set, 0, 2, class, 1, &moments, totals, work, iwork);
  vd_moments_finish(&moments, 1, totals);
  vd_influence_lone(&moments, VD_TP, VD_FP, NAN, V);
  assert_true(isnan(V[0]) && isnan(V[1]) && isnan(V[2]));
  assert_true(V[3] == 1);
}

/* What the variance of a metric of one class is made of, by its definition. */
static void metrics_are_made_of_proportions(void **state) {
  (void)state;
  int part[2][2];
  assert_true(vd_metric_parts(VD_METRIC_NPV, part) == 1);
  assert_true(part[0][0] == VD_TN && part[0][1] == VD_FN);
  assert_true(vd_metric_parts(VD_METRIC_F_MEAS, part) == 1);
  assert_true(part[0][0] == VD_TP && part[0][1] == (VD_FP | VD_FN));
  assert_true(vd_metric_parts(VD_METRIC_MARKEDNESS, part) == 2);
  assert_true(part[0][1] == VD_FP && part[1][0] == VD_TN && part[1][1] == VD_FN);
  const vd_metric of_truth[] = {
      VD_METRIC_BAL_ACCURACY, VD_METRIC_J_INDEX,  VD_METRIC_SEDI, VD_METRIC_ROC_DIST,
      VD_METRIC_LR_PLUS,      VD_METRIC_LR_MINUS, VD_METRIC_DOR};
  for (size_t i = 0; i < sizeof of_truth / sizeof *of_truth; i++) {
    assert_true(vd_metric_parts(of_truth[i], part) == 2);
    assert_true(part[0][0] == VD_TP && part[0][1] == VD_FN);
    assert_true(part[1][0] == VD_TN && part[1][1] == VD_FP);
  }
  assert_true(vd_metric_parts(VD_METRIC_MCC, part) == 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(covariance_is_a_sum_over_rows),
      cmocka_unit_test(covariance_is_a_sum_over_clusters),
      cmocka_unit_test(influences_sum_to_zero),
      cmocka_unit_test(moments_give_the_same_covariance),
      cmocka_unit_test(a_proportion_of_one_cluster_has_no_variance),
      cmocka_unit_test(metrics_are_made_of_proportions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
