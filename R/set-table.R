#' Contingency tables and long data frames as prediction sets
#'
#' For results that come as counts, or with one row a prediction. For data with a column
#' for each classifier there is [prediction_set()].
#'
#' @param x A [table()] of counts with a dimension for the truth and one for each classifier;
#'   or a long data frame with one row a prediction. The names of the dimensions
#'   (`names(dimnames(x))`) are the names of truth and classifiers; those without a name are
#'   called `truth`, `classifier1` and so on. The truth is the one dimension with a usual
#'   name for it (truth, reference, actual, observed, gold standard, target, condition and the
#'   like), whichever it is, or the only one that is not called a prediction; otherwise the
#'   first one. Where the first is not called the truth, the printed set says which was taken.
#'   An array of counts becomes a table with [as.table()]. If cells have fractions, each is one row of that weight.
#' @param positive,event As for [prediction_set()]. `as_prediction_set()` of a prediction set
#'   gives it another one.
#' @param levels,na As for [prediction_set()]. The labels of a table count as levels, and
#'   those that never occur are dropped unless `levels` lists them.
#' @param ... Not used.
#' @return A `prediction_set`, see [prediction_set()].
#'
#' @section Errors:
#' `verdict_error_table` for a table with fewer than two dimensions, without labels or with
#' one twice in a dimension, or with cells that are no counts (negative, missing or infinite; they may have fractions).
#' `verdict_error_observation` if a classifier lacks an observation. Otherwise as for
#' [prediction_set()].
#'
#' @section When not to use:
#' A table of one classifier against another lacks the truth, and two tables of one
#' classifier each against the truth lack the pairing: from neither can the classifiers be
#' compared by the methods here.
#' @examples
#' counts <- table(satellite[c("truth", "naive_bayes", "tree")])
#' as_prediction_set(counts)
#'
#' # as caret's confusionMatrix() gives it
#' as_prediction_set(table(Prediction = satellite$tree, Reference = satellite$truth))
#'
#' long <- data.frame(
#'   email = rep(1:3, 2),
#'   truth = rep(c("spam", "spam", "ham"), 2),
#'   filter = rep(c("A", "B"), each = 3),
#'   says = c("spam", "ham", "ham", "spam", "spam", "spam")
#' )
#' as_prediction_set(long, truth, says, classifier = filter, observation = email)
#' @order 1
#' @export
as_prediction_set <- function(x, ...) {
  UseMethod("as_prediction_set")
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.prediction_set <- function(x, positive = NULL, event = NULL, ...) {
  check_set(x)
  check_dots(...)
  if (is.null(positive) && is.null(event)) x else ask_about(x, positive, event)
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.table <- function(x, levels = NULL, na = c("error", "omit"), positive = NULL, event = NULL, ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  check_table(x)
  x <- near_whole(x)
  levels <- check_levels(levels)
  truth <- truth_dimension(names(dimnames(x)), length(dim(x)))
  x <- aperm(x, c(truth$at, seq_along(dim(x))[-truth$at]))
  names <- table_names(x)
  labels <- Map(utf8_labels, unname(dimnames(x)), names)
  # The dimnames of a table are levels: they have an order already.
  columns <- lapply(labels, function(l) list(labels = l, factor = TRUE, numeric = FALSE))
  classes <- class_order(columns, levels)
  maps <- lapply(labels, match, classes, nomatch = 0L, incomparables = NA)
  counted <- .Call(ffi_table_read, x, dim(x), maps, length(classes), length(levels))
  names(counted) <- c("patterns", "count", "occurs", "missing")
  if (counted$missing > 0 && na == "error") {
    by_dim <- vapply(seq_along(dim(x)), function(j) sum(apply(x, j, sum)[maps[[j]] == 0L]), 0)
    abort_missing_labels(counted$missing, by_dim, names)
  }
  counted <- resolve_classes(counted, classes, levels, names)
  check_rows_left(counted, counted$missing, 0, "table")
  strange <- check_strangers(counted, names, levels %||% labels[[1]])
  n <- sum(counted$count)
  # Cells with fractions are rows with weights; shares, as of prop.table(), lack their number.
  whole <- all(counted$count == round(counted$count))
  shares <- !whole && (abs(n - 1) < 1e-8 || abs(n - 100) < 1e-6)
  counted$n_omitted <- counted$missing
  set <- set_of_counts(
    counted, names, if (whole) n else length(counted$count),
    c(note_truth(truth), set_notes(counted, names, 0), strange, if (shares) {
      paste0("The cells add up to ", round(n), ". If they are shares, take the counts: all tests depend on them.")
    }), levels = levels
  )
  ask_about(set, positive, event)
}

note_truth <- function(truth) {
  if (truth$known && truth$at > 1) {
    paste0("Dimension ", truth$at, " of the table was taken as the truth, by its name.")
  } else if (!truth$known) {
    "The first dimension of the table was taken as the truth: the names do not say which it is."
  }
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.default <- function(x, ...) {
  check_given(x, "a table, a long data frame, or models of caret, tidymodels or mlr3.", "input")
  abort_verdict(c(
    "{.arg x} must be a table or a data frame, not {.obj_type_friendly {x}}.",
    i = if (is.array(x)) "Turn counts in an array into a table with {.fn as.table}.",
    i = if ((is.list(x) || is.environment(x)) && !is_lazy(x)) {
      "A fitted model predicts first: its labels for rows that it has not seen are what is compared."
    },
    i = "Use {.fn prediction_set} for data with a column for each classifier."
  ), "input")
}
