# Columns that a call names: chosen, checked and pulled out of the data.

# No classifier may also be the truth, nor any of them the id or the weights.
check_apart <- function(truth, classifiers, others) {
  arg <- names(others)[others %in% truth]
  if (length(arg) > 0) abort_verdict("{.field {truth}} is given both as {.arg {arg[1]}} and as the truth.", "column")
  others <- c(truth = unname(truth), others)
  both <- others[others %in% classifiers]
  if (length(both) > 0) {
    abort_verdict(c(
      "{.field {both[[1]]}} is given both as {.arg {names(both)[1]}} and among the classifiers.",
      i = "Leave it out of the classifiers, for instance with {.code -{both[[1]]}}."
    ), "column")
  }
}

# A second classifier by position, or what is no argument.
check_more <- function(...) {
  quos <- rlang::enquos(...)
  unnamed <- quos[names(quos) == ""]
  if (length(unnamed) > 0) {
    more <- paste(vapply(unnamed, rlang::as_label, ""), collapse = ", ")
    abort_verdict(c(
      "The arguments after {.arg classifiers} must be named.",
      x = "What is {.code {more}}?",
      i = "Several classifiers are put together with {.fn c}: {.code c(nb, rf)}."
    ), "argument")
  }
  check_dots(...)
}

check_one_column <- function(names, arg) {
  if (length(names) != 1) abort_verdict("{.arg {arg}} must be one column, not {length(names)}.", "column")
}

# Names of the selected columns, named by what they are to be called.
select_columns <- function(quo, data, arg) {
  if (rlang::quo_is_missing(quo)) abort_unnamed_column(data, arg)
  at <- rlang::try_fetch(
    tidyselect::eval_select(quo, data, error_call = door()),
    error = function(cnd) {
      if (inherits(cnd, "vctrs_error_names_must_be_unique")) abort_twice(repeated(cnd$names))
      abort_verdict(c(
        "{.arg {arg}} could not be found in the data.",
        x = "{.code {rlang::as_label(quo)}} selects no such column.",
        i = "Columns of the data: {.val {names(data)}}."
      ), "column")
    }
  )
  rlang::set_names(names(data)[at], names(at))
}

# A column given by name, as a string, or as a vector with a value for each row:
# list(name, value), name NULL if it is no column of the data.
pull_column <- function(quo, data, arg) {
  expr <- rlang::quo_get_expr(quo)
  if (is.null(expr)) {
    return(list(name = NULL, value = NULL))
  }
  if (is.symbol(expr) && as.character(expr) %in% names(data)) {
    name <- as.character(expr)
  } else if (rlang::is_call(expr, c("all_of", "any_of"), ns = c("", "tidyselect"))) {
    name <- unname(select_columns(quo, data, arg))
  } else {
    value <- eval_column(quo, data, arg)
    if (!rlang::is_string(value) || nrow(data) == 1 && !value %in% names(data)) {
      return(list(name = NULL, value = value))
    }
    name <- value
  }
  check_column_names(name, data, arg)
  check_one_column(name, arg)
  list(name = name, value = data[[name]])
}

# What every way in is asked for: `quos`, which columns have a role; `by`; `labels`, which columns say how few labels
# came about, with `question` and `smoothing`; `...`: the options.
new_asked <- function(quos, by, labels, question, smoothing, ...) {
  list(quos = quos, by = by, about = list(quos = labels, question = question, smoothing = smoothing), ...)
}

# Rows that are counted in parts, or where they are, have no weights but frequencies.
check_frequencies <- function(asked, advice) {
  weights <- if (!rlang::quo_is_null(asked$quos$weights)) 1
  if (check_weights_are(weights, asked$weights_are)) {
    abort_verdict(c("{.code weights_are = \"sampling\"} is for one data frame in R.", i = advice), "weights")
  }
}

# The names of several such arguments, by role; of what is no column of the data `refuse` says why it has to be one.
column_names <- function(quos, data, refuse) {
  unlist(lapply(rlang::set_names(names(quos)), function(arg) {
    column <- pull_column(quos[[arg]], data, arg)
    if (!is.null(column$value) && is.null(column$name)) refuse(arg)
    column$name
  }))
}

# The values of several such arguments, and (`names`) those that are columns.
pull_columns <- function(quos, data) {
  columns <- Map(function(quo, arg) pull_column(quo, data, arg), quos, names(quos))
  c(lapply(columns, `[[`, "value"), list(names = unlist(lapply(columns, `[[`, "name"))))
}

eval_column <- function(quo, data, arg) {
  rlang::try_fetch(
    rlang::eval_tidy(quo, data),
    error = function(cnd) {
      abort_verdict(c(
        "{.arg {arg}} must be a column of the data or a vector with one value a row.",
        x = "{.code {rlang::as_label(quo)}} is neither.",
        i = "Columns of the data: {.val {names(data)}}."
      ), "column")
    }
  )
}

# Ways to say which columns are labels: functions of the data, and of the columns that are something else, that give
# the names of the truth and the classifiers, named by what they are to be called.
named_in_formula <- function(formula) {
  function(data, others) {
    names <- formula_columns(formula, setdiff(names(data), others))
    check_column_names(names, data, arg = NULL)
    check_apart(names[1], names[-1], others)
    rlang::set_names(names)
  }
}

selected_columns <- function(truth, classifiers) {
  function(data, others) {
    truth <- select_columns(truth, data, "truth")
    classifiers <- select_columns(classifiers, data, "classifiers")
    check_one_column(truth, "truth")
    check_apart(truth, classifiers, others)
    c(truth, classifiers)
  }
}

pick <- function(data, names) {
  lapply(rlang::set_names(names), function(name) data[[name]])
}

# The columns a formula names: the truth, then the classifiers; `.` stands for
# `others` but the truth; NULL: there are no data.
formula_columns <- function(formula, others) {
  if (length(formula) != 3 || !is.symbol(formula[[2]])) abort_formula(formula)
  truth <- as.character(formula[[2]])
  terms <- formula_terms(formula[[3]], formula)
  dropped <- terms[names(terms) == "-"]
  terms <- unname(terms[names(terms) == "+"])
  dot <- terms == "."
  if (any(dot) && is.null(others)) {
    abort_verdict(c(
      "{.code .} stands for all other columns of {.arg data}, which is missing.",
      i = "Give the data frame, or name the classifiers."
    ), "formula")
  }
  if (any(dot) && "." %in% others) {
    abort_verdict(c(
      "A column is called {.val .}, which in a formula stands for all other columns.",
      i = "Give it another name."
    ), "formula")
  }
  if (any(dot)) terms <- c(terms[!dot], setdiff(others, c(truth, terms)))
  lost <- setdiff(dropped, c(truth, terms))
  if (length(lost)) {
    abort_verdict(c(
      "The formula leaves out {.val {lost}}, which {?is/are} not among its classifiers.",
      i = "They are {.val {terms}}."
    ), "formula")
  }
  c(truth, terms[!terms %in% dropped])
}

# The variables of a formula, as lm() finds them: where it was written.
formula_variables <- function(formula) {
  names <- formula_columns(formula, NULL)
  env <- rlang::f_env(formula) %||% rlang::empty_env()
  variables <- lapply(rlang::set_names(names), find_variable, env = env)
  lost <- names[vapply(variables, is.null, NA)]
  if (length(lost)) {
    abort_verdict(c(
      "The formula asks for {qty(length(lost))}{?a variable/variables} that {?does/do} not exist: {.val {lost}}.",
      i = "If {qty(length(lost))}{?it is a column/they are columns} of a data frame, give it as {.arg data}."
    ), "column")
  }
  list2DF(check_columns(variables))
}

abort_unnamed_column <- function(data, arg) {
  right_or_wrong <- function(x) is.logical(x) || is.numeric(x) && all(x %in% c(0, 1, NA))
  graded <- arg == "truth" && nrow(data) > 0 && all(vapply(data, right_or_wrong, NA))
  abort_verdict(c(
    "{.arg {arg}} is missing: which column of the data is it?",
    i = if (graded) "If the columns say which items are right, a column a classifier, give {.code as.matrix(x)}."
  ), "column")
}

abort_formula <- function(formula) {
  abort_verdict(c(
    "The formula must be {.code truth ~ classifier1 + classifier2}: column names joined by {.code +}.",
    x = "It is {.code {rlang::as_label(formula)}}.",
    i = if (any(c("$", "[[") %in% all.names(formula))) "Give the data frame as {.arg data}, and only names here.",
    i = "Put names that are not syntactic into backticks; {.code .} means all other columns."
  ), "formula")
}

# Names, named by the sign that they have.
formula_terms <- function(x, formula) {
  if (is.symbol(x)) {
    return(c("+" = as.character(x)))
  }
  if (rlang::is_call(x, c("+", "-"), n = 2)) {
    right <- formula_terms(x[[3]], formula)
    if (rlang::is_call(x, "-")) names(right) <- chartr("+-", "-+", names(right))
    return(c(formula_terms(x[[2]], formula), right))
  }
  if (rlang::is_call(x, "(")) {
    return(formula_terms(x[[2]], formula))
  }
  abort_formula(formula)
}

# A function is not what is meant, whatever it is called.
find_variable <- function(name, env) {
  for (mode in c("any", "numeric", "character", "logical")) {
    variable <- get0(name, envir = env, mode = mode)
    if (!is.null(variable) && !is.function(variable)) {
      return(variable)
    }
  }
}
