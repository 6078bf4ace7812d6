# What a comparison says, row by row and pair by pair: the ground of summary()
# and of verdict().

say_decisive_p <- function(x) say_p(decisive_p(x), decisive_log_p(x), levels_of(verdict_info(x)))

# One group a metric, average and pair, classes apart from what is over all; at most `most` of them.
split_pairs <- function(x, most = Inf) split_rows(x, pair_keys(x), most)

pair_keys <- function(x) {
  parts <- as_plain(x)[c("metric", "average", "measure", "classifier", "reference")]
  do.call(paste, c(parts, list(is.na(x$class)), sep = "\r"))
}

# The parts in the order in which they first occur.
split_rows <- function(x, key, most = Inf) {
  part <- match(key, unique(key))
  rows <- split(seq_along(key)[part <= most], part[part <= most])
  lapply(unname(rows), function(at) x[at, ])
}

# Sentences ------------------------------------------------------------------

describe_pair <- function(x) {
  x <- with_labels(x)
  if (!is.na(x$class[1])) {
    return(describe_classes(x))
  }
  # Results that were bound may say something of one pair twice.
  vapply(seq_len(nrow(x)), function(i) describe_overall(x[i, ]), "")
}

pair_heading <- function(x) {
  classes <- if (!is.na(x$class[1])) paste0(", ", count_slices(x))
  paste0(capitalise(metric_phrase(x)), ", ", who_is_shown(x), " (", label_measure(x$measure[1]), classes, ")")
}

metric_phrase <- function(x) {
  of_ranks <- if (x$measure[1] %in% "rank_difference") "mean rank of "
  paste0(of_ranks, average_word(x$average[1]), metric_labels(x)[1])
}

but_small <- ", but the difference is small"

by_much <- " by more than the margin"

open_words <- function(x) {
  beyond <- if (has_margin(x)[1]) " beyond the margin"
  paste0(", and a difference", beyond, " cannot be ruled out yet")
}

describe_overall <- function(x) {
  outcome <- outcomes(x)
  figures <- overall_figures(x)
  metric <- metric_phrase(x)
  if (outcome == "untested") {
    return(paste0(x$classifier, " and ", x$reference, " could not be compared in ", metric, ": ", row_reason(x), "."))
  }
  said <- outcome_phrase(x, outcome)
  if (is_decided(outcome)) {
    return(paste0(said[1], said[2], ": ", metric, " ", figures, "."))
  }
  paste0(said[1], " in ", metric, said[2], ": ", figures, ".")
}

# "0.910 vs 0.797, difference 0.113 [0.095, 0.132], p < 0.001"
overall_figures <- function(x) {
  places <- value_places(x)
  values <- true_minus(paste(fixed(x$estimate.classifier, places), "vs", fixed(x$estimate.reference, places)))
  paste0(values, ", ", label_measure(x$measure), " ", row_figures(x))
}

# "a is better than b", and what comes after the metric or the class.
outcome_phrase <- function(x, outcome) {
  words <- better_words(x)
  first <- x$classifier[1]
  second <- x$reference[1]
  both <- paste(first, "and", second)
  than <- function(word) paste(first, "is", word, "than", second)
  word <- words[[if (is_better(outcome)) "better" else "worse"]]
  switch(outcome,
    better = , worse = c(than(word), ""),
    better_little = , worse_little = c(than(word), but_small),
    better_much = , worse_much = c(paste0(than(word), by_much), ""),
    equivalent = c(paste(both, "are equivalent"), ", and any difference is within the margin"),
    not_worse = c(paste0(than(paste("not", words[["worse"]])), by_much), ""),
    not_better = c(paste0(than(paste("not", words[["better"]])), by_much), ""),
    c(paste(both, "are", undecided_words(x)), open_words(x))
  )
}

# By what was found, in this order.
outcome_order <- c(
  "better_much", "better", "better_little", "worse_much", "worse", "worse_little", "equivalent",
  "not_worse", "not_better", "open"
)

describe_classes <- function(x) {
  outcome <- outcomes(x)
  said <- lapply(intersect(outcome_order, outcome), function(which) {
    rows <- x[outcome == which, ]
    rows <- rows[order(decisive_p(rows), rows$log.p.value), ]
    phrase <- outcome_phrase(rows, which)
    paste0(phrase[1], " on ", name_classes(rows, row_figures, phrase[2]), ".")
  })
  pair <- paste(x$classifier[1], "and", x$reference[1])
  c(unlist(said), describe_untested(x[outcome == "untested", ], paste(pair, "could not be compared on")))
}

# Classes by the reason why they were not tested, so that each reason is said once.
describe_untested <- function(rows, before) {
  vapply(split_rows(rows, row_reason(rows)), function(part) {
    reason <- paste0(" (", row_reason(part[1, ]), ")")
    if (nrow(part) == 1) {
      return(paste0(before, " ", part$class, reason, "."))
    }
    paste0(before, " ", count_slices(part), reason, ": ", and_list(part$class, max_named), ".")
  }, "")
}

# "soil (1.75 [1.18, 2.59], p = 0.010)", or "2 classes: soil (...) and tree (...)". Only
# those that are named are put into words.
name_classes <- function(rows, items, after = "") {
  shown <- rows[seq_len(min(nrow(rows), max_named)), ]
  named <- paste0(shown$class, " (", items(shown), ")")
  if (nrow(rows) == 1) {
    return(paste0(named, after))
  }
  hidden <- nrow(rows) - nrow(shown)
  list <- and_list(c(named, if (hidden > 0) paste(format_count(hidden), "more")))
  paste0(count_slices(rows), after, ": ", list)
}

row_figures <- function(x) {
  low <- shown_low(x)
  high <- shown_high(x)
  paste0(estimate_words(x$estimate, low, high, is_relative(x$measure)), ", ", row_p(x))
}

# "0.113 [0.095, 0.132]". An interval that is missing is left out rather than shown as NA.
estimate_words <- function(estimate, low, high, relative = FALSE) {
  interval <- paste0(" ", format_interval(low, high, relative, estimate))
  interval[is.na(low) & is.na(high)] <- ""
  true_minus(paste0(format_number(estimate, low, high, relative), interval))
}

# "p = 0.012", or "p = 0.06, 0.012 unadjusted" where that makes the difference; of what is
# claimed about the margin the p-value of that.
row_p <- function(x) {
  alone <- !is.na(x$adj.p.value) & x$p.value < significance_level(x) &
    x$adj.p.value >= significance_level(x)
  unadjusted <- say_p(x$p.value, x$log.p.value, levels_of(verdict_info(x)), p_signs$again)
  said <- paste0(say_decisive_p(x), ifelse(alone, paste0(", ", unadjusted, " unadjusted"), ""))
  if (!any(has_margin(x))) {
    return(said)
  }
  outcome <- outcomes(x)
  claim <- function(which, p, word) {
    at <- outcome == which
    said[at] <<- paste(say_p(p[at], level = levels_of(verdict_info(x))), "for", word)
  }
  claim("equivalent", x$adj.p.equivalent, "equivalence")
  claim("not_worse", x$adj.p.noninferior, "non-inferiority")
  said
}

row_reason <- function(x) ifelse(is.na(x$note), "no p-value", x$note)

# More pairs than this are not described one by one.
most_pairs <- 6
