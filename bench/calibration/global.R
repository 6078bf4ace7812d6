# How well the tests of "no difference on any class" keep their level: two classifiers with
# equal precision 0.8 on every one of K classes, dependent on each other, from N rows.
#
#   Rscript bench/calibration/global.R [<replicates> [<replicates of the resampled>]]
#
# Run it from the top folder. Two designs:
#   alike    both classifiers predict each class as often as it occurs;
#   unalike  the second predicts half of the classes more and half less often, with the same
#            precision, so that the classifiers are not exchangeable.
# The classes' shares fall from 1.5 to 0.5 times the average. Given the truth the two share
# the draw that decides on the label with probability 0.5. Writes global.csv.

library(verdict)

arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
replicates <- c(arguments, 1000)[1]
resampled_replicates <- c(arguments[-1], 200)[1]
n_draws <- 199
precision <- 0.8
alpha <- 0.05
set.seed(20, kind = "Mersenne-Twister", normal.kind = "Inversion", sample.kind = "Rejection")

# Truth x prediction with these margins and this precision in every class: the errors by
# iterative proportional fitting.
joint <- function(truth, called) {
  errors <- 1 - diag(length(truth))
  for (i in 1:5000) {
    errors <- errors * (truth - precision * called) / rowSums(errors)
    errors <- t(t(errors) * (1 - precision) * called / colSums(errors))
  }
  errors + diag(precision * called)
}

# P(first = b1, second = b2 | truth) when both take their label from one uniform draw, the
# right label first: overlaps of intervals.
overlap <- function(p, q, truth) {
  order <- c(truth, seq_along(p)[-truth])
  out <- matrix(0, length(p), length(p))
  upper <- outer(cumsum(p[order]), cumsum(q[order]), pmin)
  lower <- outer(cumsum(p[order]) - p[order], cumsum(q[order]) - q[order], pmax)
  out[order, order] <- pmax(upper - lower, 0)
  out
}

# Probabilities of truth x first x second.
cells <- function(k, design, shared = 0.5) {
  truth <- seq(1.5, 0.5, length.out = k) / k
  tilt <- if (design == "unalike") 0.12 * rep_len(c(-1, 1), k) * truth else 0 * truth
  called <- truth + tilt - sum(tilt) * truth
  first <- joint(truth, truth)
  second <- joint(truth, called)
  out <- array(0, c(k, k, k))
  for (a in seq_len(k)) {
    p <- first[a, ] / sum(first[a, ])
    q <- second[a, ] / sum(second[a, ])
    out[a, , ] <- truth[a] * (shared * overlap(p, q, a) + (1 - shared) * outer(p, q))
  }
  stopifnot(abs(colSums(first) - truth) < 1e-9, abs(diag(second) / colSums(second) - precision) < 1e-6)
  out
}

tests <- rbind(
  expand.grid(
    combine = c(
      "dai", "stouffer", "simes", "bonferroni", "harmonic", "cauchy", "wald", "score", "maxt"
    ),
    covariance = "analytic", stringsAsFactors = FALSE
  ),
  expand.grid(
    combine = c("dai", "maxt"), covariance = c("permutation", "bootstrap"), stringsAsFactors = FALSE
  )
)
free <- c("simes", "bonferroni", "harmonic", "cauchy")

p_value <- function(set, combine, covariance) {
  if (combine %in% free) return(global_test(set, combine = combine)$p.value)
  global_test(set, combine = combine, covariance = covariance, R = n_draws)$p.value
}

study <- function(design, k, n, cells, tests, replicates) {
  rows <- as.data.frame(which(array(TRUE, dim(cells)), arr.ind = TRUE))
  names(rows) <- c("truth", "first", "second")
  p <- vapply(seq_len(replicates), function(i) {
    count <- stats::rmultinom(1, n, cells)
    set <- prediction_set(truth ~ first + second, rows[count > 0, ], weights = count[count > 0])
    mapply(p_value, tests$combine, tests$covariance, MoreArgs = list(set = set))
  }, numeric(nrow(tests)))
  data.frame(
    design = design, classes = k, n = n, tests,
    rejected = round(rowMeans(p <= alpha, na.rm = TRUE), 4), undefined = rowSums(is.na(p)),
    replicates = replicates, row.names = NULL
  )
}

run <- function(design, k, n) {
  probabilities <- cells(k, design)
  quick <- tests$covariance == "analytic" & tests$combine != "maxt"
  rows <- rbind(
    study(design, k, n, probabilities, tests[quick, ], replicates),
    study(design, k, n, probabilities, tests[!quick, ], resampled_replicates)
  )
  print(rows, row.names = FALSE)
  rows
}

designs <- expand.grid(
  n = c(200, 500, 2000), k = c(3, 5, 10), design = c("alike", "unalike"), stringsAsFactors = FALSE
)
results <- do.call(rbind, Map(run, designs$design, designs$k, designs$n))
utils::write.csv(results, "bench/calibration/global.csv", row.names = FALSE)
