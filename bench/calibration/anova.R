# How often do tests of several classifiers over folds reject when all are equal?
#
#   Rscript bench/calibration/anova.R [data sets]           (default: 500)
#
# Writes bench/calibration/anova.csv, which ?omnibus_test and ?by_anova quote. The committed figures are those of
# the default number with R 4.2.2 and class 7.3-21; it takes some minutes on one core.
#
# The null hypothesis is true by symmetry, as in folds.R: two classes of equal size, Gaussian features with unit
# variance that are shifted in the second class. All algorithms are the same learner; each sees two features that all
# share (shift 0.5) and three of its own (shift 0.6), so that none can be better on average. Each data set of 100 or 300
# rows goes through 10-fold cross-validation, once and ten times, with five algorithms; the tests are of all five, and
# of the first three. With J splits the corrected F is that of the blocked analysis over 1 + J n_test / n_train. The
# tests are written out here, from their formulas; Holm's is of the corrected t tests of all pairs. At 0.05.

library(verdict)

own <- lapply(1:5, function(i) c(1:2, 3 * i + 0:2))

draw <- function(n) {
  y <- rep_len(0:1, n)
  list(y = y, x = matrix(stats::rnorm(17 * n), n) + outer(y, c(0.5, 0.5, rep(0.6, 15))))
}

# Learn from features and classes (0, 1), predict those of `new`.
one_nn <- function(x, y, new) as.integer(class::knn1(x, new, y)) - 1L

naive_bayes <- function(x, y, new) {
  score <- vapply(0:1, FUN.VALUE = numeric(nrow(new)), function(class) {
    own <- x[y == class, , drop = FALSE]
    mean <- colMeans(own)
    var <- (colSums(own^2) - nrow(own) * mean^2) / (nrow(own) - 1)
    constant <- log(nrow(own)) - sum(log(var) + mean^2 / var) / 2
    drop(new %*% (mean / var) - new^2 %*% (0.5 / var)) + constant
  })
  as.integer(score[, 2] > score[, 1])
}

learners <- list(naive_bayes = naive_bayes, one_nn = one_nn)

# Accuracy: splits x algorithms.
accuracies <- function(learner, data, plan) {
  t(vapply(as.list(plan), FUN.VALUE = numeric(5), function(split) {
    vapply(own, FUN.VALUE = 0, function(columns) {
      predicted <- learner(
        data$x[split$train, columns], data$y[split$train], data$x[split$test, columns, drop = FALSE]
      )
      mean(predicted == data$y[split$test])
    })
  }))
}

tests <- function(s, ratio = 1 / 9) {
  J <- nrow(s)
  L <- ncol(s)
  between <- J * sum((colMeans(s) - mean(s))^2) / (L - 1)
  within <- sum(sweep(s, 2, colMeans(s))^2)
  error <- within - L * sum((rowMeans(s) - mean(s))^2)
  nu <- (L - 1) * (J - 1)
  mse <- error / nu
  larger <- 1 + J * ratio
  C <- diag(L) - 1 / L
  E <- C %*% stats::cov(s) %*% C
  epsilon <- sum(diag(E))^2 / ((L - 1) * sum(E^2))
  upper <- function(statistic, a, b) stats::pf(statistic, a, b, lower.tail = FALSE)
  pairs <- utils::combn(L, 2)
  p <- apply(pairs, 2, function(pair) {
    d <- s[, pair[1]] - s[, pair[2]]
    if (all(d == 0)) 1 else 2 * stats::pt(-abs(mean(d)) / sqrt((1 / J + ratio) * stats::var(d)), J - 1)
  })
  c(
    anova = upper(between / (within / (L * (J - 1))), L - 1, L * (J - 1)),
    friedman = stats::friedman.test(s)$p.value,
    blocked_anova = upper(between / mse, L - 1, nu),
    corrected_anova = upper(between / mse / larger, L - 1, nu),
    corrected_greenhouse_geisser = upper(between / mse / larger, epsilon * (L - 1), epsilon * nu),
    corrected_tukey = stats::ptukey(
      diff(range(colMeans(s))) / sqrt(mse * larger / J), L, nu, lower.tail = FALSE
    ),
    corrected_t_holm = min(stats::p.adjust(p, "holm"))
  )
}

simulate <- function(name, n, seed) {
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  s <- accuracies(learners[[name]], draw(n), resampling_plan(n, folds = 10, repetitions = 10))
  of <- list(once_3 = s[1:10, 1:3], once_5 = s[1:10, ], ten_times_3 = s[, 1:3], ten_times_5 = s)
  unlist(lapply(of, tests))
}

arguments <- as.numeric(commandArgs(TRUE))
data_sets <- if (length(arguments)) arguments[1] else 500
settings <- expand.grid(learner = names(learners), n = c(100, 300), stringsAsFactors = FALSE)
rows <- lapply(seq_len(nrow(settings)), function(i) {
  s <- settings[i, ]
  p <- vapply(seq_len(data_sets), function(seed) simulate(s$learner, s$n, seed), numeric(28))
  what <- do.call(rbind, strsplit(rownames(p), ".", fixed = TRUE))
  rate <- rowMeans(p <= 0.05)
  message(paste(s$learner, s$n, format(sum(proc.time()[1:2]), digits = 4), "s"))
  data.frame(
    s, cross_validation = sub("_[35]$", "", what[, 1]), classifiers = sub(".*_", "", what[, 1]), test = what[, 2],
    data_sets, rejected = rowSums(p <= 0.05), rate, mc_error = signif(sqrt(rate * (1 - rate) / data_sets), 2),
    row.names = NULL
  )
})
utils::write.csv(do.call(rbind, rows), "bench/calibration/anova.csv", row.names = FALSE, quote = FALSE)
