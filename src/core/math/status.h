/* Why a number is missing. A kernel returns one of these; R/registry-statuses.R holds the
 * words for each name. VD_STATUS_FULL never reaches R: it asks the glue for more memory.
 */
#ifndef VD_STATUS_H
#define VD_STATUS_H

typedef enum {
  VD_STATUS_OK = 0,
  VD_STATUS_NEVER_PREDICTED,   /* no row in the denominator: class never predicted     */
  VD_STATUS_ABSENT,            /* class absent from the truth                          */
  VD_STATUS_EVERYWHERE,        /* no row outside the class: nothing negative to judge  */
  VD_STATUS_ALWAYS_PREDICTED,  /* every row predicted as the class: no negative call   */
  VD_STATUS_NO_DISCORDANT,     /* no row on which the two differ                       */
  VD_STATUS_IDENTICAL,         /* the two predict the same for this class              */
  VD_STATUS_EQUAL_ESTIMATES,   /* no difference, which does not vary: of what, who asks
                                  knows */
  VD_STATUS_BOUNDARY,          /* a proportion is exactly 0 or 1: infinite (log-)odds  */
  VD_STATUS_BOTH_BOUNDARY,     /* both proportions are exactly 0, or both exactly 1    */
  VD_STATUS_ZERO_VARIANCE,     /* the estimated variance is exactly zero               */
  VD_STATUS_CONSTANT_MARGIN,   /* only one class in the truth or in the predictions    */
  VD_STATUS_ONE_CLUSTER,       /* all rows that count belong to one observation        */
  VD_STATUS_NOT_WHOLE,         /* counts are not whole numbers                         */
  VD_STATUS_UNDEFINED_CLASS,   /* an average over a class where the metric is undefined*/
  VD_STATUS_NO_ROWS,           /* nothing to estimate from                             */
  VD_STATUS_FEW_CLUSTERS,      /* too few clusters for a corrected variance            */
  VD_STATUS_NO_P,              /* no p-value to combine                                */
  VD_STATUS_CONTRADICTION,     /* p-values of exactly 0 and exactly 1                  */
  VD_STATUS_NOT_POSITIVE,      /* the covariances leave a sum no positive variance     */
  VD_STATUS_FEW_UNITS,         /* too few folds, splits, data sets or items            */
  VD_STATUS_EQUAL_SCORES,      /* the two have the same score everywhere: p = 1        */
  VD_STATUS_NO_LIMITS,         /* a test without an interval                           */
  VD_STATUS_ONE_POINT,         /* an interval of one point                             */
  VD_STATUS_ALL_TIED,          /* the scores of every unit are tied: p = 1             */
  VD_STATUS_AGREEMENT,         /* every unit orders the classifiers alike              */
  VD_STATUS_NOT_LINKED,        /* groups of classifiers that no unit has in common     */
  VD_STATUS_INFINITE,          /* the metric is infinite: a ratio with nothing below   */
  VD_STATUS_NO_VALUE,          /* the user's function gives none for this table        */
  VD_STATUS_ONE_OF_CLASS,      /* one row of a class, which has no variance            */
  VD_STATUS_CERTAIN,           /* probabilities of exactly 0 or 1 have infinite logits */
  VD_STATUS_CONSTANT,          /* one probability for all rows                         */
  VD_STATUS_NEVER_WON,         /* a model that lost every battle: ability -Inf         */
  VD_STATUS_NEVER_LOST,        /* a model that won every battle: ability Inf           */
  VD_STATUS_ONE_WAY,           /* a group of models that won all battles with the rest */
  VD_STATUS_ALONE,             /* no other model has a finite ability                  */
  VD_STATUS_ONE_LINK,          /* one battle, or cluster, alone links it to the rest   */
  VD_STATUS_NEGATIVE_VARIANCE, /* a sum of autocovariances that is not positive       */
  VD_STATUS_NO_ERROR,          /* an estimate of whose error nothing is known         */
  VD_STATUS_INFINITE_ORDER,    /* being first has no effect that can be found          */
  VD_STATUS_FULL               /* internal: the table is full, give it more room       */
} vd_status;

static const char *const vd_status_names[] = {
    [VD_STATUS_OK] = "ok",
    [VD_STATUS_NEVER_PREDICTED] = "never_predicted",
    [VD_STATUS_ABSENT] = "absent",
    [VD_STATUS_EVERYWHERE] = "everywhere",
    [VD_STATUS_ALWAYS_PREDICTED] = "always_predicted",
    [VD_STATUS_NO_DISCORDANT] = "no_discordant",
    [VD_STATUS_IDENTICAL] = "identical",
    [VD_STATUS_EQUAL_ESTIMATES] = "equal_estimates",
    [VD_STATUS_BOUNDARY] = "boundary",
    [VD_STATUS_BOTH_BOUNDARY] = "both_boundary",
    [VD_STATUS_ZERO_VARIANCE] = "zero_variance",
    [VD_STATUS_CONSTANT_MARGIN] = "constant_margin",
    [VD_STATUS_ONE_CLUSTER] = "one_cluster",
    [VD_STATUS_NOT_WHOLE] = "not_whole",
    [VD_STATUS_UNDEFINED_CLASS] = "undefined_class",
    [VD_STATUS_NO_ROWS] = "no_rows",
    [VD_STATUS_FEW_CLUSTERS] = "few_clusters",
    [VD_STATUS_NO_P] = "no_p",
    [VD_STATUS_CONTRADICTION] = "contradiction",
    [VD_STATUS_NOT_POSITIVE] = "not_positive",
    [VD_STATUS_FEW_UNITS] = "few_units",
    [VD_STATUS_EQUAL_SCORES] = "equal_scores",
    [VD_STATUS_NO_LIMITS] = "no_limits",
    [VD_STATUS_ONE_POINT] = "one_point",
    [VD_STATUS_ALL_TIED] = "all_tied",
    [VD_STATUS_AGREEMENT] = "agreement",
    [VD_STATUS_NOT_LINKED] = "not_linked",
    [VD_STATUS_INFINITE] = "infinite",
    [VD_STATUS_NO_VALUE] = "no_value",
    [VD_STATUS_ONE_OF_CLASS] = "one_of_class",
    [VD_STATUS_CERTAIN] = "certain",
    [VD_STATUS_CONSTANT] = "constant",
    [VD_STATUS_NEVER_WON] = "never_won",
    [VD_STATUS_NEVER_LOST] = "never_lost",
    [VD_STATUS_ONE_WAY] = "one_way",
    [VD_STATUS_ALONE] = "alone",
    [VD_STATUS_ONE_LINK] = "one_link",
    [VD_STATUS_NEGATIVE_VARIANCE] = "negative_variance",
    [VD_STATUS_NO_ERROR] = "no_error",
    [VD_STATUS_INFINITE_ORDER] = "infinite_order",
};

#endif
