# Accuracy of two classifiers from the labelled rows on which they differ: the others are right or wrong together. The
# labelled ones must be a random subset of all rows on which the two differ.

# Whether a plan is for it.
takes_disagreements <- function(x, target, request) {
  method <- request$rule$method
  known <- all_hold(
    target$metric$core %in% c("accuracy", "error"), identical(target$slice, 0L), has_strata(x), !is_clustered(x),
    (request_measure(request, target$metric) %||% "difference") == "difference", !draws_replicates(request),
    !identical(method, "wald"), x$question != "rows" || length(x$classes) <= 2
  )
  usual <- function() one_rate(x) && length(x$labelling$extra) == 0
  known && (!is.null(method) || usual() || length(request$pairs) > 0 && all(never_differ(x, request$pairs)))
}

# Pairs that need no label and no judge.
never_differ <- function(x, pairs) count_disagreements(x, pairs)[2, ] == 0

# Whether labelled disagreements are one sample of all of each pair, up to rounding; where a pattern of them has no
# label, nothing says so.
one_rate <- function(x) {
  if (x$labelling$kind == "random") {
    return(TRUE)
  }
  all(vapply(disagreeing_strata(x, comparison_pairs(x$classifiers, NULL)), is_one_rate, NA))
}

is_one_rate <- function(by) {
  rate <- sum(by$labelled) / max(sum(by$rows), 1)
  rate == 0 || all(by$labelled > 0 & abs(by$labelled - rate * by$rows) < 1)
}

# Of each pair, rows and labels of the patterns on which the two differ.
disagreeing_strata <- function(x, pairs) {
  strata <- labelled_strata(x)
  lapply(seq_len(ncol(pairs)), function(i) {
    apart <- strata[[pairs[1, i]]] != strata[[pairs[2, i]]]
    stratum_sizes(strata)[apart, ]
  })
}

# A method that is asked for takes the labelled disagreements for a random subset of all: rates that differ by more than
# chance say that they are none.
check_one_rate <- function(x, pairs, method) {
  by <- unlike_rates(x, pairs)
  if (!is.null(by)) {
    abort_verdict(c(
      "{.arg method} must be one of {.val wald} or {.val bootstrap}, not {.val {method}}, where rows on which two
       classifiers differ were labelled at different rates, here {label_rates(by)}.",
      i = "{.val {method}} takes the labelled ones for a random subset of all."
    ), "argument")
  }
}

# Of the first pair with such rates its patterns; NULL: there is none.
unlike_rates <- function(x, pairs) {
  Find(function(by) {
    nrow(by) > 0 && isTRUE(rate_test(by, rep(FALSE, nrow(by)))$p.value < chosen_rates)
  }, disagreeing_strata(x, pairs))
}

# From the lowest to the highest of all patterns.
label_rates <- function(by) paste(percent_of(range(by$labelled / by$rows)), collapse = " to ")

# Where they differ, though no more than by chance, they are still not all alike.
with_unequal_rates <- function(rows, x, pairs) {
  if (x$labelling$kind == "random") {
    return(rows)
  }
  by <- disagreeing_strata(x, pairs)
  unequal <- !vapply(by, is_one_rate, NA)
  rates <- rep(NA_character_, length(by))
  rates[unequal] <- vapply(by[unequal], label_rates, "")
  with_status(rows, unequal, "unequal_rates", list(rates = rates), also = TRUE)
}

disagreement_methods <- c("midp", "exact", "mcnemar", "mcnemar_cc", "sign")

disagreement_plan <- function(x, target, request) {
  method <- check_choice(request$rule$method %||% "midp", "method", c(disagreement_methods, "wald"))
  if (x$labelling$kind != "random") check_one_rate(x, request$pairs, method)
  if (method == "sign" && request$alternative == "two.sided") method <- "exact"
  match_vcov(request$vcov, tests_of("pair")[method, ], target, x)
  known <- intervals_of("labelled")
  fitting <- if (x$question == "rows") "exact" else c("score", "wald")
  asked <- if (identical(request$interval, "tango")) "score" else request$interval
  interval <- if (is.null(asked)) fitting[1] else check_choice(asked, "interval", fitting)
  plan <- new_plan(
    target, tests_of("pair")[method, ], "difference", known[interval, ], request,
    c("plan_disagreements", "plan_estimates")
  )
  if (x$question == "rows") plan$method$id <- "pool_exact"
  plan
}

# -- counts ---------------------------------------------------------------------------

# Of each pair: rows, those on which the two differ, labelled ones of these, of which only the first is right, and
# only the second. Of an error the other way round.
count_disagreements <- function(x, pairs, core = "accuracy") {
  p <- x$patterns
  known <- is_labelled(x)
  apply(pairs, 2, function(pair) {
    first <- p[, pair[1] + 1]
    second <- p[, pair[2] + 1]
    apart <- first != second
    right <- function(column) sum(x$count[known & apart & column == p[, 1]])
    won <- c(right(first), right(second))
    if (core == "error") won <- rev(won)
    c(sum(x$count), sum(x$count[apart]), sum(x$count[apart & known]), won)
  })
}

# The share of all rows on which the two agree and are right: what they have in common. By stratum of agreements; where
# one has no label, of all together if labels are random, else NA.
agreeing_share <- function(x, pair) {
  strata <- x$labelling$strata
  apart <- x$patterns[, pair[1] + 1] != x$patterns[, pair[2] + 1]
  known <- is_labelled(x)
  right <- known & x$patterns[, 1] == x$patterns[, pair[1] + 1]
  at <- which(!apart)
  each <- function(what) as.vector(rowsum(x$count[at] * what[at], strata$base[at]))
  rows <- each(rep(1, length(apart)))
  if (x$labelling$kind == "random" && any(each(known) == 0)) {
    return(sum(each(right)) / sum(each(known)) * sum(rows) / x$n)
  }
  sum(each(right) / each(known) * rows) / x$n
}

# -- the numbers ----------------------------------------------------------------------

plan_rows.plan_disagreements <- function(plan, x, pairs, level) {
  counts <- count_disagreements(x, pairs, plan$metric$core)
  tested <- test_disagreements(plan, x, pairs, counts)
  found <- limit_disagreements(plan, counts, level)
  same <- vapply(seq_len(ncol(pairs)), function(i) agreeing_share(x, pairs[, i]), 0)
  same[is.nan(same)] <- NA
  if (plan$metric$core == "error") same <- agreeing_error(x, pairs, same)
  rows <- rows_from_core(x, plan, pairs, c(tested, list(
    estimate = share_of_labels(counts, counts[4, ] - counts[5, ]), std.error = found$std.error,
    conf.low = found$limits[1, ], conf.high = found$limits[2, ], theta0 = same + share_of_labels(counts, counts[4, ]),
    theta1 = same + share_of_labels(counts, counts[5, ])
  )))
  never <- counts[2, ] == 0
  rows$note[never] <- rows$status[never] <- NA
  rows <- with_status(rows, never, "no_disagreement")
  rows <- with_status(rows, !never & counts[3, ] == 0, "no_labelled_disagreement", list(
    rows = count_of(counts[2, ], "row")
  ))
  rows <- with_border(rows, contradicts(rows$p.value, rows$conf.low, rows$conf.high, rows$null.value, level), plan)
  with_unequal_rates(rows, x, pairs)
}

# What is so on `part` of the labelled rows on which the two differ, as a share of all rows; NA where no label is.
share_of_labels <- function(counts, part) {
  share <- counts[2, ] / counts[1, ] * part / counts[3, ]
  ifelse(counts[2, ] == 0, 0, replace(share, !is.finite(share), NA))
}

# Errors that both make: wrong where they agree, and wrong where they differ with neither right.
agreeing_error <- function(x, pairs, same) {
  counts <- count_disagreements(x, pairs)
  1 - counts[2, ] / counts[1, ] - same + share_of_labels(counts, counts[3, ] - counts[4, ] - counts[5, ])
}

# By the labelled rows alone, whatever the others; without any, or with none that only one has right, there is nothing
# against equality.
test_disagreements <- function(plan, x, pairs, counts) {
  if (plan$interval$interval == "exact") {
    return(test_pool(counts, plan$alternative))
  }
  none <- counts[4, ] + counts[5, ] == 0
  bare <- rep(NA_real_, ncol(pairs))
  out <- list(statistic = bare, df = bare, log.p.value = rep(0, ncol(pairs)))
  if (all(none)) {
    return(out)
  }
  request <- plan_request(plan, 0.05)
  request$interval <- "tango"
  tested <- .Call(ffi_compare_proportions, labelled_rows(x), plan$metric$core, 0L, pairs, request, NULL)
  for (name in names(out)) out[[name]][!none] <- tested[[name]][!none]
  out
}

# The labelled rows, as a set of their own.
labelled_rows <- function(x) {
  known <- is_labelled(x)
  n <- sum(x$count[known])
  new_prediction_set(
    x$classes, c(x$truth, x$classifiers), unname(x$patterns[known, , drop = FALSE]), x$count[known], NULL, n, n, 0,
    character()
  )
}

limit_disagreements <- function(plan, counts, level) {
  n <- ncol(counts)
  limits <- matrix(NA_real_, 2, n)
  error <- rep(NA_real_, n)
  tail <- level / n_sides(plan$alternative)
  # Where the two never differ, as many labels as one likes would say no more.
  at <- which(counts[3, ] > 0)
  if (length(at)) {
    found <- .Call(ffi_labelled_limits, counts[, at, drop = FALSE], stats::qnorm(tail, lower.tail = FALSE))
    error[at] <- sqrt(pmax(found[3, ], 0))
    limits[, at] <- found[1:2, ]
  }
  same <- counts[2, ] == 0
  edge <- stats::qnorm(tail, lower.tail = FALSE)^2
  limits[, same] <- rbind(-1, 1) %*% (edge / (counts[1, same] + edge))
  bare <- counts[3, ] == 0 & !same
  limits[, bare] <- rbind(-1, 1) %*% (counts[2, bare] / counts[1, bare])
  kind <- plan$interval$interval
  if (kind == "wald") {
    d <- share_of_labels(counts, counts[4, ] - counts[5, ])
    limits[, at] <- rbind(d - edge^0.5 * error, d + edge^0.5 * error)[, at]
    limits[, error %in% 0] <- NA
  }
  if (kind == "exact") {
    limits[, at] <- limit_pool(counts[, at, drop = FALSE], tail)
    error[at] <- error_pool(counts[, at, drop = FALSE])
  }
  if (plan$alternative == "less") limits[1, ] <- -1
  if (plan$alternative == "greater") limits[2, ] <- 1
  list(limits = limits, std.error = error)
}

# -- these rows only, two classes -----------------------------------------------------

# Of M rows on which the two differ the first is right on B, of which b were among the m labelled.
test_pool <- function(counts, alternative) {
  m <- counts[3, ]
  tails <- pool_tails(counts, 0)
  both <- pmin(0, log(2) + pmin(tails$greater, tails$less))
  p <- switch(alternative, greater = tails$greater, less = tails$less, both)
  p[m == 0] <- 0
  list(statistic = rep(NA_real_, length(m)), df = rep(NA_real_, length(m)), log.p.value = p)
}

# Logarithms of the one-sided p-values that the difference is greater, or less, than `end`: B beside it decides.
pool_tails <- function(counts, end) {
  differ <- counts[2, ]
  m <- counts[3, ]
  b <- counts[4, ]
  won <- (differ + end * counts[1, ]) / 2
  within <- function(won) pmin(pmax(won, 0), differ)
  most <- floor(won + 1e-9)
  least <- ceiling(won - 1e-9)
  more <- stats::phyper(b - 1, within(most), differ - within(most), m, lower.tail = FALSE, log.p = TRUE)
  fewer <- stats::phyper(b, within(least), differ - within(least), m, log.p = TRUE)
  list(greater = replace(more, most < 0, -Inf), less = replace(fewer, least > differ, -Inf))
}

# What is left of the sampling error of the labelled ones.
error_pool <- function(counts) {
  m <- counts[3, ]
  among <- ifelse(m > 1, (counts[4, ] + counts[5, ] - (counts[4, ] - counts[5, ])^2 / m) / pmax(m - 1, 1), NA)
  counts[2, ] / counts[1, ] * sqrt((1 - m / counts[2, ]) * among / m)
}

# Numbers B that the labelled ones do not reject, each tail at its level, as differences.
limit_pool <- function(counts, tail) {
  apply(counts, 2, function(x) {
    low <- x[4]
    high <- x[2] - x[5]
    above <- function(won) stats::phyper(x[4] - 1, won, x[2] - won, x[3], lower.tail = FALSE) > tail
    below <- function(won) stats::phyper(x[4], won, x[2] - won, x[3]) > tail
    (2 * c(first_where(low, high, above), x[2] - first_where(x[5], x[2] - x[4], function(lost) below(x[2] - lost))) -
      x[2]) / x[1]
  })
}

# -- margins --------------------------------------------------------------------------

plan_margins.plan_disagreements <- function(plan, x, pairs) {
  counts <- count_disagreements(x, pairs, plan$metric$core)
  known <- counts[3, ] > 0
  at <- function(end, side) {
    z <- rep(NA_real_, ncol(pairs))
    exact <- plan$interval$interval == "exact"
    if (any(known) && !exact) z[known] <- .Call(ffi_labelled_scores, counts[, known, drop = FALSE], as.double(end))
    log.p <- tail_log_p(score_of_equals(counts, end, z), side)
    if (exact) log.p[known] <- pool_tails(counts, end)[[side]][known]
    log.p
  }
  margin_sides(plan$margin, ncol(pairs), at)
}

# The statistic `z` at `end`, in its place where the two never differ that of limit_disagreements().
score_of_equals <- function(counts, end, z) {
  ifelse(counts[2, ] == 0, -sign(end) * sqrt(counts[1, ] * abs(end) / (1 - abs(end))), z)
}
