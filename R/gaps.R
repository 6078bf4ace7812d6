#' Fairness: gaps between groups, and whose is smaller
#'
#' How far are the groups apart in recall (equal opportunity), false positive rate, precision (predictive parity), share
#' that is called positive (parity; it needs no truth) or accuracy, for each classifier; and which classifier has the
#' smaller gap, on the same rows?
#'
#' A gap is the value in one group minus (or over) that in another. Two classifiers' gaps are compared with their joint
#' covariance. That the size of one is larger, `|gap_1| > |gap_2|`, is claimed where their difference and their sum are
#' both significant with the same sign (opposite signs: it is smaller), which is an intersection-union test:
#' `p.size` is the larger of the two p-values.
#'
#' A gap of which a cell, the rows of a group that count (the positives for recall) and are found or are not, has fewer
#' than 10 (of few labels: labelled rows), has no test, only Newcombe's interval (differences of rows that are counted
#' once each, all labelled), and is told with its
#' counts: with 12 of 12 found a normal approximation knows too much. Two classifiers' gaps are compared where each
#' group has 10 rows on which just one of them is right, and 10 of both kinds of them together. Of repeated observations
#' (`id`) a note says where a group has fewer than `r few_clusters`, with which p may be too small.
#'
#' @param x A [prediction_set()] that was made with `by`.
#' @param metric One or more metrics, by class or over all. `NULL`: recall, false positive rate, precision,
#'   detection prevalence and accuracy.
#' @param groups Two or more groups to compare. `NULL`: all, at most 30.
#' @param reference A group that all others are compared with. `NULL`: every two.
#' @param classes The class asked about; `NULL`: the positive class of the set.
#' @param measure `"difference"`, or `"ratio"` (the four-fifths rule is a ratio below 0.8).
#' @param conf.level Confidence of the intervals, each by itself.
#' @param ... Not used.
#' @return An object of class `gap_comparison`, a list with data frames:
#'   - `gaps`: a row a metric, pair of groups and classifier: `metric`, `group`, `reference`, `classifier`, `value`,
#'     `value.reference`, `n`, `n.reference`, `estimate` (the gap), `std.error`, `conf.low`, `conf.high`, `statistic`,
#'     `p.value`, `adj.p.value` (by the largest statistic over all gaps of the metric), `status` (why there is no
#'     test; `"rough"`: p may be too small; `"beyond_range"`: a value that a judge puts beyond its range is cut to it)
#'     and `note`;
#'   - `comparison`: a row a metric, pair of groups and pair of classifiers: `metric`, `group`, `reference`,
#'     `classifier`, `other`, `gap`, `gap.other`, `estimate` (the difference of the gaps), `std.error`, `conf.low`,
#'     `conf.high`, `p.value`, `p.size`, `smaller` (the classifier whose gap is shown to be smaller in size) and `note`;
#'   - `counts`: a row a group and metric: `group`, `rows`, `metric`, `n` (of the first classifier).
#'
#'   With weights of sampling `n` and `n.reference` are weighted (the mean weight is 1), and `rows` of data with an `id`
#'   are not known.
#'
#'   `as.data.frame()` gives the gaps.
#' @section Errors: `verdict_error_groups` for a set without groups, for groups that are not in it, or for too many;
#'   `verdict_error_class` where no class is asked about; `verdict_error_metric`, `verdict_error_measure`.
#' @section How well the tests keep their level:
#' Simulated (`bench/calibration/groups.R`, `r ledger_sets(topic = "groups", method = "compare_gaps()")` data sets,
#' level 0.05): of two classifiers with gaps of the same size, 0 or 0.1, in groups of 300 and 150 rows, one was said to
#' have the smaller in `r ledger_range(topic = "groups", method = "compare_gaps()")`; that one classifier has a gap,
#' where it has none, in `r ledger_range(topic = "groups", method = "compare_gaps(), one")` (recalls of 0.8 and 0.95;
#' the smaller group has 12 to 150 rows, and none of 12 was tested). Both are cautious.
#' @section When not to use: A gap that is not shown is not shown to be absent: look at the interval. Equal precision
#'   and equal error rates cannot hold together where the groups' prevalences differ (Chouldechova 2017): choose before
#'   looking which one matters.
#' @references
#' Chouldechova, A. (2017). Fair prediction with disparate impact: a study of bias in recidivism prediction instruments.
#' *Big Data*, 5, 153-163. \doi{10.1089/big.2016.0047}
#'
#' Hardt, M., Price, E. and Srebro, N. (2016). Equality of opportunity in supervised learning. *Advances in Neural
#' Information Processing Systems*, 29. \doi{10.48550/arXiv.1610.02413}
#' @seealso [group_questions]
#' @examples
#' half <- rep(c("first", "second"), length.out = nrow(spam_filters))
#' x <- prediction_set(truth ~ naive_bayes + tree, spam_filters, positive = "spam", by = half)
#' compare_gaps(x, c("recall", "fpr"))
#' @export
compare_gaps <- function(x, metric = NULL, groups = NULL, reference = NULL, classes = NULL,
                         measure = c("difference", "ratio"), conf.level = 0.95, ...) {
  check_dots(...)
  check_given(x, "a set with groups, see {.arg by} in {.fn prediction_set}.", "set")
  if (!inherits(x, "prediction_set")) abort_not_a_set(x)
  check_evidence(x)
  measure <- check_choice(measure, "measure", c("difference", "ratio"))
  check_level(conf.level)
  grouped <- over_groups(x)
  pairs <- gap_pairs(groups, reference, grouped$label)
  classes <- check_classes(classes, set_units(x)) %||% x$positive
  usual <- c("recall", "fpr", "precision", "detection_prevalence", "accuracy")
  metrics <- set_metrics(x, with_beta(metric %||% usual, NULL))
  if (any(!metrics$overall) && length(classes) != 1) {
    abort_verdict(c(
      "Of which class? The gap in {metrics$label[!metrics$overall][1]} is that of one.",
      i = "Name it in {.arg classes}, or make the set with {.arg positive}."
    ), "class")
  }
  found <- lapply(seq_len(nrow(metrics)), function(i) {
    gaps_in(grouped, metrics[i, ], if (!metrics$overall[i]) classes, pairs, measure, 1 - conf.level)
  })
  bind <- function(name) {
    rows <- do.call(rbind, lapply(found, `[[`, name))
    row.names(rows) <- NULL
    rows
  }
  parts <- list(gaps = bind("gaps"), comparison = bind("comparison"), counts = bind("counts"))
  new_whole(
    parts, "gap_comparison",
    verdict = list(
      measure = measure, conf.level = conf.level, by = x$groups$by, class = classes,
      n_rows = x$n_rows - ungrouped_rows(x),
      sampled = !is.null(x$sampled), caveat = printed_caveat(set_units(x)), columns = gap_modes(parts),
      labels = rlang::set_names(metrics$label, metrics$asked)
    )
  )
}

# Positions of groups, 2 x pairs.
gap_pairs <- function(groups, reference, label) {
  if (!is.null(reference) && !rlang::is_string(reference)) {
    abort_verdict("{.arg reference} must be one group.", "groups")
  }
  if (!is.null(reference)) reference <- as_utf8(reference)
  asked <- if (is.null(groups)) label else as_labels(groups)
  unknown <- setdiff(c(asked, reference), label)
  if (length(unknown) || anyNA(asked) || length(unique(asked)) < 2) {
    abort_verdict(c(
      if (length(unknown)) "The set has no group {.val {unknown}}." else "A gap is between two groups or more.",
      i = "Its groups are {.val {label}}."
    ), "groups")
  }
  if (is.null(reference) && length(unique(asked)) > 30) {
    abort_verdict(c(
      "{length(unique(asked))} groups make {choose(length(unique(asked)), 2)} gaps.",
      i = "Name at most 30 in {.arg groups}, or one as {.arg reference}."
    ), "groups")
  }
  at <- match(unique(asked), label)
  if (is.null(reference)) utils::combn(at, 2) else rbind(setdiff(at, match(reference, label)), match(reference, label))
}

smallest_cell <- 10

# The gaps of one metric, their differences between classifiers, and the rows that they count.
gaps_in <- function(x, metric, classes, pairs, measure, level) {
  target <- set_target(x, metric, "none", classes, "na")
  n <- length(x$classifiers)
  joint <- set_joint(x, list(target))
  scale <- on_scale(joint$estimate, measure)
  V <- joint$vcov * tcrossprod(scale$slope)
  # Rows that the metric counts, of what is no proportion all; `cell`: the fewer of those that are a success or not.
  counted <- lapply(seq_along(x$label), function(g) {
    part <- x$parts()[[g]]
    found <- lapply(counted_in(part, target$parts[[g]], metric, classes)[c("trials", "successes")], as.vector)
    known <- lapply(found, function(count) if (length(count) && !anyNA(count) && metric$family != "composite") count)
    rows <- known$trials %||% rep(part$n, n)
    won <- known$successes %||% rows
    list(successes = known$successes, rows = rows, cell = if (is.null(known$successes)) rows else pmin(won, rows - won))
  })
  each_group <- function(name) matrix(vapply(counted, `[[`, numeric(n), name), n)
  trials <- each_group("rows")
  cells <- each_group("cell")
  few <- inherits(x$set, "labelled_set") && metric$core != "detection_prevalence"
  observations <- if (is_clustered(x$set)) clusters_of_sets(x$parts(), few)
  of_group <- function(g) (g - 1) * n + seq_len(n)
  each <- lapply(seq_len(ncol(pairs)), function(j) {
    pair <- pairs[, j]
    one <- list(
      first = of_group(pair[1]), second = of_group(pair[2]), label = x$label[pair], n = trials[, pair, drop = FALSE],
      cell = cells[, pair, drop = FALSE], metric = metric$asked, about = metric, measure = measure,
      z = stats::qnorm(level / 2, lower.tail = FALSE), who = x$classifiers, theta = joint$estimate,
      raw = joint$vcov, counted = counted[pair], clustered = is_clustered(x$set) || !is.null(x$set$labelling),
      sampled = !is.null(x$set$sampled), observations = observations[pair],
      noun = paste0(if (few) "labelled ", noun_of_clusters(x$set))
    )
    list(gaps = gap_rows(one, joint$estimate, scale, V), comparison = gap_differences(one, scale, V))
  })
  bind <- function(name) do.call(rbind, lapply(each, `[[`, name))
  of_pairs <- function(k) as.vector(vapply(pairs[k, ], of_group, numeric(n)))
  list(
    gaps = adjusted_gaps(bind("gaps"), V, rbind(of_pairs(1), of_pairs(2)), level), comparison = bind("comparison"),
    counts = data.frame(
      group = x$label, rows = group_rows(with_counted_groups(x$set)), metric = metric$asked, n = trials[1, ]
    )
  )
}

# Tests and intervals are normal.
with_few_observed <- function(rows, tested, one) {
  if (is.null(one$observations)) {
    return(rows)
  }
  with_smallest_group(rows, tested, one$observations, one$label, few_clusters, one$noun, "rough")
}

# By the largest statistic where the covariance of all values can be held, else by Bonferroni.
adjusted_gaps <- function(gaps, V, contrasts, level) {
  V[is.na(V)] <- 0
  joint <- function() if (fits_memory(nrow(V)) && nrow(gaps) <= 300) list(vcov = V, at = contrasts)
  gaps$adj.p.value <- exp(adjust_family(log(gaps$p.value), "max_t", level, joint)$log.adj.p)
  gaps[c(setdiff(names(gaps), "note"), "note")]
}

# Rows that a metric counts, where few are labelled those; what is called positive needs no label.
counted_in <- function(part, target, metric, classes) {
  if (is.null(part$labelling)) {
    return(set_estimates(part, target))
  }
  if (metric$core == "detection_prevalence") {
    called <- part$patterns[, -1, drop = FALSE] == target$slice[1]
    return(list(trials = rep(part$n, ncol(called)), successes = colSums(called * part$count)))
  }
  known <- labelled_rows(part)
  if (known$n == 0) {
    return(list(trials = rep(0, length(part$classifiers))))
  }
  found <- set_estimates(known, set_target(known, metric, "none", classes, "na"))
  list(trials = found$trials %||% rep(known$n, length(part$classifiers)), successes = found$successes)
}

gap_rows <- function(one, estimate, scale, V) {
  a <- one$first
  b <- one$second
  gap <- scale$value[a] - scale$value[b]
  se <- sqrt(pmax(0, diag(V)[a] + diag(V)[b] - 2 * V[cbind(a, b)]))
  se[is.na(gap)] <- NA
  few <- one$cell[, 1] < smallest_cell | one$cell[, 2] < smallest_cell
  back <- if (one$measure == "ratio") exp else identity
  by_counts <- newcombe_limits(one)
  low <- ifelse(few, by_counts$conf.low, back(gap - one$z * se))
  high <- ifelse(few, by_counts$conf.high, back(gap + one$z * se))
  flat <- !few & se %in% 0
  low[flat] <- high[flat] <- NA
  statistic <- ifelse(few | flat, NA, gap / se)
  status <- ifelse(few, "few_cells", ifelse(flat, "zero_variance", ifelse(is.na(gap), "no_value", NA)))
  rows <- data.frame(
    metric = one$metric, group = one$label[1], reference = one$label[2], classifier = one$who, value = estimate[a],
    value.reference = estimate[b], n = one$n[, 1], n.reference = one$n[, 2], estimate = gap_size(one, a, b),
    std.error = ifelse(few, NA, se), conf.low = low, conf.high = high, statistic = statistic,
    p.value = 2 * stats::pnorm(abs(statistic), lower.tail = FALSE), status = status,
    note = ifelse(few, few_words(one), c(zero_variance = "zero variance", no_value = "no value in a group")[status])
  )
  rows <- values_in_range(rows, c("value", "value.reference"), one$about)
  with_few_observed(rows, !is.na(rows$p.value), one)
}

# A share of 0 has a ratio, if no logarithm.
gap_size <- function(one, a, b) {
  size <- if (one$measure == "ratio") one$theta[a] / one$theta[b] else one$theta[a] - one$theta[b]
  replace(size, is.nan(size), NA)
}

# "too few for a test: 12 of 12 and 270 of 300 rows"
few_words <- function(one) {
  size <- if (one$sampled) format_weighted else format_count
  share <- vapply(1:2, function(k) {
    found <- one$counted[[k]]$successes
    of <- if (length(found) && !anyNA(found)) paste(size(found), "of ") else ""
    paste0(of, size(one$n[, k]))
  }, character(nrow(one$n)))
  share <- matrix(share, ncol = 2)
  paste0("too few for a test: ", share[, 1], " and ", share[, 2], if (one$sampled) " weighted", " rows")
}

# Newcombe's intervals (1998, method 10) of two independent proportions; none where they are not.
newcombe_limits <- function(one) {
  none <- rep(NA_real_, nrow(one$n))
  won <- vapply(one$counted, function(part) if (length(part$successes)) as.double(part$successes) else none, none)
  won <- matrix(won, ncol = 2)
  won[one$measure == "ratio" | one$clustered | rowSums(one$n == 0) > 0, ] <- NA
  asked <- list(
    test = "score", interval = "newcombe", measure = "difference", alternative = "two.sided", quantile = one$z
  )
  n <- replace(one$n, is.na(won), NA_real_)
  .Call(ffi_independent_compare, won[, 1], n[, 1], won[, 2], n[, 2], asked)
}

# Whether two classifiers differ on too few rows of a group, or are both right (or wrong) on too few. `at`: their
# values, group after group.
few_between <- function(one, i, at) {
  cells <- vapply(1:2, function(k) {
    n <- one$n[i, k]
    found <- one$counted[[k]]$successes
    if (!length(found) || anyNA(found[i])) {
      return(min(n))
    }
    own <- at[c(k, k + 2)]
    spread <- one$raw[own[1], own[1]] + one$raw[own[2], own[2]] - 2 * one$raw[own[1], own[2]]
    apart <- mean(n) * (mean(n) * spread + (one$theta[own[1]] - one$theta[own[2]])^2)
    min(n, apart, sum(found[i]), sum(n - found[i]), na.rm = TRUE)
  }, 0)
  any(round(cells, 6) < smallest_cell)
}

# Of every two classifiers: difference of their gaps, and which is smaller in size.
gap_differences <- function(one, scale, V) {
  pairs <- comparison_pairs(one$who, NULL)
  do.call(rbind, lapply(seq_len(ncol(pairs)), function(j) gap_difference(one, scale, V, pairs[, j])))
}

gap_difference <- function(one, scale, V, pair) {
  at <- c(one$first[pair[1]], one$second[pair[1]], one$first[pair[2]], one$second[pair[2]])
  gap <- c(scale$value[at[1]] - scale$value[at[2]], scale$value[at[3]] - scale$value[at[4]])
  few <- few_between(one, pair, at)
  known <- !few && !anyNA(gap) && !anyNA(V[at, at])
  tests <- difference_and_sum(gap, if (known) V[at, at])
  larger <- prod(sign(tests$value))
  shown <- !anyNA(tests$p) && max(tests$p) < 2 * stats::pnorm(one$z, lower.tail = FALSE) && larger != 0
  back <- if (one$measure == "ratio") exp else identity
  half <- one$z * tests$se[1]
  data.frame(
    metric = one$metric, group = one$label[1], reference = one$label[2], classifier = one$who[pair[1]],
    other = one$who[pair[2]], gap = gap_size(one, at[1], at[2]), gap.other = gap_size(one, at[3], at[4]),
    estimate = back(tests$value[1]), std.error = tests$se[1],
    conf.low = back(tests$value[1] - half), conf.high = back(tests$value[1] + half),
    p.value = tests$p[1], p.size = if (anyNA(tests$p)) NA_real_ else max(tests$p),
    smaller = if (shown) one$who[pair[if (larger > 0) 2 else 1]] else NA_character_,
    note = with_few_observed(list(note = note_of_difference(gap, few, tests)), !anyNA(tests$p), one)$note
  )
}

# Of two gaps, by the covariance of the four values that make them.
difference_and_sum <- function(gap, V) {
  se <- vapply(c(-1, 1), function(sign) {
    w <- c(1, -1, sign, -sign)
    if (is.null(V)) NA_real_ else sqrt(max(0, drop(w %*% V %*% w)))
  }, 0)
  value <- c(gap[1] - gap[2], gap[1] + gap[2])
  list(value = value, se = se, p = ifelse(se %in% 0, NA, 2 * stats::pnorm(abs(value / se), lower.tail = FALSE)))
}

note_of_difference <- function(gap, few, tests) {
  if (anyNA(gap)) {
    "no value in a group"
  } else if (few) {
    "the two differ on too few rows of a group"
  } else if (!anyNA(tests$p)) {
    NA_character_
  } else if (tests$value[1] == 0) {
    "they are the same"
  } else {
    "zero variance"
  }
}

# What the columns that are read are.
gap_modes <- function(x) lapply(unclass(x)[c("gaps", "comparison")], function(table) vapply(table, mode, ""))

check_gaps <- function(x) {
  made <- attr(x, "verdict")$columns
  kept <- function() Map(function(now, made) now[names(made)], gap_modes(x), made)
  check_unedited(x, identical(kept(), made))
}

# The comparison of gaps is another table, which is an element.
#' @export
as.data.frame.gap_comparison <- function(x, row.names = NULL, optional = FALSE, ...) {
  check_dots(...)
  check_gaps(x)
  x$gaps
}

#' @export
print.gap_comparison <- function(x, ..., width = getOption("width")) {
  check_dots(...)
  check_gaps(x)
  width <- check_width(width)
  info <- attr(x, "verdict")
  writeLines(wrap_text(gap_title(info), width))
  for (metric in unique(x$gaps$metric)) {
    all <- x$gaps[x$gaps$metric == metric, ]
    gaps <- utils::head(all, 20)
    gaps$note <- gap_notes(gaps)
    writeLines(c("", capitalise(info$labels[[metric]]), table_lines(gap_columns(gaps, info), width)))
    footer <- footer_lines(gaps, nrow(all) - nrow(gaps), NULL, "as.data.frame() of it has all")
    said <- gap_sentences(x$comparison[x$comparison$metric == metric, ])
    writeLines(wrap_text(c(footer, said), width, exdent = 2))
  }
  if (!is.null(info$caveat)) writeLines(c("", wrap_text(info$caveat, width, exdent = 2)))
  invisible(x)
}

gap_title <- function(info) {
  paste0(
    "Gaps between ", group_nouns(info$by), if (length(info$class)) paste0(", class ", quote_label(info$class)), ": ",
    label_measure(info$measure), "s of ", format_count(info$n_rows), " rows; ", format_percent(info$conf.level),
    " intervals and p-values, each by itself (adjusted: adj.p.value)."
  )
}

# Their counts follow from the values and n beside them.
gap_notes <- function(gaps) {
  few <- "too few for a test: fewer than 10 rows of a group count, or do not"
  ifelse(gaps$status %in% "few_cells", few, gaps$note)
}

# All metrics in one table; notes stand at the end of a row, so that no mark takes the place of p.
#' @export
listing.gap_comparison <- function(x, at) {
  check_gaps(x)
  info <- attr(x, "verdict")
  gaps <- x$gaps
  note <- gap_notes(gaps)
  gaps$note <- NA_character_
  several <- varies(gaps$metric)
  metric <- if (several) capitalise(unname(unlist(info$labels)[gaps$metric]))
  said <- lapply(unique(gaps$metric), function(metric) {
    about <- if (several) paste0(capitalise(info$labels[[metric]]), ": ")
    gap_sentences(x$comparison[x$comparison$metric == metric, ], about)
  })
  list(
    head = gap_title(info), columns = c(if (!is.null(metric)) list(metric = metric), gap_columns(gaps, info)),
    note = note, foot = c(unlist(said), info$caveat)
  )
}

gap_columns <- function(gaps, info) {
  relative <- is_relative(info$measure)
  known <- function(text, value) ifelse(is.na(value), "", text)
  limits <- interval_column(gaps$conf.low, gaps$conf.high, relative, gaps$estimate)
  # In the place of p why there is none, or beside it what is to be known of it.
  p <- known(column_p(gaps$p.value), gaps$p.value)
  p <- ifelse(is.na(gaps$note), p, trimws(paste(p, note_marks(gaps$note))))
  size <- if (info$sampled) format_weighted else format_count
  columns <- list(
    paste(say_label(gaps$group), "-", say_label(gaps$reference)), say_label(gaps$classifier), format_column(gaps$value),
    format_column(gaps$value.reference), format_column(gaps$estimate, gaps$conf.low, gaps$conf.high, relative),
    known(limits, gaps$conf.low), p, paste(size(gaps$n), "vs", size(gaps$n.reference))
  )
  columns[3:6] <- lapply(columns[3:6], true_minus)
  rows <- if (info$sampled) "weighted rows" else "rows"
  names(columns) <- c(group_nouns(info$by), "classifier", "first", "second", "gap", "interval", "p", rows)
  columns
}

# `about`: which metric the sentences are about, where no heading says it.
gap_sentences <- function(rows, about = NULL) {
  if (is.null(rows) || nrow(rows) == 0) {
    return(character())
  }
  all <- nrow(rows)
  rows <- utils::head(rows, 6)
  one <- say_label(rows$classifier)
  other <- say_label(rows$other)
  first <- rows$smaller == rows$classifier
  said <- ifelse(is.na(rows$p.size), paste("the gaps of", one, "and", other, "could not be compared"), ifelse(
    is.na(rows$smaller), paste0("it is not shown whose gap is smaller, ", one, "'s or ", other, "'s"),
    paste(ifelse(first, one, other), "has a smaller gap than", ifelse(first, other, one))
  ))
  doubt <- ifelse(is.na(rows$smaller) | is.na(rows$note), "", paste0("; ", rows$note))
  why <- ifelse(is.na(rows$p.size), rows$note, paste0(say_p(rows$p.size), doubt))
  more <- more_words(all - 6, "more comparison")
  c(
    paste0(
      about, if (is.null(about)) "Between " else "between ", say_label(rows$group), " and ", say_label(rows$reference),
      " ", said, " (", why, ")."
    ),
    if (length(more)) paste0(about, more, "; the element `comparison` has all.")
  )
}
