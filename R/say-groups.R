# Where which classifier is better, in words.

# The comparisons in groups as slices beside the classes: "site A". NULL without groups, or where they are not judged.
groups_as_slices <- function(x) {
  where <- x$groups$where
  if (is.null(where)) {
    return(NULL)
  }
  as_slice <- function(label) paste(group_noun(x$groups$by), label)
  where$class <- as_slice(where$class)
  own <- attr(where, "verdict")$own
  if (!is.null(own)) attr(where, "verdict")$own$class <- as_slice(own$class)
  where
}

# All comparisons of a verdict with those in groups.
shown_rows <- function(x) {
  where <- groups_as_slices(x)
  if (is.null(where)) claimed_rows(x) else rbind(claimed_rows(x), where)
}

# Sections of a verdict, one a metric, and of many classifiers another of the differences that are shown. Without
# `tables` what is below one, or nothing else, is left out.
groups_sections <- function(x, tables = TRUE) {
  groups <- x$groups
  if (is.null(groups)) {
    return(NULL)
  }
  if (is.null(groups$where)) {
    return(list(new_section(paste("By", group_noun(groups$by)), NULL, say_unjudged(groups))))
  }
  judged <- is_judged(groups)
  where <- with_labels(groups$where)
  where$note[where$status %in% "not_judged"] <- NA # of all, below the table
  do.call(c, lapply(split_rows(where, where$metric), function(rows) {
    compared <- rows
    rows <- better_overall_first(rows, with_labels(x$overall))
    pairs <- split_rows(rows, pair_of(rows))
    heading <- paste0(capitalise(metric_phrase(rows)), " by ", group_noun(groups$by), which_is_better(rows[1, ]))
    # As many tests of equal differences, in the order of the pairs.
    same <- groups$same[groups$same$metric == rows$metric[1], ]
    lines <- if (judged) c(describe_pairs_where(pairs, same), say_shares(same, rows))
    if (length(pairs) > 1) {
      columns <- groups_columns(compared, with_labels(x$overall), !judged)
      lines <- c(lines, groups_basis(groups))
      first <- groups_section(heading, columns, lines, groups, rows, legend = length(columns) > 0)
      return(c(list(first), if (judged && tables) describe_decided(rows)))
    }
    # Of more than are shown, what is decided first.
    if (nrow(rows) > 2 * most_classes) rows <- decided_first(rows)
    table <- compared_briefly(rows, 2 * most_classes, "v$groups$where")
    if (!judged) table$columns[c("p", "decision")] <- NULL
    lines <- c(lines, if (tables) table$notes, groups_basis(groups))
    list(groups_section(heading, table$columns, lines, groups, rows, pair = table$pair))
  }))
}

# Why groups are not judged, and what answers instead.
say_unjudged <- function(groups) {
  noun <- group_noun(groups$by)
  switch(groups$reason %||% "folds",
    folds = paste(
      "Groups of cross-validated predictions are not judged: the models of the folds depend on each other. As those of",
      "one test set they are compared by compare_classifiers(over = \"groups\")."
    ),
    classes = paste0(
      "Not judged: a verdict judges each ", noun, " in a metric that is of all classes together, and there is none. ",
      "compare_classifiers(over = \"groups\") compares every class in each ", noun, ", and where_better(classes = ) ",
      "says of one class where it is better."
    )
  )
}

# With the number of rows in each group where there is room: "west (410)".
groups_section <- function(heading, columns, lines, groups, rows, ...) {
  section <- new_section(heading, columns, lines, ..., of = rows)
  axis <- axis_of(rows)
  n <- groups$rows[match(section$columns[[axis]], say_label(groups$label))]
  if (length(n) && !anyNA(n)) {
    bare <- headed(axis, section$headings)
    section$shorter <- list(name = axis, values = section$columns[[axis]], heading = bare)
    section$columns[[axis]] <- paste0(section$columns[[axis]], " (", format_count(n), ")")
    units <- plural_of(result_units(rows)$row)
    section$headings[axis] <- paste0(bare, " (", units, ")")
  }
  section
}

# Every pair as the headline has it.
better_overall_first <- function(rows, overall) {
  overall <- better_first(overall[is.na(overall$class) & overall$metric == rows$metric[1], ])
  turned_rows(rows, which(paste(rows$reference, rows$classifier, sep = "\r") %in% pair_of(overall)))
}

# Where the difference is not the same everywhere, what it is over all depends on how much each group counts. Other
# weights are those of another mix; what has weights already is not standardised.
say_shares <- function(same, rows) {
  units <- result_units(rows)
  weighted <- length(units$effective) > 0
  if (any(same$adj.p.value < significance_level(rows), na.rm = TRUE)) {
    paste0(
      "The result over all is for ", slice_nouns(rows), " mixed as ",
      if (weighted) "weighted" else paste("in these", plural_of(units$row)),
      if (!is.null(units$prevalence)) ", weighted to the prevalence", "; it need not hold in each of them.",
      if (weighted) {
        " For another mix: other `weights`."
      } else if (is.null(units$prevalence)) {
        " For another mix: standardise_groups()."
      }
    )
  }
}

# A line a pair; those of which nothing is shown together.
describe_pairs_where <- function(pairs, same) {
  several <- length(pairs) > 1
  shown <- vapply(seq_along(pairs), function(k) {
    any(outcomes(pairs[[k]]) != "open") || is.na(same$adj.p.value[k]) ||
      same$adj.p.value[k] < significance_level(pairs[[k]])
  }, NA)
  told <- if (several) which(shown) else seq_along(pairs)
  lines <- vapply(utils::head(told, most_pairs), function(k) describe_where(pairs[[k]], same[k, ], several), "")
  hidden <- length(told) - length(lines)
  rest <- length(pairs) - length(told)
  c(
    lines, if (hidden > 0) paste("... and", count_of(hidden, "more pair"), "in the element `groups`."),
    if (rest > 0) {
      rows <- pairs[[1]]
      p <- say_p(min(same$adj.p.value[!shown]), level = levels_of(verdict_info(rows)))
      paste0(
        if (!length(told)) "Of all pairs" else if (rest == 1) "Of the other pair" else "Of the other pairs",
        " nothing is shown: undecided in ", every_slice(rows), "; no change between ", slice_nouns(rows), " (",
        if (rest > 1) "smallest ", p, if (any(is_cautious(same))) paste0("; ", same$note[is_cautious(same)][1]), ")."
      )
    }
  )
}

# Of three classifiers and more: the values in each group, with letters (`bare`: without, where nothing was decided);
# NULL where there are too many to be read.
groups_columns <- function(rows, overall, bare = FALSE) {
  overall <- overall[overall$metric == rows$metric[1] & is.na(overall$class), ]
  names <- slice_places(if (nrow(overall)) overall else rows)$classifier
  slices <- split_rows(rows, rows$class)
  if (length(names) > max_named || length(slices) > 2 * most_classes) {
    return(NULL)
  }
  marked_columns(slices, names, common_reference(rows), bare)
}

# For summary(): lines by heading.
groups_summary <- function(x) {
  if (!is.null(x$groups)) {
    sections <- groups_sections(x, tables = FALSE)
    rlang::set_names(lapply(sections, `[[`, "lines"), vapply(sections, `[[`, "", "heading"))
  }
}

# "svm is better in 3 of 8 sites (A, B, C), undecided in 5; no site shows the opposite; the difference is not the same
# everywhere (p = 0.02)."
describe_where <- function(rows, same, several) {
  outcome <- outcomes(rows)
  better <- is_better(outcome)
  worse <- is_worse(outcome)
  decided <- c(
    if (any(better)) say_in(rows, c("classifier", "reference"), better, several),
    if (any(worse)) say_in(rows, c("reference", "classifier"), worse, several)
  )
  one_way <- any(better) != any(worse) && !all(better | worse)
  other <- if (any(better)) rows$reference[1] else rows$classifier[1]
  opposite <- if (one_way) paste("in no", slice_noun(rows), "is", other, "shown to be", better_words(rows)[["better"]])
  said <- paste(c(decided, say_others(rows, outcome[!better & !worse])), collapse = ", ")
  bare <- is.null(decided)
  pair <- if (several && bare) paste0(rows$classifier[1], " and ", rows$reference[1], ": ")
  text <- paste(c(said, opposite, say_sameness(rows, same)), collapse = "; ")
  # Names of classifiers stay as they are.
  by_name <- !bare || outcome[1] %in% c("not_worse", "not_better")
  paste0(pair, if (several || by_name) text else capitalise(text), ".")
}

# "undecided in 5"
say_others <- function(rows, outcome) {
  n <- nrow(rows)
  rest <- table(factor(outcome, unique(outcome)))
  vapply(names(rest), function(id) {
    where <- if (rest[[id]] == n) every_slice(rows) else format_count(rest[[id]])
    if (id == "open" && length(outcome) == n) {
      return(paste0("which is ", better_words(rows)[["better"]], " is undecided in ", where))
    }
    who <- c(not_worse = rows$classifier[1], not_better = rows$reference[1])[id]
    if (!is.na(who)) {
      return(paste(who, "is", outcome_words("not_worse", rows), "in", where))
    }
    paste(outcome_words(id, rows), "in", where)
  }, "")
}

# "svm is better (than tree) in 3 of 8 sites (A, B, C)"
say_in <- function(rows, who, at, several) {
  where <- if (all(at)) every_slice(rows) else some_of(rows, at)
  than <- if (several) paste(" than", rows[[who[2]]][1])
  paste0(rows[[who[1]]][1], " is ", better_words(rows)[["better"]], than, " in ", where)
}

# "1 of 3 sites (south)"
some_of <- function(rows, at) {
  paste0(sum(at), " of ", count_slices(rows), " (", and_list(rows$class[at], max_named), ")")
}

# What groups add to the headline of two classifiers: " In accuracy the difference is shown in 1 of 3 sites (south)
# only, and it varies between sites."
reserve_groups <- function(parts, groups) {
  by_group <- if (is_judged(groups)) groups$where$metric
  judged <- vapply(parts, function(part) nrow(part) == 1 && part$metric %in% by_group, NA)
  said <- lapply(parts[judged], reserve_row, groups = groups)
  told <- lengths(said) > 0
  if (!any(told)) {
    return("")
  }
  words <- vapply(said[told], `[[`, "", "words")
  about <- vapply(parts[judged][told], metric_phrase, "")
  named <- vapply(split(about, factor(words, unique(words))), and_list, "")
  everywhere <- all(judged) && all(told) && length(named) == 1
  # Names of classifiers stay as they are.
  alone <- if (said[told][[1]]$by_name) words[1] else capitalise(words[1])
  paste0(" ", if (everywhere) alone else paste("In", named, names(named)), ".", collapse = "")
}

# `lead`: the row over all. With the words, whether they begin with a classifier.
reserve_row <- function(lead, groups) {
  rows <- with_labels(groups$where)
  rows <- rows[rows$metric == lead$metric, ]
  rows <- seen_from(rows, lead$classifier)
  same <- groups$same[groups$same$metric == lead$metric, ]
  outcome <- outcomes(rows)
  word <- better_words(rows)[["better"]]
  told <- function(name, at) if (any(at)) paste(name, "is", word, "in", some_of(rows, at))
  above <- is_better(outcome)
  below <- is_worse(outcome)
  decided <- is_decided(outcomes(lead))
  by_name <- c(if (!decided) told(lead$classifier, above), told(lead$reference, below))
  shown <- if (decided && !any(below)) {
    if (!any(above)) {
      paste("no single", slice_noun(rows), "shows the difference")
    } else if (!all(above)) {
      paste("the difference is shown in", some_of(rows, above), "only")
    }
  }
  differ <- !is.na(same$adj.p.value) & same$adj.p.value < significance_level(rows) & !is_doubtful(same)
  varies <- paste(if (length(shown)) "it" else "the difference", "varies between", slice_nouns(rows))
  said <- c(by_name, shown, if (any(differ)) varies)
  if (length(said)) list(words = paste(said, collapse = ", and "), by_name = length(by_name) > 0)
}

# Not where the headline used all of the level.
is_judged <- function(groups) !is.null(groups$where) && !any(groups$levels$level < 1e-12)

groups_tested <- function(groups) is_judged(groups) && any(groups$levels$n.tests > 0)

say_sameness <- function(rows, row) {
  p <- row$adj.p.value
  if (is.na(p)) {
    return(paste0("whether it is the same everywhere could not be tested (", row$note, ")"))
  }
  shown <- p < significance_level(rows)
  changes <- paste("no change between", slice_nouns(rows), "is shown")
  said <- if (shown) "the difference is not the same everywhere" else changes
  doubt <- if (has_status(row, if (shown) small_p_statuses else large_p_statuses)) paste0("; ", row$note)
  paste0(said, " (", say_p(p, row$log.adj.p.value, levels_of(verdict_info(rows))), doubt, ")")
}

# Whether p-values may be too small, or too large.
is_doubtful <- function(rows) has_status(rows, small_p_statuses)

is_cautious <- function(rows) has_status(rows, large_p_statuses)

# At which level the groups were judged.
groups_basis <- function(groups) {
  levels <- groups$levels
  if (!is_judged(groups)) {
    return(paste0(
      "The headline used all of the level, so that the ", group_nouns(groups$by),
      " are not judged: give `headline`, such as 0.6, or ask compare_classifiers(over = \"groups\") as a question ",
      "of its own."
    ))
  }
  unknown <- if (!groups$missing %in% 0) {
    rows <- if (is.na(groups$missing)) "rows" else count_of(groups$missing, "row")
    paste0("; ", rows, " of no ", group_noun(groups$by), " only ", "over all")
  }
  if (levels$p.adjust.method[1] == "none") {
    return(paste0("p-values of ", group_nouns(groups$by), " not adjusted", unknown, "."))
  }
  family <- say_family(levels)
  paste0(
    "Each p already allows for all tests: the ", group_nouns(groups$by), " ", family[1], " and whether they differ ",
    family[2], " have their share of what the headline leaves", unknown, "."
  )
}
