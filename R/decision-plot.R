# Decision curves and the differences of classifiers.

#' @rdname decision_curve
#' @param object A `decision_curve`.
#' @param type `"both"`: the curves above the differences; `"curves"` or `"differences"` alone.
#' @exportS3Method ggplot2::autoplot
autoplot.decision_curve <- function(object, type = c("both", "curves", "differences"), ...) {
  check_dots(...)
  check_shape(is_intact(object), "decision_curve")
  type <- check_choice(type, "type", c("both", "curves", "differences"))
  about <- attr(object, "about")
  rows <- decision_rows(object, type)
  lines <- unique(rows$line)
  band <- banded_rows(rows[!rows$line %in% c("treat all", "treat none"), ], "low", "high", "line")
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$threshold, y = .data$value)) +
    ggplot2::geom_hline(yintercept = 0, colour = "grey60", linewidth = 0.3) +
    ggplot2::geom_ribbon(
      ggplot2::aes(ymin = .data$low, ymax = .data$high, fill = .data$line), data = band, alpha = 0.13, na.rm = TRUE
    ) +
    curves_or_points(rows, "line", "low", "high", ggplot2::geom_line(
      ggplot2::aes(colour = .data$line, linetype = .data$line), linewidth = 0.6, na.rm = TRUE
    )) +
    decided_points(rows) +
    decision_scales(lines) +
    number_axes(labels = axis_labels) +
    ggplot2::facet_wrap(ggplot2::vars(.data$panel), ncol = 1, scales = "free_y") +
    plot_words(
      paste("Net benefit of acting on a probability of", say_label(about$positive)),
      decision_caption(about, type, rows), alt = paste(c("Decision curves.", decision_words(object)), collapse = " "),
      x = "threshold", y = "net benefit"
    ) +
    curve_theme()
}

#' @rdname decision_curve
#' @export
plot.decision_curve <- function(x, ...) draw_ggplot(x, ...)

decision_panels <- c("net benefit", "difference")

# Curves are cut below, where acting on everybody loses more than is of interest.
decision_rows <- function(x, type) {
  rows <- plain_rows(x)
  top <- max(rows$net_benefit, 0.04)
  own <- rows$net_benefit[!rows$strategy %in% c("treat all", "treat none")]
  floor <- max(-top, min(-0.25 * top, own[is.finite(own)]))
  drawn <- new_rows(
    line = table_label(rows$strategy), threshold = rows$threshold,
    value = ifelse(rows$net_benefit < floor, NA, rows$net_benefit), low = pmax(rows$conf.low, floor),
    high = pmax(rows$conf.high, floor), decided = FALSE, panel = decision_panels[1]
  )
  drawn$low[is.na(drawn$value)] <- NA
  if (type != "curves" && !is.null(attr(x, "differences"))) {
    both <- decision_differences(x)
    differences <- new_rows(
      line = paste(table_label(both$classifier), "minus", table_label(both$reference)),
      threshold = as.numeric(both$class), value = both$estimate, low = both$adj.conf.low,
      high = both$adj.conf.high, decided = (both$adj.conf.low > 0 | both$adj.conf.high < 0) %in% TRUE,
      panel = decision_panels[2]
    )
    drawn <- if (type == "differences") differences else rbind(drawn, differences)
  }
  drawn$panel <- factor(drawn$panel, intersect(decision_panels, drawn$panel))
  drawn
}

# Where a difference is decided its line is heavy.
decided_points <- function(rows) {
  decided <- rows[rows$decided, ]
  if (nrow(decided)) {
    ggplot2::geom_point(ggplot2::aes(colour = .data$line), data = decided, size = 1.1, show.legend = FALSE)
  }
}

# What is no classifier is grey.
decision_scales <- function(lines) {
  plain <- lines %in% c("treat all", "treat none")
  colours <- rep("grey45", length(lines))
  colours[!plain] <- rep_len(series_colours, sum(!plain))
  types <- ifelse(lines == "treat all", "42", ifelse(lines == "treat none", "12", "solid"))
  line_scales(lines, NULL, colours, types)
}

decision_caption <- function(about, type, rows) {
  level <- format_percent(about$conf.level)
  c(
    if (type != "differences") paste0("Bands of curves: ", level, ", at each threshold."),
    if (decision_panels[2] %in% rows$panel) {
      paste0("Bands of differences: ", level, ", at all thresholds together; dots: 0 is excluded.")
    },
    if (!is.null(about$prevalence)) paste0("At a prevalence of ", short_number(about$prevalence, 3), ".")
  )
}
