# What is the same for every row of a result, in sentences: the head of what is
# printed, knitted and plotted.

header_lines <- function(x) {
  x <- with_labels(x)
  info <- verdict_info(x)
  c(
    header_subject(x),
    if (is_kind(x, "comparison")) header_measure(x),
    if (!is_kind(x, "assessment")) header_test(x, info),
    if (!is_kind(x, "omnibus")) header_interval(x, info),
    header_data(info, at_prevalence(x$method)),
    header_caveat(info)
  )
}

header_subject <- function(x) {
  metrics <- and_list(label_metric(unique(x$metric)), 6)
  by_class <- if (any(!is.na(x$class))) " by class"
  paste0(capitalise(paste0(average_word(x$average), metrics)), by_class, ": ", who_is_shown(x))
}

who_is_shown <- function(x) {
  x <- with_labels(x)
  if (is_kind(x, "omnibus")) {
    return(paste0("are ", and_list(verdict_info(x)$classifiers, 6), " equal?"))
  }
  pairs <- unique(x[c("classifier", "reference")])
  if (all(is.na(pairs$reference))) {
    return(and_list(pairs$classifier, 6))
  }
  if (nrow(pairs) == 1) {
    return(paste(pairs$classifier, "against", pairs$reference))
  }
  if (length(unique(pairs$reference)) == 1) {
    return(paste(and_list(pairs$classifier, 6), "against", pairs$reference[1]))
  }
  classifiers <- unique(unlist(pairs))
  paste(count_of(nrow(pairs), "pair"), "of", count_of(length(classifiers), "classifier"))
}

header_measure <- function(x) {
  names <- pair_names(x)
  if (varies(x$measure)) {
    measures <- if (shows(x, "measure")) and_list(unique(x$measure)) else by_metric(x, "measure")
    return(paste0(capitalise(measure_words(measures)), ": ", names[1], " against ", names[2], "."))
  }
  measure <- x$measure[1]
  joined <- if (is_relative(measure)) "over" else "minus"
  meaning <- paste0(capitalise(measure_words(measure)), ": ", names[1], " ", joined, " ", names[2])
  paste0(meaning, favours(x$metric, measure, names[1]), ".")
}

favours <- function(metric, measure, name) {
  direction <- unique(metric_direction(metric))
  if (length(direction) != 1 || direction == 0) {
    return("")
  }
  side <- if (direction > 0) "above" else "below"
  paste0("; ", side, " ", short_number(null_value(measure)), " favours ", name)
}

header_test <- function(x, info) {
  df <- unique(x$df[!is.na(x$df)])
  test <- if (shows(x, "method")) "see the column" else by_metric(x, "method")
  with_df <- if (!varies(test_name(x$method)) && length(df) == 1) paste0(" (", short_number(df), " df)")
  sides <- c(two.sided = "two-sided", greater = "one-sided (greater)", less = "one-sided (less)")
  side <- if (is_kind(x, "comparison")) paste0(", ", and_list(sides[info$alternative]))
  paste0("Test: ", test, with_df, side, "; ", adjustment_words(info), ".")
}

# What is one to a metric (its test, its measure) is said above the table, with
# the metrics it belongs to; what varies within a metric is a column.
shows <- function(x, column) {
  x$method <- test_name(x$method)
  nrow(unique(x[c("metric", column)])) > length(unique(x$metric))
}

by_metric <- function(x, column) {
  x$method <- test_name(x$method)
  values <- unique(x[[column]])
  if (length(values) == 1) {
    return(values)
  }
  and_list(vapply(values, function(value) {
    metrics <- unique(x$metric[x[[column]] == value])
    paste0(value, " (", and_list(label_metric(metrics)), ")")
  }, ""))
}

is_adjusted <- function(info) any(info$p.adjust.method != "none" & info$family > 1)

adjustment_words <- function(info) {
  family <- info$family
  noun <- if (identical(info$kind, "omnibus")) "test" else "comparison"
  method <- label_adjustment(info$p.adjust.method)
  if (!is_adjusted(info)) {
    return("p-values not adjusted")
  }
  parts <- if (varies(method)) {
    paste0(count_of(family, noun), " (", method, ")")
  } else if (varies(family)) {
    paste0(and_list(format_count(family)), " ", noun, "s (", method[1], ")")
  } else {
    paste0(count_of(family[1], noun), " (", method[1], ")")
  }
  each <- if (length(parts) > 1 || varies(family)) {
    ", part by part"
  } else if (length(family) > 1) {
    paste(" in each of", length(family), "parts")
  }
  paste0("p-values adjusted over ", and_list(parts), each)
}

label_adjustment <- function(method) {
  names <- c(
    holm = "Holm", hochberg = "Hochberg", hommel = "Hommel",
    bonferroni = "Bonferroni", BH = "Benjamini-Hochberg", fdr = "Benjamini-Hochberg",
    BY = "Benjamini-Yekutieli", max_t = "max_t", none = "not adjusted"
  )
  known <- method %in% names(names)
  method[known] <- names[method[known]]
  method
}

header_interval <- function(x, info) {
  level <- and_list(format_percent(info$conf.level))
  paste0("Interval: ", level, ", ", and_list(info$interval), ".")
}

# `shares`: the prevalence of each row, NA where it is that of the data.
header_data <- function(info, shares = info$shares %||% NA) {
  c(header_rows(info), header_prevalence(info, shares))
}

header_prevalence <- function(info, shares) {
  if (varies(shares)) {
    return(paste0("Prevalence: shares of ", and_list(info$classes, 6), ", or as in the data (empirical)."))
  }
  if (!anyNA(shares)) paste0("At prevalence ", info$prevalence[match(shares[1], info$shares)], ".")
}

# With frequency weights a row stands for several.
weight_words <- function(info) {
  n <- info$n
  if (length(n) != 1 || length(info$n_rows) != 1) {
    return(NULL)
  }
  if (n != round(n)) n <- signif(n, 9)
  if (n != info$n_rows) paste0(" (standing for ", format_count(n), ")")
}

header_rows <- function(info) {
  rows <- paste0(and_list(count_of(info$n_rows, "row")), weight_words(info))
  design <- if (!is.null(info$design)) paste0(", ", and_list(info$design))
  if (!isTRUE(info$clustered)) {
    return(paste0("Data: ", rows, design, "."))
  }
  observations <- and_list(count_of(info$n_clusters, "observation"))
  paste0("Data: ", rows, " of ", observations, design, "; variances are by observation.")
}

header_caveat <- function(info) {
  if (is.null(info$caveat)) {
    return(NULL)
  }
  when <- if (is.null(info$design)) "if this is cross-validation, " else ""
  assessed <- identical(info$kind, "assessment")
  what <- if (assessed) "intervals tend to be too short" else "p-values tend to be too small"
  paste0("Caveat: ", when, what, " as a verdict on the learning algorithms; see summary().")
}

varies <- function(column) length(unique(column)) > 1
