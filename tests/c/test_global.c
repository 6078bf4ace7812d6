#include "check.h"
#include "test/global.h"
#include "estimate/moments.h"
#include "test/omnibus.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { C = CLASSIFIERS, BLOCKS = 3, PAIRS = 3, N = BLOCKS * PAIRS, DIM = 2 * C + 2 };

static const int blocks[BLOCKS] = {1, 3, 4};
static const int pairs[PAIRS][2] = {{1, 0}, {2, 0}, {2, 1}};

typedef struct {
  vd_moments moments[BLOCKS];
  double room[BLOCKS][DIM + DIM * DIM];
  vd_pair pair[N];
  vd_global_term term[N];
} counted;

static void count(const vd_set *set, int successes, int failures, counted *out) {
  double totals[2] = {0, 0};
  double *work = malloc(sizeof(double) * vd_moments_work(set, BLOCKS));
  int *iwork = malloc(sizeof(int) * vd_moments_iwork(set, BLOCKS));
  for (int i = 0; i < BLOCKS; i++) {
    out->moments[i].sum = out->room[i];
    out->moments[i].cross = out->room[i] + DIM;
  }
  vd_moments_clear(out->moments, BLOCKS, C);
  vd_moments_add(set, 0, set->n_profiles, blocks, BLOCKS, out->moments, totals, work,
                 iwork);
  vd_moments_finish(out->moments, BLOCKS, totals);
  for (int i = 0; i < N; i++) {
    const int *who = pairs[i % PAIRS];
    out->pair[i] =
        vd_pair_make(&out->moments[i / PAIRS], who[0], who[1], successes, failures);
    out->term[i] = (vd_global_term){.classifier = who[0], .reference = who[1]};
  }
  free(work);
  free(iwork);
}

/* V for groups of `group` pairs, the profiles in two blocks. */
static void covariance(const vd_set *set, const counted *x, int successes, int failures,
                       int group, double *V) {
  vd_global_plan plan = {BLOCKS, PAIRS, group, x->term, {0}, {0}};
  vd_outcomes_coefficients(successes, plan.for_it);
  vd_outcomes_coefficients(failures, plan.against);
  double *work = malloc(sizeof(double) * vd_outcomes_work(set, BLOCKS)), u[N];
  int *iwork = malloc(sizeof(int) * vd_outcomes_iwork(set, BLOCKS)), at[N];
  vd_outcomes outcomes = vd_outcomes_make(set, blocks, BLOCKS, work, iwork);
  memset(V, 0, sizeof(double) * (size_t)(N * BLOCKS * group));
  vd_global_add(set, 0, 7, &plan, &outcomes, V, u, at);
  vd_global_add(set, 7, set->n_profiles, &plan, &outcomes, V, u, at);
  vd_global_finish(&plan, 0, 2, V);
  vd_global_finish(&plan, 2, vd_global_size(&plan), V);
  free(work);
  free(iwork);
}

/* What one row adds, from its labels. */
typedef struct {
  int class, predictive; /* precision, or else NPV */
  const vd_global_term *term;
} part;

static double side(const rows *r, int i, const part *k, int c, double x, double y) {
  int called = (rows_label(r, i, 1 + c) == k->class) == k->predictive;
  int right = (rows_label(r, i, 0) == k->class) == k->predictive;
  return called ? (right ? x : -y) : 0;
}

static double row_part(const rows *r, int i, const void *what) {
  const part *k = what;
  const vd_global_term *t = k->term;
  return side(r, i, k, t->classifier, t->x[0], t->y[0]) -
         side(r, i, k, t->reference, t->x[1], t->y[1]);
}

static void check_against_rows(const rows *r, int clustered, int predictive, int wald) {
  vd_set set = clustered ? rows_clustered(r) : rows_independent(r);
  int successes = predictive ? VD_TP : VD_TN, failures = predictive ? VD_FP : VD_FN;
  counted x;
  double V[N * N], by_pair[BLOCKS * N];
  count(&set, successes, failures, &x);
  for (int i = 0; i < N; i++) {
    assert_true(vd_global_defined(&x.pair[i], VD_MEASURE_DIFFERENCE, clustered));
    if (wald) {
      vd_global_wald(&x.pair[i], VD_MEASURE_DIFFERENCE, &x.term[i]);
    } else {
      vd_global_score(&x.pair[i], 0.6, &x.term[i]);
    }
  }
  covariance(&set, &x, successes, failures, PAIRS, V);
  covariance(&set, &x, successes, failures, 1, by_pair);
  for (int i = 0; i < N; i++) {
    part a = {blocks[i / PAIRS], predictive, &x.term[i]};
    for (int j = 0; j < N; j++) {
      part b = {blocks[j / PAIRS], predictive, &x.term[j]};
      double naive = rows_cross(r, clustered, row_part, &a, row_part, &b);
      check_close(V[i * N + j] + 1, naive + 1, 1e-13);
      if (i % PAIRS != j % PAIRS) continue;
      const double *own = by_pair + i % PAIRS * BLOCKS * BLOCKS;
      check_close(own[i / PAIRS * BLOCKS + j / PAIRS] + 1, naive + 1, 1e-13);
    }
  }
}

static void covariance_from_rows(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 5);
  for (int how = 0; how < 8; how++)
    check_against_rows(&r, how & 1, how >> 1 & 1, how >> 2);
}

/* For two classifiers the score's variance is that of the generalized score test. */
static void variance_is_that_of_the_test(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 6);
  vd_set set = rows_independent(&r);
  counted x;
  double V[N * N];
  count(&set, VD_TP, VD_FP, &x);
  for (int i = 0; i < N; i++) {
    const vd_pair *p = &x.pair[i];
    double s = p->s[0] + p->s[1];
    vd_global_score(p, s / (s + p->f[0] + p->f[1]), &x.term[i]);
  }
  covariance(&set, &x, VD_TP, VD_FP, PAIRS, V);
  for (int i = 0; i < N; i++) {
    vd_question q = {.test = VD_TEST_GS};
    double gap = vd_compare_gap(&x.pair[i], VD_MEASURE_DIFFERENCE);
    double statistic =
        vd_compare_test(&x.pair[i], q, VD_STATUS_NEVER_PREDICTED).statistic;
    check_close(gap * gap / V[i * N + i], statistic, 1e-12);
  }
}

static void what_is_defined(void **state) {
  (void)state;
  vd_pair p = {.s = {3, 2}, .f = {2, 1}, .ss = {3, 1, 2}, .ff = {2, 0, 1}};
  assert_true(vd_global_defined(&p, VD_MEASURE_ODDS_RATIO, 1));
  vd_pair perfect = p, none = p, never = p, lone = p;
  perfect.f[1] = 0;
  assert_true(vd_global_defined(&perfect, VD_MEASURE_RATIO, 0));
  assert_false(vd_global_defined(&perfect, VD_MEASURE_ODDS_RATIO, 0));
  none.s[0] = 0;
  assert_true(vd_global_defined(&none, VD_MEASURE_DIFFERENCE, 0));
  assert_false(vd_global_defined(&none, VD_MEASURE_RATIO, 0));
  never.s[0] = never.f[0] = 0;
  assert_false(vd_global_defined(&never, VD_MEASURE_DIFFERENCE, 0));
  lone.ss[2] = 4;
  lone.sf11 = 2;
  assert_true(vd_global_defined(&lone, VD_MEASURE_DIFFERENCE, 0));
  assert_false(vd_global_defined(&lone, VD_MEASURE_DIFFERENCE, 1));
}

static void the_form(void **state) {
  (void)state;
  double work[35 * 2];
  assert_true(vd_omnibus_form_work(2) == 35 * 2);
  double R[4] = {1, 0.5, 0.5, 1};
  vd_omnibus_result found = vd_omnibus_form(2, (double[]){1, 2}, R, work);
  assert_true(found.dof == 2);
  check_close(found.statistic, 4, 1e-14); /* (1 - 2 + 4) / 0.75 */
  check_close(found.log_p, -2, 1e-14);
  double twice[4] = {1, 1, 1, 1};
  found = vd_omnibus_form(2, (double[]){1.5, 1.5}, twice, work);
  assert_true(found.dof == 1);
  check_close(found.statistic, 2.25, 1e-14);
  double again[4] = {1, 1, 1, 1};
  assert_int_equal(vd_omnibus_form(2, (double[]){1, 2}, again, work).status,
                   VD_STATUS_ZERO_VARIANCE);
  double zero[4] = {0};
  assert_int_equal(vd_omnibus_form(2, (double[]){0, 0}, zero, work).status,
                   VD_STATUS_IDENTICAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(covariance_from_rows),
      cmocka_unit_test(variance_is_that_of_the_test),
      cmocka_unit_test(what_is_defined),
      cmocka_unit_test(the_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
