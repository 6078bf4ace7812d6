# Means of scores adjusted by what is known of more items. A control_set is a list of
#   scores, control   matrices items x classifiers
#   mean, size        of the control over all items, a number a classifier, and how many these are
#   cluster           of each item, or NULL
#   classifiers, metrics

#' Means adjusted by a control variate
#'
#' Where something that goes with the score of an item is known of many more items than were scored (the score of a
#' small model, a judge's, the length), its mean over the scored items shows how these differ from all. The mean score
#' is moved by that: \eqn{\bar x - \beta (\bar z - \mu_z)} with the slope \eqn{\beta} of the scores on the control,
#' which varies only as much as the control does not explain.
#'
#' @param scores A matrix or data frame, items by models, or a vector for one model.
#' @param control The control of the same items: one column for all models, or one a model.
#' @param mean Its mean over all items, those without scores too: one number, or one a model.
#' @param size Of how many items `mean` is: more than were scored. What it varies by is added to the variance; `Inf` for
#'   a mean that is known exactly.
#' @param ... Not used. The arguments after it must be named.
#' @param cluster Of items that belong together: one value an item.
#' @param metric What it is called.
#' @param better Which values are good: `"high"` or `"low"`. `NULL`: as usual for names that [score_set()] knows (low
#'   for `"error"`, `"log_loss"`, `"rmse"` ...), and high for others.
#' @param lower,upper Its range. `NULL`: the usual one of names that [score_set()]
#'   knows (an end that a score lies beyond is none), and `-Inf` to `Inf` for others.
#' @return An object of class `control_set` for [assess_classifiers()], [compare_classifiers()], [verdict()] and others.
#' @section Errors: `verdict_error_score` for what is no finite number in the range; `verdict_error_argument` where
#'   `mean` is of no more items than were scored: then nothing is gained; `verdict_error_length`,
#'   `verdict_error_classifier`. A `mean` beyond all that the control is of the scored items warns
#'   (`verdict_warning_argument`): it may be in other units.
#' @section How far to trust it: In 1,000 simulated sets of each kind (`bench/calibration/probability-methods.R`)
#'   intervals of 30 and of 100 items, with a control that correlates by 0.8 and is known of 2,000, held in 94% and 96%
#'   (Monte-Carlo standard error 0.01).
#' @section When not to use it: Where the scored items are no random part of all. With fewer than some 20 items: the
#'   slope is estimated from them. Where the control is a judge's score of the same thing, [ppi_mean()] chooses how far
#'   to trust it.
#' @references
#' Owen, A. B. (2013) *Monte Carlo Theory, Methods and Examples*, chapter 8.
#' @seealso [ppi_mean()], [score_set()]
#' @examples
#' set.seed(1)
#' easy <- rnorm(2000)
#' scored <- 1:60
#' scores <- cbind(a = 0.7 + 0.2 * easy[scored] + rnorm(60, sd = 0.1), b = 0.6 + 0.2 * easy[scored])
#' x <- control_variate(scores, easy[scored], mean(easy), size = 2000)
#' assess_classifiers(x)
#' assess_classifiers(score_set(scores, design = "items"))
#' @export
control_variate <- function(scores, control, mean, size, ..., cluster = NULL, metric = "score",
                            better = NULL, lower = NULL, upper = NULL) {
  check_dots(...)
  check_given(scores, "a column a model.", "score")
  check_given(control, "what is known of these items and of more.", "score")
  check_given(mean, "the mean of the control over all items.", "argument")
  check_given(size, "of how many items {.arg mean} is; {.val {Inf}} if it is known exactly.", "argument")
  scores <- judged_matrix(scores, "scores")
  control <- matrix_beside(control, "control", scores, "scores")
  n <- nrow(scores)
  k <- ncol(scores)
  if (!are_numbers(mean) || !all(is.finite(mean)) || !length(mean) %in% c(1, k)) {
    abort_verdict("{.arg mean} must be one finite number, or one for each of the {k} model{?s}.", "argument")
  }
  if (!is.numeric(size) || length(size) != 1 || is.na(size) || size <= n) {
    abort_verdict(c(
      "{.arg mean} must be of more items than the {n} that were scored.",
      i = "Of the same items nothing is gained: use {.fn score_set}."
    ), "argument")
  }
  parts <- list(scores = scores, control = control, mean = rep_len(as.double(mean), k), size = as.double(size))
  x <- new_item_set("control_set", parts, n, cluster, colnames(scores), metric, better, scores, lower, upper)
  check_in_range(x, scores)
  warn_far_mean(control, x$mean)
  x
}

# The mean of all items lies among those of which some were scored.
warn_far_mean <- function(control, mean) {
  range <- apply(control, 2, range)
  far <- which(control_spread(centre_columns(control), control) > 0 & (mean < range[1, ] | mean > range[2, ]))
  if (length(far)) {
    of <- unname(c(mean[far[1]], range[, far[1]]))
    warn_verdict(c(
      "{.arg mean} is {short_number(of[1])}, but the control of the scored items is from {short_number(of[2])} to
       {short_number(of[3])}.",
      i = "Are both in the same units, and are the scored items a random part of all?"
    ), "argument")
  }
}

check_evidence.control_set <- function(x) {
  check_item_matrices(
    x, list(x$scores, x$control), "scores that are none", "control_variate",
    identical(colnames(x$scores), x$classifiers), all(is.finite(x$scores)), all(is.finite(x$control)),
    is.numeric(x$mean), length(x$mean) == ncol(x$scores), is.numeric(x$size)
  )
}

set_units.control_set <- function(x) {
  units <- NextMethod()
  units$estimated <- "control_variate"
  units
}

control_spread <- function(centred, control) spread_of(centred, apply(abs(control), 2, max))

# What the control does not explain varies by these items, its mean by all.
set_influence.control_set <- function(x, targets) {
  z <- centre_columns(x$control)
  spread <- control_spread(z, x$control)
  slope <- ifelse(spread > 0, colSums(z * centre_columns(x$scores)) / spread, 0)
  estimate <- colMeans(x$scores) - slope * (colMeans(x$control) - x$mean)
  moved <- sweep(z, 2, slope, `*`)
  value <- centre_columns(x$scores) - moved
  influence <- new_influence(unname(estimate), unname(value), cluster = x$cluster, small = TRUE)
  of_mean <- crossprod(moved) / (nrow(z) - 1) / x$size
  influence$vcov <- influence_vcov(influence) + unname(of_mean)
  influence
}
