# Tests of classifiers that lack units (set-common.R): each pair on the units that both have, more on those of all.

# What a test of `who` gives on these units, with how many were left out; `rows`: what has a status and a note. Of fewer
# than two units the test of the whole set tells what the result is made of, without its numbers.
tested_on_common <- function(x, targets, who, test) {
  common <- on_common_units(x, targets, who)
  units <- set_units(x)
  if (is.null(common)) {
    return(with_status(untested_pair(x, who, test), TRUE, "few_common", list(units = plural_of(units$row))))
  }
  lost <- units$n_rows - set_units(common)$n_rows
  of <- if (length(who) == 2) "left_out" else "left_out_of_all"
  with_status(test(common), lost > 0, of, list(units = count_of(lost, units$row)), also = TRUE)
}

# What a test gives, without a number.
untested_pair <- function(x, who, test) {
  rows <- test(keep_classifiers(x, rlang::set_names(who, set_units(x)$classifiers[who])))
  at <- intersect(c("estimate", "std.error", "df.residual", numbers_of_test(rows)), names(rows))
  rows[at] <- lapply(rows[at], function(column) rep(NA_real_, length(column)))
  rows$status <- rows$note <- rep(NA_character_, length(rows$note))
  rows
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

plan_contrasts.plan_on_common <- function(plan, x, weights, rule, request) {
  all <- on_common_units(x, list(plan$target), seq_len(nrow(weights)))
  if (is.null(all)) {
    return(NextMethod())
  }
  plan_contrasts(plan_of_common(plan, all), all, weights, rule, request)
}

plan_of_common <- function(plan, common) {
  plan$estimates <- lazily(function() set_estimates(common, plan$target))
  class(plan) <- setdiff(class(plan), "plan_on_common")
  plan
}

# Rows of one pair after the other with the slices slowest.
in_slices <- function(rows, n_slices) {
  rows <- rows[order(rep(seq_len(n_slices), nrow(rows) / n_slices)), ]
  row.names(rows) <- NULL
  rows
}
