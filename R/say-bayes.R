# Bayesian comparisons in words.

#' @rdname compare_bayesian
#' @param object,n,width,digits A `bayesian_comparison`; rows to print; the console's width; significant digits.
#' @export
print.bayesian_comparison <- function(x, ..., n = 20, width = getOption("width"), digits = NULL) {
  print_result(x, show_bayes, ..., n = n, width = width, digits = digits)
}

show_bayes <- function(x, n, width) {
  info <- verdict_info(x)
  writeLines(c(wrap_text(bayes_heading(x, info), width, exdent = 2), ""))
  shown <- as_plain(x[seq_len(min(n, nrow(x))), ])
  answers <- c("worse", "equivalent", "better")
  columns <- bayes_columns(shown, info, answers, if (varies(x$metric)) label_metric(shown$metric, info$metrics))
  footer <- wrap_text(footer_lines(shown, nrow(x) - nrow(shown), character()), width, exdent = 2)
  writeLines(c(table_lines(add_marks(columns, shown), width), footer))
  answers <- capitalise(paste(intersect(answers, names(columns)), collapse = ", "))
  what <- paste0(
    answers, ": posterior probabilities, not p-values",
    if (identical(info$method, "hierarchical")) {
      ", of one model in which all are drawn towards each other"
    } else if (nrow(x) > 1) {
      ", each of its pair by itself: with many pairs some are high by chance"
    }, ". summary() puts them into words."
  )
  writeLines(c("", wrap_text(what, width)))
}

bayes_heading <- function(x, info) {
  ropes <- unique(x$rope)
  region <- if (identical(ropes, 0)) {
    "without a region of practical equivalence"
  } else {
    sign <- if (is_utf8_output()) "\u00b1" else "+-"
    paste0("practically equivalent within ", and_list(paste0(sign, short_number(ropes))))
  }
  simulated <- if (identical(info$method, "signed_rank")) paste0(", ", format_count(info$draws), " draws")
  correlated <- if (isTRUE(info$rho > 0)) paste0(", correlation of splits ", short_number(info$rho, 3))
  n <- range(x$n, na.rm = TRUE)
  units <- if (n[1] == n[2]) count_of(n[1], info$unit) else paste(n[1], "to", count_of(n[2], info$unit))
  c(
    paste0(and_list(unique(x$method)), ": ", units, correlated, simulated, "; ", region, "."),
    paste0(
      "Difference: classifier minus reference, of ", and_list(bayes_sides(x, info), 6),
      if (any(!is.na(x$conf.low))) paste0("; ", format_percent(info$conf.level), " credible interval"), "."
    ),
    info$repeated
  )
}

# "accuracy (high is better)"
bayes_sides <- function(x, info) {
  metric <- unique(x$metric)
  paste0(
    label_metric(metric, info$metrics), " (", info$metrics$better[match(metric, info$metrics$metric)], " is better)"
  )
}

# The columns of a table, of which the probabilities are headed by `answers`: none of being equivalent without a region.
# `metric`: NULL where there is one.
bayes_columns <- function(x, info, answers, metric) {
  interval <- interval_column(x$conf.low, x$conf.high, estimate = x$estimate)
  prob <- lapply(x[c("prob.worse", "prob.rope", "prob.better")], bayes_prob, x$mc.error, info$conf.level)
  prob$prob.rope[x$rope %in% 0] <- ""
  c(
    if (!is.null(metric)) list(metric = metric),
    list(
      classifier = table_label(x$classifier), reference = table_label(x$reference),
      difference = true_minus(format_column(x$estimate, x$conf.low, x$conf.high))
    ),
    if (!all(is.na(x$conf.low))) list(interval = ifelse(is.na(x$conf.low), "", true_minus(interval))),
    stats::setNames(prob, answers)[!c(FALSE, all(x$rope %in% 0), FALSE)]
  )
}

# Never 0 or 1 for what is not certain, as 0 of some 30,000 draws is not, nor the level for what is on one side of it.
bayes_prob <- function(p, error, level = NULL) {
  text <- beside_levels(p, rep(3, length(p)), "%.*f", level)
  open <- (p > 0 & p < 1 | error > 0 & error < 0.003) %in% TRUE
  text[open & p < 0.001] <- "<0.001"
  text[open & p > 0.999] <- ">0.999"
  text[is.na(p)] <- "NA"
  text
}

#' @rdname compare_bayesian
#' @export
summary.bayesian_comparison <- function(object, ...) {
  check_dots(...)
  check_bayesian(object)
  head <- bayes_heading(object, verdict_info(object))
  structure(list(head = head, words = bayes_sentences(object)), class = "summary_of_listing")
}

check_bayesian <- function(x) check_whole(is_intact(x) && length(attr(x, "posterior")) == nrow(x))

bayes_sentences <- function(x) {
  info <- verdict_info(x)
  rows <- as_plain(x)
  several <- length(unique(rows$metric)) > 1
  vapply(seq_len(nrow(rows)), function(i) bayes_sentence(rows[i, ], info, several), "")
}

bayes_sentence <- function(row, info, several) {
  about <- if (several) paste0(capitalise(label_metric(row$metric, info$metrics)), ": ")
  who <- paste0(about, say_label(row$classifier))
  other <- say_label(row$reference)
  p <- c(row$prob.worse, row$prob.rope, row$prob.better)
  if (anyNA(p)) {
    return(paste0(who, " and ", other, " cannot be compared: ", row$note, "."))
  }
  text <- bayes_prob(p, row$mc.error, info$conf.level)
  said <- c("worse than", "practically equivalent to", "better than")
  most <- which.max(p)
  rest <- setdiff(if (row$rope %in% 0) c(1, 3) else c(3, 2, 1), most)
  others <- paste0(c("worse", "equivalent", "better")[rest], " ", text[rest], collapse = ", ")
  if (p[most] >= info$conf.level) {
    return(paste0(who, " is ", said[most], " ", other, ": posterior probability ", text[most], " (", others, ")."))
  }
  paste0(
    who, " against ", other, " is not decided: most probably ", c("worse", "equivalent", "better")[most], ", ",
    text[most], " (", others, "), below ", short_number(info$conf.level), "."
  )
}

#' @export
as.character.bayesian_comparison <- function(x, ...) {
  check_dots(...)
  one_text(x, paste(bayes_sentences(x), collapse = " "))
}
