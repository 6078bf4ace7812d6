# How fast is the exact unconditional power of McNemar's test, and the simulation of a grid?
#
#   Rscript bench/power.R
#
# The plain way enumerates all pairs of discordant counts (binom.test() for each, as
# exact2x2 does; here vectorized), which is quadratic in the number of rows; verdict finds the boundary of
# the rejection region for each number of discordant rows. Equal answers first. Bars: 1,000
# rows under 1 s; the grid of sign tests (10 classes, 1,000 trials a point) under 5 s.

library(verdict)

plain <- function(n, b, c, alpha = 0.05) {
  sum(vapply(0:n, FUN.VALUE = 0, function(k) {
    x <- 0:k
    p <- pmin(1, 2 * stats::pbinom(pmin(x, k - x), k, 0.5))
    stats::dbinom(k, n, b + c) * sum(stats::dbinom(x, k, b / (b + c))[p <= alpha * (1 + 1e-12)])
  }))
}

rates <- scenario_rates(discordant = c(0.08, 0.12))
power <- function(n) power_comparison(rates, n, method = "exact")$power
seconds <- function(expr) sum(system.time(expr)[1:2])

for (n in c(100, 1000, 3000)) stopifnot(all.equal(power(n), plain(n, 0.12, 0.08), tolerance = 1e-10))
for (n in c(1000, 3000)) {
  cat(sprintf("power, %d rows: %.4f s, by enumeration %.2f s\n", n, seconds(power(n)), seconds(plain(n, 0.12, 0.08))))
}
cat(sprintf("power, 1e6 rows: %.3f s\n", seconds(power(1e6))))
cat(sprintf("sample_size() of 1 point in 20 %%: %.3f s\n", seconds(
  sample_size(scenario_rates(discordant = c(0.095, 0.105)), method = "exact")
)))
scenarios <- lapply(c(a = 0, b = 0.01, c = 0.03, d = 0.05, e = 0.1), function(r) scenario_random(10, c(0, r)))
cat(sprintf("grid of 5 x 200 points, 1,000 trials each: %.2f s\n", seconds(
  rejection_rate(scenarios, seq(10, 2000, 10), method = "sign")
)))
