# What a comparison says, row by row and pair by pair: the ground of summary()
# and of verdict().

# One of: "better", "worse" (the adjusted p-value decides, the sign of the estimate and the
# metric's good side say which), "open" (no difference shown), "untested". For a metric without
# a good side "better" is higher. With a margin also what `answer_words` has, see there.
outcomes <- function(x) {
  p <- decisive_p(x)
  good <- metric_directions(x)
  side <- sign(x$estimate - null_value(x$measure)) * ifelse(good == 0, 1, good)
  differs <- !is.na(p) & p < significance_level(x)
  outcome <- rep("open", nrow(x))
  outcome[differs & side > 0] <- "better"
  outcome[differs & side < 0] <- "worse"
  outcome[is.na(p)] <- "untested"
  if (any(has_margin(x))) refine_outcomes(x, outcome, good < 0) else outcome
}

# The answers to a comparison with a margin, in the column `answer`. "not better" is "not worse"
# seen from the reference: neither is by more than the margin.
answer_words <- c(
  better_much = "better by more than the margin", better = "better",
  better_little = "better, but by less than the margin", equivalent = "equivalent",
  not_worse = "not worse", not_better = "not better",
  worse_little = "worse, but by less than the margin", worse = "worse",
  worse_much = "worse by more than the margin", open = "undecided", untested = "not comparable"
)

refine_outcomes <- function(x, outcome, low_is_better) {
  level <- significance_level(x)
  shown <- function(p) !is.na(p) & p < level
  holds <- function(fact) !is.na(fact) & fact
  not_worse <- shown(x$adj.p.noninferior)
  not_better <- holds(ifelse(low_is_better, x$adj.conf.low > x$margin.low, x$adj.conf.high < x$margin.high))
  much_worse <- holds(ifelse(low_is_better, x$adj.conf.low > x$margin.high, x$adj.conf.high < x$margin.low))
  undecided <- outcome %in% c("open", "untested")
  better <- outcome == "better"
  worse <- outcome == "worse"
  outcome[undecided & not_better] <- "not_better"
  outcome[undecided & not_worse] <- "not_worse"
  outcome[undecided & not_better & not_worse] <- "equivalent"
  outcome[better & not_better] <- "better_little"
  outcome[worse & not_worse] <- "worse_little"
  outcome[better & shown(x$adj.p.superior)] <- "better_much"
  outcome[worse & much_worse] <- "worse_much"
  outcome
}

has_margin <- function(x) {
  if (!all(c("margin.low", "margin.high") %in% names(x))) {
    return(logical(nrow(x)))
  }
  !is.na(x$margin.low) | !is.na(x$margin.high)
}

is_better <- function(outcome) startsWith(outcome, "better")

is_worse <- function(outcome) startsWith(outcome, "worse")

is_decided <- function(outcome) is_better(outcome) | is_worse(outcome)

# What was asked and not answered, in the words of a tally: c(equivalent = "equivalent", ...).
undecided_kinds <- function(x) {
  words <- better_words(x)
  c(
    equivalent = "equivalent", not_worse = paste("not", words[["worse"]]),
    not_better = paste("not", words[["better"]]), open = sub("^are ", "", undecided_words(x)),
    untested = "not comparable"
  )
}

# A result of comparisons with margins, with the answers.
with_answers <- function(x) {
  margin <- has_margin(x)
  if (any(margin)) x$answer <- ifelse(margin, answers_of(x), NA_character_)
  x
}

answers_of <- function(x) {
  answer <- unname(answer_words[outcomes(x)])
  neither <- metric_directions(x) == 0
  answer[neither] <- sub("worse", "lower", sub("better", "higher", answer[neither]))
  answer
}

# As narrow as a column of a table needs it.
short_answers <- function(x) {
  short <- sub(", but by less than the margin", " by < margin", answers_of(x), fixed = TRUE)
  sub(" by more than the margin", " by > margin", short, fixed = TRUE)
}

decisive_p <- function(x) ifelse(is.na(x$adj.p.value), x$p.value, x$adj.p.value)

decisive_log_p <- function(x) ifelse(is.na(x$adj.p.value), x$log.p.value, x$log.adj.p.value)

say_decisive_p <- function(x) say_p(decisive_p(x), decisive_log_p(x), levels_of(verdict_info(x)))

significance_level <- function(x) 1 - max(verdict_info(x)$conf.level)

# Of results that were bound there may be several.
levels_of <- function(info) 1 - info$conf.level

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

max_named <- 6

describe_pair <- function(x) {
  x <- with_labels(x)
  if (!is.na(x$class[1])) {
    return(describe_classes(x))
  }
  # Results that were bound may say something of one pair twice.
  vapply(seq_len(nrow(x)), function(i) describe_overall(x[i, ]), "")
}

pair_heading <- function(x) {
  classes <- if (!is.na(x$class[1])) paste0(", ", count_of(nrow(x), "class", "classes"))
  paste0(capitalise(metric_phrase(x)), ", ", who_is_shown(x), " (", label_measure(x$measure[1]), classes, ")")
}

metric_phrase <- function(x) {
  of_ranks <- if (x$measure[1] %in% "rank_difference") "mean rank of "
  paste0(of_ranks, average_word(x$average[1]), metric_labels(x)[1])
}

better_words <- function(x) {
  undirected <- metric_directions(x)[1] == 0
  if (undirected) c(better = "higher", worse = "lower") else c(better = "better", worse = "worse")
}

undecided_words <- function(x) {
  if (identical(verdict_info(x)$alternative, "two.sided")) {
    "are not distinguishable"
  } else {
    "are not shown to differ in the direction tested"
  }
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
    c(paste(both, undecided_words(x)), open_words(x))
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
    paste0(before, " ", count_of(nrow(part), "class", "classes"), reason, ": ", and_list(part$class, max_named), ".")
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
  paste0(count_of(nrow(rows), "class", "classes"), after, ": ", list)
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
  unadjusted <- sub("^p = ", "", say_p(x$p.value, x$log.p.value, levels_of(verdict_info(x))))
  unadjusted <- sub("^p ", "", unadjusted)
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
