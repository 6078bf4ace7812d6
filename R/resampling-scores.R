#' Run learners over a resampling plan
#'
#' Answers: how well does each learner predict what it was not trained on? Every learner is
#' trained and tested on every split of one plan, so that the results are paired. What
#' comes back are the predictions and the scores of each split, ready for the
#' comparisons of this package: `as_score_set()` for tests on folds, [as_prediction_set()] for those of rows,
#' [error_estimate()] for the error of each learner.
#'
#' Learners run through the future ecosystem, where it is installed (`future::plan()` decides
#' where), with progress by progressr. Every learner has a random seed of its own in every split, drawn
#' from R's random numbers, which are left as they were where no learner draws any: with `set.seed()` before, the
#' result is the same for any number of workers, and without future too.
#'
#' A learner that fails in a split does not end the run. Its cells are missing, and `x$failures` lists its
#' message, split and seed: `set.seed(seed)` before training on `plan[[split]]$train` makes the same
#' failure again (with R's default generators).
#'
#' @param plan A [resampling_plan()] of the rows of `data`.
#' @param learners A named list of learners, each made by `learner()`, or `list(fit = , predict = )`.
#' @param data A data frame with the truth and the predictors.
#' @param truth The column with the true labels, by its name.
#' @param metric Names of metrics, as in [assess_classifiers()], or functions of truth and predictions
#'   (two factors with the same levels) that return a number, in a named list: `list(error = function(truth,
#'   predicted) ...)`.
#' @param average How metrics by class become one score: `"macro"`, `"weighted"` or `"micro"`; with `positive`
#'   also `"none"`, the score of that class, which is then the default.
#' @param positive The class that metrics by class are about, as in [prediction_set()].
#' @param resubstitution Whether every learner is also trained on all rows and predicts them, which
#'   [error_estimate()] needs for the bootstrap. `NULL`: for plans of the bootstrap.
#' @param globals,packages What the learners need where they run, as in [replicability_study()].
#' @param ... Not used.
#' @param fit A function of a data frame that returns a model.
#' @param predict A function of a model and a data frame that returns labels, one a row.
#' @return An object of class `resampled_scores`, a list with
#' - `scores`: a data frame, one row a score: `repetition`, `fold`, `classifier`, `metric`, `score`, `n_train`,
#'   `n_test`;
#' - `predictions`: a data frame, one row for each tested row: `row` (of `data`), `repetition`, `fold`, `truth`, and a
#'   column for each learner;
#' - `failures`: a data frame, one row for each learner and split that failed: `classifier`, `split`, `repetition`,
#'   `fold`, `message`, `seed`; split 0 is resubstitution;
#' - `resubstitution`: the predictions of all rows by learners that saw them, or `NULL`;
#' - `plan`, `classes`, `metrics`, `positive`.
#'
#' `as.data.frame()` gives the scores. `learner()` returns `list(fit = , predict = )`.
#' @section Errors:
#' `verdict_error_resampling` for a plan of other rows or a metric that is none; `verdict_error_study` for
#' learners or a truth that are none. What fails within a split is no error: it is listed. What a learner predicts
#' must be labels of the classes, one a row: probabilities, a wrong number of labels, missing or unknown labels count
#' as failures.
#' @section When not to use it:
#' For learners tuned on the same rows: put the tuning into `fit`, so that it sees training rows only.
#' Frameworks that resample themselves keep predictions and scores, too: [prediction_set()] and [score_set()]
#' take them.
#' @seealso [resampling_plan()], [error_estimate()], [replicability_study()]
#' @examples
#' majority <- learner(
#'   fit = function(data) names(which.max(table(data$Species))),
#'   predict = function(model, newdata) rep(model, nrow(newdata))
#' )
#' nearest <- learner(
#'   fit = function(data) aggregate(data[1:4], data["Species"], mean),
#'   predict = function(model, newdata) {
#'     gap <- sapply(seq_len(nrow(model)), function(k) {
#'       colSums((t(newdata[1:4]) - unlist(model[k, -1]))^2)
#'     })
#'     model$Species[max.col(-gap)]
#'   }
#' )
#' plan <- resampling_plan(iris, folds = 5, strata = Species, seed = 1)
#' set.seed(1)
#' x <- resample_scores(plan, list(majority = majority, nearest = nearest), iris, Species)
#' x
#' as_score_set(x)
#' as_prediction_set(x)
#' @export
resample_scores <- function(plan, learners, data, truth, metric = "accuracy", ..., average = NULL,
                            positive = NULL, resubstitution = NULL, globals = TRUE, packages = NULL) {
  check_dots(...)
  check_given(plan, "a {.fn resampling_plan}.", "resampling")
  check_given(learners, "a named list of {.fn learner}s.", "study")
  check_given(data, "the data frame that the learners learn from.", "input")
  check_data(data, "data")
  check_plan(plan, nrow(data))
  truth <- study_truth(rlang::enquo(truth), data)
  check_learners(learners, truth, least = 1)
  check_learner_names(names(learners))
  check_globals(globals, packages)
  classes <- truth_classes(data[[truth]], truth)
  metrics <- read_metrics(metric, average, positive, classes)
  resubstitution <- resubstitution %||% (plan$type == "bootstrap")
  check_flag(resubstitution, "resubstitution")
  tasks <- expand.grid(split = c(seq_along(plan), if (resubstitution) 0L), learner = seq_along(learners))
  old <- random_state()
  tasks$seed <- sample.int(.Machine$integer.max, nrow(tasks))
  needs <- if (rlang::is_installed("future.apply")) {
    learner_needs(unlist(lapply(unname(learners), `[`, c("fit", "predict"))), globals, packages)
  }
  results <- run_learners(plan, learners, data, classes, tasks, needs)
  if (!any(vapply(results, function(result) isTRUE(result$drew), NA))) put_seed(old)
  gather_scores(plan, names(learners), data, truth, classes, metrics, tasks, results)
}

#' @rdname resample_scores
#' @export
learner <- function(fit, predict, ...) {
  check_dots(...)
  if (missing(fit) || missing(predict) || !is.function(fit) || !is.function(predict)) {
    abort_verdict("A learner takes two functions, {.arg fit} and {.arg predict}.", "study")
  }
  list(fit = fit, predict = predict)
}

# -- arguments ------------------------------------------------------------------------

check_plan <- function(plan, n) {
  if (!inherits(plan, "resampling_plan")) {
    abort_verdict("{.arg plan} must be a {.fn resampling_plan}, not {.obj_type_friendly {plan}}.", "resampling")
  }
  check_unedited(plan)
  if (plan$n != n) abort_verdict("The plan is of {plan$n} row{?s}, the data have {n}.", "resampling")
}

# Columns of the predictions.
check_learner_names <- function(names) {
  clash <- intersect(names, c("row", "repetition", "fold", "truth"))
  if (length(clash)) {
    abort_verdict("A learner cannot be called {.or {.val {clash}}}: the predictions have such a column.", "study")
  }
}

truth_classes <- function(x, name) {
  if (is.numeric(x) && !all(is_whole(x))) {
    abort_verdict(c(
      "The truth must be classes; {.field {name}} has numbers with fractions.",
      i = "This package compares classifiers; for another target bring its scores by {.fn score_set}."
    ), "resampling")
  }
  check_label_type(x, name)
  labels <- as_labels(x)
  if (is.factor(x)) levels(x) else sort_labels(unique(labels), is.numeric(x))
}

# list(names, metric as asked for or functions, average, positive)
read_metrics <- function(metric, average, positive, classes) {
  if (!is.null(positive) && !(rlang::is_string(as_labels(positive)) && as_labels(positive) %in% classes)) {
    abort_verdict("{.arg positive} must be one of the classes {.val {classes}}.", "resampling")
  }
  choices <- if (is.null(positive)) setdiff(averages, "none") else averages
  average <- check_choice(average %||% choices[1], "average", choices)
  several <- is.list(metric) && !all(vapply(metric, is.character, NA))
  functions <- if (is.function(metric)) list(score = metric) else if (several) metric
  if (!is.null(functions)) {
    if (!rlang::is_named(functions) || !all(vapply(functions, is.function, NA)) || anyDuplicated(names(functions))) {
      abort_verdict("Metrics that are functions need names of their own: {.code list(name = function)}.", "resampling")
    }
    return(list(names = names(functions), functions = functions, positive = positive))
  }
  metric <- with_beta(metric, NULL)
  known <- asked_metrics(metric)
  list(
    names = if (anyDuplicated(known$metric)) known$asked else known$metric, metric = metric, known = known,
    average = average, positive = positive
  )
}

# -- running --------------------------------------------------------------------------

run_learners <- function(plan, learners, data, classes, tasks, needs) {
  step <- progress_steps(nrow(tasks))
  one <- function(i) {
    step()
    fit_split(plan, learners[[tasks$learner[i]]], data, classes, tasks$split[i], tasks$seed[i])
  }
  if (is.null(needs)) {
    return(lapply(seq_len(nrow(tasks)), one)) # nocov: without future.apply
  }
  future.apply::future_lapply(
    seq_len(nrow(tasks)), one, future.seed = NULL, future.globals = needs$globals, future.packages = needs$packages
  )
}

# list(labels = codes of classes, error)
fit_split <- function(plan, learner, data, classes, split, seed) {
  rows <- if (split > 0) plan_split(unclass(plan), split) else list(train = seq_len(plan$n), test = seq_len(plan$n))
  if (length(rows$test) == 0) {
    return(list(labels = integer(), error = NA_character_))
  }
  with_own_seed(seed, {
    begin <- random_state()
    fitted <- tryCatch(
      {
        model <- learner[["fit"]](data[rows$train, , drop = FALSE])
        predicted <- learner[["predict"]](model, data[rows$test, , drop = FALSE])
        list(labels = check_predicted(predicted, classes, length(rows$test)), error = NA_character_)
      },
      error = function(cnd) list(labels = rep(NA_integer_, length(rows$test)), error = conditionMessage(cnd))
    )
    c(fitted, drew = !identical(random_state(), begin))
  })
}

# Codes of the classes, or an error that says what came instead.
check_predicted <- function(x, classes, n) {
  reason <- if (is.matrix(x) || is.data.frame(x)) {
    what <- if (is.matrix(x)) "a matrix of " else "a data frame of "
    paste0(what, ncol(x), " columns, such as probabilities, where labels are needed")
  } else if (!is_label_vector(x)) {
    format_inline("{.obj_type_friendly {x}}, where labels are needed")
  } else if (is.numeric(x) && any(!is_whole(x[!is.na(x)]))) {
    "numbers with fractions, such as probabilities, where labels are needed"
  } else if (length(x) != n) {
    paste(count_of(length(x), "label"), "for", count_of(n, "row"))
  } else if (anyNA(x)) {
    count_of(sum(is.na(x)), "missing label")
  } else {
    odd <- setdiff(unique(as_labels(x)), classes)
    if (length(odd)) paste0("labels that are no class: ", first_few(odd, 3))
  }
  if (!is.null(reason)) stop("The learner predicted ", reason, ".", call. = FALSE)
  match(as_labels(x), classes)
}

# -- results --------------------------------------------------------------------------

gather_scores <- function(plan, names, data, truth, classes, metrics, tasks, results) {
  labels <- lapply(seq_along(names), function(k) {
    lapply(results[tasks$learner == k & tasks$split > 0], `[[`, "labels")
  })
  sizes <- summary(plan)
  splits <- unclass(plan)$splits
  tested <- unlist(lapply(splits, `[[`, "test"))
  codes <- match(as_labels(data[[truth]]), classes)
  predictions <- data.frame(
    row = tested, repetition = rep(sizes$repetition, sizes$n_test), fold = rep(sizes$fold, sizes$n_test),
    truth = as_class(codes[tested], classes)
  )
  predictions[names] <- lapply(labels, function(of) as_class(unlist(of), classes))
  failed <- which(!vapply(results, function(one) is.na(one$error), NA))
  at <- match(tasks$split[failed], seq_len(nrow(sizes)))
  whole <- which(tasks$split == 0)
  structure(list(
    scores = score_splits(codes, splits, labels, names, classes, metrics, sizes), predictions = predictions,
    failures = data.frame(
      classifier = names[tasks$learner[failed]], split = tasks$split[failed], repetition = sizes$repetition[at],
      fold = sizes$fold[at], message = vapply(results[failed], `[[`, "", "error"), seed = tasks$seed[failed]
    ),
    resubstitution = if (length(whole)) {
      said <- lapply(results[whole], function(one) as_class(one$labels, classes))
      data.frame(truth = as_class(codes, classes), rlang::set_names(said, names), check.names = FALSE)
    },
    plan = plan, classes = classes, metrics = metrics$names, positive = metrics$positive,
    about = metrics$known[c("label", "better", "lower", "upper")]
  ), class = "resampled_scores")
}

as_class <- function(code, classes) structure(code, levels = classes, class = "factor")

# Of every split, learner and metric; those of a learner that failed are missing.
score_splits <- function(codes, splits, labels, names, classes, metrics, sizes) {
  scores <- array(NA_real_, c(length(splits), length(names), length(metrics$names)))
  for (i in seq_along(splits)) {
    truth <- codes[splits[[i]]$test]
    predicted <- lapply(labels, `[[`, i)
    there <- which(!vapply(predicted, anyNA, NA))
    if (length(truth) == 0 || length(there) == 0) next
    scores[i, there, ] <- score_split(truth, predicted[there], classes, metrics)
  }
  part <- expand.grid(split = seq_along(splits), classifier = seq_along(names), metric = seq_along(metrics$names))
  data.frame(
    sizes[part$split, c("repetition", "fold")], classifier = names[part$classifier],
    metric = metrics$names[part$metric], score = as.vector(scores), sizes[part$split, c("n_train", "n_test")],
    row.names = NULL
  )
}

# By a function of the user's.
own_score <- function(f, name, truth, predicted) {
  score <- tryCatch(f(truth, predicted), error = function(cnd) {
    abort_verdict(c(
      "Metric {.val {name}}: the function fails: {conditionMessage(cnd)}",
      i = "Where it has no value let it return {.code NA}: that score is then missing."
    ), "resampling")
  })
  if (length(score) != 1 || !is.numeric(score) && !identical(score, NA)) {
    abort_verdict("A metric must return one number, not {.obj_type_friendly {score}}.", "resampling")
  }
  if (is.finite(score)) as.numeric(score) else NA_real_
}

# Learners x metrics.
score_split <- function(truth, predicted, classes, metrics) {
  if (!is.null(metrics$functions)) {
    return(vapply(names(metrics$functions), FUN.VALUE = numeric(length(predicted)), function(name) {
      of_user <- metrics$functions[[name]]
      vapply(predicted, function(code) own_score(of_user, name, as_class(truth, classes), as_class(code, classes)), 0)
    }))
  }
  if (all(metrics$names == "accuracy")) {
    return(vapply(predicted, function(code) mean(code == truth), 0))
  }
  names(predicted) <- paste0("learner", seq_along(predicted))
  columns <- c(list(truth = as_class(truth, classes)), lapply(predicted, as_class, classes))
  set <- prediction_set(
    list2DF(columns), "truth", tidyselect::all_of(names(predicted)), id = seq_along(truth), levels = classes
  )
  table <- set_metrics(set, metrics$metric)
  vapply(seq_len(nrow(table)), FUN.VALUE = numeric(length(predicted)), function(m) {
    positive <- if (!table$overall[m]) metrics$positive
    target <- set_target(set, table[m, ], metrics$average, positive, "na")
    as.vector(set_estimates(set, target)$estimate)
  })
}

#' @rdname resample_scores
#' @param x A `resampled_scores`.
#' @param row.names,optional Not used.
#' @export
as.data.frame.resampled_scores <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  x$scores
}

#' @rdname resample_scores
#' @param na What `as_score_set()` and `as_prediction_set()` do where a learner failed or a score is not defined:
#'   `"error"` says so, `"omit"` leaves the split (or the row) out for all learners, `"keep"` (of scores) leaves it
#'   out of the comparisons with that learner alone.
#' @param better For metrics that are functions: which scores are good, `"high"` or `"low"`.
#' @export
as_score_set.resampled_scores <- function(x, ..., na = c("error", "omit", "keep"), better = NULL) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit", "keep"))
  type <- x$plan$type
  if (type == "holdout") {
    abort_verdict(c(
      "One split has one score, which does not show how scores vary.", i = "Take its rows: {.fn as_prediction_set}."
    ), "resampling")
  }
  scores <- x$scores[x$scores$n_test > 0, ]
  by_fold <- !type %in% c("monte_carlo", "bootstrap")
  again <- x$plan$repetitions > 1
  scores$classifier <- factor(scores$classifier, unique(scores$classifier))
  fold <- if (by_fold) scores$fold
  repetition <- if (again || !by_fold) scores$repetition
  design <- switch(type, "5x2" = "5x2", kfold = if (again) "repeated_folds" else "folds", leave_one_out = "folds", type)
  scores <- scores[c("classifier", "metric", "score", "n_train", "n_test")]
  # What the metrics say of themselves.
  of_metrics <- function(name) if (!is.null(x$about)) stats::setNames(x$about[[name]], x$metrics)
  set <- score_set(
    scores, "score", "classifier", metric = scores$metric, fold = fold, repetition = repetition, n_train = "n_train",
    n_test = "n_test", design = design, na = na, better = better %||% of_metrics("better"),
    lower = of_metrics("lower"), upper = of_metrics("upper"), label = of_metrics("label")
  )
  set$plan <- x$plan$hash
  set
}

#' @rdname resample_scores
#' @export
as_prediction_set.resampled_scores <- function(x, ..., na = c("error", "omit")) {
  check_dots(...)
  rows <- x$predictions
  names <- setdiff(names(rows), c("row", "repetition", "fold", "truth"))
  columns <- rows[c("truth", names)]
  overlapping <- x$plan$type %in% c("monte_carlo", "bootstrap")
  arguments <- list(columns, "truth", names, id = rows$row, levels = x$classes, na = na, positive = x$positive)
  if (!overlapping && x$plan$type != "holdout") arguments[c("fold", "repetition")] <- rows[c("fold", "repetition")]
  set <- do.call(prediction_set, arguments)
  if (overlapping) set$design <- new_design("cross-validated")
  set
}

#' @export
print.resampled_scores <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  width <- check_width(width)
  writeLines(wrap_text(paste0("<resampled_scores> ", resampled_words(x)), width, exdent = 2))
  writeLines(table_lines(score_columns(x), width))
  if (nrow(x$failures) > 0) writeLines(wrap_text(failure_words(x$failures), width, exdent = 2))
  invisible(x)
}

resampled_words <- function(x) {
  paste0(
    and_list(x$metrics, 6), " of ", count_of(length(unique(x$scores$classifier)), "learner"), " on ",
    count_of(x$plan$n, "row"), ", over ", plan_words(x$plan), " (plan ", substr(x$plan$hash, 1, 8), ")."
  )
}

#' @export
listing.resampled_scores <- function(x, at) {
  list(
    head = capitalise(resampled_words(x)), columns = score_columns(x),
    foot = if (nrow(x$failures) > 0) failure_words(x$failures), words = capitalise(resampled_words(x))
  )
}

score_summary <- function(x) {
  part <- interaction(
    factor(x$scores$classifier, unique(x$scores$classifier)), factor(x$scores$metric, x$metrics), drop = TRUE
  )
  rows <- lapply(split(x$scores, part), function(of) {
    known <- of$score[!is.na(of$score)]
    data.frame(
      learner = of$classifier[1], metric = of$metric[1], mean = if (length(known)) mean(known) else NA_real_,
      sd = stats::sd(known), splits = length(known), missing = sum(is.na(of$score))
    )
  })
  do.call(rbind, unname(rows))
}

score_columns <- function(x) {
  shown <- score_summary(x)
  shown$learner <- table_label(shown$learner)
  shown$mean <- signif(shown$mean, 4)
  shown$sd <- signif(shown$sd, 3)
  lapply(shown, format, decimal.mark = ".")
}

#' @export
summary.resampled_scores <- function(object, ...) {
  check_dots(...)
  score_summary(object)
}

failure_words <- function(failures) {
  first <- failures[1, ]
  paste0(
    count_of(nrow(failures), "time"), " a learner failed, first ", say_label(first$classifier),
    if (first$split == 0) " on all rows" else paste0(" in repetition ", first$repetition, ", fold ", first$fold),
    " (seed ", first$seed, "): ", sub("[.]?$", ".", one_line(first$message)), " All are in x$failures."
  )
}
