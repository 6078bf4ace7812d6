# Two that score the same on every unit show no difference, which is no proof of a small one: of n units that agree, a
# chance of disagreement of up to 1 - (level / 2)^(1 / n) is not excluded, and the mean difference is at most the range
# of the scores times that. Where they differ on few of many the chance is Clopper and Pearson's, as the standard error
# of these says little. Units of unlike weight count as if each had that of the heaviest.

# `judged` as fixed_pair() gives it, with limits no narrower than these. `both`: the set of their common units, NULL:
# fewer than two.
with_few_that_differ <- function(judged, both, row, asked, level, direction) {
  limits <- c(judged$low, judged$high)
  shares <- if (!judged$bounded && !is.na(judged$estimate)) shares_of_pair(both, row, asked, direction)
  if (all(limits %in% 0) || all(is.na(limits)) && identical(shares$few, 0)) {
    return(utils::modifyList(judged, limits_of_alike(both, row, asked, level)))
  }
  if (!isTRUE(shares$few < min(few_that_differ, shares$n / 2))) {
    return(judged)
  }
  span <- range_of_alike(shares$influence, asked$known)
  # As often lost, or won, as is not excluded, beside what was won, or lost.
  k <- shares$units * shares$n
  reach <- span$size * stats::qbeta(level / 2, k + 1, shares$n - k, lower.tail = FALSE)
  wide <- c(min(limits[1], shares$mean[1] - reach[2]), max(limits[2], reach[1] - shares$mean[2]))
  if (anyNA(wide) || identical(wide, limits)) {
    return(judged)
  }
  told <- paste0(
    "they differ on ", format_count(round(shares$few)), " of ", count_of(round(shares$n), shares$unit),
    ": too few to tell how often others do"
  )
  note <- paste_notes(paste_notes(judged$note, told), span$note %||% NA)
  utils::modifyList(judged, list(low = wide[1], high = wide[2], note = note))
}

# As shares_that_differ(), where the interval is by t; NULL where it is not, or units are not independent.
shares_of_pair <- function(both, row, asked, direction) {
  units <- if (!is.null(both)) set_units(both)
  by_t <- says_of_test(row$method.id, "student") || isTRUE(units$clustered)
  if (by_t && !is.null(units) && is.null(units$labels) && has_independent_units(units)) {
    influence <- set_influence(both, set_targets(both, asked$known, "none", NULL, "na"))
    shares <- shares_that_differ(influence, direction)
    if (!is.null(shares)) c(shares, list(few = sum(shares$units) * shares$n, unit = units$unit))
  }
}

# Of the second of two classifiers against the first, in a metric that is a mean: `units`, the share of units on which
# it is better and worse; `mean`, how much these make it better and worse; `n`, how many units of the weight of
# the heaviest there are. NULL in any other metric.
shares_that_differ <- function(influence, direction) {
  if (is.null(influence$value)) {
    return(NULL)
  }
  parts <- influence$parts
  share <- parts$share[, 1]
  if (any(parts$share != share) || !is.null(parts$unit)) {
    return(NULL)
  }
  gap <- influence$estimate[2] - influence$estimate[1]
  sum_of <- parts$value[, 2] - parts$value[, 1] + parts$n * share * gap
  side <- direction * sign(ifelse(abs(sum_of) > 1e-9 * max(abs(sum_of)), sum_of, 0))
  of_side <- function(x) c(sum(x[side > 0]), sum(x[side < 0]))
  list(
    units = of_side(share * parts$count), mean = abs(of_side(sum_of * parts$count)) / parts$n, n = 1 / max(share),
    influence = influence
  )
}

# list(low, high, more, note)
limits_of_alike <- function(pair, row, asked, level) {
  units <- if (!is.null(pair)) set_units(pair)
  counted <- !is.null(pair) && has_independent_units(units) && !length(units$effective)
  influence <- if (counted) set_influence(pair, set_targets(pair, asked$known, "none", NULL, "na"))
  if (is.null(influence$value)) {
    return(list(low = NA_real_, high = NA_real_, more = NA_real_, note = row$note))
  }
  heaviest <- max(influence$parts$share)
  chance <- -expm1(log(level / 2) * heaviest)
  span <- range_of_alike(influence, asked$known)
  # A median differs where half of the units do.
  ranked <- says_of_test(row$method.id, "ranked")
  far <- span$size * if (ranked) chance > 0.5 else chance
  enough <- if (ranked) 0.5 else min(1, asked$margin / span$size)
  more <- floor(units$n * heaviest * log(level / 2) / log1p(-enough)) + 1 - units$n
  list(
    low = -far, high = far, more = if (asked$require == "not_worse" && isTRUE(more > 0)) more else NA_real_,
    note = if (far %in% 0) row$note else paste_notes(row$note, span$note %||% NA)
  )
}

# The range of the metric, or else that of the values there are.
range_of_alike <- function(influence, known) {
  size <- known$upper - known$lower
  if (is.finite(size)) {
    return(list(size = size))
  }
  size <- diff(range(sweep(influence$value, 2, influence$estimate, `+`)))
  if (isTRUE(size > 0)) {
    return(list(size = size, note = paste0("taken to differ by at most ", short_number(size, 3), ", the range seen")))
  }
  list(size = NA_real_, note = paste0(
    "all of one value, which tells no range",
    if (!is.finite(known$lower)) ": give lower and upper to score_set()"
  ))
}
