#include "estimate/sandwich.h"
#include "math/morel.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

/* With weights that sum to less than a row a leverage is above 1. */
static double shrink(vd_sandwich_type type, double leverage) {
  switch (type) {
  case VD_SANDWICH_KAUERMANN_CARROLL: return sqrt(1 - leverage);
  case VD_SANDWICH_MANCL_DEROUEN: return leverage > 1 ? NAN : 1 - leverage;
  default: return 1;
  }
}

/* Successes and failures of classifiers in the cluster, corrected for its leverage. Those
 * that have any are listed in `who`; returns their number. */
static int weigh(const vd_outcomes *o, int position, vd_sandwich_type type,
                 const vd_sandwich *x, double *s, double *f, int *who) {
  int n = 0;
  for (int c = 0; c < x->n_classifiers; c++) {
    double hits = vd_outcomes_rows(o, position, c, x->successes);
    double misses = vd_outcomes_rows(o, position, c, x->failures);
    double rows = hits + misses;
    if (rows == 0) continue;
    double factor = shrink(type, rows / (x->s[c] + x->f[c]));
    s[n] = hits / factor;
    f[n] = misses / factor;
    who[n++] = c;
  }
  return n;
}

/* Of ss and ff the upper triangle. */
static void add_products(int n, const int *who, const double *s, const double *f,
                         double weight, vd_sandwich *out) {
  for (int i = 0; i < n; i++) {
    ptrdiff_t row = (ptrdiff_t)who[i] * out->n_classifiers;
    double *ss = out->ss + row, *sf = out->sf + row, *ff = out->ff + row;
    double ws = weight * s[i], wf = weight * f[i];
    for (int j = 0; j < n; j++) sf[who[j]] += ws * f[j];
    for (int j = i; j < n; j++) {
      ss[who[j]] += ws * s[j];
      ff[who[j]] += wf * f[j];
    }
  }
}

void vd_sandwich_add(const vd_set *set, ptrdiff_t lo, ptrdiff_t hi, vd_outcomes *o,
                     vd_sandwich_type type, int n, vd_sandwich *out, double *work,
                     int *who) {
  double *s = work, *f = work + set->n_classifiers;
  bool everywhere = out[0].successes[3] != 0 || out[0].failures[3] != 0;
  for (ptrdiff_t profile = lo; profile < hi; profile++) {
    double weight = vd_set_profile_weight(set, profile);
    vd_outcomes_profile(set, profile, o);
    int n_counting = everywhere ? n : o->n_touched;
    for (int i = 0; i < n_counting; i++) {
      int at = everywhere ? i : o->touched[i];
      int n_who = weigh(o, at, type, &out[at], s, f, who);
      if (n_who > 0) out[at].clusters += weight;
      add_products(n_who, who, s, f, weight, &out[at]);
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

static void mirror(vd_sandwich *x) {
  int C = x->n_classifiers;
  for (int c = 0; c < C; c++) {
    for (int d = 0; d < c; d++) {
      x->ss[c * C + d] = x->ss[d * C + c];
      x->ff[c * C + d] = x->ff[d * C + c];
    }
  }
}

vd_status vd_sandwich_finish(vd_sandwich_type type, vd_sandwich *out) {
  double p = 0, n = 0, G = out->clusters;
  mirror(out);
  for (int c = 0; c < out->n_classifiers; c++) {
    double rows = out->s[c] + out->f[c];
    p += rows > 0;
    n += rows;
  }
  switch (type) {
  case VD_SANDWICH_CR1:
  case VD_SANDWICH_CR1S:
    if (G <= 1 || n <= p) return VD_STATUS_FEW_CLUSTERS;
    scale(out, G / (G - 1) * (type == VD_SANDWICH_CR1S ? (n - 1) / (n - p) : 1));
    return VD_STATUS_OK;
  case VD_SANDWICH_DF:
    if (G <= p) return VD_STATUS_FEW_CLUSTERS;
    scale(out, G / (G - p));
    return VD_STATUS_OK;
  case VD_SANDWICH_MOREL: return morel(out, p, n) ? VD_STATUS_OK : VD_STATUS_FEW_CLUSTERS;
  default: return VD_STATUS_OK;
  }
}

vd_status vd_sandwich_pair(const vd_sandwich *x, int classifier, int reference,
                           vd_pair *p) {
  int C = x->n_classifiers, i = classifier, j = reference;
  *p = (vd_pair){.s = {x->s[i], x->s[j]},
                 .f = {x->f[i], x->f[j]},
                 .ss = {x->ss[i * C + i], x->ss[i * C + j], x->ss[j * C + j]},
                 .ff = {x->ff[i * C + i], x->ff[i * C + j], x->ff[j * C + j]},
                 .sf00 = x->sf[i * C + i],
                 .sf01 = x->sf[i * C + j],
                 .sf10 = x->sf[j * C + i],
                 .sf11 = x->sf[j * C + j]};
  double sum = p->sf00 + p->sf01 + p->sf10 + p->sf11;
  for (int k = 0; k < 3; k++) sum += p->ss[k] + p->ff[k];
  if (x->status != VD_STATUS_OK) return x->status;
  return isfinite(sum) ? VD_STATUS_OK : VD_STATUS_FEW_CLUSTERS;
}
