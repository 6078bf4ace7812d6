# Items that the reference has right and of which the candidate has `lost` wrong.
lost_items <- function(lost, n, ...) {
  score_set(cbind(old = 1, new = rep(0:1, c(lost, n - lost))), design = "items", lower = 0, upper = 1, ...)
}

test_that("a candidate that is worse by just the margin hardly ever passes, however few items differ", {
  for (case in list(c(50, 0.1), c(100, 0.05), c(500, 0.02))) {
    lost <- 0:14
    passes <- vapply(lost, function(k) as.logical(gate(lost_items(k, case[1]), "old", margin = case[2])), NA)
    expect_true(any(passes) && !all(passes))
    expect_lt(sum(stats::dbinom(lost[passes], case[1], case[2])), 0.035)
  }
})

test_that("few answers that differ are judged as predictions are, whichever side is good, and what lacks one is told", {
  right <- cbind(old = TRUE, new = rep(c(FALSE, TRUE), c(2, 48)))
  same <- c("n", "estimate", "conf.low", "conf.high", "decision", "more")
  predicted <- as.data.frame(gate(prediction_set(right), "old", margin = 0.1))[same]
  expect_equal(as.data.frame(gate(lost_items(2, 50), "old", margin = 0.1))[same], predicted)
  wrong <- score_set(1 - right, design = "items", lower = 0, upper = 1, metric = "error", better = "low")
  found <- gate(wrong, "old", margin = 0.1)
  expect_equal(c(found$estimate, found$conf.low, found$conf.high), -unlist(predicted[c(2, 4, 3)], use.names = FALSE))
  expect_identical(found[["decision"]], predicted$decision)
  scores <- right + 0
  scores[50, 1] <- NA
  found <- gate(score_set(scores, design = "items", lower = 0, upper = 1, na = "keep"), "old", margin = 0.1)
  expect_identical(found$n, 49)
  expect_match(found$note, "1 item left out, without a score of both", fixed = TRUE)
})

test_that("scores of another kind, and more that differ, are judged by t", {
  limits <- function(d) mean(d) + c(-1, 1) * qt(0.975, length(d) - 1) * sd(d) / sqrt(length(d))
  many <- gate(lost_items(10, 60), "old", margin = 0.2)
  expect_equal(c(many$conf.low, many$conf.high), limits(rep(c(-1, 0), c(10, 50))))
  half <- score_set(cbind(old = 1, new = rep(c(0.5, 1), c(12, 38))), design = "items", lower = 0, upper = 1)
  found <- gate(half, "old", margin = 0.1)
  expect_equal(c(found$conf.low, found$conf.high), limits(rep(c(-0.5, 0), c(12, 38))))
  compared <- compare_classifiers(lost_items(2, 50), margin = 0.1)
  expect_match(compared$note, "p may be too small with only 2 items on which the two differ", fixed = TRUE)
  expect_true(all(is.na(c(compare_classifiers(lost_items(2, 50))$note, compare_classifiers(half[2:1])$note))))
})

test_that("a model may be called as a truth is elsewhere", {
  scores <- data.frame(reference = 1, target = rep(0:1, c(2, 48)))
  found <- gate(score_set(scores, lower = 0, upper = 1, design = "items"), "reference", margin = 0.1)
  expect_equal(found$conf.low, gate(lost_items(2, 50), "old", margin = 0.1)$conf.low)
  expect_match(format(found), "target is not shown to be not worse than reference", fixed = TRUE)
})
