#' Contingency tables and long data frames as prediction sets
#'
#' @export
as_prediction_set <- function(x, ...) {
  UseMethod("as_prediction_set")
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.prediction_set <- function(x, ...) {
  x
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.table <- function(x, levels = NULL, na = c("error", "omit"), ...) {
  rlang::check_dots_empty()
  na <- rlang::arg_match(na)
  check_table(x)
  levels <- check_levels(levels)
  names <- table_names(x)
  labels <- lapply(dimnames(x), enc2utf8)
  # The dimnames of a table are levels: they have an order already.
  columns <- lapply(labels, function(l) list(labels = l, factor = TRUE, numeric = FALSE))
  classes <- class_order(columns, levels)
  maps <- lapply(labels, match, classes, nomatch = 0L, incomparables = NA)
  counted <- .Call(ffi_table_read, x, dim(x), maps, length(classes), length(levels))
  names(counted) <- c("patterns", "count", "occurs", "missing")
  if (counted$missing > 0 && na == "error") {
    by_dim <- vapply(seq_along(dim(x)), function(j) sum(apply(x, j, sum)[maps[[j]] == 0L]), 0)
    abort_missing_labels(counted$missing, by_dim, names)
  }
  counted <- settle_classes(counted, classes, levels, names)
  if (length(counted$count) == 0) {
    abort_no_rows(counted$missing, 0)
  }
  n <- sum(counted$count)
  new_prediction_set(
    classes = counted$classes, names = names, patterns = counted$patterns,
    count = counted$count, profiles = NULL, n_rows = n, n_clusters = n,
    n_omitted = counted$missing, notes = set_notes(counted, names, 0)
  )
}

# Names of the dimensions; unnamed ones are called truth, classifier1, ...
table_names <- function(x) {
  names <- names(dimnames(x)) %||% rep("", length(dim(x)))
  default <- c("truth", paste0("classifier", seq_len(length(names) - 1)))
  ifelse(is.na(names) | names == "", default, names)
}

#' @rdname as_prediction_set
#' @export
as_prediction_set.default <- function(x, ...) {
  abort_verdict(
    c(
      "{.arg x} must be a table or a data frame, not {.obj_type_friendly {x}}.",
      i = if (is.array(x)) "Turn counts in an array into a table with {.fn as.table}.",
      i = "Use {.fn prediction_set} for data with a column for each classifier."
    ),
    "input"
  )
}
