# Tables in Typst: a figure with its caption, or a table alone; rules above and below, as in print.

typst_lines <- function(x) {
  columns <- paste0("(", paste(rep("auto", ncol(x$main)), collapse = ", "), ",)")
  cells <- marked_cells(x, typst_rules(), if (interval_below(x)) " #linebreak() " else "~")
  rows <- lapply(seq_len(nrow(cells)), function(i) {
    c(if (begins_group(x)[i]) "table.hline(stroke: 0.3pt),", typst_row(cells[i, ]))
  })
  table <- c(
    "table(", paste0("  columns: ", columns, ","), paste0("  align: (", paste(x$align, collapse = ", "), ",),"),
    paste0("  ", c(
      "stroke: none,", "table.hline(),", paste0("table.header(", typst_row(escape_typst(colnames(x$main))), "),"),
      "table.hline(stroke: 0.5pt),", unlist(rows), "table.hline(),"
    )), ")"
  )
  notes <- typst_notes(x$notes)
  if (is.null(x$caption)) {
    return(c("#[", paste0("#", table[1]), table[-1], notes, "]"))
  }
  label <- if (!is.null(x$label)) paste0(" <tab:", x$label, ">")
  c(
    "#figure(", "  kind: table,", paste0("  caption: [", escape_typst(x$caption), "],"), "  [", paste0("#", table[1]),
    table[-1], notes, "  ]", paste0(")", label)
  )
}

typst_row <- function(cells) paste0(paste0("[", cells, "]", collapse = ", "), ",")

typst_rules <- function() list(escape = escape_typst, bold = c("#strong[", "]"), mark = c("#super[", "]"))

typst_notes <- function(notes) {
  if (nrow(notes)) {
    text <- marked_notes(notes, typst_rules())
    c("#align(left)[#text(0.8em)[", paste0(text, ifelse(seq_along(text) < length(text), " #linebreak()", "")), "]]")
  }
}

# All that has a meaning in Typst's text, wherever it stands.
escape_typst <- function(text) {
  special <- c("\\", "#", "[", "]", "*", "_", "`", "$", "<", ">", "@", "~", "'", "\"")
  text <- replace_characters(text, stats::setNames(paste0("\\", special), special))
  text[] <- gsub("([-/])(?=[-/*])", "\\\\\\1", text, perl = TRUE)
  # At the beginning of a cell these begin a list, a heading or a term.
  text[] <- sub("^([-+=/])", "\\\\\\1", text)
  text[] <- sub("^([0-9]+)([.] )", "\\1\\\\\\2", text)
  text
}
