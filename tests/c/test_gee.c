#include "check.h"
#include "gee/gee.h"
#include "gee/meat.h"

#include <stdlib.h>
#include <string.h>

enum { P = 3, BIG = 900, CLUSTERS = 4, ROWS = BIG + 1 + 5 + 40 };

/* A small clustered data set: x = (1, a number, an indicator), clusters of 900, 1, 5 and
 * 40 rows, listed in reverse order of the rows. */
typedef struct {
  double x[ROWS * P], y[ROWS], weight[ROWS];
  int order[ROWS], end[CLUSTERS];
} sample;

/* Numbers in (0, 1) that need no generator. */
static double noise(int i) {
  double v = sin(12.9898 * i + 1) * 43758.5453;
  return v - floor(v);
}

static const int sizes[CLUSTERS] = {BIG, 1, 5, 40};

static void fill(sample *s) {
  int row = 0;
  for (int g = 0; g < CLUSTERS; g++) {
    s->end[g] = sizes[g] + (g ? s->end[g - 1] : 0);
    for (int k = 0; k < sizes[g]; k++, row++) {
      s->x[row] = 1;
      s->x[row + ROWS] = noise(row) - 0.5;
      s->x[row + 2 * ROWS] = noise(row + 7000) < 0.3;
      s->y[row] = noise(row + 20000) < 0.3 + 0.3 * noise(row);
      s->weight[row] = 1 + row % 3;
    }
  }
  /* cluster g is the g-th stretch of rows from the end */
  int to = 0, last = ROWS;
  for (int g = 0; g < CLUSTERS; g++) {
    last -= sizes[g];
    for (int k = 0; k < sizes[g]; k++) s->order[to++] = last + k + 1;
  }
}

static vd_gee_model model_of(const sample *s, vd_corstr corstr) {
  vd_gee_model m = {.n = ROWS, .p = P, .x = s->x, .y = s->y, .link = VD_LOGIT};
  m.groups = (vd_clusters){ROWS, CLUSTERS, s->order, s->end};
  m.corstr = corstr;
  m.scale = NAN;
  m.tolerance = 1e-10;
  return m;
}

typedef struct {
  vd_gee_fit fit;
  double *memory;
} fitted;

static fitted new_fit(const vd_gee_model *m) {
  size_t n = (size_t)m->n, p = (size_t)m->p, q = p + 1;
  fitted f = {.memory = calloc(4 * n + 4 * p + q * q + q + vd_gee_qr_work(m->p), 8)};
  double *at = f.memory;
  f.fit.beta = at, at += p;
  f.fit.step = at, at += p;
  f.fit.candidate = at, at += p;
  f.fit.eta = at, at += n;
  f.fit.trial = at, at += n;
  f.fit.root = at, at += n;
  f.fit.residual = at, at += n;
  f.fit.factor = at, at += q * q;
  f.fit.carry = at, at += q;
  f.fit.work = at;
  return f;
}

static vd_gee_status solve(const vd_gee_model *m, vd_gee_fit *fit) {
  vd_gee_status status = vd_gee_start(m, fit);
  while (status == VD_GEE_GOING && fit->iterations < 100) status = vd_gee_iterate(m, fit);
  return status;
}

static void means_are_exact_in_both_tails(void **state) {
  (void)state;
  vd_mean low = vd_link_mean(VD_LOGIT, -40), high = vd_link_mean(VD_LOGIT, 40);
  check_close(low.mu, exp(-40.0), 1e-15);
  check_close(high.rest, exp(-40.0), 1e-15);
  check_close(high.slope, exp(-40.0), 1e-15);
  assert_true(vd_link_mean(VD_LOGIT, 800).mu == 1 &&
              vd_link_mean(VD_LOGIT, -800).mu == 0);
  check_close(vd_link_mean(VD_LOG, -1e-20).rest, 1e-20, 1e-15);
  check_close(vd_link_mean(VD_LOG, log(0.3)).slope, 0.3, 1e-15);
  check_close(vd_link_mean(VD_IDENTITY, 0.3).rest, 0.7, 1e-15);
}

/* x' R^-1 x for one cluster, by R^-1 = (I - a / (1 + (m - 1) a) J) / (1 - a). */
static double quadratic(const double *u, const double *v, int m, double a) {
  double uv = 0, su = 0, sv = 0;
  for (int k = 0; k < m; k++) uv += u[k] * v[k], su += u[k], sv += v[k];
  return (uv - a / (1 + (m - 1) * a) * su * sv) / (1 - a);
}

static void a_walk_decorrelates_clusters_of_any_size(void **state) {
  (void)state;
  sample s;
  fill(&s);
  for (int k = 0; k < 3; k++) {
    double alpha = (double[]){0, 0.4, -0.001}[k], carry[P + 1], factor[(P + 1) * (P + 1)];
    vd_gee_walk walk = {.n = ROWS, .p = P, .x = s.x, .scale = s.weight, .residual = s.y};
    walk.groups = (vd_clusters){ROWS, CLUSTERS, s.order, s.end};
    walk.alpha = alpha;
    walk.carry = carry;
    double *work = calloc(vd_gee_qr_work(P), sizeof(double));
    vd_gee_qr(&walk, factor, work);
    free(work);
    for (int i = 0; i <= P; i++) {
      for (int j = 0; j <= P; j++) {
        double expected = 0, actual = 0, u[BIG], v[BIG];
        for (int g = 0, at = 0; g < CLUSTERS; at += sizes[g++]) {
          for (int r = 0; r < sizes[g]; r++) {
            int row = s.order[at + r] - 1;
            u[r] = i < P ? s.weight[row] * s.x[row + i * ROWS] : s.y[row];
            v[r] = j < P ? s.weight[row] * s.x[row + j * ROWS] : s.y[row];
          }
          expected += quadratic(u, v, sizes[g], alpha);
        }
        for (int r = 0; r <= P; r++)
          actual += factor[r + i * (P + 1)] * factor[r + j * (P + 1)];
        assert_true(fabs(actual - expected) < 1e-10 * ROWS);
        if (i < j) assert_true(factor[j + i * (P + 1)] == 0);
      }
    }
  }
}

static void a_fit_solves_its_equation(void **state) {
  (void)state;
  sample s;
  fill(&s);
  for (int k = 0; k < 2; k++) {
    vd_gee_model m = model_of(&s, (vd_corstr)k);
    m.weight = s.weight;
    fitted f = new_fit(&m);
    assert_int_equal(solve(&m, &f.fit), VD_GEE_CONVERGED);
    for (int j = 0; j < P; j++) {
      double score = 0, u[BIG], r[BIG];
      for (int g = 0, at = 0; g < CLUSTERS; at += sizes[g++]) {
        for (int i = 0; i < sizes[g]; i++) {
          int row = s.order[at + i] - 1;
          double eta = 0;
          for (int l = 0; l < P; l++) eta += s.x[row + l * ROWS] * f.fit.beta[l];
          double mu = 1 / (1 + exp(-eta)), v = mu * (1 - mu) / s.weight[row];
          u[i] = mu * (1 - mu) * s.x[row + j * ROWS] / sqrt(v);
          r[i] = (s.y[row] - mu) / sqrt(v);
        }
        score += quadratic(u, r, sizes[g], k ? f.fit.alpha : 0);
      }
      assert_true(fabs(score) < 1e-8);
    }
    free(f.memory);
  }
}

/* An intercept alone: the covariance is sum_g (sum_i y - mean)^2 / n^2 with closed
 * corrections, the leverage of a cluster being its share of the rows. */
/* With two columns, so that the residual is walked over by itself. */
static void the_size_of_weights_does_not_matter(void **state) {
  (void)state;
  sample s;
  fill(&s);
  double first[2 * 2];
  for (int k = 0; k < 6; k++) {
    double size = (double[]){1, 1e-200, 1e200}[k / 2], weight[ROWS];
    for (int i = 0; i < ROWS; i++) weight[i] = size * s.weight[i];
    vd_gee_model m = model_of(&s, k % 2 ? VD_EXCHANGEABLE : VD_INDEPENDENCE);
    m.p = 2;
    m.weight = weight;
    fitted f = new_fit(&m);
    assert_int_equal(solve(&m, &f.fit), VD_GEE_CONVERGED);
    double *beta = first + k % 2 * 2;
    if (size == 1) memcpy(beta, f.fit.beta, 2 * sizeof(double));
    for (int j = 0; j < 2; j++) check_close(f.fit.beta[j], beta[j], 1e-9);
    free(f.memory);
  }
}

static void corrections_of_a_mean_are_closed(void **state) {
  (void)state;
  sample s;
  fill(&s);
  vd_gee_model m = model_of(&s, VD_INDEPENDENCE);
  m.p = 1;
  m.link = VD_IDENTITY;
  fitted f = new_fit(&m);
  f.fit.beta[0] = 0.5;
  assert_int_equal(solve(&m, &f.fit), VD_GEE_CONVERGED);
  double mean = f.fit.beta[0], meat, direction;
  double *work = calloc(vd_gee_meat_work(1), sizeof(double));
  for (int correction = 0; correction <= VD_GEE_MODEL; correction++) {
    vd_gee_walk walk;
    vd_gee_sandwich out = {&meat, &direction, 0};
    vd_gee_walk_at(&m, &f.fit, 0, true, &walk);
    vd_gee_meat(&walk, f.fit.factor, (vd_gee_vcov)correction, work, &out);
    double expected = 0;
    for (int g = 0, at = 0; g < CLUSTERS; at += sizes[g++]) {
      double sum = 0, left = 1 - sizes[g] / (double)ROWS;
      for (int i = 0; i < sizes[g]; i++) sum += s.y[s.order[at + i] - 1] - mean;
      if (correction == VD_GEE_KAUERMANN_CARROLL) sum /= sqrt(left);
      if (correction == VD_GEE_MANCL_DEROUEN) sum /= left;
      expected += sum * sum;
    }
    check_close(meat / (f.fit.factor[0] * f.fit.factor[0]), expected / ROWS / ROWS,
                1e-12);
    assert_int_equal(out.directions, 0);
  }
  /* one cluster determines the mean by itself */
  vd_gee_walk walk;
  vd_gee_sandwich out = {&meat, &direction, 0};
  int end = ROWS;
  m.groups = (vd_clusters){ROWS, 1, s.order, &end};
  vd_gee_walk_at(&m, &f.fit, 0, true, &walk);
  vd_gee_meat(&walk, f.fit.factor, VD_GEE_ROBUST, work, &out);
  assert_int_equal(out.directions, 1);
  check_close(fabs(direction), 1, 1e-12);
  free(work);
  free(f.memory);
}

/* G = 4, p = 3, n = 10: factors 4 / 1, 9 / 7 * 4 / 3 and 1/2 of the mean trace. */
static void types_of_covariance_are_finished(void **state) {
  (void)state;
  const double plain[P * P] = {5, 1, 0, 1, 4, 2, 0, 2, 3};
  vd_clusters groups = {10, 4, NULL, NULL}, few = {10, 3, NULL, NULL};
  for (int type = VD_GEE_ROBUST; type <= VD_GEE_MODEL; type++) {
    double meat[P * P], factor = 1, share = 0;
    memcpy(meat, plain, sizeof meat);
    assert_true(vd_gee_meat_finish((vd_gee_vcov)type, &groups, 0.7, P, meat));
    if (type == VD_GEE_DF) factor = 4;
    if (type == VD_GEE_MOREL) factor = 12.0 / 7, share = 2;
    if (type == VD_GEE_MODEL) factor = 0, share = 0.7;
    for (int i = 0; i < P * P; i++)
      check_close(meat[i], factor * plain[i] + (i % (P + 1) == 0 ? share : 0), 1e-14);
  }
  double meat[P * P] = {0};
  assert_false(vd_gee_meat_finish(VD_GEE_DF, &few, 1, P, meat));
  few = (vd_clusters){3, 3, NULL, NULL};
  assert_false(vd_gee_meat_finish(VD_GEE_MOREL, &few, 1, P, meat));
}

/* A column that only the cluster of one row has: leverage 1, through its row. */
static void leverage_one_is_reported(void **state) {
  (void)state;
  sample s;
  fill(&s);
  for (int row = 0; row < ROWS; row++) s.x[row + 2 * ROWS] = 0;
  s.x[s.order[s.end[0]] - 1 + 2 * ROWS] = 1;
  s.y[s.order[s.end[0]] - 1] = 0.5;
  vd_gee_model m = model_of(&s, VD_INDEPENDENCE);
  fitted f = new_fit(&m);
  assert_int_equal(solve(&m, &f.fit), VD_GEE_CONVERGED);
  double meat[P * P], direction[P * P];
  double *work = calloc(vd_gee_meat_work(P), sizeof(double));
  for (int correction = 0; correction <= VD_GEE_MODEL; correction++) {
    vd_gee_walk walk;
    vd_gee_sandwich out = {meat, direction, 0};
    vd_gee_walk_at(&m, &f.fit, 0, true, &walk);
    vd_gee_meat(&walk, f.fit.factor, (vd_gee_vcov)correction, work, &out);
    assert_int_equal(out.directions, 1);
    for (int j = 0; j < P * P; j++) assert_true(isfinite(meat[j]));
    /* R^-1 direction is the third coefficient */
    const double *column = f.fit.factor + 2 * (P + 1);
    double size =
        direction[0] * column[0] + direction[1] * column[1] + direction[2] * column[2];
    for (int j = 0; j < P; j++) assert_true(fabs(direction[j] * size - column[j]) < 1e-9);
  }
  free(work);
  free(f.memory);
}

static void endings_are_told_apart(void **state) {
  (void)state;
  sample s;
  fill(&s);
  vd_gee_model m = model_of(&s, VD_INDEPENDENCE);
  fitted f = new_fit(&m);

  for (int row = 0; row < ROWS; row++) s.y[row] = s.x[row + 2 * ROWS] > 0 || row % 2;
  assert_int_equal(solve(&m, &f.fit), VD_GEE_SEPARATED);
  check_close(f.fit.step[2], 1, 0.01);
  assert_true(fabs(f.fit.step[0]) < 1e-6 && fabs(f.fit.step[1]) < 1e-6);
  int towards[ROWS];
  vd_gee_towards(&m, &f.fit, towards);
  for (int row = 0; row < ROWS; row++)
    assert_int_equal(towards[row], s.x[row + 2 * ROWS] > 0);

  for (int row = 0; row < ROWS; row++) s.y[row] = s.x[row + 2 * ROWS] == 0 && row % 2;
  m.link = VD_LOG;
  memcpy(f.fit.beta, (double[]){-1, 0, 0}, P * sizeof(double));
  assert_int_equal(solve(&m, &f.fit), VD_GEE_SEPARATED);
  assert_true(f.fit.step[2] < -0.9);
  memcpy(f.fit.beta, (double[]){1, 0, 0}, P * sizeof(double));
  assert_int_equal(solve(&m, &f.fit), VD_GEE_NO_START);

  /* the step from a mean of exp(-300) towards 1 has no half that is short enough */
  memcpy(f.fit.beta, (double[]){-300, 0, 0}, P * sizeof(double));
  assert_int_equal(solve(&m, &f.fit), VD_GEE_BLOCKED);

  m.link = VD_IDENTITY;
  memcpy(f.fit.beta, (double[]){0.4, 0, 0}, P * sizeof(double));
  vd_gee_status status = solve(&m, &f.fit);
  assert_true(status == VD_GEE_BLOCKED || status == VD_GEE_GOING);

  m.link = VD_LOGIT;
  for (int row = 0; row < ROWS; row++) s.x[row + 2 * ROWS] = 2 * s.x[row + ROWS] - 1;
  memset(f.fit.beta, 0, P * sizeof(double));
  assert_int_equal(solve(&m, &f.fit), VD_GEE_SINGULAR);
  assert_int_equal(f.fit.column, 2);

  fill(&s);
  m.corstr = VD_EXCHANGEABLE;
  for (int g = 0, at = 0; g < CLUSTERS; at += sizes[g++])
    for (int i = 0; i < sizes[g]; i++) s.y[s.order[at + i] - 1] = i % 2;
  s.y[0] = 0.5;
  m.p = 1;
  memset(f.fit.beta, 0, P * sizeof(double));
  m.scale = 1e-4;
  assert_int_equal(solve(&m, &f.fit), VD_GEE_CORRELATION);
  free(f.memory);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(means_are_exact_in_both_tails),
      cmocka_unit_test(a_walk_decorrelates_clusters_of_any_size),
      cmocka_unit_test(a_fit_solves_its_equation),
      cmocka_unit_test(the_size_of_weights_does_not_matter),
      cmocka_unit_test(corrections_of_a_mean_are_closed),
      cmocka_unit_test(types_of_covariance_are_finished),
      cmocka_unit_test(leverage_one_is_reported),
      cmocka_unit_test(endings_are_told_apart),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
