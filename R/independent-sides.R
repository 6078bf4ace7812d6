# The two sides of an independent comparison: sets, or counts that were given.

# -- what both are asked ---------------------------------------------------------------

# `units`, `targets`: of each side.
check_same_question <- function(units, targets) {
  check_same_positive(units, targets)
  check_same_better(targets)
  check_same_range(targets)
  check_same_prevalence(units, targets[[1]])
  check_places_of_classes(units, targets[[1]])
}

# Probabilities are of the positive class; of predictions it is what is reported where no class is asked for.
check_same_positive <- function(units, targets) {
  positive <- unlist(lapply(units, `[[`, "positive"))
  classes <- lapply(units, `[[`, "classes")
  if (length(positive) < 2 || positive[1] == positive[2]) {
    return(invisible())
  }
  of_event <- all(lengths(classes) == 0)
  known <- all(positive %in% intersect(classes[[1]], classes[[2]]))
  unlike <- known && !setequal(targets[[1]]$class, targets[[2]]$class)
  if (of_event || unlike) {
    abort_verdict(c(
      "{.arg x} and {.arg y} must have the same positive class.",
      x = "That of {.arg x} is {.val {positive[1]}}, that of {.arg y} {.val {positive[2]}}.",
      i = "Make both sets with the same classes and the same {.arg positive}.",
      i = if (unlike) "Or ask for a class with {.arg classes}."
    ), "class")
  }
}

check_same_better <- function(targets) {
  better <- vapply(targets, function(target) target$metric$better, "")
  if (!identical(better[1], better[2])) {
    said <- ifelse(is.na(better), "neither", better)
    abort_verdict(c(
      "{.arg x} and {.arg y} must agree on which values of {targets[[1]]$metric$label} are better.",
      x = "Better is {.val {said[1]}} in {.arg x}, {.val {said[2]}} in {.arg y}.",
      i = "Make both sets with the same {.arg better}."
    ), "metric")
  }
}

# As far as both are known.
check_same_range <- function(targets) {
  range <- vapply(targets, function(target) c(target$metric$lower, target$metric$upper), c(0, 0))
  if (all(is.finite(range)) && !all(range[, 1] == range[, 2])) {
    said <- paste("from", short_number(range[1, ]), "to", short_number(range[2, ]))
    abort_verdict(c(
      "{.arg x} and {.arg y} must have {targets[[1]]$metric$label} on one scale.",
      x = "It is {said[1]} in {.arg x}, {said[2]} in {.arg y}.",
      i = "Make both sets of values on one scale, with the same {.arg lower} and {.arg upper}."
    ), "metric")
  }
}

# What scores of the same name show of their scales.
check_same_scale <- function(x, y, targets, labels) UseMethod("check_same_scale")

check_same_scale.default <- function(x, y, targets, labels) invisible()

check_same_scale.score_set <- function(x, y, targets, labels) {
  asked <- vapply(targets, function(target) target$metric$metric, "")
  check_sets_on_one_scale(stats::setNames(list(x, y), labels), rows_at(x$metrics, match(asked, x$metrics$metric)))
}

check_same_scale.standardised_set <- function(x, y, targets, labels) check_same_scale(x$set, y$set, targets, labels)

check_same_prevalence <- function(units, target) {
  if (are_at_one_prevalence(units) || !varies_with_prevalence(target, length(units[[1]]$classes))) {
    return(invisible())
  }
  said <- vapply(units, function(of) {
    if (is.null(of$prevalence)) "that of its data" else prevalence_words(of, short_shares(of$prevalence))
  }, "")
  abort_verdict(c(
    "{.arg x} and {.arg y} must be at the same prevalence: {target$metric$label} depends on it.",
    x = "{.arg x} is at {said[1]}, {.arg y} at {said[2]}.",
    i = "Use {.fn update_prevalence} on both, with the same shares, or on none."
  ), "prevalence")
}

# Costs without names, and functions of the confusion matrix, go by the places of the classes; kappa with weights and
# ranked probability scores by how far apart they are.
check_places_of_classes <- function(units, target) {
  unnamed <- target$metric$core == "cost" && is.null(rownames(target$metric$option[[1]]$costs))
  by_place <- unnamed || target$metric$core == "custom" && !rests_on_classes(target)
  classes <- lapply(units, `[[`, "classes")
  by_distance <- isTRUE(target$metric$power_of > 0) || target$metric$core %in% c("rps", "rps_skill")
  if (by_place && !identical(classes[[1]], classes[[2]]) || by_distance && !are_as_far_apart(classes)) {
    abort_verdict(c(
      "{.arg x} and {.arg y} must have their classes in the same order: {target$metric$label} goes by their places.",
      i = "Make both sets with the same {.arg levels}.",
      i = if (unnamed) "Or give the costs names, those of the classes."
    ), "class")
  }
}

# Also where one has them from the last to the first.
are_as_far_apart <- function(classes) {
  both <- intersect(classes[[1]], classes[[2]])
  apart <- lapply(classes, function(of) as.vector(stats::dist(match(both, of))))
  identical(apart[[1]], apart[[2]])
}

# The classes may stand in another order, and the share of one be what the others leave.
are_at_one_prevalence <- function(units) {
  shares <- lapply(units, `[[`, "prevalence")
  if (any(lengths(shares) == 0)) {
    return(all(lengths(shares) == 0))
  }
  apart <- abs(shares[[2]][names(shares[[1]])] / shares[[1]] - 1)
  all(apart < 1e-6) %in% TRUE
}

# A mean of values by class varies with them, other averages with the shares themselves.
varies_with_prevalence <- function(target, n_classes) {
  target$average %in% c("micro", "weighted") || metric_varies_with_prevalence(target$metric, n_classes)
}

# -- the two sides --------------------------------------------------------------------

# One row for each classifier, within each class.
side_of <- function(x, target, names) {
  estimates <- set_estimates(x, target)
  empty <- rep(NA_real_, length(estimates$estimate))
  data.frame(
    class = rep(target$class, each = length(names)), classifier = rep(names, length(target$class)),
    estimate = as.vector(estimates$estimate), variance = as.vector(apply(estimates$vcov, 3, diag)),
    successes = as.vector(estimates$successes %||% empty), trials = as.vector(estimates$trials %||% empty),
    note = as.vector(estimates$note), clustered = isTRUE(set_units(x)$clustered), df = alone_df(estimates),
    place = seq_along(estimates$estimate)
  )
}

join_sides <- function(x, y, pairs) {
  classes <- unique(x$class)
  if (!setequal(classes, unique(y$class))) {
    odd <- c(setdiff(classes, y$class), setdiff(y$class, classes))
    abort_verdict(c(
      "{.arg x} and {.arg y} must have the same classes.",
      x = "Only one of them has {.val {odd}}.",
      i = "Ask for the ones that both have with {.arg classes}."
    ), "class")
  }
  # The rows of a class are those of all its classifiers.
  rows_of <- function(side, which) {
    of_class <- match(classes, unique(side$class)) - 1
    rep(of_class * nrow(side) / length(classes), each = length(which)) + rep(which, length(classes))
  }
  paired_sides(x[rows_of(x, pairs[1, ]), ], y[rows_of(y, pairs[2, ]), ])
}

paired_sides <- function(x, y) {
  data.frame(
    class = x$class, classifier = x$classifier, reference = y$classifier,
    theta0 = x$estimate, theta1 = y$estimate, v0 = x$variance, v1 = y$variance,
    s0 = x$successes, n0 = x$trials, s1 = y$successes, n1 = y$trials,
    note = first_reason(list(x$note, y$note), list(x$estimate, y$estimate)),
    clustered = x$clustered | y$clustered, df0 = x$df, df1 = y$df, place0 = x$place, place1 = y$place, row.names = NULL
  )
}

# -- counts ---------------------------------------------------------------------------

count_side <- function(x, arg, label) {
  if (is.data.frame(x)) x <- as.matrix(x)
  if (is.numeric(x) && is.null(dim(x)) && length(x) == 2) x <- matrix(x, nrow = 1)
  if (!is.numeric(x) || !is.matrix(x) || ncol(x) != 2 || nrow(x) == 0) {
    abort_verdict(c(
      "{.arg {arg}} must be {.code c(successes, trials)}, or a matrix with these two columns.",
      i = "Both {.arg x} and {.arg y} are counts, or both are sets."
    ), "counts")
  }
  bad <- which(!is.finite(x[, 1]) | !is.finite(x[, 2]) | x[, 1] < 0 | x[, 2] <= 0 | x[, 1] > x[, 2])
  if (length(bad)) {
    abort_verdict(c(
      "{.arg {arg}} must have successes from 0 to the number of trials, and at least one trial.",
      x = "Row {bad[1]} has {x[bad[1], 1]} successes in {x[bad[1], 2]} trials."
    ), "counts")
  }
  part <- which(x[, 1] > 0 & x[, 1] < 1 & x[, 2] > 1)
  if (length(part)) {
    abort_verdict(c(
      "{.arg {arg}} must have counts of successes, not shares.",
      x = "Row {part[1]} has {x[part[1], 1]} of a success in {x[part[1], 2]} trials.",
      i = "Of a share {.code p} of {.code n} trials it is {.code c(p * n, n)}."
    ), "counts")
  }
  share <- x[, 1] / x[, 2]
  data.frame(
    class = NA_character_, classifier = rownames(x) %||% rep(label, nrow(x)), named = !is.null(rownames(x)),
    estimate = share, variance = share * ((x[, 2] - x[, 1]) / x[, 2]) / x[, 2],
    successes = x[, 1], trials = x[, 2], note = NA_character_, clustered = FALSE, df = NA_real_,
    place = seq_len(nrow(x)), row.names = NULL
  )
}
