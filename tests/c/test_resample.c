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
  double weight[CLUSTERS], count[ROWS], end[CLUSTERS];
  int guide[CLUSTERS];
  vd_resample_urn urn = {end, guide}, none = {NULL, NULL};
  assert_true(vd_resample_singly(&set));
  vd_resample_fill(&set, &urn);
  for (int singly = 0; singly < 2; singly++) {
    double mean[CLUSTERS] = {0};
    for (int i = 0; i < 4000; i++) {
      vd_stream stream = vd_stream_make(41, i);
      vd_resample_clusters(&set, singly ? &urn : &none, &stream, weight, count);
      assert_true(total(weight, CLUSTERS) == CLUSTERS);
      for (int f = 0; f < CLUSTERS; f++) mean[f] += weight[f] / 4000;
    }
    for (int f = 0; f < CLUSTERS; f++) assert_true(fabs(mean[f] - 1) < 0.08);
    for (int i = 0; i < ROWS; i++) assert_true(count[i] == weight[r.cluster[i]]);
  }
}

/* A profile of m of n clusters has a binomial number of n draws: mean m, variance
 * m (1 - m / n), either way; profiles without clusters have none. */
static void profiles_have_binomial_numbers(void **state) {
  (void)state;
  enum { PROFILES = 40, DRAWS = 4000 };
  double m[PROFILES], weight[PROFILES], end[PROFILES], n = 0;
  int label[3 * PROFILES], guide[PROFILES];
  for (int f = 0; f < PROFILES; f++) {
    m[f] = f % 3 == 0 ? 0 : f % 7;
    n += m[f];
    label[f] = label[f + PROFILES] = label[f + 2 * PROFILES] = 1;
  }
  vd_set set = {.n_classes = 1,
                .n_classifiers = 2,
                .n_patterns = PROFILES,
                .label = label,
                .count = m,
                .n_profiles = PROFILES};
  vd_resample_urn urn = {end, guide}, none = {NULL, NULL};
  vd_resample_fill(&set, &urn);
  for (int singly = 0; singly < 2; singly++) {
    double mean[PROFILES] = {0}, squares[PROFILES] = {0};
    for (int i = 0; i < DRAWS; i++) {
      vd_stream stream = vd_stream_make(42, i);
      vd_resample_clusters(&set, singly ? &urn : &none, &stream, weight, NULL);
      for (int f = 0; f < PROFILES; f++) {
        mean[f] += weight[f] / DRAWS;
        squares[f] += (weight[f] - m[f]) * (weight[f] - m[f]) / DRAWS;
      }
    }
    for (int f = 0; f < PROFILES; f++) {
      double variance = m[f] * (1 - m[f] / n);
      assert_true(fabs(mean[f] - m[f]) <= 5 * sqrt(variance / DRAWS));
      assert_true(fabs(squares[f] - variance) <= 0.2 * variance);
    }
  }
  for (int f = 0; f < PROFILES; f++) m[f] *= 100;
  assert_false(vd_resample_singly(&set));
}

static void rows_are_drawn_with_replacement(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 42);
  vd_set set = rows_independent(&r);
  double weight[ROWS];
  vd_resample_urn none = {NULL, NULL};
  vd_stream stream = vd_stream_make(42, 1);
  vd_resample_clusters(&set, &none, &stream, weight, NULL);
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

/* A plan with all its room, for a set of at most N quantities and N contrasts. */
typedef struct {
  vd_resample_plan plan;
  vd_outcomes outcomes;
  vd_gradient gradient[N];
  vd_effects effects[N];
  double effect[3 * N][CLASSES], theta[N], room[11 * N];
  double outcome[N * (2 * CLASSIFIERS + 1)];
  int index[4 * (CLASSES + 2) + 10 * N], position[CLASSES + 1 + 2 * N];
} evaluation;

static void plan_it(const vd_set *set, int weighted, const vd_quantity *q, int n,
                    const vd_contrast *contrast, int n_contrasts, evaluation *e) {
  e->plan = (vd_resample_plan){.n_quantities = n,
                               .n_contrasts = n_contrasts,
                               .quantity = q,
                               .contrast = contrast,
                               .theta = e->theta,
                               .gradient = e->gradient,
                               .effects = e->effects,
                               .work = e->room};
  assert_true(vd_resample_iwork(set, N, N) == sizeof e->index / sizeof *e->index);
  assert_true(vd_resample_work(N, N) == sizeof e->room / sizeof *e->room);
  for (int i = 0; i < N; i++) {
    e->effects[i] = (vd_effects){.rho = e->effect[3 * i],
                                 .kappa = e->effect[3 * i + 1],
                                 .delta = e->effect[3 * i + 2]};
  }
  vd_resample_sort(set, weighted, &e->plan, e->index);
  e->outcomes =
      vd_outcomes_make(set, e->plan.class, e->plan.n_slices, e->outcome, e->position);
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
    double memory[MARGINS], value[4], variance[4], cubes[4];
    vd_quantity q[N];
    evaluation e;
    make_quantities(q);
    plan_it(&set, 0, q, N, contrast, 4, &e);
    assert_int_equal(e.plan.n_slices, 0);
    assert_int_equal(e.plan.n_wide, CLASSIFIERS);
    vd_margins m = make_margins(&set, memory);
    vd_resample_estimate(&set, &m, &e.plan);
    difference d = {VD_MEASURE_DIFFERENCE, 0, 0, {0}};
    for (int c = 0; c < CLASSIFIERS; c++) {
      for (int i = 0; i < ROWS; i++) d.theta[c] += right(&r, i, c) / ROWS;
      check_close(e.theta[c], d.theta[c], 1e-14);
    }
    const double *theta = e.theta;
    vd_resample_contrast(&e.plan, value);
    check_close(value[0], theta[1] - theta[0], 1e-14);
    check_close(value[1], log(theta[2] / theta[0]), 1e-12);
    check_close(value[2], log(theta[2] / (1 - theta[2]) / theta[1] * (1 - theta[1])),
                1e-12);
    check_close(value[3], theta[1], 1e-14);
    vd_resample_spread(&set, &m, &e.plan, &e.outcomes, variance, cubes);
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

/* A proportion of single rows: those of `denominator` states, theta of them in
 * `numerator`; classifier a's on a scale with this slope, less that of b (none when b <
 * 0). */
typedef struct {
  int class, numerator, denominator, a, b;
  double theta[2], slope[2], size[2];
} proportion;

static int state_of(const rows *r, int i, int class, int c) {
  int truth = rows_label(r, i, 0) == class, said = rows_label(r, i, 1 + c) == class;
  return truth ? (said ? VD_TP : VD_FN) : (said ? VD_FP : VD_TN);
}

static double row_influence(const rows *r, int i, const void *what) {
  const proportion *p = what;
  double value = 0;
  for (int side = 0; side < (p->b < 0 ? 1 : 2); side++) {
    int s = state_of(r, i, p->class, side ? p->b : p->a);
    if (!(s & p->denominator)) continue;
    double part = ((s & p->numerator) != 0) - p->theta[side];
    value += (side ? -1 : 1) * p->slope[side] * part / p->size[side];
  }
  return value;
}

static proportion read_proportion(const rows *r, vd_metric metric, int class, int a,
                                  int b, vd_measure scale) {
  proportion p = {.class = class,
                  .numerator = vd_metric_successes(metric),
                  .denominator = vd_metric_successes(metric) | vd_metric_failures(metric),
                  .a = a,
                  .b = b};
  for (int side = 0; side < (b < 0 ? 1 : 2); side++) {
    double hits = 0;
    for (int i = 0; i < ROWS; i++) {
      int s = state_of(r, i, class, side ? b : a);
      p.size[side] += (s & p.denominator) != 0;
      hits += (s & p.numerator) != 0;
    }
    p.theta[side] = hits / p.size[side];
    p.slope[side] = scale == VD_MEASURE_RATIO ? 1 / p.theta[side] : 1;
  }
  return p;
}

/* The sum over clusters of the cube of what their rows add. */
static double sum_of_cubes(const rows *r, int clustered, const proportion *p) {
  double total = 0, sum[CLUSTERS] = {0};
  for (int i = 0; i < ROWS; i++) {
    double u = row_influence(r, i, p);
    if (clustered) sum[r->cluster[i]] += u;
    if (!clustered) total += u * u * u;
  }
  for (int g = 0; g < CLUSTERS && clustered; g++) total += sum[g] * sum[g] * sum[g];
  return total;
}

/* Contrasts of single classes, two metrics and classes mixed up in their order; in NPV
 * and specificity most rows are true negatives. */
static void contrasts_of_single_classes(void **state) {
  (void)state;
  static const int kept[2] = {3, 1};
  static const vd_metric metrics[4] = {VD_METRIC_PRECISION, VD_METRIC_NPV,
                                       VD_METRIC_SPECIFICITY, VD_METRIC_RECALL};
  const vd_contrast contrast[4] = {{1, 0, VD_MEASURE_DIFFERENCE},
                                   {2, 3, VD_MEASURE_RATIO},
                                   {0, -1, VD_MEASURE_DIFFERENCE},
                                   {3, 2, VD_MEASURE_DIFFERENCE}};
  for (int how = 0; how < 8; how++) {
    int clustered = how & 1;
    vd_metric metric = metrics[how / 2];
    rows r;
    rows_draw(&r, 46);
    vd_set set = clustered ? rows_clustered(&r) : rows_independent(&r);
    double memory[MARGINS], value[4], variance[4], cubes[4];
    vd_quantity q[4];
    evaluation e;
    for (int i = 0; i < 4; i++) {
      q[i] = (vd_quantity){{metric, 1}, VD_AVERAGE_PER_CLASS, i % 2 + 1, &kept[i / 2], 1};
    }
    plan_it(&set, 0, q, 4, contrast, 4, &e);
    assert_int_equal(e.plan.n_slices, 2);
    assert_int_equal(e.plan.n_wide, 0);
    vd_margins m = make_margins(&set, memory);
    vd_resample_estimate(&set, &m, &e.plan);
    vd_resample_contrast(&e.plan, value);
    vd_resample_spread(&set, &m, &e.plan, &e.outcomes, variance, cubes);
    for (int j = 0; j < 4; j++) {
      const vd_contrast *x = &contrast[j];
      int b = x->reference < 0 ? -1 : x->reference % 2 + 1;
      proportion p = read_proportion(&r, metric, kept[x->classifier / 2] + 1,
                                     x->classifier % 2 + 1, b, x->scale);
      check_close(e.theta[x->classifier], p.theta[0], 1e-14);
      check_close(variance[j],
                  rows_cross(&r, clustered, row_influence, &p, row_influence, &p), 1e-12);
      check_close(cubes[j] + 1, sum_of_cubes(&r, clustered, &p) + 1, 1e-14);
    }
  }
}

/* Of a proportion that rows of one cluster make up nothing is known: its variance is 0,
 * and not what rounding leaves; single classes and averages alike. */
static void one_cluster_has_no_variance(void **state) {
  (void)state;
  static const int kept[2] = {0, 1};
  const vd_contrast contrast[3] = {{1, 0, VD_MEASURE_DIFFERENCE},
                                   {0, -1, VD_MEASURE_DIFFERENCE},
                                   {3, 2, VD_MEASURE_DIFFERENCE}};
  int positive = 0;
  for (unsigned seed = 1; seed <= 300; seed++) {
    rows r;
    rows_draw(&r, seed);
    vd_set set = rows_clustered(&r);
    double memory[MARGINS], weight[CLUSTERS] = {0}, count[ROWS], variance[3];
    weight[seed % CLUSTERS] = CLUSTERS;
    set.multiplicity = weight;
    set.count = count;
    vd_set_patterns(&set, weight, count);
    vd_quantity q[4];
    evaluation e;
    for (int c = 0; c < 2; c++) {
      q[c] = (vd_quantity){{VD_METRIC_NPV, 1}, VD_AVERAGE_PER_CLASS, c, kept, 1};
      q[c + 2] = (vd_quantity){{VD_METRIC_NPV, 1}, VD_AVERAGE_MACRO, c, kept, 2};
    }
    plan_it(&set, 0, q, 4, contrast, 3, &e);
    assert_int_equal(e.plan.n_wide, 2);
    vd_margins m = make_margins(&set, memory);
    vd_resample_estimate(&set, &m, &e.plan);
    vd_resample_spread(&set, &m, &e.plan, &e.outcomes, variance, NULL);
    for (int j = 0; j < 3; j++) assert_true(!(variance[j] > 0));
    positive += e.theta[0] > 0 && e.theta[0] < 1 && e.theta[0] != 0.5;
  }
  assert_true(positive > 20);
}

/* Each class keeps its number of rows; 4,000 draws, five standard deviations to spare. */
static void rows_are_drawn_within_their_class(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 47);
  vd_set set = rows_independent(&r);
  double weight[ROWS], work[2 * CLASSES], mean[ROWS] = {0};
  int size[CLASSES + 1] = {0};
  for (int i = 0; i < ROWS; i++) size[rows_label(&r, i, 0)]++;
  for (int draw = 0; draw < 4000; draw++) {
    int drawn[CLASSES + 1] = {0};
    vd_stream stream = vd_stream_make(47, draw);
    vd_resample_rows(&set, &stream, weight, work);
    for (int i = 0; i < ROWS; i++) {
      drawn[rows_label(&r, i, 0)] += (int)weight[i];
      mean[i] += weight[i] / 4000;
    }
    assert_memory_equal(drawn, size, sizeof size);
  }
  for (int i = 0; i < ROWS; i++) assert_true(fabs(mean[i] - 1) < 0.08);
}

/* At known prevalences, precision depends on every class, recall on its own. */
static void a_lost_class_is_not_known(void **state) {
  (void)state;
  static const double prevalence[CLASSES] = {0.25, 0.25, 0.25, 0.25};
  const vd_contrast contrast[2] = {{0, -1, VD_MEASURE_DIFFERENCE},
                                   {1, -1, VD_MEASURE_DIFFERENCE}};
  rows r;
  rows_draw(&r, 48);
  vd_set set = rows_independent(&r);
  double memory[MARGINS], share[CLASSES], count[ROWS], variance[2];
  for (int i = 0; i < ROWS; i++) count[i] = rows_label(&r, i, 0) != 4;
  vd_quantity q[2] = {{{VD_METRIC_PRECISION, 1}, VD_AVERAGE_PER_CLASS, 0, second, 1},
                      {{VD_METRIC_RECALL, 1}, VD_AVERAGE_PER_CLASS, 0, second, 1}};
  evaluation e;
  plan_it(&set, 1, q, 2, contrast, 2, &e);
  assert_int_equal(e.plan.n_wide, 2);
  for (int lost = 0; lost < 2; lost++) {
    if (lost) set.count = count;
    vd_margins m = {.prevalence = prevalence, .weight = share};
    m.truth = memory;
    m.predicted = memory + CLASSES;
    m.correct = memory + CLASSES * (1 + CLASSIFIERS);
    vd_margins_count(&set, &m);
    vd_resample_estimate(&set, &m, &e.plan);
    vd_resample_spread(&set, &m, &e.plan, &e.outcomes, variance, NULL);
    assert_int_equal(isnan(e.theta[0]), lost);
    double hits = 0, size = 0;
    for (int i = 0; i < ROWS; i++) {
      size += rows_label(&r, i, 0) == 2;
      hits += rows_label(&r, i, 0) == 2 && right(&r, i, 0);
    }
    check_close(e.theta[1], hits / size, 1e-14);
    check_close(variance[1], hits / size * (1 - hits / size) / size, 1e-12);
  }
}

/* A class that nobody predicts has no precision, whatever averages make of it. */
static void the_undefined_is_nan(void **state) {
  (void)state;
  const vd_contrast contrast[1] = {{0, -1, VD_MEASURE_DIFFERENCE}};
  const vd_zero_division rules[3] = {VD_ZERO_NA, VD_ZERO_ZERO, VD_ZERO_SKIP};
  rows r;
  rows_draw(&r, 45);
  for (int i = ROWS; i < ROWS * (1 + CLASSIFIERS); i++) r.label[i] = 1;
  vd_set set = rows_independent(&r);
  double memory[MARGINS];
  vd_quantity q[N];
  evaluation e;
  make_quantities(q);
  vd_margins m = make_margins(&set, memory);
  for (int i = 0; i < 6; i++) {
    plan_it(&set, i % 2, &q[CLASSIFIERS], 1, contrast, 1, &e);
    assert_int_equal(e.plan.n_wide, i % 2);
    e.plan.zero = rules[i / 2];
    vd_resample_estimate(&set, &m, &e.plan);
    assert_true(isnan(e.theta[0]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(clusters_are_drawn_with_replacement),
      cmocka_unit_test(profiles_have_binomial_numbers),
      cmocka_unit_test(rows_are_drawn_with_replacement),
      cmocka_unit_test(subsets_are_drawn_without_replacement),
      cmocka_unit_test(contrasts_and_their_spread),
      cmocka_unit_test(contrasts_of_single_classes),
      cmocka_unit_test(one_cluster_has_no_variance),
      cmocka_unit_test(rows_are_drawn_within_their_class),
      cmocka_unit_test(a_lost_class_is_not_known),
      cmocka_unit_test(the_undefined_is_nan),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
