# Tables in Office Open XML. Pandoc makes tables whose columns have fixed widths, so that Word breaks words and
# numbers; here each column is as wide as its cells.

word_lines <- function(x) {
  panels <- lapply(table_panels(x), function(columns) word_panel(x, columns))
  between <- word_paragraph(word_run(""), "Compact")
  tables <- unlist(lapply(seq_along(panels), function(i) c(if (i > 1) between, panels[[i]])))
  c(tables, if (nrow(x$notes)) word_notes(x$notes), word_paragraph(word_run(""), "BodyText"))
}

word_panel <- function(x, columns) {
  cells <- word_cells(x)[, columns, drop = FALSE]
  heads <- word_run(colnames(x$main)[columns], bold = TRUE)
  width <- word_widths(x)[columns]
  rows <- vapply(seq_len(nrow(cells)), function(i) {
    word_row(cells[i, ], width, x$align[columns], columns <= x$stub, last = i == nrow(cells))
  }, "")
  c(
    paste0(
      "<w:tbl><w:tblPr><w:tblW w:type=\"auto\" w:w=\"0\"/><w:jc w:val=\"center\"/>",
      word_borders("tblBorders", c("top", "bottom")),
      "<w:tblLayout w:type=\"autofit\"/><w:tblCellMar><w:left w:w=\"80\" w:type=\"dxa\"/>",
      "<w:right w:w=\"80\" w:type=\"dxa\"/></w:tblCellMar></w:tblPr>"
    ),
    paste0("<w:tblGrid>", paste0("<w:gridCol w:w=\"", width, "\"/>", collapse = ""), "</w:tblGrid>"),
    word_row(heads, width, x$align[columns], columns <= x$stub, head = TRUE), rows, "</w:tbl>"
  )
}

# In twentieths of a point, for programs that do not measure the cells themselves.
word_widths <- function(x) round(100 * pmin(column_characters(x), 40)) + 160

word_borders <- function(tag, sides) {
  lines <- paste0("<w:", sides, " w:val=\"single\" w:sz=\"8\" w:space=\"0\" w:color=\"auto\"/>", collapse = "")
  paste0("<w:", tag, ">", lines, "</w:", tag, ">")
}

# A row is never split over two pages, the head is repeated on each, and the last row stays with the notes.
word_row <- function(cells, width, align, label, head = FALSE, last = FALSE) {
  properties <- paste0("<w:trPr><w:cantSplit/>", if (head) "<w:tblHeader/>", "</w:trPr>")
  cell <- paste0(
    "<w:tc><w:tcPr><w:tcW w:type=\"dxa\" w:w=\"", width, "\"/>", if (head) word_borders("tcBorders", "bottom"),
    ifelse(label, "", "<w:noWrap/>"), "</w:tcPr>", word_paragraph(cells, "Compact", align, head || last), "</w:tc>"
  )
  paste0("<w:tr>", properties, paste(cell, collapse = ""), "</w:tr>")
}

word_paragraph <- function(runs, style, align = "left", keep = FALSE) {
  paste0(
    "<w:p><w:pPr><w:pStyle w:val=\"", style, "\"/>", if (keep) "<w:keepNext/>", "<w:jc w:val=\"", align, "\"/></w:pPr>",
    runs, "</w:p>"
  )
}

word_cells <- function(x) {
  cells <- shown_values(x)
  cells[] <- paste0(word_run(cells, x$bold), word_run(x$mark, raised = TRUE))
  below <- interval_below(x)
  extra <- word_run(paste0(if (!below) " ", always_minus(x$extra)))
  between <- if (below) "<w:r><w:br/></w:r>" else ""
  cells[] <- paste0(cells, ifelse(x$extra == "", "", paste0(between, extra)))
  cells
}

# Vectorised; nothing for no text.
word_run <- function(text, bold = FALSE, raised = FALSE) {
  properties <- paste0(
    "<w:rPr>", ifelse(bold, "<w:b/>", ""), "<w:sz w:val=\"18\"/>",
    if (raised) "<w:vertAlign w:val=\"superscript\"/>", "</w:rPr>"
  )
  ifelse(
    text == "", "", paste0("<w:r>", properties, "<w:t xml:space=\"preserve\">", escape_html(text), "</w:t></w:r>")
  )
}

word_notes <- function(notes) {
  runs <- paste0(word_run(notes$mark, raised = TRUE), word_run(paste0(ifelse(notes$mark == "", "", " "), notes$text)))
  word_paragraph(runs, "Compact")
}
