# How a methods paragraph cites: keys that are marked in the text, and the references they stand for.

# Citations are written between two characters for private use, so that no label has them, until
# all are known.
mark_open <- "\ue001"
mark_close <- "\ue002"

mark_keys <- function(keys) if (length(keys)) paste0(" ", mark_open, paste(keys, collapse = ";"), mark_close) else ""

# What stands between the marks, as it occurs.
marks_in <- function(text) {
  parts <- strsplit(text, mark_open, fixed = TRUE)[[1]][-1]
  unique(vapply(strsplit(parts, mark_close, fixed = TRUE), `[`, "", 1))
}

fill_citations <- function(text, citations) {
  for (mark in marks_in(text)) {
    keys <- strsplit(mark, ";", fixed = TRUE)[[1]]
    said <- if (citations == "pandoc") {
      paste0("[", paste0("@", keys, collapse = "; "), "]")
    } else {
      out <- c(R = paste("R Core Team", R.version$year), verdict = "The verdict authors 2026")[keys]
      known <- !keys %in% software_keys
      if (any(known)) out[known] <- author_year(keys[known])
      paste0("(", paste(unname(out), collapse = "; "), ")")
    }
    text <- gsub(paste0(mark_open, mark, mark_close), said, text, fixed = TRUE)
  }
  text
}

software_keys <- c("R", "verdict")

# Of papers as the package has them, of software as R does.
reference_lines <- function(x) {
  papers <- setdiff(attr(x, "keys"), software_keys)
  c(
    if (length(papers)) reference_text(papers),
    paste0(
      "R Core Team (", R.version$year, ") *R: A Language and Environment for Statistical Computing*. ",
      "R Foundation for Statistical Computing, Vienna."
    ),
    paste0(
      "The verdict authors (2026) *verdict: Statistically Rigorous Comparison of Classifiers*. R package version ",
      utils::packageVersion("verdict"), "."
    )
  )
}

# Old DOIs have angle brackets, which end a link.
link_doi <- function(text) {
  at <- regexpr("doi:10[.][^ ]+$", text)
  doi <- substring(text, at + 4)
  escaped <- gsub(";", "%3B", gsub(">", "%3E", gsub("<", "%3C", doi, fixed = TRUE), fixed = TRUE), fixed = TRUE)
  ifelse(at > 0, paste0(substring(text, 1, at - 1), "<https://doi.org/", escaped, ">"), text)
}
