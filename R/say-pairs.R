# What a comparison says, row by row and pair by pair: the ground of summary()
# and of verdict().

# One of: "better", "worse" (the adjusted p-value decides, the sign of the
# estimate and the metric's good side say which), "small" (no difference shown,
# and the interval excludes any larger than `small`), "open" (no difference
# shown, none excluded), "untested". For a metric without a good side "better" is
# higher.
outcomes <- function(x, small) {
  p <- decisive_p(x)
  good <- metric_directions(x)
  side <- sign(x$estimate - null_value(x$measure)) * ifelse(good == 0, 1, good)
  differs <- !is.na(p) & p < significance_level(x)
  outcome <- ifelse(is_small(x, small), "small", "open")
  outcome[differs & side > 0] <- "better"
  outcome[differs & side < 0] <- "worse"
  outcome[is.na(p)] <- "untested"
  outcome
}

decisive_p <- function(x) ifelse(is.na(x$adj.p.value), x$p.value, x$adj.p.value)

significance_level <- function(x) 1 - max(verdict_info(x)$conf.level)

is_small <- function(x, small) {
  relative <- is_relative(x$measure)
  low <- ifelse(relative, 1 / (1 + small), -small)
  high <- ifelse(relative, 1 + small, small)
  from <- shown_low(x)
  to <- shown_high(x)
  !is.na(from) & !is.na(to) & from >= low & to <= high
}

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

describe_pair <- function(x, small) {
  x <- with_labels(x)
  if (is.na(x$class[1])) describe_overall(x, small) else describe_classes(x, small)
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

describe_overall <- function(x, small) {
  outcome <- outcomes(x, small)
  places <- value_places(x)
  figures <- paste0(
    fixed(x$estimate.classifier, places), " vs ", fixed(x$estimate.reference, places),
    ", ", label_measure(x$measure), " ", row_figures(x)
  )
  pair <- paste(x$classifier, "and", x$reference)
  metric <- metric_phrase(x)
  switch(outcome,
    better = ,
    worse = paste0(
      x$classifier, " is ", better_words(x)[[outcome]], " than ", x$reference,
      if (is_small(x, small)) but_small, ": ", metric, " ", figures, "."
    ),
    small = paste0(
      pair, " ", undecided_words(x), " in ", metric, ", and any difference is small: ", figures, "."
    ),
    open = paste0(
      pair, " ", undecided_words(x), " in ", metric,
      ", and a difference cannot be ruled out yet: ", figures, "."
    ),
    untested = paste0(pair, " could not be compared in ", metric, ": ", row_reason(x), ".")
  )
}

describe_classes <- function(x, small) {
  outcome <- outcomes(x, small)
  outcome <- paste0(outcome, ifelse(outcome %in% c("better", "worse") & is_small(x, small), " by little", ""))
  words <- better_words(x)
  pair <- paste(x$classifier[1], "and", x$reference[1])
  undecided <- paste(pair, undecided_words(x), "on")
  say <- function(which, before, after = "") {
    rows <- x[outcome == which, ]
    rows <- rows[order(decisive_p(rows), rows$log.p.value), ]
    if (nrow(rows) > 0) paste0(before, " ", name_classes(rows, row_figures, after), ".")
  }
  than <- function(which) paste(x$classifier[1], "is", words[[which]], "than", x$reference[1], "on")
  c(
    say("better", than("better")),
    say("better by little", than("better"), but_small),
    say("worse", than("worse")),
    say("worse by little", than("worse"), but_small),
    say("small", undecided, ", and any difference is small"),
    say("open", undecided, ", and a difference cannot be ruled out yet"),
    describe_untested(x[outcome == "untested", ], paste(pair, "could not be compared on"))
  )
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

# An interval that is missing is left out rather than shown as NA.
row_figures <- function(x) {
  low <- shown_low(x)
  high <- shown_high(x)
  interval <- format_interval(low, high, is_relative(x$measure), x$estimate)
  paste0(
    format_number(x$estimate, low, high), ifelse(is.na(low) & is.na(high), "", paste0(" ", interval)),
    ", ", row_p(x)
  )
}

# "p = 0.012", or "p = 0.06, 0.012 unadjusted" where that makes the difference
row_p <- function(x) {
  alone <- !is.na(x$adj.p.value) & x$p.value < significance_level(x) &
    x$adj.p.value >= significance_level(x)
  unadjusted <- sub("^p = ", "", say_p(x$p.value))
  unadjusted <- sub("^p ", "", unadjusted)
  paste0(say_p(decisive_p(x)), ifelse(alone, paste0(", ", unadjusted, " unadjusted"), ""))
}

row_reason <- function(x) ifelse(is.na(x$note), "no p-value", x$note)
