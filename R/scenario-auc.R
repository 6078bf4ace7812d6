# Areas under ROC curves that are assumed, for planning: a list with `auc`, `correlation` (among events, among the
# others), `prevalence`, `sd_ratio` and `classifiers`.

#' Areas under ROC curves that are assumed to be true
#'
#' Answers no question by itself: it states how well classifiers rank, so that [sample_size()] and [power_comparison()]
#' can say how many rows it takes to tell them apart. Within each class the scores are taken as normal; then the areas,
#' and how the scores go together, are all that DeLong's test depends on in large samples.
#'
#' @param auc Areas of two or more classifiers, between 0 and 1, above 1/2 for any that are worth a test.
#' @param correlation Of the scores of two classifiers on the same rows within a class, between -1 and 1: one number,
#'   or two, among events and among the others. It matters much: with 0.9 it takes far fewer rows than with 0.3.
#' @param prevalence The share of events among the rows that will be collected, between 0 and 1.
#' @param sd_ratio The standard deviation of the scores of events over that of the others.
#' @param classifiers Names of the classifiers. `NULL`: those of `auc`, or `classifier1`, `classifier2` ...
#' @param ... Not used.
#' @return An object of class `auc_scenario`, for [sample_size()] and [power_comparison()].
#' @section Errors: `verdict_error_rates` for areas, correlations or a prevalence that cannot be,
#'   `verdict_error_argument` for another `sd_ratio` than a number, `verdict_error_classifier` for names that are none.
#' @section When not to use it: Where there is a pilot: give its [probability_set()] to [sample_size()], whose own
#'   covariance takes no shape for granted. For few events (below 30): the formula rests on large samples.
#'   With a correlation of 0.9 and more it takes about a tenth more rows than the formula says: simulate with
#'   [rejection_rate()].
#' @references
#' Obuchowski, N. A. and McClish, D. K. (1997) Sample size determination for diagnostic accuracy studies involving
#' binormal ROC curve indices. *Statistics in Medicine* 16, 1529-1542.
#' \doi{10.1002/(SICI)1097-0258(19970715)16:13<1529::AID-SIM565>3.0.CO;2-H}
#' @seealso [scenario] for labels
#' @examples
#' planned <- scenario_auc(c(old = 0.80, new = 0.86), correlation = 0.6, prevalence = 0.25)
#' sample_size(planned)
#' power_comparison(planned, n = c(200, 400, 800))
#' @export
scenario_auc <- function(auc, correlation, prevalence, sd_ratio = 1, classifiers = NULL, ...) {
  check_dots(...)
  check_given(auc, "the areas of two or more classifiers, as in {.code c(0.80, 0.86)}.", "rates")
  check_given(correlation, "that of the scores of two classifiers within a class.", "rates")
  check_given(prevalence, "the share of events among the rows.", "rates")
  check_open_rates(auc, "auc", 2:1000, 0)
  check_open_rates(correlation, "correlation", 1:2, -1)
  check_open_rates(prevalence, "prevalence", 1, 0)
  check_number(sd_ratio, "sd_ratio", 1e-3, 1e3)
  least <- -1 / (length(auc) - 1)
  if (any(correlation < least)) {
    abort_rates("Scores of {length(auc)} classifiers cannot all have a {.arg correlation} below {signif(least, 3)}.")
  }
  classifiers <- classifiers %||% names(auc) %||% paste0("classifier", seq_along(auc))
  check_scenario_names(classifiers, length(auc))
  new_whole(list(
    auc = as.double(auc), correlation = rep_len(as.double(correlation), 2), prevalence = as.double(prevalence),
    sd_ratio = as.double(sd_ratio), classifiers = as.character(classifiers)
  ), "auc_scenario")
}

check_open_rates <- function(x, arg, lengths, least) {
  if (!are_numbers(x) || any(x <= least | x >= 1) || !length(x) %in% lengths) {
    how_many <- if (length(lengths) > 2) "two or more numbers" else if (length(lengths) == 2) "one or two numbers" else
      "one number"
    abort_rates("{.arg {arg}} must be {how_many} above {least} and below 1.")
  }
}

#' @export
as.data.frame.auc_scenario <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_unedited(x)
  new_rows(classifier = x$classifiers, auc = x$auc)
}

#' @export
print.auc_scenario <- function(x, ...) {
  check_dots(...)
  check_unedited(x)
  correlation <- true_minus(short_number(x$correlation, 3))
  writeLines(c(
    paste("Scenario:", and_list(paste("AUC", short_number(x$auc, 3), "of", say_label(x$classifiers)))),
    paste0(
      "Correlation of scores ", correlation[1], " among events, ", correlation[2], " among others; prevalence ",
      short_number(x$prevalence, 3)
    )
  ))
  invisible(x)
}

# One row stands for the whole: the variance of n rows is that of one over n.
auc_scenario_vcov <- function(x) {
  parts <- .Call(ffi_binormal_parts, x$auc, x$correlation, x$sd_ratio)
  parts$events / x$prevalence + parts$others / (1 - x$prevalence)
}
