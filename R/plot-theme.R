# What all pictures share: theme, colours, words, drawing.

plot_theme <- function() {
  ggplot2::theme_minimal(base_size = 11) +
    ggplot2::theme(
      panel.grid.major.y = ggplot2::element_blank(),
      panel.grid.minor = ggplot2::element_blank(),
      panel.grid.major.x = ggplot2::element_line(colour = "grey92", linewidth = 0.3),
      axis.text.y = ggplot2::element_text(colour = "grey15"),
      axis.title = ggplot2::element_text(size = 10),
      axis.title.x = ggplot2::element_text(margin = ggplot2::margin(t = 6)),
      plot.title = ggplot2::element_text(size = 12),
      plot.title.position = "plot",
      plot.caption = ggplot2::element_text(colour = "grey40", hjust = 0, size = 8),
      plot.caption.position = "plot",
      plot.background = ggplot2::element_rect(fill = "white", colour = NA),
      legend.position = "top",
      legend.justification = "left",
      legend.key.height = grid::unit(0.9, "lines"),
      legend.margin = ggplot2::margin(0, 0, 0, 0),
      legend.title = ggplot2::element_text(size = 9),
      strip.text = ggplot2::element_text(hjust = 0, face = "bold")
    )
}

# A curve has a grid in both directions.
curve_theme <- function() {
  plot_theme() + ggplot2::theme(
    panel.grid.major.y = ggplot2::element_line(colour = "grey92", linewidth = 0.3),
    panel.spacing.x = grid::unit(1.6, "lines"), plot.margin = ggplot2::margin(5.5, 14, 5.5, 5.5)
  )
}

# Okabe and Ito's colours, those that are weak on white last.
series_colours <- c(
  "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442"
)

# Rows of the bands that have limits somewhere: ggplot2 stops at a band that has none.
banded_rows <- function(rows, low = "conf.low", high = "conf.high", line = "classifier") {
  known <- !is.na(rows[[low]]) & !is.na(rows[[high]])
  lines <- rows[intersect(c(line, "panel"), names(rows))]
  rows[interaction(lines) %in% interaction(lines)[known], , drop = FALSE]
}

# Curves; where none has two points, as points with their intervals.
curves_or_points <- function(rows, line, low, high, curves) {
  if (anyDuplicated(rows[c(line, "panel")])) {
    return(curves)
  }
  colour <- ggplot2::aes(colour = .data[[line]])
  ends <- ggplot2::aes(ymin = .data[[low]], ymax = .data[[high]], colour = .data[[line]])
  list(ggplot2::geom_linerange(ends, na.rm = TRUE, show.legend = FALSE), ggplot2::geom_point(colour, na.rm = TRUE))
}

# Of lines and the bands around them. Beyond 8 lines the colours come again with another type of line.
line_scales <- function(lines, name = NULL, colours = rep_len(series_colours, length(lines)),
                        types = rep_len(rep(line_types, each = length(series_colours)), length(lines))) {
  guide <- key_guide(lines)
  labels <- key_names(lines)
  list(
    ggplot2::scale_colour_manual(name, values = colours, limits = lines, labels = labels, guide = guide),
    ggplot2::scale_linetype_manual(name, values = types, limits = lines, labels = labels, guide = guide),
    ggplot2::scale_fill_manual(values = colours, limits = lines, guide = "none")
  )
}

line_types <- c("solid", "42", "12", "6212")

# What the names at the left leave of the page for panels and what stands above them, in inches.
panel_inches <- function(beside = "") max(0.5, 7 * page_share() - 0.4 - 0.066 * min(widest(beside), 40))

# Of a pair of `x` each name is shortened by itself.
row_names <- function(names, x = NULL) {
  width <- floor(40 * page_share())
  at <- match(names, label_pair(x))
  pair <- !is.na(at) & !is.na(x$reference)[at] & ansi_nchar(names, "width") > width
  if (any(pair)) {
    short <- drawn_names(c(x$classifier[at[pair]], x$reference[at[pair]]), floor(width / 2) - 2)
    names[pair] <- paste(short[seq_len(sum(pair))], "vs", short[-seq_len(sum(pair))])
  }
  drawn_names(names, width)
}

# Keys stand in as many columns as there is room for, long ones in several lines.
key_room <- function() floor(panel_inches() / 0.07)

key_names <- function(names) fit_words(names, max(12, key_room() - 7))

key_columns <- function(names) {
  lines <- unlist(strsplit(key_names(names), "\n"))
  min(length(names), max(1, floor(key_room() / (widest(lines) + 7))))
}

key_guide <- function(names, ...) {
  ggplot2::guide_legend(ncol = key_columns(names), byrow = TRUE, title.position = "top", ...)
}

widest <- function(text) max(0, ansi_nchar(text, "width"))

# The title of an axis is in the middle of the panels.
fit_axis <- function(title, beside = "") wrap_lines(title, panel_inches(beside) / 0.075)

# Panels whose titles break into lines, or lose their middle, rather than run over.
# `space` inches are between panels.
facet_panels <- function(panel, ..., ncol = NULL, beside = "", space = 0.12) {
  columns <- ncol %||% ggplot2::wrap_dims(nlevels(panel))[2]
  width <- max(6, floor((panel_inches(beside) / columns - space) / 0.083))
  ggplot2::facet_wrap(
    ggplot2::vars(.data$panel), ..., ncol = ncol, labeller = function(labels) lapply(labels, fit_words, width)
  )
}

# A panel each, where there are several.
several_panels <- function(panel, ...) if (varies(panel)) facet_panels(panel, ...)

# A factor in the order of what comes first.
in_turn <- function(text) factor(text, unique(text))

# Three lines at most.
fit_words <- function(text, width) {
  lines <- lapply(drawn_names(as.character(text), 3 * width), strwrap, width)
  short <- utils::relist(drawn_names(unlist(lines), width), lines)
  vapply(short, paste, "", collapse = "\n")
}

# Only those labels that do not touch one another.
plain_axis <- function() ggplot2::guide_axis(check.overlap = TRUE)

# Names of rows are smaller where they are many.
row_points <- function(n, panels = 1) {
  max(5.5, min(8.8, 0.85 * 72 * (page_size()[2] - 1.3 - 0.45 * panels) / (n * panels)))
}

row_text <- function(...) ggplot2::element_text(colour = "grey15", size = row_points(...))

# Those of columns slant, and stand upright and smaller where they are many.
column_text <- function(n, beside = "", panels = 1) {
  room <- 72 * panel_inches(beside) / (n * panels)
  upright <- room * sinpi(1 / 4) < 8.8
  ggplot2::element_text(
    angle = if (upright) 90 else 45, hjust = 1, vjust = if (upright) 0.5 else 1, size = max(5, min(8.8, 0.85 * room))
  )
}

# Little is pale, much is blue: in order for everyone, in print too.
share_scale <- function(name, limits = c(0, 1)) {
  ggplot2::scale_fill_gradient(
    name, low = "#F3F6F9", high = "#0072B2", limits = limits, na.value = "grey85", guide = colour_bar()
  )
}

# Gains are blue, losses vermilion, or the other way round where `less` is better. Both are Okabe and Ito's, which the
# colour-blind distinguish.
gain_scale <- function(name, limit, less = FALSE, ...) {
  ends <- series_colours[if (less) 1:2 else 2:1]
  ggplot2::scale_fill_gradient2(
    name, low = ends[1], mid = "white", high = ends[2], limits = c(-limit, limit), na.value = "grey85",
    guide = colour_bar(), ...
  )
}

colour_bar <- function() {
  ggplot2::guide_colourbar(
    title.position = "top", barwidth = grid::unit(2.6, "inches"), barheight = grid::unit(0.1, "inches")
  )
}

# The rows of one page, which has room for `n` lines of a picture, and what is said of the page. `line`: that of each
# row.
lines_of_page <- function(rows, line, n, page) {
  n <- min(n, max(line))
  pages <- as.integer(ceiling(max(line) / n))
  page <- check_page(page, pages)
  list(rows = rows[ceiling(line / n) == page, ], words = page_words(page, pages))
}

# The same of panels, in columns; `room` is how many a page has from side to side and from the top.
panels_of_page <- function(rows, room, page) {
  shown <- lines_of_page(rows, as.integer(rows$panel), prod(room), page)
  shown$rows$panel <- droplevels(shown$rows$panel)
  n <- nlevels(shown$rows$panel)
  shown$columns <- min(room[1], max(ggplot2::wrap_dims(n)[2], ceiling(n / room[2])))
  shown
}

page_words <- function(page, pages) {
  if (pages > 1) paste0("Page ", page, " of ", pages, ".", if (page < pages) paste0(" Next: page = ", page + 1, "."))
}

# Letters of who is not distinguishable: none where a classifier has more than four, which nobody reads off a picture.
picture_letters <- function(marks) {
  if (has_many_letters(marks)) rep("", length(marks)) else first_known(marks, rep("", length(marks)))
}

has_many_letters <- function(marks) any(lengths(split_letters(as.character(marks))) > 4)

letters_left_out <- "Letters are left out: a classifier has more than four."

check_page <- function(page, pages) {
  if (!is_count(page, 1, pages)) {
    range <- if (pages == 1) "1, the only one" else paste("a whole number from 1 to", pages)
    abort_verdict("{.arg page} must be {range}.", "plot")
  }
  as.integer(page)
}

# What words must fit, in inches: an open device may be smaller. A larger one changes nothing, since the picture may
# yet be saved in another size.
page_size <- function() {
  page <- c(7, 5)
  if (grDevices::dev.cur() > 1) pmin(page, grDevices::dev.size("in")) else page
}

page_share <- function() page_size()[1] / 7

# Titles and captions break into lines rather than leave the page. `alt` is
# for those who do not see the picture; a title that the user adds replaces ours.
plot_words <- function(title, caption, alt = title, ...) {
  ggplot2::labs(
    title = if (!is.null(title)) wrap_lines(title, title_width()),
    caption = wrap_lines(paste(caption, collapse = " "), 105 * page_share()),
    alt = spell_signs(paste(c(end_sentence(alt), caption), collapse = " ")), ...
  )
}

end_sentence <- function(text) sub("([^.?!])$", "\\1.", text)

# An alt text is read aloud, and what stands between < and > is taken for markup by knitr.
spell_signs <- function(alt) gsub(" > ", " above ", gsub(" < ", " below ", alt, fixed = TRUE), fixed = TRUE)

title_width <- function() floor(77 * page_share())

# With plain hyphens, like the axes: not all devices can show a minus sign.
wrap_lines <- function(text, width) gsub("\u2212", "-", paste(wrap_text(text, width), collapse = "\n"), fixed = TRUE)

# With plain dots, whatever the console can show.
drawn_names <- function(text, width) shorten_names(text, width, "...")

# Numbers in tiles: as large as the tiles allow when the page is drawn, and none where they could not be read.
tile_text <- function(mapping, data, size, ...) {
  draw <- function(data, panel_params, coord) {
    ends <- coord$transform(data.frame(x = c(1, 2), y = c(1, 2)), panel_params)
    grid::gTree(text = coord$transform(data, panel_params), tile = c(diff(ends$x), diff(ends$y)), cl = "tile_text")
  }
  ggplot2::layer(
    geom = ggplot2::ggproto(NULL, ggplot2::GeomText, draw_panel = draw), stat = "identity", position = "identity",
    mapping = mapping, data = data, params = list(size = size, ...), show.legend = FALSE
  )
}

smallest_text <- 4.5 # points

#' @exportS3Method grid::makeContent
makeContent.tile_text <- function(x) {
  text <- x$text
  draw <- function(points) {
    grid::textGrob(
      text$label, text$x, text$y, default.units = "npc",
      gp = grid::gpar(fontsize = points, col = text$colour, fontface = text$fontface)
    )
  }
  bold <- grid::textGrob(unique(text$label), 0, 0, gp = grid::gpar(fontsize = 10, fontface = "bold"))
  share <- c(
    grid::convertWidth(grid::unit(x$tile[1], "npc"), "inches", TRUE) /
      grid::convertWidth(grid::grobWidth(bold), "inches", TRUE),
    grid::convertHeight(grid::unit(x$tile[2], "npc"), "inches", TRUE) /
      grid::convertHeight(grid::grobHeight(bold), "inches", TRUE)
  )
  points <- min(text$size * ggplot2::.pt, 10 * abs(share) * c(0.85, 0.7))
  grid::setChildren(x, if (points >= smallest_text) grid::gList(draw(points)) else grid::gList())
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

axis_labels <- function(at) ifelse(is.na(at), "", spaced(same_places(at)))

# Two axes of numbers; `...`: of the upright one.
number_axes <- function(...) {
  list(
    ggplot2::scale_x_continuous(labels = axis_labels, guide = plain_axis()),
    ggplot2::scale_y_continuous(..., guide = plain_axis())
  )
}

# As many decimals as the one that needs most; large numbers need none.
same_places <- function(x, digits = 4) {
  places <- nchar(sub("^[^.]*[.]?", "", short_number(x, digits)))
  fixed(x, rep(max(ifelse(abs(x) < 10^digits, places, 0), na.rm = TRUE), length(x)))
}

plain_labels <- function(x) ifelse(is.na(x), "", sprintf("%.4g", x))

draw_ggplot <- function(x, ...) {
  rlang::check_installed("ggplot2", "to draw the plot.")
  plot <- ggplot2::autoplot(x, ...)
  print(plot)
  invisible(plot)
}
