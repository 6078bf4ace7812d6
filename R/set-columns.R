# What the columns of a data frame with one row a prediction are, by the names that software gives them. A framework
# is recognised by its `signs`; `fold` is what it calls a resample.

framework_columns <- list(
  tidymodels = list(
    prediction = ".pred_class", observation = ".row", classifier = "wflow_id", fold = "id", signs = ".pred_class"
  ),
  caret = list(
    prediction = "pred", truth = "obs", observation = "rowIndex", fold = "Resample", signs = c("pred", "obs")
  ),
  mlr3 = list(
    prediction = "response", truth = "truth", observation = "row_ids", classifier = "learner_id",
    fold = "iteration", signs = c("response", "row_ids")
  )
)

# Names of columns, named by role; NULL if the data are of no framework.
known_columns <- function(data) {
  for (known in framework_columns) {
    if (all(known$signs %in% names(data))) {
      columns <- unlist(known[names(known) != "signs"])
      columns <- columns[columns %in% names(data)]
      if (identical(known$prediction, ".pred_class")) columns <- with_resample(columns, data)
      return(with_classifier(columns, data))
    }
  }
}

# What people call the models when they stack the rows of several.
model_columns <- c("model", ".model", "model_id", "classifier", "learner", "algorithm", "workflow", ".id")

# Each has as many rows as the others; a covariate of that name hardly has.
with_classifier <- function(columns, data) {
  is_model <- function(name) {
    x <- data[[name]]
    counts <- if (is.character(x) || is.factor(x)) table(as.character(x))
    length(counts) > 1 && sum(counts) == nrow(data) && length(unique(c(counts))) == 1 &&
      !all(names(counts) %in% as.character(data[[columns["prediction"]]]))
  }
  model <- Filter(is_model, intersect(model_columns, names(data)))
  if ("classifier" %in% names(columns) || length(model) != 1) columns else c(columns, classifier = model)
}

# rsample calls the resample `id`, or the repetition, if `id2` is the fold. People call the observation `id`.
with_resample <- function(columns, data) {
  is_label <- function(name) is_vector(data[[name]]) && is_resample(data[[name]])
  if (!"fold" %in% names(columns)) {
    return(columns)
  }
  others <- columns[names(columns) != "fold"]
  nested <- "id2" %in% names(data) && is_label("id2")
  if (!is_label("id")) others else if (nested) c(others, repetition = "id", fold = "id2") else columns
}

# A data frame as models, see model_rows(): the roles that `quos` lack are filled in by name.
frame_models <- function(x, quos, probabilities = FALSE) {
  check_data(x, "x")
  given <- !vapply(quos, function(quo) rlang::quo_is_missing(quo) || rlang::quo_is_null(quo), NA)
  pulled <- pull_columns(quos[given], x)
  known <- known_columns(x) %||% probability_roles(x, probabilities)
  known <- known[!names(known) %in% names(quos)[given]]
  long <- pulled[names(quos)[given]]
  for (role in names(known)) long[[role]] <- x[[known[[role]]]]
  if (is.null(long$prediction) && !probabilities) abort_unknown_columns(x)
  if (is.null(long$truth)) {
    used <- c(known, unlist(pulled$names))
    guess <- if (probabilities) probability_truth else guess_truth
    known[["truth"]] <- guess(x, long$prediction, used)
    long$truth <- x[[known[["truth"]]]]
  }
  if (probabilities) long$prediction <- long$truth
  words <- paste(names(known), "=", known, recycle0 = TRUE)
  if (length(words) > 0) inform_verdict("Taken by the names of the columns: {.code {words}}.", "columns")
  name <- c(known, unlist(pulled$names))["truth"]
  # Without `id` these are averages over resamples.
  averaged <- identical(unname(known["prediction"]), ".pred_class") && all(c(".row", ".config") %in% names(x)) &&
    !"id" %in% names(x)
  own <- class_probabilities(x, if (probabilities) event_levels(long$truth))
  about <- list(truth = if (!is.na(name)) unname(name), averaged = averaged)
  frame_rows(long, nrow(x), about, own, unused_numbers(x, c(known, unlist(pulled$names))))
}

# `probabilities`: columns by class, with "" the event's; `numbers` as unused_numbers() gives them.
frame_rows <- function(long, n, about, probabilities = list(), numbers = list()) {
  check_long(long, n)
  classifier <- if (is.null(long$classifier)) list(code = rep(1L, n), label = "") else sorted_labels(long$classifier)
  # Rows without a number are in the order of the data.
  about$by_order <- is.null(long$observation)
  long$observation <- long$observation %||% as.integer(stats::ave(seq_len(n), classifier$code, FUN = seq_along))
  rows <- list2DF(list(
    row = seq_len(n), observation = long$observation, truth = long$truth, prediction = long$prediction
  ))
  rows$repetition <- long$repetition
  rows$resample <- long$fold
  rows[paste0(rep(probability_sign, length(probabilities)), names(probabilities))] <- probabilities
  if (about$by_order) rows[paste0(rep(number_sign, length(numbers)), names(numbers))] <- numbers
  models <- lapply(seq_along(classifier$label), function(k) {
    c(list(rows = rows[classifier$code == k, ]), about)
  })
  rlang::set_names(models, classifier$label)
}

# tidymodels keeps the name of the outcome: the one other factor with the classes of the predictions.
guess_truth <- function(x, prediction, used) {
  others <- setdiff(names(x), used)
  others <- others[!startsWith(others, ".pred")]
  alike <- others[vapply(others, function(name) {
    is.factor(x[[name]]) && is.factor(prediction) && setequal(levels(x[[name]]), levels(prediction))
  }, NA)]
  if (length(alike) != 1) {
    abort_verdict(c(
      "Which column is the {.arg truth}?",
      x = if (length(alike)) "{.field {alike}} have the classes of the predictions." else "None has their classes.",
      i = "Name it: {.code truth = }."
    ), "column")
  }
  alike
}

abort_unknown_columns <- function(x) {
  check_unbroken(x)
  abort_verdict(c(
    "The data frame has no column of predictions that is known by its name.",
    i = "Known are {.field .pred_class}; {.field pred} with {.field obs}; {.field response} with {.field row_ids}.",
    i = "Join the data frames into one, and say which column is what: see {.fn as_prediction_set}."
  ), "column")
}

# Results of tune from which rows were taken.
check_unbroken <- function(x) {
  if (is.list(x[[".predictions"]])) {
    abort_verdict(c(
      "This was a result of tidymodels: without some of its rows it is a plain table.",
      i = "Give it whole, or unnest its column {.field .predictions}."
    ), "column")
  }
}

#' @export
model_rows.data.frame <- function(x, truth = rlang::quo(NULL), probabilities = FALSE, ...) {
  frame_models(x, list(truth = truth), probabilities)
}

# -- probabilities by class --------------------------------------------------------------

# In front of the class in the names of such columns of models.
probability_sign <- "probability: "

# What the packages put in front of a class.
probability_prefixes <- c(".pred_", "prob.", "")

event_levels <- function(truth) if (is.factor(truth)) levels(truth) else unique(as_labels(truth))

# Columns of numbers by class; none if one is lacking.
class_probabilities <- function(x, classes, before = probability_prefixes) {
  if (is.null(classes)) {
    return(list())
  }
  for (prefix in before) {
    own <- paste0(prefix, classes)
    if (all(own %in% names(x)) && all(vapply(as.list(x)[own], is.numeric, NA))) {
      return(rlang::set_names(as.list(x)[own], classes))
    }
  }
}

with_probabilities <- function(rows, x, before) {
  own <- class_probabilities(x, event_levels(rows$truth), before)
  rows[paste0(rep(probability_sign, length(own)), names(own))] <- own
  rows
}

# Of tidymodels without predicted classes.
probability_roles <- function(x, asked) {
  if (!asked || !any(startsWith(names(x), ".pred_"))) {
    return(NULL)
  }
  roles <- c(observation = ".row", classifier = "wflow_id", fold = "id")
  with_classifier(with_resample(roles[roles %in% names(x)], x), x)
}

# The one factor, or text, that has a column of probabilities for each of its classes.
probability_truth <- function(x, prediction, used) {
  others <- setdiff(names(x), used)
  alike <- others[vapply(others, function(name) {
    column <- x[[name]]
    (is.factor(column) || is.character(column)) && length(event_levels(column)) > 1 &&
      length(class_probabilities(x, event_levels(column))) > 0
  }, NA)]
  alike <- setdiff(alike, c(".pred_class", "pred", "response"))
  if (length(alike) != 1) {
    abort_verdict(c(
      "Which column is the {.arg truth}, and which are the probabilities?",
      x = if (length(alike)) "{.field {alike}} have classes with a column of probabilities each." else
        "No column has classes with a column of probabilities each, such as {.field .pred_<class>}.",
      i = "Name them: {.code as_probability_set(x, truth = , probability = )}."
    ), "column")
  }
  alike
}

check_long <- function(long, n_rows) {
  for (arg in c("truth", "prediction")) {
    check_label_type(long[[arg]], arg)
    check_length(long[[arg]], n_rows, arg)
  }
  for (arg in c("classifier", "observation", "fold", "repetition")) check_group(long[[arg]], n_rows, arg)
}

check_required <- function(quos, wide = "For one column a classifier use {.fn prediction_set}.") {
  missing <- names(quos)[vapply(quos, rlang::quo_is_missing, NA)]
  if (length(missing) > 0) {
    abort_verdict(c(
      "{.arg {missing}} {?is/are} missing: which column{?s} of the data {?is it/are they}?",
      i = wide
    ), "column")
  }
}

# Columns that can only be one thing.
check_roles <- function(names) {
  twice <- names[duplicated(names)][1]
  if (!is.na(twice)) {
    abort_verdict("{.field {twice}} is given both as {.and {.arg {names(names)[names == twice]}}}.", "column")
  }
}

# One row a prediction becomes one row an observation and repetition (a cell).
widen <- function(long, na) {
  classifier <- sorted_labels(long$classifier)
  id <- group_codes(long$observation)
  repetition <- group_codes(long$repetition %||% rep(1L, length(id$code)))
  cell <- (repetition$code - 1) * length(id$label) + id$code
  cells <- unique(cell)
  at <- match(cell, cells)
  first <- which(!duplicated(at))

  rows <- lapply(seq_along(classifier$label), function(k) {
    own <- which(classifier$code == k)
    check_one_each(own, at, classifier$label[k], id, repetition)
    own[match(seq_along(cells), at[own])]
  })
  names(rows) <- classifier$label
  check_truth(long$observation, long$truth)
  check_partition(long$fold, at, first, classifier, id)
  if (na == "error") check_all_there(rows, id, repetition, first)
  list(
    truth = known_truth(long$truth, id$code)[first], predictions = lapply(rows, function(row) long$prediction[row]),
    id = long$observation[first], fold = long$fold[first], repetition = long$repetition[first],
    rows = first
  )
}

check_all_there <- function(rows, id, repetition, first) {
  lacking <- vapply(rows, anyNA, NA)
  if (any(lacking)) {
    name <- names(rows)[lacking][1]
    cells <- name_cells(id, repetition, first[is.na(rows[[name]])])
    abort_verdict(c(
      "Every classifier must predict every observation.",
      x = "{.val {name}} lacks observation {first_few(cells)}.",
      i = "Use {.code na = \"omit\"} to leave these observations out for all classifiers."
    ), "observation")
  }
}

# One prediction for each cell and classifier.
check_one_each <- function(own, at, name, id, repetition) {
  twice <- own[duplicated(at[own])]
  if (length(twice) > 0) {
    cells <- name_cells(id, repetition, twice)
    abort_verdict(c(
      "A classifier must predict an observation once in each repetition.",
      x = "{.val {name}} does more than once: observation {first_few(cells)}.",
      i = if (length(repetition$label) == 1) "For repeated cross-validation give {.arg repetition}."
    ), "repetition")
  }
}

# All classifiers have an observation in the same fold.
check_partition <- function(fold, at, first, classifier, id) {
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
    ), "fold")
  }
}

# Of every row the truth that its observation has in any row.
known_truth <- function(truth, observation) {
  known <- !is_missing(truth)
  if (all(known)) truth else truth[known][match(observation, observation[known])]
}
