#include "estimate/sandwich.h"
#include "math/morel.h"

#include <math.h>
#include <stdbool.h>

/* With weights that sum to less than a row a leverage is above 1. */
static double shrink(vd_sandwich_type type, double leverage) {
  switch (type) {
  case VD_SANDWICH_KAUERMANN_CARROLL: return sqrt(1 - leverage);
  case VD_SANDWICH_MANCL_DEROUEN: return leverage > 1 ? NAN : 1 - leverage;
  default: return 1;
  }
}

/* Successes and failures of every classifier in the cluster, corrected for its leverage;
 * false when it has neither. */
static bool weigh(const vd_outcomes *o, vd_sandwich_type type, const vd_sandwich *x,
                  double *s, double *f) {
  bool counts = false;
  for (int c = 0; c < x->n_classifiers; c++) {
    s[c] = vd_outcomes_rows(o, 0, c, x->successes);
    f[c] = vd_outcomes_rows(o, 0, c, x->failures);
    double rows = s[c] + f[c];
    if (rows == 0) continue;
    double factor = shrink(type, rows / (x->s[c] + x->f[c]));
    s[c] /= factor;
    f[c] /= factor;
    counts = true;
  }
  return counts;
}

void vd_sandwich_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     vd_sandwich_type type, vd_sandwich *out, double *work) {
  int C = out->n_classifiers;
  double *s = work, *f = work + C;
  for (ptrdiff_t profile = lo; profile < hi; profile++) {
    double weight = vd_set_profile_weight(set, profile);
    vd_outcomes_profile(set, profile, o);
    if (!weigh(o, type, out, s, f)) continue;
    out->clusters += weight;
    for (int c = 0; c < C; c++) {
      for (int d = 0; d < C; d++) {
        out->ss[c * C + d] += weight * s[c] * s[d];
        out->sf[c * C + d] += weight * s[c] * f[d];
        out->ff[c * C + d] += weight * f[c] * f[d];
      }
    }
  }
}

static void scale(vd_sandwich *x, double factor) {
  for (int i = 0; i < x->n_classifiers * x->n_classifiers; i++) {
    x->ss[i] *= factor;
    x->sf[i] *= factor;
    x->ff[i] *= factor;
  }
}

/* Of the log odds of classifier c: robust over model-based variance. With no success
 * (or no failure) the robust one vanishes in the limit. */
static double inflation(const vd_sandwich *x, int c) {
  double s = x->s[c], f = x->f[c];
  int at = c * x->n_classifiers + c;
  if (s == 0 || f == 0) return 0;
  return (x->ss[at] * f / s + x->ff[at] * s / f - 2 * x->sf[at]) / (s + f);
}

/* M^-1 is diagonal, 1/s + 1/f for the log odds: what s added to ss and f added to ff make
 * of any scale. */
static bool morel(vd_sandwich *x, double p, double n) {
  int C = x->n_classifiers;
  double trace = 0;
  vd_morel by;
  for (int c = 0; c < C; c++) trace += inflation(x, c);
  if (!vd_morel_make(n, x->clusters, p, trace, &by)) return false;
  scale(x, by.factor);
  for (int c = 0; c < C; c++) {
    x->ss[c * C + c] += by.share * x->s[c];
    x->ff[c * C + c] += by.share * x->f[c];
  }
  return true;
}

vd_status vd_sandwich_finish(vd_sandwich_type type, vd_sandwich *out) {
  double p = 0, n = 0, G = out->clusters;
  for (int c = 0; c < out->n_classifiers; c++) {
    double rows = out->s[c] + out->f[c];
    p += rows > 0;
    n += rows;
  }
  switch (type) {
  case VD_SANDWICH_DF:
    if (G <= p) return VD_STATUS_FEW_CLUSTERS;
    scale(out, G / (G - p));
    return VD_STATUS_OK;
  case VD_SANDWICH_MOREL: return morel(out, p, n) ? VD_STATUS_OK : VD_STATUS_FEW_CLUSTERS;
  default: return VD_STATUS_OK;
  }
}

vd_pair vd_sandwich_pair(const vd_sandwich *x, int classifier, int reference) {
  int C = x->n_classifiers, i = classifier, j = reference;
  return (vd_pair){.s = {x->s[i], x->s[j]},
                   .f = {x->f[i], x->f[j]},
                   .ss = {x->ss[i * C + i], x->ss[i * C + j], x->ss[j * C + j]},
                   .ff = {x->ff[i * C + i], x->ff[i * C + j], x->ff[j * C + j]},
                   .sf00 = x->sf[i * C + i],
                   .sf01 = x->sf[i * C + j],
                   .sf10 = x->sf[j * C + i],
                   .sf11 = x->sf[j * C + j]};
}

int vd_sandwich_usable(const vd_pair *p) {
  double sum = p->sf00 + p->sf01 + p->sf10 + p->sf11;
  for (int i = 0; i < 3; i++) sum += p->ss[i] + p->ff[i];
  return isfinite(sum);
}
