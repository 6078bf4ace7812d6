# Groups of rows, asked for by `by`. A set with groups is that of the same rows without, to the last count, and keeps
# in `groups` what each group has of it:
#   by        names of the columns
#   cells     data frame, a row a group, in their order: its labels in these columns
#   label     what each group is called
# and of a prediction set, counted with the group as one more column,
#   group     of each different row within a group: which group, NA for none
#   pattern   which row of the set's patterns it is
#   count     how often it occurs
#   profiles  as those of the set, but of these rows; NULL if every row is a cluster by itself
# and of other sets
#   group     of each unit
# What a set answers of its groups is in set-by-parts.R.

has_groups <- function(x) !is.null(x$groups)

# -- which columns ----------------------------------------------------------------------

# The columns that `by` names, as in dplyr::select(), or a vector with a value a row: a named list. NULL: none.
pull_by <- function(quo, data) {
  expr <- rlang::quo_get_expr(quo)
  if (is.null(expr)) {
    return(NULL)
  }
  if (gives_value(expr, data) || takes_value(expr, names(data))) {
    value <- eval_column(quo, data, "by")
    if (is.null(value)) {
      return(NULL)
    }
    if (has_value_a_row(value, data)) {
      name <- if (is.symbol(expr)) as.character(expr) else "group"
      columns <- if (is.data.frame(value)) as.list(value) else rlang::set_names(list(value), name)
      return(structure(columns, columns = character()))
    }
    if (!is.character(value)) abort_no_by(expr, data)
    quo <- rlang::quo(tidyselect::all_of(!!value))
  }
  names <- select_columns(quo, data, "by")
  if (!length(names)) abort_no_by(expr, data)
  check_column_names(unname(names), data, "by")
  structure(lapply(names, function(name) data[[name]]), columns = unname(names))
}

# A program may give the values themselves; one number is a position, as of columns elsewhere.
gives_value <- function(expr, data) {
  (is.data.frame(expr) || is.atomic(expr) && length(expr) > 1) && has_value_a_row(expr, data)
}

# Labels that are names of columns choose these.
has_value_a_row <- function(x, data) {
  names_columns <- is.character(x) && all(x %in% names(data))
  NROW(x) == nrow(data) && (is.data.frame(x) || !names_columns)
}

# An expression that is no choice of columns: something else is called, or named, than such a choice has. Of what is put
# together that holds where no part is a column.
takes_value <- function(expr, names) {
  if (is.symbol(expr)) {
    return(!as.character(expr) %in% names)
  }
  if (!rlang::is_call(expr, choice_operators)) {
    return(rlang::is_call(expr) && !rlang::is_call(expr, choice_helpers))
  }
  parts <- Filter(function(part) is.language(part), as.list(expr)[-1])
  length(parts) > 0 && all(vapply(parts, takes_value, NA, names))
}

choice_operators <- c("c", ":", "-", "!", "&", "|", "(")

choice_helpers <- c(
  "all_of", "any_of", "starts_with", "ends_with", "contains", "matches", "num_range", "everything", "last_col",
  "where", "one_of", "group_cols"
)

abort_no_by <- function(expr, data) {
  abort_verdict(c(
    "{.arg by} must be columns of the data, or a vector with one value a row.",
    x = "{.code {rlang::as_label(expr)}} is neither.",
    i = "Columns of the data: {.val {names(data)}}."
  ), "column")
}

# Vectors, where there is no data frame.
check_by <- function(by, n_rows) {
  if (is.null(by)) {
    return(NULL)
  }
  if (!is.list(by)) by <- list(group = by)
  if (length(by) == 0) abort_verdict("{.arg by} has no groups: leave it out, or give columns.", "by")
  if (is.null(names(by)) || any(names(by) %in% c("", NA))) names(by) <- paste0("group_", seq_along(by))
  for (name in names(by)) {
    check_by_column(by[[name]], name)
    check_length(by[[name]], n_rows, "by")
    by[[name]] <- time_factor(by[[name]])
  }
  by
}

check_by_column <- function(x, name) {
  if (is.numeric(x) && !is.object(x) && any(!is_whole(x) & !is.na(x))) {
    abort_verdict(c(
      "{.arg by} must be groups, and {.field {name}} has numbers with fractions.",
      i = "Make groups of them: {.code cut({name}, 4)}."
    ), "by")
  }
  plain <- is_label_vector(x) && (!is.object(x) || is.factor(x) || inherits(x, c("Date", "POSIXct", "AsIs")))
  if (!plain) abort_verdict("{.arg by} must hold labels, and {.field {name}} is {.obj_type_friendly {x}}.", "by")
}

# -- codes ------------------------------------------------------------------------------

# For the core: how to read a column of groups, its labels in order, and which of them, or one more for NA, a slot is.
by_column <- function(x, name) {
  if (inherits(x, "AsIs") && !is.factor(x)) x <- unclass(x)
  column <- label_column(x, name)
  label <- class_order(list(column))
  column$map <- c(length(label) + 1L, match(column$labels, label, nomatch = length(label) + 1L, incomparables = NA))
  column$label <- label
  column
}

# What pull_columns() gave, with the groups: those that are columns of the data are taken.
with_by <- function(given, quo, data) {
  given$by <- pull_by(quo, data)
  used <- as.character(attr(given$by, "columns"))
  given$names <- c(given$names, rlang::set_names(used, rep("by", length(used))))
  given
}

# Codes of vectors in R: list(code (NA: none), label), a column each.
by_codes <- function(by) {
  lapply(rlang::set_names(names(by)), function(name) {
    x <- by[[name]]
    if (inherits(x, "AsIs") && !is.factor(x)) x <- unclass(x)
    numeric <- is.numeric(x)
    levels <- if (is.factor(x)) as_utf8(levels(x))
    text <- if (is.factor(x)) levels[x] else as_labels(x)
    known <- unique(text[!is.na(text)])
    label <- if (is.factor(x)) intersect(levels, known) else sort_labels(known, numeric)
    list(code = match(text, label), label = label)
  })
}

# Groups of rows from the codes of one column or several: list(cells, label, group).
new_groups <- function(codes) {
  for (name in names(codes)) check_group_spelling(codes[[name]]$label, name)
  code <- lapply(codes, `[[`, "code")
  known <- !Reduce(`|`, lapply(code, is.na))
  key <- rep(0, length(known))
  for (column in codes) key <- key * length(column$label) + column$code - 1
  keys <- sort(unique(key[known]))
  first <- match(keys, key)
  cells <- list2DF(lapply(codes, function(column) column$label[column$code[first]]), length(keys))
  list(by = names(codes), cells = cells, label = group_labels(cells), group = match(key, keys))
}

# "north" and "north " are one site.
check_group_spelling <- function(label, name) {
  plain <- trim_blanks(label)
  twice <- label[plain %in% plain[duplicated(plain)]]
  if (length(twice)) {
    same <- twice[trim_blanks(twice) == trim_blanks(twice[1])]
    abort_verdict(c(
      "{.field {name}} has groups that differ only in blanks: {paste(quote_label(same), collapse = ', ')}.",
      i = "Make them one: {.code {column_code(name)} <- trimws({column_code(name)})}."
    ), "by")
  }
}

# "A", or of several columns "A, female".
group_labels <- function(cells) {
  label <- do.call(paste, c(unname(as.list(cells)), sep = ", "))
  if (anyDuplicated(label)) {
    label <- do.call(paste, c(unname(Map(function(x, name) paste0(name, " = ", x), cells, names(cells))), sep = ", "))
  }
  make.unique(label, sep = " ")
}

# Columns of groups as factors, beside other columns.
by_rows <- function(by, n_rows) {
  by <- check_by(by, n_rows)
  if (!is.null(by)) list2DF(lapply(by_codes(by), function(one) factor(one$label[one$code], one$label)), n_rows)
}

# Groups of units that are no counts, of these columns; each unit is `count`ed.
unit_groups <- function(by, count, na) {
  groups <- new_groups(by_codes(by))
  groups$count <- count
  check_missing_groups(groups, count, na)
  groups
}

# `by`: factors, of which the rows `kept` (NULL: all) are the units.
with_groups_of_units <- function(set, by, kept, weight, na) {
  if (!is.null(by)) {
    if (!is.null(kept)) by <- by[kept, , drop = FALSE]
    set$groups <- unit_groups(by, weight %||% rep(1, nrow(by)), na)
  }
  set
}

# Rows of no group: refused, or with na = "omit" counted over all and in no group.
check_missing_groups <- function(groups, count, na) {
  n <- sum(count[is.na(groups$group)])
  if (n > 0 && !na %in% c("omit", "keep")) {
    abort_verdict(c(
      "The groups must not be missing: {.field {groups$by}} {?is/are} in {count_of(n, 'row')}.",
      i = "Make the missing a group of its own, or use {.code na = \"omit\"}: they then count over all, in no group."
    ), "na")
  }
  if (!length(groups$label)) abort_verdict("No row has a group: {.arg by} is missing in all.", "na")
  invisible(n)
}

# Of any kind of evidence: a group and a count for each of its parts.
are_groups <- function(groups) {
  is.null(groups) || all_hold(
    is.list(groups), is.character(groups$by), !anyNA(groups$by), is.data.frame(groups$cells),
    is.character(groups$label),
    identical(nrow(groups$cells), length(groups$label)), all(lengths(groups$cells) == nrow(groups$cells)),
    all(vapply(groups$cells, is.atomic, NA)), is_index(groups$group, length(groups$label), TRUE),
    is.numeric(groups$count), length(groups$count) == length(groups$group)
  )
}

# Whole numbers from `least` to n.
is_index <- function(x, n, na = FALSE, least = 1) {
  if (!is.numeric(x) || !na && anyNA(x)) {
    return(FALSE)
  }
  range <- .Call(ffi_column_range, x)
  range[1] >= least && range[2] <= n && range[3] == 0
}
