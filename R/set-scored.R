# Probabilities or scores as a set, whatever way their columns came.

# `columns`: the truth, then the classifiers; `given`: id, weights and fold, `unused` as check_unused() gives it, and
# `times`: how many rows each is, where they were counted elsewhere.
new_probability_set <- function(columns, given, positive, scores, na) {
  columns <- check_columns(columns)
  check_label_type(columns[[1]], names(columns)[1])
  classes <- event_classes(columns[[1]])
  check_classes_asked(names(columns)[-1], classes, positive)
  check_flag(scores, "scores")
  na <- check_choice(na, "na", c("error", "omit", "partial"))
  n_rows <- length(columns[[1]])
  check_weights(given$weights, n_rows)
  given["weights"] <- list(near_whole(given$weights))
  given$sampled <- check_weights_are(given$weights, given$weights_are)
  for (arg in c("id", "fold")) check_group(given[[arg]], n_rows, arg)
  by <- by_rows(given$by, n_rows)
  set <- if (are_class_columns(columns[-1])) {
    new_class_set(columns, given, positive, scores, na, by)
  } else if (na == "partial" && any(vapply(columns[-1], anyNA, NA))) {
    new_partial_set(columns, given, positive, scores, by)
  } else {
    # Where no classifier lacks a row there is nothing partial.
    event_set(columns, given, positive, scores, if (na == "partial") "omit" else na, by, classes)
  }
  if (length(given$unused)) set$unused <- given$unused
  set
}
