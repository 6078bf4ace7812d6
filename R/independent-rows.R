# Plans and rows of an independent comparison, and what is said where the sides share observations.

# -- the numbers ----------------------------------------------------------------------

# list(rows, metric, interval, limits, size, place, scale): `limits` gives the rows at another level; `size`: how many
# estimates each side has, `place`: which of them are compared, `scale`: on which.
independent_part <- function(sides, metric, request, size) {
  counted <- !any(is.na(sides$n0) & !is.na(sides$theta0)) && !any(is.na(sides$n1) & !is.na(sides$theta1)) &&
    metric$family != "composite"
  plan <- independent_plan(sides, metric, counted, request)
  limits <- function(level) independent_rows(sides, plan, level)
  list(
    rows = limits(1 - request$conf.level), metric = metric, interval = plan$interval$id, limits = limits, size = size,
    place = rbind(sides$place0, sides$place1), scale = if (isTRUE(plan$method$wald)) plan$measure else "difference"
  )
}

independent_plan <- function(sides, metric, counted, request) {
  request$measure <- request$measure %||% metric$measure %||% "difference"
  clustered <- any(sides$clustered)
  proportion <- counted && !clustered
  if (any(is.finite(c(sides$df0, sides$df1)))) {
    return(welch_plan(metric, request))
  }
  method <- tests_of("independent")[request$method %||% if (proportion) "score" else "wald", ]
  check_independent_method(method$method, counted, clustered)
  check_measure_range(request$measure, metric)
  if (method$exact) check_exact_counts(sides, method$method)
  fitting <- c(method$interval, if (proportion) c("miettinen_nurminen", "score", "wald"))
  if (proportion && request$measure == "difference") fitting <- c(fitting, "newcombe")
  interval <- request$interval %||% method$interval
  check_interval_fits(interval, fitting, paste(label_measure(request$measure), "of", metric$label, "here"))
  list(
    metric = metric, method = method, measure = request$measure, alternative = request$alternative,
    interval = intervals_of("independent")[interval, ], vcov = "robust"
  )
}

check_independent_method <- function(method, counted, clustered) {
  why <- if (method == "welch_t") {
    "is for scores"
  } else if (method %in% c("wald", "z")) {
    NULL
  } else if (!counted) {
    "is for counted proportions"
  } else if (clustered) {
    "needs independent rows, but observations occur repeatedly"
  }
  kind <- if (counted && clustered) "clustered" else "method"
  if (length(why)) abort_verdict(c("{.arg method} {.val {method}} {why}.", i = "Use {.code method = \"wald\"}."), kind)
}

# Means of scores, whose variances are those of few units.
welch_plan <- function(metric, request) {
  asked <- list(method = request$method, interval = request$interval, measure = request$measure)
  fitting <- list(method = "welch_t", interval = "welch_t", measure = "difference")
  for (arg in names(asked)) {
    if (is.null(asked[[arg]]) || asked[[arg]] == fitting[[arg]]) next
    abort_verdict(c(
      "{.arg {arg}} {.val {asked[[arg]]}} is not for scores.", i = "Leave it out: it is {.val {fitting[[arg]]}}."
    ), arg)
  }
  list(
    metric = metric, method = tests_of("independent")["welch_t", ], measure = "difference",
    alternative = request$alternative, interval = intervals_of("independent")["welch_t", ], vcov = "robust"
  )
}

check_exact_counts <- function(sides, method) {
  counts <- unlist(sides[c("s0", "n0", "s1", "n1")])
  if (any(counts != round(counts), na.rm = TRUE)) {
    abort_verdict(c("An exact test needs whole counts.", i = "Use {.code method = \"score\"}."), "counts")
  }
  rows <- max(0, sides$n0 + sides$n1, na.rm = TRUE)
  if (method == "barnard" && rows > 1e4) {
    abort_verdict(c(
      "Barnard's test is for up to 10,000 rows; there are {format_count(rows)}.",
      i = "Use {.code method = \"score\"}, which is next to exact with so many, or {.val fisher}."
    ), "size")
  }
}

independent_rows <- function(sides, plan, level) {
  compared <- wald_from_values(sides, plan, level)
  welch <- plan$method$method == "welch_t"
  counted <- !welch && (plan$method$test != "wald" || plan$interval$interval != "wald")
  if (counted) compared <- with_counted(compared, sides, plan, level)
  if (welch) compared <- with_degrees(compared, sides, plan$alternative, level)
  compared <- within_range(compared, sides, plan)
  rows <- data.frame(
    sides[c("metric", "average", "class", "classifier", "reference")],
    measure = plan$measure, estimate = compared$estimate, std.error = compared$std.error,
    conf.low = compared$conf.low, conf.high = compared$conf.high,
    null.value = as.numeric(plan$measure != "difference"), statistic = compared$statistic,
    df = compared$df %||% NA_real_, log.p.value = compared$log.p.value, estimate.classifier = sides$theta0,
    estimate.reference = sides$theta1, method.id = plan$method$id, note = NA_character_
  )
  plan$target <- list(metric = plan$metric)
  rows$status <- pair_status(compared, plan)
  rows$note <- first_known(sides$note, pair_notes(rows, compared, plan))
  rows$note <- first_known(rows$note, few_expected_notes(rows, sides, plan))
  plan$resampled <- FALSE
  against <- contradicts(exp(rows$log.p.value), rows$conf.low, rows$conf.high, rows$null.value, level)
  rows <- with_border(rows, against, plan, also = TRUE)
  cut_to_range(rows, plan$metric)
}

# Counted proportions differ by 1 at most, at an open end too.
within_range <- function(compared, sides, plan) {
  counted <- !is.na(sides$n0 + sides$n1) & plan$metric$family != "composite"
  if (plan$measure != "difference") counted[] <- FALSE
  compared$conf.low[counted] <- pmax(compared$conf.low[counted], -1)
  compared$conf.high[counted] <- pmin(compared$conf.high[counted], 1)
  compared
}

few_expected <- 2

# Where one set is much larger than the other, normal tests reject too often when next to no failures (or successes) can
# be expected in the smaller one: exact sizes in bench/calibration/ledger-counts.R.
few_expected_notes <- function(rows, sides, plan) {
  n <- pmin(sides$n0, sides$n1)
  all <- sides$n0 + sides$n1
  right <- sides$s0 + sides$s1
  few <- n * pmin(right, all - right) < few_expected * all & pmax(sides$n0, sides$n1) > 2 * n
  asked <- plan$method$method %in% c("score", "z", "pooled_z")
  kind <- ifelse(right > all / 2, "failures", "successes")
  note <- paste0(
    "p may be too small: fewer than ", few_expected, " ", kind, " expected in the smaller set: use method \"barnard\""
  )
  ifelse(asked & few %in% TRUE & !is.na(rows$log.p.value), note, NA_character_)
}

# Each comparison as two estimates that do not vary together.
wald_from_values <- function(sides, plan, level) {
  none <- numeric(nrow(sides))
  plan$method <- tests_of("independent")["wald", ]
  plan$interval <- intervals_of("independent")["wald", ]
  .Call(
    ffi_compare_estimates, rbind(sides$theta0, sides$theta1),
    array(rbind(sides$v0, none, none, sides$v1), c(2, 2, nrow(sides))), matrix(1:2), plan_request(plan, level)
  )
}

# Satterthwaite's: each variance is known as well as its own degrees of freedom say. A side without variance, which has
# none, adds nothing.
with_degrees <- function(compared, sides, alternative, level) {
  variance <- rbind(sides$v0, sides$v1)
  df <- replace(rbind(sides$df0, sides$df1), variance %in% 0, Inf)
  compared$df <- satterthwaite(variance, df)
  compared$log.p.value <- tail_log_p(compared$statistic, alternative, compared$df)
  reach <- stats::qt(if (alternative == "two.sided") level / 2 else level, compared$df, lower.tail = FALSE) *
    compared$std.error
  if (alternative != "less") compared$conf.low <- compared$estimate - reach
  if (alternative != "greater") compared$conf.high <- compared$estimate + reach
  compared
}

# What counts say takes the place of what estimates do.
with_counted <- function(compared, sides, plan, level) {
  asked <- plan_request(plan, level)[c("test", "interval", "measure", "alternative", "quantile")]
  if (asked$test == "wald") asked$test <- "score"
  by_wald <- asked$interval == "wald"
  if (by_wald) asked$interval <- "newcombe"
  counted <- .Call(
    ffi_independent_compare, as.double(sides$s0), as.double(sides$n0), as.double(sides$s1), as.double(sides$n1), asked
  )
  if (plan$method$test != "wald") {
    compared[c("statistic", "log.p.value")] <- counted[c("statistic", "log.p.value")]
    compared$test_status <- ifelse(is.na(counted$log.p.value), "both_boundary", "ok")
  }
  if (!by_wald) {
    compared[c("conf.low", "conf.high")] <- counted[c("conf.low", "conf.high")]
    compared$ci_status[] <- "ok"
  }
  compared
}

# -- what is not independent ----------------------------------------------------------

# Sets of units with the same names run, but with what the paired test says beside them: in the first slice of the first
# metric. Where only some units are the same that is no paired test, which is of these alone, but one of all units.
# `complete`: whether all classifiers have all units of their set.
warn_shared <- function(overlap, rows, pairs, request, complete) {
  shared <- influence_shared(overlap[[1]], overlap[[2]])
  if (!is.null(shared)) {
    shared$whole <- shared$whole && complete
    rows <- rows[rows$class %in% rows$class[1], ]
    paired <- list(log.p.value = shared_log_p(overlap, shared$vcov, pairs, request$alternative))
    claims <- compare_claims(rows, paired, request$conf.level)
    of_all <- "The other test is of all units of both, those in common allowed for: not {.fn compare_classifiers}."
    warn_verdict(c(
      "{.arg x} and {.arg y} have the same units: {first_few(shared$names, 3)}. If they are, this test is not valid: \
       it ignores it.",
      i = if (shared$whole) {
        "Valid then: all classifiers in one {.fn score_set}, and {.fn compare_classifiers}, which is paired."
      } else {
        "Valid then: all classifiers in one {.fn score_set} with {.code na = \"keep\"}, and
         {.fn compare_classifiers}, which is paired: of these units alone."
      },
      i = "If they are not, give them names of their own.",
      x = if (shared$whole || is.null(claims)) claims else paste(claims, of_all)
    ), "invalid")
  }
}

# By Student's t of the difference, with the degrees of freedom of the set that has fewer.
shared_log_p <- function(overlap, between, pairs, alternative) {
  at <- list(pairs[1, ], pairs[2, ])
  of <- function(what) Map(what, overlap, at)
  estimate <- of(function(overlap, at) overlap$estimate[at])
  variance <- of(function(overlap, at) diag(influence_vcov(overlap))[at])
  df <- of(function(overlap, at) influence_df(overlap, diag(length(overlap$estimate))[, at, drop = FALSE]))
  spread <- variance[[1]] + variance[[2]] - 2 * between[cbind(at[[1]], at[[2]])]
  t <- (estimate[[1]] - estimate[[2]]) / sqrt(pmax(spread, 0))
  tail_log_p(t, alternative, pmin(df[[1]], df[[2]]))
}
