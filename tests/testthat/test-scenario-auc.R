planned <- function(...) scenario_auc(c(old = 0.80, new = 0.86), correlation = 0.6, prevalence = 0.25, ...)

test_that("rows for two areas are those of the binormal formula", {
  size <- sample_size(planned())
  expect_identical(size$n, 433)
  power <- power_comparison(planned(), n = c(200, 432.6 %/% 1))
  expect_equal(power$power[2], 0.8, tolerance = 1e-3)
  omega <- 0.06^2 * 432.60 / (stats::qnorm(0.975) + stats::qnorm(0.8))^2
  expect_equal(power$power[1], stats::pnorm(0.06 * sqrt(200 / omega) - stats::qnorm(0.975)), tolerance = 1e-3)
  expect_identical(c(size$classifier, size$reference, size$metric), c("new", "old", "roc_auc"))
  far <- sample_size(scenario_auc(c(0.80, 0.86), c(0.9, 0.9), 0.25))
  expect_lt(far$n, 433)
  expect_gt(sample_size(planned(sd_ratio = 2))$n, 433)
  three <- sample_size(scenario_auc(c(0.7, 0.8, 0.8), 0.5, 0.5), reference = "classifier1")
  expect_identical(nrow(three), 2L)
  same <- sample_size(scenario_auc(c(0.8, 0.8), 0.5, 0.5))
  expect_identical(same$n, NA_real_)
  expect_gt(sample_size(planned(), difference = 0.03)$n, 1500)
})

test_that("its covariance is that of simulated placements", {
  set.seed(1)
  n <- 1e5
  both <- function(r, mean, sd) {
    shared <- stats::rnorm(n)
    vapply(mean, function(m) m + sd * (sqrt(r) * shared + sqrt(1 - r) * stats::rnorm(n)), numeric(n))
  }
  auc <- c(0.75, 0.9)
  mean <- stats::qnorm(auc) * sqrt(1 + 1.5^2)
  of_events <- stats::pnorm(both(0.5, mean, 1.5))
  of_others <- stats::pnorm((rep(mean, each = n) - both(0.3, c(0, 0), 1)) / 1.5)
  expected <- stats::cov(of_events) / 0.4 + stats::cov(of_others) / 0.6
  expect_equal(auc_scenario_vcov(scenario_auc(auc, c(0.5, 0.3), 0.4, sd_ratio = 1.5)), expected, tolerance = 0.02)
})

test_that("what cannot be is refused, and a scenario prints", {
  rates <- function(expr) expect_error(expr, class = "verdict_error_rates")
  rates(scenario_auc(0.8, 0.5, 0.5))
  rates(scenario_auc(c(0.8, 1), 0.5, 0.5))
  rates(scenario_auc(c(0.8, 0.9), 1, 0.5))
  rates(scenario_auc(c(0.8, 0.9), c(0.1, 0.2, 0.3), 0.5))
  rates(scenario_auc(c(0.8, 0.9), 0.5, 0))
  rates(scenario_auc(c(0.7, 0.8, 0.9), -0.6, 0.5))
  rates(scenario_auc("a", 0.5, 0.5))
  rates(scenario_auc(correlation = 0.5, prevalence = 0.5))
  expect_error(planned(sd_ratio = 0), class = "verdict_error_argument")
  expect_error(scenario_auc(c(0.8, 0.9), 0.5, 0.5, classifiers = "a"), class = "verdict_error_classifier")
  expect_error(sample_size(planned(), "brier"), class = "verdict_error_power")
  expect_error(sample_size(planned(), method = "mcnemar"), class = "verdict_error_power")
  expect_error(sample_size(planned(), mean, measure = mean), "metric and measure|`metric` and `measure`")
  expect_error(sample_size(planned(), reference = "none"), class = "verdict_error")
  expect_output(print(planned()), "AUC 0.8 of old and AUC 0.86 of new.*0.6 among events.*0.25")
  expect_output(print(sample_size(planned())), "433 rows to find a difference of 6 points in AUC")
})

test_that("a verb that needs data says what a scenario is for", {
  for (x in list(scenario_auc(c(0.8, 0.86), 0.6, 0.25), scenario_rates(accuracy = c(0.8, 0.86), agreement = 0.7))) {
    expect_error(compare_classifiers(x), "for planning: `sample_size()`", fixed = TRUE, class = "verdict_error_set")
    expect_error(verdict(x), "for planning: `sample_size()`", fixed = TRUE)
  }
})

test_that("a margin of areas is ruled out by the same standard error", {
  equal <- scenario_auc(c(0.8, 0.8), correlation = 0.6, prevalence = 0.25)
  gap <- sample_size(equal, difference = 0.04, alternative = "greater")
  margin <- sample_size(equal, difference = 0, margin = 0.04, alternative = "greater")
  expect_identical(margin$n, gap$n)
  expect_identical(margin$margin.low, -0.04)
})

test_that("a scenario of areas is a data frame of its classifiers", {
  x <- scenario_auc(c(old = 0.8, new = 0.85), correlation = 0.5, prevalence = 0.3)
  expect_identical(as.data.frame(x), data.frame(classifier = c("old", "new"), auc = c(0.8, 0.85)))
})
