# Predictions that are in no data frame: vectors, and a matrix of right and wrong.

#' @rdname prediction_set
#' @export
prediction_set.default <- function(x, ..., id = NULL, fold = NULL, repetition = NULL, weights = NULL,
                                   levels = NULL, na = c("error", "omit"), positive = NULL, event = NULL,
                                   weights_are = NULL, labelling = NULL, judge = NULL, strata = NULL,
                                   question = c("population", "rows"), smoothing = 1, by = NULL) {
  check_given(x, "a formula, a data frame or the truth.", "input")
  check_truth_first(sys.call(), "prediction_set")
  asked <- new_asked(
    rlang::enquos(id = id, fold = fold, repetition = repetition, weights = weights), rlang::enquo(by),
    rlang::enquos(labelling = labelling, judge = judge, strata = strata), question, smoothing, levels = levels,
    na = na
  )
  if (is_lazy(x)) {
    return(ask_about(lazy_table_set(x, ..., asked = asked), positive, event))
  }
  if (names_files(x)) {
    return(rlang::inject(prediction_set(
      as.list(x), ..., !!!asked$quos, by = !!asked$by, !!!asked$about$quos, question = question, smoothing = smoothing,
      levels = levels, na = na, positive = positive, event = event
    )))
  }
  if (!is_label_vector(x)) abort_no_predictions(x)
  na <- check_choice(na, "na", c("error", "omit"))
  columns <- named_vectors(rlang::enquos(..., .ignore_empty = "all"))
  truth <- expression_name(substitute(x)) %||% "truth"
  columns <- c(rlang::set_names(list(x), truth), columns)
  if (length(columns) == 1) {
    abort_verdict(c(
      "No classifier was given: at least one vector of predictions is needed.",
      i = "Such as {.code prediction_set(truth, rf = p1, tree = p2)}."
    ), "classifier")
  }
  given <- list(id = id, fold = fold, repetition = repetition, weights = weights, weights_are = weights_are)
  given$by <- check_by(by, length(x))
  ask_about(count_either(columns, given, resolve_labels(asked$about, NULL, length(x)), levels, na), positive, event)
}

# R hands a vector that is named x to the argument x, and what stands in its place to the classifiers.
check_truth_first <- function(call, verb) {
  names <- names(call)[-1]
  if (length(names) && names[1] == "" && "x" %in% names) {
    abort_verdict(c(
      "A classifier cannot be called {.arg x} here: that is the argument of the truth, which stands first.",
      i = "In a list it can: {.code {verb}(truth, list(x = p1, y = p2))}."
    ), "classifier")
  }
}

abort_no_predictions <- function(x) {
  abort_verdict(c(
    "{.arg x} must be a data frame, a formula or the truth as a vector, not {.obj_type_friendly {x}}.",
    i = "Such as {.code prediction_set(truth ~ rf + tree, data)}.",
    i = "Or of vectors, {.code prediction_set(truth, rf = p1, tree = p2)}.",
    i = "For a contingency table use {.fn as_prediction_set}."
  ), "input")
}

# The vectors among the dots by name; lists, data frames and matrices are taken apart.
named_vectors <- function(quos) {
  check_misspelt(names(quos))
  parts <- Map(function(quo, name) {
    value <- rlang::eval_tidy(quo)
    if (is.null(value)) abort_verdict("{.code {rlang::as_label(quo)}} is NULL, and no predictions.", "classifier")
    if (nzchar(name)) {
      return(rlang::set_names(list(value), name))
    }
    if (is.matrix(value)) value <- matrix_columns(value)
    if (!is.list(value)) value <- rlang::set_names(list(value), expression_name(rlang::quo_get_expr(quo)))
    names <- names(value) %||% rep("", length(value))
    if (any(is.na(names) | names == "")) abort_nameless(quo)
    as.list(value)
  }, quos, names(quos))
  do.call(c, unname(parts))
}

# Named as as.data.frame() does.
matrix_columns <- function(x) {
  plain <- is.double(x) && !is.object(x)
  columns <- if (plain) .Call(ffi_column_split, x) else lapply(seq_len(ncol(x)), function(k) as.vector(x[, k]))
  rlang::set_names(columns, colnames(x) %||% paste0("V", seq_len(ncol(x)), recycle0 = TRUE))
}

# `rf` of rf, results$rf and results[["rf"]]; NULL of other expressions.
expression_name <- function(expr) {
  if (is.symbol(expr)) {
    return(as.character(expr))
  }
  part <- if (rlang::is_call(expr, c("$", "[["), n = 2)) expr[[3]]
  if (is.symbol(part) && rlang::is_call(expr, "$") || rlang::is_string(part)) as.character(part)
}

abort_nameless <- function(quo) {
  abort_verdict(c(
    "Every classifier needs a name.",
    x = "What is {.code {rlang::as_label(quo)}} called?",
    i = "Name each, as in {.code rf = p1, tree = p2}."
  ), "classifier")
}

# `weight = w` would be a classifier.
check_misspelt <- function(names) {
  if (!any(nzchar(names))) {
    return(invisible())
  }
  arguments <- c(way_in_arguments, "classifiers", "truth")
  synonyms <- names(argument_synonyms)[argument_synonyms %in% way_in_arguments & nchar(names(argument_synonyms)) > 1]
  near <- vapply(names, function(name) {
    nchar(name) > 4 && !grepl("[0-9]$", name) && any(utils::adist(name, arguments) <= 1) || name %in% synonyms
  }, NA)
  if (any(near)) {
    name <- names[near][1]
    hint <- suggest_arguments(name, way_in_arguments)
    abort_verdict(c(
      "Is {.arg {name}} a classifier, or a misspelt argument?", hint,
      i = "A classifier of this name has to be in a data frame: {.code prediction_set(truth ~ {name}, data)}."
    ), "argument")
  }
}

# Right and wrong --------------------------------------------------------------------

#' @rdname prediction_set
#' @export
prediction_set.matrix <- function(x, ..., id = NULL, fold = NULL, repetition = NULL, weights = NULL,
                                  na = c("error", "omit"), by = NULL) {
  check_right_wrong(x)
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  names <- colnames(x) %||% paste0("classifier_", seq_len(ncol(x)))
  columns <- lapply(rlang::set_names(seq_len(ncol(x)), names), function(j) as_right_wrong(x[, j]))
  truth <- list(truth = as_right_wrong(rep(TRUE, nrow(x))))
  given <- list(id = id, fold = fold, repetition = repetition, weights = weights, by = by)
  set <- count_predictions(c(truth, columns), given, right_wrong, na)
  set$graded <- TRUE
  set$notes <- c(if (any(weights == 0)) note_zero(sum(weights == 0)), character())
  set
}

right_wrong <- c("wrong", "right")

as_right_wrong <- function(x) structure(as.integer(x) + 1L, levels = right_wrong, class = "factor", names = NULL)

check_right_wrong <- function(x) {
  if (nrow(x) == 0) abort_verdict("{.arg x} has no rows, so there is nothing to compare.", "empty")
  odd <- if (is.numeric(x)) which(!is.na(x) & x != 0 & x != 1) else if (!is.logical(x)) 1L
  names <- colnames(x) %||% ""
  is_truth <- grepl(truth_names, lower_ascii(names), perl = TRUE)
  if (any(is_truth)) {
    abort_verdict(c(
      "A matrix is taken for right and wrong, but {.val {names[is_truth]}} is a truth.",
      i = "Labels go into a data frame: {.code prediction_set(as.data.frame(x), truth, -truth)}."
    ), "input")
  }
  if (length(odd)) abort_not_right_wrong(x, odd[1])
  if (ncol(x) > 10 && ncol(x) > nrow(x)) {
    warn_verdict(c(
      "The matrix has {ncol(x)} columns, taken for classifiers, and {nrow(x)} row{?s}, taken for items.",
      i = "If it is the other way round, take {.code t(x)}."
    ), "orientation")
  }
}

abort_not_right_wrong <- function(x, at) {
  where <- arrayInd(at, dim(x))
  scores <- is.numeric(x)
  abort_verdict(c(
    "A matrix must say right or wrong, by TRUE and FALSE or 1 and 0: a row an item, a column a classifier.",
    x = if (scores) "It has {.val {x[at]}} in row {where[1]}, column {where[2]}.",
    x = if (!scores) "It is {.obj_type_friendly {x}}.",
    i = if (scores) "Scores between right and wrong are evidence too: {.code score_set(x, design = \"items\")}.",
    i = "Labels go into a data frame: {.code prediction_set(truth ~ ., data)}."
  ), "input")
}

check_graded_metrics <- function(x, metrics) {
  odd <- metrics$asked[!metrics$metric %in% c("accuracy", "error")]
  if (is_graded(x) && length(odd)) {
    abort_verdict(c(
      "Of right and wrong only {.val accuracy} and {.val error} are known, not {.val {odd}}.",
      i = "Others need the labels: {.code prediction_set(truth ~ rf + tree, data)}."
    ), "metric")
  }
}
