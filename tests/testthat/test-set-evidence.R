# The contract by default: what any evidence with estimates and a covariance can do.

evidence <- function(...) estimate_set(c(a = 0.5, b = 0.6), diag(2) * 1e-3, ...)

test_that("values are taken to the scale of a measure, with their slopes", {
  theta <- c(0.2, 0.5, 0, 1)
  expect_equal(on_scale(theta, "difference"), list(value = theta, slope = rep(1, 4)))
  expect_equal(on_scale(theta, "ratio"), list(value = c(log(c(0.2, 0.5)), NA, 0), slope = c(5, 2, 0, 1)))
  expect_equal(
    on_scale(theta, "odds_ratio"), list(value = c(log(0.25), 0, NA, NA), slope = c(6.25, 4, 0, 0))
  )
})

test_that("without units nothing can change places", {
  expect_error(set_exchanges(evidence()), class = "verdict_error_method")
})

test_that("each pair has statistics of its own, or all have them together", {
  vcov <- diag(6) * 1:6 * 1e-4
  frame <- expand.grid(classifier = c("a", "b", "c"), class = c("k", "l"), stringsAsFactors = FALSE)
  x <- estimate_set(data.frame(frame, estimate = c(0.5, 0.6, 0.7, 0.4, 0.45, 0.55)), vcov)
  request <- new_request(x)
  plan <- set_plan(x, set_target(x, set_metrics(x, NULL), "none", NULL, "na"), request)
  pairs <- rbind(c(2L, 3L), c(1L, 1L))
  together <- plan_joint(plan, x, pairs, "pair", by_pair = FALSE)
  expect_equal(together$gap, c(0.1, 0.2, 0.05, 0.15))
  contrasts <- rbind(c(-1, 1, 0, 0, 0, 0), c(-1, 0, 1, 0, 0, 0), c(0, 0, 0, -1, 1, 0), c(0, 0, 0, -1, 0, 1))
  expect_equal(together$vcov[, , 1], contrasts %*% vcov %*% t(contrasts))
  apart <- plan_joint(plan, x, pairs, "pair", by_pair = TRUE)
  expect_equal(dim(apart$vcov), c(2, 2, 2))
  expect_equal(apart$vcov[, , 1], diag(c(3, 9)) * 1e-4)
  expect_equal(apart$vcov[, , 2], diag(c(4, 10)) * 1e-4)
})
