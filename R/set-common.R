# Sets of which some classifiers lack scores of some units: a test of classifiers rests on the units that all of them
# have, as means of different units differ by these units too.

# Whether a classifier lacks a unit in one of these targets.
has_gaps <- function(x, targets) UseMethod("has_gaps")

has_gaps.default <- function(x, targets) FALSE

has_gaps.score_set <- function(x, targets) !all(units_with_scores(x, targets))

has_gaps.standardised_set <- function(x, targets) has_gaps(x$set, targets)

has_gaps.chosen_set <- function(x, targets) has_gaps(x$set, targets)

units_with_scores <- function(x, targets) {
  known <- lapply(targets, function(target) rowSums(is.na(score_matrix(x, target$metric$metric))) == 0)
  Reduce(`&`, known)
}

# The set of these classifiers on the units that all of them have; NULL of fewer than two units.
on_common_units <- function(x, targets, who) UseMethod("on_common_units")

on_common_units.score_set <- function(x, targets, who) {
  x <- keep_classifiers(x, rlang::set_names(who, x$classifiers[who]))
  known <- units_with_scores(x, targets)
  if (sum(known) > 1) scores_of_rows(x, known[score_unit(x)])
}

on_common_units.standardised_set <- function(x, targets, who) {
  common <- on_common_units(x$set, targets, who)
  if (!is.null(common)) standardise_groups(common, x$shares)
}

on_common_units.chosen_set <- function(x, targets, who) {
  common <- on_common_units(x$set, targets, x$at[who])
  if (!is.null(common)) keep_classifiers(common, rlang::set_names(seq_along(who), x$classifiers[who]))
}
