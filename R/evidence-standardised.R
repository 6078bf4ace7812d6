# Sets whose groups have other shares as evidence: estimates from the counts reweighted, variances within groups.

check_evidence.standardised_set <- function(x) {
  check_unchanged(
    "standardise_groups",
    "no set, or none with weights" = inherits(x$set, "evidence") && inherits(x$weighted, "evidence")
  )
  check_evidence(x$set)
  check_evidence(x$weighted)
  check_unchanged(
    "standardise_groups",
    "groups or shares that are none" =
      has_groups(x$set) && identical(x$label, x$set$groups$label) && are_group_shares(x$shares, x$label),
    "other shares than it was made with" =
      identical(unclass(x)[c("factor", "absent")], placed_shares(x$shares, x$label)),
    "other classifiers than its set" = identical(x$classifiers, set_units(x$set)$classifiers),
    "counts that do not have these shares" = has_shares(x)
  )
}

set_units.standardised_set <- function(x) {
  units <- set_units(x$set)
  units$exchangeable <- FALSE
  units$ungrouped <- ungrouped_rows(x$set)
  # Of estimates counts are not known.
  how <- if (inherits(x$set, "estimate_set")) "Values are means over groups, with" else "Values are standardised to"
  units$values <- paste(how, shares_words(x$shares, 6))
  units$values_whole <- paste(how, shares_words(x$shares, Inf))
  units
}

# Of probabilities without being asked only what is a mean over rows.
set_metrics.standardised_set <- function(x, metric) {
  if (is.null(metric) && inherits(x$set, "probability_set") && x$set$is_probability) {
    return(usual_probability_metrics("brier", "log_loss", TRUE))
  }
  set_metrics(x$set, metric)
}

set_target.standardised_set <- function(x, metric, average, classes, zero_division) {
  if (!inherits(x$set, "prediction_set")) check_mean_metric(x$set, metric)
  target <- set_target(x$weighted, metric, average, classes, zero_division)
  target$exact <- is_exact_share(x$set, target)
  # No tests of counts, which are no longer whole.
  if (inherits(x$set, "prediction_set")) {
    target$family <- "composite"
    target$of_counts <- target
    target$metric$family <- "composite"
  }
  target$scored <- FALSE
  target
}

# Only means over rows are sums over groups.
check_mean_metric <- function(x, metric) {
  if (inherits(x, "probability_set") && !metric$core %in% c("brier", "log_loss", "net_benefit")) {
    abort_verdict(c(
      "{metric$label} of all groups is no mean of theirs, so that groups cannot have other shares.",
      i = "Use {.val brier} or {.val log_loss}, or ask each group: {.code over = \"groups\"}."
    ), "metric")
  }
}

set_plan.standardised_set <- function(x, target, request) {
  # What is drawn has a refusal of its own.
  asked <- request$rule$method
  if (!is.null(asked) && !draws_replicates(request)) check_choice(asked, "method", "wald")
  plan <- NextMethod()
  usual <- all_hold(is.null(request$rule$method), is.null(request$interval))
  if (isTRUE(target$exact) && plan$measure == "difference" && usual) {
    plan$method <- registry_tests["mover", ]
    plan$interval <- registry_intervals["mover", ]
    class(plan) <- c("plan_mover", class(plan))
  }
  plan
}

set_influence.standardised_set <- function(x, targets) {
  joint <- lazily(function() {
    found <- standardised_joint(x$set, x, targets)
    if (length(x$absent)) {
      found$estimate[] <- NA
      found$vcov[] <- NA
      found$note <- rep(paste("no rows in group", and_list(quote_label(x$absent), 4)), length(found$estimate))
    }
    found
  })
  new_influence(
    joint()$estimate, note = joint()$note, vcov = joint()$vcov, df = joint()$df %||% Inf,
    replicates = no_replicates
  )
}

# Estimates and covariance of the groups of a set with other shares.
standardised_joint <- function(set, x, targets) UseMethod("standardised_joint")

# Of the whole, of which some are asked for.
standardised_joint.chosen_set <- function(set, x, targets) {
  x$set <- set$set
  x$classifiers <- set_units(set$set)$classifiers
  found <- standardised_joint(set$set, x, targets)
  slices <- length(found$estimate) / length(x$classifiers)
  at <- as.vector(outer(set$at, length(x$classifiers) * (seq_len(slices) - 1), "+"))
  list(
    estimate = found$estimate[at], vcov = found$vcov[at, at, drop = FALSE], note = found$note[at],
    df = if (!is.null(found$df)) function(contrasts) found$df(lift_contrasts(contrasts, at, length(found$estimate)))
  )
}

no_replicates <- function(contrasts, rule) {
  abort_verdict(c(
    "Standardised estimates are not resampled.", i = "Leave {.arg method} and {.arg interval} out."
  ), "method")
}

# V = sum over groups of (share n / n_g)^2 sum (u - mean of u)^2, u the influence of a row on the reweighted counts; of
# clusters their sums.
standardised_joint.prediction_set <- function(set, x, targets) {
  weighted <- x$weighted
  quantity <- stacked(lapply(targets, target_quantities, x = weighted))
  found <- .Call(ffi_metrics_influence, weighted, core_quantities(quantity, weighted), targets[[1]]$zero_division)
  estimate <- as.vector(found$estimates$estimate)
  groups <- x$set$groups
  used <- which(!is.na(groups$group))
  group <- groups$group[used]
  rows <- group_rows(x$set)
  # The influence of a row of weight 1, by pattern.
  value <- t(found$value)[groups$pattern[used], , drop = FALSE]
  mean <- rowsum(value * groups$count[used], group) / rows
  part <- (value - mean[as.character(group), , drop = FALSE]) * (x$factor * sum(rows) / rows)[group]
  vcov <- if (is.null(groups$profiles)) {
    crossprod(part * sqrt(groups$count[used]))
  } else {
    crossprod(profile_sums(part, used, groups))
  }
  unknown <- !is.finite(estimate) | is.nan(diag(vcov))
  vcov[unknown, ] <- vcov[, unknown] <- NA
  list(
    estimate = estimate, vcov = unname(vcov),
    note = unlist(lapply(targets, function(target) set_estimates(weighted, target)$note))
  )
}

profile_sums <- function(part, used, groups) {
  profiles <- groups$profiles
  profile <- profile_of_rows(profiles)
  at <- match(profiles$pattern, used)
  there <- !is.na(at)
  sums <- rowsum(part[at[there], , drop = FALSE] * profiles$count[there], profile[there])
  sums * sqrt(profiles$multiplicity[as.integer(rownames(sums))])
}

# Means: shares times those of the groups.
standardised_joint.default <- function(set, x, targets) {
  grouped <- over_groups(x$set)
  n <- length(x$classifiers)
  parts <- lapply(targets, function(target) {
    set_target(grouped, target$metric, "none", NULL, target$zero_division)
  })
  joint <- set_joint(grouped, parts)
  weights <- do.call(rbind, lapply(seq_along(parts), function(t) {
    slices <- length(targets[[t]]$class)
    group <- rep(slice_group(parts[[t]]), each = n)
    place <- rep(rep(seq_len(slices), length(x$label)), each = n)
    data.frame(target = t, group, place, who = rep_len(seq_len(n), length(group)))
  }))
  to <- interaction(weights$who, weights$place, weights$target, drop = TRUE, lex.order = FALSE)
  L <- matrix(0, nlevels(to), nrow(weights))
  L[cbind(as.integer(to), seq_len(nrow(weights)))] <- x$factor[weights$group]
  used <- x$factor[weights$group] > 0
  estimate <- as.vector(L[, used, drop = FALSE] %*% joint$estimate[used])
  list(
    estimate = estimate, vcov = L[, used, drop = FALSE] %*% joint$vcov[used, used] %*% t(L[, used, drop = FALSE]),
    note = ifelse(is.na(estimate), "no estimate in a group", NA_character_)
  )
}

set_estimates.standardised_set <- function(x, target) {
  found <- NextMethod()
  found$alike <- function(slice, who) alike_within(x, target, slice, who)
  parts <- lazily(function() estimates_of_groups(x, target))
  counted <- inherits(x$weighted, "prediction_set")
  averages <- if (counted) remark_on_averages(x$weighted, target)
  found$remark <- function(rows, pairs) {
    if (!is.null(averages)) rows <- averages(rows, pairs)
    if (counted) rows <- with_fixed(rows, fixed_of_pairs(x$weighted, target, pairs), target$metric)
    tested <- !is.na(rows$p.value)
    rows <- with_flat_group(rows, tested, x, parts()$vcov, pair_weights(length(x$classifiers), pairs), "rough")
    rows <- with_few_in_group(rows, tested, x, "rough")
    if (!counted) {
      return(rows)
    }
    rows <- with_few_of_counts(rows, tested, x, target)
    flat <- tested & target$of_counts$scored
    with_flat_class(rows, flat, x$weighted, target$of_counts, "flat_of_class", list(instead = ""))
  }
  # Of estimates where the units of each group are known and its own.
  given <- inherits(x$set, "estimate_set") && !anyNA(group_rows(x$set)) && !shares_clusters(x$set)
  if (given || inherits(x$set, c("score_set", "probability_set"))) {
    # Clusters that lie in several groups are no more units than there are.
    most <- if (shares_clusters(x$set)) set_units(x$set)$n_clusters - 1 else Inf
    n_slices <- length(target$class)
    found$df <- function(slice, contrasts) pmin(standardised_df(x, parts(), n_slices, slice, contrasts), most)
  }
  found
}

estimates_of_groups <- function(x, target) {
  grouped <- over_groups(x$set)
  set_estimates(grouped, set_target(grouped, target$metric, "none", NULL, target$zero_division))
}

# A group with few rows, or observations of which each has several, and a share of its own counts for more than they
# say.
few_in_group <- 50

with_few_in_group <- function(rows, at, x, status) {
  if (!inherits(x$set, "prediction_set")) {
    return(rows)
  }
  few <- !is.null(x$labels)
  say <- function(rows, size, fewest, noun) {
    with_smallest_group(rows, at, replace(size, x$factor == 0, Inf), x$label, fewest, noun, status)
  }
  repeated <- is_clustered(x$set) && noun_of_clusters(x$set) == "observation"
  if (repeated) {
    noun <- paste0(if (few) "labelled ", "observation")
    rows <- say(rows, clusters_of_sets(group_sets(x$set)), few_clusters, noun)
  }
  if (few) {
    say(rows, vapply(x$labels$parts, function(part) sum(part$count[is_labelled(part)]), 0), few_in_group, "label")
  } else if (repeated) {
    rows
  } else {
    say(rows, group_rows(x$set), few_in_group, "row")
  }
}

# What few rows of a class say little of is so with any shares.
with_few_of_counts <- function(rows, at, x, target, status = "few_of_class") {
  size <- do.call(cbind, lapply(group_sets(x$set), class_sizes))
  worth <- apply(size, 1, function(n) worth_of_weights(x$factor / group_rows(x$set), n))
  worth <- replace(round(worth), is.na(worth), 0)
  about <- list(instead = "", worth = if (identical(worth, rowSums(size))) "" else ", by what their groups weigh")
  with_few_of_class(rows, at, x$weighted, target$of_counts, status, about, worth)
}

# Of means the groups whose units all have the same value or difference, so that it is taken as known exactly.
# `vcov`: of the classifiers in each group, and in the slices of each; `contrasts`: of the classifiers, a row of the
# result each in every slice.
with_flat_group <- function(rows, at, x, vcov, contrasts, status) {
  if (!inherits(x$set, c("score_set", "probability_set"))) {
    return(rows)
  }
  used <- which(x$factor > 0)
  size <- group_sizes(over_groups(x$set))[used]
  slices <- dim(vcov)[3] / length(x$label)
  units <- set_units(x$set)
  noun <- if (isTRUE(units$clustered)) units$unit else units$row
  for (k in seq_len(slices)) {
    of_group <- function(g) variance_of(vcov[, , (g - 1) * slices + k], contrasts)
    spread <- do.call(cbind, lapply(used, of_group))
    for (j in seq_len(ncol(contrasts))) {
      flat <- (spread[j, ] <= 1e-14 * max(spread[j, ])) %in% TRUE
      own <- at & seq_along(at) == (k - 1) * ncol(contrasts) + j & any(flat)
      rows <- with_smallest_group(rows, own, ifelse(flat, size, Inf), x$label[used], Inf, noun, status)
    }
  }
  rows
}

set_omnibus.standardised_set <- function(x, target, request) {
  tested_together(x, list(target), function(x) {
    remark_on_joint(x, target)(set_omnibus.evidence(x, target, request), seq_along(x$classifiers))
  })
}

joint_caveats.standardised_set <- function(x, target) remark_on_joint(x, target)

# What is to be known of the p-value of a pair is so of that of all together.
remark_on_joint <- function(x, target) {
  remark <- set_estimates(x, target)$remark
  function(rows, who) {
    pairs <- comparison_pairs(who, NULL)
    pairs[] <- who[pairs]
    slice <- rep(seq_along(rows$log.p.value), each = ncol(pairs))
    each <- data.frame(
      class = target$class[slice], classifier = x$classifiers[pairs[1, ]], reference = x$classifiers[pairs[2, ]],
      p.value = rows$log.p.value[slice], log.p.value = rows$log.p.value[slice], note = NA_character_,
      status = NA_character_
    )
    if (inherits(x$weighted, "prediction_set")) {
      rows <- with_fixed(rows, first_fixed(fixed_by_classifier(x$weighted, target)[who, , drop = FALSE]), target$metric)
    }
    with_first_of_pairs(rows, remark(each, pairs), slice)
  }
}

set_assessment.standardised_set <- function(x, target, rule, level, required = NULL) {
  rows <- NextMethod()
  rows <- with_limits_said(rows, x$weighted, target)
  known <- !is.na(rows$conf.low)
  rows <- with_flat_group(
    rows, known, x, estimates_of_groups(x, target)$vcov, diag(length(x$classifiers)), "short_interval"
  )
  rows <- with_few_in_group(rows, known, x, "short_interval")
  counted <- inherits(x$weighted, "prediction_set") && is.null(x$labels)
  if (counted) with_few_of_counts(rows, known, x, target, "short_interval") else rows
}

alike_within <- function(x, target, slice, who) {
  class <- if (!is.na(target$class[slice])) target$class[slice]
  plain <- set_target(x$weighted, target$metric, target$average, class, target$zero_division)
  known_alike(set_estimates(x$weighted, plain), 1L, who)
}

# Satterthwaite's, over the estimates of all groups, `slices` in each.
standardised_df <- function(x, found, slices, slice, contrasts) {
  used <- which(x$factor > 0)
  at <- (used - 1) * slices + slice
  of_each <- function(f) matrix(as.numeric(unlist(lapply(at, f))), length(at), ncol(contrasts), byrow = TRUE)
  variance <- x$factor[used]^2 * of_each(function(g) variance_of(found$vcov[, , g], contrasts))
  df <- of_each(function(g) found$df(g, contrasts))
  satterthwaite(variance, replace(df, is.na(df), 1))
}

# -- MOVER --------------------------------------------------------------------------------

plan_rows.plan_mover <- function(plan, x, pairs, level) {
  rows <- NextMethod()
  counted <- mover_counts(plan, x, pairs)
  known <- which(lengths(lapply(counted, `[[`, "n")) > 0)
  rows[known, c("status", "note")] <- NA_character_
  for (j in known) {
    one <- counted[[j]]
    limits <- mover_limits(one, stats::qnorm(level / n_sides(plan$alternative), lower.tail = FALSE))
    z <- mover_z(one)
    rows$conf.low[j] <- if (plan$alternative == "less") -1 else limits[1]
    rows$conf.high[j] <- if (plan$alternative == "greater") 1 else limits[2]
    rows$statistic[j] <- z
    rows$log.p.value[j] <- tail_log_p(z, plan$alternative)
    rows <- with_smallest_group(
      rows, seq_along(rows$note) == j, one$n, x$label[one$group], few_errors, "row", "rough", one$of
    )
  }
  rows$p.value <- exp(rows$log.p.value)
  cut_to_range(rows, plan$target$metric)
}

# As its interval has it.
plan_margins.plan_mover <- function(plan, x, pairs) {
  counted <- mover_counts(plan, x, pairs)
  z <- lapply(plan$margin, function(end) if (!is.na(end)) vapply(counted, mover_z, 0, at = end))
  margin_sides(plan$margin, ncol(pairs), function(end, side) tail_log_p(z[[match(end, plan$margin)]], side))
}

# Of each pair in each slice the rows on which only the first, or only the second, has what is counted, and the `n` of
# which it is a share among the `N` of the group; groups weigh as they have such rows, and those without are left out.
mover_counts <- function(plan, x, pairs) {
  used <- if (length(x$absent)) integer() else which(x$factor > 0)
  parts <- group_sets(x$set)[used]
  N <- vapply(parts, `[[`, 0, "n") # nolint: object_name_linter.
  of_class <- switch(plan$target$metric$of, all = "", positive = " of ", negative = " outside ")
  slices <- lapply(seq_along(plan$target$slice), function(k) {
    target <- replace(plan$target, "slice", plan$target$slice[k])
    n <- vapply(parts, rows_of_share, 0, target)
    share <- x$factor[used] * n / N
    of <- if (nzchar(of_class)) paste0(of_class, say_label(target$class[k])) else ""
    lapply(seq_len(ncol(pairs)), function(j) {
      counts <- vapply(parts, discordant_counts, numeric(2), pairs = pairs[, j, drop = FALSE], target = target)
      each <- list(b = counts[1, ], c = counts[2, ], n = n, N = N, share = share / sum(share), group = used)
      c(lapply(each, `[`, n > 0), list(of = of))
    })
  })
  unlist(slices, recursive = FALSE)
}

# Limits of sum share (b - c) / n from Tango's of each group (Zou and Donner 2008).
mover_limits <- function(one, z) c(mover_low(one, z), -mover_low(turned_counts(one), z))

mover_low <- function(one, z) {
  d <- (one$b - one$c) / one$n
  within <- one$share^2 * (d - tango_limit(one$b, one$c, one$n, z))^2
  sum(one$share * d) - sqrt(sum(within) + z^2 * mix_variance(one))
}

# How many rows of each group are of a class is not given, but found: the delta method's part of it.
mix_variance <- function(one) {
  d <- (one$b - one$c) / one$n
  sum(one$share^2 * (1 / one$n - 1 / one$N) * (d - sum(one$share * d))^2)
}

turned_counts <- function(one) replace(one, c("b", "c"), one[c("c", "b")])

# Where the interval just reaches this value.
mover_z <- function(one, at = 0) {
  if (!length(one$n)) {
    return(NA_real_)
  }
  if (sum(one$share * (one$b - one$c) / one$n) < at) {
    return(-mover_z(turned_counts(one), -at))
  }
  gap <- function(z) mover_low(one, z) - at
  # Also what is there but for rounding.
  if (!gap(0) > 0) {
    return(0)
  }
  most <- sqrt(sum(one$n))
  if (gap(most) > 0) score_z(one, at) else stats::uniroot(gap, c(0, most), tol = 1e-10)$root
}

# The limit of many small groups may end before it reaches the value. The score statistic has no end: as if all groups
# were as far from the value as their mean, each with Tango's variance there.
score_z <- function(one, at) {
  d <- (one$b - one$c) / one$n
  off <- sum(one$share * d) - at
  variance <- tango_variance(one$b, one$c, one$n, pmax(-1, pmin(d - off, 1)))
  off / sqrt(sum(one$share^2 * variance) + mix_variance(one))
}

# Tango's lower limits.
tango_limit <- function(b, c, n, z) {
  d <- (b - c) / n
  low <- rep(-1, length(d))
  high <- d
  for (i in 1:55) {
    middle <- (low + high) / 2
    outside <- d - middle > z * sqrt(tango_variance(b, c, n, middle))
    low[outside] <- middle[outside]
    high[!outside] <- middle[!outside]
  }
  (low + high) / 2
}
