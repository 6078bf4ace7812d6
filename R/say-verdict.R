# The conclusion of a verdict in words: a title, a headline, a section for accuracy
# and one for each metric, and what decided.

verdict_text <- function(x) {
  info <- verdict_info(x$comparison)
  tables <- c("overall", "comparison", "assessment")
  x[tables] <- lapply(x[tables], with_labels)
  x$global[c("classifier", "reference")] <- lapply(x$global[c("classifier", "reference")], say_label)
  many <- nrow(x$overall) > most_pairs
  describe <- if (many) describe_many else describe_pairs
  overall <- list(describe(x$overall, x))
  names(overall) <- paste0(
    "Accuracy (", by_metric(x$overall, "method"), ", ", verdict_info(x$overall)$interval,
    " interval)"
  )
  new <- new_rows(x)
  metrics <- split_rows(new, new$metric)
  details <- lapply(metrics, describe, x)
  names(details) <- vapply(metrics, metric_heading, "")
  list(
    title = verdict_title(x, info), headline = verdict_headline(x), sections = c(overall, details),
    cautions = c(
      header_prevalence(info$units, row_prevalence(x$comparison)),
      caution_decision(rbind(x$overall, x$comparison), verdict_adjustment(x)),
      caution_global(x), caution_few(info), caveats_of(info$units),
      if (many) "All pairs: the elements `overall`, `comparison` and `global` of the result."
    )
  )
}

# More pairs than this are not described one by one.
most_pairs <- 6

# The comparison but for what says the same as the overall one.
new_rows <- function(x) {
  x$comparison[x$comparison$metric != "accuracy" | !is.na(x$comparison$class), ]
}

verdict_title <- function(x, info) {
  paste0(
    "Verdict on ", who_is_shown(x$overall), ": ", count_of(info$units$n_rows, "row"),
    weight_words(info$units),
    if (isTRUE(info$units$clustered)) paste(" of", count_of(info$units$n_clusters, "observation")),
    ", ", count_of(length(info$units$classes), "class", "classes")
  )
}

verdict_adjustment <- function(x) {
  info <- verdict_info(x$comparison)
  if (!is_adjusted(info)) {
    return("p-values not adjusted")
  }
  paste0(
    "p-values adjusted together over ", count_of(info$family, "test"), " (",
    label_adjustment(info$p.adjust.method), ")"
  )
}

# One pair: what it comes to. More: the best, and whom it beats.
verdict_headline <- function(x) {
  if (nrow(x$overall) > 1) {
    return(headline_best(x))
  }
  outcome <- outcomes(x$overall, x$small)
  than <- switch(outcome,
    better = , worse = paste("is", outcome, "than"), untested = "could not be compared with",
    "is not distinguishable from"
  )
  metrics <- lapply(split_pairs(new_rows(x)), function(pair) {
    paste0("in ", metric_phrase(pair), " it is ", tally(pair, x$small))
  })
  first <- paste(x$overall$classifier, than, x$overall$reference, "in accuracy")
  paste0(paste(c(first, unlist(metrics)), collapse = "; "), ".")
}

tally <- function(pair, small) {
  outcome <- outcomes(pair, small)
  words <- better_words(pair)
  counts <- c(
    sum(outcome == "better"), sum(outcome == "worse"), sum(outcome %in% c("small", "open")),
    sum(outcome == "untested")
  )
  kinds <- c(words, sub("^are ", "", undecided_words(pair)), "not comparable")
  if (is.na(pair$class[1])) {
    return(kinds[counts > 0])
  }
  said <- paste(kinds, "on", counts)[counts > 0]
  paste(and_list(said), "of", count_of(nrow(pair), "class", "classes"))
}

headline_best <- function(x) {
  values <- x$assessment[x$assessment$metric == "accuracy", ]
  best <- values$classifier[which.max(values$estimate)]
  outcome <- outcomes(x$overall, x$small)
  against <- function(first, second, words) {
    others <- c(
      x$overall$reference[x$overall$classifier == best & outcome %in% first],
      x$overall$classifier[x$overall$reference == best & outcome %in% second]
    )
    if (length(others) > 0) paste(words, and_list(others, max_named))
  }
  undecided <- c("small", "open", "untested")
  parts <- c(
    against("better", "worse", "better than"),
    against(undecided, undecided, "not distinguishable from")
  )
  paste0(
    best, " has the highest accuracy (", format_number(max(values$estimate)), ")",
    if (length(parts) > 0) ": ", paste(parts, collapse = ", "), "."
  )
}

metric_heading <- function(rows) {
  tests <- by_metric(rows, "method")
  if (is.na(rows$class[1])) {
    return(paste0(capitalise(metric_phrase(rows)), " (", tests, ")"))
  }
  paste0(capitalise(metric_phrase(rows)), " by class (", tests, ", ", label_measure(rows$measure[1]), ")")
}

# A pair or two in full, more of them in one line each: summary() has the figures.
describe_pairs <- function(rows, x) {
  pairs <- split_pairs(rows)
  global <- x$global[x$global$metric == rows$metric[1], ]
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
    if (any(outcome == which)) paste(word, "on", and_list(pair$class[outcome == which], max_named))
  }
  counted <- function(which, word) {
    n <- sum(outcome %in% which)
    if (n > 0) paste(word, "on", count_of(n, "class", "classes"))
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
