# Tables in documents made by knitr: R Markdown, bookdown, Quarto, Sweave.

#' @rdname as_table
#' @exportS3Method knitr::knit_print
knit_print.result_table <- function(x, ..., n = NULL) { # nolint: object_name_linter.
  options <- list(...)$options %||% knitr::opts_current$get()
  # Caption, columns and name that the chunk gives. (Where Quarto has a caption, it writes it itself.)
  if (!is.null(options[["tab.columns"]])) x <- choose_columns(x, options[["tab.columns"]])
  if (is.null(x$given) && !is.null(options[["tab.cap"]])) x$caption <- one_line(options[["tab.cap"]])
  if (!is.null(options[["tbl-cap"]])) x["caption"] <- list(NULL)
  x$label <- x$label %||% options[["label"]]
  x <- first_lines(x, n %||% options[["tab.rows"]] %||% Inf)
  target <- if (knitr::is_latex_output()) {
    "latex"
  } else if (knitr::pandoc_to("docx")) {
    "docx"
  } else if (knitr::is_html_output(excludes = c("markdown", "gfm")) ||
    identical(knitr::opts_knit$get("out.format"), "html")) {
    "html"
  } else {
    "markdown"
  }
  bookdown <- isTRUE(knitr::opts_knit$get("bookdown.internal.label"))
  anchor <- if (bookdown && !is.null(x$label)) paste0("(\\#tab:", x$label, ")") else ""
  lines <- switch(target,
    latex = fenced(latex_lines(x, latex_caption(x, bookdown = bookdown)), "latex"),
    html = fenced(html_lines(x, sub("\\", "", anchor, fixed = TRUE)), "html"), # as pandoc would leave it
    docx = c(word_caption(x, anchor), fenced(word_lines(x), "openxml")),
    markdown_lines(x, anchor)
  )
  knitr::asis_output(paste(c("", "", lines, "", ""), collapse = "\n"), meta = if (target == "latex") latex_packages())
}

first_lines <- function(x, n) {
  check_number(n, "n", 1, closed = TRUE)
  hidden <- nrow(x$main) - n
  if (hidden <= 0) {
    return(x)
  }
  at <- seq_len(n)
  for (part in c("main", "mark", "extra", "bold")) x[[part]] <- x[[part]][at, , drop = FALSE]
  x$group <- x$group[at]
  x$notes <- rbind(x$notes, table_notes(paste0("... and ", count_of(hidden, "more row"), ".")))
  x
}

# Pandoc must leave it as it is.
fenced <- function(lines, format) {
  if (is.null(knitr::pandoc_to())) lines else c(paste0("```{=", format, "}"), lines, "```")
}

word_caption <- function(x, anchor) {
  if (!is.null(x$caption)) {
    text <- escape_markdown(x$caption)
    if (anchor != "") text <- paste0("<caption>", anchor, text, "</caption>")
    c("::: {custom-style=\"Table Caption\"}", text, ":::", "")
  }
}

latex_packages <- function() {
  if (rlang::is_installed("rmarkdown")) lapply(c("booktabs", "longtable"), rmarkdown::latex_dependency)
}
