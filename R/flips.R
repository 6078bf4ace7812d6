#' Rows that one classifier fixed and broke
#'
#' Answers: behind a difference in accuracy, which rows changed? Against the reference, a
#' classifier fixes rows that the reference has wrong and breaks rows that it has right. McNemar's test
#' looks at just these rows: `fixed` is its b and `broken` its c, of all rows together and of each class.
#'
#' A difference of 1 point can be 10 rows fixed of 1,000 and none broken, or 110 fixed and 100
#' broken: the first is certain and harmless, the second is neither.
#'
#' @param x A [prediction_set()] or the formula of one (`flips(truth ~ rf + tree, data)`); or a data frame with one row
#'   an observation.
#' @param classifier,reference Names of two classifiers; of a data frame, the columns
#'   (as in [prediction_set()]). Of a set `NULL`: all pairs, each with the one listed first as its
#'   reference, or all classifiers against the one, or the one against all.
#' @param truth The column with the true labels.
#' @param by Columns to group the rows by, chosen as in [dplyr::select()]: a test for each of their
#'   combinations that occurs. `NULL`: all rows together.
#' @param classes Labels of the classes to report beside all rows together; `NULL` for all,
#'   `character()` for none. A set of right and wrong alone has none.
#' @param method The test: `"midp"`, `"mcnemar"`, `"mcnemar_cc"`, `"exact"`. `NULL`: as in [compare_classifiers()],
#'   `"midp"`, or with ids `"mcnemar"`.
#' @param conf.level Confidence level of the intervals, between 0 and 1.
#' @param p.adjust.method How `adj.p.value` is adjusted over all rows of the result: a method of
#'   [stats::p.adjust()], `"sidak"`, `"finner"` or `"li"`.
#' @param truth_error How often the truth itself is wrong, see below: the share of wrong labels, or their confusion, a
#'   matrix with a row a true label and a column a recorded one (named by the classes; counts, or shares of the row).
#' @param id,weights,na As in [prediction_set()].
#' @param ... Not used. The arguments after it must be named.
#' @return A data frame of class `verdict_flips`, a row for each group, pair and class (`NA`: all rows
#'   together): the columns of `by`, `class` (the true one), `classifier`, `reference`, `n` rows,
#'   of which `both.right`, `fixed`, `broken` and `both.wrong`, `estimate` (the difference of
#'   accuracy, or of recall on the class: `(fixed - broken) / n`), `conf.low`, `conf.high`,
#'   `statistic`, `p.value`, `adj.p.value`, `method`, `note` and `method.id`; `tipping`, `tipping.sign` and
#'   `tipping.share`; with `truth_error` the columns of the next section. Of a data frame the attribute `"rows"`
#'   says which rows they are, those to look at again: a data frame of `row`, `class` and `flip` (`"fixed"` or
#'   `"broken"`).
#'   Counts are those of the data, also of a set with an updated prevalence.
#' @section A truth that may be wrong:
#' `tipping` is the least number of wrong labels, among the rows that the better one won, that put `p.value` above
#' 1 - `conf.level` (0: it is there already), and `tipping.sign` the least that take the sign of the difference away:
#' \eqn{\lceil |b - c| / 2 \rceil}. If one of these labels is wrong, the other classifier can have been right. They are
#' numbers of all rows together, `NA` of single classes; `tipping` is `NA` with clusters too. `tipping.share` is
#' `tipping / n`, to be held against what is known: the test sets of ten benchmarks had 3.3% wrong labels on average
#' (Northcutt et al. 2021). Rows on which both say the same never matter.
#'
#' With `truth_error = e`, wrong labels that have nothing to do with what the classifiers say and fall evenly on the
#' K - 1 other classes shrink a difference of accuracy by the factor \eqn{1 - e K / (K - 1)}: `corrected`,
#' `corrected.low` and `corrected.high` are divided by it (`NA` if it is not positive); test and sign stay. With a
#' confusion matrix each row counts by its inverse, with Wald limits (`NA` with clusters). `confusion.low` and
#' `confusion.high`: where the difference lies if every class is wrong at rate e, whatever the labels become. `lowest`
#' and `highest`: where the difference on these rows lies whatever labels are wrong, e n of them. No limit is beyond -1
#' and 1. Only rows over all classes have these columns; [truth_bounds()] bounds precision, recall, specificity and NPV.
#' @section Errors:
#' `verdict_error_set` for anything but a prediction set or a data frame, `verdict_error_classifier` for
#' classifiers that are not in the set, or one against itself, `verdict_error_column` for columns that are not
#' in the data or used twice, and those of [prediction_set()] and of [compare_classifiers()].
#' @section When not to use it:
#' Groups that were found by looking for large differences among many are not evidence; `adj.p.value` allows for
#' the groups of one result only. Rows that both have wrong, in different ways, are no flips.
#' @references
#' McNemar, Q. (1947) Note on the sampling error of the difference between correlated proportions or
#' percentages. *Psychometrika* 12, 153-157. \doi{10.1007/BF02295996}
#'
#' Northcutt, C. G., Athalye, A. and Mueller, J. (2021) Pervasive label errors in test sets destabilize machine learning
#' benchmarks. *NeurIPS Datasets and Benchmarks*. \doi{10.48550/arXiv.2103.14749}
#' @seealso [compare_classifiers()], [rank_classifiers()], [as.table()][as.table.prediction_set] for
#'   confusion matrices.
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
#' flips(x, "svm", "random_forest")
#'
#' # by a column of one's own
#' d <- transform(satellite, half = rep(c("first", "second"), length.out = nrow(satellite)))
#' flipped <- flips(d, svm, random_forest, truth = truth, by = half, classes = character())
#' flipped
#' head(attr(flipped, "rows"))
#'
#' # if 3% of the labels are wrong
#' flips(x, "svm", "random_forest", truth_error = 0.03)$corrected[1]
#' @export
flips <- function(x, ...) UseMethod("flips")

# Of probabilities the labels that they give.
#' @export
flips.probability_set <- function(x, ...) {
  labels <- as_prediction_set(x)
  how <- if (is.null(x$classes)) "by a threshold of 0.5" else "by the largest probability"
  inform_verdict(c(paste0("Rows are called ", how, "."), i = "For others see {.fn as_prediction_set}."), "threshold")
  flips(labels, ...)
}

#' @export
flips.partial_probability_set <- function(x, ...) check_same_rows(x, "labels")

#' @rdname flips
#' @export
flips.prediction_set <- function(x, classifier = NULL, reference = NULL, ..., classes = NULL, method = NULL,
                                 conf.level = 0.95, p.adjust.method = "holm", truth_error = NULL) {
  check_dots(...)
  check_set(x)
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  pairs <- flip_pairs(x, classifier, reference)
  if (is_graded(x) && !is.null(truth_error)) {
    abort_verdict(c(
      "{.arg truth_error} needs the labels: right and wrong do not say how many classes there are.",
      i = "Give them: {.code prediction_set(truth ~ rf + tree, data)}."
    ), "argument")
  }
  error <- check_truth_error(truth_error, x$classes)
  rows <- flip_rows(x, pairs, classes, method, conf.level, error)
  new_flips(rows, character(), set_units(x), conf.level, p.adjust.method)
}

#' @rdname flips
#' @export
flips.data.frame <- function(x, classifier, reference, truth, by = NULL, ..., id = NULL, weights = NULL,
                             na = c("error", "omit"), classes = NULL, method = NULL, conf.level = 0.95,
                             p.adjust.method = "holm", truth_error = NULL) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", single_adjustments())
  check_data(x, "x")
  given <- pull_columns(rlang::enquos(id = id, weights = weights), x)
  one <- function(quo, arg) {
    name <- select_columns(quo, x, arg)
    check_one_column(name, arg)
    name
  }
  names <- c(
    one(rlang::enquo(truth), "truth"), one(rlang::enquo(reference), "reference"),
    one(rlang::enquo(classifier), "classifier")
  )
  by <- if (!rlang::quo_is_null(rlang::enquo(by))) select_columns(rlang::enquo(by), x, "by")
  check_apart(names[1], names[-1], given$names)
  for (column in by) check_apart(names[1], names[-1], c(by = column))
  check_group_names(by)
  given$unused <- check_unused(x, c(names, by, given$names), given)
  set <- count_flips(x, names, given, na, seq_len(nrow(x)), NULL)
  error <- check_truth_error(truth_error, set$classes)
  groups <- flip_groups(x, by)
  parts <- Map(function(at, i) {
    part <- if (length(groups$rows) == 1) set else count_flips(x, names, given, na, at, set$classes)
    rows <- flip_rows(part, cbind(2:1), classes, method, conf.level, error)
    data.frame(groups$values[rep(i, nrow(rows)), , drop = FALSE], rows, check.names = FALSE)
  }, groups$rows, seq_along(groups$rows))
  out <- new_flips(do.call(rbind, parts), names(groups$values), set_units(set), conf.level, p.adjust.method)
  attr(out, "rows") <- flipped_rows(x, names, given$weights)
  out
}

# -- which pairs, which rows ----------------------------------------------------------

# Columns: classifier, reference.
flip_pairs <- function(x, classifier, reference) {
  check_two_classifiers(x)
  check_known_classifier(classifier, "classifier", x)
  check_known_classifier(reference, "reference", x)
  if (!is.null(classifier) && identical(classifier, reference)) {
    abort_verdict("{.val {classifier}} cannot fix or break rows of itself.", "classifier")
  }
  if (is.null(classifier)) {
    return(comparison_pairs(x$classifiers, reference))
  }
  at <- match(classifier, x$classifiers)
  others <- if (is.null(reference)) seq_along(x$classifiers)[-at] else match(reference, x$classifiers)
  rbind(at, others, deparse.level = 0)
}

check_group_names <- function(by) {
  taken <- intersect(names(by), c(flip_columns, tipping_columns, truth_columns))
  if (length(taken) > 0) {
    abort_verdict(c(
      "{.arg by} cannot be called {.val {taken}}: the result has such columns of its own.",
      i = "Give it another: {.code by = c(group = {taken[1]})}."
    ), "column")
  }
}

# Rows of the combinations that occur, in the order of the columns' values.
flip_groups <- function(data, by) {
  if (length(by) == 0) {
    return(list(values = data.frame(row.names = 1L), rows = list(seq_len(nrow(data)))))
  }
  values <- list2DF(stats::setNames(pick(data, by), names(by)))
  codes <- lapply(values, function(column) {
    if (is.factor(column)) as.integer(column) else match(column, sort_values(unique(column)))
  })
  key <- do.call(paste, c(codes, sep = "\r"))
  rows <- split(seq_along(key), factor(key, unique(key[do.call(order, codes)])))
  first <- vapply(rows, `[`, 1L, 1)
  values <- values[first, , drop = FALSE]
  row.names(values) <- NULL
  list(values = values, rows = unname(rows))
}

# The set of some rows, with the classes of all. (Weights of 1 say that its blocks are no repetitions.)
count_flips <- function(data, names, given, na, at, levels) {
  columns <- lapply(pick(data, names), `[`, at)
  names(columns) <- names(names)
  weights <- given$weights[at] %||% if (!is.null(levels)) rep(1, length(at))
  count_predictions(columns, list(id = given$id[at], weights = weights, unused = given$unused), levels, na)
}

# Rows of weight 0 are none.
flipped_rows <- function(data, names, weights) {
  text <- lapply(pick(data, names), as_labels)
  right <- lapply(text[-1], function(column) column == text[[1]])
  flip <- ifelse(right[[2]] & !right[[1]], "fixed", ifelse(right[[1]] & !right[[2]], "broken", NA))
  at <- setdiff(which(!is.na(flip)), which(weights == 0))
  data.frame(row = at, class = text[[1]][at], flip = flip[at])
}

# -- counts and tests -----------------------------------------------------------------

flip_rows <- function(x, pairs, classes, method, conf.level, error) {
  if (!is.null(x$sampled)) {
    abort_verdict(c(
      "Rows with sampling weights cannot be counted as fixed and broken.", i = "Use {.fn compare_classifiers}."
    ), "weights")
  }
  x[c("prevalence", "folds")] <- NULL
  none <- length(classes) == 0 && (is_graded(x) || !is.null(classes))
  request <- new_request(
    x, metric = if (none) "accuracy" else "recall", method = method, classes = if (!none) classes,
    conf.level = conf.level, p.adjust.method = "none"
  )
  if (!is.null(method)) check_choice(method, "method", flip_tests())
  request$pairs <- pairs
  whole <- request
  whole$metrics <- set_metrics(x, "accuracy")
  whole["classes"] <- list(NULL)
  plans <- c(request_plans(x, whole), if (!none) request_plans(x, request))
  rows <- do.call(rbind, lapply(plans, function(plan) plan_rows(plan, x, pairs, 1 - conf.level)))
  counts <- flip_counts(x, rows)
  order <- order(rep(seq_len(ncol(pairs)), length.out = nrow(rows)))
  columns <- c("estimate", "conf.low", "conf.high", "statistic", "p.value", "log.p.value", "method.id", "note")
  out <- data.frame(
    rows[c("class", "classifier", "reference")], counts, rows[columns],
    tipping_numbers(rows, counts, is_clustered(x), 1 - conf.level)
  )
  if (!is.null(error)) {
    overall <- is.na(rows$class)
    z <- stats::qnorm((1 - conf.level) / 2, lower.tail = FALSE)
    out[truth_columns] <- NA_real_
    out[overall, truth_columns] <- truth_corrections(x, rows[overall, ], counts[overall, ], error, z)
    lost <- overall & is.na(out$corrected) & !is.na(out$estimate)
    out$note[lost] <- paste_notes(out$note[lost], rep(truth_too_wrong, sum(lost)))
  }
  out <- out[order, ]
  row.names(out) <- NULL
  out
}

# The default first.
flip_tests <- function() {
  known <- tests_of("pair")
  unique(c(default_method("matched", FALSE, TRUE), known$method[known$flips]))
}

# Of each row of a comparison.
flip_counts <- function(x, rows) {
  truth <- x$patterns[, 1]
  right <- x$patterns[, -1, drop = FALSE] == truth
  counts <- matrix(0, nrow(rows), 5, dimnames = list(NULL, c("n", "both.right", "fixed", "broken", "both.wrong")))
  class <- match(rows$class, x$classes)
  for (own in unique(class)) {
    of <- which(class %in% own)
    at <- if (is.na(own)) seq_along(truth) else which(truth == own)
    counts[of, ] <- flip_tallies(
      right[at, , drop = FALSE], x$count[at],
      match(rows$classifier[of], x$classifiers), match(rows$reference[of], x$classifiers)
    )
  }
  as.data.frame(counts)
}

# Of pairs of classifiers, by their columns in `right` (rows x classifiers).
flip_tallies <- function(right, count, new, old) {
  n <- sum(count)
  used <- unique(c(new, old))
  right <- right[, used, drop = FALSE]
  new <- match(new, used)
  old <- match(old, used)
  both <- crossprod(right, right * count)
  alone <- diag(both)
  right_both <- both[cbind(new, old)]
  fixed <- alone[new] - right_both
  broken <- alone[old] - right_both
  cbind(n, right_both, fixed, broken, n - right_both - fixed - broken)
}

# -- as a result ----------------------------------------------------------------------

new_flips <- function(rows, by, units, conf.level, p.adjust.method) {
  rows$method <- test_label(rows$method.id)
  judged <- judge_rows(rows, adjust_family(rows$log.p.value, p.adjust.method, 1 - conf.level))
  columns <- c(by, flip_columns, tipping_columns, intersect(truth_columns, names(rows)))
  new_result(judged$rows[columns], "verdict_flips", above = "verdict_rows", verdict = list(
    type = "flips", units = units, by = by, conf.level = conf.level, p.adjust.method = p.adjust.method,
    family = judged$family
  ))
}

#' @rdname flips
#' @param n Number of rows to print; `Inf` for all.
#' @param width Width of the console in characters.
#' @param digits Significant digits of numbers, as of [print()][print.verdict_table].
#' @export
print.verdict_flips <- function(x, ..., n = 20, width = getOption("width"), digits = NULL) {
  print_result(x, show_flips, ..., n = n, width = width, digits = digits)
}

show_flips <- function(x, n, width) {
  info <- verdict_info(x)
  x[c("class", "classifier", "reference")] <- lapply(x[c("class", "classifier", "reference")], table_label)
  shown <- x[seq_len(min(n, nrow(x))), ]
  print_said(list(
    head = flip_heading(x, info), columns = flip_cells(shown, x, info), note = shown$note,
    spare = c("both wrong", if (is_adjusted(info)) "p", "n"), foot = truth_sentences(x, where = TRUE)
  ), width, more = nrow(x) - nrow(shown))
}

flip_cells <- function(shown, x, info) {
  columns <- lapply(as_plain(shown)[info$by], function(column) one_line(table_label(as.character(column))))
  if (varies(label_pair(x))) columns$comparison <- label_pair(shown)
  if (any(!is.na(x$class))) columns$class <- label_class(shown$class, "none")
  counts <- lapply(as_plain(shown)[c("n", "fixed", "broken", "both.wrong")], format_count)
  names(counts)[4] <- "both wrong"
  columns <- c(columns, counts, list(
    difference = format_column(shown$estimate, shown$conf.low, shown$conf.high),
    interval = interval_column(shown$conf.low, shown$conf.high, estimate = shown$estimate),
    p = column_p(shown$p.value, level = levels_of(info))
  ))
  if (is_adjusted(info)) columns$`adj. p` <- column_p(shown$adj.p.value, level = levels_of(info))
  columns
}

#' @rdname flips
#' @param object The result of `flips()`.
#' @export
summary.verdict_flips <- function(object, ...) {
  check_dots(...)
  if (!is_intact(object)) {
    return(summary(as_plain(object)))
  }
  info <- verdict_info(object)
  foot <- c(truth_sentences(object), flip_basis(object, info), caveats_of(info$units))
  structure(list(words = paste0(flip_sentences(object), "."), foot = foot), class = "summary_of_listing")
}

#' @export
listing.verdict_flips <- function(x, at = seq_len(nrow(x))) {
  info <- verdict_info(x)
  x[c("class", "classifier", "reference")] <- lapply(x[c("class", "classifier", "reference")], table_label)
  head <- c(paste0(flip_title(x), "."), flip_basis(x, info), caveats_of(info$units))
  list(head = head, columns = flip_cells(x[at, ], x, info), note = x$note[at], foot = truth_sentences(x))
}
