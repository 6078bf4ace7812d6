# The posteriors behind the three probabilities: densities over the difference, or draws in a
# triangle whose corners are the three answers.

#' @rdname compare_bayesian
#' @exportS3Method ggplot2::autoplot
autoplot.bayesian_comparison <- function(object, page = 1, ...) {
  check_dots(...)
  check_bayesian(object)
  known <- !vapply(attr(object, "posterior"), is.null, NA)
  if (!any(known)) abort_verdict("There is no posterior to draw: see the notes.", "columns")
  shown <- lines_of_page(object[known, ], seq_len(sum(known)), most_posteriors, page)
  has_density <- !is.null(attr(shown$rows, "posterior")[[1]]$scale)
  if (has_density) draw_densities(shown$rows, shown$words) else draw_simplex(shown$rows, shown$words)
}

# On a page.
most_posteriors <- 12L

#' @rdname compare_bayesian
#' @export
plot.bayesian_comparison <- function(x, ...) draw_ggplot(x, ...)

bayes_colours <- c(worse = "#D55E00", equivalent = "grey60", better = "#0072B2")

bayes_panels <- function(x) {
  metrics <- verdict_info(x)$metrics
  pair <- paste(drawn_names(table_label(x$classifier), 25), "vs", drawn_names(table_label(x$reference), 25))
  if (varies(x$metric)) pair <- paste0(label_metric(x$metric, metrics), ": ", pair)
  in_turn(pair)
}

bayes_title <- function(panel) if (nlevels(panel) == 1) levels(panel)

# About the size of a panel and of a line of the letters that it has room for, in inches.
bayes_room <- function(panel) {
  dims <- ggplot2::wrap_dims(nlevels(panel))
  width <- panel_inches() / dims[2]
  height <- (page_size()[2] - 1.3) / dims[1] - 0.4
  points <- max(4.5, min(9, 7 * width, 7 * height))
  list(
    width = width, height = max(height, 0.4), size = points / ggplot2::.pt, line = min(1.2 * points / 72, height / 5),
    word = 0.067 * points
  )
}

# -- densities ------------------------------------------------------------------------

draw_densities <- function(x, page) {
  rows <- as.data.frame(x)
  panel <- bayes_panels(x)
  curves <- do.call(rbind, Map(density_curve, seq_len(nrow(rows)), attr(x, "posterior"), rows$rope))
  curves$density[curves$point] <- max(curves$density)
  curves$panel <- panel[curves$row]
  area <- curves[!curves$point, ]
  spikes <- curves[curves$point, ]
  labels <- data.frame(panel = panel, text = paste0(" ", bayes_label(rows, "\n ")))
  room <- bayes_room(panel)
  ggplot2::ggplot(mapping = ggplot2::aes(x = .data$at, y = .data$density)) +
    ggplot2::geom_area(
      ggplot2::aes(fill = .data$answer, group = .data$part), data = area, alpha = 0.7, stat = "identity",
      position = "identity"
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(xend = .data$at, yend = 0, colour = .data$answer), data = spikes, linewidth = 1, show.legend = FALSE
    ) +
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$end, xend = .data$end), y = 0, yend = max(curves$density), linetype = 2, colour = "grey40",
      data = data.frame(panel = rep(panel, 2), end = c(-rows$rope, rows$rope)), inherit.aes = FALSE
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = -Inf, y = Inf, label = .data$text), data = labels, hjust = 0, vjust = 1.1,
      size = room$size
    ) +
    several_panels(panel, space = 0.3) +
    ggplot2::scale_fill_manual(NULL, values = bayes_colours, limits = names(bayes_colours), drop = FALSE) +
    ggplot2::scale_colour_manual(values = bayes_colours, limits = names(bayes_colours), guide = "none") +
    ggplot2::scale_y_continuous(
      breaks = NULL, expand = ggplot2::expansion(mult = c(0, 3.7 / (room$height / room$line - 3.7)))
    ) +
    ggplot2::scale_x_continuous(labels = axis_labels, guide = plain_axis()) +
    plot_words(
      bayes_title(panel),
      c(page, if (any(rows$rope > 0)) "Dashed: the region of practical equivalence." else "Dashed: no difference."),
      bayes_alt("Densities", rows, panel), x = "advantage of the classifier (mean difference)", y = "posterior density"
    ) +
    curve_theme() +
    ggplot2::theme(legend.position = "bottom")
}

# The density in three parts that meet at the ends of the region.
density_curve <- function(row, posterior, rope) {
  answers <- names(bayes_colours)
  if (identical(posterior$scale, 0)) {
    at <- posterior$location
    answer <- answers[if (at < -rope) 1 else if (at > rope) 3 else 2]
    return(data.frame(row = row, at = at, density = 1, answer = answer, part = paste(row, answer), point = TRUE))
  }
  # Of a mixture nodes that weigh next to nothing are left out.
  weight <- posterior$weight %||% 1
  used <- weight > 1e-6
  location <- posterior$location[used]
  scale <- posterior$scale[used]
  reach <- scale * stats::qt(0.995, max(posterior$df, 3))
  low <- min(location - reach, -1.5 * rope)
  high <- max(location + reach, 1.5 * rope)
  ends <- c(low, -rope, rope, high)
  parts <- lapply(1:3, function(k) {
    at <- seq(ends[k], ends[k + 1], length.out = 200)
    each <- stats::dt(outer(location, at, function(location, at) at - location) / scale, posterior$df) / scale
    density <- colSums(weight[used] * each)
    data.frame(row = row, at = at, density = density, answer = answers[k], part = paste(row, answers[k]), point = FALSE)
  })
  do.call(rbind, parts[if (rope > 0) 1:3 else c(1, 3)])
}

bayes_label <- function(rows, between) {
  prob <- function(p) bayes_prob(p, rows$mc.error)
  paste0(
    "better ", prob(rows$prob.better), ifelse(rows$rope > 0, paste0(between, "equivalent ", prob(rows$prob.rope)), ""),
    between, "worse ", prob(rows$prob.worse)
  )
}

# -- triangle -------------------------------------------------------------------------

draw_simplex <- function(x, page) {
  rows <- as.data.frame(x)
  panel <- bayes_panels(x)
  points <- do.call(rbind, Map(simplex_points, seq_len(nrow(rows)), attr(x, "posterior")))
  points$panel <- panel[points$row]
  frame <- data.frame(x = c(0, 1, 0.5, 0), y = c(0, 0, sqrt(0.75), 0))
  middle <- c(0.5, sqrt(0.75) / 3)
  room <- bayes_room(panel)
  # Of equal sides, with two lines of letters above and below, in the middle of its panel.
  side <- min(room$width / 1.2, (room$height - 4 * room$line) / sqrt(0.75))
  limits <- function(middle, inches) middle + c(-0.5, 0.5) * inches / side
  borders <- data.frame(
    x = c(0.5, 0.25, 0.75), y = c(0, sqrt(0.75) / 2, sqrt(0.75) / 2), xend = middle[1], yend = middle[2]
  )
  ggplot2::ggplot(mapping = ggplot2::aes(x = .data$x, y = .data$y)) +
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$answer), data = points, alpha = 0.25, size = 0.6, show.legend = TRUE
    ) +
    ggplot2::geom_path(data = frame) +
    ggplot2::geom_segment(ggplot2::aes(xend = .data$xend, yend = .data$yend), data = borders, linetype = 2) +
    ggplot2::geom_text(
      ggplot2::aes(label = .data$text, hjust = .data$hjust), data = corner_labels(rows, panel, room, side),
      size = room$size, lineheight = 0.9
    ) +
    several_panels(panel, space = 0.3) +
    ggplot2::scale_colour_manual(
      NULL, values = bayes_colours, limits = names(bayes_colours), drop = FALSE,
      guide = ggplot2::guide_legend(override.aes = list(alpha = 1, size = 2))
    ) +
    ggplot2::coord_cartesian(limits(0.5, room$width), limits(sqrt(0.75) / 2, room$height), expand = FALSE) +
    plot_words(
      bayes_title(panel), c(page, "Draws from the posterior of the shares; the colour is that of the largest."),
      bayes_alt("Triangles", rows, panel), x = NULL, y = NULL
    ) +
    plot_theme() +
    ggplot2::theme(
      legend.position = "bottom", axis.text.x = ggplot2::element_blank(), axis.text.y = ggplot2::element_blank(),
      panel.grid.major.x = ggplot2::element_blank()
    )
}

bayes_alt <- function(what, rows, panel) {
  said <- paste0(panel, ": ", bayes_label(rows, ", "))
  paste0(what, " of posteriors. ", paste(said, collapse = "; "), ".")
}

# The lower ones to both sides of the middle, below the corners where these are far enough apart.
corner_labels <- function(rows, panel, room, side) {
  line <- room$line / side
  away <- max(0.6, room$word / side + 0.02)
  prob <- function(p) bayes_prob(p, rows$mc.error)
  data.frame(
    panel = rep(panel, 3), x = rep(0.5 + c(-away, away, 0), each = nrow(rows)),
    y = rep(c(-line, -line, sqrt(0.75) + line), each = nrow(rows)),
    hjust = rep(c(0, 1, 0.5), each = nrow(rows)),
    text = c(
      paste0("worse\n", prob(rows$prob.worse)), paste0("better\n", prob(rows$prob.better)),
      paste0("equivalent\n", prob(rows$prob.rope))
    )
  )
}

# The sign test has nothing simulated: its picture draws by itself, always the same.
simplex_points <- function(row, posterior) {
  cells <- posterior$draws %||% with_own_seed(1, matrix(stats::rgamma(6000, posterior$alpha), 3))
  cells <- cells / rep(colSums(cells), each = 3)
  data.frame(
    row = row, x = cells[3, ] + cells[2, ] / 2, y = cells[2, ] * sqrt(0.75),
    answer = names(bayes_colours)[max.col(t(cells), "first")]
  )
}
