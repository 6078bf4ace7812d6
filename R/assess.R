# The intervals for one estimate; `core` is what the core calls it (src/core/test/proportion.h).
interval_table <- data.frame(
  interval = c(
    "wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit", "delta", "bootstrap"
  ),
  core = c(
    "wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit", "normal", NA
  ),
  label = c(
    "Wilson", "Clopper-Pearson", "Agresti-Coull", "mid-p", "normal", "logit", "delta method",
    "BCa bootstrap"
  ),
  from_counts = c(rep(c(TRUE, FALSE), c(4, 3)), TRUE),
  stringsAsFactors = FALSE
)
rownames(interval_table) <- interval_table$interval

#' Assess each classifier by itself
#'
#' Answers: how good is each classifier, and how sure are we of the figure? Gives
#' an estimate with a confidence interval for each metric, class and classifier.
#' To say whether one classifier is *better* than another, use
#' [compare_classifiers()]: two overlapping intervals do not show that two
#' classifiers perform alike, since their errors are made on the same rows.
#'
#' @param x A [prediction_set()].
#' @param metric Names of one or more metrics: `"accuracy"`, `"error"`,
#'   `"precision"`, `"recall"`, `"specificity"`, `"npv"`, `"fpr"`, `"fnr"`,
#'   `"prevalence"`, `"detection_prevalence"`, `"f_meas"`, `"bal_accuracy"`,
#'   `"j_index"`, `"mcc"`, `"kap"`, or a usual synonym such as `"ppv"`,
#'   `"sensitivity"` or `"kappa"`. Accuracy, error rate, Matthews' correlation and
#'   kappa are taken over all classes, unless `classes` names some.
#' @param average How the classes are put together: `"none"` (the default: one row
#'   a class), `"macro"` (mean over classes), `"weighted"` (by the classes' shares of
#'   the truth) or `"micro"` (outcomes pooled over classes). Metrics over all classes
#'   are not affected.
#' @param classes Labels of the classes to report; `NULL` for all. Metrics over all
#'   classes are then given for each of these against the rest.
#' @param interval The interval. For proportions (accuracy, precision, recall and
#'   their like) `"wilson"` (the default), `"clopper_pearson"`, `"agresti_coull"`,
#'   `"midp"`, `"normal"` or `"logit"`; for other metrics and for averages
#'   `"delta"` (the default: normal, with the delta method's standard error) or
#'   `"logit"` (metrics between 0 and 1). With ids, where rows are not independent,
#'   the default for proportions is `"logit"` with the cluster-robust standard error;
#'   `"normal"` is the other choice.
#'   `"bootstrap"` (BCa, over observations) fits everything.
#' @param R Number of replicates for `interval = "bootstrap"`; [set.seed()] makes them
#'   reproducible.
#' @param conf.level Confidence level of the (two-sided) intervals, between 0 and 1.
#' @param beta The weight of recall against precision in `"f_meas"`, a positive
#'   number.
#' @param zero_division What an average does with a class where the metric is
#'   undefined (such as the precision of a class that is never predicted):
#'   `"na"` makes the average `NA` and names the class, `"zero"` counts it as 0,
#'   `"skip"` leaves it out and says how many were averaged.
#' @param ... Not used.
#' @return A [verdict_table] with a row for each metric, class and classifier.
#'   `estimate` is the metric, `std.error` its standard error (delta method;
#'   cluster-robust with ids), `conf.low` and `conf.high` the interval, `method` its
#'   name, and `note` says why a value is `NA`.
#' @section Errors:
#' `verdict_error_metric` for an unknown metric, `verdict_error_class` for a class
#' that does not occur, `verdict_error_interval` for an interval that the metric or
#' clustered rows do not have, `verdict_error_argument` for anything else.
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
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set}, not {.obj_type_friendly {x}}.",
    i = "Make one with {.fn prediction_set} or {.fn as_prediction_set}."
  ), "set", call = call)
}

#' @rdname assess_classifiers
#' @export
assess_classifiers.prediction_set <- function(x, metric = "accuracy", average = "none",
                                              classes = NULL, interval = NULL,
                                              conf.level = 0.95, beta = 1,
                                              zero_division = c("na", "zero", "skip"),
                                              R = 9999, ...) {
  check_dots(...)
  metric <- match_metric(metric)
  average <- check_choice(average, "average", averages)
  zero_division <- check_choice(zero_division, "zero_division", zero_divisions)
  classes <- check_classes(classes, x)
  check_level(conf.level)
  check_beta(beta)
  if (identical(interval, "bootstrap")) {
    check_replicates(R, conf.level)
    check_whole_counts(x)
  }
  call <- environment()
  parts <- lapply(seq_len(nrow(metric)), function(i) {
    estimates <- estimate_metric(x, metric[i, ], average, classes, beta, zero_division)
    kind <- match_interval(interval, metric[i, ], estimates, is_clustered(x), call)
    resample <- function() {
      bootstrap_assessment(x, metric[i, ], average, classes, beta, zero_division, R, conf.level)
    }
    assessment_rows(x, metric[i, ], estimates, kind, conf.level, resample)
  })
  rows <- do.call(rbind, parts)
  new_verdict_table(rows, list(
    type = "assessment", conf.level = conf.level, alternative = "two.sided",
    p.adjust.method = "none", family = 0L, interval = unique(rows$method), units = set_units(x)
  ))
}

# The interval for this metric: the one asked for, if it fits, or the default.
match_interval <- function(interval, metric, estimates, clustered, call) {
  plain <- is_proportion(metric) && estimates$average == "none"
  updated <- plain && is.null(estimates$trials)
  fitting <- if (plain && (clustered || updated)) {
    c("logit", "normal")
  } else if (plain) {
    c("wilson", "clopper_pearson", "agresti_coull", "midp", "normal", "logit")
  } else if (metric$lower == 0) {
    c("delta", "logit", "normal")
  } else {
    c("delta", "normal")
  }
  if (is.null(interval)) {
    return(interval_table[fitting[1], ])
  }
  interval <- check_choice(interval, "interval", interval_table$interval, call = call)
  fitting <- c(fitting, "bootstrap")
  if (!interval %in% fitting) {
    why <- if (updated) {
      " at a given prevalence"
    } else if (plain && clustered) {
      ", whose rows are not independent"
    } else {
      ""
    }
    abort_verdict(c(
      "{.arg interval} {.val {interval}} does not fit {metric$label}{why}.",
      i = "Use {.or {.val {fitting}}}."
    ), "interval", call = call)
  }
  interval_table[interval, ]
}

assessment_rows <- function(x, metric, estimates, kind, conf.level, resample) {
  n_classifiers <- length(x$classifiers)
  n_blocks <- length(estimates$class)
  value <- as.vector(estimates$estimate)
  se <- sqrt(pmax(as.vector(apply(estimates$vcov, 3, diag)), 0))
  se[is.na(value)] <- NA
  limits <- if (kind$interval == "bootstrap") {
    resample()
  } else {
    interval_limits(value, se, estimates, kind, conf.level)
  }
  note <- estimate_notes(x, metric, estimates)
  result <- data.frame(
    metric = metric$metric, average = estimates$average,
    class = rep(estimates$class, each = n_classifiers),
    classifier = rep(x$classifiers, times = n_blocks),
    measure = "value", estimate = value, std.error = se,
    conf.low = pmax(limits[1, ], metric$lower), conf.high = pmin(limits[2, ], 1),
    estimate.classifier = value, method = kind$label, note = note
  )
  explain_limits(result, kind)
}

interval_limits <- function(value, se, estimates, kind, conf.level) {
  alpha <- 1 - conf.level
  counts <- estimates$successes %||% rep(NA_real_, length(value))
  trials <- estimates$trials %||% rep(NA_real_, length(value))
  limits <- .Call(
    ffi_assess_intervals, kind$core, value, se, as.double(counts), as.double(trials), alpha,
    qnorm(alpha / 2, lower.tail = FALSE)
  )
  degenerate <- kind$interval == "delta" & !is.na(se) & se == 0
  limits[, degenerate] <- NA
  limits
}

explain_limits <- function(result, kind) {
  unknown <- is.na(result$std.error) & is.na(result$note)
  result$note[unknown] <- status_words[["one_cluster"]]
  bare <- is.na(result$conf.low) & is.na(result$note)
  result$note[bare] <- switch(kind$interval,
    logit = "estimate is 0 or 1: no logit interval",
    bootstrap = "zero variance: the bootstrap gives no interval",
    "zero variance: the delta method gives no interval"
  )
  flat <- !kind$from_counts & is.na(result$note) & result$std.error == 0
  result$note[flat] <- "zero variance: the normal interval has no width"
  result
}
