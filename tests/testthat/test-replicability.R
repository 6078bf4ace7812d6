naive <- function(e) {
  pairs <- utils::combn(e, 2)
  mean(pairs[1, ] == pairs[2, ])
}

test_that("replicability is the share of equal pairs", {
  expect_equal(replicability(rep(c(TRUE, FALSE), c(9, 1)))$replicability, 0.8)
  expect_equal(replicability(rep(0:1, c(7, 5)))$replicability, 31 / 66)
  for (seed in 1:5) {
    set.seed(seed)
    e <- runif(12) < seed / 6
    expect_equal(replicability(e)$replicability, naive(e))
  }
})

test_that("decisions come in several forms", {
  e <- c(TRUE, TRUE, FALSE, NA, TRUE)
  expected <- replicability(e)
  expect_equal(replicability(as.integer(e)), expected)
  expect_equal(replicability(ifelse(e, "reject", "accept")), expected)
  expect_equal(replicability(factor(ifelse(e, "reject", "accept"))), expected)
  expect_equal(replicability(ifelse(e, 0.05, 0.051)), expected)
  expect_equal(expected$failed, 1)
  expect_equal(replicability(c(0, 1, 1), type = "p.value")$rejected, 1)
  both <- replicability(cbind(a = c(0.01, 0.2, 0.3), b = c(0.01, 0.02, 0.03)))
  expect_equal(both$test, c("a", "b"))
  expect_equal(both$replicability, c(1 / 3, 1))
})

test_that("the interval maps the rejection rate's", {
  p <- stats::binom.test(2, 20)$conf.int
  found <- replicability(rep(c(TRUE, FALSE), c(2, 18)))
  expect_equal(c(found$conf.high, found$conf.low), as.vector(p^2 + (1 - p)^2))
  expect_equal(c(found$rejection.low, found$rejection.high), as.vector(p))
  expect_equal(replicability(rep(c(TRUE, FALSE), 5))$conf.low, 0.5)
})

test_that("bad decisions are refused", {
  expect_error(replicability(TRUE), class = "verdict_error_decisions")
  expect_error(replicability(c(TRUE, NA)), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 1.2)), class = "verdict_error_decisions")
  expect_error(replicability(c("yes", "no")), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 0.2), type = "decision"), class = "verdict_error_decisions")
  expect_error(replicability(c(0.1, 0.2), alpha = 2), class = "verdict_error_argument")
  expect_error(replicability(list()), class = "verdict_error_decisions")
  expect_error(replicability(NULL), class = "verdict_error_decisions")
})

test_that("a study of predictions rejects at the test's power", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  set.seed(1)
  study <- replicability_study(
    set, sizes = c(100, 1000), test_fractions = 0.5, n = 60, metric = "accuracy"
  )
  expect_identical(study$n, c(60L, 60L))
  expect_equal(study$rejection.rate[2], 1)
  expect_lt(study$rejection.rate[1], 1)
  # By drawing rows.
  by_rows <- replicate(60, {
    rows <- satellite[sample.int(2000, 50), ]
    right <- cbind(rows$naive_bayes == rows$truth, rows$random_forest == rows$truth)
    b <- sum(right[, 2] & !right[, 1])
    n <- sum(right[, 1] != right[, 2])
    p <- if (n == 0) 1 else 2 * pbinom(min(b, n - b), n, 0.5) - dbinom(min(b, n - b), n, 0.5)
    p <= 0.05
  })
  expect_lt(abs(mean(by_rows) - study$rejection.rate[1]), 0.25)
})

test_that("all rows drawn are the set itself", {
  set <- prediction_set(truth ~ naive_bayes + svm, vehicle_cv, id = id)
  drawn <- function(size) {
    kept <- NULL
    test_subset(set, size, function(x) {
      kept <<- x
      1
    })
    kept
  }
  whole <- drawn(set$n_clusters)
  expect_equal(whole$count, set$count)
  expect_equal(whole$profiles, set$profiles)
  some <- drawn(100)
  expect_equal(c(some$n_clusters, some$n), c(100, 1000))
  expect_true(all(some$profiles$multiplicity <= set$profiles$multiplicity))
})

test_that("several tests, and failures, are counted", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  set.seed(2)
  study <- replicability_study(
    set, sizes = 200, test_fractions = c(0.2, 0.4), n = 8,
    test = function(x) if (runif(1) < 0.3) stop("no luck") else c(a = 0.01, b = 0.5)
  )
  failures <- attr(study, "failures")
  expect_identical(study$test, c("a", "b", "a", "b"))
  expect_equal(study$failed[study$test == "a"], as.vector(table(factor(failures$test_fraction, c(0.2, 0.4)))))
  expect_true(all(failures$message == "no luck"))
  expect_true(all(vapply(failures$seed, is.integer, NA)))
  expect_equal(study$replicability, rep(1, 4))
  expect_output(print(study), "repetitions? failed; their messages and seeds")
  # The seed of a failure draws the same again.
  old <- .Random.seed
  assign(".Random.seed", failures$seed[[1]], globalenv())
  again <- test_subset(set, 200 * failures$test_fraction[1], function(x) {
    if (runif(1) < 0.3) stop("no luck") else 1
  })
  assign(".Random.seed", old, globalenv())
  expect_identical(again$error, "no luck")
})

test_that("any test of the package can be studied", {
  set <- prediction_set(truth ~ naive_bayes + random_forest + svm, satellite)
  study <- function(...) {
    set.seed(4)
    replicability_study(set, sizes = 300, test_fractions = 0.5, n = 5, ...)
  }
  written <- study(test = function(x) {
    found <- compare_classifiers(x, "recall", reference = "svm")
    rlang::set_names(found$p.value, paste0(found$class, ", ", found$classifier, " vs svm"))
  })
  expect_identical(study(test = function(x) compare_classifiers(x, "recall", reference = "svm")), written)
  expect_identical(study(metric = "recall", reference = "svm"), written)
  omnibus <- study(test = function(x) omnibus_test(x, "recall"))
  expect_identical(omnibus$test, set$classes)
  p <- study(test = function(x) global_test(x)$p.value)
  expect_identical(study(test = function(x) global_test(x)), p)
  expect_identical(study(test = function(x) stats::binom.test(x$n_rows - 140, 20)), study(test = function(x) {
    stats::binom.test(x$n_rows - 140, 20)$p.value
  }))
})

test_that("what is no p-value is a failure, and nothing but failures a warning", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  study <- function(test) replicability_study(set, 100, 0.5, n = 2, test = test)
  for (test in list(
    function(x) "0.1", function(x) 2, function(x) c(0.1, 0.2), function(x) numeric(), function(x) NULL
  )) {
    expect_warning(found <- study(test), "All 2 repetitions failed", class = "verdict_warning_study")
    expect_identical(found$failed, 2L)
    expect_identical(found$replicability, NA)
  }
  expect_identical(study(function(x) NA_real_)$failed, 2L)
  expect_identical(nrow(attr(study(function(x) NA_real_), "failures")), 0L)
})

majority <- list(
  fit = function(data) names(which.max(table(data$Species))),
  predict = function(model, newdata) rep(model, nrow(newdata))
)
nearest <- list(
  fit = function(data) aggregate(data[1:4], data["Species"], mean),
  predict = function(model, newdata) {
    gap <- vapply(seq_len(nrow(model)), FUN.VALUE = double(nrow(newdata)), function(k) {
      rowSums(sweep(as.matrix(newdata[1:4]), 2, as.double(model[k, -1]))^2)
    })
    model$Species[max.col(-gap)]
  }
)

test_that("learners are refitted, the same for any number of workers", {
  skip_if_not_installed("future.apply")
  run <- function() {
    set.seed(3)
    replicability_study(
      iris, "Species", list(majority = majority, nearest = nearest), sizes = 60,
      test_fractions = c(0.3, 0.5), n = 5, metric = "accuracy"
    )
  }
  one <- run()
  expect_equal(one$rejection.rate, c(1, 1))
  skip_on_cran()
  skip_if_not_installed("future")
  on.exit(future::plan(future::sequential))
  for (workers in 1:2) {
    future::plan(future::multicore, workers = workers)
    expect_identical(run(), one)
  }
})

test_that("a learner that fails is reported with its seed", {
  skip_if_not_installed("future.apply")
  broken <- list(fit = function(data) stop("singular"), predict = function(model, newdata) model)
  set.seed(4)
  expect_warning(study <- replicability_study(
    iris, "Species", list(a = majority, b = broken), sizes = 60, test_fractions = 0.5, n = 3
  ), class = "verdict_warning_study")
  expect_identical(nrow(attr(study, "failures")), 3L)
  expect_match(attr(study, "failures")$message, "singular")
})

test_that("some failures do not stop a study, and too few labels are one", {
  skip_if_not_installed("future.apply")
  moody <- list(
    fit = function(data) if (stats::runif(1) < 0.5) stop("not today") else "setosa",
    predict = function(model, newdata) rep(model, nrow(newdata))
  )
  set.seed(6)
  study <- replicability_study(
    iris, "Species", list(a = majority, b = moody), sizes = 60, test_fractions = 0.5, n = 20,
    metric = "accuracy"
  )
  expect_gt(study$failed, 0)
  expect_gt(study$n, 0)
  expect_identical(nrow(attr(study, "failures")), study$failed)
  single <- list(fit = function(data) 1, predict = function(model, newdata) "setosa")
  expect_warning(replicability_study(
    iris, "Species", list(a = majority, b = single), sizes = 60, test_fractions = 0.5, n = 2
  ), "1 label for 30 rows")
})

test_that("impossible studies are refused", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  study <- function(...) replicability_study(set, ...)
  expect_error(study(sizes = 5000), class = "verdict_error_study")
  expect_error(study(sizes = 1.5), class = "verdict_error_study")
  expect_error(study(sizes = 100, test_fractions = 1), class = "verdict_error_study")
  expect_error(study(sizes = 100, n = 1), class = "verdict_error_study")
  expect_error(study(), class = "verdict_error_study")
  expect_error(study(sizes = 100, test = 1), class = "verdict_error_study")
  expect_error(study(sizes = 100, conf.level = 1), class = "verdict_error_argument")
  expect_error(study(sizes = 100, metric = "gini"), class = "verdict_error_metric")
  expect_error(study(sizes = 100, foo = 1), class = "verdict_error_argument")
  expect_error(replicability_study(1), class = "verdict_error_set")
  expect_error(replicability_study(iris, sizes = 50), class = "verdict_error_study")
  expect_error(replicability_study(iris, "Species", sizes = 50), class = "verdict_error_study")
  expect_error(study(sizes = 4, test_fractions = 0.1), class = "verdict_error_study")
  expect_error(study(sizes = 4, test_fractions = 0.9), class = "verdict_error_study")
  expect_error(
    replicability_study(iris, "Species", list(majority), sizes = 50), class = "verdict_error_study"
  )
  expect_error(
    replicability_study(iris, "Kind", list(a = majority, b = nearest), sizes = 50),
    class = "verdict_error_study"
  )
})

test_that("the surface is drawn", {
  skip_if_not_installed("ggplot2")
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  set.seed(5)
  study <- replicability_study(
    set, sizes = c(100, 200), test_fractions = c(0.3, 0.6), n = 5, metric = "accuracy"
  )
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file)
  plot(study)
  grDevices::dev.off()
  expect_gt(file.size(file), 1000)
})
