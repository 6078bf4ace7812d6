# What a result knows about itself, as data; words are made of it when it is printed.
# The attribute "verdict" is a list of
#   type             "comparison", "assessment" or "omnibus"
#   units            what was compared on: see set_units()
#   metrics          data frame: metric, label, better ("high", "low" or NA), lower, upper, measure (by which
#                    two values are compared unless asked otherwise)
#   axis             of what the slices are that `class` names: "class", "threshold", "group"
#   conf.level, alternative, p.adjust.method
#   toward           1 (better) or -1 (worse), where parts of one verdict look to this side of metrics whose good sides
#                    differ, and so have different alternatives
#   family           number of p-values that were adjusted together
#   interval         names of the intervals
#   estimator        what a difference is, where it is not that of the values beside it
#   options          of the tests: a list of list(test, option, value), see options_of_rule()
#   judge            of few labels with a judge: a row a metric, see judge_found()
#   own              where pairs leave out units without a score: rows of metric, average, class, classifier, value
#   mean_ranks       of the classifiers over data sets, for diagrams
#   n_ranked         over how many of them, those with all scores
#   least_lost       of scores: the fewest units that a pair leaves out, since they lack a score of both
#   untied           of exact tests of signs or ranks: the most units that are not tied in a pair
#   local            1 - local is the level of adj.conf.low to adj.conf.high
#   over, parts      of an omnibus test: its axis, and over classes a list for each row, named by row_keys(): the
#                    comparison of the single classes (tests), their covariance, how they were combined
# rbind() makes vectors of what differs between the parts.

verdict_info <- function(x) {
  info <- attr(x, "verdict", exact = TRUE)
  if (is.list(info)) info
}

# Whether it is all there that words are made of.
is_info <- function(info) {
  all_hold(
    is.list(info), !has_code(info), is_string_in(info$type, result_types), is.character(info$p.adjust.method),
    length(info$p.adjust.method) > 0, !anyNA(info$p.adjust.method), are_amounts(info$family),
    length(info$family) == length(info$p.adjust.method), is.numeric(info$conf.level), length(info$conf.level) > 0,
    all(info$conf.level > 0 & info$conf.level < 1), length(info$alternative) > 0,
    all(info$alternative %in% alternatives), is.null(info$axis) || is.character(info$axis) && !anyNA(info$axis),
    is.data.frame(info$metrics), all(setdiff(metric_columns, "measure") %in% names(info$metrics)), is.list(info$units),
    is.character(info$units$classifiers)
  )
}

as_plain <- function(x) {
  attr(x, "verdict") <- NULL
  class(x) <- "data.frame"
  x
}

# Of what the slices of a result are.
axis_of <- function(x) {
  axis <- verdict_info(x)$axis
  if (length(axis) > 1) "slice" else axis %||% "class"
}

# What these are called, and what heads their column: "class"; of groups what they are groups of, "site"; of results
# that were bound "class or site".
slice_noun <- function(x, joined = " or ") {
  noun <- function(axis) if (axis == "group") group_noun(result_units(x)$by) else axis
  paste(vapply(verdict_info(x)$axis %||% "class", noun, ""), collapse = joined)
}

slice_nouns <- function(x) if (axis_of(x) == "group") group_nouns(result_units(x)$by) else axis_plural(axis_of(x))

# The headings of columns that are not called by their id.
slice_heading <- function(x) rlang::set_names(slice_noun(x), axis_of(x))

count_slices <- function(x, n = nrow(x), more = "") {
  count_of(n, paste0(more, slice_noun(x)), paste0(more, slice_nouns(x)))
}

# "both classes", "all 6 classes", "all 3 sites"
every_slice <- function(rows, n = nrow(rows)) {
  if (n == 2) paste("both", slice_nouns(rows)) else paste("all", count_slices(rows, n))
}

# "site", "sites"; of several columns, or of letters, "group".
group_noun <- function(by) if (length(by) == 1 && nchar(by) > 2) say_label(by) else "group"

# What ends in s may be a plural already.
group_nouns <- function(by) {
  noun <- group_noun(by)
  if (grepl("s$", noun)) "groups" else plural_of(noun)
}

count_groups_of <- function(n, by) count_of(n, group_noun(by), group_nouns(by))

# What a result keeps of the axes of its targets: of those that have slices.
used_axes <- function(targets) {
  unique(unlist(lapply(targets, function(target) if (!anyNA(target$class)) target$axis %||% "class")))
}

result_units <- function(x) verdict_info(x)$units

result_types <- c("comparison", "assessment", "omnibus")

is_type <- function(x, type) identical(verdict_info(x)$type, type)

metric_columns <- c("metric", "label", "better", "lower", "upper", "measure")

# Adjustment is stated a part, everything else once if the parts agree.
combine_info <- function(infos) {
  fields <- setdiff(unlist(lapply(infos, names)), c("units", "metrics"))
  pooled <- lapply(stats::setNames(nm = fields), function(field) {
    values <- lapply(infos, `[[`, field)
    if (field == "parts") return(do.call(c, values))
    if (field == "options") return(unique(do.call(c, values)))
    if (field %in% c("own", "judge")) return(unique(do.call(rbind, values)))
    if (field %in% c("family", "p.adjust.method")) unlist(values) else unique(unlist(values))
  })
  pooled$metrics <- combine_metrics(lapply(infos, `[[`, "metrics"))
  pooled$units <- combine_units(lapply(infos, `[[`, "units"))
  pooled
}

# What one is of in one part and not in another is said of both: "over 2 of 6 classes (a and b) or over all classes".
combine_metrics <- function(parts) {
  some <- any(vapply(parts, function(part) !is.null(part[["over"]]), NA))
  if (some) parts <- lapply(parts, function(part) replace(part, "over", part[["over"]] %||% rep(NA, nrow(part))))
  metrics <- do.call(rbind, parts)
  first <- !duplicated(metrics$metric)
  if (some) {
    over <- split(metrics$over, factor(metrics$metric, metrics$metric[first]))
    metrics$over[first] <- vapply(over, function(each) {
      if (varies(each)) paste(unique(first_known(each, "over all classes")), collapse = " or ") else each[1]
    }, "")
  }
  metrics[first, ]
}

# A design and a prevalence are lists or vectors themselves: several become a list of them.
combine_units <- function(units) {
  fields <- unique(unlist(lapply(units, names)))
  lapply(stats::setNames(nm = fields), function(field) {
    values <- unlist(lapply(units, `[[`, field))
    switch(field,
      clustered = any(values), design = one_or_list(unique(do.call(c, lapply(units, designs_of)))),
      prevalence = one_or_list(unique(do.call(c, lapply(units, prevalences_of)))), unique(values)
    )
  })
}

one_or_list <- function(values) if (length(values) == 1) values[[1]] else if (length(values) > 1) values

designs_of <- function(units) as_list_of(units$design, !is.null(names(units$design)))

prevalences_of <- function(units) as_list_of(units$prevalence, is.numeric(units$prevalence))

as_list_of <- function(values, single) if (is.null(values)) NULL else if (single) list(values) else values

# Prevalence as a column ----------------------------------------------------------

# "0.95/0.05"; of more than six classes the first ones.
short_shares <- function(prevalence) {
  n <- length(prevalence)
  paste(c(short_number(unname(prevalence)[seq_len(min(6, n))], 3), if (n > 6) "..."), collapse = "/")
}

# NA where it is that of the data.
row_prevalence <- function(x) as.character(x[["prevalence"]] %||% rep(NA, nrow(x)))

label_prevalence <- function(x) {
  prevalence <- row_prevalence(x)
  ifelse(is.na(prevalence), "empirical", prevalence)
}

# The interval that is shown ------------------------------------------------------

# Where p-values are adjusted it is the one at the level at which each comparison was
# judged, so that interval and decision agree.
shows_adjusted <- function(x) is_adjusted(verdict_info(x)) && !all(lacks_adjusted(x))

lacks_adjusted <- function(x) is.na(x$adj.conf.low) & is.na(x$adj.conf.high)

shown_low <- function(x) shown_end(x, "conf.low")

shown_high <- function(x) shown_end(x, "conf.high")

# To which side the interval of each row is open: that of a one-sided comparison, also of rows that were turned.
open_to <- function(x) {
  info <- verdict_info(x)
  if (length(info$alternative) != 1 && !looks_one_way(info) || any(info$alternative == "two.sided")) {
    return(rep("none", nrow(x)))
  }
  turned <- x[["turned"]] %||% rep(FALSE, nrow(x))
  ifelse((alternatives_of(x) == "greater") != turned, "high", "low")
}

# Whether all rows are about the better side, or all about the worse, by metrics whose good sides differ.
looks_one_way <- function(info) length(info$toward) == 1 && all(info$alternative != "two.sided")

# That of each row.
alternatives_of <- function(x) {
  info <- verdict_info(x)
  if (looks_one_way(info)) {
    return(ifelse(metric_directions(x) == info$toward, "greater", "less"))
  }
  rep(info$alternative[1], nrow(x))
}

# Of results that were bound, not all parts need to have been adjusted.
shown_end <- function(x, end) {
  alone <- x[[end]]
  if (!shows_adjusted(x)) {
    return(alone)
  }
  adjusted <- x[[paste0("adj.", end)]]
  if (length(verdict_info(x)$p.adjust.method) == 1) {
    return(adjusted)
  }
  ifelse(lacks_adjusted(x), alone, adjusted)
}

# Scheffe's p-values hold for all contrasts, however few there are.
is_adjusted <- function(info) {
  any(info$p.adjust.method != "none" & info$family > 1 | info$p.adjust.method == "scheffe") || judged_at_share(info)
}

# A part of a verdict.
judged_at_share <- function(info) any(info$p.adjust.method != "none") && any(info$level < 1 - max(info$conf.level))

# Of a part of a verdict by itself: "3.5% of the 5% risk of false claims"; NULL of what has all of it.
share_of_risk <- function(info) {
  if (judged_at_share(info) && length(info$level) == 1) {
    paste(percent_of(info$level), "of the", percent_of(1 - max(info$conf.level)), "risk of false claims")
  }
}

metrics_of <- function(x) {
  own <- unclass(verdict_info(x)$metrics)
  known <- unclass(registry_metrics)
  columns <- lapply(c(metric = "metric", label = "label", better = "better"), function(name) {
    c(as.vector(own[[name]]), known[[name]])
  })
  n <- length(columns$metric)
  columns$over <- c(own[["over"]], rep(NA_character_, n))[seq_len(n)]
  frame_of(columns, n)
}

# A result with its labels as they are said, or shown in a table. In an omnibus test
# `classifier` is a list of them already.
with_labels <- function(x, as = say_label) {
  info <- verdict_info(x)
  # Factors as text. The order of their levels is kept for plots.
  for (name in intersect(word_columns, names(x))) {
    if (is.factor(x[[name]])) info$order[[name]] <- levels(x[[name]])
    x[[name]] <- as.character(x[[name]])
  }
  columns <- c("class", if (!is_type(x, "omnibus")) c("classifier", "reference"))
  x[columns] <- lapply(x[columns], as)
  units <- intersect(c("classes", "classifiers"), names(info$units))
  info$units[units] <- lapply(info$units[units], as)
  given <- lapply(prevalences_of(info$units), function(share) stats::setNames(share, as(names(share))))
  info$units$prevalence <- one_or_list(given)
  info$order <- lapply(info$order, as)
  if (!is.null(info$own)) info$own[c("class", "classifier")] <- lapply(info$own[c("class", "classifier")], as)
  attr(x, "verdict") <- info
  x
}

# What is to be known of how differences were estimated.
estimator_words <- function(info) c(info$estimator, if (length(info$judge)) judge_words(info$judge))

# "The judge is right on 91% of the rows, and worth 66% more labels in accuracy and 54% in recall."
judge_words <- function(judge) {
  known <- judge[is.finite(judge$worth), ]
  worth <- paste0(round(100 * pmax(known$worth - 1, 0)), "%")
  first <- seq_along(worth) == 1
  each <- paste0(worth, ifelse(first, " more labels", ""), if (nrow(known) > 1) paste(" in", known$metric))
  paste0(
    "The judge is right on ", round(100 * judge$right[1]), "% of the rows",
    if (nrow(known)) paste0(", and worth ", and_list(each)), "."
  )
}

# The same of each row of a result, which knows the metrics it is about.
metric_labels <- function(x) label_metric(x$metric, metrics_of(x))

# Where it is said elsewhere of which classes they are.
metric_names <- function(x) name_metric(x$metric, metrics_of(x))

metrics_listed <- function(x, max = Inf) list_metrics(x$metric, metrics_of(x), max)

metric_directions <- function(x) measured_direction(metric_direction(x$metric, metrics_of(x)), x$measure)

# "less is better in Brier score and log loss"; NULL where more is.
less_words <- function(x) {
  less <- metric_directions(x) < 0
  if (!any(less)) {
    NULL
  } else if (all(x$measure %in% "rank_difference")) {
    "rank 1 is the best"
  } else {
    paste0("less is better", if (!all(less)) paste(" in", and_list(unique(metric_names(x)[less]), 6)))
  }
}

say_less <- function(x) {
  words <- less_words(x)
  if (length(words)) paste0(capitalise(words), ".")
}

# Shares have one scale, any other metric its own.
metric_scales <- function(x, metrics = verdict_info(x)$metrics) {
  at <- match(x$metric, metrics$metric)
  ifelse(metrics$lower[at] %in% 0 & metrics$upper[at] %in% 1, "share", x$metric)
}

margin_questions <- c("noninferior", "equivalent", "superior", "nonsuperior", "inferior")

margin_columns <- c("margin.low", "margin.high", paste0("p.", margin_questions), paste0("adj.p.", margin_questions))

word_columns <- c(
  "metric", "average", "class", "classifier", "reference", "measure", "method", "note", "prevalence", "decision",
  "effect.type", "method.id", "status", "highest", "lowest", "ahead"
)

# What a result over classes knows -----------------------------------------------

row_keys <- function(rows) paste(rows$metric, rows$average, rows$classifier, rows$reference, sep = "\r")

slice_of <- function(x) paste(x$metric, x$average, x$class, sep = "\r")

# The tests of the classes behind one row; NULL where there are none.
class_tests <- function(x) if (nrow(x) == 1) verdict_info(x)$parts[[row_keys(x)]]

# What an option of the tests was.
values_of_option <- function(x, option) {
  unlist(lapply(verdict_info(x)$options, function(one) if (one$option == option) one$value))
}
