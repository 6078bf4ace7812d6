# Tests of classifiers that lack units (set-common.R): each pair on the units that both have, more on those of all.

# What a test of `who` gives on these units: rows that have a status and a note, with how many were left out.
tested_on_common <- function(x, targets, who, test) {
  common <- on_common_units(x, targets, who)
  whole <- keep_classifiers(x, rlang::set_names(who, set_units(x)$classifiers[who]))
  with_common_units(test(common %||% whole), x, common, length(who))
}

# The same of all classifiers, where they lack units at all.
tested_together <- function(x, targets, test) {
  if (has_gaps(x, targets)) tested_on_common(x, targets, seq_along(set_units(x)$classifiers), test) else test(x)
}

# `rows` of `n` classifiers on their `common` units. Of fewer than two (NULL) they are of the whole set, which tells
# what a result is made of: without its numbers.
with_common_units <- function(rows, x, common, n) {
  units <- set_units(x)
  if (is.null(common)) {
    return(with_status(without_numbers(rows), TRUE, "few_common", list(units = plural_of(units$row))))
  }
  lost <- units$n_rows - set_units(common)$n_rows
  left <- if (n == 2) "left_out" else "left_out_of_all"
  with_status(rows, lost > 0, left, list(units = count_of(lost, units$row)), also = TRUE)
}

without_numbers <- function(rows) {
  numbers <- c(
    "estimate", "std.error", "df.residual", "estimate.classifier", "estimate.reference", "i.squared", "tau.squared"
  )
  at <- intersect(c(numbers, numbers_of_test(rows)), names(rows))
  rows[at] <- lapply(rows[at], function(column) rep(NA_real_, length(column)))
  rows$status <- rows$note <- rep(NA_character_, length(rows$note))
  rows
}

# Of groups all, or none.
has_gaps.grouped_set <- function(x, targets) has_gaps(x$set, targets)

on_common_units.grouped_set <- function(x, targets, who) {
  common <- on_common_units(x$set, targets, who)
  if (!is.null(common) && identical(common$groups$label, x$label)) over_groups(common)
}

plan_rows.plan_on_common <- function(plan, x, pairs, level) {
  rows <- lapply(seq_len(ncol(pairs)), function(j) {
    tested_on_common(x, list(plan$target), pairs[, j], function(two) {
      plan_rows(plan_of_common(plan, two), two, matrix(1:2), level)
    })
  })
  in_slices(do.call(rbind, rows), length(plan$target$class))
}

plan_margins.plan_on_common <- function(plan, x, pairs) {
  sides <- lapply(seq_len(ncol(pairs)), function(j) {
    two <- on_common_units(x, list(plan$target), pairs[, j])
    none <- margin_sides(c(NA, NA), length(plan$target$class))
    as.data.frame(if (is.null(two)) none else plan_margins(plan_of_common(plan, two), two, matrix(1:2)))
  })
  in_slices(do.call(rbind, sides), length(plan$target$class))
}

plan_of_common <- function(plan, common) {
  plan$estimates <- lazily(function() set_estimates(common, plan$target))
  class(plan) <- setdiff(class(plan), "plan_on_common")
  plan
}

# Rows of one pair after the other with the slices slowest.
in_slices <- function(rows, n_slices) {
  renumbered(rows[order(rep(seq_len(n_slices), nrow(rows) / n_slices)), ])
}
