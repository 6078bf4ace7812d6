# Marginal homogeneity against irr 0.85 (stuart.maxwell.mh(), bhapkar()) and coin 1.4-2 (mh_test()), and
# against the quadratic form taken in the test.

agreement <- matrix(c(20, 10, 5, 0, 3, 30, 15, 2, 0, 5, 40, 5, 1, 0, 3, 11), 4, byrow = TRUE)

of_shares <- function(x, method = NULL, ...) {
  omnibus_test(x, "detection_prevalence", over = "classes", method = method, ...)
}

set_of_table <- function(m, ...) {
  cells <- which(m > 0, arr.ind = TRUE)
  rows <- cells[rep(seq_len(nrow(cells)), m[cells]), ]
  prediction_set(t ~ a + b, data.frame(t = 1, a = rows[, 1], b = rows[, 2]), ...)
}

test_that("the statistics are those of irr and coin", {
  x <- set_of_table(agreement)
  stuart <- of_shares(x)
  expect_equal(stuart$statistic, 12.4993387492915, tolerance = 1e-13)
  expect_equal(stuart$p.value, 0.00585446335717466, tolerance = 1e-11)
  expect_identical(stuart$df, 3)
  bhapkar <- of_shares(x, "bhapkar")
  expect_equal(bhapkar$statistic, 13.6355766971562, tolerance = 1e-13)
  expect_equal(bhapkar$p.value, 0.00344559766235604, tolerance = 1e-11)
  expect_equal(bhapkar$statistic, stuart$statistic / (1 - stuart$statistic / sum(agreement)))
  three <- set_of_table(agreement[1:3, 1:3])
  expect_equal(of_shares(three)$statistic, 13.7647058823529, tolerance = 1e-13)
  expect_equal(of_shares(three, "bhapkar")$statistic, 15.4232749742533, tolerance = 1e-13)
})

test_that("with two classes it is McNemar's test of the predictions", {
  m <- matrix(c(40, 12, 5, 30), 2)
  expect_equal(of_shares(set_of_table(m))$statistic, 49 / 17)
  expect_equal(of_shares(set_of_table(m))$p.value, stats::mcnemar.test(m, correct = FALSE)$p.value)
})

test_that("a class that nobody predicts is left out with a note", {
  x <- set_of_table(agreement, levels = 1:6)
  found <- of_shares(x)
  expect_equal(found$statistic, 12.4993387492915, tolerance = 1e-13)
  expect_identical(found$df, 3)
  expect_identical(found$note, "classes 5 and 6 never predicted: left out")
  expect_identical(
    of_shares(set_of_table(agreement, levels = 1:5), "bhapkar")$note, "class 5 never predicted: left out"
  )
  # A class on which the two agree row by row has no part either.
  agreed <- rbind(cbind(agreement, 0), 0)
  agreed[5, 5] <- 9
  expect_equal(of_shares(set_of_table(agreed))$statistic, 12.4993387492915, tolerance = 1e-13)
  # Two blocks that are never confused: one degree of freedom less.
  blocks <- matrix(0, 4, 4)
  blocks[1:2, 1:2] <- c(9, 3, 8, 9)
  blocks[3:4, 3:4] <- c(9, 2, 7, 5)
  found <- of_shares(set_of_table(blocks))
  expect_identical(found$df, 2)
  expect_equal(found$statistic, 25 / 11 + 25 / 9)
})

naive_margins <- function(rows, first, other, classes, centred) {
  indicator <- function(name) outer(rows[[name]], classes, "==") + 0
  u <- do.call(cbind, lapply(other, function(name) indicator(name) - indicator(first)))
  d <- colSums(u)
  if (centred) u <- u - rep(d / nrow(u), each = nrow(u))
  S <- crossprod(rowsum(u, rows$id))
  e <- eigen(S, symmetric = TRUE)
  kept <- e$values > 1e-9 * max(e$values)
  c(sum(crossprod(e$vectors[, kept], d)^2 / e$values[kept]), sum(kept))
}

test_that("repeated observations are summed, and all classifiers tested together", {
  rows <- read_fixture("clusters.csv")
  rows <- rows[rows$set == "patients", ]
  set <- prediction_set(truth ~ bayes + forest + tree, rows, id = id)
  for (method in c("stuart_maxwell", "bhapkar")) {
    of <- function(first, other) naive_margins(rows, first, other, set$classes, method == "bhapkar")
    found <- of_shares(set[c("bayes", "tree")], method)
    expect_equal(c(found$statistic, found$df), of("bayes", "tree"), tolerance = 1e-8)
    found <- of_shares(set, method)
    expect_equal(c(found$statistic, found$df), of("bayes", c("forest", "tree")), tolerance = 1e-8)
  }
  pairs <- of_shares(set, pairs = TRUE)
  expect_identical(pairs$classifier, c("bayes, forest", "bayes, tree", "forest, tree"))
  expect_equal(pairs$adj.p.value, p.adjust(pairs$p.value))
  lone <- of_shares(prediction_set(truth ~ bayes + tree, rows, id = rep(1, nrow(rows))))
  expect_identical(lone$note, "one cluster")
})

test_that("at a given prevalence it is Bhapkar's test of the weighted shares", {
  x <- update_prevalence(prediction_set(truth ~ bayes + tree, read_fixture("multiclass.csv")))
  found <- of_shares(x)
  expect_identical(found$method, "Bhapkar")
  expect_equal(
    found$log.p.value, of_shares(x, "wald")$log.p.value, tolerance = 1e-8
  )
  expect_error(of_shares(x, "stuart_maxwell"), "given prevalence", class = "verdict_error_method")
})

test_that("what cannot be tested says why", {
  same <- set_of_table(diag(c(5, 6, 7)))
  expect_identical(of_shares(same)$note, "identical predictions")
  apart <- matrix(0, 2, 2)
  apart[1, 2] <- 8
  expect_match(of_shares(set_of_table(apart, levels = 1:2), "bhapkar")$note, "zero variance")
  expect_equal(of_shares(set_of_table(apart, levels = 1:2))$statistic, 8)
})

test_that("arguments are checked", {
  x <- set_of_table(agreement)
  expect_error(of_shares(estimate_set(c(a = 1, b = 2), diag(2))), class = "verdict_error_metric")
  expect_error(of_shares(x, "stuart"), "`method`", class = "verdict_error_argument")
  expect_error(of_shares(x, foo = 1), class = "verdict_error_argument")
  expect_error(of_shares(x, p.adjust.method = "none of these"), class = "verdict_error_argument")
  expect_output(print(of_shares(x)), "Detection prevalence over all classes: are a and b equal?", fixed = TRUE)
})

test_that("the shares of very many classes are refused, by size and with a way out", {
  labels <- seq_len(4001)
  data <- data.frame(truth = labels, a = labels, b = rev(labels), c = labels)
  expect_error(
    of_shares(prediction_set(truth ~ a + b, data)),
    "4,001 differences would take minutes.*Compare the shares class by class", class = "verdict_error_size"
  )
  expect_error(
    of_shares(prediction_set(truth ~ a + b + c, data)), "8,002 differences.*Give two", class = "verdict_error_size"
  )
})

test_that("shares of predictions need no labels", {
  set.seed(5)
  truth <- sample(c("a", "b"), 200, TRUE)
  d <- data.frame(truth, m = ifelse(runif(200) < 0.7, truth, "a"), k = ifelse(runif(200) < 0.7, truth, "b"))
  asked <- function(x, ...) {
    omnibus_test(x, "detection_prevalence", over = "classes", ...)[c("statistic", "df", "p.value")]
  }
  few <- transform(d, truth = replace(truth, seq_len(100), NA))
  for (method in c("stuart_maxwell", "bhapkar")) {
    known <- asked(prediction_set(truth ~ m + k, d), method = method)
    for (how in c("random", "by_pattern")) {
      expect_equal(asked(prediction_set(truth ~ m + k, few, labelling = how), method = method), known)
    }
  }
})
