test_that("a table gives the same set as its rows", {
  for (k in c(2, 5)) {
    for (classifiers in 1:3) {
      d <- as_labels(draw_labels(60, k, classifiers), letters[1:k])
      expect_identical(as_prediction_set(table(d)), prediction_set(truth ~ ., d))
    }
  }
})

test_that("dimensions may have labels of their own, in any order", {
  x <- as.table(array(c(1, 0, 2.5, 3, 0, 4), c(2, 3), list(truth = c("b", "a"), nb = c("a", "c", "b"))))
  s <- as_prediction_set(x)
  expect_identical(s$classes, c("b", "a", "c"))
  expect_identical(unname(s$patterns), rbind(c(1L, 2L), c(1L, 3L), c(2L, 1L), c(2L, 3L)))
  expect_identical(s$count, c(1, 2.5, 4, 3))
  expect_match(s$notes, "\"c\" occurs only in predictions")
  expect_identical(as_prediction_set(x, levels = c("c", "b", "a", "z"))$classes, c("c", "b", "a", "z"))
  expect_error(as_prediction_set(x, levels = c("b", "a")), class = "verdict_error_levels")
})

test_that("labels that never occur are dropped, dimensions without a name are named", {
  x <- as.table(matrix(c(5, 0, 0, 0, 2, 0, 0, 0, 0), 3))
  s <- as_prediction_set(x)
  expect_identical(s$classes, c("A", "B"))
  expect_identical(c(s$truth, s$classifiers), c("truth", "classifier1"))
  names(dimnames(x)) <- c("y", "")
  expect_identical(as_prediction_set(x)$truth, "y")
})

test_that("integer and double cells do, up to the largest", {
  counts <- matrix(c(3L, 0L, 1L, 9L), 2, dimnames = list(truth = c("a", "b"), nb = c("a", "b")))
  expect_identical(as_prediction_set(as.table(counts)), as_prediction_set(as.table(counts + 0)))
  expect_identical(as_prediction_set(as.table(counts * 1e15))$n, 1.3e16)
})

test_that("a table of many classes is read once", {
  d <- as_labels(draw_labels(2000, 120, 2), sprintf("c%03d", 1:120))
  expect_identical(as_prediction_set(table(d)), prediction_set(truth ~ ., d))
})

test_that("missing labels of a table are counted", {
  d <- data.frame(truth = c("a", NA, "b"), nb = c("a", "b", NA))
  x <- table(d, useNA = "ifany")
  expect_error(as_prediction_set(x), class = "verdict_error_na")
  s <- as_prediction_set(x, na = "omit")
  expect_identical(s, prediction_set(truth ~ nb, d, na = "omit"))
})

test_that("what is no table of counts is refused", {
  good <- table(truth = c("a", "b"), nb = c("a", "a"))
  bad <- function(cell) {
    x <- good + 0
    x[2, 1] <- cell
    x
  }
  logical <- structure(good == 1, class = "table")
  nameless <- structure(matrix(1:4, 2), class = "table")
  for (x in list(good[, 1, drop = TRUE] |> as.table(), nameless, logical, bad(-1), bad(NA), bad(Inf), bad(NaN))) {
    expect_error(as_prediction_set(x), class = "verdict_error_table")
  }
  same <- table(a = c("a", "b"), a = c("a", "b"))
  expect_error(as_prediction_set(same), class = "verdict_error_column")
  expect_error(as_prediction_set(good * 0), class = "verdict_error_empty")
  expect_error(as_prediction_set(matrix(1:4, 2)), class = "verdict_error_input")
  expect_error(as_prediction_set("a"), class = "verdict_error_input")
  expect_error(as_prediction_set(good, na = "drop"), class = "verdict_error_argument")
  expect_snapshot(error = TRUE, {
    as_prediction_set(good[, 1])
    as_prediction_set(table(c("a", "b")))
    as_prediction_set(nameless)
    as_prediction_set(logical)
    as_prediction_set(bad(-1))
    as_prediction_set(same)
    as_prediction_set(good * 0)
    as_prediction_set(matrix(1:4, 2))
  })
})

test_that("cells with fractions are rows with weights", {
  counts <- table(spam_filters[c("truth", "tree")])
  shares <- as_prediction_set(prop.table(counts))
  expect_identical(shares$n_rows, length(counts))
  expect_equal(shares$n, 1)
  expect_output(print(shares), "Prediction set of 4 rows (standing for 1)", fixed = TRUE)
  for (x in list(shares, as_prediction_set(counts / 7))) {
    expect_no_match(capture.output(print(x)), "clusters", fixed = TRUE)
  }
  expect_match(capture.output(print(as_prediction_set(counts))), "1,601, every row by itself", all = FALSE)
  expect_match(shares$notes, "add up to 1. If they are shares", fixed = TRUE, all = FALSE)
  expect_length(as_prediction_set(counts / 7)$notes, 0)
})

test_that("cells that are whole but for rounding are counts", {
  counts <- as.table(matrix(c(29, 10, 5, 56), 2, dimnames = list(truth = c("a", "b"), m = c("a", "b"))))
  rounded <- prop.table(counts) * 100
  expect_false(all(rounded == counts))
  expect_identical(as_prediction_set(rounded)$count, as_prediction_set(counts)$count)
})

test_that("a label that a dimension has twice is refused", {
  x <- table(truth = c("a", "b", "c"), nb = c("a", "b", "b"))
  dimnames(x)$truth[3] <- "a"
  expect_error(as_prediction_set(x), class = "verdict_error_table")
  expect_snapshot(as_prediction_set(x), error = TRUE)
})

test_that("the truth of a table is found by its name, whichever dimension it is", {
  d <- data.frame(
    Reference = c("a", "b", "a", "b", "a"), Prediction = c("a", "b", "b", "b", "a"),
    m2 = c("a", "a", "a", "b", "b")
  )
  core <- c("classes", "classifiers", "truth", "patterns", "count")
  two <- prediction_set(Reference ~ Prediction, d)
  expect_identical(unclass(as_prediction_set(table(d[2:1])))[core], unclass(two)[core])
  expect_identical(as_prediction_set(table(d[1:2])), two)
  three <- prediction_set(Reference ~ Prediction + m2, d)
  for (order in list(c(2, 1, 3), c(2, 3, 1))) {
    found <- as_prediction_set(table(d[order]))
    expect_identical(unclass(found)[core], unclass(three)[core])
    expect_identical(
      found$notes, paste0("Dimension ", which(order == 1), " of the table was taken as the truth, by its name.")
    )
  }
  expect_identical(as_prediction_set(table(d))$notes, character())
})

test_that("usual names of truth and predictions are known, others keep the first dimension", {
  at <- function(...) truth_dimension(c(...), length(c(...)))$at
  known <- function(...) truth_dimension(c(...), length(c(...)))$known
  names <- c(
    "Truth", "ACTUAL", "Observed", "gold standard", "Gold.Standard", "target", "Condition", "y_true",
    "True class", "ground-truth"
  )
  for (name in names) {
    expect_identical(at("x", name), 2L)
    expect_true(known("x", name))
  }
  for (name in c("Prediction", "PREDICTED", "pred", "y_pred", "predicted.class", "estimate", "yhat")) {
    expect_identical(at(name, "Species"), 2L)
    expect_true(known(name, "Species"))
    expect_identical(at("Species", name), 1L)
  }
  expect_identical(at("Reference", "Actual"), 1L)
  expect_false(known("Reference", "Actual"))
  expect_identical(at("pred", "predicted"), 1L)
  expect_false(known("pred", "predicted"))
  expect_false(known("y", "nb"))
  expect_identical(truth_dimension(NULL, 3)$at, 1L)
  expect_match(
    as_prediction_set(as.table(matrix(c(5, 1, 1, 2), 2)))$notes, "The first dimension of the table was taken",
    fixed = TRUE
  )
})

test_that("a confusion matrix of caret's shape is told which dimension was taken", {
  x <- table(Prediction = c("a", "b", "b"), Reference = c("a", "a", "b"))
  expect_snapshot(as_prediction_set(x, positive = "a"))
  expect_identical(assess_classifiers(as_prediction_set(x), "recall", classes = "a")$estimate, 0.5)
})
