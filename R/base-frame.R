# Data frames of the package's own rows.

# Whether there is code anywhere in it, as there may be in what came from a file: some functions of R, such as
# unique() of a data frame, run what they find in the place of a number.
has_code <- function(x) {
  parts <- c(if (is.list(x)) unclass(x), attributes(x))
  is.language(x) || length(parts) > 0 && any(vapply(parts, has_code, NA))
}

check_no_code <- function(x) {
  if (has_code(x)) {
    abort_verdict(c(
      "There is code where numbers or text should be; it is not run.",
      i = "Take the result as it was returned. Where does the file come from?"
    ), "columns")
  }
}

# Columns of one length, or one value: what data.frame() makes of them, without the millisecond that it takes to look.
new_rows <- function(...) {
  columns <- list(...)
  n <- max(lengths(columns))
  frame_of(lapply(columns, rep_len, n), n)
}

# Columns that are known to have n values.
frame_of <- function(columns, n) structure(columns, class = "data.frame", row.names = .set_row_names(n))

# Rows of a table by their numbers or names, which it has: as of `[`, in a small part of the time.
rows_at <- function(table, at, columns = names(table)) {
  names <- attr(table, "row.names")
  if (is.character(at)) at <- match(at, names)
  out <- lapply(unclass(table)[columns], `[`, at)
  attributes(out) <- replace(attributes(table), c("names", "row.names"), list(columns, names[at]))
  out
}

# A table whose rows are numbered from 1.
renumbered <- function(table) {
  row.names(table) <- NULL
  table
}

# Of a table that a result has as an attribute what is of the classifiers in its rows, of which some may be gone.
table_beside <- function(x, name) {
  table <- attr(x, name, exact = TRUE)
  table[table$classifier %in% x$classifier, ]
}

# Frames with the same columns, one after the other.
stacked <- function(frames) if (length(frames) == 1) frames[[1]] else do.call(rbind, frames)
