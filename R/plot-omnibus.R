# P-values as a picture: of omnibus tests, and of the classes beside the test of all of them.

# By class, small ones to the right.
omnibus_plot <- function(x) {
  tests <- class_tests(x)$tests
  if (!is.null(tests)) {
    return(classes_plot(x, tests))
  }
  label <- label_class(x$class, x$average)
  if (varies(x$classifier)) label <- paste0(x$classifier, ifelse(is.na(x$class), "", paste0(": ", label)))
  apart <- repetition_labels(x)
  metric <- metric_names(x)
  panel <- if (is.null(apart)) metric else paste0(if (varies(metric)) paste0(metric, ", "), apart)
  p <- decisive_p(x)
  rows <- data.frame(
    label = factor(label, rev(unique(label))), panel = in_turn(panel), p,
    log10.p = ifelse(p > 0, log10(p), x$log.p.value / log(10)), reason = row_reason(x), series = "single"
  )
  p_picture(x, rows, header_subject(x), if (is_adjusted(verdict_info(x))) "adjusted p-value" else "p-value") +
    several_panels(rows$panel, beside = row_names(levels(rows$label)))
}

# The p-values of the classes, small ones to the right, and below them the one for all of them together.
classes_plot <- function(x, tests) {
  classes <- with_labels(named_rows(tests), table_label)
  label <- label_class(classes$class, classes$average)
  if (varies(label_pair(classes))) {
    label <- paste0(label, ": ", label_pair(classes, drawn_names, 16))
  }
  label <- c(label, "all together")
  rows <- data.frame(
    label = factor(label, rev(unique(label))), panel = "", p = c(classes$p.value, x$p.value),
    log10.p = c(classes$log.p.value, x$log.p.value) / log(10),
    reason = c(row_reason(classes), row_reason(x)),
    series = rep(c("single", "together"), c(nrow(classes), 1))
  )
  title <- paste0(capitalise(metrics_listed(x)), ", all together: ", row_p(x))
  p_picture(x, rows, title, paste("p-value, not adjusted by", slice_noun(x)))
}

# `name`: that of the axis.
p_picture <- function(x, rows, title, name) {
  info <- verdict_info(x)
  level <- significance_level(x)
  p_plot(rows, level, name) + plot_words(
    title, c(header_test(x, info), header_data(info$units, row_prevalence(x))), p_alt(title, rows, level), y = NULL
  )
}

p_plot <- function(rows, level, name) {
  rows$evidence <- -pmax(rows$log10.p, log10(p_value_floor))
  known <- rows[!is.na(rows$p), ]
  unknown <- rows[is.na(rows$p), ]
  beside <- row_names(levels(rows$label))
  unknown$reason <- fit_words(
    unknown$reason, panel_inches(beside) / ggplot2::wrap_dims(length(unique(rows$panel)))[2] / 0.07
  )
  known$decided <- known$p < level
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$evidence, y = .data$label)) +
    ggplot2::geom_vline(xintercept = -log10(level), colour = "grey35") +
    ggplot2::geom_point(
      ggplot2::aes(colour = .data$series, shape = .data$series, fill = ifelse(.data$decided, .data$series, NA)),
      data = known, size = 2.4
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = 0, label = .data$reason), data = unknown, hjust = 0, size = 3, colour = "grey45"
    ) +
    p_scales(rows, level, name) +
    plot_theme() + ggplot2::theme(legend.position = "none", axis.text.y = row_text(nlevels(rows$label)))
}

p_scales <- function(rows, level, name) {
  series <- c("single", "together")
  list(
    ggplot2::scale_colour_manual(values = series_colours[1:2], limits = series),
    ggplot2::scale_fill_manual(values = series_colours[1:2], limits = series, na.value = "white"),
    ggplot2::scale_shape_manual(values = c(21, 23), limits = series),
    ggplot2::scale_x_continuous(
      fit_axis(paste0(name, " (line at ", short_number(level), "; filled: below it)"), row_names(levels(rows$label))),
      limits = c(0, max(2, rows$evidence, na.rm = TRUE)), breaks = p_breaks,
      labels = function(at) ifelse(is.na(at), "", spaced(full_p(10^-at))), guide = plain_axis()
    ),
    ggplot2::scale_y_discrete(labels = row_names, drop = FALSE, guide = plain_axis())
  )
}

# Round p-values on an axis of -log10(p).
p_breaks <- function(limits) {
  if (limits[2] > 5) pretty(limits) else -log10(as.vector(outer(c(1, 0.5, 0.2), 10^-(0:5))))
}

p_alt <- function(title, rows, level) {
  known <- rows[!is.na(rows$p), ]
  below <- paste(sum(known$p < level), "of", nrow(known), "below", short_number(level))
  paste0("P-values. ", end_sentence(title), " ", below, ".")
}
