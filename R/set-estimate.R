#' Estimates from anywhere
#'
#' Estimates that this package did not compute (mean average precision from an evaluator's
#' code, BLEU, a calibration error, anything), with what is known of how they vary together,
#' become evidence for its verbs: [assess_classifiers()], [compare_classifiers()],
#' [omnibus_test()], [verdict()] and their plots. What is needed is either the
#' covariance of the estimates or replicates of them, usually of a bootstrap: each replicate
#' draws one sample of the units and evaluates *all* classifiers on it, which is what makes
#' the comparison a paired one.
#'
#' @param estimates The estimates: a data frame with a row each, and the columns `classifier`,
#'   `estimate` and, if there are several, `metric` and `class`; or a named vector, or a matrix
#'   with a row a metric (or class, see `rows`) and a column a classifier. May be left out with
#'   `replicates`: it is then their mean.
#' @param vcov The covariance of the estimates, in the same order: a symmetric matrix of
#'   finite numbers without negative eigenvalues. For a matrix of estimates the order is
#'   that of `as.vector()`: all of the first classifier, then the second. If `vcov` has names
#'   and the estimates have such names too (`name` column, or a named vector), it is matched by them.
#' @param replicates Replicates of the estimates: a matrix with a row a replicate and a column
#'   an estimate, in the same order; at least 100. Their covariance stands in for `vcov`.
#' @param better Which values are good: `"high"` or `"low"`, one for all or named by metric; `NA` where neither is.
#'   `NULL`: as usual for names that [score_set()] knows (low for `"error"`, `"log_loss"`, `"rmse"` ...), and high for
#'   others.
#' @param n Number of independent units behind the estimates, if known, at least 2: tests and intervals are then by
#'   Student's t with `n` - 1 degrees of freedom. With `by` one number for all together, or a number for each group, by
#'   its name.
#' @param unit What a unit is called, such as `"image"`.
#' @param lower,upper The range of the metrics, one for all or named by metric. Intervals
#'   are cut there, and ratios need a metric that cannot be negative. `NULL`: the usual range of names that
#'   [score_set()] knows (an end that an estimate lies beyond is none), and `-Inf` and `Inf` for others.
#' @param label What the metrics are called in sentences, named by metric.
#' @param rows For a matrix: are its rows `"metric"`s or `"class"`es (of `metric`)?
#' @param metric The name of the metric where there is only one and `estimates` has no column for it.
#' @param by Columns of the data frame `estimates` that say of which group (site, language) an estimate is, chosen as in
#'   [dplyr::select()]; rows in which they are missing are of all groups together, and without such rows the mean over
#'   groups stands for them, each with the same weight. `vcov` or `replicates` are of all rows: 0 between groups that
#'   have nothing in common. See [group_questions].
#' @param ... Not used. The arguments after it must be named.
#' @return An object of class `estimate_set`, a list with `estimates` (a data frame with metric,
#'   class, classifier, estimate), `vcov`, `replicates` (or `NULL`), `metrics`, `classifiers`,
#'   `classes`, `n` and `unit`, and with `by` the `groups`.
#' @section Errors:
#'   `verdict_error_estimates` for estimates that are not numbers, duplicated, or incomplete
#'   (every classifier needs an estimate of every metric and class; `NA` says that it has none),
#'   `verdict_error_vcov` for a covariance of another size, not symmetric, with missing values or
#'   a negative eigenvalue, `verdict_error_replicates` for too few replicates or columns that do not fit,
#'   `verdict_error_by` for `by` without a data frame.
#' @section When not to use it:
#'   Where you have predicted labels use [prediction_set()]: it knows more tests, and exact ones.
#'   Standard errors of each classifier by itself are not enough: a diagonal covariance says
#'   that the estimates are independent, which estimates from the same data never are.
#'   Replicates in which each classifier was evaluated on samples of its own say the same.
#' @seealso [compare_classifiers()], [verdict()]
#' @examples
#' # Mean average precision of three detectors, with bootstrap replicates over images
#' set.seed(1)
#' image <- rnorm(500)
#' replicates <- replicate(300, {
#'   drawn <- mean(sample(image, replace = TRUE))
#'   c(a = 0.42, b = 0.45, c = 0.45) + 0.05 * drawn + rnorm(3, sd = 0.004)
#' })
#' x <- estimate_set(replicates = t(replicates), metric = "map", n = 500, unit = "image")
#' compare_classifiers(x)
#' verdict(x)
#' @export
estimate_set <- function(estimates, vcov = NULL, ..., replicates = NULL, better = NULL, n = NA,
                         unit = "unit", lower = NULL, upper = NULL, label = NULL,
                         rows = c("metric", "class"), metric = "score", by = NULL) {
  check_dots(...)
  by <- rlang::enquo(by)
  rows <- check_choice(rows, "rows", c("metric", "class"))
  check_strings(metric, "metric")
  replicates <- check_replicate_matrix(replicates)
  if (missing(estimates)) {
    if (is.null(replicates)) {
      abort_verdict("{.arg estimates} is missing, and there are no {.arg replicates} to take them from.", "estimates")
    }
    estimates <- colMeans(replicates)
  }
  groups <- estimate_groups(by, estimates)
  long <- long_estimates(estimates, rows, metric, groups)
  if (is.null(vcov) == is.null(replicates)) {
    abort_verdict(c(
      "Give either {.arg vcov} or {.arg replicates}: how do the estimates vary together?",
      i = "Standard errors alone cannot say how the classifiers' estimates depend on each other."
    ), "vcov")
  }
  resolved <- resolve_estimates(long, vcov, replicates)
  metrics <- metrics_of_values(unique(long$metric), better, lower, upper, label, long$estimate, long$metric)
  check_range(long, metrics)
  units <- group_units(n, groups)
  n <- units$n
  check_unit(n, unit)
  if (!is.null(groups)) resolved <- part_estimates(resolved, groups, units$of)
  structure(
    c(resolved, list(
      metrics = metrics, classifiers = unique(long$classifier),
      classes = as.character(stats::na.omit(unique(long$class))), n = as.numeric(n),
      unit = plain_label(unit)
    )),
    class = c("estimate_set", "evidence")
  )
}

# -- input ----------------------------------------------------------------------------

# A data frame of metric, class, classifier, estimate, name and, with groups, group.
long_estimates <- function(estimates, rows, metric, groups) {
  long <- if (is.data.frame(estimates)) {
    frame_estimates(estimates, metric)
  } else if (is.matrix(estimates)) {
    matrix_estimates(estimates, rows, metric)
  } else {
    vector_estimates(estimates, metric)
  }
  if (!is.numeric(long$estimate) || any(is.infinite(long$estimate))) {
    abort_verdict("{.arg estimates} must be finite numbers, or NA.", "estimates")
  }
  long$estimate <- as.numeric(long$estimate)
  # All together (0) before the groups.
  parts <- if (is.null(groups)) list(long) else split(long, factor(ifelse(is.na(groups$group), 0L, groups$group)))
  for (part in parts) check_cells(part)
  check_same_cells(parts, groups)
  long$group <- groups$group
  long
}

frame_estimates <- function(x, metric) {
  missing <- setdiff(c("classifier", "estimate"), names(x))
  if (length(missing) || nrow(x) == 0) {
    abort_verdict(c(
      "{.arg estimates} needs the columns {.field classifier} and {.field estimate}, and a row for each estimate.",
      x = if (length(missing)) "It has no {.field {missing}}."
    ), "estimates")
  }
  text <- function(name, otherwise) {
    if (is.null(x[[name]])) rep(otherwise, nrow(x)) else as.character(x[[name]])
  }
  data.frame(
    metric = text("metric", metric), class = text("class", NA_character_), classifier = text("classifier", NA),
    estimate = x$estimate, name = text("name", NA_character_)
  )
}

matrix_estimates <- function(x, rows, metric) {
  if (is.null(colnames(x)) || is.null(rownames(x)) && nrow(x) > 1) {
    abort_verdict(
      "A matrix of estimates needs the classifiers as column names and metrics or classes as row names.",
      "estimates"
    )
  }
  what <- rep(rownames(x) %||% metric, times = ncol(x))
  data.frame(
    metric = if (rows == "metric") what else metric[1], class = if (rows == "class") what else NA_character_,
    classifier = rep(colnames(x), each = nrow(x)), estimate = as.vector(x), name = NA_character_
  )
}

vector_estimates <- function(x, metric) {
  if (!is.numeric(x) || length(x) == 0 || is.null(names(x))) {
    abort_verdict(c(
      "{.arg estimates} must be a data frame, a matrix or a named vector of numbers, not {.obj_type_friendly {x}}.",
      i = "The names say which classifier an estimate is of."
    ), "estimates")
  }
  data.frame(metric = metric[1], class = NA_character_, classifier = names(x), estimate = unname(x), name = names(x))
}

# Each metric and class once for every classifier.
check_cells <- function(long) {
  if (anyNA(long$classifier) || anyNA(long$metric)) {
    abort_verdict("Every estimate needs a classifier and a metric.", "estimates")
  }
  cell <- paste0(long$metric, ifelse(is.na(long$class), "", paste0(" of ", long$class)))
  n <- table(factor(long$classifier, unique(long$classifier)), factor(cell, unique(cell)))
  if (any(n != 1)) {
    twice <- any(n > 1)
    at <- which(if (twice) n > 1 else n == 0, arr.ind = TRUE)[1, ]
    abort_verdict(c(
      "Every classifier needs one estimate of each metric and class.",
      x = "{.val {rownames(n)[at[1]]}} has {if (twice) 'more than one' else 'none'} of {.val {colnames(n)[at[2]]}}.",
      i = if (!twice) "If there is none, give it as {.code NA}."
    ), "estimates")
  }
}

check_replicate_matrix <- function(x) {
  if (is.null(x)) {
    return(NULL)
  }
  if (is.data.frame(x)) x <- as.matrix(x)
  if (!is.matrix(x) || !is_numeric(x) || any(is.infinite(x))) {
    abort_verdict(
      "{.arg replicates} must be a matrix of finite numbers, a row a replicate and a column an estimate.",
      "replicates"
    )
  }
  if (nrow(x) < 100) {
    abort_verdict(c(
      "{.arg replicates} has {nrow(x)} row{?s}: at least 100 replicates are needed, better 1,000.",
      i = "Replicates are the rows; if they are the columns, use {.fn t}."
    ), "replicates")
  }
  x
}

# In the order group, metric, class, classifier, with classifiers fastest.
resolve_estimates <- function(long, vcov, replicates) {
  n <- nrow(long)
  if (!is.null(replicates)) {
    if (ncol(replicates) != n) {
      abort_verdict("{.arg replicates} has {ncol(replicates)} column{?s} for {n} estimate{?s}.", "replicates")
    }
    replicates <- replicates[, match_names(long$name, colnames(replicates), "replicates"), drop = FALSE]
    vcov <- stats::cov(replicates, use = "pairwise.complete.obs")
  } else {
    vcov <- check_given_vcov(vcov, n, long$estimate)
    at <- match_names(long$name, colnames(vcov), "vcov")
    vcov <- vcov[at, at, drop = FALSE]
  }
  first <- function(x) match(x, unique(x))
  # All together before the groups.
  group <- ifelse(is.na(long$group), 0L, long$group)
  order <- do.call(order, c(if (length(group)) list(group), list(
    first(long$metric), first(long$class), first(long$classifier)
  )))
  unknown <- is.na(long$estimate)
  vcov[unknown, ] <- NA
  vcov[, unknown] <- NA
  list(
    estimates = renumbered(long[order, c("metric", "class", "classifier", "estimate")]),
    vcov = unname(vcov[order, order, drop = FALSE]),
    replicates = if (!is.null(replicates)) unname(replicates[, order, drop = FALSE])
  )
}

check_given_vcov <- function(vcov, n, estimate) {
  if (is_numeric(vcov) && length(vcov) == 1 && n == 1) vcov <- matrix(vcov)
  if (!is.matrix(vcov) || !is_numeric(vcov) || any(dim(vcov) != n)) {
    abort_verdict(c(
      "{.arg vcov} must be a {n} x {n} matrix, one row and column an estimate.",
      i = "Variances and covariances of the estimates, not of single observations."
    ), "vcov")
  }
  known <- !is.na(estimate)
  if (!any(known)) {
    return(vcov)
  }
  storage.mode(vcov) <- "double"
  part <- vcov[known, known, drop = FALSE]
  if (any(!is.finite(part))) abort_verdict("{.arg vcov} must be finite numbers where there are estimates.", "vcov")
  size <- max(abs(part), 0)
  if (any(abs(part - t(part)) > 1e-8 * size)) abort_verdict("{.arg vcov} must be symmetric.", "vcov")
  values <- eigen((part + t(part)) / 2, symmetric = TRUE, only.values = TRUE)$values
  if (length(values) && min(values) < -1e-8 * size) {
    abort_verdict(c(
      "{.arg vcov} is no covariance: it has the negative eigenvalue {signif(min(values), 3)}.",
      i = "Is it a matrix of correlations or standard errors, or were its parts computed from different data?"
    ), "vcov")
  }
  vcov
}

check_range <- function(long, metrics) {
  at <- match(long$metric, metrics$metric)
  beyond <- which(long$estimate < metrics$lower[at] | long$estimate > metrics$upper[at])
  if (length(beyond)) {
    abort_verdict(c(
      "{.arg estimates} must lie between {.arg lower} and {.arg upper}.",
      x = "{.val {long$classifier[beyond[1]]}} has {.val {long$estimate[beyond[1]]}}."
    ), "estimates")
  }
}

check_unit <- function(n, unit) {
  if (!is_unit_count(n)) abort_verdict("{.arg n} must be a number of units, 2 or more, or NA.", "argument")
  if (!rlang::is_string(unit)) abort_verdict("{.arg unit} must be one word, what a unit is called.", "argument")
}

# A set is a list, and lists get edited.
check_evidence.estimate_set <- function(x) {
  rows <- x$estimates
  n <- NROW(rows)
  at <- function() match(rows$metric, x$metrics$metric)
  check_unchanged(
    "estimate_set",
    "estimates that are none" =
      is.data.frame(rows) && all(c("metric", "class", "classifier", "estimate") %in% names(rows)) &&
        all(lengths(rows) == n),
    "other estimates than classifiers" =
      n > 0 && are_distinct(x$classifiers) && all(rows$classifier %in% x$classifiers) &&
        n == length(x$classifiers) * nrow(unique(rows[c("metric", "class")])),
    "other estimates than covariances" =
      identical(dim(x$vcov), c(n, n)) && (is.null(x$replicates) || identical(ncol(x$replicates), n)),
    "metrics that are not described" = are_described(x$metrics) && all(rows$metric %in% x$metrics$metric),
    "estimates beyond the range of their metric" = is.double(rows$estimate) && !any(is.infinite(rows$estimate)) &&
      !any(rows$estimate < x$metrics$lower[at()] | rows$estimate > x$metrics$upper[at()], na.rm = TRUE),
    "covariances that are none" = is_covariance(x$vcov[!is.na(rows$estimate), !is.na(rows$estimate), drop = FALSE]),
    "replicates that are no numbers" = is.null(x$replicates) || is.numeric(x$replicates),
    "a number of units that is none" = is_unit_count(x$n) && rlang::is_string(x$unit),
    "estimates of other classes" = is.character(x$classes) && setequal(x$classes, stats::na.omit(rows$class)),
    "words on its values that are none" = has_words_or_none(x),
    "groups that do not belong to its estimates" = fit_estimate_groups(x)
  )
}

has_words_or_none <- function(x) {
  is_known <- function(words) is.null(words) || rlang::is_string(words)
  is_known(x$values) && is_known(x$unknown) && all(x$estimated %in% registry_estimates$id)
}

# What metrics of other evidence than counts are described by.
are_described <- function(metrics) {
  words <- c("metric", "asked", "label", "family", "better")
  all_hold(
    is.data.frame(metrics), all(c(words, "lower", "upper") %in% names(metrics)),
    all(lengths(metrics) == nrow(metrics)), all(vapply(metrics[words], is.character, NA)), !anyNA(metrics$family),
    !anyNA(metrics$metric),
    is.null(metrics$overall) || is.logical(metrics$overall), !anyDuplicated(metrics$metric), are_numbers(metrics$lower),
    are_numbers(metrics$upper), all(metrics$lower < metrics$upper), all(metrics$better %in% c("high", "low", NA))
  )
}

# A covariance is no larger than the two variances allow.
is_covariance <- function(vcov) {
  if (!is.numeric(vcov) || !all(is.finite(vcov))) {
    return(FALSE)
  }
  largest <- max(abs(vcov), 0)
  spread <- sqrt(pmax(0, diag(vcov)))
  all(diag(vcov) >= -1e-8 * largest) && all(abs(vcov - t(vcov)) <= 1e-8 * largest) &&
    all(abs(vcov) <= (1 + 1e-6) * outer(spread, spread) + 1e-8 * max(spread, 0)^2)
}

# -- as evidence ----------------------------------------------------------------------

set_units.estimate_set <- function(x) {
  # Where only groups were given.
  mean <- if (isTRUE(x$groups$mean)) "Values over all are means over groups, each with the same weight."
  new_units(
    x$classifiers, x$n, x$unit, classes = x$classes, design = new_design("given"), values = x$values %||% mean,
    estimated = x$estimated
  )
}

set_metrics.estimate_set <- function(x, metric) {
  known <- NextMethod()
  if (is.null(metric)) known$headline <- known$metric %in% x$estimates$metric[is.na(x$estimates$class)]
  known
}

# Averages of what is known by class only.
check_no_average <- function(average) {
  if (average != "none") {
    abort_verdict(c(
      "What this set holds cannot be averaged over classes after the fact.",
      i = "Give the average as a metric of its own."
    ), "argument")
  }
}

set_target.estimate_set <- function(x, metric, average, classes, zero_division) {
  check_no_average(average)
  rows <- x$estimates[x$estimates$metric == metric$metric, ]
  class <- unique(rows$class)
  if (!is.null(classes) && !all(is.na(class))) class <- class[class %in% classes]
  slice <- which(x$estimates$metric == metric$metric & x$estimates$class %in% class)
  new_target(metric, zero_division, class, slice = slice)
}

# Only their covariance is known, and replicates if they were given.
set_influence.estimate_set <- function(x, targets) {
  at <- unlist(lapply(targets, `[[`, "slice"))
  estimate <- x$estimates$estimate[at]
  new_influence(
    estimate, vcov = x$vcov[at, at, drop = FALSE],
    note = ifelse(is.na(estimate), x$unknown %||% "no estimate given", NA),
    replicates = function(contrasts, rule) given_replicates(x, at, contrasts, rule),
    df = if (is_mean_of_groups(x)) function(contrasts) df_of_groups(x, at, contrasts) else if (is.finite(x$n)) x$n - 1
  )
}

# As check_replicates(), of replicates that were made elsewhere.
check_replicates_given <- function(n, conf.level) { # nolint: object_name_linter.
  smallest <- fewest_replicates(conf.level %||% 0)
  if (n < smallest) {
    abort_verdict(c(
      "The set has {format_count(n)} replicates: {.code conf.level = {conf.level}} needs at least
       {format_count(smallest)}.",
      i = "Give more to {.fn estimate_set}, or use {.code method = \"wald\"}."
    ), "replicates")
  }
}

# The replicates given; each is studentized by their standard deviation.
given_replicates <- function(x, at, contrasts, rule) {
  if (is.null(x$replicates)) {
    abort_verdict(c(
      "There are no replicates in this set, only a covariance.",
      i = "Use {.code method = \"wald\"}."
    ), "replicates")
  }
  check_replicates_given(nrow(x$replicates), rule$conf.level)
  value <- function(theta) {
    linear <- function(i, measure) {
      switch(measure, ratio = log(theta[i, ]), odds_ratio = stats::qlogis(theta[i, ]), theta[i, ])
    }
    rows <- Map(function(a, b, measure) {
      linear(a, measure) - if (b > 0) linear(b, measure) else 0
    }, contrasts$quantity, contrasts$other, contrasts$scale)
    do.call(rbind, rows)
  }
  drawn <- value(t(x$replicates[, at, drop = FALSE]))
  observed <- as.vector(value(matrix(x$estimates$estimate[at], ncol = 1)))
  variance <- apply(drawn, 1, stats::var, na.rm = TRUE)
  list(
    observed = list(value = observed, variance = variance, cubes = rep(0, length(observed))),
    value = drawn, variance = matrix(variance, nrow(drawn), ncol(drawn))
  )
}

#' @export
as.data.frame.estimate_set <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint: object_name_linter.
  check_dots(...)
  x$estimates
}

#' @export
print.estimate_set <- function(x, ..., width = getOption("width")) {
  check_evidence(x)
  check_dots(...)
  units <- if (!is.na(x$n)) paste0(" from ", count_of(x$n, x$unit))
  how <- if (is.null(x$replicates)) "their covariance" else count_of(nrow(x$replicates), "replicate")
  text <- paste0(
    "Estimate set: ", count_of(nrow(x$estimates), "estimate"), units, ", with ", how, ": ",
    and_list(x$metrics$label, 6), " of ", count_of(length(x$classifiers), "classifier"),
    if (length(x$classes)) paste0(" on ", count_of(length(x$classes), "class", "classes")), "."
  )
  writeLines(wrap_text(c(text, groups_line(x), x$values), check_width(width)))
  invisible(x)
}
