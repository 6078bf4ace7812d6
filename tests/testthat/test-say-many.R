test_that("a ranking needs values", {
  rows <- mock_accuracy(c(0.03, 0.01), 0.02, c(0.01, 0.4), classifier = c("b", "c"), reference = "a")
  assessed <- mock_assessment(class = NA, classifier = c("a", "b", "c"), metric = "accuracy")
  expect_null(describe_ranking(rows, list(assessment = assessed[0, ])))
  assessed$estimate <- c(0.7, 0.9, 0.8)
  expect_match(describe_ranking(rows, list(assessment = assessed)), "^From the highest: b 0.90.*, c 0.80.* and a 0.70")
})
