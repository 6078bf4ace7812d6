# Rows fixed and broken as bars to both sides of a line; error rates as points with intervals.

#' Draw flips or error rates
#'
#' Of [flips()] the rows broken and fixed, bars to the left and the right, a panel for each pair; pale where the test
#' found no difference. Of [error_estimate()] the estimates of each learner, with the intervals of those that have one.
#'
#' @param object,x What [flips()] or [error_estimate()] returned.
#' @param ... Not used.
#' @return `autoplot()`: a ggplot. `plot()`: the same, drawn, invisibly.
#' @section Errors: `verdict_error_plot` for a result that has lost rows, columns or attributes.
#' @section When not to use it: for how large a difference in accuracy is, and how sure: draw [compare_classifiers()].
#' @examplesIf requireNamespace("ggplot2", quietly = TRUE)
#' plot(flips(prediction_set(truth ~ random_forest + svm, satellite)))
#' @name plot.verdict_flips
NULL

#' @rdname plot.verdict_flips
#' @exportS3Method ggplot2::autoplot
autoplot.verdict_flips <- function(object, ...) {
  check_dots(...)
  check_shape(is_intact(object), "flips")
  rows <- flip_bars(object)
  most <- max(abs(rows$count), 1)
  at <- pretty(c(-most, most))
  points <- row_points(nlevels(rows$label), ggplot2::wrap_dims(nlevels(rows$panel))[1])
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$count, y = .data$label)) +
    ggplot2::geom_col(
      ggplot2::aes(fill = .data$flip, alpha = .data$decided), width = 0.7, position = "identity"
    ) +
    ggplot2::geom_text(
      ggplot2::aes(label = format_count(abs(.data$count)), hjust = ifelse(.data$flip == "fixed", -0.25, 1.25)),
      size = points / ggplot2::.pt
    ) +
    ggplot2::geom_vline(xintercept = 0, colour = "grey35", linewidth = 0.4) +
    ggplot2::scale_fill_manual(NULL, values = c(broken = "#D55E00", fixed = "#0072B2")) +
    ggplot2::scale_alpha_manual(values = c(`TRUE` = 1, `FALSE` = 0.35), guide = "none") +
    ggplot2::scale_x_continuous(
      labels = function(at) spaced(format_count(abs(at))), limits = c(-1, 1) * most * flip_margin(rows),
      breaks = at[abs(at) <= most], guide = plain_axis()
    ) +
    ggplot2::scale_y_discrete(labels = row_names, guide = plain_axis()) +
    flip_words(object, rows) +
    plot_theme() +
    ggplot2::theme(axis.text.y = ggplot2::element_text(size = points)) +
    several_panels(rows$panel, beside = row_names(levels(rows$label)))
}

#' @rdname plot.verdict_flips
#' @export
plot.verdict_flips <- function(x, ...) draw_ggplot(x, ...)

# How much wider than its longest bar a panel is, so that it holds the number too.
flip_margin <- function(rows) {
  columns <- ggplot2::wrap_dims(nlevels(rows$panel))[2]
  half <- panel_inches(row_names(levels(rows$label))) / columns / 2
  1 / (1 - min(0.7, 0.08 * (widest(format_count(abs(rows$count))) + 1) / half))
}

# Two bars a row, broken to the left; pairs have panels.
flip_bars <- function(x) {
  info <- verdict_info(x)
  x[c("class", "classifier", "reference")] <- lapply(x[c("class", "classifier", "reference")], table_label)
  pair <- label_pair(x)
  if (varies(pair)) pair <- label_pair(x, drawn_names, 20)
  groups <- lapply(as_plain(x)[info$by], function(column) one_line(table_label(as.character(column))))
  class <- if (any(!is.na(x$class)) || length(groups) == 0) list(label_class(x$class, "none"))
  label <- do.call(paste, c(unname(groups), class, sep = ", "))
  p <- if (is_adjusted(info)) x$adj.p.value else x$p.value
  data.frame(
    label = factor(label, rev(unique(label))), panel = in_turn(pair),
    flip = rep(c("broken", "fixed"), each = nrow(x)), count = c(-x$broken, x$fixed),
    decided = (p < 1 - info$conf.level) %in% TRUE
  )
}

flip_words <- function(x, rows) {
  info <- verdict_info(x)
  title <- flip_title(x)
  rule <- paste0("Pale: ", if (is_adjusted(info)) "adjusted ", "p not below ", short_number(1 - info$conf.level), ".")
  row <- seq_len(nrow(x))
  where <- paste0(if (varies(rows$panel)) paste0(rows$panel[row], ", "), rows$label[row])
  counts <- paste0(where, ": ", format_count(x$fixed), " fixed, ", format_count(x$broken), " broken")
  plot_words(
    title, c(rule, flip_test(x, info), header_rows(info$units)),
    paste0("Bars of counts. ", title, ". ", and_list(counts, 6), "."),
    x = "rows broken (left) and fixed (right)", y = NULL
  )
}

#' @rdname plot.verdict_flips
#' @export
plot.error_estimate <- function(x, ...) draw_ggplot(x, ...)
