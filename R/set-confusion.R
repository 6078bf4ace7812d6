#' Confusion matrices of a prediction set
#'
#' The rows of each true class by what they were predicted to be, of one classifier or all: as a
#' table, and as a picture in which the colour of a tile says which share of the true class it
#' is. The diagonal is what was right, and its shares are the recalls.
#'
#' @param x,object A [prediction_set()].
#' @param classifier Names of one or more classifiers; `NULL` for all.
#' @param ... Not used.
#' @return `as.table()`: of one classifier a table with the truth in rows and the predictions in columns, which
#'   [as_prediction_set()] takes back; of several, with `classifier` as a third dimension.
#'   Its cells are counts of rows, or sums of their weights. `autoplot()`: a ggplot object; `plot()` draws
#'   it and returns it invisibly.
#' @section Errors:
#' `verdict_error_classifier` for a classifier that is not in the set. More than 16 matrices in one
#' picture give a `verdict_warning_crowded`.
#' @section When not to use it:
#' Two confusion matrices do not say whether the classifiers err on the same rows, which is what decides between
#' them: see [flips()] and [compare_classifiers()].
#' @seealso [flips()], [assess_classifiers()], [summary()][summary.prediction_set]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + svm, satellite)
#' as.table(x, "svm")
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(x)
#' @export
as.table.prediction_set <- function(x, classifier = NULL, ...) {
  check_dots(...)
  check_set(x)
  at <- match_classifiers(x, classifier)
  counts <- confusion_counts(x, at)
  if (length(at) > 1) {
    return(as.table(counts))
  }
  counts <- matrix(counts, nrow = dim(counts)[1], dimnames = dimnames(counts)[1:2])
  names(dimnames(counts))[2] <- x$classifiers[at]
  as.table(counts)
}

#' @export
as.table.evidence <- function(x, ...) {
  abort_verdict(c(
    "A {.cls {class(x)[1]}} has no confusion matrix: that takes predicted labels.",
    i = "{.fn as_table} makes a table for print of what a verb finds, such as {.code as_table(verdict(x))}."
  ), "set")
}

match_classifiers <- function(x, classifier) {
  if (is.null(classifier)) {
    return(seq_along(x$classifiers))
  }
  if (!is.character(classifier) || length(classifier) == 0 || !all(classifier %in% x$classifiers)) {
    named <- is.character(classifier) && length(classifier)
    given <- if (named) "{.val {setdiff(classifier, x$classifiers)}}" else "{.obj_type_friendly {classifier}}"
    abort_verdict(c(
      paste0("{.arg classifier} must name classifiers of the set, not ", given, "."),
      i = "The classifiers are {.val {x$classifiers}}."
    ), "classifier")
  }
  match(unique(classifier), x$classifiers)
}

# truth x prediction x classifier
confusion_counts <- function(x, at) {
  k <- as.numeric(length(x$classes))
  check_memory(
    32 * k^2 * length(at), paste("The confusion matrices of", count_of(k, "class", "classes")),
    "The cells that occur, with their counts, are in {.code as.data.frame(x)}."
  )
  counts <- vapply(at, function(j) {
    sums_at(x$count, x$patterns[, 1] + k * (x$patterns[, j + 1] - 1), k * k)
  }, numeric(k * k))
  names <- list(x$classes, x$classes, x$classifiers[at])
  names(names) <- c(x$truth, "prediction", "classifier")
  array(counts, c(k, k, length(at)), names)
}
