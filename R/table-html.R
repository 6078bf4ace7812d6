# Tables in HTML, with nothing but inline styles, so that they look the same on any page.

html_lines <- function(x, anchor = "") {
  c(
    "<div style=\"overflow-x: auto\">", "<table class=\"table verdict-table\">",
    if (!is.null(x$caption)) paste0("<caption>", anchor, escape_html(x$caption), "</caption>"),
    "<thead>", html_row(html_heads(x)), "</thead>", "<tbody>", html_body(x), "</tbody>",
    html_notes(x), "</table>", "</div>"
  )
}

html_row <- function(cells, apart = FALSE) {
  paste0(if (apart) "<tr class=\"group\">" else "<tr>", paste(cells, collapse = ""), "</tr>")
}

html_heads <- function(x) html_cell("th", escape_html(colnames(x$main)), x$align, " scope=\"col\"")

html_cell <- function(tag, text, align, attributes = "", nowrap = FALSE) {
  style <- paste0("text-align: ", align, ifelse(nowrap, "; white-space: nowrap", ""))
  paste0("<", tag, attributes, " style=\"", style, "\">", text, "</", sub(" .*", "", tag), ">")
}

html_body <- function(x) {
  cells <- marked_cells(x, html_rules(), if (interval_below(x)) "<br/>" else " ")
  label <- col(cells) <= x$stub
  apart <- begins_group(x)
  # Only long labels break, and only between words.
  short <- !label | ansi_nchar(x$main, "width") <= 40
  rows <- lapply(seq_len(nrow(cells)), function(i) {
    tag <- ifelse(label[i, ], "th", "td")
    html_row(html_cell(tag, cells[i, ], x$align, ifelse(label[i, ], " scope=\"row\"", ""), short[i, ]), apart[i])
  })
  unlist(rows)
}

html_rules <- function() list(escape = escape_html, bold = c("<b>", "</b>"), mark = c("<sup>", "</sup>"))

html_notes <- function(x) {
  if (nrow(x$notes)) {
    text <- paste(marked_notes(x$notes, html_rules()), collapse = "<br/>\n")
    cell <- paste0("<td colspan=\"", ncol(x$main), "\" style=\"text-align: left\">")
    c("<tfoot>", paste0("<tr>", cell, "<small>", text, "</small></td></tr>"), "</tfoot>")
  }
}
