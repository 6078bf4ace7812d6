# What evidence says of how its estimates vary: the influence of its units on its quantities (classifiers fastest, then
# slices, then targets). From it follow the joint covariance, robust to clusters and in its small-sample form, the
# degrees of freedom of a contrast, a bootstrap, and the covariance of sets that share some of their units.
#
#   estimate  one number a quantity, NA where there is none
#   value     units x quantities: how far a unit's own value lies from the estimate, so that the estimate errs by about
#             the mean of `value`. A mean: x - mean(x). 0 where a unit has no part.
#   count     how many units a row stands for
#   cluster   which units belong together; NULL: each is by itself
#   stratum   of which part of fixed size a unit is, such as the positives; NULL: there is one
#   part      units x quantities: whether a unit has a part in the estimate at all (one whose value is 0 by chance has):
#             an estimate rests on these. NULL: on all
#   size      one number a unit, or units x quantities: how much of the estimate it makes, by which a few that have most
#             leave few degrees of freedom; NULL: all the same
#   small     TRUE: each independent unit's part is divided by the root of 1 - its share of its stratum. That is s^2 / n
#             of a mean, DeLong's covariance of an area under the curve, and CR2 of clusters (Bell and McCaffrey 2002).
#   overlap   what the units' dependence adds to 1 / n, as overlapping training data do
#   unit      names of the units, if they have any
#   note      why there is no estimate
#   vcov      the covariance, where it is known otherwise: given, or found faster than by `value`
#   df        likewise of every variance, or a function of contrasts that gives theirs
#   replicates  likewise of a bootstrap: a function of contrasts and a rule, see influence_replicates()
#   alike     the status that says that every unit has the same of two quantities
#   as_if     where contrasts are known of estimates that are not: list(estimate, unknown), all estimates as if known,
#             and a function of contrasts (columns of weights) that says why one is not; NA: it is
#
# These are promises: what nobody asks for is not computed.
new_influence <- function(estimate, value = NULL, count = rep(1, nrow(value)), cluster = NULL, stratum = NULL,
                          small = FALSE, overlap = 0, unit = NULL, note = NA_character_, vcov = NULL,
                          replicates = NULL, df = NULL, alike = "equal_estimates", part = NULL, size = NULL,
                          as_if = NULL) {
  self <- environment()
  delayedAssign("parts", independent_parts(self))
  self
}

# The influence on some of the quantities.
pick_influence <- function(influence, at) {
  force(at)
  new_influence(
    influence$estimate[at], influence$value[, at, drop = FALSE], influence$count, influence$cluster, influence$stratum,
    influence$small, influence$overlap, influence$unit, rep_len(influence$note, length(influence$estimate))[at],
    influence$vcov[at, at, drop = FALSE],
    if (!is.null(influence$replicates)) {
      function(contrasts, rule) {
        contrasts$quantity <- at[contrasts$quantity]
        contrasts$other <- c(0L, at)[contrasts$other + 1L]
        influence$replicates(contrasts, rule)
      }
    },
    if (is.function(influence$df)) {
      function(contrasts) {
        influence$df(lift_contrasts(contrasts, at, length(influence$estimate)))
      }
    } else {
      influence$df
    },
    influence$alike, pick_columns(influence$part, at), pick_columns(influence$size, at),
    if (!is.null(influence$as_if)) list(
      estimate = influence$as_if$estimate[at],
      unknown = function(contrasts) influence$as_if$unknown(lift_contrasts(contrasts, at, length(influence$estimate)))
    )
  )
}

pick_columns <- function(x, at) if (is.matrix(x)) x[, at, drop = FALSE] else x

# Pairs (columns) as columns of 1 and -1; the second may be 0, none.
pair_weights <- function(n, pairs) {
  weights <- matrix(0, n, ncol(pairs))
  weights[cbind(pairs[1, ], seq_len(ncol(pairs)))] <- 1
  weights[cbind(pairs[2, ], seq_len(ncol(pairs)))] <- -1
  weights
}

# Variances of contrasts (columns of weights).
variance_of <- function(vcov, contrasts) colSums(contrasts * (vcov %*% contrasts))

# Contrasts of the quantities `at` as those of all `n`.
lift_contrasts <- function(contrasts, at, n) {
  all <- matrix(0, n, ncol(contrasts))
  all[at, ] <- contrasts
  all
}

influence_alike <- function(influence, who) {
  value <- influence$value[, who, drop = FALSE]
  if (length(value) && all(value == value[, 1])) influence$alike else NA_character_
}

# Of several targets together, in that order: estimate, vcov, as_if.
set_joint <- function(x, targets) {
  influence <- set_influence(x, targets)
  list(estimate = influence$estimate, vcov = influence_vcov(influence), as_if = influence$as_if)
}

# Estimates, also those of which no more than contrasts are known.
as_if_known <- function(joint) joint$as_if$estimate %||% joint$estimate

# Of contrasts (columns of weights); NULL: all are known whose estimates are.
why_not_known <- function(joint, contrasts) if (!is.null(joint$as_if)) joint$as_if$unknown(contrasts)

without_unknown <- function(value, joint, contrasts) {
  why <- why_not_known(joint, contrasts)
  if (is.null(why)) value else replace(value, !is.na(why), NA)
}

# Why contrasts are not known, of functions that say so each of the quantities `at` that a contrast has part of.
unknown_within <- function(unknown, at, contrasts) {
  Reduce(first_known, Map(function(unknown, at) {
    part <- contrasts[at, , drop = FALSE]
    replace(rep_len(unknown(part), ncol(part)), colSums(part != 0) == 0, NA)
  }, unknown, at))
}

# Of pairs of quantities (columns): their differences on the linear scale of a measure, and on it the covariance of all
# quantities.
joint_gaps <- function(joint, at, measure) {
  theta <- on_scale(as_if_known(joint), measure)
  gap <- theta$value[at[1, ]] - theta$value[at[2, ]]
  list(
    gap = without_unknown(gap, joint, pair_weights(length(theta$value), at) * theta$slope),
    vcov = joint$vcov * tcrossprod(theta$slope)
  )
}

# Bootstrap replicates of contrasts of targets: list(observed, value, variance).
set_replicates <- function(x, targets, contrasts, rule) {
  influence_replicates(set_influence(x, targets), contrasts, rule)
}

# By what is independent within strata (rows or clusters): list(value, share, size, stratum), shares of what has a part
# in a quantity; `unit`: of which cluster each is, where clusters reach over strata. Of rows or clusters: count, name;
# and n.
independent_parts <- function(influence) {
  value <- influence$value
  count <- influence$count
  has <- influence$part %||% matrix(rep(1, length(count)))
  size <- if (!is.null(influence$size)) as.matrix(influence$size)
  stratum <- influence$stratum
  of <- if (is.null(stratum)) rep(1L, length(count)) else match(stratum, unique(stratum))
  name <- influence$unit
  times <- count
  unit <- NULL
  if (!is.null(influence$cluster)) {
    name <- unique(influence$cluster)
    m <- max(of, 1)
    key <- (match(influence$cluster, name) - 1) * m + of
    cells <- sort(unique(key))
    at <- match(key, cells)
    value <- rowsum(value * count, at)
    has <- rowsum(has * count, at)
    if (!is.null(size)) size <- rowsum(size * count, at)
    of <- (cells - 1) %% m + 1
    if (length(cells) > length(name)) unit <- (cells - 1) %/% m + 1
    count <- rep(1, length(name))
    times <- 1
  }
  share <- has / rowsum(has * times, of)[of, , drop = FALSE]
  list(
    value = value, share = share, size = size, stratum = of, unit = unit, count = count, name = name,
    n = sum(influence$count)
  )
}

# What each independent unit adds to the errors of the estimates.
contributions <- function(influence) {
  part <- contributions_within(influence)
  unit <- influence$parts$unit
  if (is.null(unit)) part else rowsum(part, unit)
}

contributions_within <- function(influence) {
  parts <- influence$parts
  rest <- sqrt(pmax(1 - parts$share, 0))
  parts$value / parts$n / (if (!influence$small) 1 else if (ncol(rest) == 1) as.vector(rest) else rest)
}

influence_vcov <- function(influence) influence$vcov %||% sandwich_vcov(influence)

# Robust to clusters, in small samples as `small` says.
sandwich_vcov <- function(influence) {
  parts <- influence$parts
  n <- parts$n
  if (sum(parts$count) < 2) {
    return(matrix(NA_real_, ncol(influence$value), ncol(influence$value)))
  }
  vcov <- if (influence$small && is.null(influence$cluster) && is.null(influence$part) && max(parts$stratum) == 1) {
    crossprod(if (all(parts$count == 1)) parts$value else parts$value * sqrt(parts$count)) /
      (n - 1) * (1 / n + influence$overlap)
  } else {
    crossprod(contributions(influence) * sqrt(parts$count)) * (1 + n * influence$overlap)
  }
  vcov[!is.finite(vcov)] <- NA
  unname(vcov)
}

# Degrees of freedom of the variances of contrasts (quantities x contrasts): Satterthwaite's, within a stratum by what
# the shares of its clusters say if all units vary alike, over strata by their parts in the variance, as Welch's test.
# Of quantities that rest on different units the least.
influence_df <- function(influence, contrasts) {
  if (is.function(influence$df)) {
    return(influence$df(contrasts))
  }
  if (!influence$small) {
    return(rep(influence$df %||% Inf, ncol(contrasts)))
  }
  parts <- influence$parts
  if (length(parts$stratum) == 0) {
    return(rep(NA_real_, ncol(contrasts)))
  }
  strata <- split(seq_along(parts$stratum), parts$stratum)
  each <- do.call(rbind, lapply(strata, function(at) df_within(influence, at)))
  asked <- contrasts != 0
  df <- vapply(seq_len(ncol(contrasts)), function(j) {
    of <- if (ncol(each) == 1) 1 else which(asked[, j])
    apply(each[, of, drop = FALSE], 1, min, Inf)
  }, numeric(nrow(each)))
  if (nrow(each) == 1) {
    return(df)
  }
  used <- rowSums(asked) > 0
  part <- contributions_within(influence)[, used, drop = FALSE] %*% contrasts[used, , drop = FALSE]
  times <- if (is.null(influence$cluster)) parts$count else 1
  # Clusters that reach over strata are no more units than there are.
  most <- if (is.null(parts$unit)) Inf else length(parts$name) - 1
  pmin(satterthwaite(rowsum(part^2 * times, parts$stratum), df), most)
}

# Of each quantity, or of all, by those units of a stratum that have a part in it.
df_within <- function(influence, at) {
  parts <- influence$parts
  single <- is.null(influence$cluster)
  times <- if (single) parts$count[at] else rep(1, length(at))
  vapply(seq_len(max(ncol(parts$share), ncol(parts$size))), function(j) {
    share <- parts$share[at, min(j, ncol(parts$share))]
    has <- which(share > 0)
    if (is.null(parts$size)) {
      share_df(share[has], times[has], single)
    } else {
      size <- parts$size[at, min(j, ncol(parts$size))][has]
      known_df(uneven_df(size / sum(size)))
    }
  }, 0)
}

share_df <- function(share, count, single) {
  if (sum(count) < 2) NA_real_ else if (single) sum(count) - 1 else bell_mccaffrey(share)
}

# Bell and McCaffrey's (2002) of units with these shares of a mean, of which there may be others.
bell_mccaffrey <- function(share) {
  weight <- share^2 / (1 - share)
  sum(share)^2 / (sum(share^2) + sum(weight)^2 - sum(weight^2))
}

# One less than there are, but where a few outweigh the others.
uneven_df <- function(share) {
  df <- bell_mccaffrey(share)
  most <- length(share) - 1
  if (isTRUE(df > most / 2)) most else df
}

correlation_of <- function(vcov) {
  correlation <- stats::cov2cor(vcov)
  correlation[] <- pmax(-1, pmin(1, correlation))
  correlation
}

# The quadratic form of differences that are all 0 if nothing differs: list(statistic, df, log.p.value, status).
joint_form <- function(gap, vcov) .Call(ffi_joint_form, gap / sqrt(diag(vcov)), correlation_of(vcov))

# Of sums of independent variances (rows), each known as well as its own degrees of freedom say.
satterthwaite <- function(variance, df) {
  # In units in which squares are numbers.
  most <- apply(variance, 2, max, 0)
  variance <- sweep(variance, 2, ifelse(most > 0, most, 1), `/`)
  parts <- colSums(variance^2 / df)
  ifelse(parts > 0, colSums(variance)^2 / parts, NA_real_)
}

# Of a single row there are no degrees of freedom.
known_df <- function(df) replace(df, !(df > 0) %in% TRUE, NA)

# The units that two sets share, by the names of these, and what they have in common: the covariance of the quantities
# of the one (rows) and of the other; whether these are all units of both. NULL: none can be told.
influence_shared <- function(x, y) {
  parts <- lapply(list(x, y), function(influence) if (!is.null(influence$unit)) influence$parts)
  both <- intersect(parts[[1]]$name, parts[[2]]$name)
  if (!length(both)) {
    return(NULL)
  }
  of <- function(influence, part) {
    contributions(influence)[match(both, part$name), , drop = FALSE] * sqrt(1 + part$n * influence$overlap)
  }
  whole <- all(lengths(lapply(parts, `[[`, "name")) == length(both))
  list(names = both, vcov = crossprod(of(x, parts[[1]]), of(y, parts[[2]])), whole = whole)
}

# -- bootstrap -------------------------------------------------------------------------

# Multiplier bootstrap of contrasts, see new_contrasts(): every unit's contribution, on the linear scale, times a random
# number whose first three moments are 0, 1 and 1 (Mammen 1993), so that the skewness of the data is in the replicates.
influence_replicates <- function(influence, contrasts, rule) {
  if (!is.null(influence$replicates)) {
    return(influence$replicates(contrasts, rule))
  }
  parts <- influence$parts
  if (any(parts$count %% 1 != 0)) {
    abort_verdict("Fractional weights cannot be resampled: a unit cannot be drawn by half.", "weights")
  }
  count <- parts$count
  estimate <- as_if_known(influence)
  found <- linear_contrasts(estimate, contributions(influence), contrasts)
  weights <- lazily(function() contrast_weights(estimate, contrasts))
  found$value <- without_unknown(found$value, influence, weights())
  df <- influence_df(influence, weights())
  # Each stratum has a mean of its own, but for clusters that reach over strata.
  strata <- split(seq_along(count), if (is.null(parts$unit)) parts$stratum else rep(1, length(count)))
  if (length(strata) == 0) strata <- list(integer())
  most <- max(1, floor(1e7 / nrow(found$part)))
  drawn <- in_pieces(rule$R, "Bootstrapping", most = most, function(n, done) {
    times <- mammen(count, n)
    moved <- crossprod(found$part, times$sum)
    means <- lapply(strata, function(at) {
      crossprod(found$part[at, , drop = FALSE], times$sum[at, , drop = FALSE])^2 / sum(count[at])
    })
    variance <- crossprod(found$part^2, times$squares) - Reduce(`+`, means)
    list(value = found$value + spread_as_t(moved, df), variance = pmax(variance, 0))
  })
  list(observed = contrast_moments(found, count), value = drawn$value, variance = drawn$variance)
}

# Errors (a row a contrast, a column a replicate) that vary as the normal distribution, as t with its degrees of freedom
# where there are fewer than 50 units.
spread_as_t <- function(errors, df) {
  few <- which(df < 49)
  if (length(few)) {
    share <- stats::runif(ncol(errors))
    errors[few, ] <- errors[few, ] * t(outer(share, df[few], function(p, df) sqrt(df / stats::qchisq(p, df))))
  }
  errors
}

# Quantities against others (0: by themselves), as differences on the scales of measures: `value`, and in the columns of
# `part` what each unit adds to its error.
linear_contrasts <- function(estimate, part, contrasts) {
  each <- Map(function(a, b, measure) {
    theta <- on_scale(estimate[c(a, b)], measure)
    sign <- c(1, -1)[seq_along(theta$value)]
    list(value = sum(sign * theta$value), part = part[, c(a, b), drop = FALSE] %*% (sign * theta$slope))
  }, contrasts$quantity, contrasts$other, contrasts$scale)
  list(value = vapply(each, `[[`, 0, "value"), part = do.call(cbind, lapply(each, `[[`, "part")))
}

# The same as columns of weights of the estimates.
contrast_weights <- function(estimate, contrasts) {
  weights <- pair_weights(length(estimate), rbind(contrasts$quantity, contrasts$other))
  for (scale in unique(contrasts$scale)) {
    at <- contrasts$scale == scale
    weights[, at] <- weights[, at] * on_scale(estimate, scale)$slope
  }
  weights
}

contrast_moments <- function(found, count) {
  list(value = found$value, variance = colSums(count * found$part^2), cubes = colSums(count * found$part^3))
}

# Of two points, (1 -+ sqrt(5)) / 2: n times the sum and the sum of squares of as many draws as each unit counts.
mammen <- function(count, n) {
  points <- (1 + c(-1, 1) * sqrt(5)) / 2
  first <- stats::rbinom(length(count) * n, count, (1 + 1 / sqrt(5)) / 2)
  of <- function(value) matrix(first * value[1] + (count - first) * value[2], ncol = n)
  list(sum = of(points), squares = of(points^2))
}

# Values on the linear scale of a measure and the slopes there; NA where that is infinite.
on_scale <- function(theta, measure) {
  value <- switch(measure, ratio = log(theta), odds_ratio = stats::qlogis(theta), theta)
  value[!is.finite(value)] <- NA
  slope <- switch(measure, ratio = 1 / theta, odds_ratio = 1 / (theta * (1 - theta)), theta^0)
  slope[is.na(value)] <- 0
  list(value = value, slope = slope)
}
