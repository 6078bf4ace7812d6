/* Tests and intervals for two proportions on the same rows (vd_pair), and for two
 * estimates of any metric with their joint covariance. */
#ifndef VD_COMPARE_H
#define VD_COMPARE_H

#include "estimate/measure.h"
#include "estimate/pair.h"
#include "estimate/sandwich.h"
#include "math/status.h"
#include "math/tails.h"
#include "math/tolerance.h"

typedef enum {
  VD_TEST_GS = 0,     /* generalized score, Leisenring, Alonzo & Pepe (2000)   */
  VD_TEST_WGS,        /* weighted generalized score, Kosinski (2013)           */
  VD_TEST_WALD,       /* Wald on the scale asked for                           */
  VD_TEST_Z,          /* two independent proportions, pooled: ignores pairing  */
  VD_TEST_MCNEMAR,    /* with clusters: Obuchowski (1998), no factor (G - 1)/G */
  VD_TEST_MCNEMAR_CC, /* continuity corrected                                  */
  VD_TEST_EXACT,
  VD_TEST_MIDP,
  VD_TEST_SIGN /* one-sided exact binomial, Salzberg (1997)             */
} vd_test;

static const char *const vd_test_names[] = {
    [VD_TEST_GS] = "gs",           [VD_TEST_WGS] = "wgs",
    [VD_TEST_WALD] = "wald",       [VD_TEST_Z] = "z",
    [VD_TEST_MCNEMAR] = "mcnemar", [VD_TEST_MCNEMAR_CC] = "mcnemar_cc",
    [VD_TEST_EXACT] = "exact",     [VD_TEST_MIDP] = "midp",
    [VD_TEST_SIGN] = "sign",
};

typedef enum {
  VD_CI_WALD = 0, /* influence-based, any measure                  */
  VD_CI_TANGO,    /* differences with a common denominator         */
  VD_CI_AGRESTI_MIN,
  VD_CI_BONETT_PRICE, /* also for ratios                               */
  VD_CI_NEWCOMBE,
  VD_CI_TANG,  /* ratios with a common denominator              */
  VD_CI_SCORE, /* what GS, WGS or, for the odds ratio, McNemar's test accepts */
  VD_CI_EXACT, /* odds ratio of the discordant rows, Clopper-Pearson */
  VD_CI_MIDP   /* the same, mid-p                               */
} vd_ci;

static const char *const vd_ci_names[] = {
    [VD_CI_WALD] = "wald",
    [VD_CI_TANGO] = "tango",
    [VD_CI_AGRESTI_MIN] = "agresti_min",
    [VD_CI_BONETT_PRICE] = "bonett_price",
    [VD_CI_NEWCOMBE] = "newcombe",
    [VD_CI_TANG] = "tang",
    [VD_CI_SCORE] = "score",
    [VD_CI_EXACT] = "exact",
    [VD_CI_MIDP] = "midp",
};

/* Which of the two a status is about; both is the sum. */
enum { VD_WHO_NEITHER = 0, VD_WHO_CLASSIFIER = 1, VD_WHO_REFERENCE = 2, VD_WHO_BOTH = 3 };

static const char *const vd_who_names[] = {
    [VD_WHO_NEITHER] = "neither",
    [VD_WHO_CLASSIFIER] = "classifier",
    [VD_WHO_REFERENCE] = "reference",
    [VD_WHO_BOTH] = "both",
};

typedef struct {
  double statistic, dof, log_p;
  vd_status status;
  int who;
} vd_test_result;

typedef struct {
  double estimate, std_error, low, high; /* std_error on the log scale for ratios */
  vd_status status;
  int who;
} vd_ci_result;

/* What is asked: quantile is qnorm(1 - alpha/2), or qnorm(1 - alpha) for a
 * one-sided interval, whose other end is the end of the range. */
typedef struct {
  vd_test test;
  vd_measure scale;   /* scale of VD_TEST_WALD */
  vd_measure measure; /* what the interval is for */
  vd_ci ci;
  vd_alternative alternative;
  double quantile;
  double dof; /* of vd_compare_estimates(): Student's t; 0: normal */
  int clustered;
  int squared; /* VD_TEST_WALD as chi-squared with 1 df, not as z */
} vd_request;

/* Of a test of McNemar's table without clusters: log p of x of k discordant rows, which
 * its power is computed from too. INFINITY: no test. */
double vd_log_p_discordant(vd_test test, double x, double k, vd_alternative alternative);

/* `empty` is the status of an empty denominator (say VD_STATUS_NEVER_PREDICTED). */
vd_test_result vd_compare_test(const vd_pair *p, vd_request q, vd_status empty);
vd_ci_result vd_compare_interval(const vd_pair *p, vd_request q, vd_status empty);

/* The statistic alone, normal under equality: of the tests of discordant rows McNemar's.
 * NaN where there is none. */
double vd_compare_root(const vd_pair *p, vd_request q);

typedef struct {
  vd_test_result test;
  vd_ci_result ci;
} vd_comparison;

vd_comparison vd_compare_pair(const vd_pair *p, vd_request q, vd_status empty);

/* What the plain variance allows is done again with the corrected one, for the same
 * class. */
vd_comparison vd_compare_correct(vd_comparison plain, const vd_sandwich *x,
                                 int classifier, int reference, vd_request q,
                                 vd_status empty);

/* Any metric: estimates theta[2] with variances v00, v11 and covariance v01, which are
 * NaN where there is only one cluster. */
void vd_compare_estimates(const double theta[2], double v00, double v01, double v11,
                          vd_request q, vd_test_result *test, vd_ci_result *ci);

#endif
