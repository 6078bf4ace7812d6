# Power curves and rejection rates.

#' Draw a power curve or simulated rejection rates
#'
#' The power of [power_comparison()], or about the answer of [sample_size()] (a point), against the number of rows (or
#' items, or observations), a line for each pair and a panel for each class, with the power 0.8 dashed, and where that
#' makes more than 8 lines a panel for each reference or line; or the rates of [rejection_rate()] with bars of two
#' Monte-Carlo standard errors either side, beyond 8 lines in panels too, the exact rates as lines, and the level
#' dashed.
#'
#' @param x,object What [power_comparison()], [sample_size()] or [rejection_rate()] returned.
#' @param ... Not used.
#' @return `autoplot()`: a ggplot. `plot()`: the same, drawn, invisibly.
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
  check_shape(is_intact(object), "power_comparison")
  info <- attr(object, "planning")
  asked <- as_plain(object)
  title <- power_title(asked)
  object <- if (is.null(info$curve)) transform(asked, asked = TRUE) else planned_curve(info, asked)
  object[c("line", "panel")] <- power_lines(object)
  levels(object$line) <- named_differences(object)
  keys <- if (varies(object$line)) ggplot2::aes(colour = .data$line, linetype = .data$line)
  ggplot2::ggplot(object, utils::modifyList(ggplot2::aes(x = .data$n, y = .data$power), as.list(keys))) +
    ggplot2::geom_hline(yintercept = 0.8, linetype = "dashed", colour = "grey50") +
    (if (anyDuplicated(object[c("line", "panel")])) ggplot2::geom_line(na.rm = TRUE)) +
    ggplot2::geom_point(data = object[object$asked, ], na.rm = TRUE) +
    number_axes(limits = c(0, 1)) +
    line_scales(levels(object$line)) +
    plot_words(
      title,
      paste0(
        "Dashed: power 0.8. ", say_test(object), one_side(asked), " at level ", short_number(object$alpha[1]), "."
      ),
      x = paste("number of", plural_of(info$unit)), y = "power"
    ) +
    curve_theme() +
    several_panels(object$panel, beside = "0.00", space = 0.3)
}

# The curve of sample_size(), of the rows that are left.
planned_curve <- function(info, asked) {
  asked$asked <- TRUE
  key <- function(x) do.call(paste, c(as.list(x[c("average", "class", "classifier", "reference")]), sep = "\r"))
  curve <- info$curve[key(info$curve) %in% key(asked), names(info$curve)]
  curve$asked <- rep(FALSE, nrow(curve))
  structure(rbind(curve, asked), planning = info)
}

# What is to be found: one difference, or those that the lines name.
power_title <- function(x) {
  asked <- unique(x[c("metric", "average", "class", "classifier", "reference", "difference", "measure")])
  known <- attr(x, "planning")$metrics
  label <- and_list(unique(vapply(x$metric, planned_label, "", known)), 3)
  if (nrow(asked) > 1) {
    return(paste("Power to", if (is.null(x$margin.low)) "find differences in" else "stay within a margin in", label))
  }
  if (!is.null(x$margin.low)) {
    return(paste("Power to show", say_margin_claim(x[1, ], attr(x, "planning"))))
  }
  paste0(
    "Power to find ", say_difference(asked$difference, asked$measure, asked$metric, known), " in ", label,
    say_part(asked), ": ", table_label(asked$classifier), " against ", table_label(asked$reference)
  )
}

# Lines with the difference that each is about, where it has one.
named_differences <- function(x) {
  each <- split(mapply(say_difference, x$difference, x$measure, x$metric), x$line)
  one <- vapply(each, function(words) length(unique(words)) == 1, NA)
  if (nlevels(x$line) > 1 && all(one)) paste0(levels(x$line), ": ", vapply(each, `[`, "", 1)) else levels(x$line)
}

# A line a pair and a panel a class. More lines than colours go to panels: by reference where that leaves several
# classifiers in each, else a panel a line.
power_lines <- function(x) {
  pair <- paste(x$classifier, "against", x$reference)
  line <- if (varies(pair)) pair else ifelse(is.na(x$class), "", x$class)
  panel <- if (varies(pair)) ifelse(is.na(x$class), "", x$class) else rep("", nrow(x))
  if (length(unique(line)) > length(series_colours)) {
    several <- varies(x$classifier) && varies(x$reference)
    panel <- paste0(panel, ifelse(panel == "", "", ", "), if (several) paste("against", x$reference) else line)
    line <- if (several) x$classifier else rep("", nrow(x))
  }
  list(line = in_turn(line), panel = in_turn(panel))
}

#' @rdname plot.power_comparison
#' @exportS3Method ggplot2::autoplot
autoplot.rejection_rate <- function(object, ...) {
  check_dots(...)
  check_shape(is_intact(object), "rejection_rate")
  object <- as_plain(object)
  parts <- c("scenario", "method", "class")
  varies <- Filter(function(part) length(unique(object[[part]])) > 1, parts)
  object$panel <- in_turn(rep("", nrow(object)))
  if (nrow(unique(object[parts])) > length(series_colours)) {
    object$panel <- in_turn(object[[varies[1]]])
    varies <- varies[-1]
  }
  line <- do.call(paste, c(if (length(varies)) object[varies] else list(rep("", nrow(object))), sep = ", "))
  object$line <- in_turn(line)
  object$low <- pmax(object$rate - 2 * object$std.error, 0)
  object$high <- pmin(object$rate + 2 * object$std.error, 1)
  known <- object[!is.na(object$exact), ]
  keys <- if (length(varies)) ggplot2::aes(colour = .data$line)
  ggplot2::ggplot(object, utils::modifyList(ggplot2::aes(x = .data$n, y = .data$rate), as.list(keys))) +
    ggplot2::geom_hline(yintercept = object$alpha[1], linetype = "dashed", colour = "grey50") +
    ggplot2::geom_linerange(ggplot2::aes(ymin = .data$low, ymax = .data$high), alpha = 0.5) +
    ggplot2::geom_point(size = 1) +
    (if (anyDuplicated(known[c("line", "panel")])) ggplot2::geom_line(ggplot2::aes(y = .data$exact), data = known)) +
    number_axes(limits = c(0, 1)) +
    line_scales(levels(object$line), paste(varies, collapse = ", ")) +
    plot_words(
      "How often the test rejects", paste0("Dashed: the level ", short_number(object$alpha[1]), "."),
      x = "number of rows", y = "rejection rate"
    ) +
    curve_theme() +
    several_panels(object$panel, beside = "0.00", space = 0.3)
}

#' @rdname plot.power_comparison
#' @export
plot.power_comparison <- function(x, ...) draw_ggplot(x, ...)

#' @rdname plot.power_comparison
#' @export
plot.rejection_rate <- function(x, ...) draw_ggplot(x, ...)
