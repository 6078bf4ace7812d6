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
#   n_unscored   samples of items that were given without a score, of each classifier; NULL: none
#   repeated     whether repetitions of items differ in their means by more than samples do, of each; NULL: none
# A row of `cells` is what was scored. The independent unit may be larger: a data set, whose folds
# are averaged, or an item, whose samples are. score_matrix() and score_cells() are by that unit.

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
#' The classifiers must have been trained and tested on the same splits: the comparisons are paired. Samples of an item
#' are drawn for it by itself, such as a model's answers at a temperature. A training run is shared by all items, and
#' results say so where repetitions look like that: their means differ by more than samples of an item do (Friedman's
#' test, at 0.001 for all classifiers).
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
#'   usual for names that this package knows, those of [metrics] and of [net_benefit] among them (low for `"error"`,
#'   `"loss"`, `"log_loss"`, `"brier"`, `"rps"`, `"expected_cost"`, `"ece"`, `"rmse"`, `"mse"`, `"mae"`, `"perplexity"`
#'   and the synonyms of these; neither for `"calibration_slope"` and the like), and high for others, such as `"auc"`.
#' @param lower,upper The range of the scores, one for all or named by metric. Intervals are cut there.
#' @param label What the metrics are called in sentences: one text, or one named for each metric.
#' @param by Groups of items or data sets, such as tasks, for who is better where: columns, or vectors with one value a
#'   row; see [group_questions].
#' @param na What to do with missing scores: `"error"` names them, `"omit"` leaves the whole unit out for all
#'   classifiers and records how many, `"keep"` keeps them, and each comparison leaves out the units
#'   that it lacks. Of an item with several samples the mean is of those that have a score: `"omit"` and `"keep"` leave
#'   out samples without one, count them by classifier, and results say so. Classifiers may have different numbers of
#'   samples: in long data those that one does not have need no row, in wide data they are `NA`, which is no error.
#' @param ... Not used. The arguments after it must be named.
#' @return An object of class `score_set`, a list with
#' - `scores`: an array of units, classifiers and metrics;
#' - `cells`: a data frame, for each unit its `dataset`, `repetition`, `fold`, `item`, `cluster`, `n_train` and
#'   `n_test`;
#' - `metrics`, `classifiers`, `design`, `n_omitted`;
#' - `n_unscored`: where samples of items were left out for missing scores, how many of each classifier;
#' - `repeated`: where means of repetitions differ by more than samples of an item do, of which classifiers.
#' @section Errors:
#' `verdict_error_score` for scores that are no finite numbers, that are missing (with `na = "error"`) or double, and
#' where those of one classifier are 0 and 1 and those of another 0 and 100; `verdict_warning_score` where others look
#' like shares beside percent;
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
                                 repetition = NULL, item = NULL, cluster = NULL, n_train = NULL, n_test = NULL,
                                 metric = "score", design = NULL, better = NULL, lower = NULL, upper = NULL,
                                 label = NULL, na = c("error", "omit", "keep"), by = NULL) {
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
score_set.matrix <- function(x, ..., dataset = NULL, fold = NULL, repetition = NULL, item = NULL, cluster = NULL,
                             n_train = NULL, n_test = NULL, metric = "score", design = NULL, better = NULL,
                             lower = NULL, upper = NULL, label = NULL, na = c("error", "omit", "keep"), by = NULL) {
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
#' Makes a [score_set()] of what is none yet: of a [prediction_set()] or [probability_set()] with folds, what a metric
#' is in each of them, for tests of how well the training works.
#'
#' @param x A data frame or matrix, which [score_set()] takes as well; a [prediction_set()] or [probability_set()] with
#'   folds; or a [score_set()], which stays as it is.
#' @param ... The arguments of [score_set()].
#' @return A [score_set()].
#' @section Errors: Those of [score_set()]; `verdict_error_fold` for predictions without folds, or with observations in
#'   several that no `repetition` tells apart.
#' @section When not to use it: The verbs take a [prediction_set()] as it is, with its folds. To compare models, not
#'   ways of training, they take probabilities with folds as well.
#' @seealso [score_set()]
#' @examples
#' as_score_set(cbind(a = c(0.8, 0.7, 0.9), b = c(0.7, 0.7, 0.8)), design = "datasets")
#'
#' # the AUC in each fold, and the corrected t test of two
#' set.seed(1)
#' event <- rbinom(100, 1, 0.4)
#' p <- plogis(2 * event + rnorm(100))
#' x <- probability_set(event, p = p, q = runif(100), fold = rep(1:5, 20))
#' compare_classifiers(as_score_set(x, "roc_auc"))
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
  check_evidence(x)
  x
}

# -- methods --------------------------------------------------------------------------

#' @export
print.score_set <- function(x, ..., width = getOption("width")) {
  check_evidence(x)
  check_dots(...)
  cells <- x$cells
  unit <- design_unit(x$design$type)
  n <- nrow(score_cells(x))
  samples <- if (nrow(cells) > n) paste0(" (", samples_words(x), ")")
  side <- ifelse(is.na(x$metrics$better), "no good side", paste(x$metrics$better, "is good"))
  design <- design_words(x$design)
  text <- paste0(
    "Score set: ", and_list(paste0(x$metrics$label, " (", side, ")"), 6), " of ",
    count_of(length(x$classifiers), "classifier"), " on ", count_of(n, unit), samples,
    if (!all(is.na(cells$cluster))) paste(" in", count_of(length(unique(cells$cluster)), "cluster")),
    if (!is.null(design)) paste0(", ", design), ".",
    if (x$n_omitted > 0) paste0(" ", count_of(x$n_omitted, unit), " left out for missing scores."),
    paste0(" ", unscored_words(x), recycle0 = TRUE, collapse = "")
  )
  writeLines(wrap_text(text, check_width(width)))
  invisible(x)
}

#' @export
summary.score_set <- function(object, ...) {
  check_dots(...)
  check_evidence(object)
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
  check_evidence(x)
  given <- vapply(x$cells, function(column) !all(is.na(column)), NA)
  size <- dim(x$scores)
  out <- x$cells[rep(seq_len(size[1]), size[2] * size[3]), given, drop = FALSE]
  out$classifier <- rep(rep(x$classifiers, each = size[1]), size[3])
  out$metric <- rep(x$metrics$metric, each = size[1] * size[2])
  out$score <- as.vector(x$scores)
  renumbered(out)
}
