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
#'   `"midp"`, `"normal"` or `"logit"`; for other metrics and for averages
#'   `"delta"` (the default: normal, with the delta method's standard error),
#'   `"logit"` (metrics between 0 and 1) or `"log"` (metrics from 0 upwards; the default for
#'   likelihood ratios and the diagnostic odds ratio). With ids, where rows are not independent,
#'   the default for proportions is `"logit"` with the cluster-robust standard error;
#'   `"normal"` is the other choice.
#'   `"bootstrap"` (BCa, over observations) fits everything; [by_bootstrap()], as in
#'   `interval = by_bootstrap(R = 999, interval = "percentile")`, gives its other intervals and says how they hold.
#'   Of a [score_set()]: `"t"`, or over splits of
#'   one data set `"corrected_t"` (the default), in clusters `"cluster_t"`, and `"wilson"` (the default)
#'   for items that are right or wrong, each once. Of a [prediction_set()] with folds (up to 50 a repetition)
#'   `"corrected_t"` is the default: the estimate is the mean over the folds, and its interval allows for their
#'   overlapping training data, as in [compare_classifiers()]; where the folds do not vary (all are perfect), the
#'   rows are counted together. Any other of these intervals counts all rows
#'   together as if there were no folds, and says so.
#' @param conf.level Confidence level of the (two-sided) intervals, between 0 and 1.
#' @param zero_division What an average does with a class where the metric is
#'   undefined (such as the precision of a class that is never predicted):
#'   `"na"` makes the average `NA` and names the class, `"zero"` counts it as 0,
#'   `"skip"` leaves it out and says how many were averaged.
#' @param null A required value, with which each estimate is then compared: one number, or one
#'   named for each metric. See the section 'Against a required value'.
#' @param alternative With `null`: `"two.sided"`, or one-sided: `"greater"` means that the metric is
#'   greater than required. A one-sided interval goes with a one-sided test.
#' @param p.adjust.method With `null`: how `adj.p.value` is adjusted over all rows: a method of
#'   [stats::p.adjust()].
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
#' holds a little more than that does not reject; `"bootstrap"` has no test. `adj.conf.low` and
#' `adj.conf.high` are at the level at which the row was judged.
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
#' With few rows of a class the delta method's interval of an average over classes is too short, and fewer than 10 are
#' noted: that of macro F held, of 25 and 100 rows with a class of 5%, in
#' `r ledger_range(topic = "resampling, one classifier", method = "delta", rate = "rare")` of the data sets
#' (`zero_division = "zero"`), and with common classes in
#' `r ledger_range(topic = "resampling, one classifier", method = "delta", rate = "common")`.
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
assess_classifiers <- function(x, ...) {
  UseMethod("assess_classifiers")
}

#' @export
assess_classifiers.default <- function(x, ...) {
  abort_not_a_set(x)
}

abort_not_a_set <- function(x, call = caller_env()) {
  if (missing(x)) {
    abort_verdict(c(
      "{.arg x} is missing.",
      i = "It is a prediction set: make one with {.fn prediction_set} or {.fn as_prediction_set}."
    ), "set", call = call)
  }
  verb <- verb_name(call)
  hint <- hint_set(x)
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set}, not {.obj_type_friendly {x}}.",
    i = hint %||% "Make one with {.fn prediction_set} or {.fn as_prediction_set}.",
    i = if (is.null(hint) && (is.data.frame(x) || is_lazy(x))) {
      "Or say in a formula which columns are what: {.code {verb}(truth ~ rf + tree, data)}."
    }
  ), "set", call = call)
}

# What becomes a set by itself: models of caret, tidymodels and mlr3, lists of them, tables, what is right and wrong.
hint_set <- function(x) {
  if (is.matrix(x) && is.logical(x)) {
    return("Turn it into a set first: {.code prediction_set(x)}.")
  }
  if (is.matrix(x) && is.numeric(x)) {
    return("Of scores, a column a classifier, make one with {.fn score_set}; of predictions with {.fn prediction_set}.")
  }
  known <- vapply(setdiff(class(x), "data.frame"), function(class) {
    !is.null(utils::getS3method("as_prediction_set", class, optional = TRUE))
  }, NA)
  if (any(known)) {
    maker <- if (inherits(x, "resamples")) "as_score_set" else "as_prediction_set"
    sprintf("Turn it into a set first: {.code %s(x)}.", maker)
  }
}

# "verdict" of the frame of verdict().
verb_name <- function(call) {
  at <- Position(function(frame) identical(frame, call), sys.frames())
  sub(".default", "", rlang::call_name(sys.call(at)) %||% "verdict", fixed = TRUE)
}

#' @rdname assess_classifiers
#' @export
assess_classifiers.evidence <- function(x, metric = NULL, average = "none", classes = NULL,
                                        interval = NULL, conf.level = 0.95,
                                        zero_division = c("na", "zero", "skip"), null = NULL,
                                        alternative = c("two.sided", "greater", "less"),
                                        p.adjust.method = "holm", ...) {
  call <- environment()
  options <- check_options(list(...), c("R", "beta"), call)
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  classes <- check_classes(classes, set_units(x))
  check_level(conf.level)
  rule <- assessment_rule(interval, options$R %||% 9999, conf.level, call)
  metrics <- set_metrics(x, with_beta(metric %||% first_headline(x), options$beta, call), call)
  targets <- set_targets(x, metrics, average, classes, zero_division)
  required <- match_required(null, alternative, p.adjust.method, rule$interval, metrics, call)
  assess <- function(level) {
    do.call(rbind, lapply(targets, function(target) set_assessment(x, target, rule, level, call, required)))
  }
  judged <- judge_required(assess, required, 1 - conf.level)
  assessment_table(set_assessed_units(x, targets, rule), list(judged$rows), targets, conf.level, judged)
}

# Over all classes, where the set has such a metric.
first_headline <- function(x) {
  headline <- set_headline(x)
  if (length(headline$overall)) headline$overall else headline$detail
}

# `judged`: what the tests of required values add.
assessment_table <- function(units, parts, targets, conf.level, judged = NULL) {
  rows <- do.call(rbind, parts)
  new_verdict_table(rows, list(
    type = "assessment", units = units, metrics = used_metrics(targets),
    conf.level = conf.level, alternative = judged$alternative %||% "two.sided",
    p.adjust.method = judged$p.adjust.method %||% "none", family = judged$family %||% 0,
    local = judged$local, interval = unique(rows$method)
  ))
}

# The interval asked for; the bootstrap with its options.
assessment_rule <- function(interval, R, conf.level, call) { # nolint: object_name_linter.
  if (identical(interval, "bootstrap")) interval <- new_rule("bootstrap", R = R)
  if (!inherits(interval, "method_rule")) {
    return(list(interval = interval))
  }
  if (interval$method != "bootstrap" || isTRUE(interval$simultaneous)) {
    abort_verdict(c(
      "{.arg interval} must be the name of an interval, or what {.fn by_bootstrap} returns.",
      i = if (interval$method == "bootstrap") "Simultaneous intervals are for comparisons."
    ), "interval", call = call)
  }
  check_replicates(interval$R, conf.level, call = call)
  list(interval = "bootstrap", kind = with_interval(interval, "bca")$interval, R = interval$R, conf.level = conf.level)
}

# The interval for this metric: the one asked for, if it fits, or the default.
match_interval <- function(interval, x, target, estimates, call) {
  clustered <- isTRUE(set_units(x)$clustered)
  counted <- !is.null(estimates$trials)
  proportion <- target$metric$family != "composite" && target$average == "none"
  fitting <- if (proportion) proportion_intervals(clustered || !counted) else metric_intervals(target$metric)
  if (is.null(interval)) {
    return(intervals_of("single")[fitting[1], ])
  }
  interval <- check_choice(interval, "interval", intervals_of("single")$interval, call = call)
  fitting <- c(fitting, "bootstrap")
  if (!interval %in% fitting) {
    why <- if (proportion && !counted) {
      " at a given prevalence"
    } else if (proportion && clustered) {
      ", whose rows are not independent"
    }
    abort_verdict(c(
      "{.arg interval} {.val {interval}} does not fit {target$metric$label}{why}.",
      i = "Use {.or {.val {fitting}}}."
    ), "interval", call = call)
  }
  intervals_of("single")[interval, ]
}

# What fits, the default first.
proportion_intervals <- function(by_influence) {
  if (by_influence) c("logit", "normal") else c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")
}

metric_intervals <- function(metric) {
  if (metric$lower == 0 && metric$upper == 1) {
    c("delta", "logit", "normal")
  } else if (identical(metric$measure, "ratio")) {
    c("log", "delta", "normal")
  } else if (metric$lower >= 0) {
    c("delta", "normal", "log")
  } else {
    c("delta", "normal")
  }
}

set_assessment.evidence <- function(x, target, rule, level, call, required = NULL) {
  units <- set_units(x)
  n_classifiers <- length(units$classifiers)
  estimates <- set_estimates(x, target)
  interval <- match_interval(rule$interval, x, target, estimates, call)
  value <- as.vector(estimates$estimate)
  se <- sqrt(pmax(as.vector(apply(estimates$vcov, 3, diag)), 0))
  se[is.na(value)] <- NA
  limits <- if (interval$interval == "bootstrap") {
    interval$label <- bootstrap_label(rule$kind)
    bootstrap_assessment(x, target, rule, level)
  } else {
    required_limits(required, function(level) interval_limits(value, se, estimates, interval, level), level)
  }
  result <- data.frame(
    metric = target$metric$asked, average = target$average,
    class = rep(target$class, each = n_classifiers),
    classifier = rep(units$classifiers, times = length(target$class)), measure = "value",
    estimate = value, std.error = se, conf.low = pmax(limits[1, ], target$metric$lower),
    conf.high = pmin(limits[2, ], target$metric$upper), estimate.classifier = value,
    method = interval$label, note = as.vector(estimates$note)
  )
  required_tests(explain_limits(result, interval, target$metric), required, estimates, interval)
}

interval_limits <- function(value, se, estimates, interval, level) {
  counts <- estimates$successes %||% rep(NA_real_, length(value))
  trials <- estimates$trials %||% rep(NA_real_, length(value))
  limits <- .Call(
    ffi_assess_intervals, if (interval$interval == "delta") "normal" else interval$interval,
    value, se, as.double(counts), as.double(trials), level, qnorm(level / 2, lower.tail = FALSE)
  )
  degenerate <- interval$interval == "delta" & !is.na(se) & se == 0
  limits[, degenerate] <- NA
  limits
}

explain_limits <- function(result, interval, metric) {
  infinite <- is.infinite(result$estimate) & is.na(result$note)
  result$note[infinite] <- "estimate is infinite: no standard error"
  unknown <- is.na(result$std.error) & is.na(result$note)
  result$note[unknown] <- status_words("one_cluster")
  bare <- is.na(result$conf.low) & is.na(result$note)
  result$note[bare] <- switch(interval$interval,
    logit = "estimate is 0 or 1: no logit interval",
    log = "estimate is 0: no interval on the log scale",
    bootstrap = "zero variance: the bootstrap gives no interval",
    "zero variance: the delta method gives no interval"
  )
  if (identical(metric$core, "custom")) {
    steps <- bare & interval$interval %in% c("delta", "bootstrap")
    result$note[steps] <- status_note("flat", list(metric = metric$label))
  }
  flat <- !interval$counted & is.na(result$note) & result$std.error == 0
  result$note[flat] <- "zero variance: the normal interval has no width"
  result
}
