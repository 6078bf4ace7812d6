
test_that("with a margin it is said who is not worse in the groups", {
  x <- prediction_set(truth ~ svm + random_forest, satellite, by = rep(1:4, 500))
  expect_match(printed_text(verdict(x, margin = .03)), "random_forest is not worse in all 4 groups", fixed = TRUE)
})

test_that("a summary has no heading, and no note, of a table that it does not show", {
  n <- rep(c("n", "m", "s"), length.out = 2000)
  many <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite, by = n)
  said <- summary(verdict(many, "accuracy"))
  expect_identical(names(said$sections)[3], "Accuracy by group")
  expect_length(said$sections, 3)
  expect_true(all(lengths(said$sections) > 0))
  weighted <- transform(satellite, w = rep(1:4, 500) / 3, by = rep(c("a", "b"), c(1980, 20)))
  few <- prediction_set(truth ~ svm + random_forest, weighted, weights = w, weights_are = "sampling", by = by)
  judged <- verdict(few, "accuracy")
  expect_match(printed_text(judged), "\\(1\\) p too small with only")
  expect_no_match(summary_text(judged), "(1)", fixed = TRUE)
})
