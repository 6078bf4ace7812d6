# From columns to patterns. Every way into a prediction set ends in
# new_prediction_set().

# Patterns of the rows of `columns` (a named list, the truth first).
# Returns list(classes, patterns, count, n_omitted, n_zero, rows), where rows is
# the pattern of each row (0: omitted) if by_row.
count_columns <- function(columns, weights, levels, na, by_row, call = caller_env()) {
  prepared <- Map(label_column, columns, names(columns), MoreArgs = list(call = call))
  classes <- class_order(prepared, levels)
  maps <- lapply(prepared, function(x) c(0L, match(x$labels, classes, nomatch = 0L, incomparables = NA)))
  read <- lapply(prepared, `[[`, "read")
  counted <- .Call(ffi_count_patterns, read, maps, length(classes), weights, by_row)
  names(counted) <- c("patterns", "count", "missing", "rows")

  n_omitted <- 0
  if (counted$missing > 0) {
    missing <- .Call(ffi_count_missing, read, maps, weights)
    if (na == "error") {
      abort_missing_labels(missing[1], missing[-1], names(columns), call = call)
    }
    n_omitted <- missing[1]
  }
  c(settle_classes(counted, classes, levels, names(columns), call = call), list(n_omitted = n_omitted))
}

# Keeps the classes that occur, or exactly the levels asked for.
settle_classes <- function(counted, classes, levels, names, call = caller_env()) {
  occurs <- tabulate(counted$patterns, length(classes)) > 0
  if (is.null(levels)) {
    keep <- occurs
  } else {
    keep <- seq_along(classes) <= length(levels)
    if (any(occurs & !keep)) {
      abort_unlisted_labels(counted$patterns, classes, levels, names, call = call)
    }
  }
  if (!all(keep)) {
    counted$patterns[] <- cumsum(keep)[counted$patterns]
  }
  counted$classes <- classes[keep]
  counted
}

new_prediction_set <- function(classes, names, patterns, count, profiles, n_rows, n_clusters,
                               n_omitted, notes, design = new_design()) {
  dimnames(patterns) <- list(NULL, names)
  structure(
    list(
      classes = classes,
      classifiers = names[-1],
      patterns = patterns,
      count = count,
      profiles = profiles,
      n = sum(count),
      n_rows = n_rows,
      n_clusters = n_clusters,
      n_omitted = n_omitted,
      truth = names[1],
      design = design,
      notes = notes
    ),
    class = "prediction_set"
  )
}

# The one room behind all doors that take one row an observation. `given` has id,
# fold, repetition and weights, each NULL or with one value a row, and `unused`, names
# of columns that speak of cross-validation.
count_predictions <- function(columns, given, levels, na, call = caller_env()) {
  check_columns(columns, call = call)
  n_rows <- length(columns[[1]])
  levels <- check_levels(levels, call = call)
  n_zero <- check_weights(given$weights, n_rows, call = call)
  check_id(given$id, n_rows, call = call)
  design <- read_design(given, columns[[1]], call = call)

  counted <- count_columns(
    columns, given$weights, levels, na, by_row = !is.null(given$id), call = call
  )
  if (length(counted$count) == 0) {
    abort_no_rows(counted$n_omitted, n_zero, call = call)
  }
  check_no_folds(counted$patterns, names(columns), call = call)
  clusters <- NULL
  if (!is.null(given$id)) {
    clusters <- cluster_rows(given$id, counted$rows, given$weights, call = call)
  } else if (is.null(given$weights)) {
    check_blocks(columns[[1]], count_classes(counted), call = call)
  }
  new_prediction_set(
    classes = counted$classes,
    names = names(columns),
    patterns = counted$patterns,
    count = counted$count,
    profiles = clusters$profiles,
    n_rows = n_rows - counted$n_omitted - n_zero,
    n_clusters = clusters$n %||% sum(counted$count),
    n_omitted = counted$n_omitted,
    notes = c(set_notes(counted, names(columns), n_zero), note_unused(given$unused)),
    design = settle_design(design, given$unused, clusters$profiles)
  )
}

count_classes <- function(counted) {
  as.vector(tapply(counted$count, counted$patterns[, 1], sum))
}

set_notes <- function(counted, names, n_zero) {
  unseen <- setdiff(counted$patterns[, -1], counted$patterns[, 1])
  as.character(c(
    if (length(unseen) > 0) {
      by <- apply(counted$patterns[, -1, drop = FALSE], 2, function(p) any(p %in% unseen))
      cli::format_inline(
        "{cli::qty(length(unseen))}Class{?es} {.val {counted$classes[sort(unseen)]}} occur{?s/} only in predictions (of {names[-1][by]}), never in {names[1]}."
      )
    },
    if (n_zero > 0) {
      cli::format_inline("{n_zero} row{?s} of weight 0 left out.")
    }
  ))
}
