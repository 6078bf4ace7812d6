#' Models of caret, tidymodels and mlr3 as sets
#'
#' Takes the predictions, or the scores, that models of these packages keep from resampling, with folds,
#' repetitions and observations, so that [verdict()] and the other verbs choose the test that is valid for
#' them: the corrected t test for cross-validation, tests of pairs for one test set. The packages themselves
#' are not needed.
#'
#' @param x One of
#'   - caret: a model of `train()`, or a named list of them; `resamples()` for its scores;
#'   - tidymodels: what `fit_resamples()`, `tune_grid()` and its relatives, or `last_fit()` return, a workflow set
#'     after `workflow_map()`, or a named list of results;
#'   - mlr3: a `ResampleResult`, a `BenchmarkResult`, a `PredictionClassif`, or a named list of results;
#'   - a named list of data frames, one a model, such as `augment()` gives and `collect_predictions()`, or the
#'     element `pred` of a caret model;
#'   - a named list of fitted models, or functions that give labels, with the rows to predict in `newdata`;
#'   - one `confusionMatrix()` of caret. (Several have not what a comparison needs: which rows both got right.)
#'   - DTComPair: a table of `tab.paired()`.
#'
#'   [verdict()], [compare_classifiers()], [assess_classifiers()], [rank_classifiers()], [omnibus_test()] and [flips()]
#'   take any of them too, with the arguments below.
#' @param candidate Of models with several tuning candidates, the one to take. `NULL`: the best by the object's
#'   own rule, which is `bestTune` of caret, and of tidymodels what `select_best()` chooses by the first metric, as a
#'   message says. Otherwise the name of a metric, by which the best is taken; or values of the
#'   tuning parameters, as a list or a data frame with one row, such as `select_best(x, metric = "roc_auc")`;
#'   or, tidymodels, a label in `.config`. For a list of models one for all, or a list with one named for each.
#' @param truth Of data frames, the column with the true label, where their column names do not tell; of `newdata`
#'   always.
#' @param newdata Of a list of fitted models: a data frame of rows that none of them has seen, for `predict()`.
#' @param table Of a list of confusion matrices (of caret, or tables), one for each classifier: the joint table of truth
#'   by predictions, in their order, `table(truth, a, b)`; they alone do not tell which rows both classifiers got right.
#' @param task Of a `BenchmarkResult` with several tasks: the id of the one to take.
#' @param metric Names of the metrics to take, as `x` calls them; all, if `NULL`.
#' @param measures mlr3: a measure, or a list of them, for `$score()`; its default if `NULL`.
#' @param design,better,na Of `as_score_set()`, as for [score_set()]; known from `x` but for the design of
#'   `resamples()` with random splits or bootstrap samples.
#' @param levels,positive,event As for [prediction_set()].
#' @param ... Not used.
#'
#' @details
#' | object | classifiers are called | predictions are kept with |
#' | --- | --- | --- |
#' | caret | names of the list, or `method` | `trainControl(savePredictions = "final")` |
#' | tidymodels | names of the list, or `wflow_id` | `control_resamples(save_pred = TRUE)` |
#' | mlr3 | names of the list, or `learner$id` | always, unless `predict_sets` leaves out `"test"` |
#'
#' A resample is a fold where the test sets partition the observations, whatever it is called. Labels as
#' `Fold01.Rep1` are split into fold and repetition, `id` and `id2` are both, and folds that are numbered through,
#' as iterations of mlr3 are, get the repetition that they make up. Test sets that overlap (bootstrap, random
#' splits) are no folds: of the predictions all of one observation make a cluster, with a caveat, and
#' `as_score_set()` gives the scores by split, for the corrected resampled t test. A single test set is taken as such.
#'
#' The models must share the resamples, row by row, and this is checked: set one seed before each `train()`, or
#' pass `index` to `trainControl()`; take one `rset`; instantiate one `rsmp()`.
#'
#' The best of several tuning candidates was chosen on the rows that it is now judged by, which flatters it, the
#' more the more candidates there were. A note of a prediction set says so, of scores and where a verb takes the models
#' themselves a message. Nested resampling, or a test set that the choice did not see, does not have this fault.
#'
#' # Data frames
#' [as_prediction_set()] of a data frame with one row a prediction knows the columns of these packages by name,
#' as far as the arguments do not say otherwise, and says which it took: `.pred_class`, `.row`, `id`, `id2` and
#' `wflow_id` of tidymodels (the truth is the one other factor with the same classes); `pred`, `obs`, `rowIndex`
#' and `Resample` of caret; `response`, `truth`, `row_ids`, `iteration` and `learner_id` of mlr3. A column `model`
#' (`classifier`, `learner`, `algorithm`, `workflow`) holds the names of the models, if each has as many rows.
#' @return A [prediction_set()], or a [score_set()]. `as_prediction_set()` of `tab.paired()` has the classes `negative`
#' and `positive`, and asks about the second.
#' @section Errors:
#' `verdict_error_predictions` if no predictions of classes were saved, with the option that saves them, and
#' `verdict_error_score` if no scores were; `verdict_error_fold` for models that do not share the resamples, with their
#' names, and for a resample whose fit failed (`na = "omit"` leaves it out, and says so);
#' `verdict_error_observation` for models tested on different rows; `verdict_error_truth` for models whose truth
#' differs; `verdict_error_candidate` for a candidate that is not there; `verdict_error_classifier`
#' for names that lack or occur twice; `verdict_error_input` for regressions, and for objects that cannot be read,
#' because they were changed or come from another version of their package; otherwise those of
#' [prediction_set()] and [score_set()].
#' @section When not to use it:
#' Predictions on the data that a model was fitted to say nothing of it: `predict()` of the final model on its
#' training data, and `augment()` of a fitted workflow with them, are such.
#' @seealso [resample_scores()] to resample learners with this package
#' @examplesIf requireNamespace("caret", quietly = TRUE)
#' # caret
#' set.seed(1)
#' control <- caret::trainControl(
#'   method = "cv", number = 5, savePredictions = "final",
#'   index = caret::createFolds(iris$Species, 5, returnTrain = TRUE)
#' )
#' fit <- function(k) {
#'   caret::train(
#'     Species ~ ., iris, method = "knn", trControl = control, tuneGrid = data.frame(k = k)
#'   )
#' }
#' models <- list(near = fit(5), far = fit(45))
#' x <- as_prediction_set(models)
#' x
#' compare_classifiers(x)
#' @examples
#'
#' # Rows as tidymodels' collect_predictions() gives them
#' rows <- data.frame(
#'   wflow_id = rep(c("tree", "knn"), each = 6), .row = rep(1:6, 2), id = rep(c("Fold1", "Fold2"), 6),
#'   .pred_class = factor(c("a", "b", "a", "a", "b", "b", "a", "b", "b", "b", "b", "b")),
#'   y = factor(rep(c("a", "b", "a", "b", "a", "b"), 2))
#' )
#' as_prediction_set(rows)
#' @name frameworks
NULL

# What a framework answers: a named list of models, the name "" if there is none. A model of predictions is a list of
# `rows`, a data frame with observation, truth, prediction, and resample where there are several (and repetition
# if that is known apart), `truth`, its name, `tuned`, see new_tuned(), and `failed`, labels of resamples that
# have none. A model of scores is a list of
# `scores`, a data frame with resample, metric and score; `better`; `type`, the design of overlapping test sets;
# and by the labels of the resamples `tests`, the observations tested, `n_train`, `repetition` and `fold`, all NULL if
# not known.
model_rows <- function(x, ...) UseMethod("model_rows")

model_scores <- function(x, ...) UseMethod("model_scores")

#' @export
model_rows.default <- function(x, ...) abort_no_model(x)

#' @export
model_scores.default <- function(x, ...) abort_no_model(x)

abort_no_model <- function(x) {
  abort_verdict(c(
    "A list must hold models of caret, tidymodels or mlr3, or data frames with their predictions.",
    x = "An element is of class {.cls {class(x)[1]}}.",
    i = if (inherits(x, "prediction_set")) "Sets counted from parts of the rows are joined by {.fn c}.",
    i = if (inherits(x, c("workflow_set", "BenchmarkResult", "resamples"))) {
      "It holds several models: give it by itself."
    } else if (is.object(x) && !inherits(x, "evidence")) {
      "Of other fitted models say which rows to predict, {.code newdata}, and which of its columns is {.code truth}."
    }
  ), "input")
}

# -- predictions ----------------------------------------------------------------------

#' @rdname frameworks
#' @export
as_prediction_set.list <- function(x, truth = NULL, candidate = NULL, levels = NULL, na = c("error", "omit"),
                                   positive = NULL, event = NULL, newdata = NULL, table = NULL, ...) {
  check_dots(...)
  truth <- rlang::enquo(truth)
  if (!is.null(table)) {
    return(joint_table_set(x, table, levels = levels, na = na, positive = positive, event = event))
  }
  if (!is.null(newdata)) {
    return(predicted_set(x, newdata, truth, levels = levels, na = na, positive = positive, event = event))
  }
  models_set(list_models(x, candidate, model_rows, truth = truth), levels, na, positive, event)
}

# What `read` says of each element, named as the list is, or else as the models are.
list_models <- function(x, candidate, read, ...) {
  given <- names(x) %||% rep("", length(x))
  each <- is.list(candidate) && !is.data.frame(candidate) && length(candidate) > 0 &&
    all(names(candidate) %in% given[given != ""])
  models <- said_once(lapply(seq_along(x), function(i) {
    own <- if (each) candidate[[given[i]]] else candidate
    read_rows <- with_element(read_models(read(x[[i]], candidate = own, ...)), i, given[i])
    if (given[i] != "" && length(read_rows) == 1) names(read_rows) <- given[i]
    read_rows
  }))
  do.call(c, models)
}

# The same columns of many data frames are named once.
said_once <- function(code) {
  said <- character()
  withCallingHandlers(code, verdict_message_columns = function(cnd) {
    text <- conditionMessage(cnd)
    if (text %in% said) rlang::cnd_muffle(cnd)
    said <<- c(said, text)
  })
}

# What fails for R in the reading is not as its package makes it.
read_models <- function(models) {
  rlang::try_fetch(
    {
      if (length(models) == 0) abort_verdict("There are no models.", "empty")
      for (model in models) check_model(model)
      rlang::set_names(models, names(models) %||% rep("", length(models)))
    },
    error = function(cnd) {
      if (inherits(cnd, "verdict_error")) {
        return(rlang::zap())
      }
      said <- conditionMessage(cnd)
      abort_verdict(c(
        "The object cannot be read: it is not as its package makes it.", x = "{said}",
        i = "Was it changed, or made by another version of the package? Fit the model anew."
      ), "input")
    }
  )
}

check_model <- function(model) {
  scored <- !is.null(model$scores)
  rows <- model$rows %||% model$scores
  own <- if (scored) c("resample", "metric", "score") else c("observation", "truth", "prediction")
  lacking <- own[vapply(own, function(name) is.null(rows[[name]]) || !is_vector(rows[[name]]), NA)]
  if (length(lacking) > 0 || nrow(rows) == 0) {
    abort_verdict(c(
      "The object has no {if (scored) 'scores' else 'predictions'}.",
      x = if (length(lacking) > 0) "It lacks {.field {lacking}}."
    ), if (scored) "score" else "predictions")
  }
}

# An error says which element of the list it is about.
with_element <- function(code, i, name) {
  rlang::try_fetch(code, verdict_error = function(cnd) {
    cnd$body <- c(cnd$body, i = paste0("This is ", if (name == "") paste("element", i) else say_label(name), "."))
    rlang::cnd_signal(cnd)
  })
}

check_model_names <- function(names) {
  twice <- repeated(names)
  if (length(twice) > 0 || any(is.na(names) | names == "")) {
    abort_verdict(c(
      "Every model needs a name of its own.",
      x = if (any(twice != "")) "More than one is called {.val {twice}}.",
      i = "Name the elements of the list: {.code list(forest = fit1, tree = fit2)}."
    ), "classifier")
  }
}

# Models to a prediction set. They are read where they are first asked for, in read_models().
models_set <- function(models, levels, na, positive, event) {
  na <- check_choice(na, "na", c("error", "omit"))
  models <- read_models(models)
  if (identical(names(models), "")) names(models) <- "model"
  check_model_names(names(models))
  check_models(models, na)
  check_row_numbers(models)
  size <- vapply(models, function(model) nrow(model$rows), 0)
  column <- function(name) join_labels(lapply(models, function(model) model$rows[[name]]))
  long <- list(
    truth = column("truth"), prediction = column("prediction"),
    classifier = factor(rep(names(models), size), names(models)), observation = column("observation"),
    fold = column("resample"), repetition = column("repetition")
  )
  for (arg in c("truth", "prediction")) check_label_type(long[[arg]], arg)
  given <- resolve_long(long, na)
  truth <- models[[1]]$truth %||% "truth"
  columns <- c(rlang::set_names(list(given$truth), truth), given$predictions)
  set <- count_predictions(columns, given[c("id", "fold", "repetition")], levels, na)
  averaged <- any(vapply(models, function(model) isTRUE(model$averaged), NA))
  if (given$overlapping || averaged) set$design <- new_design("cross-validated")
  inform_tuned(models)
  set$notes <- c(
    set$notes, tuned_notes(models), if (given$overlapping) note_overlap, if (averaged) note_averaged,
    note_failed(models)
  )
  ask_about(set, positive, event)
}

note_failed <- function(models) {
  failed <- unique(unlist(lapply(models, `[[`, "failed")))
  if (length(failed) > 0) paste0("Left out, since a fit failed there: ", first_few(failed), ".")
}

note_overlap <- paste(
  "The test sets of the resamples overlap or follow in time, so they are no folds. For the corrected t test take the",
  "scores of the resamples: as_score_set() of the same models."
)

note_averaged <- paste(
  "The predictions are averages over resamples, and their folds are lost. Give the results themselves, or",
  "collect_predictions(summarize = FALSE), for tests of folds."
)

# As widen(), of rows whose `fold` is what the framework calls a resample.
resolve_long <- function(long, na) {
  key <- do.call(paste, lapply(long[c("observation", "fold", "repetition")], function(x) group_codes(x)$code))
  first <- which(!duplicated(key))
  resamples <- resolve_resamples(long$fold[first], long$observation[first], long$repetition[first])
  at <- match(key, key[first])
  given <- long
  given["fold"] <- list(resamples$fold[at])
  given["repetition"] <- list(resamples$repetition[at])
  # A random split is like a repetition that has some of the observations.
  if (resamples$overlapping) given$repetition <- paste(long$repetition, long$fold)
  wide <- widen(given, na)
  if (resamples$overlapping) wide["repetition"] <- list(NULL)
  c(wide, list(overlapping = resamples$overlapping))
}

# Every model on the same rows in the same resamples, with the same truth.
check_models <- function(models, na) {
  keys <- lapply(models, function(model) model_keys(model$rows))
  for (name in names(models)) check_once_each(models[[name]]$rows, keys[[name]], name)
  tests <- lapply(models, function(model) {
    split(as.character(model$rows$observation), model_resample(model$rows))
  })
  check_tests(tests, na, failed = unlist(lapply(models, `[[`, "failed")))
  first <- models[[1]]$rows
  for (name in names(models)[-1]) {
    rows <- models[[name]]$rows
    at <- match(keys[[name]], keys[[1]])
    odd <- which(as_labels(rows$truth) != as_labels(first$truth)[at])
    if (length(odd) > 0) {
      abort_verdict(c(
        "All models must be of the same data.",
        x = paste(
          "The truth of {.val {name}} is not that of {.val {names(models)[1]}} in {length(odd)} row{?s},",
          "first of observation {.val {as.character(rows$observation[odd[1]])}}."
        ),
        i = "Were they fitted to the same rows in the same order?"
      ), "truth")
    }
  }
}

check_once_each <- function(rows, keys, name) {
  twice <- duplicated(keys)
  if (any(twice)) {
    abort_verdict(c(
      "A model must predict an observation once in each resample.",
      x = "{.val {name}} does more than once: observation {first_few(unique(rows$observation[twice]))}.",
      i = "Do the rows hold several tuning candidates, or lack the column that names their resample?"
    ), "repetition")
  }
}

# `tests`: of each model the observations tested, by resample. A model may lack whole resamples, where its fit
# failed, if these are to be left out.
check_tests <- function(tests, na, failed = NULL) {
  first <- tests[[1]]
  for (name in names(tests)[-1]) {
    own <- tests[[name]]
    both <- intersect(names(first), names(own))
    odd <- both[!vapply(both, function(label) setequal(own[[label]], first[[label]]), NA)]
    if (length(both) == 0 || length(odd) > 0) abort_tests(tests, name, odd)
  }
  all <- unique(c(unlist(lapply(tests, names)), failed))
  lacking <- lapply(tests, function(own) setdiff(all, names(own)))
  if (na == "error" && any(lengths(lacking) > 0)) {
    name <- names(tests)[lengths(lacking) > 0][1]
    abort_verdict(c(
      "Every model needs predictions in every resample.",
      x = "{.val {name}} has nothing in {length(lacking[[name]])} of {length(all)} resamples: \
           {first_few(lacking[[name]])}.",
      i = "Did its fit fail there? {.code na = \"omit\"} leaves these rows out for all models."
    ), "fold")
  }
}

abort_tests <- function(tests, name, odd) {
  first <- names(tests)[1]
  as_first <- function(own) {
    setequal(names(own), names(tests[[1]])) && all(mapply(setequal, own[names(tests[[1]])], tests[[1]]))
  }
  alike <- names(tests)[vapply(tests, as_first, NA)]
  if (length(tests[[1]]) == 1 && length(tests[[name]]) == 1) {
    abort_verdict(c(
      "The models must be tested on the same observations.",
      x = "{.val {name}} is tested on other rows than {.val {first}}.",
      i = "Predict one test set with all of them."
    ), "observation")
  }
  abort_verdict(c(
    "The models must share the resamples: the same folds, with the same rows, for all of them.",
    x = if (length(odd) > 0) {
      "{.val {name}} is tested on other rows than {.val {first}} in resample{qty(length(odd))}{?s} \
       {first_few(odd, 3)}."
    } else {
      "{.val {first}} has {first_few(names(tests[[1]]), 2)}, {.val {name}} has {first_few(names(tests[[name]]), 2)}."
    },
    x = if (length(alike) < length(tests) - 1) "The resamples of {.val {alike}} are not those of the others.",
    i = paste(
      "caret: one seed before each {.fn train}, or {.arg index} in {.fn trainControl}; tidymodels: one {.cls rset};",
      "mlr3: one instantiated {.fn rsmp}."
    )
  ), "fold")
}

# -- scores ---------------------------------------------------------------------------

#' @rdname frameworks
#' @export
as_score_set.list <- function(x, metric = NULL, candidate = NULL, measures = NULL, ..., design = NULL, better = NULL,
                              na = c("error", "omit", "keep")) {
  check_dots(...)
  models <- list_models(x, candidate, model_scores, measures = measures)
  models_scores(models, metric, design, better, na)
}

# Models to a score set, as models_set().
models_scores <- function(models, metric, design, better, na) {
  models <- read_models(models)
  if (identical(names(models), "")) names(models) <- "model"
  dataset <- vapply(models, function(model) model$dataset %||% NA_character_, "")
  check_model_names(if (anyNA(dataset)) names(models) else paste(dataset, names(models), sep = "\r"))
  metric <- shared_metrics(models, metric)
  na <- check_choice(na, "na", c("error", "omit", "keep"))
  rows <- lapply(split(seq_along(models), match(dataset, unique(dataset))), function(at) {
    score_rows(models[at], metric, na)
  })
  long <- do.call(rbind, unname(rows))
  first <- models[[1]]
  unit <- unique(long[c("dataset", "resample")])
  if (nrow(unit) == 1) {
    abort_verdict(c(
      "One split has one score, and nothing tells how scores vary.", i = "Take its rows: {.fn as_prediction_set}."
    ), "fold")
  }
  overlapping <- is.null(long$fold)
  known <- first$better[metric]
  given <- list(
    score = long$score, classifier = factor(long$classifier, unique(names(models))), metric = long$metric,
    dataset = if (!anyNA(dataset)) long$dataset, fold = long$fold,
    repetition = if (overlapping) long$resample else long$repetition, n_train = long$n_train, n_test = long$n_test
  )
  inform_tuned(models)
  inform_notes(tuned_notes(models))
  long_scores(given, nrow(long), list(
    design = design %||% if (overlapping && all(is.na(dataset))) first$type,
    better = better %||% if (!is.null(known) && !anyNA(known)) known, na = na
  ))
}

shared_metrics <- function(models, metric) {
  each <- lapply(models, function(model) as.character(unique(model$scores$metric)))
  known <- Reduce(intersect, each)
  if (!is.null(metric)) check_strings(metric, "metric")
  unknown <- setdiff(metric, known)
  if (length(known) == 0 || length(unknown) > 0) {
    such <- if (length(unknown)) paste0("such metric: ", first_few(unknown)) else "metric"
    abort_verdict(c(
      "The models share no {such}.",
      i = if (length(known)) "They share {.val {known}}."
    ), "metric")
  }
  metric %||% known
}

# Of models on one data set, a row a score: classifier, metric, score, resample, fold, repetition, sizes.
score_rows <- function(models, metric, na) {
  # Of some only the labels are known.
  tests <- lapply(models, function(model) {
    model$tests %||% rlang::set_names(as.list(as.character(unique(model$scores$resample))))
  })
  check_tests(tests, if (na == "error") na else "omit")
  where <- resolve_tests(models, unique(unlist(lapply(models, function(model) as.character(model$scores$resample)))))
  rows <- lapply(names(models), function(name) {
    scores <- models[[name]]$scores
    scores <- scores[scores$metric %in% metric, ]
    data.frame(
      dataset = models[[name]]$dataset %||% NA_character_, classifier = name, metric = as.character(scores$metric),
      score = as.double(scores$score), where[match(scores$resample, where$resample), , drop = FALSE], row.names = NULL
    )
  })
  do.call(rbind, rows)
}

# Each resample's fold, repetition and sizes, as far as they are known.
resolve_tests <- function(models, labels) {
  tests <- do.call(c, lapply(unname(models), `[[`, "tests"))
  sizes <- do.call(c, lapply(unname(models), `[[`, "n_train"))
  known <- function(part) do.call(c, lapply(unname(models), `[[`, part))[labels]
  repetition <- known("repetition")
  out <- data.frame(resample = labels)
  if (all(labels %in% names(tests))) {
    tests <- tests[labels]
    resample <- rep(labels, lengths(tests))
    resamples <- resolve_resamples(
      resample, unlist(tests, use.names = FALSE), if (!is.null(repetition)) rep(repetition, lengths(tests))
    )
    at <- match(labels, resample)
    out$n_test <- lengths(tests)
    if (!is.null(sizes)) out$n_train <- sizes[labels]
    if (!resamples$overlapping) out$fold <- known("fold") %||% (resamples$fold %||% resample)[at]
    out$repetition <- if (!resamples$overlapping) resamples$repetition[at]
  } else {
    resamples <- split_fold_labels(labels)
    folds <- all(grepl("^fold", lower_ascii(labels), perl = TRUE))
    out$fold <- resamples$fold %||% if (folds) labels
    out$repetition <- resamples$repetition
  }
  renumbered(out)
}

inform_tuned <- function(models) {
  by <- vapply(models, function(model) model$tuned$by %||% "", "")
  for (metric in setdiff(unique(by), "")) {
    of <- models[by == metric]
    chosen <- vapply(of, function(model) parameter_words(model$tuned$chosen), "")
    words <- paste0(say_label(names(of)), " (", chosen, ")")
    inform_verdict(c(
      "Of several tuning candidates the best by {.val {metric}}, the first metric, is taken: {and_list(words, 6)}.",
      i = "{.arg candidate} takes others."
    ), "candidate")
  }
}

tuned_notes <- function(models) {
  unlist(lapply(names(models), function(name) {
    tuned <- models[[name]]$tuned
    if (!is.null(tuned)) {
      paste0(
        say_label(name), " is the best of ", format_count(tuned$n), " tuning candidates (",
        parameter_words(tuned$chosen), "), chosen on these same rows, which flatters it."
      )
    }
  }))
}

parameter_words <- function(chosen) {
  values <- vapply(chosen, function(x) format(x[[1]], digits = 4), "")
  paste(names(chosen), "=", values, collapse = ", ")
}
