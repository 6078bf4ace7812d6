# A plan, as C reads it, and what C found as rows.

# `class`: what kind of plan it is, which says how its rows are made: see plan.R. `...`: what else it has.
new_plan <- function(target, method, measure, interval, request, class, ..., vcov = "robust") {
  structure(
    list(
      target = target, metric = target$metric, method = method, measure = measure, interval = interval,
      alternative = request$alternative, vcov = vcov, resampled = draws_replicates(request), ...
    ),
    class = c(class, "comparison_plan")
  )
}

n_sides <- function(alternative) if (alternative == "two.sided") 2 else 1

# A plan as C reads it, with limits at `level` (1 minus the confidence).
# `df`: degrees of freedom of each row; NULL: normal.
plan_request <- function(plan, level, clustered = FALSE, df = NULL) {
  tail <- level / n_sides(plan$alternative)
  list(
    test = plan$method$test, scale = test_scale(plan), measure = plan$measure, interval = plan$interval$core,
    alternative = plan$alternative, quantile = stats::qt(tail, df %||% Inf, lower.tail = FALSE), clustered = clustered,
    squared = plan$method$squared, vcov = plan$vcov, df = df
  )
}

# Of what has estimates and their covariance only.
estimates_request <- function(plan, estimates, pairs, level) {
  request <- plan_request(plan, level, df = pairs_df(estimates, pairs, plan$measure))
  replace(request, "test", "wald")
}

# The scale of a Wald test: its own, or that of the measure.
test_scale <- function(plan) if (is.na(plan$method$scale)) plan$measure else plan$method$scale

# What was found for each slice and pair, as the columns of a result; without a status all is well. `known`:
# list(status, note) of what is known before; a mere remark comes after.
rows_from_core <- function(x, plan, pairs, core, known = NULL) {
  target <- plan$target
  usual <- list(test_status = "ok", ci_status = "ok", test_who = "both", ci_who = "both")
  core <- c(core, usual[setdiff(names(usual), names(core))])
  who <- x$classifiers %||% set_units(x)$classifiers
  n <- length(target$class)
  rows <- new_rows(
    metric = target$metric$asked, average = target$average, class = rep(target$class, each = ncol(pairs)),
    classifier = rep(who[pairs[1, ]], n), reference = rep(who[pairs[2, ]], n), measure = plan$measure,
    estimate = core$estimate, std.error = core$std.error, conf.low = core$conf.low, conf.high = core$conf.high,
    null.value = null_value(plan$measure), statistic = core$statistic, df = core$df, p.value = exp(core$log.p.value),
    estimate.classifier = core$theta0, estimate.reference = core$theta1, method.id = plan$method$id,
    status = pair_status(core, plan), note = NA_character_, log.p.value = core$log.p.value
  )
  none <- rep(NA_character_, nrow(rows))
  remark <- is_remark(known$status %||% none)
  of <- function(name, at) replace(known[[name]] %||% none, !at, NA)
  rows$note <- first_known(first_known(of("note", !remark), pair_notes(rows, core, plan)), of("note", remark))
  rows$status <- first_known(first_known(of("status", !remark), rows$status), of("status", remark))
  without_error(cut_to_range(rows, target$metric), label_measure(plan$measure))
}

# No difference is larger than the range of its metric. An interval that is open to one side stays so.
cut_to_range <- function(rows, metric) {
  most <- metric$upper - metric$lower
  if (!isTRUE(is.finite(most))) {
    return(rows)
  }
  cut <- function(end) ifelse(rows$measure == "difference" & is.finite(end), pmax(-most, pmin(most, end)), end)
  rows$conf.low <- cut(rows$conf.low)
  rows$conf.high <- cut(rows$conf.high)
  rows
}

# An estimate at the end of a logarithmic scale has no standard error.
without_error <- function(rows, measure) {
  ends <- is.na(rows$std.error) & (is_relative(rows$measure) & rows$estimate == 0 | is.infinite(rows$estimate))
  with_status(rows, ends, "no_std_error", end_words(rows$estimate, measure))
}

end_words <- function(estimate, measure) {
  list(measure = measure, estimate = ifelse(estimate %in% 0, "0", "infinite"))
}

# Why the test, or else the interval, has no value; NA where both have one.
pair_status <- function(core, plan) {
  status <- ifelse(core$test_status == "ok", core$ci_status, core$test_status)
  without_ok(flat_status(status, plan$target$metric))
}

pair_notes <- function(rows, core, plan) {
  of_test <- core$test_status != "ok"
  scale <- ifelse(of_test, test_scale(plan), plan$measure)
  status_note(rows$status, c(
    list(
      who = status_who(ifelse(of_test, core$test_who, core$ci_who), rows$classifier, rows$reference),
      metric = plan$metric$label, all = "both", instead = "mcnemar"
    ),
    boundary_words(scale)
  ))
}

# The score test that has a value where the logarithm of Wald's test has none.
with_unlimited_test <- function(rows, method) {
  at <- rows$status %in% "boundary"
  rows$note[at] <- paste0(rows$note[at], "; method \"", method, "\" has no such limit")
  rows
}

boundary_words <- function(scale) {
  odds <- scale == "odds_ratio"
  list(boundary = ifelse(odds, "0 or 1", "0"), scale = ifelse(odds, "logit", "log ratio"))
}

plan_within.comparison_plan <- function(plan, x, rows, pairs) cut_to_range(rows, plan$target$metric)

plan_rows.plan_estimates <- function(plan, x, pairs, level) {
  rows_of_estimates(plan, x, pairs, compared_estimates(plan, pairs, level))
}

# By Wald's test.
compared_estimates <- function(plan, pairs, level) {
  estimates <- plan$estimates()
  request <- estimates_request(plan, estimates, pairs, level)
  computed <- .Call(ffi_compare_estimates, estimates$estimate, estimates$vcov, pairs, request)
  # What is the same has no test, and no interval; what rounding made of their variance is none.
  alike <- alike_pairs(estimates, pairs)
  same <- !is.na(alike) & computed$test_status %in% c("ok", "equal_estimates", "zero_variance")
  computed$test_status[same] <- computed$ci_status[same] <- alike[same]
  computed$test_who[same] <- computed$ci_who[same] <- "both"
  for (name in c("statistic", "df", "log.p.value", "conf.low", "conf.high")) computed[[name]][same] <- NA_real_
  computed$std.error[same] <- 0
  # Where every row loses the same by both there is nothing against equality, as of scores that are equal everywhere.
  metric <- plan$target$metric
  loss <- is_mean_loss(metric)
  at <- loss & computed$test_status %in% c("identical_probabilities", "equal_scores")
  computed$log.p.value[at] <- 0
  computed$conf.low[at] <- computed$conf.high[at] <- computed$estimate[at]
  computed
}

rows_of_estimates <- function(plan, x, pairs, computed) {
  estimates <- plan$estimates()
  sides <- function(column) {
    column <- matrix(column, nrow = nrow(estimates$estimate))
    list(as.vector(column[pairs[1, ], ]), as.vector(column[pairs[2, ], ]))
  }
  values <- sides(estimates$estimate)
  notes <- sides(estimates$note)
  known <- list(note = first_reason(notes, values))
  both <- is.infinite(values[[1]]) & is.infinite(values[[2]])
  known$note[both] <- paste_notes(notes[[1]][both], notes[[2]][both])
  if (!is.null(estimates$status)) known$status <- do.call(first_known, sides(without_ok(estimates$status)))
  rows <- rows_from_core(x, plan, pairs, computed, known)
  if (is.null(estimates$remark)) rows else estimates$remark(rows, pairs)
}

plan_joint.comparison_plan <- function(plan, x, pairs, pooled, by_pair) {
  at <- pair_positions(length(plan$target$class), set_units(x)$classifiers, pairs)
  joint <- joint_gaps(set_joint(x, list(plan$target)), at, plan$measure)
  of <- function(columns) vcov_of_gaps(joint$vcov, at[1, columns], at[2, columns])
  members <- if (by_pair) split(seq_len(ncol(at)), (seq_len(ncol(at)) - 1) %% ncol(pairs)) else list(seq_len(ncol(at)))
  size <- length(members[[1]])
  vcov <- vapply(members, of, matrix(0, size, size))
  list(gap = joint$gap, vcov = array(vcov, c(size, size, length(members))))
}

# Of differences of the estimates at places `a` and `b`.
vcov_of_gaps <- function(V, a, b) V[a, a, drop = FALSE] - V[a, b] - V[b, a] + V[b, b]

# Their variances alone, of pairs (columns).
contrast_variances <- function(vcov, pairs) {
  diag(vcov)[pairs[1, ]] + diag(vcov)[pairs[2, ]] - 2 * vcov[t(pairs)]
}
