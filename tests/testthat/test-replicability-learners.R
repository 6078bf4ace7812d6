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

test_that("impossible studies of learners are refused", {
  skip_if_not_installed("future.apply")
  two <- list(a = majority, b = nearest)
  refused <- function(..., message = NULL) {
    expect_error(replicability_study(..., sizes = 50), message, class = "verdict_error_study")
  }
  refused(iris)
  refused(iris, "Species")
  refused(iris, "Species", list(majority))
  refused(iris, "Species", list(majority, nearest))
  refused(iris, "Species", list(a = majority, majority))
  refused(iris, "Species", list(a = majority, a = nearest), message = "\"a\" occurs twice")
  refused(iris, "Species", list(a = majority, Species = nearest), message = "\"Species\" occurs twice")
  refused(iris, "Species", list(a = majority, b = list(fitted = mean, predict = mean)))
  refused(iris, "Kind", two, message = "must be the name of a column")
  refused(iris, Kind, two, message = "must be the name of a column")
  refused(transform(iris, Species = replace(Species, 1:3, NA)), "Species", two, message = "3 rows .* have no truth")
  refused(iris, "Species", two, globals = 1)
  refused(iris, "Species", two, globals = list(1))
  refused(iris, "Species", two, globals = "no_such_variable", message = "no_such_variable")
  expect_error(
    replicability_study(iris, "Species", two, sizes = 50, packages = 1), class = "verdict_error_argument"
  )
  # The default test is tried before anything is trained.
  untrained <- list(fit = function(data) stop("trained"), predict = function(model, newdata) model)
  expect_error(
    replicability_study(iris, "Species", list(a = untrained, b = untrained), sizes = 50, metric = "gini"),
    class = "verdict_error_metric"
  )
})

test_that("the truth is named by a symbol or a string", {
  skip_if_not_installed("future.apply")
  run <- function(truth) {
    set.seed(7)
    replicability_study(
      iris, {{ truth }}, list(a = majority, b = nearest), sizes = 40, test_fractions = 0.5, n = 2,
      metric = "accuracy"
    )
  }
  name <- "Species"
  expect_identical(run(Species), run("Species"))
  expect_identical(run(name), run("Species"))
})

test_that("globals and packages travel with learners", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  global <- function(f) `environment<-`(f, globalenv())
  variables <- list(
    verdict_column = "Species", verdict_limit = 1,
    verdict_mode = global(function(data) names(which.max(table(data[[verdict_column]]))))
  )
  names <- names(variables)
  list2env(variables, globalenv())
  on.exit(rm(list = names, envir = globalenv()))
  first <- list(
    fit = global(function(data) verdict_mode(data)),
    predict = function(model, newdata) rep(model, nrow(newdata))
  )
  test <- global(function(set) {
    p <- verdict::compare_classifiers(set, "accuracy")$p.value
    min(p, verdict_limit)
  })
  run <- function(...) {
    set.seed(8)
    replicability_study(
      iris, Species, list(a = first, b = nearest), sizes = 60, test_fractions = 0.5, n = 4,
      test = test, ...
    )
  }
  one <- run()
  expect_identical(one$failed, 0L)
  on.exit(future::plan(future::sequential), add = TRUE)
  future::plan(future::multisession, workers = 2)
  expect_identical(run(), one)
  expect_warning(without <- run(globals = FALSE), class = "verdict_warning_study")
  expect_match(attr(without, "failures")$message, "verdict_mode")
  # Not to be found by looking at the code.
  first$fit <- global(function(data) get(paste0("verdict_", "mode"))(data))
  expect_warning(run(), class = "verdict_warning_study")
  expect_identical(run(globals = names), one)
  expect_identical(run(globals = variables, packages = "stats"), one)
})

test_that("classes whose text is not marked as UTF-8 are those of marked text", {
  set.seed(1)
  say <- function(k) learner(function(data, ...) 1, function(model, newdata, ...) rep(words[k], nrow(newdata)))
  words <- c("z\u00fc", "\u00e9t\u00e9")
  rows <- data.frame(t = rep(words, 20), x = 1:40)
  Encoding(rows$t) <- "unknown"
  found <- replicability_study(
    rows, "t", list(a = say(1), b = say(2)), sizes = 30, test_fractions = 0.5, n = 2, metric = "accuracy"
  )
  expect_identical(found$failed, 0L)
})
