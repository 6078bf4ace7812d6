# What holds for any evidence with estimates and a joint covariance: defaults of the contract
# (set-evidence.R).

check_evidence.evidence <- function(x) invisible(x)

set_units.evidence <- function(x) new_units(x$classifiers, x$n, x$unit %||% "unit")

set_metrics.evidence <- function(x, metric) {
  if (is.null(metric)) {
    known <- x$metrics
    known$headline <- known$usual <- rep(TRUE, nrow(known))
    return(known)
  }
  check_strings(metric, "metric")
  at <- match(metric, x$metrics$metric)
  if (anyNA(at)) {
    abort_verdict(c(
      "{.arg metric} must name metrics of the set, not {.val {metric[is.na(at)]}}.",
      i = "It has {.val {x$metrics$metric}}."
    ), "metric")
  }
  rows_at(x$metrics, unique(at))
}

# Where all that a set has stands first, it is what was asked for.
set_verdict.evidence <- function(x, metric) {
  known <- set_metrics(x, NULL)
  if (is.null(metric) || !all(known$headline)) {
    return(known)
  }
  rows_at(known, known$metric %in% set_metrics(x, metric)$metric)
}

set_target.evidence <- function(x, metric, average, classes, zero_division) {
  check_no_average(average)
  new_target(metric, zero_division, slice = 1L)
}

set_plan.evidence <- function(x, target, request) {
  rule <- request$rule
  if (identical(rule$method, "permutation")) abort_no_exchange()
  if (!is.null(rule$method)) check_choice(rule$method, "method", c("wald", "bootstrap"))
  method <- rows_at(tests_of("pair"), "wald")
  vcov <- match_vcov(request$vcov, method, target, x)
  if (!is.null(request$interval) && !draws_replicates(request)) check_choice(request$interval, "interval", "wald")
  measure <- match_measure(request_measure(request, target$metric), method, target$metric, FALSE)
  interval <- rows_at(intervals_of("pair"), "wald")
  plan <- new_plan(target, method, measure, interval, request, "plan_estimates", vcov = vcov$vcov)
  plan$estimates <- lazily(function() set_estimates(x, target))
  if (has_gaps(x, list(target))) {
    plan$joint <- FALSE
    # Each pair has values of its own.
    plan$own <- lazily(function() if (ncol(request$pairs) > 1) plan$estimates()$estimate)
    class(plan) <- c("plan_on_common", class(plan))
  }
  plan
}

set_omnibus.evidence <- function(x, target, request) {
  rule <- omnibus_rule(x, target, request)
  tested_together(x, list(target), function(x) omnibus_of_estimates(x, set_estimates(x, target), rule, target))
}

set_exchanges.evidence <- function(x, plans, pairs, R) abort_no_exchange() # nolint: object_name_linter.

abort_no_exchange <- function() {
  abort_verdict(c(
    "These estimates have no units whose classifiers could change places.",
    i = "Use {.code method = \"wald\"}, or {.code \"bootstrap\"} where there are replicates."
  ), "method")
}

set_assessment.evidence <- function(x, target, rule, level, required = NULL) {
  assess_estimates(x, target, set_estimates(x, target), rule, level, required)
}

assess_estimates <- function(x, target, estimates, rule, level, required = NULL) {
  units <- set_units(x)
  interval <- match_interval(rule$interval, isTRUE(units$clustered), target, estimates)
  value <- as.vector(estimates$estimate)
  se <- sqrt(pmax(as.vector(apply(estimates$vcov, 3, diag)), 0))
  se[is.na(value)] <- NA
  limits <- if (interval$interval == "bootstrap") {
    interval$id <- bootstrap_id(rule$kind)
    # Limits (2 x estimates) for estimates by themselves: on their own scale.
    n <- length(value)
    rule$studentized <- rule$kind == "studentized"
    contrasts <- new_contrasts(rbind(seq_len(n), 0L), "difference")
    replicates <- set_replicates(x, list(target), contrasts, rule)
    bootstrap_limits(replicates, rule$kind, interval_tails(level, "two.sided"))
  } else {
    required_limits(required, function(level) interval_limits(value, se, estimates, interval, level), level)
  }
  status <- without_ok(as.vector(estimates$status %||% "ok"))
  result <- assessment_rows(
    target, units$classifiers, value, se, limits, interval$id, status = status, note = as.vector(estimates$note)
  )
  required_tests(explain_limits(result, interval, target$metric), required, estimates, interval)
}

# Values of the classifiers (fastest) in the slices of a target; `limits` (2 x values) within the range of the metric.
assessment_rows <- function(target, classifiers, value, se, limits, method_id, ...) {
  new_rows(
    metric = target$metric$asked, average = target$average, class = rep(target$class, each = length(classifiers)),
    classifier = rep(classifiers, times = length(target$class)), measure = "value", estimate = value, std.error = se,
    conf.low = pmax(limits[1, ], target$metric$lower), conf.high = pmin(limits[2, ], target$metric$upper),
    estimate.classifier = value, method.id = method_id, ...
  )
}

set_estimates.evidence <- function(x, target) {
  influence <- set_influence(x, list(target))
  n <- length(x$classifiers)
  slices <- lapply(seq_along(target$class), function(slice) pick_influence(influence, (slice - 1) * n + seq_len(n)))
  vcov <- vapply(slices, influence_vcov, matrix(0, n, n))
  list(
    estimate = matrix(influence$estimate, n), vcov = array(vcov, c(n, n, length(slices))),
    note = matrix(rep_len(influence$note, length(influence$estimate)), n),
    df = function(slice, contrasts) influence_df(slices[[slice]], contrasts),
    alike = function(slice, who) influence_alike(slices[[slice]], who)
  )
}
