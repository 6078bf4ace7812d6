# Margins: which differences do not matter, as they are given and for each plan; the tests that
# a comparison is above or below an end of its margin; and what follows from them.

# -- of a plan --------------------------------------------------------------------------

# Both ends on the scale of the measure, NA where one is open; NULL: no margin. `by_default`: the measure was not asked
# for; NA: nor can it be.
plan_margin <- function(plan, request, by_default = is.null(request$measure)) {
  given <- given_margin(request$margin, plan$metric, plan$measure)
  if (!is.null(given)) {
    check_margin_method(plan, request)
    resolve_margin(as.double(given), plan$metric, plan$measure, by_default)
  }
}

# Intervals that are no inversion of a test have no p-value at a margin.
check_margin_method <- function(plan, request) {
  method <- request$rule$method
  if (identical(method, "permutation")) {
    abort_verdict(c(
      "A permutation test is of equality, and knows no {.arg margin}.",
      i = "Use {.code method = \"bootstrap\"}, or leave {.arg method} out."
    ), "method")
  }
  if (inherits(plan, "plan_blocks")) {
    abort_verdict(c(
      "{test_label(plan$method$id)} is a test of all classifiers together, and knows no {.arg margin}.",
      i = "Leave {.arg method} out."
    ), "method")
  }
  if (isTRUE(request$rule$simultaneous)) {
    abort_verdict(c(
      "{.code simultaneous = TRUE} and {.arg margin} do not go together.",
      i = "{.code p.adjust.method = \"max_t\"} judges margins by simultaneous intervals."
    ), "argument")
  }
  if (!plan$resampled && !plan$interval$margin) {
    none <- plan$interval$id == "none"
    what <- if (none) "{test_label(plan$method$id)} test has no" else "{plan$interval$short} interval belongs to no"
    abort_verdict(c(
      paste("The", what, if (none) "interval," else "test,", "which a {.arg margin} needs."),
      i = "Leave {.arg {if (none) 'method' else 'interval'}} out: the one that fits is taken."
    ), "interval")
  }
}

resolve_margin <- function(given, metric, measure, by_default) {
  relative <- is_relative(measure)
  check_margin_sides(given, measure)
  ends <- if (length(given) == 2) given else if (relative) sort(c(given, 1 / given)) else c(-given, given)
  ends[ends == open_ends(measure)] <- NA
  if (relative) {
    check_relative_margin(ends, given, measure, by_default)
  } else {
    check_margin_range(ends, metric, by_default)
  }
  ends
}

# One number is a size, two are on either side of equality.
check_margin_sides <- function(given, measure) {
  relative <- is_relative(measure)
  if (length(given) == 2) {
    check_margin_ends(given, measure)
  } else if (given <= 0 || is.infinite(given) || relative && given == 1) {
    abort_verdict(if (relative) c(
      "{.arg margin} for {label_measure(measure)}s must be positive, finite and not 1, not {given}: 1 is equality.",
      i = "{.code margin = 1.1}, or 0.9, takes what lies between that and its reciprocal as equivalent."
    ) else c(
      "{.arg margin} must be positive and finite, not {given}: it is the largest difference that does not matter.",
      i = "Give two numbers for one that is not the same on both sides, as in {.code margin = c(-0.02, 0.05)}."
    ), "margin")
  }
}

check_margin_ends <- function(given, measure) {
  null <- null_value(measure)
  open <- open_ends(measure)
  if (!(given[1] < null && given[2] > null && given[1] >= open[1] && any(given != open))) {
    example <- if (is_relative(measure)) "c(0.9, 1.1)" else "c(-0.02, 0.05)"
    abort_verdict(c(
      "The ends of a margin for {label_measure(measure)}s must lie below and above {null}, not at {given[1]} and
       {given[2]}.",
      i = "As in {.code margin = {example}}; one of them may be {open[1]} or {.code Inf}."
    ), "margin")
  }
}

# More than half of the range of a metric is a slip.
check_margin_range <- function(ends, metric, by_default) {
  range <- metric$upper - metric$lower
  size <- max(abs(ends), na.rm = TRUE)
  if (is.finite(range) && size >= range / 2) {
    abort_verdict(c(
      "{.arg margin} {size} is no margin for a difference of {metric$label}, which goes from {metric$lower} to
       {metric$upper}.",
      i = if (size >= 1 && size < 100) "For {size} percentage point{?s} give {.code {size / 100}}.",
      i = if (isTRUE(by_default)) "For a ratio say {.code measure = \"ratio\"}."
    ), "margin")
  }
}

check_relative_margin <- function(ends, given, measure, by_default) {
  if (!all(is.na(ends) | ends >= 0.1 & ends <= 10)) {
    wrong <- given[given > 0 & given < 0.1 | is.finite(given) & given > 10][1]
    percent <- if (wrong < 0.1) 1 + wrong else 1 + wrong / 100
    abort_verdict(c(
      "{.arg margin} {wrong} is no margin for {label_measure(measure)}s, of which 1 is equality.",
      i = paste0(
        "For {100 * (percent - 1)}% give {.code {percent}}",
        if (isFALSE(by_default)) "; for a difference say {.code measure = \"difference\"}", "."
      )
    ), "margin")
  }
}

# -- tests --------------------------------------------------------------------------------

plan_margins.plan_estimates <- function(plan, x, pairs) {
  estimates <- plan$estimates()
  request <- estimates_request(plan, estimates, pairs, 0.05)
  .Call(ffi_equivalence_estimates, estimates$estimate, estimates$vcov, pairs, request, plan$margin)
}

plan_margins.plan_proportion <- function(plan, x, pairs) {
  target <- plan$target
  .Call(
    ffi_equivalence_proportions, x, target$metric$core, target$slice, pairs,
    plan_request(plan, 0.05, is_clustered(x)), target$moments(), plan$margin
  )
}

# The tests of scores take any value for equality.
plan_margins.plan_scores <- function(plan, x, pairs) {
  two_sided <- plan$method$test == "cv5x2_f"
  at <- function(value, side) {
    if (!two_sided) {
      return(score_statistics(plan, pairs, 0.05, value, side)$log.p.value)
    }
    statistics <- score_statistics(plan, pairs, 0.05, value)
    half <- exp(statistics$log.p.value) / 2
    log(ifelse((statistics$estimate > value) == (side == "greater"), half, 1 - half))
  }
  margin_sides(plan$margin, ncol(pairs) * length(plan$target$class), at)
}

# Logarithms of the p-values of four claims a row: that it is above, or below, the low end of its
# margin and the high one. NULL: no plan has a margin.
margin_claims <- function(comparison) {
  plans <- comparison$plans
  if (all(vapply(plans, function(plan) is.null(plan$margin), NA))) {
    return(NULL)
  }
  pairs <- comparison$request$pairs
  parts <- lapply(plans, function(plan) {
    none <- margin_sides(c(NA, NA), ncol(pairs) * length(plan$target$class))
    as.data.frame(if (is.null(plan$margin)) none else plan_margins(plan, comparison$set, pairs))
  })
  one_sided <- do.call(rbind, parts)
  one_sided[lacks_interval(comparison$rows), ] <- NA
  on_both_sides(one_sided, comparison$request$alternative)
}

# Limits that any labels allow hold no chance: where they are in the place of an interval there is no test either.
lacks_interval <- function(rows) is.na(rows$conf.low) & is.na(rows$conf.high) | is_bounded(rows)

# A two-sided test looks for both claims at an end, so that each counts twice, as the p-value of
# equality does; a one-sided one makes claims of its side only.
on_both_sides <- function(one_sided, alternative) {
  if (alternative == "two.sided") {
    one_sided[] <- lapply(one_sided, function(log.p) pmin(0, log(2) + log.p))
    return(one_sided)
  }
  other <- if (alternative == "greater") c("below_low", "below_high") else c("above_low", "above_high")
  one_sided[other] <- NA_real_
  one_sided
}

# The same from studentized replicates, of rows with margins `ends` (2 x rows, on the linear
# scale): as bootstrap_p(), with the end of the margin in the place of equality. `largest`: the
# largest replicated statistics, for claims that hold for all rows together.
bootstrap_claims <- function(replicates, ends, alternative, largest = NULL) {
  extreme <- extremeness(alternative)
  observed <- replicates$observed
  claim <- function(end, side) {
    z <- (observed$value - ends[end, ]) / sqrt(observed$variance)
    p <- vapply(seq_along(z), FUN.VALUE = 0, function(j) {
      if (!is.finite(z[j])) {
        return(NA_real_)
      }
      drawn <- largest %||% extreme((replicates$value[j, ] - observed$value[j]) / sqrt(replicates$variance[j, ]))
      (1 + sum(!is.finite(drawn) | drawn >= extreme(z[j]))) / (length(drawn) + 1)
    })
    log(ifelse(side * z > 0 | alternative != "two.sided", p, p^0))
  }
  claims <- data.frame(
    above_low = claim(1, 1), below_low = claim(1, -1), above_high = claim(2, 1), below_high = claim(2, -1)
  )
  if (alternative == "two.sided") claims else on_both_sides(claims, alternative)
}

# The ends of the margin of each row, 2 x rows.
row_margins <- function(comparison) {
  ends <- vapply(comparison$plans, function(plan) plan$margin %||% c(NA_real_, NA_real_), double(2))
  ends[, comparison$index$plan, drop = FALSE]
}

# -- in a family ----------------------------------------------------------------------------

# A comparison is settled when equality and both ends of its margin are excluded: then there is
# no more to claim of it, and it leaves the family. (Of the three at most one is true.)
settled_log_p <- function(log.p, claims) {
  low <- pmin(claims$above_low, claims$below_low, na.rm = TRUE)
  high <- pmin(claims$above_high, claims$below_high, na.rm = TRUE)
  margin <- pmax(low, high, na.rm = TRUE)
  # Without discordant rows McNemar's test has no p-value, but equality is not excluded.
  ifelse(is.na(log.p) & !is.na(margin), 0, pmax(log.p, margin, na.rm = TRUE))
}

# -- as columns -------------------------------------------------------------------------------

# `adjusted`: the claims adjusted, a row each like comparison$claims.
judge_margins <- function(comparison, rows, adjusted, alpha) {
  ends <- row_margins(comparison)
  better <- vapply(comparison$plans, function(plan) plan$metric$better, "")[comparison$index$plan]
  low_is_better <- better %in% "low"
  rows$margin.low <- ends[1, ]
  rows$margin.high <- ends[2, ]
  astray <- disagrees_with_interval(rows, adjusted, alpha)
  adjusted[astray | is.na(rows$adj.conf.low) & is.na(rows$adj.conf.high), ] <- NA
  noted <- astray & is.na(rows$note)
  rows$note[noted] <- "test and interval disagree at the margin"
  of_plan <- split(seq_len(nrow(rows)), factor(comparison$index$plan, seq_along(comparison$plans)))
  for (i in seq_along(of_plan)) {
    at <- of_plan[[i]]
    rows[at, ] <- with_few_at_margin(comparison$plans[[i]], comparison$set, comparison$request$pairs, rows[at, ])
  }
  rows[paste0("p.", margin_questions)] <- margin_p(comparison$claims, low_is_better)
  rows[paste0("adj.p.", margin_questions)] <- margin_p(adjusted, low_is_better)
  rows
}

# Score and Wald tests of precision and NPV rest on the rows that are called, of which each classifier has its own: at a
# margin they err to the side of claims where these are few (bench/calibration/margin.R).
few_called <- 80

with_few_at_margin.plan_proportion <- function(plan, x, pairs, rows) {
  rests <- !is.null(plan$margin) && plan$target$family == "predictive"
  trials <- if (rests) plan$estimates()$trials
  if (is.null(trials) || plan$resampled) {
    return(NextMethod())
  }
  least <- as.vector(pmin(trials[pairs[1, ], , drop = FALSE], trials[pairs[2, ], , drop = FALSE]))
  called <- if (plan$metric$of %in% "not_called") " rows not called" else " rows called"
  few <- list(rows = paste0(format_count(least), called))
  with_status(rows, least > 0 & least < few_called, "few_at_margin", few, also = !is.na(rows$p.value))
}

margin_p <- function(claims, low_is_better) {
  pick <- function(high, low) exp(ifelse(low_is_better, claims[[low]], claims[[high]]))
  noninferior <- pick("above_low", "below_high")
  nonsuperior <- pick("below_high", "above_low")
  list(
    noninferior, pmax(noninferior, nonsuperior), pick("above_high", "below_low"), nonsuperior,
    pick("below_low", "above_high")
  )
}

# Where a claim and the interval by which it is judged do not say the same, none is made.
disagrees_with_interval <- function(rows, claims, alpha) {
  differs <- function(claim, inside) {
    opposed <- (claim < log(alpha)) != inside
    !is.na(opposed) & opposed
  }
  differs(claims$above_low, rows$adj.conf.low > rows$margin.low) |
    differs(claims$below_low, rows$adj.conf.high < rows$margin.low) |
    differs(claims$above_high, rows$adj.conf.low > rows$margin.high) |
    differs(claims$below_high, rows$adj.conf.high < rows$margin.high)
}
