# One classifier against a required value: tests beside the intervals of an assessment.

# NULL, or list(null, named by metric; alternative; p.adjust.method).
match_required <- function(null, alternative, p.adjust.method, interval, metrics) {
  alternative <- check_choice(alternative, "alternative", alternatives)
  p.adjust.method <- check_choice(p.adjust.method, "p.adjust.method", interval_adjustments())
  if (is.null(null)) {
    if (alternative != "two.sided") {
      abort_verdict("{.arg alternative} is for a test: give {.arg null}, the value required.", "argument")
    }
    return(NULL)
  }
  if (identical(interval, "bootstrap")) {
    abort_verdict(c(
      "The bootstrap interval has no test of a required value.", i = "Use another {.arg interval}."
    ), "interval")
  }
  list(null = required_values(null, metrics), alternative = alternative, p.adjust.method = p.adjust.method)
}

required_values <- function(null, metrics) {
  named <- !is.null(names(null))
  if (!is.numeric(null) || anyNA(null) || !(named && all(metrics$asked %in% names(null)) || length(null) == 1)) {
    abort_verdict(c(
      "{.arg null} must be one number, or one named for each metric.",
      i = "The metrics are {.val {metrics$asked}}."
    ), "null")
  }
  value <- if (named && all(metrics$asked %in% names(null))) null[metrics$asked] else rep(null, nrow(metrics))
  out <- which(value < metrics$lower | value > metrics$upper)
  if (length(out)) {
    at <- out[1]
    abort_verdict(c(
      "{.arg null} must be a possible value of {metrics$label[at]}, not {value[at]}.",
      i = "It lies between {metrics$lower[at]} and {metrics$upper[at]}."
    ), "null")
  }
  stats::setNames(as.double(value), metrics$asked)
}

# `find` gives limits at a two-sided level; a one-sided test has one of them.
required_limits <- function(required, find, level) {
  side <- required$alternative %||% "two.sided"
  if (side == "two.sided") {
    return(find(level))
  }
  limits <- find(2 * level)
  open <- if (side == "greater") 2 else 1
  limits[open, !is.na(limits[open, ])] <- if (side == "greater") Inf else -Inf
  limits
}

required_tests <- function(rows, required, estimates, interval) {
  if (is.null(required)) {
    return(rows)
  }
  none <- rep(NA_real_, nrow(rows))
  rows$null.value <- required$null[[rows$metric[1]]]
  # Of one metric of a call it may be known, and not of another.
  rows$df <- none
  own <- estimates$own[[interval$interval]]
  if (!is.null(own)) {
    rows$statistic <- own$statistic(rows$null.value[1])
    rows$log.p.value <- tail_log_p(rows$statistic, required$alternative)
    return(rows)
  }
  sizes <- .Call(
    ffi_assess_tests, interval$core, rows$estimate, rows$std.error, as.double(estimates$successes %||% none),
    as.double(estimates$trials %||% none), rows$null.value[1], required$alternative,
    rep_len(alone_df(estimates), nrow(rows))
  )
  rows[c("statistic", "log.p.value")] <- sizes[c("statistic", "log.p.value")]
  if (any(is.finite(alone_df(estimates)))) rows$df <- alone_df(estimates)
  open <- !is.na(rows$estimate) | is.na(rows$note)
  with_status(rows, open & is.na(sizes$log.p.value), "no_required")
}
