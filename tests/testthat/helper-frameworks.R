# Objects of caret, tidymodels, mlr3 and DTComPair as they made them: data-raw/fixtures/frameworks.R

framework_fixture <- function(name) readRDS(test_path("fixtures", paste0("frameworks-", name, ".rds")))

# Scores of one classifier by the labels of its resamples.
scores_by <- function(set, classifier, metric) {
  cells <- set$cells
  stats::setNames(
    set$scores[, classifier, metric],
    if (length(unique(cells$repetition)) == 1) cells$fold else paste(cells$fold, cells$repetition)
  )
}

# The R6 objects of mlr3, from what their fields hold and their methods return.
as_mlr3_prediction <- function(rows, class = c("PredictionClassif", "Prediction", "R6")) {
  structure(list2env(as.list(rows)), class = class)
}

as_mlr3_result <- function(x) {
  named <- function(id) if (!is.null(id)) list(id = id)
  predictions <- lapply(x$predictions, function(rows) if (is.data.frame(rows)) as_mlr3_prediction(rows) else rows)
  fields <- list(
    task_type = x$task_type, task = named(x$task), learner = named(x$learner), iters = x$iters,
    resampling = list(
      id = x$resampling, iters = x$iters, test_set = function(i) x$test[[i]], train_set = function(i) x$train[[i]]
    ),
    predictions = function() predictions,
    score = function(measures = NULL) if (is.null(measures)) x$default else x$scores
  )
  structure(list2env(fields), class = x$class)
}

as_mlr3_benchmark <- function(x) {
  results <- lapply(x$results, as_mlr3_result)
  fields <- list(n_resample_results = length(results), resample_result = function(i) results[[i]])
  structure(list2env(fields), class = x$class)
}
