#include "check.h"
#include "test/joint.h"
#include "estimate/moments.h"
#include "math/quadratic.h"
#include "test/omnibus.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { C = CLASSIFIERS, SLICES = 3, PAIRS = 3, N = SLICES * PAIRS, DIM = 2 * C + 2 };

static const int slices[SLICES] = {1, 3, 4};
static const int pairs[PAIRS][2] = {{1, 0}, {2, 0}, {2, 1}};

typedef struct {
  vd_moments moments[SLICES];
  double room[SLICES][DIM + DIM * DIM];
  vd_pair pair[N];
  vd_joint_term term[N];
} counted;

static void count(const vd_set *set, int successes, int failures, counted *out) {
  double totals[2] = {0, 0};
  double *work = malloc(sizeof(double) * vd_moments_work(set, SLICES));
  int *iwork = malloc(sizeof(int) * vd_moments_iwork(set, SLICES));
  for (int i = 0; i < SLICES; i++) {
    out->moments[i].sum = out->room[i];
    out->moments[i].cross = out->room[i] + DIM;
  }
  vd_moments_clear(out->moments, SLICES, C);
  vd_moments_add(set, 0, set->n_profiles, slices, SLICES, out->moments, totals, work,
                 iwork);
  vd_moments_finish(out->moments, SLICES, totals);
  for (int i = 0; i < N; i++) {
    const int *who = pairs[i % PAIRS];
    out->pair[i] =
        vd_pair_make(&out->moments[i / PAIRS], who[0], who[1], successes, failures);
    out->term[i] = (vd_joint_term){.classifier = who[0], .reference = who[1]};
  }
  free(work);
  free(iwork);
}

/* V for groups of `group` pairs, the profiles in two chunks. */
static void covariance(const vd_set *set, const counted *x, int everywhere, int group,
                       double *V) {
  vd_joint_plan plan = {SLICES, PAIRS, group, everywhere, x->term};
  double *work = malloc(sizeof(double) * vd_outcomes_work(set, SLICES)), u[N];
  int *iwork = malloc(sizeof(int) * vd_outcomes_iwork(set, SLICES)), at[N];
  vd_outcomes outcomes = vd_outcomes_make(set, slices, SLICES, work, iwork);
  memset(V, 0, sizeof(double) * (size_t)(N * SLICES * group));
  vd_joint_add(set, 0, 7, &plan, &outcomes, V, u, at);
  vd_joint_add(set, 7, set->n_profiles, &plan, &outcomes, V, u, at);
  vd_joint_finish(&plan, 0, 2, V);
  vd_joint_finish(&plan, 2, vd_joint_size(&plan), V);
  free(work);
  free(iwork);
}

/* What one row adds, from its labels. */
typedef struct {
  int class, predictive; /* precision, or else NPV */
  const vd_joint_term *term;
} part;

static double side(const rows *r, int i, const part *k, int c, vd_gradient by) {
  int called = (rows_label(r, i, 1 + c) == k->class) == k->predictive;
  int right = (rows_label(r, i, 0) == k->class) == k->predictive;
  double x = k->predictive ? by.tp : by.tn, y = k->predictive ? by.fp : by.fn;
  return called ? (right ? x : y) : 0;
}

static double row_part(const rows *r, int i, const void *what) {
  const part *k = what;
  const vd_joint_term *t = k->term;
  return side(r, i, k, t->classifier, t->by[0]) - side(r, i, k, t->reference, t->by[1]);
}

static void check_against_rows(const rows *r, int clustered, int predictive, int wald) {
  vd_set set = clustered ? rows_clustered(r) : rows_independent(r);
  int successes = predictive ? VD_TP : VD_TN, failures = predictive ? VD_FP : VD_FN;
  vd_joint_request q = {.successes = successes, .failures = failures};
  counted x;
  double V[N * N], by_pair[SLICES * N];
  count(&set, successes, failures, &x);
  for (int i = 0; i < N; i++) {
    assert_true(vd_joint_defined(&x.pair[i], VD_MEASURE_DIFFERENCE, clustered));
    if (wald) {
      vd_joint_wald(&x.pair[i], &q, &x.term[i]);
    } else {
      vd_joint_score(&x.pair[i], 0.6, &q, &x.term[i]);
    }
  }
  covariance(&set, &x, !predictive, PAIRS, V);
  covariance(&set, &x, !predictive, 1, by_pair);
  for (int i = 0; i < N; i++) {
    part a = {slices[i / PAIRS], predictive, &x.term[i]};
    for (int j = 0; j < N; j++) {
      part b = {slices[j / PAIRS], predictive, &x.term[j]};
      double naive = rows_cross(r, clustered, row_part, &a, row_part, &b);
      check_close(V[i * N + j] + 1, naive + 1, 1e-13);
      if (i % PAIRS != j % PAIRS) continue;
      const double *own = by_pair + i % PAIRS * SLICES * SLICES;
      check_close(own[i / PAIRS * SLICES + j / PAIRS] + 1, naive + 1, 1e-13);
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
  vd_joint_request q = {.successes = VD_TP, .failures = VD_FP};
  count(&set, VD_TP, VD_FP, &x);
  for (int i = 0; i < N; i++) {
    const vd_pair *p = &x.pair[i];
    double s = p->s[0] + p->s[1];
    vd_joint_score(p, s / (s + p->f[0] + p->f[1]), &q, &x.term[i]);
  }
  covariance(&set, &x, 0, PAIRS, V);
  for (int i = 0; i < N; i++) {
    vd_request gs = {.test = VD_TEST_GS};
    double gap = vd_measure_gap(VD_MEASURE_DIFFERENCE, &x.pair[i]);
    double statistic =
        vd_compare_test(&x.pair[i], gs, VD_STATUS_NEVER_PREDICTED).statistic;
    check_close(gap * gap / V[i * N + i], statistic, 1e-12);
  }
}

/* All terms at once: those of the pairs, about what is pooled over the pair, over all
 * classifiers, or on a scale; nothing where the scale is infinite. */
static void terms_of_all_pairs(void **state) {
  (void)state;
  static const int from_one[2 * PAIRS] = {2, 1, 3, 1, 3, 2};
  rows r;
  rows_draw(&r, 7);
  vd_set set = rows_independent(&r);
  counted x;
  count(&set, VD_TP, VD_FN, &x);
  for (int residual = VD_JOINT_PAIR; residual <= VD_JOINT_WALD; residual++) {
    vd_joint_request q = {.residual = (vd_joint_residual)residual,
                          .scale = residual == VD_JOINT_WALD ? VD_MEASURE_RATIO
                                                             : VD_MEASURE_DIFFERENCE,
                          .successes = VD_TP,
                          .failures = VD_FN};
    vd_joint_term term[N], expected;
    double gap[N];
    vd_joint_terms(x.moments, SLICES, from_one, PAIRS, &q, term, gap);
    for (int i = 0; i < N; i++) {
      const vd_pair *p = &x.pair[i];
      double s = p->s[0] + p->s[1], m = s + p->f[0] + p->f[1];
      if (residual == VD_JOINT_ALL) {
        s += x.moments[i / PAIRS].sum[3 - pairs[i % PAIRS][0] - pairs[i % PAIRS][1]];
        m = 3 * m / 2; /* recall: the denominators are the same */
      }
      vd_joint_score(p, s / m, &q, &expected);
      if (residual == VD_JOINT_WALD) vd_joint_wald(p, &q, &expected);
      check_close(gap[i], vd_measure_gap(q.scale, p), 1e-14);
      assert_int_equal(term[i].classifier, pairs[i % PAIRS][0]);
      for (int side = 0; side < 2; side++) {
        check_close(term[i].by[side].tp, expected.by[side].tp, 1e-14);
        check_close(term[i].by[side].fn, expected.by[side].fn, 1e-14);
        assert_true(term[i].by[side].fp == 0 && term[i].by[side].tn == 0);
      }
    }
    q.scale = VD_MEASURE_RATIO;
    x.moments[0].sum[0] = 0;
    vd_joint_terms(x.moments, SLICES, from_one, PAIRS, &q, term, gap);
    assert_true(isnan(gap[0]) && term[0].by[0].tp == 0 && term[0].by[1].fn == 0);
    count(&set, VD_TP, VD_FN, &x);
  }
}

static void what_is_defined(void **state) {
  (void)state;
  vd_pair p = {.s = {3, 2}, .f = {2, 1}, .ss = {3, 1, 2}, .ff = {2, 0, 1}};
  assert_true(vd_joint_defined(&p, VD_MEASURE_ODDS_RATIO, 1));
  vd_pair perfect = p, none = p, never = p, lone = p;
  perfect.f[1] = 0;
  assert_true(vd_joint_defined(&perfect, VD_MEASURE_RATIO, 0));
  assert_false(vd_joint_defined(&perfect, VD_MEASURE_ODDS_RATIO, 0));
  none.s[0] = 0;
  assert_true(vd_joint_defined(&none, VD_MEASURE_DIFFERENCE, 0));
  assert_false(vd_joint_defined(&none, VD_MEASURE_RATIO, 0));
  never.s[0] = never.f[0] = 0;
  assert_false(vd_joint_defined(&never, VD_MEASURE_DIFFERENCE, 0));
  lone.ss[2] = 4;
  lone.sf11 = 2;
  assert_true(vd_joint_defined(&lone, VD_MEASURE_DIFFERENCE, 0));
  assert_false(vd_joint_defined(&lone, VD_MEASURE_DIFFERENCE, 1));
}

static void the_form(void **state) {
  (void)state;
  double work[35 * 2];
  assert_true(vd_quadratic_work(2) == 35 * 2);
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
                   VD_STATUS_EQUAL_ESTIMATES);
}

/* A class at a time they are the correlations of the whole matrix. */
static void correlations_of_one_pair(void **state) {
  (void)state;
  enum { ROOM = ROWS * SLICES };
  for (int trial = 0; trial < 8; trial++) {
    rows r;
    rows_draw(&r, 70 + (unsigned)trial);
    vd_set set = trial % 2 ? rows_clustered(&r) : rows_independent(&r);
    counted x;
    count(&set, VD_TP, VD_FP, &x);
    for (int i = 0; i < N; i++) {
      vd_joint_request q = {.successes = VD_TP, .failures = VD_FP};
      vd_joint_score(&x.pair[i], 0.6, &q, &x.term[i]);
    }
    double V[SLICES * N], *work = malloc(sizeof(double) * vd_outcomes_work(&set, SLICES));
    int *iwork = malloc(sizeof(int) * vd_outcomes_iwork(&set, SLICES));
    covariance(&set, &x, 0, 1, V);
    for (int pair = 0; pair < PAIRS; pair++) {
      vd_joint_term term[SLICES];
      for (int i = 0; i < SLICES; i++) term[i] = x.term[i * PAIRS + pair];
      vd_joint_plan plan = {SLICES, 1, 1, 0, term};
      vd_outcomes outcomes = vd_outcomes_make(&set, slices, SLICES, work, iwork);
      ptrdiff_t start[ROWS + 1], first[SLICES + 1], of[ROOM], profile[ROOM];
      int slice[ROOM], at[SLICES], seen[SLICES] = {0}, used[SLICES] = {1, 1, trial != 3};
      double u[ROOM], added[SLICES], variance[SLICES], row[SLICES] = {0}, found[SLICES];
      vd_joint_sparse s = {SLICES, start, slice, u, first, of, profile};
      ptrdiff_t n = vd_joint_list(&set, &plan, &outcomes, &s, 0, added, at);
      assert_true(n > 0 && n <= ROOM);
      assert_true(vd_joint_list(&set, &plan, &outcomes, &s, n, added, at) == n);
      vd_joint_order(&set, &s);
      vd_joint_variances(&set, &s, variance);
      const double *own = V + pair * SLICES * SLICES;
      for (int i = 0; i < SLICES; i++) {
        double expected[SLICES] = {0};
        check_close(variance[i], own[i * SLICES + i], 1e-12);
        int others =
            vd_joint_correlations(&set, &s, i, variance, used, row, seen, at, found);
        for (int j = 0; j < others; j++) expected[at[j]] = found[j];
        for (int j = i + 1; j < SLICES; j++) {
          double r_ij = own[i * SLICES + j] / sqrt(variance[i] * variance[j]);
          check_close(expected[j] + 1, (used[j] ? r_ij : 0) + 1, 1e-12);
        }
      }
    }
    free(work);
    free(iwork);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(covariance_from_rows),
      cmocka_unit_test(correlations_of_one_pair),
      cmocka_unit_test(variance_is_that_of_the_test),
      cmocka_unit_test(terms_of_all_pairs),
      cmocka_unit_test(what_is_defined),
      cmocka_unit_test(the_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
