test_that("the adjusted p-value decides, the sign says which", {
  x <- mock_comparison(c("a", "b", "c"), c(1.01, 1.75, 0.9), c(0.03, 0.2, 0.02))
  expect_equal(outcomes(x), c("open", "better", "worse"))
  expect_equal(outcomes(mock_comparison(metric = "error")), c("open", "worse", "better"))
  x$adj.p.value[2] <- 0.2
  expect_equal(outcomes(x)[2], "open")
})

test_that("results of one pair that were bound are said one by one", {
  x <- mock_accuracy()
  expect_identical(describe_pair(rbind(x, x)), rep(describe_pair(x), 2))
  expect_output(print(summary(rbind(x, mock_accuracy(-0.031)))), "rf is better than nb.*rf is worse than nb")
})

test_that("no difference shown is not the same as shown to be equivalent", {
  x <- mock_comparison(c("narrow", "wide"), c(1.001, 1.001), c(0.005, 0.05))
  expect_equal(outcomes(x), c("open", "open"))
  expect_equal(outcomes(with_margin(x, 1 / 1.02, 1.02)), c("equivalent", "open"))
  expect_equal(outcomes(with_margin(x, 1 / 1.5, 1.5)), c("equivalent", "equivalent"))
  d <- mock_accuracy(c(0.001, 0.001), c(0.01, 0.03), c(0.8, 0.8))
  expect_equal(outcomes(with_margin(d)), c("equivalent", "open"))
})

test_that("without a p-value nothing is decided, without an interval nothing is equivalent", {
  x <- mock_comparison(c("a", "b"), c(NA, 1.001), c(NA, 0.005))
  x$conf.low[2] <- x$conf.high[2] <- NA
  expect_equal(outcomes(with_margin(x, 0.5, 2)), c("untested", "open"))
})

# Intervals in each of the places that the two ends of a margin and equality make.
places <- list(
  c(0.03, 0.05), c(0.01, 0.05), c(0.005, 0.015), c(-0.01, 0.01), c(-0.01, 0.05), c(-0.05, 0.01),
  c(-0.015, -0.005), c(-0.05, -0.01), c(-0.05, -0.03), c(-0.05, 0.05)
)
in_place <- function(at, metric = "accuracy") {
  ends <- places[[at]]
  x <- mock_accuracy(mean(ends), diff(ends) / 2, if (prod(ends) > 0) 0.001 else 0.5)
  x$metric <- metric
  x
}
answers_in_order <- c(
  "better_much", "better", "better_little", "equivalent", "not_worse", "not_better", "worse_little",
  "worse", "worse_much", "open"
)

test_that("an interval and a margin make one of ten answers", {
  found <- vapply(seq_along(places), function(at) outcomes(with_margin(in_place(at))), "")
  expect_equal(found, answers_in_order)
  of_error <- vapply(seq_along(places), function(at) outcomes(with_margin(in_place(at, "error"))), "")
  expect_equal(of_error, reversed_outcome(answers_in_order))
})

test_that("an answer is words, for metrics without a good side others", {
  words <- vapply(seq_along(places), function(at) with_margin(in_place(at))$answer, "")
  expect_equal(words, c(
    "better by more than the margin", "better", "better, but by less than the margin", "equivalent", "not worse",
    "not better", "worse, but by less than the margin", "worse", "worse by more than the margin", "undecided"
  ))
  expect_equal(with_margin(in_place(1, "detection_prevalence"))$answer, "higher by more than the margin")
  expect_equal(with_margin(in_place(6, "detection_prevalence"))$answer, "not higher")
  expect_equal(format(with_margin(in_place(3)))$answer, "better by < margin")
  expect_equal(format(with_margin(in_place(9)))$answer, "worse by > margin")
})

test_that("each answer has its sentence", {
  said <- vapply(seq_along(places), function(at) describe_pair(with_margin(in_place(at))), "")
  expect_match(said[1], "^rf is better than nb by more than the margin: accuracy 0.950 vs 0.910, ")
  expect_match(said[2], "^rf is better than nb: ")
  expect_match(said[3], "^rf is better than nb, but the difference is small: ")
  expect_match(said[4], "^rf and nb are equivalent in accuracy, and any difference is within the margin: ")
  expect_match(said[4], "p = 0.01.* for equivalence.$")
  expect_match(said[5], "^rf is not worse than nb by more than the margin in accuracy: .* for non-inferiority.$")
  expect_match(said[6], "^rf is not better than nb by more than the margin in accuracy: ")
  expect_match(said[7], "^rf is worse than nb, but the difference is small: ")
  expect_match(said[8], "^rf is worse than nb: ")
  expect_match(said[9], "^rf is worse than nb by more than the margin: ")
  expect_match(said[10], "not distinguishable in accuracy, and a difference beyond the margin cannot be ruled out yet")
})

test_that("an open end of a margin answers nothing", {
  lower <- with_margin(in_place(4), high = NA)
  expect_equal(outcomes(lower), "not_worse")
  expect_equal(outcomes(with_margin(in_place(3), high = NA)), "better")
  upper <- in_place(4)
  upper <- with_margin(upper, low = NA, high = 0.02)
  expect_equal(outcomes(upper), "not_better")
})

test_that("the level is that of the intervals", {
  x <- mock_accuracy(p = 0.02, conf.level = 0.99)
  expect_equal(outcomes(x), "open")
})

test_that("metrics without a good side are higher or lower", {
  x <- mock_comparison(metric = "detection_prevalence")
  expect_equal(outcomes(x), c("open", "better", "worse"))
  expect_match(describe_pair(x)[1:2], "is (higher|lower) than nb")
})

test_that("one class and several are worded in number", {
  lines <- describe_pair(mock_comparison())
  expect_equal(lines[1], "rf is better than nb on soil (1.75 [1.18, 2.59], p = 0.0103).")
  two <- describe_pair(mock_comparison(ratio = c(2, 2, 2), log.se = c(0.1, 0.1, 0.1)))
  expect_match(two, "better than nb on 3 classes: ", fixed = TRUE)
})

test_that("of many classes six are named", {
  x <- mock_comparison(sprintf("c%02d", 1:18), rep(1.5, 18), rep(0.01, 18))
  expect_match(describe_pair(x), "on 18 classes: .* and 12 more[.]$")
})

test_that("a p-value lost to the adjustment is shown beside it", {
  x <- mock_comparison(letters[1:5], c(1.1, rep(1, 4)), rep(0.0465, 5))
  expect_match(describe_pair(x), "p = 0.20, 0.040 unadjusted", fixed = TRUE)
})

test_that("what could not be compared gives its reason", {
  x <- mock_comparison(c("a", "pool"), c(2, NA), c(0.1, NA))
  x$note[2] <- "class never predicted by nb"
  expect_equal(
    describe_pair(x)[2],
    "rf and nb could not be compared on pool (class never predicted by nb)."
  )
  x$note[2] <- NA
  expect_match(describe_pair(x)[2], "pool (no p-value)", fixed = TRUE)
})

test_that("metrics over all classes are one sentence", {
  expect_equal(
    describe_pair(mock_accuracy()),
    "rf is better than nb: accuracy 0.941 vs 0.910, difference 0.031 [0.011, 0.051], p = 0.002."
  )
  expect_match(describe_pair(mock_accuracy(-0.03)), "^rf is worse than nb")
  expect_match(describe_pair(mock_accuracy(0, 0.05, 0.9)), "and a difference cannot be ruled out yet: 0.910 vs 0.910")
  none <- mock_accuracy(p = NA_real_)
  none$note <- "no discordant rows"
  expect_equal(
    describe_pair(none), "rf and nb could not be compared in accuracy: no discordant rows."
  )
})

test_that("one-sided tests claim no more than they looked for", {
  x <- mock_accuracy(p = 0.9, alternative = "greater")
  expect_match(describe_pair(x), "are not shown to differ in the direction tested")
})

test_that("in a sentence a tiny p-value is below 0.001, and the data have the rest", {
  x <- mock_accuracy(p = 0)
  x$log.p.value <- x$log.adj.p.value <- -512 * log(10)
  expect_match(describe_pair(x), "p < 0.001", fixed = TRUE)
  expect_equal(format(x)$p, "<0.001")
  rlang::local_options(verdict.p = "full")
  expect_match(describe_pair(x), "p = 1e-512", fixed = TRUE)
  expect_match(format(x)$p, "1e-512", fixed = TRUE)
})
