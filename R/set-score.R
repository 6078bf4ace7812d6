# Scores of classifiers as evidence. A score_set is a list of
#   scores       numeric array units x classifiers x metrics, dimnames(NULL, classifiers, metrics);
#                NA only with na = "keep", or for samples that a classifier lacks of an item
#   cells        data frame, one row a unit, in the order of the array's first dimension, sorted by
#                dataset, repetition, fold, item: the labels (character, NA where not given) in these
#                columns and `cluster`, and the numbers n_train, n_test (NA: unknown)
#   metrics      rows as in registry_metrics, with `asked`; `better` is "high", "low" or NA
#   classifiers  names
#   design       new_design(): type as in score_designs, folds (of a repetition), repetitions
#   n_omitted    units left out for a missing score
# A row of `cells` is what was scored. The independent unit may be larger: a data set, whose folds
# are averaged, or an item, whose samples are. score_matrix() and score_cells() are by that unit.

# The designs, as data: what the unit is called, and the columns that make it.
#' Scores over folds, data sets or items
#'
#' Scores that were computed elsewhere (accuracy, F1, AUC, a loss, anything) of several classifiers
#' on the same folds, random splits, data sets or items become evidence for the verbs of this package:
#' [assess_classifiers()], [compare_classifiers()], [rank_classifiers()], [verdict()] and their plots.
#' What a unit is, the design, decides which tests are valid, and the verbs take these.
#'
#' # Designs
#'
#' | design | given | unit |
#' | --- | --- | --- |
#' | `"folds"` | `fold` | a fold of one cross-validation |
#' | `"repeated_folds"` | `fold`, `repetition` | a fold of a repeated cross-validation |
#' | `"5x2"` | the same, five times two | a half |
#' | `"monte_carlo"` | `repetition`, and `design` | a random split into training and test data |
#' | `"bootstrap"` | `repetition`, and `design` | a bootstrap sample, scored on what it left out |
#' | `"datasets"` | `dataset` | a data set; its folds are averaged |
#' | `"items"` | `item` | an item, such as a question; its samples (`repetition`) are averaged |
#'
#' The classifiers must have been trained and tested on the same splits: the comparisons are paired.
#'
#' @param x A data frame, long (one row a score) or wide (one column a classifier), or a matrix with a
#'   column a classifier.
#'   Scores are numbers, or logical, where `TRUE` is right.
#' @param score,classifier Of a long data frame: the columns with the score and with the name of the
#'   classifier. Classifiers come in the order of the factor levels, or else sorted.
#' @param classifiers Of a wide data frame: the columns with the scores, as in [dplyr::select()]; all that
#'   are not used otherwise, if left out.
#' @param dataset,fold,repetition,item What was scored: columns (names, or strings), or vectors with one
#'   value a row. See the section 'Designs'.
#' @param cluster Of items that belong together (questions on one text): their group. Variances are then
#'   by cluster.
#' @param n_train,n_test Sizes of the training and test data of each split: columns, or numbers. The
#'   corrected tests need their ratio; for cross-validation it follows from the number of folds.
#' @param metric What the score is called, such as `"accuracy"` or `"auc"`; of a long data frame
#'   with several, their column (a name, not a string).
#' @param design What a unit is, if the columns do not say, see the section 'Designs'.
#' @param better Which scores are good: `"high"` or `"low"`, one for all or named by metric. `NULL`: as
#'   usual for names that this package knows (low for `"error"`, `"loss"`, `"log_loss"`, `"brier"`, `"ece"`, `"rmse"`,
#'   `"mse"`, `"mae"`, `"perplexity"` and the synonyms of these), and high for others, such as `"auc"`.
#' @param lower,upper The range of the scores, one for all or named by metric. Intervals are cut there.
#' @param label What the metrics are called in sentences, named by metric.
#' @param by Groups of items or data sets, such as tasks, for who is better where: columns, or vectors with one value a
#'   row; see [group_questions].
#' @param na What to do with missing scores: `"error"` names them, `"omit"` leaves the whole unit out for all
#'   classifiers and records how many, `"keep"` keeps them, and each comparison leaves out the units
#'   that it lacks.
#' @param ... Not used. The arguments after it must be named.
#' @return An object of class `score_set`, a list with
#' - `scores`: an array of units, classifiers and metrics;
#' - `cells`: a data frame, for each unit its `dataset`, `repetition`, `fold`, `item`, `cluster`, `n_train` and
#'   `n_test`;
#' - `metrics`, `classifiers`, `design`, `n_omitted`.
#' @section Errors:
#' `verdict_error_score` for scores that are no finite numbers, that are missing (with `na = "error"`) or double;
#' `verdict_error_design` for units that make none of the designs, and for sizes that differ between
#' classifiers; `verdict_error_fold` for a single fold; `verdict_error_column`, `verdict_error_length`,
#' `verdict_error_classifier`, `verdict_error_argument`.
#' @section When not to use it:
#' Where you have the predictions use [prediction_set()], which computes every metric, of folds
#' too. Scores of classifiers on different splits or items are not paired; no test here is for them.
#' @seealso [compare_classifiers()], [as_score_set()]
#' @examples
#' scores <- data.frame(
#'   fold = 1:5, a = c(0.84, 0.81, 0.86, 0.79, 0.88), b = c(0.80, 0.80, 0.83, 0.78, 0.82)
#' )
#' x <- score_set(scores, fold = fold, metric = "accuracy")
#' x
#'
#' # The same, one row a score
#' long <- data.frame(
#'   fold = rep(1:5, 2), model = rep(c("a", "b"), each = 5), accuracy = c(scores$a, scores$b)
#' )
#' score_set(long, score = accuracy, classifier = model, fold = fold, metric = "accuracy")
#' @export
score_set <- function(x, ...) UseMethod("score_set")

#' @export
score_set.default <- function(x, ...) {
  check_given(x, "a data frame or a matrix of scores.", "input")
  abort_verdict(c(
    "{.arg x} must be a data frame or a matrix of scores, not {.obj_type_friendly {x}}.",
    i = "For a {.cls prediction_set} use {.fn as_score_set}."
  ), "input")
}

#' @rdname score_set
#' @export
score_set.data.frame <- function(x, score, classifier, ..., classifiers, dataset = NULL, fold = NULL,
                                 repetition = NULL, item = NULL, cluster = NULL, n_train = NULL,
                                 n_test = NULL, metric = "score", design = NULL, better = NULL,
                                 lower = NULL, upper = NULL, label = NULL, na = c("error", "omit", "keep"),
                                 by = NULL) {
  check_dots(...)
  check_data(x, "x")
  quos <- rlang::enquos(
    dataset = dataset, repetition = repetition, fold = fold, item = item, cluster = cluster,
    n_train = n_train, n_test = n_test
  )
  options <- list(design = design, better = better, lower = lower, upper = upper, label = label, na = na)
  long <- rlang::enquos(score = score, classifier = classifier)
  missing <- vapply(long, rlang::quo_is_missing, NA)
  if (all(missing)) {
    check_wide_metric(rlang::enquo(metric), x)
    given <- with_by(pull_columns(quos, x), rlang::enquo(by), x)
    return(wide_scores(x, rlang::enquo(classifiers), given, metric, options))
  }
  check_required(long, "For one column a classifier leave out {.arg score} and {.arg classifier}.")
  given <- with_by(pull_columns(c(long, quos), x), rlang::enquo(by), x)
  check_roles(given$names)
  given$metric <- pull_metric(rlang::enquo(metric), x)
  long_scores(given, nrow(x), options)
}

#' @rdname score_set
#' @export
score_set.matrix <- function(x, ..., dataset = NULL, fold = NULL, repetition = NULL, item = NULL,
                             cluster = NULL, n_train = NULL, n_test = NULL, metric = "score",
                             design = NULL, better = NULL, lower = NULL, upper = NULL, label = NULL,
                             na = c("error", "omit", "keep"), by = NULL) {
  check_dots(...)
  check_metric_name(metric)
  given <- list(
    dataset = dataset, repetition = repetition, fold = fold, item = item, cluster = cluster,
    n_train = n_train, n_test = n_test, by = check_by(by, nrow(x))
  )
  options <- list(design = design, better = better, lower = lower, upper = upper, label = label, na = na)
  if (is.logical(x)) {
    options <- of_right(options)
    storage.mode(x) <- "double"
  }
  check_score_numbers(x)
  if (is.null(colnames(x))) colnames(x) <- paste0("classifier_", seq_len(ncol(x)))
  read_scores(x, name_rows(given, design, x), metric, options)
}

#' Other data as scores
#'
#' Makes a [score_set()] of what is none yet.
#'
#' @param x A data frame or matrix, which [score_set()] takes as well, or a [score_set()], which stays as it is.
#' @param ... The arguments of [score_set()].
#' @return A [score_set()].
#' @section Errors: Those of [score_set()].
#' @section When not to use it: The verbs take a [prediction_set()] as it is, with its folds.
#' @seealso [score_set()]
#' @examples
#' as_score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.7, 0.8)), design = "datasets")
#' @order 1
#' @export
as_score_set <- function(x, ...) UseMethod("as_score_set")

#' @rdname as_score_set
#' @export
as_score_set.default <- function(x, ...) {
  check_given(x, "models, resamples or a {.fn prediction_set}.", "input")
  score_set(x, ...)
}

#' @rdname as_score_set
#' @export
as_score_set.score_set <- function(x, ...) {
  check_dots(...)
  x
}

# -- what others use ------------------------------------------------------------------

# `scores`: units x classifiers x metrics with dimnames; `cells` may lack columns; sorted here.
new_score_set <- function(scores, cells, metrics, design, n_omitted = 0) {
  structure(
    list(
      scores = scores, cells = cells, metrics = metrics, classifiers = colnames(scores), design = design,
      n_omitted = n_omitted
    ),
    class = c("score_set", "evidence")
  )
}

# The scores by independent unit: units x classifiers. Folds of a data set and samples of an item
# are averaged; a unit whose scores lack one is NA, but for samples.
score_matrix <- function(set, metric = set$metrics$metric[1]) {
  scores <- matrix(set$scores[, , metric], ncol = length(set$classifiers), dimnames = list(NULL, set$classifiers))
  unit <- score_unit(set)
  if (!anyDuplicated(unit)) {
    return(scores)
  }
  samples <- set$design$type == "items"
  known <- !is.na(scores)
  total <- rowsum(ifelse(known, scores, 0), unit, reorder = FALSE)
  n <- rowsum(known + 0, unit, reorder = FALSE)
  total <- total / n
  if (!samples) total[n < as.vector(table(factor(unit, unique(unit))))] <- NA
  total[n == 0] <- NA
  dimnames(total) <- list(NULL, set$classifiers)
  total
}

# The rows of `cells` that go with those of score_matrix().
score_cells <- function(set) {
  again <- duplicated(score_unit(set))
  if (any(again)) set$cells[!again, ] else set$cells
}

# To which independent unit each row of the scores belongs.
score_unit <- function(set) {
  of <- switch(set$design$type, datasets = set$cells$dataset, items = set$cells$item, seq_len(nrow(set$cells)))
  match(of, unique(of))
}

# n_test / n_train as far as it is known: the mean sizes' ratio, and whether all splits share it.
score_ratio <- function(set) {
  cells <- set$cells
  if (!anyNA(cells$n_train) && !anyNA(cells$n_test)) {
    return(sizes_ratio(cells$n_train, cells$n_test))
  }
  folds <- set$design$folds
  is_cv <- set$design$type %in% c("folds", "repeated_folds", "5x2")
  list(ratio = if (is_cv) 1 / (folds - 1) else NA_real_, equal = TRUE, known = is_cv)
}

# 1 where high is good, -1 where low is.
score_sign <- function(set, metric) {
  if (set$metrics$better[match(metric, set$metrics$metric)] %in% "low") -1 else 1
}

# -- input ----------------------------------------------------------------------------

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
  numeric <- vapply(names, function(name) (right || is.numeric(x[[name]])) && is.null(dim(x[[name]])), NA)
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
  scores <- array(
    as.double(x[order, ]), c(dim(x), 1), list(NULL, names, metric)
  )
  resolve_scores(scores, cells$cells[order, ], metric, options)
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
  resolve_scores(scores, cells$cells[first, ], metric$label, options)
}

# TRUE is 1 and right, FALSE is 0 and wrong.
of_right <- function(options) {
  options$lower <- options$lower %||% 0
  options$upper <- options$upper %||% 1
  options
}

check_score_numbers <- function(x) {
  if (!is.numeric(x) || is.object(x) && !inherits(x, "AsIs")) {
    abort_verdict("Scores must be numbers, not {.obj_type_friendly {as.vector(x)}}.", "score")
  }
  if (length(x) == 0) abort_verdict("There are no scores.", "score")
  size <- max(abs(x[is.finite(x)]), 0)
  if (size > 1e100 || size > 0 && size < 1e-100) {
    abort_verdict(c(
      "Scores must be between 1e-100 and 1e100 in size, not {signif(size, 3)}.", i = "Take them in another unit."
    ), "score")
  }
  odd <- which(is.infinite(x))
  if (length(odd)) {
    abort_verdict(c(
      "Scores must be finite.",
      x = "{length(odd)} {?is/are} not: row{?s} {first_few(unique((odd - 1) %% NROW(x) + 1))}."
    ), "score")
  }
}

check_classifier_names <- function(names) {
  twice <- unique(names[duplicated(names)])
  if (length(twice) || any(is.na(names) | names == "")) {
    abort_verdict(c(
      "Every classifier needs a name of its own.",
      x = if (length(twice)) "More than one is called {.val {twice}}."
    ), "classifier")
  }
}

unit_columns <- c("dataset", "repetition", "fold", "item")

# list(cells = the columns with a row each, code = a number that sorts them).
read_cells <- function(given, n_rows) {
  given <- resolve_folds(given)
  code <- rep(0, n_rows)
  cells <- list()
  for (arg in c(unit_columns, "cluster")) {
    cells[[arg]] <- rep(NA_character_, n_rows)
    if (is.null(given[[arg]])) next
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

# "fold 2, repetition 1"
name_units <- function(cells) {
  given <- unit_columns[!vapply(cells[unit_columns], function(x) all(is.na(x)), NA)]
  words <- c(dataset = "data set", repetition = "repetition", fold = "fold", item = "item")
  do.call(paste, c(lapply(given, function(name) paste(words[[name]], cells[[name]])), list(sep = ", ")))
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

# -- what is checked of all -----------------------------------------------------------

resolve_scores <- function(scores, cells, metric, options) {
  row.names(cells) <- NULL
  na <- check_choice(options$na, "na", c("error", "omit", "keep"))
  design <- score_design(cells, options$design)
  check_clusters(cells, design)
  omitted <- 0L
  lacking <- which(lacks_score(scores, cells, design))
  if (length(lacking) && na == "error") abort_missing_scores(scores, cells, lacking)
  if (length(lacking) && na == "omit") {
    if (design$type == "5x2") {
      abort_verdict("5x2 cross-validation needs all ten scores: {.code na = \"omit\"} would break it.", "score")
    }
    key <- switch(design$type, datasets = cells$dataset, items = cells$item, seq_len(nrow(cells)))
    out <- key %in% key[lacking]
    omitted <- length(unique(key[out]))
    if (all(out)) abort_verdict("No unit has a score of every classifier.", "score")
    scores <- scores[!out, , , drop = FALSE]
    cells <- cells[!out, ]
    row.names(cells) <- NULL
  }
  check_fold_number(cells, design)
  metrics <- score_metrics(metric, options)
  check_score_range(scores, metrics)
  with_unit_groups(new_score_set(scores, cells[names(cells) != "by"], metrics, design, omitted), cells$by, na)
}

# A unit that is averaged (the folds of a data set, the samples of an item) is of one group. Folds of one data set have
# none: their scores are of all its rows.
with_unit_groups <- function(set, by, na) {
  if (is.null(by)) {
    return(set)
  }
  if (!set$design$type %in% c("items", "datasets")) {
    abort_verdict(c(
      "{.arg by} is for items or data sets: a fold has rows of all groups.",
      i = "Of predictions by fold and group make a {.fn prediction_set}."
    ), "by")
  }
  unit <- score_unit(set)
  groups <- unit_groups(by, 1 / tabulate(unit)[unit], na)
  code <- ifelse(is.na(groups$group), 0L, groups$group)
  if (anyDuplicated(unique(cbind(unit, code))[, 1])) {
    abort_verdict("The samples of an item, and the folds of a data set, must be of one group.", "by")
  }
  set$groups <- groups
  set
}

# Units that lack a score; of an item one sample is enough.
lacks_score <- function(scores, cells, design) {
  if (design$type != "items" || !anyDuplicated(cells$item)) {
    return(rowSums(is.na(scores)) > 0)
  }
  item <- match(cells$item, unique(cells$item))
  known <- matrix(!is.na(scores), nrow(scores)) + 0
  rowSums(rowsum(known, item, reorder = FALSE) == 0)[item] > 0
}

abort_missing_scores <- function(scores, cells, lacking) {
  at <- which(is.na(matrix(scores[lacking, , ], length(lacking))), arr.ind = TRUE)
  names <- rep(colnames(scores), dim(scores)[3])
  words <- unique(paste(names[at[, 2]], "on", name_units(cells[lacking[at[, 1]], ])))
  abort_verdict(c(
    "Every classifier needs a score of every unit.",
    x = "Missing: {first_few(words)}.",
    i = "{.code na = \"omit\"} leaves these units out for all classifiers."
  ), "score")
}

# The design that the columns make, or the one that was asked for, if they do.
score_design <- function(cells, asked) {
  has <- function(name) !all(is.na(cells[[name]]))
  design <- design_of_columns(cells, has)
  asked <- if (!is.null(asked)) check_choice(asked, "design", score_designs()$design)
  if (is.null(design)) design <- splits_design(has("repetition"), asked)
  fits <- is.null(asked) || asked == design || design == "5x2" && asked == "repeated_folds"
  if (!fits) {
    abort_verdict(c(
      "The units are no {.val {asked}}: by their columns they are {.val {design}}.",
      i = "See the section 'Designs' of {.fn score_set} for what each needs."
    ), "design")
  }
  repetition <- paste(cells$dataset, cells$repetition, sep = "\r")
  per_repetition <- tabulate(match(repetition, unique(repetition)))
  if (design == "repeated_folds" && length(unique(per_repetition)) > 1) {
    abort_verdict(c(
      "Every repetition needs the same number of folds.",
      x = "They have {min(per_repetition)} to {max(per_repetition)}."
    ), "design")
  }
  new_design(
    asked %||% design, folds = if (has("fold")) max(per_repetition) else NA,
    repetitions = if (has("repetition")) length(unique(cells$repetition)) else NA
  )
}

# NULL where repetitions are all there is. One data set with folds is a cross-validation.
design_of_columns <- function(cells, has) {
  many <- function(name) has(name) && length(unique(cells[[name]])) > 1
  if (has("item")) {
    "items"
  } else if (many("dataset") || has("dataset") && !has("fold") && !has("repetition")) {
    "datasets"
  } else if (has("fold")) {
    if (!many("repetition")) "folds" else if (is_5x2(cells)) "5x2" else "repeated_folds"
  }
}

# Repetitions alone are splits, but nothing says which.
splits_design <- function(has_repetition, asked) {
  if (has_repetition && isTRUE(asked %in% c("monte_carlo", "bootstrap"))) {
    return(asked)
  }
  abort_verdict(c(
    if (has_repetition) "What is a {.arg repetition}?" else "What was scored?",
    i = if (has_repetition) {
      "Say {.code design = \"monte_carlo\"} or {.code design = \"bootstrap\"}, or give {.arg fold} or {.arg item} too."
    } else {
      "Give {.arg fold}, {.arg dataset} or {.arg item}: a column, or a vector with one value a row."
    }
  ), "design")
}

check_clusters <- function(cells, design) {
  if (all(is.na(cells$cluster))) {
    return(invisible())
  }
  if (design$type != "items") {
    words <- score_designs()[design$type, "words"]
    abort_verdict("{.arg cluster} is for items; these are {words}.", "design")
  }
  pairs <- unique(cells[c("item", "cluster")])
  twice <- pairs$item[duplicated(pairs$item)]
  if (length(twice)) {
    abort_verdict(c(
      "An item belongs to one {.arg cluster}.", x = "In more than one: item {first_few(unique(twice))}."
    ), "design")
  }
}

check_fold_number <- function(cells, design) {
  if (design$type %in% c("datasets", "items") || nrow(cells) > 1) {
    return(invisible())
  }
  abort_verdict(c(
    "There is only one {design_unit(design$type)}: that does not show how scores vary.",
    i = "A comparison needs two or more, better ten."
  ), "fold")
}

check_score_range <- function(scores, metrics) {
  for (i in seq_len(nrow(metrics))) {
    x <- scores[, , i]
    beyond <- which(x < metrics$lower[i] | x > metrics$upper[i])
    if (length(beyond)) {
      abort_verdict(c(
        "Scores of {.val {metrics$metric[i]}} must lie between {metrics$lower[i]} and {metrics$upper[i]}.",
        x = "{length(beyond)} {?does/do} not, such as {.val {x[beyond[1]]}}.",
        i = "Give {.arg lower} and {.arg upper} if they have another range."
      ), "score")
    }
  }
}

# -- methods --------------------------------------------------------------------------

#' @export
print.score_set <- function(x, ..., width = getOption("width")) {
  cells <- x$cells
  unit <- design_unit(x$design$type)
  n <- nrow(score_cells(x))
  samples <- if (nrow(cells) > n) {
    paste0(" (", count_of(nrow(cells), if (x$design$type == "items") "sample" else "fold"), ")")
  }
  text <- paste0(
    "Score set: ", and_list(paste0(x$metrics$label, " (", score_side(x), ")"), 6), " of ",
    count_of(length(x$classifiers), "classifier"), " on ", count_of(n, unit), samples,
    if (!all(is.na(cells$cluster))) paste(" in", count_of(length(unique(cells$cluster)), "cluster")),
    design_part(x$design), ".",
    if (x$n_omitted > 0) paste0(" ", count_of(x$n_omitted, unit), " left out for missing scores.")
  )
  writeLines(wrap_text(text, check_width(width)))
  invisible(x)
}

score_side <- function(x) ifelse(is.na(x$metrics$better), "no good side", paste(x$metrics$better, "is good"))

design_part <- function(design) {
  words <- design_words(design)
  if (!is.null(words)) paste0(", ", words)
}

#' @export
summary.score_set <- function(object, ...) {
  check_dots(...)
  parts <- lapply(object$metrics$metric, function(metric) {
    scores <- score_matrix(object, metric)
    each <- function(f) unname(apply(scores, 2, function(x) if (all(is.na(x))) NA_real_ else f(x[!is.na(x)])))
    data.frame(
      metric = metric, classifier = object$classifiers, n = unname(colSums(!is.na(scores))), mean = each(mean),
      sd = each(stats::sd), min = each(min), median = each(stats::median), max = each(max)
    )
  })
  do.call(rbind, parts)
}

#' @export
as.data.frame.score_set <- function(x, row.names = NULL, optional = FALSE, ...) { # nolint: object_name_linter.
  check_dots(...)
  given <- vapply(x$cells, function(column) !all(is.na(column)), NA)
  size <- dim(x$scores)
  out <- x$cells[rep(seq_len(size[1]), size[2] * size[3]), given, drop = FALSE]
  out$classifier <- rep(rep(x$classifiers, each = size[1]), size[3])
  out$metric <- rep(x$metrics$metric, each = size[1] * size[2])
  out$score <- as.vector(x$scores)
  row.names(out) <- NULL
  out
}
