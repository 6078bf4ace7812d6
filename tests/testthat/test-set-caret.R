caret <- framework_fixture("caret")

# "Fold2.Rep1" as scores_by() names it
fold_names_of <- function(resample) sub("^Fold([0-9]+)[.]Rep([0-9]+)$", "\\1 \\2", resample)

own_accuracy <- function(model, metric = "Accuracy") {
  rows <- model$resample
  parameters <- intersect(names(model$bestTune), names(rows))
  rows <- merge(rows, model$bestTune[parameters])
  stats::setNames(rows[[metric]], fold_names_of(rows$Resample))
}

test_that("the folds of repeated cross-validation have the accuracies that caret reports", {
  set <- as_prediction_set(caret[c("knn", "lda")])
  expect_equal(set$classifiers, c("knn", "lda"))
  expect_equal(set$design, design_of("cross-validated", 3, 2))
  expect_equal(c(set$n_rows, set$n_clusters), c(180, 90))
  for (metric in c("accuracy", "kap")) {
    scores <- as_score_set(set, metric)
    for (model in c("knn", "lda")) {
      expected <- own_accuracy(caret[[model]], c(accuracy = "Accuracy", kap = "Kappa")[[metric]])
      expect_equal(scores_by(scores, model, metric)[names(expected)], expected, tolerance = 1e-12)
    }
  }
  expect_match(compare_classifiers(set, "accuracy")$method, "corrected")
})

test_that("one model is a set by itself, named by its method", {
  set <- as_prediction_set(caret$lda)
  expect_equal(set$classifiers, "lda")
  expect_equal(as_prediction_set(unname(caret[c("knn", "lda")])), as_prediction_set(caret[c("knn", "lda")]))
  expect_equal(as_prediction_set(caret$lda, positive = "setosa")$positive, "setosa")
  expect_equal(as_prediction_set(caret$lda, levels = rev(set$classes))$classes, rev(set$classes))
})

test_that("of several candidates the best is taken, or the one asked for", {
  right <- function(set) assess_classifiers(set, "accuracy")$estimate
  results <- caret$knn$results
  pooled <- function(k) {
    rows <- caret$knn$pred[caret$knn$pred$k == k, ]
    mean(rows$pred == rows$obs)
  }
  best <- caret$knn$bestTune$k
  expect_equal(right(as_prediction_set(caret$knn)), pooled(best))
  worst <- results$k[which.min(results$Accuracy)]
  expect_false(pooled(worst) == pooled(best))
  expect_equal(right(as_prediction_set(caret$knn, candidate = list(k = worst))), pooled(worst))
  expect_equal(right(as_prediction_set(caret$knn, candidate = data.frame(k = worst))), pooled(worst))
  expect_equal(
    right(as_prediction_set(caret$knn, candidate = "Kappa")), pooled(results$k[which.max(results$Kappa)])
  )
  expect_equal(
    right(as_prediction_set(caret$knn, candidate = "AccuracySD")), pooled(results$k[which.max(results$AccuracySD)])
  )
  low <- caret$knn
  low$maximize <- FALSE
  expect_equal(right(as_prediction_set(low, candidate = "Accuracy")), pooled(worst))
  both <- as_prediction_set(caret[c("knn", "lda")], candidate = list(knn = list(k = worst)))
  expect_equal(right(both)[1], pooled(worst))
  expect_match(as_prediction_set(caret$knn)$notes, "knn is the best of 3 tuning candidates (k = ", fixed = TRUE)
  expect_length(as_prediction_set(caret$knn, candidate = list(k = worst))$notes, 0)
  expect_match(as_prediction_set(list(near = caret$final))$notes, "near is the best of 3")
})

test_that("a candidate that was chosen on the same rows is told of where no set shows its notes", {
  said <- "knn is the best of 3 tuning candidates (k = "
  expect_message(as_score_set(caret[c("knn", "lda")]), said, fixed = TRUE, class = "verdict_message_note")
  expect_message(verdict(caret[c("knn", "lda")]), said, fixed = TRUE, class = "verdict_message_note")
  expect_message(compare_classifiers(caret[c("knn", "lda")]), "chosen on these same rows, which flatters it")
  worst <- list(k = caret$knn$results$k[which.min(caret$knn$results$Accuracy)])
  expect_no_message(as_score_set(caret$knn, candidate = worst))
  expect_no_message(assess_classifiers(caret$lda))
})

test_that("a candidate that is not there is refused", {
  refused <- function(candidate, class = "verdict_error_candidate", model = caret$knn) {
    expect_error(as_prediction_set(model, candidate = candidate), class = class)
  }
  refused(list(k = 7))
  refused("AUC")
  refused(3)
  refused(list(cp = 3))
  refused(list(k = c(1, 9)))
  refused(list(k = caret$knn$results$k[caret$knn$results$k != caret$final$bestTune$k][1]), "verdict_error_predictions",
    caret$final)
  two <- caret$knn
  two$bestTune$l <- two$results$l <- two$pred$l <- 1
  refused(list(k = 9), model = two)
  expect_snapshot(error = TRUE, {
    as_prediction_set(caret$knn, candidate = list(k = 7))
    as_prediction_set(caret$knn, candidate = "AUC")
    as_prediction_set(caret$knn, candidate = 3)
  })
})

test_that("without saved predictions the option that saves them is named", {
  expect_snapshot(error = TRUE, {
    as_prediction_set(caret$unsaved)
    as_prediction_set(caret$none)
    as_prediction_set(list(knn = caret$knn, lda = caret$unsaved))
    as_prediction_set(caret$resamples)
    as_prediction_set(caret$regression)
    as_score_set(caret$unsaved)
    as_score_set(caret$loo)
  })
  expect_error(as_prediction_set(caret$unsaved), class = "verdict_error_predictions")
  expect_error(as_prediction_set(caret$resamples), class = "verdict_error_predictions")
  expect_error(as_prediction_set(caret$regression), class = "verdict_error_input")
  expect_error(as_score_set(caret$unsaved), class = "verdict_error_score")
})

test_that("objects that were changed by hand get an error of ours, or do without", {
  for (column in c("obs", "pred", "rowIndex")) {
    broken <- caret$lda
    broken$pred[[column]] <- NULL
    expect_error(as_prediction_set(broken), class = "verdict_error_predictions")
  }
  bare <- caret$lda
  bare$control <- NULL
  expect_equal(as_prediction_set(bare)$count, as_prediction_set(caret$lda)$count)
  expect_equal(as_score_set(bare)$scores, as_score_set(caret$lda)$scores)
})

test_that("models that do not share the resamples are named", {
  models <- caret[c("knn", "lda", "other_folds")]
  expect_error(as_prediction_set(models), class = "verdict_error_fold")
  expect_error(as_score_set(models), class = "verdict_error_fold")
  expect_snapshot(error = TRUE, {
    as_prediction_set(models)
    as_prediction_set(list(a = caret$knn, b = caret$final))
  })
})

test_that("the scores are those that caret keeps", {
  set <- suppressMessages(as_score_set(caret[c("knn", "lda")]))
  expect_equal(set$design, design_of("repeated_folds", 3, 2))
  expect_equal(set$metrics$metric, c("Accuracy", "Kappa"))
  expect_equal(set$metrics$better, c("high", "high"))
  for (model in c("knn", "lda")) {
    expected <- own_accuracy(caret[[model]])
    expect_equal(scores_by(set, model, "Accuracy")[names(expected)], expected)
  }
  expect_equal(set$cells$n_test, unname(lengths(caret$lda$control$indexOut)))
  expect_equal(set$cells$n_train, unname(lengths(caret$lda$control$index)))
  kept <- as_score_set(caret$resamples)
  expect_equal(kept$scores, set$scores)
  expect_equal(as_score_set(caret$lda, "Kappa")$metrics$metric, "Kappa")
  expect_error(as_score_set(caret$lda, "AUC"), class = "verdict_error_metric")
  expect_error(as_score_set(caret$lda, 1), class = "verdict_error")
  worst <- list(k = caret$knn$results$k[which.min(caret$knn$results$Accuracy)])
  expect_equal(
    mean(as_score_set(caret$knn, candidate = worst)$scores[, , "Accuracy"]), min(caret$knn$results$Accuracy)
  )
  lean <- caret$knn
  lean$resample <- merge(lean$resample, lean$bestTune)[c("Accuracy", "Kappa", "Resample")]
  expect_equal(suppressMessages(as_score_set(lean))$scores, suppressMessages(as_score_set(caret$knn))$scores)
  expect_error(as_score_set(lean, candidate = worst), class = "verdict_error_score")
  errors <- as_score_set(caret$regression)
  expect_equal(errors$metrics$better, c("low", "high", "low"))
})

test_that("bootstrap samples and random splits are no folds", {
  models <- caret[c("boot_knn", "boot_lda")]
  set <- as_prediction_set(models)
  expect_null(set$folds)
  expect_equal(set$design, design_of("cross-validated"))
  expect_equal(set$n_rows, nrow(caret$boot_lda$pred))
  expect_equal(set$n_clusters, length(unique(caret$boot_lda$pred$rowIndex)))
  expect_match(set$notes, "no folds")
  scores <- as_score_set(models)
  expect_equal(scores$design$type, "bootstrap")
  expect_equal(unname(scores$scores[, "boot_lda", "Accuracy"]), caret$boot_lda$resample$Accuracy)
  expect_equal(scores$cells$n_train, rep(90, 4))
  expect_equal(as_score_set(caret$split_lda)$design$type, "monte_carlo")
  expect_error(as_score_set(caret$resamples_boot), class = "verdict_error_design")
  expect_equal(as_score_set(caret$resamples_boot, design = "bootstrap")$scores, scores$scores, ignore_attr = TRUE)
  by_control <- function(method) {
    model <- caret$split_lda
    model$control$method <- method
    as_score_set(model)$design$type
  }
  expect_equal(vapply(c("boot632", "adaptive_boot", "adaptive_LGOCV", "timeslice"), by_control, ""), c(
    boot632 = "bootstrap", adaptive_boot = "bootstrap", adaptive_LGOCV = "monte_carlo", timeslice = "monte_carlo"
  ))
})

test_that("folds are recognised by their rows, whatever they are called", {
  set <- as_prediction_set(caret$indexed)
  expect_equal(set$design, design_of("cross-validated", 3, 2))
  accuracy <- stats::setNames(caret$indexed$resample$Accuracy, caret$indexed$resample$Resample)
  scores <- as_score_set(set)
  expect_equal(scores_by(scores, "lda", "accuracy")[paste(names(accuracy), rep(1:2, each = 3))], accuracy,
    ignore_attr = TRUE)
  expect_equal(as_score_set(caret$indexed)$design, design_of("repeated_folds", 3, 2))
  loo <- as_prediction_set(caret$loo)
  expect_equal(loo$design, design_of("cross-validated", 90, 1))
})

test_that("caret's own objects pass", {
  # what it imports warns where there is no systemd
  suppressWarnings(skip_if_not_installed("caret"))
  fit <- function(k, ...) {
    set.seed(1)
    suppressPackageStartupMessages(caret::train(
      Species ~ ., iris, method = "knn", tuneGrid = data.frame(k = k),
      trControl = caret::trainControl(method = "cv", number = 5, savePredictions = "final", ...)
    ))
  }
  models <- list(near = fit(5), far = fit(45))
  scores <- as_score_set(as_prediction_set(models))
  for (name in names(models)) {
    resample <- models[[name]]$resample
    expected <- stats::setNames(resample$Accuracy, resample$Resample)
    expect_equal(scores_by(scores, name, "accuracy")[names(expected)], expected)
  }
  kept <- as_score_set(caret::resamples(models))
  expect_equal(kept$scores[, , "Accuracy"], scores$scores[, , "accuracy"])
})
