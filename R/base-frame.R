# Data frames of the package's own rows.

# Columns of one length, or one value: what data.frame() makes of them, without the millisecond that it takes to look.
new_rows <- function(...) {
  columns <- list(...)
  n <- max(lengths(columns))
  list2DF(lapply(columns, rep_len, n), n)
}
