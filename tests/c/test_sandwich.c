#include "check.h"
#include "estimate/moments.h"
#include "rows.h"
#include "estimate/sandwich.h"

#include <stdlib.h>
#include <string.h>

enum { C = CLASSIFIERS };

/* One class of the drawn rows, precision: cluster by cluster. */
typedef struct {
  double s[CLUSTERS][C], f[CLUSTERS][C], total_s[C], total_f[C];
} by_cluster;

static by_cluster count(const rows *r, int class) {
  by_cluster x;
  memset(&x, 0, sizeof x);
  for (int i = 0; i < ROWS; i++) {
    for (int c = 0; c < C; c++) {
      if (rows_label(r, i, 1 + c) != class) continue;
      int right = rows_label(r, i, 0) == class, g = r->cluster[i];
      x.s[g][c] += right;
      x.f[g][c] += !right;
      x.total_s[c] += right;
      x.total_f[c] += !right;
    }
  }
  return x;
}

static double store[2 * C + 3 * C * C];

static int who[C];

static vd_status correct(const rows *r, int class, vd_sandwich_type type,
                         vd_sandwich *out) {
  vd_set set = rows_clustered(r);
  by_cluster x = count(r, class);
  double *work = malloc(sizeof(double) * vd_outcomes_work(&set, 1)), room[2 * C];
  int *iwork = malloc(sizeof(int) * vd_outcomes_iwork(&set, 1));
  vd_outcomes o = vd_outcomes_make(&set, &class, 1, work, iwork);
  memset(store, 0, sizeof store);
  *out = (vd_sandwich){.n_classifiers = C,
                       .s = store,
                       .f = store + C,
                       .ss = store + 2 * C,
                       .sf = store + 2 * C + C * C,
                       .ff = store + 2 * C + 2 * C * C};
  vd_outcomes_coefficients(VD_TP, out->successes);
  vd_outcomes_coefficients(VD_FP, out->failures);
  memcpy(out->s, x.total_s, sizeof x.total_s);
  memcpy(out->f, x.total_f, sizeof x.total_f);
  vd_sandwich_add(&set, 0, 4, &o, type, 1, out, room, who); /* in chunks */
  vd_sandwich_add(&set, 4, set.n_profiles, &o, type, 1, out, room, who);
  free(work);
  free(iwork);
  return vd_sandwich_finish(type, out);
}

/* Variance of the log odds ratio of classifiers 1 and 0. */
static double variance_of(const vd_pair *p) {
  double x[2] = {1 / p->s[0], 1 / p->s[1]}, y[2] = {1 / p->f[0], 1 / p->f[1]};
  return vd_pair_variance(p, x, y);
}

/* The same from its definition, with 1 - leverage to the power. */
static double naive_variance(const by_cluster *x, double power) {
  double variance = 0;
  for (int g = 0; g < CLUSTERS; g++) {
    double u[2];
    for (int c = 0; c < 2; c++) {
      double t = x->s[g][c] + x->f[g][c], m = x->total_s[c] + x->total_f[c];
      u[c] = x->s[g][c] / x->total_s[c] - x->f[g][c] / x->total_f[c];
      u[c] *= pow(1 - t / m, -power);
    }
    variance += (u[1] - u[0]) * (u[1] - u[0]);
  }
  return variance;
}

static void leverage_corrections_from_clusters(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 34);
  for (int class = 1; class <= CLASSES; class ++) {
    by_cluster x = count(&r, class);
    const vd_sandwich_type types[3] = {VD_SANDWICH_ROBUST, VD_SANDWICH_KAUERMANN_CARROLL,
                                       VD_SANDWICH_MANCL_DEROUEN};
    for (int i = 0; i < 3; i++) {
      vd_sandwich found;
      assert_int_equal(correct(&r, class, types[i], &found), VD_STATUS_OK);
      vd_pair p;
      assert_int_equal(vd_sandwich_pair(&found, 1, 0, &p), VD_STATUS_OK);
      check_close(variance_of(&p), naive_variance(&x, i / 2.0), 1e-12);
    }
  }
}

static void robust_is_the_pair_of_the_moments(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 32);
  vd_set set = rows_clustered(&r);
  const int class = 3;
  vd_sandwich found;
  correct(&r, class, VD_SANDWICH_ROBUST, &found);
  vd_pair p;
  assert_int_equal(vd_sandwich_pair(&found, 2, 1, &p), VD_STATUS_OK);
  double sum[2 * C + 2], cross[(2 * C + 2) * (2 * C + 2)], totals[2] = {0, 0}, room[100];
  int iroom[100];
  vd_moments m = {.sum = sum, .cross = cross};
  vd_moments_clear(&m, 1, C);
  vd_moments_add(&set, 0, set.n_profiles, &class, 1, &m, totals, room, iroom);
  vd_moments_finish(&m, 1, totals);
  vd_pair expected = vd_pair_make(&m, 2, 1, VD_TP, VD_FP);
  assert_memory_equal(&p, &expected, sizeof p);
}

/* All classes in one walk; in specificity every cluster counts for every class. */
static void many_classes_are_one_walk(void **state) {
  (void)state;
  enum { PRODUCTS = 2 * C + 3 * C * C };
  static const int classes[CLASSES] = {1, 2, 3, 4};
  rows r;
  rows_draw(&r, 35);
  vd_set set = rows_clustered(&r);
  for (int negative = 0; negative < 2; negative++) {
    double memory[CLASSES + 1][PRODUCTS] = {{0}}, room[2 * C];
    double value[CLASSES * (2 * C + 1)];
    int position[CLASSES + 1 + 2 * CLASSES];
    vd_sandwich found[CLASSES + 1];
    for (int k = 0; k <= CLASSES; k++) {
      double *at = memory[k];
      found[k] = (vd_sandwich){.n_classifiers = C,
                               .s = at,
                               .f = at + C,
                               .ss = at + 2 * C,
                               .sf = at + 2 * C + C * C,
                               .ff = at + 2 * C + 2 * C * C};
      vd_outcomes_coefficients(negative ? VD_TN : VD_TP, found[k].successes);
      vd_outcomes_coefficients(VD_FP, found[k].failures);
      for (int c = 0; c < C; c++) at[c] = at[C + c] = 20 + c;
    }
    vd_outcomes o = vd_outcomes_make(&set, classes, CLASSES, value, position);
    vd_sandwich_add(&set, 0, set.n_profiles, &o, VD_SANDWICH_MANCL_DEROUEN, CLASSES,
                    found, room, who);
    vd_sandwich *one = &found[CLASSES];
    for (int k = 0; k < CLASSES; k++) {
      memset(memory[CLASSES] + 2 * C, 0, sizeof(double) * 3 * C * C);
      one->clusters = 0;
      vd_outcomes alone = vd_outcomes_make(&set, &classes[k], 1, value, position);
      vd_sandwich_add(&set, 0, set.n_profiles, &alone, VD_SANDWICH_MANCL_DEROUEN, 1, one,
                      room, who);
      assert_memory_equal(memory[k], memory[CLASSES], sizeof memory[k]);
      assert_true(found[k].clusters == one->clusters);
    }
  }
}

static void corrections_of_all_clusters(void **state) {
  (void)state;
  rows r;
  rows_draw(&r, 33);
  by_cluster x = count(&r, 1);
  double G = 0, n = 0, trace = 0, model = 0;
  for (int g = 0; g < CLUSTERS; g++) {
    int counts = 0;
    for (int c = 0; c < C; c++) counts |= x.s[g][c] + x.f[g][c] > 0;
    G += counts;
  }
  for (int c = 0; c < C; c++) {
    double own = 0, odds = 1 / x.total_s[c] + 1 / x.total_f[c];
    for (int g = 0; g < CLUSTERS; g++) {
      double u = x.s[g][c] / x.total_s[c] - x.f[g][c] / x.total_f[c];
      own += u * u;
    }
    trace += own / odds;
    n += x.total_s[c] + x.total_f[c];
    if (c < 2) model += odds;
  }
  double plain = naive_variance(&x, 0), share = G > 3 * C ? C / (G - C) : 0.5;
  vd_sandwich found;
  vd_pair p;
  correct(&r, 1, VD_SANDWICH_CR1, &found);
  assert_int_equal(vd_sandwich_pair(&found, 1, 0, &p), VD_STATUS_OK);
  check_close(variance_of(&p), plain * G / (G - 1), 1e-12);
  correct(&r, 1, VD_SANDWICH_CR1S, &found);
  assert_int_equal(vd_sandwich_pair(&found, 1, 0, &p), VD_STATUS_OK);
  check_close(variance_of(&p), plain * G / (G - 1) * (n - 1) / (n - C), 1e-12);
  correct(&r, 1, VD_SANDWICH_DF, &found);
  assert_true(found.clusters == G);
  assert_int_equal(vd_sandwich_pair(&found, 1, 0, &p), VD_STATUS_OK);
  check_close(variance_of(&p), plain * G / (G - C), 1e-12);
  correct(&r, 1, VD_SANDWICH_MOREL, &found);
  assert_int_equal(vd_sandwich_pair(&found, 1, 0, &p), VD_STATUS_OK);
  check_close(variance_of(&p),
              (n - 1) / (n - C) * G / (G - 1) * plain +
                  share * fmax(1, trace / C) * model,
              1e-12);
}

static void too_few_clusters(void **state) {
  (void)state;
  double s[2] = {2, 1}, f[2] = {1, 1}, products[12] = {0};
  vd_sandwich x = {.n_classifiers = 2,
                   .s = s,
                   .f = f,
                   .ss = products,
                   .sf = products + 4,
                   .ff = products + 8,
                   .clusters = 2};
  assert_int_equal(vd_sandwich_finish(VD_SANDWICH_DF, &x), VD_STATUS_FEW_CLUSTERS);
  assert_int_equal(vd_sandwich_finish(VD_SANDWICH_MOREL, &x), VD_STATUS_OK);
  x.clusters = 1;
  assert_int_equal(vd_sandwich_finish(VD_SANDWICH_CR1, &x), VD_STATUS_FEW_CLUSTERS);
  assert_int_equal(vd_sandwich_finish(VD_SANDWICH_MOREL, &x), VD_STATUS_FEW_CLUSTERS);
  assert_int_equal(vd_sandwich_finish(VD_SANDWICH_MANCL_DEROUEN, &x), VD_STATUS_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leverage_corrections_from_clusters),
      cmocka_unit_test(robust_is_the_pair_of_the_moments),
      cmocka_unit_test(many_classes_are_one_walk),
      cmocka_unit_test(corrections_of_all_clusters),
      cmocka_unit_test(too_few_clusters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
