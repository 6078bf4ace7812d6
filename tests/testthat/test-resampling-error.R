# Learners that return what is written: the labels of all rows in the replicate that trained.
scripted <- function(predictions) {
  learner(
    function(data) {
      i <- which(vapply(predictions, function(p) identical(sort(as.integer(p$train)), sort(data$row)), NA))
      predictions[[i[1]]]$labels
    },
    function(model, newdata) model[newdata$row]
  )
}

by_hand <- function(labels, train, full, truth) {
  data <- data.frame(row = seq_along(truth), y = factor(truth))
  plan <- resampling_plan(length(truth), "bootstrap", repetitions = length(train), seed = 1)
  for (b in seq_along(train)) {
    plan$splits[[b]]$train <- as.integer(train[[b]])
    plan$splits[[b]]$test <- setdiff(seq_along(truth), train[[b]])
  }
  known <- c(
    Map(function(l, t) list(labels = l, train = t), labels, train), list(list(labels = full, train = seq_along(truth)))
  )
  resample_scores(plan, list(a = scripted(known)), data, y)
}

test_that("the bootstrap's estimates are ipred's", {
  truth <- c(1, 1, 1, 2, 2, 2)
  train <- list(c(1, 1, 2, 4, 5, 5), c(2, 3, 3, 4, 6, 6), c(1, 3, 4, 5, 5, 6), c(1, 2, 2, 3, 4, 4))
  # Out of the bag: rows 3 and 6; 1 and 5; 2; 5 and 6. Wrong: 3, 6, 6, and 5 once.
  labels <- list(c(1, 1, 2, 2, 2, 1), c(1, 1, 1, 2, 1, 2), c(1, 1, 1, 2, 2, 2), c(1, 1, 1, 2, 2, 1))
  x <- error_estimate(by_hand(labels, train, c(1, 1, 1, 2, 2, 1), truth))
  # ipred 0.9-13, bootest() with list.tindx
  expect_equal(x$error, c(1 / 6, 0.5, 0.377333, 0.5), tolerance = 1e-6)
  expect_identical(x$estimator, c("resubstitution", "out_of_bag", "632", "632+"))
  expect_match(x$note[2], "1 row never out of the bag")
  replicates <- error_estimate(by_hand(labels, train, c(1, 1, 1, 2, 2, 1), truth), average = "replicate")
  expect_equal(replicates$error[2], mean(c(1, 0.5, 0, 0.5)))
  expect_equal(replicates$error[3], 0.368 / 6 + 0.632 * 0.5)
  expect_true(is.na(replicates$std.error[2]))
})

test_that("above the error of no information the published formula stays", {
  truth <- c(1, 1, 1, 2, 2, 2)
  train <- list(c(1, 2, 3, 4, 4, 4), c(4, 5, 6, 1, 1, 1), c(1, 1, 2, 5, 5, 4))
  wrong <- 3 - truth
  x <- error_estimate(by_hand(rep(list(wrong), 3), train, c(1, 1, 1, 2, 2, 1), truth))
  overfit <- (1 - 1 / 6) / (0.5 - 1 / 6)
  expect_equal(x$error[4], 0.368 / 6 + 0.632 + (0.5 - 1 / 6) * 0.368 * 0.632 * overfit / (1 - 0.368 * overfit))
  expect_match(x$note[4], "above that of no information")
  # A learner that always says one class is no worse on the rows that it was fitted to: it does not overfit.
  constant <- rep(1, 6)
  x <- error_estimate(by_hand(rep(list(wrong), 3), train, constant, truth))
  expect_equal(x$error[4], 0.368 / 2 + 0.632)
  expect_match(x$note[4], "above that of no information")
  expect_identical(x$note[3], error_estimate(by_hand(rep(list(constant), 3), train, constant, truth))$note[4])
})

test_that("the jackknife after the bootstrap leaves out each row in turn", {
  set.seed(4)
  loss <- matrix(stats::rbinom(9 * 80, 1, 0.4), 9)
  loss[matrix(stats::runif(9 * 80) < 0.6, 9)] <- NA
  without <- vapply(1:9, FUN.VALUE = 0, function(i) {
    mean(rowMeans(loss[-i, is.na(loss[i, ]) == FALSE], na.rm = TRUE), na.rm = TRUE)
  })
  expect_equal(jackknife_error(loss), sqrt(8 / 9 * sum((without - mean(without))^2)))
  expect_identical(jackknife_error(loss[1:2, ]), NA_real_)
  expect_identical(jackknife_error(replace(loss, 1:2, NA)[, 1, drop = FALSE]), NA_real_)
})

first <- learner(function(data) "a", function(model, newdata) rep("a", nrow(newdata)))
broken <- learner(function(data) stop("no"), function(model, newdata) NULL)

test_that("a hold-out set has the binomial intervals", {
  data <- data.frame(y = rep(c("a", "b"), c(160, 40)))
  plan <- resampling_plan(data, "holdout", test_fraction = 0.5, strata = y, seed = 1)
  x <- resample_scores(plan, list(a = first, b = broken), data, y)
  found <- error_estimate(x)
  expect_equal(found$error[1], 0.2)
  expect_equal(c(found$conf.low[1], found$conf.high[1]), as.vector(stats::prop.test(20, 100, correct = FALSE)$conf.int))
  expect_identical(found$note[2], "the learner failed")
  exact <- error_estimate(x, interval = "clopper-pearson", conf.level = 0.9)
  expected <- stats::binom.test(20, 100, conf.level = 0.9)$conf.int
  expect_equal(c(exact$conf.low[1], exact$conf.high[1]), as.vector(expected))
  wald <- error_estimate(x, interval = "normal")
  expect_equal(c(wald$conf.low[1], wald$conf.high[1]), 0.2 + c(-1, 1) * stats::qnorm(0.975) * 0.04)
  logit <- error_estimate(x, interval = "logit")
  odds <- log(20 / 80) + c(-1, 1) * stats::qnorm(0.975) / 4
  expect_equal(c(logit$conf.low[1], logit$conf.high[1]), stats::plogis(odds))
})

test_that("folds have the corrected t interval, once or repeated, and the textbook's on request", {
  data <- data.frame(y = sample(rep(c("a", "b"), c(70, 30))))
  set.seed(2)
  x <- resample_scores(resampling_plan(data, folds = 5, seed = 3), list(a = first), data, y)
  errors <- 1 - x$scores$score
  found <- error_estimate(x)
  expect_equal(found$error, mean(errors))
  expect_identical(found$interval, "corrected_t")
  way <- stats::qt(0.975, 4) * sqrt((1 / 5 + 1 / 4) * stats::var(errors))
  expect_equal(c(found$conf.low, found$conf.high), pmin(1, mean(errors) + c(-way, way)))
  textbook <- error_estimate(x, interval = "t")
  expect_equal(c(textbook$conf.low, textbook$conf.high), as.vector(stats::t.test(errors)$conf.int))
  again <- resample_scores(resampling_plan(data, folds = 5, repetitions = 3, seed = 3), list(a = first), data, y)
  corrected <- error_estimate(again)
  errors <- 1 - again$scores$score
  expect_identical(corrected$interval, "corrected_t")
  expect_equal(corrected$std.error, sqrt((1 / 15 + 1 / 4) * stats::var(errors)))
  expect_equal(error_estimate(again, interval = "t")$std.error, sqrt(stats::var(errors) / 15))
  splits <- resample_scores(resampling_plan(data, "monte_carlo"), list(a = first), data, y)
  expect_identical(error_estimate(splits)$interval, "corrected_t")
  loo <- error_estimate(resample_scores(resampling_plan(data, "leave_one_out"), list(a = first), data, y))
  expect_equal(c(loo$error, loo$n), c(0.3, 100))
})

test_that("no spread, one split and failures are said", {
  data <- data.frame(y = rep(c("a", "b"), 10))
  run <- function(learner, ...) {
    error_estimate(resample_scores(resampling_plan(data, ..., strata = y, seed = 1), list(l = learner), data, y))
  }
  expect_identical(run(first, folds = 5)$note, "zero variance")
  expect_identical(run(first, "monte_carlo", repetitions = 1)$note, "one split shows no spread")
  failed <- run(broken, folds = 5)
  expect_identical(failed$error, NA_real_)
  expect_identical(failed$note, "the learner failed in 5 splits")
  none <- run(broken, "bootstrap", repetitions = 5)
  expect_true(all(is.na(none$error)))
  expect_match(none$note[2], "the learner failed on all rows")
})

test_that("estimates print", {
  data <- data.frame(y = rep(c("a", "b"), c(14, 6)))
  x <- resample_scores(resampling_plan(data, folds = 4, seed = 2), list(first = first, broken = broken), data, y)
  expect_snapshot(error_estimate(x))
  expect_output(print(error_estimate(x)[1:2]), "cross_validation")
})

test_that("what cannot be estimated is refused", {
  data <- data.frame(y = rep(c("a", "b"), c(14, 6)))
  plan <- resampling_plan(data, "bootstrap", repetitions = 3)
  boot <- resample_scores(plan, list(l = first), data, y, resubstitution = FALSE)
  expect_error(error_estimate(boot), "resubstitution", class = "verdict_error_resampling")
  expect_error(error_estimate(1), class = "verdict_error_resampling")
  expect_error(error_estimate(boot, interval = "t"), class = "verdict_error_argument")
  expect_error(error_estimate(boot, 1), class = "verdict_error_argument")
  folds <- resample_scores(resampling_plan(data, folds = 2), list(l = first), data, y)
  expect_error(error_estimate(folds, interval = "wilson"), class = "verdict_error_argument")
})

test_that("estimates without notes print without a column for them", {
  labels <- rep(c("a", "b"), 30)
  data <- data.frame(x = rep(c(0, 1), 30) + rep(c(0, 0, 0, 0.9, 0, -0.9), 10), y = labels)
  by_half <- learner(function(data) NULL, function(model, data) ifelse(data$x > 0.5, "b", "a"))
  x <- resample_scores(resampling_plan(data, type = "holdout", seed = 1), list(half = by_half), data, y)
  shown <- error_estimate(x)
  text <- capture.output(print(shown))
  expect_identical(any(grepl("note", text)), !all(is.na(shown$note)))
})

test_that("the interval of the bootstrap is named", {
  data <- data.frame(y = rep(c("a", "b"), c(30, 10)))
  x <- resample_scores(resampling_plan(data, "bootstrap", repetitions = 60, seed = 1), list(a = first), data, y)
  found <- error_estimate(x)
  expect_identical(found$interval[found$estimator == "out_of_bag"], "jackknife")
  expect_output(print(found), "Interval: 95%, jackknife after the bootstrap.", fixed = TRUE)
})
