# Models of caret: `train` objects, which keep held-out predictions in `pred` and scores in `resample`,
# and `resamples`, which are scores of several.

#' @rdname frameworks
#' @export
as_prediction_set.train <- function(x, candidate = NULL, levels = NULL, na = c("error", "omit"), positive = NULL,
                                    event = NULL, ...) {
  check_dots(...)
  models_set(model_rows(x, candidate = candidate), levels, na, positive, event)
}

#' @rdname frameworks
#' @export
as_prediction_set.resamples <- function(x, ...) {
  abort_verdict(c(
    "{.fn resamples} keeps scores, no predictions.",
    i = "Give the models themselves: {.code as_prediction_set(list(forest = fit1, tree = fit2))}.",
    i = "Of its scores make a {.fn as_score_set}."
  ), "predictions")
}

#' @rdname frameworks
#' @export
as_score_set.train <- function(x, metric = NULL, candidate = NULL, ..., design = NULL, better = NULL,
                               na = c("error", "omit", "keep")) {
  check_dots(...)
  models_scores(model_scores(x, candidate = candidate), metric, design, better, na)
}

#' @rdname frameworks
#' @export
as_score_set.resamples <- function(x, metric = NULL, ..., design = NULL, better = NULL,
                                   na = c("error", "omit", "keep")) {
  check_dots(...)
  read <- function() {
    models <- lapply(x$models, function(model) {
      scores <- caret_scores(x$values[paste(model, x$metrics, sep = "~")], x$metrics, x$values$Resample)
      list(scores = scores, better = caret_better(x$metrics))
    })
    rlang::set_names(models, x$models)
  }
  models_scores(read(), metric, design, better, na)
}

#' @export
model_rows.train <- function(x, candidate = NULL, probabilities = FALSE, ...) {
  check_caret_class(x)
  rows <- x$pred
  if (!is.data.frame(rows) || nrow(rows) == 0 || !all(c("obs", "pred", "rowIndex") %in% names(rows))) {
    held_out <- !x$control$method %in% c("none", "oob")
    abort_verdict(c(
      "The model {.val {x$method}} has saved no held-out predictions.",
      i = "Fit it with {.code trainControl(savePredictions = \"final\")}.",
      i = if (!held_out) "{.code method = \"{x$control$method}\"} holds none out: take {.val cv}, for instance."
    ), "predictions")
  }
  chosen <- caret_candidate(x, candidate)
  rows <- rows[same_parameters(rows, chosen), ]
  if (nrow(rows) == 0) {
    abort_verdict(c(
      "The predictions of this {.arg candidate} were not saved: {parameter_words(chosen)}.",
      i = "{.code trainControl(savePredictions = \"all\")} saves those of all."
    ), "predictions")
  }
  predicted <- data.frame(observation = rows$rowIndex, truth = rows$obs, prediction = rows$pred)
  # Leaving one out has no labels.
  predicted$resample <- rows$Resample %||% if (identical(x$control$method, "LOOCV")) rows$rowIndex
  if (probabilities) predicted <- with_probabilities(predicted, rows, "")
  model <- list(rows = predicted, tuned = new_tuned(nrow(x$results), chosen, candidate))
  rlang::set_names(list(model), x$method)
}

check_caret_class <- function(x) {
  if (!identical(x$modelType, "Classification")) {
    abort_verdict(c(
      "The model {.val {x$method}} predicts no classes.",
      i = "Its scores can be compared: {.fn as_score_set}."
    ), "input")
  }
}

# A data frame with one row, the values of the tuning parameters.
caret_candidate <- function(x, candidate) {
  if (is.null(candidate)) {
    return(x$bestTune)
  }
  if (rlang::is_string(candidate)) {
    return(caret_best(x, candidate))
  }
  check_candidate(candidate, names(x$bestTune))
  known <- same_parameters(x$results, candidate)
  if (!any(known)) abort_candidate(candidate)
  x$results[which(known)[1], names(x$bestTune), drop = FALSE]
}

caret_best <- function(x, metric) {
  scores <- x$results[[metric]]
  if (!is.numeric(scores) || all(is.na(scores))) {
    abort_verdict(c(
      "There is no metric {.val {metric}} to choose the {.arg candidate} by.",
      i = "The metrics are {.val {x$perfNames}}."
    ), "candidate")
  }
  low <- if (metric == x$metric) !isTRUE(x$maximize) else caret_better(metric) == "low"
  at <- if (low) which.min(scores) else which.max(scores)
  x$results[at, names(x$bestTune), drop = FALSE]
}

# -- scores ---------------------------------------------------------------------------

#' @export
model_scores.train <- function(x, candidate = NULL, ...) {
  rows <- x$resample
  if (!is.data.frame(rows) || nrow(rows) == 0 || is.null(rows$Resample)) {
    abort_verdict(c(
      "The model {.val {x$method}} has saved no scores by resample.",
      i = "Fit it with {.code trainControl(returnResamp = \"final\")} and a method that resamples.",
      i = if (identical(x$control$method, "LOOCV")) "Leaving one out has none: take {.fn as_prediction_set}."
    ), "score")
  }
  chosen <- caret_candidate(x, candidate)
  if (all(names(chosen) %in% names(rows))) {
    rows <- rows[same_parameters(rows, chosen), ]
  } else if (!all(same_parameters(x$bestTune, chosen))) {
    abort_verdict(c(
      "The scores of this {.arg candidate} were not saved: {parameter_words(chosen)}.",
      i = "{.code trainControl(returnResamp = \"all\")} saves those of all."
    ), "score")
  }
  metrics <- intersect(x$perfNames %||% names(rows), names(rows)[vapply(rows, is.numeric, NA)])
  better <- caret_better(metrics)
  better[names(better) == x$metric] <- if (isTRUE(x$maximize)) "high" else "low"
  method <- x$control$method %||% "cv"
  type <- if (startsWith(sub("adaptive_", "", method, fixed = TRUE), "boot")) {
    "bootstrap"
  } else if (method %in% c("LGOCV", "adaptive_LGOCV", "timeslice")) {
    "monte_carlo"
  }
  label <- names(x$control$index)
  model <- list(
    scores = caret_scores(rows[metrics], metrics, rows$Resample), better = better,
    tuned = new_tuned(nrow(x$results), chosen, candidate), type = type,
    tests = if (length(label)) rlang::set_names(x$control$indexOut, label), n_train = lengths(x$control$index)
  )
  rlang::set_names(list(model), x$method)
}

# A column a metric becomes a row a score.
caret_scores <- function(columns, metrics, resample) {
  data.frame(
    resample = rep(as.character(resample), length(metrics)), metric = rep(metrics, each = length(resample)),
    score = unlist(columns, use.names = FALSE)
  )
}

caret_better <- function(metrics) rlang::set_names(ifelse(known_better(metrics) %in% "low", "low", "high"), metrics)

# -- candidates, of all frameworks ----------------------------------------------------

# A list or a data frame with a value of each parameter; other columns do not matter.
check_candidate <- function(candidate, parameters) {
  lacking <- setdiff(parameters, names(candidate))
  if (!is.list(candidate) || length(parameters) == 0 || length(lacking) == length(parameters)) {
    abort_verdict(c(
      paste(
        "{.arg candidate} must be the name of a metric, or a list or data frame with a value of each tuning",
        "parameter, not {.obj_type_friendly {candidate}}."
      ),
      i = if (length(parameters)) "The tuning parameters are {.val {parameters}}."
    ), "candidate")
  }
  if (length(lacking) > 0 || any(lengths(candidate[parameters]) != 1)) {
    abort_verdict(c(
      "{.arg candidate} must be one: a value of each tuning parameter.",
      i = "The tuning parameters are {.val {parameters}}."
    ), "candidate")
  }
}

abort_candidate <- function(candidate) {
  abort_verdict(c(
    "There is no such {.arg candidate}: {parameter_words(candidate)}.",
    i = "Take one of those that were tried."
  ), "candidate")
}

# Which rows have these values of the parameters. Compared as text: 0.1 + 0.2 is 0.3.
same_parameters <- function(rows, chosen) {
  shared <- intersect(names(chosen), names(rows))
  same <- lapply(shared, function(name) as.character(rows[[name]]) %in% as.character(chosen[[name]]))
  Reduce(`&`, same, rep(TRUE, nrow(rows)))
}

# What was chosen among `n`, by its scores on the resamples; NULL where there was no such choice. `by`: a metric that
# the object does not name as its rule.
new_tuned <- function(n, chosen, candidate, by = NULL) {
  if (n > 1 && (is.null(candidate) || rlang::is_string(candidate))) list(n = n, chosen = chosen, by = by)
}
