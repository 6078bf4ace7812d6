#' Forest plot or matrix plot of a result
#'
#' Which class, which classifier, how far from equal, how sure: a point and an
#' interval for each row of the result, with the numbers and the p-value beside it. Classes are rows, from the
#' top; comparisons (or classifiers) differ in colour and by shape; several metrics get a panel each. A point is
#' filled where the comparison found a difference, and hollow where it did not. The reference line stands at
#' no difference (0, or 1 on a logarithmic axis for ratios), within a band of the margin where the
#' comparison had one; arrows from it say which side favours whom. What leaves the panel, because it is infinite or
#' much wider than the rest, ends in an arrow; what could not be computed has its reason in grey.
#'
#' Results bound by `rbind()` are drawn side by side: a comparison before and after
#' [update_prevalence()], or by two tests, in two colours, several comparisons in two
#' panels. A verdict at an updated prevalence is drawn beside the comparison at the data's
#' own shares.
#'
#' An [omnibus_test()] has no estimates: there the points are p-values, the further to
#' the right the smaller, with a line at 0.05.
#'
#' A matrix (`type = "matrix"`) shows all pairs of classifiers at once, in a panel for
#' each class: the colour of a tile says how far the classifier of the row is ahead of
#' (blue) or behind (vermilion) that of the column, a black frame that the adjusted
#' p-value is below 1 minus the confidence level. The values of the classifiers
#' themselves are on the diagonal. A page has as many panels as leave room for the numbers on the open device, up to
#' 7 by 5 inches of it; numbers that no tile has room for are left out, colours and frames remain. `plot()` draws all
#' pages, `autoplot()` the one that is asked for.
#'
#' Of a [verdict()] whose intervals no page can show (more than 60), `type` may be left to the picture: a forest plot of
#' the comparisons with the reference if there is one, else a matrix, or a critical difference diagram where
#' there are no classes. Metrics with different measures, such as a ratio beside a difference, have a page each.
#'
#' A critical difference diagram (`type = "cd"`, Demsar 2006) hangs the classifiers from an axis of their mean
#' ranks, or of their values where there are no ranks, the best at the left; a bar joins neighbours of which
#' the comparison distinguishes no two ([cd_groups()] has the same as text). Where one difference decides all
#' pairs, as in Nemenyi's test, its length stands above the axis. A height of `1.5 + 0.12 * classifiers` inches
#' suits it.
#'
#' The plot is a ggplot object, to which titles, themes and scales can be added. Its y axis is a discrete scale
#' of the classes (or classifiers), which `ggplot2::scale_y_discrete(limits =)` puts in another order. It has a text
#' for those who do not see it: `ggplot2::get_alt_text()`.
#' For a file, a height of `1.6 + 0.28 * classes` inches suits one comparison,
#' `1.6 + 0.16 * rows` several; a matrix wants 0.15 inches a row of tiles and 2 more.
#'
#' @param object,x A [verdict_table], or a [verdict()], whose comparison by class is
#'   drawn.
#' @param type `"forest"`, or, for a comparison of all pairs, `"matrix"` or `"cd"`. `NULL`: a forest
#'   plot of a result; of a verdict what can be read.
#' @param order Of the rows of a forest plot: `"class"`, that of the result, or `"estimate"`, the greatest on top (of
#'   the first series, where there are several).
#' @param text Whether a forest plot has the estimates, intervals and p-values as a column of text; `NULL`: where
#'   there is one panel and room for them on the open device, up to 7 by 5 inches of it.
#' @param page A number: which page of a matrix, or of a verdict whose metrics need several. `NULL` in `plot()`:
#'   all.
#' @param metric Of a verdict on several metrics, those to draw; `NULL` for all.
#' @param ... Passed on to `autoplot()`.
#' @return `autoplot()`: a ggplot object. `plot()` draws it and returns it
#'   invisibly.
#'
#' @section Errors:
#' A result that mixes differences with ratios has no common axis: take one
#' measure at a time (`verdict_error_plot`). So has one without rows. A matrix is for
#' comparisons, of metrics that are better in one direction, by one method. More than 120
#' intervals in a panel of a forest plot give a `verdict_warning_crowded`, more than 10,000 rows a
#' `verdict_error_plot`.
#'
#' @section When not to use:
#' The intervals are those that belong to the adjusted p-values, where p-values are adjusted
#' and such intervals are known. Where the caption says that they are each by itself, whether
#' an interval crosses the line is not the same as the decision of the adjusted p-value: read
#' that from `print()` or `summary()`.
#'
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' set <- prediction_set(truth ~ ., satellite)
#' plot(compare_classifiers(set, metric = "precision"))
#' plot(assess_classifiers(set, metric = "recall"))
#'
#' # Empirical and updated precision side by side
#' spam <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
#' rare <- update_prevalence(spam, c(spam = 0.05))
#' plot(rbind(assess_classifiers(spam, "precision"), assess_classifiers(rare, "precision")))
#' plot(compare_classifiers(set, metric = "precision"), type = "matrix")
#' @name plot.verdict_table
NULL

#' @rdname plot.verdict_table
#' @exportS3Method ggplot2::autoplot
autoplot.verdict_table <- function(object, type = NULL, order = c("class", "estimate"), text = NULL, page = 1,
                                   ...) {
  check_dots(...)
  type <- check_choice(type %||% "forest", "type", c("forest", "matrix", "cd"))
  order <- check_choice(order[1], "order", c("class", "estimate"))
  if (!is.null(text)) check_flag(text, "text")
  check_complete(object)
  if (type != "matrix") check_page(page, 1L, caller_env())
  if (type == "cd") {
    return(cd_plot(object))
  }
  object <- with_labels(named_rows(object), table_label)
  check_one_axis(object)
  if (type == "matrix") {
    return(matrix_plot(object, page))
  }
  check_drawable(object)
  if (is_type(object, "omnibus")) {
    return(omnibus_plot(object))
  }
  forest_plot(object, order, text)
}

#' @rdname plot.verdict_table
#' @export
plot.verdict_table <- function(x, page = NULL, ...) draw_pages(x, page, count_pages(x, ...), ...)

# Every page, or the one that is asked for; the last one drawn is the value.
draw_pages <- function(x, page, pages, ...) {
  if (is.null(page)) warn_of_pages(pages)
  for (one in page %||% seq_len(pages)) plot <- draw_ggplot(x, page = one, ...)
  invisible(plot)
}

# Only a matrix has several.
count_pages <- function(x, type = NULL, ...) {
  matrix <- is.character(type) && identical(type, "matrix") && is_type(x, "comparison") && nrow(x) > 0
  if (matrix) count_panel_pages(matrix_panel(with_labels(x)), matrix_room(x)) else 1L
}

warn_of_pages <- function(pages, call = caller_env(2)) {
  if (pages > 20) {
    warn_verdict(c(
      "This is {pages} pages of pictures.",
      i = "Select some classes or classifiers, or ask for one with {.code page = 1}."
    ), "crowded", call = call)
  }
}

forest_plot <- function(x, order, text) {
  rows <- forest_rows(x, order)
  warn_if_crowded(rows)
  limits <- forest_limits(rows, x$measure[1], on_log_axis(x))
  rows <- clip_rows(rows, limits)
  frame <- forest_frame(x, rows, limits, text)
  plot <- ggplot2::ggplot(rows, ggplot2::aes(y = .data$label)) +
    forest_band(rows, frame) +
    forest_guides(rows, frame, x$measure[1]) +
    forest_marks(rows, frame, x$measure[1]) +
    forest_text_column(rows, frame) +
    forest_favours(frame) +
    forest_axes(rows, frame) +
    forest_words(x, rows) +
    plot_theme() + ggplot2::theme(axis.text.y = row_text(nlevels(rows$label)))
  if (varies(rows$panel)) plot <- plot + facet_panels(rows$panel, beside = row_names(levels(rows$label)))
  plot
}

# On a page of 8 inches more points than this run into one another.
most_intervals <- 120L

# Nor does anyone wait for many more.
most_rows <- 10000L

check_drawable <- function(x, call = caller_env()) {
  if (nrow(x) > most_rows) {
    abort_verdict(c(
      "{format_count(nrow(x))} rows are more than a plot can show.",
      i = "Select some, such as {.code x[order(x$p.value), ][1:30, ]}, the smallest p-values."
    ), "plot", call = call)
  }
}

warn_if_crowded <- function(rows, call = caller_env()) {
  drawn <- nlevels(rows$label) * nlevels(rows$series)
  if (drawn > most_intervals) {
    warn_verdict(
      c(
        "{format_count(drawn)} intervals in a panel are more than a page can show apart.",
        i = "Select rows, such as {.code x[order(x$p.value), ][1:30, ]}, or give the picture more height."
      ),
      "crowded", call = call
    )
  }
}

check_one_axis <- function(x, call = caller_env()) {
  if (nrow(x) == 0) {
    abort_verdict("A result without rows cannot be plotted.", "plot", call = call)
  }
  measures <- unique(x$measure)
  if (length(measures) > 1) {
    abort_verdict(
      c(
        "{.val {measures}} have no common axis.",
        i = "Plot one at a time: {.code plot(x[x$measure == {.val {measures[1]}}, ])}."
      ),
      "plot", call = call
    )
  }
}

# What is drawn where ---------------------------------------------------------

# Classes are the rows of the plot and classifiers its series; without classes
# the classifiers are the rows. `shift` is how far a series is above the middle of its row.
forest_rows <- function(x, order = "class") {
  by_class <- any(!is.na(x$class)) || varies(x$average)
  label <- if (by_class) label_class(x$class, x$average) else label_series(x)
  series <- if (by_class) label_series(x) else rep("", nrow(x))
  apart <- repetition_labels(x)
  panel <- label_panels(x, if (varies(series)) apart)
  if (!varies(series)) series <- apart %||% series
  label <- if (order == "estimate") factor(label, unique(label[order(-x$estimate)])) else in_order(label, x)
  series <- in_order(series, x)
  panel <- factor(panel, unique(panel))
  data.frame(
    label, series, panel, shift = 0.8 * (0.5 - (as.integer(series) - 0.5) / nlevels(series)),
    estimate = x$estimate, low = shown_low(x), high = shown_high(x), note = x$note,
    p = decisive_p(x), decided = significant_or_na(x), numbers = forest_numbers(x),
    margin_low = x[["margin.low"]] %||% rep(NA_real_, nrow(x)),
    margin_high = x[["margin.high"]] %||% rep(NA_real_, nrow(x))
  )
}

# NA where nothing was tested.
significant_or_na <- function(x) {
  tested <- !is.na(x$p.value)
  ifelse(tested, decisive_p(x) < significance_level(x), NA)
}

forest_numbers <- function(x) {
  low <- shown_low(x)
  high <- shown_high(x)
  numbers <- format_column(x$estimate, low, high)
  both <- paste(numbers, interval_column(low, high, is_relative(x$measure[1]), x$estimate))
  ifelse(is.na(x$estimate), "", ifelse(is.na(low) & is.na(high), numbers, both))
}

# A factor in the order of the result, or, where the user made a factor of the classes or
# classifiers, in the order of its levels.
in_order <- function(label, x) {
  wanted <- unlist(verdict_info(x)$order[c("class", "classifier")], use.names = FALSE)
  found <- unique(label)
  given <- intersect(wanted, found)
  factor(label, c(given, setdiff(found, given)))
}

# Wide enough for every estimate and for every interval of usual width: one that
# is many times as wide as most must not squeeze the rest into a line. Nothing is
# cut where that would gain less than half of the width.
forest_limits <- function(rows, measure, relative = is_relative(measure)) {
  forward <- if (relative) log else identity
  backward <- if (relative) exp else identity
  centre <- if (measure != "value") forward(null_value(measure))
  low <- forward(pmax(rows$low, if (relative) 0 else -Inf))
  high <- forward(rows$high)
  estimate <- forward(rows$estimate)
  margin <- forward(c(rows$margin_low, rows$margin_high))
  known <- c(estimate[is.finite(estimate)], margin[is.finite(margin)], centre)
  inner <- if (length(known) > 0) range(known) else c(0, 1)
  half_width <- (high - low) / 2
  usual <- half_width[is.finite(half_width)]
  room <- if (length(usual) > 0) 5 * stats::median(usual) else 0
  ends <- range(c(low[is.finite(low)], high[is.finite(high)], inner))
  outer <- c(max(ends[1], inner[1] - room), min(ends[2], inner[2] + room))
  if (diff(outer) > 0.5 * diff(ends)) outer <- ends
  if (diff(outer) == 0) outer <- outer + c(-0.5, 0.5)
  backward(outer + c(-0.04, 0.04) * diff(outer))
}

# Ends beyond the limits are cut there and marked for an arrow; `text` says what
# a row without a point or a line is about.
clip_rows <- function(rows, limits) {
  drawn <- !is.na(rows$low) & !is.na(rows$high)
  rows$from <- ifelse(drawn, pmax(rows$low, limits[1]), NA)
  rows$to <- ifelse(drawn, pmin(rows$high, limits[2]), NA)
  rows$arrow_left <- drawn & rows$low < limits[1]
  rows$arrow_right <- drawn & rows$high > limits[2]
  shown <- !is.na(rows$estimate) & rows$estimate >= limits[1] & rows$estimate <= limits[2]
  rows$point <- ifelse(shown, rows$estimate, NA)
  value <- ifelse(is.na(rows$estimate), "", paste0(format_number(rows$estimate), ": "))
  reason <- ifelse(is.na(rows$note), "not available", rows$note)
  who <- if (nlevels(rows$series) > 1) paste0(rows$series, ": ") else ""
  rows$text <- ifelse(shown | drawn, NA, paste0(who, value, reason))
  rows
}
