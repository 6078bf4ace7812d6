# Results of tidymodels: data frames with a row a resample and a list column of predictions, and workflow sets
# of them. What tune knows about its metrics stands in attributes.

#' @rdname frameworks
#' @export
as_prediction_set.tune_results <- as_prediction_set.train

#' @rdname frameworks
#' @export
as_prediction_set.workflow_set <- function(x, candidate = NULL, levels = NULL, na = c("error", "omit"),
                                           positive = NULL, event = NULL, ...) {
  check_dots(...)
  models_set(list_models(workflow_results(x), candidate, model_rows), levels, na, positive, event)
}

#' @rdname frameworks
#' @export
as_score_set.tune_results <- as_score_set.train

#' @rdname frameworks
#' @export
as_score_set.workflow_set <- function(x, metric = NULL, candidate = NULL, ..., design = NULL, better = NULL,
                                      na = c("error", "omit", "keep")) {
  check_dots(...)
  models_scores(list_models(workflow_results(x), candidate, model_scores), metric, design, better, na)
}

#' @export
model_rows.workflow_set <- function(x, ...) abort_no_model(x)

workflow_results <- function(x) {
  results <- rlang::set_names(as.list(x$result), x$wflow_id)
  empty <- !vapply(results, inherits, NA, what = "tune_results")
  if (length(results) == 0 || any(empty)) {
    abort_verdict(c(
      "The workflow set has no results{if (any(empty)) paste0(' of ', first_few(names(results)[empty]))}.",
      i = "Run {.fn workflow_map} with {.code control_grid(save_pred = TRUE)} first."
    ), "predictions")
  }
  results
}

# -- predictions ----------------------------------------------------------------------

#' @export
model_rows.tune_results <- function(x, candidate = NULL, probabilities = FALSE, ...) {
  rows <- nested_rows(x, ".predictions")
  if (is.null(rows)) {
    failed <- ".predictions" %in% names(x)
    abort_verdict(c(
      if (failed) "The results have no predictions: all fits failed." else "The results have saved no predictions.",
      i = if (failed) "{.fn collect_notes} says why.",
      i = if (!failed) {
        "Run them with {.code control_resamples(save_pred = TRUE)} or {.code control_grid(save_pred = TRUE)}."
      }
    ), "predictions")
  }
  truth <- attr(x, "outcomes", exact = TRUE)
  if (!probabilities && !".pred_class" %in% names(rows) || !is_string_in(truth, names(rows))) {
    abort_verdict(c(
      "The saved predictions are not of classes: there is no {.field .pred_class}.",
      i = "Of classifiers tune saves it if one of the metrics needs it: put {.fn accuracy} into {.fn metric_set}.",
      i = "Scores, of regressions too, can be compared: {.fn as_score_set}."
    ), "predictions")
  }
  chosen <- tune_candidate(x, rows, candidate)
  rows <- rows[chosen$rows, ]
  predicted <- data.frame(
    observation = rows$.row, truth = rows[[truth]], prediction = rows[[".pred_class"]] %||% rows[[truth]]
  )
  if (probabilities) predicted <- with_probabilities(predicted, rows, ".pred_")
  predicted$repetition <- if (!is.null(rows$id2)) rows$id
  predicted$resample <- rows$id2 %||% rows$id
  failed <- setdiff(tune_labels(x)[!x$id %in% "Apparent"], tune_labels(rows))
  rlang::set_names(list(list(rows = predicted, tuned = chosen$tuned, truth = truth, failed = failed)), "")
}

# Of each row its resample, as one label.
tune_labels <- function(of) if (is.null(of[["id2"]])) as.character(of$id) else paste(of$id, of[["id2"]])

# The rows of a list column, with the labels of their resample; not those on training data.
nested_rows <- function(x, column) {
  parts <- x[[column]]
  there <- vapply(parts, function(part) is.data.frame(part) && nrow(part) > 0, NA) & !x$id %in% "Apparent"
  if (!any(there)) {
    return(NULL)
  }
  labels <- intersect(c("id", "id2", ".iter"), names(x))
  bind_parts(lapply(which(there), function(i) {
    part <- as.list(parts[[i]])
    n <- nrow(parts[[i]])
    for (name in setdiff(labels, names(part))) part[[name]] <- rep(x[[name]][i], n)
    part
  }))
}

# Rows of data frames (as lists) over the columns that all of them have.
bind_parts <- function(parts) {
  names <- Reduce(intersect, lapply(parts, names))
  plain <- names[vapply(names, function(name) all(vapply(parts, function(part) is_vector(part[[name]]), NA)), NA)]
  list2DF(lapply(rlang::set_names(plain), function(name) join_labels(lapply(parts, `[[`, name))))
}

# list(rows = which of them, tuned). Candidates differ by their `.config`.
tune_candidate <- function(x, rows, candidate) {
  configs <- unique(rows$.config)
  if (is.null(candidate) && length(configs) < 2) {
    return(list(rows = rep(TRUE, nrow(rows)), tuned = NULL))
  }
  config <- tune_config(x, rows, candidate)
  at <- rows$.config %in% config
  if (!any(at)) abort_candidate(list(.config = config))
  own <- as.list(rows)[intersect(tune_parameters(x), names(rows))]
  chosen <- if (length(own)) lapply(own, `[`, which(at)[1]) else list(.config = config)
  by <- if (is.null(candidate)) tune_first(x)
  list(rows = at, tuned = if (!is_string_in(candidate, configs)) new_tuned(length(configs), chosen, candidate, by))
}

# One label of `.config`.
tune_config <- function(x, rows, candidate) {
  config <- if (is.list(candidate)) candidate$.config else candidate
  if (is_string_in(config, rows$.config)) {
    return(config)
  }
  if (is.null(candidate) || rlang::is_string(candidate)) {
    return(tune_best(x, candidate))
  }
  parameters <- tune_parameters(x)
  check_candidate(candidate, parameters)
  at <- same_parameters(rows, as.list(candidate)[parameters])
  if (!any(at)) abort_candidate(as.list(candidate)[parameters])
  rows$.config[which(at)[1]]
}

tune_parameters <- function(x) as.character(attr(x, "parameters", exact = TRUE)$id)

# As select_best(): the best mean over the resamples, the first of equals in the order of `.iter` and `.config`.
tune_best <- function(x, metric) {
  scores <- nested_rows(x, ".metrics")
  known <- tune_metrics(x, scores)
  configs <- unique(scores$.config)
  asked <- metric %||% tune_first(x)
  scores <- scores[scores$.metric %in% asked, ]
  if (!isTRUE(asked %in% names(known)) || nrow(scores) == 0) {
    abort_verdict(c(
      "There is no {.arg candidate} or metric {.val {asked}}.",
      i = "The metrics are {.val {names(known)}}, the candidates {first_few(configs, 3)}."
    ), "candidate")
  }
  table <- mean_scores(x, scores)
  size <- switch(known[[asked]], minimize = table$mean, zero = abs(table$mean), -table$mean)
  table$.config[order(size)[1]]
}

tune_first <- function(x) names(tune_metrics(x, nested_rows(x, ".metrics")))[1]

# Of each candidate its mean, weighted if the resamples are; races are won by those that ran to the end.
mean_scores <- function(x, scores) {
  weights <- attr(x, "rset_info", exact = TRUE)$att[[".resample_weights"]]
  labels <- paste(x$id, x[["id2"]])
  distinct <- unique(labels[!x$id %in% "Apparent"])
  weight <- rep(1, nrow(scores))
  if (length(weights) == length(distinct)) weight <- weights[match(paste(scores$id, scores$id2), distinct)]
  iteration <- scores$.iter %||% rep(0, nrow(scores))
  order <- order(iteration, scores$.config, method = "radix")
  parts <- split(order, factor(scores$.config[order], unique(scores$.config[order])))
  table <- data.frame(.config = names(parts), n = lengths(parts))
  table$mean <- vapply(parts, function(at) {
    known <- at[!is.na(scores$.estimate[at])]
    sum(weight[known] * scores$.estimate[known]) / sum(weight[known])
  }, 0)
  if (inherits(x, "tune_race")) table <- table[table$n == max(table$n), ]
  table[!is.na(table$mean), ]
}

# Metrics in their order, with their direction.
tune_metrics <- function(x, scores) {
  functions <- attr(attr(x, "metrics", exact = TRUE), "metrics", exact = TRUE)
  if (length(functions) == 0) {
    names <- as.character(unique(scores$.metric))
    return(rlang::set_names(ifelse(known_better(names) %in% "low", "minimize", "maximize"), names))
  }
  vapply(functions, function(f) attr(f, "direction", exact = TRUE) %||% "maximize", "")
}

# -- scores ---------------------------------------------------------------------------

#' @export
model_scores.tune_results <- function(x, candidate = NULL, ...) {
  rows <- nested_rows(x, ".metrics")
  if (is.null(rows)) abort_verdict("The results have no scores: all fits failed, see {.fn collect_notes}.", "score")
  chosen <- tune_candidate(x, rows, candidate)
  rows <- rows[chosen$rows, ]
  direction <- tune_metrics(x, rows)
  scores <- data.frame(resample = tune_labels(rows), metric = as.character(rows$.metric), score = rows$.estimate)
  kept <- !x$id %in% "Apparent"
  failed <- setdiff(tune_labels(x)[kept], scores$resample)
  scores <- rbind(scores, expand.grid(
    resample = failed, metric = unique(scores$metric), score = NA_real_, stringsAsFactors = FALSE
  ))
  model <- list(
    scores = scores, type = tune_type(x), tuned = chosen$tuned,
    better = rlang::set_names(c(minimize = "low", maximize = "high", zero = NA)[direction], names(direction))
  )
  nested <- if (!is.null(x[["id2"]])) c(repetition = "id", fold = "id2")
  splits <- x$splits
  if (all(vapply(splits, function(split) is.data.frame(split$data), NA))) {
    own <- tune_labels(x)[kept]
    model$tests <- rlang::set_names(lapply(splits[kept], tested_rows), own)
    model$n_train <- rlang::set_names(lengths(lapply(splits[kept], `[[`, "in_id")), own)
    for (part in names(nested)) model[[part]] <- rlang::set_names(as.character(x[[nested[[part]]]][kept]), own)
  }
  rlang::set_names(list(model), "")
}

# rsample keeps the rows that were left out, or NA where they are the others.
tested_rows <- function(split) {
  out <- split$out_id
  if (length(out) == 0 || anyNA(out)) setdiff(seq_len(nrow(split$data)), split$in_id) else out
}

tune_type <- function(x) {
  class <- attr(x, "rset_info", exact = TRUE)$att$class
  if (is.null(class)) {
    return(NULL)
  }
  if (class %in% c("bootstraps", "group_bootstraps")) {
    "bootstrap"
  } else if (class %in% c("mc_cv", "group_mc_cv", "rolling_origin") || startsWith(class, "sliding")) {
    "monte_carlo"
  }
}
