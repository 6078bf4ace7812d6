test_that("the adjusted p-value decides, the sign says which", {
  x <- mock_comparison(c("a", "b", "c"), c(1.01, 1.75, 0.9), c(0.03, 0.2, 0.02))
  expect_equal(outcomes(x, 0.02), c("open", "better", "worse"))
  expect_equal(outcomes(mock_comparison(metric = "error"), 0.02), c("open", "worse", "better"))
  x$adj.p.value[2] <- 0.2
  expect_equal(outcomes(x, 0.02)[2], "open")
})

test_that("no difference shown is not the same as shown to be small", {
  x <- mock_comparison(c("narrow", "wide"), c(1.001, 1.001), c(0.005, 0.05))
  expect_equal(outcomes(x, 0.02), c("small", "open"))
  expect_equal(outcomes(x, 0.5), c("small", "small"))
  d <- mock_accuracy(c(0.001, 0.001), c(0.01, 0.03), c(0.8, 0.8))
  expect_equal(outcomes(d, 0.02), c("small", "open"))
})

test_that("without a p-value nothing is decided, without an interval nothing is small", {
  x <- mock_comparison(c("a", "b"), c(NA, 1.001), c(NA, 0.005))
  x$conf.low[2] <- NA
  expect_equal(outcomes(x, 0.02), c("untested", "open"))
})

test_that("the level is that of the intervals", {
  x <- mock_accuracy(p = 0.02, conf.level = 0.99)
  expect_equal(outcomes(x, 0.02), "open")
})

test_that("metrics without a good side are higher or lower", {
  x <- mock_comparison(metric = "detection_prevalence")
  expect_equal(outcomes(x, 0.02), c("open", "better", "worse"))
  expect_match(describe_pair(x, 0.02)[1:2], "is (higher|lower) than nb")
})

test_that("one class and several are worded in number", {
  lines <- describe_pair(mock_comparison(), 0.02)
  expect_equal(lines[1], "rf is better than nb on soil (1.75 [1.18, 2.59], p = 0.0103).")
  two <- describe_pair(mock_comparison(ratio = c(2, 2, 2), log.se = c(0.1, 0.1, 0.1)), 0.02)
  expect_match(two, "better than nb on 3 classes: ", fixed = TRUE)
})

test_that("of many classes six are named", {
  x <- mock_comparison(sprintf("c%02d", 1:18), rep(1.5, 18), rep(0.01, 18))
  expect_match(describe_pair(x, 0.02), "on 18 classes: .* and 12 more[.]$")
})

test_that("a p-value lost to the adjustment is shown beside it", {
  x <- mock_comparison(letters[1:5], c(1.1, rep(1, 4)), rep(0.0465, 5))
  expect_match(describe_pair(x, 0.02), "p = 0.20, 0.040 unadjusted", fixed = TRUE)
})

test_that("what couldn't be compared gives its reason", {
  x <- mock_comparison(c("a", "pool"), c(2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  expect_equal(
    describe_pair(x, 0.02)[2],
    "rf and nb could not be compared on pool (class never predicted by nb)."
  )
  x$note[2] <- NA
  expect_match(describe_pair(x, 0.02)[2], "pool (no p-value)", fixed = TRUE)
})

test_that("metrics over all classes are one sentence", {
  expect_equal(
    describe_pair(mock_accuracy(), 0.02),
    "rf is better than nb: accuracy 0.941 vs 0.910, difference 0.0310 [0.011, 0.051], p = 0.002."
  )
  expect_match(describe_pair(mock_accuracy(-0.03), 0.02), "^rf is worse than nb")
  expect_match(
    describe_pair(mock_accuracy(0, 0.01, 0.9), 0.02), "any difference is small: 0.910 vs 0.910"
  )
  expect_match(describe_pair(mock_accuracy(0, 0.05, 0.9), 0.02), "cannot be ruled out yet")
  none <- mock_accuracy(p = NA_real_)
  none$note <- "no discordant rows"
  expect_equal(
    describe_pair(none, 0.02), "rf and nb could not be compared in accuracy: no discordant rows."
  )
})

test_that("one-sided tests claim no more than they looked for", {
  x <- mock_accuracy(p = 0.9, alternative = "greater")
  expect_match(describe_pair(x, 0.02), "are not shown to differ in the direction tested")
})

test_that("in a sentence a tiny p-value is below 0.001, and the data have the rest", {
  x <- mock_accuracy(p = 0)
  x$log.p.value <- -512 * log(10)
  expect_match(describe_pair(x, 0.02), "p < 0.001", fixed = TRUE)
  expect_match(format(x)$p, "1e-512", fixed = TRUE)
})
