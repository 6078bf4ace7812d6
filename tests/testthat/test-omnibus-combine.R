combined_set <- function() prediction_set(truth ~ naive_bayes + random_forest, satellite)

cauchy <- function(x, weights) {
  omnibus_test(
    x, "recall", over = "classes", method = by_combination("cauchy", "mcnemar", weights = weights)
  )$p.value
}

test_that("weights belong to classes by name, or in their order", {
  x <- combined_set()
  w <- stats::setNames(c(1, 2, 3, 4, 5, 6), x$classes)
  p <- compare_classifiers(x, "recall", method = "mcnemar")$p.value
  by_hand <- 0.5 - atan(sum(w * tan((0.5 - p) * pi)) / sum(w)) / pi
  expect_equal(cauchy(x, w), by_hand)
  expect_equal(cauchy(x, rev(w)), by_hand)
  expect_equal(cauchy(x, unname(w)), by_hand)
})

test_that("names that are no classes, or too few, are refused", {
  x <- combined_set()
  w <- stats::setNames(rep(1, 6), x$classes)
  expect_error(cauchy(x, w[-1]), "No weight for", class = "verdict_error_weights")
  expect_error(cauchy(x, c(w, other = 1)), "Not a class that is compared", class = "verdict_error_weights")
  expect_error(cauchy(x, w[c(1, 1:6)]), class = "verdict_error_weights")
})

test_that("a combination shows its weights, and takes the name of a test only", {
  expect_output(print(by_combination("stouffer", weights = c(1, 2))), "weights = c(1, 2)", fixed = TRUE)
  for (test in list(mean, c("wgs", "gs"), 1)) {
    expect_error(by_combination(test = test), "`test` must be the name of one test", class = "verdict_error_argument")
  }
})
