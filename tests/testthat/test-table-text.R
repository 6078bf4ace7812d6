test_that("a narrow console gets intervals below and columns side by side as they fit", {
  v <- verdict(prediction_set(truth ~ ., satellite))
  for (width in c(60, 80, 200)) {
    lines <- strsplit(format(as_table(v), width = width), "\n")[[1]]
    expect_lte(max(nchar(lines)), width)
  }
  wide <- strsplit(format(as_table(v), width = 200), "\n")[[1]]
  expect_match(wide, "0.797[*] +.0.778, 0.814. +[*][*]0.910[*][*] .0.896, 0.921.", all = FALSE)
  narrow <- strsplit(format(as_table(v), width = 80), "\n")[[1]]
  expect_match(narrow, "^ +.0.778, 0.814. ", all = FALSE)
  expect_match(narrow, "Between **: the best of its row", fixed = TRUE, all = FALSE)
})

test_that("a table of labels alone is one part", {
  expect_equal(text_parts(list("a", "b"), 2, 80), list(1:2))
})
