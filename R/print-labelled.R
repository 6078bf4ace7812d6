# Sets of which few rows are labelled, on the console.

#' @rdname print.prediction_set
#' @export
print.labelled_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_evidence(x)
  print_lines(
    set_title(x), labelled_lines(x), c(x$notes, rate_words(x), weight_range(x), positive_hint(set_units(x))),
    check_width(width)
  )
  invisible(x)
}

#' @rdname print.prediction_set
#' @export
summary.labelled_set <- function(object, ...) {
  check_dots(...)
  check_evidence(object)
  structure(
    list(
      title = set_title(object), lines = labelled_lines(object), strata = labelled_strata(object),
      notes = c(object$notes, rate_words(object), weight_range(object))
    ),
    class = "summary.labelled_set"
  )
}

#' @export
print.summary.labelled_set <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  width <- check_width(width)
  print_lines(x$title, x$lines, x$notes, width)
  shown <- utils::head(x$strata, 20)
  columns <- c(lapply(shown[seq_len(ncol(shown) - 2)], table_label), lapply(stratum_sizes(shown), format_count))
  more <- more_words(nrow(x$strata) - nrow(shown), "more pattern")
  writeLines(c("", "Rows and labels by pattern", table_lines(columns, width), more))
  invisible(x)
}

labelled_lines <- function(x) {
  words <- labelled_words(x)
  n <- length(x$classifiers)
  judge <- judged_rows_words(x)
  beside <- c(judge = "labels of the judge", strata = "strata")
  beside <- beside[names(beside) %in% names(x$labelling$extra)]
  c(
    truth = paste0(say_label(x$truth), ", known for ", words$truth),
    classifiers = and_list(say_label(x$classifiers), 8),
    judge = if (!is.null(judge)) paste("labels", judge, "rows"),
    classes = paste0(format_count(length(x$classes)), ": ", and_list(say_label(x$classes), 6)),
    positive = positive_words(x),
    agreement = if (n > 1) {
      agree <- format_share(share_of(x, classifiers_agree(x)))
      paste(if (n == 2) "both" else "all", "classifiers agree on", agree, "of rows")
    },
    patterns = and_list(c(count_of(nrow(labelled_strata(x)), "different prediction"), beside)),
    question = words$about,
    clusters = if (is_clustered(x)) cluster_words(x),
    omitted = if (x$n_omitted > 0) paste(count_of(x$n_omitted, "row"), "lacking a prediction")
  )
}
