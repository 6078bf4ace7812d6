# Decision, interval and adjusted p-value of every verb say the same, by default and in a single step.

draw_three <- function(seed, n = 150) {
  set.seed(seed)
  truth <- sample(c("a", "b", "c"), n, TRUE, c(0.5, 0.3, 0.2))
  other <- function() sample(c("a", "b", "c"), n, TRUE)
  common <- ifelse(runif(n) < 0.7, truth, other())
  answer <- function(p) ifelse(runif(n) < 0.4, common, ifelse(runif(n) < p, truth, other()))
  data.frame(truth, x = answer(0.5), y = answer(0.7), z = answer(0.85))
}

expect_agreement <- function(rows, level = 0.05, low = rows$adj.conf.low, high = rows$adj.conf.high) {
  known <- !is.na(rows$adj.p.value) & !is.na(low)
  expect_true(any(known))
  outside <- low > rows$null.value | high < rows$null.value
  expect_identical(outside[known], (rows$adj.p.value < level)[known])
  if (all(c("classifier", "reference") %in% names(rows)) && !anyNA(rows$reference)) {
    decided <- outcomes(rows) %in% c("better", "worse")
    expect_identical(decided[known], (rows$adj.p.value < level)[known])
  }
}

test_that("a claim is an interval that excludes equality, in every verb", {
  for (seed in 1:2) {
    data <- draw_three(seed)
    x <- prediction_set(truth ~ x + y + z, data)
    for (metric in list("accuracy", "precision", "f_meas", c("accuracy", "specificity"))) {
      expect_agreement(compare_classifiers(x, metric, method = if (identical(metric, "accuracy")) "mcnemar"))
    }
    half <- seq_len(nrow(data)) <= 70
    one <- prediction_set(truth ~ x + y, data[half, ])
    other <- prediction_set(truth ~ z, data[!half, ])
    for (metric in list("accuracy", c("recall", "accuracy"))) {
      expect_agreement(compare_independent(one, other, metric))
    }
    expect_agreement(compare_independent(one, other, "precision", measure = "ratio", method = "wald"))
    expect_agreement(assess_classifiers(x, c("accuracy", "recall"), null = 0.7))
    found <- verdict(x)
    for (rows in found[c("overall", "comparison")]) {
      expect_agreement(rows, low = rows$conf.low, high = rows$conf.high)
    }
    ranks <- rank_classifiers(x)
    pairs <- compare_classifiers(x, "accuracy", method = "mcnemar")
    expect_equal(sum(ranks$wins), sum(pairs$adj.p.value < 0.05))
  }
})

test_that("what else is asked never changes the headline of a verdict", {
  for (seed in 1:2) {
    x <- prediction_set(truth ~ x + y + z, draw_three(seed))
    first <- verdict(x)
    others <- list(
      verdict(x, "recall"), verdict(x, c("precision", "npv", "recall")), verdict(x, classes = "b"),
      verdict(x, "f_meas", classes = c("a", "c"))
    )
    headline <- verdict_text(first)$headline
    for (other in others) {
      expect_equal(other$overall, first$overall)
      expect_identical(verdict_text(other)$headline, headline)
    }
  }
})

test_that("details by replicates agree with their intervals, at the level that the headline left", {
  for (seed in 1:2) {
    x <- prediction_set(truth ~ x + y + z, draw_three(seed))
    set.seed(seed)
    found <- verdict(x, "f_meas", method = by_bootstrap(R = 199))
    expect_agreement(found$comparison, low = found$comparison$conf.low, high = found$comparison$conf.high)
    expect_equal(found$overall, verdict(x)$overall)
  }
})

test_that("tests of several sets hold together as their joint distribution says", {
  # Two classifiers against one number: independent counts give Sidak's adjustment.
  found <- compare_independent(rbind(c(50, 100), c(60, 100)), rbind(c(65, 100), c(58, 100)))
  expect_equal(found$adj.p.value, 1 - (1 - found$p.value)^2, tolerance = 1e-3)
  # With one set on the other side the comparisons share half of their variance.
  shared <- compare_independent(rbind(c(50, 100), c(60, 100)), c(65, 100))
  expect_true(all(shared$adj.p.value < 1 - (1 - shared$p.value)^2))
  same <- compare_independent(rbind(c(50, 100), c(50, 100)), c(65, 100), p.adjust.method = "holm")
  expect_true(all(is.na(same$adj.conf.low)))
  expect_output(print(same), "each by itself, not adjusted")
  # Values that are one value are one test.
  twice <- data.frame(t = rep(c("u", "v"), 40), a = rep(c("u", "v", "v", "v"), 20))
  twice$b <- twice$a
  one <- assess_classifiers(prediction_set(t ~ a + b, twice), "accuracy", null = 0.6)
  expect_equal(one$adj.p.value, one$p.value, tolerance = 1e-6)
  folds <- score_set(cbind(a = c(0.8, 0.82, 0.85, 0.9), b = c(0.7, 0.75, 0.78, 0.8)), design = "folds")
  alone <- assess_classifiers(folds, null = 0.8)
  expect_equal(alone$adj.p.value, pmin(1, 2 * alone$p.value))
  expect_agreement(alone)
  scores <- score_set(cbind(a = c(3, 5, 4, 6, 9), b = c(1, 2, 2, 5, 4)), design = "items")
  more <- score_set(cbind(c = c(3, 5, 4, 6, 1), d = c(1, 2, 2, 3, 4)), design = "items")
  welch <- suppressWarnings(compare_independent(scores, more))
  expect_equal(welch$adj.p.value, pmin(1, 4 * welch$p.value))
  expect_agreement(welch)
})
