# A table with another row, in the place of one that has its id.
with_row <- function(table, row) {
  rows <- lapply(seq_len(nrow(table)), function(i) lapply(as.list(table), `[`, i))
  names(rows) <- row.names(table)
  rows[[row$id]] <- row
  do.call(new_registry, unname(rows))
}
