test_that("a result has the columns of the design, in order", {
  x <- mock_comparison()
  expect_named(x, verdict_columns)
  expect_s3_class(x, c("verdict_table", "data.frame"), exact = TRUE)
})

test_that("rows can be taken and the class stays, with what it knows", {
  x <- mock_comparison()
  parts <- list(
    x[1:2, ], x[x$class == "soil", ], subset(x, p.value < 0.5), head(x, 1), x[order(-x$estimate), ]
  )
  for (part in parts) {
    expect_s3_class(part, "verdict_table")
    expect_equal(verdict_info(part), verdict_info(x))
  }
  expect_equal(x[2, ]$class, "soil")
  expect_equal(nrow(x[0, ]), 0)
})

test_that("without all the columns it is a plain data frame", {
  x <- mock_comparison()
  for (part in list(x["estimate"], x[, c("class", "p.value")], x[-1])) {
    expect_identical(class(part), "data.frame")
    expect_null(attr(part, "verdict"))
  }
  expect_type(x[, "p.value"], "double")
  expect_type(x[["p.value"]], "double")
  expect_s3_class(x[rev(verdict_columns)], "verdict_table")
})

test_that("a column more does no harm, a column less is said", {
  x <- mock_comparison()
  x$mine <- 1:3
  expect_s3_class(x[1:2, ], "verdict_table")
  expect_output(print(x), "asphalt")
  x$p.value <- NULL
  expect_output(print(x), "estimate.classifier")
  expect_error(format(x), class = "verdict_error_columns")
  expect_snapshot(format(x), error = TRUE)
})

test_that("as.data.frame() drops the class and nothing else", {
  x <- mock_comparison()
  plain <- as.data.frame(x)
  expect_identical(class(plain), "data.frame")
  expect_null(attr(plain, "verdict"))
  expect_named(plain, verdict_columns)
  expect_identical(plain$p.value, x$p.value)
})

test_that("merge() works as for any data frame", {
  merged <- merge(mock_comparison(), data.frame(class = c("soil", "tree"), cost = 1:2))
  expect_equal(nrow(merged), 2)
})

test_that("rbind() keeps the family of each part", {
  x <- rbind(mock_comparison(), mock_accuracy(), NULL)
  expect_s3_class(x, "verdict_table")
  expect_equal(nrow(x), 4)
  expect_equal(verdict_info(x)$family, c(3, 1))
  expect_equal(verdict_info(x)$interval, c("influence-based (log scale)", "Tango"))
  expect_equal(verdict_info(x)$conf.level, 0.95)
  expect_equal(row.names(x), as.character(1:4))
})

test_that("rbind() refuses what doesn't belong together", {
  expect_error(rbind(mock_comparison(), mock_assessment()), class = "verdict_error_bind")
  plain <- data.frame(a = 1)
  expect_error(rbind.verdict_table(mock_comparison(), plain), class = "verdict_error_bind")
  expect_snapshot(rbind(mock_comparison(), mock_assessment()), error = TRUE)
})

test_that("a result survives saving", {
  file <- tempfile()
  x <- mock_comparison()
  saveRDS(x, file)
  expect_identical(readRDS(file), x)
})

test_that("results with different columns are not bound", {
  x <- y <- mock_comparison()
  y$remark <- "mine"
  expect_error(rbind(x, y), class = "verdict_error_bind", regexp = "remark")
  expect_error(rbind(y, x), class = "verdict_error_bind")
  expect_named(rbind(y, y[rev(names(y))]), names(y))
})
