# The conclusion of a verdict: a title, a headline, sections (lines and small tables), and what decided.

# On the console.
section_lines <- function(section, width) {
  table <- if (length(section$columns)) {
    paste0("  ", if (section$legend) {
      table_lines(section$columns, width - 2)
    } else {
      fit_table(section$columns, width - 2, keep = names(section$columns))$lines
    })
  }
  c(if (nzchar(section$heading)) wrap_text(section$heading, width), table, if (length(section$lines)) {
    if (length(table)) wrap_text(section$lines, width, indent = 2, exdent = 2) else bullets(section$lines, width)
  })
}

verdict_text <- function(x) {
  x <- with_said_labels(x)
  info <- verdict_info(if (nrow(x$overall)) x$overall else x$comparison)
  all <- claimed_rows(x)
  alike <- identical_pairs(all)
  shown <- all[!pair_of(all) %in% pair_of(alike), ]
  sections <- if (nrow(shown)) verdict_sections(x, all, shown)
  marked <- any(vapply(sections, `[[`, NA, "legend"))
  list(
    title = verdict_title(all, info), headline = verdict_headline(all, shown, alike), sections = sections,
    cautions = c(
      if (marked) {
        say_marks(all)
      } else if (any(outcomes(shown) == "open")) {
        "Undecided: the data do not tell which is better, which is not to say that both are equal."
      },
      header_prevalence(info$units, row_prevalence(x$comparison)),
      if (nrow(shown)) c(true_minus(header_margin(shown)), say_more_rows(verdict_parts(shown), info)),
      say_learners(info$units), info$estimator, caution_few(info), caution_left_out(info$units),
      caveats_of(info$units),
      if (length(stats::na.omit(unique(all$class))) > 1) positive_hint(info$units),
      if (nrow(shown)) verdict_basis(x, shown)
    ),
    more = if (nrow(shown)) "More: summary()."
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

# What is one comparison a pair comes first.
verdict_sections <- function(x, all, shown) {
  pairs <- length(unique(pair_of(all)))
  reference <- one_reference(all)
  parts <- verdict_parts(if (pairs == 1) shown else all)
  single <- vapply(parts, function(part) !anyDuplicated(pair_of(part)), NA)
  rows <- do.call(rbind, parts[single])
  first <- if (!any(single)) {
    NULL
  } else if (pairs == 1) {
    new_section("", NULL, c(
      unlist(lapply(parts[single], function(part) row_lines(part, capitalise(slice_phrase(part))))),
      describe_beside(x$omnibus)
    ))
  } else if (!is.null(reference)) {
    table <- compared_briefly(rows)
    new_section("", table$columns, c(table$notes, describe_beside(x$omnibus)))
  } else {
    describe_ranked(parts[single], describe_beside(x$omnibus))
  }
  names <- if (pairs == 1) lead_of(parts)$classifier[1] else slice_places(parts[[1]])$classifier
  describe <- if (pairs == 1) describe_pair_by_class else describe_by_class
  by_class <- lapply(parts[!single], function(part) {
    describe(part, x$global[x$global$metric == part$metric[1], ], names)
  })
  c(if (!is.null(first)) list(first), by_class)
}

# Comparisons as a table, each with its numbers; the p-value is that of what is decided.
compared_briefly <- function(rows, most = 20) {
  shown <- rows[seq_len(min(nrow(rows), most)), ]
  outcome <- outcomes(shown)
  shown$note[outcome == "same"] <- NA
  columns <- display_columns(shown, rows)
  claimed <- claimed_p(shown)
  columns$p <- column_p(claimed$p, claimed$log.p, levels_of(verdict_info(rows)))
  columns <- add_marks(columns[setdiff(names(columns), c("statistic", "effect", "adj. p", "test"))], shown)
  silent <- outcome %in% c("same", "untested")
  for (name in c("interval", "p")) columns[[name]][silent] <- ""
  list(columns = columns, notes = footer_lines(shown, nrow(rows) - nrow(shown), NULL))
}

# The better one over all first, then the classes by what was decided.
describe_pair_by_class <- function(rows, global, lead) {
  rows <- turned_rows(rows, which(rows$reference == lead))
  rows <- rows[order(match(outcomes(rows), registry_outcomes$id), decisive_p(rows)), ]
  table <- compared_briefly(rows, 2 * most_classes)
  heading <- paste(capitalise(metric_phrase(rows)), "by", axis_of(rows))
  new_section(heading, table$columns, c(table$notes, describe_all_classes(rows, global)))
}

# All classes together, and how that fits with the single ones.
describe_all_classes <- function(rows, global) {
  if (nrow(global) == 0 || global$n_classes < 2) {
    return(NULL)
  }
  alone <- any(is_decided(outcomes(rows)))
  differ <- !is.na(global$adj.p.value) && global$adj.p.value < significance_level(rows)
  paste0(
    count_slices(rows, global$n_classes), " together: ",
    if (differ) "a difference on at least one" else "no difference is shown",
    " (", say_p(global$adj.p.value, global$log.adj.p.value, levels_of(verdict_info(rows))), ")",
    if (differ && !alone) paste0(", but no single ", axis_of(rows), " shows it by itself"),
    if (!differ && alone) paste("; single", axis_plural(axis_of(rows)), "show one by themselves"), "."
  )
}

# The headline -----------------------------------------------------------------------------

# The verdict in one sentence, with the figures that carry it.
verdict_sentence <- function(x) {
  x <- with_said_labels(x)
  all <- claimed_rows(x)
  alike <- identical_pairs(all)
  verdict_headline(all, all[!pair_of(all) %in% pair_of(alike), ], alike, figures = TRUE)
}

verdict_headline <- function(all, shown, alike, figures = FALSE) {
  same <- say_identical(alike)
  if (nrow(shown) == 0) {
    return(paste0(substr(same, 1, nchar(same) - 1), ": there is nothing to compare."))
  }
  first <- verdict_parts(all)[[1]]
  said <- if (length(unique(pair_of(all))) == 1) {
    headline_pair(verdict_parts(shown), figures)
  } else if (!is.na(first$class[1]) && length(unique(first$class)) > 1) {
    paste0(count_decided(first), " See below for each ", axis_of(first), ".")
  } else if (!is.null(one_reference(all))) {
    capitalise(paste0("in ", slice_phrase(first), " ", say_best(first, one_reference(all))))
  } else {
    say_best(first)
  }
  paste(c(said, say_too_few(shown), same), collapse = " ")
}

# Where so few units leave nothing to be shown, or only very large differences.
say_too_few <- function(rows) {
  info <- verdict_info(rows)
  n <- info$units$n[1]
  df <- unique(rows$df)
  unit <- info$units$row[1]
  if (length(df) == 1 && df %in% 1:2 && !is.na(n) && isFALSE(info$units$by_class)) {
    return(paste0("With ", count_of(n, unit), " the test has ", count_of(df, "degree"), " of freedom: ",
      "only very large differences can show."
    ))
  }
  family <- max(info$family)
  ranks <- plain_id(rows$method.id) %in% c("wilcoxon", "sign", "sign_flip")
  if (!all(ranks) || is.na(n) || n > 20 || family > 1 && !all(info$p.adjust.method == "bonferroni")) {
    return(NULL)
  }
  least <- function(n) n_sides(info$alternative) * 2^-n * max(1, family)
  level <- significance_level(rows)
  if (least(n) < level) {
    return(NULL)
  }
  enough <- which(vapply(seq_len(60), least, 0) < level)[1]
  paste0(
    "With ", count_of(n, unit), " the smallest p-value that this test can give is ",
    short_number(min(1, least(n)), 3), if (family > 1) paste0(" (adjusted over ", family, " tests)"),
    ": no difference can show, however large; it takes ", enough, " ", unit, "s or more."
  )
}

count_decided <- function(rows) {
  decided <- sum(is_decided(outcomes(rows)))
  paste0("Of ", count_of(nrow(rows), "comparison"), " ", format_count(decided), " show a difference.")
}

# Metrics with the same answer together.
headline_pair <- function(parts, figures = FALSE) {
  lead <- lead_of(parts)
  parts <- lapply(parts, function(part) if (nrow(part) == 1) better_first(part) else part)
  metrics <- vapply(parts, function(part) if (nrow(part) == 1) slice_phrase(part) else metric_phrase(part), "")
  if (figures && nrow(lead) == 1 && !outcomes(lead) %in% c("untested", "same")) {
    metrics[1] <- paste0(metrics[1], " (", row_values(lead, names = FALSE), ")")
  }
  answers <- vapply(parts, function(part) {
    if (nrow(part) > 1) {
      return(headline_tally(part, lead$classifier[1]))
    }
    outcome <- outcomes(part)
    paste(outcome, if (!outcome %in% c("open", "same", "equivalent", "untested")) part$classifier)
  }, "")
  same <- split(seq_along(parts), factor(answers, unique(answers)))
  said <- vapply(same, function(at) {
    named <- and_list(metrics[at])
    if (nrow(parts[[at[1]]]) == 1) headline_row(parts[[at[1]]], named) else paste("in", named, answers[at[1]])
  }, "")
  # Names of classifiers stay as they are.
  if (nrow(lead) > 1 || outcomes(lead) == "open") said[1] <- capitalise(said[1])
  paste0(paste(said, collapse = "; "), ".")
}

# The first part, with the better one of the two first.
lead_of <- function(parts) {
  lead <- parts[[1]]
  if (nrow(lead) == 1) {
    return(better_first(lead))
  }
  outcome <- outcomes(lead)
  if (sum(is_worse(outcome)) > sum(is_better(outcome))) turned_rows(lead, seq_len(nrow(lead))) else lead
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
    not_worse = paste(a, "is not", words[["worse"]], "than", b, much, "in", metrics),
    not_better = paste(b, "is not", words[["worse"]], "than", a, much, "in", metrics),
    paste0(
      a, " is ", words[[if (is_better(outcome)) "better" else "worse"]], " than ", b, " in ", metrics,
      switch(outcome_size(outcome), much = paste0(" ", much), little = ", but by less than the margin")
    )
  )
}

# "rf is better on 3 and worse on 1 of 6 classes, 2 are undecided"
headline_tally <- function(part, lead) {
  part <- turned_rows(part, which(part$reference == lead))
  outcome <- outcomes(part)
  n <- nrow(part)
  if (all(outcome == "open")) {
    return(paste(if (n == 2) "neither" else "no", axis_of(part), "shows a difference"))
  }
  words <- better_words(part)
  decided <- c(sum(is_better(outcome)), sum(is_worse(outcome)))
  rest <- setdiff(registry_outcomes$id[is.na(registry_outcomes$side)], setdiff(registry_outcomes$id, outcome))
  others <- vapply(rest, function(id) {
    count <- sum(outcome == id)
    paste(count, if (count == 1) "is" else "are", outcome_words(id, metric_directions(part)[1] == 0))
  }, "")
  if (length(others) == 1 && sum(decided) == 0) {
    all <- if (n == 2) paste("both", axis_plural(axis_of(part))) else paste("all", count_slices(part))
    return(paste(all, "are", outcome_words(rest, metric_directions(part)[1] == 0)))
  }
  if (sum(decided) == 0) {
    return(paste0("of ", count_slices(part), " ", and_list(others)))
  }
  all <- if (max(decided) == n) if (n == 2) "both" else "all"
  slices <- if (max(decided) == n && n == 2) axis_plural(axis_of(part)) else count_slices(part)
  said <- paste(words[decided > 0], "on", all %||% decided[decided > 0])
  paste0(
    lead, " is ", and_list(said), if (is.null(all)) " of " else " ", slices,
    if (length(others)) paste0(", ", and_list(others))
  )
}

# Pairs (a row each) whose predictions are the same as far as anything was asked of them.
identical_pairs <- function(all) {
  same <- says_alike(all$status)
  pair <- pair_of(all)
  alike <- !pair %in% pair[!same]
  all[alike & !duplicated(pair), ]
}

# Classifiers that are alike, all of a group together.
say_identical <- function(alike) {
  if (nrow(alike) == 0) {
    return(NULL)
  }
  group <- list()
  for (i in seq_len(nrow(alike))) {
    both <- c(alike$reference[i], alike$classifier[i])
    at <- vapply(group, function(one) any(both %in% one), NA)
    group <- c(group[!at], list(unique(c(unlist(group[at]), both))))
  }
  said <- vapply(group, function(one) {
    paste0(and_list(one, 2 * max_named), if (length(one) == 2) " have" else " all have", " the same results")
  }, "")
  paste0(paste(said, collapse = "; "), ".")
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
  names <- unique(c(all$classifier, all$reference))
  reference <- one_reference(all)
  who <- if (!is.null(reference)) {
    paste(if (length(names) <= most_pairs) and_list(setdiff(names, reference)) else {
      count_of(length(names) - 1, "classifier")
    }, "against", reference)
  } else if (length(names) == 2) {
    and_list(unlist(as_plain(better_first(all[1, ]))[c("classifier", "reference")]))
  } else {
    count_of(length(names), "classifier")
  }
  paste0("Verdict on ", who, verdict_data(units))
}

# ": 150 rows, 2 classes, 10-fold cross-validation"; rows that were predicted repeatedly count once.
verdict_data <- function(units) {
  n <- units$n_rows[1]
  if (is.na(n)) {
    return(NULL)
  }
  design <- unlist(lapply(designs_of(units), design_words))[1]
  again <- designs_of(units)[[1]]$repetitions
  clustered <- isTRUE(units$clustered)
  counted <- if (units$row[1] %in% "fold") {
    NULL
  } else if (units$row[1] %in% "row" && isTRUE(again > 1)) {
    if (clustered) count_of(units$n_clusters, units$unit) else count_of(n / again, "row")
  } else {
    rows <- paste0(count_of(n, units$row), weight_words(units))
    if (clustered) paste0(count_of(units$n_clusters, units$unit), " (", rows, ")") else rows
  }
  classes <- if (length(units$classes)) {
    paste0(
      count_of(length(units$classes), "class", "classes"),
      if (length(units$positive)) paste0(" (positive: ", say_label(units$positive), ")")
    )
  }
  paste0(": ", paste(c(counted, classes, design), collapse = ", "))
}

# Below it ---------------------------------------------------------------------------------

say_marks <- function(all) {
  reference <- one_reference(all)
  if (!is.null(reference)) {
    return(paste0("+ better, - worse, = equivalent, without a sign undecided, each against ", reference, "."))
  }
  "Classifiers that share a letter are tied: no difference between them is shown."
}

# What a cross-validation is about.
say_learners <- function(units) {
  design <- designs_of(units)[[1]]
  if (!design$type %in% c("folds", "repeated_folds")) {
    return(NULL)
  }
  k <- design$folds
  n <- units$n_rows[1] / max(1, design$repetitions, na.rm = TRUE)
  trained <- if (units$row[1] %in% "row") {
    paste("about", format_count(round(n * (1 - 1 / k))), "of these rows")
  } else {
    paste(format_count(k - 1), "of", format_count(k), "folds")
  }
  paste0("This is about the learners: the difference to be expected of models trained on ", trained, ".")
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
  say_rows_needed(
    rows, n, if (clustered) units$unit else units$row, gap = relevant_difference(rows[1, ]),
    alpha = alpha, sides = n_sides(info$alternative),
    about = if (length(parts) > 1) paste0(" in ", metric_labels(rows)[1])
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
  tests <- paste0("Test: ", by_metric(shown, "method"), ".")
  alone <- nrow(x$levels) == 1 && x$levels$n.tests == 1
  if (alone || all(x$levels$p.adjust.method == "none")) {
    adjusted <- if (!alone) ", p-values not adjusted"
    return(paste0(
      tests, " Level ", level, adjusted, "; ", and_list(format_percent(info$conf.level)), " intervals."
    ))
  }
  paste0(
    tests, " Level ", level, if (nrow(x$levels) > 1) " in all: " else " ", say_levels(x$levels),
    "; an interval excludes equality just where a difference is shown."
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
