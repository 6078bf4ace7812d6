# How each type of plan draws its splits. What is dealt are units: rows, or groups of them; the
# splits are of rows.

# Checks first, so that a function that only draws is left: it returns the splits.
plan_draw <- function(rule, n, strata, group) {
  n_units <- if (is.null(group)) n else length(group$label)
  check_plan_units(rule, n_units, !is.null(group))
  if (!is.null(strata)) check_plan_strata(rule, strata, group)
  splits <- switch(rule$type, leave_one_out = 1, bootstrap = 1.4 * rule$repetitions, rule$repetitions)
  check_memory(4 * splits * n, "These splits", "Take fewer repetitions.")
  class <- if (!is.null(strata)) strata$code
  switch(rule$type,
    kfold = , "5x2" = function() draw_folds(rule, n, class, group),
    leave_one_out = function() {
      tests <- if (is.null(group)) as.list(seq_len(n)) else unname(split(seq_len(n), group$code))
      Map(function(fold, test) one_split(1L, fold, test), seq_along(tests), tests)
    },
    monte_carlo = , holdout = function() draw_shares(rule, n, class, group),
    bootstrap = function() draw_bootstrap(rule, n, class, group)
  )
}

check_plan_units <- function(rule, n_units, grouped) {
  unit <- if (grouped) "group" else "row"
  if (!is.na(rule$folds) && rule$folds > n_units || n_units < 2) {
    parts <- if (is.na(rule$folds)) 2 else rule$folds
    abort_verdict(c(
      "There are too few {unit}s for {parts} parts: {n_units}.", i = "No {unit} can be in two of them."
    ), "plan")
  }
  if (rule$type %in% c("monte_carlo", "holdout") && ceil_share(n_units, rule$test_fraction) >= n_units) {
    abort_verdict("A {.arg test_fraction} of {rule$test_fraction} leaves none of {n_units} {unit}s to train.", "plan")
  }
}

check_plan_strata <- function(rule, strata, group) {
  if (!is.null(group) && rule$type %in% c("monte_carlo", "holdout", "bootstrap") && !pure_groups(strata, group)) {
    abort_verdict(c(
      "Groups can be drawn by class only where each has rows of one class.",
      i = "Leave {.arg strata} out, or use a plan of type {.val kfold}."
    ), "plan")
  }
  rare <- strata$label[tabulate(strata$code) < rule$folds]
  if (length(rare) > 0 && !is.na(rule$folds)) {
    warn_verdict(c(
      "Class{qty(length(rare))}{?/es} {.val {rare}} {?has/have} fewer rows than there are folds.",
      i = "Some folds lack {qty(length(rare))}{?it/them}."
    ), "plan")
  }
}

pure_groups <- function(strata, group) !anyDuplicated(unique(cbind(strata$code, group$code))[, 2])

# ceil(f n), where f n may be a bit too large: 0.07 * 100 is 7.000000000000001.
ceil_share <- function(n, fraction) max(1L, as.integer(ceiling(n * fraction - 1e-9)))

one_split <- function(repetition, fold, test, train = NULL) {
  list(repetition = as.integer(repetition), fold = as.integer(fold), test = test, train = train)
}

# sample() takes a single number for its range.
shuffle <- function(x) x[sample.int(length(x))]

# -- folds ----------------------------------------------------------------------------

draw_folds <- function(rule, n, class, group) {
  splits <- lapply(seq_len(rule$repetitions), function(repetition) {
    fold <- if (is.null(group)) {
      deal_rows(n, rule$folds, class)
    } else {
      deal_groups(rule, class, group$code)[group$code]
    }
    lapply(seq_len(rule$folds), function(k) one_split(repetition, k, which(fold == k)))
  })
  unlist(splits, recursive = FALSE)
}

# Class after class, and the next one begins at the fold where the last one ended: counts of classes
# and sizes of folds both differ by one at most.
deal_rows <- function(n, folds, class) {
  order <- if (is.null(class)) {
    sample.int(n)
  } else {
    unlist(lapply(shuffle(split(seq_len(n), class)), shuffle), use.names = FALSE)
  }
  fold <- integer(n)
  fold[order] <- rep_len(seq_len(folds), n)
  fold
}

# The fold of each group. Larger groups first; where there are repetitions, groups of about the same
# size (within a factor of two) in random order, or all partitions would be alike.
deal_groups <- function(rule, class, group) {
  size <- tabulate(group)
  key <- if (rule$repetitions > 1) floor(log2(size)) else size
  order <- order(-key, sample.int(length(size)))
  count <- if (is.null(class)) matrix(0, 1, length(size)) else unclass(table(class, group))
  share <- count / pmax(1, rowSums(count))
  held <- matrix(0, nrow(share), rule$folds)
  rows <- rep(0, rule$folds)
  fold <- integer(length(size))
  for (g in order) {
    # Of sums of squares that differ in one column each, the least is where this product is.
    upset <- colSums(held * share[, g])
    k <- which(upset <= min(upset) + 1e-12)
    k <- k[which.min(rows[k])]
    held[, k] <- held[, k] + share[, g]
    rows[k] <- rows[k] + size[g]
    fold[g] <- k
  }
  fold
}

# -- shares ---------------------------------------------------------------------------

draw_shares <- function(rule, n, class, group) {
  unit_class <- classes_of_units(class, group)
  n_units <- if (is.null(group)) n else length(group$label)
  size <- ceil_share(n_units, rule$test_fraction)
  lapply(seq_len(rule$repetitions), function(repetition) {
    unit <- if (is.null(unit_class)) sample.int(n_units, size) else sample_by_class(unit_class, size)
    one_split(repetition, 1L, if (is.null(group)) sort(unit) else which(group$code %in% unit))
  })
}

# Each class its quota, rounded down or up so that the sum is right.
sample_by_class <- function(class, size) {
  members <- split(seq_along(class), class)
  quota <- size * lengths(members) / length(class)
  take <- floor(quota + 1e-9)
  left <- size - sum(take)
  order <- order(take - quota, sample.int(length(quota)))
  take[order[seq_len(left)]] <- take[order[seq_len(left)]] + 1
  unlist(Map(function(rows, k) rows[sample.int(length(rows), k)], members, take), use.names = FALSE)
}

# The class of each row, or of each group.
classes_of_units <- function(class, group) {
  if (is.null(class) || is.null(group)) class else class[match(seq_along(group$label), group$code)]
}

# -- bootstrap ------------------------------------------------------------------------

draw_bootstrap <- function(rule, n, class, group) {
  unit_class <- classes_of_units(class, group)
  members <- if (!is.null(group)) split(seq_len(n), group$code)
  n_units <- if (is.null(group)) n else length(members)
  strata <- if (is.null(unit_class)) list(seq_len(n_units)) else split(seq_len(n_units), unit_class)
  lapply(seq_len(rule$repetitions), function(repetition) {
    drawn <- unlist(lapply(strata, function(units) {
      units[sample.int(length(units), replace = TRUE)]
    }), use.names = FALSE)
    train <- if (is.null(group)) drawn else unlist(members[drawn], use.names = FALSE)
    one_split(repetition, 1L, setdiff(seq_len(n), train), train)
  })
}
