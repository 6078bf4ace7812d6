# A prediction set with folds, compared over its folds: what it answers.

# Where counts were asked to decide of others, folds do not.
counts_decided <- function(plans) length(plans) > 0 && !any(vapply(plans, inherits, NA, "plan_scores"))

# Whether folds decide: they were given, and nothing was asked for that they cannot do. Ratios of a few rows
# have no mean.
takes_folds <- function(x, target, request) {
  if (!has_folds(x) || draws_replicates(request) || counts_decided(request$alike)) {
    return(FALSE)
  }
  asked <- request$rule$method
  if (!is.null(asked)) {
    return(is_fold_method(asked))
  }
  plain <- is.null(request$interval) && request$vcov == "robust" && request$measure %||% "difference" == "difference"
  plain && has_small_design(x, target)
}

fold_plan <- function(x, target, request) {
  design <- fold_design(x)
  if (is.null(design)) {
    abort_verdict(c(
      "Tests of folds need the same number of them in each repetition.",
      i = "Use {.code method = \"wald\"} or another test of the counts, which has its caveat."
    ), "fold")
  }
  if (is_ratio_metric(target$metric)) {
    abort_verdict(c(
      "Tests of folds take means over them: a {target$metric$label} may be infinite in one fold.",
      i = "Use {.code method = \"wald\"}, which has its caveat, or another metric."
    ), "fold")
  }
  ratio <- fold_ratio(x)
  if (is.null(request$rule$method)) request$rule <- new_rule("corrected_t")
  plan <- score_plan(target, request, design, ratio, function() fold_scores(x, target))
  class(plan) <- c("plan_folds", class(plan))
  plan$known_ratio <- ratio
  plan$units <- list(design = design, clustered = FALSE)
  signal_invalid_scores(plan, request$pairs)
  plan
}

# By default as the comparisons are: means over the folds, by the corrected variance.
set_assessment.prediction_set <- function(x, target, rule, level, required = NULL) {
  asked <- is.null(rule$interval) || identical(rule$interval, "corrected_t")
  if (!(asked && !counts_decided(rule$alike) && has_folds(x) && has_small_design(x, target))) {
    return(assess_pooled(x, target, rule, level, required))
  }
  method <- tests_of("pair_of_scores")["corrected_t", ]
  design <- fold_design(x)
  plan <- list(
    method = method, ratio = resolve_ratio(NULL, fold_ratio(x), method, design), design = design,
    scores = lazily(function() fold_scores(x, target))
  )
  parts <- lapply(seq_along(target$class), function(slice) {
    assess_scores(plan, slice, target, x$classifiers, level, required)
  })
  rows <- structure(do.call(rbind, parts), units = list(design = design, clustered = FALSE))
  flat <- is.na(rows$conf.low) & is.na(rows$conf.high) & is.null(rule$interval)
  if (!any(flat)) {
    return(rows)
  }
  # Where all folds have the same value, or only one has any, nothing is learnt from how they vary: then the rows
  # are counted together.
  pooled <- set_assessment.evidence(x, target, rule, level, required)
  columns <- intersect(names(rows), names(pooled))
  rows[flat, columns] <- pooled[flat, columns]
  if ("df" %in% names(rows)) rows$df[flat] <- NA
  why <- "the folds do not vary: of all rows together"
  rows$note[flat] <- paste_notes(pooled$note[flat], rep(why, sum(flat)))
  rows
}

# Of rows with sampling weights intervals by the delta method cover .88 to .90 at .95 where they are worth 51.
few_weighted <- 100

# Where clusters, or rows with sampling weights, are worth few of equal size.
with_few_clusters <- function(rows, x) {
  worth <- worth_of_clusters(x)
  noun <- noun_of_clusters(x)
  delta <- rows$method.id %in% intervals_of("single")["delta", "id"]
  fewest <- ifelse(noun == "row" & delta, few_weighted, few_clusters)
  alike <- x$n_clusters < few_clusters || round(worth) == x$n_clusters
  what <- if (alike) count_of(x$n_clusters, noun) else uneven_words(x, worth)
  short <- !is.na(rows$conf.low) & worth < fewest & !rows$method.id %in% intervals_of("bootstrap")$id
  with_status(rows, short, "short_interval", list(rows = what))
}

# The delta method's interval is too short where a metric depends on a class with few rows (`?assess_classifiers`): that
# is noted where it was asked for; where observations occur repeatedly, so that it is the only one, there is none. The
# score interval misses what is 0 by decree.
assess_pooled <- function(x, target, rule, level, required) {
  rows <- set_assessment.evidence(x, target, rule, level, required)
  rows <- with_limits_said(rows, x, target)
  if (is_clustered(x)) {
    if (is.null(rule$interval) && rests_on_classes(target)) rows <- without_few(rows, x, target)
    return(with_few_clusters(rows, x))
  }
  score <- rows$method.id == "single_score"
  if (any(score) && rests_on_classes(target)) rows <- without_fixed(rows, fixed_values(x, target))
  # The influence of a row on F of one class is not what it is about another value.
  score <- score & !(target$average == "none" && target$metric$core %in% c("f_meas", "markedness"))
  short <- !score & !rows$method.id %in% intervals_of("bootstrap")$id
  rows <- with_few_of_class(rows, short, x, target, "short_interval")
  with_few_errors(rows, short & !is.na(rows$conf.low), x, target, "short_interval")
}

#' @rdname as_score_set
#' @param metric Names of one or more metrics, as in [assess_classifiers()].
#' @param average,classes,zero_division As in [assess_classifiers()]. By class, the classes are metrics of
#'   their own, such as `"precision: soil"`.
#' @export
as_score_set.prediction_set <- function(x, metric = "accuracy", average = "none", classes = NULL,
                                        zero_division = c("na", "zero", "skip"), ...) {
  options <- check_options(list(...), "beta")
  check_set(x)
  if (!is.null(x$sampled)) {
    abort_verdict(c(
      "Labels with sampling weights do not keep their folds.",
      i = "Give their scores in each fold to {.fn score_set}; the folds of a {.fn probability_set} are kept."
    ), "fold")
  }
  design <- if (has_folds(x)) fold_design(x)
  if (is.null(design)) {
    abort_verdict(c(
      "The set has no folds to take scores of, or not the same number of them in each repetition.",
      i = "Give {.arg fold} (and {.arg repetition}) to {.fn prediction_set}."
    ), "fold")
  }
  metrics <- set_metrics(x, with_beta(metric, options$beta))
  slices_as_scores(x, asked_targets(x, metrics, average, classes, zero_division), fold_scores, design)
}

#' @rdname as_score_set
#' @export
as_score_set.probability_set <- function(x, metric = "roc_auc", average = "none", classes = NULL, ...) {
  check_dots(...)
  check_evidence(x)
  check_single_folds(x)
  average <- check_choice(average, "average", averages)
  metrics <- set_metrics(x, with_beta(metric, NULL))
  design <- new_design("folds", max(x$stratum), 1)
  slices_as_scores(x, set_targets(x, metrics, average, classes, "na"), stratum_scores, design)
}

#' @export
as_score_set.partial_probability_set <- function(x, ...) {
  abort_verdict(c(
    "Classifiers that lack rows have no scores of the same folds.",
    i = "Leave these rows out for all: {.code na = \"omit\"} in {.fn probability_set}."
  ), "fold")
}

check_single_folds <- function(x) {
  if (is.null(x$stratum) || max(x$stratum) < 2) {
    abort_verdict(c(
      "The set has no folds to take scores of.", i = "Give {.arg fold} to {.fn probability_set}."
    ), "fold")
  }
  if (!is.null(x$cluster) && shared_between(x$cluster, x$stratum)) {
    abort_verdict(c(
      "Observations are in several folds, so these are several cross-validations, and which is not known.",
      i = "Give the scores of each fold to {.fn score_set}, with its {.arg repetition}."
    ), "fold")
  }
}

# `by_fold`: a function of the set and a target that gives list(slices, cells).
slices_as_scores <- function(x, targets, by_fold, design) {
  parts <- lapply(targets, function(target) {
    list(scores = by_fold(x, target), metrics = slice_rows(target$metric, target$class))
  })
  rows <- renumbered(do.call(rbind, lapply(parts, `[[`, "metrics")))
  slices <- do.call(c, lapply(parts, function(part) part$scores$slices))
  cells <- parts[[1]]$scores$cells
  scores <- array(unlist(slices), c(nrow(cells), length(x$classifiers), length(slices)), list(
    NULL, x$classifiers, rows$metric
  ))
  new_score_set(scores, cells, rows, design, 0L)
}

# list(slices = matrices folds x classifiers, one a slice of the target; cells with the sizes).
fold_scores <- function(x, target) {
  parts <- lapply(seq_len(nrow(x$folds$cells)), function(j) {
    part <- fold_set(x, j)
    target$moments <- lazily(function() .Call(ffi_metrics_moments, part, target$slice))
    list(estimate = set_estimates(part, target)$estimate, n = part$n)
  })
  scores_by_cell(x, target, x$folds$cells, parts)
}

stratum_scores <- function(x, target) {
  parts <- lapply(seq_len(max(x$stratum)), function(j) {
    part <- units_of_set(x, which(x$stratum == j))
    list(estimate = set_estimates(part, target)$estimate, n = sum(row_counts(part)))
  })
  scores_by_cell(x, target, data.frame(repetition = "1", fold = as.character(seq_along(parts))), parts)
}

scores_by_cell <- function(x, target, cells, parts) {
  slices <- lapply(seq_along(target$class), function(k) {
    scores <- t(vapply(parts, function(part) part$estimate[, k], numeric(length(x$classifiers))))
    matrix(scores, nrow = length(parts), dimnames = list(NULL, x$classifiers))
  })
  cells$cluster <- NA_character_
  cells$n_test <- vapply(parts, `[[`, 0, "n")
  cells$n_train <- stats::ave(cells$n_test, cells$repetition, FUN = sum) - cells$n_test
  # What is infinite in one fold has no score there.
  list(slices = lapply(slices, function(x) replace(x, !is.finite(x), NA_real_)), cells = fold_cells(cells))
}
