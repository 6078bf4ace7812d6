confusion <- list(
  tree = rbind(a = c(a = 40, b = 10), b = c(5, 45)),
  svm = rbind(a = c(a = 45, b = 5), b = c(10, 40))
)

test_that("a draw is a prediction set of n rows that follows set.seed()", {
  scenario <- scenario_confusion(confusion, "difficulty", .5)
  set.seed(1)
  x <- simulate_predictions(scenario, 500)
  expect_s3_class(x, "prediction_set")
  expect_equal(c(x$n, x$n_rows, x$n_clusters), c(500, 500, 500))
  set.seed(1)
  expect_equal(simulate_predictions(scenario, 500)$count, x$count)
  expect_equal(x$classifiers, c("tree", "svm"))
  # what the rows written out and counted again give
  rows <- as.data.frame(x)
  expect_equal(prediction_set(truth ~ ., rows, weights = count)$patterns, x$patterns)
})

test_that("shares of many rows are the probabilities (chi-squared, p above 1e-4)", {
  set.seed(2)
  scenario <- scenario_confusion(confusion, "copula", .5)
  x <- simulate_predictions(scenario, 1e6)
  expect_gt(stats::chisq.test(x$count, p = scenario$probability)$p.value, 1e-4)
  pilot <- prediction_set(truth ~ naive_bayes + tree, satellite)
  again <- simulate_predictions(pilot, 1e6)
  expect_equal(assess_classifiers(again, "accuracy")$estimate, assess_classifiers(pilot, "accuracy")$estimate,
    tolerance = 0.01
  )
})

test_that("classes that were not drawn stay, and everything works on one row", {
  set.seed(3)
  x <- simulate_predictions(scenario_random(10, c(0, .5)), 1)
  expect_equal(length(x$classes), 10)
  expect_equal(compare_classifiers(x, "accuracy")$estimate %in% c(-1, 0, 1), TRUE)
})

test_that("sizes that cannot be are refused", {
  scenario <- scenario_random(2, c(0, .5))
  for (n in list(0, 1.5, NA, "a", c(1, 2), 2^31)) {
    expect_error(simulate_predictions(scenario, n), class = "verdict_error_argument")
  }
  expect_error(simulate_predictions(satellite, 10), class = "verdict_error_set")
})

test_that("sets at another prevalence are drawn at that prevalence", {
  # Of 10 rows of a 8 are called a, of 40 of b 12.
  rows <- data.frame(truth = rep(c("a", "b"), c(10, 40)), one = rep(c("a", "b", "a", "b"), c(8, 2, 12, 28)))
  rows$two <- rows$truth
  rare <- update_prevalence(prediction_set(rows, truth, c(one, two)), c(a = 0.02, b = 0.98))
  set.seed(3)
  drawn <- as.data.frame(simulate_predictions(rare, 1e6))
  share <- function(at) sum(drawn$count[at]) / 1e6
  expect_lt(abs(share(drawn$truth == "a") - 0.02), 5 * sqrt(0.02 * 0.98 / 1e6))
  called <- 0.02 * 0.8 + 0.98 * 0.3
  expect_lt(abs(share(drawn$one == "a") - called), 5 * sqrt(called * (1 - called) / 1e6))
  # Where the two differ only the second is right: .02 * .2 + .98 * .3 of the rows.
  apart <- 0.02 * 0.2 + 0.98 * 0.3
  found <- rejection_rate(rare, 10, method = "exact", trials = 100)
  expect_equal(found$exact, sum(dbinom(6:10, 10, apart)))
})

test_that("what is drawn from a set has its positive class", {
  rows <- data.frame(truth = c("no", "yes", "yes"), m = c("no", "yes", "no"))
  drawn <- simulate_predictions(prediction_set(truth ~ m, rows, positive = "yes"), 20)
  expect_identical(unique(assess_classifiers(drawn, "recall")$class), "yes")
})
