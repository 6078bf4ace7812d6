# Averages over classes, F and other metrics that rest on several proportions: the score test of their influences, and
# the interval that inverts it (src/core/test/composite.h). Wald's is too sure of itself where a class has few rows.

# Whether a target of this family is for it: rows are independent and weigh alike, the truth's shares are those of the
# data, and small changes of the counts change the metric in proportion.
takes_score <- function(x, metric, family, updated) {
  family == "composite" && !updated && is.null(x$sampled) && !is_clustered(x) && metric$scored
}

# What C reads; `positions` have columns of classifier and reference, or one row of classifiers. A mean over classes
# weighs all alike, so that each class is a sample of its own; where classes weigh as their rows do, all rows are one.
# (Of a metric of one class the others are one sample.)
composite_input <- function(x, target) {
  x$prevalence <- NULL # which it does not depend on
  list(
    x = x, quantity = core_quantities(target_quantities(target, x), x),
    range = as.double(c(target$metric$lower, target$metric$upper)),
    by_class = target$average %in% c("none", "macro") && rests_on_classes(target)
  )
}

composite_scores <- function(x, target, positions, measure, null) {
  given <- composite_input(x, target)
  .Call(
    ffi_composite_scores, given$x, given$quantity, target$zero_division, positions, given$range, given$by_class,
    measure, as.double(null)
  )
}

plan_rows.plan_composite_score <- function(plan, x, pairs, level) {
  tested <- compared_estimates(plan, pairs, level)
  positions <- pair_positions(length(plan$target$class), x$classifiers, pairs)
  scale <- if (plan$measure == "ratio") "ratio" else "difference"
  z <- composite_scores(x, plan$target, positions, scale, null_value(scale))
  same <- tested$test_status != "ok" & z %in% 0
  tested$test_status <- ifelse(is.na(z) | same, tested$test_status, "ok")
  tested$statistic <- ifelse(same, NA, z)
  tested$log.p.value <- tail_log_p(tested$statistic, plan$alternative)
  tested$df[] <- NA
  if (plan$interval$interval == "score") {
    limits <- composite_limits(x, plan$target, positions, plan$measure, level, plan$alternative)
    tested$conf.low <- limits[1, ]
    tested$conf.high <- limits[2, ]
    tested$ci_status <- ifelse(is.na(limits[1, ]), tested$ci_status, "ok")
  }
  rows <- without_fixed(rows_of_estimates(plan, x, pairs, tested), fixed_of_pairs(x, plan$target, pairs))
  with_caveats(rows, x, plan, level)
}

# 2 x positions. A one-sided interval is open.
composite_limits <- function(x, target, positions, measure, level, alternative = "two.sided") {
  given <- composite_input(x, target)
  limits <- .Call(
    ffi_composite_limits, given$x, given$quantity, target$zero_division, positions, given$range, given$by_class,
    measure, stats::qnorm(level / n_sides(alternative), lower.tail = FALSE)
  )
  open <- open_ends(measure)
  known <- !is.na(limits[1, ])
  if (alternative == "less") limits[1, known] <- open[1]
  if (alternative == "greater") limits[2, known] <- open[2]
  limits
}

# Each classifier by itself: limits of a level, and the statistic against a null value.
score_alone <- function(x, target) {
  alone <- matrix(seq_len(length(x$classifiers) * length(target$class)), 1)
  list(
    limits = function(level) composite_limits(x, target, alone, "difference", level),
    statistic = function(null) composite_scores(x, target, alone, "difference", null)
  )
}

# The interval of an odds ratio is Wald's.
plan_margins.plan_composite_score <- function(plan, x, pairs) {
  if (plan$measure == "odds_ratio") {
    return(NextMethod())
  }
  positions <- pair_positions(length(plan$target$class), x$classifiers, pairs)
  fixed <- fixed_of_pairs(x, plan$target, pairs)
  at <- function(end, side) {
    z <- composite_scores(x, plan$target, positions, plan$measure, end)
    tail_log_p(replace(z, !is.na(fixed), NA), side)
  }
  margin_sides(plan$margin, ncol(positions), at)
}
