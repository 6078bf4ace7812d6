# Where the parts of a forest plot stand, and its layers. The panel is a sheet: from left to right shares of the width
# of what is drawn, beyond 1 the numbers; from top to bottom lines, with a heading a section and the ticks of each
# scale below its last section.
forest_frame <- function(x, rows, text) {
  lines <- rows[!duplicated(rows$line), ]
  placed <- place_lines(lines)
  keys <- key_rows(rows)
  series <- nlevels(rows$series)
  height <- max(0.5, page_size()[2] - 1.3 - 0.22 * keys) / placed$height
  points <- max(4.5, min(8.8, 72 * height * 0.8))
  char <- 0.066 * points / 8.8
  beside <- char * min(40, widest(lines$label))
  frame <- list(
    lines = data.frame(line = lines$line, y = placed$y, label = row_names(lines$label, x)), headings = placed$headings,
    axes = placed$axes, spans = placed$spans, points = points, size = points / ggplot2::.pt, beside = beside,
    inches = max(0.5, 7 * page_share() - 0.4 - beside), height = placed$height
  )
  frame$p <- if (!all(is.na(rows$p))) format_p_column(rows$p, verdict_info(x))
  frame$heads <- column_heads(x, rows, frame$headings)
  width <- char * c(
    widest(c(rows$numbers, frame$heads)) + 2, if (length(frame$p)) widest(c(frame$p, p_heading(x))) + 2 else 0
  ) / frame$inches
  fits <- sum(width) <= most_text && height / series >= 0.1
  if (!(text %||% fits)) width <- c(0, 0)
  width <- width * min(1, most_text / max(sum(width), 1e-9))
  frame$text <- sum(width) > 0
  frame$p_heading <- p_heading(x)
  frame$right <- 1 / (1 - sum(width))
  frame$text_at <- frame$right * (1 - width[2])
  frame$char <- char / frame$inches * frame$right
  frame$scales <- forest_scales(x, rows)
  frame$share <- function(value, scale) share_of_scale(frame$scales, value, scale)
  frame
}

# Most of the width of a panel that numbers may take.
most_text <- 0.6

# Lines of keys above the panel: of the marks, and of the series.
key_rows <- function(rows) {
  series <- levels(rows$series)
  colours <- if (length(series) > 1) ceiling(length(series) / key_columns(series)) else 0
  colours + !all(is.na(rows$mark))
}

# From the top: the heading of a section, its lines, and after the last of a scale its ticks and who is favoured.
place_lines <- function(lines) {
  scale <- as.character(lines$scale)
  section <- paste(scale, lines$section)
  heads <- starts_run(section)
  ends <- c(scale[-1] != scale[-length(scale)], TRUE)
  step <- 1 + ifelse(heads, 1.05, 0) + ifelse(c(FALSE, ends[-length(ends)]), 2.2, 0)
  y <- -cumsum(step)
  list(
    y = y, height = -min(y) + 2.5,
    headings = data.frame(y = y[heads] + 1, text = lines$section[heads], first = which(heads)),
    spans = data.frame(
      scale = scale[heads], bottom = y[c(which(heads)[-1] - 1, length(y))] - 0.6, top = y[heads] + 0.6
    ),
    axes = data.frame(scale = scale[ends], bottom = y[ends] - 0.6, top = y[match(scale[ends], scale)] + 0.6)
  )
}

# Above the numbers of each section: what they are.
column_heads <- function(x, rows, headings) {
  lines <- which(!duplicated(rows$line))
  measure <- x$measure[lines[headings$first]]
  name <- ifelse(measure == "value", "estimate", label_measure(measure))
  paste0(name, " [", and_list(format_percent(verdict_info(x)$conf.level)), " interval]")
}

p_heading <- function(x) if (is_adjusted(verdict_info(x))) "adj. p" else "p"

format_p_column <- function(p, info) ifelse(is.na(p), "", column_p(p, level = levels_of(info)))

# One for each axis: its ends on its own scale, logarithmic for ratios, and who is favoured on which side.
forest_scales <- function(x, rows) {
  lapply(split(seq_len(nrow(rows)), factor(rows$scale, unique(rows$scale))), function(at) {
    relative <- rows$relative[at[1]]
    forward <- if (relative) log else identity
    ends <- forest_limits(rows[at, ], forward)
    shown <- if (relative) exp(ends) else ends
    ticks <- if (relative) log_breaks(shown) else pretty(shown, 5)
    ticks <- ticks[forward(ticks) >= ends[1] & forward(ticks) <= ends[2]]
    list(
      forward = forward, ends = ends, ticks = ticks, null = rows$null[at[1]],
      labels = if (relative) plain_labels(ticks) else same_places(ticks), favours = favours_words(x[at, ])
    )
  })
}

# Wide enough for every estimate and for every interval of usual width: one that
# is many times as wide as most must not squeeze the rest into a line. Nothing is
# cut where that would gain less than half of the width. On the axis's own scale.
forest_limits <- function(rows, forward) {
  low <- forward(pmax(rows$low, if (rows$relative[1]) 0 else -Inf))
  high <- forward(rows$high)
  estimate <- forward(rows$estimate)
  margin <- forward(c(rows$margin_low, rows$margin_high))
  centre <- forward(rows$null[1])
  required <- forward(rows$required)
  known <- c(
    estimate[is.finite(estimate)], margin[is.finite(margin)], centre[!is.na(centre)], required[is.finite(required)]
  )
  inner <- if (length(known) > 0) range(known) else c(0, 1)
  # Of an interval that is open to a side, the way to its other end.
  half_width <- ifelse(is.finite(high - low), (high - low) / 2, pmin(estimate - low, high - estimate))
  usual <- half_width[is.finite(half_width)]
  room <- if (length(usual) > 0) 5 * stats::median(usual) else 0
  ends <- range(c(low[is.finite(low)], high[is.finite(high)], inner))
  outer <- c(max(ends[1], inner[1] - room), min(ends[2], inner[2] + room))
  if (diff(outer) > 0.5 * diff(ends)) outer <- ends
  if (diff(outer) == 0) outer <- outer + c(-0.5, 0.5)
  # Both sides of the line of no difference have room.
  if (!is.na(centre)) outer <- range(outer, centre + c(-0.2, 0.2) * diff(outer))
  outer + c(-0.04, 0.04) * diff(outer)
}

share_of_scale <- function(scales, value, scale) {
  out <- rep(NA_real_, length(value))
  scale <- rep_len(scale, length(value))
  for (name in names(scales)) {
    at <- which(scale == name)
    one <- scales[[name]]
    out[at] <- (one$forward(value[at]) - one$ends[1]) / diff(one$ends)
  }
  out
}

# -- layers ---------------------------------------------------------------------------

# Grid, ticks, margins, the line of no difference, and who is favoured beside it.
forest_ground <- function(rows, frame) {
  ticks <- function(spans) {
    do.call(rbind, lapply(seq_len(nrow(spans)), function(i) {
      scale <- frame$scales[[spans$scale[i]]]
      at <- frame$share(scale$ticks, spans$scale[i])
      data.frame(spans[rep(i, length(at)), ], at = at, label = scale$labels, row.names = NULL)
    }))
  }
  axes <- ticks(frame$axes)
  equal <- function(spans) {
    spans$at <- frame$share(vapply(frame$scales[spans$scale], `[[`, 0, "null"), spans$scale)
    spans
  }
  nulls <- equal(frame$axes)
  lines <- equal(frame$spans)
  upright <- function(data, ...) {
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$at, xend = .data$at, y = .data$bottom, yend = .data$top), data = data, ...
    )
  }
  list(
    upright(ticks(frame$spans), colour = "grey92", linewidth = 0.3),
    forest_band(rows, frame),
    upright(lines[!is.na(lines$at), ], colour = "grey35", linewidth = 0.4),
    ggplot2::geom_text(
      ggplot2::aes(x = .data$at, y = .data$bottom - 0.45, label = .data$label), data = axes, size = 0.9 * frame$size,
      colour = "grey30", check_overlap = TRUE
    ),
    forest_favours(nulls, frame)
  )
}

# What does not matter; an open end of the margin is that of the panel.
forest_band <- function(rows, frame) {
  rows <- rows[!is.na(rows$margin_low) | !is.na(rows$margin_high), ]
  rows$from <- first_known(pmax(0, frame$share(rows$margin_low, rows$scale)), rep(0, nrow(rows)))
  rows$to <- first_known(pmin(1, frame$share(rows$margin_high, rows$scale)), rep(1, nrow(rows)))
  rows$y <- frame$lines$y[match(rows$line, frame$lines$line)]
  ggplot2::geom_rect(
    ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = .data$y - 0.5, ymax = .data$y + 0.5),
    data = rows, inherit.aes = FALSE, fill = "#F0E442", alpha = 0.3
  )
}

# Each on its own side of the line, below the ticks. At the left they may stand below the names of the rows.
forest_favours <- function(nulls, frame) {
  favoured <- lapply(frame$scales[nulls$scale], `[[`, "favours")
  nulls <- nulls[lengths(favoured) > 0, ]
  words <- do.call(rbind, favoured[lengths(favoured) > 0])
  if (is.null(words)) {
    return(NULL)
  }
  room <- c(min(nulls$at) + frame$beside / frame$inches * frame$right, frame$right - max(nulls$at)) / frame$char
  fit <- function(names, room) paste("favours", drawn_names(names, max(6, floor(room / 0.9) - 10)))
  sides <- data.frame(
    at = c(nulls$at - 0.015, nulls$at + 0.015), y = rep(nulls$bottom - 1.35, 2),
    label = c(fit(words[, 1], room[1]), fit(words[, 2], room[2])), hjust = rep(c(1, 0), each = nrow(nulls))
  )
  ggplot2::geom_text(
    ggplot2::aes(x = .data$at, y = .data$y, label = .data$label, hjust = .data$hjust), data = sides,
    size = 0.9 * frame$size, colour = "grey25"
  )
}

# Whom a value below and above equality favours; NULL where that is not one thing.
favours_words <- function(x) {
  direction <- unique(metric_directions(x))
  if (x$measure[1] == "value" || length(direction) > 1 || direction == 0) {
    return(NULL)
  }
  if (direction > 0) rev(pair_names(x)) else pair_names(x)
}

forest_marks <- function(rows, frame) {
  lines <- rows[!is.na(rows$from), ]
  points <- rows[!is.na(rows$point), ]
  points$shape <- factor(first_known(points$mark, rep("shown", nrow(points))), names(mark_shapes))
  size <- max(0.8, min(2.4, frame$size * 0.85))
  point <- function(...) ggplot2::geom_point(data = points, ...)
  list(
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$from, xend = .data$to, yend = .data$y, colour = .data$series),
      data = lines, linetype = ifelse(lines$bounded, 2, 1), linewidth = 0.5, show.legend = FALSE
    ),
    forest_required(rows, frame),
    cut_end(rows[rows$arrow_left, ], c("to", "from")),
    cut_end(rows[rows$arrow_right, ], c("from", "to")),
    point(ggplot2::aes(x = .data$point), shape = 16, colour = "white", size = size),
    point(
      ggplot2::aes(x = .data$point, colour = .data$series, shape = .data$shape),
      size = size * ifelse(points$shape == "equivalent", 1.5, 1)
    ),
    forest_reasons(rows, frame),
    mark_scales(points, nlevels(rows$series) > 1, any(!is.na(points$mark)))
  )
}

# A short line at the value that was required of each.
forest_required <- function(rows, frame) {
  rows$at <- frame$share(rows$required, rows$scale)
  rows <- rows[is.finite(rows$at), ]
  half <- 0.35 / nlevels(rows$series)
  ggplot2::geom_segment(
    ggplot2::aes(x = .data$at, xend = .data$at, y = .data$y - half, yend = .data$y + half), data = rows,
    colour = "grey35", linewidth = 0.6
  )
}

mark_shapes <- c(shown = 16, equivalent = 18, one_side = 17, open = 1, same = 5, untested = 4)

mark_words <- c(
  shown = "difference shown", equivalent = "equivalent", one_side = "one side ruled out", open = "undecided",
  same = "the same", untested = "not tested"
)

# The keys, where there is something to tell apart.
mark_scales <- function(points, coloured, marked) {
  series <- levels(points$series)
  used <- intersect(names(mark_shapes), points$shape)
  list(
    ggplot2::scale_colour_manual(
      NULL, values = series_colours[seq_along(series)], limits = series, labels = key_names(series),
      guide = if (coloured) key_guide(series, order = 1) else "none"
    ),
    ggplot2::scale_shape_manual(
      NULL, values = mark_shapes[used], limits = used, labels = mark_words[used],
      guide = if (marked) ggplot2::guide_legend(nrow = 1, order = 2, override.aes = list(colour = "grey25")) else "none"
    )
  )
}

cut_end <- function(rows, ends) {
  ggplot2::geom_segment(
    ggplot2::aes(x = .data[[ends[1]]], xend = .data[[ends[2]]], yend = .data$y, colour = .data$series),
    data = rows, linewidth = 0.5, show.legend = FALSE,
    arrow = grid::arrow(length = grid::unit(0.06, "inches"), type = "closed")
  )
}

# Why a row is empty.
forest_reasons <- function(rows, frame) {
  text <- rows[!is.na(rows$text), ]
  text$text <- drawn_names(text$text, max(12, floor(1 / frame$char)))
  ggplot2::geom_text(
    ggplot2::aes(x = 0.01, label = .data$text), data = text, hjust = 0, size = 0.9 * frame$size, colour = "grey45"
  )
}

# Headings, and the numbers at the right under theirs.
forest_columns <- function(rows, frame) {
  heading <- function(text, at, ...) {
    ggplot2::annotate("text", x = at, y = frame$headings$y, label = text, size = frame$size, ...)
  }
  column <- function(words, at) {
    ggplot2::geom_text(
      ggplot2::aes(label = words), x = at, data = rows, hjust = 1, size = frame$size * 0.95, colour = "grey20"
    )
  }
  list(
    heading(drawn_names(frame$headings$text, max(12, floor(1 / frame$char))), 0, hjust = 0, fontface = "bold"),
    if (frame$text) {
      list(column(rows$numbers, frame$text_at), heading(frame$heads, frame$text_at, hjust = 1, colour = "grey40"))
    },
    if (frame$text && length(frame$p)) {
      list(column(frame$p, frame$right), heading(frame$p_heading, frame$right, hjust = 1, colour = "grey40"))
    }
  )
}

forest_axes <- function(frame) {
  list(
    ggplot2::scale_x_continuous(NULL, breaks = NULL),
    ggplot2::scale_y_continuous(NULL, breaks = frame$lines$y, labels = frame$lines$label, guide = plain_axis()),
    ggplot2::coord_cartesian(xlim = c(0, frame$right), ylim = c(0.1 - frame$height, -0.5), expand = FALSE, clip = "off")
  )
}

# Words ----------------------------------------------------------------------

# `title` and `basis`: the headline of a verdict, and how that was decided.
forest_words <- function(x, rows, page, title = NULL, basis = NULL) {
  info <- verdict_info(x)
  tested <- sum(!rows$mark %in% c(NA, "untested"))
  required <- any(!is.na(rows$required))
  drawn <- !is.na(rows$from)
  limits <- drawn & rows$bounded
  caption <- c(
    page, if (required) paste0("Short line: the value required, ", true_minus(required_values_said(x)), "."),
    basis %||%
      if (tested) {
        paste0("Decided at ", short_number(significance_level(x)), one_side(info), ", ", adjustment_words(info), ".")
      },
    header_margin(x, "Band"), header_p(x, statistic = FALSE),
    header_interval(x, info), if (any(limits) && !lacks_labels(x)) "Dashed: no interval, but what any labels allow.",
    header_data(info$units, row_prevalence(x))
  )
  said <- title %||% paste0(header_subject(x), ".")
  shown <- sum(rows$mark %in% "shown")
  wide <- sum(drawn & !limits)
  words <- c(
    if (!lacks_labels(x)) {
      n <- nrow(rows) - sum(limits)
      paste0(
        count_of(n, "estimate"), if (wide < n) paste0(", ", wide), " with ",
        if (wide == 1) "an interval" else "intervals"
      )
    },
    if (any(limits)) paste(count_of(sum(limits), "pair"), "of limits without an estimate")
  )
  differ <- paste("differ from", if (required) "the value required" else "equality")
  found <- if (tested) paste0("; ", shown, " of ", tested, " ", differ)
  alt <- paste0("Forest plot. ", said, " ", paste(words, collapse = ", "), found, ".")
  plot_words(title %||% header_subject(x), caption, alt = alt, x = NULL, y = NULL)
}
