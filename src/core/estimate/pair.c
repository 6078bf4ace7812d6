#include "estimate/pair.h"

vd_pair vd_pair_make(const vd_moments *m, int classifier, int reference, int successes,
                     int failures) {
  const int who[2] = {classifier, reference};
  vd_pair p;
  for (int i = 0; i < 2; i++) {
    p.s[i] = vd_states_sum(m, who[i], successes);
    p.f[i] = vd_states_sum(m, who[i], failures);
    p.ss[2 * i] = vd_states_cross(m, who[i], successes, who[i], successes);
    p.ff[2 * i] = vd_states_cross(m, who[i], failures, who[i], failures);
  }
  p.ss[1] = vd_states_cross(m, classifier, successes, reference, successes);
  p.ff[1] = vd_states_cross(m, classifier, failures, reference, failures);
  p.sf00 = vd_states_cross(m, classifier, successes, classifier, failures);
  p.sf01 = vd_states_cross(m, classifier, successes, reference, failures);
  p.sf10 = vd_states_cross(m, reference, successes, classifier, failures);
  p.sf11 = vd_states_cross(m, reference, successes, reference, failures);
  return p;
}

int vd_pair_identical(const vd_pair *p) {
  return (p->ss[0] - p->ss[1]) + (p->ss[2] - p->ss[1]) == 0 &&
         (p->ff[0] - p->ff[1]) + (p->ff[2] - p->ff[1]) == 0;
}

/* Sums of fractional weights have rounding errors, and a second cluster with a share this
 * small is no second cluster. */
static const double alone = 1e-10;

int vd_pair_one_cluster(const vd_pair *p, int i) {
  double sf = i == 0 ? p->sf00 : p->sf11, m = p->s[i] + p->f[i];
  double apart = m * m - (p->ss[2 * i] + 2 * sf + p->ff[2 * i]);
  return m > 0 && apart <= alone * m * m;
}

static double square(double x) {
  return x * x;
}

double vd_pair_variance(const vd_pair *p, const double x[2], const double y[2]) {
  double own_s =
      square(x[0]) * (p->ss[0] - p->ss[1]) + square(x[1]) * (p->ss[2] - p->ss[1]);
  double own_f =
      square(y[0]) * (p->ff[0] - p->ff[1]) + square(y[1]) * (p->ff[2] - p->ff[1]);
  double shared = square(x[0] - x[1]) * p->ss[1] + square(y[0] - y[1]) * p->ff[1];
  double mixed = x[0] * y[1] * p->sf01 + x[1] * y[0] * p->sf10;
  double within = x[0] * y[0] * p->sf00 + x[1] * y[1] * p->sf11;
  return own_s + own_f + shared + 2 * (mixed - within);
}
