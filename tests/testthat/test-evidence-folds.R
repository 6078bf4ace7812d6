test_that("probabilities have a score in each fold", {
  set.seed(1)
  event <- rep_len(c(1, 0, 0), 60)
  score <- list(p = plogis(event + rnorm(60)), q = runif(60))
  fold <- rep(1:4, each = 15)
  x <- probability_set(event, score, fold = fold)
  found <- as_score_set(x, c("roc_auc", "brier"))
  area <- function(y, s) mean(outer(s[y == 1], s[y == 0], `>`))
  for (name in names(score)) {
    each <- split(seq_along(event), fold)
    areas <- vapply(each, function(at) area(event[at], score[[name]][at]), 0)
    losses <- vapply(each, function(at) mean((event[at] - score[[name]][at])^2), 0)
    expect_equal(found$scores[, name, "roc_auc"], unname(areas))
    expect_equal(found$scores[, name, "brier"], unname(losses))
  }
  d <- found$scores[, "p", "roc_auc"] - found$scores[, "q", "roc_auc"]
  tested <- compare_classifiers(as_score_set(x), reference = "q")
  expect_equal(tested$statistic, mean(d) / sqrt(var(d) * (1 / 4 + 1 / 3)))
  expect_identical(tested$df, 3)
  expect_identical(as_score_set(x, net_benefit(c(0.2, 0.5)))$metrics$metric, c("net_benefit: 0.2", "net_benefit: 0.5"))
  worse <- found$scores[, "q", "brier"] - found$scores[, "p", "brier"]
  expect_equal(compare_bayesian(x, "brier", rope = 0.01, reference = "p")$estimate, mean(worse))
})

test_that("several classes have a score each in each fold", {
  class <- rep_len(c("u", "v", "w"), 36)
  set.seed(2)
  p <- matrix(rexp(108), 36, dimnames = list(NULL, c("u", "v", "w")))
  p <- p / rowSums(p)
  x <- probability_set(class, p = p, q = 1 / 2 - p / 2, fold = rep(1:3, each = 12))
  found <- as_score_set(x)
  expect_identical(found$metrics$metric, paste("roc_auc:", c("u", "v", "w")))
  macro <- as_score_set(x, average = "macro")
  expect_equal(macro$scores[, "p", 1], rowMeans(found$scores[, "p", ]))
})

test_that("folds that are none, or several, have no scores", {
  event <- rep(0:1, 6)
  p <- (1:12) / 13
  expect_error(as_score_set(probability_set(event, p = p)), "no folds", class = "verdict_error_fold")
  twice <- probability_set(event, p = p, fold = rep(1:2, each = 6), id = rep(1:6, 2))
  expect_error(as_score_set(twice), "repetition", class = "verdict_error_fold")
  lacking <- probability_set(event, p = replace(p, 3, NA), q = p, fold = rep(1:2, each = 6), na = "partial")
  expect_error(as_score_set(lacking), "na = \"omit\"", class = "verdict_error_fold")
  x <- probability_set(event, p = p, q = p^2, fold = rep(1:2, each = 6))
  expect_error(compare_classifiers(x, method = "corrected_t"), "as_score_set", class = "verdict_error_method")
})

test_that("a classifier without an error in any fold has the error rate that its accuracy leaves", {
  truth <- rep(c("a", "b"), c(40, 20))
  one <- replace(truth, c(1, 4, 39), "b")
  x <- prediction_set(truth, none = truth, some = one, fold = rep(1:5, 12))
  for (of in list(c("accuracy", "error"), c("recall", "fnr"))) {
    values <- lapply(of, function(metric) as.data.frame(assess_classifiers(x, metric)))
    expect_equal(values[[2]]$conf.low, 1 - values[[1]]$conf.high)
    expect_equal(values[[2]]$conf.high, 1 - values[[1]]$conf.low)
  }
})
