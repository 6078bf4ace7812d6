test_that("tidy() gives a tibble, or without that package a plain data frame", {
  expect_s3_class(tidy(mock_comparison()), if (rlang::is_installed("tibble")) "tbl_df" else "data.frame")
  expect_false(inherits(tidy(mock_comparison()), "verdict_table"))
  expect_identical(class(as_tidy(mock_comparison(), has_tibble = FALSE)), "data.frame")
  expect_named(tidy(mock_comparison()), verdict_columns)
})

test_that("glance() gives one row", {
  g <- glance(mock_comparison())
  expect_equal(nrow(g), 1)
  expect_equal(g$n_comparisons, 3)
  expect_equal(g$n_significant, 2)
  expect_equal(g$min.adj.p.value, min(mock_comparison()$adj.p.value))
  expect_equal(glance(mock_assessment())$min.adj.p.value, NA_real_)
  expect_equal(glance(mock_assessment())$n_untested, 6)
})

test_that("glance() of bound results joins what differs", {
  g <- glance(rbind(mock_comparison(), mock_accuracy(n_rows = 10)))
  expect_equal(g$metric, "precision, accuracy")
  expect_equal(g$method, "weighted generalized score, mid-p McNemar")
  expect_equal(g$n_rows, NA)
})

test_that("a prediction set is not tidied, and says what else to call", {
  expect_error(
    tidy(prediction_set(truth ~ ., satellite)), "as.data.frame", class = "verdict_error_class"
  )
})

test_that("a verdict becomes a data frame", {
  x <- verdict(prediction_set(truth ~ naive_bayes + tree, satellite))
  expect_identical(as.data.frame(x), as.data.frame(tidy(x)))
})
