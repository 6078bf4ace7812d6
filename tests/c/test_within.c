#include "combine/within.h"

#include <Rmath.h>
#include <stdlib.h>

#include "check.h"
#include "math/normal.h"

enum { MOST = 12 };

static double normal[VD_NORMAL_TABLE];

/* The mean over a lattice of 2^15 points. */
static double probability(const double *correlation, int n, int sides, double t) {
  enum { POINTS = 32768 };
  static const double prime[MOST + 1] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41};
  double r[MOST * MOST], point[MOST + 1], sum = 0;
  double *work = malloc(vd_within_work(n) * sizeof(double));
  int *iwork = malloc(vd_within_iwork(n) * sizeof(int));
  for (int i = 0; i < n * n; i++) r[i] = correlation[i];
  vd_within x = vd_within_begin(r, n, sides, normal, work, iwork);
  for (int i = 0; i < POINTS; i++) {
    for (int d = 0; d < vd_within_dimensions(&x); d++) {
      double at = (i + 0.5) * sqrt(prime[d]);
      point[d] = fabs(2 * (at - floor(at)) - 1);
    }
    if (x.has_factor) point[0] = (i + 0.5) / POINTS;
    sum += vd_within_point(&x, point, t);
  }
  free(work);
  free(iwork);
  return sum / POINTS;
}

/* Loads of one factor: the product given the factor, summed over a fine grid of it. */
static double by_factor(const double *load, int n, int sides, double t) {
  double sum = 0;
  for (double f = -8; f < 8; f += 0.001) {
    double all = 0.001 * dnorm(f, 0, 1, 0);
    for (int j = 0; j < n; j++) {
      double sd = sqrt(1 - load[j] * load[j]), mean = load[j] * f;
      double below = sides == 2 ? pnorm(-t, mean, sd, 1, 0) : 0;
      all *= pnorm(t, mean, sd, 1, 0) - below;
    }
    sum += all;
  }
  return sum;
}

static void one_factor(const double *load, int n) {
  double r[MOST * MOST];
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) r[i + j * n] = i == j ? 1 : load[i] * load[j];
  }
  for (int sides = 1; sides <= 2; sides++) {
    for (double t = 0.2; t < 3; t += 0.7) {
      double expected = by_factor(load, n, sides, t);
      assert_true(fabs(probability(r, n, sides, t) - expected) < 1e-6);
    }
  }
}

static void factors(void **state) {
  (void)state;
  const double none[3] = {0, 0, 0}, two[2] = {0.9, 0.5},
               mixed[5] = {0.9, -0.3, 0.7, -0.8, 0.2};
  double equal[MOST];
  for (int i = 0; i < MOST; i++) equal[i] = sqrt(0.8);
  one_factor(none, 3);
  one_factor(two, 2);
  one_factor(mixed, 5);
  one_factor(equal, MOST);
}

/* All differences of k independent values of unit variance, which are of rank k - 1:
 * Tukey's studentized range. */
static void range(void **state) {
  (void)state;
  for (int k = 3; k <= 5; k++) {
    int a[10], b[10], n = 0;
    for (int i = 0; i < k; i++) {
      for (int j = 0; j < i; j++) {
        a[n] = i;
        b[n++] = j;
      }
    }
    double r[100];
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        r[i + j * n] =
            0.5 * ((a[i] == a[j]) - (a[i] == b[j]) - (b[i] == a[j]) + (b[i] == b[j]));
      }
    }
    for (double t = 0.5; t < 3; t += 0.8) {
      double expected = ptukey(t * sqrt(2), 1, k, 1e9, 1, 0);
      assert_true(fabs(probability(r, n, 2, t) - expected) < 1e-4);
    }
  }
}

/* One test, four times and turned. */
static void same(void **state) {
  (void)state;
  double r[16];
  for (int i = 0; i < 16; i++) r[i] = (i % 4 == 1) == (i / 4 == 1) ? 1 : -1;
  check_close(probability(r, 4, 2, 1.2), 2 * pnorm(1.2, 0, 1, 1, 0) - 1, 1e-7);
  check_close(probability(r, 4, 1, 1.2), 2 * pnorm(1.2, 0, 1, 1, 0) - 1, 1e-7);
  assert_true(probability(r, 4, 1, -0.5) == 0);
}

int main(void) {
  vd_normal_fill(normal);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(factors),
      cmocka_unit_test(range),
      cmocka_unit_test(same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
