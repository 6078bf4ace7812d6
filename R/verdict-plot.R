# The picture of a verdict: one page, the headline on top. Of two classifiers a forest of their differences; of more
# the classifiers themselves, in panels, or where these are too many in a matrix.

#' @rdname plot.verdict_table
#' @exportS3Method ggplot2::autoplot
autoplot.verdict <- function(object, metric = NULL, type = NULL, order = NULL, text = NULL, page = 1, n = NULL,
                             ...) {
  check_verdict(object)
  check_dots(...)
  if (!is.null(type)) type <- check_choice(type, "type", c("forest", "classifiers", "matrix", "cd"))
  if (!is.null(order)) order <- check_choice(order, "order", c("class", "estimate", "p"))
  rows <- rows_of_metric(shown_rows(object), metric)
  if (nrow(rows) == 0) abort_verdict("A verdict without comparisons cannot be plotted.", "plot")
  type <- type %||% verdict_picture(rows)
  title <- verdict_sentence(object)
  if (type == "cd") {
    picture <- cd_plot(rows_of_metric(claimed_rows(object), metric))
    beside <- paste(c(picture$labels$title, describe_beside(object)), collapse = ". ")
    return(picture + ggplot2::labs(title = wrap_lines(title, title_width())) + test_subtitle(beside))
  }
  if (type == "forest") {
    rows <- with_labels(named_rows(lead_first(rows)), table_label)
    order <- order %||% if (nrow(rows) > (n %||% 30)) "p" else "class"
    picture <- forest_plot(rows, order, text, page, n, title = title, basis = picture_basis(object))
    return(picture + test_subtitle(describe_beside(object)))
  }
  cells <- verdict_cells(object, rows)
  words <- list(title = title, basis = picture_basis(object))
  if (type == "matrix") cells_matrix(cells, rows, words, page, n) else cells_panels(cells, rows, words, page)
}

# Of two classifiers the better one over all comes first, as in the text.
lead_first <- function(rows) {
  one <- length(unique(pair_of(rows))) == 1
  if (one) seen_from(rows, lead_of(verdict_parts(rows))$classifier[1]) else rows
}

# How it was decided.
picture_basis <- function(x) {
  level <- paste0(short_number(significance_level(x$comparison)), one_side(verdict_info(claimed_rows(x))))
  if (!any(x$levels$n.tests > 0)) {
    return("Nothing could be tested.")
  }
  if (all(x$levels$p.adjust.method == "none")) {
    return(paste0("Decided at ", level, ", p-values not adjusted."))
  }
  divided <- say_levels(x)
  paste(c(
    paste0(paste(c(paste("Decided by adjusted p-values below", level), divided), collapse = ": "), "."),
    if (!is.null(x$groups$levels)) groups_basis(x$groups)
  ), collapse = " ")
}

#' @rdname plot.verdict_table
#' @export
plot.verdict <- function(x, ...) draw_ggplot(x, ...)

# What can be read of these comparisons.
verdict_picture <- function(rows) {
  if (length(unique(pair_of(rows))) == 1) {
    return("forest")
  }
  # With few labels differences may be known, and no values.
  if (any(!is.na(rows$p.value) & is.na(rows$estimate.classifier))) {
    return("forest")
  }
  slices <- length(unique(slice_of(rows)))
  ranked <- any(vapply(designs_of(result_units(rows)), function(design) identical(design$type, "datasets"), NA))
  if (ranked && slices == 1) {
    return("cd")
  }
  if (slices > prod(cells_room(rows))) "matrix" else "classifiers"
}

# By any of its names.
rows_of_metric <- function(x, metric) {
  if (is.null(metric)) {
    return(x)
  }
  metric <- as_labels(metric)
  own <- metric %in% x$metric | canonical_metric(metric) %in% canonical_metric(x$metric)
  if (!all(own)) {
    abort_verdict(c(
      "{.arg metric} names {.val {metric[!own]}}, which {?is/are} not in this verdict.",
      i = if (nrow(x)) "It has {.val {unique(x$metric)}}."
    ), "metric")
  }
  x[canonical_metric(x$metric) %in% canonical_metric(metric), ]
}

# -- classifiers ----------------------------------------------------------------------

# A row for each classifier in each metric and class: its value, and what the verdict decided of it.
verdict_cells <- function(x, rows) {
  classifiers <- result_units(rows)$classifiers
  classifiers <- classifiers[classifiers %in% c(rows$classifier, rows$reference)]
  reference <- if (nrow(unique(rows[c("classifier", "reference")])) < choose(length(classifiers), 2)) {
    unique(rows$reference)
  }
  known <- values_by_slice(x)
  assessed <- split(seq_len(nrow(known)), slice_of(known))
  better <- metrics_of(rows)
  slices <- unique(slice_of(rows))
  cells <- lapply(split(seq_len(nrow(rows)), factor(slice_of(rows), slices)), function(at) {
    part <- as_plain(rows)[at, ]
    values <- known[assessed[[slice_of(part)[1]]], ]
    values <- values[match(classifiers, values$classifier), ]
    pairs <- rbind(match(part$classifier, classifiers), match(part$reference, classifiers))
    good <- better$better[match(part$metric[1], better$metric)]
    outcome <- outcomes(rows[at, ])
    ranked <- rank_slice(values, part, is_decided(outcome), pairs, if (good %in% "low") "low" else "high")
    ranked$state <- if (length(reference) == 1) {
      beside_state(ranked$classifier, part, outcome)
    } else {
      alone_state(ranked, part, outcome, is.na(good))
    }
    if (length(reference) == 1) ranked$letters <- ""
    ranked
  })
  cells <- do.call(rbind, unname(cells))
  cells$state <- factor(cells$state, names(state_colours))
  cells$panel <- cell_panels(cells, verdict_info(rows)$metrics)
  cells$label <- table_label(cells$classifier)
  # In all panels the order of the first, which is over all classes.
  first <- cells$label[cells$panel == cells$panel[1]]
  cells$label <- factor(cells$label, first)
  cells$note[!is.finite(cells$estimate) & is.na(cells$note)] <- "no estimate"
  cells
}

# Beside one reference: what was decided of each.
beside_state <- function(classifier, part, outcome) {
  outcome <- outcome[match(classifier, part$classifier)]
  state <- ifelse(is_better(outcome), "better", ifelse(is_worse(outcome), "worse", outcome))
  state[state %in% c("not_worse", "not_better")] <- "one side ruled out"
  state[state %in% c("open", "untested")] <- "undecided"
  state[state %in% "same"] <- "the same"
  ifelse(classifier == part$reference[1], "reference", state)
}

# Among all: who is worse than nobody, and with a margin who is as good as the best.
alone_state <- function(ranked, part, outcome, undirected) {
  best <- ranked$classifier[1]
  same <- outcome == "equivalent"
  alike <- c(part$classifier[part$reference == best & same], part$reference[part$classifier == best & same])
  state <- ifelse(ranked$losses == 0, "tied for first", "worse than another")
  if (undirected) state[] <- "undecided"
  ifelse(ranked$classifier %in% alike, "equivalent", state)
}

state_colours <- c(
  reference = "#000000", "tied for first" = "#0072B2", better = "#0072B2", equivalent = "#009E73",
  "one side ruled out" = "#CC79A7", "the same" = "grey45", undecided = "grey45", "worse than another" = "#D55E00",
  worse = "#D55E00"
)

state_shapes <- c(
  reference = 15, "tied for first" = 16, better = 16, equivalent = 18, "one side ruled out" = 17, "the same" = 5,
  undecided = 1,
  "worse than another" = 4, worse = 4
)

cell_panels <- function(cells, metrics) {
  metric <- capitalise(label_metric(cells$metric, metrics))
  metric <- paste0(metric, ifelse(metric_direction(cells$metric, metrics) < 0, ", less is better", ""))
  slice <- label_class(table_label(cells$class), cells$average)
  whole <- is.na(cells$class) & cells$average == "none"
  single <- stats::ave(seq_along(slice), cells$metric, FUN = function(at) length(unique(slice[at]))) == 1
  panel <- ifelse(whole | single, metric, if (varies(metric[!whole])) paste0(metric, ": ", slice) else slice)
  # Of one metric the panels do not name it.
  by <- unique(metric[!whole])
  structure(factor(panel, unique(panel)), by = if (length(by) == 1 && !all(single)) by)
}

# Panels side by side and below one another for which a page has room: an inch each beside its letters.
cells_room <- function(rows) {
  names <- table_label(unique(c(rows$classifier, rows$reference)))
  beside <- 0.066 * widest(short_cells(names)) + 0.4
  pmax(1, floor((page_size() - c(beside, 1.9)) / c(1.05, 0.13 * length(names) + 0.45)))
}

short_cells <- function(names) drawn_names(as.character(names), floor(30 * page_share()))

cells_panels <- function(cells, rows, words, page) {
  paged <- panels_of_page(cells, cells_room(rows), page)
  columns <- paged$columns
  inches <- (7 * page_share() - 0.4 - 0.066 * widest(short_cells(levels(cells$label)))) / columns
  points <- row_points(nlevels(cells$label), ceiling(nlevels(paged$rows$panel) / columns))
  shown <- with_cell_text(paged$rows, inches)
  share <- text_share(shown$text, inches, points)
  known <- shown[is.finite(shown$estimate), ]
  state <- droplevels(known$state)
  wide <- known[is.finite(known$conf.low) & is.finite(known$conf.high), ]
  size <- points / ggplot2::.pt
  ggplot2::ggplot(shown, ggplot2::aes(x = .data$estimate, y = .data$label, colour = .data$state)) +
    ggplot2::geom_linerange(
      ggplot2::aes(xmin = .data$conf.low, xmax = .data$conf.high), data = wide, linewidth = 0.5, show.legend = FALSE
    ) +
    ggplot2::geom_point(data = known, shape = 16, colour = "white", size = 0.8 * size) +
    ggplot2::geom_point(
      ggplot2::aes(shape = .data$state), data = known,
      size = 0.8 * size * ifelse(known$state == "equivalent", 1.5, 1)
    ) +
    ggplot2::geom_text(
      ggplot2::aes(x = Inf, label = .data$text), hjust = 1, size = 0.9 * size, colour = "grey20"
    ) +
    state_scales(levels(state)) +
    ggplot2::scale_x_continuous(
      labels = axis_labels, breaks = scales_breaks(inches, share), guide = plain_axis(),
      expand = ggplot2::expansion(c(0.05, 0.05 + share))
    ) +
    ggplot2::scale_y_discrete(limits = rev(levels(cells$label)), labels = short_cells, guide = plain_axis()) +
    facet_panels(shown$panel, ncol = columns, scales = "free_x", beside = short_cells(levels(cells$label))) +
    cells_words(cells, rows, words, paged$words, "Classifiers", panels_caption(rows, shown$letters)) +
    plot_theme() + ggplot2::theme(axis.text.y = ggplot2::element_text(colour = "grey15", size = points))
}

# None where the text stands, which takes `share` of the data's range. Of one number alone no scale can be read.
scales_breaks <- function(inches, share) {
  function(limits) {
    top <- limits[2] - share / (1.1 + share) * diff(limits)
    fewest <- max(2, floor(1.2 * inches / (1 + share)))
    for (n in fewest + 0:6) {
      at <- pretty(c(limits[1], top), n)
      at <- at[at >= limits[1] & at <= top]
      if (length(at) > 1) break
    }
    at
  }
}

# What the text at the right adds to the width of the panel.
text_share <- function(text, inches, points) {
  width <- min(0.75, 0.066 * points / 8.8 * (widest(text) + 1.5) / inches)
  width / (1 - width)
}

# Letters, and where there is room the value and its interval.
with_cell_text <- function(cells, inches) {
  value <- value_text(cells, cells$metric)
  text <- picture_letters(cells$letters)
  if (inches > 1.6) text <- trimws(paste0(text, "  ", value$main, if (inches > 3) paste0(" ", value$extra)))
  note <- sub(":.*", "", first_known(cells$note, text))
  cells$text <- ifelse(is.finite(cells$estimate), text, drawn_names(note, 24))
  cells
}

state_scales <- function(states) {
  guide <- ggplot2::guide_legend(nrow = 1)
  list(
    ggplot2::scale_colour_manual(NULL, values = state_colours[states], limits = states, guide = guide),
    ggplot2::scale_shape_manual(NULL, values = state_shapes[states], limits = states, guide = guide)
  )
}

cells_words <- function(cells, rows, words, page, what, caption) {
  units <- result_units(rows)
  by <- attr(cells$panel, "by")
  caption <- c(page, caption, words$basis, header_margin(rows), header_data(units, row_prevalence(rows)))
  plot_words(
    words$title, caption, paste0(what, ". ", words$title), x = NULL, y = NULL,
    subtitle = if (length(by)) paste(by, "by", slice_noun(rows))
  )
}

panels_caption <- function(rows, marks) {
  c(
    paste0("Intervals: of each classifier by itself, ", and_list(format_percent(verdict_info(rows)$conf.level)), "."),
    if (has_many_letters(marks)) {
      letters_left_out
    } else if (varies(rows$reference)) {
      "Letters: two classifiers share one exactly when they are not shown to differ."
    }
  )
}

# -- matrix ---------------------------------------------------------------------------

# Classes by classifiers, the longer side down.
cells_matrix <- function(cells, rows, words, page, n) {
  n <- check_rows(n, 40)
  upright <- nlevels(cells$panel) >= nlevels(cells$label)
  cells$down <- if (upright) cells$panel else cells$label
  cells$across <- if (upright) cells$label else cells$panel
  paged <- lines_of_page(cells, as.integer(cells$down), n, page)
  shown <- paged$rows
  shown$down <- droplevels(shown$down)
  shown$gain <- cell_gains(shown, metrics_of(rows))
  shown$text <- ifelse(is.finite(shown$estimate), format_number(shown$estimate, digits = 2), "")
  worse <- shown[shown$state %in% c("worse", "worse than another"), ]
  dark <- abs(shown$gain) > 0.6 & !is.na(shown$gain)
  ggplot2::ggplot(shown, ggplot2::aes(x = .data$across, y = .data$down)) +
    ggplot2::geom_tile(
      ggplot2::aes(fill = .data$gain), width = 0.94, height = 0.94, colour = "grey85", linewidth = 0.2
    ) +
    ggplot2::geom_tile(data = worse, width = 0.94, height = 0.94, fill = NA, colour = "black", linewidth = 0.5) +
    tile_text(
      ggplot2::aes(label = .data$text), shown, 3, colour = ifelse(dark, "white", "grey10"), fontface = "plain"
    ) +
    gain_scale(NULL, 1, breaks = c(-0.8, 0, 0.8), labels = c("worse", "mean of all", "better")) +
    ggplot2::scale_x_discrete(NULL, labels = matrix_names, guide = plain_axis()) +
    ggplot2::scale_y_discrete(NULL, labels = matrix_names, limits = rev, guide = plain_axis()) +
    cells_words(cells, rows, words, paged$words, "Matrix of values", matrix_caption(rows)) +
    matrix_theme(nlevels(shown$down), columns = levels(cells$across), rows = levels(shown$down))
}

matrix_caption <- function(rows) {
  than <- if (varies(rows$reference)) "another" else paste("the reference", table_label(rows$reference[1]))
  paste0("Values; blue: better than the mean of all classifiers. Framed: shown to be worse than ", than, ".")
}

# How much better than the mean of its metric and class each is, on a scale of the metric that reaches from -1 to 1.
cell_gains <- function(cells, metrics) {
  value <- ifelse(is.finite(cells$estimate), cells$estimate, NA)
  side <- ifelse(metric_direction(cells$metric, metrics) < 0, -1, 1)
  gain <- side * (value - stats::ave(value, cells$panel, FUN = function(v) mean(v, na.rm = TRUE)))
  limit <- stats::ave(gain, cells$metric, FUN = matrix_limit)
  pmax(-1, pmin(1, gain / limit))
}
