#' A metric with an option of its own
#'
#' For the argument `metric` of the verbs, where a metric has a parameter: `f_meas(beta = 2)`
#' weighs recall more than precision. `"f_meas"` is short for `f_meas()`. Several metrics are
#' given as a list: `list("accuracy", f_meas(beta = 2))`.
#'
#' @param beta The weight of recall against precision, a positive number:
#'   \eqn{F = (1 + \beta^2) P R / (\beta^2 P + R)}.
#' @param ... Not used.
#' @return An object to be given as `metric`.
#' @section Errors: `verdict_error_argument` if `beta` is not one positive number.
#' @section When not to use it: To look at many values of `beta` and report the best one: choose
#'   it by what a missed case costs against a false alarm.
#' @seealso [expected_cost()], which weighs them by their costs, [custom_metric()] for a metric of
#'   your own, [assess_classifiers()], [compare_classifiers()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' assess_classifiers(x, f_meas(beta = 2), classes = "cotton crop")
#' assess_classifiers(x, list("recall", f_meas(beta = 0.5), f_meas(beta = 2)), classes = "cotton crop")
#' @export
f_meas <- function(beta = 1, ...) {
  check_dots(...)
  check_beta(beta)
  name <- if (beta == 1) "f_meas" else paste0("f_meas(beta = ", short_number(beta, 7), ")")
  structure(name, beta = beta, class = "metric_option")
}

# `c("accuracy", f_meas(beta = 2))` keeps no more than the text, which is not that of another metric.
option_name <- function(one) if (is.null(attr(one, "beta"))) as.vector(unclass(one)) else "f_meas"

# An option with a row of its own for the metric table, and what C needs beside the counts.
new_metric_option <- function(row, option) {
  row$core <- option$core
  row$label <- plain_label(row$label)
  row <- new_registry(row)[target_columns]
  row$asked <- row$metric
  structure(row$metric, row = row, option = option, class = "metric_option")
}

#' @export
print.metric_option <- function(x, ...) {
  check_dots(...)
  option <- attr(x, "option")
  writeLines(if (is.null(option)) {
    paste0("f_meas(beta = ", short_number(attr(x, "beta"), 7), ")")
  } else {
    say_option(x, option)
  })
  invisible(x)
}

# Several metrics are a list.
#' @export
c.metric_option <- function(...) list(...)

# What no metric uses is not taken in silence; 1 changes nothing anyway.
check_takes_beta <- function(metric, beta) {
  names <- unlist(lapply(metric, function(one) if (is.character(one)) option_name(one)))
  if (beta != 1 && !any(canonical_metric(names) %in% "f_meas")) {
    abort_verdict(c(
      "{.arg beta} is of the F measure, which is not asked for.", i = "Ask by {.code metric = f_meas(beta = {beta})}."
    ), "argument")
  }
}

# Names of metrics, whichever way they are given, with their betas and options as attributes.
with_beta <- function(metric, beta) {
  check_no_function(metric)
  if (inherits(metric, "metric_option")) metric <- list(metric)
  if (!is.null(beta)) {
    check_beta(beta)
    check_takes_beta(metric, beta)
  }
  if (!is.list(metric)) {
    return(if (is.null(metric) || is.null(beta)) metric else structure(metric, beta = rep(beta, length(metric))))
  }
  each <- unlist(lapply(metric, function(one) {
    if (is.character(one) && !inherits(one, "metric_option")) as.list(one) else list(one)
  }), recursive = FALSE)
  for (one in each) check_metric_option(one)
  betas <- vapply(each, function(one) attr(one, "beta") %||% beta %||% 1, 0)
  names <- vapply(each, function(one) if (is.character(one)) option_name(one) else NA_character_, "")
  structure(names, beta = betas, given = lapply(each, function(one) if (!is.null(attr(one, "row"))) one))
}

check_no_function <- function(metric) {
  if (is.function(metric) || is.list(metric) && any(vapply(metric, is.function, NA))) {
    abort_verdict(c(
      "{.arg metric} must be a name or what {.fn custom_metric} returns, not a function.",
      i = "A function {.code f} of the confusion matrix becomes a metric by {.code custom_metric(f, \"its name\")}."
    ), "metric")
  }
}

# What f_meas(), expected_cost() and custom_metric() returned is a list with a name, and lists get edited.
check_metric_option <- function(one) {
  row <- attr(one, "row")
  option <- attr(one, "option")
  if (!is.null(attr(one, "beta"))) check_beta(attr(one, "beta"))
  if (is.null(row) && is.null(option)) {
    return(invisible())
  }
  if (!is_described(row, option) || !is_whole_option(row$core, as.vector(unclass(one)), option)) {
    abort_verdict(c(
      "The metric {.val {as.vector(unclass(one))}} was changed by hand or comes from another version.",
      i = "Make it anew with {.fn custom_metric} or {.fn expected_cost}."
    ), "metric")
  }
  if (row$core == "cost") check_costs(option$costs)
}

is_described <- function(row, option) {
  is.data.frame(row) && nrow(row) == 1 && all(option_columns %in% names(row)) &&
    rlang::is_string(row$core) && is.list(option) && identical(option$core, row$core)
}

is_whole_option <- function(core, name, option) {
  switch(core,
    cost = !is.null(option$costs),
    custom = is.function(option$f) && (is.null(option$gradient) || is.function(option$gradient)) &&
      are_numbers(option$lower) && are_numbers(option$upper),
    numeric = is_numeric_option(name, option$value, option$from),
    FALSE
  )
}

option_columns <- c("metric", "label", "family", "overall", "lower", "upper", "better", "measure", "asked")

# Rows of the metric table for them, each once, with beta and, where there is one, the option.
asked_metrics <- function(metric) {
  check_strings(metric, "metric")
  names <- as.vector(metric)
  given <- attr(metric, "given") %||% vector("list", length(names))
  own <- lengths(given) > 0
  of_numbers <- vapply(given, function(one) identical(attr(one, "option")$core, "numeric"), NA)
  if (any(of_numbers)) abort_unknown_metric(names[of_numbers])
  if (sum(!own) > 1) match_metric(names[!own])
  rows <- Map(function(name, option) attr(option, "row") %||% match_metric(name), names, given)
  metrics <- stacked(unname(rows))
  metrics$beta <- as.double(rep_len(attr(metric, "beta") %||% 1, length(names)))
  metrics$option <- lapply(given, attr, "option")
  check_own_names(metrics)
  twice <- duplicated(paste(metrics$metric, metrics$beta)) | own & duplicated(metrics$metric)
  distinct_betas(if (any(twice)) metrics[!twice, , drop = FALSE] else metrics)
}

check_own_names <- function(metrics) {
  for (name in repeated(metrics$metric)) {
    options <- metrics$option[metrics$metric == name]
    if (!all(vapply(options, identical, NA, options[[1]]))) {
      abort_verdict(c("Two metrics are called {.val {name}}.", i = "Give each a {.arg name} of its own."), "metric")
    }
  }
}

# Another beta than 1 is said; the same metric with several has names of its own.
distinct_betas <- function(metrics) {
  again <- metrics$asked %in% metrics$asked[duplicated(metrics$asked)]
  other <- metrics$metric == "f_meas" & metrics$beta != 1
  of <- paste0(" (beta = ", short_number(metrics$beta, 7), ")")
  metrics$asked[again] <- paste0(metrics$asked, of)[again]
  metrics$label[again | other] <- paste0(metrics$label, of)[again | other]
  metrics
}

check_measure_range <- function(measure, metric) {
  if (measure != "difference" && metric$lower < 0) {
    abort_verdict(c(
      "{metric$label} can be negative, so {label_measure(measure)} of it means nothing.",
      i = "Use {.code measure = \"difference\"}.",
      i = if (metric$lower == -Inf) {
        "If it cannot be: {.fn estimate_set}, {.fn sums_set} and {.fn custom_metric} take {.code lower = 0}."
      }
    ), "measure")
  }
  if (measure == "odds_ratio" && metric$upper > 1) {
    abort_verdict(c(
      "{metric$label} is not a probability, so an odds ratio of it means nothing.",
      i = "Use {.code measure = \"difference\"} or {.code measure = \"ratio\"}."
    ), "measure")
  }
}

say_option <- function(x, option) {
  if (option$core == "numeric") {
    return(paste0("Metric ", attr(x, "row")$label, ", ", attr(x, "row")$formula))
  }
  if (option$core == "custom") {
    by <- if (is.null(option$gradient)) "" else ", with its gradient"
    return(paste0("Metric ", plain_label(x), by, ", better when ", attr(x, "row")$better))
  }
  c(
    paste0("Metric ", plain_label(x), ", better when low; costs (rows truth, columns prediction):"),
    utils::capture.output(print(option$costs))
  )
}

check_costs <- function(costs) {
  if (is.data.frame(costs)) costs <- as.matrix(costs)
  if (!is.matrix(costs) || !is_numeric(costs) || nrow(costs) != ncol(costs) || nrow(costs) < 2) {
    what <- if (is.matrix(costs)) "one of {nrow(costs)} x {ncol(costs)}" else "{.obj_type_friendly {costs}}"
    abort_verdict(c(
      paste0("{.arg costs} must be a square matrix of numbers, not ", what, "."),
      i = "Rows are the true classes, columns the predicted ones."
    ), "costs")
  }
  if (!all(is.finite(costs))) {
    at <- which(!is.finite(costs), arr.ind = TRUE)[1, ]
    abort_verdict(c(
      "{.arg costs} must be finite numbers.", x = "Row {at[1]}, column {at[2]} is {costs[at[1], at[2]]}."
    ), "costs")
  }
  if (min(costs) == max(costs)) {
    abort_verdict("{.arg costs} are all {costs[1]}: then every classifier costs the same.", "costs")
  }
  storage.mode(costs) <- "double"
  costs <- truth_in_rows(costs)
  check_cost_names(costs)
  costs
}

# Both rows and columns have the names of the classes, or none has.
check_cost_names <- function(costs) {
  names <- unname(dimnames(costs))
  given <- lengths(names) > 0
  fine <- !any(given) || all(given) && setequal(names[[1]], names[[2]]) && !anyDuplicated(names[[1]]) &&
    !anyDuplicated(names[[2]])
  if (!fine) {
    abort_verdict(c(
      "{.arg costs} must have the classes as names of its rows and of its columns, or no names.",
      x = "Rows: {.val {names[[1]]}}; columns: {.val {names[[2]]}}."
    ), "costs")
  }
}
