# A critical difference diagram (Demsar 2006): an axis of mean ranks or values with the best at the
# left, the classifiers hung from it, and a bar through those that are not distinguished.

cd_plot <- function(x) {
  groups <- cd_groups(x)
  axis <- cd_axis(groups)
  bars <- cd_bars(groups, axis)
  labels <- cd_labels(groups, axis, if (nrow(bars)) max(bars$row) else 0)
  room <- 0.02 + 0.01 / page_share() * widest(labels$text)
  span <- diff(axis$limits) / (1 - 2 * room) * room
  labels$end <- ifelse(labels$left, axis$limits[1] - 0.02 * span, axis$limits[2] + 0.02 * span)
  ggplot2::ggplot() +
    cd_axis_marks(axis) +
    cd_label_marks(labels, span) +
    cd_bar_marks(bars) +
    cd_length_marks(groups, axis) +
    ggplot2::coord_cartesian(
      xlim = axis$limits + c(-1, 1) * span, ylim = c(min(labels$y) - 0.5, if (is.na(groups$critical)) 1 else 2),
      clip = "off"
    ) +
    cd_words(x, groups) +
    ggplot2::theme_void() +
    ggplot2::theme(
      plot.title = ggplot2::element_text(size = 12, margin = ggplot2::margin(b = 8)),
      plot.caption = ggplot2::element_text(colour = "grey35", hjust = 0, margin = ggplot2::margin(t = 10)),
      plot.caption.position = "plot", plot.title.position = "plot",
      plot.margin = ggplot2::margin(8, 8, 8, 8), plot.background = ggplot2::element_rect(fill = "white", colour = NA)
    )
}

# Positions rise from the best to the worst.
cd_axis <- function(groups) {
  places <- groups$places
  falls <- length(places) > 1 && places[1] > places[length(places)]
  sign <- if (falls) -1 else 1
  range <- if (groups$ranks) c(1, length(places)) else range(places)
  if (groups$ranks && max(places) > length(places)) range <- range(places)
  if (diff(range) == 0) range <- range + c(-0.5, 0.5)
  ticks <- pretty(range, 8)
  ticks <- ticks[ticks >= range[1] - 1e-9 & ticks <= range[2] + 1e-9]
  list(at = unname(sign * places), ticks = ticks, sign = sign, limits = sort(sign * range))
}

cd_axis_marks <- function(axis) {
  ticks <- data.frame(x = axis$sign * axis$ticks, text = spaced(same_places(axis$ticks)))
  list(
    ggplot2::annotate("segment", x = axis$limits[1], xend = axis$limits[2], y = 0, yend = 0, colour = "grey20"),
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$x, xend = .data$x), data = ticks, y = 0, yend = 0.15, colour = "grey20"
    ),
    ggplot2::geom_text(
      ggplot2::aes(x = .data$x, label = .data$text), data = ticks, y = 0.5, size = 3, colour = "grey20",
      check_overlap = TRUE
    )
  )
}

# A row below the axis for each bar; bars that lie apart share one. Around a reference it is the
# critical difference to both sides.
cd_bars <- function(groups, axis) {
  at <- function(group) axis$at[match(group, names(groups$places))]
  ends <- if (is.null(groups$reference) || is.na(groups$critical)) {
    lapply(groups$groups, function(group) range(at(group)))
  } else {
    list(at(groups$reference) + c(-1, 1) * groups$critical)
  }
  ends <- do.call(rbind, c(ends, list(matrix(0, 0, 2))))
  bars <- data.frame(low = pmax(ends[, 1], axis$limits[1]), high = pmin(ends[, 2], axis$limits[2]))
  reach <- 0.012 * diff(axis$limits)
  # The first row in which there is room.
  low <- bars$low - reach
  taken <- numeric()
  row <- integer(length(low))
  for (i in seq_along(low)) {
    free <- which(taken < low[i])
    row[i] <- if (length(free)) free[1] else length(taken) + 1L
    taken[row[i]] <- (bars$high + reach)[i]
  }
  bars$row <- row
  bars$low <- bars$low - reach / 2
  bars$high <- bars$high + reach / 2
  bars
}

bar_step <- 0.35

cd_bar_marks <- function(bars) {
  bars$y <- -bar_step * bars$row
  ggplot2::geom_segment(
    ggplot2::aes(x = .data$low, xend = .data$high, y = .data$y, yend = .data$y), data = bars, linewidth = 1.6,
    colour = "#0072B2", lineend = "round"
  )
}

# The better half hangs to the left, the others to the right, the outermost on top.
cd_labels <- function(groups, axis, n_bars) {
  n <- length(axis$at)
  half <- ceiling(n / 2)
  left <- seq_len(n) <= half
  level <- ifelse(left, seq_len(n), n + 1 - seq_len(n))
  value <- if (groups$ranks) fixed(groups$places, rep(2, n)) else same_places(groups$places, 3)
  name <- drawn_names(names(groups$places), max(8, floor(34 * page_share()) - widest(value) - 2))
  data.frame(
    x = axis$at, y = -bar_step * n_bars - 0.1 - 0.75 * level, left = left,
    text = ifelse(left, paste0(name, "  ", value), paste0(value, "  ", name))
  )
}

# Smaller where many hang from the axis of a low page.
cd_label_size <- function(labels) min(3.1, 0.75 * 25.4 * 0.8 * (page_size()[2] - 1.1) / (2.5 - min(labels$y)))

cd_label_marks <- function(labels, span) {
  labels$text_x <- labels$end + ifelse(labels$left, -1, 1) * 0.03 * span
  list(
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$x, xend = .data$x, yend = .data$y), data = labels, y = 0, colour = "grey45",
      linewidth = 0.3
    ),
    ggplot2::geom_segment(
      ggplot2::aes(x = .data$x, xend = .data$end, y = .data$y, yend = .data$y), data = labels, colour = "grey45",
      linewidth = 0.3
    ),
    ggplot2::geom_text(
      ggplot2::aes(x = .data$text_x, y = .data$y, label = .data$text), data = labels, hjust = ifelse(labels$left, 1, 0),
      size = cd_label_size(labels)
    )
  )
}

# The critical difference as a length above the axis.
cd_length_marks <- function(groups, axis) {
  if (is.na(groups$critical)) {
    return(NULL)
  }
  from <- axis$limits[1]
  to <- from + groups$critical
  text <- paste("critical difference", short_number(groups$critical, 3))
  list(
    ggplot2::annotate(
      "segment", x = c(from, from, to), xend = c(to, from, to), y = c(1.4, 1.25, 1.25), yend = c(1.4, 1.55, 1.55),
      colour = "grey20"
    ),
    ggplot2::annotate("text", x = to + 0.02 * diff(axis$limits), y = 1.4, label = text, hjust = 0, size = 3)
  )
}

cd_words <- function(x, groups) {
  info <- verdict_info(x)
  how <- if (is.null(groups$reference)) {
    c("A bar joins neighbours of which no two are distinguished.", beside_in_words(groups, "not joined by a bar"))
  } else {
    paste0("The bar spans those that are not distinguished from ", groups$reference, ".")
  }
  caption <- c(
    how, left_in_words(groups), ranked_units(groups, info), header_test(x, info),
    header_data(info$units, row_prevalence(x))
  )
  title <- paste0(capitalise(groups$scale), ", the best at the left")
  order <- paste(names(groups$places), same_places(groups$places, 3), collapse = ", ")
  plot_words(title, caption, paste0("Critical difference diagram. ", title, ": ", order, "."))
}

# Ranks are of what has all scores.
ranked_units <- function(groups, info) {
  n <- info$n_ranked
  if (groups$ranks && isTRUE(n < info$units$n_rows)) {
    paste0("Mean ranks: of the ", count_of(n, info$units$row[1]), " with all scores.")
  }
}
