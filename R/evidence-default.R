# What holds for any evidence with estimates and a joint covariance: defaults of the contract
# (set-evidence.R).

set_alike.evidence <- function(x, plans) x

set_status.evidence <- function(x, status, class, who) recoded(status, "equal_estimates")

set_shared.evidence <- function(x, y) NULL

set_assessed_units.evidence <- function(x, targets, rule) set_units(x)

set_alternative.evidence <- function(x, method) "two.sided"

set_plan.evidence <- function(x, target, request, call) {
  rule <- request$rule
  if (identical(rule$method, "permutation")) abort_no_exchange(x, call)
  if (!is.null(rule$method)) check_choice(rule$method, "method", c("wald", "bootstrap"), call = call)
  vcov <- match_vcov(request$vcov, tests_of("pair")["wald", ], target, x, call)
  if (!is.null(request$interval) && !resamples(request)) {
    check_choice(request$interval, "interval", "wald", call = call)
  }
  method <- tests_of("pair")["wald", ]
  measure <- match_measure(request_measure(request, target$metric), method, target$metric, FALSE, call)
  plan <- new_plan(target, method, measure, intervals_of("pair")["wald", ], vcov, request, "plan_estimates")
  plan$estimates <- lazily(function() set_estimates(x, target))
  plan
}

set_omnibus.evidence <- function(x, target, request, call) {
  rule <- omnibus_rule(x, target, request, call)
  omnibus_of_estimates(x, set_estimates(x, target), rule, target)
}

set_permutations.evidence <- function(x, plans, request, tested) abort_no_exchange(x)

set_exchanges.evidence <- function(x, plan, request) abort_no_exchange(x)

abort_no_exchange <- function(x, call = caller_env(4)) {
  abort_verdict(c(
    "These estimates have no units whose classifiers could change places.",
    i = "Use {.code method = \"wald\"}, or {.code \"bootstrap\"} where there are replicates."
  ), "method", call = call)
}

set_assessment.evidence <- function(x, target, rule, level, call, required = NULL) {
  units <- set_units(x)
  n_classifiers <- length(units$classifiers)
  estimates <- set_estimates(x, target)
  interval <- match_interval(rule$interval, x, target, estimates, call)
  value <- as.vector(estimates$estimate)
  se <- sqrt(pmax(as.vector(apply(estimates$vcov, 3, diag)), 0))
  se[is.na(value)] <- NA
  limits <- if (interval$interval == "bootstrap") {
    interval$id <- bootstrap_id(rule$kind)
    bootstrap_assessment(x, target, rule, level)
  } else {
    required_limits(required, function(level) interval_limits(value, se, estimates, interval, level), level)
  }
  result <- data.frame(
    metric = target$metric$asked, average = target$average,
    class = rep(target$class, each = n_classifiers),
    classifier = rep(units$classifiers, times = length(target$class)), measure = "value",
    estimate = value, std.error = se, conf.low = pmax(limits[1, ], target$metric$lower),
    conf.high = pmin(limits[2, ], target$metric$upper), estimate.classifier = value,
    method.id = interval$id, note = as.vector(estimates$note)
  )
  required_tests(explain_limits(result, interval, target$metric), required, estimates, interval)
}

set_joint.evidence <- function(x, targets) {
  found <- set_influence(x, targets)
  list(estimate = found$estimate, vcov = influence_vcov(found))
}

set_estimates.evidence <- function(x, target) {
  found <- set_influence(x, list(target))
  n <- length(x$classifiers)
  slices <- lapply(seq_along(target$class), function(slice) pick_influence(found, (slice - 1) * n + seq_len(n)))
  vcov <- vapply(slices, influence_vcov, matrix(0, n, n))
  list(
    estimate = matrix(found$estimate, n), vcov = array(vcov, c(n, n, length(slices))), note = matrix(found$note, n),
    df = function(slice, contrasts) influence_df(slices[[slice]], contrasts)
  )
}

set_replicates.evidence <- function(x, targets, contrasts, rule) {
  influence_replicates(set_influence(x, targets), contrasts, rule$R)
}
