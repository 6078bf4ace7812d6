# How the power to rule out what lies beyond a margin grows with units.

# The probability that a noncentral t exceeds q; of infinitely many degrees of freedom a normal variable.
noncentral_above <- function(q, df, mean) {
  of_normal <- stats::pnorm((mean - q) / sqrt(1 + q^2 / (2 * pmax(df, 0))))
  exact <- is.finite(df) & df > 0 & abs(mean) < 37 # beyond that R's own is not accurate
  of_normal[exact] <- stats::pt(q[exact], df[exact], mean[exact], lower.tail = FALSE)
  ifelse(df > 0, of_normal, 0)
}

# At n units; those of the pilot belong to `per`. N - 1 degrees become n - 1, and those of an approximation grow alike.
df_at <- function(row, n) (row$df + 1) * n / row$per - 1

critical_t <- function(df, tail) suppressWarnings(ifelse(df > 0, stats::qt(tail, df, lower.tail = FALSE), Inf))

# Of a t or normal test that there is a difference, whose statistic has the standard deviation tau.
test_power <- function(row, n, alternative, alpha) {
  df <- df_at(row, n)
  limit <- critical_t(df, alpha / n_sides(alternative)) / row$tau
  mean <- row$z * sqrt(n / row$per)
  upper <- noncentral_above(limit, df, mean)
  lower <- noncentral_above(limit, df, -mean)
  switch(alternative, greater = upper, less = lower, upper + lower)
}

# Of a row with `gap`, the true difference, `low` and `high`, the ends of the margin (NA: open), `se`, the standard
# error from `per` units, all on the linear scale, and `tau_low` and `tau_high`: what the test takes for it at these
# ends, over `se`. Both ends have to be ruled out, each at half the level where that is two-sided.
margin_power <- function(row, n, alternative, alpha) {
  se <- row$se / sqrt(n / row$per)
  df <- df_at(row, n)
  limit <- critical_t(df, alpha / n_sides(alternative))
  beyond <- function(way, tau) if (is.na(way)) 1 else noncentral_above(limit * tau, df, way / se)
  pmax(0, beyond(row$gap - row$low, row$tau_low) + beyond(row$high - row$gap, row$tau_high) - 1)
}

plans_margin <- function(row) !is.null(row$low)

# A difference at an end, but for rounding, is none that can be shown to lie within.
is_within_margin <- function(row) {
  grain <- 1e-9 * max(abs(c(row$gap, row$low, row$high)), na.rm = TRUE)
  all(c(row$gap - row$low, row$high - row$gap) > grain, na.rm = TRUE)
}
