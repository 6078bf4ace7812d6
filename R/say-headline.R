# The headline of a verdict: its answer in one sentence, metrics with the same answer together.

with_said_labels <- function(x) {
  tables <- c("overall", "comparison", "assessment")
  x[tables] <- lapply(x[tables], with_labels)
  x$global[c("classifier", "reference")] <- lapply(x$global[c("classifier", "reference")], say_label)
  x
}

# What is over all, then each metric by class.
verdict_parts <- function(rows) split_rows(rows, paste(rows$metric, is.na(rows$class)))

# The verdict in one sentence, with the figures that carry it.
verdict_sentence <- function(x) verdict_headline(claimed_rows(with_said_labels(x)), figures = TRUE)

# `groups`: of the verdict, where they are to be told too: in print only, no answer depends on what else is asked.
verdict_headline <- function(all, figures = FALSE, groups = NULL) {
  alike <- identical_pairs(all)
  shown <- unlike_pairs(all)
  same <- say_identical(alike)
  if (nrow(shown) == 0) {
    return(if (nrow(alike)) paste0(same, say_same_value(alike), ": there is nothing to compare."))
  }
  first <- verdict_parts(all)[[1]]
  said <- if (!decides_anything(shown)) {
    NULL
  } else if (length(unique(pair_of(all))) == 1) {
    headline_pair(verdict_parts(shown), figures, groups)
  } else if (!is.na(first$class[1]) && length(unique(first$class)) > 1) {
    found <- if (any(has_margin(first))) {
      describe_tally(first)
    } else {
      decided <- format_count(sum(is_decided(outcomes(first))))
      paste("Of", count_of(nrow(first), "comparison"), decided, "show a difference.")
    }
    paste0(found, " See below for each ", slice_noun(first), ".")
  } else if (!is.null(common_reference(all))) {
    paste0("In ", slice_phrase(first), " ", say_best(first, common_reference(all)))
  } else {
    say_best(first, no = "No")
  }
  labels <- result_units(shown)$labels_few
  if (!is.null(labels)) said <- paste0(said, " The truth is known of ", labels, ".")
  paste(c(said, say_too_few(shown), if (nrow(alike)) paste0(same, ".")), collapse = " ")
}

# What else was asked of three classifiers and more, in print only: metrics, and groups, with the same answer together.
headline_further <- function(parts, groups) {
  if (length(unique(pair_of(parts[[1]]))) == 1) {
    return(NULL)
  }
  where <- if (is_judged(groups)) with_labels(groups$where)
  further <- c(parts[-1], if (!is.null(where)) split_rows(where, where$metric))
  answers <- vapply(further, further_answer, "", first = parts[[1]])
  about <- vapply(further, function(rows) if (varies(rows$class)) metric_phrase(rows) else slice_phrase(rows), "")
  said <- vapply(split(about, factor(answers, unique(answers))), and_list, "")
  if (length(said)) paste0("In ", said, " ", names(said), ".")
}

further_answer <- function(rows, first) {
  outcome <- outcomes(rows)
  decided <- is_decided(outcome)
  if (all(outcome == "untested")) {
    "nothing could be compared"
  } else if (varies(rows$class)) {
    paste(c(further_slices(rows, unique(rows$class[decided])), further_margins(rows, "comparison")), collapse = "; ")
  } else if (!any(decided)) {
    further_margins(rows, "pair") %||% "no difference is shown"
  } else if (identical(sides_shown(rows), sides_shown(first))) {
    paste("the same differences are shown as in", slice_phrase(first))
  } else {
    paste(c(further_pairs(rows[decided, ], nrow(rows)), further_margins(rows, "pair")), collapse = "; ")
  }
}

sides_shown <- function(rows) {
  outcome <- outcomes(rows)
  sort(paste(pair_of(rows), if (any(has_margin(rows))) outcome else outcome_side(outcome)), method = "radix")
}

# "a is better than b and c", of many how many of all `n` differ. `rows`: those that do.
further_pairs <- function(rows, n) {
  if (nrow(rows) > 2) {
    return(paste(nrow(rows), "of", count_of(n, "pair"), "differ"))
  }
  won <- better_first(rows)
  and_list(vapply(split_rows(won, paste(won$classifier, outcomes(won))), function(part) {
    outcome <- outcomes(part)[1]
    much <- switch(outcome_size(outcome), much = " by more than the margin", little = " by less than the margin")
    side <- better_words(part)[[outcome_side(outcome)]]
    paste0(part$classifier[1], " is ", side, " than ", and_list(part$reference), much)
  }, ""))
}

# What is shown of a margin where no difference is: "b is equivalent to a", of many and by class how many of all
# comparisons, which are called `noun`.
further_margins <- function(rows, noun) {
  rows <- turned_rows(rows, which(outcomes(rows) == "not_better"))
  outcome <- outcomes(rows)
  told <- rows[outcome %in% c("equivalent", "not_worse"), ]
  if (nrow(told) == 0) {
    return(NULL)
  }
  if (varies(rows$class) || nrow(told) > most_told) {
    return(paste("of", count_of(nrow(rows), noun), tally_of(outcome, c("equivalent", "not_worse"))))
  }
  worse <- better_words(rows)[["worse"]]
  and_list(vapply(split_rows(told, paste(outcomes(told), told$reference)), function(part) {
    to <- part$reference[1]
    paste(
      and_list(part$classifier), if (nrow(part) == 1) "is" else "are",
      if (outcomes(part)[1] == "equivalent") {
        paste("equivalent to", to)
      } else {
        paste("not", worse, "than", to, "by more than the margin")
      }
    )
  }, ""))
}

# "differences are shown in 1 of 3 sites (south)"
further_slices <- function(rows, with) {
  lost <- setdiff(rows$class, rows$class[outcomes(rows) != "untested"])
  rows <- rows[!rows$class %in% lost, ]
  n <- length(unique(rows$class))
  k <- length(with)
  paste0(
    if (k) "differences are shown " else "no difference is shown ", if (axis_of(rows) == "group") "in " else "on ",
    if (k == n) every_slice(rows, n) else paste(if (k) k else "any", "of", count_slices(rows, n)),
    if (k && k < n && k <= most_told) paste0(" (", and_list(with), ")"),
    if (length(lost)) {
      paste0(
        ", ", format_count(length(lost)), if (length(lost) == 1) " is" else " are", " not compared",
        if (length(lost) <= most_told) paste0(" (", and_list(lost), ")")
      )
    }
  )
}

# FALSE: so few units that no p-value can be small enough.
decides_anything <- function(rows) nrow(rows) == 0 || is.null(say_least_p(rows, verdict_info(rows)))

# Where so few units leave nothing to be shown, or only very large differences.
say_too_few <- function(rows) {
  info <- verdict_info(rows)
  if (is.na(info$units$n[1])) {
    return(NULL)
  }
  df <- unique(rows$df)
  design <- designs_of(info$units)[[1]]
  in_folds <- design$type %in% c("folds", "repeated_folds")
  if (length(df) == 1 && df %in% 1:2 && (isFALSE(info$units$by_class) || in_folds)) {
    whole <- in_folds && n_in_common(info) == info$units$n[1]
    units <- if (whole) count_of(design$folds, "fold") else count_in_common(info)
    return(paste0(
      "With ", units, " the test has ", count_of(df, "degree"),
      " of freedom: only very large differences can show."
    ))
  }
  say_least_p(rows, info)
}

# Of the pair with the most, where scores are missing.
n_in_common <- function(info) info$units$n[1] - min(info$least_lost %||% 0)

count_in_common <- function(info, n = n_in_common(info)) {
  paste0(count_of(n, info$units$row[1]), if (n_in_common(info) < info$units$n[1]) " in common")
}

# Tests of signs and ranks have a smallest p-value: all differences on one side.
say_least_p <- function(rows, info) {
  n <- max(0, info$untied)
  family <- max(1, info$family)
  method <- if (family > 1) unique(info$p.adjust.method) else "none"
  if (n == 0 || length(method) > 1 || !method %in% single_adjustments()) {
    return(NULL)
  }
  least <- function(n) least_of_signs(rep(n, family), n_sides(info$alternative[1]), method)[1]
  level <- significance_level(rows)
  enough <- n
  while (least(enough) >= level) enough <- enough + 1
  if (enough == n) {
    return(NULL)
  }
  units <- function(n) {
    tied <- max(info$untied) < n_in_common(info)
    if (tied) count_of(n, paste("untied", info$units$row[1])) else count_in_common(info, n)
  }
  names <- unique(c(rows$classifier, rows$reference))
  if (length(names) == 2) names <- unlist(as_plain(better_first(rows[1, ]))[c("classifier", "reference")])
  what <- and_list(unique(vapply(verdict_parts(rows), metric_phrase, "")))
  what <- if (length(names) == 2) {
    paste("which of", and_list(names), "is", better_words(rows)[["better"]], "in", what, "cannot be shown")
  } else {
    paste("no difference in", what, "between any two of the", length(names), "classifiers can be shown")
  }
  paste0(
    units(n), if (n == 1) " is" else " are", " too few: the smallest p-value that this test can give is ",
    short_number(least(n), 3), if (family > 1) paste0(" (adjusted over ", family, " tests)"),
    ", so that ", what, ", however large the difference. It takes at least ", units(enough), ", and may take more."
  )
}

# Metrics with the same answer together.
headline_pair <- function(parts, figures = FALSE, groups = NULL) {
  lead <- lead_of(parts)
  first <- lead$classifier[1]
  parts <- lapply(parts, function(part) if (nrow(part) == 1) better_first(seen_from(part, first)) else part)
  metrics <- vapply(parts, function(part) if (nrow(part) == 1) slice_phrase(part) else metric_phrase(part), "")
  if (figures && nrow(lead) == 1 && !outcomes(lead) %in% c("untested", "same")) {
    metrics[1] <- paste0(metrics[1], " (", row_values(lead, names = FALSE), ", ", row_p(lead), ")")
  }
  answers <- pair_answers(parts, lead)
  same <- split(seq_along(parts), factor(answers, c(setdiff(answers, "open too"), "open too")))
  same <- same[lengths(same) > 0]
  said <- vapply(same, function(at) {
    named <- and_list(metrics[at])
    if (answers[at[1]] == "open too") {
      paste("undecided too:", named)
    } else if (nrow(parts[[at[1]]]) == 1) {
      headline_row(parts[[at[1]]], named)
    } else {
      paste("in", named, answers[at[1]])
    }
  }, "")
  said <- name_trade_off(said, parts[vapply(same, `[`, 0L, 1)])
  # Names of classifiers stay as they are.
  if (nrow(lead) > 1 || outcomes(lead) == "open") said[1] <- capitalise(said[1])
  paste0(paste(said, collapse = "; "), ".", reserve_groups(parts, groups))
}

# Where what comes first is undecided, since each of the two is better in something else.
name_trade_off <- function(said, parts) {
  open <- identical(outcomes(parts[[1]]), "open")
  won <- vapply(parts, function(part) if (nrow(part) == 1 && is_decided(outcomes(part))) part$classifier else "", "")
  at <- which(nzchar(won))
  if (open && varies(won[at])) said[at[1]] <- paste("a trade-off:", said[at[1]])
  said
}

# What is undecided over all does not hide what is found in detail: the rest that is undecided comes last.
pair_answers <- function(parts, lead) {
  open <- vapply(parts, function(part) nrow(part) == 1 && outcomes(part) == "open", NA)
  answers <- vapply(parts, function(part) {
    if (nrow(part) > 1) {
      return(headline_tally(part, lead$classifier[1]))
    }
    outcome <- outcomes(part)
    who <- if (!outcome %in% c("open", "same", "equivalent", "untested")) part$classifier
    paste(outcome, who, better_words(part)[["better"]])
  }, "")
  if (open[1] && !(all(open) && length(unique(answers)) == 1)) answers[-1][open[-1]] <- "open too"
  answers
}

headline_row <- function(row, metrics) {
  outcome <- outcomes(row)
  words <- better_words(row)
  a <- row$classifier
  b <- row$reference
  both <- paste(a, "and", b)
  much <- "by more than the margin"
  switch(outcome,
    equivalent = paste(both, "are equivalent in", metrics), same = paste(both, "are the same in", metrics),
    untested = paste(both, "could not be compared in", metrics),
    open = paste("which of", both, "is", words[["better"]], "in", metrics, "is undecided"),
    not_worse = , not_better = paste0(
      if (outcome == "not_worse") a else b, " is not ", words[["worse"]], " than ",
      if (outcome == "not_worse") b else a, " ", much, " in ", metrics, ", but not shown to be ", words[["better"]]
    ),
    paste0(
      a, " is ", words[[if (is_better(outcome)) "better" else "worse"]], " than ", b, " in ", metrics,
      switch(outcome_size(outcome), much = paste0(" ", much), little = but_little(TRUE)),
      if (leaves_size(row)) ", but whether by more than the margin is undecided"
    )
  )
}

# "rf is better on 3 of 6 classes (ash, elm and oak), 3 are undecided"
headline_tally <- function(part, lead) {
  part <- seen_from(part, lead)
  if (!is_ordered_axis(axis_of(part))) part <- decided_first(part)
  outcome <- outcomes(part)
  n <- nrow(part)
  if (all(outcome == "open")) {
    return(paste(if (n == 2) "neither" else "no", slice_noun(part), "shows a difference"))
  }
  words <- better_words(part)
  decided <- c(sum(is_better(outcome)), sum(is_worse(outcome)))
  little <- is_little(outcome)
  little <- but_little(little[is_decided(outcome)], paste("on", and_list(part$class[little], max_named)))
  others <- tally_others(part, outcome, lead)
  if (length(others) == 1 && sum(decided) == 0) {
    return(headline_alike(part, names(others)))
  }
  if (sum(decided) == 0) {
    return(paste0("of ", count_slices(part), " ", and_list(others)))
  }
  if (is_ordered_axis(axis_of(part)) && max(decided) < n) {
    return(headline_ranges(part, lead, outcome, words))
  }
  if (max(decided) == n) {
    return(paste0(lead, " is ", words[decided > 0], " on ", every_slice(part), little))
  }
  paste0(
    lead, " is ", tally_sides(part, outcome, words, little), if (length(others)) paste0(", ", and_list(others))
  )
}

# What is neither better nor worse: "1 is equivalent (ash)", "rf is not worse on 2 (elm and oak)", "3 are undecided".
tally_others <- function(part, outcome, lead) {
  ids <- intersect(registry_outcomes$id[is.na(registry_outcomes$side)], outcome)
  vapply(ids, function(id) {
    count <- sum(outcome == id)
    where <- if (id != "open") few_named(part, outcome == id)
    who <- c(not_worse = lead, not_better = setdiff(c(part$classifier, part$reference), lead)[1])[id]
    if (!is.na(who)) {
      return(paste(who, "is", outcome_words("not_worse", part), paste0("on ", count, where)))
    }
    paste0(count, if (count == 1) " is " else " are ", outcome_words(id, part), where)
  }, "")
}

# " (ash and elm)", where they are few.
few_named <- function(part, at) if (sum(at) <= most_told) paste0(" (", and_list(part$class[at]), ")") else ""

# "better on 1 of 4 classes (ash)", but "better on 2 (ash and elm) and worse on 1 (oak) of 4 classes"
tally_sides <- function(part, outcome, words, little) {
  at <- Filter(any, list(better = is_better(outcome), worse = is_worse(outcome)))
  where <- vapply(at, function(rows) few_named(part, rows), "")
  both <- length(at) == 2
  said <- and_list(paste0(words[names(at)], " on ", vapply(at, sum, 0L), if (both) where))
  paste0(said, " of ", count_slices(part), if (!both) where, little)
}

# So many slices are named where a sentence counts them.
most_told <- 3

# "a is better at thresholds 0.1, 0.3 and 0.4, undecided at 0.2": along an axis of numbers; of many as ranges.
headline_ranges <- function(part, lead, outcome, words) {
  at <- as.numeric(part$class)
  side <- ifelse(is_better(outcome), "better", ifelse(is_worse(outcome), "worse", outcome))
  sides <- unique(c(intersect(c("better", "worse"), side), side))
  said <- vapply(sides, function(one) {
    who <- switch(one,
      better = lead, worse = setdiff(c(part$classifier, part$reference), lead), outcome_words(one, part)
    )
    where <- if (length(at) > max_named) say_ranges(at, side == one, 3) else and_list(short_number(at[side == one]))
    axis <- if (sum(side == one) == 1) slice_noun(part) else slice_nouns(part)
    if (one != sides[1]) paste(who, "at", where) else paste(who, "is", words[["better"]], "at", axis, where)
  }, "")
  paste(said, collapse = ", ")
}

# Every slice has the same answer, which is none of better and worse: of whom it is said.
headline_alike <- function(part, outcome) {
  all <- every_slice(part)
  not_worse <- paste0(
    "is ", outcome_words("not_worse", part, "phrase"), " on ", all, ", but not shown to be ",
    better_words(part)[["better"]]
  )
  switch(outcome,
    not_worse = paste(part$classifier[1], not_worse), not_better = paste(part$reference[1], not_worse),
    untested = paste("no", slice_noun(part), "could be compared"),
    paste("the two are", outcome_words(outcome, part), "on", all)
  )
}

# Pairs (a row each) whose predictions are the same as far as anything was asked of them.
identical_pairs <- function(all) {
  same <- says_alike(all$status)
  pair <- pair_of(all)
  alike <- !pair %in% pair[!same]
  all[alike & !duplicated(pair), ]
}

# All comparisons of the other pairs.
unlike_pairs <- function(all) all[!pair_of(all) %in% pair_of(identical_pairs(all)), ]

# " (accuracy 0.910)", where it is one value.
say_same_value <- function(alike) {
  value <- unique(alike$estimate.classifier)
  if (length(value) == 1 && !is.na(value) && is.na(alike$class[1])) {
    paste0(" (", slice_phrase(alike[1, ]), " ", true_minus(format_number(value)), ")")
  }
}

# Classifiers that are alike, all of a group together.
say_identical <- function(alike) {
  group <- list()
  for (i in seq_len(nrow(alike))) {
    both <- c(alike$reference[i], alike$classifier[i])
    at <- vapply(group, function(one) any(both %in% one), NA)
    group <- c(group[!at], list(unique(c(unlist(group[at]), both))))
  }
  where <- if (all(says_alike(alike$status, "everywhere"))) paste(" on every", result_units(alike)$row)
  said <- vapply(group, function(one) {
    paste0(and_list(one, 2 * max_named), if (length(one) == 2) " have" else " all have", " the same results", where)
  }, "")
  paste(said, collapse = "; ")
}
