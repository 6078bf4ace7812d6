naive <- function(e) {
  pairs <- utils::combn(e, 2)
  mean(pairs[1, ] == pairs[2, ])
}

test_that("replicability is the share of equal pairs", {
  expect_equal(replicability(rep(c(TRUE, FALSE), c(9, 1)))$replicability, 0.8)
  expect_equal(replicability(rep(0:1, c(7, 5)))$replicability, 31 / 66)
  for (seed in 1:5) {
    set.seed(seed)
    e <- runif(12) < seed / 6
    expect_equal(replicability(e)$replicability, naive(e))
  }
})

test_that("decisions come in several forms", {
  e <- c(TRUE, TRUE, FALSE, NA, TRUE)
  expected <- replicability(e)
  expect_equal(replicability(as.integer(e)), expected)
  expect_equal(replicability(ifelse(e, "reject", "accept")), expected)
  expect_equal(replicability(factor(ifelse(e, "reject", "accept"))), expected)
  expect_equal(replicability(ifelse(e, 0.05, 0.051)), expected)
  expect_equal(expected$failed, 1)
  expect_equal(replicability(c(0, 1, 1), type = "p.value")$rejected, 1)
  both <- replicability(cbind(a = c(0.01, 0.2, 0.3), b = c(0.01, 0.02, 0.03)))
  expect_equal(both$test, c("a", "b"))
  expect_equal(both$replicability, c(1 / 3, 1))
})

test_that("the interval maps the rejection rate's", {
  p <- stats::binom.test(2, 20)$conf.int
  found <- replicability(rep(c(TRUE, FALSE), c(2, 18)))
  expect_equal(c(found$conf.high, found$conf.low), as.vector(p^2 + (1 - p)^2))
  expect_equal(c(found$rejection.low, found$rejection.high), as.vector(p))
  expect_equal(replicability(rep(c(TRUE, FALSE), 5))$conf.low, 0.5)
})

test_that("the estimate that the interval is for lies in it", {
  # 1 of 3: one pair of three agrees, and (1/3)^2 + (2/3)^2 = 5/9.
  found <- replicability(c(TRUE, FALSE, FALSE))
  expect_equal(c(found$replicability, found$agreement), c(1 / 3, 5 / 9))
  for (n in 2:12) {
    for (r in 0:n) {
      for (level in c(0.05, 0.5, 0.95)) {
        found <- replicability(rep(c(TRUE, FALSE), c(r, n - r)), conf.level = level)
        expect_gte(found$agreement - found$conf.low, -1e-15)
        expect_lte(found$agreement - found$conf.high, 1e-15)
      }
    }
  }
})

test_that("bad decisions are refused", {
  expect_error(replicability(TRUE), class = "verdict_error_decisions")
  expect_error(replicability(c(TRUE, NA)), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 1.2)), class = "verdict_error_decisions")
  expect_error(replicability(c("yes", "no")), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 0.2), type = "decision"), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 0.2), alpha = 2), class = "verdict_error_argument")
  expect_error(replicability(list()), class = "verdict_error_decisions")
  expect_error(replicability(NULL), class = "verdict_error_decisions")
  expect_error(replicability(), class = "verdict_error_decisions")
  message <- tryCatch(replicability(TRUE), error = conditionMessage)
  expect_no_match(message, "failed")
  expect_match(tryCatch(replicability(c(TRUE, NA)), error = conditionMessage), "1 test failed")
})
