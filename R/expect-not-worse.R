#' A test that a candidate is not worse
#'
#' An expectation for testthat: [gate()] passes. A failure says what was not shown, and how many more items it takes.
#'
#' @param x A set with both models, as in [gate()].
#' @param reference,candidate,margin,... As in [gate()].
#' @return The [gate()], invisibly.
#' @section Errors: Those of [gate()].
#' @section When not to use it: A test that runs on every commit looks at the same items again and again: give it
#'   `sequential = TRUE` and a `history` that is kept, see [gate()].
#' @seealso [gate()]
#' @examplesIf requireNamespace("testthat", quietly = TRUE)
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' testthat::test_that("the forest may be released", {
#'   expect_not_worse(set, "naive_bayes", "random_forest", margin = 0.01)
#' })
#' @export
expect_not_worse <- function(x, reference, candidate = NULL, margin, ...) {
  rlang::check_installed("testthat", "to make an expectation.")
  check_given(margin, "how much worse does not matter, in the unit of the metric, such as 0.01.", "margin")
  judged <- gate(x, reference, candidate, margin = margin, ...)
  testthat::expect(as.logical(judged), paste(c(format(judged), attr(judged, "gate")$caveat), collapse = "\n"))
  invisible(judged)
}
