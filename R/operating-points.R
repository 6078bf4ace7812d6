#' Sensitivity at a specificity, and the other way round
#'
#' How many events are found if only so many of the other rows may be called? The threshold is that of these rows: the
#' one at which at least the share `specificity` of the rows without the event lies at or below it; a row is called if
#' its score is above. The interval allows for that choice: it comes from the bootstrap distribution of the
#' sensitivity, whose mean and variance are exact sums, so that nothing is drawn (Zhou and Qin's BTII, 2005). Its centre
#' is the mean of that distribution, drawn towards 1/2: with few rows the estimate can lie beyond the interval, which is
#' then widened to it. Where every threshold that can be drawn gives 1 (or 0), there is no variance and no interval,
#' and none of a single row with or without the event.
#'
#' @param x A [probability_set()] without `id` and without weights of a sample.
#' @param specificity,sensitivity The share that must be reached, between 0 and 1: give one of them.
#' @param conf.level Confidence level of the intervals.
#' @param ... Not used.
#' @return A data frame (`print()` shows some of its columns) with a row a classifier: `classifier`, `metric`
#'   (`"sensitivity"` or `"specificity"`), `at` (what
#'   was asked for), `realised` (what these rows give), `threshold`, `estimate`, `expected` and `std.error` (mean and
#'   standard deviation of the bootstrap), `conf.low`, `conf.high`, `note`.
#' @section Errors: `verdict_error_argument` unless one share is given; `verdict_error_set` for a set with `id`;
#'   `verdict_error_weights` for weights of a sample.
#' @section When not to use it: Where the threshold is known beforehand: [as_prediction_set()] with it gives labels,
#'   whose sensitivities can be compared by all verbs.
#' @references
#' Zhou, X.-H. and Qin, G. (2005) Improved confidence intervals for the sensitivity at a fixed level of
#' specificity of a continuous-scale diagnostic test. *Statistics in Medicine* 24, 465-477.
#' \doi{10.1002/sim.1563}
#' @examples
#' set.seed(1)
#' event <- rbinom(200, 1, 0.3)
#' x <- probability_set(event, p = plogis(2 * event + rnorm(200)), q = plogis(event + rnorm(200)))
#' operating_points(x, specificity = 0.9)
#' @export
operating_points <- function(x, specificity = NULL, sensitivity = NULL,
                             conf.level = 0.95, ...) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  check_independent_rows(x, "operating points", c("sensitivity_at", "specificity_at"))
  if (is.null(specificity) == is.null(sensitivity)) {
    abort_verdict("Give one of {.arg specificity} and {.arg sensitivity}: the share that must be reached.", "argument")
  }
  mirrored <- is.null(specificity)
  warn_pooled_folds(x, "Operating points", "assess_classifiers(x, sensitivity_at(0.9))")
  at <- if (mirrored) sensitivity else specificity
  check_number(at, if (mirrored) "sensitivity" else "specificity", 0, 1)
  check_level(conf.level)
  points <- .Call(ffi_numeric_points, x, as.double(at), mirrored, (1 - conf.level) / 2)
  rows <- new_rows(
    classifier = x$classifiers, metric = if (mirrored) "specificity" else "sensitivity", at = at,
    realised = points$realised, threshold = points$threshold, estimate = points$estimate, expected = points$expected,
    std.error = points$std.error, conf.low = points$conf.low,
    conf.high = points$conf.high
  )
  few <- all_needed_words(x, at, mirrored)
  short <- if (is.null(few)) NA_character_ else status_note("short_interval", list(rows = few))
  rows$note <- first_known(status_words(operating_status(points)), short)
  new_result(rows, "operating_points", conf.level = conf.level)
}

operating_status <- function(points) {
  flat <- points$std.error %in% 0
  ifelse(flat, ifelse(points$estimate %in% 1, "at_top", "zero_variance"), points$status)
}

#' @rawNamespace S3method(print, operating_points, print_listing)
#' @export
listing.operating_points <- function(x, at = seq_len(nrow(x))) {
  shown <- as_plain(x)[at, ]
  metric <- x$metric[1]
  given <- if (metric == "sensitivity") "specificity" else "sensitivity"
  columns <- list(
    classifier = table_label(shown$classifier), threshold = format_column(shown$threshold),
    format_column(shown$realised), format_column(shown$estimate, shown$conf.low, shown$conf.high),
    interval = interval_column(shown$conf.low, shown$conf.high, estimate = shown$estimate)
  )
  names(columns)[3:4] <- c(given, metric)
  list(
    head = c(
      paste0(
        capitalise(metric), " where the ", given, " is at least ", short_number(x$at[1]), " in these rows, each ",
        "classifier at its own threshold."
      ),
      paste0("Intervals: ", format_percent(attr(x, "conf.level")), "; they allow for the choice of the threshold.")
    ),
    columns = columns, note = shown$note
  )
}
