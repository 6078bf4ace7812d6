#include "check.h"
#include "test/composite.h"

#include <string.h>

enum { CLASSES = 2, MOST = 16 };

/* Two classifiers on two classes: truth, first, second, rows. */
typedef struct {
  int n, label[3 * MOST];
  double count[MOST];
} table;

static vd_set set_of(const table *x, int label[3 * MOST]) {
  for (int i = 0; i < x->n; i++) {
    for (int k = 0; k < 3; k++) label[i + k * x->n] = x->label[3 * i + k];
  }
  return (vd_set){.n_classes = CLASSES,
                  .n_classifiers = 2,
                  .n_patterns = x->n,
                  .label = label,
                  .count = x->count,
                  .n_profiles = x->n};
}

/* Fagerland, Lydersen & Laake (2017): 59 both right, 6 only the first, 16 only the
 * second, 80 both wrong, in two classes. */
static const table matched = {8,
                              {1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 2, 2,  //
                               2, 2, 2, 2, 2, 1, 2, 1, 2, 2, 1, 1}, //
                              {40, 1, 9, 50, 19, 5, 7, 30}};

/* A class of 5 rows beside one of 60. */
static const table rare = {8,
                           {1, 1, 1, 1, 1, 2, 1, 2, 1, 1, 2, 2,  //
                            2, 2, 2, 2, 2, 1, 2, 1, 2, 2, 1, 1}, //
                           {40, 9, 4, 7, 2, 0, 2, 1}};

typedef struct {
  double rho[CLASSES], kappa[CLASSES], delta[CLASSES];
  vd_effects e;
} effects;

/* Of accuracy (each row 1 / N), or of the mean recall (1 / 2 / the rows of its class);
 * less what the classifier's own mean is. */
static double fill(effects *x, const table *data, int classifier, int by_class) {
  double rows[CLASSES] = {0}, right[CLASSES] = {0}, value = 0;
  for (int i = 0; i < data->n; i++) {
    int truth = data->label[3 * i] - 1;
    rows[truth] += data->count[i];
    if (data->label[3 * i + 1 + classifier] == truth + 1) right[truth] += data->count[i];
  }
  double all = rows[0] + rows[1], share = (right[0] + right[1]) / all;
  for (int k = 0; k < CLASSES; k++) {
    double weight = by_class ? 1 / (CLASSES * rows[k]) : 1 / all;
    x->delta[k] = weight;
    x->rho[k] = -weight * (by_class ? right[k] / rows[k] : share);
    x->kappa[k] = 0;
    value += weight * right[k];
  }
  x->e = (vd_effects){.classifier = classifier,
                      .rho = x->rho,
                      .kappa = x->kappa,
                      .delta = x->delta,
                      .n_classes = CLASSES};
  return value;
}

typedef struct {
  vd_composite x;
  vd_composite_cell cell[2 * MOST];
} composite;

static void make(composite *out, const table *data, int by_class, int strata, int alone) {
  int label[3 * MOST];
  vd_set set = set_of(data, label);
  effects own[2];
  out->x = (vd_composite){.cell = out->cell, .lower = 0, .upper = 1};
  for (int c = 0; c < 2; c++) out->x.theta[c] = fill(&own[c], data, c, by_class);
  if (alone) out->x.theta[1] = 0;
  effects at = own[0]; /* of recall and accuracy the means of both cancel */
  for (int k = 0; !alone && k < CLASSES; k++) {
    at.rho[k] = (own[0].rho[k] + own[1].rho[k]) / 2;
  }
  at.e.rho = at.rho;
  at.e.kappa = at.kappa;
  at.e.delta = at.delta;
  assert_true(vd_composite_room(&set) <= 2 * MOST);
  const vd_effects *const of[2] = {&own[0].e, alone ? NULL : &own[1].e};
  vd_composite_fill(&out->x, &set, &at.e, of, strata);
}

/* Tango (1998): the closed form of the restricted share. */
static double tango(double b, double c, double n, double delta) {
  double A = 2 * n, B = -b - c + (2 * n - b + c) * delta, C = -c * delta * (1 - delta);
  double q = (-B + sqrt(B * B - 4 * A * C)) / (2 * A);
  return (b - c - n * delta) / sqrt(n * (2 * q + delta * (1 - delta)));
}

/* Tang, Tang & Chan (2003), likewise. */
static double tang(double a, double b, double c, double n, double f) {
  double A = n * (1 + f), B = (a + c) * f * f - (a + b + 2 * c);
  double C = c * (1 - f) * (a + b + c) / n;
  double q = (-B + sqrt(B * B - 4 * A * C)) / (2 * A);
  return (a + b - f * (a + c)) / sqrt(n * (1 + f) * q + (a + b + c) * (f - 1));
}

static void accuracy_is_tango_s(void **state) {
  (void)state;
  composite c;
  double low, high;
  make(&c, &matched, 0, VD_STRATA_ONE, 0);
  check_close(pow(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, 0), 2), 100.0 / 22,
              1e-9);
  for (double delta = -0.4; delta < 0.4; delta += 0.0625) {
    double found = vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, delta);
    check_close(found, tango(6, 16, 161, delta), 1e-8);
  }
  vd_composite_limits(&c.x, VD_MEASURE_DIFFERENCE, 1.959963984540054, &low, &high);
  check_close(low, -.1240, 5e-4);
  check_close(high, -.0054, 1e-2);
  check_close(tango(6, 16, 161, low), 1.959963984540054, 1e-7);
  check_close(tango(6, 16, 161, high), -1.959963984540054, 1e-7);
}

static void ratio_is_tang_s(void **state) {
  (void)state;
  composite c;
  double low, high;
  make(&c, &matched, 0, VD_STRATA_ONE, 0);
  for (double f = 0.4; f < 2; f += 0.25) {
    double found = vd_composite_score(&c.x, VD_MEASURE_RATIO, f);
    check_close(found, tang(59, 6, 16, 161, f), 1e-8);
  }
  vd_composite_limits(&c.x, VD_MEASURE_RATIO, 1.959963984540054, &low, &high);
  check_close(low, .7476, 1e-4);
  check_close(high, .9876, 1e-4);
}

static void ratio_of_the_exchanged_is_turned_round(void **state) {
  (void)state;
  for (int i = 0; i < 600; i++) {
    double n = 20 + i % 30, m = 10 + i / 30;
    const table one = {5, {1, 1, 1, 1, 1, 2, 1, 2, 1, 2, 2, 2, 2, 1, 1}, {n, 7, 4, m, 3}};
    const table other = {
        5, {1, 1, 1, 1, 2, 1, 1, 1, 2, 2, 2, 2, 2, 1, 1}, {n, 7, 4, m, 3}};
    composite c, d;
    double low, high, turned[2];
    make(&c, &one, 1, VD_STRATA_CLASSES, 0);
    make(&d, &other, 1, VD_STRATA_CLASSES, 0);
    assert_true(vd_composite_score(&c.x, VD_MEASURE_RATIO, 1e16) < -3);
    vd_composite_limits(&c.x, VD_MEASURE_RATIO, 1.96, &low, &high);
    vd_composite_limits(&d.x, VD_MEASURE_RATIO, 1.96, &turned[0], &turned[1]);
    assert_true(low > 0.5 && high < 2);
    check_close(low * turned[1], 1, 1e-9);
    check_close(high * turned[0], 1, 1e-9);
  }
}

static void alone_it_is_wilson_s(void **state) {
  (void)state;
  composite c;
  double low, high, z = 1.959963984540054, n = 161, x = 65;
  make(&c, &matched, 0, VD_STRATA_ONE, 1);
  vd_composite_limits(&c.x, VD_MEASURE_DIFFERENCE, z, &low, &high);
  double way = z * sqrt(x * (n - x) / n + z * z / 4);
  check_close(low, (x + z * z / 2 - way) / (n + z * z), 1e-9);
  check_close(high, (x + z * z / 2 + way) / (n + z * z), 1e-9);
  double at = 0.3;
  check_close(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, at),
              (x / n - at) / sqrt(at * (1 - at) / n), 1e-9);
}

/* -- by brute force ------------------------------------------------------------------ */

/* Cells of a class: rows, and score per row times the rows of the class. */
typedef struct {
  int n;
  double count[4], score[4], rows;
} stratum;

/* Shares count / (mu + lambda score) that add up to 1: mean and variance of the mean, as
 * Miettinen and Nurminen enlarge it. */
static void shares(const stratum *s, double lambda, double *mean, double *variance) {
  double least = -INFINITY, square = 0;
  for (int i = 0; i < s->n; i++) least = fmax(least, -lambda * s->score[i]);
  double lo = least, hi = least + 2 * s->rows + 1;
  for (int step = 0; step < 200; step++) {
    double mid = (lo + hi) / 2, sum = 0;
    for (int i = 0; i < s->n; i++) sum += s->count[i] / (mid + lambda * s->score[i]);
    if (sum > 1) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  *mean = 0;
  for (int i = 0; i < s->n; i++) {
    double share = s->count[i] / (hi + lambda * s->score[i]);
    *mean += share * s->score[i];
    square += share * s->score[i] * s->score[i];
  }
  *variance = (square - *mean * *mean) / (s->rows - 1);
}

static double brute(const stratum *s, double gap, double between) {
  double lo = -3000, hi = 3000, start = 0, mean, variance, sum = 0;
  for (int k = 0; k < CLASSES; k++) {
    shares(&s[k], 0, &mean, &variance);
    start += mean;
  }
  for (int step = 0; step < 200; step++) {
    double mid = (lo + hi) / 2, total = 0;
    sum = between;
    for (int k = 0; k < CLASSES; k++) {
      shares(&s[k], mid, &mean, &variance);
      total += mean;
      sum += variance;
    }
    if (total > start - gap) {
      lo = mid;
    } else {
      hi = mid;
    }
  }
  return gap / sqrt(sum);
}

/* The four outcomes of a class (both, only the first, only the second, none), next to no
 * rows where none was seen. `weight`: of a row. */
static stratum class_of(const table *x, int truth, const double w[2], const double weight,
                        const double centre[2]) {
  stratum s = {.n = 4, .rows = 0};
  for (int i = 0; i < 4; i++) {
    double rows = x->count[4 * truth + i], first = i < 2, second = i % 2 == 0;
    s.count[i] = fmax(rows, 1e-9);
    s.rows += rows;
    s.score[i] =
        w[0] * (first * weight - centre[0]) - w[1] * (second * weight - centre[1]);
  }
  for (int i = 0; i < 4; i++) s.score[i] *= s.rows;
  return s;
}

static void mean_recall_is_the_most_likely_shares(void **state) {
  (void)state;
  composite c;
  make(&c, &rare, 1, VD_STRATA_CLASSES, 0);
  const double rows[2] = {60, 5}, none[2] = {0, 0};
  check_close(c.x.theta[0], (49.0 / 60 + 2.0 / 5) / 2, 1e-12);
  for (double delta = -0.35; delta < 0.36; delta += 0.1) {
    const double w[2] = {1, 1};
    stratum s[2];
    for (int k = 0; k < 2; k++) s[k] = class_of(&rare, k, w, 0.5 / rows[k], none);
    double expected = brute(s, c.x.theta[0] - c.x.theta[1] - delta, 0);
    check_close(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, delta), expected, 1e-5);
  }
  const double share = 2.0 / 3, w[2] = {1 - share, share};
  stratum s[2];
  for (int k = 0; k < 2; k++) s[k] = class_of(&rare, k, w, 0.5 / rows[k], none);
  double gap = w[0] * c.x.theta[0] - w[1] * c.x.theta[1];
  check_close(vd_composite_score(&c.x, VD_MEASURE_RATIO, 2), brute(s, gap, 0), 1e-5);
}

/* Accuracy within the classes: the classes' own means differ, which adds their part. */
static void between_classes_is_added(void **state) {
  (void)state;
  composite c;
  make(&c, &rare, 0, VD_STRATA_CLASSES, 0);
  const double none[2] = {0, 0}, w[2] = {1, 1};
  stratum s[2];
  for (int k = 0; k < 2; k++) s[k] = class_of(&rare, k, w, 1.0 / 65, none);
  double gap = c.x.theta[0] - c.x.theta[1];
  check_close(gap, (9 + 0 - 4 - 2) / 65.0, 1e-12);
  double first = (5 - 60 * gap) / 65, second = (-2 - 5 * gap) / 65;
  double between = first * first / 60 + second * second / 5;
  check_close(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, 0), brute(s, gap, between),
              1e-5);
}

/* A class and the rest. */
static void one_class_and_the_rest(void **state) {
  (void)state;
  composite c, all;
  make(&c, &rare, 1, 1, 0);
  make(&all, &rare, 1, VD_STRATA_CLASSES, 0);
  check_close(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, 0.1),
              vd_composite_score(&all.x, VD_MEASURE_DIFFERENCE, 0.1), 1e-12);
}

static void what_cannot_be_is_infinitely_far(void **state) {
  (void)state;
  composite c;
  double low, high;
  make(&c, &matched, 0, VD_STRATA_ONE, 0);
  assert_true(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, 1) == -INFINITY);
  assert_true(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, -1) == INFINITY);
  /* as alike as they are said to be */
  double gap = c.x.theta[0] - c.x.theta[1];
  assert_true(vd_composite_score(&c.x, VD_MEASURE_DIFFERENCE, gap) == 0);
  /* nothing right: no ratio; all right: the upper end */
  const table wrong = {2, {1, 2, 2, 2, 1, 1}, {4, 5}};
  make(&c, &wrong, 0, VD_STRATA_ONE, 0);
  vd_composite_limits(&c.x, VD_MEASURE_RATIO, 2, &low, &high);
  assert_true(isnan(low) && isnan(high));
  const table right = {2, {1, 1, 1, 2, 2, 2}, {4, 5}};
  make(&c, &right, 0, VD_STRATA_ONE, 1);
  vd_composite_limits(&c.x, VD_MEASURE_DIFFERENCE, 2, &low, &high);
  check_close(low, 9.0 / 13, 1e-9); /* Wilson: n / (n + z^2) */
  check_close(high, 1, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accuracy_is_tango_s),
      cmocka_unit_test(ratio_is_tang_s),
      cmocka_unit_test(ratio_of_the_exchanged_is_turned_round),
      cmocka_unit_test(alone_it_is_wilson_s),
      cmocka_unit_test(mean_recall_is_the_most_likely_shares),
      cmocka_unit_test(between_classes_is_added),
      cmocka_unit_test(one_class_and_the_rest),
      cmocka_unit_test(what_cannot_be_is_infinitely_far),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
