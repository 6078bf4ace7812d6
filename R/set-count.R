# From columns to patterns. Every way into a prediction set ends in
# new_prediction_set().

# Patterns of the rows of `columns` (a named list, the truth first).
# Returns list(classes, patterns, count, n_omitted, n_zero, rows), where rows is
# the pattern of each row (0: omitted) if by_row.
# With `by`, further columns that are groups, `rows` are those of the patterns within them, see set-by.R.
count_columns <- function(columns, weights, levels, na, by_row, by = NULL) {
  labels <- read_labels(columns, levels)
  further <- Map(by_column, by, names(by))
  most <- max(length(labels$classes), 0L, vapply(further, function(column) length(column$label) + 1L, 0L))
  counted <- .Call(
    ffi_count_patterns, c(labels$read, unname(lapply(further, `[[`, "read"))),
    c(labels$maps, unname(lapply(further, `[[`, "map"))),
    most, if (is.null(by)) length(levels) else most, weights, by_row, threads()
  )
  names(counted) <- c("patterns", "count", "occurs", "missing", "rows")
  own <- seq_along(columns)
  n_omitted <- 0
  if (counted$missing > 0) {
    missing <- .Call(ffi_count_missing, labels$read, labels$maps, weights)
    if (na == "error") abort_missing_labels(missing[1], missing[-1], labels$names)
    n_omitted <- missing[1]
  }
  counted <- resolve_classes(counted, labels$classes, levels, labels$names)
  if (!is.null(by) && length(counted$count)) {
    code <- cumsum(labels$classes %in% counted$classes)[counted$patterns[, own]]
    merged <- recount_patterns(matrix(code, ncol = length(own)), counted$count, length(counted$classes))
    counted <- split_groups(counted, counted$patterns[, -own, drop = FALSE], further, merged, na)
  }
  c(counted, list(n_omitted = n_omitted))
}

# How the core is to read columns of labels, and which class each of their labels is (0: none).
read_labels <- function(columns, levels) {
  names <- plain_label(names(columns))
  prepared <- Map(label_column, columns, names)
  classes <- class_order(prepared, levels)
  maps <- lapply(prepared, function(x) c(0L, match(x$labels, classes, nomatch = 0L, incomparables = NA)))
  list(names = names, classes = classes, read = lapply(prepared, `[[`, "read"), maps = maps)
}

# Keeps the classes that occur, or exactly the levels asked for. `occurs` says which class occurs in which column; those
# of labels come first.
resolve_classes <- function(counted, classes, levels, names) {
  counted$occurs <- counted$occurs[seq_along(classes), seq_along(names), drop = FALSE]
  keep <- rowSums(counted$occurs) > 0
  if (!is.null(levels)) {
    listed <- seq_along(classes) <= length(levels)
    if (any(keep & !listed)) abort_unlisted_labels(classes[!listed], counted$occurs[!listed, , drop = FALSE], names)
    keep <- listed
  }
  counted$classes <- classes[keep]
  counted$occurs <- counted$occurs[keep, , drop = FALSE]
  counted
}

new_prediction_set <- function(classes, names, patterns, count, profiles, n_rows, n_clusters,
                               n_omitted, notes, design = new_design(), folds = NULL) {
  dimnames(patterns) <- list(NULL, names)
  structure(
    c(list(
      classes = classes, classifiers = names[-1], patterns = patterns, count = count, profiles = profiles,
      n = sum(count), n_rows = n_rows, n_clusters = n_clusters, n_omitted = n_omitted, truth = names[1],
      design = design, notes = notes
    ), if (!is.null(folds)) list(folds = folds)),
    class = c("prediction_set", "evidence")
  )
}

# The one room behind all doors that take one row an observation. `given` has id,
# fold, repetition and weights, each NULL or with one value a row; `unused`, names
# of columns that speak of cross-validation; `counts`, one that looks like weights; `part`, whether the
# rows are a part of the data, so that what only the whole shows is looked at later.
count_predictions <- function(columns, given, levels, na) {
  columns <- check_columns(columns)
  n_rows <- length(columns[[1]])
  part <- isTRUE(given$part)
  levels <- check_levels(levels)
  n_zero <- check_weights(given$weights, n_rows)
  given["weights"] <- list(near_whole(given$weights))
  sampled <- check_weights_are(given$weights, given$weights_are)
  if (sampled) given <- sampled_rows(given, n_rows)
  check_id(given$id, n_rows)
  given <- resolve_folds(given)
  design <- read_design(given, columns[[1]], whole = !part)
  if (is.null(given$weights)) check_counts_taken(columns)

  given$by <- check_by(given$by, n_rows)
  by_row <- !is.null(given$id) || !is.null(given$fold)
  counted <- count_columns(columns, given$weights, levels, na, by_row, given$by)
  check_rows_left(counted, counted$n_omitted, n_zero)
  if (is.null(given$weights)) check_unused_counts(given$counts, length(counted$count), n_rows - counted$n_omitted)
  counted <- with_clusters(counted, given)
  clusters <- counted$clusters
  if (!part && is.null(given$id) && is.null(given$weights)) check_blocks(columns[[1]], count_classes(counted))
  strange <- if (!part) check_counted(counted, columns, levels)
  set <- set_of_counts(
    counted, names(columns), n_rows - counted$n_omitted - n_zero,
    c(set_notes(counted, names(columns), n_zero), strange, note_unused(given$unused, design)),
    resolve_design(design, given$unused, if (!sampled || anyDuplicated(given$id)) clusters$profiles),
    count_folds_patterns(given, counted$rows, given$weights), levels = levels
  )
  if (sampled) set$sampled <- worth_of_weights(given$weights)
  if (part) {
    set$part <- part_of(columns, given, levels, n_zero, counted$rows)
  } else if (!is.null(given$id) && is.null(clusters$profiles)) {
    set$keyed <- TRUE
  }
  set
}

set_of_counts <- function(counted, names, n_rows, notes, design = new_design(), folds = NULL, levels = NULL) {
  set <- new_prediction_set(
    counted$classes, names, counted$patterns, counted$count, counted$clusters$profiles, n_rows,
    counted$clusters$n %||% sum(counted$count), counted$n_omitted, notes, design, folds
  )
  if (!is.null(levels)) set$listed <- TRUE
  if (!is.null(counted$groups)) set$groups <- counted$groups
  set
}

# `clusters`, as cluster_rows() gives them, of rows with an id, or counted elsewhere, by the function `given$clusters`.
# With groups `rows` are from here on those of the patterns.
with_clusters <- function(counted, given) {
  if (!is.null(given$id)) {
    n_patterns <- length(counted$groups$count %||% counted$count)
    counted$clusters <- cluster_rows(given$id, counted$rows, n_patterns, given$weights)
  }
  if (!is.null(given$clusters)) counted$clusters <- given$clusters(counted)
  if (!is.null(counted$groups)) {
    counted$groups$profiles <- counted$clusters$profiles
    counted$clusters$profiles <- profiles_without_groups(counted$clusters$profiles, counted)
    counted$rows <- c(0L, counted$groups$pattern)[counted$rows + 1L]
  }
  counted
}

check_rows_left <- function(counted, n_omitted, n_zero, kind = "weights") {
  if (length(counted$count) == 0) abort_no_rows(n_omitted, n_zero)
  check_size(counted$count, kind)
}

# Profiles of patterns, of profiles of patterns with their groups.
profiles_without_groups <- function(profiles, counted) {
  if (!is.null(profiles)) recount_profiles(profiles, list(map = counted$groups$pattern, count = counted$count))
}

# Rows that were drawn with unequal probabilities: each, or each id, is a cluster, whose variance is then that of the
# design; only what the weights are to one another matters.
sampled_rows <- function(given, n_rows) {
  if (isTRUE(given$part) || !is.null(given$fold)) {
    what <- if (isTRUE(given$part)) "part" else "fold"
    abort_verdict("With {.code weights_are = \"sampling\"} leave {.arg {what}} out.", "weights")
  }
  if (any(given$weights > 0)) given$weights <- given$weights / mean(given$weights[given$weights > 0])
  given$id <- given$id %||% seq_len(n_rows)
  given
}

# What the labels say of all rows. Returns a note.
check_counted <- function(counted, columns, levels) {
  known <- levels %||% unique(c(levels(columns[[1]]), counted$classes[counted$occurs[, 1]]))
  if (is.null(levels)) check_coding(counted, names(columns), known)
  check_strangers(counted, names(columns), known)
}

# What a set keeps of a part until the whole is there, see set-combine.R.
part_of <- function(columns, given, levels, n_zero, rows) {
  text <- isTRUE(given$text)
  list(
    ids = if (!is.null(given$id)) unique(given$id[rows > 0]), levels = levels, factor = lapply(unname(columns), levels),
    numeric = if (text) NA else all(vapply(columns, is.numeric, NA)), n_zero = n_zero
  )
}

# Rows of each class of the truth, by which the patterns are sorted.
count_classes <- function(counted) {
  last <- cumsum(tabulate(counted$patterns[, 1]))
  counts <- diff(c(0, cumsum(counted$count)[last]))
  counts[counts > 0]
}

set_notes <- function(counted, names, n_zero) {
  unseen <- !counted$occurs[, 1]
  by <- colSums(counted$occurs[unseen, , drop = FALSE]) > 0
  labels <- counted$classes[unseen & rowSums(counted$occurs) > 0]
  one <- length(labels) == 1
  c(
    if (any(by)) {
      paste0(
        if (one) "Class " else "Classes ", and_list(quote_label(labels), 6), if (one) " occurs" else " occur",
        " only in predictions (of ", and_list(say_label(names[by]), 6), "), never in ", say_label(names[1]), "."
      )
    },
    if (n_zero > 0) note_zero(n_zero),
    character()
  )
}

note_zero <- function(n_zero) paste(count_of(n_zero, "row"), "of weight 0 left out.")
