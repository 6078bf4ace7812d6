# Classifiers that lack some of the rows: each is estimated on its own, and a row that it lacks adds nothing to its
# errors. So the same sums of products hold for rows that both have and for rows that one of them has. A set of them has
# the sets of single classifiers in `parts`, and in `rows` which of all rows each of these has.

new_partial_set <- function(columns, given, positive, scores, call) {
  truth <- columns[[1]]
  take <- function(x, at) if (!is.null(x)) x[at]
  kept <- !is_missing(truth) & !given$weights %||% rep(1, length(truth)) %in% 0
  columns <- lapply(columns, take, kept)
  given <- lapply(given, take, kept)
  rows <- lapply(columns[-1], function(score) which(!is.na(score)))
  parts <- Map(function(score, at, name) {
    own <- lapply(given[c("id", "weights", "fold")], take, at)
    with_call(call, probability_set(
      columns[[1]][at], rlang::set_names(list(score[at]), name),
      positive = positive, id = own$id, weights = own$weights, fold = own$fold, scores = scores
    ))
  }, columns[-1], rows, names(columns)[-1])
  structure(list(
    parts = unname(parts), rows = unname(rows), weight = as.double(given$weights %||% rep(1, sum(kept))),
    cluster = if (anyDuplicated(given$id)) group_codes(given$id)$code, classifiers = names(parts),
    n_omitted = length(kept) - sum(kept)
  ), class = c("partial_probability_set", "evidence"))
}
