# 20 wrong of 100 (METHODS of an exact test: Alpaydin's slides have these numbers).
rows <- data.frame(truth = "a", m = rep(c("a", "b"), c(80, 20)))
rows$truth[1:3] <- rows$m[1:3] <- "b"
x <- prediction_set(truth ~ m, rows)
against <- function(interval, ..., null = 0.15) assess_classifiers(x, "error", interval = interval, null = null, ...)

test_that("the exact test is binom.test()'s, one-sided", {
  for (side in c("greater", "less")) {
    expected <- binom.test(20, 100, 0.15, alternative = side)
    r <- against("clopper_pearson", alternative = side)
    expect_equal(r$p.value, expected$p.value)
    expect_equal(c(r$conf.low, r$conf.high), as.vector(expected$conf.int))
  }
  expect_equal(against("clopper_pearson", alternative = "greater")$p.value, 0.1065, tolerance = 1e-3)
  tails <- c(pbinom(19, 100, 0.15, lower.tail = FALSE), pbinom(20, 100, 0.15))
  expect_equal(against("clopper_pearson")$p.value, 2 * min(tails))
})

test_that("the score test is prop.test()'s", {
  for (side in c("two.sided", "greater", "less")) {
    expected <- prop.test(20, 100, 0.15, alternative = side, correct = FALSE)
    r <- against("wilson", alternative = side)
    expect_equal(r$p.value, expected$p.value)
    expect_equal(c(r$conf.low, r$conf.high), as.vector(expected$conf.int))
    expect_equal(abs(r$statistic), unname(sqrt(expected$statistic)))
  }
})

test_that("mid-p counts half of what was seen", {
  above <- pbinom(20, 100, 0.15, lower.tail = FALSE) + dbinom(20, 100, 0.15) / 2
  expect_equal(against("midp", alternative = "greater")$p.value, above)
  expect_equal(against("midp", alternative = "less")$p.value, 1 - above)
  expect_equal(against("midp")$p.value, 2 * above)
})

test_that("Wald tests of any metric", {
  r <- against("normal")
  expect_equal(r$statistic, 0.05 / sqrt(0.2 * 0.8 / 100))
  r <- against("logit")
  expect_equal(r$statistic, (qlogis(0.2) - qlogis(0.15)) * sqrt(0.2 * 0.8 * 100))
  r <- assess_classifiers(x, c("mcc", "accuracy"), null = c(accuracy = 0.9, mcc = 0.5))
  expect_equal(r$null.value, c(0.5, 0.9))
  expect_equal(r$p.value[1], 2 * pnorm(-abs((r$estimate[1] - 0.5) / r$std.error[1])))
})

test_that("tests and intervals agree, adjusted too", {
  s <- prediction_set(truth ~ svm + tree, satellite)
  for (interval in c("wilson", "clopper_pearson", "midp", "normal", "logit")) {
    for (side in c("two.sided", "greater", "less")) {
      r <- assess_classifiers(s, "recall", interval = interval, null = 0.8, alternative = side)
      expect_equal(0.8 < r$conf.low | 0.8 > r$conf.high, r$p.value < 0.05)
      expect_equal(0.8 < r$adj.conf.low | 0.8 > r$adj.conf.high, r$adj.p.value < 0.05)
      # In a single step, between each by itself and Bonferroni's.
      expect_true(all(r$adj.p.value >= r$p.value & r$adj.p.value <= p.adjust(r$p.value, "bonferroni") + 1e-12))
    }
  }
})

test_that("required values at the ends", {
  expect_equal(against("clopper_pearson", null = 0, alternative = "greater")$p.value, 0)
  expect_equal(against("clopper_pearson", null = 1, alternative = "greater")$p.value, 1)
  expect_equal(against("wilson", null = 0)$p.value, 0)
  none <- prediction_set(truth ~ m, data.frame(truth = c("a", "b"), m = c("a", "b")))
  r <- assess_classifiers(none, "error", null = 0)
  expect_true(is.na(r$p.value) && !is.na(r$note))
})

test_that("what cannot be required is refused", {
  expect_error(against("wilson", null = 2), class = "verdict_error_null")
  expect_error(against("wilson", null = "a"), class = "verdict_error_null")
  expect_error(against("wilson", null = c(0.1, 0.2)), class = "verdict_error_null")
  expect_error(against("bootstrap"), class = "verdict_error_interval")
  expect_error(assess_classifiers(x, alternative = "less"), class = "verdict_error_argument")
})

test_that("it is printed and said", {
  r <- against("wilson")
  expect_match(paste(capture.output(print(r)), collapse = " "), "against 0.15, two-sided")
  both <- assess_classifiers(x, c("accuracy", "kap"), null = c(kap = 0.7, accuracy = 0.8))
  expect_match(
    paste(capture.output(print(both)), collapse = " "), "against 0.8 (accuracy) and 0.7 (Cohen's kappa), two-sided",
    fixed = TRUE
  )
  expect_match(paste(capture.output(print(summary(r))), collapse = " "), "p = 0.161 +against +0.15")
  plain <- assess_classifiers(x)
  expect_false(any(grepl("Test:", capture.output(print(plain)))))
})

test_that("metrics judged by t and by z stand in one table, each as by itself", {
  expect_as_alone <- function(x, metrics, null) {
    both <- assess_classifiers(x, metrics, null = null)
    for (metric in metrics) {
      one <- assess_classifiers(x, metric, null = null)
      shown <- c("estimate", "null.value", "statistic", "df", "p.value", "conf.low", "conf.high")
      expect_equal(as.data.frame(both)[both$metric == metric, shown], as.data.frame(one)[shown], ignore_attr = TRUE)
    }
    by_t <- tapply(is.finite(both$df), both$metric, all)
    expect_setequal(by_t, c(TRUE, FALSE))
  }
  set.seed(1)
  y <- rbinom(200, 1, 0.4)
  p <- probability_set(y, a = plogis(y + rnorm(200)), b = plogis(rnorm(200)))
  expect_as_alone(p, c("roc_auc", "average_precision"), 0.5)
  expect_as_alone(p, c("average_precision", "roc_auc"), 0.5)

  labelled <- satellite[sample(2000, 200), ]
  labelled$truth[runif(200) < 0.5] <- NA
  few <- prediction_set(truth ~ svm + tree, labelled, labelling = "random")
  expect_as_alone(few, c("accuracy", "detection_prevalence"), 0.1)
})
