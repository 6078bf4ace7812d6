# One number of a verdict, for a sentence of one's own.

# `asked`: list(metric, class, classifier, reference), NULL for all. What is over all classes is meant where there is
# such and no class is named.
verdict_cell <- function(x, asked) {
  asked <- lapply(asked, function(given) if (!is.null(given)) as_labels(given))
  rows <- rows_of_metric(claimed_rows(x), asked$metric)
  # A pair is seen from the one that is named first, as it is printed with the better one first.
  if (!is.null(asked$classifier) && identical(verdict_info(rows)$alternative, "two.sided")) {
    rows <- turned_rows(rows, which(rows$classifier %in% asked$reference & rows$reference %in% asked$classifier))
  }
  for (column in c("class", "classifier", "reference")) {
    wanted <- asked[[column]]
    if (is.null(wanted)) next
    known <- unique(rows[[column]][!is.na(rows[[column]])])
    if (!all(wanted %in% known)) {
      abort_verdict(c(
        "{.arg {column}} names {.val {setdiff(wanted, known)}}, which {?is/are} not there.",
        i = if (length(known)) "There {?is/are} {.val {known}}."
      ), "argument")
    }
    rows <- rows[rows[[column]] %in% wanted, ]
  }
  whole <- is.na(rows$class)
  if (is.null(asked$class) && any(whole)) rows <- rows[whole, ]
  shown <- shown_of_margin(rows)
  shown[nzchar(shown)] <- paste0(" (", shown[nzchar(shown)], ")")
  paste0(format_estimate(rows), ", ", format_p(rows, prefix = TRUE), shown)
}
