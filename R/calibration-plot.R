# Calibration curves.

#' @rdname calibration_curve
#' @param object A `calibration_curve`.
#' @exportS3Method ggplot2::autoplot
autoplot.calibration_curve <- function(object, ...) {
  check_dots(...)
  check_shape(is_intact(object), "calibration_curve")
  about <- attr(object, "about")
  bars <- histogram_bars(table_beside(object, "histogram"))
  curve <- plain_rows(object)
  curve$panel <- in_turn(table_label(curve$classifier))
  # Of one probability throughout there is no line.
  single <- !curve$classifier %in% curve$classifier[duplicated(curve$classifier)]
  ggplot2::ggplot(curve, ggplot2::aes(x = .data$probability)) +
    ggplot2::geom_rect(
      ggplot2::aes(xmin = .data$from, xmax = .data$to, ymin = -0.2, ymax = .data$top),
      data = bars, inherit.aes = FALSE, fill = "grey75", colour = "white", linewidth = 0.2
    ) +
    ggplot2::annotate("segment", x = 0, xend = 1, y = 0, yend = 1, linetype = "dashed", colour = "grey50") +
    ggplot2::geom_ribbon(
      ggplot2::aes(ymin = .data$conf.low, ymax = .data$conf.high), data = banded_rows(curve[!single, ]),
      fill = series_colours[1], alpha = 0.15
    ) +
    ggplot2::geom_line(
      ggplot2::aes(y = .data$observed), data = curve[!single, ], colour = series_colours[1], linewidth = 0.7
    ) +
    ggplot2::geom_linerange(
      ggplot2::aes(ymin = .data$conf.low, ymax = .data$conf.high), data = banded_rows(curve[single, ]),
      colour = series_colours[1], alpha = 0.4, linewidth = 0.7
    ) +
    ggplot2::geom_point(ggplot2::aes(y = .data$observed), data = curve[single, ], colour = series_colours[1]) +
    ggplot2::scale_x_continuous(breaks = (0:4) / 4, labels = axis_labels, guide = plain_axis()) +
    ggplot2::scale_y_continuous(breaks = (0:4) / 4, labels = axis_labels, guide = plain_axis()) +
    ggplot2::coord_cartesian(xlim = c(0, 1), ylim = c(-0.2, 1)) +
    facet_panels(curve$panel, beside = "0.00", space = 0.3) +
    plot_words(
      paste("How often", say_label(about$positive), "happened, by the probability given"),
      paste0(
        "Dashed: where probabilities that are right lie. Band: where ", format_percent(about$conf.level),
        " of their curves would lie, ", if (isTRUE(about$simultaneous)) "everywhere" else "at each probability",
        ". Bars: how often each was given."
      ),
      alt = paste(c("Calibration curves.", utils::head(listing(object)$words, 6)), collapse = " "),
      x = paste("probability of", table_label(about$positive)), y = "share of events"
    ) +
    curve_theme()
}

#' @rdname calibration_curve
#' @export
plot.calibration_curve <- function(x, ...) draw_ggplot(x, ...)

# Below the curve: the tallest bar fills the strip.
histogram_bars <- function(counts) {
  counts$panel <- in_turn(table_label(counts$classifier))
  tallest <- stats::ave(counts$n, counts$panel, FUN = max)
  counts$top <- -0.2 + 0.17 * counts$n / tallest
  counts[counts$n > 0, ]
}
