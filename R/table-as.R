#' Results as tables for papers
#'
#' Makes a table of a result that can be printed, pasted or knitted: in LaTeX, HTML, Typst, Word (as Office Open
#' XML) and Markdown, with a caption, and with footnotes that say what its marks mean, which test was used and how it
#' was adjusted.
#'
#' The layout `"wide"` has a row for each class (and metric) and a column for each classifier: its value with its
#' interval, the best of a row in bold, and a mark where a classifier is significantly worse than the best, by the
#' decision that the result itself made (an adjusted p-value, where p-values are adjusted). Where only comparisons
#' with one classifier were made (`reference`) or are left, the marks say who is better or worse than that. A
#' comparison by itself does not have the intervals of the values, only those of the differences: take a [verdict()]
#' for both.
#'
#' The layout `"long"` has one row for each comparison, estimate or test, with the columns that `print()` shows.
#'
#' Labels are escaped: a class may be called `50%`, `a_b`, `R&D` or `<10`. Cells of numbers are never broken into
#' two lines; long names break only between words.
#'
#' @param x A [verdict()], a [verdict_table] ([compare_classifiers()], [assess_classifiers()], [omnibus_test()],
#'   [compare_independent()] ...), or the result of [rank_classifiers()],
#'   [cd_groups()], [flips()], [compare_bayesian()], [prevalence_curve()], [power_comparison()],
#'   [sample_size()], [rejection_rate()], [replicability()], [replicability_study()], [resample_scores()],
#'   [error_estimate()], [fit_gee()] or its `summary()` or `anova()`.
#' @param layout `"wide"` (classes by classifiers) or `"long"` (one row a comparison). Wide is the default of
#'   verdicts and assessments, and possible for comparisons.
#' @param best `"bold"`: the best value of a row is bold; `"none"`: it is not.
#' @param rows Of a wide table: whether its rows are `"classes"` or `"classifiers"`. `NULL`: classes, unless
#'   there are more than five classifiers and fewer classes than that.
#' @param columns Which columns to show, and in which order: their headings, as in `names(as.data.frame())`.
#'   Of a long table also any other column of the result, such as `"std.error"` or `"df"`. `NULL`: all that
#'   `print()` shows.
#' @param caption Text of the caption, plain text; `NULL`: one that says what was compared; `FALSE`: none.
#' @param label For cross-references: `"results"` becomes `tab:results`. Letters from A to Z, digits, `-`, `_`, `.`, `:`
#'   and `/`. Within knitr it is that of the chunk.
#' @param notes `FALSE`: no footnotes. (The marks stay.)
#' @param n Number of rows to show in a document; `NULL`: the chunk option `tab.rows`, or else all.
#' @param format Of `as_table()`: `NULL` for a table, or a format for its text in that. `"text"`, `"latex"` (needs
#'   the LaTeX packages booktabs, and longtable for more than 40 lines), `"html"`, `"markdown"` (a pipe table for
#'   pandoc), `"typst"`, `"csv"` (cells as text) or `"docx"` (Office Open XML, for a raw block of pandoc).
#' @param width Width of the text in characters.
#' @param ... Not used.
#' @return An object of class `result_table`, or with `format` its text, which prints as it is. `print()` shows it
#'   as text, `format()` gives one string in the
#'   format asked for, `as.data.frame()` the cells as text, for other packages of tables. In R Markdown, Quarto and
#'   bookdown a chunk that ends in it shows it in the format of the document; the chunk options `tab.cap` and
#'   `label` (the chunk's name) give caption and cross-reference, as for `knitr::kable()`; `tab.columns` chooses
#'   columns and `tab.rows` limits the rows.
#'
#' @section Errors:
#' `verdict_error_table`: `x` is no such result, has no rows, or cannot be laid out like this.
#' `verdict_error_column`: `columns` has a name that there is not.
#'
#' @section When not to use:
#' For further computation use [tidy()]: the cells here are rounded text.
#'
#' @seealso [save_table()] for a file of its own, [report_verdict()] for a whole report.
#' @examples
#' v <- verdict(prediction_set(truth ~ ., satellite))
#' as_table(v)
#' overall <- as_table(v$overall, columns = c("comparison", "difference", "interval", "adj. p"))
#' overall
#' as_table(v, format = "latex")
#' @export
as_table <- function(x, ..., format = NULL) {
  if (!missing(format)) {
    table <- as_table(x, ...)
    return(if (is.null(format)) table else structure(base::format(table, format), class = "formatted_table"))
  }
  UseMethod("as_table")
}

#' @export
print.formatted_table <- function(x, ...) {
  check_dots(...)
  writeLines(x)
  invisible(x)
}

#' @export
as_table.default <- function(x, ...) {
  check_given(x, "a result, such as that of {.fn verdict} or {.fn compare_classifiers}.", "table")
  abort_verdict(c(
    "There is no table of {.obj_type_friendly {x}}.",
    i = "Tables are of results, such as that of {.fn verdict} or {.fn compare_classifiers}.",
    # What to use for what has no table.
    i = if (inherits(x, "evidence")) {
      "What a set holds: {.code summary(x)} or {.code as.data.frame(x)}."
    } else if (inherits(x, "resampling_plan")) {
      "The splits of a plan: {.code as.data.frame(x)}."
    } else if (inherits(x, "htest")) {
      "Of a single test: {.code format_p(x$p.value, prefix = TRUE)}."
    } else if (is.data.frame(x)) {
      "A data frame as it is: {.code knitr::kable(x)}."
    }
  ), "table")
}

#' @rdname as_table
#' @export
as_table.verdict <- function(x, layout = c("wide", "long"), best = c("bold", "none"), rows = NULL, columns = NULL,
                             caption = NULL, label = NULL, notes = TRUE, ...) {
  check_verdict(x)
  check_dots(...)
  layout <- check_choice(layout, "layout", c("wide", "long"))
  look <- table_look(best, rows, columns, caption, label, notes)
  if (layout == "wide") {
    return(dress_table(wide_of_verdict(x, look), look))
  }
  rows <- shown_rows(x)
  table <- long_table(rows, look)
  divided <- nrow(x$levels) > 1 && is_adjusted(verdict_info(rows))
  table$notes <- rbind(table$notes, table_notes(c(
    if (divided) paste0(capitalise(verdict_adjustment(x)), "."),
    if (!is.null(x$groups$levels)) groups_basis(x$groups)
  )))
  dress_table(table, look)
}

#' @rdname as_table
#' @export
as_table.verdict_table <- function(x, layout = NULL, best = c("bold", "none"), rows = NULL, columns = NULL,
                                   caption = NULL, label = NULL, notes = TRUE, ...) {
  check_dots(...)
  check_complete(x)
  x <- named_rows(x)
  check_table_rows(x)
  assessed <- is_type(x, "assessment")
  if (is.null(layout)) layout <- if (assessed && all(is.na(x$p.value))) "wide" else "long"
  layout <- check_choice(layout, "layout", c("wide", "long"))
  look <- table_look(best, rows, columns, caption, label, notes)
  if (layout == "long") {
    return(dress_table(long_table(x, look), look))
  }
  if (is_type(x, "omnibus")) {
    abort_verdict(c(
      "A test of all classifiers has no value for each of them, and so no wide table.",
      i = "Use {.code layout = \"long\"}."
    ), "table")
  }
  check_wide(x)
  dress_table(if (assessed) wide_of_assessment(x, look) else wide_of_comparison(x, look), look)
}

#' @rdname as_table
#' @export
as_table.verdict_ranking <- function(x, best = c("bold", "none"), columns = NULL, caption = NULL, label = NULL,
                                     notes = TRUE, ...) {
  check_dots(...)
  table_of_rows(x, ranking_table, best, columns, caption, label, notes)
}

#' @rdname as_table
#' @export
as_table.bayesian_comparison <- function(x, best = c("bold", "none"), columns = NULL, caption = NULL, label = NULL,
                                         notes = TRUE, ...) {
  check_dots(...)
  table_of_rows(x, bayes_table, best, columns, caption, label, notes)
}

# What has a row each, by `make()`.
table_of_rows <- function(x, make, best, columns, caption, label, notes) {
  look <- table_look(best, NULL, columns, caption, label, notes)
  if (is.data.frame(x)) check_table_rows(x)
  check_whole(is_intact(x))
  dress_table(make(x, look), look)
}

check_table_rows <- function(x) {
  if (nrow(x) == 0) abort_verdict("A result without rows has no table.", "table")
}

# What was asked of the look, checked.
table_look <- function(best, rows, columns, caption, label, notes) {
  best <- check_choice(best, "best", c("bold", "none"))
  if (!is.null(rows)) rows <- check_choice(rows, "rows", c("classes", "classifiers"))
  if (!is.null(columns)) check_strings(columns, "columns")
  if (!is.null(caption) && !isFALSE(caption) && !rlang::is_string(caption)) {
    abort_verdict("{.arg caption} must be one string, or FALSE for none.", "argument")
  }
  # It goes into commands of LaTeX and anchors as it is.
  if (!is.null(label) && !(rlang::is_string(label) && grepl("^[A-Za-z0-9][-A-Za-z0-9:._/]*$", label))) {
    abort_verdict(c(
      "{.arg label} must be one string of letters from A to Z, digits and {.code - _ . : /}.",
      i = "Such as {.code label = \"results\"}."
    ), "argument")
  }
  check_flag(notes, "notes")
  list(best = best, rows = rows, columns = columns, caption = caption, label = label, notes = notes)
}

# -- the object -----------------------------------------------------------------------

dress_table <- function(table, look) {
  if (!is.null(look$columns)) table <- choose_columns(table, look$columns)
  table$given <- look$caption
  if (isFALSE(look$caption)) {
    table["caption"] <- list(NULL)
  } else {
    table$caption <- one_line(look$caption %||% table$caption)
  }
  table$label <- look$label
  if (!look$notes) table$notes <- table$notes[0, ]
  table
}

# Labels on the left stay on the left.
choose_columns <- function(table, columns) {
  at <- match(columns, colnames(table$main))
  if (anyNA(at)) {
    abort_verdict(c(
      "{.arg columns} asks for {.val {columns[is.na(at)]}}, which {?is/are} not there.",
      i = "There are {.val {colnames(table$main)}}."
    ), "column")
  }
  at <- c(at[at <= table$stub], at[at > table$stub])
  for (part in c("main", "mark", "extra", "bold")) table[[part]] <- table[[part]][, at, drop = FALSE]
  table$align <- table$align[at]
  if (!identical(at[seq_len(table$once)], seq_len(table$once))) table$once <- 0
  table$stub <- sum(at <= table$stub)
  table
}

#' @rdname as_table
#' @param row.names,optional Ignored.
#' @export
as.data.frame.result_table <- function(x, row.names = NULL, optional = FALSE, ...) {
  as.data.frame(paste_cells(x))
}

#' @rdname as_table
#' @export
print.result_table <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  writeLines(text_lines(x, check_width(width)))
  invisible(x)
}

#' @rdname as_table
#' @export
format.result_table <- function(x, format = c("text", "latex", "html", "markdown", "typst", "csv", "docx"), ...,
                                width = getOption("width")) {
  check_dots(...)
  format <- check_choice(format, "format", c("text", "latex", "html", "markdown", "typst", "csv", "docx"))
  lines <- switch(format,
    text = text_lines(x, check_width(width)), latex = latex_lines(x), html = html_lines(x),
    markdown = markdown_lines(x), typst = typst_lines(x), csv = csv_lines(x), docx = word_lines(x)
  )
  paste(lines, collapse = "\n")
}

# A spreadsheet wants a sign as it is typed.
csv_lines <- function(x) {
  quoted <- function(text) paste0("\"", gsub("\"", "\"\"", text, fixed = TRUE), "\"")
  cells <- paste_cells(x)
  apply(rbind(colnames(cells), unname(cells)), 1, function(row) paste(quoted(row), collapse = ","))
}
