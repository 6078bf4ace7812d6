# Tables as text, for the console.

text_lines <- function(x, width) {
  cells <- text_cells(x, width)
  tables <- lapply(text_parts(cells, x$stub, width), function(columns) c("", text_table(cells[columns])))
  notes <- if (nrow(x$notes)) c("", wrap_text(note_text(x$notes), width, exdent = 2))
  c(if (!is.null(x$caption)) wrap_text(x$caption, width, exdent = 2), unlist(tables), notes)
}

# Columns, all cells of one width, heading first. What is bold elsewhere is between stars.
text_cells <- function(x, width) {
  x$main <- shown_once(x)
  x$main[x$bold] <- paste0("**", x$main[x$bold], "**")
  cells <- text_columns_of(x, paste_cells(x))
  if (!interval_below(x) || length(text_parts(cells, x$stub, width)) == 1) {
    return(cells)
  }
  # Too wide: intervals below their values.
  values <- x$main
  values[] <- paste0(x$main, plain_mark(x$mark))
  lines <- rbind(values, x$extra)[order(rep(seq_len(nrow(values)), 2)), , drop = FALSE]
  text_columns_of(x, lines)
}

text_columns_of <- function(x, cells) {
  lapply(seq_len(ncol(cells)), function(j) {
    column <- c(colnames(cells)[j], cells[, j])
    as.character(ansi_align(column, max(ansi_nchar(column, "width")), x$align[j]))
  })
}

# Columns of each of the parts below each other, each as wide as fits, with the labels in all.
text_parts <- function(cells, stub, width) {
  size <- vapply(cells, function(column) ansi_nchar(column[1], "width"), 0) + 2
  labels <- seq_len(stub)
  room <- width + 2 - sum(size[labels])
  part <- integer(length(cells))
  filled <- Inf
  for (j in setdiff(seq_along(cells), labels)) {
    begins <- filled + size[j] > room
    filled <- size[j] + if (begins) 0 else filled
    part[j] <- max(part) + begins
  }
  if (max(part) == 0) list(labels) else lapply(seq_len(max(part)), function(i) c(labels, which(part == i)))
}

note_text <- function(notes) {
  text <- sub("^Bold:", "Between **:", notes$text)
  paste0(plain_mark(notes$mark), ifelse(notes$mark == "", "", " "), text)
}
