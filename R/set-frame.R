#' Write a prediction set out as a data frame
#'
#' One row a pattern, with its count: everything that the set holds, in little space. A
#' set with repeated observations has one row for each pattern of each cluster. Reading
#' it back with `weights = count` (and `id = id`) gives the same counts.
#'
#' @param x A [prediction_set()].
#' @param count,id Names of the columns for the counts and, if there are clusters, for
#'   the numbers of the clusters.
#' @param row.names,optional,... Not used; they are here because the generic has them.
#' @return A data frame with a factor column for the truth and each classifier, whose
#'   levels are the classes, the column `count` (numbers), and, if observations occur
#'   repeatedly, `id` (integer, in no particular order). That predictions come from
#'   cross-validation is not kept.
#'
#' @section Errors:
#' `verdict_error_column`: `count` or `id` is the name of the truth or a classifier.
#'
#' @section When not to use:
#' To save a set within R use [saveRDS()], which keeps it as it is.
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + tree, spam_filters)
#' counts <- as.data.frame(set)
#' counts
#' identical(set$patterns, prediction_set(truth ~ . , counts, weights = count)$patterns)
#' @export
as.data.frame.prediction_set <- function(x, row.names = NULL, optional = FALSE, ...,
                                         count = "count", id = "id") {
  check_set(x)
  check_dots(...)
  clustered <- !is.null(x$profiles)
  check_new_names(c(count, if (clustered) id), colnames(x$patterns))
  rows <- if (clustered) expand_profiles(x$profiles) else list(pattern = seq_along(x$count), count = x$count)
  columns <- lapply(seq_len(ncol(x$patterns)), function(j) {
    structure(unname(x$patterns[rows$pattern, j]), levels = x$classes, class = "factor")
  })
  names(columns) <- colnames(x$patterns)
  if (clustered) columns[[id]] <- rows$id
  columns[[count]] <- rows$count
  list2DF(columns)
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
    abort_verdict(
      c(
        "There is a column {.val {clash[1]}} already.",
        i = "Give another name for it with {.arg count} or {.arg id}."
      ),
      "column"
    )
  }
}
