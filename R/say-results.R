# Results as text in a sentence: numbers for a manuscript, and what an inline chunk of R Markdown shows.

#' Estimates and p-values as text
#'
#' For sentences and tables of one's own: an estimate with its interval, with as many decimals as the interval
#' resolves, and a p-value, as the package itself prints them. Both are vectorised and fit into
#' `dplyr::mutate()`.
#'
#' @param estimate,conf.low,conf.high Numbers; or for `estimate` a [verdict_table], whose own columns are then taken:
#'   the interval that is printed, the adjusted one where p-values are.
#' @param measure What the estimates are: `"difference"`, `"value"`, `"ratio"`, `"odds_ratio"`. Of ratios the ends of a
#'   wide interval have digits of their own.
#' @param digits Significant digits; `NULL` for three, or `options(verdict.digits = )`.
#' @param p.value P-values; or a [verdict_table], whose adjusted p-values are then taken (with a margin that of the
#'   decision, as printed), or single ones where there is
#'   no other.
#' @param prefix Begin with "p = " or "p < "?
#' @param full `TRUE`: two or three digits at any size. `FALSE`: three decimals, "<0.001" below. `NULL`: as
#'   `options(verdict.p = )` says, see [print.verdict_table].
#' @param log.p.value Their natural logarithms, which speak for p-values too small for a double.
#' @param ... Not used.
#' @return A character vector: "0.113 \[0.095, 0.132\]", "0.041" or "p = 0.041". A missing interval is left out; of a
#'   missing estimate or p-value the text is "NA", with a prefix "no p-value".
#'
#' @section Errors:
#' `verdict_error_argument`: what should be numbers is not, lengths do not fit, or a p-value is not between 0 and 1.
#'
#' @section When not to use:
#' Text cannot be computed with: keep the columns of the result.
#'
#' @examples
#' format_estimate(0.1134, 0.0951, 0.1316)
#' format_p(c(0.0412, 1e-12), prefix = TRUE)
#' format_p(1e-300, full = TRUE)
#' result <- compare_classifiers(prediction_set(truth ~ naive_bayes + tree, satellite), "recall")
#' data.frame(class = result$class, ratio = format_estimate(result), p = format_p(result))
#' @export
format_estimate <- function(estimate, conf.low = NA, conf.high = NA, measure = "difference", digits = NULL, ...) {
  check_dots(...)
  check_given(estimate, "the numbers, or a result.", "argument")
  local_digits(digits)
  values <- 0
  open <- "none"
  if (inherits(estimate, "verdict_table")) {
    check_complete(estimate)
    if (is_type(estimate, "comparison")) values <- beside_places(estimate)
    measure <- as.character(estimate$measure)
    conf.low <- shown_low(estimate)
    conf.high <- shown_high(estimate)
    open <- open_to(estimate)
    estimate <- estimate$estimate
  }
  n <- max(length(estimate), length(conf.low), length(conf.high)) * (length(estimate) > 0)
  check_numbers(estimate, "estimate", n)
  check_numbers(conf.low, "conf.low", n)
  check_numbers(conf.high, "conf.high", n)
  if (!is.character(measure) || !length(measure) %in% c(1, n)) {
    abort_verdict("{.arg measure} must be one word, or one for each estimate.", "argument")
  }
  relative <- rep_len(is_relative(translate(measure, " ", "_")), n)
  as_given <- function(x) rep_len(as.double(x), n)
  if (n == 0) {
    return(character())
  }
  estimate_words(as_given(estimate), as_given(conf.low), as_given(conf.high), relative, values, open)
}

check_numbers <- function(x, name, n) {
  if (is.data.frame(x) || !is.numeric(x) && !(is.atomic(x) && all(is.na(x)))) {
    abort_verdict("{.arg {name}} must be numbers, not {.obj_type_friendly {x}}.", "argument")
  }
  if (!length(x) %in% c(1, n)) {
    abort_verdict("{.arg {name}} has {length(x)} value{?s}, others have {n}.", "argument")
  }
}

#' @rdname format_estimate
#' @export
format_p <- function(p.value, prefix = FALSE, full = NULL, log.p.value = log(p.value), ...) {
  check_dots(...)
  check_given(p.value, "the p-values, or a result.", "argument")
  check_flag(prefix, "prefix")
  if (!is.null(full)) {
    check_flag(full, "full")
    rlang::local_options(verdict.p = if (full) "full" else "short")
  }
  level <- NULL
  if (inherits(p.value, "verdict_table")) {
    check_complete(p.value)
    claimed <- claimed_p(p.value)
    level <- levels_of(verdict_info(p.value))
    log.p.value <- claimed$log.p
    p.value <- claimed$p
  }
  check_numbers(p.value, "p.value", length(p.value))
  if (any(p.value < 0 | p.value > 1, na.rm = TRUE)) {
    abort_verdict("{.arg p.value} must lie between 0 and 1.", "argument")
  }
  p.value <- as.double(p.value)
  check_numbers(log.p.value, "log.p.value", length(p.value))
  if (prefix) say_p(p.value, log.p.value, level) else column_p(p.value, log.p.value, level)
}

#' @rdname format_estimate
#' @param x A result of tests: of [compare_classifiers()] or [omnibus_test()]. `format_test()` gives each of its rows as
#'   one line, such as the subtitle of a picture of one's own has it: what was tested, by which test, statistic, degrees
#'   of freedom, the adjusted p-value, and the size of the data. Where the p-value is of a margin, what it shows and the
#'   margin take the place of test and statistic, which are of equality.
#' @examples
#' format_test(omnibus_test(prediction_set(truth ~ ., satellite), "accuracy"))
#' # ggplot2::ggplot(...) + ggplot2::labs(subtitle = format_test(result))
#' @export
format_test <- function(x, ...) {
  check_dots(...)
  check_given(x, "a result of tests, such as that of {.fn omnibus_test}.", "argument")
  if (!inherits(x, "verdict_table") || is_type(x, "assessment")) {
    abort_verdict(c(
      "{.arg x} must be a result of tests, not {.obj_type_friendly {x}}.",
      i = "Such as that of {.fn compare_classifiers} or {.fn omnibus_test}; of a verdict {.code x$comparison}."
    ), "argument")
  }
  check_complete(x)
  if (nrow(x) == 0) {
    return(character())
  }
  said <- with_labels(named_rows(x))
  slice <- ifelse(is.na(said$class), ifelse(said$average == "none", "", said$average), said$class)
  pair <- ifelse(is.na(said$reference), "", label_pair(said))
  known <- function(text) ifelse(nzchar(text), paste0(", ", text), "")
  df <- said$df
  rest <- said[["df.residual"]] %||% rep(NA_real_, nrow(said))
  df_words <- paste0(" (", format_df(df), ifelse(is.na(rest), "", paste0(" and ", format_df(rest))), " df)")
  statistic <- ifelse(is.na(said$statistic), "", paste0(
    "statistic ", vapply(said$statistic, statistic_column, ""), ifelse(is.na(df), "", df_words)
  ))
  shown <- shown_of_margin(x)
  # The test and its statistic are of equality.
  result <- ifelse(nzchar(shown), shown, paste0(said$method, known(statistic)))
  margin <- ifelse(nzchar(shown), paste0(" (margin: ", margin_words(said), ")"), "")
  units <- verdict_info(x)$units
  data <- if (isTRUE(is.finite(units$n_rows))) paste0("; ", count_of(different_rows(units), units$row))
  paste0(
    vapply(metric_labels(said), capitalise, ""), known(slice), known(pair), ": ", result, true_minus(margin), ", ",
    format_p(x, prefix = TRUE), data
  )
}

# One sentence for an inline chunk ----------------------------------------------------

#' @export
as.character.verdict_table <- function(x, ...) {
  check_dots(...)
  if (!is_complete(x) || nrow(named_rows(x)) == 0) {
    return(as.character(as_plain(x)))
  }
  said <- with_labels(named_rows(x))
  switch(verdict_info(said)$type,
    comparison = comparison_sentence(said),
    assessment = assessment_sentence(said),
    omnibus = omnibus_sentence(said)
  )
}

# Of several metrics each with its name.
omnibus_sentence <- function(x) {
  parts <- split_prevalences(x)
  said <- vapply(parts, function(part) paste(describe_omnibus(part), collapse = " "), "")
  if (length(parts) > 1) {
    about <- vapply(parts, function(part) capitalise(paste0(metric_phrase(part), at_prevalence(part, x))), "")
    said <- paste0(about, ": ", lower_first(said))
  }
  paste(said, collapse = " ")
}

# One comparison in full, of several how many show a difference.
comparison_sentence <- function(x) {
  if (nrow(x) == 1) {
    return(describe_pair(x))
  }
  of <- paste0(" of ", and_list(unique(vapply(split_metrics(x), metric_phrase, "")), 6))
  describe_tally(x, of)
}

assessment_sentence <- function(x) {
  said <- vapply(split_prevalences(x), function(part) {
    at <- at_prevalence(part, x)
    if (nrow(part) == 1) {
      on <- paste0(if (!is.na(part$class)) paste(" on", part$class), at)
      what <- paste0(metric_phrase(part), " of ", part$classifier, on)
      return(if (is.na(part$estimate)) {
        paste0("the ", what, " is not known (", row_reason(part), ")")
      } else {
        paste0("the ", what, " is ", value_figures(part))
      })
    }
    named <- paste0(part$classifier, ifelse(is.na(part$class), "", paste(" on", part$class)), " ", value_figures(part))
    paste0(metric_phrase(part), at, ": ", and_list(named, max_named))
  }, "")
  paste0(capitalise(paste(said, collapse = "; ")), ".")
}
