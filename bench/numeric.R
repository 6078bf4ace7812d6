# Numeric evidence: areas under ROC curves with the covariance of all pairs, resampling, net benefit over thresholds.
#   Rscript bench/numeric.R [million]
# Bars against pROC, same numbers first: 2 models x 1e5 rows at least 15 times as fast; with "million" 10 models x 1e6
# rows at least 12 times (pROC then runs for a minute).
library(verdict)

# Of the processor: other work on the machine does not count.
seconds <- function(expr) sum(system.time(expr)[c("user.self", "sys.self")])
draw <- function(n, models) {
  event <- rbinom(n, 1, 0.3)
  ease <- rnorm(n)
  p <- vapply(seq_len(models), function(k) plogis(event * (1 + k / 20) - 1 + ease + rnorm(n)), numeric(n))
  list(event = event, p = structure(p, dimnames = list(NULL, paste0("m", seq_len(models)))))
}

# All areas, then all pairs by DeLong's test: what a user of pROC writes.
by_proc <- function(d) {
  curves <- lapply(seq_len(ncol(d$p)), function(k) {
    pROC::roc(d$event, d$p[, k], direction = "<", levels = c(0, 1), quiet = TRUE)
  })
  combn(length(curves), 2, function(at) {
    pROC::roc.test(curves[[at[2]]], curves[[at[1]]], paired = TRUE, method = "delong")$statistic
  })
}

compete <- function(rows, models, bar) {
  d <- draw(rows, models)
  ours <- median(vapply(1:3, function(i) seconds(compare_classifiers(probability_set(d$event, d$p), "roc_auc")), 0))
  pairs <- compare_classifiers(probability_set(d$event, d$p), "roc_auc")
  counting <- seconds(probability_set(d$event, d$p))
  cat(sprintf("%d models x %g rows: %.3f s, %.3f s of them the set\n", models, rows, ours, counting))
  if (requireNamespace("pROC", quietly = TRUE)) {
    theirs <- seconds(z <- by_proc(d))
    stopifnot(all.equal(sort(abs(pairs$statistic)), sort(abs(as.vector(z))), tolerance = 1e-6))
    cat(sprintf("  pROC %s: %.2f s, %.0f times (bar %d)\n", packageVersion("pROC"), theirs, theirs / ours, bar))
  }
}

set.seed(1)
compete(1e5, 2, 15)
if ("million" %in% commandArgs(TRUE)) compete(1e6, 10, 12)

d <- draw(1e6, 2)
x <- probability_set(d$event, d$p)
took <- seconds(curve <- compare_classifiers(x, net_benefit(seq(0.01, 0.99, 0.01))))
cat(sprintf("net benefit of 2 models at 99 thresholds, 1e6 rows: %.2f s\n", took))
took <- seconds(compare_classifiers(x, c("brier", "log_loss")))
cat(sprintf("Brier score and log loss of 2 models, 1e6 rows: %.2f s\n", took))
