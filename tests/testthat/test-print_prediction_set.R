test_that("many classes are counted, not listed", {
  labels <- sprintf("class\n%03d", 1:300)
  set <- prediction_set(truth ~ nb, data.frame(truth = labels, nb = rev(labels)))
  lines <- capture.output(print(set))
  expect_lt(max(nchar(lines)), 250)
  expect_match(lines, "class 020 and 280 more$", all = FALSE)
})

test_that("a known prevalence is shown", {
  set <- prediction_set(truth ~ nb, data.frame(truth = c("a", "b"), nb = c("a", "a")))
  expect_output(print(update_prevalence(set, c(a = 0.05))), "prevalence  a 0.05, b 0.95")
})
