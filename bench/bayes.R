# How fast is the Bayesian signed-rank test?
#
#   Rscript bench/bayes.R [data sets] [draws]        (default 100 and 50,000)
#
# The same test in the package scmamp (github.com/b0rxa/scmamp, 0.3.2), where it and MCMCpack are installed, on
# the same scores (its left is our better): the posterior probabilities must agree within Monte-Carlo error. Its time
# grows in proportion to the
# draws and is measured with a tenth of them. Processor seconds (user and system), ours the median of three.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
n <- if (length(arguments) >= 1) arguments[1] else 100
draws <- if (length(arguments) >= 2) arguments[2] else 50000

set.seed(1)
gap <- cbind(a = stats::rnorm(n, 0.004, 0.02), b = stats::rnorm(n, 0, 0.02))
scores <- matrix(stats::runif(n, 0.5, 0.9), n, 2) + gap
set <- score_set(scores, design = "datasets", metric = "accuracy")

seconds <- function(expr) sum(system.time(expr)[1:2])
ours <- stats::median(vapply(1:3, function(i) {
  seconds(found <<- compare_bayesian(set, reference = "b", rope = 0.01, draws = draws))
}, 0))
cat(sprintf("%g data sets, %g draws: verdict %.3f s\n", n, draws, ours))

if (requireNamespace("scmamp", quietly = TRUE)) {
  part <- draws / 10
  theirs <- 10 * seconds(
    peer <- scmamp::bSignedRankTest(scores[, "b"], scores[, "a"], rope = c(-0.01, 0.01), nsim = part)
  )
  p <- unlist(found[1, c("prob.worse", "prob.rope", "prob.better")])
  q <- as.numeric(peer$posterior.probabilities)
  cat("verdict", format(p), "\nscmamp ", format(q), "\n")
  stopifnot(all(abs(p - rev(q)) < 5 * sqrt(p * (1 - p) / part)))
  cat(sprintf("scmamp %.1f s, %.0f times as long\n", theirs, theirs / ours))
}
