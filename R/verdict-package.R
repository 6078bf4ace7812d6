#' verdict: statistically rigorous comparison of classifiers
#'
#' Which of these classifiers is really better, at what, and how sure can we be?
#'
#' Eight functions are all that most need; `vignette("verdict")` walks through them:
#'
#' - [prediction_set()] takes the true labels and the predictions of two or more classifiers on the same observations;
#' - [verdict()] does the main job, and [plot()][plot.verdict_table] draws it;
#' - [assess_classifiers()], [compare_classifiers()] and [rank_classifiers()] answer one question at a time;
#' - [sample_size()] says how many rows it takes;
#' - [report_verdict()] writes a report, [as_table()] and [save_table()] its tables.
#'
#' @keywords internal
#' @name verdict-package
NULL

#' @useDynLib verdict, .registration = TRUE
#' @importFrom rlang caller_env %||% .data
#' @importFrom stats qnorm
NULL
