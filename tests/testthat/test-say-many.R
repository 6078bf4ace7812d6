test_that("a ranking needs values", {
  rows <- mock_accuracy(c(0.03, 0.01), 0.02, c(0.01, 0.4), classifier = c("b", "c"), reference = "a")
  assessed <- mock_assessment(class = NA, classifier = c("a", "b", "c"), metric = "accuracy")
  expect_null(describe_ranking(rows, list(assessment = assessed[0, ])))
  assessed$estimate <- c(0.7, 0.9, 0.8)
  expect_match(describe_ranking(rows, list(assessment = assessed)), "^From the highest: b 0.90.*, c 0.80.* and a 0.70")
})

test_that("of many identical pairs some are named", {
  labels <- rep(c("a", "b"), 10)
  same <- stats::setNames(rep(list(labels), 9), paste0("m", 1:9))
  x <- prediction_set(data.frame(truth = labels, same), truth, -truth)
  text <- paste(capture.output(print(verdict(x))), collapse = " ")
  expect_match(text, "m2 +and +m1.*30 +more +pairs")
})

test_that("of classes alone the first line counts the differences", {
  long <- data.frame(
    classifier = rep(c("a", "b", "c"), 2), class = rep(c("x", "y"), each = 3),
    estimate = c(0.5, 0.6, 0.7, 0.6, 0.6, 0.8)
  )
  x <- estimate_set(long, diag(0.001, 6))
  expect_match(paste(capture.output(print(verdict(x))), collapse = " "), "Of 6 comparisons 3 show a difference")
})
