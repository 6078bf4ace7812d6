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
  alone <- study(test = function(x) assess_classifiers(x, "accuracy", null = 0.8))
  expect_identical(alone$test, paste("accuracy,", set$classifiers))
  omnibus <- study(test = function(x) omnibus_test(x, "recall"))
  expect_identical(omnibus$test, set$classes)
  p <- study(test = function(x) c(precision = omnibus_test(x, over = "classes")$p.value))
  expect_identical(study(test = function(x) omnibus_test(x, over = "classes")), p)
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
    expect_identical(found$replicability, NA_real_)
  }
  expect_identical(study(function(x) NA_real_)$failed, 2L)
  expect_identical(nrow(attr(study(function(x) NA_real_), "failures")), 0L)
})

test_that("impossible studies are refused", {
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  study <- function(...) replicability_study(set, ...)
  expect_error(study(sizes = 5000), class = "verdict_error_study")
  expect_error(study(sizes = 1.5), class = "verdict_error_study")
  expect_error(study(sizes = 100, test_fractions = 1), class = "verdict_error_study")
  expect_error(study(sizes = 100, n = 1), class = "verdict_error_study")
  expect_error(study(sizes = 100, n = 1e10), class = "verdict_error_study")
  expect_error(study(), class = "verdict_error_study")
  expect_error(study(sizes = 100, test = 1), class = "verdict_error_study")
  expect_error(study(sizes = 100, conf.level = 1), class = "verdict_error_argument")
  expect_error(study(sizes = 100, metric = "gini"), class = "verdict_error_metric")
  expect_error(study(sizes = 100, foo = 1), class = "verdict_error_argument")
  expect_error(replicability_study(1), class = "verdict_error_set")
  expect_error(study(sizes = 4, test_fractions = 0.1), class = "verdict_error_study")
  expect_error(study(sizes = 4, test_fractions = 0.9), class = "verdict_error_study")
})

test_that("populations beyond 2^31 are drawn from", {
  d <- data.frame(
    truth = c("a", "b", "a", "b"), m = c("a", "b", "b", "b"), k = c("a", "b", "a", "a"),
    w = c(3e9, 2e9, 1e8, 2e8)
  )
  set <- prediction_set(truth ~ m + k, d, weights = w)
  set.seed(1)
  right <- NULL
  study <- replicability_study(
    set, sizes = c(1000, 4e9), test_fractions = 0.5, n = 2,
    test = function(x) {
      right <<- c(right, sum(x$count * (x$patterns[, 1] == x$patterns[, 2])) / x$n)
      0.5
    }
  )
  expect_identical(study$failed, c(0L, 0L))
  # 5.2e9 of 5.3e9 rows, four standard errors of 500 rows and of 2e9
  expect_lt(max(abs(right[1:2] - 52 / 53)), 4 * sqrt(52 / 53^2 / 500))
  expect_lt(max(abs(right[3:4] - 52 / 53)), 4 * sqrt(52 / 53^2 / 2e9))
})

test_that("populations of which only the sum is beyond 2^31 are drawn from without warnings", {
  d <- data.frame(t = c("a", "b", "a"), x = c("a", "b", "b"), y = c("a", "a", "a"))
  set <- prediction_set(t ~ x + y, d, weights = rep(8e8, 3))
  right <- NULL
  set.seed(1)
  expect_no_warning(replicability_study(
    set, sizes = 10, n = 300, metric = "accuracy", test_fractions = 0.5,
    test = function(x) {
      right <<- c(right, sum(x$count * (x$patterns[, 1] == x$patterns[, 2])) / x$n)
      0.5
    }
  ))
  # Five of ten rows, 2 of 3 are right: four standard errors of the mean of 300
  expect_lt(abs(mean(right) - 2 / 3), 4 * sqrt(2 / 9 / 5 / 300))
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

test_that("a study of nothing but failures is drawn too", {
  skip_if_not_installed("ggplot2")
  set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
  study <- suppressWarnings(
    replicability_study(set, c(50, 100), 0.5, n = 2, test = function(x) stop("no"))
  )
  drawn <- ggplot2::ggplot_build(ggplot2::autoplot(study))
  local_null_device()
  expect_s3_class(ggplot2::layer_grob(ggplot2::autoplot(study), 2)[[1]], "tile_text")
  expect_identical(unique(drawn$data[[1]]$fill), "grey85")
  expect_error(plot(study[0, ]), "no surface", class = "verdict_error_study")
  expect_error(ggplot2::autoplot(study[1:3]), "no surface", class = "verdict_error_study")
  expect_error(plot(study, main = "x"), class = "verdict_error_argument")
  expect_match(drawn$plot$labels$caption, "Grey: fewer than two decisions.", fixed = TRUE)
})

test_that("a p-value equal to alpha rejects whatever its rounding", {
  # Of three rows that only one has right the exact p is 2 / 2^3.
  truth <- c("a", "b", "a", "a", "a")
  rows <- data.frame(truth, one = truth, two = c("a", "b", "b", "b", "b"))
  set <- prediction_set(rows, truth, c(one, two))
  exact <- function(x) compare_classifiers(set, "accuracy", method = "exact")
  found <- replicability_study(set, 4, 0.5, n = 3, test = exact, alpha = 1 / 4)
  expect_equal(found$rejected, 3)
  expect_equal(replicability(rep(exact(set)$p.value, 3), alpha = 1 / 4)$rejected, 3)
})

test_that("rows of a cross-validation are drawn without its folds, by the tests of the pooled rows", {
  some <- subset(vehicle_cv, repetition == 1)
  study <- function(x) {
    set.seed(3)
    replicability_study(x, sizes = c(300, 600), test_fractions = 0.5, n = 6, metric = "accuracy")
  }
  found <- study(prediction_set(truth ~ random_forest + svm, some, fold = fold))
  expect_equal(found$failed, c(0, 0))
  expect_equal(as.data.frame(found), as.data.frame(study(prediction_set(truth ~ random_forest + svm, some))),
    ignore_attr = "caveats"
  )
  expect_output(print(found), "trained on overlapping data")
  again <- study(prediction_set(truth ~ random_forest + svm, vehicle_cv, id = id, fold = fold, repetition = repetition))
  expect_equal(again$failed, c(0, 0))
})
