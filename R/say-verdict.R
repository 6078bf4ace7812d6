# The conclusion of a verdict in words: a title, a headline, a section for accuracy
# and one for each metric, and what decided.

verdict_text <- function(x) {
  tables <- c("overall", "comparison", "assessment")
  x[tables] <- lapply(x[tables], with_labels)
  x$global[c("classifier", "reference")] <- lapply(x$global[c("classifier", "reference")], say_label)
  info <- verdict_info(x$comparison)
  all <- claimed_rows(x)
  alike <- identical_pairs(all)
  shown <- all[!pair_of(all) %in% pair_of(alike), ]
  many <- length(unique(pair_of(shown))) > most_pairs
  parts <- split_rows(shown, paste(shown$metric, is.na(shown$class)))
  describe <- if (many) describe_many else describe_pairs
  sections <- lapply(parts, function(rows) c(describe_first(rows, x$ranking), describe(rows, x)))
  names(sections) <- vapply(parts, metric_heading, "")
  list(
    title = verdict_title(all, info),
    headline = paste(c(if (length(parts)) verdict_headline(x, parts), say_identical(alike)), collapse = " "),
    sections = sections,
    cautions = c(
      header_prevalence(info$units, row_prevalence(x$comparison)),
      if (length(parts)) caution_decision(shown, verdict_adjustment(info)),
      say_more_rows(parts, info, x$small), caution_global(x), info$estimator, caution_few(info), caveats_of(info$units),
      if (many) "All pairs: the elements `overall`, `comparison` and `global` of the result."
    )
  )
}

# More pairs than this are not described one by one.
most_pairs <- 6

# For one pair whose first comparison is open: how many rows would show a difference that matters.
say_more_rows <- function(parts, info, small) {
  row <- if (length(parts)) parts[[1]]
  if (NROW(row) != 1 || outcomes(row, small) != "open" || is.na(row$std.error)) {
    return(NULL)
  }
  units <- info$units
  if (!all(vapply(designs_of(units), grows, NA))) {
    return(NULL)
  }
  clustered <- isTRUE(units$clustered)
  margin <- if (row$measure == "difference") small else log1p(small)
  n <- if (clustered) units$n_clusters else units$n
  if (!is.na(n)) say_rows_needed(row, n, if (clustered) units$unit else units$row, margin = margin)
}

# Pairs (a row each) whose predictions are the same as far as anything was asked of them.
identical_pairs <- function(all) {
  same <- all$note %in% status_words[c("identical", "no_discordant")]
  pair <- pair_of(all)
  alike <- !pair %in% pair[!same]
  all[alike & !duplicated(pair), ]
}

say_identical <- function(alike) {
  if (nrow(alike) == 0) {
    return(NULL)
  }
  pairs <- paste(alike$classifier, "and", alike$reference)
  paste0(
    if (nrow(alike) > 1) "These pairs have the same results, so that there is nothing to compare: ",
    paste(c(pairs[seq_len(min(nrow(alike), max_named))], if (nrow(alike) > max_named) {
      paste(format_count(nrow(alike) - max_named), "more pairs")
    }), collapse = "; "),
    if (nrow(alike) == 1) " have the same results, so that there is nothing to compare", "."
  )
}

pair_of <- function(x) paste(x$classifier, x$reference, sep = "\r")

# All comparisons once: those over all, then those in detail.
claimed_rows <- function(x) rbind(x$overall, only_detail(x))

# The comparisons in detail that are not among those over all.
only_detail <- function(x) {
  key <- function(x) paste(x$metric, x$class, pair_of(x), sep = "\r")
  x$comparison[!key(x$comparison) %in% key(x$overall), ]
}

verdict_title <- function(all, info) {
  units <- info$units
  paste0(
    "Verdict on ", who_is_shown(all), if (!is.na(units$n_rows[1])) {
      paste0(": ", count_of(units$n_rows, units$row), weight_words(units))
    },
    if (isTRUE(units$clustered)) paste(" of", count_of(units$n_clusters, units$unit)),
    if (length(units$classes)) paste0(", ", count_of(length(units$classes), "class", "classes")),
    if (length(units$positive)) paste0(" (positive: ", say_label(units$positive), ")")
  )
}

verdict_adjustment <- function(info) {
  if (!is_adjusted(info)) {
    return("p-values not adjusted")
  }
  paste0(
    "p-values adjusted together over ", count_of(info$family, "test"), " (",
    label_adjustment(info$p.adjust.method), ")"
  )
}

# One pair: what it comes to. More: the best, and whom it beats.
verdict_headline <- function(x, parts) {
  first <- parts[[1]]
  if (length(unique(pair_of(first))) > 1) {
    return(headline_best(first, x))
  }
  said <- vapply(parts, function(part) paste0("in ", metric_phrase(part), " it is ", tally(part, x$small)), "")
  if (is.na(first$class[1])) said[1] <- headline_pair(first, x$small)
  who <- paste("In \\1", first$classifier[1], "is, against", first$reference[1], ",")
  said[1] <- sub("^in (.*) it is", who, said[1])
  paste0(paste(sub(" ,", ",", said, fixed = TRUE), collapse = "; "), ".")
}

headline_pair <- function(row, small) {
  than <- switch(outcomes(row, small),
    better = , worse = paste("is", better_words(row)[[outcomes(row, small)]], "than"),
    untested = "could not be compared with", "is not distinguishable from"
  )
  paste(row$classifier, than, row$reference, "in", metric_phrase(row))
}

tally <- function(pair, small) {
  outcome <- outcomes(pair, small)
  words <- better_words(pair)
  counts <- c(
    sum(outcome == "better"), sum(outcome == "worse"), sum(outcome %in% c("small", "open")),
    sum(outcome == "untested")
  )
  kinds <- c(words, sub("^are ", "", undecided_words(pair)), "not comparable")
  if (nrow(pair) == 1) {
    return(kinds[counts > 0])
  }
  said <- paste(kinds, "on", counts)[counts > 0]
  paste(and_list(said), "of", count_of(nrow(pair), "class", "classes"))
}

# By the first metric; over classes there is no best of all.
headline_best <- function(rows, x) {
  if (!is.na(rows$class[1]) && length(unique(rows$class)) > 1) {
    return(paste0(count_pairs(rows, x$small, "comparison"), " See below for each class."))
  }
  best <- best_of(rows, x)
  if (length(best) == 0) {
    return(paste0("No classifier could be assessed in ", metric_phrase(rows), "."))
  }
  values <- values_of(rows, x)
  outcome <- outcomes(rows, x$small)
  against <- function(first, second, words) {
    others <- c(
      rows$reference[rows$classifier == best & outcome %in% first],
      rows$classifier[rows$reference == best & outcome %in% second]
    )
    if (length(others) > 0) paste(words, and_list(others, max_named))
  }
  undecided <- c("small", "open", "untested")
  parts <- c(
    against("better", "worse", paste(better_words(rows)[["better"]], "than")),
    against(undecided, undecided, "not distinguishable from")
  )
  extreme <- if (metric_directions(rows)[1] < 0) "lowest" else "highest"
  paste0(
    best, " has the ", extreme, " ", metric_phrase(rows), " (",
    format_number(values$estimate[values$classifier == best]), ")",
    if (length(parts) > 0) ": ", paste(parts, collapse = ", "), "."
  )
}

metric_heading <- function(rows) {
  tests <- by_metric(rows, "method")
  metric <- capitalise(metric_phrase(rows))
  if (is.na(rows$class[1])) {
    return(paste0(metric, " (", tests, ", ", label_measure(rows$measure[1]), ")"))
  }
  where <- if (length(unique(rows$class)) == 1) paste(" on", rows$class[1]) else " by class"
  paste0(metric, where, " (", tests, ", ", label_measure(rows$measure[1]), ")")
}

# Of three or more classifiers: who may be the best.
describe_first <- function(rows, ranking) {
  part <- ranking[ranking$metric %in% rows$metric[1] & is.na(rows$class[1]), ]
  if (NROW(part) > 2) paste0(who_is_first(part, capitalise), ".")
}

# A pair or two in full, more of them in one line each: summary() has the figures.
describe_pairs <- function(rows, x) {
  pairs <- split_pairs(rows)
  global <- x$global[x$global$metric == rows$metric[1], ]
  global <- global[match(vapply(pairs, function(pair) pair_of(pair)[1], ""), pair_of(global)), ]
  by_class <- !is.na(rows$class[1])
  lines <- lapply(seq_along(pairs), function(i) {
    if (by_class && length(pairs) > 2) {
      return(describe_briefly(pairs[[i]], global[i, ], x$small))
    }
    c(
      if (by_class) global_words(pairs[[i]], global[i, ], x$small),
      describe_pair(pairs[[i]], x$small)
    )
  })
  unlist(lines)
}

# All classes together, and how that fits with the single ones.
global_words <- function(pair, global, small) {
  if (global$n_classes < 2) {
    return(NULL)
  }
  alone <- any(outcomes(pair, small) %in% c("better", "worse"))
  who <- paste(global$classifier, "and", global$reference)
  p <- paste0(" (", say_p(global$adj.p.value), ")")
  together <- paste0(count_of(global$n_classes, "class", "classes"), " together: ")
  if (!is.na(global$adj.p.value) && global$adj.p.value < significance_level(pair)) {
    rest <- if (!alone) ", but no single class shows it by itself"
    paste0(together, who, " differ on at least one class", p, rest, ".")
  } else {
    rest <- if (alone) "; single classes show one by themselves"
    paste0(together, "no difference between ", who, " is shown", p, rest, ".")
  }
}

describe_briefly <- function(pair, global, small) {
  outcome <- outcomes(pair, small)
  words <- better_words(pair)
  named <- function(which, word) {
    at <- outcome == which
    if (any(at)) paste0(word, if (nrow(pair) > 1) paste(" on", and_list(pair$class[at], max_named)))
  }
  counted <- function(which, word) {
    n <- sum(outcome %in% which)
    if (n > 0) paste0(word, if (nrow(pair) > 1) paste(" on", count_of(n, "class", "classes")))
  }
  parts <- c(
    named("better", words[["better"]]), named("worse", words[["worse"]]),
    counted(c("small", "open"), sub("^are ", "", undecided_words(pair))),
    counted("untested", "not comparable")
  )
  paste0(
    label_pair(pair)[1], if (global$n_classes > 1) paste0(" (all classes: ", say_p(global$adj.p.value), ")"), ": ",
    paste(parts, collapse = "; "), "."
  )
}

# What the two kinds of p-values are about.
caution_global <- function(x) {
  global <- x$global[x$global$n_classes > 1, ]
  if (nrow(global) == 0) {
    return(NULL)
  }
  paste0(
    "The p-value of all classes together says whether there is a difference (", global$method[1],
    "), those of single classes say where", if (is_adjusted(verdict_info(x$comparison))) {
      ": they are adjusted for their number"
    }, "."
  )
}
