#' A report of a verdict
#'
#' Writes all that is to be said about a [verdict()] into one file, for those who do not use R: what was compared
#' on which data, the verdict in words, tables, a picture, methods and references.
#'
#' The report is an R Markdown document that the package ships as a template, 'Classifier comparison': in RStudio
#' under File, New File, R Markdown, From Template, elsewhere by
#' `rmarkdown::draft("report.Rmd", "comparison", package = "verdict")`. Take that to change the text.
#'
#' @param v A [verdict()].
#' @param file Where to write: a file whose name ends in `.html` (one file with everything in it), `.docx` (Word) or
#'   `.pdf`. A file that is there already is replaced.
#' @param title,author,date Head of the report.
#' @param ... Not used.
#' @return The path of the file, invisibly.
#'
#' @section Errors:
#' `verdict_error_report`: `v` is no verdict, `file` has another ending, or its folder does not exist or cannot be
#' written to. `verdict_error_pandoc`, `verdict_error_latex`: what makes the file is missing: all formats need
#' pandoc, PDF needs LaTeX too. Nothing is written then.
#'
#' @section When not to use:
#' A paper needs less: see [as_table()] for its tables.
#'
#' @examples
#' v <- verdict(prediction_set(truth ~ naive_bayes + random_forest, satellite))
#' if (interactive()) {
#'   file <- report_verdict(v, file.path(tempdir(), "report.html"))
#'   utils::browseURL(file)
#' }
#' @export
report_verdict <- function(v, file, title = "Classifier comparison", author = NULL, date = Sys.Date(), ...) {
  check_dots(...)
  if (missing(v) || !inherits(v, "verdict")) {
    abort_verdict(c(
      if (missing(v)) "{.arg v} is missing." else "{.arg v} must be a verdict, not {.obj_type_friendly {v}}.",
      i = "Make one with {.fn verdict}."
    ), "report")
  }
  instead <- "Use {.val .html}, {.val .docx} (Word) or {.val .pdf}, such as {.val report.html}."
  type <- check_output_file(file, report_types, instead, "report")
  head <- lapply(list(title = title, author = author, date = date), check_head)
  rlang::check_installed(c("rmarkdown", "knitr", "ggplot2"), "to make a report.")
  check_report_tools(type)
  folder <- tempfile("verdict-report-")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  input <- file.path(folder, "report.Rmd")
  writeLines(report_source(head), input, useBytes = TRUE)
  put_file(render_report(input, type, v), file, "report")
  invisible(file)
}

# -- what could go wrong, before anything is made ---------------------------------------

report_types <- c(html = "html", htm = "html", docx = "docx", pdf = "pdf")

check_head <- function(text) {
  if (inherits(text, c("Date", "POSIXct"))) text <- format(text, "%Y-%m-%d")
  if (is.null(text) || is.character(text) && length(text) == 1 && !is.na(text)) {
    return(text)
  }
  abort_verdict("{.arg title}, {.arg author} and {.arg date} must be one string each.", "argument")
}

check_report_tools <- function(type, pandoc = rmarkdown::pandoc_available("2.0"), latex = latex_engine()) {
  if (!pandoc) {
    abort_verdict(c(
      "Reports are made by pandoc (version 2 or later), which is not found.",
      i = "RStudio and Quarto bring it along. Elsewhere: {.code apt-get install pandoc}, {.code brew install pandoc},
           or see {.url https://pandoc.org/installing.html}.",
      i = "If it is installed, say where by {.code Sys.setenv(RSTUDIO_PANDOC = \"folder of pandoc\")}."
    ), "pandoc")
  }
  if (type == "pdf" && is.null(latex)) {
    abort_verdict(c(
      "A PDF is made by LaTeX, which is not found.",
      i = "Install it by {.code install.packages(\"tinytex\"); tinytex::install_tinytex()}, or
           {.code apt-get install texlive-xetex texlive-latex-recommended texlive-fonts-recommended lmodern}.",
      i = "Or make {.val .html} or {.val .docx}, which need none."
    ), "latex")
  }
}

# Labels may be in any script, which pdflatex does not know.
latex_engine <- function() {
  engines <- Filter(function(engine) nzchar(Sys.which(engine)), c("xelatex", "lualatex", "pdflatex"))
  if (length(engines)) engines[1]
}

# -- the document -------------------------------------------------------------------------

# The template, with another head, and without the chunks that attach the package and make the verdict.
report_source <- function(head) {
  lines <- readLines(report_file("templates", "comparison", "skeleton", "skeleton.Rmd"), encoding = "UTF-8")
  body <- lines[-seq_len(which(lines == "---")[2])]
  for (chunk in c("packages", "evidence")) {
    first <- grep(paste0("^```[{]r ", chunk, "[ ,}]"), body)
    last <- first + which(body[-seq_len(first)] == "```")[1]
    body <- body[-(first:last)]
  }
  # A backtick would begin code that knitr runs.
  plain <- function(text) gsub("\\`", "&#96;", escape_markdown(one_line(text)), fixed = TRUE)
  quoted <- function(text) paste0("\"", gsub("([\\\\\"])", "\\\\\\1", plain(text)), "\"")
  given <- Filter(Negate(is.null), head)
  c("---", paste0(names(given), ": ", vapply(given, quoted, "")), "lang: en", "---", body)
}

report_file <- function(...) system.file("rmarkdown", ..., package = "verdict", mustWork = TRUE)

report_format <- function(type) {
  switch(type,
    html = rmarkdown::html_document(
      theme = NULL, highlight = NULL, mathjax = NULL, css = report_file("report.css"), self_contained = TRUE
    ),
    docx = rmarkdown::word_document(highlight = NULL),
    pdf = rmarkdown::pdf_document(latex_engine = latex_engine(), highlight = NULL)
  )
}

render_report <- function(input, type, v) {
  old <- knitr::opts_hooks$get()
  on.exit(knitr::opts_hooks$restore(old))
  # The package need not be attached.
  where <- new.env(parent = topenv())
  where$v <- v
  rlang::try_fetch(
    rmarkdown::render(input, report_format(type), envir = where, quiet = TRUE),
    error = function(cnd) {
      abort_verdict(c(
        "The report could not be made.", x = "{conditionMessage(cnd)}",
        i = if (type == "pdf") "A LaTeX package may be missing; {.val .html} and {.val .docx} need none."
      ), "report")
    }
  )
}
