#' How it was done, as text for a paper
#'
#' Answers: what do I write under 'Statistical methods'? A paragraph that names the data, the tests, the
#' adjustment, the intervals, margins and the software of a result, with references.
#'
#' @param x A result: of [verdict()], [compare_classifiers()], [assess_classifiers()], [omnibus_test()],
#'   [rank_classifiers()], [flips()], [compare_independent()], [compare_bayesian()], [combine_p()] (of one set),
#'   [power_comparison()], [sample_size()] (of [evaluations][sample_size.evaluation_set] too) or [error_estimate()].
#' @param bib The name of a file to which the references are written as BibTeX; `NULL` for none.
#' @param citations How the text cites: `"text"`, as "(Tango 1998)", or `"pandoc"`, as "`[@tango1998]`", which R
#'   Markdown resolves with the file `bib`.
#' @param object What `methods_text()` returned.
#' @param width Width of the console in characters.
#' @param ... Not used.
#' @return An object of class `methods_text`: the paragraph, a character string, with the attributes `keys` (of the
#'   references that it cites) and `references` (a [utils::bibentry()]). `print()` shows the paragraph and the
#'   references, `toBibtex()` gives these as BibTeX. In R Markdown an inline `` `r methods_text(x)` `` is
#'   the paragraph, a chunk both.
#'
#' @section Errors:
#' `verdict_error_class`: `x` is no result of those above, or has lost what it knew of its data.
#' `verdict_error_file`: `bib` cannot be written.
#'
#' @section When not to use:
#' The text says what was computed, not why it was right to do so: how the data came about, and how metrics, margin and
#' classifiers were chosen, is for you to add.
#'
#' @examples
#' set <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' text <- methods_text(verdict(set))
#' text
#' file <- tempfile(fileext = ".bib")
#' methods_text(compare_classifiers(set, "recall"), bib = file, citations = "pandoc")
#' readLines(file, n = 4)
#' @export
methods_text <- function(x, bib = NULL, citations = c("text", "pandoc"), ...) {
  check_dots(...)
  check_given(x, "a result, such as that of {.fn verdict} or {.fn compare_classifiers}.", "class")
  citations <- check_choice(citations, "citations", c("text", "pandoc"))
  sentences <- c(methods_sentences(x), paste0(
    "All analyses were done in R ", getRversion(), mark_keys("R"), " with the package verdict ",
    utils::packageVersion("verdict"), mark_keys("verdict"), "."
  ))
  text <- paste(sentences, collapse = " ")
  keys <- unique(unlist(strsplit(marks_in(text), ";", fixed = TRUE)))
  software <- lapply(intersect(software_keys, keys), function(key) {
    entry <- utils::citation(if (key == "R") "base" else "verdict")[1]
    entry$key <- key
    entry
  })
  papers <- setdiff(keys, software_keys)
  references <- do.call(c, c(if (length(papers)) list(reference_bibentry(papers)), software))
  out <- structure(
    fill_citations(text, citations), class = "methods_text", keys = keys, references = references,
    marked = text, citations = citations
  )
  if (!is.null(bib)) write_bib(out, bib)
  out
}

write_bib <- function(x, bib) {
  if (!rlang::is_string(bib) || bib == "") {
    abort_verdict("{.arg bib} must be the name of one file.", "argument")
  }
  check_writable(bib, "file")
  write_file(bib, "file", function(made) {
    writeLines(enc2utf8(as.character(utils::toBibtex(x))), made, useBytes = TRUE)
  })
}

# Methods ---------------------------------------------------------------------------

#' @rdname methods_text
#' @export
print.methods_text <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  width <- check_width(width)
  references <- gsub("*", "", reference_lines(x), fixed = TRUE)
  writeLines(c(wrap_text(as.character(x), width), "", "References", wrap_text(references, width, exdent = 2)))
  invisible(x)
}

#' @export
format.methods_text <- function(x, ...) as.character(x)

#' @rdname methods_text
#' @importFrom utils toBibtex
#' @export
toBibtex.methods_text <- function(object, ...) { # nolint: object_name_linter.
  check_dots(...)
  utils::toBibtex(attr(object, "references"))
}

#' @exportS3Method knitr::knit_print
knit_print.methods_text <- function(x, ..., inline = FALSE) { # nolint: object_name_linter.
  filled <- function(escape) fill_citations(escape(attr(x, "marked")), attr(x, "citations"))
  if (inline) {
    return(filled(inline_text))
  }
  lines <- c("", filled(escape_markdown), "", "References", "", paste("-", link_doi(reference_lines(x))), "")
  knitr::asis_output(paste(lines, collapse = "\n"))
}
