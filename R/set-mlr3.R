# Results of mlr3: R6 objects, asked through their public fields and methods.

#' @rdname frameworks
#' @export
as_prediction_set.PredictionClassif <- function(x, levels = NULL, na = c("error", "omit"), positive = NULL,
                                                event = NULL, ...) {
  check_dots(...)
  models_set(model_rows(x), levels, na, positive, event)
}

#' @rdname frameworks
#' @export
as_prediction_set.ResampleResult <- as_prediction_set.PredictionClassif

#' @rdname frameworks
#' @export
as_prediction_set.BenchmarkResult <- function(x, task = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                              event = NULL, ...) {
  check_dots(...)
  models_set(benchmark_rows(x, task), levels, na, positive, event)
}

#' @rdname frameworks
#' @export
as_score_set.ResampleResult <- function(x, metric = NULL, measures = NULL, ..., design = NULL, better = NULL,
                                        na = c("error", "omit", "keep")) {
  check_dots(...)
  models_scores(model_scores(x, measures = measures), metric, design, better, na)
}

#' @rdname frameworks
#' @export
as_score_set.BenchmarkResult <- function(x, metric = NULL, measures = NULL, task = NULL, ..., design = NULL,
                                         better = NULL, na = c("error", "omit", "keep")) {
  check_dots(...)
  models_scores(benchmark_scores(x, task, measures), metric, design, better, na)
}

benchmark_rows <- function(x, task, ...) {
  tables <- benchmark_results(x)
  results <- tables$results[tables$tasks == one_task(tables$tasks, task)]
  do.call(c, lapply(results, model_rows, ...))
}

benchmark_scores <- function(x, task, measures) {
  tables <- benchmark_results(x)
  results <- tables$results
  if (!is.null(task)) results <- results[tables$tasks == one_task(tables$tasks, task)]
  several <- is.null(task) && length(unique(tables$tasks)) > 1
  models <- lapply(results, function(result) {
    model <- model_scores(result, measures = measures)
    if (several) model[[1]]$dataset <- result$task$id
    model
  })
  do.call(c, models)
}

benchmark_results <- function(x) {
  results <- lapply(seq_len(x$n_resample_results), function(i) x$resample_result(i))
  list(results = results, tasks = vapply(results, function(result) result$task$id, ""))
}

one_task <- function(tasks, task) {
  known <- unique(tasks)
  if (is.null(task) && length(known) == 1) {
    return(known)
  }
  if (!is_string_in(task, known)) {
    abort_verdict(c(
      "Predictions of several tasks are not of the same observations: name one in {.arg task}.",
      i = "The tasks are {.val {known}}.",
      i = "Scores of all tasks together are compared by {.fn as_score_set}."
    ), "argument")
  }
  task
}

#' @export
model_rows.PredictionClassif <- function(x, probabilities = FALSE, ...) {
  rlang::set_names(list(list(rows = mlr3_rows(x, probabilities))), "")
}

mlr3_rows <- function(x, probabilities) {
  rows <- data.frame(observation = x$row_ids, truth = x$truth, prediction = x$response)
  if (probabilities) with_probabilities(rows, as.data.frame(x$prob), "") else rows
}

#' @export
model_rows.ResampleResult <- function(x, probabilities = FALSE, ...) {
  if (!identical(x$task_type, "classif")) {
    abort_verdict(c(
      "The task {.val {x$task$id}} predicts no classes.", i = "Its scores can be compared: {.fn as_score_set}."
    ), "input")
  }
  predictions <- x$predictions()
  there <- which(vapply(predictions, inherits, NA, what = "PredictionClassif"))
  if (length(there) == 0) {
    abort_verdict(c(
      "The result of {.val {x$learner$id}} has no predictions of the test sets.",
      i = "Leave {.val test} among the {.code predict_sets} of the learner."
    ), "predictions")
  }
  rows <- lapply(there, function(i) cbind(mlr3_rows(predictions[[i]], probabilities), resample = i))
  failed <- as.character(setdiff(seq_along(predictions), there))
  rlang::set_names(list(list(rows = do.call(rbind, rows), failed = failed)), x$learner$id)
}

#' @export
model_scores.ResampleResult <- function(x, measures = NULL, ...) {
  scores <- if (is.null(measures)) x$score() else x$score(measures)
  ids <- c(
    "nr", "uhash", "task", "task_id", "learner", "learner_id", "resampling", "resampling_id", "iteration", "warnings",
    "errors"
  )
  columns <- as.list(scores)
  metrics <- setdiff(names(columns)[vapply(columns, is.numeric, NA)], ids)
  if (length(metrics) == 0) {
    abort_verdict(c(
      "{.code $score()} of {.val {x$learner$id}} has no scores.", i = "Name {.arg measures}, as {.fn msr} makes them."
    ), "score")
  }
  iteration <- as.character(columns$iteration)
  resampling <- x$resampling
  sets <- function(which) {
    rlang::set_names(lapply(columns$iteration, function(i) resampling[[which]](i)), iteration)
  }
  types <- c(subsampling = "monte_carlo", bootstrap = "bootstrap")
  model <- list(
    scores = caret_scores(columns[metrics], metrics, iteration), better = mlr3_better(metrics, measures),
    type = if (resampling$id %in% names(types)) types[[resampling$id]],
    tests = sets("test_set"), n_train = lengths(sets("train_set"))
  )
  rlang::set_names(list(model), x$learner$id)
}

# As the measures say; those that are the default of their task are losses.
mlr3_better <- function(metrics, measures) {
  low <- rlang::set_names(metrics %in% c("classif.ce", "regr.mse"), metrics)
  if (inherits(measures, "Measure")) measures <- list(measures)
  for (measure in measures) {
    if (isTRUE(measure$id %in% metrics)) low[[measure$id]] <- measure$minimize
  }
  rlang::set_names(c("high", "low")[low + 1], metrics)
}
