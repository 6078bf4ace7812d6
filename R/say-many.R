# A verdict on three classifiers and more: not pair by pair, but by classifier.

# Of what is one comparison a pair: a table of the classifiers, of a second metric another, and one of all further ones.
describe_ranked <- function(parts) {
  sections <- lapply(if (length(parts) == 2) parts else parts[1], ranked_section)
  if (length(parts) > 2) {
    sections <- c(sections, list(describe_further(parts[-1], sections[[1]]$columns$classifier)))
  }
  if (length(sections) == 2) sections[[1]]$lines <- setdiff(sections[[1]]$lines, sections[[2]]$lines)
  sections
}

# The best first, with the place of each (where room is needed for decisions about a margin without) and what it is
# behind the first. Of what is too long for a column the name stands above.
ranked_section <- function(rows) {
  places <- slice_places(rows)
  shown <- utils::head(places$classifier, most_classifiers)
  of <- slice_phrase(rows)
  long <- ansi_nchar(of, "width") > longest_column
  columns <- stats::setNames(
    list(shown, marked_values(places$value, places$letters)[seq_along(shown)]),
    c("classifier", if (long) "value" else of)
  )
  ranked <- !any(has_margin(rows)) && metric_directions(rows)[1] != 0
  if (ranked) columns$place <- rank_interval(places)[seq_along(shown)]
  hidden <- nrow(places) - length(shown)
  more <- if (hidden > 0) {
    paste0("... and ", count_of(hidden, "more classifier"), ": the element `ranking` of the result.")
  }
  between <- paste(c(
    paste0(capitalise(brief_measure(rows$measure[1])), ": ", shown[1], " against each."),
    if (ranked) "Place: the ranks that are still possible.", say_less(rows)
  ), collapse = " ")
  lines <- c(more, between, describe_others(rows, places), describe_margins(rows), say_untested(rows))
  new_section(if (long) capitalise(of) else "", c(columns, lead_columns(rows, shown)), lines, TRUE)
}

longest_column <- 25

# Pairs without a test among others that have one, with the reason of each. `where`: " in recall".
say_untested <- function(rows, where = "", slice = "") {
  at <- outcomes(rows) == "untested"
  if (!any(at)) {
    return(NULL)
  }
  paste0("Without a test", where, ": ", pairs_by_reason(rows[at, ], rep_len(slice, length(at))[at]), ".")
}

# "a and b, a and c (class never predicted by a); b and c (...)"
pairs_by_reason <- function(rows, slice = "") {
  reason <- row_reason(rows)
  pairs <- split(paste0(rows$reference, " and ", rows$classifier, slice), factor(reason, unique(reason)))
  said <- vapply(pairs, function(pair) {
    more <- if (length(pair) > most_others) paste(format_count(length(pair) - most_others), "more")
    paste(c(utils::head(pair, most_others), more), collapse = ", ")
  }, "")
  paste0(said, " (", names(said), ")", collapse = "; ")
}

# Differences that are shown without the first one, with their numbers.
describe_others <- function(rows, places) {
  lead <- places$classifier[1]
  rows <- better_first(rows[is_decided(outcomes(rows)) & rows$classifier != lead & rows$reference != lead, ])
  if (nrow(rows) == 0) {
    return(NULL)
  }
  rows <- rows[order(match(rows$classifier, places$classifier), match(rows$reference, places$classifier)), ]
  shown <- utils::head(rows, most_others)
  outcome <- outcomes(shown)
  size <- c(much = " by more than the margin", little = " by less than the margin")[outcome_size(outcome)]
  said <- paste0(
    shown$classifier, " ", better_words(rows)[outcome_side(outcome)], " than ", shown$reference,
    ifelse(is.na(size), "", size), " (", row_figures(shown), ", ", row_p(shown), ")"
  )
  hidden <- nrow(rows) - nrow(shown)
  more <- if (hidden > 0) paste0(count_of(hidden, "more pair"), " (v$comparison)")
  paste0("Also shown: ", paste(c(said, more), collapse = "; "), ".")
}

most_others <- 3

# Further metrics: values and letters, and below them the smallest p-value.
describe_further <- function(parts, names) {
  columns <- lapply(parts, function(rows) {
    places <- slice_places(rows)
    c(marked_values(places$value, places$letters)[match(names, places$classifier)], smallest_p(rows))
  })
  columns <- stats::setNames(columns, vapply(parts, slice_phrase, ""))
  untested <- lapply(parts, function(rows) say_untested(rows, paste(" in", slice_phrase(rows))))
  lines <- c(say_less(do.call(rbind, parts)), unlist(lapply(parts, describe_margins)), unlist(untested))
  new_section("", c(list(classifier = c(names, smallest_heading)), columns), lines, TRUE)
}

# Of all pairs; "same" where nothing tells any two apart. Letters say who differs, and signs also who is equivalent: the
# p-value is of that, so that it is small only where they say something.
smallest_p <- function(rows, signs = FALSE) {
  outcome <- outcomes(rows)
  if (all(outcome == "same")) {
    return("same")
  }
  told <- is_decided(outcome) | signs & outcome == "equivalent"
  claimed <- claimed_p(rows)
  log.p <- ifelse(told, claimed$log.p, decisive_log_p(rows))
  least <- which.min(log.p)
  if (length(least) == 0) {
    return("")
  }
  p <- ifelse(told, claimed$p, decisive_p(rows))
  column_p(p[least], log.p[least], levels_of(verdict_info(rows)))
}

smallest_heading <- "smallest p"

# The first classifier against each of the others: columns of a table.
lead_columns <- function(rows, names) {
  mine <- rows[rows$classifier == names[1] | rows$reference == names[1], ]
  mine <- seen_from(mine, names[1])
  mine <- mine[match(names[-1], mine$reference), ]
  columns <- compared_briefly(mine, length(names))$columns
  columns$decision <- outcome_words(outcomes(mine), mine, "brief")
  columns <- columns[c(label_measure(mine$measure[1]), "interval", "p", if (any(has_margin(mine))) "decision")]
  names(columns)[1] <- brief_measure(mine$measure[1])
  lapply(columns, function(text) c("", text))
}

brief_measure <- function(measure) if (measure == "rank_difference") "difference" else label_measure(measure)

# "0.910 a": values have their letters, or other marks, in columns of one width. `slice`: what letters are of.
marked_values <- function(value, marks, slice = rep(1, length(value))) {
  places <- decimals(max(c(0, abs(value)), na.rm = TRUE))
  # Values that share no mark are not to look alike.
  apart <- outer(marks, marks, "!=") & !share_mark(marks) & outer(value, value, "!=") & outer(slice, slice, "==")
  for (more in 0:3) {
    text <- fixed(value, rep(places + more, length(value)))
    if (!any(outer(text, text, "==") & apart, na.rm = TRUE)) break
  }
  text <- true_minus(text)
  text[is.na(value)] <- if (is_utf8_output()) "\u2013" else "-"
  marks <- short_letters(marks, 4)
  if (any(nzchar(marks))) paste(text, formatC(marks, width = -max(nchar(marks)))) else text
}

share_mark <- function(marks) {
  one <- split_letters(marks)
  known <- unique(unlist(one))
  holds <- vapply(one, function(own) known %in% own, logical(length(known)))
  crossprod(matrix(holds, length(known), length(one))) > 0
}

most_classifiers <- 12

# What letters do not tell: pairs that are equivalent, or not worse, within a margin.
describe_margins <- function(rows) {
  if (!any(has_margin(rows))) {
    return(NULL)
  }
  rows <- better_first(rows)
  rows <- turned_rows(rows, which(outcomes(rows) == "not_better"))
  outcome <- outcomes(rows)
  told <- function(id, words, between) {
    at <- which(outcome == id)
    if (length(at)) {
      on <- if (varies(rows$class)) paste(" on", rows$class[at])
      pairs <- paste0(rows$classifier[at], between, rows$reference[at], on)
      hidden <- length(pairs) - most_classes
      pairs <- c(utils::head(pairs, most_classes), if (hidden > 0) paste(format_count(hidden), "more"))
      what <- if (varies(rows$class)) metric_phrase(rows) else slice_phrase(rows)
      paste0(words, " in ", what, ": ", paste(pairs, collapse = ", "), ".")
    }
  }
  c(
    told("equivalent", "Equivalent", " and "),
    told("not_worse", capitalise(outcome_words("not_worse", rows, "phrase")), " than ")
  )
}

# By class: a table of classes and classifiers, or of many classifiers a line a class. `names`: best first.
describe_by_class <- function(rows, global, names) {
  reference <- common_reference(rows)
  classes <- split_rows(rows, rows$class, most_classes)
  hidden <- length(unique(rows$class)) - length(classes)
  more <- if (hidden > 0) paste("And", count_slices(rows, hidden, "more "), "not shown here.")
  lines <- c(
    more, if (is.null(reference)) describe_margins(do.call(rbind, classes)), say_not_compared(classes),
    if (length(names) <= max_named) untested_by_class(classes), describe_together(global, rows)
  )
  heading <- paste0(capitalise(metric_phrase(rows)), " by ", slice_noun(rows), which_is_better(rows[1, ]))
  if (length(names) > max_named) {
    best <- vapply(classes, function(part) paste0(part$class[1], ": ", say_best(part, reference)), "")
    return(new_section(heading, NULL, c(best, lines)))
  }
  new_section(heading, marked_columns(classes, names, reference), lines, TRUE, of = rows)
}

# The differences that are shown, with their numbers: those of the classifier `lead` first, as many as a screen holds.
describe_decided <- function(rows, lead = "") {
  rows <- better_first(rows[is_decided(outcomes(rows)), ])
  if (nrow(rows) == 0) {
    return(NULL)
  }
  shown <- rows[utils::head(order(rows$classifier != lead & rows$reference != lead, decisive_p(rows)), most_decided), ]
  shown <- shown[order(match(shown$class, rows$class)), ]
  # Values stand in the table above.
  table <- compared_briefly(shown)
  columns <- table$columns[setdiff(names(table$columns), c("values", pair_columns(shown)))]
  columns$decision <- if (any(outcomes(shown) != "better")) outcome_words(outcomes(shown), shown, "brief")
  if (!"comparison" %in% names(columns)) {
    columns <- append(columns[names(columns) != "classifier"], list(comparison = label_pair(shown)), 1)
  }
  hidden <- nrow(rows) - nrow(shown)
  first <- if (!is_one_sided(verdict_info(rows))) paste0(", the ", better_words(rows)[["better"]], " one first")
  heading <- paste0("Differences shown in ", metric_phrase(rows), " by ", slice_noun(rows, " and "), first)
  more <- if (hidden > 0) paste0("... and ", format_count(hidden), " more.")
  list(new_section(heading, columns, c(more, table$notes), of = rows))
}

most_decided <- 6

# A row a slice, a column a classifier: values with their letters or signs (`bare`: without).
marked_columns <- function(slices, names, reference, bare = FALSE) {
  cells <- do.call(rbind, lapply(slices, class_marks, names = names, reference = reference))
  first <- stats::setNames(list(vapply(slices, function(part) part$class[1], "")), axis_of(slices[[1]]))
  marks <- if (bare) rep("", nrow(cells)) else cells$marks
  text <- matrix(marked_values(cells$value, marks, rep(seq_along(slices), each = length(names))), length(names))
  columns <- stats::setNames(lapply(seq_along(names), function(i) text[i, ]), names)
  if (!bare) columns[[smallest_heading]] <- vapply(slices, smallest_p, "", signs = !is.null(reference))
  c(first, columns)
}

class_marks <- function(rows, names, reference) {
  places <- slice_places(rows)
  marks <- if (none_compared(rows)) {
    rep("", nrow(places))
  } else if (is.null(reference)) {
    places$letters
  } else {
    # Better ("+"), worse ("-") or equivalent ("=") against the one reference.
    outcome <- outcomes(rows)
    mark <- ifelse(is_better(outcome), "+", ifelse(is_worse(outcome), "-", ifelse(outcome == "equivalent", "=", "")))
    mark <- mark[match(places$classifier, rows$classifier)]
    ifelse(is.na(mark), "", mark)
  }
  data.frame(value = places$value, marks = marks)[match(names, places$classifier), ]
}

none_compared <- function(rows) all(outcomes(rows) == "untested")

# Classes of which no pair has a test, with the reason, or those of the pairs.
say_not_compared <- function(classes) {
  classes <- Filter(none_compared, classes)
  vapply(classes, function(part) {
    reason <- row_reason(part)
    why <- if (varies(reason)) paste0(": ", pairs_by_reason(part)) else paste0(" (", reason[1], ")")
    paste0(part$class[1], ": not compared", why, ".")
  }, "")
}

untested_by_class <- function(classes) {
  partly <- Filter(Negate(none_compared), classes)
  if (length(partly)) {
    rows <- do.call(rbind, partly)
    say_untested(rows, slice = paste(" on", rows$class))
  }
}

# All classes together: what they show beyond the single ones.
describe_together <- function(global, rows) {
  global <- global[global$n_classes > 1, ]
  if (nrow(global) == 0) {
    return(NULL)
  }
  together <- paste("All", slice_nouns(rows), "taken together")
  differ <- global[!is.na(global$adj.p.value) & global$adj.p.value < significance_level(rows), ]
  if (nrow(differ) == 0) {
    single <- say_hold(rows, paste("on a single", slice_noun(rows)))
    return(paste0(together, ": no pair is shown to differ", single, "."))
  }
  decided <- rows[is_decided(outcomes(rows)), ]
  also <- differ[!pair_of(differ) %in% pair_of(decided), ]
  if (nrow(also) == 0) {
    return(NULL)
  }
  p <- say_p(also$adj.p.value, also$log.adj.p.value, levels_of(verdict_info(rows)))
  pairs <- if (nrow(also) <= max_named) {
    paste("between", paste0(also$classifier, " and ", also$reference, " (", p, ")", collapse = "; "))
  } else {
    more <- if (nrow(decided)) "more pair" else "pair"
    paste0("of ", count_of(nrow(also), more), " (", p[which.max(also$adj.p.value)], " at most)")
  }
  paste0(
    together, ": a difference ", if (nrow(decided)) "also ", pairs, ", which no single ", slice_noun(rows), " shows."
  )
}

# "a has the highest recall (0.91): better than 7 of 9 others; tied with b and c." `no`: how "no difference" begins.
say_best <- function(rows, reference = NULL, no = "no") {
  places <- slice_places(rows)
  if (!any(places$unbeaten)) {
    return(paste0(no, " classifier could be assessed (", row_reason(rows[1, ]), ")."))
  }
  if (!is.null(reference)) {
    return(say_against(rows, places, reference))
  }
  top <- places$classifier[places$top]
  others <- setdiff(places$classifier, top)
  beats <- who_beats_whom(rows, places$classifier)
  beaten <- others[colSums(!beats[top, others, drop = FALSE]) == 0]
  tied <- setdiff(others, beaten)
  if (length(others) && all(outcomes(rows) %in% c("open", "same"))) {
    among <- paste0(metric_phrase(rows), " is shown among the ", nrow(places), " classifiers; ")
    paste0(no, " difference in ", among, who_leads(rows, places, top), value_of(rows, places, top), ".")
  } else if (length(top) > 1) {
    say_equal_tops(rows, places, top, beaten, tied)
  } else {
    say_shared_lead(rows, places, beats, beaten, tied) %||% say_lead(rows, places, length(tied) == 0)
  }
}

# "against tree (0.71) a is better; b and c are worse; d is undecided."
say_against <- function(rows, places, reference) {
  rows <- rows[order(match(rows$classifier, places$classifier)), ]
  outcome <- outcomes(rows)
  words <- better_words(rows)
  what <- outcome_words(outcome, rows)
  what[outcome == "equivalent"] <- "equivalent to it"
  beyond <- outcome %in% c("not_worse", "not_better")
  open <- words[ifelse(outcome == "not_worse", "better", "worse")]
  what[beyond] <- paste0(what, " by more than the margin, but not shown to be ", open)[beyond]
  said <- vapply(split(rows$classifier, factor(what, unique(what))), function(who) {
    and_list(who, max_named)
  }, "")
  are <- ifelse(table(factor(what, unique(what))) == 1, " is ", " are ")
  said <- paste0(said, are, names(said), collapse = "; ")
  paste0("against ", reference, value_of(rows, places, reference), " ", said, ".")
}

# "b has the highest", "a and b share the highest"; the one that nobody beats need not have the best value.
who_leads <- function(rows, places, top) {
  paste(and_list(top, max_named), if (length(top) > 1) {
    paste("share the", extreme_word(rows))
  } else if (places$highest[places$top]) {
    paste("has the", extreme_word(rows))
  } else {
    "is ahead"
  })
}

# Where all who are tied are better than all others.
say_shared_lead <- function(rows, places, beats, beaten, tied) {
  top <- places$classifier[places$top]
  few <- length(tied) > 0 && length(tied) < max_named
  if (few && length(beaten) > 0 && all(beats[tied, beaten])) {
    better <- paste(and_list(c(top, tied)), "are", better_than(beaten, beaten, better_words(rows)))
    first <- paste0(who_leads(rows, places, top), value_of(rows, places, top))
    paste0(better, " in ", metric_phrase(rows), partly_little(rows), "; ", first, ", ", tied_with(tied), ".")
  }
}

partly_little <- function(rows) but_little(is_little(outcomes(rows))[is_decided(outcomes(rows))], "in part")

say_lead <- function(rows, places, best) {
  top <- places$classifier[places$top]
  if (any(places$open)) {
    against <- against_focus(rows, top)
    against[1] <- paste0(against[1], " in ", metric_phrase(rows), value_of(rows, places, top))
    return(paste0(top, " is ", paste(against, collapse = "; "), "."))
  }
  # Of what has no good side nobody is the best.
  best <- best && metric_directions(rows)[1] != 0
  who <- if (best) paste(top, "is the best of", nrow(places)) else who_leads(rows, places, top)
  within <- if (best || !places$highest[places$top]) " in"
  against <- paste(against_focus(rows, top), collapse = "; ")
  paste0(who, within, " ", metric_phrase(rows), value_of(rows, places, top), ": ", against, ".")
}

# " (0.910)"; nothing where 0 is but the mean of all, or it is not known.
value_of <- function(rows, places, name) {
  value <- places$value[match(name[1], places$classifier)]
  if (!is.na(value) && !is_of_battles(rows, "ability")) paste0(" (", true_minus(format_number(value)), ")")
}

say_equal_tops <- function(rows, places, top, beaten, tied) {
  others <- c(beaten, tied)
  if (any(is.infinite(places$value[places$top]))) {
    rest <- if (length(others)) paste(" or with", and_list(others, max_named))
    return(paste0(
      and_list(top, max_named), " have no finite ", metric_phrase(rows), ": not compared with each other", rest, "."
    ))
  }
  who <- if (length(others)) who_leads(rows, places, top) else paste("All", length(top), "classifiers have the same")
  parts <- c(better_than(beaten, others, better_words(rows)), tied_with(tied))
  paste0(
    who, " ", metric_phrase(rows), value_of(rows, places, top),
    if (length(parts)) paste0(": ", paste(parts, collapse = "; ")), partly_little(rows), "."
  )
}

extreme_word <- function(rows) if (metric_directions(rows)[1] < 0) "lowest" else "highest"

# What one classifier is against the others: "better than 7 of 9 others", "tied with c".
against_focus <- function(rows, focus) {
  mine <- rows[rows$classifier == focus | rows$reference == focus, ]
  mine <- seen_from(mine, focus)
  # The better ones first.
  mine <- mine[order(match(mine$reference, slice_places(rows)$classifier)), ]
  outcome <- outcomes(mine)
  certain <- ifelse(outcome == "untested", certain_sign(mine) * metric_directions(mine), 0)
  words <- better_words(rows)
  others <- mine$reference
  named <- function(at, word) if (any(at)) paste(word, and_list(others[at], max_named))
  better <- is_better(outcome)
  little <- is_little(outcome) & better
  c(
    paste0(
      better_than(others[better], others, words),
      but_little(little[better], paste("than", and_list(others[little], max_named)))
    ),
    named(is_worse(outcome), paste(words[["worse"]], "than")),
    named(outcome == "equivalent", "equivalent to"),
    named(outcome == "not_worse", paste("not", words[["worse"]], "by more than the margin than")),
    named(outcome == "not_better", paste("not", words[["better"]], "by more than the margin than")),
    tied_with(others[outcome %in% c("open", "same")]),
    named(certain > 0, paste("on these rows, whatever the labels,", words[["better"]], "than")),
    named(certain < 0, paste("on these rows, whatever the labels,", words[["worse"]], "than")),
    named(outcome == "untested" & certain == 0, "not compared with")
  )
}

# By name where they are few.
better_than <- function(beaten, others, words) {
  if (length(beaten) > 0) {
    who <- if (length(beaten) <= max_named) {
      and_list(beaten)
    } else if (length(beaten) == length(others)) {
      paste("all", length(others), "others")
    } else {
      paste(length(beaten), "of", length(others), "others")
    }
    paste(words[["better"]], "than", who)
  }
}

tied_with <- function(names) if (length(names)) paste("tied with", and_list(names, max_named))
