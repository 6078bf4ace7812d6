# A set and a request, resolved: the plans, one row for each plan, slice (a class or an
# average) and pair of classifiers, and, once asked for, how all rows vary together.
# compare_classifiers() tabulates it, omnibus_test() combines it, verdict() words it.

# `combine`, a function of the comparison, gives tests of several rows together, a data frame
# with log.p.value, that belong to the same family.
new_comparison <- function(x, plans, request, combine = NULL, call = caller_env()) {
  comparison <- tested_comparison(x, plans, request)
  if (!is.null(combine)) comparison$global <- combine(comparison)
  if (!has_own_family(plans)) check_pair_family(comparison, call)
  judge_comparison(comparison)
}

# The same before p-values are adjusted.
tested_comparison <- function(x, plans, request) {
  comparison <- list(
    set = x, units = compared_units(set_units(x), plans), plans = plans, request = request,
    index = comparison_index(plans, ncol(request$pairs))
  )
  comparison$joint <- lazily(function() set_joint(x, lapply(plans, `[[`, "target")))
  comparison$rows <- comparison_rows(comparison, 1 - request$conf.level)
  comparison$claims <- margin_claims(comparison)
  if (resamples(request)) comparison <- resample_comparison(comparison)
  comparison
}

# -- adjustment -----------------------------------------------------------------------

# Adjusted p-values, and the intervals at the level at which single p-values are judged when
# they are adjusted: these exclude the null value exactly where the adjusted p-value decides. Those of methods in
# steps have none.
judge_comparison <- function(comparison) {
  rows <- comparison$rows
  global <- comparison$global
  request <- comparison$request
  alpha <- 1 - request$conf.level
  n <- nrow(rows)
  claims <- comparison$claims
  settled <- settled_log_p(rows$log.p.value, claims)
  combined <- if (!is.null(global)) ifelse(global$n_classes > 1, global$log.p.value, NA)
  further <- if (!is.null(claims)) cbind(rows$log.p.value, as.matrix(claims))
  level <- request$level %||% alpha
  first <- if (is.null(claims) && single_hypotheses(comparison)) first_of_hypothesis(comparison) else seq_len(n)
  again <- which(first != seq_len(n))
  adjusted <- on_whole_level(
    adjust_family(comparison, replace(c(settled, combined), again, NA), level, further), level, alpha
  )
  comparison$family <- sum(!is.na(adjusted$p))
  adjusted[c("p", "log.adj.p")] <- lapply(adjusted[c("p", "log.adj.p")], function(p) replace(p, again, p[first[again]]))
  rows$log.adj.p.value <- if (is.null(claims)) adjusted$log.adj.p[seq_len(n)] else adjusted$further[seq_len(n)]
  rows$adj.p.value <- if (is.null(claims)) adjusted$p[seq_len(n)] else exp(rows$log.adj.p.value)
  comparison$local <- adjusted$local
  comparison$adjustment <- adjusted$method
  rows <- place_limits(rows, adjusted$limits %||% judged_limits(comparison, rows, alpha), comparison$local)
  rows$max.p <- NULL
  rows <- without_contradictions(comparison, rows, alpha)
  if (!is.null(claims)) {
    claims[] <- adjusted$further[-seq_len(n)]
    rows <- judge_margins(comparison, rows, claims, alpha)
  }
  comparison$rows <- rows
  if (!is.null(global)) comparison$global <- judged_global(comparison, adjusted$log.adj.p[-seq_len(n)])
  comparison
}

# What brings an adjustment of its own for all rows takes them as they are.
single_hypotheses <- function(comparison) {
  own <- has_own_family(comparison$plans) || !is.null(comparison$rows$max.p)
  !own && !comparison$request$p.adjust.method %in% pair_adjustments()
}

# A global test of one class is that class' own.
judged_global <- function(comparison, log.p) {
  global <- comparison$global
  rows <- comparison$rows
  alone <- which(global$n_classes == 1)
  key <- function(x) paste(x$metric, x$classifier, x$reference, x$class, sep = "\r")
  log.p[alone] <- rows$log.adj.p.value[match(key(global[alone, ]), key(rows))]
  global$adj.p.value <- exp(log.p)
  global$log.adj.p.value <- log.p
  global
}

# Whether the method brings its own adjustment, as Tukey's does.
has_own_family <- function(plans) inherits(plans[[1]], "plan_blocks") && !is.na(plans[[1]]$method$together)

# list(p, log.adj.p, local, method): the p-values adjusted together. `further` p-values, of claims
# about the same comparisons, are judged at the level at which those of the family are.
adjust_family <- function(comparison, log.p, alpha, further = NULL) {
  if (has_own_family(comparison$plans)) {
    return(adjust_posthoc(comparison, log.p, alpha))
  }
  method <- comparison$request$p.adjust.method
  largest <- comparison$rows$max.p
  if (!is.null(largest)) {
    p <- c(largest, pmin(1, exp(log.p[-seq_along(largest)]) * length(log.p)))
    return(list(
      p = p, log.adj.p = log(p), local = local_level(log.p, log(p), method, alpha), method = method,
      further = if (!is.null(further)) c(log(largest), unlist(comparison$max.claims))
    ))
  }
  if (method == "max_t") {
    return(adjust_together(comparison, log.p, alpha, further = further))
  }
  if (method %in% pair_adjustments()) {
    return(adjust_all_pairs(log.p, nrow(comparison$rows), method, alpha, further))
  }
  adjust_singly(log.p, method, alpha, further)
}

# Beyond the first n there is nothing to adjust: see check_pair_family().
adjust_all_pairs <- function(log.p, n, method, alpha, further = NULL) {
  found <- adjust_singly(log.p[seq_len(n)], method, alpha, further)
  rest <- rep(NA_real_, length(log.p) - n)
  found$p <- c(found$p, rest)
  found$log.adj.p <- c(found$log.adj.p, rest)
  found
}

# From the joint distribution of all comparisons; combined tests are taken as independent of
# them, which is on the safe side. In one step, so that all intervals hold at once. Bonferroni's where it is not known.
adjust_together <- function(comparison, log.p, alpha, further = NULL) {
  at <- quantity_positions(comparison)
  if (fits_memory(max(at)) && knows_joint(comparison)) {
    # A contrast of a quantity with itself does not vary: it is taken as independent.
    at <- cbind(at, matrix(1L, 2, length(log.p) - ncol(at)))
    vcov <- covariance_of_tests(comparison)
    found <- adjust_max_t(log.p, vcov, at, comparison$request$alternative, alpha, further = further)
    if (found$method == "max_t") {
      return(c(found, list(p = exp(found$log.adj.p))))
    }
  }
  adjust_singly(log.p, "bonferroni", alpha, further)
}

# Of all estimates, on the scale that a Wald test takes: their logarithm or logit. 0 where unknown.
covariance_of_tests <- function(comparison) {
  joint <- comparison$joint()
  scale <- unlist(lapply(comparison$plans, function(plan) {
    of_test <- if (isTRUE(plan$method$wald)) test_scale(plan) else "difference"
    rep(of_test, length(plan$target$class) * length(comparison$units$classifiers))
  }))
  slope <- rep(1, length(scale))
  curved <- scale != "difference"
  slope[curved] <- 1 / joint$estimate[curved]
  odds <- scale == "odds_ratio"
  slope[odds] <- slope[odds] / (1 - joint$estimate[odds])
  vcov <- if (any(curved)) joint$vcov * outer(slope, slope) else joint$vcov
  vcov[is.na(vcov)] <- 0
  vcov
}

# Whether the joint covariance is that of the statistics, and from units enough.
knows_joint <- function(comparison) {
  !any(vapply(comparison$plans, function(plan) isFALSE(plan$joint), NA))
}

# A covariance of more quantities than this takes a second and more to be factored.
fits_memory <- function(n) n <= 1500

judged_limits <- function(comparison, rows, alpha) {
  local <- comparison$local
  in_steps <- !registry_adjustments[comparison$adjustment, "at_once"] && comparison$family > 1
  if (in_steps && is.null(comparison$claims) && is.null(comparison$request$level)) {
    return(list(low = NA_real_, high = NA_real_))
  }
  if (!is.null(comparison$limits)) {
    return(comparison$limits(local))
  }
  if (is.na(local) || local %in% c(0, alpha)) {
    return(list(low = rows$conf.low, high = rows$conf.high))
  }
  again <- comparison_rows(comparison, local)
  list(low = again$conf.low, high = again$conf.high)
}

# An interval that does not invert the test may hold the null value where the test decides
# otherwise: then there is none.
without_contradictions <- function(comparison, rows, alpha) {
  against <- contradicts(rows$adj.p.value, rows$adj.conf.low, rows$adj.conf.high, rows$null.value, alpha)
  for (i in which(against)) {
    plan <- comparison$plans[[comparison$index$plan[i]]]
    rows$note[i] <- paste(unique(c(stats::na.omit(rows$note[i]), border_note(plan))), collapse = "; ")
  }
  if (any(against)) rows[against, c("adj.conf.low", "adj.conf.high")] <- NA
  rows
}

# -- as a result ----------------------------------------------------------------------

# The rows of some plans (all) as a verdict_table. `judged`: with the intervals that go with the
# adjusted p-values only.
tabulate_comparison <- function(comparison, plans = seq_along(comparison$plans), judged = FALSE) {
  request <- comparison$request
  rows <- comparison$rows
  wanted <- comparison$index$plan %in% plans
  if (!all(wanted)) rows <- rows[wanted, ]
  if (judged) rows[c("conf.low", "conf.high")] <- rows[c("adj.conf.low", "adj.conf.high")]
  new_verdict_table(rows, list(
    type = "comparison", units = comparison$units,
    metrics = used_metrics(lapply(comparison$plans[plans], `[[`, "target")),
    axis = used_axes(lapply(comparison$plans[plans], `[[`, "target")),
    conf.level = request$conf.level, level = request$level %||% (1 - request$conf.level),
    alternative = request$alternative, p.adjust.method = comparison$adjustment, family = comparison$family,
    local = comparison$local, mean_ranks = comparison_ranks(comparison$plans[plans]),
    interval = interval_ids(comparison$plans[plans], request),
    estimator = unique(unlist(lapply(comparison$plans[plans], `[[`, "estimator")))
  ))
}

# Mean ranks over data sets, where one plan has them.
comparison_ranks <- function(plans) if (length(plans) == 1 && !is.null(plans[[1]]$mean_ranks)) plans[[1]]$mean_ranks()

# What a result keeps of its metrics.
used_metrics <- function(targets) {
  rows <- lapply(targets, function(target) {
    metric <- target$metric
    new_rows(
      metric = metric$asked, label = metric$label, better = metric$better, lower = metric$lower, upper = metric$upper,
      measure = metric$measure %||% "difference"
    )
  })
  if (length(rows) == 1) rows[[1]] else unique(do.call(rbind, unname(rows)))
}

request_plans <- function(x, request, call = caller_env()) {
  warn_invalid_once(lapply(request_targets(x, request), function(target) {
    plan <- set_plan(x, target, request, call)
    plan$margin <- plan_margin(plan, request, call)
    plan
  }), request$conf.level, call)
}
