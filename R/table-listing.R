# Results that are rows under a heading: what they show on the console, in documents and as a table, by class.
# list(head, columns, spare, note, foot, words): `head`: sentences, the first the caption of a table; `columns`: text
# of the rows `at`, those in `spare` can be missed; `note`: of each of these rows, NULL for none; `foot`: sentences for
# below; `words`: one sentence a row.
listing <- function(x, at) UseMethod("listing")

#' @rawNamespace
#' S3method(print, replicability, print_listing)
#' S3method(print, replicability_study, print_listing)
#' S3method(print, rejection_rate, print_listing)
NULL

print_listing <- function(x, ..., n = 20, width = getOption("width"), digits = NULL) {
  print_result(x, show_listing, ..., n = n, width = width, digits = digits)
}

show_listing <- function(x, n, width) {
  at <- seq_len(min(n, nrow(x)))
  print_said(listing(x, at), width, more = nrow(x) - length(at))
}

#' @rawNamespace
#' S3method(print, calibration_curve, print_curves)
#' S3method(print, decision_curve, print_curves)
#' S3method(print, score_curve, print_curves)
NULL

# Curves are told by their classifiers, not point by point.
print_curves <- function(x, ..., width = getOption("width"), digits = NULL) {
  print_result(x, function(x, n, width) print_said(listing(x), width), ..., width = width, digits = digits)
}

# A listing on the console; `more` of its rows are not shown.
print_said <- function(said, width, more = 0) {
  notes <- list(note = said$note)
  columns <- kept <- add_marks(said$columns, notes)
  # Columns that can be missed go where the console is narrow.
  for (name in said$spare) if (table_width(pad_columns(kept)) > width) kept[[name]] <- NULL
  fitted <- fit_table(kept, width, keep = "test")
  dropped <- c(setdiff(names(columns), names(kept)), fitted$dropped)
  footer <- c(footer_lines(notes, more, dropped), said$foot)
  writeLines(c(
    wrap_text(said$head, width, exdent = 2), "", fitted$lines, wrap_text(footer, width, exdent = 2)
  ))
}

#' @rawNamespace
#' S3method(tidy, verdict_rows, tidy_listing)
#' S3method(tidy, prevalence_curve, tidy_listing)
#' S3method(tidy, calibration_curve, tidy_listing)
#' S3method(tidy, decision_curve, tidy_listing)
#' S3method(tidy, score_curve, tidy_listing)
#' S3method(tidy, power_comparison, tidy_listing)
#' S3method(tidy, error_estimate, tidy_listing)
#' S3method(tidy, replicability, tidy_listing)
#' S3method(tidy, replicability_study, tidy_listing)
#' S3method(tidy, rejection_rate, tidy_listing)
NULL

tidy_listing <- function(x, ...) {
  check_dots(...)
  as_tidy(plain_rows(x))
}

# One sentence a row.
#' @rawNamespace
#' S3method(summary, prevalence_curve, summary_of_listing)
#' S3method(summary, calibration_curve, summary_of_listing)
#' S3method(summary, decision_curve, summary_of_listing)
#' S3method(summary, score_curve, summary_of_listing)
#' S3method(summary, power_comparison, summary_of_listing)
#' S3method(summary, error_estimate, summary_of_listing)
#' S3method(summary, replicability, summary_of_listing)
#' S3method(summary, replicability_study, summary_of_listing)
#' S3method(summary, rejection_rate, summary_of_listing)
NULL

summary_of_listing <- function(object, ...) {
  check_dots(...)
  if (!is_intact(object)) {
    return(summary(plain_rows(object), ...))
  }
  said <- listing(object)
  said$foot <- setdiff(said$foot, said$words)
  structure(said[c("head", "words", "foot")], class = "summary_of_listing")
}

# Of what print() says in full.
#' @rawNamespace
#' S3method(summary, evidence, summary_as_printed)
#' S3method(summary, gap_comparison, summary_as_printed)
#' S3method(summary, group_answers, summary_as_printed)
#' S3method(summary, simpson_check, summary_as_printed)
#' S3method(summary, effect_sizes, summary_as_printed)
#' S3method(summary, item_variance, summary_as_printed)
#' S3method(summary, operating_points, summary_as_printed)
#' S3method(summary, calibration_tests, summary_as_printed)
#' S3method(summary, smooth_calibration, summary_as_printed)
#' S3method(summary, confidence_sequence, summary_as_printed)
#' S3method(summary, truth_bounds, summary_as_printed)
#' S3method(summary, cd_groups, summary_as_printed)
#' S3method(summary, next_labels, summary_as_printed)
#' S3method(summary, label_size, summary_as_printed)
#' S3method(summary, label_sequence, summary_as_printed)
#' S3method(summary, verdict_gate, summary_as_printed)
#' S3method(summary, verdict_drift, summary_as_printed)
NULL

summary_as_printed <- function(object, ...) {
  check_dots(...)
  if (is_intact(object)) object else summary(plain_rows(object), ...)
}

#' @export
print.summary_of_listing <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  writeLines(wrap_text(c(x$head, x$words, x$foot), check_width(width), exdent = 2))
  invisible(x)
}

#' @exportS3Method knitr::knit_print
knit_print.summary_of_listing <- function(x, ...) { # nolint: object_name_linter.
  knit_sections(NULL, list(x$words), c(x$head, x$foot))
}

#' @rawNamespace
#' S3method(as.character, prevalence_curve, characters_of_listing)
#' S3method(as.character, calibration_curve, characters_of_listing)
#' S3method(as.character, decision_curve, characters_of_listing)
#' S3method(as.character, score_curve, characters_of_listing)
#' S3method(as.character, error_estimate, characters_of_listing)
#' S3method(as.character, replicability, characters_of_listing)
#' S3method(as.character, replicability_study, characters_of_listing)
#' S3method(as.character, rejection_rate, characters_of_listing)
#' S3method(as.character, cd_groups, characters_of_listing)
#' S3method(as.character, verdict_gee, characters_of_listing)
#' S3method(as.character, summary.verdict_gee, characters_of_listing)
#' S3method(as.character, verdict_gee_anova, characters_of_listing)
#' S3method(as.character, resampled_scores, characters_of_listing)
#' S3method(as.character, calibration_tests, characters_of_listing)
#' S3method(as.character, effect_sizes, characters_of_listing)
#' S3method(as.character, item_variance, characters_of_listing)
#' S3method(as.character, operating_points, characters_of_listing)
#' S3method(as.character, simpson_check, characters_of_listing)
#' S3method(as.character, smooth_calibration, characters_of_listing)
#' S3method(as.character, label_sequence, characters_of_listing)
#' S3method(as.character, gap_comparison, characters_of_listing)
#' S3method(as.character, next_labels, characters_of_listing)
NULL

characters_of_listing <- function(x, ...) {
  if (!is_intact(x)) {
    return(as.character(plain_rows(x)))
  }
  said <- listing(x)
  words <- said$words %||% said$head
  hidden <- length(words) - max_named
  more <- if (hidden > 0) paste0("(And ", format_count(hidden), " more.)")
  paste(c(utils::head(words, max_named), more), collapse = " ")
}

# In tables and documents ---------------------------------------------------------------

#' @rawNamespace
#' S3method(as_table, prevalence_curve, table_of_listing)
#' S3method(as_table, calibration_curve, table_of_listing)
#' S3method(as_table, decision_curve, table_of_listing)
#' S3method(as_table, score_curve, table_of_listing)
#' S3method(as_table, power_comparison, table_of_listing)
#' S3method(as_table, error_estimate, table_of_listing)
#' S3method(as_table, replicability, table_of_listing)
#' S3method(as_table, replicability_study, table_of_listing)
#' S3method(as_table, rejection_rate, table_of_listing)
#' S3method(as_table, verdict_flips, table_of_listing)
#' S3method(as_table, cd_groups, table_of_listing)
#' S3method(as_table, verdict_gee, table_of_listing)
#' S3method(as_table, summary.verdict_gee, table_of_listing)
#' S3method(as_table, verdict_gee_anova, table_of_listing)
#' S3method(as_table, resampled_scores, table_of_listing)
#' S3method(as_table, calibration_tests, table_of_listing)
#' S3method(as_table, effect_sizes, table_of_listing)
#' S3method(as_table, item_variance, table_of_listing)
#' S3method(as_table, operating_points, table_of_listing)
#' S3method(as_table, simpson_check, table_of_listing)
#' S3method(as_table, smooth_calibration, table_of_listing)
#' S3method(as_table, label_sequence, table_of_listing)
#' S3method(as_table, gap_comparison, table_of_listing)
#' S3method(as_table, next_labels, table_of_listing)
NULL

table_of_listing <- function(x, columns = NULL, caption = NULL, label = NULL, notes = TRUE, ...) {
  check_dots(...)
  table_of_rows(x, listing_table, "none", columns, caption, label, notes)
}

listing_table <- function(x, look) {
  said <- listing(x)
  table <- listed_table(said$columns, c(said$head, said$foot), said$note, utils::tail(names(said$columns), 1))
  words <- apply(table$main, 2, function(cells) any(grepl("^[[:alpha:](]", cells) & cells != "NA"))
  table$align[words] <- "left"
  table
}

#' @rawNamespace
#' S3method(knitr::knit_print, verdict_ranking, knit_listing)
#' S3method(knitr::knit_print, bayesian_comparison, knit_listing)
#' S3method(knitr::knit_print, prevalence_curve, knit_listing)
#' S3method(knitr::knit_print, calibration_curve, knit_listing)
#' S3method(knitr::knit_print, decision_curve, knit_listing)
#' S3method(knitr::knit_print, score_curve, knit_listing)
#' S3method(knitr::knit_print, power_comparison, knit_listing)
#' S3method(knitr::knit_print, error_estimate, knit_listing)
#' S3method(knitr::knit_print, replicability, knit_listing)
#' S3method(knitr::knit_print, replicability_study, knit_listing)
#' S3method(knitr::knit_print, rejection_rate, knit_listing)
#' S3method(knitr::knit_print, verdict_flips, knit_listing)
#' S3method(knitr::knit_print, cd_groups, knit_listing)
#' S3method(knitr::knit_print, verdict_gee, knit_listing)
#' S3method(knitr::knit_print, summary.verdict_gee, knit_listing)
#' S3method(knitr::knit_print, verdict_gee_anova, knit_listing)
#' S3method(knitr::knit_print, resampled_scores, knit_listing)
#' S3method(knitr::knit_print, calibration_tests, knit_listing)
#' S3method(knitr::knit_print, effect_sizes, knit_listing)
#' S3method(knitr::knit_print, item_variance, knit_listing)
#' S3method(knitr::knit_print, operating_points, knit_listing)
#' S3method(knitr::knit_print, simpson_check, knit_listing)
#' S3method(knitr::knit_print, smooth_calibration, knit_listing)
#' S3method(knitr::knit_print, label_sequence, knit_listing)
#' S3method(knitr::knit_print, gap_comparison, knit_listing)
NULL

# As a table, unless they lack what they know of themselves; or in a sentence.
knit_listing <- function(x, ..., inline = FALSE) {
  if (inline) {
    inline_text(as.character(x))
  } else if (is_intact(x)) {
    knit_print.result_table(as_table(x, columns = list(...)$options[["tab.columns"]]), ...)
  } else {
    knitr::knit_print(plain_rows(x), ...)
  }
}
