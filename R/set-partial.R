# Classifiers that lack some of the rows: each is estimated on its own, and a row that it lacks adds nothing to its
# errors. So the same sums of products hold for rows that both have and for rows that one of them has. A set of them has
# the sets of single classifiers in `parts`, and in `rows` which of all rows each of these has.

new_partial_set <- function(columns, given, positive, scores, by) {
  sampled <- given$sampled
  truth <- columns[[1]]
  take <- function(x, at) if (!is.null(x)) x[at]
  kept <- !is_missing(truth) & !given$weights %||% rep(1, length(truth)) %in% 0
  n_omitted <- rows_told(!kept, given$times)
  given <- lapply(given[intersect(c("id", "weights", "fold", "times"), names(given))], take, kept)
  weight <- as.double(given$weights %||% rep(1, sum(kept)))
  groups <- if (!is.null(by)) unit_groups(by[kept, , drop = FALSE], weight, "error")
  columns <- lapply(columns, take, kept)
  rows <- lapply(columns[-1], function(score) which(!is.na(score)))
  parts <- Map(function(at, k) {
    event_set(lapply(columns[c(1, k)], take, at), c(lapply(given, take, at), sampled = sampled), positive, scores)
  }, rows, seq_along(columns)[-1])
  set <- structure(list(
    parts = unname(parts), rows = unname(rows), weight = weight,
    cluster = if (anyDuplicated(given$id)) group_codes(given$id)$code, stratum = fold_codes(given$fold),
    classifiers = names(parts), n_omitted = n_omitted
  ), class = c("partial_probability_set", "evidence"))
  if (sampled) {
    set$weight <- weight / mean(weight)
    set$sampled <- worth_of_weights(weight)
  }
  set$times <- given$times
  if (!is.null(groups)) {
    check_partial_groups(set, groups)
    set$groups <- groups
  }
  set
}

# In a group that a classifier has no rows of there is nothing to compare; what clusters of several groups add to each
# other where rows are missing is not known.
check_partial_groups <- function(set, groups) {
  has <- vapply(set$rows, function(at) seq_along(groups$label) %in% groups$group[at], logical(length(groups$label)))
  lost <- which(!matrix(has, ncol = length(set$rows)), arr.ind = TRUE)
  if (nrow(lost)) {
    abort_verdict(c(
      "With {.arg by} every classifier must have rows of every group.",
      x = "{.val {set$classifiers[lost[1, 2]]}} has none of {.val {groups$label[lost[1, 1]]}}."
    ), "by")
  }
  if (!is.null(set$cluster) && shared_between(set$cluster, groups$group)) {
    abort_verdict(c(
      "With {.code na = \"partial\"} and {.arg by} all rows of an {.arg id} must be of one group.",
      i = "Leave out the rows that a classifier lacks: {.code na = \"omit\"}."
    ), "by")
  }
}

# Of each row what any classifier knows of it.
event_of_rows <- function(x) {
  event <- rep(NA_integer_, length(x$weight))
  for (c in seq_along(x$parts)) event[x$rows[[c]]] <- x$parts[[c]]$truth
  event
}

# How many rows each classifier has.
rows_of_parts <- function(x) vapply(x$parts, function(part) set_units(part)$n_rows, 0)
