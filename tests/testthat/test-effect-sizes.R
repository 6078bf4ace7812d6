e3 <- cbind(
  x = c(0.81, 0.77, 0.92, 0.65, 0.70, 0.88, 0.74, 0.83), y = c(0.79, 0.77, 0.89, 0.66, 0.66, 0.83, 0.74, 0.77)
)
value <- function(found, effect) found$value[found$effect == effect]

# autorank and effectsize 0.8.3
test_that("effects are autorank's and effectsize's", {
  found <- effect_sizes(score_set(e3, design = "datasets"), reference = "y")
  expect_equal(value(found, "cohen_d"), .279983, tolerance = 1e-5)
  expect_equal(value(found, "cliff_delta"), .125)
  expect_equal(value(found, "a12"), .5625)
  expect_equal(value(found, "gamma"), .229251, tolerance = 1e-5)
  expect_equal(value(found, "rank_biserial"), .904762, tolerance = 1e-5)
  expect_equal(value(found, "win"), 0.75)
  d <- e3[, 1] - e3[, 2]
  expect_equal(value(found, "d_z"), mean(d) / sd(d))
  levels <- stats::setNames(found$level, found$effect)
  expect_identical(unname(levels[c("cohen_d", "cliff_delta", "gamma", "win")]), c("small", "negligible", "small", NA))
})

test_that("effects without spread are NA with a note, and ties are ties", {
  flat <- effect_sizes(score_set(cbind(a = c(1, 1, 1), b = c(2, 2, 2)), design = "datasets"), reference = "b")
  expect_identical(is.na(flat$value), flat$effect %in% c("d_z", "cohen_d", "gamma"))
  expect_match(flat$note[1], "zero variance")
  expect_equal(value(flat, "cliff_delta"), -1)
  same <- effect_sizes(score_set(cbind(a = c(.9 - .8, 1), b = c(.7 - .6, 1)), design = "datasets"))
  expect_equal(value(same, "rank_biserial"), 0)
  expect_equal(value(same, "win"), 0.5)
  one <- effect_sizes(score_set(cbind(a = 1, b = 2), design = "datasets"))
  expect_true(all(is.na(one$value)))
  expect_match(one$note, "too few units")
})

test_that("wrong input is refused", {
  expect_error(effect_sizes(e3), class = "verdict_error_set")
  x <- score_set(e3, design = "datasets")
  expect_error(effect_sizes(x, reference = "z"), class = "verdict_error_reference")
  expect_error(effect_sizes(x, "auc"), class = "verdict_error_metric")
  expect_error(effect_sizes(score_set(e3[, 1, drop = FALSE], design = "datasets")), class = "verdict_error_classifier")
})
