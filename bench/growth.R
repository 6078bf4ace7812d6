# How does time grow with classifiers, classes, items and clusters, and what do threads give?
#
#   Rscript bench/growth.R [share of the full sizes]      (default 1)
#
# Processor seconds of one call and the most that R held of it; for threads, elapsed seconds of one and of two.
# Needs verdict.
#
# Threads, measured 2026-11 on 2 shared cores (seconds of one and of two): counting 5e7 rows .069 and .039 (1.77 times),
# 9,999 replicates of the bootstrap .188 and .104 (1.81), of permutation .128 and .073 (1.75). 1e4 rows are counted by
# one thread however many are allowed: .093 and .095 for 100 times.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
share <- if (length(arguments) >= 1) arguments[1] else 1
set.seed(1)

measured <- list()
measure <- function(what, bar, expr) {
  invisible(gc(reset = TRUE))
  held <- sum(gc()[, 2])
  seconds <- sum(system.time(expr)[1:2])
  most <- sum(gc()[, 6]) - held
  measured[[length(measured) + 1]] <<- data.frame(what, seconds = round(seconds, 2), MB = round(most), bar)
}

guess <- function(truth, classes, right) {
  ifelse(stats::runif(length(truth)) < right, truth, sample(classes, length(truth), TRUE))
}

options(verdict.threads = 1)
classifiers <- ceiling(100 * share)
truth <- sample(3, 2000, TRUE)
data <- data.frame(truth, vapply(seq_len(classifiers), function(i) guess(truth, 3, 0.7), double(2000)))
x <- prediction_set(data, truth, -truth)
measure(sprintf("permutation of all pairs of %d classifiers, 999 replicates", classifiers), "seconds", {
  compare_classifiers(x, "accuracy", by_permutation(999))
})

classes <- ceiling(c(4000, 20000) * share)
for (n in classes) {
  truth <- sample(n, 20 * n, TRUE)
  x <- prediction_set(truth ~ a + b, data.frame(truth, a = guess(truth, n, 0.7), b = guess(truth, n, 0.75)))
  measure(sprintf("verdict() of %d classes", n), "20,000: 30 s, 2 GB", verdict(x))
}

n <- ceiling(1e6 * share)
truth <- sample(n, n, TRUE)
data <- data.frame(truth, a = guess(truth, n, 0.7), b = sample(n, n, TRUE))
measure(sprintf("prediction_set() of %d classes", n), "1e6: 10 s", prediction_set(truth ~ a + b, data))

n <- ceiling(1e5 * share)
items <- score_set(data.frame(a = stats::rnorm(n), b = stats::rnorm(n)), design = "items")
measure(sprintf("sign flips of %d items", n), "1e5: 1 s", compare_classifiers(items, method = "sign_flip"))

id <- rep(seq_len(n), each = 10)
truth <- sample(3, 10 * n, TRUE)
data <- data.frame(id, truth, a = guess(truth, 3, 0.7), b = guess(truth, 3, 0.75))
x <- prediction_set(truth ~ a + b, data, id = id)
for (metric in c("accuracy", "precision")) {
  measure(sprintf("bootstrap of %d clusters of 10 rows, 999 replicates, %s", n, metric), "1e5: 5 s", {
    compare_classifiers(x, metric, by_bootstrap(999))
  })
}
print(do.call(rbind, measured), row.names = FALSE, right = FALSE)

# Threads: the same result, in which time? One and two in turn, each at its least: what else the machine does only adds.
elapsed <- function(call) {
  with_threads <- function(threads) {
    options(verdict.threads = threads)
    system.time(call())[["elapsed"]]
  }
  apply(replicate(15, c(with_threads(1), with_threads(2))), 1, min)
}
n <- ceiling(5e7 * share)
label <- function() structure(sample.int(10L, n, TRUE), levels = letters[1:10], class = "factor")
data <- list(truth = label(), a = label(), b = label())
rows <- structure(data, class = "data.frame", row.names = .set_row_names(n))
x <- prediction_set(truth ~ a + b, rows)
few <- rows[seq_len(1e4), ]
calls <- list(
  counting = function() prediction_set(truth ~ a + b, rows),
  "counting 1e4 rows 100 times" = function() for (i in 1:100) prediction_set(truth ~ a + b, few),
  "bootstrap, 9999 replicates" = function() compare_classifiers(x, "precision", by_bootstrap(9999)),
  "permutation, 9999 replicates" = function() compare_classifiers(x, "precision", by_permutation(9999))
)
times <- vapply(calls, FUN.VALUE = double(2), elapsed)
cat(sprintf("\n%.0f rows, elapsed seconds (%d processors):\n", n, parallel::detectCores()))
print(data.frame(one = times[1, ], two = times[2, ], times = round(times[1, ] / times[2, ], 2)))
