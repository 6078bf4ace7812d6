tidy <- framework_fixture("tidymodels")
objects <- tidy$objects
said <- tidy$said
quietly <- function(code) suppressMessages(code, classes = "verdict_message")

# What collect_metrics() says of each resample, named as scores_by() does.
own_scores <- function(name, metric) {
  rows <- said$metrics[[name]]
  rows <- rows[rows$.metric == metric & rows$id != "Apparent", ]
  stats::setNames(rows$.estimate, if (is.null(rows$id2)) rows$id else paste(rows$id2, rows$id))
}

pooled <- function(results, config = results$.predictions[[1]]$.config[1]) {
  columns <- c(".pred_class", "Species", ".config")
  rows <- do.call(rbind, lapply(results$.predictions, function(x) as.data.frame(x)[columns]))
  rows <- rows[rows$.config == config, ]
  mean(rows$.pred_class == rows$Species)
}

right <- function(set) assess_classifiers(set, "accuracy")$estimate

test_that("the folds have the accuracies that tidymodels reports", {
  set <- as_prediction_set(objects[c("tree", "multinom")])
  expect_equal(set$classifiers, c("tree", "multinom"))
  expect_equal(set$truth, "Species")
  expect_equal(set$design, design_of("cross-validated", 3, 2))
  expect_equal(c(set$n_rows, set$n_clusters), c(180, 90))
  scores <- as_score_set(set)
  for (name in c("tree", "multinom")) {
    expected <- own_scores(name, "accuracy")
    expect_equal(scores_by(scores, name, "accuracy")[names(expected)], expected)
  }
  expect_match(compare_classifiers(set, "accuracy")$method, "corrected")
  one <- as_prediction_set(objects$once)
  expect_equal(one$design, design_of("cross-validated", 3, 1))
  expect_equal(one$classifiers, "model")
  expect_error(as_prediction_set(unname(objects[c("tree", "multinom")])), class = "verdict_error_classifier")
})

test_that("of several candidates select_best()'s is taken, and a message says so", {
  tuned <- objects$tuned
  expect_message(set <- as_prediction_set(tuned), "mn_log_loss", class = "verdict_message_candidate")
  expect_equal(right(set), pooled(tuned, said$best$default$.config))
  expect_match(set$notes, "best of 6 tuning candidates")
  for (metric in c("roc_auc", "accuracy")) {
    best <- said$best[[metric]]
    expect_message(set <- as_prediction_set(tuned, candidate = metric), NA)
    expect_equal(right(set), pooled(tuned, best$.config))
    expect_equal(as_prediction_set(tuned, candidate = best)$count, set$count)
    expect_equal(as_prediction_set(tuned, candidate = as.list(best)[c("cost_complexity", "min_n")])$count, set$count)
    chosen <- as_prediction_set(tuned, candidate = best$.config)
    expect_equal(chosen$count, set$count)
    expect_length(chosen$notes, 0)
  }
  # the first of equals
  rows <- nested_rows(objects$by_accuracy, ".predictions")
  expect_equal(tune_config(objects$by_accuracy, rows, NULL), said$best_accuracy$.config)
  both <- quietly(as_prediction_set(list(tree = tuned, multinom = objects$multinom)))
  expect_equal(right(both), c(right(quietly(as_prediction_set(tuned))), pooled(objects$multinom)))
  fixed <- as_prediction_set(list(tree = tuned, multinom = objects$multinom), candidate = list(tree = "accuracy"))
  expect_equal(right(fixed)[1], pooled(tuned, said$best$accuracy$.config))
  expect_snapshot(x <- as_prediction_set(list(tree = tuned, multinom = objects$multinom)))
})

test_that("a candidate that is not there is refused", {
  refused <- function(candidate) {
    expect_error(as_prediction_set(objects$tuned, candidate = candidate), class = "verdict_error_candidate")
  }
  refused("kap")
  refused(list(min_n = 5))
  refused(list(min_n = 5, cost_complexity = 9))
  refused(2)
  refused(list())
  expect_error(as_prediction_set(objects$tree, candidate = list(a = 1)), class = "verdict_error_candidate")
  expect_snapshot(as_prediction_set(objects$tuned, candidate = "kap"), error = TRUE)
})

test_that("rows that a split left out are those that it names, or the others", {
  split <- function(...) list(data = data.frame(y = 1:5), in_id = c(1L, 1L, 4L), ...)
  expect_equal(tested_rows(split(out_id = NA)), c(2, 3, 5))
  expect_equal(tested_rows(split(out_id = c(5L, 2L))), c(5, 2))
  # a best candidate whose predictions are not there
  lost <- objects$tuned
  best <- said$best$accuracy$.config
  lost$.predictions <- lapply(lost$.predictions, function(rows) rows[rows$.config != best, ])
  expect_error(as_prediction_set(lost, candidate = "accuracy"), class = "verdict_error_candidate")
})

test_that("means are as tune has them: weighted, of races only those that ran to the end", {
  tuned <- objects$tuned
  rows <- nested_rows(tuned, ".metrics")
  accuracy <- rows[rows$.metric == "accuracy", ]
  expected <- said$tuned[said$tuned$.metric == "accuracy", ]
  found <- mean_scores(tuned, accuracy)
  expect_equal(found$mean[match(expected$.config, found$.config)], expected$mean)
  expect_equal(found$.config, sort(found$.config, method = "radix"))
  weights <- c(1, 0, 0, 0, 0, 3)
  attr(tuned, "rset_info")$att$.resample_weights <- weights
  by_hand <- tapply(accuracy$.estimate, accuracy$.config, function(x) sum(x * weights) / 4)
  expect_equal(mean_scores(tuned, accuracy)$mean, as.vector(by_hand[found$.config]))
  race <- objects$tuned
  class(race) <- c("tune_race", class(race))
  out <- accuracy$.config == found$.config[1] & accuracy$id == "Repeat2"
  expect_equal(mean_scores(race, accuracy[!out, ])$.config, found$.config[-1])
  # without their attribute metrics have the direction that they have here
  bare <- objects$tuned
  attr(bare, "metrics") <- NULL
  expect_equal(tune_metrics(bare, rows)[c("accuracy", "roc_auc")], c(accuracy = "maximize", roc_auc = "maximize"))
  zero <- objects$tuned
  attr(attr(attr(zero, "metrics"), "metrics")$accuracy, "direction") <- "zero"
  expect_equal(tune_best(zero, "accuracy"), found$.config[which.min(found$mean)])
})

test_that("a workflow set has a classifier for each workflow", {
  set <- quietly(as_prediction_set(objects$set))
  expect_equal(set$classifiers, objects$set$wflow_id)
  expect_equal(set$design, design_of("cross-validated", 3, 2))
  scores <- quietly(as_score_set(objects$set, "accuracy"))
  expect_equal(scores$scores[, , "accuracy"], as_score_set(set)$scores[, , "accuracy"])
  expect_error(as_prediction_set(objects$empty), class = "verdict_error_predictions")
  expect_error(as_prediction_set(list(objects$set)), class = "verdict_error_input")
  expect_snapshot(error = TRUE, {
    as_prediction_set(objects$empty)
    as_prediction_set(list(objects$set))
  })
})

test_that("last fits are one test set", {
  set <- as_prediction_set(list(tree = objects$last_tree, multinom = objects$last_multinom))
  expect_equal(set$design, design_of())
  expected <- vapply(said$last, function(x) x$.estimate[x$.metric == "accuracy"], 0)
  expect_equal(right(set), unname(expected))
  expect_error(as_score_set(objects$last_tree), class = "verdict_error_fold")
})

test_that("bootstrap samples and random splits are no folds", {
  set <- as_prediction_set(objects[c("boot_tree", "boot_multinom")])
  expect_null(set$folds)
  expect_match(set$notes, "no folds")
  scores <- as_score_set(objects[c("boot_tree", "boot_multinom")])
  expect_equal(scores$design$type, "bootstrap")
  expected <- own_scores("boot_tree", "accuracy")
  found <- stats::setNames(scores$scores[, "boot_tree", "accuracy"], scores$cells$repetition)
  expect_equal(found[names(expected)], expected)
  expect_equal(scores$cells$n_train, rep(90, 4))
  tested <- lengths(lapply(objects$boot_tree$.predictions[1:4], function(x) unique(x$.row)))
  expect_equal(scores$cells$n_test, tested)
  expect_equal(as_score_set(objects$split_tree)$design$type, "monte_carlo")
  expect_equal(set$n_rows, sum(tested))
  sliding <- objects$split_tree
  attr(sliding, "rset_info")$att$class <- "sliding_window"
  expect_equal(as_score_set(sliding)$design$type, "monte_carlo")
  attr(sliding, "rset_info") <- NULL
  expect_error(as_score_set(sliding), class = "verdict_error_design")
})

test_that("scores are those that tidymodels keeps, with their direction", {
  set <- as_score_set(objects[c("tree", "multinom")])
  expect_equal(set$design, design_of("repeated_folds", 3, 2))
  for (metric in unique(said$metrics$tree$.metric)) {
    expected <- own_scores("tree", metric)
    expect_equal(scores_by(set, "tree", metric)[names(expected)], expected)
  }
  expect_equal(set$cells$n_train, rep(60, 6))
  better <- suppressMessages(as_score_set(objects$tuned, candidate = "accuracy"))$metrics
  expect_equal(better$better[match(c("mn_log_loss", "accuracy", "roc_auc"), better$metric)], c("low", "high", "high"))
  expect_equal(as_score_set(objects$regression, "rmse")$metrics$better, "low")
  bare <- objects$once
  bare$splits <- vector("list", 3)
  expect_equal(as_score_set(bare)$cells$n_train, rep(NA_real_, 3))
  expect_equal(as_score_set(bare)$scores, as_score_set(objects$once)$scores)
  failed <- objects$once
  failed$.metrics <- vector("list", 3)
  expect_error(as_score_set(failed), class = "verdict_error_score")
})

test_that("without saved predictions, or with other folds, it stops", {
  expect_snapshot(error = TRUE, {
    as_prediction_set(objects$unsaved)
    as_prediction_set(objects$probabilities)
    as_prediction_set(objects$regression)
    as_prediction_set(objects[c("tree", "other_folds")])
  })
  failed <- objects$multinom
  failed$.predictions[2] <- list(NULL)
  expect_error(as_prediction_set(list(tree = objects$tree, multinom = failed)), class = "verdict_error_fold")
  set <- as_prediction_set(list(tree = objects$tree, multinom = failed), na = "omit")
  expect_equal(set$n_rows, 150)
})

test_that("resamples in which fits failed are not passed over", {
  failed <- objects$once
  failed$.predictions[2] <- list(NULL)
  failed$.metrics[2] <- list(NULL)
  expect_error(as_prediction_set(failed), "nothing in 1 of 3 resamples: Fold2", class = "verdict_error_fold")
  set <- as_prediction_set(failed, na = "omit")
  expect_equal(set$n_rows, 60)
  expect_match(set$notes, "Left out, since a fit failed there: Fold2.", fixed = TRUE, all = FALSE)
  expect_error(as_score_set(failed), "model on fold Fold2", class = "verdict_error_score")
  scores <- as_score_set(failed, na = "omit")
  expect_equal(scores$scores, as_score_set(objects$once)$scores[-2, , , drop = FALSE])
  expect_equal(scores$n_omitted, 1)
  failed$.predictions <- vector("list", 3)
  expect_error(as_prediction_set(failed), "all fits failed.*collect_notes", class = "verdict_error_predictions")
})

test_that("rows of results are told from data", {
  some <- structure(objects$once[1:2, ], class = "data.frame")
  for (x in list(some, list(tree = some))) {
    expect_error(as_prediction_set(x), "without some of its rows", class = "verdict_error_column")
  }
})

test_that("frames of collect_predictions() and augment() are known by their columns", {
  frames <- tidy$frames
  set <- quietly(as_prediction_set(frames$tree))
  same <- c("count", "design", "truth")
  expect_equal(unclass(set)[same], unclass(as_prediction_set(objects$tree))[same])
  expect_error(quietly(as_prediction_set(frames$collected)), class = "verdict_error_repetition")
  # collect_predictions() of a workflow set averages over repetitions, and drops the folds
  one <- frames$collected[frames$collected$.config %in% c("pre0_mod1_post0", "pre0_mod0_post0"), ]
  averaged <- quietly(as_prediction_set(one))
  expect_equal(averaged$design, design_of("cross-validated"))
  expect_match(averaged$notes, "summarize = FALSE", fixed = TRUE)
  expect_equal(averaged$n_rows, 90)
  augmented <- quietly(as_prediction_set(frames$augmented))
  last <- as_prediction_set(list(tree = objects$last_tree, multinom = objects$last_multinom))
  expect_equal(right(augmented), right(last))
  expect_equal(augmented$count, last$count)
})

test_that("tidymodels' own objects pass", {
  for (package in c("tune", "workflows", "parsnip", "rsample", "rpart")) skip_if_not_installed(package)
  of <- function(package, name) getExportedValue(package, name)
  set.seed(1)
  folds <- of("rsample", "vfold_cv")(iris, v = 3, repeats = 2)
  fit <- function(...) {
    flow <- of("workflows", "workflow")(Species ~ ., of("parsnip", "decision_tree")("classification", ...))
    of("tune", "fit_resamples")(flow, folds, control = of("tune", "control_resamples")(save_pred = TRUE))
  }
  results <- list(deep = fit(), stump = fit(tree_depth = 1))
  scores <- as_score_set(results, "accuracy")
  expect_equal(scores$scores[, , "accuracy"], as_score_set(as_prediction_set(results))$scores[, , "accuracy"])
  means <- vapply(results, function(result) {
    found <- of("tune", "collect_metrics")(result)
    found$mean[found$.metric == "accuracy"]
  }, 0)
  expect_equal(colMeans(scores$scores[, , "accuracy"]), means)
})
