#' Results in R Markdown
#'
#' A chunk that ends in a result shows it as a table of the document, with the columns of `print()` (the statistic
#' included), its first sentence as the caption and the others below; a verdict or a summary becomes text with
#' lists. `as_table()` makes the same tables where more is to be chosen, and wide ones. `knitr::kable(as_table(x))` is
#' the table alone, with the same text in its cells; `kable(x)` has all columns of the data frame, whose numbers
#' `kable()` rounds to a fixed number of decimals, so that a p-value of 1e-12 becomes 0.
#'
#' Chunk options: `tab.cap` is the caption, `tab.columns` chooses the columns, such as
#' `tab.columns = c("class", "ratio", "interval", "adj. p")`, `tab.rows` limits the rows, and
#' the chunk's name is that of the table, in bookdown `\\@ref(tab:name)`, in LaTeX `\\ref{tab:name}`.
#'
#' @param x A [verdict_table].
#' @param ... What knitr hands over.
#' @param columns,caption As in [as_table()].
#' @param n Number of rows to show; `NULL`: the chunk option `tab.rows`, or else all.
#' @param inline Set by knitr for an inline chunk, which gets the result in one sentence.
#' @return Text in the format of the document, marked as such for knitr.
#'
#' @examplesIf requireNamespace("knitr", quietly = TRUE)
#' set <- prediction_set(truth ~ ., satellite)
#' knitr::kable(as_table(compare_classifiers(set, metric = "precision")))
#' @exportS3Method knitr::knit_print
knit_print.verdict_table <- function(x, ..., columns = NULL, caption = NULL, n = NULL, # nolint: object_name_linter.
                                     inline = FALSE) {
  if (inline) {
    return(inline_text(as.character(x)))
  }
  if (!is_complete(x) || nrow(named_rows(x)) == 0) {
    return(knitr::knit_print(as_plain(x), ...))
  }
  columns <- columns %||% list(...)$options[["tab.columns"]]
  knit_print.result_table(as_table(x, layout = "long", columns = columns, caption = caption), ..., n = n)
}

#' @exportS3Method knitr::knit_print
knit_print.verdict <- function(x, ..., inline = FALSE) { # nolint: object_name_linter.
  check_verdict(x)
  if (inline) {
    return(inline_text(as.character(x)))
  }
  text <- verdict_text(x)
  sections <- unlist(lapply(text$sections, section_markdown))
  knit_sections(
    c(bold_markdown(text$title), "", sentence_markdown(c(text$headline, text$further)), "", sections), list(),
    text$cautions
  )
}

section_markdown <- function(section) {
  lines <- sentence_markdown(as.character(section$lines))
  table <- if (length(section$columns)) {
    columns <- lapply(section$columns, trimws)
    stub <- sum(cumprod(names(columns) %in% text_columns))
    names(columns) <- headed(names(columns), section$headings)
    markdown_lines(new_result_table(columns_matrix(columns), stub, NULL, table_notes(character())))
  }
  lines <- if (length(table)) c(rbind(lines, "")) else if (length(lines)) c(paste("-", lines), "")
  c(if (nzchar(section$heading)) c(escape_markdown(section$heading), ""), if (length(table)) c(table, ""), lines)
}

#' @exportS3Method knitr::knit_print
knit_print.summary.verdict_table <- function(x, ...) { # nolint: object_name_linter.
  hidden <- if (x$hidden > 0) paste0("... and ", count_of(x$hidden, "more comparison"), ".")
  knit_sections(NULL, x$sections, c(hidden, x$cautions))
}

#' @exportS3Method knitr::knit_print
knit_print.prediction_set <- function(x, ..., inline = FALSE) { # nolint: object_name_linter.
  check_set(x)
  if (inline) {
    return(inline_text(format(x)))
  }
  knit_sections(bold_markdown(set_title(x)), list(named_lines(set_lines(x))), x$notes)
}

knit_labelled <- function(x, ...) {
  knit_sections(bold_markdown(set_title(x)), list(named_lines(labelled_lines(x))), c(x$notes, rate_words(x)))
}

# Sets, plans, scenarios and answers, whose print is a few sentences.
#' @rawNamespace
#' S3method(knitr::knit_print, evidence, knit_sentences)
#' S3method(knitr::knit_print, labelled_set, knit_labelled)
#' S3method(knitr::knit_print, prediction_scenario, knit_sentences)
#' S3method(knitr::knit_print, resampling_plan, knit_sentences)
#' S3method(knitr::knit_print, group_answers, knit_sentences)
#' S3method(knitr::knit_print, truth_bounds, knit_sentences)
#' S3method(knitr::knit_print, verdict_gate, knit_sentences)
#' S3method(knitr::knit_print, combined_p, knit_sentences)
NULL

knit_sentences <- function(x, ..., inline = FALSE) {
  rlang::local_options(width = 10000)
  text <- utils::capture.output(print(x))
  if (inline) {
    return(inline_text(paste(text, collapse = " ")))
  }
  knitr::asis_output(paste(c("", escape_markdown(text), ""), collapse = "\n\n"))
}

# A sentence within a line of a document: markup in labels is not markup.
inline_text <- function(text) {
  switch(knitr::opts_knit$get("out.format") %||% "none",
    markdown = escape_markdown(text), latex = , sweave = escape_latex(text), html = escape_html(text), text
  )
}

#' @exportS3Method knitr::knit_print
knit_print.summary.prediction_set <- function(x, ...) { # nolint: object_name_linter.
  text <- knit_sections(bold_markdown(x$title), list(named_lines(x$lines)), x$notes)
  table <- knit_print.result_table(class_table(x$classes), ..., n = 100)
  knitr::asis_output(paste0(text, "\n", table), meta = attr(table, "knit_meta"))
}

named_lines <- function(lines) paste0(names(lines), ": ", lines)

# Rows of each class by the truth and by each classifier.
class_table <- function(classes) {
  if (ncol(classes) > 12 && nrow(classes) <= 10) {
    return(classifier_rows(classes))
  }
  shown <- classes[seq_len(min(ncol(classes), 12))]
  main <- columns_matrix(c(list(class = table_label(shown$class)), lapply(shown[-1], format_count)))
  colnames(main) <- one_line(table_label(names(shown)))
  left_out <- ncol(classes) - ncol(shown)
  new_result_table(main, 1, "Rows of each class", table_notes(c(
    "The first column counts the truth, the others what was predicted.",
    if (left_out > 0) paste0(count_of(left_out, "more classifier"), " not shown.")
  )))
}

# A row for each classifier, where there are too many for columns.
classifier_rows <- function(classes) {
  columns <- lapply(seq_len(nrow(classes)), function(i) format_count(unlist(classes[i, -1])))
  main <- columns_matrix(c(list(`labels of` = table_label(names(classes)[-1])), columns))
  colnames(main)[-1] <- one_line(table_label(classes$class))
  notes <- "The first row counts the truth, the others what was predicted."
  new_result_table(main, 1, "Rows of each class", table_notes(notes))
}

bold_markdown <- function(text) paste0("**", escape_markdown(text), "**")

# `first`: Markdown; sections and cautions: text.
knit_sections <- function(first, sections, cautions) {
  names <- names(sections) %||% rep("", length(sections))
  lists <- Map(function(name, lines) {
    c(if (name != "") c(escape_markdown(name), ""), paste("-", sentence_markdown(lines)), "")
  }, names, sections)
  lines <- c("", first, "", unlist(lists), paste0(sentence_markdown(cautions), "\n"), "")
  knitr::asis_output(paste(lines, collapse = "\n"))
}
