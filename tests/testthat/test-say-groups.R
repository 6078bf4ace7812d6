
test_that("with a margin it is said who is not worse in the groups", {
  x <- prediction_set(truth ~ svm + random_forest, satellite, by = rep(1:4, 500))
  expect_match(printed_text(verdict(x, margin = .03)), "random_forest is not worse in all 4 groups", fixed = TRUE)
})
