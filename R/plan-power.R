# How power grows with units.

largest_n <- 1e9

# From the approximation `start`: where the power first is as wanted by bisection, then the last
# number near it where it is not.
search_size <- function(start, power, power_at) {
  low <- start
  while (low > 1 && power_at(low) >= power) low <- floor(low / 2)
  high <- max(start, 2)
  while (power_at(high) < power) {
    high <- 2 * high
    if (high > largest_n) {
      return(NA_real_)
    }
  }
  high <- first_where(low + 1, high, function(n) power_at(n) >= power)
  width <- min(10 + ceiling(4 * sqrt(high)), 1000)
  near <- as.double(seq(max(high - width, 1), high + width))
  short <- near[power_at(near) < power]
  if (length(short)) max(short) + 1 else near[1]
}

# The first whole number from low to high that passes; what passes does so from there on.
first_where <- function(low, high, passes) {
  while (low < high) {
    middle <- floor((low + high) / 2)
    if (passes(middle)) high <- middle else low <- middle + 1
  }
  high
}

# Whether a difference is on the side that a one-sided test does not look at.
points_away <- function(difference, alternative) {
  alternative != "two.sided" & (difference > 0) != (alternative == "greater")
}

# The least n from which on the power is as wanted; NA if there is none up to 1e9.
row_size <- function(row, power, alternative, alpha) {
  if (plans_margin(row)) {
    reachable <- !is.na(row$se) && is_within_margin(row)
    return(if (reachable) search_size(2, power, function(n) row_power(row, n, alternative, alpha)) else NA_real_)
  }
  if (is.na(row$z) || row$z == 0 || points_away(row$z, alternative)) {
    return(NA_real_)
  }
  limit <- qnorm(alpha / n_sides(alternative), lower.tail = FALSE)
  n <- row$per * ((limit / row$tau + qnorm(power)) / row$z)^2
  n <- max(ceiling(n - 1e-9), 1)
  if (n > largest_n) {
    return(NA_real_)
  }
  if (row$computed == "normal") n else search_size(n, power, function(n) row_power(row, n, alternative, alpha))
}

# How many units in all it takes to find a difference of `gap` (on the linear scale) by a test with an upper `tail` of
# this size: from the standard error that `n` units gave.
rows_needed <- function(std.error, n, gap, tail) {
  up_to_digits(n * ((qnorm(tail, lower.tail = FALSE) + qnorm(0.8)) * std.error / gap)^2)
}

# Rounded up to two digits, as good as such a number can be.
up_to_digits <- function(needed) {
  step <- 10^pmax(floor(log10(needed)) - 1, 0)
  ifelse(is.infinite(step), needed, ceiling(needed / step - 1e-9) * step)
}

row_power <- function(row, n, alternative, alpha) {
  if (is.na(row$z)) {
    return(rep(NA_real_, length(n)))
  }
  if (plans_margin(row)) {
    return(margin_power(row, n, alternative, alpha))
  }
  if (row$computed == "exact") {
    rates <- c(row$only_classifier, row$only_reference)
    return(.Call(ffi_power_discordant, n, rates, registry_tests[row$method, "test"], alternative, alpha))
  }
  ifelse(n < (row$least %||% 1), 0, test_power(row, n, alternative, alpha))
}

# z, the t of Wald's test of a mean, or the root of a chi-squared statistic with the sign of the estimate.
signed_statistic <- function(rows) {
  signed <- is.na(rows$df) | plain_id(rows$method.id) == "wald"
  ifelse(signed, rows$statistic, sign(rows$estimate - null_value(rows$measure)) * sqrt(abs(rows$statistic)))
}
