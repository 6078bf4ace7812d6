#' verdict: statistically rigorous comparison of classifiers
#'
#' Which of these classifiers is really better, at what, and how sure can we be?
#'
#' Start with [prediction_set()], which takes the true labels and the predictions
#' of two or more classifiers on the same observations, and [verdict()], which
#' does the main job. [assess_classifiers()] and [compare_classifiers()] answer
#' one question at a time. `vignette("verdict")` walks through it.
#'
#' @keywords internal
#' @name verdict-package
NULL

#' @useDynLib verdict, .registration = TRUE
#' @importFrom rlang caller_env %||% .data
#' @importFrom stats qnorm
NULL
