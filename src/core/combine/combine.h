/* One p-value from several: tests of "all null hypotheses hold". The sets may be many;
 * a set with a few p-values takes well under a microsecond a p-value. */
#ifndef VD_COMBINE_H
#define VD_COMBINE_H

#include <stddef.h>

#include "math/status.h"

typedef enum {
  VD_COMBINE_SIMES = 0,  /* min k p_(i) / i: Simes (1986)                             */
  VD_COMBINE_BONFERRONI, /* k min p, which is also the smallest Holm-adjusted p-value */
  VD_COMBINE_FISHER,     /* -2 sum log p; independent                                 */
  VD_COMBINE_LANCASTER,  /* sum of upper chi-squared quantiles (1961) with the weights
                            as degrees of freedom; Fisher's has weights of 2          */
  VD_COMBINE_STOUFFER,   /* weighted sum of upper normal quantiles                    */
  VD_COMBINE_HARMONIC,   /* harmonic mean, Wilson (2019)                              */
  VD_COMBINE_CAUCHY      /* weighted sum of cotangents, Liu & Xie (2020)              */
} vd_combination;

static const char *const vd_combination_names[] = {
    [VD_COMBINE_SIMES] = "simes",       [VD_COMBINE_BONFERRONI] = "bonferroni",
    [VD_COMBINE_FISHER] = "fisher",     [VD_COMBINE_LANCASTER] = "lancaster",
    [VD_COMBINE_STOUFFER] = "stouffer", [VD_COMBINE_HARMONIC] = "harmonic",
    [VD_COMBINE_CAUCHY] = "cauchy",
};

/* One set a row, column-major. */
typedef struct {
  ptrdiff_t n_sets, n_each;
  const double *p;          /* NaN: not there                                        */
  int is_log;               /* p are natural logarithms                              */
  const double *weight;     /* n_each, positive; of any sum                          */
  const double *covariance; /* n_each x n_each, of the quantiles that are summed, or
                               NULL: independent. Its diagonal does not count: the
                               variance of a quantile is 2 w (Lancaster) or 1        */
  const double *shared;     /* instead, for Lancaster's: the sum of the covariances of all
                               pairs that are there, one a set, or NULL              */
} vd_p_sets;

/* For a correlated sum T of quantiles mean and variance are its own. Lancaster: then
 * scale * T is taken for chi-squared with dof degrees of freedom, the same mean and
 * variance (Satterthwaite; Dai, Leeder & Cui 2014; Brown 1975), and is the statistic. */
typedef struct {
  double statistic, dof;
  double p, log_p;
  double mean, variance, scale; /* NaN unless correlated */
  ptrdiff_t n;                  /* p-values that were there */
  vd_status status;             /* VD_STATUS_OK, VD_STATUS_NO_P, VD_STATUS_CONTRADICTION,
                                   VD_STATUS_NOT_POSITIVE */
} vd_combined;

/* Sets [lo, hi) into out[0..hi-lo-1]. `work` holds 2 n_each doubles, `present` n_each. */
void vd_combine_sets(const vd_p_sets *sets, vd_combination method, ptrdiff_t lo,
                     ptrdiff_t hi, vd_combined *out, double *work, ptrdiff_t *present);

/* The quantile that Lancaster's (dof > 0) or Stouffer's (dof == 0) method sums. */
double vd_combine_quantile(double p, int is_log, double dof);

#endif
