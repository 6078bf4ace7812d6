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
#   small     TRUE: each independent unit's part is divided by the root of 1 - its share of its stratum. That is s^2 / n
#             of a mean, DeLong's covariance of an area under the curve, and CR2 of clusters (Bell and McCaffrey 2002).
#   overlap   what the units' dependence adds to 1 / n, as overlapping training data do
#   unit      names of the units, if they have any
#   note      why there is no estimate
#   vcov      the covariance, where it is known otherwise: given, or found faster than by `value`
#   df        likewise of every variance, or a function of contrasts that gives theirs
#   replicates  likewise of a bootstrap: a function of contrasts and a rule, see influence_replicates()
#   alike     the status that says that every unit has the same of two quantities
#
# These are promises: what nobody asks for is not computed.
new_influence <- function(estimate, value = NULL, count = rep(1, nrow(value)), cluster = NULL, stratum = NULL,
                          small = FALSE, overlap = 0, unit = NULL, note = NA_character_, vcov = NULL,
                          replicates = NULL, df = NULL, alike = "equal_estimates") {
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
    influence$alike
  )
}

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

# Of several targets together, in that order: estimate, vcov.
set_joint <- function(x, targets) {
  influence <- set_influence(x, targets)
  list(estimate = influence$estimate, vcov = influence_vcov(influence))
}

# Bootstrap replicates of contrasts of targets: list(observed, value, variance).
set_replicates <- function(x, targets, contrasts, rule) {
  influence_replicates(set_influence(x, targets), contrasts, rule)
}

# By what is independent: list(value, count, share, stratum, name, n). Clusters that reach over strata are taken
# to be of one.
independent_parts <- function(influence) {
  value <- influence$value
  count <- influence$count
  size <- rep(1, length(count))
  stratum <- influence$stratum
  name <- influence$unit
  if (!is.null(influence$cluster)) {
    name <- unique(influence$cluster)
    at <- match(influence$cluster, name)
    size <- as.vector(rowsum(count, at))
    value <- rowsum(value * count, at)
    count <- rep(1, length(size))
    stratum <- if (!is.null(stratum)) stratum_of_clusters(stratum, at)
  }
  of <- if (is.null(stratum)) rep(1L, length(size)) else match(stratum, unique(stratum))
  share <- size / as.vector(rowsum(size * count, of))[of]
  list(value = value, count = count, share = share, stratum = of, name = name, n = sum(influence$count))
}

stratum_of_clusters <- function(stratum, cluster) {
  known <- unique(data.frame(cluster, stratum))
  if (!anyDuplicated(known$cluster)) known$stratum[order(known$cluster)]
}

# What each independent unit adds to the errors of the estimates.
contributions <- function(influence) {
  parts <- influence$parts
  parts$value / parts$n / (if (influence$small) sqrt(pmax(1 - parts$share, 0)) else 1)
}

influence_vcov <- function(influence) influence$vcov %||% sandwich_vcov(influence)

# Robust to clusters, in small samples as `small` says.
sandwich_vcov <- function(influence) {
  parts <- influence$parts
  n <- parts$n
  if (sum(parts$count) < 2) {
    return(matrix(NA_real_, ncol(influence$value), ncol(influence$value)))
  }
  vcov <- if (influence$small && is.null(influence$cluster) && max(parts$stratum) == 1) {
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
influence_df <- function(influence, contrasts) {
  if (is.function(influence$df)) {
    return(influence$df(contrasts))
  }
  if (!influence$small) {
    return(rep(influence$df %||% Inf, ncol(contrasts)))
  }
  parts <- influence$parts
  strata <- split(seq_along(parts$share), parts$stratum)
  df <- vapply(strata, function(at) share_df(parts$share[at], parts$count[at], is.null(influence$cluster)), 0)
  if (length(df) == 1) {
    return(rep(unname(df), ncol(contrasts)))
  }
  used <- rowSums(contrasts != 0) > 0
  part <- contributions(influence)[, used, drop = FALSE] %*% contrasts[used, , drop = FALSE]
  satterthwaite(rowsum(part^2 * parts$count, parts$stratum), df)
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
  found <- linear_contrasts(influence$estimate, contributions(influence), contrasts)
  most <- max(1, floor(1e7 / nrow(found$part)))
  drawn <- in_pieces(rule$R, "Bootstrapping", most = most, function(n, done) {
    times <- mammen(count, n)
    moved <- crossprod(found$part, times$sum)
    variance <- crossprod(found$part^2, times$squares) - moved^2 / sum(count)
    list(value = found$value + moved, variance = pmax(variance, 0))
  })
  list(observed = contrast_moments(found, count), value = drawn$value, variance = drawn$variance)
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
