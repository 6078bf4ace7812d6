#' A result in plain English
#'
#' Which classifier is better or worse than which, on what, by how much, and what
#' is not known yet. A missing difference is one of two things, and the summary
#' keeps them apart where the comparison had a `margin`, the largest difference that does not
#' matter: the classifiers are equivalent, which is shown where the whole interval lies within the
#' margin, or the data do not say.
#'
#' A comparison counts as better or worse when its adjusted p-value is below
#' 1 - `conf.level`. The intervals that are quoted are those that belong to the decision:
#' adjusted, where p-values are and the interval is known. A difference that is shown but
#' whose whole interval lies within the margin is said to be small. What margins say is on the
#' page of [compare_classifiers()].
#'
#' @param object A [verdict_table].
#' @param x A summary.
#' @param width Width of the console in characters.
#' @param digits Significant digits of numbers, as of [print()][print.verdict_table].
#' @param ... Not used.
#' @return An object of class `summary.verdict_table`: a list with `sections`, a
#'   list of character vectors named by what is compared (the first 12 of many
#'   comparisons), `cautions`, a character vector, and `hidden`, the number of
#'   comparisons without a section. `print()` wraps and shows it and returns it invisibly.
#'
#' @section When not to use:
#' A summary states decisions at one level. For the numbers behind them, and for
#' meta-analysis, use the data frame itself.
#'
#' @references
#' Altman, D. G. and Bland, J. M. (1995). Absence of evidence is not evidence of
#' absence. *BMJ*, 311, 485. \doi{10.1136/bmj.311.7003.485}
#'
#' @examples
#' set <- prediction_set(truth ~ ., satellite)
#' summary(compare_classifiers(set, metric = "precision"))
#' summary(compare_classifiers(set, metric = "precision", margin = 0.02))
#' summary(assess_classifiers(set, metric = "accuracy"))
#' @export
summary.verdict_table <- function(object, ..., digits = NULL) {
  check_dots(...)
  local_digits(digits)
  if (!has_columns(object)) check_complete(object)
  if (!is_complete(object)) {
    return(summary(as_plain(object)))
  }
  if (nrow(named_rows(object)) == 0) {
    return(new_summary(list(), "A result without rows."))
  }
  object <- with_labels(named_rows(object))
  switch(verdict_info(object)$type,
    comparison = summarise_comparison(object),
    assessment = summarise_by_metric(object, describe_values, assessment_cautions(object)),
    omnibus = summarise_by_metric(object, describe_omnibus, omnibus_cautions(object))
  )
}

# `hidden`: how many comparisons have no section.
new_summary <- function(sections, cautions, hidden = 0) {
  structure(list(sections = sections, cautions = cautions, hidden = hidden), class = "summary.verdict_table")
}

# Only what is shown is put into words: 200 classifiers are 19,900 pairs.
most_sections <- 12

summarise_comparison <- function(x) {
  key <- pair_keys(x)
  pairs <- unique(key)
  hidden <- max(0, length(pairs) - most_sections)
  shown <- x
  if (hidden > 0) {
    # Those that show something come first.
    decided <- pairs %in% key[is_decided(outcomes(x))]
    at <- match(key, pairs[utils::head(order(!decided), most_sections)])
    shown <- x[order(at, na.last = NA), ]
    key <- key[order(at, na.last = NA)]
  }
  # Pairs of one row each are lines below their metric.
  single <- !key %in% key[duplicated(key)]
  about <- function(rows) paste(rows$metric, rows$average, rows$class, rows$measure, row_prevalence(rows), sep = "\r")
  all <- about(x[!pair_keys(x) %in% pair_keys(x)[duplicated(pair_keys(x))], ])
  groups <- split_rows(shown, ifelse(single, about(shown), key))
  whole <- vapply(groups, function(rows) anyDuplicated(pair_keys(rows)) > 0, NA)
  sections <- Map(function(rows, whole) if (whole) describe_pair(rows) else lines_of_pairs(rows), groups, whole)
  names(sections) <- vapply(seq_along(groups), function(i) {
    rows <- groups[[i]]
    at <- at_prevalence(rows, x)
    if (whole[i]) {
      return(pair_heading(rows, at))
    }
    n <- sum(all == about(rows[1, ]))
    some <- if (nrow(rows) < n) paste(nrow(rows), "of ")
    who <- if (nrow(rows) == 1) who_is_shown(better_first(rows)) else paste0(some, count_of(n, "pair"))
    paste0(capitalise(slice_phrase(rows)), at, ", ", who, which_is_better(rows)[1])
  }, "")
  if (hidden > 0) sections <- c(stats::setNames(list(describe_tally(x)), "All comparisons"), sections)
  new_summary(sections, comparison_cautions(x), hidden)
}

# A line a pair. Where nothing was compared no values name the two.
lines_of_pairs <- function(rows) {
  lines <- row_lines(rows)
  unnamed <- nrow(rows) > 1 & (outcomes(rows) %in% c("same", "untested") | rows$status %in% "no_labelled_disagreement")
  lines[unnamed] <- paste0(vapply(which(unnamed), function(i) who_is_shown(rows[i, ]), ""), ": ", lines[unnamed])
  lines
}

# How many of all rows came to what. `of`: " of accuracy and recall".
describe_tally <- function(x, of = "") {
  paste0("Of ", count_of(nrow(x), "comparison"), of, " ", tally_of(outcomes(x)), ".")
}

# "3 show equivalence and 1 shows that one is not worse by more than the margin"
tally_of <- function(outcome, told = names(tally_words)) {
  outcome[is_decided(outcome)] <- "decided"
  n <- vapply(told, function(id) sum(recoded(outcome, "not_worse", "not_better") == id), 0L)
  and_list(paste(format_count(n), fill_words(tally_words[told], list(s = ifelse(n == 1, "s", ""))))[n > 0])
}

tally_words <- c(
  decided = "show{s} a difference", equivalent = "show{s} equivalence",
  not_worse = "show{s} that one is not worse by more than the margin", same = "find{s} no difference at all",
  open = "leave{s} it open", untested = "could not be made"
)

summarise_by_metric <- function(x, describe, cautions) {
  groups <- split_prevalences(x)
  sections <- lapply(groups, describe)
  names(sections) <- vapply(groups, function(rows) value_heading(rows, at_prevalence(rows, x)), "")
  new_summary(sections, cautions)
}

#' @rdname summary.verdict_table
#' @export
print.summary.verdict_table <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  width <- check_width(width)
  for (i in seq_along(x$sections)) {
    writeLines(c(wrap_text(names(x$sections)[i], width, exdent = 2), bullets(x$sections[[i]], width), ""))
  }
  if (x$hidden > 0) {
    whole <- if (isTRUE(x$of_verdict)) "v$comparison has all." else "print() of the result shows all."
    hidden <- paste0("... and ", count_of(x$hidden, "more comparison"), "; ", whole)
    writeLines(c(wrap_text(hidden, width, exdent = 2), ""))
  }
  writeLines(wrap_text(x$cautions, width))
  invisible(x)
}

bullets <- function(text, width) wrap_text(paste("-", text), width, indent = 2, exdent = 4)

# Cautions -------------------------------------------------------------------

comparison_cautions <- function(x, adjusted = adjustment_words(verdict_info(x))) {
  info <- verdict_info(x)
  margin <- if (any(has_margin(x))) {
    paste0(
      true_minus(header_margin(x)), " Each comparison is judged against equality and the ends of the margin by ",
      "one interval, so that all that is said of it holds together."
    )
  }
  c(
    caution_decision(x, adjusted), margin, caution_open(x), estimator_words(info),
    header_values(info$units, row_prevalence(x)), caution_few(x),
    caution_left_out(info$units), caution_labels(info$units), caution_data(x), caution_averaged(x), caution_notes(x),
    caution_small_p(x), caution_tests(x),
    caution_beyond_range(info)
  )
}

# `adjusted`: over what the p-values were adjusted, in words.
caution_decision <- function(x, adjusted) {
  intervals <- if (lacks_labels(x)) what_labels_allow else interval_level(x)
  paste0(decided_by(x, adjusted), " Intervals are ", intervals, ".")
}

what_labels_allow <- "what any labels allow"

# "95%, adjusted like the p-values"
interval_level <- function(x) {
  level <- and_list(format_percent(verdict_info(x)$conf.level))
  paste0(level, ", ", interval_adjustment(x) %||% "each by itself")
}

# Those of two sets take no margin.
caution_open <- function(x) {
  if (any(outcomes(x) == "open")) {
    takes_margin <- !any(are_designs(verdict_info(x)$units, "independent"))
    paste0(
      "Undecided: no evidence of a difference is not evidence that there is none",
      if (takes_margin && !any(has_margin(x))) {
        ": with `margin`, the largest difference that does not matter, equivalence can be shown"
      },
      "."
    )
  }
}

# Assessments ----------------------------------------------------------------

split_metrics <- function(x) split_rows(x, paste(x$metric, x$average, is.na(x$class), sep = "\r"))

# Of results that were bound each prevalence by itself.
split_prevalences <- function(x) {
  do.call(c, lapply(split_metrics(x), function(part) split_rows(part, row_prevalence(part))))
}

value_heading <- function(x, at = "") {
  classes <- length(unique(x$class))
  by_class <- if (is_by_class(x)) paste0(" (", count_slices(x, classes), ")")
  paste0(capitalise(metric_phrase(x)), at, by_class, which_is_better(x[1, ]))
}

# Of the positive class alone the metric says it.
is_by_class <- function(x) {
  !is.na(x$class[1]) && !identical(unique(x$class), say_label(as.character(result_units(x)$positive)))
}

describe_values <- function(x) {
  if (is_by_class(x)) {
    parts <- split_rows(x, x$classifier, most_values)
    return(c(vapply(parts, describe_range, ""), hidden_values(length(unique(x$classifier)))))
  }
  # The best first.
  x <- x[order(ifelse(metric_directions(x) < 0, 1, -1) * x$estimate), ]
  shown <- x[seq_len(min(nrow(x), most_values)), ]
  said <- ifelse(is.na(shown$estimate), row_reason(shown), value_figures(shown))
  c(paste0(shown$classifier, ": ", said, "."), hidden_values(nrow(x)))
}

most_values <- 20

hidden_values <- function(n) {
  if (n > most_values) paste0(more_words(n - most_values, "more classifier"), "; print() of the result shows all.")
}

value_figures <- function(x) {
  against <- ifelse(is.na(x$p.value), "", paste0(", ", row_p(x), " against ", true_minus(short_number(x$null.value))))
  paste0(estimate_words(x$estimate, shown_low(x), shown_high(x), open = open_to(x)), against)
}

# From the lowest to the highest value; where several classes share one, all of them, each with its own interval.
describe_range <- function(x) {
  known <- x[!is.na(x$estimate), ]
  unknown <- x[is.na(x$estimate), ]
  missing <- if (nrow(unknown) > 0) {
    reason <- function(rows) ifelse(is.na(rows$note), "no reason given", rows$note)
    paste0("not available for ", name_classes(unknown, reason))
  }
  paste0(x$classifier[1], ": ", paste(c(range_words(known), missing), collapse = "; "), ".")
}

range_words <- function(x) {
  if (nrow(x) == 0) {
    return(NULL)
  }
  figures <- value_figures(x)
  end <- function(value) {
    at <- x$estimate == value
    classes <- split(x$class[at], factor(figures[at], unique(figures[at])))
    and_list(paste(names(classes), "on", vapply(classes, and_list, "", max = 3)), 3)
  }
  ends <- range(x$estimate)
  if (nrow(x) == 1) {
    paste(x$class, figures)
  } else if (!varies(figures) && ends[1] == ends[2]) {
    paste(figures[1], "on", if (nrow(x) == 2) "both" else paste("all", nrow(x)), slice_nouns(x))
  } else if (ends[1] == ends[2]) {
    end(ends[1])
  } else {
    paste("from", end(ends[1]), "to", end(ends[2]))
  }
}

assessment_cautions <- function(x, begin = "Intervals are ") {
  info <- verdict_info(x)
  if (identical(info$units$labels_kind, "unknown")) {
    return(c(
      paste0(begin, what_labels_allow, "."), caution_labels(info$units), header_values(info$units),
      caveats_of(info$units)
    ))
  }
  c(
    paste0(
      begin, interval_level(x), ". Whether two of them ",
      "overlap is no test of a difference: compare_classifiers() uses how they vary together."
    ),
    header_required(x, info), caution_beyond_range(info), caution_labels(info$units),
    header_values(info$units), caveats_of(info$units)
  )
}
