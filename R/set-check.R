# A prediction set is a list, and lists get edited. Whatever C takes as an index or a
# length it checks itself (src/glue.c); this is for the verbs, before R looks at a part.

check_set <- function(x) {
  if (inherits(x, "labelled_set")) {
    abort_verdict(c(
      "This needs the truth of all rows, and {sum(x$count[!is_labelled(x)])} row{?s} lack{?s/} it.",
      i = "Few labels are for {.fn verdict}, {.fn compare_classifiers}, {.fn assess_classifiers},
        {.fn rank_classifiers}, {.fn omnibus_test} and {.fn next_labels}."
    ), "labelling")
  }
  fault <- .Call(ffi_set_fault, x) %||% fault_of_names(x) %||% fault_of_numbers(x) %||%
    fault_of_words(x) %||% fault_of_folds(x) %||% fault_of_groups(x)
  if (!is.null(fault)) abort_changed_set(fault)
  invisible(x)
}

abort_changed_set <- function(fault, maker = "prediction_set") {
  abort_verdict(c(
    "The set was changed by hand or comes from another version: it has {fault}.",
    i = "Make it anew with {.fn {maker}}."
  ), "set")
}

fault_of_names <- function(x) {
  distinct <- function(names) !anyNA(names) && !anyDuplicated(names) && length(names) > 0
  columns <- colnames(x$patterns)
  if (!distinct(x$classes) || !distinct(x$classifiers)) {
    "the same name twice, or none"
  } else if (!rlang::is_string(x$truth) || !identical(columns, c(x$truth, x$classifiers))) {
    "patterns that do not belong to the truth and the classifiers"
  } else if (!is.null(x$positive) && !(rlang::is_string(x$positive) && x$positive %in% x$classes)) {
    "a positive class that is none of its classes"
  }
}

fault_of_numbers <- function(x) {
  number <- function(value) is.numeric(value) && length(value) == 1 && is.finite(value) && value >= 0
  sizes <- unclass(x)[c("n", "n_rows", "n_clusters", "n_omitted")]
  if (!all(vapply(sizes, number, NA)) || length(x$count) == 0 || any(unlist(sizes[1:3]) == 0)) {
    "a number of rows or observations that is none"
  } else if (!is.null(x$sampled) && !number(x$sampled)) {
    "sampling weights that are none"
  } else if (abs(x$n - sum(x$count)) > 1e-8 * x$n) {
    "counts that do not add up"
  }
}

fault_of_words <- function(x) {
  number <- function(value) is.numeric(value) && length(value) == 1
  design <- x$design
  known <- is.list(design) && rlang::is_string(design$type) && number(design$folds) && number(design$repetitions)
  if (!known) {
    "a design that is none"
  } else if (!is.null(x$notes) && (!is.character(x$notes) || anyNA(x$notes))) {
    "notes that are no text"
  }
}

abort_not_a_set <- function(x) {
  if (missing(x)) {
    abort_verdict(c(
      "{.arg x} is missing.",
      i = "It is a prediction set: make one with {.fn prediction_set} or {.fn as_prediction_set}."
    ), "set")
  }
  verb <- verb_name()
  hint <- hint_set(x)
  abort_verdict(c(
    "{.arg x} must be a {.cls prediction_set}, not {.obj_type_friendly {x}}.",
    i = hint %||% "Make one with {.fn prediction_set} or {.fn as_prediction_set}.",
    i = if (is.null(hint) && (is.data.frame(x) || is_lazy(x))) {
      "Or say in a formula which columns are what: {.code {verb}(truth ~ rf + tree, data)}."
    }
  ), "set")
}

# What becomes a set by itself: models of caret, tidymodels and mlr3, lists of them, tables, what is right and wrong.
hint_set <- function(x) {
  if (is.matrix(x) && is.logical(x)) {
    return("Turn it into a set first: {.code prediction_set(x)}.")
  }
  if (is.matrix(x) && is.numeric(x)) {
    return("Of scores, a column a classifier, make one with {.fn score_set}; of predictions with {.fn prediction_set}.")
  }
  known <- vapply(setdiff(class(x), "data.frame"), function(class) {
    !is.null(utils::getS3method("as_prediction_set", class, optional = TRUE))
  }, NA)
  if (any(known)) {
    maker <- if (inherits(x, "resamples")) "as_score_set" else "as_prediction_set"
    sprintf("Turn it into a set first: {.code %s(x)}.", maker)
  }
}

# "verdict" of the frame of verdict().
verb_name <- function() {
  sub(".default", "", rlang::call_name(sys.call(door_number())) %||% "verdict", fixed = TRUE)
}

# Of a set that was changed by hand.
fault_of_folds <- function(x) {
  if (!is.null(x$folds) && !(are_folds(x$folds) && fit_counts(x$folds, x))) "folds that do not belong to its counts"
}

# Where only right and wrong are known, there is one true class, and accuracy is all that can be estimated.
is_graded <- function(x) isTRUE(x$graded)
