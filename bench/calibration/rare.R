# Must an interval of balanced accuracy cover more than 95 % where a class has three rows? By enumeration: whatever the
# method, as long as it covers 93 % of all differences, everywhere.
#
#   Rscript bench/calibration/rare.R      (some seconds)
#
# Two classifiers are equal: recall is 0.6 in a class of three rows, 0.85 in the other; on `alike` of the rows they
# answer as one. What counts of each class are the rows that only one of them has right. An interval that leaves out
# "equal" for some counts, in favour of the first, must leave it out too where the first alone is right on more rows,
# or the second on fewer (Barnard's convexity). So the chance of all these counts together, which is a product over the
# classes, is at most 0.07 whatever rates with that average are true. Counts for which some rates make it larger are
# never left out; `covered`: the chance of these at the least, so that every such interval covers as much or more.
# Rates are looked for on a grid: finer ones could only leave out more. Writes bench/calibration/rare.csv.

error <- 0.07
recall <- c(rare = 0.6, other = 0.85)

# Chance of each pair of counts up to `top`: a row of how many only the first has right, a column of the second.
counts_of <- function(m, p, q, top) {
  chance <- function(b, c) if (b + c > m) 0 else stats::dmultinom(c(b, c, m - b - c), prob = c(p, q, 1 - p - q))
  outer(0:top, 0:top, Vectorize(chance))
}

# Chance of as many or more that only the first has right, and as few or fewer that only the second has.
at_least <- function(m, p, q, top) {
  first <- 0:top
  # Of rows that not only the first has right a share of q / (1 - p) is the second's.
  chance <- function(b, c) stats::dbinom(b, m, p) * stats::pbinom(c, m - b, if (p < 1) min(1, q / (1 - p)) else 0)
  beyond <- vapply(first, function(c) sum(chance(seq_len(m - top) + top, c)), 0)
  apply(rbind(outer(first, first, chance), beyond), 2, function(x) rev(cumsum(rev(x)))[seq_along(first)])
}

# Rates at which the average is the same: the first gains d in one class, and loses it in the other.
equal_rates <- function(discordant) {
  shift <- c(0, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7)
  grid <- expand.grid(
    d = c(shift, -shift[-1]), both = c(0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1), other = c(0, 0.5, 1, 2) * discordant / 2
  )
  rates <- with(grid, cbind(
    pmax(d, 0) + both / 2, pmax(-d, 0) + both / 2, pmax(-d, 0) + other, pmax(d, 0) + other
  ))
  rates[rates[, 1] + rates[, 2] < 1 + 1e-9 & rates[, 3] + rates[, 4] < 1 + 1e-9, ]
}

covered <- function(n, rare, alike) {
  discordant <- 2 * (1 - alike) * recall * (1 - recall)
  rows <- c(rare, n - rare)
  mean <- rows * discordant / 2
  top <- pmin(rows, ceiling(mean + 7 * sqrt(mean)) + 2)
  largest <- 0
  rates <- equal_rates(discordant[["other"]])
  for (i in seq_len(nrow(rates))) {
    rare_class <- at_least(rows[1], rates[i, 1], rates[i, 2], top[1])
    largest <- pmax(largest, outer(rare_class, at_least(rows[2], rates[i, 3], rates[i, 4], top[2])))
  }
  own <- lapply(1:2, function(k) counts_of(rows[k], discordant[k] / 2, discordant[k] / 2, top[k]))
  chance <- outer(own[[1]], own[[2]])
  # What lies beyond `top` counts as left out.
  left_out <- 2 * sum(chance[largest <= error]) + 1 - sum(chance)
  data.frame(n, rare, alike, discordant = rare * discordant[["rare"]], covered = 1 - left_out)
}

found <- do.call(rbind, Map(covered, c(100, 100, 300, 300), 3, c(0.8, 0.2)))
found$covered <- floor(found$covered * 1e4) / 1e4
print(found)
utils::write.csv(found, file.path("bench", "calibration", "rare.csv"), row.names = FALSE)
