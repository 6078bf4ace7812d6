# What a comparison says, a line a row: the ground of summary() and of verdict().

slice_keys <- function(x, who = NULL) {
  parts <- as_plain(x)[c("metric", "average", "class", who)]
  do.call(paste, c(parts, list(row_prevalence(x)), sep = "\r"))
}

# One key a metric, average, prevalence and pair, classes apart from what is over all.
pair_keys <- function(x) {
  parts <- as_plain(x)[c("metric", "average", "measure", "classifier", "reference")]
  do.call(paste, c(parts, list(row_prevalence(x), is.na(x$class)), sep = "\r"))
}

# The parts in the order in which they first occur.
split_rows <- function(x, key, most = Inf) {
  part <- match(key, unique(key))
  rows <- split(seq_along(key)[part <= most], part[part <= most])
  lapply(unname(rows), rows_at, table = x)
}

pair_of <- function(x) paste(x$classifier, x$reference, sep = "\r")

# The same key, whichever of the two is the reference, in any locale.
unordered_pair_of <- function(x) {
  a <- as.character(x$classifier)
  b <- as.character(x$reference)
  names <- sort(unique(c(a, b)), method = "radix")
  first <- match(a, names) < match(b, names)
  paste(ifelse(first, a, b), ifelse(first, b, a), sep = "\r")
}

# Whether all is compared with one of three classifiers and more.
common_reference <- function(rows) {
  if (length(unique(pair_of(rows))) > 1 && length(unique(rows$reference)) == 1) rows$reference[1]
}

# All comparisons once: those over all, then those in detail.
claimed_rows <- function(x) {
  detail <- only_detail(x)
  if (nrow(detail)) rbind(x$overall, detail) else x$overall
}

# The comparisons in detail that are not among those over all.
only_detail <- function(x) {
  key <- function(x) paste(x$metric, x$class, pair_of(x), sep = "\r")
  x$comparison[!key(x$comparison) %in% key(x$overall), ]
}

# `columns`: of a table, or NULL; `legend`: whether its marks are to be explained; `pair`: the columns that the two
# classifiers head; `of`: the comparisons, where it has a column of their slices.
new_section <- function(heading, columns = NULL, lines = NULL, legend = FALSE, pair = character(), of = NULL) {
  list(
    heading = heading, columns = columns, lines = lines, legend = legend, pair = pair,
    headings = if (!is.null(of)) slice_heading(of)
  )
}

pair_heading <- function(x, at = "") {
  classes <- if (!is.na(x$class[1])) paste0(", ", count_slices(x, length(unique(x$class))))
  paste0(capitalise(metric_phrase(x)), at, ", ", who_is_shown(x), " (", label_measure(x$measure[1]), classes, ")")
}

# What tells the rows of one prevalence from the others of results that were bound: " at prevalence 0.95/0.05".
at_prevalence <- function(rows, all) {
  shares <- row_prevalence(rows)[1]
  if (!varies(label_prevalence(all))) {
    ""
  } else if (is.na(shares)) {
    " at the prevalence of the data"
  } else {
    paste(" at prevalence", shares)
  }
}

metric_phrase <- function(x) {
  of_ranks <- if (x$measure[1] %in% "rank_difference") "mean rank of "
  paste0(of_ranks, average_word(x$average[1]), metric_labels(x)[1])
}

# "recall on soil"; of the positive class it is the metric alone.
slice_phrase <- function(x) {
  positive <- say_label(as.character(result_units(x)$positive))
  on <- if (!is.na(x$class[1]) && !x$class[1] %in% positive) paste(" on", x$class[1])
  paste0(metric_phrase(x), on)
}

# The better one first -----------------------------------------------------------------

# The same comparisons, each with the better one first: that of the decision, or else of the values. One-sided ones stay
# as they were asked.
better_first <- function(x) {
  if (!identical(verdict_info(x)$alternative, "two.sided")) {
    return(x)
  }
  outcome <- outcomes(x)
  side <- sign(x$estimate - x$null.value) * ifelse(metric_directions(x) < 0, -1, 1)
  turned_rows(x, which(is_worse(outcome) | !is_better(outcome) & side < 0))
}

# By what was decided, and how clearly.
decided_first <- function(x) x[order(match(outcomes(x), registry_outcomes$id), decisive_p(x)), ]

# Each comparison of a classifier seen from it.
seen_from <- function(x, classifier) turned_rows(x, which(x$reference == classifier))

# Some rows seen from the reference.
turned_rows <- function(x, at) {
  if (length(at) == 0) {
    return(x)
  }
  second <- other_sides[names(other_sides) %in% names(x) & other_sides %in% names(x)]
  first <- names(second)
  old <- as_plain(x)[at, ]
  x[at, c(first, second)] <- old[c(second, first)]
  relative <- is_relative(old$measure)
  if (any(open_to(x) != "none")) x$turned <- xor(x[["turned"]] %||% FALSE, seq_len(nrow(x)) %in% at)
  for (name in intersect(c("estimate", grep("conf|margin", c(first, second), value = TRUE)), names(x))) {
    x[[name]][at] <- ifelse(relative, 1 / x[[name]][at], -x[[name]][at])
  }
  if (!is.null(x[["effect"]])) x$effect[at] <- 2 * equal_effect(old$effect.type) - old$effect
  # The notes of rows that are seen from the reference: what is 0 is infinite then.
  said <- function(estimate) status_note(old$status, end_words(estimate, label_measure(old$measure)))
  ends <- old$status %in% "no_std_error" & is_relative(old$measure)
  turned <- Map(sub, said(old$estimate), said(1 / old$estimate), old$note, fixed = TRUE)
  x$note[at] <- ifelse(ends, unlist(turned), old$note)
  x
}

# Which columns change places then.
other_sides <- c(
  classifier = "reference", estimate.classifier = "estimate.reference", conf.low = "conf.high",
  adj.conf.low = "adj.conf.high", margin.low = "margin.high", p.noninferior = "p.nonsuperior",
  p.superior = "p.inferior", adj.p.noninferior = "adj.p.nonsuperior", adj.p.superior = "adj.p.inferior"
)

# The first part, with the better one of the two first.
lead_of <- function(parts) {
  lead <- parts[[1]]
  if (nrow(lead) == 1) {
    return(better_first(lead))
  }
  outcome <- outcomes(lead)
  if (sum(is_worse(outcome)) > sum(is_better(outcome))) turned_rows(lead, seq_len(nrow(lead))) else lead
}

# Of differences that are shown, those that are smaller than the margin (`little`), called `which` where not all are.
but_little <- function(little, which) {
  if (any(little)) paste0(", but ", if (!all(little)) paste0(which, " "), "by less than the margin that matters")
}

# With a margin: better, but whether by more than it is not known.
leaves_size <- function(x) {
  if (!any(has_margin(x))) {
    return(logical(nrow(x)))
  }
  ends <- !is.na(ifelse(shown_side(x) > 0, x$margin.high, x$margin.low))
  ends & is_decided(outcomes(x)) & is.na(outcome_size(outcomes(x)))
}

is_little <- function(outcome) is_decided(outcome) & outcome_size(outcome) %in% "little"

# Lines --------------------------------------------------------------------------------

describe_pair <- function(x) {
  x <- with_labels(x)
  if (nrow(x) == 1 || is.na(x$class[1])) {
    # Results that were bound may say something of one pair twice.
    return(vapply(seq_len(nrow(x)), function(i) row_lines(x[i, ], capitalise(slice_phrase(x[i, ]))), ""))
  }
  outcome <- outcomes(x)
  told <- which(!outcome %in% c("same", "untested"))
  told <- told[order(match(outcome[told], registry_outcomes$id), decisive_p(x)[told])]
  shown <- utils::head(told, most_classes)
  rest <- outcome[setdiff(told, shown)]
  c(
    row_lines(x[shown, ], x$class[shown]),
    if (length(rest)) {
      paste0("And ", count_slices(x, length(rest)), " more, of which ", sum(is_decided(rest)), " show a difference.")
    },
    describe_rest(x[outcome == "same", ], "the same"), describe_rest(x[outcome == "untested", ], "not compared")
  )
}

# "Recall: 0.85 (ct) against 0.70 (mri), difference 0.15 [0.02, 0.27], p = 0.013: ct is better." With a margin the p
# stands beside what it is of. `label`: NULL where a heading says it. `decides`: whether these data could have decided
# anything.
row_lines <- function(x, label = NULL, decides = TRUE) {
  if (nrow(x) == 0) {
    return(NULL)
  }
  x <- better_first(x)
  outcome <- outcomes(x)
  of <- ifelse(outcome == "open", " of a difference", "")
  said <- paste0(row_values(x), ifelse(has_margin(x), "", paste0(", ", row_p(x))))
  if (decides) said <- paste0(said, ": ", decision_phrase(x, outcome))
  said <- paste0(said, ifelse(has_margin(x), paste0(" (", row_p(x), of, ")"), ""))
  same <- outcome == "same"
  why <- ifelse(is.na(x$note), "", paste0(" (", x$note, ")"))
  value <- paste(true_minus(fixed(x$estimate.classifier, value_places(x))), "of both: ")
  said[same] <- paste0(ifelse(is.na(x$estimate.classifier), "", value), "the same", why)[same]
  blind <- x$status %in% "no_labelled_disagreement"
  said[blind] <- paste0("undecided (", x$note, ")", whatever_labels(x))[blind]
  none <- outcome == "untested"
  said[none] <- paste0("not compared (", row_reason(x[none, ]), ")", whatever_labels(x[none, ]))
  if (!is.null(label)) said <- paste0(label, which_is_better(x), ": ", said)
  paste0(said, ".")
}

which_is_better <- function(x) ifelse(metric_directions(x) < 0, " (less is better)", "")

# Where labels are missing, the limits that any labels allow.
whatever_labels <- function(x) {
  known <- is_bounded(x) & is.finite(x$conf.low)
  certain <- ifelse(certain_sign(x) != 0, ", so that the sign is certain on these rows", "")
  ifelse(known, paste0(": difference ", between_limits(x), certain), "")
}

# Of differences that any labels leave on one side of 0: 1 or -1; of others 0.
certain_sign <- function(x) {
  known <- is_bounded(x) & is.finite(x$conf.low)
  ifelse(known & x$conf.low > 0, 1, ifelse(known & x$conf.high < 0, -1, 0))
}

# "between -0.21 and 0.21"
between_limits <- function(x) {
  shown <- function(limit) true_minus(short_number(limit, 2))
  paste("between", shown(x$conf.low), "and", shown(x$conf.high))
}

# "(9 tests, max-T)", of each part of a verdict. `about`: "accuracy: ".
say_family <- function(levels, about = "") {
  how <- ifelse(levels$n.tests > 1, paste0(", ", label_adjustment(levels$p.adjust.method)), "")
  together <- levels$n.together %||% 0
  also <- ifelse(together > 0, paste0(" and ", format_count(together), " of all together"), "")
  tests <- ifelse(levels$n.tests == 0, "could not be tested", count_of(levels$n.tests - together, "test"))
  paste0("(", about, tests, also, how, ")")
}

# "0.85 (ct) against 0.70 (mri), difference 0.15 [0.02, 0.27]"
row_values <- function(x, names = TRUE) {
  places <- value_places(x)
  name <- function(who) if (names) paste0(" (", who, ")")
  each <- paste0(
    true_minus(fixed(x$estimate.classifier, places)), name(x$classifier), " against ",
    true_minus(fixed(x$estimate.reference, places)), name(x$reference), ", "
  )
  # Labels of disagreements alone do not tell how good each is by itself.
  each[is.na(x$estimate.classifier) & is.na(x$estimate.reference)] <- ""
  paste0(each, label_measure(x$measure), " ", row_figures(x))
}

# "not better" is said of the reference, which is "not worse".
decision_phrase <- function(x, outcome = outcomes(x)) {
  turned <- outcome == "not_better"
  who <- ifelse(turned, x$reference, x$classifier)
  seen <- ifelse(turned, reversed_outcome(outcome), outcome)
  claim <- outcome_words(seen, x, "phrase")
  ifelse(is.na(claim), outcome_words(outcome, x), paste(who, "is", claim))
}

# Comparisons as a table, each with its numbers; the p-value is that of what is decided.
# `of`: the table of a verdict that has all rows.
compared_briefly <- function(rows, most = 20, of = "v$comparison") {
  shown <- rows[seq_len(min(nrow(rows), most)), ]
  outcome <- outcomes(shown)
  shown$note[outcome == "same" & shown$note %in% status_words(shown$status)] <- NA
  columns <- display_columns(shown, rows)
  columns$p <- columns[["adj. p"]] %||% columns$p
  columns <- add_marks(columns[setdiff(names(columns), c("statistic", "effect", "adj. p", "test"))], shown)
  silent <- outcome %in% c("same", "untested")
  columns$p[silent] <- ""
  columns$interval[silent & !is_bounded(shown)] <- ""
  low <- shown_low(shown)
  open_below <- is.infinite(low) | is_relative(shown$measure) & low == 0
  columns$interval[which(open_below & is.infinite(shown_high(shown)))] <- "none"
  list(
    columns = columns, pair = intersect(pair_columns(rows), names(columns)),
    notes = footer_lines(shown, nrow(rows) - nrow(shown), NULL, paste(of, "has all"))
  )
}

# Classes of which there is nothing to say but why, each reason once.
describe_rest <- function(rows, word) {
  if (nrow(rows) > 0) {
    parts <- if (word == "the same") list(rows) else split_rows(rows, row_reason(rows))
    vapply(parts, function(part) {
      reason <- if (word != "the same") paste0(" (", row_reason(part[1, ]), ")")
      paste0(and_list(part$class, max_named), ": ", word, reason, ".")
    }, "")
  }
}

# "soil (1.75 [1.18, 2.59], p = 0.010)", or "2 classes: soil (...) and tree (...)". Only
# those that are named are put into words.
name_classes <- function(rows, items) {
  shown <- rows[seq_len(min(nrow(rows), max_named)), ]
  named <- paste0(shown$class, " (", items(shown), ")")
  if (nrow(rows) == 1) {
    return(named)
  }
  hidden <- nrow(rows) - nrow(shown)
  list <- and_list(c(named, if (hidden > 0) paste(format_count(hidden), "more")))
  paste0(count_slices(rows), ": ", list)
}

# Without an interval that says nothing.
row_figures <- function(x) {
  low <- shown_low(x)
  high <- shown_high(x)
  nothing <- is.infinite(low) & is.infinite(high)
  low[nothing] <- high[nothing] <- NA
  none <- is.na(low) & is.na(high) & !is.na(x$estimate) & !is.na(claimed_p(x)$p)
  words <- estimate_words(x$estimate, low, high, is_relative(x$measure), beside_places(x), open_to(x))
  why <- ifelse(is.na(x$note), "", paste0(" (", x$note, ")"))
  none_words <- paste0(", no ", format_percent(max(verdict_info(x)$conf.level)), " interval", why)
  paste0(words, ifelse(none, none_words, ""))
}

# "0.113 [0.095, 0.132]". An interval that is missing is left out rather than shown as NA.
estimate_words <- function(estimate, low, high, relative = FALSE, values = 0, open = "none") {
  interval <- paste0(" ", format_interval(low, high, relative, estimate, values, open))
  interval[is.na(low) & is.na(high)] <- ""
  true_minus(paste0(format_number(estimate, low, high, relative, values = values), interval))
}

row_p <- function(x) {
  claimed <- claimed_p(x)
  say_p(claimed$p, claimed$log.p, levels_of(verdict_info(x)))
}

row_reason <- function(x) ifelse(is.na(x$note), "no p-value", x$note)

most_classes <- 12

# More pairs than this are not described one by one.
most_pairs <- 6
