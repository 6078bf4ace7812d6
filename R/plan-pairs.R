# How two classifiers of a prediction set are compared in a target: test, measure, interval.

default_method <- function(family, clustered, mid_p) {
  switch(family,
    predictive = if (clustered) "gs" else "wgs",
    matched = if (mid_p && !clustered) "midp" else "mcnemar",
    "wald"
  )
}

match_method <- function(x, target, request) {
  asked <- request$rule$method
  family <- target$family
  clustered <- is_clustered(x)
  if (draws_replicates(request)) asked <- base_method(asked, family)
  if (asks_fitted_models(request)) {
    return(fitted_models_test(x))
  }
  if (is.null(asked)) {
    odds <- identical(request_measure(request, target$metric), "odds_ratio")
    if (target$scored && rests_on_classes(target) && !odds) {
      return(rows_at(tests_of("pair"), "score"))
    }
    mid_p <- !request$agreeing && all(x$count == round(x$count))
    return(rows_at(tests_of("pair"), default_method(family, clustered, mid_p)))
  }
  if (is_fold_method(asked)) abort_no_folds(asked)
  asked <- check_choice(asked, "method", tests_of("pair")$method)
  rule <- rows_at(tests_of("pair"), asked)
  fitting <- fitting_tests(x, target)
  if (!asked %in% fitting$method) {
    open <- fitting$method[!clustered | fitting$clustered == fitting$method]
    if (isTRUE(request$of_groups)) open <- setdiff(open, resampling_methods)
    abort_verdict(c(
      "{.arg method} {.val {asked}} is not a test of {target_words(x, target)}.",
      i = "Use {.or {.val {open}}}."
    ), "method")
  }
  if (clustered && rule$clustered != asked) {
    abort_verdict(c(
      "{.arg method} {.val {asked}} needs independent rows, but observations occur repeatedly.",
      i = "Use {.code method = \"{rule$clustered}\"}, which is robust to that."
    ), "clustered")
  }
  rule
}

fitting_tests <- function(x, target) {
  if (!is.null(x$sampled)) {
    return(rows_at(tests_of("pair"), "wald"))
  }
  tests <- tests_of("pair")[tests_of("pair")$family %in% fitting_families(target$family), ]
  if (is_clustered(x) || target$scored) tests else tests[tests$method != "score", ]
}

# Wald's test by the name of those who show that it holds for the models of one cross-validation. What was asked of the
# details is asked of the headline.
asks_fitted_models <- function(request) {
  alike <- vapply(request$alike, function(plan) identical(plain_id(plan$method$id), "bayle"), NA)
  if (is.null(request$rule$method)) any(alike) else is_method(request$rule$method, "bayle")
}

fitted_models_test <- function(x) {
  design <- if (has_folds(x)) fold_design(x)
  if (!identical(design$type, "folds")) {
    abort_verdict(c(
      "{.code method = \"bayle\"} is of the models of one cross-validation, in which every row is predicted once.",
      i = "Give the {.arg fold} of the rows to {.fn prediction_set}, of one repetition; else
        {.code method = \"wald\"} is the same test."
    ), "method")
  }
  registry_tests["bayle", ]
}

abort_no_folds <- function(method) {
  abort_verdict(c(
    "{.arg method} {.val {method}} is a test of scores over folds, and this set has none.",
    i = "Give {.arg fold} (and {.arg repetition}) to {.fn prediction_set}."
  ), "method")
}

# What a method is or is not a test of.
target_words <- function(x, target) {
  if (!is.null(x$prevalence)) {
    "metrics at a given prevalence"
  } else if (!is.null(x$sampled)) {
    "rows with sampling weights"
  } else if (target$family == "composite") {
    "this metric or average"
  } else {
    target$metric$label
  }
}

match_measure <- function(measure, method, metric, updated) {
  relative <- updated && metric$family == "predictive" || identical(metric$measure, "ratio")
  measure_or(measure, metric, if (relative) "ratio" else method$measure)
}

# The measure that is asked for, if the metric allows it; or else the usual one.
measure_or <- function(measure, metric, usual) {
  if (is.null(measure)) {
    return(usual)
  }
  measure <- check_choice(measure, "measure", measures)
  check_measure_range(measure, metric)
  measure
}

# Shares of what is predicted are compared by their ratio where several are compared together.
joint_measure <- function(measure, metric) {
  relative <- metric$family == "predictive" || identical(metric$measure, "ratio")
  measure_or(measure, metric, if (relative) "ratio" else "difference")
}

# The interval asked for, if it fits, or the default: the first that does.
match_comparison_interval <- function(x, target, request, method, measure, vcov) {
  fitting <- fitting_intervals(x, target, method, measure, vcov, draws_replicates(request))
  # That of the reference, beside the score interval of a proportion.
  if (method$id == "bayle" && is.null(request$interval)) fitting <- "wald"
  if (is.null(request$interval) || identical(request$rule$method, "bootstrap")) {
    return(rows_at(intervals_of("pair"), fitting[1]))
  }
  interval <- check_choice(request$interval, "interval", intervals_of("pair")$interval)
  why <- if (target$family == "matched" && is_clustered(x)) {
    ", whose rows are not independent"
  } else if (target$family == "matched" && vcov$vcov != "robust") {
    " with a corrected variance"
  }
  check_interval_fits(interval, fitting, paste0(label_measure(measure), " of ", target$metric$label, why))
  rows_at(intervals_of("pair"), interval)
}

check_interval_fits <- function(interval, fitting, what) {
  if (!interval %in% fitting) {
    abort_verdict(c(
      "{.arg interval} {.val {interval}} does not fit {what}.", i = "Use {.or {.val {unique(fitting)}}}."
    ), "interval")
  }
}

# Those that invert the test come first, so that interval and decision agree.
fitting_intervals <- function(x, target, method, measure, vcov, resampled) {
  by_score <- if (method$interval == "score" && !resampled) c("score", "wald") else "wald"
  if (target$family == "predictive") {
    return(by_score)
  }
  if (method$method == "score" && measure != "odds_ratio") {
    return(c("score", "wald"))
  }
  if (target$family != "matched" || vcov$vcov != "robust") {
    return("wald")
  }
  if (is_clustered(x)) by_score else matched_intervals(method, measure)
}

# Intervals of McNemar's table, that of a Wald test first only for a Wald test: at few rows it covers too little
# (vignette 'How far to trust each method'). An odds ratio is that of the discordant rows, b / c, unless the
# test is Wald's, of the marginal one.
matched_intervals <- function(method, measure) {
  if (measure == "odds_ratio") {
    return(method$interval)
  }
  known <- intervals_of("pair")
  fitting <- known$interval[vapply(known$fits, function(of) measure %in% of, NA)]
  if (measure == "ratio" && method$wald) union("wald", fitting) else fitting
}

# The intervals of a result, by their ids.
interval_ids <- function(plans, request) {
  rule <- request$rule
  has_margin <- !vapply(plans, function(plan) is.null(plan$margin), NA)
  if (any(has_margin)) rule$interval <- "symmetric"
  of_plan <- function(plan) {
    drawn <- identical(rule$method, "bootstrap") && isTRUE(plan$resampled)
    if (drawn) bootstrap_id(if (rule$simultaneous) "simultaneous" else rule$interval) else plan$interval$id
  }
  unique(vapply(plans, of_plan, ""))
}

bootstrap_id <- function(interval) intervals_of("bootstrap")[interval, "id"]

# -- the numbers ----------------------------------------------------------------------

plan_rows.plan_proportion <- function(plan, x, pairs, level) {
  target <- plan$target
  computed <- .Call(
    ffi_compare_proportions, x, target$metric$core, target$slice, pairs,
    plan_request(plan, level, is_clustered(x)), target$moments()
  )
  with_caveats(rows_from_core(x, plan, pairs, computed), x, plan, level)
}

plan_rows.plan_composite <- function(plan, x, pairs, level) {
  rows <- NextMethod()
  if (!plan$resampled || isTRUE(plan$target$metric$limits)) {
    rows <- with_fixed(rows, fixed_of_pairs(x, plan$target, pairs), plan$target$metric, plan$withholds)
  }
  if (plan$withholds) rows <- without_few(rows, x, plan$target)
  with_caveats(rows, x, plan, level)
}

# Where observations occur repeatedly only Wald's test is left, which does not hold for an average of few rows: unless
# it was asked for, there is no number.
without_few <- function(rows, x, target) {
  repeated <- if (noun_of_clusters(x) == "row") "rows have sampling weights" else "observations occur repeatedly"
  known <- !is.na(rows$conf.low)
  rows <- with_few_of_class(rows, known, x, target, "too_few_of_class", list(repeated = repeated))
  rows[rows$status %in% "too_few_of_class", numbers_of_test(rows)] <- NA_real_
  rows
}

# Of Wald's tests. Of a limit there is none, even where it was asked for.
with_fixed <- function(rows, reason, metric, withholds = FALSE) {
  if (withholds || isTRUE(metric$limits)) {
    return(without_fixed(rows, reason))
  }
  with_fixed_reason(rows, replace(reason, is.na(rows$log.p.value), NA))
}

without_fixed <- function(rows, reason) {
  numbers <- numbers_of_test(rows)
  rows[numbers] <- lapply(rows[numbers], replace, !is.na(reason), NA_real_)
  with_fixed_reason(rows, reason)
}

# A limit has no variance, as has what is of one cluster.
with_fixed_reason <- function(rows, reason) {
  limit <- !is.na(reason) & rows$status %in% "one_cluster"
  rows[c("status", "note")] <- lapply(rows[c("status", "note")], replace, limit, NA_character_)
  with_status(rows, !is.na(reason), "fixed_value", list(reason = reason))
}

# Of classifiers by themselves.
with_limits_said <- function(rows, x, target) {
  if (isTRUE(target$metric$limits)) with_fixed_reason(rows, at_limit(x, target)) else rows
}

numbers_of_test <- function(rows) {
  intersect(c("statistic", "df", "df.residual", "p.value", "log.p.value", "conf.low", "conf.high"), names(rows))
}

with_caveats <- function(rows, x, plan, level) {
  # Wald's p-values are too small too where a metric depends on a class with few rows.
  tested <- !is.na(rows$p.value) & plan$method$wald & !plan$resampled
  # Fractional weights are not resampled.
  instead <- if (is.null(x$sampled)) other_test(plan, "permutation") else ""
  rows <- if (is_clustered(x)) {
    rows <- with_few_observations(x, rows, tested & plan$vcov == "robust", instead)
    with_few_of_class(
      rows, tested, x, plan$target, "few_of_class", list(instead = instead), fewest = few_of_class_repeated
    )
  } else {
    rows <- with_few_of_class(rows, tested, x, plan$target, "few_of_class", list(instead = instead))
    if (is.null(c(x$prevalence, x$sampled))) instead <- other_test(plan, steady_test(plan$target))
    rows <- with_few_errors(rows, tested, x, plan$target, "rough", list(instead = instead))
    with_flat_class(rows, tested, x, plan$target, "flat_of_class", list(instead = instead))
  }
  if (plan$resampled) {
    return(rows)
  }
  scored <- plan$target$family == "predictive" && plan$method$wald && is.null(c(x$prevalence, plan$other_tests))
  if (scored) rows <- with_unlimited_test(rows, default_method("predictive", is_clustered(x)))
  with_border(rows, contradicts(rows$p.value, rows$conf.low, rows$conf.high, rows$null.value, level), plan)
}

# One that holds for values of 0 and 1, and of independent rows.
steady_test <- function(target) {
  if (target$scored) {
    "score"
  } else if (target$family == "composite") {
    "permutation"
  } else {
    default_method(target$family, clustered = FALSE, mid_p = FALSE)
  }
}

# Where it can be asked for: NULL stands for all.
other_test <- function(plan, method) {
  # A permutation is of equality.
  if (method == "permutation" && !is.null(plan$margin)) {
    return("")
  }
  if (is.null(plan$other_tests) || method %in% plan$other_tests) paste0(": use method \"", method, "\"") else ""
}

# Of a test beside an interval that does not invert it.
with_border <- function(rows, at, plan, also = FALSE) {
  if (plan$resampled) {
    return(with_status(rows, at, "resampled_border", also = also))
  }
  own <- test_scale(plan)
  instead <- if (!is.na(plan$interval$inverts)) {
    # With few labels other metrics refuse it.
    alone <- if (inherits(plan, "plan_disagreements")) paste0(" of ", plan$metric$label, " alone")
    paste0("method \"", plan$interval$inverts, "\"", alone)
  } else if (plan$method$wald && own != plan$measure) {
    paste0("measure \"", own, "\"")
  } else if (plan$method$method == "score" && plan$measure == "odds_ratio") {
    "measure \"difference\"" # the score test has an interval there
  }
  with_status(rows, at, "border", list(
    test = describe_test(plan$method$id)$short, interval = plan$interval$short,
    instead = if (is.null(instead)) "" else paste0(": ", instead, " agrees with it")
  ), also)
}
