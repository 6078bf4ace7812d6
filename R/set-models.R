# What users have in the place of a set: models of caret, tidymodels or mlr3, what these packages keep of several, ROC
# curves of pROC, a table, or fitted models with the rows to predict. A verb makes the set itself: the arguments that
# are as_prediction_set()'s make it, the rest goes to the verb.

#' @rawNamespace
#' S3method(assess_classifiers, default, verb_of_models)
#' S3method(compare_classifiers, default, verb_of_models)
#' S3method(flips, default, verb_of_models)
#' S3method(omnibus_test, default, verb_of_models)
#' S3method(rank_classifiers, default, verb_of_models)
#' S3method(verdict, default, verb_of_models)
verb_of_models <- function(x, ...) {
  if (missing(x)) abort_not_a_set(x)
  # Lists are taken for models: what is none says so.
  classes <- setdiff(class(x), c("data.frame", "list"))
  makers <- vapply(classes, function(class) !is.null(utils::getS3method("as_prediction_set", class, TRUE)), NA)
  curves <- are_curves(x)
  if (!curves && !any(makers) && !(is.list(x) && !is.object(x) && length(x) > 0)) abort_not_a_set(x)
  quos <- rlang::enquos(..., .ignore_empty = "all")
  # A column of `newdata` remains an expression.
  given <- as.list(quos)
  values <- names(quos) != "truth"
  given[values] <- lapply(quos[values], rlang::eval_tidy)
  makes <- c("newdata", "table", "truth", "candidate", "task", "levels", "na", "positive", "event")
  own <- names(given) %in% c(makes, if (curves) "scores")
  make <- if (inherits(x, "resamples")) as_score_set else if (curves) as_probability_set else as_prediction_set
  set <- rlang::inject(make(x, !!!given[own]))
  if (is.null(given$table)) inform_notes(notes_of_models(x, set, any(makers)))
  call_verb(.Generic, list(set), given[!own])
}

# What a set that nobody sees says of models, not of a table.
notes_of_models <- function(x, set, made) {
  models <- !is.table(x) && (!is.data.frame(x) || made)
  if (models && inherits(set, "prediction_set")) setdiff(set$notes, counted_notes(set))
}

# -- fitted models and rows to predict ------------------------------------------------

# `truth`: a quosure or the name of a column of `newdata`.
predicted_set <- function(models, newdata, truth, ...) {
  check_data(newdata, "newdata")
  if (is.null(names(models)) || any(names(models) == "") || anyDuplicated(names(models))) {
    abort_verdict(c(
      "Models must have names, each another.", i = "Such as {.code list(forest = fit1, tree = fit2)}."
    ), "classifier")
  }
  if (rlang::quo_is_null(truth)) {
    abort_verdict("{.arg truth} is missing: the column of {.arg newdata} with the true labels.", "truth")
  }
  at <- select_columns(truth, newdata, "truth")
  labels <- Map(predicted_labels, models, names(models), MoreArgs = list(newdata = newdata))
  if (names(at) %in% names(models)) {
    abort_verdict("No model may be called {.val {names(at)}}, as the truth is.", "classifier")
  }
  rows <- list2DF(c(stats::setNames(list(newdata[[unname(at)]]), names(at)), labels))
  prediction_set(rows, truth = 1, classifiers = -1, ...)
}

# Labels, as the many kinds of predict() give them: a vector, a column `.pred_class`, or elements of a list.
predicted_labels <- function(model, name, newdata) {
  predicted <- if (is.function(model)) {
    model(newdata)
  } else if (is.environment(model) && is.function(model[["predict_newdata"]])) {
    model$predict_newdata(newdata)$response
  } else {
    tryCatch(stats::predict(model, newdata, type = "class"), error = function(cnd) NULL) %||%
      rlang::try_fetch(stats::predict(model, newdata), error = function(cnd) {
        abort_verdict(c("{.fn predict} of model {.val {name}} failed.", x = "{conditionMessage(cnd)}"), "input")
      })
  }
  if (is.list(predicted)) {
    predicted <- predicted[[".pred_class"]] %||% predicted[["class"]] %||% predicted[["predictions"]]
  }
  whole <- is.numeric(predicted) && all(is_whole(predicted[!is.na(predicted)]))
  if (is.null(predicted) || !is.null(dim(predicted)) || is.numeric(predicted) && !whole) {
    abort_verdict(c(
      "{.fn predict} of model {.val {name}} gives no labels.",
      i = "Give a function that does, such as {.code function(rows) ifelse(predict(fit, rows) > 0.5, \"yes\", \"no\")}."
    ), "input")
  }
  if (length(predicted) != nrow(newdata)) {
    abort_verdict(
      "Model {.val {name}} predicts {length(predicted)} of {nrow(newdata)} rows of {.arg newdata}.",
      "length"
    )
  }
  predicted
}

# -- tables of one classifier each ----------------------------------------------------

#' @rdname frameworks
#' @export
as_prediction_set.confusionMatrix <- function(x, ...) {
  as_prediction_set(x$table, ...)
}

#' @export
model_rows.confusionMatrix <- function(x, ...) {
  abort_verdict(c(
    paste(
      "A confusion matrix of each model does not say which rows both models got right, on which a comparison of them",
      "rests."
    ),
    i = "Give the predictions: {.code verdict(truth ~ rf + tree, data)}.",
    i = "Or beside them their joint table: {.code verdict(list(a = cm1, b = cm2), table = table(truth, a, b))}.",
    i = "Of models that were judged on different rows: {.fn compare_independent}."
  ), "input")
}

#' @export
model_rows.table <- model_rows.confusionMatrix

# Matrices of one classifier each with the joint table, whose margins they must be.
joint_table_set <- function(matrices, joint, ...) {
  if (!is.table(joint) || length(dim(joint)) != length(matrices) + 1) {
    abort_verdict(c(
      "{.arg table} must be the joint table of the truth and {length(matrices)} prediction{?s}.",
      i = "Such as {.code table(truth, a, b)}, in the order of the list."
    ), "table")
  }
  named <- names(matrices)
  truth <- truth_dimension(names(dimnames(joint)), length(dim(joint)))$at
  others <- setdiff(seq_along(dim(joint)), truth)
  for (i in seq_along(matrices)) {
    one <- if (inherits(matrices[[i]], "confusionMatrix")) matrices[[i]]$table else matrices[[i]]
    if (!is_margin(one, joint, c(truth, others[i]))) {
      abort_verdict(c(
        "Confusion matrix {i} does not agree with {.arg table}.",
        i = "Summed over the other classifiers, the table must give its counts."
      ), "table")
    }
  }
  if (!is.null(named) && all(named != "") && !anyDuplicated(named)) {
    names(dimnames(joint))[others] <- named
    names(dimnames(joint))[truth] <- "truth"
  }
  as_prediction_set(joint, ...)
}

# `at`: where in the joint table its truth and its classifier stand.
is_margin <- function(one, joint, at) {
  if (!is.table(one) || length(dim(one)) != 2) {
    return(FALSE)
  }
  one <- truth_in_rows(one)
  sums <- apply(joint, at, sum)
  same <- setequal(rownames(one), rownames(sums)) && setequal(colnames(one), colnames(sums))
  same && isTRUE(all.equal(as.vector(sums[rownames(one), colnames(one)]), as.vector(one)))
}

# The share of the commonest class: the accuracy of whoever always says that.
set_no_information <- function(x) UseMethod("set_no_information")

#' @export
set_no_information.evidence <- function(x) {
  abort_verdict("Only labels of classes have a no-information rate: give {.arg null} as a number.", "null")
}

#' @export
set_no_information.prediction_set <- function(x) {
  if (is_graded(x)) {
    return(NextMethod())
  }
  count <- apply(confusion_counts(x, 1L), 1, sum)
  no_information_rates(x$prevalence %||% (count / sum(count)))
}

no_information_rates <- function(shares) c(accuracy = max(shares), error = 1 - max(shares))
