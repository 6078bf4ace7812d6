#' A result in plain English
#'
#' Which classifier is better or worse than which, on what, by how much, and what
#' cannot be told yet. A missing difference is one of two things, and the summary
#' keeps them apart: where the whole interval lies within `small`, any difference
#' is shown to be small; where it does not, the data do not say.
#'
#' A comparison counts as better or worse when its adjusted p-value is below
#' 1 - `conf.level`. The intervals that are quoted are each at their level, not
#' adjusted for their number.
#'
#' @param object A [verdict_table].
#' @param small The largest difference that is called small: 0.02 is two points
#'   on the difference scale, and 1/1.02 to 1.02 on the two ratio scales. What
#'   is small in your application is for you to say; Benavoli et al. (2017) take
#'   0.01 for accuracy.
#' @param x A summary.
#' @param width Width of the console in characters.
#' @param ... Not used.
#' @return An object of class `summary.verdict_table`: a list with `sections`, a
#'   list of character vectors named by what is compared, and `cautions`, a
#'   character vector. `print()` wraps and shows it and returns it invisibly.
#'
#' @section Errors:
#' `small` that isn't one positive number is a `verdict_error_argument`.
#'
#' @section When not to use:
#' A summary states decisions at one level. For the numbers behind them, and for
#' meta-analysis, use the data frame itself.
#'
#' @references
#' Altman, D. G. and Bland, J. M. (1995). Absence of evidence is not evidence of
#' absence. *BMJ*, 311, 485. \doi{10.1136/bmj.311.7003.485}
#'
#' Benavoli, A., Corani, G., Demsar, J. and Zaffalon, M. (2017). Time for a
#' change: a tutorial for comparing multiple classifiers through Bayesian
#' analysis. *Journal of Machine Learning Research*, 18(77), 1-36.
#'
#' @examples
#' set <- prediction_set(truth ~ ., satellite)
#' summary(compare_classifiers(set, metric = "precision"))
#' summary(assess_classifiers(set, metric = "accuracy"))
#' @export
summary.verdict_table <- function(object, ..., small = 0.02) {
  check_complete(object)
  check_small(small)
  if (nrow(named_rows(object)) == 0) {
    return(structure(
      list(sections = list(), cautions = "A result without rows."), class = "summary.verdict_table"
    ))
  }
  object <- with_labels(named_rows(object))
  compared <- is_type(object, "comparison")
  groups <- if (compared) split_pairs(object) else split_metrics(object)
  sections <- lapply(groups, switch(verdict_info(object)$type,
    comparison = function(x) describe_pair(x, small),
    assessment = describe_values,
    omnibus = describe_omnibus
  ))
  names(sections) <- vapply(groups, if (compared) pair_heading else value_heading, "")
  cautions <- switch(verdict_info(object)$type,
    comparison = comparison_cautions(object, small),
    assessment = assessment_cautions(verdict_info(object)),
    omnibus = omnibus_cautions(object)
  )
  structure(list(sections = sections, cautions = cautions), class = "summary.verdict_table")
}

#' @rdname summary.verdict_table
#' @export
print.summary.verdict_table <- function(x, ..., width = getOption("width")) {
  shown <- x$sections[seq_len(min(length(x$sections), 12))]
  for (name in seq_along(shown)) {
    writeLines(c(names(shown)[name], bullets(shown[[name]], width), ""))
  }
  if (length(x$sections) > length(shown)) {
    hidden <- count_of(length(x$sections) - length(shown), "more comparison")
    writeLines(c(paste0("... and ", hidden, "; print() of the result shows all."), ""))
  }
  writeLines(cli::ansi_strwrap(x$cautions, width))
  invisible(x)
}

bullets <- function(text, width) {
  cli::ansi_strwrap(paste("-", text), width, indent = 2, exdent = 4)
}

check_small <- function(small, call = caller_env()) {
  check_between(small, "small", 0, Inf, call = call)
}

# Cautions -------------------------------------------------------------------

comparison_cautions <- function(x, small, adjusted = adjustment_words(verdict_info(x))) {
  outcome <- outcomes(x, small)
  c(
    caution_decision(x, adjusted),
    if (any(outcome %in% c("small", "open"))) caution_small(x, small, outcome),
    caution_few(verdict_info(x)),
    caution_data(verdict_info(x))
  )
}

# Rejections as simulated in bench/calibration/gee.R.
caution_few <- function(info) {
  if (isTRUE(info$units$clustered) && any(info$units$n_clusters < few_clusters)) {
    paste(
      "With fewer than", few_clusters, "observations tests with the robust variance reject too",
      "often, 8% instead of 5% with 20 and 11% with 10; `vcov` has corrections of it."
    )
  }
}

# `adjusted`: over what the p-values were adjusted, in words.
caution_decision <- function(x, adjusted) {
  info <- verdict_info(x)
  paste0(
    decided_by(x, adjusted), " Intervals are ",
    paste(c(and_list(format_percent(info$conf.level)), interval_adjustment(x) %||% "each by itself"), collapse = ", "),
    "."
  )
}

decided_by <- function(x, adjusted) {
  info <- verdict_info(x)
  kind <- if (is_adjusted(info)) "an adjusted p-value" else "a p-value"
  paste0(
    "Decided by ", kind, " below ", short_number(significance_level(x)),
    if (is_adjusted(info)) paste0("; ", adjusted),
    if (any(info$p.adjust.method == "none" & info$family > 1)) {
      ", not adjusted for the number of comparisons"
    }, "."
  )
}

caution_small <- function(x, small, outcome) {
  ends <- c(
    if (any(!is_relative(x$measure))) {
      paste("a difference within", short_number(-small), "to", short_number(small))
    },
    if (any(is_relative(x$measure))) {
      paste("a ratio within", short_number(1 / (1 + small), 3), "to", short_number(1 + small))
    }
  )
  open <- if (any(outcome == "open")) {
    paste(
      " Where a difference can't be ruled out, no evidence of a difference is not evidence",
      "that there is none."
    )
  }
  paste0("Small means ", and_list(ends), " (`small = ", short_number(small), "`).", open)
}

caution_data <- function(info) {
  caveats_of(info$units) %||% paste(
    "The tests take the rows as independent and the classifiers as given,",
    "trained on other data than these."
  )
}

# Assessments ----------------------------------------------------------------

split_metrics <- function(x) {
  split_rows(x, paste(x$metric, x$average, is.na(x$class), sep = "\r"))
}

value_heading <- function(x) {
  classes <- length(unique(x$class))
  by_class <- if (!is.na(x$class[1])) paste0(" (", count_of(classes, "class", "classes"), ")")
  paste0(capitalise(metric_phrase(x)), by_class)
}

describe_values <- function(x) {
  if (is.na(x$class[1])) {
    x <- x[order(-x$estimate), ]
    return(ifelse(
      is.na(x$estimate), paste0(x$classifier, ": ", row_reason(x), "."),
      paste0(x$classifier, ": ", value_figures(x), ".")
    ))
  }
  vapply(unique(x$classifier), function(one) describe_range(x[x$classifier == one, ]), "")
}

value_figures <- function(x) {
  paste(
    format_number(x$estimate, shown_low(x), shown_high(x)),
    format_interval(shown_low(x), shown_high(x), estimate = x$estimate)
  )
}

describe_range <- function(x) {
  known <- x[!is.na(x$estimate), ]
  unknown <- x[is.na(x$estimate), ]
  missing <- if (nrow(unknown) > 0) {
    reasons <- ifelse(is.na(unknown$note), "no reason given", unknown$note)
    paste0("not available for ", name_classes(unknown, reasons))
  }
  ends <- known[c(which.min(known$estimate), which.max(known$estimate)), ]
  range <- if (nrow(known) == 1) {
    paste0(known$class, " ", value_figures(known))
  } else if (nrow(known) > 1) {
    paste0(
      "from ", value_figures(ends[1, ]), " on ", ends$class[1],
      " to ", value_figures(ends[2, ]), " on ", ends$class[2]
    )
  }
  paste0(x$classifier[1], ": ", paste(c(range, missing), collapse = "; "), ".")
}

assessment_cautions <- function(info) {
  c(
    paste0(
      "Intervals are ", and_list(format_percent(info$conf.level)), ", each by itself. Whether two of them ",
      "overlap is no test of a difference: compare_classifiers() uses that the rows are the same."
    ),
    caveats_of(info$units)
  )
}
