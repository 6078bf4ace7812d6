# How two classifiers are compared where few rows are labelled: by two-phase estimates, with t; accuracy by the labelled
# rows on which the two differ.

plan_rows.plan_labelled <- function(plan, x, pairs, level) {
  rows <- rows_of_estimates(plan, x, pairs, compared_estimates(plan, pairs, level))
  if (isTRUE(plan$judged)) rows <- with_few_judged(rows, x)
  if (x$question == "rows") rows <- settled_rows(rows, plan, pairs)
  # What rests on strata without labels has no value, of the two or of what they are compared by.
  estimates <- plan$estimates()
  n <- nrow(estimates$estimate)
  why <- lapply(seq_len(ncol(estimates$estimate)), function(slice) {
    slope <- on_scale(estimates$estimate[, slice], plan$measure)$slope
    lacking <- rep_len(estimates$unknown(slice, cbind(diag(n), pair_weights(n, pairs) * slope)), n + ncol(pairs))
    list(first = lacking[pairs[1, ]], second = lacking[pairs[2, ]], both = lacking[-seq_len(n)])
  })
  of <- function(name) unlist(lapply(why, `[[`, name))
  rows$estimate.classifier[!is.na(of("first"))] <- NA
  rows$estimate.reference[!is.na(of("second"))] <- NA
  lost <- !is.na(of("both")) | rows$status %in% "no_label"
  numbers <- c("estimate", "std.error", "conf.low", "conf.high", "statistic", "df", "p.value", "log.p.value")
  rows[lost, numbers] <- NA_real_
  rows$status[lost] <- "no_label"
  rows$note[lost] <- first_known(of("both"), rows$note)[lost]
  tested <- !is.na(rows$log.p.value) & !plan$resampled
  rows <- with_few_observations(x, rows, tested & !is_share_called(plan$target))
  if (plan$measure != "difference" || !inherits(x, "labelled_set")) {
    return(rows)
  }
  with_bounds(plan_within(plan, x, rows, pairs), lost, x, plan$target, pair_weights(n, pairs))
}

# Of these rows no difference in accuracy is larger than what any labels of the others allow, which strata that were
# merged do not know.
plan_within.plan_labelled <- function(plan, x, rows, pairs) {
  rows <- NextMethod()
  if (x$question != "rows" || !is_accuracy(plan$target) || plan$measure != "difference") {
    return(rows)
  }
  bounds <- label_bounds(x, plan$target, 1L, pair_weights(length(x$classifiers), pairs))
  open <- which(bounds[1, ] < 0 & bounds[2, ] > 0)
  for (name in c("estimate", "conf.low", "conf.high")) {
    at <- open[is.finite(rows[[name]][open])]
    rows[[name]][at] <- pmin(pmax(rows[[name]][at], bounds[1, at]), bounds[2, at])
  }
  rows
}

# Where all labels that matter are there, these rows have the difference that they have.
settled_rows <- function(rows, plan, pairs) {
  estimates <- plan$estimates()
  at <- unlist(lapply(seq_len(ncol(estimates$estimate)), function(slice) {
    slope <- on_scale(estimates$estimate[, slice], plan$measure)$slope
    estimates$settled(slice, pair_weights(nrow(estimates$estimate), pairs) * slope)
  }))
  at <- which(at & is.finite(rows$estimate) & !says_alike(rows$status))
  gap <- rows$estimate[at] - rows$null.value[at]
  gap[abs(gap) < 1e-12] <- 0
  against <- switch(plan$alternative, greater = gap > 0, less = gap < 0, gap != 0)
  least <- if (is_relative(plan$measure)) 0 else -Inf
  rows$conf.low[at] <- if (plan$alternative == "less") least else rows$estimate[at]
  rows$conf.high[at] <- if (plan$alternative == "greater") Inf else rows$estimate[at]
  rows$std.error[at] <- 0
  rows$log.p.value[at] <- ifelse(against, -Inf, 0)
  rows$p.value[at] <- ifelse(against, 0, 1)
  rows$status[at] <- rows$note[at] <- NA
  with_status(rows, seq_along(rows$note) %in% at, "settled")
}

# What is known of all rows, whatever their labels are.
is_share_called <- function(target) target$metric$core == "detection_prevalence" && target$average == "none"

# In the place of intervals, where there is no estimate.
with_bounds <- function(rows, at, x, target, contrasts) {
  if (!any(at)) {
    return(rows)
  }
  bounds <- lapply(seq_along(target$class), function(slice) label_bounds(x, target, slice, contrasts))
  bounds <- do.call(cbind, bounds)
  # Of a class that a classifier never calls there is no precision.
  bounds[is.nan(bounds)] <- NA
  bounds[abs(bounds) < 1e-12] <- 0
  rows$conf.low[at] <- bounds[1, at]
  rows$conf.high[at] <- bounds[2, at]
  known <- at & is.finite(rows$conf.low)
  rows$note[known] <- paste0(rows$note[known], "; ", limits_of_labels)
  rows
}

# The judge's errors are known from the same labels: with few, tests that rest on it reject too often (0.12 of equal
# ones with 15 and, but of accuracy, with 30).
few_judged <- 60

with_few_judged <- function(rows, x) {
  n <- sum(x$count[is_labelled(x)])
  with_status(rows, !is.na(rows$log.p.value) & n < few_judged, "rough", list(
    rows = count_of(n, "label"), instead = ": tests without the judge hold"
  ))
}

# Without those of which nothing is known; where all rows have labels there are none.
known_estimates <- function(found) {
  if (is.null(found$unknown)) {
    return(found)
  }
  n <- nrow(found$estimate)
  for (slice in seq_len(ncol(found$estimate))) {
    why <- rep_len(found$unknown(slice, diag(n)), n)
    found <- without_estimate(found, slice, which(!is.na(why)), why)
  }
  found
}

without_estimate <- function(found, slice, at, why) {
  found$estimate[at, slice] <- NA
  found$vcov[at, , slice] <- found$vcov[, at, slice] <- NA
  found$status[at, slice] <- "no_label"
  found$note[at, slice] <- why[at]
  found
}
