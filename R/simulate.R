#' Draw prediction sets where the truth is known
#'
#' Answers: what would data look like if this were true? Draws the predictions of
#' classifiers on `n` rows from a [scenario], or from the shares of a
#' [prediction_set()] (a parametric bootstrap, of any size). What is drawn is the
#' number of rows of each pattern, so that the size costs nothing.
#'
#' @param scenario A [scenario], or a [prediction_set()] of independent rows; after [update_prevalence()] classes are
#'   drawn with those shares.
#' @param n Number of rows, a whole number up to 2^31 - 1.
#' @param ... Not used.
#' @return A [prediction_set()]. [set.seed()] makes it reproducible. Classes that were not
#'   drawn remain among its classes.
#' @section Errors: `verdict_error_set`, `verdict_error_clustered` (a set with repeated
#'   observations), `verdict_error_argument`.
#' @section When not to use it: To say how sure an estimate is, use the intervals of
#'   [assess_classifiers()]. To try out a test many times, [rejection_rate()] is faster.
#' @examples
#' set.seed(1)
#' good <- scenario_rates(accuracy = c(0.85, 0.87), agreement = 0.9)
#' compare_classifiers(simulate_predictions(good, 1000), "accuracy")
#'
#' confusion <- list(
#'   tree = rbind(a = c(a = 40, b = 10), b = c(5, 45)),
#'   svm = rbind(a = c(a = 45, b = 5), b = c(10, 40))
#' )
#' simulate_predictions(scenario_confusion(confusion, "difficulty", 0.5), 200)
#' @export
simulate_predictions <- function(scenario, n, ...) {
  check_dots(...)
  check_given(scenario, "a scenario, such as {.fn scenario_rates} makes, or a {.fn prediction_set}.", "set")
  check_given(n, "how many rows are to be drawn?", "argument")
  positive <- if (inherits(scenario, "prediction_set")) scenario$positive
  scenario <- as_scenario(scenario)
  check_number(n, "n", 1, largest_whole, closed = TRUE, whole = TRUE)
  drawn <- scenario_set(scenario, stats::rmultinom(1, n, scenario$probability)[, 1])
  drawn["positive"] <- list(positive)
  drawn
}
