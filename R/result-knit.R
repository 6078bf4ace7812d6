#' Results in R Markdown
#'
#' A chunk that ends in a result shows what `print()` shows, as a table of the
#' document: sentences above, the columns that matter (without the
#' statistic, to save room), notes below. Handed to
#' `knitr::kable()`, a result gives the table alone, with the same text in its
#' cells: the numbers are formatted already, since `kable()` rounds to a fixed
#' number of decimals, and a p-value of 1e-12 would become 0. For a table of the
#' raw numbers use `kable(tidy(x))`.
#'
#' @param x A [verdict_table].
#' @param ... Passed on to `knitr::kable()`.
#' @param n Number of rows to show; `Inf` for all.
#' @param inline Set by knitr for an inline chunk, which gets the result in one sentence.
#' @return Markdown, marked as such for knitr.
#'
#' @examplesIf requireNamespace("knitr", quietly = TRUE)
#' set <- prediction_set(truth ~ ., satellite)
#' knitr::kable(compare_classifiers(set, metric = "precision"))
#' @exportS3Method knitr::knit_print
knit_print.verdict_table <- function(x, ..., n = Inf, inline = FALSE) {
  if (inline) {
    return(as.character(x))
  }
  if (!is_complete(x) || nrow(named_rows(x)) == 0) {
    return(knitr::knit_print(as_plain(x), ...))
  }
  x <- with_labels(named_rows(x), table_label)
  shown <- x[seq_len(min(n, nrow(x))), ]
  columns <- add_marks(display_columns(shown, whole = x), shown)
  columns$statistic <- NULL
  align <- ifelse(names(columns) %in% text_columns, "l", "r")
  table <- knitr::kable(
    as.data.frame(columns, optional = TRUE), align = align, row.names = FALSE, ...
  )
  text <- c(
    paste0("**", header_lines(x)[1], "**"), "", paste(header_lines(x)[-1], collapse = " "), "",
    table, "",
    footer_lines(shown, nrow(x) - nrow(shown), character())
  )
  knitr::asis_output(paste(c("", text, ""), collapse = "\n"))
}

#' @exportS3Method knitr::knit_print
knit_print.verdict <- function(x, ..., inline = FALSE) {
  if (inline) {
    return(as.character(x))
  }
  text <- verdict_text(x)
  sections <- Map(
    function(heading, lines) c(heading, "", paste("-", lines), ""),
    names(text$sections), text$sections
  )
  title <- paste0("**", text$title, "**")
  lines <- c("", title, "", text$headline, "", unlist(sections), text$cautions, "")
  knitr::asis_output(paste(lines, collapse = "\n"))
}
