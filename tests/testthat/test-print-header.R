test_that("a prevalence that the units do not know is said as it is written", {
  expect_identical(prevalence_words(list(prevalence = NULL), "0.95/0.05"), "0.95/0.05")
  units <- list(prevalence = c(ham = 0.95, spam = 0.05))
  expect_identical(prevalence_words(units, "0.95/0.05"), "ham 0.95 and spam 0.05")
})

test_that("rows that stand for others are said to", {
  expect_null(weight_words(list(n = 10, n_rows = 10)))
  expect_identical(weight_words(list(n = 12.5, n_rows = 10)), " (standing for 12.5)")
  expect_null(weight_words(list(n = NA_real_, n_rows = NA_real_)))
  expect_null(weight_words(list(n = c(10, 20), n_rows = c(10, 20))))
})

test_that("an unknown number of rows is not said", {
  expect_null(header_rows(list(n = NA_real_, n_rows = NA_real_)))
  x <- estimate_set(c(a = 0.5, b = 0.6), diag(2) * 1e-3)
  for (result in list(compare_classifiers(x), assess_classifiers(x), omnibus_test(x), verdict(x))) {
    expect_no_match(capture.output(print(result)), "NA")
  }
})
