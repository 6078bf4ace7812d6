# A ranking as a picture: the classifiers from the best to the worst, those tied for first marked.

#' @rdname plot.verdict_ranking
#' @exportS3Method ggplot2::autoplot
autoplot.verdict_ranking <- function(object, page = 1, ...) {
  check_dots(...)
  check_shape(is_intact(object), "rank_classifiers")
  relative <- all(metrics_of_result(object) %in% "ratio")
  all <- ranking_rows(object, relative)
  shown <- panels_of_page(all, ranking_room(all), page)
  rows <- shown$rows
  columns <- shown$columns
  plot <- ggplot2::ggplot(rows, ggplot2::aes(x = .data$estimate, y = .data$y, colour = .data$group)) +
    ranking_marks(rows, relative) +
    ranking_axes(rows, relative) +
    ranking_words(object, shown$words) +
    plot_theme() +
    ggplot2::theme(axis.text.y = row_text(min(60, max(table(rows$panel))), ceiling(nlevels(rows$panel) / columns)))
  if (nlevels(all$panel) > 1) {
    plot <- plot + facet_panels(rows$panel, ncol = columns, scales = "free", beside = strrep("n", 20 * columns))
  }
  plot
}

#' @rdname plot.verdict_ranking
#' @export
plot.verdict_ranking <- function(x, ...) draw_ggplot(x, ...)

ranking_panels <- function(x) {
  class <- label_class(table_label(x$class), x$average)
  if (varies(x$metric)) paste0(name_metric(x$metric, verdict_info(x)$metrics), ", ", class) else class
}

ranking_names <- function(rows) drawn_names(rows$label, floor(page_share() * if (varies(rows$panel)) 20 else 40))

# Names and ranks beside an inch for the intervals; beyond 40 classifiers some go without a name.
ranking_room <- function(rows) {
  width <- 0.066 * (widest(ranking_names(rows)) + widest(rows$text)) + 1.1
  height <- 0.14 * min(40, max(table(rows$panel))) + 0.5
  pmax(1, floor((page_size() - c(0.3, 1.7)) / c(width, height)))
}

# Each panel has its own order, so that y is counted through all of them. A logarithmic axis has no place for 0.
ranking_rows <- function(x, relative = FALSE) {
  beyond <- relative & (is.infinite(x$estimate) | x$estimate %in% 0)
  x$note[beyond] <- format_number(x$estimate[beyond])
  x$estimate[beyond] <- NA
  data.frame(
    panel = in_turn(ranking_panels(x)), y = rev(seq_len(nrow(x))), label = table_label(x$classifier),
    estimate = x$estimate, low = x$conf.low, high = x$conf.high,
    group = factor(ifelse(x$tied.first %in% TRUE, "tied for first", "behind"), c("tied for first", "behind")),
    text = ifelse(is.na(x$rank), "", trimws(paste0(rank_interval(x), "  ", picture_letters(x$letters)), "right")),
    note = ifelse(is.na(x$estimate), first_known(x$note, rep("no estimate", nrow(x))), "")
  )
}

ranking_marks <- function(rows, relative) {
  crowded <- max(table(rows$panel)) > 40
  known <- rows[!is.na(rows$estimate), ]
  wide <- known[!is.na(known$low) & !is.na(known$high), ]
  unknown <- rows[is.na(rows$estimate), ]
  left <- if (relative) min(1, known$estimate, wide$low) else -Inf
  list(
    ggplot2::geom_linerange(ggplot2::aes(xmin = .data$low, xmax = .data$high), data = wide, linewidth = 0.5),
    ggplot2::geom_point(ggplot2::aes(shape = .data$group), data = known, size = if (crowded) 1 else 2.4),
    if (nrow(unknown)) {
      ggplot2::geom_text(
        ggplot2::aes(x = left, label = .data$note), data = unknown, hjust = -0.05, size = 3,
        colour = "grey45", show.legend = FALSE
      )
    },
    ggplot2::scale_colour_manual(NULL, values = c("tied for first" = "#0072B2", behind = "grey55"), drop = TRUE),
    ggplot2::scale_shape_manual(NULL, values = c("tied for first" = 16, behind = 1), drop = TRUE)
  )
}

# The ranks stand at the right. Of hundreds of classifiers not every name has a place.
ranking_axes <- function(rows, relative) {
  shown <- (seq_len(nrow(rows)) - 1) %% ceiling(max(table(rows$panel)) / 60) == 0
  names <- ranking_names(rows)
  at <- function(text) function(y) text[match(y, rows$y)]
  list(
    ggplot2::scale_y_continuous(
      breaks = rows$y[shown], labels = at(names), expand = ggplot2::expansion(add = 0.6),
      guide = plain_axis(), sec.axis = ggplot2::dup_axis(name = NULL, labels = at(rows$text), guide = plain_axis())
    ),
    if (relative) {
      ggplot2::scale_x_log10(
        breaks = log_breaks, labels = function(at) spaced(plain_labels(at)), guide = plain_axis()
      )
    } else {
      ggplot2::scale_x_continuous(labels = axis_labels, guide = plain_axis())
    }
  )
}

ranking_words <- function(x, page) {
  info <- verdict_info(x)
  label <- list_metrics(x$metric, info$metrics, 3)
  less <- if (all(metric_direction(x$metric, info$metrics) < 0)) ", less is better"
  parts <- ranking_parts(x)
  title <- if (length(parts) == 1) say_first(x) else paste0(capitalise(label), ": who may be the best")
  many <- has_many_letters(x$letters)
  sides <- if (!all(is.na(x$rank))) {
    c(paste0("At the right: interval of the rank", if (!many) ", letters", "."), if (many) letters_left_out)
  }
  plot_words(
    title, c(page, ranking_tests(x), sides, header_values(info$units)), paste("Ranking.", title),
    x = paste0(and_list(unique(name_metric(x$metric, info$metrics)), 3), less), y = NULL
  )
}
