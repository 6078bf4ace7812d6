stack <- function(truth, times) {
  set.seed(4)
  truth <- rep(truth, times)
  data.frame(truth, nb = sample(truth), rf = sample(truth))
}

test_that("repetitions without ids are refused", {
  d <- stack(rep(c("a", "b"), 20), 2)
  d$repetition <- rep(1:2, each = 40)
  expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_repeated")
  expect_error(prediction_set(d, truth, nb), class = "verdict_error_repeated")
  expect_snapshot(prediction_set(truth ~ nb, d), error = TRUE)
  expect_error(
    prediction_set(truth ~ nb, d, repetition = repetition),
    class = "verdict_error_repeated"
  )
  expect_snapshot(prediction_set(truth ~ nb, d, repetition = repetition), error = TRUE)
  names(d)[4] <- "Rep"
  expect_error(prediction_set(truth ~ nb, d), class = "verdict_error_repeated")
  d$Rep <- 1
  expect_s3_class(prediction_set(truth ~ nb, d), "prediction_set")
})

test_that("stacked repetitions are recognised by the truth", {
  set.seed(1)
  truth <- sample(c("yes", "no"), 30, TRUE)
  d <- stack(truth, 10)
  expect_error(prediction_set(truth ~ nb + rf, d), class = "verdict_error_repeated")
  expect_snapshot(prediction_set(truth ~ nb + rf, d), error = TRUE)
  conversions <- list(
    factor, function(x) x == "yes", function(x) match(x, truth), function(x) match(x, truth) + 0
  )
  for (as in conversions) {
    d$truth <- as(rep(truth, 10))
    expect_error(prediction_set(truth ~ nb + rf, d), class = "verdict_error_repeated")
  }
  expect_equal(prediction_set(truth ~ nb, stack(truth, 10), id = rep(1:30, 10))$n_clusters, 30)
  own <- prediction_set(truth ~ nb, stack(truth, 10), id = seq_len(300))
  expect_equal(own$n_clusters, 300)
  expect_equal(own$design$type, "holdout")
})

test_that("what is not stacked is not refused", {
  set.seed(2)
  accepted <- function(truth, ...) {
    expect_s3_class(prediction_set(truth ~ nb, stack(truth, 1), ...), "prediction_set")
  }
  accepted(rep(c("a", "b"), 100)) # made up by rep()
  accepted(rep(c("a", "b"), each = 100)) # sorted
  accepted(rep(sample(rep(c("a", "b"), 9)), 4)) # blocks of 18
  accepted(rep("a", 100)) # one class
  accepted(rep(c("a", "b", "a"), c(500, 2, 500)))
  accepted(c(rep(sample(rep(c("a", "b"), 50)), 2)[-(1:2)], "b", "a", "a", "b")) # all but equal
  rare <- rep(c("a", "b", "a"), c(19, 1, 20)) # two blocks of 40, by chance 1 in 79
  accepted(rep(rare, 2))
  accepted(rep(sample(rep(c("a", "b"), 30)), 2), weights = rep(1, 120))
  accepted(c(NA, rep(sample(rep(c("a", "b"), 30)), 2)), na = "omit")
})

test_that("smallest_block() agrees with trying every length", {
  by_trial <- function(x) {
    n <- length(x)
    for (m in which(n %% seq_len(n) == 0)) if (all(x == rep(x[seq_len(m)], n / m))) return(m)
  }
  set.seed(3)
  for (n in c(1, 2, 5, 12, 30)) {
    for (L in c(1, 2, 3, 4, 12, 30)) {
      x <- rep(sample(1:2, n, TRUE), L)
      expect_equal(smallest_block(x, tabulate(x)[tabulate(x) > 0]), by_trial(x))
    }
  }
})

test_that("a difference beyond the sampled pairs is found", {
  set.seed(5)
  x <- rep(sample(1:2, 5e4, TRUE), 4)
  expect_equal(smallest_block(x, tabulate(x)), 5e4)
  swapped <- which(diff(x) != 0)[60000]
  x[swapped + 0:1] <- x[swapped + 1:0]
  expect_equal(smallest_block(x, tabulate(x)), 2e5)
})

test_that("log_chance() counts orders", {
  # 4 rows, two of each class: 6 orders, in 2 of them (abab, baba) the halves are equal.
  expect_equal(log_chance(c(2, 2), 2), log(2 / 6))
  expect_equal(log_chance(c(2, 2, 2), 2), log(6 / 90))
})

test_that("prime_factors() multiply up", {
  for (n in c(1, 2, 12, 97, 360, 1001, 65536)) {
    factors <- prime_factors(n)
    expect_equal(prod(factors), n)
    expect_true(all(vapply(factors, function(p) p == 2 || all(p %% 2:ceiling(sqrt(p)) > 0), NA)))
  }
})

test_that("ids that repeat but are not used are refused, or warned of if few do", {
  set.seed(6)
  d <- stack(sample(c("a", "b"), 40, TRUE), 1)
  d <- rbind(d, d)[sample(80), ]
  d$id <- rep(1:40, 2)[order(order(runif(80)))]
  expect_error(prediction_set(truth ~ nb + rf, d), class = "verdict_error_repeated")
  expect_snapshot(prediction_set(truth ~ nb + rf, d), error = TRUE)
  expect_error(prediction_set(d, truth, nb), class = "verdict_error_repeated")
  expect_equal(prediction_set(truth ~ nb, d, id = id)$n_clusters, 40)
  expect_equal(prediction_set(truth ~ nb, d, id = 1:80)$n_clusters, 80)
  for (as in list(factor, as.character, as.double)) {
    expect_error(prediction_set(truth ~ nb, transform(d, id = as(id))), class = "verdict_error_repeated")
  }
  names(d)[4] <- "rowIndex"
  expect_error(prediction_set(truth ~ nb, d), "rowIndex", class = "verdict_error_repeated")
  d <- d[!duplicated(d$rowIndex), ]
  d$rowIndex[2] <- d$rowIndex[1]
  expect_warning(prediction_set(truth ~ nb, d), "2 of 40 rows", class = "verdict_warning_repeated")
})

test_that("ids that say nothing raise no alarm", {
  d <- stack(sample(c("a", "b"), 40, TRUE), 1)
  silent <- function(...) expect_silent(prediction_set(truth ~ nb + rf, cbind(d, ...)))
  silent(id = 40:1)
  silent(id = c(NA, NA, 3:40)) # unknown is not the same
  silent(id = rep(c("Fold1", "Fold2"), 20)) # of tidymodels, where .row is the observation
  silent(id = factor(rep(c("Fold1", "Fold2"), 20)), .row = 1:40)
  silent(.row = 1:40, id = rep(1:2, 20))
  silent(identity = 1, grid = 2)
  silent(id = I(as.list(rep(1, 40))))
})

test_that("an id taken for a classifier is seen", {
  d <- stack(sample(c("a", "b"), 40, TRUE), 1)
  d$id <- 1:40
  expect_error(prediction_set(truth ~ ., d), "id", class = "verdict_error_column")
})

test_that("a covariate taken for a classifier is warned of, and noted", {
  d <- data.frame(
    truth = c("a", "b", "a", "b", "c", "a"), p = c("a", "b", "b", "b", "c", "a"),
    age = c(31L, 40L, 22L, 31L, 55L, 60L), weight = 1:6
  )
  expect_snapshot(set <- prediction_set(truth ~ ., d))
  expect_warning(prediction_set(truth ~ p + age, d), "age", class = "verdict_warning_column")
  expect_match(set$notes, "age and weight predict no class of the truth.", fixed = TRUE, all = FALSE)
  expect_silent(prediction_set(truth ~ p, d, weights = weight))
  counts <- table(d[c("truth", "p", "age")])
  expect_warning(set <- as_prediction_set(counts), "age", class = "verdict_warning_column")
  expect_match(set$notes, "age predicts no class", all = FALSE)
})

test_that("a classifier that is wrong on every row raises no alarm where the classes are known", {
  d <- data.frame(truth = c("a", "a"), nb = c("b", "b"))
  expect_warning(prediction_set(truth ~ nb, d), class = "verdict_warning_column")
  expect_silent(prediction_set(truth ~ nb, d, levels = c("a", "b")))
  d$truth <- factor(d$truth, c("a", "b"))
  expect_silent(prediction_set(truth ~ nb, d))
  expect_silent(as_prediction_set(table(d)))
})

test_that("unused columns that are no vectors are let pass", {
  d <- data.frame(truth = rep(c("a", "b"), 5), m1 = rep(c("a", "b", "b", "a", "a"), 2))
  plain <- prediction_set(truth ~ m1, d)
  for (name in c("id", "fold", "repetition", ".row")) {
    for (value in list(matrix(1:20, 10), I(as.list(1:10)), data.frame(a = 1:10))) {
      d[[name]] <- value
      expect_identical(prediction_set(truth ~ m1, d), plain)
    }
    d[[name]] <- NULL
  }
})

test_that("an id of a class that compares its values in its own way is recognised", {
  registerS3method("duplicated", "picky", function(x, incomparables = FALSE, ...) {
    if (!identical(incomparables, FALSE)) stop("not compared")
    duplicated(unclass(x))
  })
  d <- stack(rep(c("a", "b"), 10), 1)
  d$id <- structure(c(1, 1, 3:20), class = "picky")
  expect_warning(prediction_set(truth ~ nb, d), "2 of 20 rows share their id", class = "verdict_warning_repeated")
  d$id <- structure(c(20:2, NA), class = "picky")
  expect_silent(prediction_set(truth ~ nb, d))
})

test_that("columns that probabilities leave unused are heard too", {
  rows <- transform(twelve[rep(1:12, 2), ], a = a + rep(c(0, .01), each = 12), id = 1:12)
  rows$repetition <- rep(1:2, each = 12)
  refused <- function(set, why) expect_error(set, why, class = "verdict_error_repeated")
  refused(probability_set(event ~ a + b, rows), "column repetition, but `id` is not given")
  refused(probability_set(rows, event, a, b), "column repetition, but `id` is not given")
  refused(suppressMessages(verdict(event ~ a + b, rows)), "column repetition, but `id` is not given")
  single <- rows[names(rows) != "repetition"]
  expect_warning(probability_set(event ~ a + b, single), "24 of 24 rows share", class = "verdict_warning_repeated")
  expect_length(unique(probability_set(event ~ a + b, rows, id = id)$cluster), 12)
  sites <- transform(rows[names(rows) != "repetition"], id = rep(1:8, 3))
  expect_message(probability_set(event ~ a + b, sites), "24 of 24 rows share", class = "verdict_message_repeated")
  expect_silent(own <- probability_set(event ~ a + b, rows, id = seq_len(24)))
  expect_null(own$cluster)

  # A fold changes the caveat and no number.
  plain <- twelve_set()
  x <- probability_set(event ~ a + b, transform(twelve, fold = rep(1:3, 4)))
  expect_identical(set_units(x)$design$type, "cross-validated")
  expect_output(print(x), "Taken for cross-validated, from column fold")
  expect_identical(as_prediction_set(x)$design$type, "cross-validated")
  expect_identical(compare_classifiers(x)$p.value, compare_classifiers(plain)$p.value)
  wide <- data.frame(truth = thirds()$truth, rf = thirds()$rf, svm = thirds()$svm, fold = 1:2)
  expect_identical(set_units(probability_set(truth ~ rf + svm, wide, positive = "a"))$design$type, "cross-validated")

  # Counts: rows of scores mostly differ, so that a warning is all that is due.
  wide <- wide[1:8, ]
  wide$n <- 1:8
  expect_warning(probability_set(truth ~ rf + svm, wide), "looks like counts", class = "verdict_warning_weights")
  counted <- transform(twelve, n = 1:12)
  expect_warning(probability_set(counted, event, a, b), "weights = n", class = "verdict_warning_weights")
  expect_silent(probability_set(event ~ a + b, counted, weights = n))
  expect_silent(probability_set(event ~ a + b, rbind(counted, counted), id = 1:24))
})

test_that("rows of the same patient are asked about, by that name too", {
  data <- data.frame(patient = rep(1:10, each = 4), truth = rep(0:1, 20), a = rep(c(0, 1, 1, 0), 10), b = rep(0:1, 20))
  expect_warning(
    prediction_set(truth ~ a + b, data), "40 of 40 rows share their .?patient", class = "verdict_warning_repeated"
  )
  expect_warning(prediction_set(truth ~ a + b, list(data[1:20, ], data[21:40, ])), "share their .?patient")
  expect_no_error(prediction_set(truth ~ a + b, data, id = patient))
  names(data)[1] <- "subject" # of a benchmark: mathematics, law
  expect_no_condition(prediction_set(truth ~ a + b, data))
})
