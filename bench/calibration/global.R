# How well the tests of "no difference on any class" keep their level: two classifiers with
# equal precision 0.8 on every one of K classes, dependent on each other, from N rows.
#
#   Rscript bench/calibration/global.R [<replicates> [<replicates of the resampled>]]
#
# Run it from the top folder. Two designs:
#   alike    both classifiers predict each class as often as it occurs;
#   unalike  the second predicts half of the classes more and half less often, with the same
#            precision, so that the classifiers are not exchangeable.
# The classes' shares fall from 1.5 to 0.5 times the average (unalike: from 1.2 to 0.8, for
# with other calls no errors would fit the former). Given the truth the two share the draw
# that decides on the label with probability 0.5. Writes global.csv.

library(verdict)

arguments <- as.numeric(commandArgs(trailingOnly = TRUE))
replicates <- c(arguments, 2000)[1]
resampled_replicates <- c(arguments[-1], 500)[1]
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
  alike <- design == "alike"
  truth <- (if (alike) seq(1.5, 0.5, length.out = k) else seq(1.2, 0.8, length.out = k)) / k
  tilt <- if (alike) 0 * truth else 0.1 * rep_len(c(-1, 1), k) * truth
  called <- truth + tilt - sum(tilt) * truth
  first <- joint(truth, truth)
  second <- joint(truth, called)
  out <- array(0, c(k, k, k))
  for (a in seq_len(k)) {
    p <- first[a, ] / sum(first[a, ])
    q <- second[a, ] / sum(second[a, ])
    out[a, , ] <- truth[a] * (shared * overlap(p, q, a) + (1 - shared) * outer(p, q))
  }
  called <- apply(out, 3, sum)
  right <- vapply(seq_len(k), function(a) sum(out[a, , a]), 0)
  stopifnot(abs(right / called - precision) < 1e-4)
  out
}

tests <- data.frame(
  combine = c("dai", "stouffer", "wald", "score", "max_t", "dai", "max_t", "dai", "max_t"),
  covariance = rep(c("analytic", "permutation", "bootstrap"), c(5, 2, 2))
)
# Without a covariance: from the p-values of the classes, all data sets at once.
free <- c("simes", "bonferroni", "harmonic", "cauchy")

one_set <- function(n, cells, tests, rows) {
  count <- stats::rmultinom(1, n, cells)
  set <- prediction_set(truth ~ first + second, rows[count > 0, ], weights = count[count > 0])
  found <- Map(function(combine, covariance) {
    method <- switch(combine,
      wald = , score = sub("score", "gs", combine), by_combination(combine, NULL, covariance, n_draws)
    )
    omnibus_test(set, over = "classes", method = method)
  }, tests$combine, tests$covariance)
  c(vapply(found, function(test) test$p.value, 0), compare_classifiers(set)$p.value)
}

study <- function(design, k, n, cells, tests, replicates, free) {
  rows <- as.data.frame(which(array(TRUE, dim(cells)), arr.ind = TRUE))
  names(rows) <- c("truth", "first", "second")
  found <- t(vapply(seq_len(replicates), function(i) one_set(n, cells, tests, rows), double(nrow(tests) + k)))
  p <- found[, seq_len(nrow(tests)), drop = FALSE]
  by_class <- found[, -seq_len(nrow(tests))]
  combined <- vapply(free, FUN.VALUE = double(replicates), function(combine) {
    combine_p(by_class, combine, na = "omit")$p.value
  })
  p <- cbind(p, combined)
  data.frame(
    design = design, classes = k, n = n, combine = c(tests$combine, free),
    covariance = c(tests$covariance, rep(NA, length(free))),
    rejected = round(colMeans(p <= alpha, na.rm = TRUE), 4), undefined = colSums(is.na(p)),
    replicates = replicates, row.names = NULL
  )
}

run <- function(design, k, n) {
  probabilities <- cells(k, design)
  quick <- tests$covariance == "analytic" & tests$combine != "max_t"
  rows <- rbind(
    study(design, k, n, probabilities, tests[quick, ], replicates, free),
    study(design, k, n, probabilities, tests[!quick, ], resampled_replicates, character())
  )
  print(rows, row.names = FALSE)
  rows
}

sizes <- data.frame(k = c(3, 3, 5, 10, 10), n = c(200, 2000, 500, 200, 2000))
designs <- data.frame(
  k = rep(sizes$k, 2), n = rep(sizes$n, 2), design = rep(c("alike", "unalike"), each = nrow(sizes))
)
results <- do.call(rbind, Map(run, designs$design, designs$k, designs$n))
utils::write.csv(results, "bench/calibration/global.csv", row.names = FALSE)
