mlr3 <- framework_fixture("mlr3")
results <- lapply(mlr3$results, as_mlr3_result)
folds <- results[c("rpart", "featureless")]

measure <- function(id) {
  known <- Filter(function(measure) measure$id == id, mlr3$measures)[[1]]
  structure(list2env(known[c("id", "minimize")]), class = known$class)
}

test_that("the folds have the accuracies that mlr3 reports, and their repetitions", {
  set <- as_prediction_set(folds)
  expect_equal(set$classifiers, c("rpart", "featureless"))
  expect_equal(set$design, design_of("cross-validated", 3, 2))
  expect_equal(c(set$n_rows, set$n_clusters), c(180, 90))
  expect_equal(set$folds$cells$repetition, c("1", "1", "1", "2", "2", "2"))
  scores <- as_score_set(set)
  for (name in names(folds)) {
    expected <- mlr3$results[[name]]$scores$classif.acc
    expect_equal(unname(scores_by(scores, name, "accuracy")[paste(1:6, c(1, 1, 1, 2, 2, 2))]), expected)
  }
  expect_match(compare_classifiers(set, "accuracy")$method, "corrected")
})

test_that("a result is named by its learner", {
  expect_equal(as_prediction_set(results$rpart)$classifiers, "classif.rpart")
  expect_equal(as_prediction_set(unname(folds))$classifiers, c("classif.rpart", "classif.featureless"))
  expect_error(as_prediction_set(unname(results[c("rpart", "boot_rpart")])), class = "verdict_error_classifier")
})

test_that("predictions of one test set are paired by their rows", {
  set <- as_prediction_set(results[c("holdout_rpart", "holdout_featureless")])
  expect_equal(set$design, design_of())
  accuracy <- c(mlr3$results$holdout_rpart$scores$classif.acc, mlr3$results$holdout_featureless$scores$classif.acc)
  expect_equal(assess_classifiers(set, "accuracy")$estimate, accuracy)
  predictions <- lapply(mlr3$results[c("holdout_rpart", "holdout_featureless")], function(result) {
    rows <- result$predictions[[1]]
    as_mlr3_prediction(rows[sample(nrow(rows)), ])
  })
  again <- as_prediction_set(predictions)
  expect_equal(unclass(again)[c("patterns", "count")], unclass(set)[c("patterns", "count")])
  expect_equal(as_prediction_set(predictions[[1]])$classifiers, "model")
  expect_error(as_score_set(results$holdout_rpart), class = "verdict_error_fold")
  expect_error(as_score_set(predictions), class = "verdict_error_input")
})

test_that("bootstrap samples are no folds", {
  set <- as_prediction_set(results[c("boot_rpart", "boot_featureless")])
  expect_null(set$folds)
  expect_match(set$notes, "no folds")
  scores <- as_score_set(results[c("boot_rpart", "boot_featureless")], measures = list(measure("classif.acc")))
  expect_equal(scores$design$type, "bootstrap")
  expect_equal(unname(scores$scores[, "boot_rpart", "classif.acc"]), mlr3$results$boot_rpart$scores$classif.acc)
})

test_that("scores have the direction that measures say", {
  error <- as_score_set(results$rpart)
  expect_equal(error$metrics[c("metric", "better")], data.frame(metric = "classif.ce", better = "low"))
  expect_equal(error$design, design_of("repeated_folds", 3, 2))
  expect_equal(as.vector(error$scores), mlr3$results$rpart$default$classif.ce)
  expect_equal(error$cells$n_train, rep(60, 6))
  two <- as_score_set(results$rpart, measures = list(measure("classif.acc"), measure("classif.bacc")))
  expect_equal(two$metrics$better, c("high", "high"))
  expect_equal(
    mlr3_better(c("classif.logloss", "x"), measure("classif.logloss")), c(classif.logloss = "low", x = "high")
  )
  odd <- measure("classif.acc")
  odd$minimize <- NA
  expect_equal(mlr3_better("classif.acc", odd), c(classif.acc = NA_character_))
  regression <- as_mlr3_result(mlr3$regression)
  expect_equal(as_score_set(regression)$metrics$better, "low")
  expect_error(as_prediction_set(regression), class = "verdict_error_input")
  silent <- results$rpart
  silent$score <- function(...) data.frame(iteration = 1:6)
  expect_error(as_score_set(silent), class = "verdict_error_score")
})

test_that("a benchmark is a set of one task, or scores over all", {
  bench <- as_mlr3_benchmark(mlr3$bench)
  set <- as_prediction_set(bench, task = "iris")
  expect_equal(set$n, 150)
  expect_equal(set$classifiers, c("classif.rpart", "classif.featureless"))
  expect_equal(set$design, design_of("cross-validated", 3, 1))
  expect_snapshot(error = TRUE, {
    as_prediction_set(bench)
    as_prediction_set(bench, task = "wine")
  })
  expect_error(as_prediction_set(bench, task = 1), class = "verdict_error_argument")
  scores <- as_score_set(bench)
  expect_equal(scores$design$type, "datasets")
  means <- vapply(mlr3$bench$results, function(result) mean(result$default$classif.ce), 0)
  expect_equal(as.vector(t(score_matrix(scores))), means)
  one <- as_score_set(bench, task = "flowers")
  expect_equal(one$design, design_of("folds", 3))
  single <- as_mlr3_benchmark(list(class = mlr3$bench$class, results = mlr3$bench$results[1:2]))
  expect_equal(as_score_set(single)$scores, one$scores)
  expect_equal(as_prediction_set(single)$n, 90)
  expect_error(as_prediction_set(list(bench)), class = "verdict_error_input")
})

test_that("without predictions, or with other folds, it stops", {
  expect_snapshot(error = TRUE, {
    as_prediction_set(as_mlr3_result(mlr3$unsaved))
    as_prediction_set(results[c("rpart", "other_folds")])
  })
  failed <- mlr3$results$rpart
  failed$predictions[2] <- list(list())
  pair <- list(rpart = as_mlr3_result(failed), featureless = results$featureless)
  expect_snapshot(as_prediction_set(pair), error = TRUE)
  set <- as_prediction_set(pair, na = "omit")
  expect_equal(set$n_rows, 180 - length(failed$test[[2]]))
})

test_that("mlr3's own objects pass", {
  skip_if_not_installed("mlr3")
  of <- function(name) getExportedValue("mlr3", name)
  getExportedValue("lgr", "get_logger")("mlr3")$set_threshold("warn")
  set.seed(1)
  learners <- of("lrns")(c("classif.rpart", "classif.featureless"))
  design <- of("benchmark_grid")(of("tsk")("iris"), learners, of("rsmp")("repeated_cv", folds = 3, repeats = 2))
  bench <- of("benchmark")(design)
  set <- as_prediction_set(bench)
  measures <- of("msrs")(c("classif.acc", "classif.ce"))
  scores <- as_score_set(bench, measures = measures)
  expect_equal(scores$scores[, , "classif.acc"], as_score_set(set)$scores[, , "accuracy"])
  expect_equal(scores$metrics$better, c("high", "low"))
  one <- bench$resample_result(1)
  expect_equal(as_prediction_set(one)$count, as_prediction_set(list(one))$count)
  expect_equal(as_prediction_set(one$prediction())$n_rows, 300) |> expect_error(class = "verdict_error_repetition")
  silent <- of("lrn")("classif.featureless", predict_sets = "train")
  result <- of("resample")(of("tsk")("iris"), silent, of("rsmp")("cv"))
  expect_error(as_prediction_set(result), class = "verdict_error_predictions")
})
