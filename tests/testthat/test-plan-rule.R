rule_set <- function() {
  set.seed(4)
  draw <- function() sample(c("a", "b"), 60, TRUE, c(0.6, 0.4))
  prediction_set(truth ~ m1 + m2, data.frame(truth = draw(), m1 = draw(), m2 = draw()), id = 1:60)
}

seeded <- function(...) {
  set.seed(8)
  as.data.frame(compare_classifiers(rule_set(), "accuracy", ...))
}

test_that("a name is short for the rule with its options", {
  expect_identical(seeded(method = by_bootstrap(R = 99)), seeded(method = "bootstrap", R = 99))
  expect_identical(
    seeded(method = by_bootstrap(R = 99, interval = "basic")),
    seeded(method = "bootstrap", R = 99, interval = "basic")
  )
  expect_identical(seeded(method = by_permutation(R = 99)), seeded(method = "permutation", R = 99))
})

test_that("rules print with their options", {
  expect_output(
    print(by_bootstrap(999, "basic")), "bootstrap: R = 999, interval = basic, simultaneous = FALSE", fixed = TRUE
  )
  expect_output(print(by_permutation(R = 99)), "permutation: R = 99", fixed = TRUE)
})

test_that("options that do not fit are refused", {
  expect_error(by_bootstrap(interval = "wald"), class = "verdict_error_argument")
  expect_error(by_bootstrap(simultaneous = NA), class = "verdict_error_argument")
  expect_error(seeded(method = by_bootstrap(R = 38)), class = "verdict_error_replicates")
  expect_error(seeded(method = "permutation", R = 99.5), class = "verdict_error_replicates")
  expect_error(seeded(method = "bootstrap", R = 3e9), class = "verdict_error_replicates")
  expect_error(seeded(method = "midp", simultaneous = TRUE), class = "verdict_error_argument")
})

test_that("an interval beside a bootstrap is one of the bootstrap's, and one only", {
  x <- prediction_set(truth ~ svm + tree, satellite)
  draw <- function(rule, ...) compare_classifiers(x, "accuracy", method = rule, ...)
  for (interval in c("tango", "wald", "exact")) {
    error <- expect_error(draw(by_bootstrap(50), interval = interval), class = "verdict_error_argument")
    expect_match(conditionMessage(error), "\"percentile\", \"bca\"", fixed = TRUE)
  }
  expect_error(draw(by_bootstrap(50, "bca"), interval = "basic"), "two intervals", class = "verdict_error_argument")
  set.seed(1)
  own <- draw(by_bootstrap(50, "basic"))
  set.seed(1)
  expect_equal(draw(by_bootstrap(50), interval = "basic"), own)
})
