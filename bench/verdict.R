# What a user waits for on large requests: the bootstrap with variances, corrected variances,
# joint covariances, and the whole of verdict().
#
#   Rscript bench/verdict.R [replicates]                     (default 999)
#
# Each against what it must not cost much more than: the bootstrap without variances, the
# plain variance. Processor seconds, the least of three runs. On a busy machine with two cores (2026-11, R 4.2.2)
# the bootstrap with variances takes 2.0 to 2.5 times as long (of repeated observations, whose influences have no short
# form, 6.2), corrected variances 1.9 times, and verdict() of 20 classifiers 0.46 s.
# Needs verdict.

library(verdict)

arguments <- as.numeric(commandArgs(TRUE))
replicates <- if (length(arguments) >= 1) arguments[1] else 999

draw <- function(n, n_classes, n_classifiers) {
  truth <- sample(n_classes, n, TRUE)
  right <- seq(0.6, 0.9, length.out = n_classifiers)
  guesses <- lapply(right, function(share) {
    ifelse(stats::runif(n) < share, truth, sample(n_classes, n, TRUE))
  })
  names(guesses) <- paste0("m", seq_len(n_classifiers))
  data.frame(truth, guesses)
}

seconds <- function(expr) {
  expr <- substitute(expr)
  env <- parent.frame()
  min(replicate(3, sum(system.time(eval(expr, env))[1:2])))
}

bootstrap <- function(x, what) {
  studentized <- seconds(compare_classifiers(x, method = "bootstrap", R = replicates))
  plain <- seconds(assess_classifiers(x, "precision", interval = "bootstrap", R = replicates))
  cat(sprintf(
    "bootstrap%s, 20 classes, 8 classifiers, %.0f replicates: %.2f s, estimates alone %.2f s: %.1f times\n",
    what, replicates, studentized, plain, studentized / plain
  ))
}

set.seed(1)
rows <- draw(5000, 20, 8)
bootstrap(prediction_set(truth ~ ., rows), "")
repeated <- prediction_set(truth ~ ., transform(rows, id = rep(1:1000, 5)), id = id)
bootstrap(repeated, " of observations that occur 5 times")

x <- prediction_set(truth ~ ., draw(5000, 1000, 2))
cat(sprintf(
  "bootstrap, 1,000 classes, 99 replicates: %.2f s\n",
  seconds(compare_classifiers(x, method = "bootstrap", R = 99))
))

x <- prediction_set(truth ~ ., transform(draw(1e5, 100, 4), id = rep(1:20000, 5)), id = id)
robust <- seconds(compare_classifiers(x, method = "wald"))
corrected <- seconds(compare_classifiers(x, method = "wald", vcov = "mancl_derouen"))
cat(sprintf(
  "Mancl-DeRouen variance, 100 classes, 20,000 observations: %.3f s, plain %.3f s: %.1f times\n",
  corrected, robust, corrected / robust
))

x <- prediction_set(truth ~ ., draw(5000, 1000, 2))
cat(sprintf("global test, 1,000 classes: %.2f s\n", seconds(omnibus_test(x, over = "classes"))))

x <- prediction_set(truth ~ ., draw(1e5, 10, 20))
cat(sprintf("verdict(), 20 classifiers, 10 classes, 1e5 rows: %.2f s\n", seconds(verdict(x))))

x <- prediction_set(truth ~ ., draw(4000, 6, 200))
cat(sprintf("comparison, 200 classifiers, 6 classes, 4,000 rows: %.2f s\n", seconds(rows <- compare_classifiers(x))))
cat(sprintf("  its summary, printed: %.2f s\n", seconds(capture.output(print(summary(rows))))))
cat(sprintf("  verdict(), printed: %.2f s\n", seconds(capture.output(print(verdict(x))))))

x <- prediction_set(truth ~ ., draw(2e5, 1e5, 2))
cat(sprintf(
  "comparison, 1e5 classes, 2e5 rows, printed: %.2f s\n",
  seconds(capture.output(print(compare_classifiers(x))))
))
cat(sprintf("  Simes' global test: %.2f s\n", seconds(omnibus_test(x, over = "classes", method = "simes"))))
cat(sprintf("  omnibus test: %.2f s\n", seconds(omnibus_test(x))))
