test_that("a truth that is no labels is refused as by prediction_set()", {
  rows <- data.frame(y = c(1, 1, 0, 0), a = c(.9, .4, .3, .2))
  odd <- list(
    list = as.list(rows$y), date = as.Date("2026-01-01") + rows$y,
    labelled = structure(rows$y, class = c("haven_labelled", "vctrs_vctr", "double"))
  )
  for (y in odd) {
    rows$y <- y
    expect_error(probability_set(y ~ a, rows), "Labels must be", class = "verdict_error_type")
  }
})

test_that("ties of all pairs are 100%", {
  rows <- data.frame(y = c(1, 1, 0, 0), a = .5)
  expect_output(print(probability_set(y ~ a, rows)), "classes: 100% of the pairs")
})

test_that("a probability that is above 1 by rounding is shown as it is", {
  rows <- data.frame(y = c(1, 1, 0, 0), a = c(1 + 2^-52, 0.4, 0.3, 0.2))
  said <- expect_error(probability_set(y ~ a, rows), class = "verdict_error_scores")
  expect_match(conditionMessage(said), "it has 1.0000000000000002", fixed = TRUE)
  expect_match(conditionMessage(said), "pmin(pmax(p, 0), 1)", fixed = TRUE)
  said <- expect_error(probability_set(y ~ a, transform(rows, a = 2 * a)), class = "verdict_error_scores")
  expect_no_match(conditionMessage(said), "rounding")
})

test_that("every way in makes the same set", {
  x <- twelve_set()
  expect_s3_class(x, c("probability_set", "evidence"), exact = TRUE)
  expect_identical(x$truth, as.integer(twelve$event))
  expect_identical(x$scores, unname(as.matrix(twelve[c("a", "b")])))
  expect_identical(x$order[, 1] + 1L, order(twelve$a))
  expect_identical(probability_set(twelve$event, a = twelve$a, b = twelve$b), x)
  expect_identical(probability_set(twelve$event, as.matrix(twelve[c("a", "b")])), x)
  expect_identical(probability_set(twelve$event, list(a = twelve$a, b = twelve$b)), x)
  event <- twelve$event
  a <- twelve$a
  b <- twelve$b
  expect_identical(probability_set(event ~ a + b), x)
  logical <- probability_set(event == 1, a = a, b = b)
  expect_identical(
    unclass(logical)[c("truth", "positive", "negative")], list(truth = x$truth, positive = "TRUE", negative = "FALSE")
  )
  label <- ifelse(event == 1, "ill", "well")
  for (truth in list(label, factor(label), factor(label, c("well", "ill")))) {
    y <- probability_set(truth, a = a, b = b, positive = "ill")
    expect_identical(unclass(y)[c("truth", "scores", "positive", "negative")], list(
      truth = x$truth, scores = x$scores, positive = "ill", negative = "well"
    ))
  }
  three <- probability_set(c("x", "y", "z"), a = c(.1, .2, .3), positive = "z")
  expect_identical(three$negative, "not z")
  expect_identical(x[], x)
  expect_identical(x["b"], probability_set(event ~ b, twelve))
  expect_identical(x[c(new = "b", "a")]$classifiers, c("new", "a"))
})

test_that("rows of weight 0 and rows with missing values are left out for all classifiers", {
  d <- twelve
  d$b[3] <- NA
  expect_error(probability_set(event ~ a + b, d), "in 1 row", class = "verdict_error_na")
  x <- probability_set(event ~ a + b, d, na = "omit")
  expect_identical(x$n_omitted, 1L)
  expect_identical(x$scores, twelve_set()$scores[-3, ])
  d$b <- NULL
  d$w <- rep(c(0, 1), 6)
  y <- probability_set(event ~ a, d, weights = w)
  expect_identical(y$scores[, 1], d$a[d$w == 1])
  expect_equal(y$n_omitted, 0)
  expect_error(probability_set(event ~ a, d, weights = rep(0, 12)), class = "verdict_error_empty")
  expect_error(probability_set(event ~ a, d[0, ]), class = "verdict_error_empty")
})

test_that("what is not a probability is refused with what to do", {
  refuse <- function(expr, class, words) {
    expect_error(expr, words, class = paste0("verdict_error_", class))
  }
  e <- twelve$event
  refuse(probability_set(e, p = 100 * twelve$a), "scores", "percent")
  refuse(probability_set(e, p = twelve$a - .5), "scores", "scores = TRUE")
  refuse(probability_set(e, p = 1000 * twelve$a), "scores", "scores = TRUE")
  refuse(probability_set(e, p = as.character(twelve$a)), "scores", "as.numeric")
  refuse(probability_set(e, p = factor(twelve$a)), "scores", "prediction_set")
  refuse(probability_set(e, p = twelve$a > 0.5), "scores", "as.numeric")
  refuse(probability_set(e, p = as.Date("2020-01-01") + e), "scores", "Date")
  refuse(probability_set(ifelse(e, "ill", "well"), p = twelve$a), "positive", "never guessed")
  refuse(probability_set(e + 1, p = twelve$a), "positive", "never guessed")
  refuse(probability_set(e, p = twelve$a, positive = "2"), "positive", "not among")
  refuse(probability_set(twelve), "input", "formula")
  refuse(probability_set(list(1)), "input", "formula")
  refuse(probability_set(), "input", "formula")
  refuse(probability_set(e, p = twelve$a[-1]), "length", "")
  refuse(probability_set(event ~ c, twelve), "column", "does not exist")
  refuse(probability_set(event ~ a, twelve, scores = NA), "argument", "TRUE or FALSE")
  refuse(probability_set(event ~ a, twelve, positiv = 1), "argument", "positive")
  expect_silent(probability_set(e, p = c(-Inf, Inf, twelve$a[-(1:2)]), scores = TRUE))
})

test_that("printing says what there is", {
  local_reproducible_output(width = 80)
  expect_snapshot({
    twelve_set()
    twelve_set(id = patient)
    probability_set(event ~ a, twelve[-2, ], fold = rep(1:2, length.out = 11), scores = TRUE)
    probability_set(event ~ a, transform(twelve, a = replace(a, 1, NA)), na = "omit")
  })
})

test_that("labels at a threshold are a prediction set", {
  x <- as_prediction_set(twelve_set(), threshold = 0.5)
  labels <- data.frame(truth = twelve$event, a = +(twelve$a >= .5), b = +(twelve$b >= .5))
  y <- prediction_set(truth ~ a + b, labels, positive = "1", levels = c("1", "0"))
  expect_identical(as.data.frame(compare_classifiers(x)), as.data.frame(compare_classifiers(y)))
  expect_equal(assess_classifiers(x, "recall")$estimate, c(4, 4) / 5)
  expect_equal(assess_classifiers(as_prediction_set(twelve_set(), c(.5, .9)), "recall")$estimate, c(4, 2) / 5)
  clustered <- as_prediction_set(twelve_set(id = patient), .5)
  expect_equal(clustered$n_clusters, 5)
  expect_error(as_prediction_set(twelve_set(), "best"), class = "verdict_error_argument")
  expect_error(as_prediction_set(twelve_set(), c(.1, .2, .3)), class = "verdict_error_argument")
  scores <- probability_set(event ~ a, twelve, scores = TRUE)
  expect_error(as_prediction_set(scores), "missing", class = "verdict_error_argument")
  expect_equal(assess_classifiers(as_prediction_set(scores, .75), "specificity")$estimate, 6 / 7)
})

test_that("a set that was changed by hand is an error", {
  change <- function(...) utils::modifyList(twelve_set(), list(...), keep.null = TRUE)
  x <- twelve_set()
  swapped <- x$order
  swapped[1:2, 1] <- swapped[2:1, 1]
  swapped[3:12, 1] <- rev(swapped[3:12, 1])
  edits <- list(
    change(scores = 1), change(scores = as.matrix(1:12)), change(truth = 1:3), change(truth = as.double(x$truth)),
    change(truth = x$truth + 1L), change(order = swapped), change(order = x$order[, 1]), change(order = x$order + 0.5),
    change(weight = "a"), change(weight = rep(-1, 12)), change(weight = 1), change(cluster = 1:3),
    change(cluster = rep(0L, 12)), change(stratum = rep(99L, 12)), change(classifiers = "a"),
    change(classifiers = NULL), change(cluster = rep(NA_integer_, 12)),
    change(classifiers = c("a", "a")), change(positive = NULL), change(is_probability = NA), change(n_omitted = -1),
    change(scores = x$scores + NA)
  )
  # Both verbs ask for the same.
  for (i in seq_along(edits)) {
    verbs <- list(compare_classifiers, print)[if (i == 1) 1:2 else i %% 2 + 1]
    for (verb in verbs) expect_error(verb(edits[[i]]), class = "verdict_error_set")
  }
})

test_that("folds of one class each have no area within folds, and no standard error of it", {
  x <- probability_set(c(1, 1, 0, 0), a = c(.9, .8, .3, .4), fold = c(1, 1, 2, 2))
  found <- assess_classifiers(x, "roc_auc")
  expect_identical(c(found$estimate, found$std.error), c(NA_real_, NA_real_))
  expect_identical(found$status, "absent")
})

test_that("what is no probability, event or truth is told with what to do", {
  e <- c(1, 0, 1, 0)
  said <- function(expr) conditionMessage(tryCatch(expr, error = identity))
  expect_match(said(probability_set(e, a = 100 * c(.9, .1, .8, .3))), "percent")
  expect_no_match(said(probability_set(e, a = c(1.1, .1, .8, .3))), "percent")
  expect_match(said(probability_set(e, a = Sys.Date() + 1:4)), "vector of numbers")
  expect_match(said(probability_set(c(0, 0), a = c(.1, .2), positive = "1")), "levels name it")
  expect_error(probability_set(c(.5, 2.5), a = c(.1, .2)), "truth > 1", class = "verdict_error_positive")
  expect_match(said(probability_set(e, a = c(NA, .1, .8, .3), b = e)), "partial")
  expect_no_match(said(probability_set(e, a = c(NA, .1, .8, .3))), "partial")
})

test_that("a row without its id or its fold is refused", {
  for (arg in c("id", "fold")) {
    given <- c(list(c(1, 0, 1, 0), p = c(.9, .1, .6, .4)), stats::setNames(list(c(NA, 1, 2, NA)), arg))
    expect_error(do.call(probability_set, given), "It is in 2 rows: 1, 4", class = paste0("verdict_error_", arg))
  }
})

test_that("a matrix of scores says the same as its columns, and stays as it is", {
  event <- rep(0:1, 20)
  p <- matrix((1:80 * 37) %% 79 / 80, 40, dimnames = list(NULL, c("a", "b")))
  given <- p + 0
  attr(p, "made.by") <- "somebody"
  x <- probability_set(event, p)
  expect_identical(unclass(x), unclass(probability_set(event, a = given[, 1], b = given[, 2])))
  p[] <- 0
  expect_identical(x$scores, unname(given))
  lacking <- replace(given, 3, NA)
  expect_identical(
    unclass(probability_set(event, lacking, na = "omit")),
    unclass(probability_set(event, a = lacking[, 1], b = lacking[, 2], na = "omit"))
  )
  expect_identical(
    probability_set(event, given[, 2:1])$scores, probability_set(event, b = given[, 2], a = given[, 1])$scores
  )
  expect_identical(lacking, replace(given, 3, NA))
})

test_that("a matrix of scores is not copied, whatever it is called and carries", {
  skip_if_not(capabilities("profmem"))
  event <- rep(0:1, 20)
  p <- matrix((1:80 * 37) %% 79 / 80, 40, dimnames = list(NULL, c("a", "b")))
  tracemem(p)
  expect_output(x <- probability_set(event, p), NA)
  untracemem(p)
  x$scores[1, 1] <- 0.5
  expect_identical(p[1, 1], c(a = 37 / 80))
  expect_identical(x$scores, unname(replace(p, 1, 0.5)))
  expect_identical(unserialize(serialize(probability_set(event, p), NULL)), probability_set(event, p))
})

test_that("a column of a matrix that somebody writes into is a copy", {
  p <- matrix(as.numeric(1:6), 3)
  columns <- .Call(ffi_column_split, p)
  column <- columns[[2]]
  column[2] <- 0
  expect_identical(column, c(4, 0, 6))
  expect_identical(columns[[2]], c(4, 5, 6))
  expect_identical(sort(columns[[2]], decreasing = TRUE), c(6, 5, 4))
  expect_identical(unserialize(serialize(columns, NULL)), list(c(1, 2, 3), c(4, 5, 6)))
  whole <- .Call(ffi_column_bind, columns)
  expect_identical(whole, p)
  whole[3, 2] <- 0
  expect_identical(whole, replace(p, 6, 0))
  expect_identical(.Call(ffi_column_bind, columns[2:1]), p[, 2:1])
  expect_identical(.Call(ffi_column_bind, columns[1]), p[, 1, drop = FALSE])
  expect_identical(p, matrix(as.numeric(1:6), 3))
  empty <- .Call(ffi_column_split, matrix(numeric(), 0, 2))
  expect_identical(empty, list(numeric(), numeric()))
})

test_that("print counts ties among the pairs that the AUC takes", {
  event <- rep(1:0, 4)
  score <- rep(1:4, each = 2)
  expect_output(print(probability_set(event, a = score, scores = TRUE)), "25% of the pairs")
  expect_output(print(probability_set(event, a = score, scores = TRUE, fold = score)), "100% of the pairs")
})
