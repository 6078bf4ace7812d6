/* Two proportions x / n of different rows. Counts are whole for the exact tests; any for
 * the others. Formulas: Miettinen & Nurminen (1985), Mee (1984), Koopman (1984), Newcombe
 * (1998, method 10), Suissa & Shuster (1985); Fagerland, Lydersen & Laake, Statistical
 * Analysis of Contingency Tables (2017), chapter 4. */
#ifndef VD_INDEPENDENT_H
#define VD_INDEPENDENT_H

#include "estimate/measure.h"
#include "math/tails.h"

/* Successes and failures of the classifier and the reference, both with rows. */
typedef struct {
  double s[2], f[2];
} vd_independent;

typedef enum {
  VD_INDEPENDENT_SCORE = 0, /* pooled, times sqrt((N - 1) / N): Miettinen & Nurminen */
  VD_INDEPENDENT_POOLED,
  VD_INDEPENDENT_FISHER,
  VD_INDEPENDENT_BARNARD /* exact unconditional, ordered by the pooled statistic */
} vd_independent_test;

static const char *const vd_independent_test_names[] = {
    [VD_INDEPENDENT_SCORE] = "score",
    [VD_INDEPENDENT_POOLED] = "pooled_z",
    [VD_INDEPENDENT_FISHER] = "fisher",
    [VD_INDEPENDENT_BARNARD] = "barnard",
};

typedef enum {
  VD_INDEPENDENT_CI_MN = 0,  /* inverts VD_INDEPENDENT_SCORE, any measure   */
  VD_INDEPENDENT_CI_SCORE,   /* inverts VD_INDEPENDENT_POOLED, any measure  */
  VD_INDEPENDENT_CI_NEWCOMBE /* differences alone */
} vd_independent_ci;

static const char *const vd_independent_ci_names[] = {
    [VD_INDEPENDENT_CI_MN] = "miettinen_nurminen",
    [VD_INDEPENDENT_CI_SCORE] = "score",
    [VD_INDEPENDENT_CI_NEWCOMBE] = "newcombe",
};

/* z of one of the first two tests; NaN where its variance is zero. */
double vd_independent_z(const vd_independent *x, vd_independent_test test);

/* Fisher's test, conditional on both margins: the one-sided tails, and two-sided what is
 * no more probable than the table seen, as in R's fisher.test(). O(log n). */
double vd_independent_fisher(const vd_independent *x, vd_alternative alternative);

/* What is asked of an interval: quantile is qnorm(1 - alpha / 2), or qnorm(1 - alpha) for
 * a one-sided one, whose other end is the end of the range. */
typedef struct {
  vd_independent_ci ci;
  vd_measure measure;
  vd_alternative alternative;
  double quantile;
} vd_independent_question;

void vd_independent_limits(const vd_independent *x, vd_independent_question q,
                           double *low, double *high);

#endif
