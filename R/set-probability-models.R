# Probabilities of models of other packages, and tables with a row a prediction, as probability sets. The models are
# those of model_rows() (set-framework.R) with columns "probability: <class>" in their rows.

#' Probabilities of models, and long tables, as probability sets
#'
#' Takes the class probabilities that models of caret, tidymodels and mlr3 keep from resampling, ROC curves of pROC, and
#' tables with a row a prediction, and makes a [probability_set()] of them, with folds and observations. The packages
#' themselves are not needed.
#'
#' Rows of different folds come from different models, whose scores need not have the same scale: the AUC is then that
#' within folds. Observations that were predicted repeatedly are clusters.
#'
#' | object | probabilities are kept with |
#' | --- | --- |
#' | caret: a model, or a named list of them | `trainControl(savePredictions = "final", classProbs = TRUE)` |
#' | tidymodels: results of tune, a workflow set, or a list of results | `control_resamples(save_pred = TRUE)` |
#' | mlr3: predictions, resample and benchmark results, or a list of results | `predict_type = "prob"` |
#' | pROC: a named list of `roc()` | always |
#' | a data frame as `augment()`, `collect_predictions()` or the element `pred` of caret give, or a list of these | |
#'
#' pROC chooses by default the direction that makes the area larger than 1/2, which a useless score passes too. Here a
#' higher score speaks for the case, unless `roc()` was called with another `direction`.
#'
#' @param x What is listed above; or a data frame with a row for each observation and classifier.
#' @param truth,probability,classifier,observation,fold,repetition Of a data frame its columns: the true class; the
#'   probability of the event, or a column for each class, chosen as in [dplyr::select()]; the name of the classifier;
#'   the observation, by which rows of different classifiers belong together (left out: their order); fold and
#'   repetition of a cross-validation. Columns that are called as these packages call them need not be named.
#' @param positive,scores,na As for [probability_set()]; `na = "omit"` also leaves out observations that a classifier
#'   does not have. Of two classes with a column each the event is the first level if `positive` is `NULL`, as a
#'   message says.
#' @param id,weights,weights_are,by As for [probability_set()], of a data frame whose columns are named, with the same
#'   value in all rows of an observation.
#' @param candidate,task As for [as_prediction_set()] of these objects: see [frameworks].
#' @param ... Not used.
#' @return A [probability_set()].
#' @section Errors: `verdict_error_predictions` where no probabilities were saved, with the option that saves them;
#'   `verdict_error_observation`, `verdict_error_truth` and `verdict_error_fold` for models of other rows, another truth
#'   or other folds; `verdict_error_repetition` for two rows of one observation and classifier; others as
#'   [probability_set()] and [as_prediction_set()] have.
#' @section When not to use it: For probabilities on the data that a model was fitted to.
#' @seealso [as_prediction_set()] for the labels and [as_score_set()] for the scores of the same objects
#' @examples
#' long <- data.frame(
#'   model = rep(c("rf", "svm"), each = 6), id = rep(1:6, 2), ill = rep(c(1, 1, 1, 0, 0, 0), 2),
#'   p = c(.9, .7, .4, .5, .2, .1, .8, .9, .6, .7, .3, .4)
#' )
#' as_probability_set(long, truth = ill, probability = p, classifier = model, observation = id)
#' @rawNamespace
#' S3method(as_probability_set, list, probabilities_of_models)
#' S3method(as_probability_set, train, probabilities_of_models)
#' S3method(as_probability_set, tune_results, probabilities_of_models)
#' S3method(as_probability_set, workflow_set, probabilities_of_models)
#' S3method(as_probability_set, PredictionClassif, probabilities_of_models)
#' S3method(as_probability_set, ResampleResult, probabilities_of_models)
#' S3method(as_probability_set, BenchmarkResult, probabilities_of_models)
#' S3method(as_probability_set, roc, probabilities_of_models)
#' @export
as_probability_set <- function(x, ...) {
  UseMethod("as_probability_set")
}

#' @rdname as_probability_set
#' @export
as_probability_set.default <- function(x, ...) {
  check_given(x, "models, ROC curves or a data frame with a row a prediction.", "input")
  abort_verdict(c(
    "{.arg x} must be models, ROC curves or a data frame with a row a prediction, not {.obj_type_friendly {x}}.",
    i = "Of vectors and formulas make one with {.fn probability_set}."
  ), "input")
}

#' @rdname as_probability_set
#' @export
as_probability_set.probability_set <- function(x, ...) {
  check_evidence(x)
  check_dots(...)
  x
}

#' @rdname as_probability_set
#' @aliases as_probability_set.list
#' @usage \method{as_probability_set}{list}(x, candidate = NULL, task = NULL, positive = NULL, scores = NULL,
#'   na = c("error", "omit"), ...)
probabilities_of_models <- function(x, candidate = NULL, task = NULL, positive = NULL, scores = NULL,
                                    na = c("error", "omit"), ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  models <- if (inherits(x, "BenchmarkResult")) {
    benchmark_rows(x, task, probabilities = TRUE)
  } else if (inherits(x, "workflow_set")) {
    list_models(workflow_results(x), candidate, model_rows, probabilities = TRUE)
  } else if (identical(class(x), "list")) {
    list_models(x, candidate, model_rows, probabilities = TRUE)
  } else {
    model_rows(x, candidate = candidate, probabilities = TRUE)
  }
  probability_models_set(models, positive, scores, na)
}

#' @rdname as_probability_set
#' @export
as_probability_set.data.frame <- function(x, truth, probability, classifier = NULL, observation = NULL, fold = NULL,
                                          repetition = NULL, positive = NULL, scores = NULL, na = c("error", "omit"),
                                          id = NULL, weights = NULL, weights_are = NULL, by = NULL, ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  check_data(x, "x")
  quos <- rlang::enquos(
    truth = truth, classifier = classifier, observation = observation, fold = fold, repetition = repetition
  )
  chosen <- rlang::enquo(probability)
  about <- with_by(pull_columns(rlang::enquos(id = id, weights = weights), x), rlang::enquo(by), x)
  if (rlang::quo_is_missing(chosen) || rlang::quo_is_null(quos$observation)) check_none_about(about, "probability")
  if (rlang::quo_is_missing(chosen)) {
    return(probability_models_set(frame_models(x, quos, probabilities = TRUE), positive, scores, na))
  }
  check_required(quos["truth"], "For one column a classifier use {.fn probability_set}.")
  models <- long_probabilities(x, quos, unname(select_columns(chosen, x, "probability")))
  about$observation <- pull_columns(quos["observation"], x)$observation
  about["weights_are"] <- list(weights_are)
  probability_models_set(models, positive, scores, na, about)
}

# A row a prediction, as models.
long_probabilities <- function(x, quos, columns) {
  long <- pull_columns(quos, x)
  check_roles(c(long$names, rlang::set_names(columns, rep("probability", length(columns)))))
  for (arg in names(quos)) if (!is.null(long[[arg]])) check_length(long[[arg]], nrow(x), arg)
  for (arg in setdiff(names(quos), "truth")) check_group(long[[arg]], nrow(x), arg)
  if (!is.null(long$observation)) long$truth <- known_truth(long$truth, long$observation)
  long$prediction <- long$truth
  own <- if (length(columns) > 1) {
    classes <- class_columns(as.list(x)[columns], "probability", event_classes(long$truth), FALSE)
    rlang::set_names(as.list(x)[columns], classes)
  } else {
    rlang::set_names(as.list(x)[columns], "")
  }
  name <- long$names["truth"]
  numbers <- unused_numbers(x, c(long$names, names(x)[columns]))
  frame_rows(long, nrow(x), list(truth = if (!is.na(name)) unname(name)), own, numbers)
}

# -- from models to a set ------------------------------------------------------------------

# `about`: of a long table id, weights and by of its rows, and the observations.
probability_models_set <- function(models, positive, scores, na, about = NULL) {
  models <- read_models(models)
  if (identical(names(models), "")) names(models) <- "model"
  check_model_names(names(models))
  for (name in names(models)) {
    if (!length(probability_columns(models[[name]]$rows))) abort_no_probabilities(name)
  }
  check_numbered(models)
  n_all <- length(unique(unlist(lapply(models, resampled_keys))))
  if (na == "omit") models <- shared_rows(models) else check_shared_rows(models)
  check_models(models, na)
  check_row_numbers(models, scored = TRUE)
  keys <- lapply(models, function(model) model_keys(model$rows))
  values <- lapply(names(models), function(name) {
    rows <- models[[name]]$rows[match(keys[[1]], keys[[name]]), , drop = FALSE]
    list2DF(probability_columns(rows))
  })
  check_same_event(values, names(models))
  single <- length(values[[1]]) == 1
  if (single) values <- lapply(values, `[[`, 1)
  first <- models[[1]]$rows
  truth <- rlang::set_names(list(first$truth), models[[1]]$truth %||% "truth")
  columns <- c(truth, rlang::set_names(values, names(models)))
  positive <- positive %||% models[[1]]$positive %||% first_level(columns)
  scores <- scores %||% (!is.null(models[[1]]$positive) && any(unlist(values) < 0 | unlist(values) > 1, na.rm = TRUE))
  given <- about_observations(c(model_design(first), list(rows = first$row)), about, about$observation)
  set <- new_probability_set(columns, given, positive, scores, na)
  inform_tuned(models)
  set$n_omitted <- set$n_omitted + n_all - nrow(first)
  set$notes <- c(set$notes, tuned_notes(models), unlist(lapply(unname(models), `[[`, "said")), note_failed(models))
  set
}

probability_columns <- function(rows) {
  at <- which(startsWith(names(rows), probability_sign))
  rlang::set_names(as.list(rows)[at], substring(names(rows)[at], nchar(probability_sign) + 1))
}

abort_no_probabilities <- function(name) {
  abort_verdict(c(
    "{.val {name}} has saved no probabilities.",
    i = "caret: {.code trainControl(savePredictions = \"final\", classProbs = TRUE)}; tidymodels:
         {.code control_resamples(save_pred = TRUE)} and {.fn roc_auc} among the metrics; mlr3:
         {.code predict_type = \"prob\"}."
  ), "predictions")
}

# Of rows that all models have.
shared_rows <- function(models) {
  keys <- lapply(models, resampled_keys)
  both <- Reduce(intersect, keys)
  if (!length(both)) abort_verdict("There are no rows that all classifiers have.", "empty")
  Map(function(model, key) {
    model$rows <- model$rows[key %in% both, , drop = FALSE]
    model
  }, models, keys)
}

resampled_keys <- function(model) paste(model$rows$observation, model$rows$repetition, model$rows$resample)

# Rows that are told apart by their order only are those of all classifiers, or nobody knows which belong together.
check_numbered <- function(models) {
  size <- vapply(models, function(model) nrow(model$rows), 0L)
  by_order <- vapply(models, function(model) isTRUE(model$by_order), NA)
  if (any(by_order) && length(unique(size)) > 1) {
    who <- range(which(size == min(size))[1], which(size == max(size))[1])
    abort_verdict(c(
      "Which rows of the classifiers belong together is not known: they have no numbers.",
      x = "{.val {names(models)[who[1]]}} has {size[who[1]]} row{?s}, {.val {names(models)[who[2]]}} {size[who[2]]}.",
      i = "Say which is which observation: {.arg observation}, or a column {.field .row} of each data frame."
    ), "observation")
  }
}

# Of one test set; of several check_models() says which resample it is.
check_shared_rows <- function(models) {
  if (any(vapply(models, function(model) length(unique(model_resample(model$rows))) > 1, NA))) {
    return(invisible())
  }
  own <- lapply(models, function(model) as.character(model$rows$observation))
  all <- unique(unlist(own))
  lost <- lapply(own, function(rows) setdiff(all, rows))
  who <- which(lengths(lost) > 0)
  if (length(who)) {
    abort_verdict(c(
      "All classifiers must be tested on the same observations.",
      x = "{.val {names(models)[who[1]]}} has nothing for {length(lost[[who[1]]])} of {length(all)}: \
           {first_few(lost[[who[1]]])}.",
      i = "{.code na = \"omit\"} leaves these out for all of them."
    ), "observation")
  }
}

# Of two classes with a column each either is right, and one has to be called the event.
first_level <- function(columns) {
  classes <- event_classes(columns[[1]])
  if (length(classes) == 2 && is.list(columns[[2]])) {
    inform_verdict("The event is {.val {classes[1]}}, the first class; {.arg positive} names another.", "event")
    classes[1]
  }
}

# The cases of one curve are the controls of another.
check_same_event <- function(values, who) {
  odd <- which(!vapply(values, function(own) setequal(names(own), names(values[[1]])), NA))
  if (length(odd)) {
    abort_verdict(c(
      "All classifiers must give probabilities of the same classes.",
      x = "{.val {who[1]}} has {.val {names(values[[1]])}}, {.val {who[odd[1]]}} has {.val {names(values[[odd[1]]])}}."
    ), "class")
  }
}

# Rows of a resample are a stratum, unless each is one of its own; what occurs again is a cluster.
model_design <- function(rows) {
  fold <- model_resample(rows)
  several <- length(unique(fold)) > 1 && anyDuplicated(fold) > 0
  list(
    id = if (anyDuplicated(as.character(rows$observation))) as.character(rows$observation),
    fold = if (several) fold, repetition = NULL
  )
}

# pROC drops the rows that lack a value or are of another class: the others keep their places.
curve_rows <- function(x) {
  known <- !is.na(x$original.predictor) & x$original.response %in% x$levels
  if (sum(known) == length(x$response)) which(known) else seq_along(x$response)
}

# ROC curves of pROC. What was not said was guessed by the data.
#' @export
model_rows.roc <- function(x, probabilities = FALSE, ...) {
  if (!probabilities) {
    abort_verdict(c(
      "An ROC curve holds scores, and no labels.",
      i = "Labels at a threshold: {.code as_prediction_set(as_probability_set(x), threshold = )}."
    ), "predictions")
  }
  rows <- data.frame(observation = curve_rows(x), truth = x$response, prediction = x$response)
  score <- as.double(unclass(x$predictor))
  down <- identical(x$direction, ">")
  said <- down && !identical(x$call$direction, "auto") && !is.null(x$call$direction)
  rows[[paste0(probability_sign, x$levels[2])]] <- if (said) -score else score
  note <- paste0(
    "pROC turned a curve round (direction \">\") to make its area larger; here higher scores speak for ",
    say_label(x$levels[2]), "."
  )
  rlang::set_names(list(list(rows = rows, positive = x$levels[2], said = if (down && !said) note)), "")
}
