# A formula in the place of a set: verdict(truth ~ rf + tree, data) is
# verdict(prediction_set(truth ~ rf + tree, data)). One method for the formulas of all verbs, registered under the
# name of each: what is an argument of prediction_set() makes the set, the rest goes to the verb.

#' @rawNamespace
#' S3method(assess_classifiers, formula, verb_of_formula)
#' S3method(compare_bayesian, formula, verb_of_formula)
#' S3method(compare_classifiers, formula, verb_of_formula)
#' S3method(compare_independent, formula, independent_of_formula)
#' S3method(flips, formula, verb_of_formula)
#' S3method(omnibus_test, formula, verb_of_formula)
#' S3method(power_comparison, formula, verb_of_formula)
#' S3method(prevalence_curve, formula, verb_of_formula)
#' S3method(rank_classifiers, formula, verb_of_formula)
#' S3method(replicability_study, formula, verb_of_formula)
#' S3method(sample_size, formula, verb_of_formula)
#' S3method(update_prevalence, formula, verb_of_formula)
#' S3method(verdict, formula, verb_of_formula)
NULL

verb_of_formula <- function(x, data, ...) {
  given <- split_arguments(rlang::enquos(..., .ignore_empty = "all"), .Generic, if (!missing(data)) data)
  set <- set_of_formula(x, if (!missing(data)) data, given$set)
  call_verb(.Generic, list(set), given$verb)
}

# Two samples: `y` is a data frame, in which the formula holds too, or a set, or, without data, a formula.
independent_of_formula <- function(x, data, y, ...) {
  given <- split_arguments(rlang::enquos(..., .ignore_empty = "all"), "compare_independent", if (!missing(data)) data)
  if (missing(y)) {
    abort_verdict(c(
      "{.arg y} is missing: the other observations.",
      i = "Such as {.code compare_independent(truth ~ rf, old, new)}, of two data frames."
    ), "set")
  }
  data <- if (!missing(data)) data
  if (inherits(y, "formula") && !is.null(data)) {
    abort_verdict(c(
      "{.arg y} would be of the same rows as {.arg x}, which are paired, not independent.",
      i = "Compare them by {.code compare_classifiers(truth ~ rf + tree, data)}.",
      i = "Of another data frame: {.code compare_independent(truth ~ rf, old, new)}."
    ), "set")
  }
  other <- if (inherits(y, "evidence")) {
    y
  } else if (inherits(y, "formula")) {
    set_of_formula(y, NULL, given$set)
  } else {
    set_of_formula(x, y, given$set)
  }
  call_verb("compare_independent", list(set_of_formula(x, data, given$set), other), given$verb)
}

column_arguments <- c("id", "fold", "repetition", "weights", "labelling", "judge", "strata", "by")

# `set` for prediction_set(), where columns remain expressions; `verb` for the verb, evaluated.
split_arguments <- function(quos, verb, data) {
  own <- names(quos) %in% setdiff(names(formals(prediction_set.formula)), c("x", "data", "..."))
  evaluate <- function(quos) lapply(quos, rlang::eval_tidy)
  is_column <- names(quos) %in% column_arguments
  check_verb_columns(quos[!own], verb, data)
  list(set = c(as.list(quos[own & is_column]), evaluate(quos[own & !is_column])), verb = evaluate(quos[!own]))
}

# A column under the name of no argument, such as cluster = patient, is not looked for elsewhere.
check_verb_columns <- function(quos, verb, data) {
  is_column <- function(name, env) name %in% names(data) && !exists(name, env)
  columns <- vapply(quos, function(quo) {
    any(vapply(all.vars(rlang::quo_get_expr(quo)), is_column, NA, env = rlang::quo_get_env(quo)))
  }, NA)
  methods <- lapply(c("evidence", "prediction_set", "default"), function(class) utils::getS3method(verb, class, TRUE))
  own <- names(unlist(lapply(Filter(is.function, methods), formals), recursive = FALSE))
  known <- c(names(formals(prediction_set.formula)), own)
  wrong <- setdiff(names(quos)[columns], c(known, ""))
  if (length(wrong)) abort_unknown_arguments(wrong, setdiff(known, "..."))
}

set_of_formula <- function(formula, data, given) {
  data <- data %||% formula_variables(formula)
  seen <- if (is_lazy(data)) lazy_look(formula, data) else data
  columns <- columns_of_formula(formula, seen)
  if (asks_of_probabilities(columns, seen)) {
    return(set_of_probabilities(formula, data, columns, given))
  }
  check_not_scores(columns)
  rlang::inject(prediction_set(formula, data, !!!given))
}

# Whether the classifiers are numbers between 0 and 1 that are no labels, or have a column for every class.
asks_of_probabilities <- function(columns, data) {
  truth <- columns[[1]]
  if (!length(columns) || !is_label_vector(truth) || are_fractions(truth)) {
    return(FALSE)
  }
  scores <- columns[-1]
  shares <- all(vapply(scores, are_shares, NA)) && any(vapply(scores, are_fractions, NA))
  n <- length(event_classes(truth))
  by_class <- function(x) length(dim(x)) == 2 && ncol(x) == n && is.numeric(as.matrix(x))
  shares || length(class_prefixes(names(columns), data)) == length(scores) || all(vapply(scores, by_class, NA))
}

# Numbers that name no class of the truth, and are more than it has classes, are percent or scores.
check_not_scores <- function(columns) {
  if (length(columns) < 2 || !is_label_vector(columns[[1]]) || are_fractions(columns[[1]])) {
    return(invisible())
  }
  classes <- event_classes(columns[[1]])
  scores <- vapply(columns[-1], function(column) {
    values <- if (is.numeric(column) && !is.object(column) && is.null(dim(column))) unique(column[!is.na(column)])
    length(values) > max(2, length(classes)) && !any(as.character(values) %in% classes)
  }, NA)
  if (!all(scores)) {
    return(invisible())
  }
  percent <- all(vapply(columns[-1], function(column) all(column >= 0 & column <= 100, na.rm = TRUE), NA))
  abort_verdict(c(
    "{.val {names(columns)[-1]}} {?is a number/are numbers}, and no classes of {.field {names(columns)[1]}}.",
    i = if (percent) "Percent? Divide by 100, and it is a matter of {.fn probability_set}.",
    i = "Decision scores: {.code probability_set(..., scores = TRUE)}."
  ), "scores")
}

# What a formula asks of a table that is not in R, by its first rows; where these are no labels the truth by all of its
# values.
lazy_look <- function(formula, x, n = 1000L) {
  rlang::try_fetch({
    x <- dplyr::ungroup(x)
    truth <- formula_columns(formula, names(lazy_skeleton(x)))[1]
    seen <- as.list(ask_rows(utils::head(x, n)))
    if (any(vapply(seen, are_fractions, NA))) {
      seen[[truth]] <- ask_rows(utils::head(dplyr::distinct(dplyr::select(x, !!!truth)), n))[[1]]
    }
    structure(seen, class = "lazy_look")
  }, error = function(cnd) NULL)
}

# Of no other formula than one of columns.
columns_of_formula <- function(formula, data) {
  if (is.data.frame(data) || inherits(data, "lazy_look")) {
    rlang::try_fetch(pick(data, formula_columns(formula, names(data))), verdict_error = function(cnd) NULL)
  }
}

are_shares <- function(x) is.double(x) && is.null(dim(x)) && all(x >= 0 & x <= 1, na.rm = TRUE)

are_fractions <- function(x) are_shares(x) && any(x > 0 & x < 1, na.rm = TRUE)

# What is plain is done and said; otherwise it is asked of which class they are.
set_of_probabilities <- function(formula, data, columns, given) {
  who <- names(columns)[-1]
  other <- setdiff(names(given), c("id", "fold", "weights", "weights_are", "na", "positive", "event", "by"))
  if (length(other)) {
    abort_verdict(c(
      "{.val {who}} {?is a number/are numbers} between 0 and 1, and {.arg {other}} {?is/are} of labels.",
      i = "Of probabilities make a set first: {.fn probability_set}."
    ), "argument")
  }
  names(given)[names(given) == "event"] <- "positive"
  classes <- event_classes(columns[[1]])
  plain <- length(classes) > 2 || all(classes %in% c("0", "1")) || all(classes %in% c("FALSE", "TRUE"))
  if (is.null(given$positive) && !plain) {
    verb <- sub(".formula", "", verb_name(), fixed = TRUE)
    abort_verdict(c(
      "{.val {who}} {?is a number/are numbers} between 0 and 1: probabilities of which class?",
      i = "Say it: {.code {verb}({deparse1(formula)}, data, positive = \"{classes[1]}\")} or
           {.code \"{classes[2]}\"}, or make a set by {.fn probability_set}."
    ), "positive")
  }
  set <- rlang::inject(probability_set(formula, data, !!!given))
  event <- set$positive %||% set$parts[[1]]$positive
  of <- if (is.null(event)) "each class" else format_inline("{.val {event}}")
  inform_verdict(c(
    "{.val {who}} {?is/are} taken for probabilities of {of}, as by {.fn probability_set}.",
    i = "Labels at a threshold: {.code as_prediction_set(x, threshold = 0.5)}."
  ), "probabilities")
  set
}

# By its name and with short arguments, so that a traceback can be read; errors speak of the user's call.
call_verb <- function(verb, sets, given) {
  values <- c(sets, given)
  place <- paste0("argument", seq_along(values))
  arguments <- rlang::set_names(rlang::syms(place), names(values) %||% rep("", length(values)))
  mask <- rlang::new_environment(rlang::set_names(values, place), rlang::ns_env("verdict"))
  rlang::eval_bare(rlang::call2(verb, !!!arguments), mask)
}

# Without data ---------------------------------------------------------------------------
