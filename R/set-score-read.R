# Scores as users give them, wide or long, to numbers with the cells they stand in.

# A string is what the score is called, even where a column is called so too.
pull_metric <- function(quo, data) {
  expr <- rlang::quo_get_expr(quo)
  if (is.symbol(expr) && as.character(expr) %in% names(data)) {
    return(data[[as.character(expr)]])
  }
  eval_column(quo, data, "metric")
}

check_metric_name <- function(metric) {
  if (!rlang::is_string(metric) || !nzchar(metric)) {
    abort_verdict("{.arg metric} must be one name, what the score is called.", "argument")
  }
}

# Of one column a classifier a metric is a string.
check_wide_metric <- function(quo, data) {
  expr <- rlang::quo_get_expr(quo)
  known <- !is.symbol(expr) || exists(as.character(expr), envir = rlang::quo_get_env(quo))
  if (!known || is.symbol(expr) && as.character(expr) %in% names(data)) {
    abort_verdict(c(
      "{.arg metric} must be one name, what the score is called, such as {.val accuracy}.",
      i = "A column of metrics belongs to one row a score: give {.arg score} and {.arg classifier} too."
    ), "argument")
  }
  check_metric_name(rlang::eval_tidy(quo))
}

# A row of a matrix is what its design says, by its row names or numbers.
name_rows <- function(given, design, x) {
  units <- given[c("dataset", "repetition", "fold", "item")]
  if (!all(vapply(units, is.null, NA))) {
    return(given)
  }
  if (is.null(design)) {
    abort_verdict(c(
      "What is a row of {.arg x}?",
      i = "Say so with {.arg fold}, {.arg dataset} or {.arg item}, or with {.code design = \"folds\"} (or another)."
    ), "design")
  }
  design <- check_choice(design, "design", score_designs()$design)
  rows <- rownames(x) %||% seq_len(nrow(x))
  switch(design,
    "5x2" = given[c("repetition", "fold")] <- list(rep(1:5, each = 2, length.out = nrow(x)), rep_len(1:2, nrow(x))),
    repeated_folds = abort_verdict(
      "Repeated folds need {.arg repetition} and {.arg fold}: which row is which?", "design"
    ),
    given[[c(
      folds = "fold", monte_carlo = "repetition", bootstrap = "repetition", datasets = "dataset", items = "item"
    )[[design]]]] <- rows
  )
  given
}

wide_scores <- function(x, classifiers, given, metric, options) {
  used <- unlist(given$names)
  names <- if (rlang::quo_is_missing(classifiers)) {
    rlang::set_names(setdiff(names(x), used))
  } else {
    select_columns(classifiers, x, "classifiers")
  }
  right <- length(names) > 0 && all(vapply(names, function(name) is.logical(x[[name]]), NA))
  if (right) options <- of_right(options)
  numeric <- vapply(names, function(name) (right || is.numeric(x[[name]])) && length(dim(x[[name]])) < 2, NA)
  if (length(names) == 0 || !all(numeric)) {
    abort_verdict(c(
      "The classifiers' columns must be numbers, their scores.",
      x = if (length(names)) "{.field {names[!numeric]}} {?is/are} not." else "There is none.",
      i = "Name them in {.arg classifiers}, or, with one row a score, give {.arg score} and {.arg classifier}."
    ), "column")
  }
  scores <- vapply(pick(x, unname(names)), as.double, numeric(nrow(x)))
  scores <- matrix(scores, nrow(x), dimnames = list(NULL, names(names)))
  read_scores(scores, name_rows(given, options$design, x), metric, options)
}

# A matrix with a column a classifier, a row a unit: as long data without the detour.
read_scores <- function(x, given, metric, options) {
  check_score_numbers(x)
  names <- utf8_names(colnames(x))
  check_classifier_names(names)
  cells <- read_cells(given, nrow(x))
  check_double_cells(cells)
  order <- order(cells$code)
  scores <- array(as.double(x[order, ]), c(dim(x), 1), list(NULL, names, metric))
  resolve_scores(scores, is.na(scores), cells$cells[order, ], metric, options, given = FALSE)
}

long_scores <- function(given, n_rows, options) {
  if (is.logical(given$score)) {
    options <- of_right(options)
    given$score <- as.double(given$score)
  }
  check_score_numbers(given$score)
  check_length(given$score, n_rows, "score")
  for (arg in c("classifier", "metric")) {
    if (arg == "classifier" || length(given$metric) > 1) check_group(given[[arg]], n_rows, arg)
  }
  if (all(vapply(given[unit_columns], is.null, NA))) splits_design(FALSE, NULL)
  classifier <- sorted_labels(given$classifier)
  if (length(given$metric) < 2) check_metric_name(given$metric)
  metric <- group_codes(rep_len(given$metric, n_rows))
  cells <- read_cells(given, n_rows)
  first <- which(!duplicated(cells$code))
  first <- first[order(cells$code[first])]
  at <- match(cells$code, cells$code[first])
  check_same_sizes(cells$cells, at, first)
  size <- c(length(first), length(classifier$label), length(metric$label))
  place <- at + size[1] * (classifier$code - 1) + size[1] * size[2] * (metric$code - 1)
  if (anyDuplicated(place)) abort_double_scores(cells$cells, place, classifier)
  scores <- array(NA_real_, size, list(NULL, utf8_names(classifier$label), metric$label))
  scores[place] <- as.double(given$score)
  unscored <- array(FALSE, size)
  unscored[place[is.na(given$score)]] <- TRUE
  resolve_scores(scores, unscored, cells$cells[first, ], metric$label, options, given = TRUE)
}

# TRUE is 1 and right, FALSE is 0 and wrong.
of_right <- function(options) {
  options$lower <- options$lower %||% 0
  options$upper <- options$upper %||% 1
  options
}

check_score_numbers <- function(x) {
  if (!is.numeric(x) || is.object(x) && !inherits(x, "AsIs")) {
    abort_verdict("Scores must be numbers, not {.obj_type_friendly {if (is.atomic(x)) as.vector(x) else x}}.", "score")
  }
  if (length(x) == 0) abort_verdict("There are no scores.", "score")
  check_score_size(x)
  odd <- which(is.infinite(x))
  if (length(odd)) {
    abort_verdict(c(
      "Scores must be finite.",
      x = "{length(odd)} {?is/are} not: row{?s} {first_few(unique((odd - 1) %% NROW(x) + 1))}."
    ), "score")
  }
}

# Their squares, and sums of these, are numbers.
check_score_size <- function(x) {
  size <- max(abs(x[is.finite(x)]), 0)
  if (size > 1e100 || size > 0 && size < 1e-100) {
    abort_verdict(c(
      "Scores must be between 1e-100 and 1e100 in size, not {signif(size, 3)}.", i = "Take them in another unit."
    ), "score")
  }
}

check_classifier_names <- function(names) {
  twice <- repeated(names)
  if (length(twice) || any(is.na(names) | names == "")) {
    abort_verdict(c(
      "Every classifier needs a name of its own.",
      x = if (length(twice)) "More than one is called {.val {twice}}."
    ), "classifier")
  }
}

# list(cells = the columns with a row each, code = a number that sorts them).
read_cells <- function(given, n_rows) {
  given <- resolve_folds(given)
  code <- rep(0, n_rows)
  cells <- list()
  for (arg in c(unit_columns, "cluster")) {
    cells[[arg]] <- rep(NA_character_, n_rows)
    if (is.null(given[[arg]])) next
    given[[arg]] <- time_factor(given[[arg]])
    check_group(given[[arg]], n_rows, arg)
    labels <- sorted_labels(given[[arg]])
    cells[[arg]] <- labels$label[labels$code]
    if (arg != "cluster") code <- code * length(labels$label) + labels$code - 1
  }
  for (arg in c("n_train", "n_test")) cells[[arg]] <- read_sizes(given[[arg]], n_rows, arg)
  cells <- list2DF(cells[c(unit_columns, "cluster", "n_train", "n_test")], n_rows)
  cells$by <- by_rows(given$by, n_rows)
  list(cells = cells, code = code)
}

read_sizes <- function(x, n_rows, arg) {
  if (is.null(x)) {
    return(rep(NA_real_, n_rows))
  }
  if (!is.numeric(x) || anyNA(x) || any(x <= 0 | is.infinite(x))) {
    abort_verdict("{.arg {arg}} must be positive numbers, how many rows there are.", "argument")
  }
  if (length(x) == 1) x <- rep(x, n_rows)
  check_length(x, n_rows, arg)
  as.double(x)
}

check_double_cells <- function(cells) {
  twice <- which(duplicated(cells$code))
  if (length(twice)) {
    abort_verdict(c(
      "Every unit needs a row of its own.",
      x = "More than one row: {first_few(unique(name_units(cells$cells[twice, ])))}."
    ), "score")
  }
}

abort_double_scores <- function(cells, place, classifier) {
  twice <- which(duplicated(place))
  cells <- unique(paste(classifier$label[classifier$code[twice]], "on", name_units(cells[twice, ])))
  abort_verdict(c(
    "Every classifier needs one score of each unit.",
    x = "More than one: {first_few(cells, 3)}.",
    i = "Several samples of an item, or repetitions of a fold, are numbered by {.arg repetition}."
  ), "score")
}

check_same_sizes <- function(cells, at, first) {
  for (arg in c("n_train", "n_test", "cluster")) {
    odd <- which(!(cells[[arg]] == cells[[arg]][first[at]]))
    if (length(odd)) {
      abort_verdict(c(
        "{.arg {arg}} must be the same for all classifiers on one unit.",
        x = "It is not on {first_few(unique(name_units(cells[odd, ])), 3)}."
      ), "design")
    }
  }
}
