satellite_set <- prediction_set(truth ~ ., satellite)

test_that("every verb's result has a table", {
  two <- prediction_set(truth ~ naive_bayes + tree, satellite)
  scores <- score_set(data.frame(x = (1:10) / 11, y = (c(2:10, 1) / 12)), design = "datasets", metric = "accuracy")
  results <- list(
    verdict(two), assess_classifiers(two, "accuracy"), compare_classifiers(two, "recall"), omnibus_test(satellite_set),
    rank_classifiers(satellite_set), omnibus_test(two, over = "classes"), compare_bayesian(scores),
    compare_classifiers(scores),
    compare_independent(c(a = 40, b = 50), c(60, 70)), compare_classifiers(two, "accuracy", margin = 0.05),
    omnibus_test(two, c("accuracy", "kap"), over = "metrics"), verdict(scores)
  )
  for (x in results) {
    table <- as_table(x)
    expect_s3_class(table, "result_table")
    cells <- as.data.frame(table)
    expect_gt(nrow(cells), 0)
    expect_true(all(vapply(cells, is.character, NA)))
    for (format in c("text", "latex", "html", "markdown", "docx")) expect_type(format(table, format), "character")
  }
})

test_that("the statistic is in every long table", {
  for (x in list(compare_classifiers(satellite_set, "recall"), omnibus_test(satellite_set), verdict(satellite_set))) {
    expect_true("statistic" %in% names(as.data.frame(as_table(x, layout = "long"))))
  }
})

test_that("columns are chosen, also those that print() does not show", {
  x <- compare_classifiers(satellite_set, "precision", reference = "svm")
  table <- as_table(x, columns = c("adj. p", "class", "std.error", "df", "p.value", "method"))
  cells <- as.data.frame(table)
  expect_named(cells, c("class", "adj. p", "std.error", "df", "p.value", "method"))
  expect_equal(as.numeric(cells$std.error), x$std.error, tolerance = 0.01)
  expect_equal(unique(cells$df), "1")
  expect_error(as_table(x, columns = "nonsense"), class = "verdict_error_column")
  expect_error(as_table(x, columns = 3), class = "verdict_error_argument")
  x$df <- NA_real_
  expect_equal(unique(as.data.frame(as_table(x, columns = c("class", "df")))$df), "")
  wide <- as_table(verdict(satellite_set), columns = c("class", "tree", "svm"))
  expect_named(as.data.frame(wide), c("class", "tree", "svm"))
})

test_that("captions, labels and notes can be given", {
  x <- mock_comparison()
  expect_match(format(as_table(x)), "^Precision by class: rf against nb\n")
  expect_match(format(as_table(x, caption = "My\nown")), "^My own\n")
  expect_no_match(format(as_table(x, caption = FALSE)), "rf against nb")
  expect_match(format(as_table(x, label = "mine"), "latex"), "\\caption{\\label{tab:mine}", fixed = TRUE)
  expect_no_match(format(as_table(x, notes = FALSE)), "Interval:")
  expect_error(as_table(x, caption = 1), class = "verdict_error_argument")
  expect_error(as_table(x, label = c("a", "b")), class = "verdict_error_argument")
  expect_error(as_table(x, notes = NA), class = "verdict_error_argument")
  expect_error(as_table(x, best = "red"), class = "verdict_error_argument")
  expect_error(as_table(x, rows = "red"), class = "verdict_error_argument")
  expect_error(as_table(x, colums = "p"), class = "verdict_error_argument")
})

test_that("what is no result has no table", {
  expect_error(as_table(satellite), class = "verdict_error_table")
  expect_error(as_table(1), class = "verdict_error_table")
  expect_error(as_table(mock_comparison()[0, ]), class = "verdict_error_table")
  expect_error(as_table(omnibus_test(satellite_set), "wide"), class = "verdict_error_table")
  expect_error(as_table(mock_comparison()[1:3]), class = "verdict_error_table")
  ranking <- rank_classifiers(satellite_set)
  expect_error(as_table(ranking[0, ]), class = "verdict_error_table")
  ranking$rank <- NULL
  expect_error(as_table(ranking), class = "verdict_error_columns")
  bayes <- compare_bayesian(score_set(data.frame(x = (1:5) / 6, y = 0.5), design = "datasets", metric = "accuracy"))
  bayes$rope <- NULL
  expect_error(as_table(bayes), class = "verdict_error_columns")
})

test_that("printing shows a table of text and gives it back", {
  table <- as_table(mock_comparison())
  expect_output(expect_invisible(print(table)), "soil")
  expect_error(print(table, widht = 20), class = "verdict_error_argument")
  expect_error(format(table, "rtf"), class = "verdict_error_argument")
})
