test_that("tidy() gives a plain data frame", {
  expect_identical(class(tidy(mock_comparison())), "data.frame")
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
