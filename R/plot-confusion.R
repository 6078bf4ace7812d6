# Confusion matrices drawn.

#' @rdname as.table.prediction_set
#' @exportS3Method ggplot2::autoplot
autoplot.prediction_set <- function(object, classifier = NULL, ...) {
  check_dots(...)
  check_set(object)
  at <- match_classifiers(object, classifier)
  if (length(at) > 16) {
    warn_verdict(c(
      "{length(at)} confusion matrices are more than a page can show.",
      i = "Name some in {.arg classifier}."
    ), "crowded")
  }
  check_tiles(object, at)
  tiles <- confusion_tiles(object, at)
  plot <- ggplot2::ggplot(tiles, ggplot2::aes(x = .data$prediction, y = .data$truth)) +
    ggplot2::geom_tile(ggplot2::aes(fill = .data$share), colour = "white", linewidth = 0.4) +
    ggplot2::geom_tile(fill = NA, colour = "black", linewidth = 0.4, data = tiles[tiles$right, ]) +
    confusion_text(tiles) +
    share_scale("share of the true class") +
    ggplot2::scale_x_discrete(guide = plain_axis()) +
    ggplot2::scale_y_discrete(guide = plain_axis()) +
    plot_words(
      if (length(at) == 1) table_label(object$classifiers[at]), header_rows(set_units(object)),
      alt = paste0("Confusion matrices of ", and_list(table_label(object$classifiers[at]), 6), "."),
      x = "predicted", y = if (object$truth == "truth") "truth" else paste("truth:", table_label(object$truth))
    ) +
    plot_theme() +
    ggplot2::theme(
      axis.text.x = column_text(length(object$classes), levels(tiles$truth), ggplot2::wrap_dims(length(at))[2]),
      axis.text.y = row_text(length(object$classes), ggplot2::wrap_dims(length(at))[1]),
      panel.grid = ggplot2::element_blank()
    )
  if (length(at) > 1) plot + facet_panels(tiles$panel, beside = levels(tiles$truth)) else plot
}

#' @rdname as.table.prediction_set
#' @export
plot.prediction_set <- function(x, classifier = NULL, ...) draw_ggplot(x, classifier, ...)

# As many take seconds to draw, and are smaller than a point each.
most_cells <- 3e5

check_tiles <- function(x, at) {
  k <- length(x$classes)
  if (length(at) * as.numeric(k)^2 > most_cells) {
    abort_verdict(c(
      "The confusion matrices of {count_of(k, 'class', 'classes')} are more than a plot can show.",
      i = "Plot {.code assess_classifiers(x, \"recall\", classes = )} of some classes."
    ), "plot")
  }
}

confusion_tiles <- function(x, at) {
  counts <- confusion_counts(x, at)
  k <- length(x$classes)
  label <- drawn_names(table_label(x$classes), floor(24 * page_share()))
  rows <- expand.grid(truth = seq_len(k), prediction = seq_len(k), classifier = seq_along(at))
  total <- apply(counts, c(1, 3), sum)[cbind(rows$truth, rows$classifier)]
  count <- as.vector(counts)
  data.frame(
    truth = factor(label[rows$truth], rev(label)), prediction = factor(label[rows$prediction], label),
    panel = factor(rows$classifier, labels = drawn_names(table_label(x$classifiers[at]), 40)),
    count = count, share = ifelse(total > 0, count / total, NA), right = rows$truth == rows$prediction
  )
}

# Numbers where there is room for them.
confusion_text <- function(tiles) {
  known <- tiles[tiles$count > 0, ]
  known$dark <- !is.na(known$share) & known$share > 0.6
  list(
    tile_text(ggplot2::aes(label = format_count(.data$count), colour = .data$dark), known, 4),
    ggplot2::scale_colour_manual(values = c(`FALSE` = "grey15", `TRUE` = "white"), guide = "none")
  )
}
