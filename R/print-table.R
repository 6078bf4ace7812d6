#' Print a result
#'
#' Shows what varies from row to row as columns, and what is the same everywhere
#' (the metric, the test, the interval, the adjustment) as sentences above.
#' An estimate with an interval has its decimals, which show two digits of its width, or one more where a
#' difference then has the decimals of the two values; no end of
#' an interval is rounded onto 0 or 1. An estimate alone has three significant digits. A column has the same decimals
#' in all its rows, or, where some need far more than others, in those of each metric. P-values have
#' three decimals (more where they would be rounded onto 0.05 or the level), below 0.001 they
#' are shown as such; the data frame has them in full. Missing values carry a mark that is
#' explained below the table. On a narrow console columns that can be missed are left
#' out, and named, long names lose their middle but stay different, and what rows share
#' stands on a line above them.
#'
#' @param x A [verdict_table].
#' @param n Number of rows to print; `Inf` for all.
#' @param width Width of the console in characters; less than 60 counts as 60.
#' @param digits Significant digits of numbers; an interval shows one less of its width. `NULL`: three,
#'   or what `options(verdict.digits = )` says.
#' @param notes Add the notes as a column, rather than as marks.
#' @param ... Not used.
#' @return `print()`: `x`, invisibly. `format()`: a data frame of text with the
#'   columns that `print()` shows, for tables in documents. Its columns depend on
#'   the result: of `metric`, `measure`, `class`, `comparison` (or `classifier`),
#'   the two values compared, the estimate, the interval, `p`, `adj. p` and
#'   `test`, those that say something, and of an average over classes its name as
#'   `class`. For computing use [as.data.frame()].
#' @section Options:
#' `options(verdict.digits = 4)` is the default of `digits` everywhere, in tables and in sentences.
#' `options(verdict.p = "full")` shows p-values with two or three digits at any size, down to
#' `1e-512` and beyond; `"short"` is the default. Where the output can show it (UTF-8, not LaTeX) a negative
#' number has a minus sign rather than a hyphen.
#'
#' @seealso [summary()][summary.verdict_table] for the result in words.
#'
#' @examples
#' set <- prediction_set(truth ~ ., satellite)
#' result <- compare_classifiers(set, metric = "precision")
#' print(result, n = 3)
#' print(result, n = 3, digits = 2)
#' format(result)[1:2, ]
#' @export
print.verdict_table <- function(x, ..., n = 20, width = getOption("width"), digits = NULL) {
  print_result(x, show_table, ..., n = n, width = width, digits = digits)
}

show_table <- function(x, n, width) {
  whole <- with_labels(named_rows(x), table_label)
  if (nrow(whole) == 0) {
    return(writeLines("A result without rows."))
  }
  writeLines(wrap_text(header_lines(whole), width, exdent = 2))
  shown <- whole[seq_len(min(n, nrow(whole))), ]
  columns <- display_columns(shown, whole = whole)
  pair <- intersect(pair_columns(whole), names(columns))
  fitted <- fit_table(add_marks(columns, shown), width, pair, headings = slice_heading(whole))
  unnamed <- nrow(x) - nrow(whole)
  footer <- c(
    which_classes(whole), footer_lines(shown, nrow(whole) - nrow(shown), fitted$dropped),
    if (unnamed > 0) paste0(count_of(unnamed, "row"), " of NA not shown.")
  )
  writeLines(c("", fitted$lines, wrap_text(footer, width, exdent = 2)))
}

#' @rdname print.verdict_table
#' @export
format.verdict_table <- function(x, ..., notes = FALSE, digits = NULL) {
  local_digits(digits)
  check_flag(notes, "notes")
  if (!has_columns(x)) check_complete(x)
  if (!is_complete(x)) {
    return(format(as_plain(x), ...))
  }
  check_dots(...)
  x <- with_labels(x, table_label)
  columns <- display_columns(x, whole = x)
  if (!all(is.na(metric_over(x$metric, metrics_of(x))))) {
    columns <- c(list(metric = metric_labels(x)), columns[names(columns) != "metric"])
  }
  if (notes && any(!is.na(x$note))) columns$note <- ifelse(is.na(x$note), "", x$note)
  # In a table without a header the average and the measure have no other place.
  if (is.null(columns[["measure"]]) && varies(x$measure)) {
    columns <- append(columns, list(measure = label_measure(x$measure)), "metric" %in% names(columns))
  }
  if (is.null(columns[[axis_of(x)]]) && any(!x$average %in% c("none", NA))) {
    columns <- c(stats::setNames(list(label_class(x$class, x$average)), axis_of(x)), columns)
  }
  names(columns) <- headed(names(columns), slice_heading(x))
  as.data.frame(columns, optional = TRUE)
}

# Columns --------------------------------------------------------------------

# Text columns in the order shown. What varies is decided on the whole result,
# so that the first rows of a table have the columns of all its rows.
display_columns <- function(x, whole) {
  columns <- list()
  if (varies(whole$metric)) columns$metric <- metric_names(x)
  if (shows(whole, "measure")) columns$measure <- label_measure(x$measure)
  if (any(!is.na(whole$class)) || varies(whole$average)) {
    columns[[axis_of(whole)]] <- label_class(x$class, x$average)
  }
  if (varies(row_prevalence(whole))) columns$prevalence <- label_prevalence(x)
  columns <- c(columns, switch(verdict_info(x)$type,
    comparison = compared_columns(x, whole),
    assessment = assessed_columns(x, whole),
    omnibus = tested_columns(x, whole)
  ))
  if (shows(whole, "method")) {
    columns[[if (is_type(x, "assessment")) "interval method" else "test"]] <- ifelse(is.na(x$method), "", x$method)
  }
  names(columns) <- one_line(names(columns))
  with_minus(lapply(columns, one_line))
}

assessed_columns <- function(x, whole) {
  columns <- list(classifier = x$classifier)
  value <- only_value(metric_names(whole), "value")
  low <- shown_low(x)
  high <- shown_high(x)
  scale <- metric_scales(x)
  columns[[value]] <- format_column(x$estimate, low, high, by = scale)
  columns$interval <- interval_column(low, high, estimate = x$estimate, by = scale, open = open_to(x))
  if (all(is.na(whole$p.value))) columns else c(columns, tested_columns(x, whole))
}

# A classifier of such a name cannot head a column of its values.
column_headings <- c(
  "metric", "measure", slice_columns, "prevalence", "estimate", "difference", "ratio", "odds ratio",
  "interval", "statistic", "effect", "p", "adj. p", "test", "decision", "note", " "
)

# The headings of the two values compared, where one pair has them all.
pair_columns <- function(x) {
  pair <- unique(unlist(x[1, c("classifier", "reference")]))
  one <- is_type(x, "comparison") && length(unique(label_pair(x))) == 1 && !any(pair %in% column_headings)
  if (one) one_line(pair) else character()
}

compared_columns <- function(x, whole) {
  places <- value_places(x)
  value <- fixed(x$estimate.classifier, places)
  against <- fixed(x$estimate.reference, places)
  columns <- list()
  if (length(pair_columns(whole)) == 0) {
    compared <- if (varies(whole$reference)) "comparison" else "classifier"
    columns[[compared]] <- label_series(x, whole)
    columns$values <- paste(value, "vs", against, recycle0 = TRUE)
  } else {
    columns[[whole$classifier[1]]] <- value
    columns[[whole$reference[1]]] <- against
  }
  low <- shown_low(x)
  high <- shown_high(x)
  open <- open_to(x)
  beside <- beside_places(x)
  columns[[only_value(label_measure(whole$measure), "estimate")]] <- by_measure(x, function(at) {
    format_column(x$estimate[at], low[at], high[at], is_relative(x$measure[at[1]]), values = beside[at])
  })
  columns$interval <- by_measure(x, function(at) {
    relative <- is_relative(x$measure[at[1]])
    interval_column(low[at], high[at], relative, x$estimate[at], values = beside[at], open = open[at])
  })
  columns <- c(columns, tested_columns(x, whole))
  columns$decision <- outcome_words(outcomes(x), x, "short")
  columns
}

# Text of each row, made measure by measure.
by_measure <- function(x, make) {
  out <- character(nrow(x))
  for (at in split(seq_len(nrow(x)), match(x$measure, unique(x$measure)))) out[at] <- make(at)
  out
}

# Decimals of the two values compared, enough to see a difference that is shown to be one.
value_places <- function(x) {
  common_places(pair_places(x$estimate.classifier, x$estimate.reference, differs = is_significant(x)))
}

# The same of a difference of the two; 0 of what is none, or where they are not known.
beside_places <- function(x) {
  known <- x$measure %in% "difference" & !is.na(x$estimate.classifier) & !is.na(x$estimate.reference)
  ifelse(known, value_places(x), 0)
}

tested_columns <- function(x, whole) {
  columns <- list()
  if (is_type(x, "omnibus") && varies(whole$classifier)) columns$classifiers <- x$classifier
  if (!all(is.na(whole$statistic))) columns$statistic <- statistic_column(x$statistic)
  if (is_type(x, "omnibus") && varies(whole$df[!is.na(whole$df)])) {
    columns$df <- ifelse(is.na(x$df), "", format_df(x$df))
  }
  if (!all(is.na(whole[["effect"]]))) columns$effect <- statistic_column(x$effect)
  level <- levels_of(verdict_info(whole))
  for (heading in p_headings(whole)) {
    claimed <- claimed_p(x, adjusted = heading == "adj. p")
    columns[[heading]] <- column_p(claimed$p, claimed$log.p, level)
  }
  c(columns, sign_columns(x, whole))
}

p_headings <- function(x) {
  full <- lapply(c(FALSE, TRUE), function(adjusted) do.call(full_p, unname(claimed_p(x, adjusted))))
  c("p", if (!identical(full[[1]], full[[2]])) "adj. p")
}

# Of a change of sign: who is the higher one in which group, and the lower one in which.
sign_columns <- function(x, whole) {
  if (any(!is.na(whole[["ahead"]]))) {
    text <- function(column) ifelse(is.na(column), "", table_label(column))
    list(of = text(x$ahead), `higher in` = text(x$highest), `lower in` = text(x$lowest))
  }
}

# Layout ---------------------------------------------------------------------

add_marks <- function(columns, x) {
  if (any(!is.na(x$note))) columns[[" "]] <- ifelse(is.na(x$note), "", note_marks(x$note))
  columns
}

# "(1)": the number of each note among those that footer_lines() writes out.
note_marks <- function(note) paste0("(", match(note, unique(note[!is.na(note)])), ")")

# `whole`: what shows the rows that are hidden.
footer_lines <- function(shown, hidden_rows, dropped, whole = "print(x, n = Inf) shows all") {
  notes <- unique(shown$note[!is.na(shown$note)])
  # To which the header refers.
  dropped[dropped == "test"] <- paste0("test (", and_list(known_values(shown$method), 6), ")")
  c(
    if (hidden_rows > 0) paste0("... and ", count_of(hidden_rows, "more row"), "; ", whole, "."),
    if (length(notes) > 0) paste0("(", seq_along(notes), ") ", notes),
    if (length(dropped) > 0) paste0("Not shown, too wide for the console: ", and_list(dropped), ".")
  )
}
