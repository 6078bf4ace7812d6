# Tables of values, slices (classes or metrics) by classifiers, with marks for what is worse than the best.

wide_of_verdict <- function(v, look) {
  info <- verdict_info(v$comparison)
  wide_table(values_by_slice(v), shown_rows(v), look, c(
    value_interval(v$assessment), verdict_adjustment(v), if (!is.null(v$groups$levels)) groups_basis(v$groups),
    describe_beside(v), table_basis(info$units, row_prevalence(v$assessment)),
    caution_estimators(v)
  ), tests_of_verdict(v, claimed_rows(v)))
}

# Of a verdict the values over all and of classes, and those of groups, of which only differences have intervals.
values_by_slice <- function(v) {
  values <- v$assessment
  where <- groups_as_slices(v)
  if (is.null(where)) {
    return(values)
  }
  info <- verdict_info(values)
  info$axis <- unique(c(info$axis, verdict_info(where)$axis))
  info$units$by <- result_units(where)$by
  both <- compared_values(where)
  values <- as_plain(values)
  values$prevalence <- row_prevalence(v$assessment)
  columns <- intersect(names(values), names(both))
  structure(rbind(values[columns], both[columns]), verdict = info)
}

wide_of_assessment <- function(x, look) {
  units <- result_units(x)
  wide_table(x, NULL, look, c(value_interval(x), NA, table_basis(units, row_prevalence(x))))
}

# The data, and what is to be known of them.
table_basis <- function(units, prevalence) c(header_data(units, prevalence, Inf), units$partial, caveats_of(units))

# The values that were compared; what the intervals of comparisons are about is not shown.
wide_of_comparison <- function(x, look) {
  values <- compared_values(x)
  info <- verdict_info(x)
  attr(values, "verdict") <- info
  about <- c(NA, adjustment_words(info), table_basis(info$units, row_prevalence(x)))
  wide_table(values, x, look, about)
}

compared_values <- function(x) {
  x <- with_own_values(x)
  side <- function(who, estimate) {
    out <- as_plain(x)[c("metric", "average", "class", "measure")]
    out$prevalence <- row_prevalence(x)
    out$classifier <- as.character(x[[who]])
    out$estimate <- x[[estimate]]
    out[c("conf.low", "conf.high")] <- NA_real_
    out$note <- NA_character_
    out
  }
  values <- rbind(side("classifier", "estimate.classifier"), side("reference", "estimate.reference"))
  values <- values[!duplicated(values[c("metric", "average", "class", "prevalence", "classifier")]), ]
  # Why there is no value.
  either <- c(slice_keys(x, "classifier"), slice_keys(x, "reference"))
  first <- match(slice_keys(values, "classifier"), either)
  values$note <- ifelse(is.na(values$estimate), rep(x$note, 2)[first], NA)
  values
}

value_interval <- function(x) {
  if (all(is.na(x$conf.low))) {
    return(NA)
  }
  if (lacks_labels(x)) {
    return("In brackets: what any labels allow.")
  }
  info <- verdict_info(x)
  level <- and_list(format_percent(info$conf.level))
  paste0("In brackets: ", level, " intervals (", and_list(interval_label(info$interval)), ").")
}

# Each classifier has one value in each slice.
check_wide <- function(x) {
  rows <- as_plain(x)[c("metric", "average", "class", "classifier", "reference")]
  rows$prevalence <- row_prevalence(x)
  fault <- if (anyDuplicated(rows)) {
    "Some comparisons occur more than once, by several tests or measures."
  } else if (is_independent(result_units(x))) {
    "The two classifiers were judged on different observations."
  } else if (is_type(x, "comparison") && length(estimator_words(verdict_info(x)))) {
    "What is estimated is not the difference of two values."
  }
  if (!is.null(fault)) {
    abort_verdict(c(
      "There is no wide table of this result.", x = fault, i = "Use {.code layout = \"long\"}."
    ), "table")
  }
}

# `said`: c(about intervals, about the adjustment, data ...), NA for what there is not.
wide_table <- function(values, claims, look, said, tests = NULL) {
  grid <- value_grid(values, claims)
  transposed <- if (is.null(look$rows)) {
    length(grid$classifiers) > most_value_columns && length(grid$slices) <= most_value_columns
  } else {
    look$rows == "classifiers"
  }
  line <- if (transposed) "column" else "row"
  noted <- lettered(c(grid$note))
  letters <- matrix(noted$mark, nrow(grid$note))
  if (!transposed) {
    # What is to be said of all of a row stands at its name.
    whole <- rowSums(letters != letters[, 1]) == 0 & ncol(letters) > 1
    grid$row_mark <- ifelse(whole, letters[, 1], "")
    letters[whole, ] <- ""
  }
  both <- grid$mark != "" & letters != ""
  mark <- matrix(paste0(grid$mark, ifelse(both, ",", ""), letters), nrow(letters))
  bold <- grid$best & look$best == "bold"
  best <- if (any(bold)) paste0("Bold: the best of its ", line, ".")
  before <- c(said[1], best, if (all(grid$mark == "")) grid$silent)
  footnotes <- rbind(
    table_notes(before[!is.na(before)]), mark_notes(grid, claims, line, said[2], tests),
    table_notes(c(grid$lacking, margin_notes(claims), valueless_notes(claims))),
    noted$notes, table_notes(c(doubt_notes(claims), said[-(1:2)]))
  )
  lay <- if (transposed) lay_transposed else lay_upright
  table <- lay(grid, mark, bold)
  new_result_table(
    table$main, table$stub, wide_caption(values, grid), footnotes,
    mark = table$mark, extra = table$extra, bold = table$bold, group = table$group, once = table$stub - 1
  )
}

wide_caption <- function(values, grid) {
  about <- metrics_listed(values, 6)
  by_class <- if (any(!is.na(values$class))) paste0(" by ", slice_noun(values, " and "))
  prefix <- if (!varies(values$average)) average_word(values$average)
  if (all(values$measure %in% "rank_difference")) prefix <- "mean rank of "
  less <- less_words(values)
  paste0(
    capitalise(paste0(prefix, about)), by_class, " of ", and_list(say_label(grid$classifiers), 6),
    if (length(less)) paste0(" (", less, ")")
  )
}

# -- slices by classifiers ----------------------------------------------------------------

# Matrices slices x classifiers: main, extra, note, best, mark.
value_grid <- function(values, claims) {
  key <- slice_keys(values)
  slices <- unique(key)
  classifiers <- unique(as.character(values$classifier))
  classifiers <- unique(c(intersect(verdict_info(values)$units$classifiers, classifiers), classifiers))
  at <- cbind(match(key, slices), match(as.character(values$classifier), classifiers))
  spread <- function(x, otherwise) {
    out <- matrix(otherwise, length(slices), length(classifiers))
    out[at] <- x
    out
  }
  first <- as_plain(values)[match(slices, key), ]
  first$prevalence <- label_prevalence(first)
  text <- value_text(values, metric_scales(values))
  estimate <- spread(values$estimate, NA_real_)
  direction <- measured_direction(metric_direction(first$metric, metrics_of(values)), first$measure)
  best <- best_of_slices(values, claims, estimate * direction, slices, classifiers)
  grid <- list(
    axis = slice_noun(values), slices = slices, classifiers = classifiers, first = first,
    main = spread(text$main, "\u2013"),
    extra = spread(text$extra, ""), note = spread(as.character(values$note), NA_character_), best = best,
    metric = capitalise(name_metric(first$metric, metrics_of(values)))
  )
  c(grid, marks_of(claims, grid, direction))
}

# Values of different units, or none at all, do not say who is best: the decisions do, if there is one.
best_of_slices <- function(values, claims, size, slices, classifiers) {
  best <- best_of_rows(size)
  partial <- !is.null(result_units(values)$partial)
  for (i in which(partial | rowSums(!is.na(size)) == 0)) {
    own <- if (!is.null(claims)) which(slice_keys(claims) == slices[i])
    places <- if (length(own)) slice_places(claims[own, ])
    known <- any(places$rank.low > 1, na.rm = TRUE) && !all(places$top) && !any(places$open)
    best[i, ] <- classifiers %in% if (known) as.character(places$classifier[places$top])
  }
  best
}

# `by`: rows of which have the same decimals.
value_text <- function(values, by) {
  main <- extra <- character(nrow(values))
  open <- open_to(values)
  for (at in split(seq_len(nrow(values)), by)) {
    low <- values$conf.low[at]
    high <- values$conf.high[at]
    main[at] <- format_column(values$estimate[at], low, high)
    extra[at] <- interval_column(low, high, estimate = values$estimate[at], open = open[at])
  }
  main[is.na(values$estimate)] <- "\u2013"
  extra[is.na(values$conf.low) & is.na(values$conf.high)] <- ""
  list(main = main, extra = extra)
}

# None where a metric has no good side, or where all are alike.
best_of_rows <- function(size) {
  best <- size != size
  for (i in seq_len(nrow(size))) {
    known <- size[i, !is.na(size[i, ])]
    if (length(unique(known)) > 1) best[i, ] <- size[i, ] == max(known)
  }
  !is.na(best) & best
}

# -- marks ----------------------------------------------------------------------------------

# Differences of a pair that are known between values that are not.
valueless_notes <- function(claims) {
  if (is.null(claims)) {
    return(character())
  }
  tested <- !is.na(claims$p.value) & is.na(claims$estimate.classifier) & is.na(claims$estimate.reference)
  if (length(unique(pair_of(claims))) > 1) {
    return(if (any(tested)) "Differences between values that are not known: layout = \"long\".")
  }
  vapply(which(tested), function(i) as.character(claims[i, ]), "")
}

# What the decisions say of each cell: worse than a best one ("*"), or, with one reference, better ("+") or
# worse ("\u2212") than that.
marks_of <- function(claims, grid, direction) {
  mark <- matrix("", length(grid$slices), length(grid$classifiers))
  if (is.null(claims)) {
    return(list(mark = mark))
  }
  # All pairs with one classifier, on either side, are comparisons with a reference.
  common <- Reduce(intersect, Map(c, as.character(claims$classifier), as.character(claims$reference)))
  reference <- if (length(common) && length(grid$classifiers) > 2) common[length(common)]
  if (!is.null(reference)) claims <- turned_rows(claims, which(claims$classifier == reference))
  outcome <- outcomes(claims)
  cells <- function(who) cbind(match(slice_keys(claims), grid$slices), match(as.character(who), grid$classifiers))
  first <- cells(claims$classifier)
  second <- cells(claims$reference)
  if (!is.null(reference)) {
    mark[first[is_better(outcome), , drop = FALSE]] <- "+"
    mark[first[is_worse(outcome), , drop = FALSE]] <- "\u2212"
    silent <- paste0("No classifier differs significantly from ", say_label(reference), direction_tested(claims), ".")
  } else {
    mark[first[is_worse(outcome) & grid$best[second], , drop = FALSE]] <- "*"
    mark[second[is_better(outcome) & grid$best[first], , drop = FALSE]] <- "*"
    mark[direction == 0, ] <- ""
    silent <- if (any(direction != 0)) {
      paste0("None is significantly worse than the best", direction_tested(claims), ".")
    } else {
      "Neither more nor less is better: no marks."
    }
  }
  # Who is best is not known where labels are lacking.
  if (any(claims$status %in% "no_label")) silent <- NULL
  lacking <- if (is.null(reference)) say_lacking_pairs(grid, first, second)
  list(mark = mark, silent = silent, reference = reference, lacking = lacking)
}

# Where rows were left out, a value without a mark need not have been compared.
say_lacking_pairs <- function(grid, first, second) {
  compared <- grid$best | rowSums(grid$best) == 0 | grid$main == "\u2013"
  compared[first[grid$best[second], , drop = FALSE]] <- TRUE
  compared[second[grid$best[first], , drop = FALSE]] <- TRUE
  if (!all(compared)) {
    "Not all pairs are in this table: a value without a mark may not have been compared with the best."
  }
}

direction_tested <- function(claims) if (is_one_sided(verdict_info(claims))) " in the direction that was tested"

mark_notes <- function(grid, claims, line, adjustment, tests) {
  if (is.null(claims)) {
    return(table_notes(character()))
  }
  by <- paste0(
    if (is_adjusted(verdict_info(claims))) "adjusted p" else "p", " < ", short_number(significance_level(claims))
  )
  side <- one_side(verdict_info(claims))
  test <- if (lacks_labels(claims)) {
    "Test of each pair: none, for want of labels."
  } else {
    paste0("Test of each pair: ", tests %||% tests_done(claims), side, "; ", adjustment, ".")
  }
  if (all(grid$mark == "")) {
    return(table_notes(test))
  }
  if (is.null(grid$reference)) {
    return(table_notes(c(paste0("Significantly worse than the best of its ", line, " (", by, ")."), test), c("*", "")))
  }
  than <- paste0(" than ", say_label(grid$reference), " (", by, ").")
  used <- c("+", "\u2212") %in% grid$mark
  table_notes(
    c(paste0("Significantly ", c("better", "worse")[used], than), test), c(c("+", "\u2212")[used], "")
  )
}

# What is decided about a margin has no mark.
margin_notes <- function(claims) {
  if (is.null(claims) || !any(has_margin(claims))) {
    return(character())
  }
  rows <- with_labels(claims, table_label)
  rows <- turned_rows(rows, which(outcomes(rows) == "not_better" | is_worse(outcomes(rows))))
  sized <- !is.na(outcome_size(outcomes(rows)))
  rows <- rows[sized | outcomes(rows) %in% c("equivalent", "not_worse"), ]
  said <- vapply(split_rows(rows, paste(pair_of(rows), outcomes(rows))), function(part) {
    slices <- vapply(seq_len(nrow(part)), function(i) slice_phrase(part[i, ]), "")
    paste0(headline_row(part[1, ], and_list(unique(slices), 6)), ".")
  }, "")
  if (length(said) > most_pairs) said <- "What else is decided about it: layout = \"long\"."
  c(true_minus(header_margin(claims)), said)
}

# Why what is claimed may not hold: its p-values and intervals are not in the table, nor are their notes.
doubt_notes <- function(claims) {
  if (is.null(claims)) {
    return(NULL)
  }
  c(caution_notes(with_labels(claims, table_label)), caution_small_p(with_claims(claims)), caution_tests(claims))
}

# -- layout ---------------------------------------------------------------------------------

slice_labels <- function(grid) {
  first <- grid$first
  columns <- list()
  if (varies(first$metric)) columns$metric <- grid$metric
  if (any(!is.na(first$class)) || varies(first$average)) {
    columns[[grid$axis]] <- table_label(label_class(first$class, first$average))
  }
  if (varies(first$prevalence)) columns$prevalence <- first$prevalence
  columns
}

# Which rows belong together: those of a metric.
lay_upright <- function(grid, mark, bold) {
  labels <- slice_labels(grid)
  if (length(labels) == 0) labels <- list(metric = grid$metric)
  left <- columns_matrix(labels)
  heads <- table_label(grid$classifiers)
  if (!is.null(grid$reference)) {
    heads[grid$classifiers == grid$reference] <- paste(heads[grid$classifiers == grid$reference], "(reference)")
  }
  colnames(grid$main) <- one_line(heads)
  beside <- function(x, fill) cbind(matrix(fill, nrow(left), ncol(left)), x)
  marks <- beside(mark, "")
  marks[, ncol(left)] <- grid$row_mark
  list(
    main = cbind(left, grid$main), mark = marks, extra = beside(grid$extra, ""), bold = beside(bold, FALSE),
    stub = ncol(left), group = cumsum(starts_run(grid$first$metric))
  )
}

lay_transposed <- function(grid, mark, bold) {
  labels <- slice_labels(grid)
  heads <- if (length(labels)) do.call(paste, c(unname(labels), sep = ": ")) else grid$metric
  main <- t(grid$main)
  colnames(main) <- one_line(heads)
  list(
    main = cbind(classifier = one_line(table_label(grid$classifiers)), main), mark = cbind("", t(mark)),
    extra = cbind("", t(grid$extra)), bold = cbind(FALSE, t(bold)), stub = 1, group = NULL
  )
}
