#include "numeric.h"
#include "numeric/strata.h"

enum { N = 9, H = 3 };

/* Two strata of two events and more, one of a single event. */
static const int event[N] = {1, 1, 0, 0, 1, 0, 0, 0, 1};
static const int stratum[N] = {1, 1, 1, 1, 2, 2, 2, 2, 3};
static const int in_order[N] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
static const ptrdiff_t end[H] = {4, 8, 9};

static vd_status scale(const vd_units *units, int between, double few, double *u,
                       const double *share) {
  static double size[3 * H], value[H] = {.5, .75, NAN};
  static int lone[H], begins[N], seen[3 * N];
  double part[H] = {share[0], share[1], share[2]};
  vd_strata strata = {.n = H,
                      .n_classes = 2,
                      .few = few,
                      .of = stratum,
                      .code = event,
                      .size = size,
                      .begins = begins,
                      .lone = lone,
                      .share = part,
                      .value = value};
  vd_strata_prepare(&strata, units, in_order, end, seen);
  for (int i = 0; i < N; i++) u[i] = 1;
  return vd_strata_scale(&strata, units, between, .55, u);
}

static const double share[H] = {.8, .2, 0};

static void a_row_counts_by_its_class_in_its_stratum(void **state) {
  (void)state;
  vd_binary rows = {N, event, NULL, NULL};
  vd_units units = {.rows = &rows};
  double u[N];
  assert_int_equal(scale(&units, 1, 1, u, share), VD_STATUS_OK);
  for (int i = 0; i < 4; i++) check_close(u[i], sqrt(2), 1e-15);
  /* one event: .2 of the estimate is .2 from it, over the root of .8, shared by four rows
   */
  for (int i = 4; i < 8; i++) check_close(u[i], .2 * .2 / sqrt(.8) / 2, 1e-15);
  assert_true(u[8] == 0);
  scale(&units, 0, 1, u, share);
  check_close(u[0], sqrt(4. / 3), 1e-15);
}

static void a_stratum_alone_is_not_compared_with_itself(void **state) {
  (void)state;
  vd_binary rows = {N, event, NULL, NULL};
  vd_units units = {.rows = &rows};
  double u[N];
  assert_int_equal(scale(&units, 1, 1, u, (double[]){0, 1, 0}), VD_STATUS_ONE_OF_CLASS);
}

static void clusters_count_once_in_a_stratum(void **state) {
  (void)state;
  const int cluster[N] = {1, 1, 2, 3, 2, 1, 2, 3, 1};
  vd_binary rows = {N, event, NULL, NULL};
  vd_units units = {.rows = &rows, .cluster = cluster, .n_clusters = 3};
  double u[N];
  assert_int_equal(scale(&units, 1, 0, u, share), VD_STATUS_OK);
  check_close(u[2], sqrt(2), 1e-15);
  check_close(u[5], sqrt(1.5), 1e-15);
  scale(&units, 0, 0, u, share);
  check_close(u[2], sqrt(1.5), 1e-15);
  assert_int_equal(scale(&units, 1, 1, u, (double[]){1, 0, 0}), VD_STATUS_FEW_CLUSTERS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_row_counts_by_its_class_in_its_stratum),
      cmocka_unit_test(a_stratum_alone_is_not_compared_with_itself),
      cmocka_unit_test(clusters_count_once_in_a_stratum),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
