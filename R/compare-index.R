# What each row of a comparison is about, and where it stands in the joint covariance.

# What each row is about, slices slowest within a plan.
comparison_index <- function(plans, n_pairs) {
  parts <- lapply(seq_along(plans), function(i) {
    n <- length(plans[[i]]$target$class)
    new_rows(plan = i, slice = rep(seq_len(n), each = n_pairs), pair = rep(seq_len(n_pairs), n))
  })
  stacked(parts)
}

# Which row is the first of the same hypothesis: Youden's J is twice balanced accuracy less 1, a false positive rate
# what specificity lacks, and of two classes a metric of one is its mirror of the other.
first_of_hypothesis <- function(comparison) {
  index <- comparison$index
  classes <- comparison$units$classes
  targets <- lapply(comparison$plans, `[[`, "target")
  of <- function(name) vapply(targets, function(target) as.character(target$metric[[name]] %||% NA), "")[index$plan]
  metric <- of("metric")
  mirror <- of("mirror")
  slices <- lapply(targets, function(target) as.character(target$class))
  before <- cumsum(lengths(slices)) - lengths(slices)
  class <- unlist(slices)[before[index$plan] + index$slice]
  other <- length(classes) == 2 & !is.na(mirror) & class %in% classes[2]
  metric[other] <- mirror[other]
  class[other] <- classes[1]
  average <- vapply(targets, `[[`, "", "average")[index$plan]
  metric <- ifelse(metric %in% names(complements), complements[metric], metric)
  key <- paste(metric, class, average, index$pair, sep = "\r")
  first <- match(key, key)
  log.p <- comparison$rows$log.p.value
  same <- abs(log.p - log.p[first]) <= 1e-8 * pmax(1, abs(log.p))
  ifelse(same %in% TRUE, first, seq_along(first))
}

complements <- c(fnr = "recall", fpr = "specificity", error = "accuracy", j_index = "bal_accuracy")

comparison_rows <- function(comparison, level) {
  parts <- lapply(comparison$plans, function(plan) {
    plan_rows(plan, comparison$set, comparison$request$pairs, level)
  })
  stacked(if (length(parts) > 1) with_optional(parts) else parts)
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
