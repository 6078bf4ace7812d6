# Power and sample sizes in words.

is_planning <- function(x) {
  words <- c(
    "alternative", "method", "metric", "average", "class", "classifier", "reference", "measure", "computed", "note"
  )
  is.list(attr(x, "planning")) && has_shape(x, words, c("n", "more", "power", "alpha", "difference"))
}

say_test <- function(x) and_list(test_label(unique(x$method)))

# "that the difference in accuracy (a against b) is above -0.02, where it is 0".
say_margin_claim <- function(row, info) {
  ends <- c(low = row$margin.low, high = row$margin.high)
  shown <- true_minus(short_number(ends))
  within <- if (anyNA(ends)) {
    paste(if (is.na(ends[1])) "below" else "above", shown[!is.na(ends)])
  } else {
    paste("between", shown[1], "and", shown[2])
  }
  paste0(
    "that the ", label_measure(row$measure), " in ", planned_label(row$metric, info$metrics), say_part(row), " (",
    say_label(row$classifier), " against ", say_label(row$reference), ") is ", within, ", where it is ",
    true_minus(format_signif(row$difference))
  )
}

say_margin_power <- function(row, info) {
  what <- say_margin_claim(row, info)
  if (!is.na(row$note)) {
    return(paste0("To show ", what, ": ", row$note, "."))
  }
  if (info$type == "power") {
    power <- format_power(row$power)
    return(paste0("With ", count_of(row$n, info$unit), " it is shown with power ", power, " ", what, "."))
  }
  paste0(
    "It takes ", count_of(row$n, info$unit), " to show with power ", short_number(info$wanted, 15), " ", what,
    say_more(row, info), "."
  )
}

say_power <- function(row, info) {
  if (!is.null(row$margin.low)) {
    return(say_margin_power(row, info))
  }
  what <- paste0(
    say_difference(row$difference, row$measure, row$metric, info$metrics), " in ",
    planned_label(row$metric, info$metrics),
    say_part(row), " (", say_label(row$classifier), " against ", say_label(row$reference), ")"
  )
  if (!is.na(row$note)) {
    return(paste0("To find ", what, ": ", row$note, "."))
  }
  if (info$type == "power") {
    return(paste0(
      "With ", count_of(row$n, info$unit), " ", what, " is found with power ", format_power(row$power), "."
    ))
  }
  paste0(
    "It takes ", count_of(row$n, info$unit), " to find ", what, " with power ", short_number(info$wanted, 15),
    say_more(row, info), "."
  )
}

# One line for rows of one metric, by the one that takes the most; NULL where that is too many, or where the few rows
# do not vary, which tells nothing. `about`: " in recall", where it has to be said; `alpha`: of a single test.
say_rows_needed <- function(rows, n, unit, gap, alpha, sides, about = NULL) {
  each <- rows_needed(rows$std.error, n, gap, alpha / sides)
  needed <- two_digits(max(each))
  if (needed > largest_n || needed == 0) {
    return(NULL)
  }
  if (needed <= n) {
    return(say_ruled_out(rows, about))
  }
  measure <- rows$measure[1]
  shown <- if (measure == "difference") gap else exp(gap)
  known <- verdict_info(rows)$metrics %||% registry_metrics
  plan <- paste0(
    "For planning: if the truth is ", say_difference(shown, measure, rows$metric[1], known), about, between_open(rows),
    ", it takes about ", count_of(needed, unit), " (these included) to show it 8 times in 10 (power 0.8)",
    if (nrow(rows) > 1) ", whichever two are tied", "."
  )
  measured <- if (measure != "difference") paste0(", measure = \"", measure, "\"")
  two <- if (length(result_units(rows)$classifiers) > 2) {
    pair <- unlist(as_plain(rows)[which.max(each), c("reference", "classifier")])
    paste0("[c(", paste(encodeString(pair, quote = "\""), collapse = ", "), ")]")
  }
  c(plan, paste0(
    "Curve (v: this verdict): plot(sample_size(v$set", two, ", \"", rows$metric[1], "\", difference = ",
    short_number(shown), measured,
    if (sides == 1) paste0(", alternative = \"", verdict_info(rows)$alternative, "\""),
    ", alpha = ", short_number(alpha, 2), "))"
  ))
}

# Of more than two classifiers: which two are undecided.
between_open <- function(rows) {
  if (nrow(rows) == 1 && length(result_units(rows)$classifiers) > 2) {
    paste(" between", and_list(c(rows$classifier, rows$reference)))
  }
}

# Where so many rows would have shown it: what is ruled out. Nothing on the open side of a one-sided interval.
say_ruled_out <- function(rows, about = NULL) {
  relative <- is_relative(rows$measure[1])
  ends <- c(shown_low(rows), shown_high(rows))
  most <- max(abs(if (relative) log(ends) else ends))
  if (isTRUE(verdict_info(rows)$alternative != "two.sided") || !is.finite(most)) {
    return(NULL)
  }
  most <- if (relative) exp(most) else most
  step <- 10^(floor(log10(most)) - 1)
  paste0(
    capitalise(one_measure(rows$measure[1])), about, between_open(rows), " of more than ",
    short_number(ceiling(most / step) * step), " is ruled out", if (nrow(rows) > 1) " between any two that are tied",
    "."
  )
}

# "a difference of 2 points", "a ratio of 1.05". `known`: the metrics, with their ranges.
say_difference <- function(difference, measure, metric, known = NULL) {
  known <- known %||% registry_metrics
  if (measure != "difference") {
    return(paste0(if (measure == "ratio") "a ratio" else "an odds ratio", " of ", format_signif(difference)))
  }
  at <- c(match(metric, known$asked), match(c(metric, canonical_metric(metric)), known$metric))
  range <- known[at, c("lower", "upper", "better")]
  shares <- any(range$lower == 0 & range$upper == 1 & !range$better %in% "low", na.rm = TRUE)
  size <- abs(difference)
  if (is.na(size)) {
    return("any difference")
  }
  paste(
    "a difference of",
    if (shares) paste(format_signif(100 * size), if (size == 0.01) "point" else "points") else format_signif(size)
  )
}

two_digits <- function(n) signif(n, 2)

#' @export
as.character.power_comparison <- function(x, ...) {
  check_dots(...)
  if (!is_planning(x)) {
    return(as.character(as_plain(x)))
  }
  info <- attr(x, "planning")
  paste(unique(vapply(seq_len(nrow(x)), function(i) say_power(x[i, ], info), "")), collapse = " ")
}

format_power <- function(power) {
  ifelse(power > 0.9995, "over 0.999", ifelse(power < 0.0005, "under 0.001", format_signif(round(power, 3))))
}

# In the words of the user, as everywhere.
planned_label <- function(metric, known = NULL) {
  own <- match(metric, known$asked)
  if (!is.na(own)) {
    return(known$label[own])
  }
  synonym <- find_synonym(metric)
  if (is.na(synonym)) label_metric(canonical_metric(metric)) else metric_synonyms()$label[synonym]
}

say_more <- function(row, info) {
  if (is.na(row$more)) {
    ""
  } else if (row$more == 0) {
    paste0(": the ", format_count(info$pilot), " of the pilot are enough")
  } else {
    # Rows lack labels; items and data sets are scored.
    how <- if (info$unit %in% c("row", "observation")) "label about " else "about "
    paste0(": ", how, format_count(two_digits(row$more)), " more than the ", format_count(info$pilot))
  }
}

say_part <- function(row) {
  if (!is.na(row$class)) {
    paste0(" of ", say_label(row$class))
  } else if (row$average != "none") {
    paste0(" (", row$average, ")")
  } else {
    ""
  }
}

format_signif <- function(x) {
  format(signif(x, 3), digits = 7, scientific = FALSE, drop0trailing = TRUE, trim = TRUE, decimal.mark = ".")
}
