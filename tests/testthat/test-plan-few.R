
test_that("a class that is left out or taken as 0 takes no other note away", {
  set.seed(17)
  n <- 600
  id <- rep(1:60, 10)
  truth <- sample(c("a", "b", "c"), n, TRUE, c(0.5, 0.49, 0.01))
  call <- function(right, else_) ifelse(stats::runif(n) < right, truth, else_)
  data <- data.frame(truth, x = call(0.85, "a"), y = call(0.8, "b"))
  rare <- sum(truth == "c")
  data$x[truth == "c"] <- rep_len(c("c", "a"), rare)
  set <- function(..., levels = c("a", "b", "c", "z")) prediction_set(truth ~ x + y, data, levels = levels, ...)
  asked <- function(verb, x, ...) verb(x, "recall", average = "macro", zero_division = "skip", ...)
  why <- paste0("only ", rare, " rows of c: too few for this metric where observations occur repeatedly")
  pair <- asked(compare_classifiers, set(id = id))
  expect_identical(c(pair$p.value, pair$conf.low), c(NA_real_, NA_real_))
  expect_identical(pair$note, paste0("averaged over 3 of 4 classes; ", why))
  alone <- asked(assess_classifiers, set(id = id))
  expect_true(all(is.na(alone$conf.low)))
  expect_match(alone$note, why)
  small <- paste0("p may be too small with only ", rare, " rows of c")
  expect_match(asked(compare_classifiers, set(), method = "wald")$note, small)
  expect_match(asked(compare_classifiers, set(id = id), method = "wald")$note, small)
  expect_match(asked(omnibus_test, set(id = id))$note, small)
  # What is 0 by decree has no test where observations occur repeatedly either
  never <- transform(data, x = ifelse(x == "c", "a", x))
  zero <- prediction_set(truth ~ x + y, never, id = id)
  row <- compare_classifiers(zero, "precision", average = "macro", zero_division = "zero")
  expect_identical(c(row$p.value, row$conf.low, row$conf.high), rep(NA_real_, 3))
  expect_match(row$note, "taken as 0: no test or interval holds then")
})

test_that("a number that is withheld for few rows names what the rows have: repetitions or sampling weights", {
  set.seed(3)
  truth <- rep(c("a", "b", "c"), c(5, 30, 25))
  data <- data.frame(truth, x = sample(truth), y = ifelse(stats::runif(60) < 0.8, truth, "b"))
  w <- stats::runif(60, 0.5, 3)
  asked <- function(...) {
    compare_classifiers(prediction_set(truth ~ x + y, data, ...), "recall", average = "macro")$note
  }
  few <- "only 5 rows of a: too few for this metric where "
  expect_identical(asked(id = rep(1:30, 2)), paste0(few, "observations occur repeatedly"))
  expect_identical(asked(weights = w, weights_are = "sampling"), paste0(few, "rows have sampling weights"))
})

test_that("with sampling weights few rows of a class are said of what rests on them alone", {
  set.seed(1)
  truth <- rep(c("a", "b"), c(8, 292))
  guess <- function(right) ifelse(stats::runif(300) < right, truth, ifelse(truth == "a", "b", "a"))
  x <- prediction_set(
    truth ~ one + two, data.frame(truth, one = guess(0.8), two = guess(0.85)), weights = stats::runif(300, 0.5, 3),
    weights_are = "sampling", positive = "a"
  )
  for (metric in c("accuracy", "error", "specificity", "detection_prevalence")) {
    expect_identical(compare_classifiers(x, metric)$note, NA_character_)
    expect_identical(omnibus_test(x, metric)$note, NA_character_)
  }
  for (metric in c("recall", "mcc")) expect_match(omnibus_test(x, metric)$note, "only 8 rows of a")
})

test_that("metrics over all of three classes say where rows are few", {
  truth <- c("a", "a", "b", "b", "b", "c", "c", "a", "c", "b")
  one <- c("a", "a", "b", "b", "c", "c", "c", "b", "c", "b")
  two <- c("b", "a", "b", "c", "c", "a", "c", "b", "b", "a")
  few <- function(times) prediction_set(rep(truth, times), one = rep(one, times), two = rep(two, times))
  for (metric in c("mcc", "kap")) {
    expect_match(compare_classifiers(few(1), metric)$note, "only 10 rows", fixed = TRUE)
    expect_identical(compare_classifiers(few(3), metric)$note, NA_character_)
  }
})
