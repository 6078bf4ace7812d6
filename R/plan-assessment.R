# Each classifier by itself: the interval of an estimate.

# The interval asked for; the bootstrap with its options.
assessment_rule <- function(interval, R, conf.level) { # nolint: object_name_linter.
  if (!is.null(R) && !identical(interval, "bootstrap")) {
    abort_verdict(c(
      "{.arg R}, the number of replicates, is of no use here: no interval draws any.",
      i = "It goes with {.code interval = \"bootstrap\"}, which may be {.code by_bootstrap(R = )} too."
    ), "argument")
  }
  if (identical(interval, "bootstrap")) interval <- new_rule("bootstrap", R = R %||% 9999)
  if (!inherits(interval, "method_rule")) {
    return(list(interval = interval))
  }
  if (interval$method != "bootstrap" || isTRUE(interval$simultaneous)) {
    abort_verdict(c(
      "{.arg interval} must be the name of an interval, or what {.fn by_bootstrap} returns.",
      i = if (interval$method == "bootstrap") "Simultaneous intervals are for comparisons."
    ), "interval")
  }
  check_replicates(interval$R, conf.level)
  list(interval = "bootstrap", kind = with_interval(interval, "bca")$interval, R = interval$R, conf.level = conf.level)
}

# The interval for this metric: the one asked for, if it fits, or the default.
match_interval <- function(interval, clustered, target, estimates) {
  counted <- !is.null(estimates$trials)
  proportion <- target$metric$family != "composite" && target$average == "none"
  fitting <- if (proportion) {
    # What fits, the default first.
    known <- intervals_of("single")
    known$interval[known$fits %in% "proportion" & !((clustered || !counted) & known$counted)]
  } else {
    scored_intervals(target, metric_intervals(target$metric))
  }
  if (is.null(interval)) {
    return(rows_at(intervals_of("single"), fitting[1]))
  }
  interval <- check_choice(interval, "interval", intervals_of("single")$interval)
  why <- if (proportion && !counted) {
    " at a given prevalence"
  } else if (proportion && clustered) {
    ", whose rows are not independent"
  }
  check_interval_fits(interval, c(fitting, "bootstrap"), paste0(target$metric$label, why))
  rows_at(intervals_of("single"), interval)
}

scored_intervals <- function(target, others) {
  first <- rests_on_classes(target)
  if (isTRUE(target$scored)) c(if (first) "score", others, if (!first) "score") else others
}

metric_intervals <- function(metric) {
  if (metric$lower == 0 && metric$upper == 1) {
    c("delta", "logit", "normal")
  } else if (identical(metric$measure, "ratio")) {
    c("log", "delta", "normal")
  } else if (metric$lower >= 0) {
    c("delta", "normal", "log")
  } else {
    c("delta", "normal")
  }
}

# `estimates$own`: what the evidence has for some intervals of its own: list(limits(level), statistic(null)).
interval_limits <- function(value, se, estimates, interval, level) {
  own <- estimates$own[[interval$interval]]
  if (!is.null(own)) {
    return(own$limits(level))
  }
  counts <- estimates$successes %||% rep(NA_real_, length(value))
  trials <- estimates$trials %||% rep(NA_real_, length(value))
  limits <- .Call(
    ffi_assess_intervals, interval$core, value, se, as.double(counts), as.double(trials), level,
    stats::qt(level / 2, alone_df(estimates), lower.tail = FALSE)
  )
  degenerate <- interval$interval == "delta" & !is.na(se) & se == 0
  limits[, degenerate] <- NA
  limits
}

# The same of one number of successes; NA of no trials.
count_limits <- function(interval, successes, trials, level) {
  share <- if (trials > 0) successes / trials else NA_real_
  as.vector(.Call(
    ffi_assess_intervals, interval, share, sqrt(share * (1 - share) / trials), as.double(successes),
    as.double(trials), level, stats::qnorm(level / 2, lower.tail = FALSE)
  ))
}

explain_limits <- function(result, interval, metric) {
  result <- without_error(result, "estimate")
  # Of no estimate its note says why.
  open <- !is.na(result$estimate) | is.na(result$note)
  result <- with_status(result, open & is.na(result$std.error), "one_cluster")
  in_steps <- identical(metric$core, "custom") && interval$interval %in% c("delta", "bootstrap")
  lacking <- if (in_steps) "flat" else interval$lacking
  result <- with_status(result, open & is.na(result$conf.low), lacking, list(metric = metric$label))
  with_status(result, !interval$counted & result$std.error == 0, "no_width")
}
