d <- few_labels()

test_that("without a word on how labels came about a missing truth is an error that asks for it", {
  expect_error(prediction_set(truth ~ one + two, d), "labelling", class = "verdict_error_na")
})

test_that("rows without a truth are patterns like others", {
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_s3_class(x, "prediction_set")
  expect_identical(x$n, 300)
  expect_identical(sum(x$count[is.na(x$patterns[, "truth"])]), 229)
  expect_identical(x$classes, c("a", "b"))
  counts <- as.data.frame(table(d, useNA = "always"))
  counts <- counts[!is.na(counts$one) & !is.na(counts$two), ]
  same <- prediction_set(truth ~ one + two, counts, weights = Freq, labelling = "random")
  expect_identical(same$patterns, x$patterns)
  expect_identical(same$count, x$count)
  expect_equal(prediction_set(d, truth, -truth, labelling = "by_pattern")$count, x$count)
  none <- transform(d, truth = NA_character_)
  expect_identical(prediction_set(truth ~ one + two, none, labelling = "by_pattern")$classes, c("a", "b"))
  expect_output(print(prediction_set(truth ~ one + two, none, labelling = "unknown")), "0 rows labelled")
})

test_that("factors, numbers and levels are as in other sets", {
  f <- data.frame(
    truth = factor(c("b", NA, "a", NA)), p = factor(c("b", "a", "a", "c")), q = factor(c("a", "a", "a", "b"))
  )
  expect_identical(prediction_set(truth ~ p + q, f, labelling = "random")$classes, c("a", "b", "c"))
  n <- data.frame(truth = c(10, NA, 2, NaN), p = c(10, 2, 2, 10))
  expect_identical(prediction_set(truth ~ p, n, labelling = "random")$classes, c("2", "10"))
  x <- prediction_set(truth ~ p, f, labelling = "random", levels = c("z", "c", "b", "a"))
  expect_identical(x$classes, c("z", "c", "b", "a"))
  expect_identical(x["p"]$classes, x$classes)
  expect_error(
    prediction_set(truth ~ p, f, labelling = "random", levels = c("a", "b")), class = "verdict_error_levels"
  )
  expect_error(
    prediction_set(c("Yes", NA, "No", NA), p = c("yes", "no", "no", "no"), labelling = "random"),
    class = "verdict_error_coding"
  )
})

test_that("what is no way to choose labels is refused", {
  refused <- function(labelling, message, ...) {
    expect_error(
      prediction_set(truth ~ one + two, d, labelling = labelling, ...), message, class = "verdict_error_labelling"
    )
  }
  refused("easy", "how the rows with a truth were chosen")
  refused(TRUE, "It is `TRUE`")
  refused(rep(c(0.5, 0), 150), "above 0, and at most 1")
  refused(rep(c(0.5, NA), 150), "has NA in row 2")
  refused(rep(c(0.5, 1.5), 150), "has 1.5 in row 2")
  refused("random", "leave `part` out", part = TRUE)
  refused("random", "leave `fold` out", fold = rep(1:2, 150))
  refused("unknown", "Strata are for labels", judge = d$one)
  refused("random", "must be known for all rows", judge = replace(d$one, 3, NA))
  expect_error(prediction_set(truth ~ one + two, d, labelling = c(0.5, 0.2)), class = "verdict_error_length")
  expect_error(prediction_set(truth ~ one + two, d, judge = "a"), class = "verdict_error_labelling")
  expect_error(prediction_set(truth ~ one + two, d, question = "rows"), class = "verdict_error_labelling")
  expect_error(prediction_set(truth ~ one, list(d, d), labelling = "random"), class = "verdict_error_labelling")
  expect_error(
    prediction_set(truth ~ one, d, labelling = "random", question = "all"), class = "verdict_error_argument"
  )
  expect_error(prediction_set(truth ~ one, d, labelling = "random", smoothing = -1), class = "verdict_error_argument")
  expect_error(
    prediction_set(truth ~ one, d[0, ], labelling = "random"), class = "verdict_error_empty"
  )
})

test_that("a column may be called as a way to choose", {
  d$random <- 0.5
  x <- prediction_set(truth ~ one + two, d, labelling = random)
  expect_identical(x$labelling$kind, "probability")
  expect_identical(prediction_set(truth ~ one + two, d, labelling = "random")$labelling$kind, "random")
})

test_that("rows without a prediction are refused with their labels, or left out", {
  d$one[c(1, 300)] <- NA
  expect_error(
    prediction_set(truth ~ one + two, d, labelling = "random"), "1 label is of such rows", class = "verdict_error_na"
  )
  x <- prediction_set(truth ~ one + two, d, labelling = "random", na = "omit")
  expect_identical(c(x$n, x$n_omitted), c(298, 2))
  expect_output(print(x), "2 rows lacking a prediction")
})

test_that("a judge's labels and other strata tell rows apart", {
  set.seed(3)
  d$grade <- ifelse(is.na(d$truth) | runif(300) < 0.3, sample(c("a", "b"), 300, TRUE), d$truth)
  d$site <- rep(1:3, 100)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  strata <- interaction(d$one, d$two, d$grade)
  right <- d$one == d$truth
  known <- sum(tapply(right, strata, mean, na.rm = TRUE) * table(strata)) / 300
  expect_equal(assess_classifiers(x["one"])$estimate, known)
  expect_output(print(summary(x)), "judge")
  y <- prediction_set(truth ~ ., d, labelling = "by_pattern", judge = "grade", strata = site)
  expect_identical(y$classifiers, c("one", "two"))
})

test_that("labels said to be random that are not look chosen", {
  x <- prediction_set(truth ~ one + two, d, labelling = "random")
  expect_output(print(x), "Labels look chosen: 59% of disagreements, 16% of agreements; say labelling", fixed = TRUE)
  expect_output(print(summary(x)), "Rows and labels by pattern")
  by <- cbind(c(15, 16, 16, 24), c(75, 14, 8, 132))
  expect_equal(labels_rate_check(x)$statistic, unname(chisq.test(by)$statistic))
  expect_no_match(capture.output(print(prediction_set(truth ~ one + two, d, labelling = "by_pattern"))), "look chosen")
})

test_that("a set that was changed by hand is an error", {
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern")
  changed <- function(change) {
    expect_error(compare_classifiers(change(x)), class = "verdict_error_set")
  }
  changed(function(x) `[[<-`(x, "patterns", x$patterns * 1))
  changed(function(x) `[[<-`(x, "count", -x$count))
  changed(function(x) `[[<-`(x, "classifiers", c("p", "q")))
  changed(function(x) `[[<-`(x, "question", "all"))
  changed(function(x) `[[<-`(x, "labelling", `[[<-`(x$labelling, "strata", list(of = 1:3))))
  changed(function(x) `[[<-`(x, "whole", NULL))
})
