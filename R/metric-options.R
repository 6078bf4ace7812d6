#' A metric with an option of its own
#'
#' For the argument `metric` of the verbs, where a metric has a parameter: `f_meas(beta = 2)`
#' weighs recall more than precision. `"f_meas"` is short for `f_meas()`. Several metrics are
#' given as a list: `list("accuracy", f_meas(beta = 2))`.
#'
#' @param beta The weight of recall against precision, a positive number:
#'   \eqn{F = (1 + \beta^2) P R / (\beta^2 P + R)}.
#' @return An object to be given as `metric`.
#' @section Errors: `verdict_error_argument` if `beta` is not one positive number.
#' @section When not to use it: To look at many values of `beta` and report the best one: choose
#'   it by what a missed case costs against a false alarm.
#' @seealso [assess_classifiers()], [compare_classifiers()]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' assess_classifiers(x, f_meas(beta = 2), classes = "cotton crop")
#' @export
f_meas <- function(beta = 1) {
  check_beta(beta)
  structure("f_meas", beta = beta, class = "metric_option")
}

#' @export
print.metric_option <- function(x, ...) {
  writeLines(paste0(unclass(x), "(beta = ", format(attr(x, "beta")), ")"))
  invisible(x)
}

# Names of metrics, whichever way they are given, with their betas as an attribute.
with_beta <- function(metric, beta, call) {
  if (!is.null(beta)) check_beta(beta, call = call)
  if (inherits(metric, "metric_option")) metric <- list(metric)
  if (!is.list(metric)) {
    return(if (is.null(metric) || is.null(beta)) metric else structure(metric, beta = rep(beta, length(metric))))
  }
  betas <- vapply(metric, function(one) attr(one, "beta") %||% beta %||% 1, 0)
  names <- unlist(lapply(metric, function(one) if (is.character(one)) as.vector(unclass(one)) else NA))
  structure(names, beta = betas)
}
