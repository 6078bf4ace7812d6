#' Assess each classifier by itself
#'
#' Answers: how good is each classifier, and how sure are we of the figure? Gives
#' an estimate with a confidence interval for each metric, class and classifier.
#' To say whether one classifier is *better* than another, use
#' [compare_classifiers()]: two overlapping intervals do not show that two
#' classifiers perform alike, since their errors are made on the same rows.
#'
#' @param x A [prediction_set()], a [score_set()] or an [estimate_set()]; or the formula of one with its `data`, as in
#'   `assess_classifiers(truth ~ rf + tree, data)`, see [prediction_set()].
#' @param metric Names of one or more metrics: `"accuracy"`, `"error"`,
#'   `"precision"`, `"recall"`, `"specificity"`, `"npv"`, `"fpr"`, `"fnr"`,
#'   `"prevalence"`, `"detection_prevalence"`, `"f_meas"`, `"bal_accuracy"`,
#'   `"j_index"`, `"markedness"`, `"sedi"`, `"roc_dist"`, the likelihood ratios `"lr_plus"`
#'   and `"lr_minus"`, the diagnostic odds ratio `"dor"`, `"mcc"`, `"kap"`,
#'   or a usual synonym such as `"ppv"`, `"sensitivity"`, `"LR+"` or `"kappa"`. For classes
#'   in an order, `"kap_linear"` and `"kap_quadratic"` are kappa with weights (`"qwk"`). Accuracy,
#'   error rate, Matthews' correlation and kappa are taken over all classes, unless `classes`
#'   names some. Metrics with options, in a list if there are several: [f_meas()],
#'   [expected_cost()], and your own with [custom_metric()]. [metrics] explains them all.
#' @param average How the classes are put together: `"none"` (the default: one row
#'   a class), `"macro"` (mean over classes), `"weighted"` (by the classes' shares of
#'   the truth) or `"micro"` (outcomes pooled over classes). Metrics over all classes
#'   are not affected.
#' @param classes Labels of the classes to report; `NULL` for all. Metrics over all
#'   classes are then given for each of these against the rest.
#' @param interval The interval. For proportions (accuracy, precision, recall and
#'   their like) `"wilson"` (the default), `"clopper_pearson"`, `"agresti_coull"`,
#'   `"midp"`, `"normal"` or `"logit"`; for averages and other metrics that depend on the rows of single classes
#'   `"score"` (the default where rows are independent: what the score test of [compare_classifiers()] accepts, which
#'   of one class is Wilson's); for these and all other metrics
#'   `"delta"` (normal, with the delta method's standard error),
#'   `"logit"` (metrics between 0 and 1) or `"log"` (metrics from 0 upwards; the default for
#'   likelihood ratios and the diagnostic odds ratio). With ids, where rows are not independent,
#'   the default for proportions is `"logit"` with the cluster-robust standard error;
#'   `"normal"` is the other choice.
#'   `"bootstrap"` (BCa, over observations) fits everything; [by_bootstrap()], as in
#'   `interval = by_bootstrap(R = 999, interval = "percentile")`, gives its other intervals and says how they hold.
#'   Of a [probability_set()] see [net_benefit()]. Of a [score_set()]: `"t"`, or over splits of
#'   one data set `"corrected_t"` (the default; `"t"` is too short there, and warns), in clusters `"cluster_t"`, and
#'   `"wilson"` (the default) for items that are right or wrong, each once. Of a [prediction_set()] with folds (up to
#'   50 a repetition) `"corrected_t"` is the default: the estimate is the mean over the folds, and its interval allows
#'   for their overlapping training data, as in [compare_classifiers()]; where the folds do not vary (all are perfect),
#'   the rows are counted together. Any other of these intervals counts all rows
#'   together as if there were no folds, and says so.
#' @param conf.level Confidence level of the (two-sided) intervals, between 0 and 1.
#' @param zero_division What an average does with a class where the metric is
#'   undefined (such as the precision of a class that is never predicted):
#'   `"na"` makes the average `NA` and names the class, `"zero"` counts it as 0,
#'   `"skip"` leaves it out and says how many were averaged.
#' @param null A required value, with which each estimate is then compared: one number, or one
#'   named for each metric; or, of accuracy, `"no_information"`: the share of the commonest class, which is the
#'   accuracy of whoever always says that (taken as known). See the section 'Against a required value'.
#' @param alternative With `null`: `"two.sided"`, or one-sided: `"greater"` means that the metric is
#'   greater than required. A one-sided interval goes with a one-sided test.
#' @param p.adjust.method With `null`: how `adj.p.value` is adjusted over all rows. `"max_t"`: in a single step from the
#'   joint distribution of the estimates, by Bonferroni's inequality where that is not known (t tests), so that a
#'   claim is an interval (`adj.conf.low`, `adj.conf.high`) that excludes the required value, all of which hold
#'   together. Methods in steps, such as `"holm"`, are for p-values, and the interval beside them is each by itself.
#' @param over `"all"` rows together, or `"groups"`: each group of a set that was made with `by`, see [group_questions].
#' @param ... `R`, the number of replicates for `interval = "bootstrap"` (9999), which
#'   [set.seed()] makes reproducible; `beta` as in [f_meas()].
#' @section Against a required value:
#' With `null` the columns `null.value`, `statistic`, `p.value` and `adj.p.value` say whether the
#' metric is the value required, by the test that `interval` inverts, so that test and interval
#' agree. For proportions: `"wilson"`, the score test, which is the normal approximation of the
#' binomial with the variance under `null`; `"clopper_pearson"`, the exact binomial test, one-sided
#' P(X >= x), and two-sided twice the smaller tail ([stats::binom.test()] has another
#' two-sided p-value); `"midp"`, its mid-p version; `"normal"` and `"logit"`, Wald tests, which fit
#' every metric as `"delta"` does. `"agresti_coull"` comes with the score test, and
#' holds a little more than that does not reject; `"bootstrap"` has no test.
#'
#' To show that an error rate is at most 0.1, reject that it is 0.1 or more:
#' `assess_classifiers(x, "error", null = 0.1, alternative = "less")`.
#' @return A [verdict_table] with a row for each metric, class and classifier.
#'   `estimate` is the metric, `std.error` its standard error (delta method;
#'   cluster-robust with ids), `conf.low` and `conf.high` the interval, `method` its
#'   name, and `note` says why a value is `NA`.
#' @section Errors:
#' `verdict_error_metric` for an unknown metric, `verdict_error_class` for a class
#' that does not occur, `verdict_error_interval` for an interval that the metric or
#' clustered rows do not have, `verdict_error_null` for a required value out of the range of the
#' metric, `verdict_error_argument` for anything else.
#' @section How well the intervals hold:
#' Exact coverage of the 95% intervals of a proportion of 0.5, 0.9 and 0.98, least and greatest, and the mean in
#' brackets (more in `vignette("trust")`):
#'
#' `r ledger_table(topic = "one proportion")`
#'
#' Averages where a class has a share of 0.01 or 0.03, as in [compare_classifiers()]:
#'
#' `r ledger_table(topic = "averages", kind = "coverage", measure = "value", by = "metric", header = "metric")`
#'
#' With few rows of a class the delta method's interval of an average over classes is too short, and fewer than 10 are
#' noted (with ids, where it is the only one, there is none then unless it is asked for): that of macro F held, of 25
#' and 100 rows with a class of 5%, in
#' `r ledger_range(topic = "resampling, one classifier", method = "delta", rate = "rare")` of the data sets
#' (`zero_division = "zero"`), and with common classes in
#' `r ledger_range(topic = "resampling, one classifier", method = "delta", rate = "common")`.
#'
#' Also noted are, of two classes, kappa, Matthews' correlation and their like with fewer than 10 rows of one, F and
#' markedness of such a class, costs whose dearest error occurs in fewer than 5 rows, and estimates at a known
#' prevalence that rest on fewer than 5 errors of the common class.
#'
#' @section When not to use it:
#' The intervals are for these fitted classifiers on rows like these. They do not
#' cover the variation between training sets, and not the choice of the best of
#' many classifiers on the same test rows.
#' @references
#' Brown, L. D., Cai, T. T. and DasGupta, A. (2001) Interval estimation for a
#' binomial proportion. *Statistical Science* 16, 101-133.
#' \doi{10.1214/ss/1009213286}
#'
#' Gorodkin, J. (2004) Comparing two K-category assignments by a K-category
#' correlation coefficient. *Computational Biology and Chemistry* 28, 367-374.
#' \doi{10.1016/j.compbiolchem.2004.09.006}
#' @seealso [compare_classifiers()], [verdict()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' assess_classifiers(x)
#' assess_classifiers(x, c("precision", "recall"), classes = "cotton crop")
#' assess_classifiers(x, "f_meas", average = "macro")
#' assess_classifiers(x, "error", null = 0.15, alternative = "less", interval = "clopper_pearson")
#' @export
assess_classifiers <- function(x, ...) UseMethod("assess_classifiers")

#' @rdname assess_classifiers
#' @export
assess_classifiers.evidence <- function(x, metric = NULL, average = "none", classes = NULL,
                                        interval = NULL, conf.level = 0.95,
                                        zero_division = c("na", "zero", "skip"), null = NULL,
                                        alternative = c("two.sided", "greater", "less"),
                                        p.adjust.method = "max_t", over = c("all", "groups"), ...) {
  check_evidence(x)
  if (check_choice(over, "over", c("all", "groups")) == "groups") x <- over_groups(x)
  options <- check_options(list(...), c("R", "beta"))
  check_level(conf.level)
  if (identical(null, "no_information")) {
    metric <- metric %||% "accuracy"
    null <- set_no_information(x)
  }
  rule <- assessment_rule(interval, options$R, conf.level)
  metrics <- set_metrics(x, with_beta(metric %||% headline_metrics(x), options$beta))
  targets <- asked_targets(x, metrics, average, classes, zero_division)
  required <- match_required(null, alternative, p.adjust.method, rule$interval, metrics)
  assess <- function(level) assess_targets(x, targets, rule, level, required)
  joint <- function() set_joint(x, targets)$vcov
  judged <- warn_invalid_once(judge_required(assess, required, 1 - conf.level, joint), conf.level)
  assessment_table(x, judged$rows, targets, conf.level, judged)
}

# The units are others than the set's where they are for all targets.
assess_targets <- function(x, targets, rule, level, required = NULL) {
  parts <- lapply(targets, function(target) set_assessment(x, target, rule, level, required))
  units <- unique(lapply(parts, attr, "units"))
  judge <- do.call(rbind, lapply(parts, attr, "judge"))
  structure(do.call(rbind, parts), units = if (length(units) == 1) units[[1]], judge = judge)
}

# `judged`: what the tests of required values add.
assessment_table <- function(x, rows, targets, conf.level, judged = NULL) {
  new_verdict_table(rows, list(
    type = "assessment", units = utils::modifyList(set_units(x), as.list(attr(rows, "units"))),
    metrics = used_metrics(targets), axis = used_axes(targets), conf.level = conf.level,
    alternative = judged$alternative %||% "two.sided", p.adjust.method = judged$p.adjust.method %||% "none",
    family = judged$family %||% 0, local = judged$local, interval = unique(rows$method.id),
    judge = attr(rows, "judge")
  ))
}

# `required` with rows, family and local: p-values adjusted, and the intervals at the level at
# which they are judged. `vcov`: a function that gives the joint covariance of the estimates, which is not that of t
# statistics.
judge_required <- function(assess, required, alpha, vcov) {
  rows <- assess(alpha)
  if (is.null(required)) {
    return(list(rows = rows))
  }
  joint <- function() if (!any(is.finite(rows$df)) && fits_memory(nrow(rows))) against_numbers(vcov())
  adjusted <- adjust_family(rows$log.p.value, required$p.adjust.method, alpha, joint, required$alternative)
  utils::modifyList(required, judge_rows(rows, adjusted, limits_anew(rows, alpha, assess)))
}
