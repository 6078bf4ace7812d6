# Argument checks. Each names the argument, what is wrong, where, and what to do.

# A forgotten argument is named before anything is asked of it; `what`: what it should be, or the question it answers.
check_given <- function(x, what, kind) {
  if (missing(x)) {
    arg <- deparse1(substitute(x))
    abort_verdict(paste("{.arg {arg}} is missing:", what), kind)
  }
}

check_data <- function(data, arg = "data") {
  if (!is.data.frame(data)) {
    abort_verdict(c(
      "{.arg {arg}} must be a data frame, not {.obj_type_friendly {data}}.",
      i = if (inherits(data, "DBIConnection")) "Of a table in a database: {.code dplyr::tbl(connection, \"its name\")}."
    ), "input")
  }
  twice <- repeated(names(data))
  unnamed <- which(is.na(names(data)) | names(data) == "")
  fault <- if (length(twice)) {
    "{.arg {arg}} has more than one column named {.val {twice}}."
  } else if (length(unnamed)) {
    "{.arg {arg}} has a column without a name: number {unnamed[1]}."
  }
  if (!is.null(fault)) abort_verdict(c(fault, i = "Give every column a name of its own."), "column")
  if (nrow(data) == 0) abort_verdict("{.arg {arg}} has no rows, so there is nothing to compare.", "empty")
}

check_column_names <- function(wanted, data, arg) {
  unknown <- setdiff(wanted, names(data))
  if (length(unknown) > 0) {
    who <- if (is.null(arg)) "The formula" else format_inline("{.arg {arg}}")
    abort_verdict(c(
      "{who} asks for {qty(length(unknown))}{?a column/columns} that {?does/do} not exist: {.val {unknown}}.",
      i = "Columns of the data: {.val {names(data)}}."
    ), "column")
  }
}

# Columns with their names in UTF-8.
check_columns <- function(columns) {
  names(columns) <- utf8_names(names(columns))
  names <- names(columns)
  if (length(columns) < 2) {
    abort_verdict("No classifier was given: at least one column of predictions is needed.", "classifier")
  }
  twice <- repeated(names)
  if (length(twice) > 0) abort_twice(twice)
  n <- vapply(columns, NROW, 0)
  if (any(n != n[1])) {
    odd <- which(n != n[1])[1]
    abort_verdict(c(
      "All columns must have the same length.",
      x = "{.field {names[1]}} has {n[[1]]} row{?s}, {.field {names[odd]}} has {n[[odd]]}."
    ), "length")
  }
  columns
}

# What is there more than once.
repeated <- function(x) unique(x[duplicated(x)])

abort_twice <- function(names) {
  abort_verdict(c(
    "{.val {names}} {?is/are} used more than once.",
    i = "The truth and each classifier need a column and a name of their own."
  ), "column")
}

abort_missing_labels <- function(rows, by_column, names) {
  has <- by_column > 0
  abort_verdict(c(
    "{count_of(rows, 'row')} {qty_of(rows)}lack{?s/} a label.",
    x = "Missing: {paste0(names[has], ' (', by_column[has], ')')}.",
    i = if (has[1]) {
      paste(
        "If only some rows were labelled, say how they were chosen: {.code labelling = \"random\"} or",
        "{.code labelling = \"by_pattern\"}."
      )
    },
    i = "Use {.code na = \"omit\"} to leave these rows out."
  ), "na")
}

check_levels <- function(levels) {
  if (is.null(levels)) {
    return(NULL)
  }
  if (!is.atomic(levels) || !is.null(dim(levels)) || length(levels) == 0) {
    abort_verdict("{.arg levels} must be a vector of labels, not {.obj_type_friendly {levels}}.", "levels")
  }
  broken <- if (is.numeric(levels) && is_id_column(levels)) which(!is.na(levels) & !is_whole(levels))
  if (length(broken) > 0) {
    abort_verdict(c(
      "Numbers used as labels must be whole.",
      x = "{.arg levels} has {levels[broken[1]]}."
    ), "levels")
  }
  labels <- as_labels(levels)
  twice <- repeated(labels[!is.na(labels)])
  if (anyNA(labels) || length(twice) > 0) {
    abort_verdict(c(
      "{.arg levels} must be distinct and not missing.",
      x = if (length(twice) > 0) "{.val {twice}} {?is/are} listed more than once.",
      x = if (anyNA(labels) && !anyNA(levels)) "They are {.obj_type_friendly {levels}}, whose labels are not known."
    ), "levels")
  }
  utf8_labels(labels, "levels")
}

abort_unlisted_labels <- function(labels, occurs, names) {
  lacking <- which(rowSums(occurs) > 0)
  where <- vapply(lacking, function(i) paste(names[occurs[i, ]], collapse = ", "), "")
  listed <- paste0(quote_label(labels[lacking]), " (in ", where, ")")
  abort_verdict(c(
    "{.arg levels} lacks {qty(length(listed))}{?a label that occurs/labels that occur}: {listed}.",
    i = "Add {qty(length(listed))}{?it/them} to {.arg levels}, or leave {.arg levels} out."
  ), "levels")
}

# Number of zero weights.
check_weights <- function(weights, n_rows) {
  if (is.null(weights)) {
    return(0)
  }
  if (!is.numeric(weights) || is.object(weights) || length(dim(weights)) > 1) {
    abort_verdict("{.arg weights} must be numbers, not {.obj_type_friendly {weights}}.", "weights")
  }
  check_length(weights, n_rows, "weights")
  checked <- .Call(ffi_count_weights, weights)
  if (checked[1] > 0) {
    abort_verdict(c(
      "{.arg weights} must be finite and not negative.",
      x = "Row {checked[1]} has {weights[checked[1]]}."
    ), "weights")
  }
  checked[2]
}

# Frequencies are whole. Others are weights of a sample, which have another variance: that is not guessed.
check_weights_are <- function(weights, weights_are) {
  if (!is.null(weights_are)) {
    weights_are <- check_choice(weights_are, "weights_are", c("frequency", "sampling"))
    if (is.null(weights)) {
      abort_verdict("{.arg weights_are} says what {.arg weights} are, and there are none.", "weights")
    }
  }
  checked <- !is.null(weights) && !identical(weights_are, "sampling")
  broken <- if (checked) which(weights != round(weights))
  if (length(broken)) {
    abort_verdict(c(
      "{.arg weights} that are frequencies must be whole numbers.",
      x = "Row {broken[1]} has {weights[broken[1]]}.",
      i = "Of rows that were drawn with unequal probabilities say {.code weights_are = \"sampling\"}, of one data frame
        in R: a row then weighs, but counts once."
    ), "weights")
  }
  identical(weights_are, "sampling")
}

# How many rows of equal weight would say as much of a mean (Kish 1965).
worth_of_weights <- function(weight, times = 1) sum(times * weight)^2 / sum(times * weight^2)

# Products of three counts must neither overflow nor vanish.
check_size <- function(count, kind) {
  if (min(count) >= 1e-100 && sum(count) <= 1e100) {
    return(invisible())
  }
  what <- c(weights = "{.arg weights}", table = "the cells of the table")[[kind]]
  abort_verdict(c(
    paste0("The sums of ", what, " must be between 1e-100 and 1e100."),
    i = "Are they counts of rows? No data set has so many, or so few."
  ), kind)
}

is_id_column <- function(x) is_valid_factor(x) || is_label_vector(x) && (!is.object(x) || inherits(x, "AsIs"))

check_id <- function(id, n_rows, arg = "id") {
  if (is.null(id)) {
    return(invisible())
  }
  if (!is_id_column(id)) {
    abort_verdict(c(
      "{.arg {arg}} must be one integer, factor, character, double or logical column, not {.obj_type_friendly {id}}."
    ), arg)
  }
  check_length(id, n_rows, arg)
}

check_length <- function(x, n, arg) {
  if (length(x) != n) abort_verdict("{.arg {arg}} must have one value a row: {n}, not {length(x)}.", "length")
}

abort_no_rows <- function(n_omitted, n_zero) {
  abort_verdict(c(
    "No rows are left to count.",
    x = "{n_omitted} row{?s} lack{?s/} a label, {n_zero} {?has/have} weight 0."
  ), "empty")
}

abort_missing_id <- function(where) {
  abort_verdict(c(
    "{.arg id} must not be missing.",
    x = "{where}",
    i = "Give every row the id of its observation, or leave out rows without one."
  ), "id")
}

check_table <- function(x) {
  if (length(dim(x)) < 2) {
    abort_verdict(c(
      "The table must have a dimension for the truth and one for each classifier.",
      x = "It has {length(dim(x))}."
    ), "table")
  }
  if (is.null(dimnames(x)) || any(vapply(dimnames(x), is.null, NA))) {
    abort_verdict("Every dimension of the table must have labels (dimnames).", "table")
  }
  names <- table_names(x)
  twice <- repeated(names)
  if (length(twice) > 0) abort_verdict("More than one dimension of the table is named {.val {twice}}.", "column")
  check_table_labels(dimnames(x), names)
  if (!is.numeric(x)) abort_verdict("The table must hold counts, not {.obj_type_friendly {as.vector(x)}}.", "table")
  checked <- .Call(ffi_count_weights, x)
  if (checked[1] > 0) {
    where <- arrayInd(checked[1], dim(x), dimnames(x), useNames = FALSE)
    labels <- mapply(function(l, i) l[i], dimnames(x), where)
    abort_verdict(c(
      "The cells of the table must be finite and not negative.",
      x = "Cell [{paste0(quote_label(labels), collapse = ', ')}] is {x[checked[1]]}."
    ), "table")
  }
}

check_table_labels <- function(labels, names) {
  for (j in seq_along(labels)) {
    twice <- repeated(labels[[j]])
    if (length(twice) > 0) {
      abort_verdict(c(
        "Each label must occur once in a dimension of the table.",
        x = "{.field {names[j]}} has {.val {twice}} more than once.",
        i = "If they are the same class, add up their cells."
      ), "table")
    }
  }
}

# Names of the dimensions; unnamed ones are called truth, classifier1, ...
table_names <- function(x) {
  names <- names(dimnames(x)) %||% rep("", length(dim(x)))
  default <- c("truth", paste0("classifier", seq_len(length(names) - 1)))
  utf8_names(ifelse(is.na(names) | names == "", default, names))
}

is_lazy <- function(x) {
  is.object(x) && !is.data.frame(x) && rlang::is_installed("dplyr") &&
    any(vapply(class(x), function(class) {
      !is.null(utils::getS3method("collect", class, optional = TRUE, envir = asNamespace("dplyr")))
    }, NA))
}
