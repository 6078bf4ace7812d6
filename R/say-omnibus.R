# An omnibus test in words and as a picture.

# `two`: classifiers, not more.
describe_omnibus <- function(x, two = FALSE) {
  if (varies(x$classifier)) {
    return(describe_tested_pairs(x))
  }
  p <- decisive_p(x)
  outcome <- ifelse(is.na(p), "untested", ifelse(p < significance_level(x), "differ", "open"))
  if (is.na(x$class[1])) describe_one_test(x, outcome, two) else describe_tests(x, outcome, two)
}

# Tests of several pairs: each by itself, or how many of many differ.
describe_tested_pairs <- function(x) {
  parts <- split_rows(x, x$classifier)
  who <- vapply(parts, function(part) part$classifier[1], "", USE.NAMES = FALSE)
  if (length(parts) > most_pairs) {
    least <- vapply(parts, function(part) suppressWarnings(min(decisive_p(part), na.rm = TRUE)), 0)
    n <- sum(least < significance_level(x))
    return(paste0(
      n, " of ", count_of(length(parts), "pair"), " differ",
      if (n > 0) paste0(", most clearly ", who[which.min(least)]), "."
    ))
  }
  said <- lapply(parts, function(part) lower_first(describe_omnibus(part, two = TRUE)))
  unlist(Map(function(who, text) paste0(who, ": ", text), who, said), use.names = FALSE)
}

lower_first <- function(text) paste0(lower_ascii(substr(text, 1, 1)), substr(text, 2, nchar(text)))

describe_one_test <- function(x, outcome, two) {
  switch(outcome,
    differ = paste0(
      if (two) "They differ (" else "Not all are equal: at least one differs from another (", row_p(x), ")."
    ),
    open = paste0("No difference is shown (", row_p(x), ")."),
    untested = paste0("Could not be tested: ", row_reason(x), ".")
  )
}

describe_tests <- function(x, outcome, two) {
  say <- function(which, before, items = row_p) {
    rows <- x[outcome == which, ]
    rows <- rows[order(decisive_p(rows), rows$log.p.value), ]
    if (nrow(rows) > 0) paste0(before, " ", name_classes(rows, items), ".")
  }
  c(
    say("differ", if (two) "They differ on" else "Not all are equal on"),
    say("open", "No difference is shown on"),
    say("untested", "Could not be tested on", row_reason)
  )
}

omnibus_cautions <- function(x) {
  info <- verdict_info(x)
  c(
    decided_by(x, adjustment_words(info)),
    paste(
      "That not all are equal does not say which differ, or by how much: compare_classifiers()",
      "does. No evidence of a difference is not evidence that there is none."
    ),
    caution_data(info)
  )
}

# P-values by class, small ones to the right.
omnibus_plot <- function(x) {
  label <- label_class(x$class, x$average)
  if (varies(x$classifier)) label <- paste0(x$classifier, ifelse(is.na(x$class), "", paste0(": ", label)))
  label <- factor(label, unique(label))
  panel <- label_panels(x, told_apart(x))
  evidence <- -pmax(log10(decisive_p(x)), log10(p_value_floor))
  rows <- data.frame(
    label, evidence,
    panel = factor(panel, unique(panel)),
    y = nlevels(label) + 1 - as.integer(label), text = ifelse(is.na(evidence), row_reason(x), NA)
  )
  plot <- ggplot2::ggplot(rows, ggplot2::aes(x = .data$evidence, y = .data$y)) +
    ggplot2::geom_vline(xintercept = -log10(significance_level(x)), colour = "grey35") +
    ggplot2::geom_point(data = rows[is.na(rows$text), ], size = 2.4, colour = "#0072B2") +
    ggplot2::geom_text(
      ggplot2::aes(x = 0, label = .data$text), data = rows[!is.na(rows$text), ],
      hjust = 0, size = 3, colour = "grey45"
    ) +
    omnibus_axes(rows) +
    omnibus_words(x) +
    forest_theme()
  if (varies(rows$panel)) plot <- plot + ggplot2::facet_wrap(ggplot2::vars(.data$panel))
  plot
}

omnibus_axes <- function(rows) {
  names <- cli::ansi_strtrim(levels(rows$label), 40)
  list(
    ggplot2::scale_x_continuous(
      limits = c(0, max(2, rows$evidence, na.rm = TRUE)),
      labels = function(at) ifelse(is.na(at), "", format_p(10^-at))
    ),
    ggplot2::scale_y_continuous(breaks = rev(seq_along(names)), labels = as.character(names))
  )
}

omnibus_words <- function(x) {
  info <- verdict_info(x)
  caption <- c(header_test(x, info), header_data(info$units, row_prevalence(x)))
  ggplot2::labs(
    title = header_subject(x), y = NULL,
    x = paste0(if (is_adjusted(info)) "adjusted ", "p-value (line at ", significance_level(x), ")"),
    caption = paste(strwrap(paste(caption, collapse = " "), 90), collapse = "\n")
  )
}
