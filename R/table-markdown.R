# Tables in pandoc's Markdown, and text that Markdown leaves alone.

markdown_lines <- function(x, anchor = "") {
  heads <- escape_markdown(colnames(x$main))
  cells <- marked_cells(x, markdown_rules(), " ")
  # No line break between a number and its interval.
  value <- col(cells) > x$stub
  cells[value] <- gsub(" ", "\u00a0", cells[value], fixed = TRUE)
  rule <- ifelse(x$align == "left", ":--", "--:")
  row <- function(cells) paste0("| ", paste(cells, collapse = " | "), " |")
  c(
    if (!is.null(x$caption)) c(paste0("Table: ", anchor, escape_markdown(x$caption)), ""),
    row(heads), row(rule), vapply(seq_len(nrow(cells)), function(i) row(cells[i, ]), ""),
    markdown_notes(x$notes)
  )
}

markdown_rules <- function() list(escape = escape_markdown, bold = c("**", "**"), mark = c("^", "^"))

markdown_notes <- function(notes) {
  if (nrow(notes)) {
    text <- marked_notes(notes, markdown_rules())
    c("", paste0(text, ifelse(seq_along(text) < length(text), "\\", "")))
  }
}

# Sentences of ours: words between backticks stay code.
sentence_markdown <- function(text) gsub("\\\\`([A-Za-z_.()]+)\\\\`", "`\\1`", escape_markdown(text))

# Brackets only where they would make a link, so that text stays legible where it is not rendered.
escape_markdown <- function(text) {
  special <- c("\\", "`", "*", "_", "<", ">", "|", "~", "^", "$", "@", "#", "&")
  text <- replace_characters(text, stats::setNames(paste0("\\", special), special))
  text[] <- gsub("](", "\\](", text, fixed = TRUE)
  text[] <- gsub("][", "\\][", text, fixed = TRUE)
  text[] <- gsub("]{", "\\]{", text, fixed = TRUE)
  text[] <- gsub("-(?=-)", "\\\\-", text, perl = TRUE)
  text[] <- gsub("!(?=\\[)", "\\\\!", text, perl = TRUE)
  # At the beginning of a line these would begin a list.
  text[] <- sub("^([-+:] )", "\\\\\\1", text)
  text[] <- sub("^([(]?[0-9A-Za-z]{1,9})([.)] )", "\\1\\\\\\2", text)
  text
}
