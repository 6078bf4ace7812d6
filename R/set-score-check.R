# What C takes of a score set, and what its numbers may be.

# A set is a list, and lists get edited.
check_score_set <- function(x) {
  size <- dim(x$scores)
  cells <- x$cells
  fault <- if (!is.numeric(x$scores) || length(size) != 3 || any(size == 0)) {
    "scores that are none"
  } else if (!is.data.frame(x$metrics)) {
    "metrics that are not described"
  } else if (!identical(dimnames(x$scores)[2:3], list(x$classifiers, x$metrics$metric))) {
    "scores of other classifiers or metrics"
  } else if (!is.data.frame(cells) || nrow(cells) != size[1] ||
    !all(c(unit_columns, "cluster", "n_train", "n_test") %in% names(cells))) {
    "other scores than units"
  } else if (!is_score_design(x$design, cells, x$n_omitted)) {
    "a design that is none"
  } else {
    fault_of_metrics(x$metrics) %||% fault_of_score_numbers(x)
  }
  if (!is.null(fault)) abort_changed_set(fault, "score_set")
}

# A known type, with as many folds as its units fill. (Of data sets not all need to have the same.)
is_score_design <- function(design, cells, n_omitted) {
  if (!is.list(design) || !isTRUE(design$type %in% score_designs()$design) || !is_count(n_omitted, 0)) {
    return(FALSE)
  }
  known <- function(x) is.numeric(x) && length(x) == 1 && (is.na(x) || x %in% seq_len(nrow(cells) + n_omitted))
  if (!known(design$folds) || !known(design$repetitions)) {
    return(FALSE)
  }
  divided <- design$type %in% c("folds", "repeated_folds", "5x2")
  !divided || isTRUE(nrow(cells) + n_omitted == design$folds * max(1, design$repetitions, na.rm = TRUE))
}

fault_of_score_numbers <- function(x) {
  metrics <- x$metrics
  within <- function(i) {
    one <- if (nrow(metrics) == 1) x$scores else x$scores[, , i]
    lower <- max(metrics$lower[i], -1e100, na.rm = TRUE)
    upper <- min(metrics$upper[i], 1e100, na.rm = TRUE)
    numbers <- !anyNA(one) || !any(is.nan(one))
    numbers && min(one, lower, na.rm = TRUE) == lower && max(one, upper, na.rm = TRUE) == upper
  }
  sizes <- unlist(x$cells[c("n_train", "n_test")], use.names = FALSE)
  if (!all(vapply(seq_len(nrow(metrics)), within, NA))) {
    "scores beyond the range of their metric"
  } else if (!is.numeric(sizes) || any(sizes <= 0 | is.infinite(sizes), na.rm = TRUE)) {
    "numbers of rows that are none"
  }
}
