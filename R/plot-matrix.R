# All pairs at once: a panel a class, in it a tile for each two classifiers.

matrix_plot <- function(x, page) {
  check_matrix(x)
  # Columns and rows of panels for which a page has room, with numbers and names: 0.24 by 0.13 inches a tile.
  names <- unique(c(x$classifier, x$reference))
  name <- 0.065 * widest(matrix_names(names))
  room <- page_size() - c(0.4 + name, 1.6 + 0.7 * name)
  room <- pmax(1, floor(room / (length(names) * c(0.24, 0.13) + c(0.1, 0.35))))
  all <- matrix_tiles(x)
  shown <- panels_of_page(all, room, page)
  tiles <- shown$rows
  if (nlevels(tiles$row) * shown$columns > 10) tiles$text <- fixed(tiles$estimate, rep(2, nrow(tiles)))
  plot <- ggplot2::ggplot(tiles, ggplot2::aes(x = .data$column, y = .data$row)) +
    matrix_marks(tiles) +
    matrix_scales(x, attr(all, "limit")) +
    matrix_words(x, tiles, shown$words) +
    matrix_theme(nlevels(tiles$row), ceiling(nlevels(tiles$panel) / shown$columns), levels(tiles$row))
  if (nlevels(all$panel) > 1 || !anyNA(x$class)) {
    plot <- plot + facet_panels(tiles$panel, ncol = shown$columns, beside = matrix_names(levels(tiles$row)))
  }
  plot
}

check_matrix <- function(x) {
  twice <- anyDuplicated(data.frame(x$metric, x$average, x$class, unordered_pair_of(x)))
  fault <- if (!is_type(x, "comparison")) {
    c("Only comparisons of classifiers make a matrix.", i = "Plot the result of {.fn compare_classifiers}.")
  } else if (varies(x$measure)) {
    c(
      "{.val {unique(x$measure)}} have no common colours.",
      i = "Plot one at a time: {.code plot(x[x$measure == {.val {x$measure[1]}}, ], \"matrix\")}."
    )
  } else if (length(setdiff(metric_directions(x), 0)) > 1) {
    c(
      "Metrics of which more is better and less is better have no common colours.",
      i = "Plot one at a time: {.code plot(x[x$metric == {.val {x$metric[1]}}, ], \"matrix\")}."
    )
  } else if (twice) {
    c(
      "A matrix has room for one comparison of {x$classifier[twice]} and {x$reference[twice]}.",
      i = "Plot one method at a time."
    )
  }
  if (!is.null(fault)) abort_verdict(fault, "plot")
}

# Both sides of every comparison, the classifier of the row against that of the
# column, and the classifiers' own values on the diagonal. `effect` is on the scale
# of the colours.
matrix_tiles <- function(x) {
  relative <- is_relative(x$measure[1])
  reverse <- if (relative) function(value) 1 / value else function(value) -value
  panel <- matrix_panel(x)
  sure <- is_significant(x)
  own <- with_own_values(x)
  side <- function(row, column, estimate, sure) {
    data.frame(panel, row, column, estimate, sure, own = row == column)
  }
  tiles <- rbind(
    side(x$classifier, x$reference, x$estimate, sure),
    side(x$reference, x$classifier, reverse(x$estimate), sure),
    side(x$classifier, x$classifier, own$estimate.classifier, FALSE),
    side(x$reference, x$reference, own$estimate.reference, FALSE)
  )
  tiles <- tiles[!duplicated(tiles[c("panel", "row", "column")]), ]
  names <- unique(c(result_units(x)$classifiers, x$reference, x$classifier))
  names <- names[names %in% tiles$row]
  tiles$row <- factor(tiles$row, rev(names))
  tiles$column <- factor(tiles$column, names)
  effect <- if (relative) log(tiles$estimate) else tiles$estimate
  effect[tiles$own] <- NA
  limit <- matrix_limit(effect)
  tiles$effect <- pmax(-limit, pmin(limit, effect))
  tiles$text <- format_number(tiles$estimate, digits = ifelse(relative | tiles$own, 3, 2))
  tiles$dark <- !is.na(tiles$effect) & abs(tiles$effect) > 0.6 * limit
  attr(tiles, "limit") <- limit
  tiles
}

matrix_panel <- function(x) {
  metric <- metric_names(x)
  class <- label_class(x$class, x$average)
  in_turn(if (!varies(x$metric)) class else paste0(metric, ", ", class))
}

# The end of the colours: the largest effect, unless that is so far from most that
# these would all look alike.
matrix_limit <- function(effect) {
  size <- abs(effect[is.finite(effect) & effect != 0])
  if (length(size) > 0) min(max(size), 4 * stats::median(size)) else 1
}

matrix_names <- function(names) drawn_names(names, floor(20 * page_share()))

# Layers ---------------------------------------------------------------------

matrix_marks <- function(tiles) {
  pairs <- tiles[!tiles$own, ]
  text <- tiles[tiles$own | !is.na(tiles$estimate), ]
  list(
    ggplot2::geom_tile(
      ggplot2::aes(fill = .data$effect), data = pairs, width = 0.9, height = 0.9,
      colour = "grey80", linewidth = 0.2
    ),
    ggplot2::geom_tile(
      data = pairs[pairs$sure, ], width = 0.9, height = 0.9, fill = NA, colour = "black",
      linewidth = 0.6
    ),
    tile_text(
      ggplot2::aes(label = .data$text), text, 3.2,
      colour = ifelse(text$own, "grey45", ifelse(text$dark, "white", "grey10")),
      fontface = ifelse(text$sure, "bold", "plain")
    )
  )
}

matrix_scales <- function(x, limit) {
  relative <- is_relative(x$measure[1])
  metric <- if (!varies(x$metric)) metric_names(x)[1]
  sign <- if (relative) "/" else "-"
  name <- paste0(paste(c(metric, label_measure(x$measure[1])), collapse = " "), ", row ", sign, " column")
  list(
    gain_scale(
      name, limit, any(metric_directions(x) < 0),
      breaks = if (relative) function(ends) log(log_breaks(exp(ends))) else ggplot2::waiver(),
      labels = if (relative) function(at) plain_labels(exp(at)) else plain_labels
    ),
    ggplot2::scale_x_discrete(NULL, labels = matrix_names, drop = FALSE, guide = plain_axis()),
    ggplot2::scale_y_discrete(NULL, labels = matrix_names, drop = FALSE, guide = plain_axis())
  )
}

matrix_words <- function(x, tiles, page) {
  info <- verdict_info(x)
  better <- if (all(metric_directions(x) == 0)) "higher" else "better"
  framed <- sum(tiles$sure & !tiles$own) / 2
  caption <- c(
    page, paste0("Blue: the row is ", better, " than the column; vermilion: the column."),
    paste0("Framed: p < ", short_number(significance_level(x)), ", ", adjustment_words(info), "."),
    if (anyNA(tiles$estimate[!tiles$own])) "Grey: not available.",
    header_data(info$units, row_prevalence(x))
  )
  title <- header_subject(x)
  alt <- paste0(
    "Matrix of all pairs. ", title, ". ", framed, " of ", sum(!tiles$own) / 2, " comparisons differ from equality."
  )
  plot_words(title, caption, alt)
}

# Names of columns slant to the left of the first one: those of rows, or else space, keep them on the page.
matrix_theme <- function(n, panels = 1, columns, rows = columns) {
  points <- row_points(n, panels)
  reach <- 0.065 * widest(matrix_names(columns)) * cospi(1 / 4)
  spare <- 72 * (reach - 0.066 * widest(matrix_names(rows)) * points / 8.8)
  plot_theme() +
    ggplot2::theme(
      panel.grid.major.x = ggplot2::element_blank(),
      axis.text.x = ggplot2::element_text(angle = 45, hjust = 1, colour = "grey15", size = 8),
      axis.text.y = ggplot2::element_text(
        colour = "grey15", size = points, margin = ggplot2::margin(r = 2.2, l = max(0, spare))
      ),
      legend.title = ggplot2::element_text(size = 9),
      legend.text = ggplot2::element_text(size = 8)
    )
}
