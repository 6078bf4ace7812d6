# The layers of a forest plot.

# Where the parts of the picture stand: the limits of the data, of the whole panel with its column of text, and
# the rows below the last class in which arrows say who is favoured.
forest_frame <- function(x, rows, limits, text) {
  relative <- on_log_axis(x)
  size <- forest_size(rows)
  p <- if (!all(is.na(rows$p))) format_p_column(rows$p, levels_of(verdict_info(x)))
  width <- size$char * c(
    widest(c(rows$numbers, interval_heading(x))) + 2, if (length(p)) widest(c(p, p_heading(x))) + 2 else 0
  )
  if (is.null(text)) text <- !varies(rows$panel) && sum(width) <= most_text && size$row >= 0.13 * nlevels(rows$series)
  shrink <- min(1, most_text / sum(width))
  width <- if (text) width * shrink else c(0, 0)
  forward <- if (relative) log else identity
  backward <- if (relative) exp else identity
  ends <- forward(limits)
  whole <- diff(ends) / (1 - sum(width))
  at <- function(share) backward(ends[1] + share * whole)
  frame <- list(
    limits = limits, panel = at(c(0, 1)), at = at, share = function(value) (forward(value) - ends[1]) / whole,
    text = text, p = if (text) p, shrink = shrink, char = size$char, text_at = at(1 - width[2]), p_at = at(1),
    step = max(0.8, 0.17 / size$row),
    headings = c(interval_heading(x), p_heading(x)),
    relative = relative, null = null_value(x$measure[1]), n = nlevels(rows$label)
  )
  frame$favours <- favours_words(x)
  frame$favours <- favours_sides(frame)
  frame$bottom <- 0.5 - frame$step * max(frame$favours$row, 0)
  frame
}

# Most of the width of a panel that numbers may take.
most_text <- 0.65

# About the size of a character, as a share of a panel's width, and of a row, in inches.
forest_size <- function(rows) {
  beside <- row_names(levels(rows$label))
  series <- levels(rows$series)
  keys <- if (length(series) > 1) ceiling(length(series) / key_columns(series, beside)) else 0
  dims <- ggplot2::wrap_dims(nlevels(rows$panel))
  height <- (page_size()[2] - 1.3 - 0.22 * keys) / dims[1]
  list(char = 0.07 * dims[2] / panel_inches(beside), row = max(0.03, height / (nlevels(rows$label) + 3)))
}

interval_heading <- function(x) {
  name <- if (x$measure[1] == "value") "estimate" else label_measure(x$measure[1])
  paste0(name, " [", and_list(format_percent(verdict_info(x)$conf.level)), " interval]")
}

p_heading <- function(x) if (is_adjusted(verdict_info(x))) "adj. p" else "p"

format_p_column <- function(p, level) ifelse(is.na(p), "", column_p(p, level = level))

# What does not matter, panel by panel; an open end of the margin is that of the panel. Where
# the rows of a panel differ in it, each class has a band of its own.
forest_band <- function(rows, frame) {
  rows <- rows[!is.na(rows$margin_low) | !is.na(rows$margin_high), ]
  if (nrow(rows) == 0) {
    return(NULL)
  }
  one_each <- !anyDuplicated(unique(rows[c("panel", "margin_low", "margin_high")])$panel)
  bands <- unique(rows[c(if (!one_each) "label", "panel", "margin_low", "margin_high")])
  forward <- if (frame$relative) log10 else identity
  backward <- if (frame$relative) function(x) 10^x else identity
  limits <- forward(frame$limits)
  from <- forward(bands$margin_low)
  to <- forward(bands$margin_high)
  bands$from <- ifelse(is.finite(from), from, limits[1] - diff(limits))
  bands$to <- ifelse(is.finite(to), to, limits[2])
  layer <- function(geom, place) geom(place, data = bands, inherit.aes = FALSE, fill = "#F0E442", alpha = 0.25)
  if (one_each) {
    bands[c("from", "to")] <- lapply(bands[c("from", "to")], backward)
    return(layer(ggplot2::geom_rect, ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = -Inf, ymax = Inf)))
  }
  # A tile has its middle on the axis, and its width in the axis's own units.
  bands$middle <- backward((bands$from + bands$to) / 2)
  bands$width <- bands$to - bands$from
  layer(ggplot2::geom_tile, ggplot2::aes(x = .data$middle, y = .data$label, width = .data$width, height = 1))
}

forest_guides <- function(rows, frame, measure) {
  between <- if (frame$n > 1) seq(1.5, frame$n - 0.5)
  list(
    ggplot2::geom_hline(yintercept = between, colour = "grey90", linewidth = 0.3),
    if (measure != "value") {
      ggplot2::geom_vline(xintercept = null_value(measure), colour = "grey35", linewidth = 0.4)
    }
  )
}

forest_marks <- function(rows, frame, measure) {
  one <- nlevels(rows$series) == 1
  crowded <- nlevels(rows$series) > 3
  lines <- rows[!is.na(rows$from), ]
  points <- rows[!is.na(rows$point), ]
  list(
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$from, xmax = .data$to, colour = .data$series),
      data = lines, linewidth = 0.5, show.legend = FALSE, position = shifted(lines)
    ),
    cut_end(rows[rows$arrow_left, ], "left"),
    cut_end(rows[rows$arrow_right, ], "right"),
    ggplot2::geom_point(
      ggplot2::aes(
        x = .data$point, colour = .data$series, shape = .data$series,
        fill = ifelse(.data$decided %in% FALSE, NA, as.character(.data$series))
      ),
      data = points, size = if (crowded) 1.5 else 2.2, show.legend = !one, position = shifted(points)
    ),
    forest_reasons(rows, frame, measure, if (crowded) 2.2 else 3),
    series_scales(levels(rows$series), row_names(levels(rows$label)))
  )
}

shifted <- function(rows) ggplot2::position_nudge(y = rows$shift)

cut_end <- function(rows, side) {
  ends <- if (side == "left") c("to", "from") else c("from", "to")
  ggplot2::geom_segment(
    ggplot2::aes(x = .data[[ends[1]]], xend = .data[[ends[2]]], yend = .data$label, colour = .data$series),
    data = rows, linewidth = 0.5, show.legend = FALSE, position = shifted(rows), arrow = closed_arrow()
  )
}

closed_arrow <- function() grid::arrow(length = grid::unit(0.06, "inches"), type = "closed")

# Why a row is empty, on the roomier side of the reference line.
forest_reasons <- function(rows, frame, measure, size) {
  limits <- frame$limits
  line <- if (measure == "value") limits[1] else null_value(measure)
  middle <- if (frame$relative) sqrt(prod(limits)) else mean(limits)
  text <- rows[!is.na(rows$text), ]
  text$x <- rep(line, nrow(text))
  text$text <- fit_words(text$text, max(12, floor(max(frame$share(line), 1 - frame$share(line)) / frame$char) - 2))
  ggplot2::geom_text(
    ggplot2::aes(x = .data$x, label = .data$text), data = text, hjust = if (line <= middle) -0.02 else 1.02,
    size = size, lineheight = 0.9, colour = "grey45", position = shifted(text)
  )
}

# The numbers, at the right, under headings.
forest_text_column <- function(rows, frame) {
  if (!frame$text) {
    return(NULL)
  }
  size <- frame$shrink * if (nrow(rows) > 12) 2.6 else 2.9
  column <- function(words, place) {
    ggplot2::geom_text(
      ggplot2::aes(x = place, label = words), data = rows, hjust = 1, size = size, colour = "grey20",
      position = shifted(rows)
    )
  }
  heading <- function(text, at) {
    ggplot2::annotate(
      "text", x = at, y = frame$n + 0.85, label = text, hjust = 1, size = size, colour = "grey40"
    )
  }
  list(
    column(rows$numbers, frame$text_at), heading(frame$headings[1], frame$text_at),
    if (length(frame$p)) list(column(frame$p, frame$p_at), heading(frame$headings[2], frame$p_at))
  )
}

# Which side of the line favours whom; NULL where that is not one thing.
favours_words <- function(x) {
  direction <- unique(metric_directions(x))
  if (x$measure[1] == "value" || length(direction) > 1 || direction == 0) {
    return(NULL)
  }
  names <- shorten_names(pair_names(x), 28)
  paste("favours", if (direction > 0) rev(names) else names)
}

# Both arrows in one row. Where the words of a side have no room beyond the tip, they stand on the other side of the
# line, in a row of their own, smaller if they must.
favours_sides <- function(frame) {
  if (is.null(frame$favours)) {
    return(NULL)
  }
  null <- frame$share(frame$null)
  tip <- null + c(-1, 1) * pmin(0.07, c(null, 1 - null) - 0.01)
  words <- frame$char * cli::ansi_nchar(frame$favours, "width")
  room <- c(tip[1], 1 - tip[2]) - 0.02
  across <- c(1 - null, null) - 0.02
  fits <- words <= room | room > across
  data.frame(
    from = frame$at(null + c(-0.006, 0.006)), tip = frame$at(tip),
    at = frame$at(ifelse(fits, tip + c(-0.01, 0.01), null + c(1, -1) * frame$char)),
    hjust = ifelse(fits, c(1, 0), c(0, 1)),
    row = if (all(fits)) 1 else 1:2, label = frame$favours,
    size = pmax(2, 3 * pmin(1, ifelse(fits, room, across) / words))
  )
}

forest_favours <- function(frame) {
  sides <- frame$favours
  if (is.null(sides)) {
    return(NULL)
  }
  sides$y <- 0.55 + frame$step * (0.5 - sides$row)
  list(
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$from, xend = .data$tip, y = .data$y, yend = .data$y), data = sides, colour = "grey35",
      linewidth = 0.4, arrow = closed_arrow()
    ),
    ggplot2::geom_text(
      ggplot2::aes(x = .data$at, y = .data$y, label = .data$label, hjust = .data$hjust), data = sides,
      size = min(sides$size), colour = "grey25"
    )
  )
}

# The shapes repeat with another period than the colours, so that 40 series differ in
# one or the other. All can be filled.
series_scales <- function(series, beside = "") {
  shapes <- rep_len(c(21, 24, 22, 23, 25), length(series))
  colours <- rep_len(series_colours, length(series))
  labels <- key_names(series, beside)
  guide <- function(...) key_guide(series, beside, ...)
  list(
    ggplot2::scale_colour_manual(NULL, values = colours, limits = series, labels = labels, guide = guide()),
    ggplot2::scale_shape_manual(
      NULL, values = shapes, limits = series, labels = labels, guide = guide(override.aes = list(fill = colours))
    ),
    ggplot2::scale_fill_manual(values = colours, limits = series, na.value = "white", guide = "none")
  )
}

forest_axes <- function(rows, frame) {
  names <- row_names(levels(rows$label))
  top <- frame$n + if (frame$text) 1.2 else 0.5
  list(
    value_scale(frame$relative, frame$limits),
    ggplot2::scale_y_discrete(
      limits = rev(levels(rows$label)), labels = stats::setNames(names, levels(rows$label)),
      expand = ggplot2::expansion(add = 0.1), guide = plain_axis()
    ),
    ggplot2::coord_cartesian(xlim = frame$panel, ylim = c(frame$bottom, top))
  )
}

# Words ----------------------------------------------------------------------

forest_words <- function(x, rows) {
  info <- verdict_info(x)
  caption <- c(
    point_words(rows, x, info), header_margin(x, "Band"), header_interval(x, info),
    header_data(info$units, row_prevalence(x))
  )
  title <- header_subject(x)
  plot_words(
    title, caption, alt = forest_alt(title, rows), x = fit_axis(axis_title(x), row_names(levels(rows$label))),
    y = NULL
  )
}

point_words <- function(rows, x, info) {
  if (!all(is.na(rows$decided))) {
    paste0("Filled: p < ", short_number(significance_level(x)), ", ", adjustment_words(info), "; hollow: not.")
  }
}

forest_alt <- function(title, rows) {
  tested <- sum(!is.na(rows$decided))
  paste0(
    "Forest plot. ", title, ". ", count_of(nrow(rows), "estimate"), " with intervals",
    if (tested > 0) paste0("; ", sum(rows$decided, na.rm = TRUE), " of ", tested, " differ from equality"), "."
  )
}

axis_title <- function(x) {
  metric <- if (!varies(x$metric)) metric_labels(x)[1]
  measure <- x$measure[1]
  if (measure == "value") {
    return(if (is.null(metric)) measure else metric)
  }
  names <- shorten_names(pair_names(x), 28)
  sign <- if (is_relative(measure)) "/" else "-"
  paste0(paste(c(metric, label_measure(measure)), collapse = " "), ", ", paste(names[1], sign, names[2]))
}

# Ratios, and values that are ratios themselves: likelihood ratios, odds ratios.
on_log_axis <- function(x) {
  is_relative(x$measure[1]) || x$measure[1] == "value" && all(rows_are_ratios(x))
}

rows_are_ratios <- function(x) {
  known <- verdict_info(x)$metrics
  known[["measure"]][match(x$metric, known$metric)] %in% "ratio"
}
