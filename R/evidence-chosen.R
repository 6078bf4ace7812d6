# Some of the classifiers of evidence that has no way of its own to drop the others (`[.evidence`): its answers are
# those of the whole for these. What it brings itself, such as tests, is lost: what holds for any evidence is left.

check_evidence.chosen_set <- function(x) {
  check_unchanged("[", "no set" = inherits(x$set, "evidence"))
  check_evidence(x$set)
  known <- set_units(x$set)$classifiers
  check_unchanged(
    "[", "other classifiers than it chose" = are_distinct(x$classifiers) && length(x$at) == length(x$classifiers) &&
      is.numeric(x$at) && all(x$at %in% seq_along(known))
  )
}

set_units.chosen_set <- function(x) {
  units <- set_units(x$set)
  units$classifiers <- x$classifiers
  units
}

set_metrics.chosen_set <- function(x, metric) set_metrics(x$set, metric)

set_target.chosen_set <- function(x, metric, average, classes, zero_division) {
  set_target(x$set, metric, average, classes, zero_division)
}

set_influence.chosen_set <- function(x, targets) {
  n <- length(set_units(x$set)$classifiers)
  slices <- sum(lengths(lapply(targets, `[[`, "class")))
  pick_influence(set_influence(x$set, targets), as.vector(outer(x$at, n * (seq_len(slices) - 1), "+")))
}
