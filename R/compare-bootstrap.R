# The bootstrap and the permutations of a comparison: its rows of plans that ask for them get
# their p-values, and from the bootstrap their intervals, from replicates.

resample_comparison <- function(comparison) {
  on <- which(vapply(comparison$plans, `[[`, NA, "resampled"))
  at <- which(comparison$index$plan %in% on)
  request <- comparison$request
  if (request$rule$method == "bootstrap") {
    return(bootstrap_comparison(comparison, on, at))
  }
  rows <- comparison$rows
  tested <- !is.na(rows$p.value[at])
  drawn <- set_exchanges(comparison$set, comparison$plans[on], request$pairs, request$rule$R)
  permuted <- permutation_p(drawn, tested, request$rule$R, request$alternative)
  largest <- uses_largest(comparison)
  rows <- place_p(rows, at, permuted, largest)
  if (largest && sum(tested) > 1) comparison$more_options <- list(option_of_largest(request$rule$R))
  rows$method.id[at] <- paste0(ifelse(permuted$exact, "permutation:exact:", "permutation:"), rows$method.id[at])
  comparison$rows <- rows
  comparison
}

# p-values by replicates, where there was one; `largest`: those of the largest statistic too.
place_p <- function(rows, at, p, largest) {
  tested <- !is.na(rows$p.value[at])
  rows$p.value[at[tested]] <- p$p[tested]
  rows$log.p.value[at] <- log(rows$p.value[at])
  # An exact p-value may be too small for a number, and its logarithm is not.
  if (!is.null(p$log_p)) rows$log.p.value[at[tested]] <- p$log_p[tested]
  if (largest) rows$max.p <- replace(rows$p.value, at, ifelse(tested, p$max_p, NA))
  rows
}

# Whether any plan asks for replicates: what is asked of the details is not asked of a verdict's headline.
is_drawn <- function(comparison) {
  draws_replicates(comparison$request) && any(vapply(comparison$plans, `[[`, NA, "resampled"))
}

# The largest of replicated statistics adjusts where all rows have them.
uses_largest <- function(comparison) {
  request <- comparison$request
  request$p.adjust.method == "max_t" && all(vapply(comparison$plans, `[[`, NA, "resampled"))
}

bootstrap_comparison <- function(comparison, on, at) {
  comparison$rows$method.id[at] <- "bootstrap"
  at <- at[!comparison$rows$status[at] %in% undrawn_statuses]
  if (length(at) == 0) {
    return(comparison)
  }
  request <- comparison$request
  rule <- request$rule
  rule$studentized <- TRUE
  rule$conf.level <- request$conf.level
  part <- comparison
  part$plans <- comparison$plans[on]
  part$index <- comparison$index[at, ]
  part$index$plan <- match(part$index$plan, on)
  measure <- comparison$rows$measure[at]
  replicates <- set_replicates(
    comparison$set, lapply(part$plans, `[[`, "target"), new_contrasts(quantity_positions(part), measure), rule
  )
  p <- bootstrap_p(replicates, request$alternative)
  tails <- interval_tails(1 - request$conf.level, request$alternative)
  part$rows <- comparison$rows[at, ]
  margin <- !is.null(comparison$claims)
  if (margin) comparison[c("claims", "max.claims")] <- replicated_claims(comparison, part, at, replicates, p)
  limits <- if (margin) {
    studentized_limits(replicates, request$alternative, 1 - request$conf.level)
  } else if (rule$simultaneous) {
    symmetric_limits(replicates, p$critical, 1 - request$conf.level)
  } else {
    bootstrap_limits(replicates, rule$interval, tails)
  }
  comparison$rows <- place_bootstrap(comparison, at, limits, p)
  comparison$limits <- judged_bootstrap(comparison, at, replicates, p)
  comparison
}

# The claims about margins, of each comparison by itself and, where the largest statistic of all
# adjusts, of all of them. With a margin the intervals are those that these p-values belong to.
replicated_claims <- function(comparison, part, at, replicates, p) {
  claims <- comparison$claims
  ends <- row_margins(part)
  ratio <- part$rows$measure != "difference"
  ends[, ratio] <- log(ends[, ratio])
  known <- !is.na(claims[at, ])
  alternative <- comparison$request$alternative
  place <- function(largest) {
    drawn <- bootstrap_claims(replicates, ends, alternative, largest)
    drawn[!known] <- NA
    claims[at, ] <- drawn
    claims
  }
  list(claims = place(NULL), max.claims = if (uses_largest(comparison)) place(p$critical))
}

# estimate -+ the critical value of replicated extreme |t*|.
symmetric_limits <- function(replicates, largest, level) {
  half <- order_limits(largest, 1 - level) * sqrt(replicates$observed$variance)
  rbind(replicates$observed$value - half, replicates$observed$value + half)
}

place_bootstrap <- function(comparison, at, limits, p) {
  rows <- place_p(replicated_limits(comparison, comparison$rows, at, limits), at, p, uses_largest(comparison))
  some <- !is.na(rows$p.value[at]) & p$undefined > 0 & is.na(rows$note[at])
  rows$note[at[some]] <- sprintf("%d of %d replicates undefined", p$undefined, p$replicates)[some]
  rows
}

# Limits (2 x rows) on the linear scale, of which none is beyond what is possible.
replicated_limits <- function(comparison, rows, at, limits) {
  rows[at, c("conf.low", "conf.high")] <- open_side(limits, rows$measure[at], comparison$request$alternative)
  for (own in split(at, comparison$index$plan[at])) {
    plan <- comparison$plans[[comparison$index$plan[own[1]]]]
    pairs <- comparison$request$pairs[, comparison$index$pair[own], drop = FALSE]
    rows[own, ] <- plan_within(plan, comparison$set, rows[own, ], pairs)
  }
  rows
}

# Limits (2 x rows) from the linear scale to that of the measure, one end open if one-sided.
open_side <- function(limits, measure, alternative) {
  ratio <- measure != "difference"
  limits[, ratio] <- exp(limits[, ratio])
  open <- ifelse(ratio, 0, -Inf)
  low <- if (alternative == "less") open else limits[1, ]
  high <- if (alternative == "greater") Inf else limits[2, ]
  blank <- is.na(limits[1, ])
  list(low = ifelse(blank, NA, low), high = ifelse(blank, NA, high))
}

# The intervals that go with adjusted p-values, by the statistic whose p-values those are: the
# studentized difference of each row, or the largest of all.
judged_bootstrap <- function(comparison, at, replicates, p) {
  alternative <- comparison$request$alternative
  rows <- comparison$rows
  largest <- uses_largest(comparison)
  function(local) {
    limits <- if (largest) {
      symmetric_limits(replicates, p$critical, local)
    } else {
      studentized_limits(replicates, alternative, local)
    }
    if (nrow(rows) > length(at)) rows <- comparison_rows(comparison, local)
    replicated_limits(comparison, rows, at, limits)
  }
}

# The limits that invert the p-values of bootstrap_p().
studentized_limits <- function(replicates, alternative, level) {
  extreme <- extremeness(alternative)
  se <- sqrt(replicates$observed$variance)
  t <- extreme((replicates$value - replicates$observed$value) / sqrt(replicates$variance))
  # A replicate without a value counts as extreme, as it does in the p-value.
  half <- se * apply(t, 1, function(drawn) order_limits(ifelse(is.finite(drawn), drawn, Inf), 1 - level))
  half[!(se > 0) | is.infinite(half)] <- NA
  rbind(replicates$observed$value - half, replicates$observed$value + half)
}
