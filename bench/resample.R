# Does resampling cost the same whatever the number of rows?
#
#   Rscript bench/resample.R [replicates] [rows of the largest set]    (default 10000, 1e7)
#
# All per-class precision differences of 2 classifiers and 10 classes. verdict draws over
# the distinct patterns, of which there are at most 1,000 (290 that precision tells apart);
# the plain way draws rows and counts again, here with vectorized R (a few replicates,
# scaled up). Before timing, the standard deviations of the two bootstraps are compared.
# Medians of three runs.
# Needs verdict.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
replicates <- if (length(arguments) >= 1) arguments[1] else 10000
largest <- if (length(arguments) >= 2) arguments[2] else 1e7
n_classes <- 10

draw <- function(n) {
  truth <- sample(n_classes, n, TRUE)
  guess <- function(right) ifelse(stats::runif(n) < right, truth, sample(n_classes, n, TRUE))
  data.frame(truth = truth, nb = guess(0.7), rf = guess(0.75))
}

precision_differences <- function(truth, nb, rf) {
  right <- function(x) tabulate(x[x == truth], n_classes) / tabulate(x, n_classes)
  right(rf) - right(nb)
}

rows_bootstrap <- function(data, R) {
  vapply(seq_len(R), FUN.VALUE = double(n_classes), function(i) {
    at <- sample.int(nrow(data), replace = TRUE)
    precision_differences(data$truth[at], data$nb[at], data$rf[at])
  })
}

rows_permutation <- function(data, R) {
  vapply(seq_len(R), FUN.VALUE = double(n_classes), function(i) {
    swap <- stats::runif(nrow(data)) < 0.5
    precision_differences(
      data$truth, ifelse(swap, data$rf, data$nb), ifelse(swap, data$nb, data$rf)
    )
  })
}

# Processor seconds: both are single-threaded, and other work does not count.
seconds <- function(expr, times = 1) {
  expr <- substitute(expr)
  env <- parent.frame()
  stats::median(replicate(times, sum(system.time(eval(expr, env))[1:2])))
}

set.seed(1)
sizes <- c(1e5, 1e6, 1e7)
sizes <- sizes[sizes <= largest]
times <- vapply(sizes, FUN.VALUE = double(3), function(n) {
  data <- draw(n)
  counting <- seconds(x <- prediction_set(truth ~ nb + rf, data))
  bootstrap <- seconds(
    compare_classifiers(x, method = "bootstrap", interval = "percentile", R = replicates), 3
  )
  permutation <- seconds(compare_classifiers(x, method = "permutation", R = replicates), 3)
  c(counting, bootstrap, permutation)
})
cat(sprintf("%d replicates, %d classes, seconds:\n", replicates, n_classes))
print(data.frame(
  rows = sizes, counting = times[1, ], bootstrap = times[2, ], permutation = times[3, ]
), row.names = FALSE)

data <- draw(1e5)
x <- prediction_set(truth ~ nb + rf, data)
few <- 30
bootstrap <- seconds(by_rows <- rows_bootstrap(data, few))
delta <- compare_classifiers(x, measure = "difference", method = "wald")$std.error
stopifnot(abs(mean(apply(by_rows, 1, stats::sd) / delta) - 1) < 0.2)
permutation <- seconds(rows_permutation(data, few))
cat(sprintf(
  "1e5 rows, against drawing rows: bootstrap %.0f times, permutation %.0f times as fast\n",
  bootstrap / few * replicates / times[2, 1], permutation / few * replicates / times[3, 1]
))
