comparison_set <- function() {
  prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
}

test_that("a value is computed once, and only when it is asked for", {
  times <- 0
  value <- lazily(function() {
    times <<- times + 1
    7
  })
  expect_identical(times, 0)
  expect_identical(c(value(), value()), c(7, 7))
  expect_identical(times, 1)
})

test_that("rows stand where their classifiers do in the joint covariance", {
  pairs <- rbind(2:3, 1:1)
  plan <- function(n) list(target = list(class = letters[seq_len(n)]))
  plans <- list(plan(2), plan(1))
  comparison <- list(
    plans = plans, index = comparison_index(plans, 2), units = list(classifiers = c("x", "y", "z")),
    request = list(pairs = pairs)
  )
  expect_identical(comparison$index$slice, c(1L, 1L, 2L, 2L, 1L, 1L))
  expect_equal(
    quantity_positions(comparison),
    rbind(c(2, 3, 5, 6, 8, 9), c(1, 1, 4, 4, 7, 7))
  )
  expect_equal(pair_positions(2, c("x", "y", "z"), pairs), rbind(c(2, 3, 5, 6), c(1, 1, 4, 4)))
})

test_that("adjusted together without room for a covariance is adjusted by Holm", {
  plan <- list(target = list(class = as.character(1:1501)))
  comparison <- list(
    plans = list(plan), index = comparison_index(list(plan), 1), units = list(classifiers = c("a", "b")),
    request = list(pairs = rbind(2L, 1L)), joint = function() stop("not to be asked for")
  )
  p <- ppoints(1501)^3
  found <- adjust_together(comparison, log(p), 0.05)
  expect_identical(found$method, "holm")
  expect_equal(found$p, p.adjust(p, "holm"))
})

test_that("step-down judges anew what is left", {
  # Bonferroni among those that are left is Holm.
  p <- c(0.001, 0.014, 0.02, 0.3, NA)
  bonferroni <- function(log.p) {
    n <- sum(!is.na(log.p))
    list(log.adj.p = pmin(log.p + log(n), 0), local = 0.05 / n, method = "max_t")
  }
  found <- step_down(log(p), 0.05, bonferroni)
  expect_equal(exp(found$log.adj.p), p.adjust(p, "holm"))
  # Three are significant, so the last one is judged by itself.
  expect_equal(found$local, 0.05)
  none <- step_down(log(c(0.2, 0.5)), 0.05, bonferroni)
  expect_equal(exp(none$log.adj.p), c(0.4, 1))
  expect_equal(none$local, 0.025)
  all <- step_down(log(c(0.001, 0.002)), 0.05, bonferroni)
  expect_equal(exp(all$log.adj.p), p.adjust(c(0.001, 0.002), "bonferroni"))
})

test_that("adjusted p-values and their intervals decide alike", {
  for (method in c("holm", "bonferroni", "max_t", "none")) {
    result <- compare_classifiers(comparison_set(), "accuracy", method = "wald", p.adjust.method = method)
    outside <- result$adj.conf.low > 0 | result$adj.conf.high < 0
    expect_identical(outside, result$adj.p.value < 0.05)
  }
})
