#' Tables as files
#'
#' Writes a result as a table for a paper into a file of its own: LaTeX to be included, a page of HTML, a Word
#' document, Markdown, Typst, a spreadsheet of text (CSV) or plain text. The file's ending says which.
#'
#' LaTeX is what `\input{}` takes, and needs the packages booktabs, and longtable for more than 40 lines. Word is
#' written by pandoc (2.0 or later; RStudio and Quarto bring it along). Whatever a label, a caption or a note contains
#' is text, never markup.
#'
#' @param x A result that [as_table()] takes, or the table that it returns.
#' @param file Where to write: a file whose name ends in `.tex`, `.html`, `.docx`, `.md`, `.typ`, `.csv` or `.txt`. A
#'   file that is there already is replaced.
#' @param ... Arguments of [as_table()] for this result, such as `layout`, `columns`, `caption` or `label`.
#' @return The path of the file, invisibly.
#'
#' @section Errors:
#' `verdict_error_table`: `x` has no table, `file` has another ending, or its folder does not exist or cannot be
#' written to. `verdict_error_pandoc`: Word needs pandoc, which is not found. Nothing is written then.
#'
#' @section When not to use:
#' In R Markdown and Quarto a chunk that ends in a result, or in [as_table()], becomes a table by itself. A whole
#' report is written by [report_verdict()]; numbers for further computation are those of [tidy()].
#'
#' @examples
#' v <- verdict(prediction_set(truth ~ ., satellite))
#' file <- save_table(v, file.path(tempdir(), "accuracy.tex"), label = "accuracy")
#' readLines(file, 4)
#' @export
save_table <- function(x, file, ...) {
  table <- if (missing(x)) as_table.default() else if (inherits(x, "result_table")) x else as_table(x, ...)
  if (inherits(x, "result_table")) check_dots(...)
  types <- c(
    tex = "latex", html = "html", htm = "html", docx = "docx", md = "markdown", typ = "typst", csv = "csv", txt = "text"
  )
  instead <- "Use {.val .tex}, {.val .html}, {.val .docx} (Word), {.val .md}, {.val .typ}, {.val .csv} or {.val .txt}."
  type <- check_output_file(file, types, instead, "table")
  write_file(file, "table", ending = paste0(".", type), function(made) {
    if (type == "docx") {
      write_word(table, made)
    } else {
      text <- format(table, type, width = 120)
      writeLines(enc2utf8(if (type == "html") html_page(table, text) else text), made, useBytes = TRUE)
    }
  })
  invisible(file)
}

html_page <- function(x, text) {
  c(
    "<!DOCTYPE html>", "<html lang=\"en\">", "<head>", "<meta charset=\"utf-8\">",
    paste0("<title>", escape_html(x$caption %||% "Table"), "</title>"), "</head>", "<body>", text, "</body>", "</html>"
  )
}

write_word <- function(x, file) {
  rlang::check_installed("rmarkdown", "to write Word documents.")
  check_report_tools("docx")
  source <- tempfile("verdict-", fileext = ".md")
  on.exit(unlink(source))
  lines <- c(word_caption(x, ""), "```{=openxml}", word_lines(x), "```")
  writeLines(enc2utf8(lines), source, useBytes = TRUE)
  rmarkdown::pandoc_convert(source, to = "docx", from = "markdown-smart", output = file)
}
