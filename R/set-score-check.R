# What C takes of a score set, and what its numbers may be.

# A set is a list, and lists get edited.
check_evidence.score_set <- function(x) {
  size <- dim(x$scores)
  cells <- x$cells
  check_unchanged(
    "score_set",
    "scores that are none" = is.double(x$scores) && length(size) == 3 && all(size > 0),
    "metrics that are not described" = is.data.frame(x$metrics),
    "groups that are none" = are_groups(x$groups),
    "scores of other classifiers or metrics" =
      identical(dimnames(x$scores)[2:3], list(x$classifiers, x$metrics$metric)),
    "other scores than units" = is.data.frame(cells) && all(lengths(cells) == size[1]) &&
      all(c(unit_columns, "cluster", "n_train", "n_test") %in% names(cells)),
    "a design that is none" = is_score_design(x$design, cells, x$n_omitted),
    "metrics that are not described" = are_described(x$metrics),
    "scores beyond the range of their metric" =
      all(vapply(seq_len(nrow(x$metrics)), is_within, NA, x$scores, x$metrics)),
    "numbers of samples that are none" = is.null(x$n_unscored) ||
      is.numeric(x$n_unscored) && length(x$n_unscored) == size[2] && all(x$n_unscored >= 0),
    "repetitions that are none" = is.null(x$repeated) ||
      is.logical(x$repeated) && length(x$repeated) == size[2] && !anyNA(x$repeated),
    "numbers of rows that are none" = are_sizes(unlist(cells[c("n_train", "n_test")], use.names = FALSE))
  )
}

# A known type, with as many folds as its units fill. (Of data sets not all need to have the same.)
is_score_design <- function(design, cells, n_omitted) {
  if (!is.list(design) || !is_string_in(design$type, score_designs()$design) || !is_count(n_omitted, 0)) {
    return(FALSE)
  }
  known <- function(x) is.numeric(x) && length(x) == 1 && (is.na(x) || x %in% seq_len(nrow(cells) + n_omitted))
  if (!known(design$folds) || !known(design$repetitions)) {
    return(FALSE)
  }
  divided <- design$type %in% c("folds", "repeated_folds", "5x2")
  !divided || isTRUE(nrow(cells) + n_omitted == design$folds * max(1, design$repetitions, na.rm = TRUE))
}

is_within <- function(i, scores, metrics) {
  one <- if (nrow(metrics) == 1) scores else scores[, , i]
  lower <- max(metrics$lower[i], -1e100, na.rm = TRUE)
  upper <- min(metrics$upper[i], 1e100, na.rm = TRUE)
  numbers <- !anyNA(one) || !any(is.nan(one))
  numbers && min(one, lower, na.rm = TRUE) == lower && max(one, upper, na.rm = TRUE) == upper
}

are_sizes <- function(x) is.numeric(x) && !any(x <= 0 | is.infinite(x), na.rm = TRUE)
