# How often do tests on cross-validated predictions reject a true null hypothesis?
#
#   Rscript bench/calibration/cv.R run <learner> <first seed> <last seed>
#   Rscript bench/calibration/cv.R table
#
# `run` writes .build/calibration/<learner>-<first>-<last>.csv, one row a data set; runs of
# other seeds can go on side by side. `table` puts all of them together and writes
# bench/calibration/cv.csv, cv-spread.csv, and inst/extdata/cv_calibration.csv (the part
# that the vignette 'Cross-validation' shows). The committed figures are those of
#
#   for l in one_nn naive_bayes; do Rscript bench/calibration/cv.R run $l 1 1000; done
#   for l in tree neural_net; do
#     Rscript bench/calibration/cv.R run $l 1 400
#     Rscript bench/calibration/cv.R run $l 801 1000
#   done
#   Rscript bench/calibration/cv.R table
#
# with R 4.2.2, class 7.3-21, rpart 4.1.19 and nnet 7.3-18. The first two take 12 minutes on
# one core, the others about 2.5 seconds for each seed (both sizes), 50 minutes together.
#
# The null hypothesis is true by symmetry. Two classes of equal size; the features are
# Gaussian with unit variance, shifted by 0.5 or 0.6 in the second class. Both algorithms
# are the same learner and see the same two features; each sees three more of its own.
# The own features of the two are exchangeable, so that neither can be better on average.
# `seed_only`: both see the same five features and differ in the random start only.
#
# Each data set (60 or 300 rows) goes through ten times 10-fold cross-validation and
# through one split with 30 % of the rows held out. Every fitted model also predicts 500
# fresh rows, which tells the true difference of the very models that were compared
# ("centred": is the pooled test right about the fitted models at least?).

library(verdict)

folds <- 10
repeats <- 10
fresh_rows <- 500
own <- list(a = 1:5, b = c(1:2, 6:8))
shift <- rep(c(0.5, 0.6), c(2, 6))

draw <- function(n) {
  y <- rep_len(0:1, n)
  list(y = y, x = matrix(stats::rnorm(8 * n), n) + outer(y, shift))
}

# Learners: features and classes (0, 1) to learn from, features to predict; classes.

one_nn <- function(x, y, new) as.integer(class::knn1(x, new, y)) - 1L

naive_bayes <- function(x, y, new) {
  score <- vapply(0:1, FUN.VALUE = numeric(nrow(new)), function(class) {
    own <- x[y == class, , drop = FALSE]
    mean <- colMeans(own)
    var <- colSums(sweep(own, 2, mean)^2) / (nrow(own) - 1)
    constant <- log(nrow(own)) - sum(log(var) + mean^2 / var) / 2
    drop(new %*% (mean / var) - new^2 %*% (0.5 / var)) + constant
  })
  as.integer(score[, 2] > score[, 1])
}

tree <- function(x, y, new) {
  fit <- rpart::rpart(
    y ~ ., data.frame(y, x), method = "class", control = rpart::rpart.control(xval = 0)
  )
  as.integer(stats::predict(fit, data.frame(new))[, "1"] > 0.5)
}

neural_net <- function(x, y, new) {
  fit <- nnet::nnet(x, y, size = 3, entropy = TRUE, trace = FALSE)
  as.integer(stats::predict(fit, new) > 0.5)
}

learners <- list(
  one_nn = one_nn, naive_bayes = naive_bayes, tree = tree, neural_net = neural_net,
  seed_only = neural_net
)

features <- function(learner) if (learner == "seed_only") own[c("a", "a")] else own

# Classes that the two algorithms predict for `new` after learning from `data[rows]`.
fit_both <- function(learner, data, rows, new) {
  vapply(features(learner), FUN.VALUE = integer(nrow(new)), function(columns) {
    learners[[learner]](data$x[rows, columns], data$y[rows], new[, columns])
  })
}

# One row a prediction (observations within repetitions), and each model's true gap.
cross_validate <- function(learner, data) {
  n <- length(data$y)
  rows <- expand.grid(id = seq_len(n), repetition = seq_len(repeats))
  rows$fold <- as.vector(replicate(repeats, sample(rep_len(seq_len(folds), n))))
  predicted <- matrix(NA_integer_, nrow(rows), 2)
  gap <- matrix(NA_real_, folds, repeats)
  for (r in seq_len(repeats)) {
    for (k in seq_len(folds)) {
      out <- rows$repetition == r & rows$fold == k
      fresh <- draw(fresh_rows)
      test <- rows$id[out]
      both <- fit_both(learner, data, -test, rbind(data$x[test, ], fresh$x))
      predicted[out, ] <- both[seq_along(test), ]
      right <- both[-seq_along(test), ] == fresh$y
      gap[k, r] <- mean(right[, 2] - right[, 1])
    }
  }
  list(rows = cbind(rows, y = data$y[rows$id], a = predicted[, 1], b = predicted[, 2]), gap = gap)
}

hold_out <- function(learner, data) {
  test <- sample(length(data$y), round(0.3 * length(data$y)))
  both <- fit_both(learner, data, -test, data$x[test, ])
  data.frame(y = data$y[test], a = both[, 1], b = both[, 2])
}

# Rows taken as independent: from the table of their patterns.
as_independent <- function(rows) as_prediction_set(table(rows[c("y", "a", "b")]))

p_value <- function(x, metric, method, ...) {
  classes <- if (metric == "precision") "1"
  compare_classifiers(x, metric, method = method, classes = classes, ...)$p.value
}

# Nadeau and Bengio's corrected t; `ratio` is test rows over training rows, 0 for none.
t_test <- function(d, ratio) {
  if (all(abs(d) < 1e-12)) {
    return(1)
  }
  t <- mean(d) / sqrt((1 / length(d) + ratio) * stats::var(d))
  2 * stats::pt(-abs(t), length(d) - 1)
}

# The difference of accuracies against what it is for these models: fresh rows are many,
# but not infinitely many, so their variance is added.
centred <- function(result, gap) {
  variance <- result$std.error^2 + stats::var(as.vector(gap)) / length(gap)
  2 * stats::pnorm(-abs(result$estimate - mean(gap)) / sqrt(variance))
}

test_all <- function(cv, held_out) {
  rows <- cv$rows
  first <- rows[rows$repetition == 1, ]
  single <- as_independent(first)
  stacked <- as_independent(rows)
  clustered <- prediction_set(y ~ a + b, rows, id = id)
  held_out <- as_independent(held_out)
  wald <- lapply(list(single, clustered), compare_classifiers, metric = "accuracy", method = "wald")
  gap <- tapply(rows$b == rows$y, rows[c("fold", "repetition")], mean) -
    tapply(rows$a == rows$y, rows[c("fold", "repetition")], mean)
  ratio <- 1 / (folds - 1)
  c(
    pooled_exact = p_value(single, "accuracy", "exact"),
    pooled_midp = p_value(single, "accuracy", "midp"),
    pooled_sign = p_value(single, "accuracy", "sign", alternative = "greater"),
    pooled_centred = centred(wald[[1]], cv$gap[, 1]),
    repeated_independent = p_value(stacked, "accuracy", "exact"),
    repeated_clustered = p_value(clustered, "accuracy", "mcnemar"),
    repeated_centred = centred(wald[[2]], cv$gap),
    t_uncorrected = t_test(gap[, 1], 0),
    t_corrected = t_test(gap[, 1], ratio),
    t_repeated_corrected = t_test(as.vector(gap), ratio),
    hold_out_exact = p_value(held_out, "accuracy", "exact"),
    hold_out_midp = p_value(held_out, "accuracy", "midp"),
    precision_gee = p_value(single, "precision", "gee"),
    precision_gee_clustered = p_value(clustered, "precision", "gee"),
    precision_gee_independent = p_value(stacked, "precision", "gee"),
    precision_wgs = p_value(single, "precision", "wgs"),
    precision_gs_clustered = p_value(clustered, "precision", "gs"),
    disagree = mean(first$a != first$b),
    difference = wald[[1]]$estimate, std_error = wald[[1]]$std.error,
    difference_repeated = wald[[2]]$estimate, std_error_repeated = wald[[2]]$std.error
  )
}

simulate <- function(learner, n, seed) {
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  data <- draw(n)
  found <- test_all(cross_validate(learner, data), hold_out(learner, data))
  data.frame(learner, n, seed, t(found))
}

run <- function(learner, first, last, folder) {
  plan <- expand.grid(seed = first:last, n = c(60, 300))
  found <- Map(simulate, learner, plan$n, plan$seed)
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  file <- file.path(folder, sprintf("%s-%d-%d.csv", learner, first, last))
  utils::write.csv(do.call(rbind, found), file, row.names = FALSE)
}

# Rejections at 0.05, their share and its Monte-Carlo error. A test without a p-value (a
# class that is never predicted) has not rejected.
rates <- function(runs) {
  tests <- setdiff(names(runs), c("learner", "n", "seed", spread_columns))
  rejected <- vapply(runs[tests], function(p) sum(p <= 0.05, na.rm = TRUE), 0)
  rate <- rejected / nrow(runs)
  data.frame(
    learner = runs$learner[1], n = runs$n[1], test = tests, data_sets = nrow(runs),
    undefined = colSums(is.na(runs[tests])), rejected, rate,
    mc_error = signif(sqrt(rate * (1 - rate) / nrow(runs)), 2)
  )
}

spread_columns <- c(
  "disagree", "difference", "std_error", "difference_repeated", "std_error_repeated"
)

# How much the differences vary, over what their standard errors say.
spread <- function(runs) {
  ratio <- function(difference, se) signif(stats::sd(difference) / mean(se), 3)
  data.frame(
    learner = runs$learner[1], n = runs$n[1],
    disagree = signif(mean(runs$disagree), 3),
    sd_over_se = ratio(runs$difference, runs$std_error),
    sd_over_se_repeated = ratio(runs$difference_repeated, runs$std_error_repeated)
  )
}

shown <- c(
  "pooled_exact", "repeated_independent", "repeated_clustered", "hold_out_exact", "hold_out_midp",
  "t_corrected", "t_repeated_corrected", "precision_gee", "precision_gee_independent",
  "precision_gee_clustered", "pooled_centred", "repeated_centred", "pooled_midp",
  "precision_wgs", "precision_gs_clustered"
)

tabulate_runs <- function(folder) {
  runs <- do.call(rbind, lapply(list.files(folder, "csv$", full.names = TRUE), utils::read.csv))
  stopifnot(!anyDuplicated(runs[c("learner", "n", "seed")]))
  runs$learner <- factor(runs$learner, names(learners))
  groups <- split(runs, runs[c("n", "learner")], drop = TRUE)
  rate <- do.call(rbind, lapply(groups, rates))
  utils::write.csv(rate, "bench/calibration/cv.csv", row.names = FALSE, quote = FALSE)
  utils::write.csv(
    do.call(rbind, lapply(groups, spread)), "bench/calibration/cv-spread.csv",
    row.names = FALSE, quote = FALSE
  )
  small <- rate[rate$test %in% shown, c("learner", "n", "test", "data_sets", "rate", "mc_error")]
  utils::write.csv(small, "inst/extdata/cv_calibration.csv", row.names = FALSE, quote = FALSE)
}

arguments <- commandArgs(TRUE)
folder <- file.path(".build", "calibration")
if (length(arguments) == 4 && arguments[1] == "run") {
  seeds <- as.integer(arguments[3:4])
  run(match.arg(arguments[2], names(learners)), seeds[1], seeds[2], folder)
} else if (identical(arguments, "table")) {
  tabulate_runs(folder)
} else {
  stop("usage: cv.R run <learner> <first seed> <last seed>, or cv.R table")
}
