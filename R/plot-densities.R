# How the probabilities or scores of the two classes lie.

#' @rdname probability_set
#' @param object A `probability_set` of one event: drawn is how the probabilities or scores of the event, and those of
#'   the other rows, are distributed, a panel a classifier.
#' @exportS3Method ggplot2::autoplot
autoplot.probability_set <- function(object, ...) {
  check_dots(...)
  check_one_event(object, "densities")
  rows <- density_rows(object)
  shown <- levels(rows$class)
  what <- if (object$is_probability) "probability" else "score"
  lost <- sum(!is.finite(object$scores))
  ggplot2::ggplot(rows, ggplot2::aes(x = .data$x, y = .data$density)) +
    ggplot2::geom_area(ggplot2::aes(fill = .data$class), alpha = 0.25, position = "identity") +
    ggplot2::geom_line(ggplot2::aes(colour = .data$class, linetype = .data$class), linewidth = 0.5) +
    line_scales(shown) +
    number_axes(labels = axis_labels) +
    facet_panels(rows$panel, scales = if (object$is_probability) "free_y" else "free", beside = "0.00", space = 0.3) +
    plot_words(
      paste0(capitalise(what), " of ", say_label(object$positive), " by class"),
      paste0(
        "Each class has the area 1. The less the two overlap, the better the ", what, " tells them apart.",
        if (lost > 0) paste0(" ", count_of(lost, "infinite score"), " not shown.")
      ),
      alt = paste0(
        "Densities of the ", what, " of ", say_label(object$positive), " by class, for ",
        and_list(table_label(object$classifiers), 6), "."
      ),
      x = paste(what, "of", table_label(object$positive)), y = "density"
    ) +
    curve_theme()
}

#' @rdname probability_set
#' @export
plot.probability_set <- function(x, ...) draw_ggplot(x, ...)

# Other sets are drawn as what a verb finds in them.
#' @export
plot.evidence <- function(x, ...) {
  abort_verdict(c(
    "A {.cls {class(x)[1]}} has no picture of its own.",
    i = "Draw what a verb finds: {.code plot(verdict(x))}, or {.code plot(assess_classifiers(x))}."
  ), "set")
}

# Results without a picture, and what there is one of instead.
other_pictures <- c(
  replicability = "Draw a {.fn replicability_study}.", calibration_tests = "Draw a {.fn calibration_curve}.",
  operating_points = "Draw a {.fn score_curve}.", effect_sizes = "Draw what {.fn compare_classifiers} finds.",
  verdict_gate = "Draw what {.fn compare_classifiers} finds, with the {.arg margin}.",
  group_answers = "Draw {.fn plot_groups} of the set.", gap_comparison = "Draw {.fn plot_groups} of the set.",
  cd_groups = "Draw the comparison: {.code plot(x, type = \"cd\")}.",
  next_labels = "Draw what {.fn verdict} finds by the labels that there are.",
  prediction_scenario = "Draw {.fn power_comparison} of the scenario.",
  auc_scenario = "Draw {.fn power_comparison} of the scenario.",
  resampling_plan = "Draw what {.fn error_estimate} finds in the result of {.fn resample_scores}.",
  smooth_calibration = "Draw a {.fn calibration_curve}.",
  combined_p = "Draw an {.fn omnibus_test}.", simpson_check = "Draw {.fn plot_groups} of the set.",
  item_variance = "Draw what {.fn compare_classifiers} finds.",
  truth_bounds = "Draw what {.fn compare_classifiers} finds.",
  label_sequence = "Draw what {.fn verdict} finds by the labels that there are.",
  label_size = "Draw what {.fn power_comparison} finds.",
  verdict_gee = "Draw its residuals: {.code plot(fitted(x), residuals(x))}.",
  confidence_sequence = "Its columns are {.field n}, {.field conf.low} and {.field conf.high}."
)

#' @rawNamespace
#' S3method(plot, replicability, no_picture)
#' S3method(plot, calibration_tests, no_picture)
#' S3method(plot, operating_points, no_picture)
#' S3method(plot, effect_sizes, no_picture)
#' S3method(plot, verdict_gate, no_picture)
#' S3method(plot, group_answers, no_picture)
#' S3method(plot, gap_comparison, no_picture)
#' S3method(plot, cd_groups, no_picture)
#' S3method(plot, next_labels, no_picture)
#' S3method(plot, prediction_scenario, no_picture)
#' S3method(plot, auc_scenario, no_picture)
#' S3method(plot, resampling_plan, no_picture)
#' S3method(plot, smooth_calibration, no_picture)
#' S3method(plot, combined_p, no_picture)
#' S3method(plot, simpson_check, no_picture)
#' S3method(plot, item_variance, no_picture)
#' S3method(plot, truth_bounds, no_picture)
#' S3method(plot, label_sequence, no_picture)
#' S3method(plot, confidence_sequence, no_picture)
#' S3method(plot, label_size, no_picture)
#' S3method(plot, verdict_gee, no_picture)
#' S3method(ggplot2::autoplot, replicability, no_picture)
#' S3method(ggplot2::autoplot, calibration_tests, no_picture)
#' S3method(ggplot2::autoplot, operating_points, no_picture)
#' S3method(ggplot2::autoplot, effect_sizes, no_picture)
#' S3method(ggplot2::autoplot, verdict_gate, no_picture)
#' S3method(ggplot2::autoplot, group_answers, no_picture)
#' S3method(ggplot2::autoplot, gap_comparison, no_picture)
#' S3method(ggplot2::autoplot, cd_groups, no_picture)
#' S3method(ggplot2::autoplot, next_labels, no_picture)
#' S3method(ggplot2::autoplot, prediction_scenario, no_picture)
#' S3method(ggplot2::autoplot, auc_scenario, no_picture)
#' S3method(ggplot2::autoplot, resampling_plan, no_picture)
#' S3method(ggplot2::autoplot, smooth_calibration, no_picture)
#' S3method(ggplot2::autoplot, combined_p, no_picture)
#' S3method(ggplot2::autoplot, simpson_check, no_picture)
#' S3method(ggplot2::autoplot, item_variance, no_picture)
#' S3method(ggplot2::autoplot, truth_bounds, no_picture)
#' S3method(ggplot2::autoplot, label_sequence, no_picture)
#' S3method(ggplot2::autoplot, confidence_sequence, no_picture)
#' S3method(ggplot2::autoplot, label_size, no_picture)
#' S3method(ggplot2::autoplot, verdict_gee, no_picture)
#' S3method(ggplot2::autoplot, evidence, plot.evidence)
NULL

no_picture <- function(x, ...) {
  kind <- intersect(class(x), names(other_pictures))[1]
  abort_verdict(c("A {.cls {kind}} has no picture.", i = other_pictures[[kind]]), "plot")
}

# Shares of each class in 30 bins of equal width, as steps.
density_rows <- function(x) {
  weight <- x$weight %||% rep(1, length(x$truth))
  class <- factor(x$truth, 1:0, table_label(c(x$positive, x$negative)))
  parts <- lapply(seq_along(x$classifiers), function(k) {
    score <- x$scores[, k]
    finite <- is.finite(score)
    range <- if (x$is_probability) 0:1 else if (any(finite)) range(score[finite]) else 0:1
    if (range[1] == range[2]) range <- range + c(-0.5, 0.5)
    breaks <- seq(range[1], range[2], length.out = 31)
    bin <- factor(findInterval(score[finite], breaks, all.inside = TRUE), 1:30)
    count <- stats::xtabs(weight[finite] ~ bin + class[finite])
    share <- sweep(count, 2, pmax(colSums(count), 1), "/") / diff(breaks[1:2])
    steps <- function(one) {
      new_rows(
        x = breaks[c(1, rep(2:30, each = 2), 31)], density = rep(as.vector(share[, one]), each = 2), class = one,
        panel = x$classifiers[k]
      )
    }
    do.call(rbind, lapply(levels(class), steps))
  })
  rows <- do.call(rbind, parts)
  rows$class <- factor(rows$class, levels(class))
  rows$panel <- in_turn(table_label(rows$panel))
  rows
}
