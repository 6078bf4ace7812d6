# Two that score the same on every unit show no difference, which is no proof of a small one: of n units that agree, a
# chance of disagreement of up to 1 - (level / 2)^(1 / n) is not excluded, and the mean difference is at most the range
# of the scores times that. Units of unlike weight count as if each had that of the heaviest.

# As fixed_pair() gives them: list(low, high, more, note); `pair`: the set of their common units, NULL: fewer than two.
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
  size <- diff(range(influence$value[, 1]))
  if (isTRUE(size > 0)) {
    return(list(size = size, note = paste0("taken to differ by at most ", short_number(size, 3), ", the range seen")))
  }
  list(size = NA_real_, note = paste0(
    "all of one value, which tells no range",
    if (!is.finite(known$lower)) ": give lower and upper to score_set()"
  ))
}
