#' Predictions of several classifiers on the same observations
#'
#' @export
prediction_set <- function(x, ...) {
  UseMethod("prediction_set")
}

#' @rdname prediction_set
#' @export
prediction_set.formula <- function(x, data, id = NULL, weights = NULL, levels = NULL,
                                   na = c("error", "omit"), ...) {
  rlang::check_dots_empty()
  na <- rlang::arg_match(na)
  check_data(data)
  id <- pull_column(rlang::enquo(id), data, "id")
  weights <- pull_column(rlang::enquo(weights), data, "weights")
  names <- formula_columns(x, setdiff(names(data), c(id$name, weights$name)))
  check_column_names(names, data, "x")
  count_predictions(pick(data, names), id$value, weights$value, levels, na)
}

#' @rdname prediction_set
#' @export
prediction_set.data.frame <- function(x, truth, classifiers, id = NULL, weights = NULL,
                                      levels = NULL, na = c("error", "omit"), ...) {
  rlang::check_dots_empty()
  na <- rlang::arg_match(na)
  check_data(x, "x")
  id <- pull_column(rlang::enquo(id), x, "id")
  weights <- pull_column(rlang::enquo(weights), x, "weights")
  truth <- select_columns(rlang::enquo(truth), x, "truth")
  classifiers <- select_columns(rlang::enquo(classifiers), x, "classifiers")
  check_one_truth(truth)
  check_apart(classifiers, list(truth = truth, id = id$name, weights = weights$name))
  columns <- c(pick(x, truth), pick(x, classifiers))
  names(columns) <- c(names(truth), names(classifiers))
  count_predictions(columns, id$value, weights$value, levels, na)
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
