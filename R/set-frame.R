#' Write a prediction set out as a data frame
#'
#' One row a pattern, with its count: everything that the set holds, in little space. A
#' set with repeated observations has one row for each pattern of each cluster. Reading
#' it back with `weights = count` (and `id = id`) gives the same counts.
#'
#' @param x A [prediction_set()] or a [probability_set()].
#' @param count,id Names of the columns for the counts and, if there are clusters, for
#'   the numbers of the clusters.
#' @param row.names,optional,... Not used; they are here because the generic has them.
#' @return A data frame with a factor column for the truth and each classifier, whose
#'   levels are the classes, the column `count` (numbers), and, if observations occur
#'   repeatedly, `id` (integer, in no particular order). That predictions come from
#'   cross-validation is not kept. Of a [probability_set()] a row each of its rows: `truth`, the probabilities or
#'   scores of each classifier (of several classes a matrix with a column a class), and where there are such `weights`,
#'   `id` and `fold` (numbers).
#'
#' @section Errors:
#' `verdict_error_column`: `count` or `id` is the name of the truth or a classifier; `verdict_error_argument`: it is not
#' one name.
#'
#' @section When not to use:
#' To save a set within R use [saveRDS()], which keeps it as it is.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
#' counts <- as.data.frame(set)
#' counts
#' identical(set$patterns, prediction_set(truth ~ . , counts, weights = count)$patterns)
#' @export
as.data.frame.prediction_set <- function(x, row.names = NULL, optional = FALSE, ..., count = "count", id = "id") {
  check_set(x)
  check_dots(...)
  clustered <- !is.null(x$profiles)
  check_one_name(count, "count")
  if (clustered) check_one_name(id, "id")
  check_new_names(c(count, if (clustered) id), colnames(x$patterns))
  rows <- if (clustered) expand_profiles(x$profiles) else list(pattern = seq_along(x$count), count = x$count)
  columns <- pattern_columns(x, rows$pattern)
  if (clustered) columns[[id]] <- rows$id
  columns[[count]] <- rows$count
  list2DF(columns)
}

# The rows of any set, as far as they are known: what tells it from sets of other data.
set_rows <- function(x) UseMethod("set_rows")

set_rows.evidence <- function(x) as.data.frame(x)

set_rows.chosen_set <- function(x) set_rows(x$set)

set_rows.standardised_set <- function(x) set_rows(x$set)

set_rows.partial_probability_set <- function(x) {
  # Truth and scores: parts may have other names, and ids that others lack.
  do.call(rbind, lapply(x$parts, function(part) stats::setNames(set_rows(part)[1:2], c("truth", "reference"))))
}

# Of rows without a truth it is NA.
set_rows.labelled_set <- function(x) list2DF(c(pattern_columns(x), list(count = x$count)))

# The patterns `at` these places, as factors.
pattern_columns <- function(x, at = seq_len(nrow(x$patterns))) {
  lapply(rlang::set_names(seq_len(ncol(x$patterns)), colnames(x$patterns)), function(j) {
    structure(unname(x$patterns[at, j]), levels = x$classes, class = "factor")
  })
}

#' @rdname as.data.frame.prediction_set
#' @export
as.data.frame.probability_set <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_evidence(x)
  check_dots(...)
  own <- list(weights = x$weight, id = x$cluster, fold = x$stratum)
  own <- own[!vapply(own, is.null, NA)]
  check_new_names(c("truth", names(own)), x$classifiers)
  k <- max(1, length(x$classes))
  truth <- if (k > 1) {
    factor(x$classes[x$truth], x$classes, ordered = isTRUE(x$ordered))
  } else {
    factor(x$truth, 0:1, c(x$negative, x$positive))
  }
  # Of several classes a matrix a classifier.
  scores <- lapply(rlang::set_names(seq_along(x$classifiers), x$classifiers), function(j) {
    if (k == 1) x$scores[, j] else structure(x$scores[, k * (j - 1) + seq_len(k)], dimnames = list(NULL, x$classes))
  })
  structure(c(list(truth = truth), scores, own), class = "data.frame", row.names = .set_row_names(nrow(x$scores)))
}

#' @export
as.data.frame.evidence <- function(x, row.names = NULL, optional = FALSE, ...) {
  abort_verdict(c(
    "A {.cls {class(x)[1]}} is no data frame of its own.",
    i = "What a verb finds in it is one, such as {.code as.data.frame(assess_classifiers(x))}."
  ), "set")
}

# Runs of all clusters, one after the other.
expand_profiles <- function(profiles) {
  length <- diff(profiles$start)
  of <- rep(seq_along(profiles$multiplicity), profiles$multiplicity)
  run <- sequence(length[of], profiles$start[of] + 1)
  list(pattern = profiles$pattern[run], count = profiles$count[run], id = rep(seq_along(of), length[of]))
}

check_new_names <- function(new, old) {
  clash <- new[new %in% old | duplicated(new)]
  if (length(clash) > 0) {
    abort_verdict(c(
      "There is a column {.val {clash[1]}} already.",
      i = "Give another name for it with {.arg count} or {.arg id}."
    ), "column")
  }
}
