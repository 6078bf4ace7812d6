#' Predictions of several classifiers on the same observations
#'
#' @param fold,repetition The fold of a cross-validation that the row was predicted in,
#'   and its repetition: columns of the data, or vectors with one value a row.
#'
#' @section Cross-validated predictions:
#' Give the columns with the fold and the repetition, and with several repetitions also
#' `id`, the observation. It is then checked that every observation occurs once in each
#' repetition, with one truth. Variances are by observation, so that ten repetitions are
#' not taken for ten times as many observations. What no variance contains is that the
#' models were trained on overlapping data: every result from such a set carries that
#' caveat, and `vignette("cross-validation")` says how much it matters and what to use
#' instead.
#'
#' Repeated predictions without `id` are refused where they can be recognised: when
#' `repetition` is given; when the data have a column called `repetition`, `repeat` or
#' `rep` that is not used; and when the truth comes in equal blocks, as it does when the
#' predictions of several repetitions are stacked. If every row is an observation of its
#' own for all that, say so with `id = seq_len(nrow(data))`, or leave the column out of
#' the data. A column `fold` that is not used is taken as a sign of cross-validation; it
#' changes nothing but the caveat.
#'
#' @section Errors:
#' On cross-validation: `verdict_error_repeated` for repeated predictions without `id`,
#' `verdict_error_repetition` for an observation that is not predicted once in each
#' repetition, `verdict_error_truth` for an observation with more than one truth,
#' `verdict_error_fold` for fewer than two folds or classifiers that do not share the
#' partition.
#'
#' @export
prediction_set <- function(x, ...) {
  UseMethod("prediction_set")
}

#' @rdname prediction_set
#' @export
prediction_set.formula <- function(x, data, id = NULL, fold = NULL, repetition = NULL,
                                   weights = NULL, levels = NULL, na = c("error", "omit"), ...) {
  rlang::check_dots_empty()
  na <- rlang::arg_match(na)
  check_data(data)
  given <- pull_columns(rlang::enquos(
    id = id, fold = fold, repetition = repetition, weights = weights
  ), data)
  names <- formula_columns(x, setdiff(names(data), given$names))
  check_column_names(names, data, "x")
  given$unused <- check_unused(data, c(names, given$names), given)
  count_predictions(pick(data, names), given, levels, na)
}

#' @rdname prediction_set
#' @export
prediction_set.data.frame <- function(x, truth, classifiers, id = NULL, fold = NULL,
                                      repetition = NULL, weights = NULL, levels = NULL,
                                      na = c("error", "omit"), ...) {
  rlang::check_dots_empty()
  na <- rlang::arg_match(na)
  check_data(x, "x")
  given <- pull_columns(rlang::enquos(
    id = id, fold = fold, repetition = repetition, weights = weights
  ), x)
  truth <- select_columns(rlang::enquo(truth), x, "truth")
  classifiers <- select_columns(rlang::enquo(classifiers), x, "classifiers")
  check_one_truth(truth)
  check_apart(classifiers, c(list(truth = truth), given$names))
  given$unused <- check_unused(x, c(truth, classifiers, given$names), given)
  columns <- c(pick(x, truth), pick(x, classifiers))
  names(columns) <- c(names(truth), names(classifiers))
  count_predictions(columns, given, levels, na)
}

pick <- function(data, names) {
  lapply(rlang::set_names(names), function(name) data[[name]])
}

# The columns a formula names: the truth, then the classifiers; `.` stands for
# `others` but the truth.
formula_columns <- function(formula, others, call = caller_env()) {
  if (length(formula) != 3 || !is.symbol(formula[[2]])) {
    abort_formula(formula, call)
  }
  truth <- as.character(formula[[2]])
  terms <- formula_terms(formula[[3]], formula, call)
  dot <- terms == "."
  if (any(dot)) {
    terms <- c(terms[!dot], setdiff(others, c(truth, terms)))
  }
  c(truth, terms)
}

formula_terms <- function(x, formula, call) {
  if (is.symbol(x)) {
    return(as.character(x))
  }
  if (rlang::is_call(x, "+", n = 2)) {
    return(c(formula_terms(x[[2]], formula, call), formula_terms(x[[3]], formula, call)))
  }
  if (rlang::is_call(x, "(")) {
    return(formula_terms(x[[2]], formula, call))
  }
  abort_formula(formula, call)
}

abort_formula <- function(formula, call) {
  abort_verdict(
    c(
      "The formula must be {.code truth ~ classifier1 + classifier2}: column names joined by {.code +}.",
      x = "It is {.code {rlang::as_label(formula)}}.",
      i = "Put names that are not syntactic into backticks; {.code .} means all other columns."
    ),
    "formula",
    call = call
  )
}

# The values of several such arguments, and (`names`) those that are columns.
pull_columns <- function(quos, data, call = caller_env()) {
  found <- Map(function(quo, arg) pull_column(quo, data, arg, call = call), quos, names(quos))
  c(lapply(found, `[[`, "value"), list(names = unlist(lapply(found, `[[`, "name"))))
}

# A column given by name, as a string, or as a vector with a value for each row:
# list(name, value), name NULL if it is no column of the data.
pull_column <- function(quo, data, arg, call = caller_env()) {
  expr <- rlang::quo_get_expr(quo)
  if (is.null(expr)) {
    return(list(name = NULL, value = NULL))
  }
  name <- NULL
  if (is.symbol(expr) && as.character(expr) %in% names(data)) {
    name <- as.character(expr)
  } else {
    value <- eval_column(quo, data, arg, call)
    if (!rlang::is_string(value) || nrow(data) == 1 && !value %in% names(data)) {
      return(list(name = NULL, value = value))
    }
    name <- value
  }
  check_column_names(name, data, arg, call = call)
  list(name = name, value = data[[name]])
}

eval_column <- function(quo, data, arg, call) {
  rlang::try_fetch(
    rlang::eval_tidy(quo, data),
    error = function(cnd) {
      abort_verdict(
        c(
          "{.arg {arg}} must be a column of the data or a vector with one value a row.",
          x = "{.code {rlang::as_label(quo)}} is neither.",
          i = "Columns of the data: {.val {names(data)}}."
        ),
        "column",
        call = call
      )
    }
  )
}

# Names of the selected columns, named by what they are to be called.
select_columns <- function(quo, data, arg, call = caller_env()) {
  if (rlang::quo_is_missing(quo)) {
    abort_verdict("{.arg {arg}} is missing: which column of the data is it?", "column", call = call)
  }
  at <- rlang::try_fetch(
    tidyselect::eval_select(quo, data, error_call = call),
    error = function(cnd) {
      abort_verdict(
        c(
          "{.arg {arg}} could not be found in the data.",
          x = "{.code {rlang::as_label(quo)}} selects no such column.",
          i = "Columns of the data: {.val {names(data)}}."
        ),
        "column",
        call = call
      )
    }
  )
  rlang::set_names(names(data)[at], names(at))
}

check_one_truth <- function(truth, call = caller_env()) {
  if (length(truth) != 1) {
    abort_verdict(
      "{.arg truth} must be one column, not {length(truth)}.",
      "column",
      call = call
    )
  }
}

# No classifier may also be the truth, the id or the weights.
check_apart <- function(classifiers, others, call = caller_env()) {
  for (arg in names(others)) {
    both <- intersect(classifiers, others[[arg]])
    if (length(both) > 0) {
      abort_verdict(
        c(
          "{.field {both}} is given both as {.arg {arg}} and among {.arg classifiers}.",
          i = "Leave it out of {.arg classifiers}, for instance with {.code -{both}}."
        ),
        "column",
        call = call
      )
    }
  }
}
