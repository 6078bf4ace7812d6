# Resampling: one draw over the profiles a replicate, in C, for all metrics, classes
# and classifiers at once. A comparison is first made with a formula; resampling then
# replaces its p-values and, for the bootstrap, its intervals.

resampling_methods <- c("permutation", "bootstrap")
bootstrap_intervals <- c("bca", "percentile", "basic", "studentized")

resamples <- function(ask) rlang::is_string(ask$method) && ask$method %in% resampling_methods

# The formula's test that a resampling method starts from.
base_method <- function(method, kind) {
  if (method == "bootstrap") {
    return("wald")
  }
  switch(kind, predictive = "gs", matched = "mcnemar", "wald")
}

check_resampling <- function(x, ask, p.adjust.method, call = caller_env()) {
  resampled <- resamples(ask)
  if (resampled) {
    check_replicates(ask$R, ask$conf.level, call = call)
    check_whole_counts(x, call = call)
  }
  if (p.adjust.method == "max_t" && !resampled) {
    abort_verdict(c(
      "{.code p.adjust.method = \"max_t\"} needs replicates.",
      i = "Use {.code method = \"permutation\"} or {.code method = \"bootstrap\"} with it."
    ), "argument", call = call)
  }
  check_flag(ask$simultaneous, "simultaneous", call = call)
  bootstrap <- identical(ask$method, "bootstrap")
  if (ask$simultaneous && !bootstrap) {
    abort_verdict(c(
      "{.code simultaneous = TRUE} needs {.code method = \"bootstrap\"}.",
      i = "A permutation shows how estimates vary under equality, not around what was found."
    ), "argument", call = call)
  }
  if (bootstrap && !is.null(ask$interval)) {
    check_choice(ask$interval, "interval", bootstrap_intervals, call = call)
  }
}

# `R` must allow the smallest p-value, and the two limits, that the level asks for.
check_replicates <- function(R, conf.level, call = caller_env()) {
  smallest <- ceiling(2 / (1 - conf.level) - 1 - 1e-9)
  whole <- is.numeric(R) && length(R) == 1 && is.finite(R) && R == round(R)
  most <- .Machine$integer.max
  if (!whole || R < smallest || R > most) {
    abort_verdict(c(
      "{.arg R} must be a whole number of replicates, at least {smallest} for {.code conf.level = {conf.level}}.",
      i = if (whole && R > most) "At most {most} are possible.",
      i = "9999 is a good choice."
    ), "replicates", call = call)
  }
}

check_whole_counts <- function(x, call = caller_env()) {
  if (any(x$count != round(x$count)) || any(x$profiles$multiplicity %% 1 != 0)) {
    abort_verdict(c(
      "Fractional weights cannot be resampled: a row cannot be drawn by half.",
      i = "Use a method with a formula, such as {.code method = \"wald\"}."
    ), "weights", call = call)
  }
}

# `run(n)` returns a list of matrices of n replicates (columns); the pieces, of at most
# `most` replicates, are bound together. Between them the progress bar moves, and an
# interrupt is heard.
in_pieces <- function(R, what, run, most = Inf) {
  n_pieces <- max(min(50, ceiling(R / 100)), ceiling(R / most))
  sizes <- diff(round(seq(0, R, length.out = n_pieces + 1)))
  pieces <- vector("list", n_pieces)
  cli::cli_progress_bar(what, total = R, clear = TRUE)
  for (i in seq_along(sizes)) {
    pieces[[i]] <- run(as.integer(sizes[i]))
    cli::cli_progress_update(inc = sizes[i])
  }
  cli::cli_progress_done()
  lapply(rlang::set_names(names(pieces[[1]])), function(name) {
    do.call(cbind, lapply(pieces, `[[`, name))
  })
}

# -- permutation ---------------------------------------------------------------------

# Complete enumeration takes at most this many combinations.
enumeration_limit <- 20000

# One pair within all blocks of one metric: list(z, exact, draw), with the observed
# statistics, their exact p-values (NA: too many permutations to enumerate), and a
# function from changes of places (profiles x replicates) to permuted statistics.
permuted_proportions <- function(x, plan, codes, pair) {
  metric <- plan$metric$metric
  found <- .Call(ffi_resample_exact, x, metric, codes, pair, plan$question, enumeration_limit)
  draw <- function(changes) {
    .Call(ffi_resample_swap, x, metric, codes, pair, plan$question, changes)
  }
  list(z = found[1, ], exact = found[2, ], draw = draw)
}

# The same for metrics whose statistic is the studentized difference of estimates.
permuted_estimates <- function(x, plan, ask, pair) {
  twins <- swapped_twins(x, pair)
  blocks <- metric_blocks(twins, plan$metric, ask$average, ask$classes)
  quantity <- quantities(twins, plan$metric, blocks)
  contrasts <- pair_contrasts(length(blocks$class), 2L, matrix(1:2), plan$measure)
  zero <- ask$zero_division
  studentized <- function(found) {
    z <- found$value / sqrt(found$variance)
    z[!is.finite(z)] <- 0
    z
  }
  z <- studentized(.Call(ffi_resample_observed, twins, quantity, ask$beta, zero, contrasts))
  draw <- function(changes) {
    studentized(.Call(
      ffi_resample_replicates, twins, quantity, ask$beta, zero, contrasts, ncol(changes),
      TRUE, changes
    ))
  }
  list(z = z, exact = rep(NA_real_, length(z)), draw = draw)
}

# Two classifiers, with a twin of every profile in which they have changed places. The
# twins have no clusters yet: a replicate moves a binomial number there.
swapped_twins <- function(x, pair) {
  there <- x$patterns[, c(1L, 1L + pair), drop = FALSE]
  n <- nrow(there)
  profiles <- x$profiles
  if (is.null(profiles)) {
    profiles <- list(
      start = as.double(0:n), pattern = seq_len(n), count = rep(1, n), multiplicity = x$count
    )
  }
  x$patterns <- rbind(there, there[, c(1L, 3L, 2L), drop = FALSE])
  dimnames(x$patterns) <- NULL
  x$count <- c(x$count, rep(0, n))
  x$classifiers <- x$classifiers[pair]
  x$profiles <- list(
    start = c(profiles$start, profiles$start[-1] + length(profiles$pattern)),
    pattern = c(profiles$pattern, profiles$pattern + n),
    count = rep(profiles$count, 2),
    multiplicity = c(profiles$multiplicity, rep(0, length(profiles$multiplicity)))
  )
  x
}

# A test for each pair and plan, in the order of the rows of all plans with `at`, the
# rows that it is for (blocks vary slowest there, pairs fastest).
permutation_tests <- function(x, plans, ask, sizes) {
  n_pairs <- ncol(ask$pairs)
  before <- cumsum(sizes) - sizes
  do.call(c, lapply(seq_along(plans), function(i) {
    plan <- plans[[i]]
    codes <- metric_blocks(x, plan$metric, ask$average, ask$classes)$code
    lapply(seq_len(n_pairs), function(j) {
      pair <- ask$pairs[, j]
      test <- if (plan$kind == "composite") {
        permuted_estimates(x, plan, ask, pair)
      } else {
        permuted_proportions(x, plan, codes, pair)
      }
      c(test, list(at = before[i] + seq(j, sizes[i], by = n_pairs)))
    })
  }))
}

# (1 + replicates at least as extreme) / (R + 1), up to rounding, for each row by itself
# and for the largest statistic of the rows that are tested. The same observations change
# places for all of them, so that their dependence is that of the data.
permutation_p <- function(x, tests, tested, ask) {
  extreme <- switch(ask$alternative, two.sided = abs, greater = identity, less = function(z) -z)
  place <- order(unlist(lapply(tests, `[[`, "at")))
  z <- extreme(unlist(lapply(tests, `[[`, "z"))[place])
  exact <- unlist(lapply(tests, `[[`, "exact"))[place]
  least <- z - 1e-9 * pmax(1, abs(z))
  found <- in_pieces(ask$R, "Permuting", most = max(1, floor(1e7 / n_profiles(x))), function(n) {
    changes <- .Call(ffi_resample_changes, x, n)
    drawn <- do.call(rbind, lapply(tests, function(test) test$draw(changes)))
    drawn <- extreme(drawn[place, , drop = FALSE])
    list(
      extreme = cbind(rowSums(drawn >= least)),
      largest = rbind(apply(drawn[tested, , drop = FALSE], 2, max, -Inf))
    )
  })
  as_extreme <- ask$R - findInterval(least, sort(found$largest), left.open = TRUE)
  p <- (1 + rowSums(found$extreme)) / (ask$R + 1)
  p <- ifelse(is.na(exact), p, exact)
  list(p = p, max_p = pmax((1 + as_extreme) / (ask$R + 1), p), exact = !is.na(exact))
}

n_profiles <- function(x) length(x$profiles$multiplicity %||% x$count)

# Replaces the p-values of the rows of all plans, which have `sizes` rows each.
permute_rows <- function(x, rows, plans, ask, sizes) {
  tested <- !is.na(rows$p.value)
  found <- permutation_p(x, permutation_tests(x, plans, ask, sizes), tested, ask)
  rows$p.value[tested] <- found$p[tested]
  rows$log.p.value <- log(rows$p.value)
  rows$max.p <- ifelse(tested, found$max_p, NA)
  labels <- rep(vapply(plans, function(plan) plan$method$label, ""), sizes)
  rows$method <- paste0(ifelse(found$exact, "exact permutation", "permutation"), " (", labels, ")")
  rows
}

# -- fewer patterns --------------------------------------------------------------------

# Rows that none of the metrics tells apart, as one pattern: precision asks of a truth
# that nobody predicted only that, recall of a wrong prediction only that it is wrong.
# The fewer patterns, the less there is to draw.
merge_patterns <- function(x, metrics, average, classes) {
  if (!is.null(x$profiles) || !is.null(x$prevalence)) {
    return(x)
  }
  over_all <- is.null(classes) && average == "none"
  labels <- if (all(metrics == "precision") && average != "weighted") {
    merge_truths(x$patterns, length(x$classes))
  } else if (all(metrics %in% c("recall", "fnr", if (over_all) c("accuracy", "error")))) {
    merge_predictions(x$patterns)
  } else {
    return(x)
  }
  key <- do.call(paste, as.data.frame(labels))
  group <- match(key, unique(key))
  x$patterns <- labels[!duplicated(key), , drop = FALSE]
  x$count <- as.vector(rowsum(x$count, group))
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

# The quantity of the classifier and the other, of the reference, on a scale, for all
# blocks and pairs; quantities are ordered with classifiers fastest.
pair_contrasts <- function(n_blocks, n_classifiers, pairs, scale) {
  offset <- rep((seq_len(n_blocks) - 1L) * n_classifiers, each = ncol(pairs))
  list(
    quantity = as.integer(pairs[1, ] + offset), other = as.integer(pairs[2, ] + offset),
    scale = rep(scale, length(offset))
  )
}

# Replicates of contrasts of several metrics together: list(value, se, observed).
# `parts`: for each metric its quantities and contrasts.
bootstrap_contrasts <- function(x, parts, beta, zero_division, R, studentized) {
  sizes <- vapply(parts, function(part) nrow(part$quantity), 0L)
  contrasts <- join_contrasts(lapply(parts, `[[`, "contrasts"), cumsum(sizes) - sizes)
  quantity <- do.call(rbind, lapply(parts, `[[`, "quantity"))
  zero <- zero_division
  observed <- .Call(ffi_resample_observed, x, quantity, beta, zero, contrasts)
  drawn <- in_pieces(R, "Bootstrapping", function(n) {
    .Call(ffi_resample_replicates, x, quantity, beta, zero, contrasts, n, studentized, NULL)
  })
  list(observed = observed, value = drawn$value, variance = drawn$variance)
}

# `before`: how many quantities come before those of each part.
join_contrasts <- function(contrasts, before) {
  moved <- Map(function(part, before) {
    part$quantity <- part$quantity + before
    part$other <- part$other + before * (part$other > 0L)
    part
  }, contrasts, before)
  lapply(rlang::set_names(names(moved[[1]])), function(name) unlist(lapply(moved, `[[`, name)))
}

# Limits (2 x contrasts) on the linear scale, for tail probabilities `tails`.
bootstrap_limits <- function(found, type, tails) {
  vapply(seq_along(found$observed$value), FUN.VALUE = double(2), function(j) {
    value <- found$observed$value[j]
    se <- sqrt(found$observed$variance[j])
    drawn <- found$value[j, ]
    drawn <- drawn[!is.nan(drawn)]
    if (!is.finite(value) || length(drawn) < 2 || !(se > 0)) {
      return(c(NA_real_, NA_real_))
    }
    switch(type,
      percentile = order_limits(drawn, tails),
      basic = 2 * value - order_limits(drawn, rev(tails)),
      bca = order_limits(drawn, bca_tails(value, drawn, found$observed, j, tails)),
      studentized = value - se * order_limits(bootstrap_t(found, j), rev(tails))
    )
  })
}

# The (R + 1) p-th smallest, interpolated; the smallest or largest beyond the ends.
order_limits <- function(drawn, p) unname(stats::quantile(drawn, p, type = 6))

# Efron (1987): bias from the share of replicates below the estimate, acceleration
# from the third moment of the influences.
bca_tails <- function(value, drawn, observed, j, tails) {
  below <- mean(drawn < value) + mean(drawn == value) / 2
  bias <- stats::qnorm(below)
  acceleration <- observed$cubes[j] / (6 * observed$variance[j]^1.5)
  z <- bias + stats::qnorm(tails)
  stats::pnorm(bias + z / (1 - acceleration * z))
}

# (estimate* - estimate) / se*, undefined ones left out.
bootstrap_t <- function(found, j) {
  t <- (found$value[j, ] - found$observed$value[j]) / sqrt(found$variance[j, ])
  t[is.finite(t)]
}

# p-values from the studentized replicates, centred at the estimate. A replicate
# without a value counts as extreme for its own row, and not at all for the others.
# `max_p` takes the largest t* over all rows that have an observed value.
bootstrap_p <- function(found, alternative) {
  extreme <- switch(alternative, two.sided = abs, greater = identity, less = function(z) -z)
  t <- extreme((found$value - found$observed$value) / sqrt(found$variance))
  t[!is.finite(t)] <- NA
  observed <- extreme(found$observed$value / sqrt(found$observed$variance))
  observed[!is.finite(observed)] <- NA
  defined <- !is.na(observed)
  largest <- do.call(pmax, c(
    list(rep(-Inf, ncol(t))), lapply(which(defined), function(j) t[j, ]), na.rm = TRUE
  ))
  share <- function(j, drawn) {
    (1 + sum(is.na(t[j, ]) | drawn >= observed[j], na.rm = TRUE)) / (ncol(t) + 1)
  }
  rows <- seq_len(nrow(t))
  list(
    p = ifelse(defined, vapply(rows, function(j) share(j, t[j, ]), 0), NA),
    max_p = ifelse(defined, vapply(rows, function(j) share(j, largest), 0), NA),
    critical = largest, undefined = rowSums(is.na(t))
  )
}

# Replaces p-values and intervals of all rows, from one set of replicates.
bootstrap_rows <- function(x, rows, plans, ask) {
  parts <- lapply(plans, function(plan) {
    blocks <- metric_blocks(x, plan$metric, ask$average, ask$classes)
    list(
      quantity = quantities(x, plan$metric, blocks),
      contrasts = pair_contrasts(
        length(blocks$class), length(x$classifiers), ask$pairs, plan$measure
      )
    )
  })
  found <- bootstrap_contrasts(x, parts, ask$beta, ask$zero_division, ask$R, TRUE)
  p <- bootstrap_p(found, ask$alternative)
  tails <- interval_tails(ask$conf.level, ask$alternative)
  limits <- if (ask$simultaneous) {
    simultaneous_limits(found, p$critical, ask)
  } else {
    bootstrap_limits(found, ask$interval %||% "bca", tails)
  }
  place_bootstrap(rows, limits, p, ask)
}

# A one-sided interval is a two-sided one with one end opened (place_bootstrap()).
interval_tails <- function(conf.level, alternative) {
  tail <- (1 - conf.level) / if (alternative == "two.sided") 2 else 1
  c(tail, 1 - tail)
}

# estimate -+ the critical value of the largest |t*|.
simultaneous_limits <- function(found, largest, ask) {
  critical <- order_limits(largest, ask$conf.level)
  half <- critical * sqrt(found$observed$variance)
  rbind(found$observed$value - half, found$observed$value + half)
}

# Limits (2 x estimates) for estimates by themselves: BCa on their own scale.
bootstrap_assessment <- function(x, metric, average, classes, beta, zero_division, R, conf.level) {
  quantity <- quantities(x, metric, metric_blocks(x, metric, average, classes))
  n <- nrow(quantity)
  alone <- list(quantity = seq_len(n), other = integer(n), scale = rep("difference", n))
  part <- list(quantity = quantity, contrasts = alone)
  found <- bootstrap_contrasts(x, list(part), beta, zero_division, R, studentized = FALSE)
  bootstrap_limits(found, "bca", interval_tails(conf.level, "two.sided"))
}

place_bootstrap <- function(rows, limits, p, ask) {
  ratio <- rows$measure != "difference"
  limits[, ratio] <- exp(limits[, ratio])
  open <- ifelse(ratio, 0, -Inf)
  rows$conf.low <- if (ask$alternative == "less") open else limits[1, ]
  rows$conf.high <- if (ask$alternative == "greater") Inf else limits[2, ]
  blank <- is.na(limits[1, ])
  rows$conf.low[blank] <- rows$conf.high[blank] <- NA
  tested <- !is.na(rows$p.value)
  rows$p.value[tested] <- p$p[tested]
  rows$max.p <- ifelse(tested, p$max_p, NA)
  rows$log.p.value <- log(rows$p.value)
  rows$method <- "studentized bootstrap"
  some <- tested & p$undefined > 0 & is.na(rows$note)
  rows$note[some] <- sprintf("%d of %d replicates undefined", p$undefined, ask$R)[some]
  rows
}
