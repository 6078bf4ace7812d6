# A set and a request, resolved: the plans, one row for each plan, slice (a class or an
# average) and pair of classifiers, and, once asked for, how all rows vary together.
# compare_classifiers() tabulates it, global_test() combines it, verdict() words it.

new_comparison <- function(x, plans, request, others = 0, call = caller_env()) {
  comparison <- list(
    set = x, units = set_units(x), plans = plans, request = request, others = others,
    index = comparison_index(plans, ncol(request$pairs))
  )
  comparison$joint <- lazily(function() set_joint(x, lapply(plans, `[[`, "target")))
  comparison$rows <- comparison_rows(comparison, 1 - request$conf.level)
  if (resamples(request)) comparison <- resample_comparison(comparison)
  judge_comparison(comparison)
}

# A function that computes its value when it is first called.
lazily <- function(make) {
  value <- NULL
  function() {
    if (is.null(value)) value <<- make()
    value
  }
}

# What each row is about, slices slowest within a plan.
comparison_index <- function(plans, n_pairs) {
  parts <- lapply(seq_along(plans), function(i) {
    n <- length(plans[[i]]$target$class)
    data.frame(plan = i, slice = rep(seq_len(n), each = n_pairs), pair = rep(seq_len(n_pairs), n))
  })
  do.call(rbind, parts)
}

comparison_rows <- function(comparison, level) {
  parts <- lapply(comparison$plans, function(plan) {
    set_pair_tests(comparison$set, plan, comparison$request$pairs, level)
  })
  do.call(rbind, parts)
}

# -- adjustment -----------------------------------------------------------------------

# Adjusted p-values, and the intervals at the level at which single p-values are judged when
# they are adjusted: these exclude the null value exactly where the adjusted p-value decides.
judge_comparison <- function(comparison) {
  rows <- comparison$rows
  request <- comparison$request
  alpha <- 1 - request$conf.level
  adjusted <- if (request$p.adjust.method != "max_t") {
    adjust_each(rows$log.p.value, request$p.adjust.method, alpha)
  } else if (is.null(rows$max.p)) {
    adjust_together(comparison, alpha)
  } else {
    list(log.adj.p = log(rows$max.p), local = NA_real_)
  }
  rows$adj.p.value <- adjusted_p(rows, adjusted, request$p.adjust.method)
  comparison$family <- sum(!is.na(rows$p.value))
  comparison$local <- adjusted$local
  comparison$adjustment <- adjusted$method %||% request$p.adjust.method
  limits <- judged_limits(comparison, rows, alpha)
  rows$adj.conf.low <- limits$low
  rows$adj.conf.high <- limits$high
  rows$max.p <- NULL
  comparison$rows <- rows
  comparison
}

# By p.adjust() itself where a double can hold the p-values.
adjusted_p <- function(rows, adjusted, method) {
  if (method %in% stats::p.adjust.methods) stats::p.adjust(rows$p.value, method) else exp(adjusted$log.adj.p)
}

# From the joint distribution of all comparisons.
adjust_together <- function(comparison, alpha) {
  request <- comparison$request
  rows <- comparison$rows
  at <- quantity_positions(comparison)
  if (!fits_memory(max(at))) {
    return(adjust_max_t(rows$log.p.value, NULL, NULL, request$alternative, alpha, comparison$others))
  }
  adjust_max_t(
    rows$log.p.value, comparison$joint()$vcov, at, request$alternative, alpha, comparison$others
  )
}

# Covariances of more quantities than this are not worth the wait.
fits_memory <- function(n) n <= 3000

# Where the classifier and the reference of each row stand in the joint covariance.
quantity_positions <- function(comparison) {
  index <- comparison$index
  n_classifiers <- length(comparison$units$classifiers)
  sizes <- vapply(comparison$plans, function(plan) length(plan$target$class), 0L)
  before <- (cumsum(sizes) - sizes)[index$plan] + index$slice - 1L
  pairs <- comparison$request$pairs[, index$pair, drop = FALSE]
  pairs + rep(as.integer(before * n_classifiers), each = 2)
}

# The same within one target of n slices, for all pairs.
pair_positions <- function(n, classifiers, pairs) {
  offset <- rep((seq_len(n) - 1L) * length(classifiers), each = ncol(pairs))
  pairs[, rep(seq_len(ncol(pairs)), n), drop = FALSE] + rep(offset, each = 2)
}

judged_limits <- function(comparison, rows, alpha) {
  local <- comparison$local
  if (!is.null(comparison$limits)) {
    return(comparison$limits(local))
  }
  if (is.na(local) || local == alpha) {
    return(list(low = rows$conf.low, high = rows$conf.high))
  }
  again <- comparison_rows(comparison, local)
  list(low = again$conf.low, high = again$conf.high)
}

# -- as a result ----------------------------------------------------------------------

# The rows of some plans (all) as a verdict_table.
tabulate_comparison <- function(comparison, plans = seq_along(comparison$plans)) {
  request <- comparison$request
  new_verdict_table(comparison$rows[comparison$index$plan %in% plans, ], list(
    type = "comparison", units = comparison$units,
    metrics = used_metrics(lapply(comparison$plans[plans], `[[`, "target")),
    conf.level = request$conf.level, alternative = request$alternative,
    p.adjust.method = comparison$adjustment, family = comparison$family,
    local = comparison$local, others = comparison$others,
    interval = interval_labels(comparison$plans[plans], request)
  ))
}

# What a result keeps of its metrics.
used_metrics <- function(targets) {
  rows <- lapply(targets, function(target) {
    data.frame(metric = target$metric$asked, target$metric[c("label", "better", "lower", "upper")])
  })
  unique(do.call(rbind, unname(rows)))
}
