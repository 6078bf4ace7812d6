#' Results as R's own functions see them
#'
#' `coef()`, `confint()` and `nobs()` of a result, its rows as a tibble, and a single test as the `htest` that
#' R's own tests return, for code that expects one.
#'
#' @param object,x A [verdict_table], or for all but `as_htest()` a [verdict()], whose comparisons are then taken, those
#'   over all before those in detail. `coef()`, `nobs()` and `as_tibble()` also take a set, `nobs()` also rankings,
#'   [flips()].
#' @param parm Names or numbers of the rows; all if missing.
#' @param level The confidence of the intervals: that of the result.
#' @param ... Not used.
#' @return `coef()`: the estimates, named by metric, class and pair; of a set those that [vcov()][vcov.prediction_set]
#'   is the covariance of. `confint()`: a matrix with their intervals as they
#'   are printed, adjusted where p-values are. `nobs()`: the number of rows (or data sets, folds, items), `NA` where
#'   it is not known. `as_tibble()`: the rows as a tibble. `as_htest()`: a list of class `htest`.
#'
#' @section Errors:
#' `verdict_error_argument`: `level` is not that of the result, `parm` names no row. `verdict_error_rows`: `as_htest()`
#' of a result with several rows. `verdict_error_columns`: the result is not complete. `verdict_error_class`:
#' `confint()`, `tidy()` or `glance()` of a set, which is no result, or `confint()` of a ranking, which has intervals of
#' estimates and of ranks.
#'
#' @section When not to use:
#' An `htest` has room for one test: of many take the data frame, with its adjusted p-values.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
#' result <- compare_classifiers(set, c("recall", "precision"), classes = "spam")
#' coef(result)
#' confint(result)
#' nobs(result)
#' as_htest(compare_classifiers(set, "accuracy"))
#' @name conventions
NULL

# As it is, or the comparisons of a verdict.
rows_of_result <- function(x) {
  if (inherits(x, "verdict")) x <- rbind(x$overall, only_detail(x))
  check_complete(x)
  named_rows(x)
}

row_names_of <- function(x) {
  x <- with_labels(x)
  parts <- list(x$metric, if (any(!is.na(x$class)) || varies(x$average)) label_class(x$class, x$average), label_pair(x))
  make.unique(do.call(paste, c(parts[lengths(parts) > 0], sep = ": ")))
}

#' @rdname conventions
#' @export
coef.verdict_table <- function(object, ...) {
  check_dots(...)
  x <- rows_of_result(object)
  stats::setNames(x$estimate, row_names_of(x))
}

#' @rdname conventions
#' @export
coef.verdict <- function(object, ...) coef.verdict_table(object, ...)

#' @rdname conventions
#' @export
confint.verdict_table <- function(object, parm, level, ...) {
  check_dots(...)
  x <- rows_of_result(object)
  own <- unique(verdict_info(x)$conf.level)
  if (!missing(level) && !isTRUE(all.equal(level, own))) {
    abort_verdict(c(
      "The intervals of this result have {.arg level} {own}, not {level}.",
      i = "Compute it again with {.code conf.level = {level}}: a test and its interval belong together."
    ), "argument")
  }
  tails <- c(1 - own[1], 1 + own[1]) / 2
  out <- cbind(shown_low(x), shown_high(x))
  dimnames(out) <- list(row_names_of(x), paste(short_number(100 * tails), "%"))
  if (missing(parm)) {
    return(out)
  }
  at <- if (is.character(parm)) match(parm, rownames(out)) else parm
  if (!is.numeric(at) || !all(at %in% seq_len(nrow(out)))) {
    abort_verdict("{.arg parm} must give names or numbers of rows: {.val {rownames(out)}}.", "argument")
  }
  out[at, , drop = FALSE]
}

#' @rdname conventions
#' @export
confint.verdict <- function(object, parm, level, ...) confint.verdict_table(object, parm, level, ...)

#' @rdname conventions
#' @export
nobs.verdict_table <- function(object, ...) {
  check_dots(...)
  n <- result_units(rows_of_result(object))$n_rows
  if (length(n) == 1) n else NA_real_
}

#' @rdname conventions
#' @export
nobs.verdict <- function(object, ...) nobs.verdict_table(object, ...)

#' @rdname conventions
#' @exportS3Method tibble::as_tibble
as_tibble.verdict_table <- function(x, ...) tibble::as_tibble(as_plain(x), ...)

#' @rdname conventions
#' @exportS3Method tibble::as_tibble
as_tibble.verdict <- function(x, ...) tibble::as_tibble(as_plain(rbind(x$overall, x$comparison)), ...)

# Sets and other results ----------------------------------------------------------------

# Of sets: what vcov() is the covariance of, and how many units there are.
#' @export
coef.evidence <- function(object, ...) {
  known <- attr(stats::vcov(object, ...), "estimate")
  if (!is.null(known)) {
    return(known)
  }
  joint <- usual_joint(object)
  stats::setNames(joint$estimate, joint$label)
}

#' @export
coef.estimate_set <- function(object, ...) {
  check_dots(...)
  stats::setNames(object$estimates$estimate, rownames(stats::vcov(object)))
}

#' @export
coef.score_set <- function(object, ...) {
  check_dots(...)
  means <- summary(object)
  stats::setNames(means$mean, paste0(means$metric, ":", means$classifier))
}

#' @rdname conventions
#' @export
nobs.evidence <- function(object, ...) {
  check_dots(...)
  check_evidence(object)
  set_units(object)$n_rows
}

#' @rdname conventions
#' @rawNamespace
#' S3method(nobs, verdict_ranking, nobs_of_units)
#' S3method(nobs, verdict_flips, nobs_of_units)
nobs_of_units <- function(object, ...) {
  check_dots(...)
  verdict_info(object)$units$n_rows %||% NA_real_
}

# as_tibble() hands on `stringsAsFactors`.
#' @exportS3Method tibble::as_tibble
as_tibble.evidence <- function(x, ...) tibble::as_tibble(as.data.frame(x), ...)

#' @export
summary.estimate_set <- function(object, ...) {
  check_dots(...)
  cbind(as.data.frame(object), std.error = sqrt(unname(diag(stats::vcov(object)))))
}

# One sentence, as in paste(); the first of print().
#' @export
format.evidence <- function(x, ...) {
  check_dots(...)
  utils::capture.output(print(x, width = 10000))[1]
}

#' @export
as.character.evidence <- function(x, ...) format(x, ...)

# Where R's default would compute something else, or what is meant has another name.
#' @rawNamespace
#' S3method(confint, evidence, no_convention)
#' S3method(confint, verdict_ranking, no_convention)
#' S3method(tidy, evidence, no_convention)
#' S3method(glance, evidence, no_convention)
no_convention <- function(...) {
  x <- ...elt(1)
  verb <- .Generic
  if (inherits(x, "evidence")) {
    abort_verdict(c(
      "{.fn {verb}} is for results, such as that of {.fn compare_classifiers}.",
      i = "Of each classifier by itself: {.code {verb}(assess_classifiers(x))}.",
      i = "{.code as.data.frame(x)} gives what the set holds, {.code summary(x)} a summary."
    ), "class")
  }
  abort_verdict(c(
    "{.fn {verb}} has no one answer for a {.cls {class(x)[1]}}.", i = "{.code tidy(x)} has all of its numbers."
  ), "class")
}

#' @rdname conventions
#' @export
as_htest <- function(x) {
  check_given(x, "a result with one test.", "class")
  if (!inherits(x, "verdict_table")) {
    abort_verdict("{.arg x} must be a result with one test, not {.obj_type_friendly {x}}.", "class")
  }
  x <- rows_of_result(x)
  if (nrow(x) != 1) {
    abort_verdict(c(
      "An {.cls htest} has one test; the result has {nrow(x)} rows.", i = "Take one of them, such as {.code x[1, ]}."
    ), "rows")
  }
  info <- verdict_info(x)
  x <- with_labels(x)
  measure <- if (is.na(x$measure) || x$measure == "value") metric_labels(x) else label_measure(x$measure)
  named <- function(value, name) if (!is.na(value)) stats::setNames(value, name)
  on <- if (!is.na(x$class)) paste(" on", x$class)
  data <- paste0(metric_phrase(x), on, " of ", if (is.na(x$reference)) x$classifier else label_pair(x))
  fields <- list(
    statistic = named(x$statistic, "statistic"), parameter = named(x$df, "df"), p.value = x$p.value,
    conf.int = if (!is.na(x$conf.low)) structure(c(x$conf.low, x$conf.high), conf.level = info$conf.level),
    estimate = named(x$estimate, measure), null.value = named(x$null.value, measure),
    alternative = if (!is_type(x, "omnibus")) info$alternative, method = x$method, data.name = data
  )
  structure(fields[!vapply(fields, is.null, NA)], class = "htest")
}

# easystats ---------------------------------------------------------------------------

#' Results in easystats
#'
#' `parameters::parameters()` and `report::report()` work on results where these packages are installed: the first
#' gives a table of estimates, with intervals and p-values as they are printed, the second sentences.
#'
#' @param model,x A [verdict_table] with estimates, or a [verdict()], whose comparisons are then taken.
#' @param ci The confidence of the intervals: that of the result.
#' @param ... Not used.
#' @return `parameters()`: a data frame of class `parameters_model` with the columns `Parameter`, `Coefficient`, `SE`
#'   (of the logarithm for ratios), `CI`, `CI_low`, `CI_high`, `Statistic`, `df` and `p` (adjusted where p-values are).
#'   `report()`: the sentences of `summary()`, of class `report_text`.
#' @section Errors:
#' `verdict_error_argument`: `ci` is not the confidence of the result. `verdict_error_columns`: the result is not
#' complete.
#' @section When not to use:
#' [tidy()] has all columns, and needs neither package.
#' @examplesIf requireNamespace("parameters", quietly = TRUE)
#' set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
#' parameters::parameters(compare_classifiers(set, c("recall", "precision"), classes = "spam"))
#' @name easystats
NULL

#' @rdname easystats
#' @exportS3Method parameters::model_parameters
model_parameters.verdict_table <- function(model, ci, ...) {
  check_dots(...)
  x <- rows_of_result(model)
  limits <- if (missing(ci)) confint.verdict_table(x) else confint.verdict_table(x, level = ci)
  names <- row_names_of(x)
  level <- verdict_info(x)$conf.level[1]
  structure(
    data.frame(
      Parameter = names, Coefficient = x$estimate, SE = x$std.error, CI = level, CI_low = unname(limits[, 1]),
      CI_high = unname(limits[, 2]), Statistic = x$statistic, df = x$df, p = decisive_p(x)
    ),
    class = c("parameters_model", "see_parameters_model", "data.frame"), ci = level, ci_method = "",
    pretty_names = stats::setNames(names, names), digits = 3, ci_digits = 3, p_digits = 3, verbose = FALSE,
    no_caption = TRUE, title = ""
  )
}

#' @rdname easystats
#' @exportS3Method parameters::model_parameters
model_parameters.verdict <- function(model, ci, ...) model_parameters.verdict_table(model, ci, ...)

#' @rdname easystats
#' @exportS3Method report::report
report.verdict_table <- function(x, ...) {
  check_dots(...)
  said <- summary(x)
  parts <- vapply(said$sections, paste, "", collapse = " ")
  lines <- c(paste0(names(parts), ": ", parts), said$cautions)
  structure(paste(lines, collapse = " "), class = c("report_text", "character"))
}

#' @rdname easystats
#' @exportS3Method report::report
report.verdict <- function(x, ...) report.verdict_table(x, ...)
