#include "check.h"
#include "estimate/resample.h"
#include "rows.h"

enum { N = 2 * CLASSIFIERS, MARGINS = CLASSES * (1 + 2 * CLASSIFIERS) };

static const int second[1] = {1};

static double total(const double *x, ptrdiff_t n) {
  double sum = 0;
  for (ptrdiff_t i = 0; i < n; i++) sum += x[i];
  return sum;
}

static vd_margins make_margins(const vd_set *set, double *memory) {
  vd_margins m = {.truth = memory,
                  .predicted = memory + CLASSES,
                  .correct = memory + CLASSES * (1 + CLASSIFIERS)};
  vd_margins_count(set, &m);
  return m;
}

/* Accuracy of every classifier, then precision of class 2. */
static void make_quantities(vd_quantity *q) {
  for (int c = 0; c < CLASSIFIERS; c++) {
    q[c] = (vd_quantity){{VD_METRIC_ACCURACY, 1}, VD_AVERAGE_OVERALL, c, NULL, 0};
    q[c + CLASSIFIERS] =
        (vd_quantity){{VD_METRIC_PRECISION, 1}, VD_AVERAGE_PER_CLASS, c, second, 1};
  }
}

/* Expectations of 4,000 draws, with five standard deviations to spare. */
static void clusters_are_drawn_with_replacement(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 41);
  vd_set set = rows_clustered(&r);
  double weight[CLUSTERS], count[ROWS], mean[CLUSTERS] = {0};
  for (int i = 0; i < 4000; i++) {
    vd_resample_clusters(&set, weight, count);
    assert_true(total(weight, CLUSTERS) == CLUSTERS);
    for (int f = 0; f < CLUSTERS; f++) mean[f] += weight[f] / 4000;
  }
  for (int f = 0; f < CLUSTERS; f++) assert_true(fabs(mean[f] - 1) < 0.08);
  for (int i = 0; i < ROWS; i++) assert_true(count[i] == weight[r.cluster[i]]);
}

static void rows_are_drawn_with_replacement(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 42);
  vd_set set = rows_independent(&r);
  double weight[ROWS];
  vd_resample_clusters(&set, weight, NULL);
  assert_true(total(weight, ROWS) == ROWS);
}

static void subsets_are_drawn_without_replacement(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 43);
  vd_set set = rows_clustered(&r);
  double weight[CLUSTERS], count[ROWS], mean[CLUSTERS] = {0};
  for (int i = 0; i < 4000; i++) {
    vd_resample_subset(&set, 6, weight, count);
    assert_true(total(weight, CLUSTERS) == 6);
    for (int f = 0; f < CLUSTERS; f++) {
      assert_true(weight[f] == 0 || weight[f] == 1);
      mean[f] += weight[f] / 4000;
    }
  }
  for (int f = 0; f < CLUSTERS; f++) assert_true(fabs(mean[f] - 0.4) < 0.04);
  vd_resample_subset(&set, CLUSTERS, weight, count);
  for (int i = 0; i < ROWS; i++) assert_true(count[i] == 1);
}

static double right(const rows *r, int i, int c) {
  return rows_label(r, i, 1 + c) == rows_label(r, i, 0);
}

typedef struct {
  vd_measure scale;
  int a, b;
  double theta[CLASSIFIERS];
} difference;

/* Influence of a contrast of accuracies: (right - theta) / n times the slope. */
static double influence(const rows *r, int i, const void *what) {
  const difference *d = what;
  double value = 0;
  for (int side = 0; side < (d->b < 0 ? 1 : 2); side++) {
    int c = side ? d->b : d->a;
    double theta = d->theta[c];
    double slope = d->scale == VD_MEASURE_RATIO        ? 1 / theta
                   : d->scale == VD_MEASURE_ODDS_RATIO ? 1 / (theta * (1 - theta))
                                                       : 1;
    value += (side ? -1 : 1) * slope * (right(r, i, c) - theta) / ROWS;
  }
  return value;
}

static void contrasts_and_their_spread(void **state) {
  (void)state;
  const vd_contrast contrast[4] = {{1, 0, VD_MEASURE_DIFFERENCE},
                                   {2, 0, VD_MEASURE_RATIO},
                                   {2, 1, VD_MEASURE_ODDS_RATIO},
                                   {1, -1, VD_MEASURE_DIFFERENCE}};
  for (int clustered = 0; clustered < 2; clustered++) {
    rows r;
    rows_draw(&r, 44);
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    double memory[MARGINS], theta[N], value[4], variance[4], cubes[4], work[N + 8];
    double rho[N][CLASSES], kappa[N][CLASSES], delta[N][CLASSES];
    vd_quantity q[N];
    vd_effects e[N];
    make_quantities(q);
    for (int i = 0; i < N; i++) {
      e[i] = (vd_effects){.rho = rho[i], .kappa = kappa[i], .delta = delta[i]};
    }
    vd_margins m = make_margins(&set, memory);
    vd_resample_estimate(&set, &m, q, N, VD_ZERO_NA, e, theta);
    difference d = {VD_MEASURE_DIFFERENCE, 0, 0, {0}};
    for (int c = 0; c < CLASSIFIERS; c++) {
      for (int i = 0; i < ROWS; i++) d.theta[c] += right(&r, i, c) / ROWS;
      check_close(theta[c], d.theta[c], 1e-14);
    }
    vd_resample_contrast(theta, contrast, 4, value);
    check_close(value[0], theta[1] - theta[0], 1e-14);
    check_close(value[1], log(theta[2] / theta[0]), 1e-12);
    check_close(value[2], log(theta[2] / (1 - theta[2]) / theta[1] * (1 - theta[1])),
                1e-12);
    check_close(value[3], theta[1], 1e-14);
    vd_resample_spread(&set, theta, e, N, contrast, 4, work, variance, cubes);
    for (int j = 0; j < 4; j++) {
      d.scale = contrast[j].scale;
      d.a = contrast[j].classifier;
      d.b = contrast[j].reference;
      check_close(variance[j], rows_cross(&r, clustered, influence, &d, influence, &d),
                  1e-12);
    }
    if (clustered) continue;
    double cube = 0;
    d = (difference){VD_MEASURE_DIFFERENCE, 1, 0, {d.theta[0], d.theta[1], d.theta[2]}};
    for (int i = 0; i < ROWS; i++) cube += pow(influence(&r, i, &d), 3);
    check_close(cubes[0], cube, 1e-9);
  }
}

/* A class that nobody predicts has no precision. */
static void the_undefined_is_nan(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 45);
  for (int i = ROWS; i < ROWS * (1 + CLASSIFIERS); i++) r.label[i] = 1;
  vd_set set = rows_independent(&r);
  double memory[MARGINS], theta[N], rho[CLASSES], kappa[CLASSES], delta[CLASSES];
  vd_quantity q[N];
  vd_effects e = {.rho = rho, .kappa = kappa, .delta = delta};
  make_quantities(q);
  vd_margins m = make_margins(&set, memory);
  vd_resample_estimate(&set, &m, &q[CLASSIFIERS], 1, VD_ZERO_NA, &e, theta);
  assert_true(isnan(theta[0]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clusters_are_drawn_with_replacement),
      cmocka_unit_test(rows_are_drawn_with_replacement),
      cmocka_unit_test(subsets_are_drawn_without_replacement),
      cmocka_unit_test(contrasts_and_their_spread),
      cmocka_unit_test(the_undefined_is_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
