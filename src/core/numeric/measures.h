/* Every estimate of numeric evidence by its name: value and contributions of the rows. */
#ifndef VD_MEASURES_H
#define VD_MEASURES_H

#include "numeric/strata.h"

typedef enum {
  VD_NUMERIC_AUC,
  VD_NUMERIC_PARTIAL,          /* over false positive rates up to `option` */
  VD_NUMERIC_STANDARDISED,     /* by McClish: 1/2 for a useless score, 1 for the best */
  VD_NUMERIC_PARTIAL_TPR,      /* over true positive rates from 1 - `option` on */
  VD_NUMERIC_STANDARDISED_TPR, /* the same by McClish */
  VD_NUMERIC_SENSITIVITY,      /* at the specificity `option` */
  VD_NUMERIC_SPECIFICITY,      /* at the sensitivity `option` */
  VD_NUMERIC_PRECISION,
  VD_NUMERIC_INTERPOLATED, /* area below the precision-recall curve */
  VD_NUMERIC_BRIER,
  VD_NUMERIC_LOG_LOSS,
  VD_NUMERIC_BRIER_SKILL, /* against these rows' share of events, or the loss `from` */
  VD_NUMERIC_LOG_SKILL,
  VD_NUMERIC_BRIER_SKILL_FORECAST, /* against the probability `from` for every row */
  VD_NUMERIC_LOG_SKILL_FORECAST,
  VD_NUMERIC_BENEFIT,              /* acting on p >= `option` */
  VD_NUMERIC_STANDARDISED_BENEFIT, /* the same over the share of events */
  VD_NUMERIC_LARGE,                /* mean of truth minus p */
  VD_NUMERIC_OBSERVED,             /* share of events over the mean of p */
  VD_NUMERIC_INTERCEPT,
  VD_NUMERIC_SLOPE
} vd_numeric_measure;

static const char *const vd_numeric_measure_names[] = {
    [VD_NUMERIC_AUC] = "roc_auc",
    [VD_NUMERIC_PARTIAL] = "partial_auc",
    [VD_NUMERIC_STANDARDISED] = "standardised_partial_auc",
    [VD_NUMERIC_PARTIAL_TPR] = "partial_auc_tpr",
    [VD_NUMERIC_STANDARDISED_TPR] = "standardised_partial_auc_tpr",
    [VD_NUMERIC_SENSITIVITY] = "sensitivity_at",
    [VD_NUMERIC_SPECIFICITY] = "specificity_at",
    [VD_NUMERIC_PRECISION] = "average_precision",
    [VD_NUMERIC_INTERPOLATED] = "pr_auc_interpolated",
    [VD_NUMERIC_BRIER] = "brier",
    [VD_NUMERIC_LOG_LOSS] = "log_loss",
    [VD_NUMERIC_BRIER_SKILL] = "brier_skill",
    [VD_NUMERIC_LOG_SKILL] = "log_skill",
    [VD_NUMERIC_BRIER_SKILL_FORECAST] = "brier_skill_forecast",
    [VD_NUMERIC_LOG_SKILL_FORECAST] = "log_skill_forecast",
    [VD_NUMERIC_BENEFIT] = "net_benefit",
    [VD_NUMERIC_STANDARDISED_BENEFIT] = "standardised_net_benefit",
    [VD_NUMERIC_LARGE] = "calibration_in_the_large",
    [VD_NUMERIC_OBSERVED] = "observed_expected",
    [VD_NUMERIC_INTERCEPT] = "calibration_intercept",
    [VD_NUMERIC_SLOPE] = "calibration_slope",
};

/* Rows of one stratum, and what is found of them; as many as there are rows of all. */
typedef struct {
  int *event, *order;
  double *score, *weight, *u, *work;
  unsigned char *mark;
} vd_strata_room;

/* One model, with its order and what vd_order_mark() says of it. Where what ranks is
 * within strata: the order of vd_order_strata(), and contributions are those of `units`
 * (strata.h). */
typedef struct {
  const vd_binary *rows;
  const double *score;
  const int *order, *within;
  const unsigned char *mark;
  const ptrdiff_t *end;
  const vd_strata *strata; /* NULL: not in strata */
  const vd_units *units;
  double
      from; /* where the range of rates of a partial area begins; a skill's reference */
  vd_strata_room room; /* for what is within strata */
} vd_model;

/* Whether it compares rows of one class with those of the other: then each class varies
 * by its own number of rows, and the numbers of the two are given. */
int vd_numeric_between(vd_numeric_measure measure);

/* What its rows contribute to. */
vd_units_kind vd_numeric_kind(vd_numeric_measure measure);

/* Whether it compares scores, which may be those of one stratum, each by its own model,
 * alone. */
int vd_numeric_ranks(vd_numeric_measure measure);

/* How many rows of a class in a stratum say too little of how they vary. Of areas one; of
 * what is read off at a threshold, and of average precision, nine. */
double vd_numeric_few(vd_numeric_measure measure);

/* Whether `option` is how far probabilities are kept from 0 and 1, if it is positive. */
int vd_numeric_clips(vd_numeric_measure measure);

/* What each row adds to a measure that is a mean of such; 0 if it is none. */
int vd_numeric_losses(const vd_model *model, vd_numeric_measure measure, double option,
                      double *loss);

/* `u` holds n and gets the contributions, `work` n. */
vd_numeric vd_numeric_of(const vd_model *model, vd_numeric_measure measure, double option,
                         double *u, double *work);

#endif
