peer <- framework_fixture("dtcompair")

test_that("tables of paired tests have the counts and accuracies of DTComPair", {
  set <- as_prediction_set(peer$table)
  expect_equal(set$classifiers, c("first", "second"))
  expect_equal(set$classes, c("negative", "positive"))
  expect_equal(set$positive, "positive")
  expect_equal(set$n, nrow(peer$rows))
  rows <- peer$rows
  rows[] <- lapply(rows, function(x) factor(x, 0:1, c("negative", "positive")))
  plain <- prediction_set(d ~ y1 + y2, rows, positive = "positive")
  expect_equal(set$patterns, plain$patterns, ignore_attr = TRUE)
  expect_equal(set$count, plain$count)
  found <- assess_classifiers(set, c("sensitivity", "specificity", "ppv", "npv"))
  at <- match(
    paste(peer$accuracy$test, peer$accuracy$measure),
    paste(c(first = "Test1", second = "Test2")[found$classifier], found$metric)
  )
  expect_equal(found$estimate[at], peer$accuracy$estimate)
})

test_that("McNemar's test of them is DTComPair's", {
  found <- compare_classifiers(
    as_prediction_set(peer$table), c("sensitivity", "specificity"), method = "mcnemar", reference = "first"
  )
  for (metric in c("sensitivity", "specificity")) {
    expected <- peer$sesp_mcnemar[[metric]]
    row <- found[found$metric == metric, ]
    expect_equal(unname(chi_squared(row)), unname(expected[["test.statistic"]]))
    expect_equal(row$p.value, unname(expected[["p.value"]]))
    expect_equal(row$estimate, unname(expected[["diff"]]))
  }
})

test_that("what is no such table is refused", {
  odd <- peer$table
  odd$testnames <- "first"
  expect_error(as_prediction_set(odd), class = "verdict_error_table")
  odd <- peer$table
  odd$diseased <- 1:4
  expect_error(as_prediction_set(odd), class = "verdict_error_table")
  for (odd in list(list(), 1)) {
    expect_error(as_prediction_set(structure(odd, class = "tab.paired")), class = "verdict_error_table")
  }
})
