# How two classifiers are compared in a target: a plan. Its class is the kind of test, which says how its rows are made:
#
#   plan_estimates   estimates with their covariance, of any evidence
#   plan_composite   the same of metrics that are no counted proportion of a prediction set
#   plan_composite_score  the score test of such a metric
#   plan_proportion  counts of a prediction set: score tests, exact tests, Wald's
#   plan_scores      scores by unit: t, signed ranks, signs; plan_folds: those of the folds of a prediction set
#   plan_blocks      places of all classifiers over the units, and the error that all pairs share
#
# All have what new_plan() gives: target, metric, method (a row of a table of tests), measure, interval, alternative,
# vcov, resampled. Evidence that brings a test of its own gives it a class and answers these generics for it.

# The numbers of the comparisons, slices slowest: a data frame of estimate, std.error,
# limits at this level, statistic, df, log.p.value, the two values, and a note.
plan_rows <- function(plan, x, pairs, level) UseMethod("plan_rows")

# Rows of a plan, one of each of some pairs (columns), with no limit beyond what is possible.
plan_within <- function(plan, x, rows, pairs) UseMethod("plan_within")

# Of a plan with a margin: logarithms of the one-sided p-values that each comparison is above or
# below its ends, slices slowest: above_low, below_low, above_high, below_high.
plan_margins <- function(plan, x, pairs) UseMethod("plan_margins")

# The rows of a plan, judged, with what is to be known of claims about a margin.
with_few_at_margin <- function(plan, x, pairs, rows) UseMethod("with_few_at_margin")

with_few_at_margin.default <- function(plan, x, pairs, rows) rows

# The same of the two ends, by a function of an end and a side.
margin_sides <- function(ends, n, at) {
  beyond <- function(end, side) if (is.na(end)) rep(NA_real_, n) else at(end, side)
  list(
    above_low = beyond(ends[1], "greater"), below_low = beyond(ends[1], "less"),
    above_high = beyond(ends[2], "greater"), below_high = beyond(ends[2], "less")
  )
}

# gap and vcov (n x n x groups) of the statistics behind the comparisons of one plan, for
# tests that combine them: of all pairs together, or of each `by_pair`.
plan_joint <- function(plan, x, pairs, pooled, by_pair) UseMethod("plan_joint")

# Contrasts of the classifiers (columns of weights) in each slice: a list a slice, see contrasts.R.
plan_contrasts <- function(plan, x, weights, rule, request) UseMethod("plan_contrasts")
