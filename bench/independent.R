# How fast are score intervals of many pairs of counts?
#
#   Rscript bench/independent.R [pairs]        (default 1e5)
#
# Miettinen and Nurminen's interval for the difference of two proportions, of all pairs in one call,
# against a loop over ratesci::scoreci() and over PropCIs::diffscoreci(), which is run on some of the
# pairs. The limits must be equal first. Processor seconds (user and system).

library(verdict)

pairs <- as.numeric(c(commandArgs(TRUE), 1e5)[1])
looped <- min(pairs, 500)

set.seed(1)
n0 <- sample(20:500, pairs, TRUE)
n1 <- sample(20:500, pairs, TRUE)
x <- cbind(rbinom(pairs, n0, 0.9), n0)
y <- cbind(rbinom(pairs, n1, 0.8), n1)

seconds <- function(code) sum(system.time(code)[1:2])
spent <- seconds(ours <- compare_independent(x, y, p.adjust.method = "none"))
limits <- cbind(ours$conf.low, ours$conf.high)[seq_len(looped), ]

by_ratesci <- function(i) {
  ratesci::scoreci(x[i, 1], x[i, 2], y[i, 1], y[i, 2], skew = FALSE, precis = 8)$estimates[, c("lower", "upper")]
}
by_propcis <- function(i) PropCIs::diffscoreci(x[i, 1], x[i, 2], y[i, 1], y[i, 2], 0.95)$conf.int

peers <- list("ratesci::scoreci()" = by_ratesci, "PropCIs::diffscoreci()" = by_propcis)
cat(sprintf("%.0e pairs in one call: %.2f s\n", pairs, spent))
for (name in names(peers)) {
  took <- seconds(theirs <- t(vapply(seq_len(looped), peers[[name]], numeric(2)))) * pairs / looped
  stopifnot(max(abs(limits - theirs)) < 1e-6)
  cat(sprintf(
    "  a loop over %s: %.0f s, %.0f times as long; bar 50: %s\n", name, took, took / spent,
    if (took / spent >= 50) "met" else "MISSED"
  ))
}
