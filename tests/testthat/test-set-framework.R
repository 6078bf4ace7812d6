caret <- framework_fixture("caret")
tidy <- framework_fixture("tidymodels")$objects
mlr3 <- lapply(framework_fixture("mlr3")$results, as_mlr3_result)
quietly <- function(code) suppressMessages(code, classes = "verdict_message")

test_that("a list holds models, each with a name", {
  refused <- function(x, class) expect_error(as_prediction_set(x), class = paste0("verdict_error_", class))
  refused(list(), "empty")
  refused(list(1), "input")
  refused(list(caret$lda, NULL), "input")
  refused(list(prediction_set(truth ~ tree, satellite)), "input")
  refused(list(caret$resamples), "input")
  refused(list(a = caret$lda, a = caret$knn), "classifier")
  refused(list(mlr3$rpart$predictions()[[1]], mlr3$rpart$predictions()[[1]]), "classifier")
  expect_error(as_prediction_set(caret["lda"], foo = 1), class = "verdict_error_argument")
  expect_error(as_prediction_set(caret["lda"], na = "no"), class = "verdict_error_argument")
  expect_error(as_score_set(list(caret$lda, satellite)), class = "verdict_error_input")
  expect_snapshot(error = TRUE, {
    as_prediction_set(list(a = caret$lda, b = 1))
    as_prediction_set(list(prediction_set(truth ~ tree, satellite)))
    as_prediction_set(list(caret$lda, caret$lda))
  })
})

test_that("models of different packages make one set, if they were tested alike", {
  split <- tidy$last_tree
  rows <- split$.predictions[[1]]
  as_pred <- function(rows) data.frame(pred = rows$.pred_class, obs = rows$Species, rowIndex = rows$.row)
  set <- quietly(as_prediction_set(list(
    tune = split, caret = as_pred(tidy$last_multinom$.predictions[[1]]),
    mlr3 = as_mlr3_prediction(list(
      row_ids = rows$.row, truth = rows$Species, response = as.character(rows$.pred_class)
    ))
  )))
  known <- as_prediction_set(list(tune = split, caret = tidy$last_multinom))
  found <- assess_classifiers(set, "accuracy")$estimate
  expect_equal(found[1:2], assess_classifiers(known, "accuracy")$estimate)
  expect_equal(found[3], found[1])
})

test_that("one test set, and other rows", {
  expect_error(
    as_prediction_set(list(a = tidy$last_tree, b = mlr3$holdout_rpart)), class = "verdict_error_observation"
  )
  other <- tidy$last_multinom
  other$.predictions[[1]]$Species <- rev(other$.predictions[[1]]$Species)
  expect_error(as_prediction_set(list(a = tidy$last_tree, b = other)), class = "verdict_error_truth")
  expect_snapshot(error = TRUE, {
    as_prediction_set(list(a = tidy$last_tree, b = mlr3$holdout_rpart))
    as_prediction_set(list(a = tidy$last_tree, b = other))
  })
})

test_that("missing predictions are an error, or left out", {
  lacking <- caret$lda
  lacking$pred$pred[3] <- NA
  expect_error(as_prediction_set(list(knn = caret$knn, lda = lacking)), class = "verdict_error_na")
  set <- as_prediction_set(list(knn = caret$knn, lda = lacking), na = "omit")
  expect_equal(c(set$n_rows, set$n_omitted), c(179, 1))
})

test_that("labels of different types go together", {
  expect_equal(join_labels(list(1:2, 3)), c(1, 2, 3))
  expect_equal(join_labels(list(1:2, "b")), c("1", "2", "b"))
  expect_equal(join_labels(list(factor("b"), factor(c("a", "b")))), factor(c("b", "a", "b"), c("b", "a")))
  expect_equal(join_labels(list(TRUE, FALSE)), c(TRUE, FALSE))
  expect_null(join_labels(list(1, NULL)))
})

test_that("classifiers may have any name, and rows any order", {
  names <- c("\u00e4 b", "100%", "truth")
  models <- stats::setNames(caret[c("knn", "lda")], names[1:2])
  set <- as_prediction_set(models)
  expect_equal(set$classifiers, names[1:2])
  set.seed(1)
  shuffled <- lapply(models, function(model) {
    model$pred <- model$pred[sample(nrow(model$pred)), ]
    model
  })
  expect_equal(as_prediction_set(shuffled), set)
  expect_error(as_prediction_set(stats::setNames(caret["lda"], "truth")), class = "verdict_error_column")
})

# `x` with a part replaced.
broken <- function(x, at, by) {
  if (is.environment(x)) {
    y <- list2env(as.list(x))
    assign(at, by, y)
  } else {
    y <- unclass(x)
    y[at] <- list(by)
  }
  attributes(y) <- attributes(x)
  y
}

test_that("an object that was changed by hand gives an error of this package, or its set", {
  judge <- function(make, x) {
    tryCatch(suppressWarnings(quietly(make(x))), verdict_error = function(cnd) expect_s3_class(cnd, "verdict_error"))
  }
  objects <- list(
    list(caret$knn, c("method", "modelType", "results", "pred", "bestTune", "control", "resample")),
    list(caret$resamples, c("models", "metrics", "values")),
    list(tidy$tuned, c("splits", "id", ".metrics", ".predictions")), list(tidy$set, c("wflow_id", "result")),
    list(mlr3$rpart, c("task_type", "learner", "resampling", "predictions", "score")),
    list(mlr3$rpart$predictions()[[1]], c("row_ids", "truth", "response"))
  )
  for (object in objects) {
    for (at in object[[2]]) {
      for (by in list(NULL, list(), sum)) {
        x <- broken(object[[1]], at, by)
        judge(as_prediction_set, x)
        judge(as_score_set, x)
      }
    }
  }
  refused <- function(x, class, make = as_prediction_set) {
    expect_error(make(x), class = paste0("verdict_error_", class))
  }
  changed <- broken(caret$knn, "control", 1)
  expect_error(as_score_set(changed), "not as its package makes it", class = "verdict_error_input")
  expect_error(as_score_set(list(a = caret$knn, b = changed)), "This is b", class = "verdict_error_input")
  refused(broken(caret$knn, "pred", broken(caret$knn$pred, "pred", NULL)), "input")
  nothing <- as_mlr3_prediction(list(row_ids = integer(), truth = factor(), response = factor()))
  refused(nothing, "predictions")
  lacking <- data.frame(row_ids = 1:2, truth = c("a", "b"), response = I(matrix(1:4, 2)))
  refused(as_mlr3_prediction(lacking), "predictions")
  refused(broken(caret$resamples, "models", character()), "empty", as_score_set)
  refused(list(), "empty", as_score_set)
  nameless <- suppressMessages(as_score_set(broken(caret$knn, "method", NULL)))
  expect_equal(nameless$classifiers, "model")
})
