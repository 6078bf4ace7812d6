#' Pictures of results
#'
#' Which class, which classifier, how far from equal, how sure. Each picture is one page, a ggplot object that
#' `ggplot2::ggsave()` saves whole.
#'
#' # A verdict
#'
#' The headline stands on top. What is below depends on what was compared (`type` asks for another):
#'
#' - **two classifiers**: a forest plot, a row for each metric or class;
#' - **three and more**: the classifiers themselves, a panel for each metric and class, the best on top, with their
#'   values and intervals (of each by itself) and, at the right, the letters of the verdict's own decisions: two
#'   classifiers share a letter exactly when they are not shown to differ. With one `reference`, colour and mark say how
#'   each compares with that;
#' - **more panels than a page has room for** (many classes): a matrix of classes by classifiers with their values,
#'   blue where a classifier is better than the mean of all, framed where the verdict shows it to be worse than another;
#' - **scores of data sets**: a critical difference diagram.
#'
#' # A forest plot
#'
#' A point and an interval for each row, with the numbers and the p-value beside it. Differences and ratios (the latter
#' on a logarithmic axis) have scales of their own. A full circle is a difference that was shown, a hollow one is
#' undecided, a cross was not tested; a diamond is equivalence within the margin, which is a band around the line of no
#' difference; a triangle has one side ruled out. Beside the line stands which side favours whom. What leaves the panel,
#' because it is infinite or much wider than the rest, ends in an arrow; what could not be computed has its reason in
#' grey. Up to four pairs (or classifiers) of several classes are series in colours, more have rows with their own
#' names. A value that was required (`assess_classifiers(x, null = )`) is a short line across its row.
#'
#' Results bound by `rbind()` are drawn side by side: a comparison before and after
#' [update_prevalence()], or by two tests.
#'
#' An [omnibus_test()] has no estimates: there the points are p-values, the further to
#' the right the smaller, with a line at 0.05.
#'
#' # Other types
#'
#' A matrix of a comparison (`type = "matrix"`) shows all pairs of classifiers at once, in a panel for
#' each class: the colour of a tile says how far the classifier of the row is ahead of
#' (blue) or behind (vermilion) that of the column, a black frame that the adjusted
#' p-value is below 1 minus the confidence level. The values of the classifiers
#' themselves are on the diagonal. Numbers that no tile has room for are left out.
#'
#' A critical difference diagram (`type = "cd"`, Demsar 2006) hangs the classifiers from an axis of their mean
#' ranks, or of their values where there are no ranks, the best at the left; a bar joins neighbours of which
#' the comparison distinguishes no two ([cd_groups()] has the same as text). Where one difference decides all
#' pairs, as in Nemenyi's test, its length stands above the axis. A height of `1.5 + 0.12 * classifiers` inches
#' suits it.
#'
#' Titles, scales and elements of a theme can be added to any of them. A complete theme, such as `theme_bw()`, takes the
#' place of all elements: in a forest plot the key at its right then pushes columns over one another and the caption
#' leaves the page, unless `theme(legend.position = "top", plot.caption = element_text(hjust = 0, size = 8),
#' plot.caption.position = "plot")` is added after it.
#'
#' Pictures have a text for those who do not see them: `ggplot2::get_alt_text()`. For a file, a height of
#' `1.6 + 0.2 * rows` inches suits a forest plot.
#'
#' @param object,x A [verdict_table], or a [verdict()].
#' @param type Of a verdict `"forest"`, `"classifiers"`, `"matrix"` or `"cd"`; of a comparison of all pairs `"forest"`,
#'   `"matrix"` or `"cd"`. `NULL`: what can be read best.
#' @param order Of the rows of a forest plot: `"class"`, that of the result, or `"estimate"`, the greatest on top, or
#'   `"p"`, the smallest p-value on top (of the first series, where there are several). Of a verdict `NULL`: `"class"`
#'   where all have room on a page, else `"p"`.
#' @param text Whether a forest plot has the estimates, intervals and p-values as a column of text; `NULL`: where
#'   there is room for them on the open device, up to 7 by 5 inches of it.
#' @param page Which page, where one has no room for all; the caption says how many there are.
#' @param n How many rows a page of a forest plot (30, or 34 if that is all), or of the matrix of a verdict (40), has at
#'   most; `Inf` for all.
#' @param metric Of a verdict on several metrics, those to draw; `NULL` for all.
#' @param ... Passed on to `autoplot()`.
#' @return `autoplot()`: a ggplot object. `plot()` draws it and returns it
#'   invisibly.
#'
#' @section Errors:
#' A result without rows has no picture (`verdict_error_plot`). A matrix is for
#' comparisons, of metrics that are better in one direction, by one method and measure. A critical difference
#' diagram is of all pairs in one metric and class.
#'
#' @section When not to use:
#' The intervals of a forest plot are those that belong to the adjusted p-values, where p-values are adjusted
#' and such intervals are known. Where the caption says that they are each by itself, whether
#' an interval crosses the line is not the same as the decision of the adjusted p-value, which the mark has.
#' Intervals of classifiers, each by itself, may overlap although the same rows show a difference: look at the letters.
#'
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' pair <- prediction_set(truth ~ naive_bayes + random_forest, satellite)
#' plot(verdict(pair))
#' plot(verdict(prediction_set(truth ~ ., satellite)))
#'
#' # Empirical and updated precision side by side
#' spam <- prediction_set(truth ~ naive_bayes + random_forest + tree, spam_filters)
#' rare <- update_prevalence(spam, c(spam = 0.05))
#' plot(rbind(assess_classifiers(spam, "precision"), assess_classifiers(rare, "precision")))
#' plot(compare_classifiers(spam, metric = "precision"), type = "matrix")
#' @name plot.verdict_table
NULL

#' @rdname plot.verdict_table
#' @exportS3Method ggplot2::autoplot
autoplot.verdict_table <- function(object, type = NULL, order = c("class", "estimate", "p"), text = NULL, page = 1,
                                   n = NULL, ...) {
  check_dots(...)
  type <- check_choice(type %||% "forest", "type", c("forest", "matrix", "cd"))
  order <- check_choice(order, "order", c("class", "estimate", "p"))
  check_complete(object)
  if (type == "cd") {
    return(cd_plot(object))
  }
  given <- named_rows(object)
  object <- with_labels(given, table_label)
  if (nrow(object) == 0) abort_verdict("A result without rows cannot be plotted.", "plot")
  if (type == "matrix") {
    return(matrix_plot(object, page))
  }
  tested <- if (nrow(given) == 1 && !is_type(given, "assessment")) format_test(given)
  if (is_type(object, "omnibus")) {
    check_page(page, 1L)
    return(omnibus_plot(object) + test_subtitle(tested))
  }
  forest_plot(object, order, text, page, n) + test_subtitle(tested)
}

# The result of a test, below the title; nothing for none.
test_subtitle <- function(said) if (length(said)) ggplot2::labs(subtitle = wrap_lines(said, title_width()))

#' @rdname plot.verdict_table
#' @export
plot.verdict_table <- function(x, ...) draw_ggplot(x, ...)

forest_plot <- function(x, order, text, page, n, ...) {
  if (!is.null(text)) check_flag(text, "text")
  rows <- forest_rows(x, order)
  # A few more have room too.
  n <- check_rows(n, if (max(rows$line) <= 34) 34 else 30)
  shown <- lines_of_page(rows, rows$line, n, page)
  x <- x[shown$rows$row, ]
  frame <- forest_frame(x, shown$rows, text)
  rows <- clip_rows(shown$rows, frame)
  ggplot2::ggplot(rows, ggplot2::aes(y = .data$y)) +
    forest_ground(rows, frame) +
    forest_marks(rows, frame) +
    forest_columns(rows, frame) +
    forest_axes(frame) +
    forest_words(x, rows, shown$words, ...) +
    plot_theme() + ggplot2::theme(
      axis.text.y = ggplot2::element_text(colour = "grey15", size = frame$points), legend.box = "vertical",
      legend.box.just = "left", legend.spacing.y = grid::unit(0, "lines")
    )
}

check_rows <- function(n, otherwise) {
  if (!is.null(n)) check_number(n, "n", 1, closed = TRUE)
  n %||% otherwise
}

# What is drawn where ---------------------------------------------------------

# A line for each class or metric, under a heading; up to this many series share it in colours, more have lines.
most_series <- 4L

# The rows as they stand from the top: `section` is their heading, `scale` the axis that they share, `row` their place
# in the result.
forest_rows <- function(x, order = "class") {
  named <- forest_names(x)
  label <- in_order(named$label, x)
  series <- in_order(named$series, x)
  first <- as.integer(series)
  rank <- line_ranks(x, paste(named$section, label), as.integer(label), first, order)
  # Rows on one axis.
  unit <- ifelse(x$measure %in% c("difference", "value"), metric_scales(x), "")
  scale <- paste(x$measure, ifelse(x$measure == "value", 0, metric_directions(x)), ifelse(is_log_row(x), "log", unit))
  at <- order(match(scale, unique(scale)), match(named$section, unique(named$section)), rank, first)
  relative <- is_log_row(x)
  # An open end has an arrow.
  end <- function(side, limit, beyond) ifelse(open_to(x) == side & !is.na(limit), beyond, limit)
  rows <- data.frame(
    row = 0L, section = named$section, label = as.character(label), series, scale = scale, estimate = x$estimate,
    low = end("low", shown_low(x), ifelse(relative, 0, -Inf)), high = end("high", shown_high(x), Inf), note = x$note,
    p = claimed_p(x)$p, mark = forest_mark(x), numbers = forest_numbers(x, scale), relative = relative,
    null = ifelse(x$measure == "value", NA, null_value(x$measure)),
    bounded = is_bounded(x), required = if (is_type(x, "assessment")) x$null.value else NA_real_,
    margin_low = x[["margin.low"]] %||% rep(NA_real_, nrow(x)),
    margin_high = x[["margin.high"]] %||% rep(NA_real_, nrow(x))
  )[at, ]
  rows$row <- at
  rows$line <- cumsum(starts_run(paste(rows$scale, rows$section, rows$label, sep = "\r")))
  rows
}

# The place of each line in its section: that of its label, or by the first of its series.
line_ranks <- function(x, line, label, first, order) {
  if (order == "class") {
    return(label)
  }
  by <- if (order == "estimate") -x$estimate else decisive_log_p(x)
  lead <- which(!duplicated(line[order(first)]))
  lead <- order(first)[lead]
  rank(by[lead], na.last = TRUE, ties.method = "first")[match(line, line[lead])]
}

# Heading, label and series of each row: who, in what.
forest_names <- function(x) {
  who <- label_series(x)
  metric <- metric_names(x)
  slice <- ifelse(is.na(x$class) & x$average == "none", metric, label_class(x$class, x$average))
  measure <- ifelse(x$measure == "value", "", label_measure(x$measure))
  heading <- trimws(paste(metric, measure))
  slices <- unique(data.frame(x$metric, slice))
  apart <- repetition_labels(x)
  several <- anyDuplicated(slices[[1]]) > 0
  series <- rep("", nrow(x))
  if (several && length(unique(who)) <= most_series) {
    label <- ifelse(slice == positive_of(x) & !varies_within(slice, x$metric), metric, slice)
    series <- who
  } else if (several || varies(who)) {
    label <- who
    heading <- ifelse(slice == metric, heading, paste0(heading, ": ", slice))
  } else {
    whole <- slice == metric
    own <- ifelse(whole | slice == positive_of(x), metric, paste(metric, slice, sep = ", "))
    label <- if (varies(metric)) own else if (whole[1]) who else slice
    if (varies(metric)) heading <- ifelse(measure == "", "estimate", measure)
  }
  if (!varies(series)) {
    series <- apart %||% series
  } else if (!is.null(apart)) {
    heading <- paste(heading, apart, sep = ", ")
  }
  less <- x$measure != "value" & metric_directions(x) < 0
  list(section = paste0(capitalise(heading), ifelse(less, ", less is better", "")), label = label, series = series)
}

# Of each value of `by`, whether `x` varies in it.
varies_within <- function(x, by) as.logical(stats::ave(match(x, unique(x)), by, FUN = function(at) varies(at)))

positive_of <- function(x) {
  positive <- result_units(x)$positive
  if (length(positive)) table_label(positive) else ""
}

# Ratios, and values that are ratios themselves: likelihood ratios, odds ratios.
is_log_row <- function(x) is_relative(x$measure) | x$measure == "value" & metrics_of_result(x) %in% "ratio"

metrics_of_result <- function(x) {
  known <- verdict_info(x)$metrics
  known[["measure"]][match(x$metric, known$metric)] %||% rep(NA, nrow(x))
}

# What was decided, as a mark; NA where nothing was tested at all.
forest_mark <- function(x) {
  mark <- if (is_type(x, "comparison")) {
    outcome <- outcomes(x)
    ifelse(is_decided(outcome), "shown", outcome)
  } else {
    ifelse(is.na(decisive_p(x)), "untested", ifelse(is_significant(x), "shown", "open"))
  }
  mark[mark %in% c("not_worse", "not_better")] <- "one_side"
  replace(mark, all(mark == "untested"), NA)
}

forest_numbers <- function(x, scale) {
  low <- shown_low(x)
  high <- shown_high(x)
  beside <- beside_places(x)
  open <- open_to(x)
  number <- both <- character(nrow(x))
  for (at in split(seq_along(number), scale)) {
    relative <- is_relative(x$measure[at[1]])
    number[at] <- format_column(x$estimate[at], low[at], high[at], relative, values = beside[at])
    limits <- interval_column(low[at], high[at], relative, x$estimate[at], values = beside[at], open = open[at])
    both[at] <- paste(number[at], limits)
  }
  ifelse(is.na(x$estimate), "", ifelse(is.na(low) & is.na(high), number, both))
}

# A factor in the order of the result, or, where the user made a factor of the classes or
# classifiers, in the order of its levels.
in_order <- function(label, x) {
  wanted <- unlist(verdict_info(x)$order[c("class", "classifier")], use.names = FALSE)
  labels <- unique(label)
  given <- intersect(wanted, labels)
  factor(label, c(given, setdiff(labels, given)))
}

# Ends beyond the panel are cut there and marked for an arrow; `text` says what
# a row without a point or a line is about. All places are shares of the panel's width.
clip_rows <- function(rows, frame) {
  share <- function(value) frame$share(value, rows$scale)
  drawn <- !is.na(rows$low) & !is.na(rows$high)
  low <- share(rows$low)
  high <- share(rows$high)
  rows$from <- ifelse(drawn, pmax(low, 0), NA)
  rows$to <- ifelse(drawn, pmin(high, 1), NA)
  rows$arrow_left <- drawn & low < 0
  rows$arrow_right <- drawn & high > 1
  at <- share(rows$estimate)
  shown <- !is.na(at) & at >= 0 & at <= 1
  rows$point <- ifelse(shown, at, NA)
  value <- ifelse(is.na(rows$estimate), "", paste0(format_number(rows$estimate), ": "))
  reason <- ifelse(is.na(rows$note), "not available", rows$note)
  who <- if (nlevels(rows$series) > 1) paste0(rows$series, ": ") else ""
  rows$text <- ifelse(shown | drawn, NA, paste0(who, value, reason))
  series <- as.integer(rows$series)
  rows$y <- frame$lines$y[match(rows$line, frame$lines$line)] +
    0.8 * (0.5 - (series - 0.5) / nlevels(rows$series))
  rows
}
