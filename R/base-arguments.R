# Checks of the verbs' options. Each names the argument, what came, and what is
# wanted.

check_dots <- function(...) if (...length() > 0) check_options(rlang::enquos(...), known = character())

check_strings <- function(x, arg) {
  if (!is.character(x) || length(x) == 0 || anyNA(x)) {
    abort_verdict("{.arg {arg}} must be one or more names, not {.obj_type_friendly {x}}.", "argument")
  }
}

check_one_name <- function(x, arg) {
  if (!rlang::is_string(x) || !nzchar(x)) {
    abort_verdict("{.arg {arg}} must be one name, not {.obj_type_friendly {x}}.", "argument")
  }
}

# One of `choices`; the full vector, the way R writes a default, means the first. Names
# have underscores; hyphens, spaces or nothing in their place are understood, and capitals.
check_choice <- function(x, arg, choices) {
  if (identical(x, choices)) {
    return(choices[1])
  }
  if (rlang::is_string(x) && x %in% choices) {
    return(choices[[match(x, choices)]])
  }
  if (is.character(x)) x <- as.vector(unclass(x)) # metrics with options are strings with a class
  known <- if (rlang::is_string(x)) c(x, choice_synonyms[lower_ascii(x)])
  at <- if (length(known)) stats::na.omit(match(joined_words(known), joined_words(choices)))
  if (length(at) == 0) {
    given <- if (rlang::is_string(x)) "{.val {x}}" else "{.obj_type_friendly {x}}"
    near <- if (rlang::is_string(x)) closest_name(x, choices)
    abort_verdict(c(
      paste0("{.arg {arg}} must be one of {.or {.val {choices}}}, not ", given, "."),
      i = if (length(near)) "Did you mean {.val {near}}?"
    ), "argument")
  }
  choices[[at[1]]]
}

# The places of what is called `given`, in the order of `name`: by name where both have names, and as they stand where
# they have none in common. What has only some is more likely a slip than meant so.
match_names <- function(name, given, arg, of = "estimates") {
  if (is.null(given) || anyNA(name) || anyDuplicated(given) || !any(given %in% name)) {
    return(seq_along(given %||% name))
  }
  other <- setdiff(given, name)
  lost <- setdiff(name, given)
  if (length(other) || length(lost)) {
    abort_verdict(c(
      "{.arg {arg}} and the {of} have other names.",
      x = if (length(other)) "{.arg {arg}} has {.val {other}}, which {?is/are} none of the {of}.",
      x = if (length(lost)) "The {of} have {.val {lost}}, which {.arg {arg}} has not.",
      i = "Give both the same names; without names {.arg {arg}} is taken in the order of the {of}."
    ), arg)
  }
  match(name, given)
}

# What choices are called elsewhere: intervals of one proportion, formats by the ending of a file.
choice_synonyms <- c(
  exact = "clopper_pearson", binomial = "clopper_pearson", clopper = "clopper_pearson", score = "wilson",
  wald = "normal", randomisation = "permutation", randomization = "permutation",
  tex = "latex", md = "markdown", word = "docx", txt = "text"
)

joined_words <- function(x) gsub("[-_ ]", "", lower_ascii(x))

check_flag <- function(x, arg) {
  if (!rlang::is_bool(x)) abort_verdict("{.arg {arg}} must be TRUE or FALSE, not {.obj_type_friendly {x}}.", "argument")
}

check_beta <- function(beta) check_number(beta, "beta", 0, Inf)

check_level <- function(conf.level) check_number(conf.level, "conf.level", 0, 1)

check_classes <- function(classes, x) {
  if (is.null(classes)) {
    return(NULL)
  }
  labels <- as_labels(classes)
  if (length(labels) == 0 || anyNA(labels)) {
    what <- if (is.atomic(classes) && anyNA(classes)) "a missing one" else "{.obj_type_friendly {classes}}"
    abort_verdict(paste0("{.arg classes} must be one or more labels of classes, not ", what, "."), "argument")
  }
  unknown <- setdiff(labels, x$classes)
  if (length(x$classes) == 0) {
    abort_verdict("{.arg classes} asks for {.val {labels}}, but this set has no classes.", "class")
  }
  if (length(unknown)) {
    abort_verdict(c(
      "{.arg classes} asks for {.val {unknown}}, which {?does/do} not occur.",
      i = "The classes are {.val {x$classes}}."
    ), "class")
  }
  x$classes[x$classes %in% labels]
}

check_reference <- function(reference, x) check_known_classifier(reference, "reference", x, "reference")

# One of them, or NULL.
check_known_classifier <- function(one, arg, x, kind = "classifier") {
  if (!is.null(one) && !(rlang::is_string(one) && one %in% x$classifiers)) {
    given <- if (rlang::is_string(one)) "{.val {one}}" else "{.obj_type_friendly {one}}"
    abort_verdict(c(
      paste0("{.arg {arg}} must be one of the classifiers, not ", given, "."),
      i = "The classifiers are {.val {x$classifiers}}."
    ), kind)
  }
}

check_two_classifiers <- function(x) {
  if (length(x$classifiers) < 2) {
    abort_verdict(c(
      "A comparison needs at least two classifiers; this set has only {.val {x$classifiers}}.",
      i = "For one classifier by itself, use {.fn assess_classifiers}."
    ), "classifier")
  }
}

is_clustered <- function(x) !is.null(x$profiles)

# Refuses before it is asked for what no machine should hold.
check_memory <- function(bytes, what, instead) {
  if (bytes > 4e9) abort_verdict(c("{what} would take {signif(bytes / 1e9, 2)} GB.", i = instead), "size")
}

# Nor for what nobody waits for.
check_minutes <- function(n, most, what, instead, envir = parent.frame()) {
  if (n > most) abort_verdict(c(paste(what, "would take minutes."), i = instead), "size", envir = envir)
}

check_whole <- function(whole, kind = "columns") {
  if (!whole) abort_verdict("The result has lost columns, or what it knew: take it as it was returned.", kind)
}

is_count <- function(x, least, most = .Machine$integer.max) {
  is.numeric(x) && length(x) == 1 && is.finite(x) && x == round(x) && x >= least && x <= most
}

averages <- c("none", "macro", "weighted", "micro")

alternatives <- c("two.sided", "greater", "less")

zero_divisions <- c("na", "zero", "skip")

# Options of one method or metric that may also be given to the verb, by name.
comparison_options <- c("R", "simultaneous", "beta")

# `arguments` are others that the verb has.
check_options <- function(options, known = comparison_options, arguments = character()) {
  if (length(options) == 0) {
    return(options)
  }
  named <- names(options) %||% rep("", length(options))
  unknown <- setdiff(named, c(known, ""))
  if (length(unknown)) abort_unknown_arguments(unknown, c(door_arguments(), arguments, known))
  if (any(named == "")) {
    abort_verdict(c(
      "Arguments after the first ones must be named.", i = "See the help page for the arguments."
    ), "argument")
  }
  options
}

# `run(n, done)` returns a list of matrices of n replicates (columns) after `done`; the pieces, of at most
# `most` replicates, are bound together. Between them the progress bar moves, and an
# interrupt is heard.
in_pieces <- function(R, what, run, most = Inf) {
  n_pieces <- max(min(50, ceiling(R / 100)), ceiling(R / most))
  sizes <- diff(round(seq(0, R, length.out = n_pieces + 1)))
  pieces <- vector("list", n_pieces)
  cli_progress_bar(what, total = R, clear = TRUE)
  for (i in seq_along(sizes)) {
    pieces[[i]] <- run(as.integer(sizes[i]), sum(sizes[seq_len(i - 1)]))
    cli_progress_update(inc = sizes[i])
  }
  cli_progress_done()
  do.call(Map, c(list(f = cbind), pieces))
}
