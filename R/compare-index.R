# What each row of a comparison is about, and where it stands in the joint covariance.

# What each row is about, slices slowest within a plan.
comparison_index <- function(plans, n_pairs) {
  parts <- lapply(seq_along(plans), function(i) {
    n <- length(plans[[i]]$target$class)
    new_rows(plan = i, slice = rep(seq_len(n), each = n_pairs), pair = rep(seq_len(n_pairs), n))
  })
  do.call(rbind, parts)
}

comparison_rows <- function(comparison, level) {
  parts <- lapply(comparison$plans, function(plan) {
    plan_rows(plan, comparison$set, comparison$request$pairs, level)
  })
  do.call(rbind, with_optional(parts))
}

# Where the classifier and the reference of each row stand in the joint covariance.
quantity_positions <- function(comparison) {
  index <- comparison$index
  n_classifiers <- length(comparison$units$classifiers)
  sizes <- vapply(comparison$plans, function(plan) length(plan$target$class), 0L)
  before <- (cumsum(sizes) - sizes)[index$plan] + index$slice - 1L
  pairs <- comparison$request$pairs[, index$pair, drop = FALSE]
  pairs + rep(as.integer(before * n_classifiers), each = 2)
}

# Plans may be of other units than the set is: of its folds, not its rows.
compared_units <- function(units, plans) {
  others <- lapply(plans, `[[`, "units")
  if (!any(vapply(others, is.null, NA))) units[names(others[[1]])] <- others[[1]]
  units
}
