#include "check.h"
#include "combine/max_t.h"

#include <Rmath.h>

#include <stdlib.h>

enum { THREADS = 2 };

typedef struct {
  vd_max_t found;
  vd_faces_own own[THREADS];
  double *work;
  int *iwork;
} adjustment;

/* Faces by turns of the threads, forwards or backwards. */
static adjustment adjust_by(const vd_contrasts *x, double others, double log_p,
                            int threads, int backwards) {
  adjustment a = {.work = malloc(vd_max_t_work(x, threads) * sizeof(double)),
                  .iwork = malloc(vd_max_t_iwork(x, threads) * sizeof(int))};
  a.found = vd_max_t_begin(x, others, log_p, threads, a.own, a.work, a.iwork);
  a.found.own = a.own;
  while (vd_max_t_next(&a.found)) {
    ptrdiff_t n = a.found.faces.n_faces;
    for (ptrdiff_t i = 0; i < n; i++) {
      vd_max_t_walk(&a.found, backwards ? n - 1 - i : i, (int)(i % threads));
    }
  }
  vd_max_t_finish(&a.found);
  return a;
}

static adjustment adjust(const vd_contrasts *x, double others, double log_p) {
  return adjust_by(x, others, log_p, 1, 0);
}

static void done(adjustment a) {
  free(a.work);
  free(a.iwork);
}

static const int first[3] = {0, 2, 4}, second[3] = {1, 3, 5};

/* Sidak: 1 - (1 - p)^3 */
static void independent(void **state) {
  (void)state;
  double V[36] = {0};
  for (int i = 0; i < 6; i++) V[7 * i] = i + 1;
  for (int sides = 1; sides <= 2; sides++) {
    vd_contrasts x = {6, V, 3, first, second, sides};
    adjustment a = adjust(&x, 0, -50);
    check_close(exp(vd_max_t_adjust(&a.found, log(0.05))), 1 - pow(0.95, 3), 2e-3);
    check_close(vd_max_t_adjust(&a.found, -2000), log(3) - 2000, 1e-12);
    assert_true(vd_max_t_adjust(&a.found, 0) == 0);
    assert_true(isnan(vd_max_t_adjust(&a.found, NAN)));
    check_close(exp(vd_max_t_local(&a.found, log(0.05))), 1 - pow(0.95, 1.0 / 3), 2e-3);
    done(a);
  }
}

/* No variance, or none that is known. */
static void alone(void **state) {
  (void)state;
  double V[36] = {0};
  V[35] = NAN;
  V[0] = V[7] = 1;
  vd_contrasts x = {6, V, 3, first, second, 2};
  adjustment a = adjust(&x, 2, -5);
  assert_true(a.found.n_alone == 2 && a.found.n_joint == 1);
  check_close(exp(vd_max_t_adjust(&a.found, log(0.01))), 1 - pow(0.99, 3) + 0.02, 1e-12);
  check_close(vd_max_t_adjust(&a.found, -100), log(5) - 100, 1e-12);
  done(a);
}

/* Where p is 1 whatever the rows nothing is the largest; an unknown variance says not so.
 */
static void flat(void **state) {
  (void)state;
  double V[36] = {0}, log_p[3] = {-3, 0, 0};
  V[0] = V[7] = 1;
  vd_contrasts x = {6, V, 3, first, second, 2, log_p};
  adjustment a = adjust(&x, 0, -5);
  assert_true(a.found.n_alone == 0 && a.found.n_joint == 1);
  check_close(vd_max_t_adjust(&a.found, -3), -3, 1e-14);
  check_close(vd_max_t_adjust(&a.found, 0), 0, 1e-14);
  done(a);
  V[35] = NAN;
  a = adjust(&x, 0, -5);
  assert_true(a.found.n_alone == 1 && a.found.n_joint == 1);
  done(a);
}

/* One quantity of three unknown: the others are factored without it (Sidak again). */
static void partly_known(void **state) {
  (void)state;
  double V[36] = {0};
  for (int i = 0; i < 6; i++) V[7 * i] = i + 1;
  for (int i = 0; i < 6; i++) V[5 + 6 * i] = V[30 + i] = NAN;
  vd_contrasts x = {6, V, 3, first, second, 2};
  adjustment a = adjust(&x, 0, -50);
  assert_true(a.found.n_alone == 1 && a.found.n_joint == 2);
  check_close(exp(vd_max_t_adjust(&a.found, log(0.05))), 1 - pow(0.95, 3), 2e-3);
  done(a);
}

static void bonferroni(void **state) {
  (void)state;
  vd_max_t x = vd_max_t_bonferroni(3, 2, 2);
  check_close(vd_max_t_adjust(&x, -9), log(5) - 9, 1e-14);
  check_close(vd_max_t_local(&x, log(0.05)), log(0.01), 1e-14);
  vd_max_t none = vd_max_t_bonferroni(0, 0, 2);
  check_close(vd_max_t_local(&none, log(0.05)), log(0.05), 1e-14);
}

/* Many contrasts of few quantities, more than there are draws, of rank 2: all
 * differences of three. */
static void many(void **state) {
  (void)state;
  enum { M = 30000 };
  double V[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  int *a = malloc(M * sizeof(int)), *b = malloc(M * sizeof(int));
  for (int j = 0; j < M; j++) {
    a[j] = j % 3;
    b[j] = (j + 1) % 3;
  }
  vd_contrasts x = {3, V, M, a, b, 2};
  assert_true(vd_max_t_cost(&x) > 0);
  adjustment found = adjust(&x, 0, -5);
  /* Tukey's studentized range of 3: ptukey(3.3144932, 3, Inf) = 0.95 */
  double p = 0.0190934922; /* 2 pnorm(-3.3144932 / sqrt(2)) */
  check_close(exp(vd_max_t_adjust(&found.found, log(p))), 0.05, 0.03);
  done(found);
  free(a);
  free(b);
}

/* All pairs of independent values of unit variance: Tukey's studentized range. */
static void range(void **state) {
  (void)state;
  int a[10], b[10];
  for (int k = 3, n = 0; k <= 5; k++, n = 0) {
    double W[25] = {0};
    for (int i = 0; i < k; i++) {
      W[i * (k + 1)] = 1;
      for (int j = 0; j < i; j++) {
        a[n] = i;
        b[n++] = j;
      }
    }
    vd_contrasts x = {k, W, n, a, b, 2};
    adjustment found = adjust(&x, 0, -10);
    for (double t = 0.1; t < 3.5; t += 0.2) {
      double any = exp(vd_max_t_adjust(&found.found, log(2 * pnorm(t, 0, 1, 0, 0))));
      assert_true(fabs(any - ptukey(t * sqrt(2), 1, k, 1e9, 0, 0)) < 1e-5);
    }
    done(found);
  }
}

/* Of two sides a sign changes nothing, nor does the order; how many walk the faces, and
 * from which end, neither. */
static void order(void **state) {
  (void)state;
  enum { Q = 6, M = Q * (Q - 1) / 2 };
  int place[Q] = {3, 0, 5, 1, 4, 2}, a[M], b[M], c[M], d[M], n = 0;
  double V[Q * Q], W[Q * Q];
  for (int i = 0; i < Q; i++) {
    for (int j = 0; j < Q; j++) {
      V[i + j * Q] = (i == j) * (1 + i * i) + cos((i + 1) * (j + 1)) * cos(i + j) / 4 +
                     cos((i + 1) * (j + 1)) / 4;
    }
  }
  for (int i = 0; i < Q; i++) {
    for (int j = 0; j < Q; j++) W[place[i] + place[j] * Q] = V[i + j * Q];
    for (int j = 0; j < i; j++) {
      a[n] = i;
      b[n] = j;
      c[M - 1 - n] = place[j];
      d[M - 1 - n++] = place[i];
    }
  }
  vd_contrasts x = {Q, V, M, a, b, 2}, y = {Q, W, M, c, d, 2};
  adjustment one = adjust(&x, 0, -5), two = adjust_by(&y, 0, -5, 2, 1);
  for (double log_p = -5; log_p < 0; log_p += 0.1) {
    assert_true(vd_max_t_adjust(&one.found, log_p) == vd_max_t_adjust(&two.found, log_p));
  }
  done(one);
  done(two);
}

/* More tests than faces that there is time for. */
static void sample(void **state) {
  (void)state;
  enum { Q = 150, M = Q * (Q - 1) / 2 };
  double *V = calloc(Q * Q, sizeof(double));
  int *a = malloc(M * sizeof(int)), *b = malloc(M * sizeof(int)), n = 0;
  for (int i = 0; i < Q; i++) {
    V[i + i * Q] = 1;
    for (int j = 0; j < i; j++) {
      a[n] = i;
      b[n++] = j;
    }
  }
  vd_contrasts x = {Q, V, M, a, b, 2};
  adjustment found = adjust(&x, 0, -15);
  assert_true(found.found.faces.n_faces < M);
  double t = 4.2, any = exp(vd_max_t_adjust(&found.found, log(2 * pnorm(t, 0, 1, 0, 0))));
  check_close(any, ptukey(t * sqrt(2), 1, Q, 1e9, 0, 0), 0.03);
  done(found);
  free(V);
  free(a);
  free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(independent), cmocka_unit_test(alone),
      cmocka_unit_test(flat),        cmocka_unit_test(partly_known),
      cmocka_unit_test(bonferroni),  cmocka_unit_test(many),
      cmocka_unit_test(range),       cmocka_unit_test(order),
      cmocka_unit_test(sample),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
