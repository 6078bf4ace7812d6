# The conclusion of a verdict: a title, a headline, sections (lines and small tables), and what decided.

# On the console.
section_lines <- function(section, width) {
  table <- if (length(section$columns)) {
    paste0("  ", if (section$legend && !"interval" %in% names(section$columns)) {
      table_lines(section$columns, width - 2, section$headings)
    } else {
      fit_table(
        section$columns, width - 2, section$pair, names(section$columns), section$headings, section$shorter
      )$lines
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
  shown <- unlike_pairs(all)
  bare <- rows_without_notes(all)
  decides <- decides_anything(shown)
  sections <- if (nrow(shown)) verdict_sections(x, all, shown, decides)
  marked <- any(vapply(sections, `[[`, NA, "legend"))
  list(
    title = verdict_title(all, info),
    headline = verdict_headline(all, groups = x$groups),
    further = c(
      if (nrow(shown)) c(true_minus(header_margin(shown)), say_one_sided(shown, info)),
      if (nrow(shown) && decides) headline_further(verdict_parts(all), x$groups),
      header_values(info$units, row_prevalence(x$comparison))
    ),
    sections = sections,
    cautions = c(
      say_learners(info$units), if (nrow(shown)) estimator_words(verdict_info(all)), caution_few(all),
      caution_left_out(info$units),
      caveats_of(info$units), caution_reversed(all), caution_averaged(all), caution_remarks(all, info),
      caution_tests(all),
      caution_notes(bare), caution_small_p(rbind(x$overall, with_claims(bare))),
      caution_beyond_range(verdict_info(all)), caution_labels(info$units),
      # Values of more than two stand beside differences of pairs.
      if (varies(pair_of(shown))) caution_estimators(x),
      if (marked) {
        paste(c(say_marks(all, x$groups$where), say_smallest(sections)), collapse = " ")
      } else if (leaves_open(shown, x$groups) && decides) {
        say_undecided(shown)
      },
      say_abilities(shown),
      say_meanings(shown),
      if (nrow(shown)) c(say_margin(shown), say_more_rows(verdict_parts(shown), info, x)),
      if (nrow(shown) && length(stats::na.omit(unique(all$class))) > 1) positive_hint(info$units),
      if (nrow(shown)) verdict_basis(x, shown)
    ),
    more = if (nrow(shown)) "More: summary()."
  )
}

# What is one comparison a pair comes first.
verdict_sections <- function(x, all, shown, decides) {
  pairs <- length(unique(pair_of(all)))
  reference <- common_reference(all)
  parts <- verdict_parts(if (pairs == 1) shown else all)
  single <- vapply(parts, function(part) !anyDuplicated(pair_of(part)), NA)
  lead <- if (pairs == 1) lead_of(parts)$classifier[1]
  first <- if (!any(single)) {
    NULL
  } else if (pairs == 1) {
    lines <- lapply(parts[single], function(part) {
      row_lines(seen_from(part, lead), capitalise(slice_phrase(part)), decides)
    })
    list(new_section("", NULL, unlist(lines)))
  } else if (!is.null(reference)) {
    describe_against(parts[single])
  } else {
    describe_ranked(parts[single])
  }
  last <- length(first)
  if (last) first[[last]]$lines <- c(first[[last]]$lines, describe_beside(x))
  names <- if (pairs == 1) lead else slice_places(parts[[1]])$classifier
  describe <- if (pairs == 1) describe_pair_by_class else describe_by_class
  by_class <- lapply(parts[!single], function(part) {
    said <- describe(part, x$global[x$global$metric == part$metric[1], ], names)
    c(list(said), if (pairs > 1) describe_decided(part, names[1]))
  })
  c(first, do.call(c, by_class), groups_sections(x))
}

# What is said in lines or by letters: only tables of pairs have the notes of their rows, by class those of one pair or
# of what is decided.
rows_without_notes <- function(all) {
  part <- paste(all$metric, is.na(all$class))
  by_class <- part %in% part[duplicated(paste(part, pair_of(all), sep = "\r"))]
  listed <- !varies(pair_of(all)) | is_decided(outcomes(all))
  all[!ifelse(by_class, listed, !is.null(common_reference(all))), ]
}

# Each against the reference, the best first: a table a metric.
describe_against <- function(parts) {
  lapply(parts, function(rows) {
    rows <- rows[order(match(rows$classifier, slice_places(rows)$classifier)), ]
    table <- compared_briefly(rows)
    heading <- if (length(parts) > 1) capitalise(slice_phrase(rows)) else ""
    if (nzchar(heading)) table$columns[[axis_of(rows)]] <- NULL
    new_section(heading, table$columns, c(table$notes, say_less(rows)), pair = table$pair, of = rows)
  })
}

# The better one over all first, then the classes by what was decided, or in their own order.
describe_pair_by_class <- function(rows, global, lead) {
  rows <- seen_from(rows, lead)
  if (!is_ordered_axis(axis_of(rows))) rows <- decided_first(rows)
  table <- compared_briefly(rows, 2 * most_classes)
  heading <- paste0(capitalise(metric_phrase(rows)), " by ", slice_noun(rows), which_is_better(rows[1, ]))
  new_section(heading, table$columns, c(table$notes, describe_all_classes(rows, global)), pair = table$pair, of = rows)
}

# All classes together, and how that fits with the single ones.
describe_all_classes <- function(rows, global) {
  if (nrow(global) == 0 || global$n_classes < 2) {
    return(NULL)
  }
  alone <- any(is_decided(outcomes(rows)))
  differ <- !is.na(global$adj.p.value) && global$adj.p.value < significance_level(rows)
  p <- say_p(global$adj.p.value, global$log.adj.p.value, levels_of(verdict_info(rows)))
  together <- paste0(capitalise(every_slice(rows, global$n_classes)), " taken together: ")
  if (differ && alone) {
    return(NULL)
  }
  paste0(
    together, if (differ) "a difference on at least one" else "no difference is shown", " (", p, ")",
    if (differ) {
      paste0(", but no single ", slice_noun(rows), " shows it by itself")
    } else {
      say_hold(rows, paste("on a single", slice_noun(rows)))
    }, "."
  )
}

verdict_title <- function(all, info) {
  units <- info$units
  names <- unique(c(all$classifier, all$reference))
  reference <- common_reference(all)
  who <- if (!is.null(reference)) {
    others <- setdiff(names, reference)
    paste(if (length(names) <= most_pairs) and_list(others) else count_of(length(others), "classifier"),
      "against", reference
    )
  } else if (length(names) == 2) {
    both <- unlist(as_plain(better_first(all[1, ]))[c("classifier", "reference")])
    and_list(if (says_alike(all$status[1])) rev(both) else both)
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
  clustered <- isTRUE(units$clustered) && units$n_clusters[1] != n
  counted <- if (units$row[1] %in% "fold") {
    NULL
  } else if (are_rows_repeated(units)) {
    count_of(units$n_clusters, if (clustered) units$unit else "row")
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
  paste0(": ", paste(c(counted, units$events, classes, design), collapse = ", "))
}

# Below it ---------------------------------------------------------------------------------

say_marks <- function(all, where = NULL) {
  reference <- common_reference(all)
  if (!is.null(reference)) {
    one_end <- any(c(outcomes(all), if (!is.null(where)) outcomes(where)) %in% c("not_worse", "not_better"))
    return(paste0(
      "+ better, - worse, = equivalent, without a sign undecided", if (one_end) " or only not worse",
      ", each against ", reference, "."
    ))
  }
  paste0(
    "Classifiers that share a letter are tied: they are not shown to differ",
    if (!any(has_margin(all))) ", which does not mean that they are equal", "."
  )
}

leaves_open <- function(shown, groups) {
  any(outcomes(shown) == "open") || is_judged(groups) && any(outcomes(groups$where) == "open")
}

say_undecided <- function(shown) {
  if (any(has_margin(shown))) {
    "Undecided: the data show neither that one is better nor that the difference does not matter."
  } else {
    "Undecided: the data do not show which is better, which does not mean that they are equal, even where p is near 1."
  }
}

# What heads the p-values of rows that hold many comparisons.
say_smallest <- function(sections) {
  of_rows <- vapply(sections, function(section) smallest_heading %in% names(section$columns), NA)
  of_columns <- vapply(sections, function(section) smallest_heading %in% section$columns[[1]], NA)
  told <- of_rows | of_columns
  of_groups <- vapply(sections[told], function(section) names(section$columns)[1] == "group", NA)
  if (any(told)) {
    calls <- c(if (!all(of_groups)) "v$comparison", if (any(of_groups)) "v$groups$where")
    where <- paste(c("row", "column")[c(any(of_rows), any(of_columns))], collapse = " or ")
    paste0(
      capitalise(smallest_heading), ": of all pairs in the ", where, ". Each pair with its interval: ",
      and_list(calls), "."
    )
  }
}

say_margin <- function(rows) {
  if (any(has_margin(rows))) {
    better <- better_words(rows)[["better"]]
    paste0(
      "Each p belongs to the decision beside it",
      if (any(outcomes(rows) == "open")) "; where that is undecided, to the test of a difference", ".",
      if (any(outcomes(rows) %in% c("not_worse", "not_better"))) paste0(" Not worse does not mean ", better, "."),
      if (any(leaves_size(rows))) {
        paste0(" Where it says only ", better, ", whether by more than the margin is undecided.")
      }
    )
  }
}

# What a cross-validation is about.
say_learners <- function(units) {
  design <- designs_of(units)[[1]]
  if (!design$type %in% c("folds", "repeated_folds")) {
    return(NULL)
  }
  k <- design$folds
  n <- different_rows(units)[1]
  trained <- if (units$row[1] %in% "row") {
    paste("about", format_count(round(n * (1 - 1 / k))), "of these rows")
  } else {
    paste(format_count(k - 1), "of", format_count(k), "folds")
  }
  paste0(
    "This compares ways of training (learners), not single models: the expected difference of models trained on ",
    trained, "."
  )
}

# What fewer units vary by does not say how many more it takes.
least_to_plan <- 10

# Of what is over all (or on one class only) the first metric that leaves a pair open: how many rows would show a
# difference of two points, or what the margin asks for, at the level at which this verdict judges it.
say_more_rows <- function(parts, info, x) {
  units <- info$units
  counted <- counted_units(units)
  n <- counted$n
  open <- lapply(parts, open_rows)
  first <- which(vapply(open, nrow, 0L) > 0)[1]
  grows <- has_independent_units(units)
  if (is.na(n) || n < least_to_plan || is.na(first) || !grows) {
    return(NULL)
  }
  rows <- open[[first]]
  is_overall <- rows$metric[1] %in% x$overall$metric[is.na(x$overall$class)] || nrow(x$comparison) == 0
  local <- x$levels$local[if (is_overall) 1 else nrow(x$levels)]
  alpha <- if (is.na(local)) 1 - info$conf.level else local
  gap <- relevant_difference(rows[1, ])
  if (!is.null(units$labels)) {
    return(say_labels_needed(rows, x$set, gap, alpha))
  }
  say_rows_needed(rows, x$set, n, counted$noun, gap, alpha, about = paste0(" in ", metric_labels(rows)[1]))
}

# What a part with one comparison a pair could not tell; of what is not worse whether it is equivalent.
open_rows <- function(rows) {
  planned <- !is.na(rows$std.error) & rows$measure != "rank_difference"
  both_ends <- nrow(rows) > 0 && !anyNA(planned_ends(rows[1, ]))
  open <- c("open", if (both_ends) c("not_worse", "not_better"))
  rows[!anyDuplicated(pair_of(rows)) & outcomes(rows) %in% open & planned, ]
}

# On the linear scale.
relevant_difference <- function(row) {
  relative <- is_relative(row$measure)
  ends <- if (has_margin(row)) {
    c(row$margin.low, row$margin.high)
  } else if (relative) {
    1.02
  } else {
    ability_gaps[[row$metric]][1] %||% 0.02
  }
  max(abs(if (relative) log(ends) else ends), na.rm = TRUE)
}

# How the level is divided: "of the 5% risk of any false claim the headline (accuracy: 1 test) has 3.5%, the details (9
# tests, max-T) what it leaves"; NULL where one part has all of it. In percent, or it would be compared with p.
say_levels <- function(x) {
  levels <- tested_levels(x$levels)
  whole <- significance_level(claimed_rows(x))
  about <- ifelse(levels$part == "headline", paste0(metrics_listed(x$overall, max_named), ": "), "")
  part <- paste("the", levels$part, say_family(levels, about))
  has <- if (levels$part[1] == "headline") "has" else "have"
  bounded <- if (limits_share(levels$p.adjust.method)) {
    "false discovery rate (the expected share of false claims)"
  } else {
    "risk of any false claim"
  }
  first <- paste("of the", percent_of(whole), bounded, part[1], has, percent_of(levels$level[1]))
  if (nrow(levels) == 2) {
    paste0(first, ", ", part[2], if (is_judged(x$groups)) " their share of", " what it leaves")
  } else if (!uses_all(levels, whole)) {
    paste0(first, ", whatever else is asked")
  }
}

# Whether the expected share of false claims is kept below the level, and not the chance of any.
limits_share <- function(methods) any(registry_adjustments[unique(methods), ]$limits == "share")

tested_levels <- function(levels) levels[levels$n.tests > 0, ]

uses_all <- function(levels, whole) sum(levels$level) > whole * (1 - 1e-9)

verdict_adjustment <- function(x) {
  if (!any(x$levels$n.tests > 0)) {
    return(paste(only_tested(x), "could be tested"))
  }
  whole <- nrow(x$levels) == 1 && uses_all(x$levels, significance_level(claimed_rows(x)))
  if (whole || all(x$levels$p.adjust.method == "none")) {
    return(adjustment_words(verdict_info(if (nrow(x$overall)) x$overall else x$comparison)))
  }
  divided <- say_levels(x)
  paste0(
    "p-values adjusted together",
    if (is.null(divided)) paste0(" ", say_family(tested_levels(x$levels))) else paste0(": ", divided)
  )
}

# What could be where the headline could not.
only_tested <- function(x) if (groups_tested(x$groups)) paste("only the", group_nouns(x$groups$by)) else "nothing"

# Those of groups too, where they are others.
tests_of_verdict <- function(x, shown) {
  where <- if (groups_tested(x$groups)) x$groups$where
  other <- length(setdiff(where$method[!is.na(where$p.value)], shown$method)) > 0
  paste0(tests_done(shown), if (other) paste0("; of each ", group_noun(x$groups$by), " ", tests_done(where)))
}

# What decided, in one line; summary() says it at length.
verdict_basis <- function(x, shown) {
  info <- verdict_info(shown)
  level <- short_number(significance_level(shown))
  if (!any(x$levels$n.tests > 0)) {
    return(paste0(capitalise(only_tested(x)), " could be tested", if (groups_tested(x$groups)) {
      paste0(": ", tests_done(x$groups$where), ". A difference is shown where p is below ", level)
    }, "."))
  }
  tests <- paste0("Test: ", tests_of_verdict(x, shown), ".")
  known <- any(is.finite(c(shown$conf.low, shown$conf.high)))
  alone <- nrow(x$levels) == 1 && x$levels$n.tests == 1 && uses_all(x$levels, significance_level(shown))
  if (alone || all(x$levels$p.adjust.method == "none")) {
    what <- if (any(has_margin(shown))) " A decision is shown" else " A difference is shown"
    return(paste0(
      tests, what, " where p", if (!alone) ", not adjusted,", " is below ", level,
      if (known) paste0("; intervals are at ", and_list(format_percent(info$conf.level))), "."
    ))
  }
  divided <- say_levels(x)
  family <- if (is.null(divided)) say_family(tested_levels(x$levels))
  allowed <- paste(c(" already allows for all tests", family), collapse = " ")
  steps <- if (is_in_steps(info) && known) paste0(" Intervals are ", last_step_words, ".")
  paste0(
    tests, say_claims(shown, info, level, allowed, known), steps,
    if (!is.null(divided)) paste0(" ", capitalise(divided), ".")
  )
}

# Where a claim is shown; `known`: whether there are intervals.
say_claims <- function(shown, info, level, allowed, known) {
  interval <- paste(format_percent(max(info$conf.level)), if (any(open_to(shown) != "none")) "bound" else "interval")
  if (any(has_margin(shown))) {
    together <- if (!is_in_steps(info)) paste(" and", interval)
    paste0(" A decision is shown where its p is below ", level, ": each p", together, allowed, ".")
  } else {
    paste0(
      " Each p", allowed, ": compare p with ", level, " and nothing else. Below it a difference is shown",
      if (known) paste0(", exactly where the ", interval, " in brackets excludes ", no_difference(shown)), "."
    )
  }
}

# The values of measures at which nothing differs.
no_difference <- function(rows) {
  relative <- unique(is_relative(rows$measure))
  if (length(relative) == 2) "equality (0, or 1 for a ratio)" else if (relative) "1" else "0"
}

# What was not asked cannot be shown.
say_one_sided <- function(shown, info) {
  if (all(info$alternative == "two.sided")) {
    return(NULL)
  }
  greater <- info$alternative[1] == "greater"
  reference <- common_reference(shown)
  one_way <- looks_one_way(info)
  higher <- if (one_way) {
    paste0(" ", if (info$toward > 0) "better" else "worse", " than ")
  } else {
    paste0(" a ", if (greater) "higher" else "lower", " value than ")
  }
  who <- if (!is.null(reference)) {
    paste0("some ", if (one_way) "are" else "have", higher, reference)
  } else if (length(unique(pair_of(shown))) == 1) {
    paste0(shown$classifier[1], if (one_way) " is" else " has", higher, shown$reference[1])
  } else {
    before <- and_list(result_units(shown)$classifiers, max_named)
    paste0("one", if (one_way) " is" else " has", higher, "those before it in ", before)
  }
  paste0(
    "One-sided: only whether ", who,
    if (one_way && any(has_margin(shown))) {
      paste0(", or not ", if (info$toward > 0) "worse" else "better", " by more than the margin,")
    } else if (any(!is.na(shown[[if (greater) "margin.low" else "margin.high"]]))) {
      paste0(", or not a ", if (greater) "lower" else "higher", " one by more than the margin,")
    } else if (any(has_margin(shown))) {
      ", or one by more than the margin,"
    },
    " was tested; the reverse cannot be shown."
  )
}

# What the two kinds of p-values are about.
caution_global <- function(x) {
  global <- x$global[x$global$n_classes > 1, ]
  if (nrow(global) > 0) {
    slices <- slice_nouns(x$comparison)
    paste0(
      "The p-value of all ", slices, " together says whether there is a difference (", global$method[1],
      "), those of single ", slices, " say where."
    )
  }
}
