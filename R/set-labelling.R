# Sets whose truth is known for some rows only. A labelled set is a prediction set of which the patterns without a truth
# (NA) are patterns like others; `labelling` says how the labelled rows came about:
#
#   kind        "random", "by_pattern", "probability" or "unknown"
#   strata      within which labels are a random sample: `of` each pattern the stratum, NA if there are none; their rows
#               `n_rows`, labelled `n_labels`, in words `label`; of "random" merged until each has enough labels
#   base        the number of each pattern's own stratum: what is predicted, and what else strata are told apart by
#   extra       columns that strata are told apart by beside the predictions, of each pattern; `judge` if one is a judge
#   probability of labelled patterns, with which they were drawn
#   rows        of each row of the data the pattern, 0 if it was left out; NULL if the rows are not known
#
# `question` says what is estimated: of the population that the rows are from, or of these rows only. `smoothing` is the
# number of pseudo labels in each stratum. `whole` is the set of what the rows are worth: every truth that a
# prediction may have, with weights. Metrics, classes and influences are its.

# From quosures what count_labelled() takes; `names` of columns that are none of the classifiers.
resolve_labels <- function(about, data, n_rows = nrow(data)) {
  labelling <- resolve_labelling(about$quos$labelling, data, n_rows)
  if (is.null(labelling)) {
    return(check_no_labelling(about))
  }
  columns <- lapply(rlang::set_names(c("judge", "strata")), function(arg) {
    quo <- about$quos[[arg]]
    if (is.null(data)) list(value = eval_column(quo, list(), arg)) else pull_column(quo, data, arg)
  })
  names <- unlist(list(labelling = labelling$name, judge = columns$judge$name, strata = columns$strata$name))
  c(
    list(labelling = labelling, judge = columns$judge$value, strata = columns$strata$value, names = names),
    check_question(about)
  )
}

check_question <- function(about) {
  check_smoothing(about$smoothing)
  list(question = check_choice(about$question, "question", labelling_questions), smoothing = about$smoothing)
}

# What is of no use without `labelling`; NULL if nothing was said.
check_no_labelling <- function(about) {
  given <- !vapply(about$quos, rlang::quo_is_null, NA)
  given <- c(names(about$quos)[given], if (!identical(about$question, labelling_questions)) "question")
  if (length(given)) {
    abort_verdict(c(
      "{.arg {given}} {?is/are} for rows of which few have a truth: say by {.arg labelling} how these were chosen."
    ), "labelling")
  }
}

# Of rows that are not at hand (files, chunks, tables of a database): the way, and names of columns.
name_labels <- function(about, data) {
  quo <- about$quos$labelling
  if (rlang::quo_is_null(quo)) {
    return(check_no_labelling(about))
  }
  expr <- rlang::quo_get_expr(quo)
  own <- is.symbol(expr) && as.character(expr) %in% names(data)
  value <- if (own) as.character(expr) else eval_column(quo, list(), "labelling")
  if (!rlang::is_string(value)) {
    abort_labelling("Of rows that are not in R, probabilities are a column by its name.", value)
  }
  column <- value %in% names(data)
  others <- column_names(about$quos[c("judge", "strata")], data, function(arg) {
    abort_verdict("{.arg {arg}} must be a column by its name.", "labelling")
  })
  kind <- if (column) "probability" else match_labelling(value)
  c(list(kind = kind, names = c(labelling = if (column) value, others)), check_question(about))
}

# What was named, of these rows.
labels_of <- function(named, columns) {
  value <- function(arg) if (arg %in% names(named$names)) columns[[named$names[[arg]]]]
  probability <- value("labelling")
  if (!is.null(probability)) check_inclusion(probability, length(probability))
  list(
    labelling = list(kind = named$kind, probability = as.double(probability)), judge = value("judge"),
    strata = value("strata"), names = named$names, question = named$question, smoothing = named$smoothing
  )
}

# What was said of the labels: NULL, or list(kind, probability, name).
resolve_labelling <- function(quo, data, n_rows) {
  if (rlang::quo_is_null(quo)) {
    return(NULL)
  }
  expr <- rlang::quo_get_expr(quo)
  own <- is.symbol(expr) && as.character(expr) %in% names(data)
  value <- if (own) as.character(expr) else eval_column(quo, data %||% list(), "labelling")
  if (rlang::is_string(value) && (!value %in% names(data) || !own && value %in% labelling_kinds)) {
    return(list(kind = match_labelling(value)))
  }
  name <- if (rlang::is_string(value)) value
  if (!is.null(name)) value <- data[[name]]
  check_inclusion(value, n_rows)
  list(kind = "probability", probability = as.double(value), name = name)
}

match_labelling <- function(value) {
  at <- match(joined_words(value), joined_words(labelling_kinds))
  if (is.na(at)) abort_labelling("It is {.val {value}}, which is no column of the data either.", value)
  labelling_kinds[at]
}

abort_labelling <- function(what, value = NULL) {
  abort_verdict(c(
    "{.arg labelling} must say how the rows with a truth were chosen.",
    x = what,
    i = "{.val random}: a random subset of all rows. {.val by_pattern}: chosen by looking at predictions only.",
    i = "Or inclusion probabilities, a column or a vector; {.val unknown} gives bounds and no estimate."
  ), "labelling")
}

check_inclusion <- function(value, n_rows) {
  if (!is.numeric(value) || length(dim(value)) > 1) abort_labelling("It is {.obj_type_friendly {value}}.", value)
  check_length(value, n_rows, "labelling")
  odd <- which(is.na(value) | value <= 0 | value > 1)
  if (length(odd)) {
    abort_verdict(c(
      "Inclusion probabilities must be above 0, and at most 1.",
      x = "{.arg labelling} has {.val {value[odd[1]]}} in row {odd[1]}, and is wrong in {length(odd)} row{?s}.",
      i = "A row that could not be labelled tells nothing of those like it: leave such rows out of the data."
    ), "labelling")
  }
}

# What was certain to be labelled has a truth; rows of weight 0 are none.
check_certain_labels <- function(truth, probability, weights) {
  odd <- which(is_missing(truth) & probability == 1 & (weights %||% 1) > 0)
  if (length(odd)) {
    abort_verdict(c(
      "A row with inclusion probability 1 must have a truth: it was certain to be labelled.",
      x = "{.arg labelling} is 1 and the truth missing in {length(odd)} row{?s}: {first_few(odd)}.",
      i = "Give the probabilities with which the labels were drawn."
    ), "labelling")
  }
}

# -- from columns ---------------------------------------------------------------------

# `columns` as for count_predictions(), of which the truth may lack labels; `given` has id and weights; `about` is
# list(labelling, judge, strata, names, question, smoothing).
count_labelled <- function(columns, given, about, levels, na) {
  part <- isTRUE(given$part)
  if (!part && stand_for_none(columns[[1]], about)) {
    return(count_predictions(columns, given, levels, na))
  }
  columns <- check_columns(columns)
  levels <- check_levels(levels)
  check_labelled_arguments(given, about)
  n_rows <- length(columns[[1]])
  n_zero <- check_weights(given$weights, n_rows)
  check_id(given$id, n_rows)
  check_certain_labels(columns[[1]], about$labelling$probability, given$weights)
  extra <- stratum_columns(columns[[1]], about, n_rows)
  given$by <- check_by(given$by, n_rows)
  counted <- count_with_missing(columns, extra, given$by, given$weights, levels, na)
  check_rows_left(counted, counted$n_omitted, n_zero)
  counted <- with_clusters(counted, given)
  known <- levels %||% unique(c(levels(columns[[1]]), counted$classes[counted$occurs[, 1]]))
  if (is.null(levels) && any(counted$occurs[, 1])) check_coding(counted, names(columns), known)
  if (!is.null(about$judge)) {
    check_judge_coding(counted$extra$judge, judge_name(about), counted, names(columns), known, part)
  }
  clusters <- counted$clusters
  set <- set_of_counts(
    counted, names(columns), n_rows - counted$n_omitted - n_zero, c(if (n_zero > 0) note_zero(n_zero), character()),
    resolve_design(new_design(), NULL, clusters$profiles), levels = levels
  )
  if (part) set$part <- part_of(columns, given, levels, n_zero, counted$rows)
  if (!part && !is.null(clusters$n) && is.null(set$profiles)) set$keyed <- TRUE
  new_labelled_set(set, list(
    kind = about$labelling$kind, extra = counted$extra, judge = !is.null(about$judge),
    rows = if (is.null(given$weights)) counted$rows
  ), about$question, about$smoothing)
}

# Then there is nothing that labels would have to stand for.
stand_for_none <- function(truth, about) {
  about$labelling$kind != "probability" && about$question == "population" && !any(is_missing(truth))
}

check_labelled_arguments <- function(given, about) {
  for (arg in c("fold", "repetition", "weights_are")) {
    if (!is.null(given[[arg]])) {
      abort_verdict("With {.arg labelling} leave {.arg {arg}} out: labels are of rows of one test set.", "labelling")
    }
  }
  kind <- about$labelling$kind
  if (kind %in% c("probability", "unknown") && !(is.null(about$judge) && is.null(about$strata))) {
    abort_verdict("Strata are for labels that are {.val random} or drawn {.val by_pattern}.", "labelling")
  }
}

# What strata are told apart by beside the predictions, as factors.
stratum_columns <- function(truth, about, n_rows) {
  columns <- list()
  if (!is.null(about$judge)) {
    columns$judge <- stratum_column(about$judge, "judge", n_rows)
    label_column(about$judge, judge_name(about)) # refuses numbers that are no labels
  }
  if (!is.null(about$strata)) columns$strata <- stratum_column(about$strata, "strata", n_rows)
  if (about$labelling$kind == "probability") {
    # Those of rows without a label are of no use.
    p <- replace(about$labelling$probability, is_missing(truth), 1)
    known <- sort(unique(p))
    columns$probability <- structure(match(p, known), levels = as.character(seq_along(known)), class = "factor")
    attr(columns, "probability") <- known
  }
  columns
}

judge_name <- function(about) if ("judge" %in% names(about$names)) about$names[["judge"]] else "judge"

stratum_column <- function(x, arg, n_rows) {
  check_label_type(x, arg)
  check_length(x, n_rows, arg)
  missing <- sum(is_missing(x))
  if (missing > 0) {
    abort_verdict(c(
      "{.arg {arg}} must be known for all rows, and {missing} row{?s} lack{?s/} it.",
      i = "Strata are what is known of every row before it is labelled."
    ), "labelling")
  }
  codes <- sorted_labels(x)
  structure(codes$code, levels = codes$label, class = "factor")
}

# As count_columns(), with a truth that may be missing, and further columns that are no labels.
count_with_missing <- function(columns, extra, by, weights, levels, na) {
  prepared <- read_labels(columns, levels)
  classes <- prepared$classes
  unknown <- length(classes) + 1L
  prepared$maps[[1]][prepared$maps[[1]] == 0L] <- unknown
  others <- lapply(extra, label_column, "strata")
  further <- Map(by_column, by, names(by))
  read <- c(prepared$read, lapply(c(others, unname(further)), `[[`, "read"))
  maps <- c(prepared$maps, lapply(others, function(x) 0:length(x$labels)), unname(lapply(further, `[[`, "map")))
  most <- max(unknown, lengths(lapply(others, `[[`, "labels")), lengths(lapply(further, `[[`, "label")) + 1L)
  counted <- .Call(ffi_count_patterns, read, maps, most, most, weights, TRUE, threads())
  names(counted) <- c("patterns", "count", "occurs", "missing", "rows")
  missing <- if (counted$missing > 0) .Call(ffi_count_missing, read, maps, weights)
  if (counted$missing > 0 && na == "error") abort_missing_predictions(columns, missing, prepared$names)
  labels <- seq_along(columns)
  codes <- counted$patterns[, labels, drop = FALSE]
  codes[codes[, 1] == unknown, 1] <- NA
  at <- ncol(counted$patterns) - length(further) + seq_along(further)
  by_groups <- counted$patterns[, at, drop = FALSE]
  counted$extra <- extra_of(counted$patterns[, -c(labels, at), drop = FALSE], extra)
  counted <- resolve_classes(counted, classes, levels, prepared$names)
  counted$patterns <- matrix(cumsum(classes %in% counted$classes)[codes], nrow(codes))
  counted$n_omitted <- if (is.null(missing)) 0 else missing[1]
  if (is.null(by) || !length(counted$count)) {
    return(counted)
  }
  merged <- recount_labelled(counted$patterns, counted$extra, counted$count, length(counted$classes))
  split_groups(counted, by_groups, further, merged, na)
}

# A prediction is what labels are chosen by.
abort_missing_predictions <- function(columns, missing, names) {
  lacking <- Reduce(`|`, lapply(columns[-1], is_missing))
  labelled <- sum(lacking & !is_missing(columns[[1]]))
  by <- missing[seq_along(columns)[-1] + 1]
  abort_verdict(c(
    "{missing[1]} row{?s} lack{?s/} a prediction.",
    x = "Missing: {paste0(names[-1][by > 0], ' (', by[by > 0], ')')}.",
    x = if (labelled > 0) "{labelled} label{?s} {?is/are} of such rows.",
    i = "Use {.code na = \"omit\"} to leave these rows out."
  ), "na")
}

# Of each pattern: codes as a data frame of factors, and the probability.
extra_of <- function(codes, extra) {
  out <- lapply(seq_along(extra), function(j) {
    structure(codes[, j], levels = levels(extra[[j]]), class = "factor")
  })
  out <- list2DF(rlang::set_names(out, names(extra)), nrow(codes))
  if (!is.null(out$probability)) out$probability <- attr(extra, "probability")[as.integer(out$probability)]
  out
}
