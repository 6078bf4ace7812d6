#include "check.h"
#include "numeric/binormal.h"

/* Sheppard's: 1/4 + asin(r) / (2 pi) at the origin; a product where r is 0; mvtnorm
 * 1.2-4 elsewhere. */
static void normal_probabilities_of_two(void **state) {
  (void)state;
  for (double r = -.95; r < 1; r += .1)
    check_close(vd_normal_both(0, 0, r), .25 + asin(r) / (2 * acos(-1)), 1e-12);
  check_close(vd_normal_both(1, -.5, 0), .8413447460685429 * .3085375387259869, 1e-13);
  check_close(vd_normal_both(1, 40, .5), .8413447460685429, 1e-12);
}

/* METHODS: areas .80 and .86, correlation .6. Rows of either class alike where the
 * standard deviations are. */
static void the_parts_of_two_areas(void **state) {
  (void)state;
  const double r[2] = {.6, .6}, none[2] = {0, 0};
  double s[2];
  vd_binormal_parts(.8, .8, 1, r, 1, s);
  check_close(s[1], .04715057, 1e-6);
  check_close(s[0], .04715057, 1e-6);
  vd_binormal_parts(.86, .86, 1, r, 1, s);
  check_close(s[1], .03268356, 1e-6);
  vd_binormal_parts(.8, .86, 0, r, 1, s);
  check_close(s[1], .02131542, 1e-6);
  vd_binormal_parts(.8, .86, 0, none, 1, s);
  check_close(1 + s[1], 1, 1e-12);
  vd_binormal_parts(.8, .8, 1, r, 3, s);
  assert_true(s[1] > s[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_probabilities_of_two),
      cmocka_unit_test(the_parts_of_two_areas),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
