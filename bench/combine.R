# How fast are many combined p-values?
#
#   Rscript bench/combine.R [sets] [sets for metap]        (default 1e6 and 2e4)
#
# combine_p() takes a matrix, one set of 10 p-values a row; metap is called set by set,
# on the first rows only, and its time is scaled up to all of them. Answers are compared
# before anything is timed. Times are processor seconds (user and system), medians of three
# whole calls (metap: of one).
# Needs verdict and metap (of Debian, r-cran-metap; that of CRAN needs multtest of Bioconductor).

library(verdict)
suppressPackageStartupMessages(library(metap))

arguments <- as.numeric(commandArgs(TRUE))
n <- if (length(arguments) >= 1) arguments[1] else 1e6
n_peer <- if (length(arguments) >= 2) arguments[2] else 2e4

set.seed(1)
p <- matrix(stats::runif(10 * n), n)
few <- p[seq_len(n_peer), ]
weights <- seq(1.5, 10.5)

seconds <- function(expr, times) {
  expr <- substitute(expr)
  env <- parent.frame()
  runs <- vapply(seq_len(times), function(i) sum(system.time(eval(expr, env))[1:2]), 0)
  stats::median(runs)
}

by_row <- function(f) {
  out <- numeric(n_peer)
  for (i in seq_len(n_peer)) out[i] <- f(few[i, ])
  out
}

cases <- list(
  Fisher = list(
    ours = function(p) combine_p(p, "fisher")$p.value, peer = function(p) sumlog(p)$p
  ),
  Stouffer = list(
    ours = function(p) combine_p(p, "stouffer")$p.value, peer = function(p) c(sumz(p)$p)
  ),
  "Lancaster, ten different weights" = list(
    ours = function(p) combine_p(p, "lancaster", weights = weights)$p.value,
    peer = function(p) invchisq(p, weights)$p
  ),
  "Lancaster, weights 4" = list(
    ours = function(p) combine_p(p, "lancaster", weights = rep(4, 10))$p.value,
    peer = function(p) invchisq(p, 4)$p
  )
)

cat(sprintf("%g sets of 10 p-values; metap: %g of them, scaled\n", n, n_peer))
for (name in names(cases)) {
  case <- cases[[name]]
  stopifnot(all.equal(case$ours(few), by_row(case$peer), tolerance = 1e-9))
  time <- seconds(case$ours(p), 3)
  peer <- seconds(by_row(case$peer), 1) * n / n_peer
  cat(sprintf("  %-33s verdict %6.2f s, metap %6.1f s: %4.0f times\n", name, time, peer, peer / time))
}

# What metap does not have, against its nearest: one that takes the p-values for
# independent, or another test made of the smallest.
r <- 0.5 + diag(0.5, 10)
nearest <- list(
  minimump = list(
    Simes = function(p) combine_p(p, "simes"),
    Bonferroni = function(p) combine_p(p, "bonferroni"),
    Cauchy = function(p) combine_p(p, "cauchy"),
    "harmonic mean" = function(p) combine_p(p, "harmonic")
  ),
  invchisq = list(
    "Dai-Leeder-Cui" = function(p) {
      combine_p(p, "dai", weights = weights, covariance = r, covariance_type = "z")
    }
  ),
  sumlog = list(
    Brown = function(p) combine_p(p, "brown", covariance = r, covariance_type = "z")
  ),
  sumz = list(
    "correlated Stouffer" = function(p) {
      combine_p(p, "stouffer", covariance = r, covariance_type = "z", sides = 1)
    }
  )
)
peers <- list(
  minimump = minimump, invchisq = function(p) invchisq(p, weights), sumlog = sumlog, sumz = sumz
)
cat("Without a counterpart in metap, against its nearest:\n")
for (peer in names(nearest)) {
  theirs <- seconds(for (i in seq_len(n_peer)) peers[[peer]](few[i, ]), 1) * n / n_peer
  for (name in names(nearest[[peer]])) {
    time <- seconds(nearest[[peer]][[name]](p), 3)
    cat(sprintf(
      "  %-33s verdict %6.2f s, %-9s %6.1f s: %4.0f times\n", name, time, peer, theirs, theirs / time
    ))
  }
}
