#' @rdname as_prediction_set
#' @param truth,prediction,classifier,observation For a long data frame: its columns
#'   with the true label, the predicted label, the name of the classifier and the name
#'   or number of the observation. Every observation needs a prediction of every
#'   classifier, in each repetition; the truth need only be in one of its rows. The
#'   classifiers come in the order of the factor levels, or else sorted, whatever the
#'   order of the rows.
#' @param fold,repetition Columns with the fold and the repetition of the
#'   cross-validation, see [prediction_set()]. All classifiers must share the
#'   partition: an observation is in the same fold for each of them.
#'
#'   Columns of caret, tidymodels and mlr3 are known by their names and need not be named, see [frameworks].
#' @export
as_prediction_set.data.frame <- function(x, truth, prediction,
                                         classifier, observation, fold = NULL,
                                         repetition = NULL, levels = NULL,
                                         na = c("error", "omit"), positive = NULL,
                                         event = NULL, ...) {
  check_dots(...)
  na <- check_choice(na, "na", c("error", "omit"))
  check_data(x, "x")
  quos <- rlang::enquos(
    truth = truth, prediction = prediction, classifier = classifier, observation = observation,
    fold = fold, repetition = repetition
  )
  lacking <- vapply(quos[1:4], rlang::quo_is_missing, NA)
  if (any(lacking) && !is.null(known_columns(x))) {
    return(models_set(frame_models(x, quos, environment()), levels, na, positive, event, environment()))
  }
  if (all(lacking)) check_unbroken(x)
  check_required(quos[1:4])
  long <- pull_columns(quos, x)
  check_long(long, nrow(x))
  check_roles(long$names[intersect(names(quos)[1:4], names(long$names))])
  wide <- widen(settle_folds(long, long$observation), na)
  columns <- c(list(wide$truth), wide$predictions)
  is_column <- "truth" %in% names(long$names)
  names(columns)[1] <- if (is_column) long$names[["truth"]] else "truth"
  given <- wide[c("id", "fold", "repetition")]
  given$unused <- check_unused(x, long$names, given)
  ask_about(count_predictions(columns, given, levels, na), positive, event)
}

check_required <- function(quos, wide = "For one column a classifier use {.fn prediction_set}.", call = caller_env()) {
  missing <- names(quos)[vapply(quos, rlang::quo_is_missing, NA)]
  if (length(missing) > 0) {
    abort_verdict(c(
      "{.arg {missing}} {?is/are} missing: which column{?s} of the data {?is it/are they}?",
      i = wide
    ), "column", call = call)
  }
}

# Columns that can only be one thing.
check_roles <- function(names, call = caller_env()) {
  twice <- names[duplicated(names)][1]
  if (!is.na(twice)) {
    abort_verdict(
      "{.field {twice}} is given both as {.and {.arg {names(names)[names == twice]}}}.", "column",
      call = call
    )
  }
}

check_long <- function(long, n_rows, call = caller_env()) {
  for (arg in c("truth", "prediction")) {
    check_label_type(long[[arg]], arg, call = call)
    check_length(long[[arg]], n_rows, arg, call = call)
  }
  for (arg in c("classifier", "observation", "fold", "repetition")) {
    check_group(long[[arg]], n_rows, arg, call = call)
  }
}

# One row a prediction becomes one row an observation and repetition (a cell).
widen <- function(long, na, call = caller_env()) {
  classifier <- sorted_codes(long$classifier)
  id <- group_codes(long$observation)
  repetition <- group_codes(long$repetition %||% rep(1L, length(id$code)))
  cell <- (repetition$code - 1) * length(id$label) + id$code
  cells <- unique(cell)
  at <- match(cell, cells)
  first <- which(!duplicated(at))

  rows <- lapply(seq_along(classifier$label), function(k) {
    own <- which(classifier$code == k)
    check_one_each(own, at, classifier$label[k], id, repetition, call = call)
    own[match(seq_along(cells), at[own])]
  })
  names(rows) <- classifier$label
  check_truth(long$observation, long$truth, call = call)
  check_partition(long$fold, at, first, classifier, id, call = call)
  if (na == "error") check_all_there(rows, id, repetition, first, call = call)
  list(
    truth = known_truth(long$truth, id$code)[first],
    predictions = lapply(rows, function(row) long$prediction[row]),
    id = long$observation[first], fold = long$fold[first], repetition = long$repetition[first]
  )
}

# Of every row the truth that its observation has in any row.
known_truth <- function(truth, observation) {
  known <- !is_missing(truth)
  if (all(known)) truth else truth[known][match(observation, observation[known])]
}

# As group_codes(), but not in order of appearance: in that of labels.
sorted_codes <- function(x) {
  text <- as.character(x)
  label <- unique(text)
  label <- if (is.factor(x)) intersect(levels(x), label) else sort_labels(label, is.numeric(x))
  list(code = match(text, label), label = label)
}

# One prediction for each cell and classifier.
check_one_each <- function(own, at, name, id, repetition, call) {
  twice <- own[duplicated(at[own])]
  if (length(twice) > 0) {
    cells <- name_cells(id, repetition, twice)
    abort_verdict(c(
      "A classifier must predict an observation once in each repetition.",
      x = "{.val {name}} does more than once: observation {some(cells)}.",
      i = if (length(repetition$label) == 1) "For repeated cross-validation give {.arg repetition}."
    ), "repetition", call = call)
  }
}

check_all_there <- function(rows, id, repetition, first, call) {
  lacking <- vapply(rows, anyNA, NA)
  if (any(lacking)) {
    name <- names(rows)[lacking][1]
    cells <- name_cells(id, repetition, first[is.na(rows[[name]])])
    abort_verdict(c(
      "Every classifier must predict every observation.",
      x = "{.val {name}} lacks observation {some(cells)}.",
      i = "Use {.code na = \"omit\"} to leave these observations out for all classifiers."
    ), "observation", call = call)
  }
}

# All classifiers have an observation in the same fold.
check_partition <- function(fold, at, first, classifier, id, call) {
  if (is.null(fold)) {
    return(invisible())
  }
  code <- group_codes(fold)$code
  odd <- which(code != code[first[at]])
  if (length(odd) > 0) {
    rows <- c(odd[1], first[at[odd[1]]])
    name <- classifier$label[classifier$code[rows]]
    in_fold <- as.character(fold[rows])
    more <- length(unique(at[odd])) - 1
    abort_verdict(c(
      "The classifiers must share the partition: the same folds for all of them.",
      x = paste(
        "Observation {.val {id$label[id$code[odd[1]]]}} is in fold {.val {in_fold[1]}} for",
        "{.val {name[1]}}, in {.val {in_fold[2]}} for {.val {name[2]}}."
      ),
      x = if (more > 0) "So {?is/are} {more} other{?s}.",
      i = "Train and test all of them on one partition."
    ), "fold", call = call)
  }
}
