# Resampling: one draw over the profiles a replicate, in C, for all metrics, classes
# and classifiers at once. A comparison is first made with a formula; resampling then
# replaces its p-values and, for the bootstrap, its intervals.

check_whole_counts <- function(x) {
  if (any(x$count != round(x$count)) || any(x$profiles$multiplicity %% 1 != 0)) {
    abort_verdict(c(
      "Fractional weights cannot be resampled: a row cannot be drawn by half.",
      i = "Use a method with a formula, such as {.code method = \"wald\"}."
    ), "weights")
  }
}

# Every replicate of every comparison is kept, by the bootstrap half a dozen times over, and
# so many take minutes by permutation too.
most_replicated <- 8e7

check_replicated <- function(n, R) { # nolint: object_name_linter.
  if (n * R > most_replicated) {
    abort_verdict(c(
      "{format_count(R)} replicates of {count_of(n, 'comparison')} would take minutes and gigabytes.",
      i = "Use a method with a formula, such as {.code method = \"wald\"}, fewer classes or pairs, or fewer replicates."
    ), "size")
  }
}

# A replicate is a draw for each profile.
most_drawn <- 2e9

# What to draw R replicates of `n` comparisons from: with as few patterns as their targets tell apart, and not where
# that would take minutes.
set_to_draw <- function(x, targets, n, R) { # nolint: object_name_linter.
  check_whole_counts(x)
  check_replicated(n, R)
  x <- merge_patterns(x, targets)
  rows <- length(x$profiles$multiplicity %||% x$count)
  if (rows * R > most_drawn) {
    what <- if (is_clustered(x)) "different cluster" else "different row"
    abort_verdict(c(
      "{format_count(R)} replicates of {count_of(rows, what)} would take minutes.",
      i = "Use a method with a formula, such as {.code method = \"wald\"}, or at most
           {format_count(floor(most_drawn / rows))} replicates."
    ), "size")
  }
  x
}

# -- permutation ---------------------------------------------------------------------

# Complete enumeration takes at most this many combinations.
enumeration_limit <- 20000

# What all replicates of a call have in common: a function from how many, after how many others, to what C takes.
# A replicate has random numbers of its own, so that it is the same whatever else is drawn.
new_draws <- function() {
  seed <- .Call(ffi_resample_seed)
  function(done) c(seed, done, threads())
}

# All pairs within all slices of one metric: list(z, exact, log_exact, draw), with the observed
# statistics, their exact p-values (NA: too many permutations to enumerate) and the logarithms, and a
# function that permutes n times after `done`, the same way for every test.
permuted_proportions <- function(x, plan, pairs, draws) {
  metric <- plan$metric$core
  request <- plan$request
  slice <- plan$target$slice
  storage.mode(pairs) <- "integer"
  permuted <- .Call(ffi_resample_exact, x, metric, slice, pairs, request, enumeration_limit)
  list(z = permuted[1, ], exact = permuted[2, ], log_exact = permuted[4, ], draw = function(n, done) {
    .Call(ffi_resample_swap, x, metric, slice, pairs, request, n, draws(done))
  })
}

# The same for metrics whose statistic is the studentized difference of estimates: a pair after the other.
permuted_estimates <- function(x, plan, pairs, draws) {
  each <- lapply(seq_len(ncol(pairs)), function(j) permuted_pair(x, plan, pairs[, j], draws))
  place <- order(unlist(lapply(each, function(pair) seq_along(pair$z))))
  z <- unlist(lapply(each, `[[`, "z"))[place]
  none <- rep(NA_real_, length(z))
  list(z = z, exact = none, log_exact = none, draw = function(n, done) {
    do.call(rbind, lapply(each, function(pair) pair$draw(n, done)))[place, , drop = FALSE]
  })
}

permuted_pair <- function(x, plan, pair, draws) {
  twins <- swapped_twins(x, pair)
  all <- target_quantities(plan$target, twins)
  quantity <- core_quantities(all, twins)
  in_replicates <- core_quantities(all, twins, strict = FALSE)
  contrasts <- new_contrasts(pair_positions(length(plan$target$class), 1:2, matrix(1:2)), plan$measure)
  zero <- plan$target$zero_division
  studentized <- function(permuted) {
    z <- permuted$value / sqrt(permuted$variance)
    z[!is.finite(z)] <- 0
    z
  }
  z <- studentized(.Call(ffi_resample_observed, twins, quantity, zero, contrasts))
  list(z = z, draw = function(n, done) {
    studentized(.Call(ffi_resample_replicates, twins, in_replicates, zero, contrasts, n, TRUE, TRUE, draws(done)))
  })
}

# Two classifiers, with a twin of every profile in which they have changed places. The
# twins have no clusters yet: a replicate moves a binomial number there.
swapped_twins <- function(x, pair) {
  there <- x$patterns[, c(1L, 1L + pair), drop = FALSE]
  profiles <- as_profiles(x)
  twins <- replace(profiles, "multiplicity", list(0 * profiles$multiplicity))
  x$profiles <- stack_profiles(list(profiles, twins), c(0L, nrow(there)))
  x$patterns <- rbind(there, there[, c(1L, 3L, 2L), drop = FALSE])
  x$classifiers <- x$classifiers[pair]
  dimnames(x$patterns) <- list(NULL, c(x$truth, x$classifiers))
  x$count <- c(x$count, 0 * x$count)
  x$groups <- NULL
  x
}

# What makes a statistic the larger the more it speaks for the alternative.
extremeness <- function(alternative) {
  switch(alternative, two.sided = abs, greater = identity, less = function(z) -z)
}

# (1 + replicates at least as extreme) / (R + 1), up to rounding, for each row by itself
# and for the largest statistic of the rows that are tested. The same observations change
# places for all of them, so that their dependence is that of the data.
# `found`: as set_exchanges() gives it.
permutation_p <- function(permuted, tested, R, alternative) { # nolint: object_name_linter.
  extreme <- extremeness(alternative)
  z <- extreme(permuted$z)
  exact <- permuted$exact
  least <- z - 1e-9 * pmax(1, abs(z))
  counted <- in_pieces(R, "Permuting", most = permuted$most, function(n, done) {
    drawn <- extreme(permuted$draw(n, done))
    list(extreme = cbind(rowSums(drawn >= least)), largest = rbind(largest_of_columns(drawn[tested, , drop = FALSE])))
  })
  as_extreme <- R - findInterval(least, sort(counted$largest), left.open = TRUE)
  p <- (1 + rowSums(counted$extreme)) / (R + 1)
  p <- ifelse(is.na(exact), p, exact)
  # The largest of one statistic is that statistic, whose permutations may have been enumerated.
  max_p <- if (sum(tested) > 1) pmax((1 + as_extreme) / (R + 1), p) else p
  list(p = p, log_p = ifelse(is.na(exact), log(p), permuted$log_exact), max_p = max_p, exact = !is.na(exact))
}

largest_of_columns <- function(x) {
  if (nrow(x) == 0) rep(-Inf, ncol(x)) else x[cbind(max.col(t(x), "first"), seq_len(ncol(x)))]
}

# -- fewer patterns --------------------------------------------------------------------

# Rows that are the same to every metric, as one pattern: precision asks of a truth
# that nobody predicted only that, recall of a wrong prediction only that it is wrong,
# accuracy only who is right.
# The fewer patterns, and clusters that differ, the less there is to draw.
merge_patterns <- function(x, targets) {
  if (!is.null(x$prevalence)) {
    return(x)
  }
  metrics <- vapply(targets, function(target) target$metric$core, "")
  plain <- vapply(targets, function(target) target$average != "weighted", NA)
  over_all <- vapply(targets, function(target) identical(target$slice, 0L), NA)
  right <- metrics %in% c("accuracy", "error") & over_all
  labels <- if (all(metrics == "precision" & plain)) {
    merge_truths(x$patterns, length(x$classes))
  } else if (all(right) && length(x$classes) > 1) {
    1L + (x$patterns != x$patterns[, 1])
  } else if (all(metrics %in% c("recall", "fnr") | right)) {
    merge_predictions(x$patterns)
  } else {
    return(x)
  }
  key <- do.call(paste, as.data.frame(labels))
  group <- match(key, unique(key))
  x$patterns <- labels[!duplicated(key), , drop = FALSE]
  x$count <- as.vector(rowsum(x$count, group))
  x$groups <- NULL
  if (!is.null(x$profiles)) x$profiles <- recount_profiles(x$profiles, list(map = group, count = x$count))
  x
}

# A truth that no classifier predicted becomes the first class that none did.
merge_truths <- function(labels, n_classes) {
  predicted <- labels[, -1, drop = FALSE]
  nobody <- rowSums(predicted == labels[, 1]) == 0
  for (class in rev(seq_len(min(n_classes, ncol(labels))))) {
    labels[nobody & rowSums(predicted == class) == 0, 1] <- class
  }
  labels
}

# A wrong prediction becomes the first wrong class.
merge_predictions <- function(labels) {
  wrong <- 1L + (labels[, 1] == 1L)
  for (column in 2:ncol(labels)) {
    missed <- labels[, column] != labels[, 1]
    labels[missed, column] <- wrong[missed]
  }
  labels
}

# -- bootstrap -------------------------------------------------------------------------

# Two quantities each, by position (other 0: the first by itself), on the scale of a measure.
new_contrasts <- function(at, measure) {
  storage.mode(at) <- "integer"
  list(quantity = at[1, ], other = at[2, ], scale = rep_len(measure, ncol(at)))
}

# Limits (2 x contrasts) on the linear scale, for tail probabilities `tails`.
bootstrap_limits <- function(replicates, type, tails) {
  vapply(seq_along(replicates$observed$value), FUN.VALUE = double(2), function(j) {
    value <- replicates$observed$value[j]
    se <- sqrt(replicates$observed$variance[j])
    drawn <- replicates$value[j, ]
    drawn <- drawn[!is.na(drawn)]
    if (!is.finite(value) || length(drawn) < 2 || !isTRUE(se > 0)) {
      return(c(NA_real_, NA_real_))
    }
    switch(type,
      percentile = order_limits(drawn, tails),
      basic = 2 * value - order_limits(drawn, rev(tails)),
      bca = order_limits(drawn, bca_tails(value, drawn, replicates$observed, j, tails)),
      studentized = value - se * order_limits(bootstrap_t(replicates, j), rev(tails))
    )
  })
}

# The (R + 1) p-th smallest, interpolated; the smallest or largest beyond the ends.
order_limits <- function(drawn, p) stats::quantile(drawn, p, names = FALSE, type = 6)

# Efron (1987): bias from the share of replicates below the estimate, acceleration
# from the third moment of the influences. Of few rows many replicates equal the estimate, but for rounding.
bca_tails <- function(value, drawn, observed, j, tails) {
  tied <- abs(drawn - value) <= 1e-10 * max(abs(c(value, drawn)))
  below <- mean(drawn < value & !tied) + mean(tied) / 2
  bias <- stats::qnorm(below)
  acceleration <- observed$cubes[j] / (6 * observed$variance[j]^1.5)
  z <- bias + stats::qnorm(tails)
  stats::pnorm(bias + z / (1 - acceleration * z))
}

# (estimate* - estimate) / se*, undefined ones left out.
bootstrap_t <- function(replicates, j) {
  t <- (replicates$value[j, ] - replicates$observed$value[j]) / sqrt(replicates$variance[j, ])
  t[is.finite(t)]
}

# p-values from the studentized replicates, centred at the estimate. A replicate
# without a value counts as extreme for its own row, and not at all for the others.
# `max_p` takes the largest t* over all rows that have an observed value; `critical` are
# these, of the replicates that have any.
bootstrap_p <- function(replicates, alternative) {
  extreme <- extremeness(alternative)
  t <- extreme((replicates$value - replicates$observed$value) / sqrt(replicates$variance))
  t[!is.finite(t)] <- NA
  observed <- extreme(replicates$observed$value / sqrt(replicates$observed$variance))
  observed[!is.finite(observed)] <- NA
  defined <- !is.na(observed)
  largest <- do.call(pmax, c(list(rep(-Inf, ncol(t))), lapply(which(defined), function(j) t[j, ]), na.rm = TRUE))
  share <- function(j, drawn) {
    (1 + sum(is.na(t[j, ]) | drawn >= observed[j], na.rm = TRUE)) / (ncol(t) + 1)
  }
  rows <- seq_len(nrow(t))
  list(
    p = ifelse(defined, vapply(rows, function(j) share(j, t[j, ]), 0), NA),
    max_p = ifelse(defined, vapply(rows, function(j) share(j, largest), 0), NA),
    critical = largest[largest > -Inf], undefined = rowSums(is.na(t)), replicates = ncol(t)
  )
}

# Quantities as C reads them. `strict`: an odd metric of the user's is an error, not a missing value.
core_quantities <- function(quantity, x, strict = TRUE) {
  plain <- lengths(quantity$option) == 0
  c(list(
    metric = quantity$core,
    option = if (all(plain)) quantity$option else core_options(quantity, x, strict)
  ), as.list(quantity[c("beta", "average", "classifier", "kept")]))
}

# One row for each quantity whose joint covariance is wanted: all classifiers, for
# every class, or for the average.
target_quantities <- function(target, x) {
  n <- length(x$classifiers)
  kept <- if (target$average == "none") as.list(target$slice) else list(target$slice)
  out <- new_rows(
    metric = target$metric$metric,
    core = target$metric$core,
    beta = target$metric$beta,
    average = if (identical(target$slice, 0L)) "overall" else target$average,
    class = rep(target$class, each = n),
    classifier = rep(seq_len(n), times = length(kept))
  )
  out$kept <- rep(kept, each = n)
  out$option <- rep(target$metric$option, nrow(out))
  out
}

# A one-sided interval is a two-sided one with one end opened (open_side()).
interval_tails <- function(level, alternative) {
  tail <- level / n_sides(alternative)
  c(tail, 1 - tail)
}
