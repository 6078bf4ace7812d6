# A verdict on three classifiers and more: not pair by pair, but by classifier.

# Of what is one comparison a pair, in one or more metrics: a table of the classifiers.
describe_ranked <- function(parts, beside = NULL) {
  places <- lapply(parts, slice_places)
  first <- places[[1]]
  shown <- utils::head(first$classifier, most_classifiers)
  columns <- list(classifier = shown)
  for (i in seq_along(parts)) {
    at <- match(shown, places[[i]]$classifier)
    columns[[slice_phrase(parts[[i]])]] <- marked_values(places[[i]]$value, places[[i]]$letters)[at]
  }
  if (length(parts) == 1) {
    columns$place <- rank_interval(first)[seq_along(shown)]
    columns <- c(columns, lead_columns(parts[[1]], shown))
  }
  hidden <- nrow(first) - length(shown)
  new_section("", columns, c(
    if (hidden > 0) paste0("... and ", count_of(hidden, "more classifier"), ": the element `ranking` of the result."),
    if (length(parts) == 1) paste0("The ", brief_measure(parts[[1]]$measure[1]), " is between the first and each."),
    unlist(lapply(parts, describe_margins)), beside
  ), TRUE)
}

# The first classifier against each of the others: columns of a table.
lead_columns <- function(rows, names) {
  mine <- rows[rows$classifier == names[1] | rows$reference == names[1], ]
  mine <- turned_rows(mine, which(mine$reference == names[1]))
  columns <- compared_briefly(mine[match(names[-1], mine$reference), ], length(names))$columns
  columns <- columns[c(label_measure(mine$measure[1]), "interval", "p")]
  names(columns)[1] <- brief_measure(mine$measure[1])
  lapply(columns, function(text) c("", text))
}

brief_measure <- function(measure) if (measure == "rank_difference") "difference" else label_measure(measure)

# "0.910 a": values have their letters, or other marks, in columns of one width.
marked_values <- function(value, marks) {
  places <- decimals(max(c(0, abs(value)), na.rm = TRUE))
  # Values of different letters are not to look alike.
  apart <- outer(marks, marks, "!=") & outer(value, value, "!=")
  for (more in 0:3) {
    text <- fixed(value, rep(places + more, length(value)))
    if (!any(outer(text, text, "==") & apart, na.rm = TRUE)) break
  }
  text <- true_minus(text)
  text[is.na(value)] <- if (cli::is_utf8_output()) "\u2013" else "-"
  marks <- short_letters(marks, 4)
  if (any(nzchar(marks))) paste(text, formatC(marks, width = -max(nchar(marks)))) else text
}

most_classifiers <- 12

# What letters do not tell: pairs that are equivalent, or not worse, within a margin.
describe_margins <- function(rows) {
  if (!any(has_margin(rows))) {
    return(NULL)
  }
  rows <- better_first(rows)
  outcome <- outcomes(rows)
  told <- function(id, words) {
    at <- which(outcome == id)
    if (length(at)) {
      if (id == "not_better") rows <- turned_rows(rows, at)
      pairs <- paste(rows$classifier, "and", rows$reference)[at]
      paste0(words, " in ", slice_phrase(rows), ": ", and_list(pairs, max_named), ".")
    }
  }
  c(
    told("equivalent", "Equivalent"), told("not_worse", "The first not worse by more than the margin"),
    told("not_better", "The first not worse by more than the margin")
  )
}

# By class: a table of classes and classifiers, or of many classifiers a line a class. `names`: best first.
describe_by_class <- function(rows, global, names) {
  reference <- one_reference(rows)
  classes <- split_rows(rows, rows$class, most_classes)
  hidden <- length(unique(rows$class)) - length(classes)
  more <- if (hidden > 0) paste("And", count_slices(rows, hidden, "more "), "not shown here.")
  lines <- c(more, say_not_compared(classes), describe_together(global, rows))
  heading <- paste(capitalise(metric_phrase(rows)), "by", axis_of(rows))
  if (length(names) > max_named) {
    best <- vapply(classes, function(part) paste0(part$class[1], ": ", say_best(part, reference)), "")
    return(new_section(heading, NULL, c(best, lines)))
  }
  cells <- do.call(rbind, lapply(classes, class_marks, names = names, reference = reference))
  first <- stats::setNames(list(vapply(classes, function(part) part$class[1], "")), axis_of(rows))
  text <- matrix(marked_values(cells$value, cells$marks), length(names))
  columns <- stats::setNames(lapply(seq_along(names), function(i) text[i, ]), names)
  new_section(heading, c(first, columns), lines, TRUE)
}

class_marks <- function(rows, names, reference) {
  places <- slice_places(rows)
  marks <- if (none_compared(rows)) {
    rep("", nrow(places))
  } else if (is.null(reference)) {
    places$letters
  } else {
    reference_marks(rows, places$classifier)
  }
  data.frame(value = places$value, marks = marks)[match(names, places$classifier), ]
}

none_compared <- function(rows) all(outcomes(rows) == "untested")

# Classes of which no pair has a test, with the reason.
say_not_compared <- function(classes) {
  classes <- Filter(none_compared, classes)
  vapply(classes, function(part) paste0(part$class[1], ": not compared (", row_reason(part[1, ]), ")."), "")
}

# Better ("+"), worse ("-") or equivalent ("=") against the one reference.
reference_marks <- function(rows, names) {
  outcome <- outcomes(rows)
  mark <- ifelse(is_better(outcome), "+", ifelse(is_worse(outcome), "-", ifelse(outcome == "equivalent", "=", "")))
  mark <- mark[match(names, rows$classifier)]
  ifelse(is.na(mark), "", mark)
}

# All classes together: what they show beyond the single ones.
describe_together <- function(global, rows) {
  global <- global[global$n_classes > 1, ]
  if (nrow(global) == 0) {
    return(NULL)
  }
  together <- paste("All", axis_plural(axis_of(rows)), "together show")
  differ <- global[!is.na(global$adj.p.value) & global$adj.p.value < significance_level(rows), ]
  if (nrow(differ) == 0) {
    return(paste(together, "no difference of any pair."))
  }
  also <- differ[!pair_of(differ) %in% pair_of(rows[is_decided(outcomes(rows)), ]), ]
  if (nrow(also) == 0) {
    return(NULL)
  }
  p <- say_p(also$adj.p.value, also$log.adj.p.value, levels_of(verdict_info(rows)))
  pairs <- if (nrow(also) <= max_named) {
    paste("between", paste0(also$classifier, " and ", also$reference, " (", p, ")", collapse = "; "))
  } else {
    paste0("of ", count_of(nrow(also), "more pair"), " (", p[which.max(also$adj.p.value)], " at most)")
  }
  paste0(together, " a difference also ", pairs, ", which no single ", axis_of(rows), " shows.")
}

# "a has the highest recall (0.91): better than 7 of 9 others; tied with b and c." `no`: how "no difference" begins.
say_best <- function(rows, reference = NULL, no = "no") {
  places <- slice_places(rows)
  if (!any(places$unbeaten)) {
    return(paste0("no classifier could be assessed (", row_reason(rows[1, ]), ")."))
  }
  if (!is.null(reference)) {
    against <- against_focus(rows, reference)
    return(paste0(reference, value_of(places, reference), " is ", paste(against, collapse = "; "), "."))
  }
  top <- places$classifier[places$top]
  others <- setdiff(places$classifier, top)
  beats <- who_beats_whom(rows, places$classifier)
  beaten <- others[colSums(!beats[top, others, drop = FALSE]) == 0]
  tied <- setdiff(others, beaten)
  if (length(top) > 1) {
    return(say_equal_tops(rows, places, top, beaten, tied))
  }
  say_shared_lead(rows, places, beats, beaten, tied, no) %||% say_lead(rows, places, length(tied) == 0)
}

# "b has the highest"; the one that nobody beats need not have the best value.
ahead_of_all <- function(rows, places) {
  if (places$highest[places$top]) paste("has the", extreme_word(rows)) else "is ahead"
}

# Nobody is shown to be better than another, or all who are tied are better than all others; NULL: neither.
say_shared_lead <- function(rows, places, beats, beaten, tied, no) {
  metric <- metric_phrase(rows)
  top <- places$classifier[places$top]
  first <- paste0(top, " ", ahead_of_all(rows, places), value_of(places, top))
  if (all(outcomes(rows) %in% c("open", "same"))) {
    return(paste0(no, " difference in ", metric, " is shown among the ", nrow(places), " classifiers; ", first, "."))
  }
  few <- length(tied) > 0 && length(tied) < max_named
  if (few && length(beaten) > 0 && all(beats[tied, beaten])) {
    better <- paste(and_list(c(top, tied)), "are", better_than(beaten, c(beaten, tied), better_words(rows)))
    paste0(better, " in ", metric, "; ", first, ", ", tied_with(tied), ".")
  }
}

say_lead <- function(rows, places, best) {
  top <- places$classifier[places$top]
  ahead <- ahead_of_all(rows, places)
  what <- if (best) paste("is the best of", nrow(places), "in") else if (ahead == "is ahead") "is ahead in" else ahead
  against <- paste(against_focus(rows, top), collapse = "; ")
  paste0(top, " ", what, " ", metric_phrase(rows), value_of(places, top), ": ", against, ".")
}

# " (0.910)"
value_of <- function(places, name) {
  paste0(" (", true_minus(format_number(places$value[match(name[1], places$classifier)])), ")")
}

say_equal_tops <- function(rows, places, top, beaten, tied) {
  others <- c(beaten, tied)
  level <- if (length(others)) {
    paste(and_list(top, max_named), "share the", extreme_word(rows))
  } else {
    paste("All", length(top), "classifiers have the same")
  }
  parts <- c(better_than(beaten, others, better_words(rows)), tied_with(tied))
  paste0(
    level, " ", metric_phrase(rows), value_of(places, top),
    if (length(parts)) paste0(": ", paste(parts, collapse = "; ")), "."
  )
}

extreme_word <- function(rows) if (metric_directions(rows)[1] < 0) "lowest" else "highest"

# What one classifier is against the others: "better than 7 of 9 others", "tied with c".
against_focus <- function(rows, focus) {
  mine <- rows[rows$classifier == focus | rows$reference == focus, ]
  mine <- turned_rows(mine, which(mine$reference == focus))
  outcome <- outcomes(mine)
  words <- better_words(rows)
  others <- mine$reference
  few <- length(others) <= max_named
  named <- function(at, word) if (any(at)) paste(word, and_list(others[at], max_named))
  c(
    better_than(others[is_better(outcome)], others, words), named(is_worse(outcome), paste(words[["worse"]], "than")),
    named(outcome == "equivalent", "equivalent to"),
    named(outcome == "not_worse", paste("not", words[["worse"]], "by more than the margin than")),
    named(outcome == "not_better", paste("not", words[["better"]], "by more than the margin than")),
    tied_with(others[outcome %in% c("open", "same")]),
    named(outcome == "untested", "not compared with")
  )
}

# By name where they are few.
better_than <- function(beaten, others, words) {
  if (length(beaten) == 0) {
    return(NULL)
  }
  who <- if (length(beaten) <= max_named) {
    and_list(beaten)
  } else if (length(beaten) == length(others)) {
    paste("all", length(others), "others")
  } else {
    paste(length(beaten), "of", length(others), "others")
  }
  paste(words[["better"]], "than", who)
}

tied_with <- function(names) if (length(names)) paste("tied with", and_list(names, max_named))
