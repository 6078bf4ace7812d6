# Power curves and rejection rates.

#' Draw a power curve or simulated rejection rates
#'
#' The power of [power_comparison()] against the number of rows, a line for each pair and a panel for each class, with
#' the power 0.8 dashed; or the rates of [rejection_rate()] with bars of two Monte-Carlo standard errors either side,
#' the exact rates as lines, and the level dashed.
#'
#' @param x,object What [power_comparison()] or [rejection_rate()] returned.
#' @param ... Not used.
#' @return `autoplot()`: a ggplot. `plot()`: the same, drawn, invisibly.
#' @section When not to use it: a result of [sample_size()] has one number of rows for each
#'   question; give several numbers to [power_comparison()] to draw a curve.
#' @examples
#' rates <- scenario_rates(discordant = c(0.08, 0.20))
#' curve <- power_comparison(rates, n = seq(50, 250, 10))
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(curve)
#' @name plot.power_comparison
NULL

#' @rdname plot.power_comparison
#' @exportS3Method ggplot2::autoplot
autoplot.power_comparison <- function(object, ...) {
  check_dots(...)
  check_shape(is_planning(object), "power_comparison")
  object <- as_plain(object)
  pair <- paste(object$classifier, "against", object$reference)
  class <- ifelse(is.na(object$class), "", object$class)
  panels <- varies(pair) && varies(class)
  line <- if (varies(pair)) pair else class
  object$line <- factor(line, unique(line))
  object$panel <- factor(class, unique(class))
  many <- varies(line)
  colour <- if (many) ggplot2::aes(colour = .data$line) else ggplot2::aes()
  both <- if (many) ggplot2::aes(colour = .data$line, linetype = .data$line) else ggplot2::aes()
  plot <- ggplot2::ggplot(object, ggplot2::aes(x = .data$n, y = .data$power)) +
    ggplot2::geom_hline(yintercept = 0.8, linetype = "dashed", colour = "grey50") +
    (if (varies(object$n)) ggplot2::geom_line(both, na.rm = TRUE)) +
    ggplot2::geom_point(colour, na.rm = TRUE) +
    ggplot2::scale_y_continuous(limits = c(0, 1)) +
    line_scales(levels(object$line)) +
    plot_words(
      "Power by the number of rows", paste0(say_test(object), " at level ", short_number(object$alpha[1]), "."),
      x = "number of rows", y = "power"
    ) +
    curve_theme()
  if (panels) plot + facet_panels(object$panel) else plot
}

#' @rdname plot.power_comparison
#' @exportS3Method ggplot2::autoplot
autoplot.rejection_rate <- function(object, ...) {
  check_dots(...)
  numbers <- c("n", "alpha", "rate", "std.error", "exact")
  check_shape(has_shape(object, c("scenario", "method", "class"), numbers, "scenario"), "rejection_rate")
  object <- as_plain(object)
  parts <- c("scenario", "method", "class")
  varies <- parts[vapply(parts, function(part) length(unique(object[[part]])) > 1, NA)]
  object$line <- do.call(paste, c(if (length(varies)) object[varies] else list(rep("", nrow(object))), sep = ", "))
  object$line <- factor(object$line, unique(object$line))
  colour <- if (length(varies)) ggplot2::aes(colour = .data$line) else ggplot2::aes()
  object$low <- pmax(object$rate - 2 * object$std.error, 0)
  object$high <- pmin(object$rate + 2 * object$std.error, 1)
  plot <- ggplot2::ggplot(object, ggplot2::aes(x = .data$n, y = .data$rate)) +
    ggplot2::geom_hline(yintercept = object$alpha[1], linetype = "dashed", colour = "grey50") +
    ggplot2::geom_linerange(utils::modifyList(
      ggplot2::aes(ymin = .data$low, ymax = .data$high), colour
    ), alpha = 0.5) +
    ggplot2::geom_point(colour, size = 1)
  known <- object[!is.na(object$exact), ]
  if (nrow(known) > 0) {
    plot <- plot + ggplot2::geom_line(utils::modifyList(ggplot2::aes(y = .data$exact), colour), data = known)
  }
  plot +
    ggplot2::scale_y_continuous(limits = c(0, 1)) +
    line_scales(levels(object$line), paste(varies, collapse = ", ")) +
    plot_words(
      "How often the test rejects", paste0("Dashed: the level ", short_number(object$alpha[1]), "."),
      x = "number of rows", y = "rejection rate"
    ) +
    curve_theme()
}

#' @rdname plot.power_comparison
#' @export
plot.power_comparison <- function(x, ...) draw_ggplot(x, ...)

#' @rdname plot.power_comparison
#' @export
plot.rejection_rate <- function(x, ...) draw_ggplot(x, ...)
