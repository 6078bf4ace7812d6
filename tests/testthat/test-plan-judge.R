# Expected numbers: the tuned difference estimator written down by stratum.

judged <- function(n_labels = 3, seed = 5) {
  set.seed(seed)
  n <- 400
  truth <- sample(c("a", "b"), n, TRUE)
  wrong <- function(p) ifelse(runif(n) < p, ifelse(truth == "a", "b", "a"), truth)
  d <- data.frame(one = wrong(0.15), two = wrong(0.25), grade = wrong(0.1), truth = truth)
  pattern <- paste(d$one, d$two, d$grade)
  keep <- unlist(lapply(split(seq_len(n), pattern), function(at) at[seq_len(min(n_labels, length(at)))]))
  d$truth[-keep] <- NA
  d
}

difference_by_hand <- function(d, question = "population") {
  gain <- function(label) (d$one == label) - (d$two == label)
  by <- split(seq_len(nrow(d)), paste(d$one, d$two))
  by <- by[!names(by) %in% c("a a", "b b")]
  part <- lapply(by, function(at) {
    known <- at[!is.na(d$truth[at])]
    n <- length(known)
    list(
      N = length(at), n = n, size = length(at)^2 * (1 - n / length(at)) / n, all = mean(gain(d$grade)[at]),
      d = gain(d$truth)[known], f = gain(d$grade)[known]
    )
  })
  total <- function(f) sum(vapply(part, f, 0))
  l <- total(function(s) s$size * cov(s$d, s$f)) / total(function(s) s$size * var(s$f))
  l <- min(max(l, 0), 1)
  estimate <- total(function(s) s$N * (l * s$all + mean(s$d - l * s$f))) / nrow(d)
  v <- total(function(s) s$size * var(s$d - l * s$f)) / nrow(d)^2
  if (question == "population") v <- v + (total(function(s) s$N * mean(s$d^2)) / nrow(d) - estimate^2) / nrow(d)
  c(estimate, sqrt(v))
}

test_that("with few labels a judge comes in by differences", {
  d <- judged()
  smooth <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade, smoothing = 0)
  found <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two"))
  expect_gt(compare_classifiers(smooth, "accuracy")$std.error, found$std.error)
  expect_equal(c(found$estimate, found$std.error), difference_by_hand(d))
  expect_equal(found$estimate.classifier - found$estimate.reference, found$estimate)
  expect_equal(found$p.value, 2 * pnorm(-abs(found$estimate / found$std.error)))
  rows <- as.data.frame(compare_classifiers(x, "accuracy", reference = "two", question = "rows"))
  expect_equal(rows$std.error, difference_by_hand(d, "rows")[2])
  error <- as.data.frame(compare_classifiers(x, "error", reference = "two"))
  expect_equal(c(error$estimate, error$std.error), c(-found$estimate, found$std.error))
  expect_equal(error$estimate.classifier, 1 - found$estimate.classifier)
  expect_output(print(compare_classifiers(x, "accuracy"), width = 200), "The judge is right on [0-9.]+% of the rows")
  expect_equal(compare_classifiers(x, "accuracy", alternative = "greater")$conf.high, 1)
  expect_equal(compare_classifiers(x, "accuracy", alternative = "less")$conf.low, -1)
  d$truth[d$one == "a" & d$two == "b"] <- NA
  lost <- compare_classifiers(prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade), "accuracy")
  expect_true(is.na(lost$estimate))
  expect_match(lost$note, "no label for pattern \\(a, b, ")
})

test_that("a judge that says nothing of the truth changes nothing, and with labels enough it makes strata", {
  d <- judged()
  d$grade <- rep(c("a", "b"), 200)
  x <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", judge = grade)
  bare <- prediction_set(truth ~ one + two, d, labelling = "by_pattern", smoothing = 0)
  expect_equal(difference_by_hand(d)[1], compare_classifiers(x, "accuracy", reference = "two")$estimate)
  expect_equal(
    compare_classifiers(bare, "accuracy", reference = "two", method = "wald")$estimate, difference_by_hand(d)[1],
    tolerance = 0.5
  )
  many <- prediction_set(truth ~ one + two, judged(12), labelling = "by_pattern", judge = grade)
  found <- compare_classifiers(many, "accuracy")
  expect_true(is.finite(found$df))
  expect_output(print(found, width = 200), "worth [0-9]+% more labels")
  expect_output(print(verdict(many), width = 200), "The judge is right on")
})
