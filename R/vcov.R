#' Joint covariance of metrics
#'
#' Answers: how do the estimates of several metrics, classifiers and classes vary
#' together, since they all come from the same rows? It is what contrasts, joint
#' tests and simultaneous intervals of your own need; [compare_classifiers()] does
#' the usual comparisons for you.
#'
#' The covariance is that of the delta method: the sum over observations of the
#' products of their influences. With ids, the influences are first summed within
#' an observation, so that it is robust to any dependence within one (sandwich
#' form, without a small-sample factor).
#'
#' @param object A [prediction_set()].
#' @inheritParams assess_classifiers
#' @param ... `beta` as in [f_meas()].
#' @return A symmetric matrix with a row and a column for each metric, class and
#'   classifier, named `metric:class:classifier` (or `metric:average:classifier`).
#'   The estimates are its attribute `"estimate"`, in the same order. Rows of an
#'   undefined metric are `NA`, and with ids those of a class whose rows all belong to one
#'   observation: it shows nothing of how observations vary.
#' @section When not to use it: The delta method is an approximation for large
#'   counts. It breaks down for a metric at the end of its range (a precision of
#'   exactly 1 has no variance), and says nothing about the variation between
#'   training sets.
#' @references Boos, D. D. and Stefanski, L. A. (2013) *Essential Statistical
#'   Inference*, chapter 5. \doi{10.1007/978-1-4614-4818-1}
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' V <- vcov(x, c("precision", "recall"), classes = "cotton crop")
#' signif(V, 2)
#' @export
vcov.prediction_set <- function(object, metric = "accuracy", average = "none", classes = NULL,
                                zero_division = c("na", "zero", "skip"), ...) {
  options <- check_options(list(...), "beta")
  check_evidence(object)
  metrics <- set_metrics(object, with_beta(metric, options$beta))
  targets <- asked_targets(object, metrics, average, classes, zero_division)
  joint <- set_joint(object, targets)
  joint$vcov[is.na(joint$estimate), ] <- joint$vcov[, is.na(joint$estimate)] <- NA
  quantity <- stacked(lapply(targets, target_quantities, x = object))
  part <- ifelse(is.na(quantity$class), quantity$average, quantity$class)
  label <- paste(quantity$metric, part, object$classifiers[quantity$classifier], sep = ":")
  dimnames(joint$vcov) <- list(label, label)
  structure(joint$vcov, estimate = stats::setNames(joint$estimate, label))
}

# Of all metrics and slices of any other evidence.
#' @export
vcov.evidence <- function(object, ...) {
  check_dots(...)
  joint <- usual_joint(object)
  structure(joint$vcov, dimnames = list(joint$label, joint$label))
}

# Of a set's usual metrics, with a name for each quantity.
usual_joint <- function(object) {
  check_evidence(object)
  targets <- set_targets(object, set_metrics(object, NULL), "none", NULL, "na")
  who <- set_units(object)$classifiers
  label <- unlist(lapply(targets, function(target) {
    slice <- ifelse(is.na(target$class), "", paste0(target$class, ":"))
    outer(who, slice, function(who, slice) paste0(target$metric$metric, ":", slice, who))
  }))
  c(set_joint(object, targets), list(label = as.vector(label)))
}
