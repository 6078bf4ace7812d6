# An omnibus test in words.

# `two`: classifiers, not more.
describe_omnibus <- function(x, two = FALSE) {
  if (identical(verdict_info(x)$over, "groups")) {
    return(describe_over_groups(x))
  }
  if (varies(x$classifier)) {
    return(describe_tested_pairs(x))
  }
  outcome <- ifelse(is.na(decisive_p(x)), "untested", ifelse(is_significant(x), "differ", "open"))
  if (!is.na(x$class[1])) {
    return(describe_tests(x, outcome, two))
  }
  said <- vapply(seq_len(nrow(x)), function(i) describe_one_test(x[i, ], outcome[i], two), "")
  # Results that were bound may have several tests of one question.
  if (varies(x$method)) paste0(x$method, ": ", lower_first(said)) else said
}

# Tests of several pairs: each by itself, or how many of many differ.
describe_tested_pairs <- function(x) {
  parts <- split_rows(x, x$classifier)
  who <- vapply(parts, function(part) part$classifier[1], "", USE.NAMES = FALSE)
  if (length(parts) > most_pairs) {
    least <- vapply(parts, function(part) suppressWarnings(min(decisive_p(part), na.rm = TRUE)), 0)
    n <- sum(least < significance_level(x))
    return(paste0(
      n, " of ", count_of(length(parts), "pair"), " differ",
      if (n > 0) paste0(", most clearly ", who[which.min(least)]), "."
    ))
  }
  said <- lapply(parts, function(part) lower_first(describe_omnibus(part, two = TRUE)))
  unlist(Map(function(who, text) paste0(who, ": ", text), who, said), use.names = FALSE)
}

lower_first <- function(text) paste0(lower_ascii(substr(text, 1, 1)), substr(text, 2, nchar(text)))

# "The difference is not the same in all sites (p = 0.02)."; of a change of sign the two groups.
describe_over_groups <- function(x) {
  shown <- is_significant(x)
  of_sign <- x$method.id %in% c("sign_range", "gail_simon")
  nouns <- group_nouns(result_units(x)$by)
  text <- ifelse(of_sign,
    ifelse(shown, paste0(
      "the difference changes its sign: ", say_label(x$ahead), " is the higher one in ",
      quote_label(x$highest), ", the lower one in ", quote_label(x$lowest)
    ), "no change of sign is shown"),
    ifelse(
      shown, paste("the difference is not the same in all", nouns),
      paste("no change of the difference between", nouns, "is shown")
    )
  )
  text <- ifelse(is.na(decisive_p(x)), paste("could not be tested:", x$note), paste0(text, " (", row_p(x), ")"))
  if (nrow(x) == 1) capitalise(paste0(text, ".")) else paste0(metric_labels(x), " of ", x$classifier, ": ", text, ".")
}

describe_one_test <- function(x, outcome, two) {
  if (is_over_classes(x)) {
    side <- if (verdict_info(x)$alternative != "two.sided") " in the direction tested"
    axis <- slice_noun(x)
    shown <- paste0("difference", side, " is shown on ")
    where <- c(differ = paste0("A ", shown, "at least one ", axis), open = paste0("No ", shown, "any ", axis))
    if (outcome != "untested") return(paste0(where[[outcome]], " (", row_p(x), ")."))
  }
  switch(outcome,
    differ = paste0(
      if (two) "They differ (" else "Not all are equal: at least one differs from another (", row_p(x), ")."
    ),
    open = paste0("No difference is shown (", row_p(x), ")."),
    untested = paste0("Could not be tested: ", row_reason(x), ".")
  )
}

describe_tests <- function(x, outcome, two) {
  say <- function(which, before, items = row_p) {
    rows <- x[outcome == which, ]
    rows <- rows[order(decisive_p(rows), rows$log.p.value), ]
    if (nrow(rows) > 0) paste0(before, " ", name_classes(rows, items), ".")
  }
  c(
    say("differ", if (two) "They differ on" else "Not all are equal on"),
    say("open", "No difference is shown on"),
    say("untested", "Could not be tested on", row_reason)
  )
}

# Which rows are the comparisons of the test of all in a metric.
are_beside <- function(rows, x, metric) {
  rates <- is.na(metric) || verdict_info(x)$over == "metrics"
  if (rates) canonical_metric(rows$metric) %in% both_rates else rows$metric == metric
}

both_rates <- c("recall", "specificity")

# In a verdict, beside its pairs: "All 4 classifiers taken together: no difference is shown (p = 0.08, Friedman)."
describe_beside <- function(v) {
  x <- v$omnibus
  judged <- v$together
  if (is.null(x) || is.null(judged)) {
    return(NULL)
  }
  info <- verdict_info(v$comparison)
  rates <- verdict_info(x)$over == "metrics"
  n <- length(result_units(x)$classifiers)
  all <- paste(n, "classifiers")
  who <- if (rates) {
    paste0("Sensitivity and specificity", if (n > 2) paste(" of all", all))
  } else {
    paste("All", all)
  }
  about <- if (nrow(x) > 1) paste(" in", metric_labels(x))
  p <- say_p(judged$adj.p.value, judged$log.adj.p.value, levels_of(info))
  alone <- say_p(judged$p.value, judged$log.p.value, levels_of(info))
  level <- 1 - max(info$conf.level)
  differ <- judged$adj.p.value < level
  rows <- claimed_rows(v)
  beside <- lapply(as.character(x$metric), function(metric) if (rates) rows else rows[are_beside(rows, x, metric), ])
  holds <- vapply(beside, say_hold, "", "above")
  found <- if (rates) {
    if (n > 2) "not all are equal" else "a difference in at least one"
  } else {
    paste0("not all are equal", ifelse(nzchar(holds), "", ", but which differ is undecided"))
  }
  by <- paste0(" (", p, ", ", x$method, ")")
  told <- ifelse(differ, paste0(found, by), paste0("no difference is shown", by, holds))
  told <- ifelse(is.na(judged$p.value), row_reason(x), ifelse(is.na(judged$adj.p.value), alone, told))
  paste0(who, " taken together", about, ": ", told, ".")
}

# What all together do not show takes nothing from what is shown by itself; "" where nothing is.
say_hold <- function(rows, where) {
  if (!any(is_decided(outcomes(rows)))) {
    return("")
  }
  paste0("; what is shown ", where, " holds", if (is_adjusted(verdict_info(rows))) ", as it is adjusted for all tests")
}

omnibus_cautions <- function(x) {
  info <- verdict_info(x)
  c(
    decided_by(x, adjustment_words(info)), which_classes(x),
    if (identical(info$over, "groups")) paste0(
      "Where they differ says compare_classifiers(over = \"groups\"). That no difference between ",
      group_nouns(info$units$by), " is shown is not evidence that there is none."
    ) else paste(
      "That not all are equal does not say which differ, or by how much: compare_classifiers()",
      "does. No evidence of a difference is not evidence that there is none."
    ),
    caution_labels(info$units), caution_data(x), caution_tests(x)
  )
}
