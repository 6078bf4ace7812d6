#' Pictures of groups
#'
#' - `"differences"`: a forest plot, a row a group, with the difference over all as a diamond below and, in the text
#'   beside it, the p-value that the difference is the same everywhere;
#' - `"values"`: a heat map of classifiers by groups, the value of each, those of few rows paler;
#' - `"gaps"`: a map of gaps: each group against the others, how far its value is from theirs, a panel a classifier.
#'
#' @param x A set that was made with `by`, or of `"differences"` a [verdict()] on one.
#' @param type Which picture.
#' @param metric,classes,average As in [compare_classifiers()]; one metric. `NULL`: what leads a verdict.
#' @param pair Of `"differences"` two classifiers, the first minus the second. `NULL`: the first two, or the two best.
#' @param ... Passed on to [compare_classifiers()] or [assess_classifiers()].
#' @return A ggplot object.
#' @section Errors: `verdict_error_groups` for a set without groups; `verdict_error_plot` for more groups than a page
#'   has room for (60), and where no group has a finite value; those of [compare_classifiers()].
#' @section When not to use: To read off which groups differ: overlapping intervals are no test of that. The p-value
#'   below is.
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' part <- rep(c("north", "east", "south"), length.out = nrow(satellite))
#' x <- prediction_set(truth ~ svm + tree, satellite, by = part)
#' plot_groups(x)
#' plot_groups(x, "values")
#' @export
plot_groups <- function(x, type = c("differences", "values", "gaps"), metric = NULL, classes = NULL, average = "none",
                        pair = NULL, ...) {
  rlang::check_installed("ggplot2", "for pictures.")
  check_given(x, "a set with groups, see {.arg by} in {.fn prediction_set}.", "set")
  type <- check_choice(type, "type", c("differences", "values", "gaps"))
  if (inherits(x, "verdict")) x <- x$set
  check_evidence(x)
  check_has_groups(x)
  if (length(x$groups$label) > 60) {
    abort_verdict(c(
      "{length(x$groups$label)} groups have no room on a page: draw some of them.",
      i = "Make a set of their rows, such as {.code data[data$site %in% chosen, ]}, or give coarser groups in
        {.arg by}."
    ), "plot")
  }
  if (type == "gaps" && length(x$groups$label) < 2) {
    abort_verdict("A gap is between two groups or more: all rows are of {.val {x$groups$label}}.", "groups")
  }
  metric <- metric %||% headline_metrics(x)[1]
  if (type == "differences") {
    return(differences_by_group(x, metric, classes, average, pair, ...))
  }
  values <- assess_classifiers(x, metric, classes = classes, average = average, over = "groups", ...)
  if (!any(is.finite(values$estimate))) {
    label <- metric_labels(values)[1]
    abort_verdict("No group has a finite value of {label}: there is nothing to draw.", "plot")
  }
  if (type == "values") values_by_group(x, values) else gaps_by_group(x, values)
}

# Two classifiers: those asked for, the first two, or of more the two best over all.
pair_to_draw <- function(x, metric, classes, average, pair) {
  who <- set_units(x)$classifiers
  if (!is.null(pair)) {
    at <- pick_classifiers(pair, who)
    if (length(at) != 2) abort_verdict("{.arg pair} must be two classifiers.", "classifier")
    return(x[rev(names(at))])
  }
  if (length(who) == 2) {
    return(x)
  }
  values <- assess_classifiers(x, metric, classes = classes, average = average)
  best <- order(values$estimate, decreasing = !verdict_info(values)$metrics$better[1] %in% "low")[1:2]
  x[values$classifier[rev(best)]]
}

differences_by_group <- function(x, metric, classes, average, pair, ...) {
  x <- pair_to_draw(x, metric, classes, average, pair)
  by <- compare_classifiers(x, metric, classes = classes, average = average, over = "groups", ...)
  all <- compare_classifiers(x, metric, classes = classes, average = average, ...)[1, ]
  same <- omnibus_test(x, metric, over = "groups", classes = classes, average = average)
  noun <- group_noun(x$groups$by)
  nouns <- group_nouns(x$groups$by)
  measure <- label_measure(all$measure)
  who <- paste(all$classifier, "and", all$reference)
  label <- metric_labels(by)[1]
  favoured <- favours_words(all)
  tested <- if (is.na(same$p.value)) paste("could not be tested,", same$note) else say_p(same$p.value)
  group_forest(group_forest_rows(by, all), all$measure, same, nouns) + plot_words(
    paste0(capitalise(label), " by ", noun, ": ", who),
    c(
      paste0("Whether the ", measure, " is the same in all ", nouns, ": ", tested, " (", same$method, ")."),
      paste0(
        "Full circles: shown by p-values adjusted over ", nouns, "; intervals ",
        format_percent(verdict_info(by)$conf.level), ", each by itself. Diamond: over all."
      )
    ),
    paste0("Forest plot of the ", measure, " in ", label, " by ", noun, " of ", who),
    x = paste0(
      capitalise(measure), ", ", all$classifier, " ", joins(all$measure), " ", all$reference,
      if (length(favoured)) paste0("; above ", null_value(all$measure), " favours ", favoured[2])
    ),
    y = NULL
  ) + plot_theme()
}

# A row a group from the top, then that of all.
group_forest_rows <- function(by, all) {
  columns <- c("class", "estimate", "conf.low", "conf.high", "decision")
  all$class <- "all"
  rows <- rbind(as.data.frame(by)[columns], as.data.frame(all)[columns])
  rows$at <- c(rev(seq_len(nrow(by))) + 1.5, 1)
  limits <- interval_column(rows$conf.low, rows$conf.high, estimate = rows$estimate)
  limits[is.na(rows$conf.low)] <- ""
  numbers <- format_column(rows$estimate, rows$conf.low, rows$conf.high)
  rows$text <- ifelse(is.na(rows$estimate), "no estimate", paste(numbers, limits))
  rows$shown <- rows$decision %in% c("better", "worse", "higher", "lower")
  rows
}

# Circles of groups, the diamond of all, their numbers at the right border.
group_forest <- function(rows, measure, same, nouns) {
  groups <- rows[-nrow(rows), ]
  all <- rows[nrow(rows), ]
  diamond <- data.frame(x = c(all$conf.low, all$estimate, all$conf.high, all$estimate), y = all$at + c(0, 0.3, 0, -0.3))
  p_same <- if (is.na(same$p.value)) "no test" else say_p(same$p.value)
  words <- rbind(rows[c("at", "text")], data.frame(at = 0.45, text = paste0("same everywhere: ", p_same)))
  ggplot2::ggplot(groups, ggplot2::aes(x = .data$estimate, y = .data$at)) +
    ggplot2::geom_vline(xintercept = null_value(measure), colour = "grey60", linewidth = 0.4) +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$conf.low, xmax = .data$conf.high), colour = "#0072B2", linewidth = 0.5, na.rm = TRUE
    ) +
    ggplot2::geom_point(
      shape = ifelse(groups$shown, 16, 21), fill = "white", colour = "#0072B2", size = 2.2, na.rm = TRUE
    ) +
    ggplot2::geom_polygon(
      ggplot2::aes(x = .data$x, y = .data$y), data = diamond, fill = "#D55E00", colour = NA, na.rm = TRUE
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = Inf, y = .data$at, label = .data$text), data = words, hjust = 1, size = 2.9, colour = "grey20",
      inherit.aes = FALSE
    ) +
    ggplot2::scale_y_continuous(
      NULL, breaks = rows$at, labels = row_names(say_label(c(groups$class, paste("all", nouns)))),
      limits = c(0.1, max(rows$at) + 0.6), expand = c(0, 0)
    ) +
    group_forest_scale(rows, words$text, measure)
}

# Room for the numbers; a ratio's limit of 0 has no place on a logarithmic scale.
group_forest_scale <- function(rows, text, measure) {
  known <- c(rows$conf.low, rows$conf.high, rows$estimate, null_value(measure))
  relative <- is_relative(measure)
  if (relative) known <- known[known > 0]
  ends <- range(known[is.finite(known)])
  width <- text_share(text, panel_inches(c(rows$class[-nrow(rows)], "all groups")), 8.8)
  span <- ggplot2::expansion(c(0.05, 0.05 + width))
  if (relative) {
    ggplot2::scale_x_log10(limits = ends, expand = span)
  } else {
    ggplot2::scale_x_continuous(limits = ends, labels = axis_labels, expand = span)
  }
}

values_by_group <- function(x, values) {
  rows <- as.data.frame(values)
  size <- group_rows(with_counted_groups(x))
  n <- size[match(rows$class, x$groups$label)]
  rows$group <- factor(rows$class, rev(unique(rows$class)))
  rows$who <- in_turn(rows$classifier)
  rows$text <- ifelse(is.na(rows$estimate), "", fixed(rows$estimate, rep(2, nrow(rows))))
  label <- metric_labels(values)[1]
  ends <- range(rows$estimate, na.rm = TRUE, finite = TRUE)
  dark <- rows$estimate > mean(ends)
  noun <- group_noun(x$groups$by)
  labels <- row_names(say_label(levels(rows$group)))
  # Of estimates from elsewhere they may not be known.
  if (!anyNA(n)) labels <- paste0(labels, " (", format_count(rev(size)), ")")
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$who, y = .data$group)) +
    ggplot2::geom_tile(ggplot2::aes(fill = .data$estimate), colour = "white", linewidth = 0.6) +
    ggplot2::geom_text(
      ggplot2::aes(label = .data$text), size = 3, colour = ifelse(dark %in% TRUE, "white", "grey10"),
      alpha = ifelse(!is.na(n) & n < 30, 0.6, 1)
    ) +
    share_scale(capitalise(label), ends) +
    ggplot2::scale_x_discrete(NULL, labels = matrix_names, position = "top") +
    ggplot2::scale_y_discrete(NULL, labels = labels) +
    plot_words(
      paste0(capitalise(label), " of each classifier by ", noun),
      "In brackets the rows, of whatever class. Paler numbers are of groups of fewer than 30.",
      paste("Heat map of", label, "of classifiers by", noun), x = NULL, y = NULL
    ) +
    plot_theme() + ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}

# Row group minus column group.
gaps_by_group <- function(x, values) {
  rows <- as.data.frame(values)
  label <- unique(rows$class)
  columns <- c("classifier", "class", "estimate")
  tiles <- merge(rows[columns], rows[columns], by = "classifier", suffixes = c("", ".column"))
  tiles <- tiles[tiles$class != tiles$class.column, ]
  tiles$row <- factor(tiles$class, rev(label))
  tiles$column <- factor(tiles$class.column, label)
  tiles$panel <- factor(tiles$classifier, unique(rows$classifier))
  tiles$gap <- tiles$estimate - tiles$estimate.column
  limit <- max(abs(tiles$gap), 1e-12, na.rm = TRUE)
  tiles$text <- ifelse(is.na(tiles$gap), "", fixed(tiles$gap, rep(2, nrow(tiles))))
  metric <- metric_labels(values)[1]
  nouns <- group_nouns(x$groups$by)
  few <- length(label) * nlevels(tiles$panel) <= 24
  ggplot2::ggplot(tiles, ggplot2::aes(x = .data$column, y = .data$row)) +
    ggplot2::geom_tile(ggplot2::aes(fill = .data$gap), colour = "white", linewidth = 0.5) +
    (if (few) ggplot2::geom_text(
      ggplot2::aes(label = .data$text), size = 2.8,
      colour = ifelse(abs(tiles$gap) > 0.6 * limit & !is.na(tiles$gap), "white", "grey10")
    )) +
    gain_scale(paste0("Gap in ", metric), limit) +
    ggplot2::scale_x_discrete(NULL, labels = matrix_names) +
    ggplot2::scale_y_discrete(NULL, labels = matrix_names) +
    facet_panels(tiles$panel) +
    plot_words(
      paste("Gaps between", nouns, "in", metric),
      paste(
        "Blue: the", group_noun(x$groups$by), "of the row has the higher value. compare_gaps() says what is shown and",
        "what is chance."
      ),
      paste("Map of gaps in", metric, "between", nouns), x = NULL, y = NULL
    ) +
    plot_theme() + ggplot2::theme(panel.grid.major.x = ggplot2::element_blank())
}
