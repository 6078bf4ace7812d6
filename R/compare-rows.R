# A set and a request, resolved: the plans, one row for each plan, slice (a class or an
# average) and pair of classifiers, and, once asked for, how all rows vary together.
# compare_classifiers() tabulates it, omnibus_test() combines it, verdict() words it.

# `combine`, a function of the comparison, gives tests of several rows together, a data frame
# with log.p.value, that belong to the same family.
new_comparison <- function(x, plans, request, combine = NULL) {
  comparison <- tested_comparison(x, plans, request)
  if (!is.null(combine)) comparison$global <- combine(comparison)
  pairs_only <- request$p.adjust.method %in% pair_adjustments()
  if (pairs_only && !has_own_family(plans)) check_pair_family(comparison)
  judge_comparison(comparison)
}

# The same before p-values are adjusted.
tested_comparison <- function(x, plans, request) {
  comparison <- list(
    set = x, units = compared_units(request$units, plans), plans = plans, request = request,
    index = comparison_index(plans, ncol(request$pairs))
  )
  comparison$joint <- lazily(function() joint_estimates(x, plans))
  comparison$rows <- comparison_rows(comparison, 1 - request$conf.level)
  comparison$claims <- margin_claims(comparison)
  if (is_drawn(comparison)) comparison <- resample_comparison(comparison)
  comparison
}

# Of one slice by itself they are those that the plan has found.
joint_estimates <- function(x, plans) {
  found <- if (length(plans) == 1 && class(plans[[1]])[1] == "plan_estimates") plans[[1]]$estimates()
  if (!identical(dim(found$vcov)[3], 1L)) {
    return(set_joint(x, lapply(plans, `[[`, "target")))
  }
  list(estimate = as.vector(found$estimate), vcov = matrix(found$vcov, length(found$estimate)))
}

# -- as a result ----------------------------------------------------------------------

# The rows of some plans (all) as a verdict_table. `judged`: with the intervals that go with the
# adjusted p-values only.
tabulate_comparison <- function(comparison, plans = seq_along(comparison$plans), judged = FALSE) {
  request <- comparison$request
  rows <- comparison$rows
  if (!judged) {
    against <- contradicts(rows$p.value, rows$conf.low, rows$conf.high, rows$null.value, 1 - request$conf.level)
    rows <- with_borders(comparison, rows, against)
  }
  wanted <- comparison$index$plan %in% plans
  plans <- comparison$plans[plans]
  targets <- lapply(plans, `[[`, "target")
  if (!all(wanted)) rows <- rows[wanted, ]
  if (judged) {
    rows[c("conf.low", "conf.high")] <- rows[c("adj.conf.low", "adj.conf.high")]
    # The disagreement was of an interval that is not shown.
    agrees <- rows$status %in% border_statuses & !(is.na(rows$conf.low) & is.na(rows$conf.high))
    rows[agrees, c("status", "note")] <- NA_character_
  }
  new_verdict_table(rows, list(
    type = "comparison", units = comparison$units, metrics = used_metrics(targets), axis = used_axes(targets),
    conf.level = request$conf.level, level = request$level %||% (1 - request$conf.level),
    alternative = request$alternative, toward = request$toward, p.adjust.method = comparison$adjustment,
    family = comparison$family,
    local = comparison$local, own = own_values(plans, comparison$units$classifiers),
    # Over data sets, where one plan has them.
    mean_ranks = of_one_plan(plans, "mean_ranks"), n_ranked = of_one_plan(plans, "n_ranked"),
    least_lost = least_lost(plans, request$pairs), untied = most_untied(rows),
    interval = interval_ids(plans, request), estimator = unique(unlist(lapply(plans, `[[`, "estimator"))),
    judge = do.call(rbind, lapply(plans, `[[`, "judge")), options = options_of_comparison(comparison, rows)
  ))
}

of_one_plan <- function(plans, name) if (length(plans) == 1 && !is.null(plans[[1]][[name]])) plans[[1]][[name]]()

# Of classifiers that have another value in each of their comparisons: the one by themselves. NULL where there are none.
own_values <- function(plans, classifiers) {
  parts <- lapply(plans, function(plan) {
    of_groups <- plan[["plans"]] %||% list(plan)
    value <- own_of_scores(of_groups) %||% own_of_plans(of_groups, length(classifiers))
    if (is.null(value)) {
      return(NULL)
    }
    new_rows(
      metric = plan$metric$asked, average = plan$target$average,
      class = rep(plan$target$class, each = length(classifiers)), classifier = rep(classifiers, length(value)),
      value = unlist(value)
    )
  })
  do.call(rbind, unname(parts))
}

# Of classifiers that lack scores which others have: the mean of those that each has, a slice each.
own_of_scores <- function(plans) {
  slices <- score_slices(plans)
  if (any(vapply(slices, anyNA, NA))) lapply(slices, colMeans, na.rm = TRUE)
}

score_slices <- function(plans) {
  do.call(c, lapply(plans, function(plan) if (inherits(plan, "plan_scores")) plan$scores()$slices))
}

# Units without a score of both of a pair, of the pair with the fewest.
least_lost <- function(plans, pairs) {
  lost <- vapply(score_slices(plans), function(scores) {
    if (anyNA(scores)) nrow(scores) - max(crossprod(1 - is.na(scores))[t(pairs)]) else 0
  }, 0)
  if (length(lost)) min(lost)
}

# Of the pair with the most, where p is that of signs or ranks throughout.
most_untied <- function(rows) {
  n <- rows$untied[!is.na(rows$log.p.value)]
  if (length(n) && !anyNA(n)) max(n)
}

# What plans say of it, NA of those without.
own_of_plans <- function(plans, n) {
  own <- lapply(plans, function(plan) if (!is.null(plan$own)) plan$own())
  if (!all(vapply(own, is.null, NA))) lapply(own, function(value) value %||% rep(NA_real_, n))
}

# What a result keeps of its metrics.
used_metrics <- function(targets) {
  rows <- lapply(targets, function(target) {
    metric <- target$metric
    new_rows(
      metric = metric$asked, label = metric$label, better = metric$better, lower = metric$lower, upper = metric$upper,
      measure = metric$measure %||% "difference", over = target$over %||% NA_character_
    )
  })
  rows <- if (length(rows) == 1) rows[[1]] else unique(do.call(rbind, unname(rows)))
  if (all(is.na(rows$over))) rows$over <- NULL
  rows
}

request_plans <- function(x, request) {
  warn_invalid_once(lapply(request_targets(x, request), function(target) {
    plan <- set_plan(x, target, request)
    plan$margin <- plan_margin(plan, request)
    plan
  }), request$conf.level)
}
