# How often do tests of scores over folds reject a true null hypothesis, and a false one?
#
#   Rscript bench/calibration/folds.R [data sets]           (default: as committed)
#
# Writes bench/calibration/folds.csv, and inst/extdata/folds_calibration.csv for the vignette 'Which
# test?'. The committed figures are those of the default numbers (1,000 data sets for naive_bayes and
# one_nn, 200 for tree, which has no power computed) with R 4.2.2,
# class 7.3-21 and rpart 4.1.19; it takes 11 minutes on one core.
#
# The null hypothesis is true by symmetry, as in cv.R: two classes of equal size, Gaussian features
# with unit variance that are shifted in the second class. Both algorithms are the same learner; each
# sees two features that they share (shift 0.5) and three of its own (shift 0.6), so that neither
# can be better on average. For the power the own features of the second one are shifted by 0.2 only.
#
# Each data set of 100 or 300 rows goes through ten repetitions of 10-fold cross-validation, 5x2
# cross-validation and 15 random splits with 30 % to test. The tests are written out here, from
# their published formulas. All are two-sided at 0.05.

library(verdict)

own <- list(a = 1:5, b = c(1:2, 6:8))

draw <- function(n, gap) {
  y <- rep_len(0:1, n)
  shift <- c(0.5, 0.5, 0.6, 0.6, 0.6, rep(if (gap) 0.2 else 0.6, 3))
  list(y = y, x = matrix(stats::rnorm(8 * n), n) + outer(y, shift))
}

# -- learners: features and classes (0, 1) to learn from, features to predict; classes ------------

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

tree <- function(x, y, new) {
  fit <- rpart::rpart(
    y ~ ., data.frame(y, x), method = "class",
    control = rpart::rpart.control(xval = 0, maxcompete = 0, maxsurrogate = 0)
  )
  as.integer(stats::predict(fit, data.frame(new))[, "1"] > 0.5)
}

learners <- list(naive_bayes = naive_bayes, one_nn = one_nn, tree = tree)

# Accuracy of a minus that of b in each split.
differences <- function(learner, data, plan) {
  vapply(as.list(plan), FUN.VALUE = 0, function(split) {
    accuracy <- vapply(own, FUN.VALUE = 0, function(columns) {
      predicted <- learner(
        data$x[split$train, columns], data$y[split$train], data$x[split$test, columns, drop = FALSE]
      )
      mean(predicted == data$y[split$test])
    })
    accuracy[["a"]] - accuracy[["b"]]
  })
}

# -- tests: p-values. All differences zero: p = 1 --------------------------------------------

t_test <- function(d, ratio = 0) {
  if (all(d == 0)) {
    return(1)
  }
  2 * stats::pt(-abs(mean(d)) / sqrt((1 / length(d) + ratio) * stats::var(d)), length(d) - 1)
}

sign_test <- function(d) {
  n <- sum(d != 0)
  if (n == 0) 1 else min(1, 2 * stats::pbinom(min(sum(d > 0), sum(d < 0)), n, 0.5))
}

# Signed ranks, zeros ranked but not signed (Pratt): exact for ten folds, normal for a hundred.
signs <- as.matrix(expand.grid(rep(list(0:1), 10)))
wilcoxon <- function(d) {
  rank <- rank(abs(round(d, 10))) * (d != 0)
  gap <- abs(sum(rank[d > 0]) - sum(rank) / 2)
  if (length(d) == 10) {
    return(mean(abs(signs %*% rank - sum(rank) / 2) >= gap - 1e-9))
  }
  if (gap == 0) 1 else 2 * stats::pnorm(-gap / sqrt(sum(rank^2) / 4))
}

cv5x2 <- function(d) {
  d <- matrix(d, 2)
  s2 <- sum((d[1, ] - d[2, ])^2 / 2)
  if (all(d == 0)) {
    return(c(t = 1, f = 1))
  }
  c(
    t = 2 * stats::pt(-abs(d[1, 1]) / sqrt(s2 / 5), 5),
    f = stats::pf(sum(d^2) / (2 * s2), 10, 5, lower.tail = FALSE)
  )
}

simulate <- function(name, n, gap, seed) {
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  data <- draw(n, gap)
  learner <- learners[[name]]
  folds <- differences(learner, data, resampling_plan(n, folds = 10, repetitions = 10))
  halves <- cv5x2(differences(learner, data, resampling_plan(n, "5x2")))
  splits <- differences(learner, data, resampling_plan(n, "monte_carlo", repetitions = 15))
  one <- folds[1:10]
  ratio <- ceiling(0.3 * n) / (n - ceiling(0.3 * n))
  c(
    kfold_t = t_test(one), corrected_t = t_test(one, 1 / 9), sign = sign_test(one), wilcoxon = wilcoxon(one),
    repeated_t = t_test(folds), corrected_repeated_t = t_test(folds, 1 / 9), repeated_sign = sign_test(folds),
    repeated_wilcoxon = wilcoxon(folds), cv5x2_t = halves[["t"]], cv5x2_f = halves[["f"]],
    resampled_t = t_test(splits), corrected_resampled_t = t_test(splits, ratio)
  )
}

arguments <- as.numeric(commandArgs(TRUE))
settings <- expand.grid(learner = names(learners), n = c(100, 300), gap = c(FALSE, TRUE), stringsAsFactors = FALSE)
settings <- settings[settings$learner != "tree" | !settings$gap, ]
rows <- lapply(seq_len(nrow(settings)), function(i) {
  s <- settings[i, ]
  data_sets <- if (length(arguments)) arguments[1] else if (s$learner == "tree") 200 else 1000
  p <- vapply(seq_len(data_sets), function(seed) simulate(s$learner, s$n, s$gap, seed), numeric(12))
  rejected <- rowSums(p <= 0.05)
  rate <- rejected / data_sets
  message(paste(s$learner, s$n, s$gap, format(sum(proc.time()[1:2]), digits = 4), "s"))
  data.frame(
    s, test = rownames(p), data_sets, rejected, rate, mc_error = signif(sqrt(rate * (1 - rate) / data_sets), 2),
    row.names = NULL
  )
})
found <- do.call(rbind, rows)
found$gap <- ifelse(found$gap, "power", "null")
names(found)[names(found) == "gap"] <- "truth"
for (file in c("bench/calibration/folds.csv", "inst/extdata/folds_calibration.csv")) {
  utils::write.csv(found, file, row.names = FALSE, quote = FALSE)
}
