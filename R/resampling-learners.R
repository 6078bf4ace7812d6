# What learners need, and whether they can be run.

# A column by its name, as a symbol or a string.
study_truth <- function(quo, x) {
  name <- if (!rlang::quo_is_missing(quo)) rlang::quo_get_expr(quo)
  if (is.symbol(name) && as.character(name) %in% names(x)) {
    name <- as.character(name)
  } else {
    name <- tryCatch(rlang::eval_tidy(quo), error = function(cnd) NULL)
  }
  if (!rlang::is_string(name) || sum(names(x) == name) != 1) {
    abort_verdict(c(
      "{.arg truth} must be the name of a column of the data.",
      i = "The columns are {.val {names(x)}}."
    ), "study")
  }
  missing <- sum(is.na(x[[name]]))
  if (missing > 0) {
    abort_verdict(c(
      "{missing} row{?s} of the data {?has/have} no truth: {.field {name}} is {.val {NA}} there.",
      i = "Leave such rows out."
    ), "study")
  }
  name
}

check_learners <- function(learners, truth, least = 2) {
  is_learner <- function(l) is.list(l) && is.function(l[["fit"]]) && is.function(l[["predict"]])
  fine <- !missing(learners) && is.list(learners) && length(learners) >= least &&
    rlang::is_named(learners) && all(vapply(learners, is_learner, NA))
  if (!fine) {
    abort_verdict(
      "{.arg learners} must be a named list of at least {c('one', 'two')[least]} {.code list(fit = , predict = )}.",
      "study"
    )
  }
  names <- c(names(learners), truth)
  twice <- repeated(names)
  if (length(twice)) {
    abort_verdict(c(
      "Every learner needs a name of its own, which is not that of the truth.",
      x = "{.val {twice}} occur{?s/} twice."
    ), "study")
  }
}

check_globals <- function(globals, packages) {
  if (!(rlang::is_bool(globals) || rlang::is_character(globals) ||
          (is.list(globals) && (length(globals) == 0 || rlang::is_named(globals))))) {
    abort_verdict("{.arg globals} must be TRUE, FALSE, names of variables or a named list of them.", "study")
  }
  if (is.character(globals)) {
    unknown <- globals[!vapply(globals, function(name) nzchar(name) && exists(name, globalenv()), NA)]
    if (length(unknown)) {
      abort_verdict("{.arg globals} names {.val {unknown}}, which {?is/are} not in the global environment.", "study")
    }
  }
  if (!is.null(packages)) check_strings(packages, "packages")
}

# What functions use of the global environment and of attached packages, which do not
# travel with them: future finds it for functions that it is given by name, but not for
# those inside a list. Functions from elsewhere carry their environment.
learner_needs <- function(functions, globals, packages) {
  needs <- list(globals = list(), packages = character())
  if (!isFALSE(globals)) {
    functions <- Filter(Negate(is.primitive), functions)
    names(functions) <- sprintf(".verdict_%d", seq_along(functions))
    names <- c(names(functions), if (is.character(globals)) globals)
    needs <- future::getGlobalsAndPackages(
      as.call(c(as.name("list"), lapply(names, as.name))),
      envir = list2env(functions, parent = globalenv())
    )
  }
  used <- intersect(as.character(names(needs$globals)), ls(globalenv(), all.names = TRUE))
  needed <- mget(used, envir = globalenv())
  if (is.list(globals)) needed[names(globals)] <- globals
  list(globals = needed, packages = unique(c(needs$packages, packages)))
}
