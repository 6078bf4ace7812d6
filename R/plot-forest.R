#' Forest plot or matrix plot of a result
#'
#' Which class, which classifier, how far from equal, how sure: a point and an
#' interval for each row of the result. Classes are rows, in the order of the
#' result, from the top; comparisons (or classifiers) differ in colour
#' and by shape; several metrics get a panel each. The reference line stands at
#' no difference (0, or 1 on a logarithmic axis for ratios), within a band of the margin where the
#' comparison had one, and the axis says which side favours whom. What leaves the panel, because it is infinite or
#' much wider than the rest, ends in an arrow; what could not be computed has its
#' reason in grey.
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
#' themselves are on the diagonal. Beyond some 20 tiles from side to side there is no
#' room for numbers, and colours and frames remain.
#'
#' A critical difference diagram (`type = "cd"`, Demsar 2006) hangs the classifiers from an axis of their mean
#' ranks, or of their values where there are no ranks, the best at the left; a bar joins neighbours of which
#' the comparison tells no two apart ([cd_groups()] has the same as text). Where one difference decides all
#' pairs, as in Nemenyi's test, its length stands above the axis. A height of `1.5 + 0.12 * classifiers` inches
#' suits it.
#'
#' The plot is a ggplot object, to which titles, themes and scales can be added.
#' For a file, a height of `1.6 + 0.28 * classes` inches suits one comparison,
#' `1.6 + 0.16 * rows` several; a matrix wants 0.25 inches a tile and 1.5 more.
#'
#' @param object,x A [verdict_table], or a [verdict()], whose comparison by class is
#'   drawn.
#' @param type `"forest"`, or, for a comparison of all pairs, `"matrix"` or `"cd"`.
#' @param metric Of a verdict on several metrics, those to draw; `NULL` for the
#'   first.
#' @param ... Not used.
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
autoplot.verdict_table <- function(object,
                                   type = c("forest", "matrix", "cd"), ...) {
  check_dots(...)
  type <- check_choice(type, "type", c("forest", "matrix", "cd"))
  check_complete(object)
  if (type == "cd") {
    return(cd_plot(object))
  }
  object <- with_labels(named_rows(object), table_label)
  check_one_axis(object)
  if (type == "matrix") {
    return(matrix_plot(object))
  }
  check_drawable(object)
  if (is_type(object, "omnibus")) {
    return(omnibus_plot(object))
  }
  rows <- forest_rows(object)
  warn_if_crowded(rows)
  relative <- on_log_axis(object)
  limits <- forest_limits(rows, object$measure[1], relative)
  rows <- clip_rows(rows, limits)
  plot <- ggplot2::ggplot(rows, ggplot2::aes(y = .data$y)) +
    forest_band(rows, limits, relative) +
    forest_guides(rows, object$measure[1]) +
    forest_marks(rows, limits, object$measure[1], relative) +
    forest_axes(rows, limits, relative) +
    forest_words(object, rows) +
    forest_theme()
  if (varies(rows$panel)) {
    plot <- plot + ggplot2::facet_wrap(ggplot2::vars(.data$panel))
  }
  plot
}

#' @rdname plot.verdict_table
#' @export
plot.verdict_table <- function(x, ...) {
  rlang::check_installed("ggplot2", reason = "to draw the plot.")
  plot <- ggplot2::autoplot(x, ...)
  print(plot)
  invisible(plot)
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
# the classifiers are the rows.
forest_rows <- function(x) {
  by_class <- any(!is.na(x$class)) || varies(x$average)
  label <- if (by_class) label_class(x$class, x$average) else label_series(x)
  series <- if (by_class) label_series(x) else rep("", nrow(x))
  apart <- told_apart(x)
  panel <- label_panels(x, if (varies(series)) apart)
  if (!varies(series)) series <- apart %||% series
  label <- in_order(label, x)
  series <- in_order(series, x)
  panel <- factor(panel, unique(panel))
  shift <- 0.8 * ((as.integer(series) - 0.5) / nlevels(series) - 0.5)
  data.frame(
    label, series, panel,
    y = nlevels(label) + 1 - as.integer(label) - shift,
    estimate = x$estimate, low = shown_low(x), high = shown_high(x), note = x$note,
    margin_low = x[["margin.low"]] %||% rep(NA_real_, nrow(x)),
    margin_high = x[["margin.high"]] %||% rep(NA_real_, nrow(x))
  )
}

# A factor in the order of the result, or, where the user made a factor of the classes or
# classifiers, in the order of its levels.
in_order <- function(label, x) {
  wanted <- unlist(verdict_info(x)$order[c("class", "classifier")], use.names = FALSE)
  found <- unique(label)
  given <- intersect(wanted, found)
  factor(label, c(given, setdiff(found, given)))
}

label_panels <- function(x, apart) {
  metric <- metric_labels(x)
  if (is.null(apart)) metric else paste0(if (varies(metric)) paste0(metric, ", "), apart)
}

# What tells rows of the same comparison apart, the prevalence or else the test; NULL
# where no comparison occurs twice.
told_apart <- function(x) {
  row <- c("metric", "average", "class", "classifier", "reference")
  if (!anyDuplicated(as_plain(x)[row])) {
    return(NULL)
  }
  prevalence <- label_prevalence(x)
  test <- if (anyDuplicated(cbind(as_plain(x)[row], prevalence))) x$method
  if (!varies(prevalence)) {
    return(test)
  }
  shares <- ifelse(prevalence == "empirical", prevalence, paste("at", prevalence))
  paste0(shares, if (!is.null(test)) paste0(", ", test))
}

# Ratios, and values that are ratios themselves: likelihood ratios, odds ratios.
on_log_axis <- function(x) {
  is_relative(x$measure[1]) || x$measure[1] == "value" && all(is_ratio_metric(x))
}

is_ratio_metric <- function(x) {
  known <- verdict_info(x)$metrics
  known[["measure"]][match(x$metric, known$metric)] %in% "ratio"
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

# Layers ---------------------------------------------------------------------

# What does not matter, panel by panel; an open end of the margin is that of the panel. Where
# the rows of a panel differ in it, each class has a band of its own.
forest_band <- function(rows, limits, relative) {
  with <- rows[!is.na(rows$margin_low) | !is.na(rows$margin_high), ]
  if (nrow(with) == 0) {
    return(NULL)
  }
  ends <- unique(with[c("panel", "margin_low", "margin_high")])
  bands <- if (anyDuplicated(ends$panel)) {
    line <- nlevels(with$label) + 1 - as.integer(with$label)
    unique(data.frame(with[names(ends)], bottom = line - 0.5, top = line + 0.5))
  } else {
    data.frame(ends, bottom = -Inf, top = Inf)
  }
  bands$from <- ifelse(is.na(bands$margin_low), if (relative) limits[1]^2 / limits[2] else -Inf, bands$margin_low)
  bands$to <- ifelse(is.na(bands$margin_high), Inf, bands$margin_high)
  ggplot2::geom_rect(
    ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = .data$bottom, ymax = .data$top),
    data = bands, inherit.aes = FALSE, fill = "#F0E442", alpha = 0.25
  )
}

forest_guides <- function(rows, measure) {
  n <- nlevels(rows$label)
  between <- if (n > 1) seq(1.5, n - 0.5)
  list(
    ggplot2::geom_hline(yintercept = between, colour = "grey90", linewidth = 0.3),
    if (measure != "value") {
      ggplot2::geom_vline(xintercept = null_value(measure), colour = "grey35", linewidth = 0.4)
    }
  )
}

forest_marks <- function(rows, limits, measure, relative) {
  one <- nlevels(rows$series) == 1
  crowded <- nlevels(rows$series) > 3
  size <- if (crowded) 1.6 else 2.4
  arrow <- function(side, data) {
    ggplot2::geom_segment(
      ggplot2::aes(
        x = if (side == "left") .data$to else .data$from,
        xend = if (side == "left") .data$from else .data$to,
        yend = .data$y, colour = .data$series
      ),
      data = data, linewidth = 0.5, show.legend = FALSE,
      arrow = grid::arrow(length = grid::unit(0.06, "inches"), type = "closed")
    )
  }
  list(
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$from, xmax = .data$to, colour = .data$series),
      data = rows[!is.na(rows$from), ], linewidth = 0.5, show.legend = !one
    ),
    arrow("left", rows[rows$arrow_left, ]),
    arrow("right", rows[rows$arrow_right, ]),
    ggplot2::geom_point(
      ggplot2::aes(x = .data$point, colour = .data$series, shape = .data$series),
      data = rows[!is.na(rows$point), ], size = size, show.legend = !one
    ),
    forest_text(rows, limits, measure, relative, if (crowded) 2.2 else 3),
    series_scales(levels(rows$series))
  )
}

# Why a row is empty, on the roomier side of the reference line.
forest_text <- function(rows, limits, measure, relative, size) {
  line <- if (measure == "value") limits[1] else null_value(measure)
  middle <- if (relative) sqrt(prod(limits)) else mean(limits)
  text <- rows[!is.na(rows$text), ]
  text$x <- rep(line, nrow(text))
  ggplot2::geom_text(
    ggplot2::aes(x = .data$x, label = .data$text),
    data = text, hjust = if (line <= middle) -0.02 else 1.02, size = size, colour = "grey45"
  )
}

# Okabe and Ito's colours, those that are weak on white last.
series_colours <- c(
  "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"
)

# The shapes repeat with another period than the colours, so that 56 series differ in
# one or the other.
series_scales <- function(series) {
  shapes <- c(16, 17, 15, 18, 4, 3, 8)
  columns <- max(1, floor(90 / (max(cli::ansi_nchar(series, "width")) + 5)))
  guide <- ggplot2::guide_legend(ncol = min(columns, length(series)), byrow = TRUE)
  list(
    ggplot2::scale_colour_manual(
      NULL, values = rep_len(series_colours, length(series)), limits = series, guide = guide
    ),
    ggplot2::scale_shape_manual(
      NULL, values = rep_len(shapes, length(series)), limits = series, guide = guide
    )
  )
}

forest_axes <- function(rows, limits, relative) {
  names <- shorten_names(levels(rows$label), 40)
  list(
    value_scale(relative),
    ggplot2::scale_y_continuous(
      breaks = rev(seq_along(names)), labels = names,
      expand = ggplot2::expansion(add = 0.1)
    ),
    ggplot2::coord_cartesian(xlim = limits, ylim = c(0.5, length(names) + 0.5))
  )
}

value_scale <- function(relative) {
  guide <- ggplot2::guide_axis(check.overlap = TRUE)
  if (relative) {
    ggplot2::scale_x_log10(breaks = log_breaks, labels = plain_labels, guide = guide)
  } else {
    ggplot2::scale_x_continuous(guide = guide)
  }
}

# The finest of these series of round numbers that gives at most 9 breaks; near
# 1, where a logarithmic axis is all but even, even steps.
log_breaks <- function(limits) {
  if (limits[2] / limits[1] < 2) {
    breaks <- pretty(limits, 6)
    return(breaks[breaks >= limits[1] & breaks <= limits[2]])
  }
  powers <- 10^seq(floor(log10(limits[1])), ceiling(log10(limits[2])))
  steps <- list(
    c(1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9), c(1, 1.5, 2, 3, 5, 7), c(1, 2, 5), c(1, 3), 1
  )
  for (step in steps) {
    breaks <- sort(outer(step, powers))
    breaks <- breaks[breaks >= limits[1] & breaks <= limits[2]]
    if (length(breaks) <= 9) break
  }
  breaks[seq(1, length(breaks), by = ceiling(length(breaks) / 9))]
}

plain_labels <- function(x) ifelse(is.na(x), "", sprintf("%.4g", x))

# Words ----------------------------------------------------------------------

forest_words <- function(x, rows) {
  info <- verdict_info(x)
  caption <- c(band_words(x), header_interval(x, info), header_data(info$units, row_prevalence(x)))
  ggplot2::labs(
    title = header_subject(x), x = axis_title(x), y = NULL,
    caption = paste(strwrap(paste(caption, collapse = " "), 90), collapse = "\n")
  )
}

band_words <- function(x) {
  margin <- header_margin(x)
  if (!is.null(margin)) sub("^Margin", "Band", margin)
}

axis_title <- function(x) {
  metric <- if (!varies(x$metric)) metric_labels(x)[1]
  measure <- x$measure[1]
  if (measure == "value") {
    return(if (is.null(metric)) measure else metric)
  }
  names <- pair_names(x)
  sign <- if (is_relative(measure)) "/" else "-"
  what <- paste0(paste(c(metric, label_measure(measure)), collapse = " "), ", ", paste(names[1], sign, names[2]))
  direction <- unique(metric_directions(x))
  if (length(direction) > 1 || direction == 0) {
    return(what)
  }
  sides <- if (direction > 0) rev(names) else names
  paste0("favours ", sides[1], "  <-     ->  favours ", sides[2], "\n", what)
}

forest_theme <- function() {
  ggplot2::theme_minimal(base_size = 11) +
    ggplot2::theme(
      panel.grid.major.y = ggplot2::element_blank(),
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major.x = ggplot2::element_line(colour = "grey92", linewidth = 0.3),
      axis.text.y = ggplot2::element_text(colour = "grey15"),
      axis.title.x = ggplot2::element_text(size = 10, margin = ggplot2::margin(t = 6)),
      plot.title = ggplot2::element_text(size = 12),
      plot.title.position = "plot",
      plot.caption = ggplot2::element_text(colour = "grey40", hjust = 0, size = 8),
      plot.caption.position = "plot",
      legend.position = "top",
      legend.justification = "left",
      legend.key.height = grid::unit(0.9, "lines"),
      legend.margin = ggplot2::margin(0, 0, 0, 0),
      strip.text = ggplot2::element_text(hjust = 0, face = "bold")
    )
}
