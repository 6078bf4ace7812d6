d <- data.frame(
  truth = c("a", "b", "b", "a"), nb = c("a", "b", "a", "a"), rf = c("b", "b", "b", "a"),
  case = c(1, 1, 2, 2), w = c(1, 2, 1, 3)
)

test_that("all interfaces give the same set", {
  s <- prediction_set(truth ~ nb + rf, d)
  expect_s3_class(s, "prediction_set")
  expect_identical(s$classifiers, c("nb", "rf"))
  expect_identical(s$truth, "truth")
  expect_identical(prediction_set(truth ~ ., d[1:3]), s)
  expect_identical(prediction_set(truth ~ (nb + rf), d), s)
  expect_identical(prediction_set(truth ~ nb + ., d[1:3]), s)
  expect_identical(prediction_set(d, truth, c(nb, rf)), s)
  expect_identical(prediction_set(d, "truth", c("nb", "rf")), s)
  expect_identical(prediction_set(d, 1, 2:3), s)
  expect_identical(prediction_set(d, truth, nb:rf), s)
  expect_identical(prediction_set(d[1:3], truth, -truth), s)
  expect_identical(as_prediction_set(table(d[1:3])), s)
  expect_identical(as_prediction_set(s), s)
})

test_that("id and weights are left out of the dot, however they are given", {
  s <- prediction_set(truth ~ nb + rf, d, id = case, weights = w)
  expect_identical(prediction_set(truth ~ ., d, id = case, weights = w), s)
  expect_identical(prediction_set(truth ~ ., d, id = "case", weights = "w"), s)
  expect_identical(prediction_set(truth ~ ., d, id = tidyselect::all_of("case"), weights = w), s)
  name <- "case"
  expect_identical(prediction_set(truth ~ ., d, id = name, weights = w), s)
  expect_identical(prediction_set(truth ~ ., d, id = !!name, weights = w), s)
  expect_identical(prediction_set(truth ~ ., d[1:3], id = d$case, weights = d$w), s)
  expect_identical(prediction_set(truth ~ nb + rf, d, id = case * 2, weights = w), s)
  expect_identical(prediction_set(d, truth, c(nb, rf), id = case, weights = w), s)
  f <- function(x, column) prediction_set(truth ~ ., x, id = {{ column }}, weights = w)
  expect_identical(f(d, case), s)
  none <- NULL
  expect_identical(prediction_set(truth ~ nb, d, id = none), prediction_set(truth ~ nb, d))
})

test_that("classifiers can be given names", {
  s <- prediction_set(d, c(y = truth), c(A = nb, B = rf))
  expect_identical(s$truth, "y")
  expect_identical(s$classifiers, c("A", "B"))
  expect_identical(colnames(s$patterns), c("y", "A", "B"))
})

test_that("names need not be syntactic", {
  odd <- stats::setNames(d[1:3], c("the truth", "naive Bayes", "{x}"))
  s <- prediction_set(`the truth` ~ `naive Bayes` + `{x}`, odd)
  expect_identical(s$classifiers, c("naive Bayes", "{x}"))
  expect_output(print(s), "{x}", fixed = TRUE)
  expect_output(print(summary(s)), "naive Bayes")
})

test_that("other kinds of data frame do", {
  s <- prediction_set(truth ~ nb + rf, d, id = case)
  skip_if_not_installed("tibble")
  skip_if_not_installed("data.table")
  for (x in list(tibble::as_tibble(d), data.table::as.data.table(d))) {
    expect_identical(prediction_set(truth ~ nb + rf, x, id = case), s)
    expect_identical(prediction_set(x, truth, c(nb, rf), id = case), s)
  }
})

test_that("one row, one class, one classifier", {
  s <- prediction_set(truth ~ nb, data.frame(truth = "a", nb = "a"))
  expect_identical(unname(s$patterns), matrix(1L, 1, 2))
  sizes <- c("count", "n", "n_rows", "n_clusters")
  expect_identical(unclass(s)[sizes], list(count = 1, n = 1, n_rows = 1, n_clusters = 1))
  expect_output(print(s), "right on 100.0%")
})

test_that("a column has one role, in every way in", {
  d <- data.frame(truth = c("a", "b", "a"), m1 = c("a", "b", "b"), m2 = c("a", "a", "a"), w = 1:3)
  for (arg in c("id", "weights", "fold", "repetition")) {
    for (column in c("truth", "m1")) {
      given <- stats::setNames(list(as.name(column)), arg)
      ask <- function(...) expect_error(eval(as.call(c(..., given))), class = "verdict_error_column")
      ask(quote(prediction_set), quote(truth ~ m1 + m2), quote(d))
      ask(quote(prediction_set), quote(d), quote(truth), quote(c(m1, m2)))
    }
  }
  expect_identical(prediction_set(truth ~ ., d, weights = w)$classifiers, c("m1", "m2"))
  long <- data.frame(o = c(1, 2, 1, 2), t = c("a", "b"), who = c("x", "x", "y", "y"), p = "a")
  expect_error(as_prediction_set(long, t, t, who, o), class = "verdict_error_column")
  expect_error(as_prediction_set(long, t, p, o, o), class = "verdict_error_column")
  expect_error(as_prediction_set(long, t, p, who, "t"), class = "verdict_error_column")
  expect_identical(as_prediction_set(long, t, p, who, o, fold = o)$design$folds, 2)
})

test_that("names of columns are valid text", {
  d <- data.frame(truth = c("a", "b"), m1 = c("a", "b"))
  names(d)[2] <- "m\xe9"
  expect_error(prediction_set(d, 1, 2), class = "verdict_error_column")
  latin1 <- "m\xe9"
  Encoding(latin1) <- "latin1"
  names(d)[2] <- latin1
  expect_identical(prediction_set(d, 1, 2)$classifiers, "m\u00e9")
})
