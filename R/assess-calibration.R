#' Are the probabilities right?
#'
#' Of rows that get a probability of 0.3, three of ten should be events. A test of that for each classifier, and its
#' Brier score (or log loss) taken apart: what is lost by miscalibration, what is gained by discrimination.
#'
#' The test in columns `statistic` and `p.value` needs no bins: the largest deviation from zero of the cumulative sum of
#' truth minus probability, in the order of the probabilities (`"cumulative"`, Arrieta-Ibarra et al. 2022), or
#' Spiegelhalter's (1986) z, which sees the direction that the Brier score sees. Where something happened that had
#' probability 0, the p-value is 0.
#'
#' The score is `miscalibration - discrimination + uncertainty` by isotonic regression of the truth on the
#' probabilities (CORP, Dimitriadis et al. 2021). `ece` is the calibration error in bins of equal width. Both
#' miscalibration and calibration error are too large in few rows, the more so the fewer they are: they describe, and
#' are not compared. To ask whose probabilities are better, compare the Brier score or the log loss.
#'
#' @param x A [probability_set()] of probabilities, without `id`.
#' @param test `"cumulative"` or `"spiegelhalter"`.
#' @param score What is taken apart: `"brier"` or `"log_loss"`.
#' @param bins The number of bins of `ece`.
#' @param p.adjust.method As in [stats::p.adjust()], or `"sidak"`, `"finner"`, `"li"`; over the classifiers.
#' @param ... Not used.
#' @return A data frame with a row a classifier: `classifier`, `test`, `statistic`, `p.value`, `log.p.value`,
#'   `adj.p.value`, `score` (its name), `estimate` (its value), `miscalibration`, `discrimination`, `uncertainty`,
#'   `ece`, `note`.
#' @section Errors: `verdict_error_set` for anything but a set of probabilities, or one with `id`, whose rows are not
#'   independent.
#' @section When not to use it: To choose among classifiers by their p-values: in few rows everything passes, in many
#'   nothing does. The slope and intercept say how far the probabilities are off: `assess_classifiers(x,
#'   c("calibration_intercept", "calibration_slope"))`.
#' @references
#' Spiegelhalter, D. J. (1986) Probabilistic prediction in patient management and clinical trials. *Statistics in
#' Medicine* 5, 421-433. \doi{10.1002/sim.4780050506}
#'
#' Dimitriadis, T., Gneiting, T. and Jordan, A. I. (2021) Stable reliability diagrams for probabilistic
#' classifiers. *Proceedings of the National Academy of Sciences* 118, e2016191118. \doi{10.1073/pnas.2016191118}
#'
#' Arrieta-Ibarra, I., Gujral, P., Tannen, J., Tygert, M. and Xu, C. (2022) Metrics of calibration for probabilistic
#' predictions. *Journal of Machine Learning Research* 23(351).
#' @seealso [net_benefit()] for the metrics of calibration that verbs know
#' @examples
#' set.seed(1)
#' p <- runif(300)
#' event <- rbinom(300, 1, p)
#' x <- probability_set(event, right = p, timid = 0.5 + (p - 0.5) / 2)
#' assess_calibration(x)
#' @export
assess_calibration <- function(x, test = c("cumulative", "spiegelhalter"), score = c("brier", "log_loss"), bins = 15,
                               p.adjust.method = "holm", ...) { # nolint: object_name_linter.
  check_dots(...)
  check_given(x, "a {.fn probability_set}.", "set")
  check_independent_rows(x, "calibration")
  if (!x$is_probability) {
    abort_verdict("These are scores: only probabilities can be right or wrong.", "set")
  }
  test <- check_choice(test, "test", c("cumulative", "spiegelhalter"))
  score <- check_choice(score, "score", c("brier", "log_loss"))
  check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  if (!is.numeric(bins) || length(bins) != 1 || !is_whole(bins) || bins < 1 || bins > 1e6) {
    abort_verdict("{.arg bins} must be a whole number, 1 or more.", "argument")
  }
  fitted <- .Call(ffi_numeric_calibration, x, test, score == "log_loss", as.integer(bins))
  p <- exp(fitted$log.p.value)
  impossible <- fitted$impossible > 0
  note <- ifelse(impossible, paste(
    "impossible:", count_of(fitted$impossible, "row"), "had probability 0 of what happened"
  ), status_words(fitted$status))
  new_rows(
    classifier = x$classifiers, test = test, statistic = fitted$statistic, p.value = p,
    log.p.value = fitted$log.p.value, adj.p.value = exp(adjust_log(fitted$log.p.value, p.adjust.method)), score = score,
    estimate = fitted$score, miscalibration = fitted$miscalibration, discrimination = fitted$discrimination,
    uncertainty = fitted$uncertainty, ece = fitted$ece, note = note
  )
}
