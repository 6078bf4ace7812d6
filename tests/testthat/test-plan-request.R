request_set <- function() prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)

test_that("pairs take the one listed first as reference, or the reference", {
  expect_identical(comparison_pairs(c("x", "y", "z"), NULL), rbind(c(2L, 3L, 3L), c(1L, 1L, 2L)))
  expect_identical(comparison_pairs(c("x", "y", "z"), "y"), rbind(c(1L, 3L), c(2L, 2L)))
})

test_that("arguments that nobody knows are refused by name", {
  x <- request_set()
  expect_error(compare_classifiers(x, "recall", foo = 1), "foo", class = "verdict_error_argument")
  expect_error(
    compare_classifiers(
      x, "recall", NULL, NULL, NULL, "none", NULL, "two.sided", NULL, 0.95, "holm", "na", "robust", NULL, NULL, "all", 3
    ),
    "must be named", class = "verdict_error_argument"
  )
  expect_error(assess_classifiers(x, simultaneous = TRUE), class = "verdict_error_argument")
})

test_that("a property of the truth cannot differ between classifiers", {
  expect_error(compare_classifiers(request_set(), "prevalence"), "detection_prevalence", class = "verdict_error_metric")
})

test_that("hyphens, spaces and underscores are the same", {
  x <- request_set()
  expect_identical(
    compare_classifiers(x, measure = "odds ratio", p.adjust.method = "max-t"),
    compare_classifiers(x, measure = "odds_ratio", p.adjust.method = "max_t")
  )
})
