# Comparisons of pairs that belong to a test of all classifiers: mean ranks or mean scores, and the
# standard error that all pairs share.

posthoc_plan <- function(x, target, request) {
  method <- tests_of("posthoc")[check_choice(request$rule$method, "method", tests_of("posthoc")$method), ]
  check_posthoc_request(x, method, request)
  rule <- request$rule
  resampled <- is_resampled(x$design$type)
  corrected <- rule$corrected %||% resampled
  if (isFALSE(rule$blocked)) method$test <- "anova"
  if (method$test %in% c("anova", "blocked_anova")) {
    method$id <- test_id(
      method$id, if (method$test == "anova") "one_way" else "blocked", if (corrected && resampled) "overlap"
    )
  }
  # The standard error that pairs share is that of units with all scores.
  kept <- block_rows(score_matrix(x, target$metric$metric), "friedman")
  overlap <- known_overlap(x, corrected && method$measure == "difference")
  higher <- score_sign(x, target$metric$metric) > 0
  blocks <- block_test(kept$scores, method$test, higher, overlap_inflation(kept$scores, overlap))
  reason <- recoded(blocks$reason, "no_spread", "agreement")
  plan <- new_plan(
    target, method, method$measure, intervals_of("posthoc")[method$interval, ], request, "plan_blocks",
    kept = kept, blocks = blocks, higher = higher, design = x$design, joint = FALSE,
    said = function(n) block_statuses(reason, kept, overlap, x, n = n)
  )
  plan$n_ranked <- function() nrow(kept$scores)
  plan$effect <- lazily(function() posthoc_effect(plan, request$pairs))
  signal_invalid_posthoc(x, plan, corrected, request)
  plan
}

check_posthoc_request <- function(x, method, request) {
  if (isTRUE(set_units(x)$clustered)) {
    abort_verdict(c(
      "{.arg method} {.val {method$method}} takes items for independent, but they come in clusters.",
      i = "Use {.code method = \"cluster_t\"}."
    ), "clustered")
  }
  if (request$alternative != "two.sided" && method$method != "anova_t") {
    abort_verdict(c(
      "{.arg method} {.val {method$method}} is two-sided.",
      i = "One-sided tests of pairs are {.code \"wilcoxon\"} and {.code \"paired_t\"}."
    ), "method")
  }
  if (method$method == "bonferroni_dunn" && is.null(request$reference)) {
    abort_verdict(c(
      "Bonferroni and Dunn's test compares all classifiers with one: which?",
      i = "Name it in {.arg reference}. All pairs are compared by {.code method = \"nemenyi\"}."
    ), "method")
  }
  if (!is.null(request$measure) || !is.null(request$interval) || request$vcov != "robust") {
    abort_verdict(
      "With {.arg method} {.val {method$method}} leave out {.arg measure}, {.arg interval} and {.arg vcov}.", "measure"
    )
  }
}

signal_invalid_posthoc <- function(x, plan, corrected, request) {
  method <- plan$method
  design <- x$design$type
  overlapping <- is_resampled(design) && !corrected
  one_way <- method$test == "anova"
  if (one_way || overlapping || !method$method %in% valid_posthocs(design)) {
    as_it_is <- sprintf("method = \"%s\" as it is, with its blocks and corrections", method$method)
    signal_invalid(
      invalid_block_words(one_way || method$unpaired, method$means, design),
      if (method$measure == "difference") c(words = as_it_is) else c(method = valid_methods(design)[1]),
      posthoc_log_p(plan$blocks, request), null_if_refused(valid_posthoc(x, plan, request))
    )
  }
}

# Of what is compared: the contrasts asked for, or pairs.
posthoc_log_p <- function(blocks, request) {
  contrasts <- request$contrasts
  tested <- if (is.null(contrasts)) {
    .Call(ffi_posthoc_pairs, blocks, request$pairs, "two.sided")
  } else {
    .Call(ffi_posthoc_contrasts, blocks, contrasts, "two.sided")
  }
  tested$log.p.value
}

valid_posthoc <- function(x, plan, request) {
  if (plan$method$measure == "difference") {
    overlap <- known_overlap(x, TRUE)
    valid <- block_test(plan$kept$scores, "blocked_anova", plan$higher, overlap_inflation(plan$kept$scores, overlap))
    return(posthoc_log_p(valid, request))
  }
  usual <- new_request(x, metric = plan$target$metric$asked, method = NULL)
  plan_rows(set_plan(x, plan$target, usual), x, request$pairs, 0.05)$log.p.value
}

plan_rows.plan_blocks <- function(plan, x, pairs, level) {
  blocks <- plan$blocks
  tested <- .Call(ffi_posthoc_pairs, blocks, pairs, plan$alternative)
  n <- ncol(pairs)
  sides <- n_sides(plan$alternative)
  width <- t_width(level / sides, blocks, tested$std.error)
  tested$conf.low <- if (plan$alternative == "less") -Inf else tested$estimate - width
  tested$conf.high <- if (plan$alternative == "greater") Inf else tested$estimate + width
  tested$df <- if (is.finite(blocks$dof)) blocks$dof else NA_real_
  tested$theta0 <- blocks$place[pairs[1, ]]
  tested$theta1 <- blocks$place[pairs[2, ]]
  rows <- rows_from_core(x, plan, pairs, tested)
  rows[c("status", "note")] <- plan$said(n)[c("status", "note")]
  rows$effect <- plan$effect()
  rows$effect.type <- plan$method$effect
  rows <- with_raw_scale(rows, plan$method$means, plan$design$type)
  # Each group of equals is tested at the whole level; of three classifiers there is but one beside another.
  weak <- is_newman_keuls(plan) && length(blocks$place) > 3
  with_status(rows, weak & !is.na(rows$log.p.value), "weak_control", also = TRUE)
}

is_newman_keuls <- function(plan) inherits(plan, "plan_blocks") && plan$method$together %in% "newman_keuls"

# What is said of all classifiers takes claims, and intervals, that hold together.
check_hold_together <- function(plans) {
  if (any(vapply(plans, is_newman_keuls, NA))) {
    abort_verdict(c(
      "The steps of {.val newman_keuls} have no intervals, and hold the level only if all classifiers are equal.",
      i = "Use {.code method = \"tukey\"}, or compare them with {.fn compare_classifiers}."
    ), "method")
  }
  plans
}

# Half of an interval; NA where there is no standard error. That of scores that are the same everywhere is 0.
t_width <- function(tail, blocks, std.error) {
  known <- blocks$reason %in% c("ok", "equal_scores")
  if (known) stats::qt(tail, blocks$dof, lower.tail = FALSE) * std.error else NA_real_ * std.error
}

# The share of units won, ties half, or the mean difference over its standard deviation.
posthoc_effect <- function(plan, pairs) {
  scores <- plan$kept$scores
  if (nrow(scores) == 0) {
    return(rep(NA_real_, ncol(pairs)))
  }
  .Call(ffi_posthoc_effects, scores, pairs, plan$method$measure == "rank_difference", plan$higher)
}

# -- p-values that hold together ------------------------------------------------------

# Those of all rows, where the method brings its own; over several metrics by Bonferroni. `n`: of p-values in all.
adjust_posthoc <- function(comparison, n, alpha) {
  plans <- comparison$plans
  method <- plans[[1]]$method$together
  own <- lapply(seq_along(plans), function(i) {
    at <- which(comparison$index$plan == i)
    posthoc_together(plans[[i]], comparison$rows[at, ], comparison$request$pairs)
  })
  log.adj.p <- pmin(0, unlist(own) + log(length(plans)))
  list(
    log.adj.p = c(log.adj.p, rep(NA_real_, n - length(log.adj.p))), method = method, local = NA_real_,
    limits = function(local) posthoc_limits(comparison, method, alpha / length(plans))
  )
}

posthoc_together <- function(plan, rows, pairs) {
  blocks <- plan$blocks
  n <- length(blocks$place)
  if (plan$method$together == "bonferroni") {
    return(pmin(0, rows$log.p.value + log(nrow(rows))))
  }
  if (blocks$reason != "ok") {
    return(rows$log.p.value)
  }
  if (plan$method$together == "newman_keuls") {
    return(.Call(ffi_posthoc_ranges, blocks)[t(pairs)])
  }
  .Call(ffi_posthoc_together, rows$statistic, n, blocks$dof, plan$method$together)
}

# Their limits, all of which hold at once. The steps of Newman and Keuls have none.
posthoc_limits <- function(comparison, method, alpha) {
  rows <- comparison$rows
  critical <- vapply(comparison$plans, function(plan) {
    n <- length(plan$blocks$place)
    if (plan$blocks$reason != "ok") {
      return(if (plan$blocks$reason == "equal_scores") 0 else NA_real_)
    }
    switch(method,
      newman_keuls = NA_real_,
      bonferroni = stats::qt(alpha / 2 / ncol(comparison$request$pairs), plan$blocks$dof, lower.tail = FALSE),
      .Call(ffi_posthoc_critical, log(alpha), n, plan$blocks$dof, method)
    )
  }, 0)
  width <- critical[comparison$index$plan] * rows$std.error
  list(conf.low = rows$estimate - width, conf.high = rows$estimate + width)
}
