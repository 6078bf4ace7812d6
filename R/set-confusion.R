#' Confusion matrices of a prediction set
#'
#' The rows of each true class by what they were predicted to be, of one classifier or all: as a
#' table, and as a picture in which the colour of a tile says which share of the true class it
#' is. The diagonal is what was right, and its shares are the recalls.
#'
#' @param x,object A [prediction_set()].
#' @param classifier Names of one or more classifiers; `NULL` for all.
#' @param ... Not used.
#' @return `as.table()`: of one classifier a table with the truth in rows and the predictions in columns, which
#'   [as_prediction_set()] takes back; of several, with `classifier` as a third dimension.
#'   Its cells are counts of rows, or sums of their weights. `autoplot()`: a ggplot object; `plot()` draws
#'   it and returns it invisibly.
#' @section Errors:
#' `verdict_error_classifier` for a classifier that is not in the set. More than 16 matrices in one
#' picture give a `verdict_warning_crowded`.
#' @section When not to use it:
#' Two confusion matrices do not say whether the classifiers err on the same rows, which is what decides between
#' them: see [flips()] and [compare_classifiers()].
#' @seealso [flips()], [assess_classifiers()], [summary()][summary.prediction_set]
#' @examples
#' x <- prediction_set(truth ~ naive_bayes + svm, satellite)
#' as.table(x, "svm")
#' if (requireNamespace("ggplot2", quietly = TRUE)) plot(x)
#' @export
as.table.prediction_set <- function(x, classifier = NULL, ...) {
  check_dots(...)
  check_set(x)
  at <- match_classifiers(x, classifier)
  counts <- confusion_counts(x, at)
  if (length(at) > 1) {
    return(as.table(counts))
  }
  counts <- matrix(counts, nrow = dim(counts)[1], dimnames = dimnames(counts)[1:2])
  names(dimnames(counts))[2] <- x$classifiers[at]
  as.table(counts)
}

match_classifiers <- function(x, classifier, call = caller_env()) {
  if (is.null(classifier)) {
    return(seq_along(x$classifiers))
  }
  if (!is.character(classifier) || length(classifier) == 0 || !all(classifier %in% x$classifiers)) {
    unknown <- setdiff(classifier, x$classifiers)
    given <- if (is.character(classifier)) "{.val {unknown}}" else "{.obj_type_friendly {classifier}}"
    abort_verdict(c(
      paste0("{.arg classifier} must name classifiers of the set, not ", given, "."),
      i = "The classifiers are {.val {x$classifiers}}."
    ), "classifier", call = call)
  }
  match(unique(classifier), x$classifiers)
}

# truth x prediction x classifier
confusion_counts <- function(x, at, call = caller_env()) {
  k <- as.numeric(length(x$classes))
  check_memory(
    32 * k^2 * length(at), paste("The confusion matrices of", count_of(k, "class", "classes")),
    "The cells that occur, with their counts, are in {.code as.data.frame(x)}.", call = call
  )
  counts <- vapply(at, function(j) {
    sums <- rowsum(x$count, x$patterns[, 1] + k * (x$patterns[, j + 1] - 1))
    out <- numeric(k * k)
    out[as.numeric(rownames(sums))] <- sums
    out
  }, numeric(k * k))
  names <- list(x$classes, x$classes, x$classifiers[at])
  names(names) <- c(x$truth, "prediction", "classifier")
  array(counts, c(k, k, length(at)), names)
}

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
      axis.text.x = ggplot2::element_text(angle = 45, hjust = 1), panel.grid = ggplot2::element_blank(),
      axis.text.y = row_text(length(object$classes), ggplot2::wrap_dims(length(at))[1])
    )
  if (length(at) > 1) plot + facet_panels(tiles$panel, beside = levels(tiles$truth)) else plot
}

#' @rdname as.table.prediction_set
#' @export
plot.prediction_set <- function(x, classifier = NULL, ...) draw_ggplot(x, classifier, ...)

# As many take seconds to draw, and are smaller than a point each.
most_cells <- 3e5

check_tiles <- function(x, at, call = caller_env()) {
  k <- length(x$classes)
  if (length(at) * as.numeric(k)^2 > most_cells) {
    abort_verdict(c(
      "The confusion matrices of {count_of(k, 'class', 'classes')} are more than a plot can show.",
      i = "Plot {.code assess_classifiers(x, \"recall\", classes = )} of some classes."
    ), "plot", call = call)
  }
}

confusion_tiles <- function(x, at) {
  counts <- confusion_counts(x, at)
  k <- length(x$classes)
  label <- shorten_names(table_label(x$classes), floor(24 * page_share()))
  rows <- expand.grid(truth = seq_len(k), prediction = seq_len(k), classifier = seq_along(at))
  total <- apply(counts, c(1, 3), sum)[cbind(rows$truth, rows$classifier)]
  count <- as.vector(counts)
  data.frame(
    truth = factor(label[rows$truth], rev(label)), prediction = factor(label[rows$prediction], label),
    panel = factor(rows$classifier, labels = shorten_names(table_label(x$classifiers[at]), 40)),
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
