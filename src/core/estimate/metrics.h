/* Metrics as functions of the confusion counts, with their gradients.
 *
 * A gradient is homogeneous of degree -1 in the counts, so a row's contribution
 * to the metric's sampling error (its influence) is the gradient itself, with
 * neither centring nor a factor 1/N. For every metric here it has the form
 *
 *   u(a, b) = alpha + rho[a] + kappa[b] + [a = b] delta[a] + scale cell[a, b]
 *
 * for a row of true class a that is predicted as b; only metrics that need the whole
 * confusion matrix have a last term (see tabular.h). */
#ifndef VD_METRICS_H
#define VD_METRICS_H

#include "estimate/moments.h"
#include "estimate/set.h"
#include "math/status.h"

typedef enum {
  VD_METRIC_ACCURACY = 0,
  VD_METRIC_ERROR,
  VD_METRIC_PRECISION,
  VD_METRIC_RECALL,
  VD_METRIC_SPECIFICITY,
  VD_METRIC_NPV,
  VD_METRIC_FPR,
  VD_METRIC_FNR,
  VD_METRIC_PREVALENCE,
  VD_METRIC_DETECTION_PREVALENCE,
  VD_METRIC_F_MEAS,
  VD_METRIC_BAL_ACCURACY,
  VD_METRIC_J_INDEX,
  VD_METRIC_MCC,
  VD_METRIC_KAP,
  VD_METRIC_AC1,
  VD_METRIC_MARKEDNESS,
  VD_METRIC_SEDI,
  VD_METRIC_ROC_DIST,
  VD_METRIC_LR_PLUS,
  VD_METRIC_LR_MINUS,
  VD_METRIC_DOR,
  VD_METRIC_COST,   /* expected cost of a row, over all classes */
  VD_METRIC_CUSTOM, /* computed by the caller                   */
  VD_N_METRICS
} vd_metric;

static const char *const vd_metric_names[] = {
    [VD_METRIC_ACCURACY] = "accuracy",
    [VD_METRIC_ERROR] = "error",
    [VD_METRIC_PRECISION] = "precision",
    [VD_METRIC_RECALL] = "recall",
    [VD_METRIC_SPECIFICITY] = "specificity",
    [VD_METRIC_NPV] = "npv",
    [VD_METRIC_FPR] = "fpr",
    [VD_METRIC_FNR] = "fnr",
    [VD_METRIC_PREVALENCE] = "prevalence",
    [VD_METRIC_DETECTION_PREVALENCE] = "detection_prevalence",
    [VD_METRIC_F_MEAS] = "f_meas",
    [VD_METRIC_BAL_ACCURACY] = "bal_accuracy",
    [VD_METRIC_J_INDEX] = "j_index",
    [VD_METRIC_MCC] = "mcc",
    [VD_METRIC_KAP] = "kap",
    [VD_METRIC_AC1] = "ac1",
    [VD_METRIC_MARKEDNESS] = "markedness",
    [VD_METRIC_SEDI] = "sedi",
    [VD_METRIC_ROC_DIST] = "roc_dist",
    [VD_METRIC_LR_PLUS] = "lr_plus",
    [VD_METRIC_LR_MINUS] = "lr_minus",
    [VD_METRIC_DOR] = "dor",
    [VD_METRIC_COST] = "cost",
    [VD_METRIC_CUSTOM] = "custom",
};

typedef enum {
  VD_AVERAGE_PER_CLASS = 0,
  VD_AVERAGE_MACRO,
  VD_AVERAGE_WEIGHTED,
  VD_AVERAGE_MICRO,
  VD_AVERAGE_OVERALL
} vd_average;

static const char *const vd_average_names[] = {
    [VD_AVERAGE_PER_CLASS] = "none",    [VD_AVERAGE_MACRO] = "macro",
    [VD_AVERAGE_WEIGHTED] = "weighted", [VD_AVERAGE_MICRO] = "micro",
    [VD_AVERAGE_OVERALL] = "overall",
};

/* What an average does with a class in which the metric is undefined. A single class has
 * no value then, whatever the rule. */
typedef enum { VD_ZERO_NA = 0, VD_ZERO_ZERO, VD_ZERO_SKIP } vd_zero_division;

static const char *const vd_zero_division_names[] = {
    [VD_ZERO_NA] = "na", [VD_ZERO_ZERO] = "zero", [VD_ZERO_SKIP] = "skip"};

/* A metric that is computed elsewhere: its value for a square table of counts (truth x
 * prediction, column-major) and the derivatives by its cells. */
typedef struct {
  vd_status (*evaluate)(void *context, const double *table, int size, double *value,
                        double *gradient);
  void *context;
} vd_custom;

typedef struct {
  vd_metric metric;
  double beta;          /* of F-beta */
  const double *weight; /* K x K, truth x prediction, column-major: costs, or (NULL: 1
                         * where they differ) the disagreement that kappa counts */
  vd_custom custom;
} vd_metric_spec;

/* Whether the metric over all classes is one of the whole confusion matrix. */
int vd_metric_is_tabular(vd_metric_spec spec);

/* Outcomes that make up numerator and complement of a metric that is a plain
 * proportion; 0 for the others. */
int vd_metric_successes(vd_metric metric);
int vd_metric_failures(vd_metric metric);

/* The proportions, outcomes for and against, whose variances make up that of the metric
 * of one class: their number, 0 where it is made of all rows. */
int vd_metric_parts(vd_metric metric, int part[2][2]);

/* Why such a proportion is undefined when nothing is in its denominator. */
vd_status vd_metric_empty(vd_metric metric);

/* One class against the rest. */
typedef struct {
  double tp, fp, fn, tn;
} vd_confusion;

typedef struct {
  double tp, fp, fn, tn;
} vd_gradient;

/* Value and, where defined, gradient of a metric for one class. */
vd_status vd_metric_binary(vd_metric_spec spec, vd_confusion x, double *value,
                           vd_gradient *gradient);

/* Margins of the confusion matrices: all that any metric needs. With known
 * prevalences every row of class a weighs q_a n / r_a, so that the classes have the
 * shares q_a. */
typedef struct {
  int n_classes, n_classifiers;
  double n;
  const double *prevalence; /* K shares, or NULL: as in the data */
  double *weight;           /* K: a row's weight by its class; used with prevalence */
  double *truth;            /* K: rows of each class */
  double *predicted;        /* K x C: rows predicted as each class */
  double *correct;          /* K x C: those of them that are right */
  double *table; /* K x K x C, truth x prediction, or NULL: no metric needs it */
} vd_margins;

void vd_margins_count(const vd_set *set, vd_margins *out);
vd_confusion vd_margins_confusion(const vd_margins *m, int class, int c); /* 0-based */

/* The influence of one metric of one classifier (see above), times weight[a] where
 * the prevalences are known. */
typedef struct {
  int classifier;       /* 0-based */
  const double *weight; /* NULL: 1 */
  double alpha;
  double *rho, *kappa, *delta; /* K each */
  const double *cell;          /* K x K, or NULL: there is no such term */
  double scale;
  int n_classes;
  double *room; /* K x K, to put a gradient in: only for VD_METRIC_CUSTOM */
} vd_effects;

/* u of a row with these labels (0-based), without the weight. What rounding leaves of a
 * sum that cancels is 0. */
double vd_effects_at(const vd_effects *e, int truth, int predicted);

/* Where an average is undefined, and over how many classes it was taken. */
typedef struct {
  double value;
  vd_status status;
  vd_status cause; /* the status of the class that made it undefined */
  int culprit;     /* that class, 0-based, or -1 */
  int n_averaged;  /* classes averaged (skipped ones not counted) */
} vd_estimate;

/* A metric of one classifier, for one class, an average or all classes. */
typedef struct {
  vd_metric_spec spec;
  vd_average average;
  int classifier; /* 0-based */
  const int *kept;
  int n_kept;
} vd_quantity;

/* A metric of classifier c over all classes (VD_AVERAGE_OVERALL), averaged over the
 * `n_kept` classes in `kept` (0-based), or for the single class kept[0]
 * (VD_AVERAGE_PER_CLASS), with its effects (zero where the metric is undefined). */
vd_estimate vd_metric_estimate(const vd_margins *m, vd_metric_spec spec,
                               vd_average average, vd_zero_division zero, const int *kept,
                               int n_kept, int c, vd_effects *effects);

/* Effects under known prevalences. The share of each class is then no longer random,
 * so the influence of a row is weight[a] (g(a, b) - mean of g over the rows of class
 * a), with g the gradient at the weighted counts. Does nothing without prevalences. */
void vd_effects_standardize(const vd_set *set, const vd_margins *m, vd_effects *effects);

#endif
