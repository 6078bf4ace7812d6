# The conclusion of a verdict in words: a title, a headline, a section for accuracy
# and one for each metric, and what decided.

verdict_text <- function(x) {
  x <- with_said_labels(x)
  info <- verdict_info(if (nrow(x$overall)) x$overall else x$comparison)
  all <- claimed_rows(x)
  alike <- identical_pairs(all)
  shown <- all[!pair_of(all) %in% pair_of(alike), ]
  many <- length(unique(pair_of(shown))) > most_pairs
  parts <- verdict_parts(shown)
  describe <- if (many) describe_many else describe_pairs
  sections <- lapply(parts, function(rows) c(describe_first(rows, x$ranking), describe(rows, x)))
  names(sections) <- vapply(parts, metric_heading, "")
  list(
    title = verdict_title(all, info),
    headline = paste(c(verdict_headline(x, parts), say_identical(alike)), collapse = " "),
    sections = sections,
    cautions = c(
      header_prevalence(info$units, row_prevalence(x$comparison)),
      if (length(parts)) true_minus(header_margin(shown)), say_more_rows(parts, info),
      info$estimator, caution_few(info), caution_left_out(info$units), caveats_of(info$units),
      if (length(stats::na.omit(unique(all$class))) > 1) positive_hint(info$units),
      if (many) "All pairs: the elements `overall`, `comparison` and `global` of the result.",
      if (length(parts)) verdict_basis(x, shown)
    ),
    more = if (length(parts)) "More: summary()."
  )
}

with_said_labels <- function(x) {
  tables <- c("overall", "comparison", "assessment")
  x[tables] <- lapply(x[tables], with_labels)
  x$global[c("classifier", "reference")] <- lapply(x$global[c("classifier", "reference")], say_label)
  x
}

# What is over all, then each metric by class.
verdict_parts <- function(rows) split_rows(rows, paste(rows$metric, is.na(rows$class)))

# The verdict in one sentence, with the figures that carry it.
verdict_sentence <- function(x) {
  x <- with_said_labels(x)
  all <- claimed_rows(x)
  alike <- identical_pairs(all)
  parts <- verdict_parts(all[!pair_of(all) %in% pair_of(alike), ])
  if (length(parts)) verdict_headline(x, parts, figures = TRUE) else say_identical(alike)
}

# Of what is over all (or on one class only) the first metric that leaves a pair open: how many rows would show a
# difference that matters, that of the margin, or else of two points, at the level at which this verdict judges.
say_more_rows <- function(parts, info) {
  units <- info$units
  clustered <- isTRUE(units$clustered)
  n <- if (clustered) units$n_clusters else units$n
  open <- lapply(parts, open_rows)
  first <- which(vapply(open, nrow, 0L) > 0)[1]
  if (is.na(n) || is.na(first) || !all(vapply(designs_of(units), has_independent_units, NA))) {
    return(NULL)
  }
  rows <- open[[first]]
  alpha <- if (is.na(info$local)) 1 - info$conf.level else info$local
  sides <- n_sides(info$alternative)
  say_rows_needed(
    rows, n, if (clustered) units$unit else units$row, gap = relevant_difference(rows[1, ]),
    tail = alpha / sides, about = if (length(parts) > 1) paste0(" in ", metric_labels(rows)[1])
  )
}

# What a part with one comparison a pair could not tell.
open_rows <- function(rows) {
  rows[!anyDuplicated(pair_of(rows)) & outcomes(rows) == "open" & !is.na(rows$std.error), ]
}

# On the linear scale.
relevant_difference <- function(row) {
  relative <- is_relative(row$measure)
  ends <- if (has_margin(row)) c(row$margin.low, row$margin.high) else if (relative) 1.02 else 0.02
  max(abs(if (relative) log(ends) else ends), na.rm = TRUE)
}

# Pairs (a row each) whose predictions are the same as far as anything was asked of them.
identical_pairs <- function(all) {
  same <- says_alike(all$status)
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

# The same key, whichever of the two is the reference, in any locale.
unordered_pair_of <- function(x) {
  a <- as.character(x$classifier)
  b <- as.character(x$reference)
  names <- sort(unique(c(a, b)), method = "radix")
  first <- match(a, names) < match(b, names)
  paste(ifelse(first, a, b), ifelse(first, b, a), sep = "\r")
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

# "0.03 for the headline (1 test), 0.02 for the details (9 tests, max-T)"
say_levels <- function(levels) {
  how <- ifelse(levels$n.tests > 1, paste0(", ", label_adjustment(levels$p.adjust.method)), "")
  tests <- paste0("(", count_of(levels$n.tests, "test"), how, ")")
  if (nrow(levels) == 1) {
    return(tests)
  }
  and_list(paste(short_number(signif(levels$level, 2)), "for the", levels$part, tests))
}

verdict_adjustment <- function(x) {
  if (nrow(x$levels) == 1 || all(x$levels$p.adjust.method == "none")) {
    return(adjustment_words(verdict_info(if (nrow(x$overall)) x$overall else x$comparison)))
  }
  paste0("p-values adjusted together, at the level ", say_levels(x$levels))
}

# What decided, in one line; summary() says it at length.
verdict_basis <- function(x, shown) {
  info <- verdict_info(shown)
  level <- short_number(significance_level(shown))
  alone <- nrow(x$levels) == 1 && x$levels$n.tests == 1
  if (alone || all(x$levels$p.adjust.method == "none")) {
    adjusted <- if (!alone) ", p-values not adjusted"
    return(paste0("Level ", level, adjusted, "; ", and_list(format_percent(info$conf.level)), " intervals."))
  }
  paste0(
    "Level ", level, if (nrow(x$levels) > 1) " in all: " else " ", say_levels(x$levels),
    "; an interval excludes equality just where a difference is shown."
  )
}

# One pair: the answer, metrics with the same one together. More: the best, and whom it beats.
verdict_headline <- function(x, parts, figures = FALSE) {
  if (length(parts) == 0) {
    return(NULL)
  }
  first <- parts[[1]]
  if (length(unique(pair_of(first))) > 1) {
    return(headline_best(first, x))
  }
  metrics <- vapply(parts, metric_phrase, "")
  overall <- is.na(first$class[1])
  if (overall && figures && outcomes(first) != "untested") {
    metrics[1] <- paste0(metrics[1], " (", overall_figures(first), ")")
  }
  answers <- vapply(parts, headline_answer, "")
  same <- split(seq_along(parts), factor(answers, unique(answers)))
  named <- vapply(same, function(at) and_list(metrics[at]), "")
  found <- vapply(same, function(at) paste(tally(parts[[at[1]]])), "")
  said <- paste("in", named, "it is", found)
  said[1] <- if (overall) {
    headline_pair(first, named[[1]])
  } else {
    paste0("In ", named[[1]], " ", first$classifier[1], " is, against ", first$reference[1], ", ", found[[1]])
  }
  paste0(paste(said, collapse = "; "), ".")
}

# The same where the headline says the same of two metrics.
headline_answer <- function(part) {
  paste(tally(part), if (nrow(part) == 1) outcomes(part))
}

headline_pair <- function(row, metrics) {
  outcome <- outcomes(row)
  words <- better_words(row)
  than <- switch(outcome,
    equivalent = "is equivalent to", not_worse = paste("is not", words[["worse"]], "than"),
    not_better = paste("is not", words[["better"]], "than"), untested = "could not be compared with",
    open = "is not distinguishable from", paste("is", words[[if (is_better(outcome)) "better" else "worse"]], "than")
  )
  after <- switch(outcome_size(outcome), much = by_much, little = but_small)
  paste0(row$classifier, " ", than, " ", row$reference, " in ", metrics, after)
}

tally <- function(pair) {
  outcome <- outcomes(pair)
  kinds <- c(better_words(pair), undecided_kinds(pair))
  counts <- c(
    sum(is_better(outcome)), sum(is_worse(outcome)),
    vapply(names(undecided_kinds(pair)), function(kind) sum(outcome == kind), 0L)
  )
  if (nrow(pair) == 1) {
    return(kinds[counts > 0])
  }
  said <- paste(kinds, "on", counts)[counts > 0]
  paste(and_list(said), "of", count_slices(pair))
}

# By the first metric; over classes there is no best of all.
headline_best <- function(rows, x) {
  if (!is.na(rows$class[1]) && length(unique(rows$class)) > 1) {
    return(paste0(count_pairs(rows, "comparison"), " See below for each ", axis_of(rows), "."))
  }
  best <- best_of(rows, x)
  if (length(best) == 0) {
    return(paste0("No classifier could be assessed in ", metric_phrase(rows), "."))
  }
  values <- values_of(rows, x)
  parts <- against_focus(rows, best, max_named)
  extreme <- if (metric_directions(rows)[1] < 0) "lowest" else "highest"
  paste0(
    best, " has the ", extreme, " ", metric_phrase(rows), " (",
    true_minus(format_number(values$estimate[values$classifier == best])), ")",
    if (length(parts) > 0) ": ", paste(parts, collapse = ", "), "."
  )
}

metric_heading <- function(rows) {
  tests <- by_metric(rows, "method")
  metric <- capitalise(metric_phrase(rows))
  if (is.na(rows$class[1])) {
    return(paste0(metric, " (", tests, ", ", label_measure(rows$measure[1]), ")"))
  }
  where <- if (length(unique(rows$class)) == 1) paste(" on", rows$class[1]) else paste(" by", axis_of(rows))
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
      return(describe_briefly(pairs[[i]], global[i, ]))
    }
    c(
      if (by_class) global_words(pairs[[i]], global[i, ]),
      describe_pair(pairs[[i]])
    )
  })
  unlist(lines)
}

# All classes together, and how that fits with the single ones.
global_words <- function(pair, global) {
  if (global$n_classes < 2) {
    return(NULL)
  }
  alone <- any(is_decided(outcomes(pair)))
  who <- paste(global$classifier, "and", global$reference)
  p <- paste0(" (", say_p(global$adj.p.value, global$log.adj.p.value, levels_of(verdict_info(pair))), ")")
  together <- paste0(count_slices(pair, global$n_classes), " together: ")
  if (!is.na(global$adj.p.value) && global$adj.p.value < significance_level(pair)) {
    rest <- if (!alone) paste(", but no single", axis_of(pair), "shows it by itself")
    paste0(together, who, " differ on at least one ", axis_of(pair), p, rest, ".")
  } else {
    rest <- if (alone) paste(";", "single", axis_plural(axis_of(pair)), "show one by themselves")
    paste0(together, "no difference between ", who, " is shown", p, rest, ".")
  }
}

describe_briefly <- function(pair, global) {
  outcome <- outcomes(pair)
  words <- better_words(pair)
  kinds <- undecided_kinds(pair)
  named <- function(at, word) {
    if (any(at)) paste0(word, if (nrow(pair) > 1) paste(" on", and_list(pair$class[at], max_named)))
  }
  counted <- function(which) {
    n <- sum(outcome == which)
    if (n > 0) paste0(kinds[[which]], if (nrow(pair) > 1) paste(" on", count_slices(pair, n)))
  }
  together <- say_p(global$adj.p.value, global$log.adj.p.value, levels_of(verdict_info(pair)))
  parts <- c(
    named(is_better(outcome), words[["better"]]), named(is_worse(outcome), words[["worse"]]),
    unlist(lapply(names(kinds), counted))
  )
  paste0(
    label_pair(pair)[1],
    if (global$n_classes > 1) paste0(" (all ", axis_plural(axis_of(pair)), ": ", together, ")"), ": ",
    paste(parts, collapse = "; "), "."
  )
}

# What the two kinds of p-values are about.
caution_global <- function(x) {
  global <- x$global[x$global$n_classes > 1, ]
  if (nrow(global) == 0) {
    return(NULL)
  }
  slices <- axis_plural(axis_of(x$comparison))
  paste0(
    "The p-value of all ", slices, " together says whether there is a difference (", global$method[1],
    "), those of single ", slices, " say where."
  )
}
