# Power and sample sizes in words.

say_test <- function(x) and_list(test_label(unique(x$method)))

# "that the difference in accuracy (a against b) is above -0.02, where it is 0".
say_margin_claim <- function(row, info) {
  truth <- if (is.finite(row$difference)) paste0(", where it is ", true_minus(format_signif(row$difference)))
  paste0("that the ", label_measure(row$measure), " in ", say_planned(row, info), " is ", say_ends(row), truth)
}

# "above -0.02", "between -0.02 and 0.05"
say_ends <- function(row) {
  ends <- c(row$margin.low, row$margin.high)
  shown <- true_minus(short_number(ends))
  if (anyNA(ends)) {
    paste(if (is.na(ends[1])) "below" else "above", shown[!is.na(ends)])
  } else {
    paste("between", shown[1], "and", shown[2])
  }
}

# "To be shown: a difference between -0.02 and 0.05 (rf minus svm), where it is that in the column."
planned_margin <- function(x) {
  ends <- unique(plain_rows(x)[intersect(c("measure", "margin.low", "margin.high"), names(x))])
  if (is.null(ends$margin.low) || nrow(ends) != 1) {
    return(NULL)
  }
  names <- pair_names(x)
  paste0(
    "To be shown: ", one_measure(ends$measure), " ", say_ends(ends), " (", names[1], " ", joins(ends$measure), " ",
    names[2], "), where it is that of the column."
  )
}

# "accuracy (a against b)"
say_planned <- function(row, info) {
  pair <- paste0(" (", say_label(row$classifier), " against ", say_label(row$reference), ")")
  paste0(planned_label(row$metric, info$metrics), say_part(row), pair)
}

# With a margin it is shown where the difference is, without one a difference is found.
say_power <- function(row, info) {
  within <- !is.null(row$margin.low)
  what <- if (within) {
    say_margin_claim(row, info)
  } else {
    paste(say_difference(row$difference, row$measure, row$metric, info$metrics), "in", say_planned(row, info))
  }
  power <- paste("with power", if (info$type == "power") format_power(row$power) else short_number(info$wanted, 15))
  units <- paste0(count_of(row$n, info$unit), say_partly(row$n, info$partly))
  if (!is.na(row$note)) {
    paste0("To ", if (within) "show " else "find ", what, ": ", row$note, ".")
  } else if (info$type == "power") {
    paste0("With ", units, if (within) paste(" it is shown", power, what) else paste("", what, "is found", power), ".")
  } else {
    found <- if (within) paste("show", power, what) else paste("find", what, power)
    paste0("It takes ", units, " to ", found, say_more(row, info), ".")
  }
}

# One line for rows of one metric, by the one that takes the most, and the call that draws the curve; NULL where that is
# too many, or where the few rows do not vary, which tells nothing. `gap`: the difference that matters, on the linear
# scale, 0 or more; `alpha`: of a single test; `about`: " in recall", where it has to be said.
say_rows_needed <- function(rows, set, n, unit, gap, alpha, about = NULL) {
  alternative <- alternatives_of(rows)[1]
  each <- rows_needed(rows$std.error, n, gap, alpha / n_sides(alternative))
  worst <- rows[which.max(each), ]
  ends <- planned_ends(worst)
  within <- !all(is.na(ends))
  # One-sided only a difference to that side can be shown.
  if (alternative == "less") gap <- -gap
  asked <- planned_question(worst, set, if (within) 0 else gap, if (within) ends, signif(alpha, 2))
  asked <- plan_by_own_test(asked, worst, set)
  needed <- two_digits(asked$n)
  # A difference on more rows than the two differ on cannot be planned.
  enough <- if (is.na(needed)) !within && max(each) > 0 && max(each) <= n else needed <= n
  if (isTRUE(enough) || is.na(needed) || needed > largest_n) {
    return(if (isTRUE(enough)) say_ruled_out(rows, about))
  }
  c(
    paste0(
      "For planning: if the truth is ", planned_truth(asked, rows, within), about, between_open(rows),
      if (!within) " (an example)", ", it takes about ", count_of(needed, unit), " in all",
      say_partly(needed, set_units(set)$partly), asked$shared, " to show ",
      if (within) say_within(rows, ends) else say_one_side(rows), " 8 times in 10 (power 0.8)",
      if (nrow(rows) > 1) ": enough for every undecided pair", "."
    ),
    paste0("Power curve ", call_words, ": plot(", say_question(asked), ")")
  )
}

# ", about 5,600 of them scored by people,": what so many units have to come with (`partly` of set_units()).
say_partly <- function(n, partly) {
  if (length(partly)) paste0(", about ", partly_needed(n, partly), " ", partly$words, ",")
}

partly_needed <- function(n, partly) {
  if (length(partly)) ifelse(is.na(n), "NA", format_count(two_digits(ceiling(n * partly$each))))
}

call_words <- "(alpha allows for all tests of this verdict, v)"

planned_truth <- function(asked, rows, within) {
  known <- verdict_info(rows)$metrics %||% registry_metrics
  if (within) "no difference" else say_difference(asked$difference, asked$measure, asked$metric, known)
}

# Whether the name of a metric alone means another, as where it was given an option.
needs_option <- function(row, set) {
  plain <- null_if_refused(set_metrics(set, row$metric))
  !identical(as.vector(plain$label), as.vector(metric_names(row)))
}

# The ends of a margin that the comparison of a row can rule out; NA where it has none.
planned_ends <- function(row) {
  alternative <- alternatives_of(row)[1]
  ends <- as.double(c(if (has_margin(row)) c(row$margin.low, row$margin.high) else c(NA, NA)))
  replace(ends, alternative == c("less", "greater"), NA)
}

# "that new is not worse than old by more than the margin"
say_within <- function(rows, ends) {
  if (!anyNA(ends)) {
    return("that the two are equivalent")
  }
  who <- if (nrow(rows) > 1) c("one", "the other") else c(rows$classifier, rows$reference)
  # The lower end is ruled out: the classifier is not lower.
  if (is.na(ends[1]) != (metric_directions(rows)[1] < 0)) who <- rev(who)
  paste("that", who[1], "is not", better_words(rows)[["worse"]], "than", who[2], "by more than the margin")
}

# "that new is better than old"; of both sides the difference, "it".
say_one_side <- function(rows) {
  if (alternatives_of(rows)[1] == "two.sided") {
    return("it")
  }
  who <- if (nrow(rows) > 1) c("one", "the other") else c(rows$classifier, rows$reference)
  higher <- (alternatives_of(rows)[1] == "greater") == (metric_directions(rows)[1] >= 0)
  paste("that", who[1], "is", better_words(rows)[[if (higher) "better" else "worse"]], "than", who[2])
}

# What sample_size() is asked about the pair of a row, of which it takes the one that is named first for the reference.
planned_question <- function(row, set, gap, ends, alpha) {
  known <- set_units(set)$classifiers
  pair <- known[match(c(row$reference, row$classifier), say_label(known))]
  list(
    pair = if (!identical(pair, known)) pair, metric = row$metric,
    difference = if (is_relative(row$measure)) exp(gap) else gap, measure = row$measure,
    classes = if (axis_of(row) == "class" && !row$class %in% c(NA, result_units(row)$positive)) row$class,
    average = if (is.na(row$average)) "none" else row$average,
    margin = if (!is.null(ends)) ifelse(is.na(ends), open_ends(row$measure), ends),
    alternative = alternatives_of(row)[1], alpha = alpha
  )
}

# The answer `n`, where not both have all units what it takes for granted (`shared`), and the `method` of the test that
# was run, where sample_size() would take another.
plan_by_own_test <- function(asked, row, set) {
  if (needs_option(row, set) || is_serial(row$method.id)) {
    return(replace(asked, "n", NA_real_))
  }
  planned <- planned_of(set, asked)
  asked$method <- own_test(row, if (is.null(asked$margin)) planned$method[1])
  if (!is.null(asked$method)) planned <- planned_of(set, asked)
  asked$n <- up_to_digits(planned$n[1] %||% NA_real_)
  if (length(attr(planned, "planning")$shared)) asked$shared <- ", the same share of them with scores of both,"
  asked
}

# NULL where the usual test is as good (the mid-p form for McNemar's chi-squared), or the power of the other is not
# known.
own_test <- function(row, usual) {
  tests <- tests_of("pair")
  own <- tests[match(plain_id(row$method.id), tests$id), ]
  known <- !is.na(own$id) && own$power != "none" && !is.null(usual) && usual %in% tests$method
  if (known && own$method != usual && !identical(c(own$method, usual), c("mcnemar", "midp"))) own$method
}

# NULL where nothing can be planned, such as a difference on more rows than the two differ on.
planned_size <- function(...) tryCatch(sample_size(...), verdict_error = function(cnd) NULL)

planned_of <- function(set, asked) {
  planned_size(if (is.null(asked$pair)) set else set[asked$pair], asked$metric,
    difference = asked$difference, measure = asked$measure, classes = asked$classes, average = asked$average,
    alternative = asked$alternative, alpha = asked$alpha, margin = asked$margin, method = asked$method
  )
}

say_question <- function(asked) {
  text <- function(words) encodeString(words, quote = "\"")
  of <- function(values) if (length(values) > 1) paste0("c(", paste(values, collapse = ", "), ")") else values
  given <- c(
    paste0("v$set", if (!is.null(asked$pair)) paste0("[", of(text(asked$pair)), "]")), text(asked$metric),
    paste("difference =", short_number(asked$difference)),
    if (asked$measure != "difference") paste("measure =", text(asked$measure)),
    if (!is.null(asked$classes)) paste("classes =", text(asked$classes)),
    if (asked$average != "none") paste("average =", text(asked$average)),
    if (!is.null(asked$margin)) paste("margin =", of(short_number(only_size(asked$margin)))),
    if (!is.null(asked$method)) paste("method =", text(asked$method)),
    if (asked$alternative != "two.sided") paste("alternative =", text(asked$alternative)),
    paste("alpha =", short_number(asked$alpha))
  )
  paste0("sample_size(", paste(given, collapse = ", "), ")")
}

# Of a margin that is the same on both sides one number.
only_size <- function(ends) if (ends[1] == -ends[2]) ends[2] else ends

# With few labels, of accuracy: how many of rows on which the two differ, the only ones that tell.
say_labels_needed <- function(rows, set, gap, alpha) {
  alternative <- alternatives_of(rows)[1]
  asked <- planned_question(rows[1, ], set, gap, NULL, signif(alpha, 2))
  if (rows$metric[1] != "accuracy" || has_margin(rows[1, ]) || asked$measure != "difference") {
    return(NULL)
  }
  pairs <- planned_size(set, "accuracy", difference = gap, alternative = alternative, alpha = asked$alpha)
  if (!inherits(pairs, "label_size")) {
    return(NULL)
  }
  pairs[c("classifier", "reference")] <- lapply(pairs[c("classifier", "reference")], say_label)
  pairs <- pairs[unordered_pair_of(pairs) %in% unordered_pair_of(rows), ]
  worst <- pairs[which.max(pairs$n), ]
  if (nrow(worst) == 0 || worst$more == 0) {
    return(NULL)
  }
  truth <- paste(say_difference(gap, "difference", "accuracy"), "in accuracy")
  labels <- count_of(up_to_digits(worst$n), "label")
  differ <- paste("rows on which", and_list(c(worst$reference, worst$classifier)), "differ")
  often <- "8 times in 10 (power 0.8)"
  c(
    if (worst$n > worst$available) {
      all <- two_digits(worst$n * result_units(rows)$n_rows[1] / worst$available)
      paste0(
        "For planning: labels of all ", format_count(worst$available), " ", differ, " would not show ", truth, " ",
        often, ". It takes about ", count_of(all, "row"), ", and labels of the ", format_count(up_to_digits(worst$n)),
        " or so of them on which the two differ."
      )
    } else {
      paste0(
        "For planning: if the truth is ", truth, ", it takes about ", labels, " of ", differ, " to show it ", often,
        "; ", format_count(worst$n - worst$more), " are labelled",
        if (has_strata(set)) ", and next_labels() says which to label next", "."
      )
    },
    judge_uncounted(worst),
    paste0("Call ", call_words, ": ", say_question(replace(asked, "pair", list(NULL))))
  )
}

# Of sizes in labels.
judge_uncounted <- function(x) {
  if (isTRUE(attr(x, "judge"))) "The judge is not counted in this: one that is often right saves labels."
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
  if (alternatives_of(rows)[1] != "two.sided" || !is.finite(most)) {
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
  if (!is.finite(difference)) {
    return("any difference")
  }
  if (measure != "difference") {
    return(paste0(if (measure == "ratio") "a ratio" else "an odds ratio", " of ", format_near_one(difference)))
  }
  at <- c(match(metric, known$asked), match(c(metric, canonical_metric(metric)), known$metric))
  range <- known[at, c("lower", "upper", "better")]
  shares <- any(range$lower == 0 & range$upper == 1 & !range$better %in% "low", na.rm = TRUE)
  size <- abs(difference)
  shown <- format_signif(if (shares) 100 * size else size)
  paste0("a difference of ", shown, if (shares && shown == "1") " point" else if (shares) " points")
}

two_digits <- function(n) signif(n, 2)

#' @export
as.character.power_comparison <- function(x, ...) {
  check_dots(...)
  one_text(x, paste(power_sentences(x), collapse = " "))
}

# Each once.
power_sentences <- function(x) {
  unique(vapply(seq_len(nrow(x)), function(i) say_power(x[i, ], attr(x, "planning")), ""))
}

format_power <- function(power) {
  ifelse(power > 0.9995, "over 0.999", ifelse(power < 0.0005, "under 0.001", format_signif(round(power, 3))))
}

# In the words of the user, as everywhere.
planned_label <- function(metric, known = NULL) {
  own <- match(metric, known$asked)
  if (!is.na(own)) {
    return(paste_over(known$label[own], c(known[["over"]], NA)[own]))
  }
  synonym <- find_synonym(metric)
  if (is.na(synonym)) label_metric(canonical_metric(metric)) else metric_synonyms()$label[synonym]
}

say_more <- function(row, info) {
  # Of a cross-validation no number of pooled rows is enough for a verdict on the learning algorithms.
  if (is.na(row$more) || row$more == 0 && isTRUE(info$pooled)) {
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

# With digits enough to tell it from 1.
format_near_one <- function(ratio) {
  shown <- format_signif(ratio)
  if (shown == "1" && ratio != 1) format(1 + signif(ratio - 1, 1), digits = 15, decimal.mark = ".") else shown
}

format_signif <- function(x) {
  format(signif(x, 3), digits = 7, scientific = FALSE, drop0trailing = TRUE, trim = TRUE, decimal.mark = ".")
}
