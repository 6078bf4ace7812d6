# Expected values made by data-raw/fixtures: exact arithmetic (*-exact.csv) and other
# packages (*-peers.csv). No test needs Python or those packages.

read_fixture <- function(name) {
  read.csv(test_path("fixtures", name), stringsAsFactors = FALSE)
}

# The values of one fixture as a list: key -> named vector of quantities.
fixture_values <- function(name, keys, value = "value") {
  x <- read_fixture(name)
  split(stats::setNames(x[[value]], x$quantity), do.call(paste, x[keys]))
}

# Relative difference, absolute below `floor`; NA and infinities must be the same.
deviation <- function(found, expected, floor = 1e-12) {
  same <- (is.na(found) & is.na(expected)) |
    (!is.na(found) & !is.na(expected) & is.infinite(expected) & found == expected)
  error <- abs(found - expected) / pmax(abs(expected), floor)
  ifelse(same, 0, ifelse(is.na(error), Inf, error))
}

# `found` and `expected` are named; what `expected` does not name is not looked at.
expect_values <- function(found, expected, what, tolerance = 1e-9, floor = 1e-12) {
  found <- found[names(expected)] # NA where it lacks a name
  bad <- is.nan(found) | deviation(found, expected, floor) > tolerance
  report <- sprintf(
    "%s: %s is %s, not %s", what, names(expected), format(found, digits = 15),
    format(expected, digits = 15)
  )
  expect(!any(bad), paste(report[bad], collapse = "\n"))
}

# One class, two classifiers: the eight counts as truth x reference x new.
paired_table <- function(cells) {
  n <- as.numeric(cells[c("s11", "s10", "s01", "s00", "r11", "r10", "r01", "r00")])
  names <- c("yes", "no")
  grid <- expand.grid(new = names, reference = names, truth = names, stringsAsFactors = FALSE)
  out <- array(0, c(2, 2, 2), list(truth = names, reference = names, new = names))
  out[as.matrix(grid[c("truth", "reference", "new")])] <- n
  as.table(out)
}

# Matched pairs of right and wrong, all rows of class "yes": accuracy and recall see
# (a, b, c, d). With truth "no" accuracy and specificity do.
matched_table <- function(cells, truth = "yes") {
  n <- as.numeric(cells[c("a", "b", "c", "d")])
  right <- truth
  wrong <- setdiff(c("yes", "no"), truth)
  out <- array(0, c(2, 2, 2), list(
    truth = c("yes", "no"), reference = c("yes", "no"), new = c("yes", "no")
  ))
  out[truth, right, right] <- n[1]
  out[truth, wrong, right] <- n[2]
  out[truth, right, wrong] <- n[3]
  out[truth, wrong, wrong] <- n[4]
  as.table(out)
}

# The statistic as a chi-squared with 1 df, whichever form the method reports.
chi_squared <- function(row) if (is.na(row$df)) row$statistic^2 else row$statistic

# What must hold in every row of every result.
expect_sound <- function(rows, what = "result") {
  rows <- as.data.frame(rows)
  p <- rows$p.value
  lacking <- is.na(rows$estimate) | (!is.na(rows$reference) & is.na(p))
  small <- is.na(p) | p < 1e-300
  wrong <- c(
    "contains NaN" = any(is.nan(unlist(rows[vapply(rows, is.numeric, NA)]))),
    "has an NA without a note" = any(lacking & (is.na(rows$note) | !nzchar(rows$note))),
    "has p outside [0, 1]" = any(p < 0 | p > 1, na.rm = TRUE),
    "has p other than exp(log p)" = any(deviation(p, exp(rows$log.p.value))[!small] > 1e-9),
    "has low > high" = any(rows$conf.low > rows$conf.high, na.rm = TRUE)
  )
  expect(!any(wrong), paste(what, names(wrong)[wrong], collapse = "\n"))
}

# The design of a set as its help page describes it.
design_of <- function(type = "holdout", folds = NA_real_, repetitions = NA_real_) {
  list(type = type, folds = as.double(folds), repetitions = as.double(repetitions))
}
