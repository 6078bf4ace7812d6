# What is given as the truth and as probabilities.

# truth: 1 for the event, 0 for another class, NA; positive: the event; negative: what the others are called.
event_of <- function(truth, positive, classes = event_classes(truth)) {
  plain <- is.numeric(truth) && !is.object(truth) && identical(classes, c("0", "1"))
  if (plain && (is.null(positive) || rlang::is_string(positive, "1"))) {
    return(list(truth = as.integer(truth), positive = "1", negative = "0"))
  }
  if (!is.null(positive)) check_event_occurs(positive, classes)
  positive <- match_positive(positive, NULL, classes) %||% plain_event(truth, classes)
  values <- if (is.factor(truth)) levels(truth) else unique(truth)
  event <- as.integer(as_labels(values) == positive)
  negative <- rest_name(setdiff(classes, positive), positive)
  list(truth = event[if (is.factor(truth)) truth else match(truth, values)], positive = positive, negative = negative)
}

rest_name <- function(others, positive) if (length(others) == 1) others else paste("not", positive)

# Both classes, as whole numbers: looked at without a table of the values.
is_plain_binary <- function(truth) {
  all_hold(
    is.numeric(truth), !is.object(truth), is.null(dim(truth)), !anyNA(truth),
    identical(.Call(ffi_column_range, truth), c(0, 1, 0))
  )
}

# Of a factor all its levels.
event_classes <- function(truth) {
  if (is.factor(truth)) {
    return(as_labels(levels(truth)))
  }
  if (is_plain_binary(truth)) {
    return(c("0", "1"))
  }
  values <- unique(truth[!is_missing(truth)])
  as_labels(sort_values(values))
}

# A class without rows is known by the levels of a factor.
check_event_occurs <- function(positive, classes) {
  label <- as_labels(positive)
  if (length(label) == 1 && !is.na(label) && !label %in% classes) {
    abort_verdict(c(
      "{.arg positive} {.val {label}} is not among the classes.",
      i = "The truth has {.val {classes}}.",
      i = "If no row has the event, make the truth a factor whose levels name it: {.code factor(truth, levels = ...)}."
    ), "positive")
  }
}

# TRUE and 1 are the event where the others are FALSE and 0.
plain_event <- function(truth, classes) {
  plain <- if (is.logical(truth)) c("FALSE", "TRUE") else if (is.numeric(truth)) c("0", "1")
  if (length(plain) && all(classes %in% plain)) {
    return(plain[2])
  }
  if (is.numeric(truth) && any(truth %% 1 != 0, na.rm = TRUE)) {
    abort_verdict(c(
      "The truth has numbers that are no classes, such as {short_number(truth[which(truth %% 1 != 0)[1]], 7)}.",
      i = "Say what the event is, as TRUE and FALSE: such as {.code truth > 1}."
    ), "positive")
  }
  abort_verdict(c(
    "{.arg positive} is missing: which class are the probabilities of?",
    i = "The classes are {.val {classes}}. A higher number speaks for the class named here; this is never guessed."
  ), "positive")
}

number_columns <- function(columns) {
  for (name in names(columns)) {
    column <- columns[[name]]
    if (!is.numeric(column) || is.factor(column) || is.object(column) && !inherits(column, "AsIs")) {
      abort_no_numbers(column, name)
    }
  }
  lapply(columns, function(column) as.double(unclass(column)))
}

abort_no_numbers <- function(column, name) {
  hint <- if (is.factor(column) || is.character(column)) {
    "Predicted labels make a {.fn prediction_set}; numbers that were read as text need {.fn as.numeric}."
  } else if (is.logical(column)) {
    "Labels make a {.fn prediction_set}; a score of 0 and 1 is {.code as.numeric({name})}."
  } else {
    "Give a vector of numbers for each, such as the column of the event of {.code predict(type = \"prob\")}."
  }
  abort_verdict(
    c("The classifiers need numbers, and {.val {name}} is {.obj_type_friendly {column}}.", i = hint), "scores"
  )
}

# How many rows are `at` these places: of a table that was counted where it is, a row is so many `times` there.
rows_told <- function(at, times) if (is.null(times)) sum(at) else sum(times[at])

# NULL: all. Rows of weight 0 are none.
complete_scores <- function(truth, values, name, given, na, partial = FALSE) {
  missing <- vapply(c(rlang::set_names(list(truth), name), values), anyNA, NA)
  lost <- if (any(missing)) Reduce(`|`, lapply(values, is.na), is.na(truth))
  if (na == "error" && any(missing)) {
    who <- names(missing)[missing]
    abort_verdict(c(
      "{.val {who}} {?has/have} missing values, in {rows_told(lost, given$times)} row{?s}.",
      i = "With {.code na = \"omit\"} these rows are left out for all classifiers.",
      i = if (partial && !anyNA(truth)) {
        "With {.code na = \"partial\"} each is judged on the rows that it has, and compared on those that both have."
      }
    ), "na")
  }
  kept <- if (any(missing)) !lost
  if (any(given$weights %in% 0)) kept <- (kept %||% TRUE) & given$weights != 0
  if (length(truth) == 0 || !is.null(kept) && !any(kept)) abort_verdict("There are no rows to compare on.", "empty")
  kept
}

# What a set of probabilities, or scores, keeps of its rows; `about`: what they are of.
scored_rows <- function(truth, values, kept, given, about, scores) {
  take <- function(x) if (is.null(kept)) x else x[kept]
  codes <- function(x) if (!is.null(x)) group_codes(take(x))$code
  values <- .Call(ffi_column_bind, lapply(values, take))
  weight <- if (!is.null(given$weights)) as.double(take(given$weights))
  if (!is.null(weight)) check_size(weight, "weights")
  if (given$sampled) weight <- weight / mean(weight)
  cluster <- codes(given$id)
  rows <- c(list(
    truth = take(truth), scores = values, order = .Call(ffi_numeric_order, values, threads()), weight = weight,
    cluster = if (anyDuplicated(cluster)) cluster, stratum = fold_codes(take(given$fold))
  ), about, list(
    is_probability = !scores, n_rows = sum(given$times %||% length(truth)),
    n_omitted = rows_told(!(kept %||% TRUE) & (given$weights %||% 1) != 0, given$times)
  ))
  rows$times <- take(given$times)
  if (given$sampled) rows$sampled <- worth_of_weights(weight)
  rows
}

# A set of one event and the others; as event_of() and complete_scores() take them.
event_set <- function(columns, given, positive, scores, na = "error", by = NULL,
                      classes = event_classes(columns[[1]])) {
  event <- event_of(columns[[1]], positive, classes)
  values <- number_columns(columns[-1])
  kept <- complete_scores(event$truth, values, names(columns)[1], given, na, partial = length(values) > 1)
  about <- list(positive = event$positive, negative = event$negative, classifiers = names(values))
  set <- structure(
    scored_rows(event$truth, values, kept, given, about, scores), class = c("probability_set", "evidence")
  )
  if (!scores) check_probabilities(set$scores, set$order, set$classifiers, set$times)
  with_groups_of_units(set, by, kept, set$weight, na)
}

# One fold is none.
fold_codes <- function(fold) {
  code <- if (!is.null(fold)) group_codes(fold)$code
  if (any(code > 1)) code
}

# The least and the most are known by the order.
check_probabilities <- function(values, order, names, times) {
  for (k in seq_along(names)) {
    range <- values[order[c(1, nrow(values)), k] + 1L, k]
    if (range[1] >= 0 && range[2] <= 1) next
    column <- values[, k]
    percent <- range[1] >= 0 && range[2] > 2 && range[2] <= 100
    rounded <- range[1] >= -1e-6 && range[2] <= 1 + 1e-6
    outside <- rows_told(column < 0 | column > 1, times)
    abort_verdict(c(
      "Probabilities lie between 0 and 1, and {outside} of {.val {names[k]}} {qty(outside)}{?does/do} not: it has
       {outside_number(range[1 + (range[2] > 1)])}.",
      i = if (rounded) "Is it an error of rounding? {.code pmin(pmax(p, 0), 1)} takes it away.",
      i = if (percent) "Are they percent? Divide by 100.",
      i = "If they are decision scores that are no probabilities, say {.code scores = TRUE}."
    ), "scores")
  }
}

# With as many digits as it takes to see that it is not 1.
outside_number <- function(x) short_number(x, if (x > 1 && x < 1 + 1e-6) 17 else 7)

check_evidence.probability_set <- function(x) {
  check_unchanged(
    "probability_set",
    "no scores where they should be" =
      is.matrix(x$scores) && is.double(x$scores) && is.atomic(x$truth) && length(x$truth) == nrow(x$scores),
    "a truth that is none of its classes" = is.integer(x$truth) && !anyNA(x$truth),
    "clusters, strata, weights or groups that are none" = fit_rows(x, nrow(x$scores)),
    "an order of other scores" = is.integer(x$order) && identical(dim(x$order), dim(x$scores)),
    "other classes or classifiers than columns" = fit_columns(x),
    "no event, or not whether these are probabilities" = rlang::is_bool(x$is_probability) &&
      (!is.null(x$classes) || rlang::is_string(x$positive) && rlang::is_string(x$negative)),
    "a number of rows that is none" = is_amount(x$n_rows) && is_amount(x$n_omitted),
    "other sampling weights than its rows" =
      is.null(x$sampled) || !is.null(x$weight) && are_same_amounts(x$sampled, worth_of_weights(x$weight)),
    "unused columns that are none" = is.null(x$unused) || is.character(x$unused)
  )
}

# What the door of a verb leaves to C, for verbs that take the rows in R: C looks at codes, the order and weights.
check_scored_rows <- function(x) {
  check_evidence(x)
  .Call(ffi_numeric_check, x)
  ends <- x$scores[cbind(as.vector(x$order[c(1, nrow(x$order)), ]) + 1L, rep(seq_len(ncol(x$order)), each = 2))]
  check_unchanged(
    "probability_set", "probabilities that are none" = !x$is_probability || all(ends >= 0 & ends <= 1)
  )
}

fit_rows <- function(x, n) {
  codes <- function(value) is.null(value) || is.integer(value) && length(value) == n && !anyNA(value)
  all_hold(
    codes(x$cluster), codes(x$stratum), is.null(x$weight) || is.double(x$weight) && length(x$weight) == n,
    is.null(x$times) || is.double(x$times) && length(x$times) == n, are_groups(x$groups),
    length(x$groups$group) %in% c(0, n)
  )
}

# Of several classes there is a column for each.
fit_columns <- function(x) {
  are_distinct(x$classifiers) && (is.null(x$classes) || are_distinct(x$classes)) &&
    length(x$classifiers) * max(1, length(x$classes)) == ncol(x$scores)
}

# A probability set, all of the same rows.
check_same_rows <- function(x, what) {
  if (inherits(x, "partial_probability_set")) {
    abort_verdict(c(
      "Each classifier of this set has rows of its own ({.code na = \"partial\"}): {what} are known of a set whose rows
       are the same for all.",
      i = "With {.code na = \"omit\"} rows that some classifier lacks are left out for all."
    ), "set")
  }
  if (!inherits(x, "probability_set")) {
    abort_verdict("{.arg x} must be a {.cls probability_set}, not {.obj_type_friendly {x}}.", "set")
  }
}

# Of probabilities or scores of one event.
check_one_event <- function(x, what) {
  check_same_rows(x, what)
  check_evidence(x)
  if (!is.null(x$classes)) {
    abort_verdict(c(
      "These are probabilities of {length(x$classes)} classes: {what} are known of one class against the rest.",
      i = "Such as {.code probability_set(..., positive = \"{x$classes[1]}\")}."
    ), "set")
  }
}

# `instead`: metrics that answer the question for such rows.
abort_sampled_rows <- function(what, instead = NULL) {
  abort_verdict(c(
    "Rows with sampling weights are not so many rows: {what} are of counts, and not known of such rows.",
    i = "Use {.code method = \"wald\"} in {.fn compare_classifiers}, whose variance is that of the design.",
    i = if (length(instead)) "The metrics {.val {instead}} allow for the weights."
  ), "weights")
}

# Scores of folds' models need not be on one scale.
warn_pooled_folds <- function(x, what, instead) {
  if (!is.null(x$stratum)) {
    warn_verdict(c(
      "{what} of all folds pool scores of different models, which need not be on one scale.",
      i = "What ranks within folds is known: {.code {instead}}."
    ), "folds")
  }
}

# What takes rows as independent.
check_independent_rows <- function(x, what, instead) {
  check_one_event(x, what)
  if (!is.null(x$sampled)) abort_sampled_rows(what, instead)
  if (!is.null(x$cluster)) {
    abort_verdict(c(
      "Rows of the same {.arg id} are not independent: {what} of such rows are not known.",
      i = "The metrics {.val {instead}} allow for them."
    ), "set")
  }
}

check_calibrated <- function(x, what) {
  check_independent_rows(x, what, c("calibration_in_the_large", "calibration_slope"))
  if (!x$is_probability) abort_verdict("These are scores: only probabilities can be right or wrong.", "set")
}
